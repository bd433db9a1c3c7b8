#include <cstdio>
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
    std::printf("%s\n", list.dump(2).c_str());
  } else {
    std::printf("%s\n'varan games NAME' shows a game's options.\n", table.text().c_str());
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
    std::printf("%s\n", json.dump(2).c_str());
    return kDone;
  }
  const Traits& traits = game.traits();
  std::printf("%s: %s\n%s\n\n", entry->name.c_str(), entry->title.c_str(), entry->summary.c_str());
  if (entry->parameters.empty()) {
    std::printf("It has no options.\n");
  } else {
    std::printf("Options, as in %s(%s=%s):\n%s", entry->name.c_str(),
                entry->parameters.front().name.c_str(),
                entry->parameters.front().default_value.c_str(),
                parameter_table(entry->parameters).c_str());
  }
  std::printf(
      "\n%s is a game of %s for %d players: %d actions, at most %d decisions, utilities that sum "
      "to %g; a position takes %zu bytes. It has %s and %s.\n",
      game.spec().c_str(), nature_of(traits).c_str(), traits.players, traits.num_actions,
      traits.longest_game, traits.utility_sum, game.bytes_per_state(),
      game.has_hints() ? "hints" : "no hints",
      game.has_evaluation() ? "an evaluation" : "no evaluation");
  return kDone;
}

}  // namespace varan::command
