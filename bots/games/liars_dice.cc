#include "varan/games/reference/liars_dice.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<LiarsDiceState>() {
  return game_entries<LiarsDiceState>();
}

}  // namespace varan
