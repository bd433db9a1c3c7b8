// What the hints and the evaluation of Mega Hexano say, against what play brings.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/games/mega_hexano_testing.h"
#include "varan/games/mega_hexano/knowledge.h"
#include "varan/games/mega_hexano/turn_view.h"

namespace varan::mega_hexano {
namespace {

MegaHexanoRules rules_of(const std::string& spec) {
  return MegaHexanoRules::from_spec(spec).value();
}

/// Calls `visit` at turn starts and in mid-turn of random games.
template <class Visit>
void visit_positions(const MegaHexanoRules& rules, int games, Visit visit) {
  Rng rng(31);
  NullWitness witness;
  for (int game = 0; game < games; ++game) {
    MegaHexanoState state(rules);
    while (state.kind() != NodeKind::kTerminal) {
      if (state.kind() == NodeKind::kChance) {
        sample_chance(state, rng, witness);
        continue;
      }
      if (rng.below(4) == 0) visit(state);
      state.apply(state.to_move(), random_action(state, state.to_move(), rng), witness);
    }
  }
}

// The gain of a turn is what the mover's score, or her standing in a race, grows by; the end of the
// game is foreseen.
TEST(MegaHexanoKnowledge, GainIsWhatTheTurnBrings) {
  for (const char* const spec : {"mega_hexano", "mega_hexano(players=3)", "mega_volcano", "volcano",
                                 "volcano(white_wild=false)", "hexano", "caldera"}) {
    SCOPED_TRACE(spec);
    const MegaHexanoRules rules = rules_of(spec);
    const MegaHexanoTurns::Rules view_rules(rules, {1, 4096});
    const Standing standing(rules);
    int ends = 0;
    visit_positions(rules, 12, [&](const MegaHexanoState& state) {
      const Player mover = state.to_move();
      const TurnJudge judge(state);
      const MegaHexanoTurns view(view_rules, state);
      ActionList<MegaHexanoTurns> turns;
      std::array<std::uint64_t, MegaHexanoTurns::kMaxLegalActions> plans;
      view.legal_plans(mover, turns, plans);
      for (std::size_t i = 0; i < turns.size(); ++i) {
        MegaHexanoTurns next = view;
        NullWitness witness;
        next.apply_plan(mover, turns[i], plans[i], witness);
        const int gain =
            judge.gain(rules.board().step(turns[i] / kMaxFlow), turns[i] % kMaxFlow + 1);
        const MegaHexanoState& after = next.base();
        const bool ended = after.reason() == Reason::kTrigger || after.reason() == Reason::kGoal ||
                           after.reason() == Reason::kSweep;
        if (ended) {
          ++ends;
          int best = 0;  // of the others
          for (Player p = 0; p < state.players(); ++p) {
            if (p != mover) best = std::max(best, state.pile_score(p).total());
          }
          if (after.reason() != Reason::kTrigger || after.pile_score(mover).total() > best) {
            EXPECT_EQ(gain, TurnJudge::kWon);
            EXPECT_EQ(after.utility(mover), 1);
          } else if (after.pile_score(mover).total() < best) {
            EXPECT_EQ(gain, TurnJudge::kLost);
            EXPECT_LT(after.utility(mover), 1);
          }
        } else {
          ASSERT_EQ(gain, standing(after.pile(mover)) - standing(state.pile(mover)))
              << state.to_text();
        }
      }
    });
    EXPECT_GT(ends, 0);
  }
}

/// The pile of these pieces, `R1R2W3`.
Pile pile_of(const std::string& text) {
  Pile pile;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    pile.add(piece(static_cast<Colour>(kColourLetters.find(text[i])), text[i + 1] - '0'));
  }
  return pile;
}

TEST(MegaHexanoKnowledge, MissingPieces) {
  struct Row {
    const char* preset;
    const char* pile;
    int missing;
  };
  const Row rows[] = {
      {"mega_hexano", "", 9},  // seven colours, two more for a tree
      {"mega_hexano", "R1", 8},
      {"mega_hexano", "R1R2", 7},
      {"mega_hexano", "R1R1", 8},
      {"mega_hexano", "R1R2R3", 6},
      {"mega_hexano", "R1R2W3", 7},  // white is of no use
      {"mega_hexano", "R1Y1G1B1O1P1C1", 2},
      {"mega_hexano", "R1Y1G1B1O1P1C1C3", 1},
      {"mega_hexano", "R1Y1G1B1O1P1C1C3C2", 0},
      {"hexano", "R1R2Y3G2B1", 1},  // example 43
      {"volcano", "R1R2R3Y1", 3},
      {"mega_volcano", "R1Y1G1B1O1P1W1", 1},
      {"caldera", "", 9},
      {"caldera", "R1R2R3Y1Y2Y3G1G2", 1},  // example 56
      {"caldera", "R1R2R3Y1Y2Y3G1B1O1P2P3C2C3K2", 1},
      {"caldera", "R1R1R2R2R3R3Y3", 2},
      {"caldera", "R1R1R1R2R2R2R3R3R3", 0},
  };
  for (const Row& row : rows) {
    const MegaHexanoRules rules = rules_of(row.preset);
    EXPECT_EQ(Standing(rules).missing(pile_of(row.pile)), row.missing)
        << row.preset << ' ' << row.pile;
  }
}

// No pieces are missing exactly if the trigger is met.
TEST(MegaHexanoKnowledge, NothingIsMissingIfTheTriggerIsMet) {
  Rng rng(32);
  for (const char* const spec : {"mega_hexano", "hexano", "volcano", "mega_volcano", "caldera"}) {
    const MegaHexanoRules rules = rules_of(spec);
    const MegaHexanoState state(rules);
    int met = 0;
    for (int i = 0; i < 20000; ++i) {
      Pile pile;
      for (int n = static_cast<int>(rng.below(26)); n > 0; --n) {
        const auto kind = static_cast<Piece>(rng.below(kPieces));
        const int nests = rules.preset().nests[static_cast<std::size_t>(colour_of(kind))];
        if (pile.count(kind) < nests) pile.add(kind);
      }
      const bool triggered = state.triggered(pile);
      met += triggered;
      ASSERT_EQ(Standing(rules).missing(pile) == 0, triggered);
    }
    EXPECT_GT(met, 0) << spec;
  }
}

TEST(MegaHexanoKnowledge, EvaluationFollowsTheStandings) {
  for (const char* const spec :
       {"mega_hexano", "hexano", "caldera(players=3)", "volcano(players=6)"}) {
    SCOPED_TRACE(spec);
    const MegaHexanoRules rules = rules_of(spec);
    const Standing standing(rules);
    visit_positions(rules, 6, [&](const MegaHexanoState& state) {
      std::vector<double> values(static_cast<std::size_t>(state.players()));
      state.evaluate(values);
      double sum = 0;
      for (const double value : values) {
        sum += value;
        EXPECT_LE(std::abs(value), 1);
      }
      EXPECT_NEAR(sum, 0, 1e-12);
      // Among those who are not to move. Where points decide, what is still missing counts too.
      const bool points_decide = rules.options().goal == Goal::kScore;
      const auto worth = [&](Player p) {
        return standing(state.pile(p)) - (points_decide ? standing.missing(state.pile(p)) : 0);
      };
      for (Player p = 0; p < state.players(); ++p) {
        for (Player q = 0; q < state.players(); ++q) {
          if (p == state.to_move() || q == state.to_move()) continue;
          if (worth(p) > worth(q)) {
            EXPECT_GT(values[static_cast<std::size_t>(p)], values[static_cast<std::size_t>(q)]);
          }
        }
      }
    });
  }
}

}  // namespace
}  // namespace varan::mega_hexano
