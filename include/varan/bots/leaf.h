// How a leaf is judged: by a rollout, to the end or cut off, and by the game's evaluation.
#ifndef VARAN_BOTS_LEAF_H_
#define VARAN_BOTS_LEAF_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "varan/bots/search_options.h"
#include "varan/game.h"

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

/// A rollout's move.
template <class S>
Action rollout_action(const S& state, Player player, const SearchOptions& options, Rng& rng) {
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
/// nodes are always played through, so that only decisions and terminals are valued.
template <class S>
void judge(S& state, const SearchOptions& options, Rng& rng, std::span<double> values) {
  NullWitness witness;
  const bool evaluates = options.rollout == Rollout::kNone || options.cutoff > 0;
  const int cutoff = options.rollout == Rollout::kNone ? 0 : options.cutoff;
  const int start = evaluates ? state.clock() : 0;
  for (;;) {
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
      if (evaluates && state.clock() - start >= cutoff) {
        state.evaluate(values);
        return;
      }
    }
    const Player player = state.movers().lowest();
    state.apply(player, rollout_action(state, player, options, rng), witness);
  }
}

}  // namespace varan

#endif  // VARAN_BOTS_LEAF_H_
