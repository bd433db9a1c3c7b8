// Every bad input: one line on stderr that says what was wrong and what would be right, the right
// exit code, nothing on stdout.
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/command/process.h"

namespace varan::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct BadInput {
  const char* name;
  std::vector<std::string> arguments;
  int code;
  std::vector<std::string> message;
};

void PrintTo(const BadInput& input, std::ostream* out) { *out << input.name; }

const std::string kGood =
    R"({"format":1,"game":"tic_tac_toe","seed":1,"deal":0,"block":0,"seating":0,"bots":["random","random"],"moves":["a1","b1","a2","b2","a3"],"returns":[1.0,-1.0],"scores":[1.0,0.0],"end":"line","times":[0,0,0,0,0]})";

/// Files that the cases name as @name.
void write_files(const Folder& folder) {
  write_file(folder / "empty", "");
  write_file(folder / "text", "hello\n");
  write_file(folder / "unfinished", "my notes");
  write_file(folder / "truncated", kGood.substr(0, 100));
  write_file(folder / "array", "[1,2]\n");
  write_file(folder / "binary", std::string("\0\xff\xfe\x80", 4));
  std::string other = kGood;
  other.replace(other.find("tic_tac_toe"), 11, "ludo");
  write_file(folder / "unknown_game", other + "\n");
  std::string future = kGood;
  future.replace(future.find("\"format\":1"), 10, "\"format\":7");
  write_file(folder / "future", future + "\n");
  write_file(folder / "taken", "something\n");
}

std::vector<BadInput> cases() {
  const std::vector<std::string> two = {"--bot", "random", "--bot", "random"};
  const auto tournament = [&](std::vector<std::string> more) {
    std::vector<std::string> words = {"tournament", "tic_tac_toe"};
    words.insert(words.end(), two.begin(), two.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  return {
      {"nothing", {}, 2, {"a subcommand is needed", "tournament"}},
      {"subcommand", {"frobnicate"}, 2, {"no subcommand 'frobnicate'", "analyze"}},
      {"option", {"games", "--frob"}, 2, {"--frob", "varan games --help"}},
      {"extra", {"perft", "tic_tac_toe", "2", "3"}, 2, {"3"}},
      {"game", {"games", "ludo"}, 2, {"no game 'ludo'", "tic_tac_toe"}},
      {"game_option", {"games", "connect_four(breadth=4)"}, 2, {"no parameter 'breadth'", "width"}},
      {"game_value", {"games", "connect_four(width=99)"}, 2, {"width=99", "4..7"}},
      {"game_spec", {"games", "connect_four(width=5"}, 2, {"')' is missing"}},
      {"bot", {"bots", "stockfish"}, 2, {"no bot 'stockfish'", "mcts"}},
      {"bot_game", {"bots", "mcts", "--game", "ludo"}, 2, {"no game 'ludo'"}},
      {"perft_no_depth", {"perft", "tic_tac_toe"}, 2, {"depth is required"}},
      {"perft_depth", {"perft", "tic_tac_toe", "-1"}, 2, {"from 0 to 1000", "'-1'"}},
      {"perft_depth_text", {"perft", "tic_tac_toe", "deep"}, 2, {"whole number", "'deep'"}},
      {"perft_position", {"perft", "tic_tac_toe", "2", "--position", "xyz"}, 2, {"position"}},
      {"analyze_no_bot", {"analyze", "tic_tac_toe"}, 2, {"--bot is required"}},
      {"analyze_move",
       {"analyze", "tic_tac_toe", "--bot", "random", "--moves", "a1 z9"},
       2,
       {"move 2 (z9)"}},
      {"analyze_illegal",
       {"analyze", "tic_tac_toe", "--bot", "random", "--moves", "a1 a1"},
       2,
       {"move 2 (a1)"}},
      {"analyze_over",
       {"analyze", "tic_tac_toe", "--bot", "random", "--moves", "a1 b1 a2 b2 a3"},
       2,
       {"the game is over"}},
      {"analyze_player",
       {"analyze", "tic_tac_toe", "--bot", "random", "--player", "1"},
       2,
       {"seat 1 is not to move", "0"}},
      {"analyze_player_range",
       {"analyze", "tic_tac_toe", "--bot", "random", "--player", "9"},
       2,
       {"0 to 7"}},
      {"analyze_position",
       {"analyze", "tic_tac_toe", "--bot", "random", "--position", "?"},
       2,
       {"position"}},
      {"no_iterations",
       {"analyze", "tic_tac_toe", "--bot", "mcts(iterations=0)"},
       2,
       {"iterations=0", "1.."}},
      {"negative_time", {"analyze", "tic_tac_toe", "--bot", "mcts(time_ms=-5)"}, 2, {"time_ms=-5"}},
      {"speed_seconds", {"speed", "tic_tac_toe", "--seconds", "0"}, 2, {"0.01 to 3600", "'0'"}},
      {"speed_nan", {"speed", "tic_tac_toe", "--seconds", "nan"}, 2, {"'nan'"}},
      {"bench_game", {"bench", "ludo"}, 2, {"no game 'ludo'"}},
      {"tournament_no_game", {"tournament"}, 2, {"game is required"}},
      {"tournament_no_bot", {"tournament", "tic_tac_toe"}, 2, {"--bot is required"}},
      {"tournament_one_bot",
       {"tournament", "tic_tac_toe", "--bot", "random"},
       2,
       {"at least two bots"}},
      {"tournament_game",
       {"tournament", "ludo", "--bot", "random", "--bot", "random"},
       2,
       {"no game 'ludo'"}},
      {"tournament_bot",
       {"tournament", "tic_tac_toe", "--bot", "random", "--bot", "human"},
       2,
       {"no bot 'human'"}},
      {"tournament_parameter",
       {"tournament", "tic_tac_toe", "--bot", "random", "--bot", "mcts(depth=3)"},
       2,
       {"no parameter 'depth'", "iterations"}},
      {"games_zero", tournament({"--games", "0"}), 2, {"--games", "from 1 to", "'0'"}},
      {"games_negative", tournament({"--games", "-4"}), 2, {"--games", "'-4'"}},
      {"games_text", tournament({"--games", "many"}), 2, {"whole number", "'many'"}},
      {"games_huge", tournament({"--games", "99999999999999999999"}), 2, {"whole number"}},
      {"jobs_zero", tournament({"--jobs", "0"}), 2, {"--jobs", "1 to 1024"}},
      {"jobs_negative", tournament({"--jobs", "-1"}), 2, {"--jobs", "'-1'"}},
      {"seed_negative", tournament({"--seed", "-1"}), 2, {"--seed", "'-1'"}},
      {"out_folder", tournament({"--out", "@no/such/folder"}), 1, {"cannot write", "No such file"}},
      {"out_is_folder", tournament({"--out", "@"}), 1, {"cannot write", "directory"}},
      {"out_taken", tournament({"--out", "@taken"}), 2, {"holds something already", "--resume"}},
      {"resume_no_out", tournament({"--resume"}), 2, {"name the file"}},
      {"resume_text", tournament({"--resume", "--out", "@text"}), 1, {"line 1", "not JSON"}},
      {"resume_unfinished_text",
       tournament({"--resume", "--out", "@unfinished"}),
       1,
       {"line 1", "not a record"}},
      {"resume_device",
       tournament({"--resume", "--out", "/dev/null"}),
       2,
       {"/dev/null is not a regular file"}},
      {"resume_unreadable",
       tournament({"--resume", "--out", "/proc/self/mem"}),
       1,
       {"cannot read /proc/self/mem: Input/output error"}},
      {"empty_out", tournament({"--out", ""}), 2, {"--out: must not be empty"}},
      {"empty_challenger",
       tournament({"--challenger", ""}),
       2,
       {"--challenger: must not be empty"}},
      {"empty_games", tournament({"--games", ""}), 2, {"--games"}},
      {"empty_bot", tournament({"--bot", ""}), 2, {"--bot: must not be empty"}},
      {"empty_short_bot", tournament({"-b", ""}), 2, {"--bot: must not be empty"}},
      {"equals_nothing",
       {"tournament", "tic_tac_toe", "--bot=", "-b", "random"},
       2,
       {"--bot: must not be empty"}},
      {"equals_nothing_out", tournament({"--out="}), 2, {"--out: must not be empty"}},
      {"empty_subcommand", {""}, 2, {"no subcommand ''"}},
      {"empty_game", {"games", ""}, 2, {"game: must not be empty"}},
      {"empty_tournament_game",
       {"tournament", "", "-b", "random", "-b", "random"},
       2,
       {"game: must not be empty"}},
      {"empty_bots", {"bots", ""}, 2, {"bot: must not be empty"}},
      {"empty_bots_game", {"bots", "--game", ""}, 2, {"--game: must not be empty"}},
      {"empty_bench", {"bench", ""}, 2, {"games: must not be empty"}},
      {"empty_position",
       {"analyze", "tic_tac_toe", "--bot", "random", "--position", ""},
       2,
       {"--position: must not be empty"}},
      {"empty_speed_bot", {"speed", "tic_tac_toe", "--bot", ""}, 2, {"--bot: must not be empty"}},
      {"empty_perft", {"perft", "", "2"}, 2, {"game: must not be empty"}},
      {"empty_depth", {"perft", "tic_tac_toe", ""}, 2, {"depth"}},
      {"empty_file", {"replay", ""}, 2, {"file: must not be empty"}},
      {"empty_viewer", {"replay", "@future", "--as", ""}, 2, {"--as: must not be empty"}},
      {"replay_unreadable",
       {"replay", "/proc/self/mem"},
       1,
       {"cannot read /proc/self/mem: Input/output error"}},
      {"replay_json", {"replay", "@unknown_game", "--game", "1", "--json"}, 1, {"no game 'ludo'"}},
      {"replay_no_file", {"replay"}, 2, {"file is required"}},
      {"replay_missing", {"replay", "@missing"}, 1, {"cannot read", "No such file"}},
      {"replay_folder", {"replay", "@"}, 1, {"cannot read", "folder"}},
      {"replay_empty", {"replay", "@empty"}, 1, {"holds no games"}},
      {"replay_text", {"replay", "@text"}, 1, {"line 1", "not JSON"}},
      {"replay_truncated",
       {"replay", "@truncated"},
       1,
       {"line 1", "ends in the middle of a record"}},
      {"replay_array", {"replay", "@array"}, 1, {"line 1", "JSON object"}},
      {"replay_binary", {"replay", "@binary"}, 1, {"line 1", "not JSON"}},
      {"replay_future", {"replay", "@future"}, 1, {"format 7", "reads format 1"}},
      {"replay_unknown", {"replay", "@unknown_game", "--game", "1"}, 1, {"no game 'ludo'"}},
      {"replay_game_zero", {"replay", "@unknown_game", "--game", "0"}, 2, {"--game", "from 1"}},
      {"replay_game_2", {"replay", "@unknown_game", "--game", "2"}, 2, {"holds 1 games", "1 to 1"}},
      {"replay_as_all", {"replay", "@future", "--as", "0"}, 1, {"format 7"}},
  };
}

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, GetsOneLineAndTheRightCode) {
  const Folder folder;
  write_files(folder);
  std::vector<std::string> arguments = GetParam().arguments;
  for (std::string& argument : arguments) {
    if (argument.starts_with("@")) argument = folder / argument.substr(1);
  }
  const Finished result = varan(arguments, 20);
  EXPECT_EQ(result.code, GetParam().code) << result.err;
  EXPECT_EQ(line_count(result.err), 1) << result.err;
  EXPECT_THAT(result.err, StartsWith("varan"));
  EXPECT_EQ(result.out, "");
  for (const std::string& part : GetParam().message) EXPECT_THAT(result.err, HasSubstr(part));
  EXPECT_EQ(read_file(folder / "taken"), "something\n");
  EXPECT_EQ(read_file(folder / "text"), "hello\n");
  EXPECT_EQ(read_file(folder / "unfinished"), "my notes");
}

INSTANTIATE_TEST_SUITE_P(All, BadInputTest, ::testing::ValuesIn(cases()),
                         [](const auto& input) { return std::string(input.param.name); });

TEST(BadRecords, EachIsNamedAndTheOthersAreStillVerified) {
  const Folder folder;
  std::string illegal = kGood;
  illegal.replace(illegal.find("\"a2\""), 4, "\"a1\"");
  std::string lying = kGood;
  lying.replace(lying.find("[1.0,-1.0]"), 10, "[-1.0,1.0]");
  write_file(folder / "records", kGood + "\n" + illegal + "\n" + lying + "\n" + kGood + "\n");
  const Finished result = varan({"replay", folder / "records"});
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("game 2: move 3 (a1): "));
  EXPECT_THAT(result.err, HasSubstr("game 3: the record gives returns -1 1"));
  EXPECT_EQ(line_count(result.err), 2);
  EXPECT_THAT(result.out, HasSubstr("2 of 4 games verified"));
}

TEST(BadRecords, LuckThatWasNotDealtIsSeen) {
  const Folder folder;
  const std::string file = folder / "records";
  ASSERT_EQ(varan({"tournament", "hexano(setup=random)", "--bot", "random", "--bot", "random",
                   "--games", "2", "--out", file})
                .code,
            0);
  const Finished good = varan({"replay", file});
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_THAT(good.out, HasSubstr("all luck as dealt"));
  std::string text = read_file(file);
  text.replace(text.find("\"seed\":1,"), 9, "\"seed\":7,");  // of the first game
  write_file(file, text);
  const Finished all = varan({"replay", file});
  EXPECT_EQ(all.code, 1);
  EXPECT_THAT(all.err, HasSubstr("game 1: move 1 ("));
  EXPECT_THAT(all.err, HasSubstr("seed 7 and deal 0 give"));
  EXPECT_EQ(line_count(all.err), 1);
  for (const char* form : {"--json", "--moves-only"}) {
    const Finished one = varan({"replay", file, "--game", "1", form});
    EXPECT_EQ(one.code, 1);
    EXPECT_EQ(one.err, all.err) << form;
  }
}

TEST(BadRecords, MutatedFilesNeverCrashTheReplay) {
  const Folder folder;
  for (int i = 0; i < 60; ++i) {
    std::string text = kGood + "\n" + kGood + "\n";
    text.erase(static_cast<std::size_t>(i) * 7 % text.size(), 1 + static_cast<std::size_t>(i) % 4);
    write_file(folder / "mutated", text);
    const Finished result = varan({"replay", folder / "mutated"}, 20);
    EXPECT_TRUE(result.code == 0 || result.code == 1) << result.code << " for " << text;
  }
}

}  // namespace
}  // namespace varan::testing
