#include "varan/games/mega_hexano.h"

#include "varan/games/mega_hexano/turn_view.h"
#include "varan/register.h"

namespace varan {

template <>
std::vector<GameEntry> entries_of<MegaHexanoState>() {
  // Found by tournament, see bench/mega_hexano_tuning.md: whole turns, leaves evaluated, turns
  // ordered by hints.
  return game_entries<MegaHexanoState, MegaHexanoTurns>({
      {"greedy", {{"view", "turns"}, {"quiet", "2"}}},
      {"flat", {{"view", "turns"}, {"rollout", "none"}}},
      {"mcts", {{"view", "turns"}, {"rollout", "none"}, {"exploration", "0.3"}, {"widening", "1"}}},
      {"ismcts",
       {{"view", "turns"}, {"rollout", "none"}, {"exploration", "0.3"}, {"widening", "1"}}},
  });
}

}  // namespace varan
