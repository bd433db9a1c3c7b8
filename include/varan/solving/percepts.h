// What a player has perceived so far, as the keys of the information sets she went through: enough
// to tell which other histories would have looked the same to her.
#ifndef VARAN_SOLVING_PERCEPTS_H_
#define VARAN_SOLVING_PERCEPTS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "varan/hash.h"
#include "varan/player.h"
#include "varan/witness.h"

namespace varan {

/// A player's path keys (see PathWitness), at `start` and after each of the facts since then that
/// she was shown; oldest first.
template <class State>
std::vector<std::uint64_t> percepts_of(Player player, const State& start,
                                       std::span<const LogWitness::Entry> facts) {
  std::vector<std::uint64_t> keys = {start.info_key(player)};
  for (const LogWitness::Entry& entry : facts) {
    if (entry.audience.contains(player)) keys.push_back(fold(keys.back(), entry.fact.hash()));
  }
  return keys;
}

/// One word for a player and her path key: what tables of all players' information sets are looked
/// up by.
constexpr std::uint64_t information_set_id(Player player, std::uint64_t path_key) {
  return path_key + static_cast<std::uint64_t>(player) * 0xd1342543de82ef95ULL;
}

}  // namespace varan

#endif  // VARAN_SOLVING_PERCEPTS_H_
