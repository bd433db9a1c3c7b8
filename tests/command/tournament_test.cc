// `varan tournament`, from outside.
#include <pty.h>
#include <sys/stat.h>

#include <set>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/command/process.h"

namespace varan::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

using Words = std::vector<std::string>;

/// A tournament of a few seconds, with more words.
Words tournament(const Words& more, const std::string& iterations = "50") {
  Words words = {"tournament", "connect_four", "--bot", "mcts(iterations=" + iterations + ")",
                 "--bot",      "random",       "--bot", "flat(iterations=" + iterations + ")"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(TournamentCommand, PrintsATableAndACrossTable) {
  const Finished result = varan(tournament({"--games", "20"}));
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("connect_four: 60 games on 10 deals, seed 1"));
  EXPECT_THAT(result.out, HasSubstr("score %"));
  EXPECT_THAT(result.out, HasSubstr("1  mcts(iterations=50)"));
  EXPECT_THAT(result.out, HasSubstr("row against column"));
  EXPECT_EQ(result.err, "");
}

TEST(TournamentCommand, SaysWhenItRoundsUp) {
  const Finished result = varan(tournament({"--games", "5"}));
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.err, HasSubstr("6 each instead of 5"));
  EXPECT_EQ(varan(tournament({"--games", "5", "--quiet"})).err, "");
}

TEST(TournamentCommand, PrintsJson) {
  const Finished result = varan(tournament({"--games", "20", "--json"}));
  ASSERT_EQ(result.code, 0) << result.err;
  const json report = json::parse(result.out);
  ASSERT_EQ(report["bots"].size(), 3u);
  const std::set<std::string> specs = {"mcts(iterations=50)", "random", "flat(iterations=50)"};
  std::set<std::string> seen;
  double scores = 0;
  for (const json& bot : report["bots"]) {
    seen.insert(bot["spec"]);
    EXPECT_EQ(bot["games"], 40);
    EXPECT_EQ(bot["wins"].get<int>() + bot["draws"].get<int>() + bot["losses"].get<int>(), 40);
    EXPECT_TRUE(bot["elo"].is_number());
    EXPECT_TRUE(bot["elo_low"].is_number() || bot["elo_low"].is_null());
    EXPECT_TRUE(bot["elo_high"].is_number() || bot["elo_high"].is_null());
    scores += bot["score"].get<double>();
  }
  EXPECT_EQ(seen, specs);
  EXPECT_NEAR(scores, 1.5, 1e-9);
}

TEST(TournamentCommand, RecordsHoldWhatIsNeededToReplay) {
  const Folder folder;
  ASSERT_EQ(varan(tournament({"--games", "4", "--seed", "9", "--out", folder / "out"})).code, 0);
  std::istringstream lines(read_file(folder / "out"));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const json record = json::parse(line);
    EXPECT_EQ(record["format"], 1);
    EXPECT_EQ(record["game"], "connect_four");
    EXPECT_EQ(record["seed"], 9);
    EXPECT_EQ(record["bots"].size(), 2u);
    EXPECT_EQ(record["returns"].size(), 2u);
    EXPECT_EQ(record["moves"].size(), record["times"].size());
    EXPECT_FALSE(record["end"].get<std::string>().empty());
  }
  EXPECT_EQ(count, 12);
  const Finished all = varan({"replay", folder / "out"});
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.out, HasSubstr("12 of 12 games verified"));
  const Finished one = varan({"replay", folder / "out", "--game", "12"});
  EXPECT_EQ(one.code, 0);
  EXPECT_THAT(one.out, HasSubstr("  1. seat 0: "));
  EXPECT_THAT(one.out, HasSubstr("verified"));
  const json shown = json::parse(varan({"replay", folder / "out", "--game", "12", "--json"}).out);
  EXPECT_TRUE(shown["verified"].get<bool>());
  EXPECT_FALSE(shown["events"].back().contains("mover"));
  EXPECT_EQ(varan({"replay", folder / "out", "--game", "1", "--as", "1"}).code, 0);
  const Finished nobody = varan({"replay", folder / "out", "--game", "1", "--as", "2"});
  EXPECT_EQ(nobody.code, 2);
  EXPECT_THAT(nobody.err, HasSubstr("a seat from 0 to 1, or public, not '2'"));
}

// Eruptions are recorded with their landings, and replaying checks them. (Another preset than that
// of the game's name, with an option that is that name's default: the record names the right game.)
TEST(TournamentCommand, RecordsHoldLandings) {
  const Folder folder;
  ASSERT_EQ(varan({"tournament", "mega_hexano(preset=hexano,goal=score)", "--bot", "greedy",
                   "--bot", "random", "--games", "2", "--out", folder / "out"})
                .code,
            0);
  const std::string records = read_file(folder / "out");
  json record = json::parse(records.substr(0, records.find('\n')));
  EXPECT_EQ(record["game"], "hexano(goal=score)");
  EXPECT_EQ(varan({"replay", folder / "out"}).code, 0);

  std::size_t first = 0;  // the first eruption
  while (record["moves"][first].get<std::string>().find('>') == std::string::npos) ++first;
  const std::string eruption = record["moves"][first];
  EXPECT_THAT(eruption,
              ::testing::MatchesRegex("[a-e][1-5]-[a-e][1-5](>[RYGB][123]@[a-e][1-5]x?)+"));
  EXPECT_THAT(varan({"replay", folder / "out", "--game", "1", "--moves-only"}).out,
              HasSubstr(": " + eruption + "\n"));

  json wrong = record;
  wrong["moves"][first] =
      eruption.back() == 'x' ? eruption.substr(0, eruption.size() - 1) : eruption + "x";
  write_file(folder / "wrong", wrong.dump() + "\n");
  const Finished refused = varan({"replay", folder / "wrong"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.err, HasSubstr("the landings here are " + eruption));

  // Bare moves are read as well, and shown in full; to a seat, as it chose them.
  for (json& move : record["moves"]) {
    const std::string text = move;
    move = text.substr(0, text.find('>'));
  }
  write_file(folder / "bare", record.dump() + "\n");
  EXPECT_THAT(varan({"replay", folder / "bare", "--game", "1", "--moves-only"}).out,
              HasSubstr(": " + eruption + "\n"));
  const json events =
      json::parse(varan({"replay", folder / "bare", "--game", "1", "--json"}).out)["events"];
  EXPECT_EQ(events[first]["move"], eruption);
  const std::string mover = std::to_string(events[first]["mover"].get<int>());
  EXPECT_THAT(varan({"replay", folder / "out", "--game", "1", "--moves-only", "--as", mover}).out,
              HasSubstr(": " + eruption.substr(0, 5) + "\n"));
}

TEST(TournamentCommand, RecordsAndRatingsAreTheSameForAnyJobs) {
  const Folder folder;
  std::set<std::string> records;
  std::set<std::string> elo;
  for (const char* jobs : {"1", "2", "5"}) {
    const Finished result = varan(
        tournament({"--games", "10", "--jobs", jobs, "--json", "--quiet", "--out", folder / jobs}));
    ASSERT_EQ(result.code, 0) << result.err;
    records.insert(without_times(read_file(folder / jobs)));
    const json report = json::parse(result.out);
    for (const json& bot : report["bots"]) elo.insert(bot["elo"].dump() + bot["elo_low"].dump());
  }
  EXPECT_EQ(records.size(), 1u);
  EXPECT_EQ(elo.size(), 3u);
}

TEST(TournamentCommand, SeedsMakeTheDifference) {
  const Folder folder;
  for (const char* seed : {"1", "2"}) {
    ASSERT_EQ(varan(tournament({"--games", "2", "--seed", seed, "--out", folder / seed})).code, 0);
  }
  EXPECT_NE(without_times(read_file(folder / "1")), without_times(read_file(folder / "2")));
}

TEST(TournamentCommand, AChallengerMeetsEachOpponent) {
  const Finished result =
      varan({"tournament", "tic_tac_toe", "--challenger", "mcts(iterations=100)", "--bot", "random",
             "--bot", "flat(iterations=50)", "--games", "10", "--json"});
  ASSERT_EQ(result.code, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["bots"][0]["spec"], "mcts(iterations=100)");
  EXPECT_EQ(report["bots"][0]["games"], 20);
  EXPECT_EQ(report["cross"][1][2], nullptr);
}

/// Waits until the file has so many lines.
bool grows_to(const std::string& path, std::ptrdiff_t lines) {
  for (int i = 0; i < 3000; ++i) {
    if (line_count(read_file(path)) >= lines) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

class InterruptionTest : public ::testing::TestWithParam<int> {};

TEST_P(InterruptionTest, KeepsFinishedGamesAndResumesToTheSameEnd) {
  const Folder folder;
  const Words options = {"--games", "30", "--jobs", "3", "--json"};
  const auto with_out = [&](const std::string& file, bool resume) {
    Words words = options;
    words.insert(words.end(), {"--out", folder / file});
    if (resume) words.emplace_back("--resume");
    return tournament(words, "1500");
  };
  const Finished whole = varan(with_out("whole", false));
  ASSERT_EQ(whole.code, 0) << whole.err;

  Process process(with_out("broken", false));
  ASSERT_TRUE(grows_to(folder / "broken", 4));
  process.send(GetParam());
  const Finished stopped = process.wait();
  const std::string kept = read_file(folder / "broken");
  if (GetParam() == SIGKILL) {
    EXPECT_EQ(stopped.code, 128 + SIGKILL);
  } else {
    EXPECT_EQ(stopped.code, 1);
    EXPECT_THAT(stopped.err,
                HasSubstr("stopped after " + std::to_string(line_count(kept)) + " of 90"));
    EXPECT_THAT(stopped.err, HasSubstr("--resume"));
    EXPECT_TRUE(json::parse(stopped.out)["interrupted"].get<bool>());
    EXPECT_EQ(varan({"replay", folder / "broken"}).code, 0);
  }
  EXPECT_GE(line_count(kept), 4);
  EXPECT_LT(line_count(kept), 90);

  const Finished resumed = varan(with_out("broken", true));
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(without_times(read_file(folder / "broken")),
            without_times(read_file(folder / "whole")));
  const json a = json::parse(whole.out);
  const json b = json::parse(resumed.out);
  for (std::size_t i = 0; i < 3; ++i) {
    for (const char* key : {"games", "score", "elo", "elo_low", "elo_high", "moves"}) {
      EXPECT_EQ(a["bots"][i][key], b["bots"][i][key]) << key;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(BySignal, InterruptionTest,
                         ::testing::Values(SIGINT, SIGTERM, SIGHUP, SIGKILL),
                         [](const auto& signal) { return std::to_string(signal.param); });

TEST(TournamentCommand, ASecondSignalLosesNoFinishedGame) {
  const Folder folder;
  Process process(tournament({"--games", "30", "--jobs", "4", "--out", folder / "out"}, "1500"));
  ASSERT_TRUE(grows_to(folder / "out", 5));
  process.send(SIGINT);
  process.send(SIGTERM);
  (void)process.wait();
  EXPECT_GE(line_count(read_file(folder / "out")), 5);
  EXPECT_EQ(varan({"replay", folder / "out"}).code, 0);
}

TEST(TournamentCommand, AKilledResumptionLosesNoSavedGame) {
  const Folder folder;
  const Words words = tournament({"--games", "30", "--jobs", "3", "--out", folder / "out"}, "1500");
  ASSERT_EQ(varan(tournament({"--games", "30", "--out", folder / "whole"}, "1500")).code, 0);
  // The later half of the games, as if the first had taken long.
  const std::string whole = read_file(folder / "whole");
  const std::string saved = whole.substr(whole.find('\n', whole.size() / 2) + 1);
  write_file(folder / "out", saved);
  Words resume = words;
  resume.emplace_back("--resume");
  {
    Process process(resume);
    ASSERT_TRUE(grows_to(folder / "out", line_count(saved) + 2));
    process.send(SIGKILL);
    (void)process.wait();
  }
  EXPECT_TRUE(read_file(folder / "out").starts_with(saved));
  EXPECT_EQ(varan(resume).code, 0);
  EXPECT_EQ(without_times(read_file(folder / "out")), without_times(whole));
}

TEST(TournamentCommand, SaysThatItDropsAnUnfinishedLine) {
  const Folder folder;
  Words words = tournament({"--games", "2", "--out", folder / "out"});
  ASSERT_EQ(varan(words).code, 0);
  const std::string whole = read_file(folder / "out");
  write_file(folder / "out", whole.substr(0, whole.size() - 20));
  words.emplace_back("--resume");
  const Finished resumed = varan(words);
  EXPECT_EQ(resumed.code, 0);
  EXPECT_THAT(resumed.err, HasSubstr("ended in the middle of a game's line, which was dropped"));
  EXPECT_EQ(without_times(read_file(folder / "out")), without_times(whole));
  EXPECT_EQ(varan(words).err, "");
}

TEST(TournamentCommand, APipeThatNobodyReadsCanBeLeft) {
  const Folder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  Process process(tournament({"--out", folder / "pipe"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  process.send(SIGINT);
  const Finished result = process.wait(60);
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("nobody reads this pipe"));
}

TEST(TournamentCommand, AStopDoesNotWaitForALongDecision) {
  const Folder folder;
  Process process({"tournament", "connect_four", "--bot", "mcts(time_ms=600000)", "--bot", "random",
                   "--out", folder / "out"});
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  const auto begin = std::chrono::steady_clock::now();
  process.send(SIGTERM);
  const Finished result = process.wait();
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("stopped after 0 of 100"));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST(TournamentCommand, WithoutAFileAnInterruptionSaysSo) {
  Process process(
      {"tournament", "connect_four", "--bot", "mcts(time_ms=600000)", "--bot", "random"});
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  process.send(SIGINT);
  const Finished result = process.wait();
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("no --out FILE"));
}

TEST(TournamentCommand, AnotherTournamentIsNotResumed) {
  const Folder folder;
  ASSERT_EQ(varan(tournament({"--games", "4", "--out", folder / "out"})).code, 0);
  const std::string before = read_file(folder / "out");
  const Finished seed =
      varan(tournament({"--games", "4", "--seed", "2", "--resume", "--out", folder / "out"}));
  EXPECT_EQ(seed.code, 1);
  EXPECT_THAT(seed.err, HasSubstr("its seed is 1, here it is 2"));
  const Finished bots =
      varan(tournament({"--games", "4", "--resume", "--out", folder / "out"}, "60"));
  EXPECT_EQ(bots.code, 1);
  EXPECT_THAT(bots.err, HasSubstr("another tournament"));
  EXPECT_EQ(read_file(folder / "out"), before);
}

TEST(TournamentCommand, AFullDiskIsAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const Finished result = varan(tournament({"--games", "4", "--out", "/dev/full"}));
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("cannot write /dev/full: No space left"));
}

TEST(TournamentCommand, DrawsABarOnATerminal) {
  int terminal = -1;
  winsize size{24, 70, 0, 0};
  const pid_t pid = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (pid == 0) {
    ::setenv("TERM", "xterm", 1);
    const std::string command = command_path();
    ::execl(command.c_str(), command.c_str(), "tournament", "connect_four", "--bot", "random",
            "--bot", "flat(iterations=2000)", "--games", "40", nullptr);
    _exit(127);
  }
  ASSERT_GT(pid, 0);
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = ::read(terminal, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  ::close(terminal);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_THAT(text, HasSubstr("\r[#"));
  EXPECT_THAT(text, HasSubstr("[########################] 100 %  40/40 games"));
  EXPECT_THAT(text, HasSubstr("score %"));
  std::istringstream drawings(text);
  for (std::string line; std::getline(drawings, line, '\r');) {
    const std::size_t end = line.find("\x1b[K");
    if (end != std::string::npos) {
      EXPECT_LT(end, 70u) << line;
    }
  }
}

}  // namespace
}  // namespace varan::testing
