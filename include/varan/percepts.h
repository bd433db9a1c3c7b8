// What the players of one game have perceived so far, as the keys of the information sets they went
// through: enough to tell which other histories would have looked the same to a player, and nothing
// from which somebody else's secrets could be read.
#ifndef VARAN_PERCEPTS_H_
#define VARAN_PERCEPTS_H_

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "varan/hash.h"
#include "varan/player.h"
#include "varan/witness.h"

namespace varan {

/// A witness that keeps, for every player, her path key (see PathWitness) after each fact she was
/// shown since the start of the game.
class Percepts {
 public:
  template <class State>
  explicit Percepts(const State& start) : players_(start.players()) {
    for (Player player = 0; player < players_; ++player) {
      keys(player).push_back(start.info_key(player));
    }
  }

  void operator()(Audience audience, const Fact& fact) {
    for (Player player = 0; player < players_; ++player) {
      if (audience.contains(player) && !keys(player).empty()) {
        keys(player).push_back(fold(keys(player).back(), fact.hash()));
      }
    }
  }

  /// The keys of a player, oldest first, the first one that of the start. Empty if it is not known
  /// what she perceived.
  std::span<const std::uint64_t> of(Player player) const {
    return keys_[static_cast<std::size_t>(player)];
  }

  /// To be called when the position is re-dealt for an observer (a player or kPublic): the others
  /// may hold something else now, and it is no longer known what they perceived.
  void keep_only(Player observer) {
    for (Player player = 0; player < players_; ++player) {
      if (player != observer) keys(player).clear();
    }
  }

 private:
  std::vector<std::uint64_t>& keys(Player player) {
    return keys_[static_cast<std::size_t>(player)];
  }

  int players_;
  std::array<std::vector<std::uint64_t>, kMaxPlayers> keys_;
};

/// One word for a player and her path key: what tables of all players' information sets are looked
/// up by.
constexpr std::uint64_t information_set_id(Player player, std::uint64_t path_key) {
  return path_key + static_cast<std::uint64_t>(player) * 0xd1342543de82ef95ULL;
}

}  // namespace varan

#endif  // VARAN_PERCEPTS_H_
