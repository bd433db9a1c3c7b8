// The command `varan`: how its subcommands are written. What they do stands in bots/command/.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "CLI/CLI.hpp"
#include "bots/command/command.h"
#include "bots/command/output.h"
#include "varan/version.h"

namespace varan::command {
namespace {

/// Accepts whole numbers from `low` to `high`; `what` describes them in the help.
template <class Integer>
CLI::Validator whole(Integer low, Integer high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return CLI::Validator(
      [low, high, range](std::string& text) {
        Integer value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool good = error == std::errc() && end == text.data() + text.size() &&
                          value >= low && value <= high;
        return good ? std::string()
                    : "must be a whole number from " + range + ", not '" + text + "'";
      },
      "");
}

CLI::Validator real(double low, double high) {
  return CLI::Validator(
      [low, high](std::string& text) {
        double value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        const bool good = error == std::errc() && end == text.data() + text.size() &&
                          value >= low && value <= high;
        if (good) return std::string();
        char message[128];
        std::snprintf(message, sizeof message, "must be a number from %g to %g, not '", low, high);
        return message + text + "'";
      },
      "");
}

constexpr std::int64_t kMostGames = 1'000'000'000;
constexpr std::uint64_t kAnySeed = ~std::uint64_t{0};

/// Refuses empty values: whoever gives an option means something by it.
CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& text) {
        return text.empty() ? std::string("must not be empty") : std::string();
      },
      "");
}

/// The subcommands, each with its arguments and what runs them.
class CommandLine {
 public:
  /// `running` is set to the name of the subcommand before that runs.
  explicit CommandLine(const char*& running) : running_(running) {
    app_.set_version_flag("--version", "varan " + std::string(version()));
    app_.require_subcommand(1);
    app_.get_formatter()->column_width(26);
    app_.failure_message(CLI::FailureMessage::simple);
    add_tournament();
    add_replay();
    add_games();
    add_bots();
    add_perft();
    add_analyze();
    add_exploit();
    add_speed();
    add_bench();
    refuse_empty_values();
    app_.footer(
        "Games and bots are named by specs, such as connect_four(rows=5) and "
        "mcts(iterations=2000);\n"
        "in a shell these stand in quotes. Exit codes: 0 done, 1 failed, 2 bad usage.\n"
        "'varan SUBCOMMAND --help' says more.");
  }

  int run(int argc, char** argv) {
    if (argc > 1 && argv[1][0] != '-' && !is_subcommand(argv[1])) {
      return complain(
          "", "there is no subcommand '" + std::string(argv[1]) + "'; there are " + names());
    }
    // For CLI11 the value of --bot= is the next argument.
    for (int i = 1; i < argc; ++i) {
      const std::string_view word = argv[i];
      if (word == "--") break;
      if (word.starts_with("-") && word.find('=') + 1 == word.size()) {
        return complain(argc > 1 && is_subcommand(argv[1]) ? argv[1] : "",
                        std::string(word.substr(0, word.size() - 1)) + ": must not be empty");
      }
    }
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& success) {
      std::ostringstream text;
      app_.exit(success, text, text);
      put_text(text.str());
      return kDone;
    } catch (const CLI::ParseError& error) {
      return complain(chosen(), error.get_name() == "RequiredError" && chosen().empty()
                                    ? "a subcommand is needed: " + names()
                                    : std::string(error.what()));
    }
    return run_();
  }

  /// The name of the subcommand, for error lines.
  std::string chosen() const {
    for (const CLI::App* sub : app_.get_subcommands()) return sub->get_name();
    return "";
  }

 private:
  /// A subcommand whose arguments are `arguments`.
  template <class Arguments>
  CLI::App* add(const char* name, const char* summary, Arguments& arguments) {
    CLI::App* sub = app_.add_subcommand(name, summary);
    sub->callback([this, name, &arguments] {
      running_ = name;
      run_ = [&arguments] { return command::run(arguments); };
    });
    return sub;
  }

  /// But for the moves that lead to a position, which may be none.
  void refuse_empty_values() {
    for (CLI::App* sub : app_.get_subcommands([](const CLI::App*) { return true; })) {
      for (CLI::Option* option : sub->get_options()) {
        if (option->get_items_expected_max() > 0 && !option->check_lname("moves")) {
          option->check(not_empty());
        }
      }
    }
  }

  static void add_json(CLI::App* sub, bool& json) {
    sub->add_flag("--json", json, "print the result as JSON");
  }

  template <class Arguments>
  static void add_start(CLI::App* sub, Arguments& arguments) {
    sub->add_option("--position", arguments.position,
                    "position to begin with, as text (default: the start of the game)");
    sub->add_option("--moves", arguments.moves,
                    "moves to play first, in the game's notation, separated by blanks");
  }

  void add_tournament() {
    TournamentArguments& a = tournament_;
    CLI::App* sub = add("tournament", "let bots play each other, and rate them", a);
    sub->add_option("game", a.game, "the game")->required();
    sub->add_option("-b,--bot", a.bots, "a bot; give one for each that takes part")
        ->required()
        ->allow_extra_args(false);
    sub->add_option(
        "--challenger", a.challenger,
        "a bot that meets, in every seat, tables full of each --bot; else all line-ups of "
        "the --bots are played");
    sub->add_option("-g,--games", a.games,
                    "games for each line-up, rounded up to whole blocks (default: 100)")
        ->check(whole<std::int64_t>(1, kMostGames));
    sub->add_option("-j,--jobs", a.jobs, "games played at the same time (default: one a processor)")
        ->check(whole(1, 1024));
    sub->add_option("-s,--seed", a.seed, "decides all luck (default: 1)")
        ->check(whole<std::uint64_t>(0, kAnySeed));
    sub->add_option("-o,--out", a.out, "file to record the games in, one line of JSON each");
    sub->add_flag("--resume", a.resume,
                  "go on with what --out holds; --games may be more than before");
    sub->add_flag("-q,--quiet", a.quiet, "no progress, no notes");
    add_json(sub, a.json);
    sub->footer(
        "\nEvery line-up plays the same deals: the dice and cards of a deal fall alike in all its\n"
        "seatings, so luck cancels. A block is one line-up on one deal in all its seatings; Elo "
        "and\n"
        "its 95 % interval are computed from whole deals. For more than two players a bot's score\n"
        "is its share of pairwise comparisons at the table. A bot that fails or moves illegally\n"
        "forfeits the game; the exit code is then 1. Each record is written as its game ends; at "
        "the end\n"
        "they are put into an order that is the same for any --jobs.\n\n"
        "  varan tournament connect_four --bot greedy --bot 'mcts(iterations=500)' --games 200\n"
        "  varan tournament 'mega_hexano(players=3)' --challenger mcts --bot greedy --out "
        "games.jsonl");
  }

  void add_replay() {
    ReplayArguments& a = replay_;
    CLI::App* sub = add("replay", "play recorded games again: verify them, or show one", a);
    sub->add_option("file", a.file, "records, as written by 'varan tournament --out'")->required();
    sub->add_option("-g,--game", a.game, "show this game, counted from 1 (default: verify all)")
        ->check(whole<std::int64_t>(1, kMostGames));
    sub->add_option("--as", a.viewer,
                    "show only what this seat (from 0), or the public, gets to know");
    sub->add_flag("--moves-only", a.moves_only, "no drawings of the positions");
    add_json(sub, a.json);
  }

  void add_games() {
    GamesArguments& a = games_;
    CLI::App* sub = add("games", "list all games, or the options of one", a);
    sub->add_option("game", a.game, "a game, or a spec of one");
    add_json(sub, a.json);
  }

  void add_bots() {
    BotsArguments& a = bots_;
    CLI::App* sub = add("bots", "list all bots, or the parameters of one", a);
    sub->add_option("bot", a.bot, "a bot");
    sub->add_option("--game", a.game,
                    "show the defaults for this game, and whether the bot plays it");
    add_json(sub, a.json);
  }

  void add_perft() {
    PerftArguments& a = perft_;
    CLI::App* sub = add("perft", "count the histories of each length: a check of rules", a);
    sub->add_option("game", a.game, "the game")->required();
    sub->add_option("depth", a.depth, "the greatest length")->required()->check(whole(0, 1000));
    add_start(sub, a);
    add_json(sub, a.json);
  }

  void add_analyze() {
    AnalyzeArguments& a = analyze_;
    CLI::App* sub = add("analyze", "let a bot decide, and show why", a);
    sub->add_option("game", a.game, "the game")->required();
    sub->add_option("-b,--bot", a.bot, "the bot")->required();
    add_start(sub, a);
    sub->add_option("--player", a.player, "whose decision (default: the lowest seat to move)")
        ->check(whole(0, 7));
    sub->add_option("-s,--seed", a.seed,
                    "decides the bot's luck, and chance that --moves leave open (default: 1)")
        ->check(whole<std::uint64_t>(0, kAnySeed));
    sub->add_option("--top", a.top, "how many actions to show, 0 for all (default: 10)")
        ->check(whole(0, 1'000'000));
    add_json(sub, a.json);
    sub->footer("\n  varan analyze connect_four --moves 'd d d' --bot 'mcts(iterations=10000)'");
  }

  void add_exploit() {
    ExploitArguments& a = exploit_;
    CLI::App* sub = add("exploit", "compute how far a bot is from an equilibrium", a);
    sub->add_option("game", a.game, "the game")->required();
    sub->add_option("-b,--bot", a.bot, "the bot")->required();
    sub->add_option("--max-histories", a.max_histories,
                    "refuse a game with more (default: 10000000; each takes about 50 bytes)")
        ->check(whole<std::int64_t>(1, 4'000'000'000));
    sub->add_option("-s,--seed", a.seed, "decides the bot's luck (default: 1)")
        ->check(whole<std::uint64_t>(0, kAnySeed));
    sub->add_flag("-q,--quiet", a.quiet, "no progress");
    add_json(sub, a.json);
    sub->footer(
        "\nThe bot is asked once for its policy at each of its information sets, in every seat.\n"
        "NashConv is the sum over the seats of what a player who knew these policies could win\n"
        "by her best response, beyond what the bot gets in that seat. It is 0 in a Nash\n"
        "equilibrium; for two players, 'exploitability' elsewhere often means half of it.\n"
        "The unit is the utility, which lies in [-1, 1].\n\n"
        "  varan exploit kuhn_poker --bot 'cfr(iterations=1000)'");
  }

  void add_speed() {
    SpeedArguments& a = speed_;
    CLI::App* sub = add("speed", "measure random playouts and search iterations", a);
    sub->add_option("game", a.game, "the game")->required();
    sub->add_option("-b,--bot", a.bot, "the bot (default: the tree search that suits the game)");
    sub->add_option("--seconds", a.seconds, "how long to measure (default: 2)")
        ->check(real(0.01, 3600));
    add_start(sub, a);
    sub->add_option("-s,--seed", a.seed, "decides all luck (default: 1)")
        ->check(whole<std::uint64_t>(0, kAnySeed));
    add_json(sub, a.json);
  }

  void add_bench() {
    BenchArguments& a = bench_;
    CLI::App* sub =
        add("bench", "print the signature of behaviour: one number for how all bots play", a);
    sub->add_option("games", a.games, "only these games");
    sub->add_flag("-v,--verbose", a.verbose, "a line for each decision");
    add_json(sub, a.json);
  }

  std::vector<std::string> subcommands() const {
    std::vector<std::string> names;
    for (const CLI::App* sub : app_.get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(sub->get_name());
    }
    return names;
  }
  bool is_subcommand(const std::string& word) const {
    const std::vector<std::string> words = subcommands();
    return std::find(words.begin(), words.end(), word) != words.end();
  }
  std::string names() const { return list_of(subcommands()); }

  static int complain(const std::string& subcommand, const std::string& sentence) {
    const std::string help =
        subcommand.empty() ? "varan --help" : "varan " + subcommand + " --help";
    return command::complain(subcommand, sentence + " ('" + help + "' says more)", kBadUsage);
  }

  CLI::App app_{"AI opponents for tabletop games: tournaments, analysis, records.", "varan"};
  const char*& running_;
  std::function<int()> run_;
  TournamentArguments tournament_;
  ReplayArguments replay_;
  GamesArguments games_;
  BotsArguments bots_;
  PerftArguments perft_;
  AnalyzeArguments analyze_;
  ExploitArguments exploit_;
  SpeedArguments speed_;
  BenchArguments bench_;
};

/// Whether a subcommand lets bots think.
bool has_bots(std::string_view subcommand) {
  return subcommand == "tournament" || subcommand == "analyze" || subcommand == "speed" ||
         subcommand == "bench";
}

/// Standard files that are closed are opened, so that no other file gets their numbers and is then
/// written to by mistake. Each is opened the wrong way round: to use it stays an error.
bool open_standard_files() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    const int way = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY;
    if (::open("/dev/null", way) != descriptor) return false;
  }
  return true;
}

}  // namespace
}  // namespace varan::command

int main(int argc, char** argv) {
  using varan::command::kFailed;
  if (!varan::command::open_standard_files()) return kFailed;
  const char* running = "";
  // The handlers allocate nothing: memory may be what is missing.
  const auto failed = [&](const char* what, const char* why) {
    std::fprintf(stderr, "varan%s%s: %s%s\n", *running != '\0' ? " " : "", running, what, why);
    return kFailed;
  };
  try {
    varan::command::CommandLine line(running);
    const int code = line.run(argc, argv);
    return varan::command::close_output(running, code);
  } catch (const std::bad_alloc&) {
    return failed("there is not enough memory for this",
                  varan::command::has_bots(running)
                      ? "; less memory_mb or threads of the bots, or fewer --jobs, may do"
                      : "");
  } catch (const std::system_error& error) {
    return failed("the system refuses something that this needs, such as a thread: ", error.what());
  } catch (const std::exception& error) {
    return failed("an error that should not be: ", error.what());
  } catch (...) {
    return failed("an error that should not be", "");
  }
}
