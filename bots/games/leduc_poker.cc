#include "varan/games/reference/leduc_poker.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<LeducPokerState>() {
  return game_entries<LeducPokerState>();
}

}  // namespace varan
