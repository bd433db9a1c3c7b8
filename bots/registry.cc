#include "varan/registry.h"

#include <algorithm>

#include "absl/status/status.h"
#include "varan/games/all.h"
#include "varan/register.h"

namespace varan {
namespace {

void add(std::vector<GameEntry>& to, std::vector<GameEntry> entries) {
  for (GameEntry& entry : entries) {
    const auto same = std::find_if(to.begin(), to.end(),
                                   [&](const GameEntry& old) { return old.name == entry.name; });
    if (same == to.end()) {
      to.push_back(std::move(entry));
    } else {
      *same = std::move(entry);
    }
  }
}

template <class... States>
std::vector<GameEntry> built_in(GameList<States...>) {
  std::vector<GameEntry> entries;
  (add(entries, entries_of<States>()), ...);
  return entries;
}

std::vector<GameEntry>& registered() {
  static std::vector<GameEntry> entries = built_in(AllGames{});
  return entries;
}

}  // namespace

const std::vector<GameEntry>& games() { return registered(); }

void register_games(std::vector<GameEntry> entries) { add(registered(), std::move(entries)); }

absl::StatusOr<std::shared_ptr<const AnyGame>> load_game(std::string_view text) {
  const Parsed<Spec> spec = parse_spec(text);
  if (!spec.ok()) {
    return absl::InvalidArgumentError("game '" + std::string(text) +
                                      "': " + spec.error().to_string());
  }
  for (const GameEntry& entry : games()) {
    if (entry.name != spec->name) continue;
    const Parsed<Settings> settings = Settings::read(*spec, entry.parameters);
    if (!settings.ok()) return absl::InvalidArgumentError(settings.error().to_string());
    return entry.make(*settings);
  }
  std::vector<std::string> names;
  for (const GameEntry& entry : games()) names.push_back(entry.name);
  return absl::InvalidArgumentError("there is no game '" + spec->name + "'; there are " +
                                    list_of(names));
}

}  // namespace varan
