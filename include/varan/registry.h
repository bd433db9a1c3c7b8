// All games and bots by name.
#ifndef VARAN_REGISTRY_H_
#define VARAN_REGISTRY_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/any_game.h"
#include "varan/spec.h"

namespace varan {

/// A game as it stands in the registry, before its options are chosen.
struct GameEntry {
  std::string name;     ///< the word in spec strings
  std::string title;    ///< for people
  std::string summary;  ///< one sentence
  std::vector<Parameter> parameters;
  std::function<absl::StatusOr<std::shared_ptr<const AnyGame>>(const Settings&)> make;
};

/// A bot: its name, what it is, its parameters with their general defaults.
struct BotEntry {
  std::string name;
  std::string summary;
  std::vector<Parameter> parameters;
};

/// Every registered game, in the order of registration. The built-in ones are there from the start.
const std::vector<GameEntry>& games();
/// Adds games (see game_entries in varan/register.h). Not safe while other threads use the
/// registry; a name that exists is replaced.
void register_games(std::vector<GameEntry> entries);
/// The game that a spec string names. The error for an unknown name lists all names.
absl::StatusOr<std::shared_ptr<const AnyGame>> load_game(std::string_view text);

/// Every bot.
const std::vector<BotEntry>& bots();

}  // namespace varan

#endif  // VARAN_REGISTRY_H_
