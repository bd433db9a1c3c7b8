#include "varan/arena/tournament.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/fake_game.h"
#include "varan/arena/record.h"

namespace varan {
namespace {

using testing::FakeGame;
using testing::FakeOptions;
using ::testing::HasSubstr;

/// A file's text.
std::string bytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// The same with the times taken out.
std::string contents(const std::string& path) {
  return std::regex_replace(bytes(path), std::regex("\"times\":\\[[^\\]]*\\]"), "\"times\":[]");
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Tournament : public ::testing::Test {
 protected:
  Tournament()
      : folder_(::testing::TempDir() + "varan_tournament_" + std::to_string(getpid()) + "/") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    options_.game = FakeGame::make();
    options_.bots = {"picker(skill=0.7)", "picker(skill=0.5)", "picker(skill=0.3)"};
    options_.games = 20;
  }
  ~Tournament() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ + name; }
  std::vector<GameRecord> records() const {
    auto records = read_records(options_.out);
    EXPECT_TRUE(records.ok()) << records.status();
    return records.ok() ? *std::move(records) : std::vector<GameRecord>();
  }
  std::string error() const {
    const auto result = run_tournament(options_);
    return result.ok() ? "" : std::string(result.status().message());
  }

  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      count += entry.exists();
    }
    return count;
  }

  std::string folder_;
  TournamentOptions options_;
};

TEST_F(Tournament, PlaysAllPairsAndRanksThem) {
  options_.games = 200;
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->games_done, 600);
  EXPECT_EQ(result->games_each, 200);
  EXPECT_EQ(result->deals, 100);
  EXPECT_EQ(result->standings.entrants[0].games, 400);
  EXPECT_THAT(result->standings.ranking(), ::testing::ElementsAre(0, 1, 2));
  EXPECT_EQ(result->bots[0].moves, 400 * 3);
  EXPECT_FALSE(result->interrupted);
}

TEST_F(Tournament, RatingFollowsTheBotNotTheSeat) {
  // Whatever the order of the bots and the number of seats, the better one comes out above; equal
  // ones come out level, though seats differ much in luck.
  for (const int players : {2, 3, 4, 5}) {
    for (const int place : {0, 1}) {
      options_.game = FakeGame::make({.players = players, .rounds = 6});
      options_.games = 120;
      options_.bots = {"picker(skill=0.4)", "picker(skill=0.4)"};
      options_.bots[static_cast<std::size_t>(place)] = "picker(skill=0.8)";
      const auto result = run_tournament(options_);
      ASSERT_TRUE(result.ok()) << result.status();
      const auto& entrants = result->standings.entrants;
      EXPECT_GT(entrants[static_cast<std::size_t>(place)].elo_interval.low, 50)
          << players << " players, place " << place;
      EXPECT_LT(entrants[static_cast<std::size_t>(1 - place)].elo_interval.high, -50);
    }
    options_.bots = {"picker(skill=0.5)", "picker(skill=0.5)"};
    options_.games = 400;
    const auto result = run_tournament(options_);
    EXPECT_NEAR(result->standings.entrants[0].score, 0.5, 0.1) << players << " players";
  }
}

TEST_F(Tournament, ConstantBotsSplitEveryBlockEvenly) {
  // With no luck of their own, equal bots score exactly one half whatever the dice favour.
  options_.bots = {"picker(skill=1)", "planner"};
  for (const int players : {2, 3, 4}) {
    options_.game = FakeGame::make({.players = players});
    const auto result = run_tournament(options_);
    EXPECT_DOUBLE_EQ(result->standings.entrants[0].score, 0.5);
    EXPECT_NEAR(result->standings.entrants[0].utility, 0, 1e-12);
  }
}

TEST_F(Tournament, AllSeatingsAndPairsOfADealShareTheDice) {
  options_.out = path("dice.jsonl");
  options_.game = FakeGame::make({.players = 3, .rounds = 5});
  ASSERT_TRUE(run_tournament(options_).ok());
  std::map<std::int64_t, std::set<std::string>> dice;
  for (const GameRecord& record : records()) {
    std::string thrown;
    for (const std::string& move : record.moves) thrown += move[0] == 'd' ? move : "";
    dice[record.deal].insert(thrown);
  }
  EXPECT_EQ(dice.size(), 4u);
  std::set<std::string> all;
  for (const auto& [deal, streams] : dice) {
    EXPECT_EQ(streams.size(), 1u) << "deal " << deal;
    all.insert(*streams.begin());
  }
  EXPECT_EQ(all.size(), 4u);
}

TEST_F(Tournament, EveryRecordReplays) {
  options_.out = path("replay.jsonl");
  options_.bots.push_back("illegal");
  options_.game = FakeGame::make({.turns = 2, .simultaneous = true});
  ASSERT_TRUE(run_tournament(options_).ok());
  for (const GameRecord& record : records()) {
    const auto played = replay(*options_.game, record, {.check_chance = true});
    EXPECT_TRUE(played.ok()) << played.status();
  }
}

TEST_F(Tournament, RecordsAreTheSameForAnyNumberOfJobs) {
  std::set<std::string> texts;
  std::vector<double> elo;
  for (const int jobs : {1, 2, 7, 1000}) {
    options_.out = path("jobs" + std::to_string(jobs));
    options_.jobs = jobs;
    const auto result = run_tournament(options_);
    ASSERT_TRUE(result.ok()) << result.status();
    texts.insert(contents(options_.out));
    elo.push_back(result->standings.entrants[0].elo);
    elo.push_back(result->standings.entrants[0].elo_interval.low);
  }
  EXPECT_EQ(texts.size(), 1u);
  EXPECT_EQ(lines_of(*texts.begin()).size(), 60u);
  for (std::size_t i = 2; i < elo.size(); ++i) EXPECT_EQ(elo[i], elo[i % 2]);
}

TEST_F(Tournament, AddingABotLeavesTheOthersGamesAlone) {
  const auto moves = [&](const char* name, std::vector<std::string> bots) {
    options_.out = path(name);
    options_.bots = std::move(bots);
    EXPECT_TRUE(run_tournament(options_).ok());
    std::vector<std::vector<std::string>> result;
    for (const GameRecord& record : records()) {
      if (record.bots[0] == "picker(skill=0.7)" && record.bots[1] == "picker(skill=0.3)") {
        result.push_back(record.moves);
      }
    }
    return result;
  };
  const auto two = moves("two", {"picker(skill=0.3)", "picker(skill=0.7)"});
  const auto four = moves("four", {"planner", "picker(skill=0.7)", "picker", "picker(skill=0.3)"});
  EXPECT_EQ(two, four);
  EXPECT_EQ(two.size(), 10u);
}

TEST_F(Tournament, AChallengerAgainstTablesOfEquals) {
  options_.game = FakeGame::make({.players = 4});
  options_.challenger = "picker(skill=0.9)";
  options_.bots = {"picker(skill=0.5)", "picker(skill=0.1)"};
  options_.games = 40;
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->bots[0].spec, "picker(skill=0.9)");
  EXPECT_EQ(result->standings.entrants[0].games, 80);
  EXPECT_EQ(result->standings.entrants[1].games, 40);
  EXPECT_EQ(result->standings.games(1, 2), 0);
  EXPECT_GT(result->standings.entrants[0].utility, 0.3);
}

TEST_F(Tournament, CountsForfeitsAndGoesOn) {
  options_.bots = {"picker(skill=0.5)", "illegal"};
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->games_done, 20);
  EXPECT_EQ(result->bots[1].forfeits, 20);
  EXPECT_EQ(result->bots[0].forfeits, 0);
  EXPECT_EQ(result->forfeits.size(), 5u);
  EXPECT_THAT(result->forfeits[0],
              HasSubstr("game 1: illegal (seat 1) forfeits: it chose action 77"));
  EXPECT_EQ(result->standings.entrants[0].score, 1);
}

TEST_F(Tournament, SeesThatGamesRepeatThemselves) {
  options_.game = FakeGame::make({.luck = false});
  options_.bots = {"picker(skill=1)", "planner"};
  EXPECT_EQ(run_tournament(options_)->distinct_games, 2);
  options_.bots = {"picker", "planner"};
  options_.game = FakeGame::make({.rounds = 30});
  EXPECT_EQ(run_tournament(options_)->distinct_games, 20);
}

TEST_F(Tournament, ReportsProgress) {
  options_.jobs = 3;
  std::int64_t last = 0;
  options_.progress = [&](const TournamentProgress& progress) {
    EXPECT_EQ(progress.done, ++last);
    EXPECT_EQ(progress.total, 60);
    EXPECT_EQ(progress.scores.size(), 3u);
  };
  ASSERT_TRUE(run_tournament(options_).ok());
  EXPECT_EQ(last, 60);
}

// Interruption and resumption.

TEST_F(Tournament, ResumedEqualsUninterruptedAfterAnyBreak) {
  options_.game = FakeGame::make({.players = 3});
  options_.games = 12;
  options_.out = path("whole.jsonl");
  const auto whole = run_tournament(options_);
  ASSERT_TRUE(whole.ok());
  const std::string expected = contents(options_.out);
  const std::string text = bytes(options_.out);
  options_.out = path("broken.jsonl");
  options_.resume = true;
  Rng rng(1);
  for (int i = 0; i < 30; ++i) {
    // Some breaks at the ends of lines, and just before and after.
    std::size_t cut = rng.below(static_cast<std::uint32_t>(text.size()));
    if (i % 3 != 0)
      cut = std::min(text.size(), text.find('\n', cut) + static_cast<std::size_t>(i % 3) - 1);
    const std::string left = text.substr(0, cut);
    write(options_.out, left);
    options_.jobs = 1 + i % 3;
    const auto result = run_tournament(options_);
    ASSERT_TRUE(result.ok()) << result.status();
    const bool whole_lines = left.empty() || left.ends_with('\n') || left.ends_with('}');
    EXPECT_EQ(result->dropped_line, !whole_lines) << left.substr(left.size() - 9);
    EXPECT_EQ(contents(options_.out), expected) << "broken after " << cut << " bytes";
    for (std::size_t b = 0; b < 3; ++b) {
      EXPECT_EQ(result->standings.entrants[b].elo, whole->standings.entrants[b].elo);
      EXPECT_EQ(result->standings.entrants[b].elo_interval.low,
                whole->standings.entrants[b].elo_interval.low);
      EXPECT_EQ(result->bots[b].moves, whole->bots[b].moves);
    }
  }
}

TEST_F(Tournament, StoppedGamesAreKeptOutOfOrderAndSortedLater) {
  options_.bots = {"slow", "picker", "planner"};
  options_.jobs = 6;
  options_.out = path("whole.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  const std::string expected = contents(options_.out);
  options_.out = path("stopped.jsonl");
  for (int run = 0; run < 100; ++run) {
    std::stop_source source;
    std::int64_t seen = 0;
    options_.stop = source.get_token();
    options_.resume = run > 0;
    options_.progress = [&](const TournamentProgress& progress) {
      seen = progress.done;
      if (progress.done - progress.resumed >= 7) source.request_stop();
    };
    const auto result = run_tournament(options_);
    ASSERT_TRUE(result.ok()) << result.status();
    // Nothing that was finished is lost.
    EXPECT_EQ(static_cast<std::int64_t>(records().size()), result->games_done);
    EXPECT_GE(result->games_done, seen);
    EXPECT_EQ(result->interrupted, result->games_done < 60);
    if (!result->interrupted) {
      EXPECT_GT(run, 2);
      EXPECT_EQ(contents(options_.out), expected);
      return;
    }
  }
  FAIL() << "it never ended";
}

TEST_F(Tournament, EveryFinishedGameIsInTheFileAtEveryMoment) {
  options_.bots = {"slow", "picker", "planner"};
  options_.jobs = 6;
  options_.out = path("whole.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  // What an interrupted run has left: later games, and none of the first.
  const std::string whole = contents(options_.out);
  options_.out = path("part.jsonl");
  std::string part;
  std::vector<std::string> saved = lines_of(bytes(path("whole.jsonl")));
  saved.erase(saved.begin(), saved.begin() + 20);
  for (const std::string& line : saved) part += line + "\n";
  write(options_.out, part);
  options_.resume = true;
  options_.progress = [&](const TournamentProgress& progress) {
    const std::string now = bytes(options_.out);
    EXPECT_TRUE(now.starts_with(part)) << "saved lines stay where they are while games are played";
    EXPECT_EQ(static_cast<std::int64_t>(lines_of(now).size()), progress.done);
    EXPECT_TRUE(now.ends_with('\n'));
  };
  ASSERT_TRUE(run_tournament(options_).ok());
  EXPECT_EQ(contents(options_.out), whole);
  EXPECT_EQ(files(), 2u) << "nothing is left beside it";
}

TEST_F(Tournament, AFailedWriteLosesNothing) {
  options_.bots = {"slow", "picker", "planner"};
  options_.jobs = 6;
  options_.out = path("limited.jsonl");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 5000;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = error();
  options_.resume = true;
  const std::string again = error();
  const std::string kept = bytes(options_.out);
  ::setrlimit(RLIMIT_FSIZE, &before);
  (void)std::signal(SIGXFSZ, handler);
  EXPECT_THAT(message, HasSubstr("cannot write " + options_.out + ": File too large"));
  EXPECT_THAT(again, HasSubstr("File too large"));
  EXPECT_GT(lines_of(kept).size(), 10u);
  EXPECT_TRUE(kept.ends_with('\n')) << "no part of a line is left";
  const auto resumed = run_tournament(options_);
  ASSERT_TRUE(resumed.ok()) << resumed.status();
  EXPECT_FALSE(resumed->dropped_line);
  EXPECT_EQ(resumed->games_resumed, static_cast<std::int64_t>(lines_of(kept).size()));
}

TEST_F(Tournament, SortingKeepsLinksAndPermissions) {
  options_.out = path("file.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  const std::string expected = contents(options_.out);
  std::vector<std::string> lines = lines_of(bytes(options_.out));
  std::string text;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) text += "\n" + *line + "\r\n";
  write(options_.out, text);
  std::filesystem::permissions(options_.out, std::filesystem::perms(0640));
  std::filesystem::create_symlink("file.jsonl", path("link"));
  options_.out = path("link");
  options_.resume = true;
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->sorting.ok()) << result->sorting;
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(contents(path("file.jsonl")), expected);
  EXPECT_EQ(std::filesystem::status(path("file.jsonl")).permissions(),
            std::filesystem::perms(0640));
  EXPECT_EQ(files(), 2u);
}

TEST_F(Tournament, AFileThatIsReplacedMeanwhileIsLeftAlone) {
  options_.bots = {"slow", "picker", "planner"};
  options_.jobs = 6;
  options_.out = path("out.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  const std::vector<std::string> lines = lines_of(bytes(options_.out));
  write(options_.out, lines[5] + "\n");
  options_.resume = true;
  options_.progress = [&](const TournamentProgress& progress) {
    if (progress.done != 9) return;
    std::filesystem::remove(options_.out);
    write(options_.out, "mine\n");
  };
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->games_done, 60);
  EXPECT_THAT(std::string(result->sorting.message()), HasSubstr("somebody has replaced it"));
  EXPECT_EQ(contents(options_.out), "mine\n");
  EXPECT_EQ(files(), 1u);
}

TEST_F(Tournament, ShuffledLinesAreSorted) {
  options_.out = path("whole.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  const std::string expected = contents(options_.out);
  std::ifstream stream(options_.out);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  Rng(1).shuffle(lines);
  lines.resize(40);
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  options_.out = path("shuffled.jsonl");
  write(options_.out, text);
  options_.resume = true;
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->games_resumed, 40);
  EXPECT_EQ(contents(options_.out), expected);
}

TEST_F(Tournament, MayBeMadeLonger) {
  options_.games = 20;
  options_.out = path("long.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  const std::string expected = contents(options_.out);
  options_.games = 6;
  options_.out = path("short.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  options_.games = 20;
  options_.resume = true;
  ASSERT_TRUE(run_tournament(options_).ok());
  EXPECT_EQ(contents(options_.out), expected);
}

TEST_F(Tournament, ResumingAFinishedTournamentPlaysNothing) {
  options_.out = path("done.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  options_.resume = true;
  const auto result = run_tournament(options_);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->games_resumed, 60);
  EXPECT_EQ(result->games_done, 60);
}

TEST_F(Tournament, ResumingFromNothingBegins) {
  options_.out = path("new.jsonl");
  options_.resume = true;
  EXPECT_EQ(run_tournament(options_)->games_done, 60);
}

TEST_F(Tournament, DoesNotResumeAnotherTournament) {
  options_.out = path("first.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  options_.resume = true;
  const TournamentOptions first = options_;
  options_.seed = 2;
  EXPECT_THAT(error(),
              HasSubstr("line 1: a game of another tournament: its seed is 1, here it is 2"));
  options_ = first;
  options_.bots[2] = "planner";
  EXPECT_THAT(error(), HasSubstr("its line-up is picker(skill=0.7) - picker(skill=0.3), here it is "
                                 "picker(skill=0.7) - planner"));
  options_ = first;
  options_.games = 4;
  EXPECT_THAT(error(), HasSubstr("but this tournament has 12 games"));
  options_ = first;
  options_.game = FakeGame::make({.players = 3});
  EXPECT_THAT(error(), HasSubstr("its game is fake(players=2), here it is fake(players=3)"));
  options_ = first;
  options_.game = FakeGame::make({.rounds = 2});  // same name, other rules
  EXPECT_THAT(error(), HasSubstr("line 1: the record does not re-play: move "));
  options_ = first;
  EXPECT_EQ(run_tournament(options_)->games_done, 60) << "the file was left alone";
}

TEST_F(Tournament, DoesNotResumeGarbledFiles) {
  options_.out = path("garbled.jsonl");
  ASSERT_TRUE(run_tournament(options_).ok());
  std::string text = contents(options_.out);
  options_.resume = true;
  std::string garbled = text;
  garbled[garbled.find('\n') + 1] = '!';
  write(options_.out, garbled);
  EXPECT_THAT(error(), HasSubstr("line 2: not a record: this is not JSON from character"));
  write(options_.out, text + lines_of(text)[7] + "\n");
  EXPECT_THAT(error(), HasSubstr("line 61: this game stands in the file twice"));
  // A line without its end is dropped only if it is the beginning of a game of this tournament.
  const std::vector<std::string> lines = lines_of(text);
  std::string other_seed = lines[3];
  other_seed.replace(other_seed.find("\"seed\":1"), 8, "\"seed\":2");
  std::string other_bots = lines[3];
  other_bots.replace(other_bots.find("\"block\":1"), 9, "\"block\":0");
  for (const std::string& tail :
       {std::string("# my notes"), std::string("{"), other_seed.substr(0, 60),
        other_bots.substr(0, 120), lines[3].substr(0, 40) + '\0', std::string("[1"),
        lines[3].substr(0, 90) + "!", lines[3] + '\0', std::string("{\"format\":1}")}) {
    const std::string foreign = lines[0] + "\n" + tail;
    write(options_.out, foreign);
    const std::string message = error();
    if (tail == "{") {
      EXPECT_EQ(message, "");
      continue;
    }
    EXPECT_THAT(message, HasSubstr("line 2: not a record: ")) << tail;
    EXPECT_EQ(bytes(options_.out), foreign) << "the file was left alone";
  }
  write(options_.out, "hello\nworld\n");
  EXPECT_THAT(error(), HasSubstr("line 1: not a record: this is not JSON"));
  EXPECT_EQ(contents(options_.out), "hello\nworld\n") << "the file was left alone";
}

// Options.

TEST_F(Tournament, RefusesOptionsThatMakeNoSense) {
  const TournamentOptions good = options_;
  const auto refused = [&](auto change) {
    options_ = good;
    change(options_);
    const auto result = run_tournament(options_);
    EXPECT_TRUE(absl::IsInvalidArgument(result.status())) << result.status();
    return std::string(result.status().message());
  };
  EXPECT_THAT(refused([](auto& o) { o.jobs = 0; }), HasSubstr("jobs must be 1..1024, not 0"));
  EXPECT_THAT(refused([](auto& o) { o.jobs = 1025; }), HasSubstr("not 1025"));
  EXPECT_THAT(refused([](auto& o) { o.games = 0; }), HasSubstr("not 0"));
  EXPECT_THAT(refused([](auto& o) { o.games = -3; }), HasSubstr("not -3"));
  EXPECT_THAT(refused([](auto& o) { o.bots = {"planner"}; }), HasSubstr("at least two bots"));
  EXPECT_THAT(refused([](auto& o) { o.bots.clear(); }), HasSubstr("at least two bots"));
  EXPECT_THAT(refused([](auto& o) { o.bots[1] = "unknown"; }), HasSubstr("no bot 'unknown'"));
  EXPECT_THAT(refused([](auto& o) { o.bots[1] = "picker(skill=2)"; }), HasSubstr("skill"));
  EXPECT_THAT(refused([](auto& o) { o.resume = true; }), HasSubstr("name the file"));
  EXPECT_THAT(refused([](auto& o) {
                o.bots.clear();
                o.challenger = "planner";
              }),
              HasSubstr("needs a bot to challenge"));
}

TEST_F(Tournament, ChecksTheFileBeforeItPlays) {
  testing::FakeBot::asked = 0;
  options_.out = path("no/such/folder/x.jsonl");
  EXPECT_THAT(error(), HasSubstr("cannot write " + options_.out + ": No such file"));
  options_.out = folder_;
  EXPECT_THAT(error(), HasSubstr("Is a directory"));
  options_.out = path("full.jsonl");
  write(options_.out, "something\n");
  EXPECT_THAT(error(), HasSubstr("holds something already"));
  EXPECT_EQ(contents(options_.out), "something\n");
  EXPECT_EQ(testing::FakeBot::asked, 0);
}

TEST_F(Tournament, TwoTournamentsDoNotWriteOneFile) {
  options_.out = path("shared.jsonl");
  std::string inner;
  options_.progress = [&](const TournamentProgress& progress) {
    if (progress.done != 3) return;
    TournamentOptions second = options_;
    second.progress = nullptr;
    second.resume = true;
    inner = std::string(run_tournament(second).status().message());
  };
  ASSERT_TRUE(run_tournament(options_).ok());
  EXPECT_THAT(inner, HasSubstr("another tournament is writing it"));
}

TEST_F(Tournament, OnlyARegularFileCanBeResumed) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  options_.resume = true;
  for (const std::string& special : {path("pipe"), std::string("/dev/null")}) {
    options_.out = special;
    const auto result = run_tournament(options_);
    EXPECT_TRUE(absl::IsInvalidArgument(result.status())) << result.status();
    EXPECT_THAT(error(), HasSubstr(special + " is not a regular file"));
  }
  options_.resume = false;
  EXPECT_EQ(error(), "");
}

TEST_F(Tournament, APipeThatNobodyReadsIsWaitedForUntilTheStop) {
  options_.out = path("pipe");
  ASSERT_EQ(::mkfifo(options_.out.c_str(), 0600), 0);
  std::stop_source source;
  source.request_stop();
  options_.stop = source.get_token();
  EXPECT_THAT(error(), HasSubstr("nobody reads this pipe"));
  // One that is open but full is not waited for either.
  std::stop_source later;
  options_.stop = later.get_token();
  options_.games = 10000;
  const int reader = ::open(options_.out.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  ASSERT_GT(::fcntl(reader, F_SETPIPE_SZ, 4096), 0);
  std::jthread stopper([&] {
    int before = 0;
    int waiting = 0;  // bytes in the pipe; when they stay as they are, it is full
    do {
      before = waiting;
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      ::ioctl(reader, FIONREAD, &waiting);
    } while (waiting == 0 || waiting != before);
    later.request_stop();
  });
  EXPECT_THAT(error(), HasSubstr("its reader does not read"));
  ::close(reader);
}

TEST_F(Tournament, APipeGetsEveryGame) {
  options_.out = path("pipe");
  ASSERT_EQ(::mkfifo(options_.out.c_str(), 0600), 0);
  std::string got;
  std::jthread reader([&] { got = bytes(path("pipe")); });
  options_.jobs = 3;
  ASSERT_TRUE(run_tournament(options_).ok());
  reader.join();
  EXPECT_EQ(lines_of(got).size(), 60u);
}

TEST_F(Tournament, TheMachinesLimitsEndItAndAreNotRecorded) {
  for (const char* bot : {"exhausted", "hungry", "threadless"}) {
    options_.bots = {"picker", "planner", bot};
    options_.out = path(bot);
    options_.jobs = 3;
    const auto result = run_tournament(options_);
    EXPECT_TRUE(absl::IsResourceExhausted(result.status())) << result.status();
    EXPECT_THAT(
        std::string(result.status().message()),
        ::testing::ContainsRegex("^game [0-9]+: " + std::string(bot) + " \\(seat [01]\\): "));
    EXPECT_THAT(contents(options_.out), Not(HasSubstr(bot)));
  }
}

TEST_F(Tournament, AFullDiskEndsItWithASentence) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  options_.out = "/dev/full";
  EXPECT_THAT(error(), HasSubstr("cannot write /dev/full: No space left"));
}

TEST_F(Tournament, ABrokenGameEndsItWithASentence) {
  options_.game = FakeGame::make({.endless = true});
  options_.jobs = 3;
  EXPECT_THAT(error(), HasSubstr("does not end"));
}

}  // namespace
}  // namespace varan
