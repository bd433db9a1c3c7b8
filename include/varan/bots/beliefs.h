// Weighted beliefs: worlds in which the play that was seen is likely.
//
// A determinization knows what is possible, not what is likely: that she bet says something about
// her cards. Here a world is dealt by replaying the game from its start, taking at each step one of
// the actions and chance outcomes that would have shown the observer just what she saw, by the
// average strategies that the search has found so far; its weight is the probability that one of
// them is taken (importance sampling). Cost: one copy of a position for each legal action on the
// way.
#ifndef VARAN_BOTS_BELIEFS_H_
#define VARAN_BOTS_BELIEFS_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "varan/game.h"
#include "varan/rng.h"
#include "varan/witness.h"

namespace varan {

/// How a game has come to where it is, as far as one player knows: its start, and the facts that
/// she has been shown since, in order.
template <class S>
struct History {
  S start;
  std::vector<LogWitness::Entry> facts;
};

/// A position with everybody's percepts since the start of the game.
template <class S>
struct World {
  S state;
  PathWitness path;
  double weight = 0;
};

/// Deals worlds that a history allows, for one search.
template <class S>
class BeliefSampler {
 public:
  /// `observer`: the searcher, or kPublic for worlds in which her secrets are dealt anew.
  /// `history` must outlive the sampler.
  BeliefSampler(const History<S>& history, Player searcher, Player observer)
      : history_(history), searcher_(searcher), observer_(observer) {
    for (const LogWitness::Entry& entry : history.facts) {
      searcher_facts_ += entry.audience.contains(searcher);
      if (entry.audience.contains(observer)) expected_.push_back(entry.fact);
    }
  }

  /// Deals a world. `strategy(key, state, mover, actions, shares)` fills in how likely the mover
  /// is to choose each action. False if the replay came to a point from which nothing leads on.
  template <class Strategy>
  bool deal(Strategy strategy, Rng& rng, World<S>& world) const {
    Replay replay{history_.start, Shown{PathWitness(history_.start), this}, 1};
    for (;;) {
      const NodeKind kind = replay.state.kind();
      if (kind == NodeKind::kTerminal) return false;
      if (replay.shown.matched == expected_.size() && replay.shown.by_searcher == searcher_facts_ &&
          kind == NodeKind::kDecision && replay.state.movers().contains(searcher_)) {
        world = {replay.state, replay.shown.path, replay.weight};
        return true;
      }
      const bool goes_on =
          kind == NodeKind::kChance ? chance(replay, rng) : decide(replay, strategy, rng);
      if (!goes_on) return false;
    }
  }

 private:
  /// Follows everybody's percepts and compares the observer's with what she was really shown.
  struct Shown {
    PathWitness path;
    const BeliefSampler* of;
    std::size_t matched = 0;
    std::size_t by_searcher = 0;
    bool differs = false;

    void operator()(Audience audience, const Fact& fact) {
      path(audience, fact);
      by_searcher += audience.contains(of->searcher_);
      if (!audience.contains(of->observer_)) return;
      differs = differs || matched == of->expected_.size() || of->expected_[matched] != fact;
      ++matched;
    }
    bool consistent() const { return !differs && by_searcher <= of->searcher_facts_; }
  };
  struct Replay {
    S state;
    Shown shown;
    double weight;
  };

  bool chance(Replay& replay, Rng& rng) const {
    OutcomeList<S> outcomes;
    replay.state.chance_outcomes(outcomes);
    std::array<double, S::kMaxChanceOutcomes> shares;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      S next = replay.state;
      Shown shown = replay.shown;
      next.apply_chance(outcomes[i].outcome, shown);
      shares[i] = shown.consistent() ? outcomes[i].probability : 0;
    }
    const std::size_t drawn = pick({shares.data(), outcomes.size()}, replay.weight, rng);
    if (drawn == outcomes.size()) return false;
    replay.state.apply_chance(outcomes[drawn].outcome, replay.shown);
    return true;
  }

  template <class Strategy>
  bool decide(Replay& replay, Strategy& strategy, Rng& rng) const {
    const Player mover = replay.state.movers().lowest();
    ActionList<S> actions;
    replay.state.legal_actions(mover, actions);
    std::array<double, S::kMaxLegalActions> shares;
    const std::span<double> used(shares.data(), actions.size());
    strategy(replay.shown.path, replay.state, mover, actions, used);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      S next = replay.state;
      Shown shown = replay.shown;
      next.apply(mover, actions[i], shown);
      // Nobody is certain: a strategy that has been seen little may be wrong.
      used[i] = shown.consistent()
                    ? (1 - kDoubt) * used[i] + kDoubt / static_cast<double>(actions.size())
                    : 0;
    }
    const std::size_t drawn = pick(used, replay.weight, rng);
    if (drawn == actions.size()) return false;
    replay.state.apply(mover, actions[drawn], replay.shown);
    return true;
  }

  /// An index drawn by shares, whose sum goes into the weight; shares.size() if all are zero.
  static std::size_t pick(std::span<const double> shares, double& weight, Rng& rng) {
    double total = 0;
    for (const double share : shares) total += share;
    weight *= total;
    double left = rng.unit() * total;
    std::size_t last = shares.size();
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (shares[i] <= 0) continue;
      last = i;
      left -= shares[i];
      if (left < 0) break;
    }
    return last;
  }

  static constexpr double kDoubt = 0.01;

  const History<S>& history_;
  Player searcher_;
  Player observer_;
  std::size_t searcher_facts_ = 0;
  std::vector<Fact> expected_;
};

/// A few dozen dealt worlds to draw from by weight. The oldest are replaced as strategies change.
template <class S>
class WorldPool {
 public:
  void reserve() { worlds_.reserve(kSize); }
  void clear() {
    worlds_.clear();
    total_ = 0;
    next_ = 0;
  }
  void add(const World<S>& world) {
    if (worlds_.size() < kSize) {
      worlds_.push_back(world);
    } else {
      worlds_[next_] = world;
      next_ = (next_ + 1) % kSize;
    }
    total_ = 0;
    for (const World<S>& of : worlds_) total_ += of.weight;
  }
  bool usable() const { return total_ > 0; }
  const World<S>& draw(Rng& rng) const {
    double left = rng.unit() * total_;
    std::size_t last = 0;
    for (std::size_t i = 0; i < worlds_.size(); ++i) {
      last = i;
      left -= worlds_[i].weight;
      if (left < 0) break;
    }
    return worlds_[last];
  }

 private:
  static constexpr std::size_t kSize = 64;
  std::vector<World<S>> worlds_;
  double total_ = 0;
  std::size_t next_ = 0;
};

}  // namespace varan

#endif  // VARAN_BOTS_BELIEFS_H_
