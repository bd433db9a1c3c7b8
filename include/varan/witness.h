// How rules announce what they show. At the very line where something becomes known, the rules call
// witness(audience, fact); nothing else describes who sees what. The type of the witness decides
// what becomes of the facts.
#ifndef VARAN_WITNESS_H_
#define VARAN_WITNESS_H_

#include <array>
#include <cstdint>
#include <vector>

#include "varan/hash.h"
#include "varan/player.h"

namespace varan {

/// Something that became known: a kind and up to three numbers, whose meaning the game defines. Two
/// facts that a player can tell apart must differ, and only those.
struct Fact {
  std::int32_t kind = 0;
  std::int32_t a = 0;
  std::int32_t b = 0;
  std::int32_t c = 0;

  friend constexpr bool operator==(const Fact&, const Fact&) = default;

  constexpr std::uint64_t hash() const {
    const auto word = [](std::int32_t high, std::int32_t low) {
      return static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32 |
             static_cast<std::uint32_t>(low);
    };
    return fold(mix(word(kind, a) + 0x9e3779b97f4a7c15ULL), word(b, c));
  }
};

/// Playouts: facts are not looked at, and the calls compile to nothing.
struct NullWitness {
  constexpr void operator()(Audience, const Fact&) const {}
};

/// The search: folds each player's facts into a hash, the key of her information set. Start values
/// are the players' info_key in the position from which the path starts.
class PathWitness {
 public:
  void operator()(Audience audience, const Fact& fact) {
    const std::uint64_t hash = fact.hash();
    for (Player player = 0; player < players_; ++player) {
      if (audience.contains(player)) {
        keys_[static_cast<std::size_t>(player)] =
            fold(keys_[static_cast<std::size_t>(player)], hash);
      }
    }
  }

  template <class State>
  explicit PathWitness(const State& start) : players_(start.players()) {
    for (Player player = 0; player < players_; ++player) {
      keys_[static_cast<std::size_t>(player)] = start.info_key(player);
    }
  }

  std::uint64_t key(Player player) const { return keys_[static_cast<std::size_t>(player)]; }
  /// Sets a player's key anew.
  void set_key(Player player, std::uint64_t key) { keys_[static_cast<std::size_t>(player)] = key; }

 private:
  int players_;
  std::array<std::uint64_t, kMaxPlayers> keys_{};
};

/// Replays and people: keeps the facts with their audience, in order.
class LogWitness {
 public:
  struct Entry {
    Audience audience;
    Fact fact;
  };

  void operator()(Audience audience, const Fact& fact) { entries_.push_back({audience, fact}); }

  const std::vector<Entry>& entries() const { return entries_; }
  void clear() { entries_.clear(); }
  /// Drops what `viewer` (a player, or kPublic) was not shown.
  void keep_only(Player viewer) {
    std::erase_if(entries_,
                  [viewer](const Entry& entry) { return !entry.audience.contains(viewer); });
  }

 private:
  std::vector<Entry> entries_;
};

}  // namespace varan

#endif  // VARAN_WITNESS_H_
