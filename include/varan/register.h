// How a game gets into the registry, with all bots: one small source file a game.
//
//   #include "varan/games/nim.h"
//   #include "varan/register.h"
//   template <>
//   std::vector<varan::GameEntry> varan::entries_of<varan::NimState>() {
//     return game_entries<NimState>();
//   }
//
// The built-in games are listed in varan/games/all.h; a program of your own may instead call
// register_games(game_entries<NimState>()).
#ifndef VARAN_REGISTER_H_
#define VARAN_REGISTER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "varan/bots/typed_bots.h"
#include "varan/bots/view.h"
#include "varan/registry.h"
#include "varan/typed_game.h"

namespace varan {

/// The registry's entries of the game `S`; specialised once for each built-in game.
template <class S>
std::vector<GameEntry> entries_of();

/// This game's own defaults of the bots, found by tournament: bot name, parameter, value.
using BotDefaults = decltype(BotContext::defaults);

/// Entries for all names of the game `S`, whose bots may think in `Views` besides single moves.
template <GameState S, View... Views>
std::vector<GameEntry> game_entries(const BotDefaults& defaults = {}) {
  static_assert(GameRules<typename S::Rules>);
  static_assert(S::kNumActions < (1 << 15) && ((Views::kNumActions < (1 << 15)) && ...));
  std::vector<GameEntry> entries;
  for (const std::string& name : S::Rules::names()) {
    BotContext context;
    context.defaults = defaults;
    const auto add_view = [&]<class V>() {
      context.views.push_back(
          {std::string(V::kViewName), V::parameters(), HasHints<V>, HasEvaluation<V>});
    };
    add_view.template operator()<MovesView<S>>();
    (add_view.template operator()<Views>(), ...);
    GameEntry entry;
    entry.name = name;
    entry.title = S::Rules::title(name);
    entry.summary = S::Rules::summary(name);
    entry.parameters = S::Rules::parameters(name);
    entry.make = [name, context](
                     const Settings& settings) -> absl::StatusOr<std::shared_ptr<const AnyGame>> {
      Parsed<typename S::Rules> rules = S::Rules::make(settings);
      if (!rules.ok()) return absl::InvalidArgumentError(name + ": " + rules.error().to_string());
      return std::make_shared<const TypedGame<S>>(std::move(rules).value(), context,
                                                  &make_typed_bot<S, Views...>);
    };
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace varan

#endif  // VARAN_REGISTER_H_
