// The worked examples of the rules page, section 11, under their numbers.
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_testing.h"
#include "varan/perft.h"

namespace varan {
namespace {

using mega_hexano::Pile;
using mega_hexano::PileScore;
using mega_hexano::Reason;

constexpr char kStart48[] =
    "P1P2P3/C1C2C3/W1W2W3/Y1Y2Y3/R1R2R3*/Y1Y2Y3/G1G2G3/B1B2B3/O1O2O3/G1G2G3/B1B2B3/O1O2O3/P1P2P3/"
    "C1C2C3/R1R2R3*/O1O2O3/P1P2P3/C1C2C3/R1/Y1Y2Y3/G1G2G3/B1B2B3/R1R2R3*/Y1Y2Y3/G1G2G3/B1B2B3*/"
    "O1O2O3/P1P2P3/B1B2B3/O1O2O3/P1P2P3/C1C2C3/R1R2R3*/C1C2C3/W1W2W3/Y1Y2Y3/G1G2G3R2";

std::vector<double> utilities(const MegaHexanoState& state) {
  std::vector<double> values;
  for (Player player = 0; player < state.players(); ++player) {
    values.push_back(state.utility(player));
  }
  return values;
}

std::vector<double> scores(const MegaHexanoState& state) {
  std::vector<double> values;
  for (Player player = 0; player < state.players(); ++player) values.push_back(state.score(player));
  return values;
}

using Values = std::vector<double>;

// ---- Movement and eruption ----

struct Move {
  const char* spec;
  const char* before;
  const char* action;
  int id;                ///< -1: the page does not say
  const char* landings;  ///< as game records write them; empty: a quiet move
  const char* after;     ///< null: the page does not say
  const char* captured;
};

class MegaHexanoMove : public testing::TestWithParam<Move> {};

TEST_P(MegaHexanoMove, LeadsWhereThePageSays) {
  const Move& move = GetParam();
  const MegaHexanoState before = hexano_position(move.spec, move.before);
  const Action action = hexano_action(before, move.action);
  if (move.id >= 0) {
    EXPECT_EQ(action, move.id);
  }
  EXPECT_TRUE(before.is_legal(0, action));
  EXPECT_EQ(before.action_to_text(0, action), move.action);
  EXPECT_EQ(before.record_text(0, action), std::string(move.action) + move.landings);
  EXPECT_EQ(hexano_action(before, before.record_text(0, action)), action);
  const bool eruptive = move.landings[0] != '\0';
  EXPECT_EQ(before.erupts(before.caps(), action), eruptive);
  const MegaHexanoState after = played(before, move.action);
  if (move.after != nullptr) {
    EXPECT_EQ(cells_of(after), move.after);
  }
  EXPECT_EQ(after.to_move(), eruptive ? 1 : 0);
  EXPECT_EQ(after.turns(), eruptive ? 1 : 0);
  EXPECT_EQ(after.quiet(), eruptive ? 0 : 1);
  EXPECT_EQ(after.dry(), eruptive && move.captured[0] == '\0' ? 1 : 0);
  std::string held;
  for (int piece = 0; piece < mega_hexano::kPieces; ++piece) {
    const auto kind = static_cast<mega_hexano::Piece>(piece);
    for (int i = 0; i < after.pile(0).count(kind); ++i) held += mega_hexano::piece_name(kind);
  }
  EXPECT_EQ(held, move.captured);
  EXPECT_EQ(after.validate(), "");
}

constexpr Move kMoves[] = {
    /* 1 */ {"mega_hexano", "a4:R1R2R3* g1:-*", "a4-b4", 0, ">R3@c4>R2@d4>R1@e4",
             "b4:-* c4:R3 d4:R2 e4:R1 g1:-*", ""},
    /* 2 */
    {"mega_hexano", "a4:R1R2R3* c4:Y1Y2Y3 d4:G1G2 e4:B1", "a4-b4", 0, ">R3@c4x>R2@d4x>R1@e4x",
     "b4:-* c4:Y1Y2Y3 d4:G1G2 e4:B1", "R1R2R3"},
    /* 3 */
    {"mega_hexano", "a4:R1R2R3* c4:Y1Y2Y3 d4:G1G2G3 e4:B2", "a4-b4", 0, ">R3@c4x>R2@d4>R1@e4",
     "b4:-* c4:Y1Y2Y3 d4:G1G2G3R2 e4:B2R1", "R3"},
    /* 4 */
    {"mega_hexano", "a4:R1R2R3* c4:Y3Y1 d4:G2G1", "a4-b4", 0, ">R3@c4>R2@d4>R1@e4",
     "b4:-* c4:Y3Y1R3 d4:G2G1R2 e4:R1", ""},
    /* 5 */
    {"mega_hexano", "d4:R1R2R3* a4:-*", "d4-e4", 108, ">R3@f4>R2@g4",
     "a4:-* d4:R1 e4:-* f4:R3 g4:R2", ""},
    /* 6 */ {"mega_hexano", "f4:R1R2R3* a4:Y1*", "f4-g4", 186, "", "a4:Y1* f4:R1R2R3 g4:-*", ""},
    /* 7 */
    {"mega_hexano", "d4:R1R2R3* f4:Y3* a7:B1", "d4-e4", 108, "", "a7:B1 d4:R1R2R3 e4:-* f4:Y3*",
     ""},
    /* 8 */
    {"mega_hexano", "a4:R1R2R3* c4:Y3 d4:G2*", "a4-b4", 0, ">R3@c4x", "a4:R1R2 b4:-* c4:Y3 d4:G2*",
     "R3"},
    /* 9 */
    {"mega_hexano", "d4:-* f4:Y3 a4:B1B2B3*", "d4-e4", 108, "", "a4:B1B2B3* e4:-* f4:Y3", ""},
    /* 10 */
    {"mega_hexano", "a4:Y2R1G3B2O3* c4:Y3 d4:P1 e4:C2C3 g4:W1W2", "a4-b4", 0,
     ">O3@c4x>B2@d4>G3@e4x>R1@f4>Y2@g4x", "b4:-* c4:Y3 d4:P1B2 e4:C2C3 f4:R1 g4:W1W2", "Y2G3O3"},
    /* 11 */
    {"mega_hexano", "a4:R3* b4:G1G2G3 c4:Y3", "a4-b4", 0, ">R3@c4x", "b4:G1G2G3* c4:Y3", "R3"},
    /* 12 */
    {"mega_hexano", "g2:W1W2W3* e4:Y3 d5:Y1 c6:Y2", "g2-f3", 208, ">W3@e4x>W2@d5>W1@c6",
     "c6:Y2W1 d5:Y1W2 e4:Y3 f3:-*", "W3"},
    /* 13 */
    {"hexano", "a3:R1R2R3* c3:B3 d3:B2 e3:B1", "a3-b3", 0, ">R3@c3x>R2@d3x>R1@e3x", nullptr,
     "R1R2R3"},
    /* 14 */
    {"mega_volcano", "a1:R1R2R3* c3:Y3 d4:Y1 e5:W1", "a1-b2", 1, ">R3@c3x>R2@d4>R1@e5x",
     "b2:-* c3:Y3 d4:Y1R2 e5:W1", "R1R3"},
    /* 15 */
    {"volcano", "b2:R1R2R3* e5:Y3", "b2-c3", 49, ">R3@d4>R2@e5", "b2:R1 c3:-* d4:R3 e5:Y3R2", ""},
};

INSTANTIATE_TEST_SUITE_P(Example, MegaHexanoMove, testing::ValuesIn(kMoves),
                         [](const testing::TestParamInfo<Move>& example) {
                           return std::to_string(example.index + 1);
                         });

// ---- Legality ----

TEST(MegaHexanoExamples, Example16LegalMoves) {
  const MegaHexanoState state = hexano_position("mega_hexano", "d4:-* e4:-* g4:R1R2R3*");
  EXPECT_EQ(legal_list(state, true), "g4-f5 g4-g3");
  EXPECT_EQ(legal_list(state, false),
            sorted("d4-c4 d4-c5 d4-d3 d4-d5 d4-e3 e4-d5 e4-e3 e4-e5 e4-f3 e4-f4 g4-f4"));
  for (const char* const move : {"d4-e4", "g4-E", "g4-NE"}) {
    EXPECT_FALSE(state.is_legal(0, hexano_action(state, move))) << move;
  }
}

TEST(MegaHexanoExamples, Example17NoSetRecurs) {
  const MegaHexanoState state =
      played(hexano_position("mega_hexano", "f4:R1R2R3* c2:-* a4:Y1Y2Y3"), "f4-g4");
  EXPECT_EQ(legal_list(state, true), "");
  EXPECT_EQ(legal_list(state, false), "c2-b3 c2-c3 c2-d1 c2-d2 g4-f5 g4-g3");
}

TEST(MegaHexanoExamples, Example18Triangle) {
  const MegaHexanoState state =
      played(hexano_position("mega_hexano", "d4:-* a7:R1R2R3"), "d4-e4,e4-e3");
  EXPECT_EQ(legal_list(state, false), "e3-d3 e3-e2 e3-f2 e3-f3");
  EXPECT_EQ(legal_list(state, true), "");
}

TEST(MegaHexanoExamples, Example19CapsAreAlike) {
  const char* cells = "c4:-* d4:-* a7:R1R2R3";
  const MegaHexanoState config = played(hexano_position("mega_hexano", cells), "c4-c5,d4-c4");
  EXPECT_FALSE(config.is_legal(0, hexano_action(config, "c5-d4")));
  const std::string spec = "mega_hexano(repetition=cap_return)";
  const MegaHexanoState returns = played(hexano_position(spec, cells), "c4-c5,d4-c4");
  EXPECT_TRUE(returns.is_legal(0, hexano_action(returns, "c5-d4")));
  const MegaHexanoState once = played(hexano_position(spec, cells), "c4-c5");
  EXPECT_FALSE(once.is_legal(0, hexano_action(once, "c5-c4")));
}

TEST(MegaHexanoExamples, Example20BackInOrderToErupt) {
  const MegaHexanoState state =
      played(hexano_position("mega_hexano", "b4:-* c4:R3 a4:Y1"), "b4-c4");
  EXPECT_EQ(state.record_text(0, hexano_action(state, "c4-b4")), "c4-b4>R3@a4");
  EXPECT_EQ(cells_of(played(state, "c4-b4")), "a4:Y1R3 b4:-*");
}

TEST(MegaHexanoExamples, Example21BudgetAndReach) {
  const char* cells = "g4:-* d4:R1R2R3 a7:-*";
  const MegaHexanoState two = hexano_position("mega_hexano(max_quiet=2)", cells);
  EXPECT_EQ(two.reason(), Reason::kStalemate);
  EXPECT_EQ(two.end_reason(), "stalemate");
  const MegaHexanoState three = hexano_position("mega_hexano(max_quiet=3)", cells);
  EXPECT_EQ(legal_list(three, false), "a7-b6 g4-f4");
  for (const char* spec : {"mega_hexano(max_quiet=4)", "mega_hexano"}) {
    EXPECT_EQ(legal_list(hexano_position(spec, cells), false),
              "a7-a6 a7-b6 a7-b7 g4-f4 g4-f5 g4-g3");
  }
}

TEST(MegaHexanoExamples, Example22BudgetAndReach) {
  const char* cells = "d5:-* d4:R1R2R3 a7:-*";
  EXPECT_EQ(legal_list(hexano_position("mega_hexano(max_quiet=1)", cells), false), "d5-d4");
  EXPECT_EQ(legal_list(hexano_position("mega_hexano(max_quiet=2)", cells), false),
            "a7-a6 a7-b6 a7-b7 d5-c5 d5-d4 d5-e4");
}

TEST(MegaHexanoExamples, Example23NoPiecesIsStalemate) {
  const MegaHexanoState state = hexano_position("mega_hexano", "d4:-* e4:-* f4:-*");
  EXPECT_EQ(state.kind(), NodeKind::kTerminal);
  EXPECT_EQ(state.reason(), Reason::kStalemate);
  EXPECT_EQ(scores(state), (Values{0, 0}));
  EXPECT_EQ(utilities(state), (Values{0, 0}));
}

// ---- Scoring ----

Pile pile_of(const std::string& pieces) {
  Pile pile;
  std::istringstream list(pieces);
  for (std::string piece; list >> piece;) {
    const auto colour =
        static_cast<mega_hexano::Colour>(mega_hexano::kColourLetters.find(piece[0]));
    pile.add(mega_hexano::piece(colour, piece[1] - '0'));
  }
  return pile;
}

struct Scored {
  int number;
  const char* pile;
  int pieces;
  int trees;
  int single;
  int total;
};

TEST(MegaHexanoExamples, Examples24To38Scores) {
  constexpr Scored kScored[] = {
      {24, "", 0, 0, 0, 0},
      {25, "R1 R2 R3", 3, 1, 1, 7},
      {26, "R3 Y2 G1", 3, 1, 0, 5},
      {27, "R1 R2 R3 R3", 4, 1, 1, 8},
      {28, "R3 R3 R3", 3, 0, 0, 3},
      {29, "R2 R3 W1", 3, 1, 1, 7},
      {30, "R3 Y2 W1", 3, 1, 0, 5},
      {31, "W1 W2 W3", 3, 1, 1, 7},
      {32, "R1 R1 R2 R3 Y2 Y3", 6, 2, 1, 12},
      {33, "R2 R3 Y2 Y3 W1 W1", 6, 2, 2, 14},
      {34, "R2 R3 Y1 Y2 G1 W3", 6, 2, 1, 12},
      {35, "R1 R2 Y1 Y3 G2 G3 W1 W2 W3", 9, 3, 3, 21},
      {36, "R1 Y1 G1 B1 O1 P1 C1 W2 W2 W3 W3", 11, 2, 2, 19},
      {37, "R1 R2 R3 Y1 Y2 Y3 G2 G3 B1 O1 P3 C2 W3", 13, 4, 2, 25},
      {38, "R1 R2 R3 Y1 Y2 Y3 G1 G2 G3", 9, 3, 3, 21},
  };
  for (const Scored& scored : kScored) {
    SCOPED_TRACE(scored.number);
    const PileScore score = pile_of(scored.pile).score(true);
    EXPECT_EQ(score, (PileScore{scored.pieces, scored.trees, scored.single}));
    EXPECT_EQ(score.total(), scored.total);
  }
  EXPECT_EQ(pile_of("R2 R3 W1").score(false).total(), 5);
}

// ---- Ends ----

TEST(MegaHexanoExamples, Example39Trigger) {
  const MegaHexanoState state = played(hexano_position("mega_hexano", "a4:R3* c4:Y3 g1:B1*",
                                                       {.piles = "R1R2Y1G1B1O1P1C1;Y1Y2Y3G1G2G3"}),
                                       "a4-b4");
  EXPECT_EQ(state.end_reason(), "trigger");
  EXPECT_EQ(state.trigger_player(), 0);
  EXPECT_EQ(scores(state), (Values{13, 14}));
  EXPECT_EQ(utilities(state), (Values{-1, 1}));
}

TEST(MegaHexanoExamples, Example40WhiteMakesNoTree) {
  const Unsaid piles = {.piles = "R1Y1G1B1O1P1C1W2;Y1Y2Y3G1G2G3"};
  const MegaHexanoState state =
      played(hexano_position("mega_hexano", "a4:R3* c4:Y3 g1:B1*", piles), "a4-b4");
  EXPECT_EQ(state.kind(), NodeKind::kDecision);
  EXPECT_EQ(state.to_move(), 1);
  EXPECT_EQ(state.score(0), 13);
}

TEST(MegaHexanoExamples, Example41WhiteIsNoColour) {
  const Unsaid piles = {.piles = "R1R2Y1G1B1O1P1W1;Y1Y2Y3G1G2G3"};
  const MegaHexanoState state =
      played(hexano_position("mega_hexano", "a4:R3* c4:Y3 g1:B1*", piles), "a4-b4");
  EXPECT_EQ(state.kind(), NodeKind::kDecision);
}

TEST(MegaHexanoExamples, Example42ColoursAlone) {
  const Unsaid piles = {.piles = "R1Y1G1B1O1P1C1W2;Y1Y2Y3G1G2G3"};
  const MegaHexanoState state =
      played(hexano_position("mega_volcano", "a4:R3* c4:Y3 f1:B1*", piles), "a4-b4");
  EXPECT_EQ(state.end_reason(), "trigger");
  EXPECT_EQ(state.trigger_player(), 0);
}

TEST(MegaHexanoExamples, Example43Race) {
  const MegaHexanoState state =
      played(hexano_position("hexano", "a3:R3* c3:Y3 e1:G1*",
                             {.piles = "Y1Y2Y3G1G2G3;R1R2Y3G2B1", .to_move = 1}),
             "a3-b3");
  EXPECT_EQ(state.end_reason(), "goal");
  EXPECT_EQ(state.trigger_player(), 1);
  EXPECT_EQ(state.pile_score(1), (PileScore{6, 2, 1}));
  EXPECT_EQ(state.score(1), 12);
  EXPECT_EQ(utilities(state), (Values{-1, 1}));
}

TEST(MegaHexanoExamples, Example44Sweep) {
  const char* cells = "a1:W3* c3:Y3 f6:-*";
  const Unsaid piles = {.piles = "W1W2;Y1Y2Y3G1G2G3B1B2B3"};
  const MegaHexanoState state = played(hexano_position("mega_volcano", cells, piles), "a1-b2");
  EXPECT_EQ(state.end_reason(), "sweep");
  EXPECT_EQ(scores(state), (Values{7, 21}));
  EXPECT_EQ(utilities(state), (Values{1, -1}));
  EXPECT_EQ(played(hexano_position("mega_volcano(sweep=0)", cells, piles), "a1-b2").kind(),
            NodeKind::kDecision);
}

TEST(MegaHexanoExamples, Example45DryEnd) {
  const MegaHexanoState state = played(
      hexano_position("mega_hexano", "a4:R1R2R3* g1:-*", {.piles = "", .counters = "t0 d59 q0"}),
      "a4-b4");
  EXPECT_EQ(state.end_reason(), "dry");
  EXPECT_EQ(state.dry(), 60);
  EXPECT_EQ(scores(state), (Values{0, 0}));
  EXPECT_EQ(utilities(state), (Values{0, 0}));
  const Unsaid piles = {.piles = "R1R2R3;-", .counters = "t70 d59 q0"};
  const MegaHexanoState race =
      played(hexano_position("hexano", "a3:R1R2R3* e1:-*", piles), "a3-b3");
  EXPECT_EQ(race.end_reason(), "dry");
  EXPECT_EQ(utilities(race), (Values{0, 0}));
  const MegaHexanoState by_score =
      played(hexano_position("hexano(race_fallback=score)", "a3:R1R2R3* e1:-*", piles), "a3-b3");
  EXPECT_EQ(utilities(by_score), (Values{1, -1}));
}

TEST(MegaHexanoExamples, Example46Utilities) {
  // A game over after the last seat's turn, with these piles.
  const auto ended = [](const std::string& spec, const std::string& piles,
                        const std::string& counters_and_end) {
    const MegaHexanoRules& rules = hexano_rules(spec);
    return hexano_position(rules, "mega_hexano " + std::to_string(rules.players()) + " " +
                                      std::to_string(rules.players() - 1) + " | {d4:-* e4:R1} | " +
                                      piles + " | " + counters_and_end);
  };
  const std::string twenty = "R1R2R3Y1Y2Y3G1G2B1B3";  // 14 + 5 + 1
  const MegaHexanoState three =
      ended("mega_hexano(players=3)", twenty + ";O1O2O3P1P2P3G1G2B1B3;C1C2C3C1C1C2C2",
            "t90 d60 q0 | - | over dry -");
  EXPECT_EQ(scores(three), (Values{20, 20, 11}));
  EXPECT_EQ(utilities(three), (Values{0.5, 0.5, -1}));
  const MegaHexanoState four =
      ended("mega_hexano(players=4)", "R1R2R3Y1Y2Y3G1;B1B2B3O1O1;P1P2P3C1C1;W1W1W1",
            "t500 d0 q0 | - | over turns -");
  EXPECT_EQ(scores(four), (Values{15, 9, 9, 3}));
  EXPECT_EQ(utilities(four), (Values{1, 0, 0, -1}));
  const MegaHexanoState alike =
      ended("mega_hexano(players=4)", "R1R2R3;Y1Y2Y3;G1G2G3;B1B2B3", "t90 d60 q0 | - | over dry -");
  EXPECT_EQ(scores(alike), (Values{7, 7, 7, 7}));
  EXPECT_EQ(utilities(alike), (Values{0, 0, 0, 0}));
  const MegaHexanoState race =
      ended("mega_hexano(players=3,goal=race)", "R1R2R3Y1Y2Y3B1B2B3;-;R1R2R3Y1G1B1O1P1C1",
            "t9 d0 q0 | - | over goal 2");
  EXPECT_GT(race.score(0), race.score(2));  // which does not matter
  EXPECT_EQ(utilities(race), (Values{-0.5, -0.5, 1}));
}

// ---- Starts and sequences ----

TEST(MegaHexanoExamples, Example47FirstDecision) {
  const MegaHexanoState state(hexano_rules("mega_hexano"));
  EXPECT_EQ(legal_ids(state).size(), 22u);
  EXPECT_EQ(legal_list(state, true),
            sorted("b3-b4 b3-c2 b3-c3 c7-b7 c7-c6 c7-d6 d4-c4 d4-c5 d4-d3 d4-d5 d4-e3 d4-e4 e1-d2 "
                   "e1-e2 e1-f1 f5-e5 f5-e6 f5-f4"));
  EXPECT_EQ(legal_list(state, false), "b3-a4 c7-d7 e1-d1 f5-g4");
}

TEST(MegaHexanoExamples, Example48FirstEruption) {
  const MegaHexanoState start(hexano_rules("mega_hexano"));
  EXPECT_EQ(start.record_text(0, hexano_action(start, "d4-e4")), "d4-e4>R3@f4x>R2@g4");
  const MegaHexanoState state = played(start, "d4-e4");
  EXPECT_EQ(caps_of(state), "b3 c7 e1 e4 f5");
  EXPECT_EQ(state.to_move(), 1);
  EXPECT_EQ(legal_ids(state).size(), 22u);
  EXPECT_EQ(legal_list(state, false).size(), 4 * 6 - 1u);
  EXPECT_EQ(state.to_text(),
            std::string("mega_hexano 2 1 | ") + kStart48 + " | R3;- | t1 d0 q0 | -");
}

TEST(MegaHexanoExamples, Example49QuietThenEruption) {
  const MegaHexanoState start(hexano_rules("mega_hexano"));
  EXPECT_EQ(hexano_action(start, "b3-a4"), 28);
  const MegaHexanoState state = played(start, "b3-a4");
  EXPECT_EQ(legal_ids(state).size(), 21u);
  EXPECT_EQ(legal_list(state, false), "c7-d7 e1-d1 f5-g4");
  EXPECT_TRUE(state.is_legal(0, hexano_action(state, "a4-b3")));
  EXPECT_EQ(hexano_action(state, "a4-b4"), 0);
  EXPECT_EQ(state.record_text(0, 0), "a4-b4>P3@c4x");
  const MegaHexanoState after = played(state, "a4-b4");
  EXPECT_NE((" " + cells_of(after) + " ").find(" a4:P1P2 "), std::string::npos);
  EXPECT_EQ(after.pile(0).count(mega_hexano::piece(mega_hexano::Colour::kPurple, 3)), 1);
}

TEST(MegaHexanoExamples, Example50Perft) {
  const std::pair<const char*, std::vector<std::uint64_t>> starts[] = {
      {"mega_hexano", {22, 496, 11256, 256194}},
      {"mega_hexano(setup=wedge)", {18, 372, 8196, 188670}},
      {"hexano", {21, 409, 7684, 142097}},
      {"volcano", {22, 516, 12194, 289900}},
      {"mega_volcano", {28, 783, 22043, 624525}},
  };
  for (const auto& [spec, counts] : starts) {
    std::vector<std::uint64_t> found = perft(MegaHexanoState(hexano_rules(spec)), 4);
    found.erase(found.begin());
    EXPECT_EQ(found, counts) << spec;
  }
}

struct Deterministic {
  const char* spec;
  const char* end;
  int trigger_player;
  int turns;
  int moves;
  Values scores;
  int pieces_left;
  const char* caps;
  Values utilities;
};

TEST(MegaHexanoExamples, Example52DeterministicGames) {
  const Deterministic games[] = {
      // clang-format off
      {"mega_hexano", "trigger", 1, 36, 53, {12, 21}, 88, "b3 b6 c5 c7 e1", {-1, 1}},
      {"mega_hexano(players=3)", "trigger", 2, 96, 167, {16, 12, 26}, 73, "b3 b5 d2 f3 g1", {0, -1, 1}},
      {"mega_hexano(players=4)", "trigger", 3, 104, 186, {13, 14, 16, 18}, 68, "a6 b4 e1 e4 g3",
       {-1, -1.0 / 3, 1.0 / 3, 1}},
      {"mega_hexano(setup=wedge)", "trigger", 0, 43, 89, {24, 19}, 82, "b3 b4 d1 d3 f5", {1, -1}},
      {"hexano", "goal", 1, 100, 239, {16, 19}, 34, "a4 a5 c5 d3 e2", {-1, 1}},
      {"volcano", "trigger", 0, 71, 148, {27, 30}, 42, "a1 b2 c2 c4 d5", {-1, 1}},
      {"volcano(players=3)", "trigger", 1, 71, 148, {19, 17, 17}, 42, "a1 b2 c2 c4 d5", {1, -0.5, -0.5}},
      {"mega_volcano", "trigger", 0, 61, 129, {23, 29}, 72, "a3 c2 d4 f2 f5", {-1, 1}},
      {"mega_volcano(players=3)", "trigger", 2, 102, 200, {20, 15, 34}, 63, "b1 b2 b6 d4 e2", {0, -1, 1}},
      // clang-format on
  };
  for (const Deterministic& game : games) {
    SCOPED_TRACE(game.spec);
    MegaHexanoState state(hexano_rules(game.spec));
    NullWitness witness;
    int moves = 0;
    for (; state.kind() == NodeKind::kDecision; ++moves) {
      const std::vector<Action> legal = legal_ids(state);
      const auto number = static_cast<std::size_t>(7 * state.turns() + 3 * state.quiet() + 1);
      state.apply(state.to_move(), legal[number % legal.size()], witness);
    }
    EXPECT_EQ(state.end_reason(), game.end);
    EXPECT_EQ(state.trigger_player(), game.trigger_player);
    EXPECT_EQ(state.turns(), game.turns);
    EXPECT_EQ(moves, game.moves);
    EXPECT_EQ(scores(state), game.scores);
    for (Player player = 0; player < state.players(); ++player) {
      EXPECT_NEAR(state.utility(player), game.utilities[static_cast<std::size_t>(player)], 1e-12);
    }
    int pieces = 0;
    for (int cell = 0; cell < state.rules().board().cells(); ++cell) pieces += state.height(cell);
    EXPECT_EQ(pieces, game.pieces_left);
    EXPECT_EQ(caps_of(state), game.caps);
    EXPECT_EQ(state.validate(), "");
    if (&game != &games[0]) continue;
    EXPECT_NE(state.to_text().find(" | R3R3Y3G1G3B3P2C3C3W3;R1R3R3R3Y2G1G2G3B3B3O2P2C1 | "),
              std::string::npos);
  }
}

TEST(MegaHexanoExamples, Example53RoundTrip) {
  const MegaHexanoRules& rules = hexano_rules("mega_hexano");
  const std::string line = std::string("mega_hexano 2 1 | ") + kStart48 + " | R3;- | t1 d0 q0 | -";
  EXPECT_EQ(hexano_position(rules, line).to_text(), line);
  const std::string quiet = played(MegaHexanoState(rules), "b3-a4").to_text();
  EXPECT_NE(quiet.find(" | t0 d0 q1 | b3+c7+d4+e1+f5"), std::string::npos);
  EXPECT_EQ(hexano_position(rules, quiet).to_text(), quiet);
}

TEST(MegaHexanoExamples, Example54FinishRound) {
  const std::string spec = "mega_hexano(players=3,finish_round=true)";
  const std::string all_but_a_tree = "R1R2Y1G1B1O1P1C1";
  for (const bool both : {false, true}) {
    const std::string piles = all_but_a_tree + ";" + (both ? all_but_a_tree : "-") + ";-";
    MegaHexanoState state =
        hexano_position(spec, "a4:R3* c4:Y3 a7:R3* c7:Y3 g1:G1G2G3*", {.piles = piles});
    state = played(state, "a4-b4");
    EXPECT_TRUE(state.triggered(state.pile(0)));
    EXPECT_TRUE(state.pending());
    EXPECT_EQ(state.kind(), NodeKind::kDecision);
    EXPECT_EQ(hexano_position(hexano_rules(spec), state.to_text()), state);
    state = played(state, "a7-b7");  // seat 1 captures a red 3, too
    EXPECT_EQ(state.triggered(state.pile(1)), both);
    EXPECT_TRUE(state.pending());
    EXPECT_EQ(state.kind(), NodeKind::kDecision);
    EXPECT_EQ(state.to_move(), 2);
    state = played(state, "g1-f2");
    EXPECT_EQ(state.end_reason(), "trigger");
    EXPECT_EQ(state.trigger_player(), 0);
    EXPECT_EQ(state.turns(), 3);
    EXPECT_EQ(hexano_position(hexano_rules(spec), state.to_text()), state);
  }
}

TEST(MegaHexanoExamples, Example55DeadEnd) {
  const char* cells = "f1:-* d7:R1R2R3";
  const MegaHexanoState dead =
      played(hexano_position("mega_hexano(repetition=cap_return)", cells), "f1-f2,f2-g2,g2-g1");
  EXPECT_EQ(dead.turns(), 1);
  EXPECT_EQ(dead.dry(), 1);
  EXPECT_EQ(dead.to_move(), 1);
  EXPECT_EQ(dead.quiet(), 0);
  const MegaHexanoState config = played(hexano_position("mega_hexano", cells), "f1-f2,f2-g2");
  EXPECT_EQ(legal_list(config, false), "g2-f3 g2-g3");
}

TEST(MegaHexanoExamples, Example56CalderaGoals) {
  const MegaHexanoState three =
      played(hexano_position("caldera", "a1:G3* c3:Y3", {.piles = "R1R2R3Y1Y2Y3G1G2;-"}), "a1-b2");
  EXPECT_EQ(three.end_reason(), "goal");
  EXPECT_EQ(three.pile_score(0).single, 3);
  const Unsaid piles = {.piles = "R1R2R3Y1Y2Y3G1B1O1P2P3C2C3K2;-"};
  const MegaHexanoState five = played(hexano_position("caldera", "a1:K3* c3:Y3", piles), "a1-b2");
  EXPECT_EQ(five.end_reason(), "goal");
  EXPECT_EQ(five.pile_score(0).single, 2);
  EXPECT_EQ(five.pile_score(0).trees, 5);
}

}  // namespace
}  // namespace varan
