#include <memory>

#include "absl/strings/str_format.h"
#include "bots/command/command.h"
#include "bots/command/json.h"
#include "bots/command/output.h"
#include "nlohmann/json.hpp"
#include "varan/registry.h"

namespace varan::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kName[] = "games";

/// "open information, chance, 2 players", and so on.
std::string nature_of(const Traits& traits) {
  std::string text = traits.hidden_information ? "hidden information" : "open information";
  if (traits.chance) text += ", chance";
  if (traits.simultaneous) text += ", simultaneous moves";
  return text;
}

Json traits_json(const AnyGame& game) {
  const Traits& traits = game.traits();
  return {{"players", traits.players},
          {"num_actions", traits.num_actions},
          {"longest_game", traits.longest_game},
          {"utility_sum", traits.utility_sum},
          {"hidden_information", traits.hidden_information},
          {"chance", traits.chance},
          {"simultaneous", traits.simultaneous},
          {"hints", game.has_hints()},
          {"evaluation", game.has_evaluation()},
          {"bytes_per_state", game.bytes_per_state()}};
}

int list_games(bool json) {
  using enum TextTable::Align;
  TextTable table({kLeft, kLeft, kLeft});
  table.add({"game", "title", "what it is"});
  Json list = Json::array();
  for (const GameEntry& entry : games()) {
    table.add({entry.name, entry.title, entry.summary});
    list.push_back({{"name", entry.name}, {"title", entry.title}, {"summary", entry.summary}});
  }
  if (json) {
    put_json(list);
  } else {
    put("%s\n'varan games NAME' shows a game's options.\n", table.text());
  }
  return kDone;
}

}  // namespace

int run(const GamesArguments& arguments) {
  if (arguments.game.empty()) return list_games(arguments.json);
  const absl::StatusOr<std::shared_ptr<const AnyGame>> loaded = load_and_warn(arguments.game);
  if (!loaded.ok()) return complain(kName, loaded.status(), kBadUsage);
  const AnyGame& game = **loaded;
  const GameEntry* entry = nullptr;
  for (const GameEntry& candidate : games()) {
    if (candidate.name == game.name()) entry = &candidate;
  }
  if (entry == nullptr)
    return complain(kName, game.name() + " is not in the list of games", kFailed);
  if (arguments.json) {
    Json json{{"name", entry->name},
              {"title", entry->title},
              {"summary", entry->summary},
              {"spec", game.spec()},
              {"traits", traits_json(game)}};
    json["parameters"] = Json::array();
    for (const Parameter& parameter : entry->parameters)
      json["parameters"].push_back(to_json(parameter));
    put_json(json);
    return kDone;
  }
  const Traits& traits = game.traits();
  put("%s: %s\n%s\n\n", entry->name, entry->title, entry->summary);
  if (entry->parameters.empty()) {
    put("It has no options.\n");
  } else {
    put("Options, as in %s(%s=%s):\n%s", entry->name, entry->parameters.front().name,
        entry->parameters.front().default_value, parameter_table(entry->parameters));
  }
  put("\n%s is a game of %s for %d players: %d actions, at most %d decisions, utilities that sum "
      "to %g; a position takes %zu bytes. It has %s and %s.\n",
      game.spec(), nature_of(traits), traits.players, traits.num_actions, traits.longest_game,
      traits.utility_sum, game.bytes_per_state(), game.has_hints() ? "hints" : "no hints",
      game.has_evaluation() ? "an evaluation" : "no evaluation");
  return kDone;
}

}  // namespace varan::command
