// The turn view of Mega Hexano against a plain breadth-first search over copies of positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "varan/bots/view.h"
#include "varan/game.h"
#include "varan/games/mega_hexano/turn_view.h"

namespace varan {
namespace {

using mega_hexano::CellSet;
using mega_hexano::kFlows;
using mega_hexano::kLavas;
using mega_hexano::kMaxFlow;
using mega_hexano::LaneTables;
using mega_hexano::TurnSearch;

static_assert(View<MegaHexanoTurns>);
static_assert(HasHints<MegaHexanoTurns> && HasEvaluation<MegaHexanoTurns> &&
              HasPlans<MegaHexanoTurns>);
static_assert(HasHints<MegaHexanoState> && HasEvaluation<MegaHexanoState>);
static_assert(sizeof(MegaHexanoTurns) <= 512);

MegaHexanoRules rules_of(const std::string& spec) {
  Parsed<MegaHexanoRules> rules = MegaHexanoRules::from_spec(spec);
  EXPECT_TRUE(rules.ok()) << spec;
  return std::move(rules).value();
}

MegaHexanoState position(const MegaHexanoRules& rules, const std::string& text) {
  const Parsed<MegaHexanoState> state = MegaHexanoState::from_text(rules, text);
  EXPECT_TRUE(state.ok()) << state.error().to_string();
  return *state;
}

/// Deals what chance deals.
MegaHexanoState start(const MegaHexanoRules& rules, Rng& rng) {
  MegaHexanoState state(rules);
  NullWitness witness;
  while (state.kind() == NodeKind::kChance) sample_chance(state, rng, witness);
  return state;
}

bool erupts(const MegaHexanoState& state, Action move) { return state.erupts(state.caps(), move); }

/// All turns by copying positions and playing their legal moves: what the rules page says, as
/// simply as can be.
struct NaiveSearch {
  struct Turn {
    std::size_t depth;
    CellSet caps;
    std::vector<Action> moves;
  };
  std::map<int, Turn> turns;  // by lava
  std::set<CellSet> sets;
  std::set<std::pair<int, CellSet>> positions;

  NaiveSearch(const MegaHexanoState& state, std::size_t depth) {
    for (;; ++depth) {
      sets.clear();
      search(state, depth);
      if (!turns.empty()) return;
    }
  }

 private:
  void search(const MegaHexanoState& root, std::size_t depth) {
    struct Node {
      MegaHexanoState state;
      std::vector<Action> moves;
    };
    std::vector<Node> queue = {{root, {}}};
    sets.insert(root.caps());
    NullWitness witness;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Node node = queue[i];
      ActionList<MegaHexanoState> legal;
      node.state.legal_actions(node.state.to_move(), legal);
      for (const Action move : legal) {
        std::vector<Action> moves = node.moves;
        moves.push_back(move);
        const mega_hexano::Step& step = root.rules().board().step(move);
        if (erupts(node.state, move)) {
          const int lava = kMaxFlow * move + node.state.flow(node.state.caps(), step) - 1;
          turns.emplace(lava, Turn{node.moves.size(), node.state.caps(), moves});
          positions.emplace(lava, node.state.caps() ^ step.toggles());
        } else if (node.moves.size() < depth) {
          MegaHexanoState next = node.state;
          next.apply(next.to_move(), move, witness);
          if (sets.insert(next.caps()).second) queue.push_back({next, moves});
        }
      }
    }
  }
};

/// The view's turns are those of the plain search, each by the way found first; playing its moves
/// leads to where the turn leads.
void expect_same_turns(const MegaHexanoState& state, int quiet) {
  SCOPED_TRACE(state.to_text() + " quiet=" + std::to_string(quiet));
  const MegaHexanoTurns::Rules view_rules(state.rules(), {quiet, 1 << 20});
  const MegaHexanoTurns view(view_rules, state);
  const Player player = state.to_move();
  const NaiveSearch naive(state, static_cast<std::size_t>(quiet));
  ActionList<MegaHexanoTurns> actions;
  std::array<std::uint64_t, MegaHexanoTurns::kMaxLegalActions> plans;
  view.legal_plans(player, actions, plans);
  ASSERT_EQ(actions.size(), naive.turns.size());
  std::size_t last_depth = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const auto turn = naive.turns.find(actions[i]);
    ASSERT_NE(turn, naive.turns.end());
    EXPECT_EQ(plans[i], turn->second.caps);
    EXPECT_GE(turn->second.depth, last_depth);
    last_depth = turn->second.depth;
    const std::vector<Action> moves = view.expand(player, actions[i]);
    EXPECT_EQ(moves, turn->second.moves);
    MegaHexanoState played = state;
    NullWitness witness;
    for (const Action move : moves) {
      ASSERT_EQ(played.turns(), state.turns());
      ASSERT_TRUE(played.is_legal(player, move));
      played.apply(player, move, witness);
    }
    EXPECT_EQ(played.turns(), state.turns() + 1);
    MegaHexanoTurns by_plan = view;
    by_plan.apply_plan(player, actions[i], plans[i], witness);
    EXPECT_EQ(by_plan.base(), played);
    EXPECT_EQ(by_plan.info_key(0), played.info_key(0));
    if (i % 8 == 0) {
      MegaHexanoTurns by_action = view;
      by_action.apply(player, actions[i], witness);
      EXPECT_EQ(by_action.base(), played);
    }
  }
}

// Example 51: sets of caps, lavas and resulting positions by depth.
TEST(MegaHexanoTurns, CountsOfTheRulesPage) {
  struct Row {
    std::string spec;
    std::vector<std::array<std::size_t, 3>> counts;
  };
  const Row rows[] = {
      {"mega_hexano",
       {{1, 18, 18}, {5, 32, 86}, {15, 42, 252}, {29, 42, 476}, {44, 42, 714}, {54, 42, 868}}},
      {"mega_hexano(setup=wedge)",
       {{1, 18, 18}, {1, 18, 18}, {1, 18, 18}, {1, 18, 18}, {1, 18, 18}, {1, 18, 18}}},
      {"hexano",
       {{1, 2, 2},
        {20, 59, 125},
        {159, 79, 1316},
        {686, 84, 6059},
        {1903, 84, 16833},
        {3797, 84, 33592}}},
      {"volcano",
       {{1, 14, 14},
        {9, 38, 122},
        {53, 76, 694},
        {233, 116, 3070},
        {785, 146, 10426},
        {2165, 166, 29050}}},
      {"mega_volcano",
       {{1, 21, 21},
        {8, 48, 156},
        {33, 76, 609},
        {99, 94, 1761},
        {245, 110, 4264},
        {515, 115, 8836}}},
  };
  for (const Row& row : rows) {
    const MegaHexanoRules rules = rules_of(row.spec);
    const MegaHexanoState state(rules);
    for (std::size_t depth = 0; depth < row.counts.size(); ++depth) {
      SCOPED_TRACE(row.spec + " depth " + std::to_string(depth));
      const NaiveSearch naive(state, depth);
      EXPECT_EQ(naive.sets.size(), row.counts[depth][0]);
      EXPECT_EQ(naive.turns.size(), row.counts[depth][1]);
      EXPECT_EQ(naive.positions.size(), row.counts[depth][2]);
      expect_same_turns(state, static_cast<int>(depth));
    }
  }
}

TEST(MegaHexanoTurns, AreThoseOfAPlainSearch) {
  const char* const specs[] = {
      "mega_hexano",
      "mega_hexano(players=3,setup=random)",
      "mega_hexano(setup=random,caps=random)",
      "hexano",
      "volcano",
      "mega_volcano(players=4)",
      "caldera",
      "mega_hexano(repetition=none)",
      "hexano(max_quiet=2)",
      "mega_hexano(max_quiet=1)",
      "caldera(repetition=none,max_quiet=3)",
  };
  Rng rng(20);
  for (const char* const spec : specs) {
    const MegaHexanoRules rules = rules_of(spec);
    NullWitness witness;
    for (int game = 0; game < 4; ++game) {
      MegaHexanoState state = start(rules, rng);
      for (int move = 0; state.kind() == NodeKind::kDecision; ++move) {
        if (rng.below(12) == 0) expect_same_turns(state, static_cast<int>(rng.below(4)));
        state.apply(state.to_move(), random_action(state, state.to_move(), rng), witness);
      }
    }
  }
}

// In mid-turn, after several quiet moves, sets of this turn may not be entered again.
TEST(MegaHexanoTurns, AreLegalInMidTurn) {
  Rng rng(21);
  for (const char* const spec : {"mega_hexano", "hexano", "caldera", "mega_volcano(max_quiet=4)"}) {
    const MegaHexanoRules rules = rules_of(spec);
    NullWitness witness;
    int tried = 0;
    while (tried < 30) {
      MegaHexanoState state = start(rules, rng);
      for (int move = 0; state.kind() == NodeKind::kDecision; ++move) {
        const Player player = state.to_move();
        ActionList<MegaHexanoState> legal;
        state.legal_actions(player, legal);
        FixedVector<Action, MegaHexanoState::kMaxLegalActions> quiet;
        for (const Action action : legal) {
          if (!erupts(state, action)) quiet.push_back(action);
        }
        const bool stay = !quiet.empty() && rng.below(4) != 0;
        state.apply(player,
                    stay ? quiet[rng.below(static_cast<std::uint32_t>(quiet.size()))]
                         : legal[rng.below(static_cast<std::uint32_t>(legal.size()))],
                    witness);
        if (state.kind() == NodeKind::kDecision && state.quiet() >= 2 && rng.below(6) == 0) {
          expect_same_turns(state, static_cast<int>(rng.below(4)));
          ++tried;
        }
      }
    }
  }
}

// The limits are raised if no turn lies within them.
TEST(MegaHexanoTurns, GoOnUntilThereIsOne) {
  const MegaHexanoRules rules = rules_of("mega_hexano");
  const MegaHexanoState far =
      position(rules, "mega_hexano 2 0 | {g4:-* d4:R1R2R3 a7:-*} | -;- | t0 d0 q0 | -");
  for (const int quiet : {0, 1, 2, 3}) expect_same_turns(far, quiet);
  const MegaHexanoTurns::Rules narrow(rules, {3, 1});
  const MegaHexanoTurns view(narrow, far);
  ActionList<MegaHexanoTurns> actions;
  view.legal_actions(0, actions);
  EXPECT_EQ(actions.size(), NaiveSearch(far, 3).turns.size());
  // Five caps among few pieces: thousands of sets within six moves.
  const MegaHexanoState many = position(
      rules,
      "mega_hexano 2 0 | {a4:-* a5:-* a6:-* g2:-* g3:-* d4:R1R2 d5:Y3} | -;- | t0 d0 q0 | -");
  expect_same_turns(many, 4);
}

TEST(MegaHexanoTurns, SetsMovedOnFromAreLimited) {
  const MegaHexanoRules rules = rules_of("volcano");
  const LaneTables tables(rules.board());
  const MegaHexanoState state(rules);
  std::size_t last = 0;
  for (const int sets : {1, 4, 16, 64, 4096}) {
    const TurnSearch search(state, tables, {3, sets});
    EXPECT_GE(search.turns().size(), last);
    last = search.turns().size();
  }
  EXPECT_EQ(TurnSearch(state, tables, {3, 1}).turns().size(), 38u);
  EXPECT_EQ(last, 116u);
}

// Example 55: under cap_return a turn may have no eruption left.
TEST(MegaHexanoTurns, OfferSingleMovesWhereNoTurnIsLeft) {
  const MegaHexanoRules rules = rules_of("mega_hexano(repetition=cap_return)");
  MegaHexanoState state = position(
      rules, "mega_hexano 2 0 | {f1:-* d7:R1R2R3} | -;- | t0 d0 q0 | - | repetition=cap_return");
  NullWitness witness;
  for (const char* const move : {"f1-f2", "f2-g2"}) {
    state.apply(0, state.parse_action(0, move).value(), witness);
  }
  const MegaHexanoTurns::Rules view_rules(rules, {3, 4096});
  // A turn of the view is legal throughout; without any, its actions are single moves.
  while (state.kind() == NodeKind::kDecision && state.to_move() == 0) {
    const MegaHexanoTurns view(view_rules, state);
    ActionList<MegaHexanoTurns> actions;
    view.legal_actions(0, actions);
    ASSERT_FALSE(actions.empty());
    for (const Action action : actions) {
      MegaHexanoState played = state;
      for (const Action move : view.expand(0, action)) {
        ASSERT_TRUE(played.is_legal(0, move));
        played.apply(0, move, witness);
      }
      MegaHexanoTurns next = view;
      next.apply(0, action, witness);
      EXPECT_EQ(next.base(), played);
    }
    const Action dead_end = state.parse_action(0, "g2-g1").value();
    state.apply(0, state.is_legal(0, dead_end) ? dead_end : view.expand(0, actions[0])[0], witness);
    if (!actions.contains(kLavas + dead_end)) continue;
    std::vector<float> weights(actions.size());
    view.hint(0, actions, weights);
    for (const float weight : weights) EXPECT_GE(weight, 0);
  }
}

TEST(MegaHexanoTurns, AreLegalUnderCapReturn) {
  Rng rng(22);
  NullWitness witness;
  for (const char* const spec :
       {"hexano(repetition=cap_return)", "mega_hexano(repetition=cap_return)"}) {
    const MegaHexanoRules rules = rules_of(spec);
    const MegaHexanoTurns::Rules view_rules(rules, {2, 4096});
    for (int game = 0; game < 3; ++game) {
      MegaHexanoState state = start(rules, rng);
      while (state.kind() == NodeKind::kDecision) {
        const Player player = state.to_move();
        if (rng.below(10) == 0) {
          const MegaHexanoTurns view(view_rules, state);
          ActionList<MegaHexanoTurns> actions;
          view.legal_actions(player, actions);
          ASSERT_FALSE(actions.empty());
          for (const Action action : actions) {
            MegaHexanoState played = state;
            for (const Action move : view.expand(player, action)) {
              ASSERT_EQ(played.turns(), state.turns());
              ASSERT_TRUE(played.is_legal(player, move)) << state.to_text();
              played.apply(player, move, witness);
            }
            MegaHexanoTurns next = view;
            next.apply(player, action, witness);
            EXPECT_EQ(next.base().caps(), played.caps());
            EXPECT_EQ(next.base().turns(), played.turns());
          }
        }
        state.apply(player, random_action(state, player, rng), witness);
      }
    }
  }
}

// Every pair of cells in line at distance two or more is a lava, and there are no others.
TEST(MegaHexanoTurns, LavasAreBounded) {
  const std::pair<std::string, int> boards[] = {
      {"mega_hexano", 318}, {"hexano", 84}, {"volcano", 176}, {"mega_volcano", 360}};
  for (const auto& [spec, pairs] : boards) {
    const MegaHexanoRules rules = rules_of(spec);
    const LaneTables tables(rules.board());
    int count = 0;
    for (int cell = 0; cell < rules.board().cells(); ++cell) {
      count += std::popcount(tables.open(cell, mega_hexano::kMostPieces) & kFlows);
    }
    EXPECT_EQ(count, pairs) << spec;
    EXPECT_LE(count, mega_hexano::kMostLavas);
  }
}

}  // namespace
}  // namespace varan
