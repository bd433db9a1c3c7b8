// What the command prints, and where it cannot.
#include <map>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/command/process.h"

namespace varan::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr char kTournament[] =
    "tournament tic_tac_toe --bot random --bot 'random(seed=1)' --games 2";

/// Every kind of output, with the name that errors give it.
std::map<std::string, std::string> commands() {
  return {
      {"--help", "varan"},
      {"--version", "varan"},
      {"games --help", "varan"},
      {"games", "varan games"},
      {"games --json", "varan games"},
      {"games connect_four", "varan games"},
      {"bots", "varan bots"},
      {"bots mcts --json", "varan bots"},
      {"perft tic_tac_toe 2", "varan perft"},
      {"analyze connect_four --bot 'mcts(iterations=10)'", "varan analyze"},
      {"speed tic_tac_toe --seconds 0.05", "varan speed"},
      {"bench tic_tac_toe --verbose", "varan bench"},
      {kTournament, "varan tournament"},
      {std::string(kTournament) + " --json", "varan tournament"},
      {"replay \"$1\"", "varan replay"},
      {"replay \"$1\" --game 1", "varan replay"},
      {"replay \"$1\" --game 1 --json", "varan replay"},
  };
}

class Output : public ::testing::Test {
 protected:
  Output() : file_(folder_ / "games") {
    EXPECT_EQ(shell(std::string("\"$0\" ") + kTournament + " --out \"$1\"", file_).code, 0);
  }

  Folder folder_;
  std::string file_;
};

TEST_F(Output, ThatCannotBeWrittenIsAFailure) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  for (const auto& [words, name] : commands()) {
    const Finished full = shell("\"$0\" " + words + " > /dev/full", file_);
    EXPECT_EQ(full.code, 1) << words;
    EXPECT_EQ(full.err, name + ": cannot write the output: No space left on device\n") << words;
  }
}

TEST_F(Output, ThatIsClosedIsAFailure) {
  for (const auto& [words, name] : commands()) {
    const Finished closed = shell("\"$0\" " + words + " >&-", file_);
    EXPECT_EQ(closed.code, 1) << words;
    EXPECT_EQ(closed.err, name + ": cannot write the output: Bad file descriptor\n") << words;
  }
}

TEST_F(Output, ThatNobodyReadsToItsEndIsNoneToComplainOf) {
  for (const auto& [words, name] : commands()) {
    // The reader has gone away before anything is written.
    const Finished result = shell("(sleep 0.2; \"$0\" " + words + ") | true", file_);
    EXPECT_EQ(result.err, "") << words;
  }
  EXPECT_EQ(shell("\"$0\" games | head -1").err, "");
}

TEST_F(Output, OfAClosedFileGoesNowhereElse) {
  // Enough games for progress to be reported, if it were to be.
  for (const char* closed : {"2>&-", "<&- >&- 2>&-"}) {
    const std::string out = folder_ / "out";
    std::filesystem::remove(out);
    (void)shell(
        std::string("\"$0\" tournament connect_four --bot random --bot 'mcts(iterations=3000)' "
                    "--jobs 64 --games 200 --out \"$1\" ") +
            closed,
        out);
    const std::string text = read_file(out);
    EXPECT_EQ(line_count(text), 200) << closed;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_TRUE(json::accept(line)) << closed << ": " << line;
    }
  }
}

/// Whether a terminal shows it and does nothing else.
bool harmless(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) {
                       return c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
                     }) &&
         text.find("\xc2\x9b") == std::string::npos &&
         text.find("\xe2\x80\xae") == std::string::npos;
}

TEST_F(Output, ShowsNoControlCharactersOfRecords) {
  const std::string evil = R"(\u001b[2J\r\n\u0007\u007f\u009b31m\u202e)";
  const json good = json::parse(read_file(file_).substr(0, read_file(file_).find('\n')));
  const auto with = [&](const std::string& field) {
    json record = good;
    const std::string mark = "@@";
    if (field == "bots" || field == "moves") {
      record[field][0] = record[field][0].get<std::string>() + mark;
    } else if (field == "forfeit") {
      record["moves"] = json::array();
      record["times"] = json::array();
      record["end"] = "forfeit";
      record["returns"] = {-1, 1};
      record["scores"] = {0, 0};
      record["forfeit"] = {{"seat", 0}, {"reason", mark}};
    } else {
      record[field] = mark;
    }
    std::string line = record.dump();
    return line.replace(line.find(mark), 2, evil) + "\n";
  };
  for (const char* field : {"game", "bots", "moves", "end", "forfeit"}) {
    write_file(file_, with(field));
    for (const char* more :
         {"", "--game 1", "--game 1 --as 0", "--game 1 --as 1", "--json", "--game 1 --json"}) {
      const Finished result = shell(std::string("\"$0\" replay \"$1\" ") + more, file_);
      EXPECT_TRUE(harmless(result.out)) << field << " " << more << result.out;
      EXPECT_TRUE(harmless(result.err)) << field << " " << more << result.err;
      EXPECT_LE(line_count(result.err), 1) << field << " " << more;
      const bool shown =
          (result.out + result.err).find("?[2J????") != std::string::npos ||
          result.out.find("\\u001b[2J\\r\\n\\u0007\\u007f\\u009b31m\\u202e") != std::string::npos;
      EXPECT_TRUE(shown || std::string(more).find("--as") != std::string::npos ||
                  std::string(field) == "forfeit")
          << field << " " << more << result.out << result.err;
    }
  }
  // Of arguments too; but letters of all languages are shown.
  for (const std::string& words : std::vector<std::string>{
           "games", "bots", "analyze tic_tac_toe --bot", "analyze tic_tac_toe --bot random --moves",
           "analyze tic_tac_toe --bot random --position", "replay"}) {
    const Finished result = shell("\"$0\" " + words + " \"$1\"", "a\x1b[2J\n\x7f\xc2\x9b\xff");
    EXPECT_NE(result.code, 0) << words;
    EXPECT_TRUE(harmless(result.err)) << words << result.err;
    EXPECT_EQ(line_count(result.err), 1) << result.err;
  }
  EXPECT_THAT(varan({"replay", "\xc3\xa9\xe5\x9b\xb2\xf0\x9f\x8e\xb2"}).err,
              HasSubstr("\xc3\xa9\xe5\x9b\xb2\xf0\x9f\x8e\xb2"));
}

TEST(Machine, TooLittleMemoryIsSaidToBeThat) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need more memory than the limit leaves";
#endif
  const Folder folder;
  const Finished result = shell(
      "ulimit -v 150000; \"$0\" tournament connect_four --bot "
      "'mcts(memory_mb=100000,iterations=100000000)' --bot random --games 2 --jobs 1 --out \"$1\"",
      folder / "out");
  EXPECT_EQ(result.code, 1);
  EXPECT_THAT(result.err, HasSubstr("varan tournament: game 1: mcts("));
  EXPECT_THAT(result.err, HasSubstr("memory_mb"));
  EXPECT_EQ(line_count(result.err), 1) << result.err;
  EXPECT_EQ(read_file(folder / "out"), "");
}

}  // namespace
}  // namespace varan::testing
