#include "varan/games/reference/connect_four.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<ConnectFourState>() {
  return game_entries<ConnectFourState>();
}

}  // namespace varan
