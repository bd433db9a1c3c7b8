// Perft: how many histories of each length lead on from a position. A wrong rule nearly always
// changes one of these numbers, so a few of them are a signature of the rules of a game.
#ifndef VARAN_PERFT_H_
#define VARAN_PERFT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "varan/game.h"

namespace varan {

/// Adds the number of histories of d more steps from `state` to counts[d], for d = 1 .. depth.
template <GameState State>
void count_histories(const State& state, std::size_t depth, std::uint64_t* counts) {
  if (depth == 0) return;
  NullWitness witness;
  if (state.kind() == NodeKind::kChance) {
    OutcomeList<State> outcomes;
    state.chance_outcomes(outcomes);
    counts[1] += outcomes.size();
    if (depth == 1) return;
    for (const ChanceOutcome& outcome : outcomes) {
      State next = state;
      next.apply_chance(outcome.outcome, witness);
      count_histories(next, depth - 1, counts + 1);
    }
  } else if (state.kind() == NodeKind::kDecision) {
    const PlayerSet movers = state.movers();
    const bool completes_step = movers.size() == 1;
    ActionList<State> actions;
    state.legal_actions(movers.lowest(), actions);
    if (completes_step) counts[1] += actions.size();
    if (completes_step && depth == 1) return;
    for (const Action action : actions) {
      State next = state;
      next.apply(movers.lowest(), action, witness);
      count_histories(next, depth - completes_step, counts + completes_step);
    }
  }
}

/// The numbers of histories of exactly 0, 1, ... `depth` steps from `state`; those that end earlier
/// do not count; a negative depth counts as 0. A step is one outcome of a chance node (all are
/// tried, whatever their probability), one choice of the mover, or at a simultaneous node one joint
/// choice of all movers.
template <GameState State>
std::vector<std::uint64_t> perft(const State& state, int depth) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(std::max(depth, 0)) + 1);
  counts[0] = 1;
  count_histories(state, counts.size() - 1, counts.data());
  return counts;
}

}  // namespace varan

#endif  // VARAN_PERFT_H_
