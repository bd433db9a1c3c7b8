#include "varan/arena/record.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/fake_game.h"

namespace varan {
namespace {

using ::testing::ElementsAre;
using testing::FakeGame;
using ::testing::HasSubstr;

GameRecord played(const std::shared_ptr<const FakeGame>& game,
                  const std::vector<std::string>& specs) {
  GameRecord record;
  record.game = game->spec();
  record.seed = 18446744073709551615u;
  record.deal = 4;
  record.block = 9;
  record.seating = 1;
  std::vector<std::unique_ptr<Bot>> bots;
  MatchRequest request{game.get(), {}, record.seed, record.deal, {}};
  for (const std::string& spec : specs) {
    bots.push_back(*game->make_bot(spec));
    record.bots.push_back(bots.back()->spec());
    request.seats.push_back({bots.back().get(), bots.size()});
  }
  MatchResult match = *play_match(request);
  record.moves = match.moves;
  record.returns = match.returns;
  record.scores = match.scores;
  record.end = match.end;
  record.forfeit = match.forfeit;
  record.times.assign(match.moves.size(), 0.25);
  return record;
}

std::string error_of(const std::string& line) {
  const auto record = parse_record(line);
  return record.ok() ? "" : std::string(record.status().message());
}

TEST(Record, OneLineAndBack) {
  for (const char* spec : {"picker(skill=0.25)", "fails"}) {
    const GameRecord record = played(FakeGame::make(), {spec, "planner"});
    const std::string line = to_line(record);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto parsed = parse_record(line);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(*parsed, record);
  }
}

TEST(Record, IsReadableByPeople) {
  const GameRecord record =
      played(FakeGame::make({.rounds = 1}), {"picker(skill=1)", "picker(skill=0)"});
  const std::string line = to_line(record);
  EXPECT_THAT(line, ::testing::StartsWith("{\"format\":1,\"game\":\"fake(players=2)\","
                                          "\"seed\":18446744073709551615,\"deal\":4,\"block\":9,"
                                          "\"seating\":1,\"bots\":[\"picker(skill=1)\","));
  EXPECT_THAT(line, HasSubstr("\"returns\":[1.0,-1.0],"));
  EXPECT_THAT(line, ::testing::EndsWith("\"end\":\"rounds\",\"times\":[0.25,0.25,0.25]}"));
}

TEST(Record, UnknownFieldsAndMissingTimesAreNoErrors) {
  GameRecord record = played(FakeGame::make(), {"planner", "planner"});
  std::string line = to_line(record);
  line.insert(1, "\"comment\":{\"by\":[1,2]},");
  EXPECT_EQ(*parse_record(line), record);
  line.erase(line.find(",\"times\""));
  line += "}";
  record.times.clear();
  EXPECT_EQ(*parse_record(line), record);
}

TEST(Record, BytesThatAreNotTextDoNotBreakTheLine) {
  GameRecord record = played(FakeGame::make(), {"fails", "planner"});
  record.forfeit->reason = "\xff\xfe\"\\ \x01";
  EXPECT_TRUE(parse_record(to_line(record)).ok());
}

struct BadLine {
  const char* name;
  const char* find;  ///< in a good line
  const char* replace;
  const char* message;
};
class RecordError : public ::testing::TestWithParam<BadLine> {};

TEST_P(RecordError, NamesWhatIsWrong) {
  std::string line = to_line(played(FakeGame::make({.rounds = 1}), {"planner", "planner"}));
  const std::size_t place = line.find(GetParam().find);
  ASSERT_NE(place, std::string::npos) << line;
  line.replace(place, std::string(GetParam().find).size(), GetParam().replace);
  EXPECT_THAT(error_of(line), HasSubstr(GetParam().message)) << line;
}

INSTANTIATE_TEST_SUITE_P(
    All, RecordError,
    ::testing::Values(
        BadLine{"no_format", "\"format\":1,", "", "'format' is missing"},
        BadLine{"format_2", "\"format\":1", "\"format\":2", "reads format 1"},
        BadLine{"format_text", "\"format\":1", "\"format\":\"1\"",
                "'format' must be a whole number"},
        BadLine{"game_number", "\"game\":\"fake(players=2)\"", "\"game\":3",
                "'game' must be a text"},
        BadLine{"negative_seed", "\"seed\":", "\"seed\":-", "'seed' must be a whole number >= 0"},
        BadLine{"fraction", "\"deal\":4", "\"deal\":4.5", "'deal' must be a whole number"},
        BadLine{"huge_seating", "\"seating\":1", "\"seating\":3000000000", "'seating' must be"},
        BadLine{"no_bots", "\"bots\":[\"planner\",\"planner\"]", "\"bots\":[]", "'bots' is empty"},
        BadLine{"bots_text", "\"bots\":[\"planner\",\"planner\"]", "\"bots\":\"planner\"",
                "'bots' must be a list of texts"},
        BadLine{"moves_numbers", "\"moves\":[", "\"moves\":[1,", "'moves' must be a list of texts"},
        BadLine{"returns_short", "\"returns\":[", "\"returns\":[0,",
                "'returns' has 3 entries and 'bots' has 2"},
        BadLine{"returns_text", "\"returns\":[", "\"returns\":[null,",
                "'returns' must be a list of numbers"},
        BadLine{"times_long", "\"times\":[", "\"times\":[1,",
                "'times' has 4 entries and 'moves' has 3"},
        BadLine{"forfeit_end", "\"end\":\"rounds\"", "\"end\":\"forfeit\"", "has both"},
        BadLine{"forfeit_seat", "\"end\":\"rounds\"",
                "\"forfeit\":{\"seat\":2,\"reason\":\"\"},\"end\":\"forfeit\"",
                "seat 2 of a table of 2"},
        BadLine{"forfeit_shape", "\"end\":\"rounds\"", "\"forfeit\":3,\"end\":\"forfeit\"",
                "'forfeit' must be"},
        BadLine{"forfeit_reason", "\"end\":\"rounds\"",
                "\"forfeit\":{\"seat\":0},\"end\":\"forfeit\"",
                "in 'forfeit': field 'reason' is missing"},
        BadLine{"comma", "\"deal\":4,", "\"deal\":4", "not JSON from character"},
        BadLine{"huge_number", "\"deal\":4", "\"deal\":1e999", "number"}),
    [](const auto& line) { return std::string(line.param.name); });

TEST(Record, OtherJsonIsNoRecord) {
  for (const char* line : {"", "null", "[]", "3", "\"text\"", "[[[[[[[["}) {
    EXPECT_FALSE(parse_record(line).ok()) << line;
  }
  EXPECT_FALSE(parse_record(std::string(1'000'000, '[')).ok());
}

TEST(Record, EveryTruncationIsAnError) {
  const std::string line = to_line(played(FakeGame::make(), {"fails", "planner"}));
  for (std::size_t size = 0; size < line.size(); ++size) {
    const std::string error = error_of(line.substr(0, size));
    EXPECT_FALSE(error.empty());
    if (size > 0) {
      EXPECT_THAT(error, HasSubstr("ends in the middle of a record"));
    }
  }
}

TEST(Record, NothingIsHiddenBehindAZeroByte) {
  const std::string line = to_line(played(FakeGame::make(), {"planner", "planner"}));
  for (const std::string& tail : {std::string(1, '\0'), std::string("\0 notes", 7)}) {
    EXPECT_THAT(error_of(line + tail),
                HasSubstr("not JSON from character " + std::to_string(line.size() + 1)));
  }
}

TEST(Record, BreaksOffOnlyWhereItCouldGoOn) {
  GameRecord record = played(FakeGame::make(), {"fails", "planner"});
  record.forfeit->reason = "\xc3\xa9";  // two bytes: a break may fall between them
  const std::string line = to_line(record);
  for (std::size_t size = 0; size < line.size(); ++size) {
    EXPECT_TRUE(breaks_off(line.substr(0, size))) << size;
  }
  EXPECT_FALSE(breaks_off(line));
  EXPECT_FALSE(breaks_off("# notes"));
  EXPECT_FALSE(breaks_off(line.substr(0, 30) + '\0'));
  EXPECT_THAT(line, ::testing::StartsWith(head_of_line(record)));
  EXPECT_THAT(head_of_line(record), ::testing::EndsWith("\"moves\":["));
}

TEST(Record, MutationsAreReadOrRefusedButNeverCrash) {
  const auto game = FakeGame::make();
  const GameRecord record = played(game, {"planner", "picker"});
  const std::string line = to_line(record);
  Rng rng(3);
  for (int i = 0; i < 20000; ++i) {
    std::string mutated = line;
    for (int change = 0; change < 1 + i % 3; ++change) {
      const std::size_t place = rng.below(static_cast<std::uint32_t>(mutated.size()));
      switch (rng.below(3)) {
        case 0:
          mutated[place] = static_cast<char>(rng.below(256));
          break;
        case 1:
          mutated.erase(place, 1 + rng.below(5));
          break;
        default:
          mutated.insert(place, 1, "0\",[]{}:9-e."[rng.below(13)]);
      }
    }
    const auto parsed = parse_record(mutated);
    if (parsed.ok()) (void)replay(*game, *parsed).ok();
  }
}

TEST(RecordReader, NumbersLinesAndSeesWhetherTheLastIsComplete) {
  std::istringstream stream("one\n\n  \r\ntwo\r\nthree");
  RecordReader reader(stream);
  auto line = *reader.next();
  EXPECT_EQ(line->text, "one");
  EXPECT_EQ(line->number, 1);
  EXPECT_TRUE(line->complete);
  EXPECT_EQ(reader.offset(), 4);
  line = *reader.next();
  EXPECT_EQ(line->text, "two");
  EXPECT_EQ(line->number, 4);
  line = *reader.next();
  EXPECT_EQ(line->text, "three");
  EXPECT_FALSE(line->complete);
  EXPECT_EQ(line->offset, 14);
  EXPECT_FALSE(*reader.next());
}

class RecordsOnDisk : public ::testing::Test {
 protected:
  std::string path_ = ::testing::TempDir() + "varan_records_" + std::to_string(getpid());
  void write(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  std::string error() {
    const auto records = read_records(path_);
    return records.ok() ? "" : std::string(records.status().message());
  }
  void TearDown() override { std::remove(path_.c_str()); }
};

TEST_F(RecordsOnDisk, AreReadInOrder) {
  GameRecord record = played(FakeGame::make(), {"planner", "planner"});
  std::string text = to_line(record) + "\n";
  record.deal = 5;
  write(text + to_line(record));
  const auto records = read_records(path_);
  ASSERT_TRUE(records.ok());
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ((*records)[1].deal, 5);
}

TEST_F(RecordsOnDisk, ErrorsNameTheLine) {
  const std::string good = to_line(played(FakeGame::make(), {"planner", "planner"})) + "\n";
  write(good + "\n{}\n" + good);
  EXPECT_THAT(error(), HasSubstr("line 3: field 'format' is missing"));
  write(good + good.substr(0, 40));
  EXPECT_THAT(error(), HasSubstr("line 2: the line ends in the middle of a record, after 40"));
  write(std::string("\0\1\2binary", 9));
  EXPECT_THAT(error(), HasSubstr("line 1: this is not JSON from character 1 on"));
}

TEST_F(RecordsOnDisk, MissingFilesAndFolders) {
  EXPECT_THAT(error(), HasSubstr("cannot read " + path_ + ": No such file"));
  path_ = ::testing::TempDir();
  EXPECT_THAT(error(), HasSubstr("it is a folder"));
}

TEST_F(RecordsOnDisk, AFileThatCannotBeReadIsNotEmpty) {
  path_ = "/proc/self/mem";
  if (!std::ifstream(path_)) GTEST_SKIP();
  EXPECT_THAT(error(), HasSubstr("cannot read /proc/self/mem: Input/output error"));
}

TEST(Replay, FollowsTheGame) {
  for (const bool simultaneous : {false, true}) {
    const auto game =
        FakeGame::make({.players = 3, .rounds = 2, .turns = 2, .simultaneous = simultaneous});
    for (const char* spec : {"picker", "fails", "illegal"}) {
      const GameRecord record = played(game, {"planner", "picker", spec});
      const auto result = replay(*game, record, {.check_chance = true});
      ASSERT_TRUE(result.ok()) << result.status();
      EXPECT_EQ(result->movers.size(), record.moves.size());
      EXPECT_EQ(result->movers[0], kPublic);
      EXPECT_EQ(result->final_state->is_terminal(), !record.forfeit);
    }
  }
}

TEST(Replay, VisitsEveryPosition) {
  const auto game = FakeGame::make({.rounds = 1});
  const GameRecord record = played(game, {"planner", "planner"});
  std::vector<std::size_t> numbers;
  std::vector<Player> movers;
  ReplayOptions options;
  options.visit = [&](const AnyState&, std::size_t number, Player mover) {
    numbers.push_back(number);
    movers.push_back(mover);
  };
  ASSERT_TRUE(replay(*game, record, options).ok());
  EXPECT_THAT(numbers, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(movers, ElementsAre(kPublic, 0, 1, kPublic));
}

TEST(Replay, SaysWhatDoesNotFit) {
  const auto game = FakeGame::make();
  const GameRecord good = played(game, {"picker(skill=1)", "picker(skill=0)"});
  const auto error = [&](auto change, bool check_chance = false) {
    GameRecord record = good;
    change(record);
    const auto result = replay(*game, record, {.check_chance = check_chance});
    return result.ok() ? std::string() : std::string(result.status().message());
  };
  EXPECT_EQ(error([](GameRecord&) {}), "");
  EXPECT_THAT(error([](GameRecord& r) { r.moves[1] = "pick 9"; }), HasSubstr("move 2 (pick 9): "));
  EXPECT_THAT(error([](GameRecord& r) { r.moves[0] = "pick 1"; }), HasSubstr("move 1 (pick 1): "));
  EXPECT_THAT(error([](GameRecord& r) { r.moves.pop_back(); }),
              HasSubstr("not over after its last move"));
  EXPECT_THAT(error([](GameRecord& r) { r.moves.emplace_back("pick 1"); }),
              HasSubstr("move 10 (pick 1): the game is over already"));
  EXPECT_THAT(error([](GameRecord& r) {
                r.returns = {-1, 1};
              }),
              HasSubstr("gives returns -1 1, but the game ends with 1 -1"));
  EXPECT_THAT(error([](GameRecord& r) { r.scores[0] += 1; }), HasSubstr("gives scores"));
  EXPECT_THAT(error([](GameRecord& r) { r.end = "luck"; }), HasSubstr("ends by 'luck'"));
  EXPECT_THAT(error([](GameRecord& r) { r.bots.emplace_back("third"); }), HasSubstr("has 2 seats"));
  const auto reload = [](GameRecord& r) { r.moves[0] = r.moves[0] == "die 5" ? "die 4" : "die 5"; };
  EXPECT_THAT(error(reload, true), HasSubstr("deal 4 give " + good.moves[0] + " here"));
  EXPECT_THAT(error([](GameRecord& r) {
                r.end = "forfeit";
                r.forfeit = Forfeit{0, ""};
              }),
              HasSubstr("seat 0 forfeits, but is not to move"));
}

}  // namespace
}  // namespace varan
