// Connect Four positions on the full board in which the mover wins with her third move at the
// latest, by one first move only, however the other plays. Found by random play and confirmed by
// alpha-beta.
#ifndef VARAN_TESTS_GAMES_CONNECT_FOUR_PUZZLES_H_
#define VARAN_TESTS_GAMES_CONNECT_FOUR_PUZZLES_H_

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/games/alpha_beta.h"
#include "varan/games/reference/connect_four.h"
#include "varan/rng.h"

namespace varan {

struct ConnectFourPuzzle {
  ConnectFourState position;
  Action solution;  ///< the one first move that wins
};

/// The puzzle that the position is, if it is one: a win in three moves, not in two, by one first
/// move; and no other move wins later either.
inline std::optional<ConnectFourPuzzle> puzzle_of(const ConnectFourState& position,
                                                  AlphaBeta<ConnectFourState>& solver) {
  if (position.kind() == NodeKind::kTerminal || solver.wins_in(position, 2)) return {};
  std::vector<Action> winning;
  const auto actions = solver.actions(position);
  for (const Action action : actions) {
    if (solver.move_wins_in(position, action, 3)) winning.push_back(action);
  }
  if (winning.size() != 1) return {};
  for (const Action action : actions) {
    if (action != winning[0] && solver.value_of(position, action) > 0) return {};
  }
  return ConnectFourPuzzle{position, winning[0]};
}

/// `count` different puzzles, the same for the same seed, found after 20 to 27 random moves (so
/// late that all the rest can be searched).
inline std::vector<ConnectFourPuzzle> connect_four_puzzles(const ConnectFourRules& rules,
                                                           std::size_t count,
                                                           std::uint64_t seed = 2) {
  std::vector<ConnectFourPuzzle> puzzles;
  std::set<std::string> seen;
  AlphaBeta<ConnectFourState> solver;
  NullWitness witness;
  for (Rng rng(seed); puzzles.size() < count;) {
    ConnectFourState position(rules);
    for (std::uint32_t moves = 20 + rng.below(8);
         moves > 0 && position.kind() == NodeKind::kDecision; --moves) {
      position.apply(position.movers().lowest(), random_action(position, 0, rng), witness);
    }
    if (const auto puzzle = puzzle_of(position, solver);
        puzzle && seen.insert(position.to_text()).second) {
      puzzles.push_back(*puzzle);
    }
  }
  return puzzles;
}

}  // namespace varan

#endif  // VARAN_TESTS_GAMES_CONNECT_FOUR_PUZZLES_H_
