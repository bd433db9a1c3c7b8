// Players, sets of players and actions.
#ifndef VARAN_PLAYER_H_
#define VARAN_PLAYER_H_

#include <bit>
#include <cstdint>

namespace varan {

/// A seat: 0 .. players-1, in turn order.
using Player = int;

/// The observer who knows nobody's secrets (see GameState::determinize).
inline constexpr Player kPublic = -1;

/// The most players any game may have.
inline constexpr int kMaxPlayers = 8;

/// A dense id of one thing a player may choose: 0 .. num_actions-1, the meaning set by the game.
using Action = std::int32_t;

/// A set of seats.
class PlayerSet {
 public:
  constexpr PlayerSet() = default;

  /// Seats 0 .. players-1.
  static constexpr PlayerSet first(int players) {
    return PlayerSet(static_cast<std::uint8_t>((1u << players) - 1u));
  }
  static constexpr PlayerSet only(Player player) {
    return PlayerSet(static_cast<std::uint8_t>(1u << player));
  }

  constexpr bool contains(Player player) const { return (bits_ >> player & 1u) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  /// The lowest seat of a set that is not empty.
  constexpr Player lowest() const { return std::countr_zero(bits_); }
  constexpr PlayerSet with(Player player) const { return *this | only(player); }
  constexpr PlayerSet without(Player player) const {
    return PlayerSet(static_cast<std::uint8_t>(bits_ & ~only(player).bits_));
  }

  friend constexpr PlayerSet operator|(PlayerSet a, PlayerSet b) {
    return PlayerSet(static_cast<std::uint8_t>(a.bits_ | b.bits_));
  }
  friend constexpr bool operator==(PlayerSet, PlayerSet) = default;

  /// Iterates over the seats in ascending order.
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint8_t bits) : bits_(bits) {}
    constexpr Player operator*() const { return std::countr_zero(bits_); }
    constexpr Iterator& operator++() {
      bits_ = static_cast<std::uint8_t>(bits_ & (bits_ - 1u));
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint8_t bits_;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  constexpr explicit PlayerSet(std::uint8_t bits) : bits_(bits) {}
  std::uint8_t bits_ = 0;
};

/// Whom a fact is shown to: everyone at the table, spectators included, or some players only.
class Audience {
 public:
  constexpr explicit Audience(PlayerSet players, bool is_public = false)
      : players_(players), public_(is_public) {}
  constexpr bool contains(Player player) const {
    return public_ || (player != kPublic && players_.contains(player));
  }
  constexpr bool is_public() const { return public_; }

 private:
  PlayerSet players_;
  bool public_;
};

inline constexpr Audience everyone{PlayerSet{}, true};
constexpr Audience only(Player player) { return Audience(PlayerSet::only(player)); }
constexpr Audience only(PlayerSet players) { return Audience(players); }

}  // namespace varan

#endif  // VARAN_PLAYER_H_
