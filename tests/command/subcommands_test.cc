// The other subcommands, from outside.
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/command/process.h"

namespace varan::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

json json_of(std::vector<std::string> arguments) {
  arguments.emplace_back("--json");
  const Finished result = varan(arguments);
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out);
}

TEST(Help, OfEverySubcommand) {
  const Finished general = varan({"--help"});
  EXPECT_EQ(general.code, 0);
  for (const char* name :
       {"tournament", "replay", "games", "bots", "perft", "analyze", "exploit", "speed", "bench"}) {
    EXPECT_THAT(general.out, HasSubstr(name));
    const Finished help = varan({name, "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr(std::string("Usage: varan ") + name));
    EXPECT_THAT(help.out, HasSubstr("--json"));
    EXPECT_EQ(help.err, "");
  }
  const Finished version = varan({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_THAT(version.out, ::testing::MatchesRegex("varan [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Games, ListAndOptions) {
  EXPECT_THAT(varan({"games"}).out, HasSubstr("connect_four"));
  const Finished one = varan({"games", "connect_four"});
  EXPECT_THAT(one.out, HasSubstr("width"));
  EXPECT_THAT(one.out, HasSubstr("4..7"));
  const json list = json_of({"games"});
  EXPECT_GE(list.size(), 2u);
  const json game = json_of({"games", "connect_four(width=5)"});
  EXPECT_EQ(game["spec"], "connect_four(width=5)");
  EXPECT_EQ(game["traits"]["num_actions"], 5);
  EXPECT_EQ(game["parameters"][0]["name"], "width");
  // Another preset brings its own name and defaults.
  const json volcano = json_of({"games", "mega_hexano(preset=volcano)"});
  EXPECT_EQ(volcano["name"], "volcano");
  EXPECT_EQ(volcano["title"], "Volcano");
  EXPECT_EQ(volcano["spec"], "volcano");
  for (const json& parameter : volcano["parameters"]) {
    if (parameter["name"] == "setup") {
      EXPECT_EQ(parameter["default"], "diagonal");
    }
  }
  EXPECT_THAT(varan({"games", "mega_hexano(preset=volcano,players=3)"}).out,
              HasSubstr("volcano(players=3) is a game of"));
  // Everything that is listed can be asked for.
  for (const json& entry : list) {
    EXPECT_EQ(varan({"games", entry["name"].get<std::string>()}).code, 0) << entry;
  }
}

TEST(Bots, ListAndParameters) {
  EXPECT_THAT(varan({"bots"}).out, HasSubstr("mcts"));
  EXPECT_THAT(varan({"bots", "--game", "tic_tac_toe"}).out,
              HasSubstr("cannot play this: greedy needs hints"));
  for (const json& entry : json_of({"bots"})) {
    const std::string name = entry["name"];
    EXPECT_EQ(varan({"bots", name}).code, 0);
    const json bot = json_of({"bots", name, "--game", "connect_four"});
    for (const json& parameter : bot["parameters"]) {
      EXPECT_FALSE(parameter["help"].get<std::string>().empty()) << name << " " << parameter;
      EXPECT_FALSE(parameter["range"].get<std::string>().empty()) << name << " " << parameter;
    }
  }
}

TEST(Perft, CountsByDepth) {
  EXPECT_THAT(json_of({"perft", "tic_tac_toe", "9"})["nodes"],
              ElementsAre(1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872));
  EXPECT_THAT(json_of({"perft", "tic_tac_toe", "1", "--moves", "a1 b2"})["nodes"],
              ElementsAre(1, 7));
  const std::string position = json_of({"perft", "tic_tac_toe", "0", "--moves", "a1"})["position"];
  EXPECT_THAT(json_of({"perft", "tic_tac_toe", "2", "--position", position})["nodes"],
              ElementsAre(1, 8, 56));
  EXPECT_THAT(varan({"perft", "tic_tac_toe", "2"}).out, HasSubstr("72"));
}

TEST(Analyze, ShowsTheDecisionAndItsEvidence) {
  // Three in a column each: the mover wins at once.
  const std::vector<std::string> words = {"analyze",     "connect_four", "--moves",
                                          "4 3 4 3 4 3", "--bot",        "mcts(iterations=500)"};
  const json decision = json_of(words);
  EXPECT_EQ(decision["move"], "4");
  EXPECT_EQ(decision["value"], 1.0);
  EXPECT_EQ(decision["player"], 0);
  EXPECT_GT(decision["iterations"], 0);
  ASSERT_FALSE(decision["actions"].empty());
  for (const char* key : {"move", "visits", "value", "prior"}) {
    EXPECT_TRUE(decision["actions"][0].contains(key));
  }
  EXPECT_EQ(decision["principal_variation"][0], "4");
  const Finished text = varan(words);
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("seat 0 plays 4, value +1.000"));
  EXPECT_THAT(text.out, HasSubstr("best line: 4"));
  EXPECT_THAT(text.out, HasSubstr("visits"));
}

TEST(Analyze, IsReproducibleBySeed) {
  const auto visits = [](const char* seed) {
    return json_of(
        {"analyze", "connect_four", "--bot", "mcts(iterations=300)", "--seed", seed})["actions"];
  };
  EXPECT_EQ(visits("1"), visits("1"));
  EXPECT_NE(visits("1"), visits("2"));
}

TEST(Analyze, SmallBudgetsWork) {
  for (const char* iterations : {"1", "2", "5"}) {
    const json decision = json_of(
        {"analyze", "connect_four", "--bot", std::string("mcts(iterations=") + iterations + ")"});
    EXPECT_EQ(decision["iterations"].dump(), iterations);
    EXPECT_FALSE(decision["move"].get<std::string>().empty());
  }
}

TEST(Speed, HasItsKeys) {
  const json report = json_of({"speed", "connect_four", "--seconds", "0.1"});
  for (const char* key : {"playouts_per_second", "iterations_per_second", "ratio",
                          "bytes_per_state", "bytes_per_information_set"}) {
    EXPECT_TRUE(report[key].is_number()) << key;
    EXPECT_GT(report[key].get<double>(), 0) << key;
  }
  EXPECT_TRUE(
      json_of({"speed", "tic_tac_toe", "--bot", "random", "--seconds", "0.1"})["ratio"].is_null());
  EXPECT_THAT(varan({"speed", "tic_tac_toe", "--seconds", "0.1"}).out,
              HasSubstr("random playouts a second"));
}

TEST(Bench, IsOneNumberThatStays) {
  const Finished first = varan({"bench", "tic_tac_toe", "connect_four"});
  EXPECT_EQ(first.code, 0);
  EXPECT_THAT(first.out, ::testing::MatchesRegex("[0-9a-f]+\n"));
  EXPECT_EQ(varan({"bench", "tic_tac_toe", "connect_four"}).out, first.out);
  EXPECT_EQ(
      json_of({"bench", "tic_tac_toe", "connect_four"})["signature"].get<std::string>() + "\n",
      first.out);
  const Finished verbose = varan({"bench", "tic_tac_toe", "connect_four", "--verbose"});
  EXPECT_GT(line_count(verbose.out), 20);
  EXPECT_TRUE(verbose.out.ends_with(first.out));
}

// The recorded behaviour of all bots in all games. A change that alters it says so, and records
// anew.
TEST(Bench, IsTheRecordedSignature) { EXPECT_EQ(varan({"bench"}).out, "e50d9a927ac0c575\n"); }

TEST(Games, OddNumbersOfPlayersAreWarnedOf) {
  const Finished odd = varan({"perft", "hexano(players=4)", "1"});
  EXPECT_EQ(odd.code, 0);
  EXPECT_THAT(odd.err, HasSubstr("varan: warning: "));
  EXPECT_EQ(varan({"perft", "hexano", "1"}).err, "");
}

}  // namespace
}  // namespace varan::testing
