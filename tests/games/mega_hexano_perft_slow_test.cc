// Perft of Mega Hexano and its family, confirmed by the naive implementation.
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_naive_testing.h"
#include "varan/perft.h"

namespace varan {
namespace {

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

// Example 51: whole turns with at most 0 .. 5 quiet moves ----

TEST(MegaHexanoExamples, Example51WholeTurns) {
  using Counts = std::vector<std::tuple<int, int, int>>;
  const auto counts = [](const char* preset, const char* setup, int depth) {
    return naive::start(naive::defaults(preset), setup).whole_turns(depth);
  };
  EXPECT_EQ(
      counts("mega_hexano", "spread", 5),
      (Counts{
          {1, 18, 18}, {5, 32, 86}, {15, 42, 252}, {29, 42, 476}, {44, 42, 714}, {54, 42, 868}}));
  EXPECT_EQ(counts("mega_hexano", "wedge", 5), Counts(6, {1, 18, 18}));
  EXPECT_EQ(counts("hexano", "spread", 5), (Counts{{1, 2, 2},
                                                   {20, 59, 125},
                                                   {159, 79, 1316},
                                                   {686, 84, 6059},
                                                   {1903, 84, 16833},
                                                   {3797, 84, 33592}}));
  EXPECT_EQ(counts("volcano", "diagonal", 5), (Counts{{1, 14, 14},
                                                      {9, 38, 122},
                                                      {53, 76, 694},
                                                      {233, 116, 3070},
                                                      {785, 146, 10426},
                                                      {2165, 166, 29050}}));
  EXPECT_EQ(counts("mega_volcano", "spread", 5), (Counts{{1, 21, 21},
                                                         {8, 48, 156},
                                                         {33, 76, 609},
                                                         {99, 94, 1761},
                                                         {245, 110, 4264},
                                                         {515, 115, 8836}}));
}

}  // namespace
}  // namespace varan
