// The list of all games. The registry and the conformance tests run through it; a new game needs
// its header and its State here, and nothing else.
#ifndef VARAN_GAMES_ALL_H_
#define VARAN_GAMES_ALL_H_

#include "varan/games/mega_hexano.h"
#include "varan/games/reference/connect_four.h"
#include "varan/games/reference/goofspiel.h"
#include "varan/games/reference/hidden_coin.h"
#include "varan/games/reference/kuhn_poker.h"
#include "varan/games/reference/leduc_poker.h"
#include "varan/games/reference/liars_dice.h"
#include "varan/games/reference/matrix_game.h"
#include "varan/games/reference/non_locality.h"
#include "varan/games/reference/tic_tac_toe.h"

namespace varan {

/// A list of State types.
template <class... States>
struct GameList {
  /// Calls visit, a lambda `[]<class State>() { ... }`, for each State in order.
  template <class Visitor>
  static void for_each(Visitor&& visit) {
    (visit.template operator()<States>(), ...);
  }
};

using AllGames =
    GameList<TicTacToeState, ConnectFourState, KuhnPokerState, LeducPokerState, LiarsDiceState,
             GoofspielState, MatrixGameState, MegaHexanoState, HiddenCoinState, NonLocalityState>;

}  // namespace varan

#endif  // VARAN_GAMES_ALL_H_
