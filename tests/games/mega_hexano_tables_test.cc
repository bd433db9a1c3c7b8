// The tables of the rules page, written out: neighbours (section 2) and starts (section 10).
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_testing.h"

namespace varan {
namespace {

/// Index, name, q, r, and the neighbours in the order of the directions; . is off the board.
constexpr const char* kHex3[] = {
    "0 a4 -3 0 b4 b3 . . . a5",     "1 a5 -3 1 b5 b4 a4 . . a6",     "2 a6 -3 2 b6 b5 a5 . . a7",
    "3 a7 -3 3 b7 b6 a6 . . .",     "4 b3 -2 -1 c3 c2 . . a4 b4",    "5 b4 -2 0 c4 c3 b3 a4 a5 b5",
    "6 b5 -2 1 c5 c4 b4 a5 a6 b6",  "7 b6 -2 2 c6 c5 b5 a6 a7 b7",   "8 b7 -2 3 c7 c6 b6 a7 . .",
    "9 c2 -1 -2 d2 d1 . . b3 c3",   "10 c3 -1 -1 d3 d2 c2 b3 b4 c4", "11 c4 -1 0 d4 d3 c3 b4 b5 c5",
    "12 c5 -1 1 d5 d4 c4 b5 b6 c6", "13 c6 -1 2 d6 d5 c5 b6 b7 c7",  "14 c7 -1 3 d7 d6 c6 b7 . .",
    "15 d1 0 -3 e1 . . . c2 d2",    "16 d2 0 -2 e2 e1 d1 c2 c3 d3",  "17 d3 0 -1 e3 e2 d2 c3 c4 d4",
    "18 d4 0 0 e4 e3 d3 c4 c5 d5",  "19 d5 0 1 e5 e4 d4 c5 c6 d6",   "20 d6 0 2 e6 e5 d5 c6 c7 d7",
    "21 d7 0 3 . e6 d6 c7 . .",     "22 e1 1 -3 f1 . . d1 d2 e2",    "23 e2 1 -2 f2 f1 e1 d2 d3 e3",
    "24 e3 1 -1 f3 f2 e2 d3 d4 e4", "25 e4 1 0 f4 f3 e3 d4 d5 e5",   "26 e5 1 1 f5 f4 e4 d5 d6 e6",
    "27 e6 1 2 . f5 e5 d6 d7 .",    "28 f1 2 -3 g1 . . e1 e2 f2",    "29 f2 2 -2 g2 g1 f1 e2 e3 f3",
    "30 f3 2 -1 g3 g2 f2 e3 e4 f4", "31 f4 2 0 g4 g3 f3 e4 e5 f5",   "32 f5 2 1 . g4 f4 e5 e6 .",
    "33 g1 3 -3 . . . f1 f2 g2",    "34 g2 3 -2 . . g1 f2 f3 g3",    "35 g3 3 -1 . . g2 f3 f4 g4",
    "36 g4 3 0 . . g3 f4 f5 .",
};
constexpr const char* kHex2[] = {
    "0 a3 -2 0 b3 b2 . . . a4",   "1 a4 -2 1 b4 b3 a3 . . a5",    "2 a5 -2 2 b5 b4 a4 . . .",
    "3 b2 -1 -1 c2 c1 . . a3 b3", "4 b3 -1 0 c3 c2 b2 a3 a4 b4",  "5 b4 -1 1 c4 c3 b3 a4 a5 b5",
    "6 b5 -1 2 c5 c4 b4 a5 . .",  "7 c1 0 -2 d1 . . . b2 c2",     "8 c2 0 -1 d2 d1 c1 b2 b3 c3",
    "9 c3 0 0 d3 d2 c2 b3 b4 c4", "10 c4 0 1 d4 d3 c3 b4 b5 c5",  "11 c5 0 2 . d4 c4 b5 . .",
    "12 d1 1 -2 e1 . . c1 c2 d2", "13 d2 1 -1 e2 e1 d1 c2 c3 d3", "14 d3 1 0 e3 e2 d2 c3 c4 d4",
    "15 d4 1 1 . e3 d3 c4 c5 .",  "16 e1 2 -2 . . . d1 d2 e2",    "17 e2 2 -1 . . e1 d2 d3 e3",
    "18 e3 2 0 . . e2 d3 d4 .",
};

template <std::size_t N>
void expect_neighbours(const mega_hexano::Board& board, const char* const (&rows)[N]) {
  ASSERT_EQ(board.cells(), static_cast<int>(N));
  for (const char* const row : rows) {
    SCOPED_TRACE(row);
    std::istringstream words(row);
    int index = 0;
    std::string name;
    int q = 0;
    int r = 0;
    words >> index >> name >> q >> r;
    EXPECT_EQ(board.name(index), name);
    EXPECT_EQ(board.find(name), index);
    EXPECT_EQ(board.letter(index), q + board.size());
    EXPECT_EQ(board.number(index), r + board.size());
    for (int direction = 0; direction < 6; ++direction) {
      std::string expected;
      words >> expected;
      const mega_hexano::Cell cell = board.neighbour(index, direction);
      EXPECT_EQ(cell == mega_hexano::kNoCell ? "." : board.name(cell), expected);
    }
  }
}

TEST(MegaHexanoTables, NeighboursOnHexes) {
  expect_neighbours(hexano_rules("mega_hexano").board(), kHex3);
  expect_neighbours(hexano_rules("hexano").board(), kHex2);
  const std::vector<std::string> directions = {"E", "NE", "NW", "W", "SW", "SE"};
  for (int direction = 0; direction < 6; ++direction) {
    EXPECT_EQ(hexano_rules("hexano").board().direction_name(direction),
              directions[static_cast<std::size_t>(direction)]);
  }
}

TEST(MegaHexanoTables, NeighboursOnSquares) {
  struct Row {
    const char* name;
    int x;
    int y;
  };
  constexpr Row kRows[] = {{"N", 0, 1},  {"NE", 1, 1},   {"E", 1, 0},  {"SE", 1, -1},
                           {"S", 0, -1}, {"SW", -1, -1}, {"W", -1, 0}, {"NW", -1, 1}};
  for (const auto& [spec, size] : {std::pair("volcano", 5), std::pair("mega_volcano", 6)}) {
    const mega_hexano::Board& board = hexano_rules(spec).board();
    for (int direction = 0; direction < 8; ++direction) {
      const Row& row = kRows[direction];
      EXPECT_EQ(board.direction_name(direction), row.name);
      for (int x = 0; x < size; ++x) {
        for (int y = 0; y < size; ++y) {
          const int to_x = x + row.x;
          const int to_y = y + row.y;
          const bool off = to_x < 0 || to_y < 0 || to_x >= size || to_y >= size;
          EXPECT_EQ(board.neighbour(size * x + y, direction),
                    off ? mega_hexano::kNoCell : size * to_x + to_y);
        }
      }
    }
  }
}

constexpr std::pair<const char*, const char*> kStarts[] = {
    {"mega_hexano(setup=spread)",
     "P1P2P3/C1C2C3/W1W2W3/Y1Y2Y3/R1R2R3*/Y1Y2Y3/G1G2G3/B1B2B3/O1O2O3/G1G2G3/B1B2B3/"
     "O1O2O3/P1P2P3/C1C2C3/R1R2R3*/O1O2O3/P1P2P3/C1C2C3/R1R2R3*/Y1Y2Y3/G1G2G3/B1B2B3/"
     "R1R2R3*/Y1Y2Y3/G1G2G3/B1B2B3/O1O2O3/P1P2P3/B1B2B3/O1O2O3/P1P2P3/C1C2C3/R1R2R3*/"
     "C1C2C3/W1W2W3/Y1Y2Y3/G1G2G3"},
    {"mega_hexano(setup=wedge)",
     "O1O2O3/O1O2O3/O1O2O3/P1P2P3/B1B2B3/O1O2O3/O1O2O3/P1P2P3/P1P2P3/B1B2B3/B1B2B3/W1W2W3/"
     "R1R2R3*/P1P2P3/P1P2P3/B1B2B3/B1B2B3/R1R2R3*/R1R2R3*/R1R2R3*/C1C2C3/C1C2C3/G1G2G3/"
     "G1G2G3/R1R2R3*/W1W2W3/C1C2C3/C1C2C3/G1G2G3/G1G2G3/Y1Y2Y3/Y1Y2Y3/C1C2C3/G1G2G3/"
     "Y1Y2Y3/Y1Y2Y3/Y1Y2Y3"},
    {"hexano(setup=spread)",
     "Y1Y2Y3/Y1Y2Y3/B1B2B3/G1G2G3/R1R2R3*/G1G2G3/R1R2R3*/B1B2B3/Y1Y2Y3/B1B2B3/Y1Y2Y3/"
     "G1G2G3/R1R2R3*/G1G2G3/R1R2R3*/G1G2G3/R1R2R3*/Y1Y2Y3/B1B2B3"},
    {"volcano(setup=diagonal)",
     "R1R2R3*/G1G2G3/P1P2P3/P1P2P3/P1P2P3/Y1Y2Y3/R1R2R3*/G1G2G3/G1G2G3/P1P2P3/B1B2B3/"
     "Y1Y2Y3/R1R2R3*/G1G2G3/P1P2P3/B1B2B3/Y1Y2Y3/Y1Y2Y3/R1R2R3*/G1G2G3/B1B2B3/B1B2B3/"
     "B1B2B3/Y1Y2Y3/R1R2R3*"},
    {"mega_volcano(setup=spread)",
     "Y1Y2Y3/R1R2R3*/C1C2C3/B1B2B3/P1P2P3/G1G2G3/G1G2G3/O1O2O3/Y1Y2Y3/R1R2R3*/C1C2C3/"
     "B1B2B3/B1B2B3/P1P2P3/G1G2G3/O1O2O3/Y1Y2Y3/R1R2R3*/R1R2R3*/C1C2C3/B1B2B3/W1W2W3/"
     "G1G2G3/O1O2O3/O1O2O3/Y1Y2Y3/P1P2P3/C1C2C3/B1B2B3/P1P2P3/P1P2P3/G1G2G3/O1O2O3/Y1Y2Y3/"
     "R1R2R3*/C1C2C3"},
};

TEST(MegaHexanoTables, Starts) {
  for (const auto& [spec, cells] : kStarts) {
    const MegaHexanoState start(hexano_rules(spec));
    EXPECT_EQ(start.to_text(), std::string(start.rules().preset().name) + " 2 0 | " + cells +
                                   " | -;- | t0 d0 q0 | -");
  }
}

}  // namespace
}  // namespace varan
