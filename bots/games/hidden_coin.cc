#include "varan/games/reference/hidden_coin.h"

#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<HiddenCoinState>() {
  return game_entries<HiddenCoinState>();
}

}  // namespace varan
