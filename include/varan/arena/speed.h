// How fast a game's rules are, and what share of that speed a search keeps.
#ifndef VARAN_ARENA_SPEED_H_
#define VARAN_ARENA_SPEED_H_

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "varan/any_game.h"
#include "varan/bots/bot.h"

namespace varan {

struct SpeedReport {
  double playouts_per_second = 0;  ///< uniformly random games from the position, no search
  double decisions_per_playout = 0;
  std::size_t bytes_per_state = 0;
  // Of a bot that searches; absent for others.
  std::optional<double> iterations_per_second;
  std::optional<double> ratio;  ///< iterations to playouts
  std::optional<double> bytes_per_information_set;
  std::optional<double> bytes_per_action;
  double bot_decisions_per_second = 0;
};

/// Measures for about `seconds`, playouts and search in turns, so that both meet the same machine.
/// `state` must be a decision of `player`. Error: what the bot says.
absl::StatusOr<SpeedReport> measure_speed(const AnyState& state, Player player, Bot& bot,
                                          double seconds, std::uint64_t seed);

}  // namespace varan

#endif  // VARAN_ARENA_SPEED_H_
