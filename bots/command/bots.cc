#include <memory>

#include "bots/command/command.h"
#include "bots/command/json.h"
#include "bots/command/output.h"
#include "varan/bots/bot.h"
#include "varan/registry.h"

namespace varan::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kName[] = "bots";

/// Empty if the bot plays the game with its defaults, else why not.
std::string refusal(const AnyGame& game, const std::string& bot) {
  const auto made = game.make_bot(bot);
  return made.ok() ? std::string() : std::string(made.status().message());
}

int list_bots(const AnyGame* game, bool json) {
  using enum TextTable::Align;
  TextTable table({kLeft, kLeft});
  Json list = Json::array();
  for (const BotEntry& entry : bots()) {
    const std::string why_not = game == nullptr ? std::string() : refusal(*game, entry.name);
    table.add({entry.name, why_not.empty() ? entry.summary : "cannot play this: " + why_not});
    Json item{{"name", entry.name}, {"summary", entry.summary}};
    if (game != nullptr) item["plays"] = why_not.empty();
    if (!why_not.empty()) item["reason"] = why_not;
    list.push_back(item);
  }
  if (json) {
    put_json(list);
  } else {
    put("%s\n'varan bots NAME --game GAME' shows a bot's parameters with that game's defaults.\n",
        table.text());
  }
  return kDone;
}

}  // namespace

int run(const BotsArguments& arguments) {
  std::shared_ptr<const AnyGame> game;
  if (!arguments.game.empty()) {
    absl::StatusOr<std::shared_ptr<const AnyGame>> loaded = load_and_warn(arguments.game);
    if (!loaded.ok()) return complain(kName, loaded.status(), kBadUsage);
    game = *std::move(loaded);
  }
  if (arguments.bot.empty()) return list_bots(game.get(), arguments.json);

  const BotEntry* entry = nullptr;
  std::vector<std::string> names;
  for (const BotEntry& candidate : bots()) {
    names.push_back(candidate.name);
    if (candidate.name == arguments.bot) entry = &candidate;
  }
  if (entry == nullptr) {
    return complain(kName, "there is no bot '" + arguments.bot + "'; there are " + list_of(names),
                    kBadUsage);
  }
  std::vector<Parameter> parameters = entry->parameters;
  std::string why_not;
  if (game != nullptr) {
    absl::StatusOr<std::vector<Parameter>> of_game = game->bot_parameters(entry->name);
    if (!of_game.ok()) return complain(kName, of_game.status(), kBadUsage);
    parameters = *std::move(of_game);
    why_not = refusal(*game, entry->name);
  }
  if (arguments.json) {
    Json json{{"name", entry->name}, {"summary", entry->summary}};
    if (game != nullptr) {
      json["game"] = game->spec();
      json["plays"] = why_not.empty();
    }
    json["parameters"] = Json::array();
    for (const Parameter& parameter : parameters) json["parameters"].push_back(to_json(parameter));
    put_json(json);
    return kDone;
  }
  put("%s: %s\n\n", entry->name, entry->summary);
  if (!why_not.empty()) put("It cannot play this game: %s.\n\n", why_not);
  put("Parameters%s:\n%s",
      game == nullptr ? ", which a game may give defaults of its own (--game)"
                      : (", with the defaults for " + game->spec()),
      parameter_table(parameters));
  return kDone;
}

}  // namespace varan::command
