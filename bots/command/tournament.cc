#include "varan/arena/tournament.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <memory>
#include <thread>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "bots/command/command.h"
#include "bots/command/interrupt.h"
#include "bots/command/output.h"
#include "bots/command/progress.h"
#include "nlohmann/json.hpp"
#include "varan/registry.h"

namespace varan::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kName[] = "tournament";
constexpr std::size_t kWidestSpec = 60;

/// A number for JSON, which has no infinities.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

double moves_per_second(const TournamentBot& bot) {
  return bot.seconds > 0 ? static_cast<double>(bot.moves) / bot.seconds : 0;
}

int rank_of(const std::vector<int>& ranking, int entrant) {
  return static_cast<int>(std::find(ranking.begin(), ranking.end(), entrant) - ranking.begin()) + 1;
}

Json to_json(const TournamentArguments& arguments, const AnyGame& game,
             const TournamentResult& result) {
  Json json;
  json["game"] = game.spec();
  json["seed"] = arguments.seed;
  json["games"] = result.games_done;
  json["games_total"] = result.games_total;
  json["games_each"] = result.games_each;
  json["deals"] = result.deals;
  json["distinct_games"] = result.distinct_games;
  json["interrupted"] = result.interrupted;
  json["seconds"] = result.seconds;
  const std::vector<int> ranking = result.standings.ranking();
  std::int64_t forfeits = 0;
  for (std::size_t i = 0; i < result.bots.size(); ++i) {
    const TournamentBot& bot = result.bots[i];
    const Standing& standing = result.standings.entrants[i];
    Json entry;
    entry["spec"] = bot.spec;
    entry["rank"] = rank_of(ranking, static_cast<int>(i));
    entry["games"] = standing.games;
    entry["score"] = standing.games > 0 ? Json(standing.score) : Json();
    entry["wins"] = standing.wins;
    entry["draws"] = standing.draws;
    entry["losses"] = standing.losses;
    entry["elo"] = finite(standing.elo);
    entry["elo_low"] = finite(standing.elo_interval.low);
    entry["elo_high"] = finite(standing.elo_interval.high);
    entry["utility"] = standing.games > 0 ? Json(standing.utility) : Json();
    entry["utility_low"] = finite(standing.utility_interval.low);
    entry["utility_high"] = finite(standing.utility_interval.high);
    entry["moves"] = bot.moves;
    entry["seconds"] = bot.seconds;
    entry["moves_per_second"] = bot.seconds > 0 ? Json(moves_per_second(bot)) : Json();
    entry["forfeits"] = bot.forfeits;
    forfeits += bot.forfeits;
    json["bots"].push_back(entry);
  }
  // Score of row against column; null where they never met.
  for (int i = 0; i < result.standings.games.size(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < result.standings.games.size(); ++j) {
      const double games = result.standings.games(i, j);
      row.push_back(games > 0 ? Json(result.standings.points(i, j) / games) : Json());
    }
    json["cross"].push_back(row);
  }
  json["forfeits"] = forfeits;
  json["file"] = arguments.out.empty() ? Json() : Json(arguments.out);
  return json;
}

std::string signed_or_infinite(double value, int decimals) {
  if (std::isnan(value)) return "-";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return absl::StrFormat("%+.*f", decimals, value);
}

std::string interval_text(const Interval& interval, int decimals) {
  if (std::isinf(interval.low) && std::isinf(interval.high)) return "-";
  return "[" + signed_or_infinite(interval.low, decimals) + ", " +
         signed_or_infinite(interval.high, decimals) + "]";
}

std::string percent(double share) { return absl::StrFormat("%.1f", 100 * share); }

/// A bot's speed in the unit that gives a handy number.
std::string speed_text(const TournamentBot& bot) {
  const double rate = moves_per_second(bot);
  return rate == 0      ? "-"
         : rate >= 1000 ? absl::StrFormat("%.0f", rate)
                        : absl::StrFormat("%.3g", rate);
}

std::string standings_text(const TournamentResult& result) {
  using enum TextTable::Align;
  TextTable table({kRight, kLeft, kRight, kRight, kRight, kRight, kRight, kRight, kLeft, kRight,
                   kLeft, kRight});
  table.add({"", "bot", "games", "score %", "won", "drawn", "lost", "Elo", "95 %", "utility",
             "95 %", "moves/s"});
  int rank = 0;
  for (const int entrant : result.standings.ranking()) {
    const auto i = static_cast<std::size_t>(entrant);
    const Standing& standing = result.standings.entrants[i];
    const bool played = standing.games > 0;
    table.add({std::to_string(++rank), shortened(result.bots[i].spec, kWidestSpec),
               std::to_string(standing.games), played ? percent(standing.score) : "-",
               std::to_string(standing.wins), std::to_string(standing.draws),
               std::to_string(standing.losses), signed_or_infinite(standing.elo, 1),
               interval_text(standing.elo_interval, 1),
               played ? absl::StrFormat("%+.3f", standing.utility) : "-",
               interval_text(standing.utility_interval, 3), speed_text(result.bots[i])});
  }
  return table.text();
}

/// Scores of row against column in percent, in the order of the ranking.
std::string cross_text(const TournamentResult& result) {
  using enum TextTable::Align;
  const std::vector<int> ranking = result.standings.ranking();
  std::vector<TextTable::Align> columns = {kRight, kLeft};
  std::vector<std::string> head = {"", "row against column, %"};
  for (std::size_t rank = 1; rank <= ranking.size(); ++rank) {
    columns.push_back(kRight);
    head.push_back(std::to_string(rank));
  }
  TextTable table(columns);
  table.add(head);
  int rank = 0;
  for (const int i : ranking) {
    std::vector<std::string> row = {
        std::to_string(++rank),
        shortened(result.bots[static_cast<std::size_t>(i)].spec, kWidestSpec)};
    for (const int j : ranking) {
      const double games = result.standings.games(i, j);
      row.push_back(games > 0 ? percent(result.standings.points(i, j) / games) : "-");
    }
    table.add(row);
  }
  return table.text();
}

void print_result(const TournamentArguments& arguments, const AnyGame& game,
                  const TournamentResult& result) {
  put("%s: %d games on %d deals, seed %d\n\n%s\n%s", game.spec(), result.games_done,
      result.standings.deals, arguments.seed, standings_text(result), cross_text(result));
}

/// Sentences about what a reader of the table should know, on stderr.
void print_notes(const TournamentArguments& arguments, const TournamentResult& result) {
  if (result.games_each != arguments.games && !result.interrupted) {
    note(absl::StrFormat(
        "Games were rounded up to whole blocks, in which every bot holds every seat equally often: "
        "%d each instead of %d.",
        result.games_each, arguments.games));
  }
  if (result.games_done >= 8 && result.distinct_games * 2 < result.games_done) {
    note(absl::StrFormat(
        "Only %d of %d games differ: these bots hardly vary, so more games of the same kind tell "
        "nothing new.",
        result.distinct_games, result.games_done));
  }
}

int report_forfeits(const TournamentResult& result) {
  std::int64_t count = 0;
  for (const TournamentBot& bot : result.bots) count += bot.forfeits;
  if (count == 0) return kDone;
  for (const std::string& sentence : result.forfeits) complain(kName, sentence, kFailed);
  return complain(kName, absl::StrFormat("%d of %d games were forfeited", count, result.games_done),
                  kFailed);
}

/// Why there is no result.
int report_failure(const TournamentArguments& arguments, const absl::Status& status) {
  const bool usage = absl::IsInvalidArgument(status) || absl::IsAlreadyExists(status);
  std::string sentence(status.message());
  if (absl::IsResourceExhausted(status) && !arguments.out.empty()) {
    sentence += ". " + arguments.out + " holds the games finished before (--resume)";
  }
  return complain(kName, sentence, usage ? kBadUsage : kFailed);
}

int report_interruption(const TournamentArguments& arguments, const TournamentResult& result) {
  const std::string played =
      absl::StrFormat("stopped after %d of %d games; ", result.games_done, result.games_total);
  return complain(
      kName,
      played + (arguments.out.empty()
                    ? "none was recorded, as there was no --out FILE"
                    : arguments.out + " holds them. To continue, give the same command with "
                                      "--resume"),
      kFailed);
}

}  // namespace

int run(const TournamentArguments& arguments) {
  const absl::StatusOr<std::shared_ptr<const AnyGame>> game = load_and_warn(arguments.game);
  if (!game.ok()) return complain(kName, game.status(), kBadUsage);
  const int processors = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  TournamentOptions options;
  options.game = *game;
  options.bots = arguments.bots;
  options.challenger = arguments.challenger;
  options.games = arguments.games;
  options.jobs = arguments.jobs == 0 ? processors : arguments.jobs;
  options.seed = arguments.seed;
  options.out = arguments.out;
  options.resume = arguments.resume;
  if (options.jobs > processors && !arguments.quiet) {
    note(absl::StrFormat(
        "More jobs (%d) than processors (%d): bots that play by time get less of it.", options.jobs,
        processors));
  }
  // A reader of the table that goes away, or a limit on file sizes, must not end the games.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  Interrupt interrupt;
  options.stop = interrupt.token();
  auto meter = arguments.quiet ? nullptr : std::make_unique<ProgressMeter>();
  if (meter != nullptr) {
    options.progress = [&](const TournamentProgress& progress) { meter->show(progress); };
  }
  const absl::StatusOr<TournamentResult> result = run_tournament(options);
  meter.reset();
  if (!result.ok()) return report_failure(arguments, result.status());
  if (result->dropped_line && !arguments.quiet) {
    note(arguments.out + " ended in the middle of a game's line, which was dropped.");
  }
  if (arguments.json) {
    put_json(to_json(arguments, **game, *result));
  } else {
    print_result(arguments, **game, *result);
    if (!arguments.quiet) print_notes(arguments, *result);
  }
  int code = report_forfeits(*result);
  if (!result->sorting.ok()) code = complain(kName, result->sorting, kFailed);
  return result->interrupted ? report_interruption(arguments, *result) : code;
}

}  // namespace varan::command
