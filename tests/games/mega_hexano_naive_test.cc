// The library against the naive implementation: perft, whole turns, random games, scores.
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_testing.h"
#include "tests/games/naive_mega_hexano.h"
#include "varan/perft.h"

namespace varan {
namespace {

/// The same position in the naive implementation, at the start of a turn and with empty piles.
naive::Game naive_game(const MegaHexanoState& state) {
  const mega_hexano::Options& ours = state.rules().options();
  naive::Options options = naive::defaults(std::string(state.rules().preset().name));
  const auto word = [](const auto& names, auto value) {
    return std::string(names[static_cast<std::size_t>(value)]);
  };
  options.players = ours.players;
  options.trigger = word(mega_hexano::kTriggerNames, ours.trigger);
  options.goal = word(mega_hexano::kGoalNames, ours.goal);
  options.sweep = ours.sweep;
  options.white_wild = ours.white_wild;
  options.repetition = word(mega_hexano::kRepetitionNames, ours.repetition);
  options.max_quiet = ours.max_quiet;
  options.max_dry = static_cast<int>(ours.max_dry);
  options.max_turns = static_cast<int>(ours.max_turns);
  options.finish_round = ours.finish_round;
  options.race_fallback = word(mega_hexano::kRaceFallbackNames, ours.race_fallback);
  naive::Game game(options);
  std::string cells = state.to_text();
  cells = cells.substr(cells.find(" | ") + 3);
  naive::put_cells(game, cells.substr(0, cells.find(" | ")));
  game.check_stalemate();
  return game;
}

/// The text of a position without the field of options.
std::string without_options(const MegaHexanoState& state) {
  std::string text = state.to_text();
  const std::string options = " | " + state.rules().unusual_options();
  if (options.size() > 3) text.erase(text.find(options), options.size());
  return text;
}

// ---- Perft ----

struct Perft {
  const char* spec;
  const char* cells;  ///< empty: the start
  std::vector<std::uint64_t> counts;
};

// To depth 4 the starts are example 50 of the rules page. The naive implementation has confirmed
// every number here; the test repeats that to depth 3, which is quick.
const Perft kPerft[] = {
    {"mega_hexano", "", {22, 496, 11256, 256194, 5842124, 133486492}},
    {"mega_hexano(setup=wedge)", "", {18, 372, 8196, 188670, 4458054}},
    {"hexano", "", {21, 409, 7684, 142097, 2608774}},
    {"volcano", "", {22, 516, 12194, 289900, 6932444}},
    {"mega_volcano", "", {28, 783, 22043, 624525, 17794644}},
    // In the middle of games.
    {"mega_hexano",
     "a4:P1P2P3B1P3 a5:C1C2C3P2B3Y2 a6:W1W2W3 a7:Y1Y2Y3B2 b3:R1R2 b4:Y1 b5:G1G2G3* b7:O1O2O3 c2:O3 "
     "c3:B1 c5:P1 c6:C1C2* d1:O1O2O3* d4:B3* d5:Y1 d6:P1G2 d7:B1 e1:R1R2 e2:Y1Y2Y3P1 e3:G1G2G3B2 "
     "e4:P3B2 e5:O1O2O3B2 f1:B1B2* f2:O1O2O3G2B1 f3:P1P2P3 f4:C1C2C3R2Y3O1 f5:R1R2P3 g1:C1C2C3 "
     "g2:W1W2 g3:Y1Y2Y3R1C2 g4:G1G2G3R2",
     {25, 595, 13902, 322749, 7473810}},
    {"hexano",
     "a3:Y1Y3B1R2Y1B3 a4:Y1Y2Y3* a5:B2G1 b2:-* b3:R1R2 b4:B3R2G1Y2 b5:G1G2R1R2 c1:B1B3B1 c3:G1* "
     "c4:G3R1* c5:G3 d1:B2 d2:-* d3:R1 d4:R3 e2:Y1G3Y2 e3:B2B1",
     {22, 452, 8923, 171599, 3240582}},
    {"volcano",
     "a2:G1 a3:R1 a5:P1P2* b5:P1G3 c1:B1B2B3* c2:Y1Y2 c3:B3 c4:-* d1:B1B2B3R2G3 d2:Y1Y2Y3Y2 "
     "d3:Y1Y2Y3 d4:G1R2* d5:G1 e1:B1B2B3R1Y2P3P2 e2:B1B2B3P1P2R3 e3:B1B2 e4:Y1* e5:R1",
     {25, 614, 15051, 369715, 9113910}},
    {"mega_volcano",
     "a1:Y1Y2Y3W2R1B2 a2:R2P3 a3:C1C2C3 a4:B1 a5:P1 a6:G1G2 b1:G1G2G3R1R2 b3:Y1Y2Y3O1 "
     "b5:C1C2C3R2P1 "
     "b6:W1 c1:B1P2 c2:P1P2P3Y2* c3:G1G2R1Y3Y2* c4:O1 d2:C1 d3:B1B2R3 d4:O3 d5:G1G2 e1:O1O2O3* "
     "e3:B3 "
     "e4:C1C2C3P2Y1R2G3 e5:B1O2 f2:-* f3:O1 f4:Y1Y2Y3R1O2G3 f5:G2* f6:C1C2C3R2B3O1",
     {27, 732, 20006, 549134}},
    {"caldera",
     "a1:G1G2G3 a2:O1O2O3* a3:P1P2P3 a4:C1C2C3 a5:B1B2B3 b1:C1C2C3 b2:B1B2B3 b3:C1C2C3 b4:Y1Y2Y3 "
     "b5:G1G2G3 c1:K1K2K3 c2:Y1Y2Y3 c4:G1G2G3 c5:P1P2P3 d1:O1O2O3* d2:K1K2K3 d3:O1O2O3* d4:P1P2P3 "
     "d5:R1R2R3* e1:B1B2B3 e2:R1R2R3* e3:Y1Y2Y3 e4:R1R2R3* e5:K1K2K3",
     {25, 645, 17002, 455450}},
    // No eruption at once.
    {"mega_hexano",
     "a4:P1P2P3 a5:-* a6:P3 a7:Y1Y2Y3B2C3 b3:-* b4:Y1Y2C1 b5:-* b6:B1B2 b7:O1O2O3 c2:G1G2G3 "
     "c3:B1B2B3C2 c4:O1C2R1W2 c6:G3G1 c7:-* d1:O1R2 d2:C1 d3:W1O3 d4:G1 d5:Y1Y2Y3C1 d6:-* d7:R2 "
     "e1:R1R2R3O1 e2:Y1C3 e3:Y3R2 e5:G1 e6:P1P2 f1:B1B2B3 f2:O1O2O3R1P2P1 f3:P1P2P3R1 f4:G3 f5:G2 "
     "g1:C1C2C3 g2:W1W2W3P2C1 g3:Y1Y2Y3C2 g4:G1",
     {20, 396, 7909, 159530, 3254393}},
    // Mostly quiet moves, with budgets that matter.
    {"mega_hexano", "a4:-* d7:-* g1:-* d4:R1R2R3 c2:Y1Y2 f5:B1G3", {9, 87, 941, 10930, 133732}},
    {"mega_hexano(max_quiet=5)", "g4:-* d4:R1R2R3 a7:-*", {6, 40, 218, 588, 1100, 7768}},
    {"mega_hexano(max_quiet=6,repetition=cap_return)",
     "f1:-* d2:-* d7:R1R2R3 a5:B2",
     {10, 77, 434, 1956, 6058, 14020}},
    {"mega_hexano(max_quiet=4,repetition=none)",
     "f1:-* d2:-* d7:R1R2R3 a5:B2",
     {7, 15, 25, 31, 112, 1075}},
};

TEST(MegaHexanoPerft, FixedPositions) {
  for (const Perft& fixed : kPerft) {
    SCOPED_TRACE(std::string(fixed.spec) + " " + fixed.cells);
    const MegaHexanoState state = fixed.cells[0] == '\0' ? MegaHexanoState(hexano_rules(fixed.spec))
                                                         : hexano_position(fixed.spec, fixed.cells);
    std::vector<std::uint64_t> counts = perft(state, static_cast<int>(fixed.counts.size()));
    counts.erase(counts.begin());
    EXPECT_EQ(counts, fixed.counts);
    const naive::Game game = naive_game(state);
    for (int depth = 1; depth <= 3; ++depth) {
      EXPECT_EQ(game.histories(depth), fixed.counts[static_cast<std::size_t>(depth - 1)]);
    }
  }
}

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

// ---- Example 51: whole turns with at most 0 .. 5 quiet moves ----

TEST(MegaHexanoNaive, Example51WholeTurns) {
  using Counts = std::vector<std::tuple<int, int, int>>;
  const auto counts = [](const char* preset, const char* setup, int depth) {
    return naive::start(naive::defaults(preset), setup).whole_turns(depth);
  };
  EXPECT_EQ(
      counts("mega_hexano", "spread", 5),
      (Counts{
          {1, 18, 18}, {5, 32, 86}, {15, 42, 252}, {29, 42, 476}, {44, 42, 714}, {54, 42, 868}}));
  EXPECT_EQ(counts("mega_hexano", "wedge", 5), Counts(6, {1, 18, 18}));
  EXPECT_EQ(
      counts("hexano", "spread", 4),
      (Counts{{1, 2, 2}, {20, 59, 125}, {159, 79, 1316}, {686, 84, 6059}, {1903, 84, 16833}}));
  EXPECT_EQ(
      counts("volcano", "diagonal", 4),
      (Counts{{1, 14, 14}, {9, 38, 122}, {53, 76, 694}, {233, 116, 3070}, {785, 146, 10426}}));
  EXPECT_EQ(counts("mega_volcano", "spread", 5), (Counts{{1, 21, 21},
                                                         {8, 48, 156},
                                                         {33, 76, 609},
                                                         {99, 94, 1761},
                                                         {245, 110, 4264},
                                                         {515, 115, 8836}}));
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
        for (int game = 0; game < 6; ++game) {
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
  EXPECT_EQ(games, 576);
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
