#include "varan/games/reference/kuhn_poker.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<KuhnPokerState>() {
  return game_entries<KuhnPokerState>();
}

}  // namespace varan
