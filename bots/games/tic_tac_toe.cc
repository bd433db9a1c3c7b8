#include "varan/games/reference/tic_tac_toe.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<TicTacToeState>() {
  return game_entries<TicTacToeState>();
}

}  // namespace varan
