#include "varan/games/reference/goofspiel.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<GoofspielState>() {
  return game_entries<GoofspielState>();
}

}  // namespace varan
