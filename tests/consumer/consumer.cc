// Lets a bot pick a move, as the README's first program does.
#include <iostream>

#include "varan/bots/bot.h"
#include "varan/registry.h"

int main() {
  const auto game = varan::load_game("tic_tac_toe");
  const auto bot = (*game)->make_bot("mcts(iterations=500)");
  if (!bot.ok()) {
    std::cerr << bot.status() << "\n";
    return 1;
  }
  const auto state = (*game)->new_state();
  const auto decision = (*bot)->choose(*state, state->movers().lowest(), {.seed = 1});
  if (!decision.ok()) {
    std::cerr << decision.status() << "\n";
    return 1;
  }
  std::cout << (*bot)->spec() << " plays " << decision->actions.front().text << "\n";
}
