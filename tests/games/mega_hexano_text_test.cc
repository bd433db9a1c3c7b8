// The notation of Mega Hexano: positions, moves, drawings, facts.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_testing.h"

namespace varan {
namespace {

using testing::HasSubstr;

constexpr char kLine[] = "hexano 2 0 | {a3:R1R2R3* c3:B3} | R1;- | t3 d1 q0 | -";

TEST(MegaHexanoText, SparseLinesAreRead) {
  const MegaHexanoState state = hexano_position(hexano_rules("hexano"), kLine);
  EXPECT_EQ(cells_of(state), "a3:R1R2R3* c3:B3");
  EXPECT_EQ(state.turns(), 3);
  EXPECT_EQ(state.to_text(),
            "hexano 2 0 | R1R2R3*/-/-/-/-/-/-/-/-/B3/-/-/-/-/-/-/-/-/- | R1;- | t3 d1 q0 | -");
}

TEST(MegaHexanoText, ErrorsNameThePlace) {
  struct Bad {
    const char* line;
    const char* error;
  };
  constexpr Bad kBad[] = {
      {"", "at 1: a position of hexano was expected"},
      {"volcano 2 0 | ", "at 1: a position of hexano was expected"},
      {"hexano 3 0 | ", "at 7: a position of 2 players was expected"},
      {"hexano 2 2 | ", "at 10: a player was expected, 0 to 1"},
      {"hexano 2 0 {a3:R1}", "at 11: ' | ' was expected"},
      {"hexano 2 0 | {a9:R1*}", "at 15: a cell of the board"},
      {"hexano 2 0 | {a3:R4*}", "at 18: the pieces of a3 were expected"},
      {"hexano 2 0 | {a3:R1*x}", "at 21: a blank or '}' was expected"},
      {"hexano 2 0 | R1/R2", "at 19: '/' and the pieces of a5 were expected"},
      {"hexano 2 0 | {a3:R1*} | R1", "at 27: ';' and the pile of player 1"},
      {"hexano 2 0 | {a3:R1*} | R1R1R1R1R1;- | t0 d0 q0 | -", "too many R1"},
      {"hexano 2 0 | {a3:R1*} | -;- | t501 d0 q0 | -", "at 32: a number from 0 to 500"},
      {"hexano 2 0 | {a3:R1*} | -;- | t500 d0 q0 | -", "at 31: at these counters the game is over"},
      {"hexano 2 0 | {a3:R1*} | -;- | t1 d60 q0 | -", "at 31: at these counters the game is over"},
      {"hexano 2 0 | {a3:R1*} | -;- | t00 d0 q0 | -", "at 32: a number"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q1 | -", "at 42: q1 needs as many earlier sets"},
      {"hexano 2 0 | {a3:-* c3:R1} | -;- | t0 d0 q1 | a5",
       "a5 does not lead to a3 by one cap move"},
      {"hexano 2 0 | {a3:-* c3:R1} | -;- | t0 d0 q2 | a3,b2",
       "could not come about by quiet moves"},
      {"hexano 2 0 | {a3:R1} | -;- | t0 d0 q0 | -", "1 to 8 caps"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | over", "at 46: an option was expected"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | over luck -", "a reason was expected"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | over goal -", "at 51: no turn has been made"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | colour=red",
       "hexano has no parameter 'colour'"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | setup=heap", "setup=heap is not allowed"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | white_centre=maybe", "true or false"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | cap_cells=a9", "at 56: a cell of the board"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | nests={a3:R7}", "at 56: the pieces of a3"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | players=3",
       "players=3 was found, but the game has players=2"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 p1 | -", "finish_round=true"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | max_quiet=3",
       "max_quiet=3 was found, but the game has max_quiet=12"},
      {"hexano 2 0 | {a3:R1*} | -;- | t0 d0 q0 | - | deal nests a3",
       "the set-up of this game does not lead here"},
  };
  const MegaHexanoRules& rules = hexano_rules("hexano");
  for (const Bad& bad : kBad) {
    const Parsed<MegaHexanoState> state = MegaHexanoState::from_text(rules, bad.line);
    ASSERT_FALSE(state.ok()) << bad.line;
    EXPECT_THAT(state.error().to_string(), HasSubstr(bad.error)) << bad.line;
  }
}

// Options of the set-up are read but not written; a line without options is of the game's own.
TEST(MegaHexanoText, OptionsAreRead) {
  const std::string line =
      "hexano 2 0 | R1R2R3*/-/-/-/-/-/-/-/-/B3/-/-/-/-/-/-/-/-/- | R1;- | t3 d1 q0 | -";
  const MegaHexanoRules& plain = hexano_rules("hexano");
  const MegaHexanoRules& unusual =
      hexano_rules("hexano(max_quiet=3,goal=score,setup=random,caps=random)");
  const std::string written = line + " | goal=score max_quiet=3";
  const MegaHexanoState state = hexano_position(plain, line);
  EXPECT_EQ(state.to_text(), line);
  for (const char* const options :
       {"setup=spread", "setup=random", "caps=random", "caps=list cap_cells=a3+c3",
        "white_centre=false", "setup=list nests={a3:R1R2R3* c3:B3} white_wild=true", "goal=race",
        "setup=list nests=R1R2R3*/-/-/-/-/-/-/-/-/B3/-/-/-/-/-/-/-/-/- max_quiet=12",
        "preset=hexano players=2 max_dry=60", "white_wild=on"}) {
    SCOPED_TRACE(options);
    EXPECT_EQ(hexano_position(plain, line + " | " + options), state);
    EXPECT_EQ(hexano_position(plain, line + " | " + options).to_text(), line);
  }
  for (const char* const options : {"", " | max_quiet=3", " | goal=score", " | setup=random",
                                    " | goal=score max_quiet=3 caps=random setup=random"}) {
    SCOPED_TRACE(options);
    EXPECT_EQ(hexano_position(unusual, line + options).to_text(), written);
  }
  EXPECT_EQ(hexano_position(unusual, written).to_text(), written);
  EXPECT_FALSE(MegaHexanoState::from_text(plain, written).ok());
}

// Ends that no last turn brings, and rounds that nobody plays on.
TEST(MegaHexanoText, ImpossibleEndsAreRefused) {
  // Piles: all colours and the red tree; all colours.
  const std::string full = "R1R2R3Y1G1B1O1P1C1";
  const std::string colours = "R1Y1G1B1O1P1C1";
  const std::string race = "mega_hexano(players=3,goal=race)";
  const std::string rounds = "mega_hexano(players=3,finish_round=true)";
  const std::string sweep = "mega_hexano(players=3,sweep=2)";
  const std::string three = "mega_hexano(players=3)";
  struct Case {
    std::string spec;
    int to_move;
    std::string piles;
    std::string counters;
    std::string over;   ///< empty: the game goes on
    std::string error;  ///< empty: it is possible
  };
  const Case cases[] = {
      // The goal of a race, by the player who moved.
      {race, 1, "-;" + full + ";-", "t5 d0", "goal 1", ""},
      {three, 1, "-;" + full + ";-", "t5 d0", "goal 1", "only a game with goal=race"},
      {race, 1, "-;" + full + ";-", "t5 d0", "goal -", "needs the player who met the trigger"},
      {race, 1, "-;" + full + ";-", "t5 d0", "goal 0", "player 0 does not meet the trigger"},
      {race, 1, full + ";" + full + ";-", "t5 d0", "goal 0", "cannot have been the first"},
      {race, 0, "-;" + full + ";-", "t5 d0", "goal 1", "the game goes on"},
      {race, 1, "-;" + colours + ";-", "t5 d0", "goal 1", "the game goes on"},
      {race, 1, "-;" + full + ";-", "t5 d0", "trigger 1", "only a game with goal=score"},
      {race, 1, "-;" + full + ";-", "t0 d0", "goal 1", "no turn has been made"},
      // The trigger.
      {three, 1, "-;" + full + ";-", "t5 d0", "trigger 1", ""},
      {three, 1, "-;" + full + ";-", "t5 d0", "trigger -", "needs the player who met"},
      {three, 0, "-;" + full + ";-", "t5 d0", "trigger 1", "the game goes on"},
      {three, 1, full + ";" + full + ";-", "t5 d0", "trigger 0", "cannot have been the first"},
      {rounds, 2, full + ";-;-", "t5 d0", "trigger 0", ""},
      {rounds, 2, full + ";-;" + full, "t5 d0", "trigger 0", ""},
      {rounds, 2, "-;-;" + full, "t5 d0", "trigger 2", ""},
      {rounds, 2, "-;" + full + ";-", "t5 d0", "trigger 0", "player 0 does not meet"},
      {rounds, 1, full + ";-;-", "t5 d0", "trigger 0", "the game goes on"},
      {rounds, 2, full + ";-;-", "t2 d0", "trigger 0", "cannot have been the first"},
      // White pieces.
      {sweep, 1, "-;W1W2;-", "t5 d0", "sweep -", ""},
      {sweep, 1, "-;W1;-", "t5 d0", "sweep -", "the game goes on"},
      {sweep, 0, "-;W1W2;-", "t5 d0", "sweep -", "the game goes on"},
      {three, 1, "-;W1W2;-", "t5 d0", "sweep -", "only a game with sweep > 0"},
      {sweep, 1, full + ";W1W2;-", "t5 d0", "sweep 0", "cannot have been the first"},
      {"mega_hexano(players=3,sweep=2,finish_round=true)", 1, full + ";W1W2;-", "t5 d0", "sweep 0",
       ""},
      // The two limits.
      {three, 1, "-;-;-", "t70 d60", "dry -", ""},
      {three, 1, "-;-;-", "t70 d59", "dry -", "the game goes on"},
      {three, 1, "-;-;-", "t70 d61", "dry -", "more dry turns"},
      {three, 1, "-;-;-", "t70 d60", "dry 0", "player 0 does not meet the trigger"},
      {three, 1, full + ";-;-", "t70 d60", "dry 0", "cannot have been the first"},
      {three, 1, "-;" + full + ";-", "t70 d60", "dry -", "ends by trigger; it does not end by dry"},
      {rounds, 1, full + ";-;-", "t70 d60", "dry 0", ""},
      {rounds, 1, "-;" + full + ";-", "t70 d60", "dry 1", ""},
      {rounds, 1, "-;" + full + ";-", "t70 d60", "dry -", "needs the player who met"},
      {rounds, 2, full + ";-;-", "t70 d60", "dry 0", "ends by trigger"},
      {"mega_hexano(players=3,max_dry=0)", 1, "-;-;-", "t70 d60", "dry -", "the game goes on"},
      {three, 1, "-;-;-", "t500 d2", "turns -", ""},
      {three, 1, "-;-;-", "t499 d2", "turns -", "the game goes on"},
      {three, 1, "-;-;-", "t500 d60", "turns -", "ends by dry; it does not end by turns"},
      {three, 1, "-;-;-", "t500 d60", "trigger -", "ends by dry"},
      // No eruption in reach.
      {three, 1, "-;-;-", "t5 d2", "stalemate -", "this is no stalemate"},
      {"mega_hexano(players=3,max_quiet=0)", 1, "-;-;-", "t5 d2", "stalemate -", ""},
      {"mega_hexano(players=3,max_quiet=0)", 1, "-;-;-", "t500 d2", "stalemate -",
       "over for another reason"},
      {"mega_hexano(players=3,max_quiet=0)", 1, full + ";-;-", "t5 d2", "stalemate 0",
       "cannot have been the first"},
      {"mega_hexano(players=3,max_quiet=0,finish_round=true)", 1, full + ";-;-", "t5 d2",
       "stalemate 0", ""},
      {"mega_hexano(players=3,max_quiet=0,finish_round=true)", 1, "-;" + full + ";-", "t5 d2",
       "stalemate 1", "cannot have been the first"},
      // A round that is played on.
      {rounds, 1, full + ";-;-", "t5 d2 q0 p0", "", ""},
      {rounds, 2, full + ";-;-", "t5 d2 q0 p0", "", ""},
      {rounds, 1, "-;-;-", "t5 d2 q0 p0", "", "player 0 does not meet the trigger"},
      {rounds, 1, "-;" + full + ";-", "t5 d2 q0 p1", "", "sits before the player to move"},
      {rounds, 1, "-;-;" + full, "t5 d2 q0 p2", "", "sits before the player to move"},
      {rounds, 2, full + ";-;-", "t1 d0 q0 p0", "", "more turns are gone by"},
      {three, 1, full + ";-;-", "t5 d2 q0 p0", "", "finish_round=true"},
      {rounds, 2, full + ";-;-", "t5 d2 q0 p0", "trigger 0", "has q0 and no p"},
      // A round that is played on, but without an eruption in reach: over, and the line is stable.
      {"mega_hexano(players=3,max_quiet=0,finish_round=true)", 1, full + ";-;-", "t5 d2 q0 p0", "",
       ""},
  };
  for (const Case& each : cases) {
    const MegaHexanoRules& rules = hexano_rules(each.spec);
    const bool stuck = each.spec.find("max_quiet=0") != std::string::npos;
    const std::string quiet = each.counters.find('q') == std::string::npos ? " q0" : "";
    const std::string line = "mega_hexano 3 " + std::to_string(each.to_move) + " | " +
                             (stuck ? "{a4:-* d4:P2P3}" : "{a4:P2P3* d4:P2}") + " | " + each.piles +
                             " | " + each.counters + quiet + " | -" +
                             (each.over.empty() ? "" : " | over " + each.over);
    SCOPED_TRACE(each.spec + ": " + line);
    const Parsed<MegaHexanoState> state = MegaHexanoState::from_text(rules, line);
    if (!each.error.empty()) {
      ASSERT_FALSE(state.ok());
      EXPECT_THAT(state.error().message, HasSubstr(each.error));
      continue;
    }
    ASSERT_TRUE(state.ok()) << state.error().to_string();
    EXPECT_EQ(state->validate(), "");
    EXPECT_EQ(hexano_position(rules, state->to_text()), *state);
    EXPECT_EQ(hexano_position(rules, state->to_text()).to_text(), state->to_text());
  }
}

TEST(MegaHexanoText, OptionsOfPlayAreWritten) {
  const MegaHexanoRules& rules = hexano_rules("hexano(max_quiet=3,setup=random,sweep=1)");
  NullWitness witness;
  Rng rng(1);
  MegaHexanoState state(rules);
  EXPECT_THAT(state.to_text(), HasSubstr(" | - | sweep=1 max_quiet=3 | deal nests a3"));
  while (state.kind() == NodeKind::kChance) {
    EXPECT_EQ(hexano_position(rules, state.to_text()), state);
    sample_chance(state, rng, witness);
  }
  EXPECT_THAT(state.to_text(), testing::EndsWith(" | - | sweep=1 max_quiet=3"));
}

TEST(MegaHexanoText, Moves) {
  const MegaHexanoState state(hexano_rules("mega_hexano"));
  const auto error = [&](const char* move) {
    return state.parse_action(0, move).error().to_string();
  };
  EXPECT_EQ(*state.parse_action(0, "d4-e4"), 108);
  EXPECT_EQ(state.action_to_text(0, 2), "a4-NW");  // over the edge: never legal, but it has a name
  EXPECT_EQ(*state.parse_action(0, "a4-NW"), 2);
  EXPECT_THAT(error("d4-e4>R3@f4"), HasSubstr("the landings here are d4-e4>R3@f4x>R2@g4"));
  EXPECT_THAT(error("d4-e4>R3@f4x"), HasSubstr("the landings here are d4-e4>R3@f4x>R2@g4"));
  EXPECT_THAT(error("b3-a4>R3@f4"), HasSubstr("the landings here are b3-a4"));
  EXPECT_EQ(*state.parse_action(0, "d4-e4>R3@f4x>R2@g4"), 108);
  EXPECT_EQ(state.record_text(0, 108), "d4-e4>R3@f4x>R2@g4");
  EXPECT_EQ(state.record_text(0, 28), "b3-a4");
  for (Action action = 0; action < state.rules().board().actions(); ++action) {
    EXPECT_EQ(*state.parse_action(0, state.record_text(0, action)), action);  // legal or not
  }
  EXPECT_EQ(state.record_text(0, -1), "?");
  EXPECT_THAT(error("d4-f4"), HasSubstr("at 4: f4 is no neighbour of d4"));
  EXPECT_THAT(error("d4-"), HasSubstr("at 4: a cell was expected"));
  EXPECT_THAT(error("x4-d4"), HasSubstr("at 1: a cell was expected"));
  EXPECT_THAT(error("d4e4"), HasSubstr("at 3: '-' was expected"));
}

TEST(MegaHexanoText, Drawing) {
  const MegaHexanoState hexes =
      hexano_position("hexano", "a3:R1R2R3* c1:-* c3:Y1R2G3B2 e3:W3", {.piles = "R1R2Y3Y3;-"});
  EXPECT_EQ(hexes.draw(),
            "          c1        d1        e1\n"
            "          .*        .         .\n"
            "     b2        c2        d2        e2\n"
            "     .         .         .         .\n"
            "a3        b3        c3        d3        e3\n"
            "R1R2R3*   .         1+R2G3B2  .         W3\n"
            "     a4        b4        c4        d4\n"
            "     .         .         .         .\n"
            "          a5        b5        c5\n"
            "          .         .         .\n"
            "player 0: 6 points, R1R2 Y3Y3\n"
            "player 1: 0 points, no pieces\n"
            "turn 1, player 0 is to move\n");
  const MegaHexanoState squares = hexano_position("volcano", "a1:R1R2R3* e5:P3");
  EXPECT_THAT(squares.draw(), testing::StartsWith("a5        b5        c5        d5        e5\n"
                                                  ".         .         .         .         P3\n"));
}

TEST(MegaHexanoText, Facts) {
  const MegaHexanoState before =
      hexano_position("mega_hexano", "a4:R3* c4:Y3 g1:B1*", {.piles = "R1R2Y1G1B1O1P1C1;-"});
  LogWitness log;
  MegaHexanoState state = before;
  state.apply(0, hexano_action(state, "a4-b4"), log);
  std::vector<std::string> lines;
  for (const LogWitness::Entry& entry : log.entries()) {
    EXPECT_TRUE(entry.audience.is_public());
    lines.push_back(state.fact_to_text(entry.fact));
  }
  EXPECT_THAT(lines, testing::ElementsAre("a cap moves from a4 to b4",
                                          "R3 lands on its size on c4 and is captured by player 0",
                                          "the game is over: trigger by player 0"));
}

}  // namespace
}  // namespace varan
