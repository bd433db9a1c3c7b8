// By what an iteration of the search looks information sets up. Each kind is the witness of the
// iteration as well.
#ifndef VARAN_BOTS_KEYS_H_
#define VARAN_BOTS_KEYS_H_

#include <cstdint>

#include "varan/bots/search_options.h"
#include "varan/game.h"
#include "varan/hash.h"

namespace varan {

/// keying=position: what the mover can tell of the position now. Facts are not looked at.
struct PositionKeys : NullWitness {
  template <class S>
  PositionKeys(const S&, Player, const SearchOptions&, int) {}
  template <class S>
  std::uint64_t key(const S& state, Player mover) const {
    return state.info_key(mover);
  }
  void settle(bool) {}
};

/// keying=path: what the mover has perceived since the start of the iteration; with
/// observer=single, what the searcher has.
class PathKeys : public PathWitness {
 public:
  template <class S>
  PathKeys(const S& start, Player searcher, const SearchOptions& options, int)
      : PathWitness(start), observer_(options.observer == Observer::kSingle ? searcher : kPublic) {
    if (options.split_opponents) return;
    for (Player player = 0; player < start.players(); ++player) {
      if (player != searcher) set_key(player, 0);
    }
  }
  template <class S>
  std::uint64_t key(const S&, Player mover) const {
    return PathWitness::key(observer_ == kPublic ? mover : observer_);
  }
  void settle(bool) {}

 private:
  Player observer_;  // kPublic: each mover herself
};

/// Paths for the first decisions, then everything that happens in one of the worlds, whoever sees
/// it: what a player would know if all cards were laid open. Choices made at the same time stay
/// hidden from each other.
class RevealingKeys : public PathWitness {
 public:
  template <class S>
  RevealingKeys(const S& start, Player, const SearchOptions& options, int world)
      : PathWitness(start),
        hidden_plies_(options.hidden_plies),
        open_(mix(static_cast<std::uint64_t>(world) + 1)),
        seen_(open_) {}

  void operator()(Audience audience, const Fact& fact) {
    PathWitness::operator()(audience, fact);
    seen_ = fold(seen_, fact.hash());
  }
  template <class S>
  std::uint64_t key(const S&, Player mover) const {
    return hidden_plies_ > 0 ? PathWitness::key(mover) : open_;
  }
  /// A node is done: all its movers have committed, or chance has.
  void settle(bool decision) {
    hidden_plies_ -= decision;
    open_ = seen_;
  }

 private:
  int hidden_plies_;
  std::uint64_t open_;
  std::uint64_t seen_;
};

}  // namespace varan

#endif  // VARAN_BOTS_KEYS_H_
