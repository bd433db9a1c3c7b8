#include <algorithm>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "bots/command/command.h"
#include "bots/command/output.h"
#include "nlohmann/json.hpp"
#include "varan/arena/moves.h"
#include "varan/bots/bot.h"

namespace varan::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kName[] = "analyze";

Json to_json(const Start& start, const Bot& bot, Player player, const Decision& decision) {
  Json json{{"game", start.game->spec()},
            {"position", start.state->to_text()},
            {"player", player},
            {"bot", bot.spec()},
            {"move", moves_to_text(*start.state, player, decision.moves)},
            {"value", decision.value},
            {"proven", decision.proven},
            {"iterations", decision.iterations},
            {"seconds", decision.seconds},
            {"information_sets", decision.information_sets},
            {"table_bytes", decision.table_bytes},
            {"table_full", decision.table_full},
            {"stop_reason", decision.stop_reason},
            {"principal_variation", decision.principal_variation}};
  json["actions"] = Json::array();
  for (const ActionReport& action : decision.actions) {
    json["actions"].push_back({{"move", action.text},
                               {"visits", action.visits},
                               {"value", action.value},
                               {"prior", action.prior},
                               {"probability", action.probability},
                               {"proven", action.proven}});
  }
  return json;
}

std::string actions_text(const Decision& decision, int top) {
  using enum TextTable::Align;
  TextTable table({kRight, kRight, kRight, kRight, kRight, kLeft, kLeft});
  table.add({"visits", "share", "value", "prior", "plays", "move", ""});
  std::int64_t total = 0;
  for (const ActionReport& action : decision.actions) total += action.visits;
  int shown = 0;
  for (const ActionReport& action : decision.actions) {
    if (top > 0 && shown++ == top) break;
    const double share =
        total > 0 ? 100 * static_cast<double>(action.visits) / static_cast<double>(total) : 0;
    table.add({std::to_string(action.visits), absl::StrFormat("%.1f %%", share),
               absl::StrFormat("%+.3f", action.value), absl::StrFormat("%.3f", action.prior),
               absl::StrFormat("%.1f %%", 100 * action.probability), action.text,
               action.proven ? "proven" : ""});
  }
  std::string text = table.text();
  const auto all = static_cast<int>(decision.actions.size());
  if (top > 0 && all > top)
    absl::StrAppendFormat(&text, "and %d more (--top 0 shows all)\n", all - top);
  return text;
}

void print(const Start& start, const Bot& bot, Player player, const Decision& decision, int top) {
  if (!start.events.empty()) put("after: %s\n\n", printable(absl::StrJoin(start.events, " ")));
  put("%s\n\n%s\n\n", start.state->draw(), start.state->to_text());
  put("seat %d plays %s, value %+.3f%s\n", player,
      moves_to_text(*start.state, player, decision.moves), decision.value,
      decision.proven ? " (proven)" : "");
  std::string work = bot.spec();
  if (decision.iterations > 0) {
    absl::StrAppendFormat(&work, ": %d iterations in %.3f s, ended by %s", decision.iterations,
                          decision.seconds, decision.stop_reason);
  }
  if (decision.information_sets > 0) {
    absl::StrAppendFormat(&work, "; %d information sets in %.1f KiB%s", decision.information_sets,
                          static_cast<double>(decision.table_bytes) / 1024,
                          decision.table_full ? ", the table is full" : "");
  }
  put("%s\n", work);
  if (!decision.principal_variation.empty()) {
    put("best line: %s\n", absl::StrJoin(decision.principal_variation, " "));
  }
  if (!decision.actions.empty()) put("\n%s", actions_text(decision, top));
}

}  // namespace

int run(const AnalyzeArguments& arguments) {
  const absl::StatusOr<Start> start =
      start_from(arguments.game, arguments.position, arguments.moves, arguments.seed);
  if (!start.ok()) return complain(kName, start.status(), kBadUsage);
  const absl::StatusOr<std::unique_ptr<Bot>> bot = start->game->make_bot(arguments.bot);
  if (!bot.ok()) return complain(kName, bot.status(), kBadUsage);
  const PlayerSet movers = start->state->movers();
  const Player player = arguments.player < 0 ? movers.lowest() : arguments.player;
  if (player >= start->game->traits().players || !movers.contains(player)) {
    std::vector<std::string> seats;
    for (const Player mover : movers) seats.push_back(std::to_string(mover));
    return complain(kName,
                    absl::StrFormat("seat %d is not to move here; to move: %s", player,
                                    absl::StrJoin(seats, ", ")),
                    kBadUsage);
  }
  const absl::StatusOr<Decision> decision =
      (*bot)->choose(*start->state, player, {arguments.seed, {}});
  if (!decision.ok()) return complain(kName, decision.status(), kFailed);
  if (arguments.json) {
    put_json(to_json(*start, **bot, player, *decision));
  } else {
    print(*start, **bot, player, *decision, arguments.top);
  }
  return kDone;
}

}  // namespace varan::command
