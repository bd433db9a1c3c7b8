#include "varan/games/reference/matrix_game.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<MatrixGameState>() {
  return game_entries<MatrixGameState>();
}

}  // namespace varan
