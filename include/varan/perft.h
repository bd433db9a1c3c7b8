// Perft: how many histories of a given length lead on from a position. A wrong rule nearly always
// changes one of these numbers, so a few of them are a signature of the rules of a game.
#ifndef VARAN_PERFT_H_
#define VARAN_PERFT_H_

#include <cstdint>

#include "varan/game.h"

namespace varan {

/// The number of histories of exactly `depth` steps from `state`; those that end earlier do not
/// count. A step is one outcome of a chance node (all are tried, whatever their probability), one
/// choice of the mover, or at a simultaneous node one joint choice of all movers.
template <GameState State>
std::uint64_t perft(const State& state, int depth) {
  if (depth == 0) return 1;
  NullWitness witness;
  std::uint64_t histories = 0;
  if (state.kind() == NodeKind::kChance) {
    OutcomeList<State> outcomes;
    state.chance_outcomes(outcomes);
    if (depth == 1) return outcomes.size();
    for (const ChanceOutcome& outcome : outcomes) {
      State next = state;
      next.apply_chance(outcome.outcome, witness);
      histories += perft(next, depth - 1);
    }
  } else if (state.kind() == NodeKind::kDecision) {
    const PlayerSet movers = state.movers();
    const Player mover = movers.lowest();
    const bool others_still_choose = movers.size() > 1;
    ActionList<State> actions;
    state.legal_actions(mover, actions);
    if (depth == 1 && !others_still_choose) return actions.size();
    for (const Action action : actions) {
      State next = state;
      next.apply(mover, action, witness);
      histories += perft(next, others_still_choose ? depth : depth - 1);
    }
  }
  return histories;
}

}  // namespace varan

#endif  // VARAN_PERFT_H_
