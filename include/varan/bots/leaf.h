// How a leaf is judged: by a rollout, to the end or cut off, and by the game's evaluation.
#ifndef VARAN_BOTS_LEAF_H_
#define VARAN_BOTS_LEAF_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "varan/bots/search_options.h"
#include "varan/game.h"
#include "varan/math.h"

namespace varan {

/// The action that the hints rank first; ties go to the first in the game's order.
template <class S>
requires HasHints<S> Action greedy_action(const S& state, Player player) {
  ActionList<S> actions;
  WeightList<S> weights;
  state.legal_actions(player, actions);
  state.hint(player, actions, weights);
  const auto* const first = weights.data();
  return actions[static_cast<std::size_t>(std::max_element(first, first + actions.size()) - first)];
}

/// An action drawn in proportion to the hints' weights; uniformly if all are zero.
template <class S>
requires HasHints<S> Action hinted_action(const S& state, Player player, Rng& rng) {
  ActionList<S> actions;
  WeightList<S> weights;
  state.legal_actions(player, actions);
  state.hint(player, actions, weights);
  double total = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) total += weights[i];
  double left = rng.unit() * total;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    left -= weights[i];
    if (left < 0) return actions[i];
  }
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

/// How each action did wherever it was played: the move-average sampling technique, MAST
/// (Bjornsson, Finnsson 2009). Also notes the actions of an iteration, to count them at its end.
class ActionAverages {
 public:
  /// Forgets everything. `most_moves`: of one iteration.
  void reset(int players, int actions, std::size_t most_moves) {
    actions_ = static_cast<std::size_t>(actions);
    averages_.assign(static_cast<std::size_t>(players) * actions_, {});
    played_.clear();
    played_.reserve(most_moves);
  }
  bool used() const { return actions_ > 0; }

  void note(Player player, Action action) {
    if (played_.size() < played_.capacity()) {
      played_.push_back({player, static_cast<std::uint32_t>(place(player, action))});
    }
  }
  /// Counts the noted actions with their players' results and begins a new iteration.
  void count(std::span<const double> values) {
    for (const Played& played : played_) {
      averages_[played.place].sum += values[static_cast<std::size_t>(played.player)];
      averages_[played.place].visits += 1;
    }
    played_.clear();
  }
  /// exp(mean / temperature); an action never played counts as one of mean 1, to be tried.
  double weight(Player player, Action action, double temperature) const {
    const Average& average = averages_[place(player, action)];
    return exp((average.visits > 0 ? average.sum / average.visits : 1) / temperature);
  }

 private:
  struct Average {
    double sum = 0;
    double visits = 0;
  };
  struct Played {
    Player player;
    std::uint32_t place;
  };
  std::size_t place(Player player, Action action) const {
    return static_cast<std::size_t>(player) * actions_ + static_cast<std::size_t>(action);
  }
  std::size_t actions_ = 0;
  std::vector<Average> averages_;
  std::vector<Played> played_;
};

/// An action drawn by its average results, with kMastHints times the hints' weights.
template <class S>
Action averaged_action(const S& state, Player player, const SearchOptions& options,
                       const ActionAverages& averages, Rng& rng) {
  ActionList<S> actions;
  WeightList<S> weights;
  state.legal_actions(player, actions);
  std::fill_n(weights.begin(), actions.size(), 1.0f);
  if constexpr (HasHints<S>) {
    if (options.rollout == Rollout::kMastHints) state.hint(player, actions, weights);
  }
  double total = 0;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    weights[i] *= static_cast<float>(averages.weight(player, actions[i], options.mast_temperature));
    total += weights[i];
  }
  double left = rng.unit() * total;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    left -= weights[i];
    if (left < 0) return actions[i];
  }
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

/// A rollout's move.
template <class S>
Action rollout_action(const S& state, Player player, const SearchOptions& options,
                      const ActionAverages& averages, Rng& rng) {
  if (averages.used() && (options.epsilon <= 0 || rng.unit() >= options.epsilon)) {
    return averaged_action(state, player, options, averages, rng);
  }
  if constexpr (HasHints<S>) {
    if (options.rollout == Rollout::kHints || options.rollout == Rollout::kGreedy) {
      if (options.epsilon <= 0 || rng.unit() >= options.epsilon) {
        return options.rollout == Rollout::kGreedy ? greedy_action(state, player)
                                                   : hinted_action(state, player, rng);
      }
    }
  }
  return random_action(state, player, rng);
}

/// Judges the position: fills a value for each player. Plays `state` on as the options say; chance
/// nodes are always played through, so that only decisions and terminals are valued, and so are
/// nodes at which some but not all movers have committed.
template <class S>
void judge(S& state, const SearchOptions& options, ActionAverages& averages, Rng& rng,
           std::span<double> values) {
  NullWitness witness;
  const bool evaluates = options.rollout == Rollout::kNone || options.cutoff > 0;
  const int cutoff = options.rollout == Rollout::kNone ? 0 : options.cutoff;
  const int start = evaluates ? state.clock() : 0;
  for (bool mid_node = false;;) {
    switch (state.kind()) {
      case NodeKind::kTerminal:
        for (std::size_t p = 0; p < values.size(); ++p) {
          values[p] = state.utility(static_cast<Player>(p));
        }
        return;
      case NodeKind::kChance:
        sample_chance(state, rng, witness);
        continue;
      case NodeKind::kDecision:
        break;
    }
    if constexpr (HasEvaluation<S>) {
      if (evaluates && !mid_node && state.clock() - start >= cutoff) {
        state.evaluate(values);
        return;
      }
    }
    const PlayerSet movers = state.movers();
    const Player player = movers.lowest();
    const Action action = rollout_action(state, player, options, averages, rng);
    if (averages.used()) averages.note(player, action);
    state.apply(player, action, witness);
    mid_node = movers.size() > 1;
  }
}

}  // namespace varan

#endif  // VARAN_BOTS_LEAF_H_
