#include <iostream>

#include "varan/bots/bot.h"
#include "varan/registry.h"

int main() {
  const auto game = varan::load_game("mega_hexano(players=3)").value();
  const auto bot = game->make_bot("mcts(iterations=500)").value();
  const auto state = game->new_state();
  const varan::Player player = state->movers().lowest();
  const varan::Decision decision = bot->choose(*state, player, {.seed = 1, .stop = {}}).value();
  for (const varan::Action move : decision.moves) {  // a whole turn of small moves
    std::cout << state->action_to_text(player, move) << '\n';
    if (!state->apply(player, move).ok()) return 1;
  }
}
