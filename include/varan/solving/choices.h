// One step of a game, whoever makes it: chance or a mover.
#ifndef VARAN_SOLVING_CHOICES_H_
#define VARAN_SOLVING_CHOICES_H_

#include <cstddef>
#include <cstdint>

#include "varan/game.h"

namespace varan {

namespace internal {

inline constexpr Player kChanceNode = -1;
inline constexpr Player kTerminalNode = -2;

/// What can happen next in a position, and how.
template <class S>
struct Choices {
  Player player = kTerminalNode;
  ActionList<S> actions;
  OutcomeList<S> outcomes;

  explicit Choices(const S& state) {
    if (state.kind() == NodeKind::kChance) {
      player = kChanceNode;
      state.chance_outcomes(outcomes);
    } else if (state.kind() == NodeKind::kDecision) {
      player = state.movers().lowest();
      state.legal_actions(player, actions);
    }
  }
  std::size_t size() const {
    return player == kTerminalNode ? 0 : player == kChanceNode ? outcomes.size() : actions.size();
  }
  std::int32_t operator[](std::size_t i) const {
    return player == kChanceNode ? outcomes[i].outcome : actions[i];
  }
};

template <class S, class Witness>
void apply_choice(S& state, Player player, std::int32_t choice, Witness& witness) {
  if (player == kChanceNode) {
    state.apply_chance(choice, witness);
  } else {
    state.apply(player, choice, witness);
  }
}

}  // namespace internal

}  // namespace varan

#endif  // VARAN_SOLVING_CHOICES_H_
