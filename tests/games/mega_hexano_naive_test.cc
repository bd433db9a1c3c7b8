// The library against the naive implementation: starts, random games, scores.
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_naive_testing.h"

namespace varan {
namespace {

TEST(MegaHexanoNaive, StartsAreThoseOfTheFormulas) {
  const std::pair<const char*, const char*> starts[] = {{"mega_hexano", "spread"},
                                                        {"mega_hexano", "wedge"},
                                                        {"hexano", "spread"},
                                                        {"volcano", "diagonal"},
                                                        {"mega_volcano", "spread"}};
  for (const auto& [preset, setup] : starts) {
    const std::string spec = std::string(preset) + "(setup=" + setup + ")";
    EXPECT_EQ(MegaHexanoState(hexano_rules(spec)).to_text(),
              naive::start(naive::defaults(preset), setup).to_text());
  }
}

// ---- Random games ----

/// Plays one game in both, quiet moves preferred with the given chance in 8.
void play_both(MegaHexanoState state, Rng& rng, std::uint32_t quiet_of_8) {
  NullWitness witness;
  naive::Game game = naive_game(state);
  while (state.kind() == NodeKind::kDecision) {
    ASSERT_EQ(without_options(state), game.to_text());
    std::vector<std::string> legal = legal_texts(state);
    ASSERT_EQ(legal, game.legal_moves()) << state.to_text();
    const std::vector<Action> ids = legal_ids(state);
    ASSERT_TRUE(std::is_sorted(ids.begin(), ids.end()));
    std::vector<Action> quiet;
    for (const Action id : ids) {
      if (!state.erupts(state.caps(), id)) quiet.push_back(id);
    }
    const std::vector<Action>& from = !quiet.empty() && rng.below(8) < quiet_of_8 ? quiet : ids;
    const Action action = from[rng.below(static_cast<std::uint32_t>(from.size()))];
    game.play(state.action_to_text(state.to_move(), action));
    state.apply(state.to_move(), action, witness);
    ASSERT_EQ(state.validate(), "") << state.to_text();
  }
  ASSERT_EQ(without_options(state), game.to_text());
  const std::vector<double> utilities = game.utilities();
  for (Player player = 0; player < state.players(); ++player) {
    const auto seat = static_cast<std::size_t>(player);
    EXPECT_NEAR(state.utility(player), utilities[seat], 1e-12) << state.to_text();
    const naive::Score score = naive::score(game.piles[seat], game.options.white_wild);
    EXPECT_EQ(state.pile_score(player),
              (mega_hexano::PileScore{score.pieces, score.trees, score.single}))
        << state.to_text();
  }
}

TEST(MegaHexanoNaive, RandomGamesAgree) {
  const char* specs[] = {
      "mega_hexano",
      "mega_hexano(setup=wedge,players=3)",
      "mega_hexano(setup=random,caps=random,players=4)",
      "mega_hexano(players=6,finish_round=true)",
      "mega_hexano(players=3,finish_round=true,white_wild=false,max_quiet=1)",
      "mega_hexano(repetition=cap_return)",
      "mega_hexano(repetition=cap_return,max_quiet=3,players=5)",
      "mega_hexano(repetition=none,max_quiet=5)",
      "mega_hexano(max_quiet=2,max_dry=3)",
      "mega_hexano(max_quiet=0,max_turns=40)",
      "mega_hexano(goal=race,sweep=2,race_fallback=score,max_turns=60)",
      "mega_hexano(trigger=trees)",
      "mega_hexano(trigger=trees,goal=race,max_dry=4)",
      "hexano",
      "hexano(goal=score,trigger=colours,players=3)",
      "hexano(setup=random,race_fallback=score,max_dry=2)",
      "volcano",
      "volcano(players=6,setup=random,caps=random)",
      "volcano(repetition=none,max_quiet=3,finish_round=true)",
      "mega_volcano",
      "mega_volcano(setup=random,players=4,sweep=1)",
      "mega_volcano(setup=random,white_centre=false,caps=random,white_wild=false)",
      "mega_volcano(repetition=cap_return,max_quiet=4)",
      "caldera",
      "caldera(players=3,repetition=cap_return)",
  };
  Rng rng(1);
  NullWitness witness;
  for (const char* spec : specs) {
    SCOPED_TRACE(spec);
    for (int game = 0; game < 6; ++game) {
      MegaHexanoState state(hexano_rules(spec));
      while (state.kind() == NodeKind::kChance) sample_chance(state, rng, witness);
      play_both(state, rng, game % 3 == 0 ? 0 : game % 3 == 1 ? 4 : 7);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// A few pieces and caps far apart: here whether an eruption stays within reach matters.
TEST(MegaHexanoNaive, SparsePositionsAgree) {
  Rng rng(2);
  int games = 0;
  for (const char* board : {"mega_hexano", "hexano", "volcano", "mega_volcano"}) {
    for (const char* repetition : {"config", "cap_return", "none"}) {
      for (int max_quiet = 0; max_quiet <= 7; ++max_quiet) {
        const MegaHexanoRules& rules =
            hexano_rules(std::string(board) + "(max_dry=3,repetition=" + repetition +
                         ",max_quiet=" + std::to_string(max_quiet) + ")");
        for (int game = 0; game < 4; ++game) {
          const auto number = static_cast<std::uint32_t>(rules.board().cells());
          std::map<std::uint32_t, std::string> stacks;
          std::map<std::uint32_t, std::string> capped;
          for (std::uint32_t i = rng.below(3) + 1; i > 0; --i) {
            std::string& stack = stacks[rng.below(number)];
            stack = std::string(1, "RYGB"[i]) + std::to_string(rng.below(3) + 1) + stack;
          }
          for (std::uint32_t i = rng.below(3) + 1; i > 0; --i) capped[rng.below(number)] = "*";
          std::string cells;
          for (std::uint32_t cell = 0; cell < number; ++cell) {
            cells += (cell > 0 ? "/" : "") +
                     (stacks.count(cell) > 0 ? stacks[cell] : std::string("-")) + capped[cell];
          }
          play_both(hexano_position(
                        rules, std::string(board) + " 2 0 | " + cells + " | -;- | t0 d0 q0 | -"),
                    rng, game % 2 == 0 ? 0 : 6);
          if (testing::Test::HasFatalFailure()) return;
          ++games;
        }
      }
    }
  }
  EXPECT_EQ(games, 384);
}

// ---- Scores ----

TEST(MegaHexanoNaive, ScoresAreTheBestSplits) {
  Rng rng(3);
  for (int round = 0; round < 3000; ++round) {
    mega_hexano::Pile pile;
    naive::Pile naive_pile;
    const std::uint32_t colours = 1 + rng.below(8);
    const std::uint32_t whites = rng.below(6) * rng.below(2);
    const std::uint32_t size = rng.below(11);
    for (std::uint32_t i = 0; i < size; ++i) {
      const auto colour = i < whites ? mega_hexano::Colour::kWhite
                                     : static_cast<mega_hexano::Colour>(rng.below(colours));
      const mega_hexano::Piece piece =
          mega_hexano::piece(colour, static_cast<int>(rng.below(3)) + 1);
      if (pile.count(piece) == mega_hexano::kMostAlike) continue;
      pile.add(piece);
      ++naive_pile[{mega_hexano::kColourLetters[static_cast<std::size_t>(colour)],
                    mega_hexano::size_of(piece)}];
    }
    for (const bool white_wild : {true, false}) {
      const mega_hexano::PileScore score = pile.score(white_wild);
      EXPECT_EQ(score.total(), naive::best_split(naive::listed(naive_pile), white_wild));
      if (whites > 3) continue;
      const naive::Score by_dyeing = naive::score(naive_pile, white_wild);
      EXPECT_EQ(score,
                (mega_hexano::PileScore{by_dyeing.pieces, by_dyeing.trees, by_dyeing.single}));
    }
  }
}

}  // namespace
}  // namespace varan
