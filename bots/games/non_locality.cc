#include "varan/games/reference/non_locality.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<NonLocalityState>() {
  return game_entries<NonLocalityState>();
}

}  // namespace varan
