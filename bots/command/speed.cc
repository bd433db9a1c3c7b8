#include "varan/arena/speed.h"

#include <memory>

#include "absl/strings/str_format.h"
#include "bots/command/command.h"
#include "bots/command/output.h"
#include "nlohmann/json.hpp"

namespace varan::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kName[] = "speed";

/// The bot asked for, or the search that suits the game.
absl::StatusOr<std::unique_ptr<Bot>> make_bot(const AnyGame& game, const std::string& spec) {
  if (!spec.empty()) return game.make_bot(spec);
  for (const char* search : {"mcts", "ismcts", "flat"}) {
    absl::StatusOr<std::unique_ptr<Bot>> bot = game.make_bot(search);
    if (bot.ok()) return bot;
  }
  return game.make_bot("random");
}

Json optional(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

void print(const Start& start, const Bot& bot, const SpeedReport& report) {
  put("%s, %s\n", start.game->spec(), bot.spec());
  using enum TextTable::Align;
  TextTable table({kLeft, kRight});
  const auto row = [&](const char* name, double value, int decimals) {
    table.add({name, absl::StrFormat("%.*f", decimals, value)});
  };
  row("random playouts a second", report.playouts_per_second, 0);
  row("decisions a playout", report.decisions_per_playout, 1);
  if (report.iterations_per_second)
    row("search iterations a second", *report.iterations_per_second, 0);
  if (report.ratio) row("iterations to playouts", *report.ratio, 3);
  row("decisions of the bot a second", report.bot_decisions_per_second, 1);
  row("bytes a position", static_cast<double>(report.bytes_per_state), 0);
  if (report.bytes_per_information_set) {
    row("bytes an information set", *report.bytes_per_information_set, 1);
  }
  if (report.bytes_per_action) row("bytes an action of the table", *report.bytes_per_action, 1);
  put("%s", table.text(2));
}

}  // namespace

int run(const SpeedArguments& arguments) {
  const absl::StatusOr<Start> start =
      start_from(arguments.game, arguments.position, arguments.moves, arguments.seed);
  if (!start.ok()) return complain(kName, start.status(), kBadUsage);
  const absl::StatusOr<std::unique_ptr<Bot>> bot = make_bot(*start->game, arguments.bot);
  if (!bot.ok()) return complain(kName, bot.status(), kBadUsage);
  const Player player = start->state->movers().lowest();
  const absl::StatusOr<SpeedReport> report =
      measure_speed(*start->state, player, **bot, arguments.seconds, arguments.seed);
  if (!report.ok()) return complain(kName, report.status(), kFailed);
  if (!arguments.json) {
    print(*start, **bot, *report);
    return kDone;
  }
  const Json json{{"game", start->game->spec()},
                  {"position", start->state->to_text()},
                  {"bot", (*bot)->spec()},
                  {"playouts_per_second", report->playouts_per_second},
                  {"decisions_per_playout", report->decisions_per_playout},
                  {"iterations_per_second", optional(report->iterations_per_second)},
                  {"ratio", optional(report->ratio)},
                  {"bot_decisions_per_second", report->bot_decisions_per_second},
                  {"bytes_per_state", report->bytes_per_state},
                  {"bytes_per_information_set", optional(report->bytes_per_information_set)},
                  {"bytes_per_action", optional(report->bytes_per_action)}};
  put_json(json);
  return kDone;
}

}  // namespace varan::command
