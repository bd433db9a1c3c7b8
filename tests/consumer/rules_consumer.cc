// Plays a game by its rules alone, without any bot.
#include <iostream>

#include "varan/games/reference/tic_tac_toe.h"
#include "varan/version.h"

int main() {
  const varan::TicTacToeRules rules;
  varan::TicTacToeState state(rules);
  varan::Rng rng(1);
  varan::play_randomly(state, rng);
  std::cout << "varan " << varan::version() << "\n" << state.draw();
}
