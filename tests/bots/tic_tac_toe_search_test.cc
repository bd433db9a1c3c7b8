// What is known of tic-tac-toe must come out of the search.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "tests/bots/search_helpers.h"
#include "varan/games/reference/tic_tac_toe.h"

namespace varan {
namespace {

using State = TicTacToeState;

const TicTacToeRules& rules() {
  static const TicTacToeRules instance = rules_of<TicTacToeRules>("tic_tac_toe");
  return instance;
}

State play(std::initializer_list<Action> cells) {
  State state(rules());
  NullWitness witness;
  for (const Action cell : cells) state.apply(state.movers().lowest(), cell, witness);
  return state;
}

/// The value of a position for its mover, by exhaustive search.
int solve(const State& state) {
  static std::map<std::uint64_t, int> known;
  const std::uint64_t key = state.info_key(0);
  if (const auto it = known.find(key); it != known.end()) return it->second;
  const Player mover = state.movers().lowest();
  ActionList<State> actions;
  state.legal_actions(mover, actions);
  int best = -1;
  NullWitness witness;
  for (const Action action : actions) {
    State next = state;
    next.apply(mover, action, witness);
    best = std::max(best, next.kind() == NodeKind::kTerminal ? static_cast<int>(next.utility(mover))
                                                             : -solve(next));
  }
  return known[key] = best;
}

TEST(TicTacToeSearch, ProvesADrawFromTheEmptyBoard) {
  const auto result = search(State(rules()), options_with(1'000'000));
  EXPECT_TRUE(result.proven);
  EXPECT_LT(result.iterations, 1'000'000);
  for (const auto& action : result.actions) {
    EXPECT_TRUE(!action.proven || action.mean() <= 0) << action.action;
  }
  EXPECT_TRUE(std::any_of(result.actions.begin(), result.actions.end(),
                          [](const auto& a) { return a.proven && a.mean() == 0; }));
}

TEST(TicTacToeSearch, ProvesTheValueOfEveryPosition) {
  Search<State> reused;
  std::map<std::uint64_t, State> seen;
  std::vector<State> open = {State(rules())};
  while (!open.empty()) {
    const State state = open.back();
    open.pop_back();
    if (state.kind() == NodeKind::kTerminal || !seen.emplace(state.info_key(0), state).second)
      continue;
    ActionList<State> actions;
    state.legal_actions(state.movers().lowest(), actions);
    NullWitness witness;
    for (const Action action : actions) {
      State next = state;
      next.apply(state.movers().lowest(), action, witness);
      open.push_back(next);
    }
  }
  EXPECT_EQ(seen.size(), 4520u);  // the 5,478 positions less the 958 that are over
  int checked = 0;
  for (const auto& [key, state] : seen) {
    if (++checked % 5 != 0) continue;  // every fifth: the rest are in their tables anyway
    const auto result = search(state, options_with(100'000), reused);
    ASSERT_TRUE(result.proven) << state.to_text();
    double best = -1;
    for (const auto& action : result.actions) {
      if (action.proven) best = std::max(best, action.mean());
    }
    ASSERT_EQ(best, solve(state)) << state.to_text();
  }
}

TEST(TicTacToeSearch, ProofsHoldWithPathKeysAndEverySelection) {
  for (const Selection selection : {Selection::kUcb1, Selection::kUcb1Tuned, Selection::kPuct}) {
    for (const Keying keying : {Keying::kPosition, Keying::kPath}) {
      SearchOptions options = options_with(3'000'000);
      options.selection = selection;
      options.keying = keying;
      const State state = play({4, 1});  // X in the centre, O at an edge: X wins
      const auto result = search(state, options);
      EXPECT_TRUE(result.proven);
      EXPECT_TRUE(std::any_of(result.actions.begin(), result.actions.end(),
                              [](const auto& a) { return a.proven && a.mean() == 1; }));
    }
  }
}

// Without a tree below the root, values are those of uniformly random play:
// centre 0.5, corner 0.342857, edge 0.2, exactly known.
TEST(TicTacToeSearch, FlatSearchMeasuresRandomPlay) {
  SearchOptions options = options_with(900'000);
  options.only_root = true;
  options.proofs = false;
  options.exploration = 1000;  // all actions alike
  const auto result = search(State(rules()), options);
  const double known[9] = {0.342857, 0.2, 0.342857, 0.2, 0.5, 0.2, 0.342857, 0.2, 0.342857};
  for (const auto& action : result.actions) {
    EXPECT_NEAR(static_cast<double>(action.visits), 100'000, 2'000);
    // Four standard errors of 100,000 results in [-1, 1].
    EXPECT_NEAR(action.mean(), known[action.action], 4 / std::sqrt(100'000)) << action.action;
  }
}

struct DrawRate {
  Player seat;
  int iterations;
  double draws;
};

/// Published shares of draws of plain UCT (c = 1, most visited move) against an optimal player who
/// chooses evenly among her best moves, measured over 400 to 2,000 games; from 50 iterations on,
/// since for fewer what counts as an iteration (the root's own visit) decides.
class TicTacToeDrawRate : public testing::TestWithParam<DrawRate> {};

TEST_P(TicTacToeDrawRate, IsReproduced) {
  const DrawRate rate = GetParam();
  constexpr int kGames = 1000;
  Search<State> reused;
  Rng rng(20);
  int draws = 0;
  for (int game = 0; game < kGames; ++game) {
    State state(rules());
    NullWitness witness;
    while (state.kind() != NodeKind::kTerminal) {
      const Player mover = state.movers().lowest();
      Action move = 0;
      if (mover == rate.seat) {
        SearchOptions options = options_with(rate.iterations, rng());
        options.exploration = 1;
        options.proofs = false;
        options.keying = Keying::kPath;
        options.memory_bytes = 1 << 20;
        move = most_visited(search(state, options, reused));
      } else {
        ActionList<State> actions;
        state.legal_actions(mover, actions);
        std::vector<Action> best;
        int best_value = -2;
        for (const Action action : actions) {
          State next = state;
          next.apply(mover, action, witness);
          const int value = next.kind() == NodeKind::kTerminal
                                ? static_cast<int>(next.utility(mover))
                                : -solve(next);
          if (value > best_value) best.clear();
          best_value = std::max(best_value, value);
          if (value == best_value) best.push_back(action);
        }
        move = best[rng.below(static_cast<std::uint32_t>(best.size()))];
      }
      state.apply(mover, move, witness);
    }
    EXPECT_LE(state.utility(rate.seat), 0);  // never a win
    draws += state.utility(rate.seat) == 0;
  }
  // Three standard errors of both measurements, the published one of 400 games at worst.
  const double spread =
      std::sqrt(std::max(0.005, rate.draws * (1 - rate.draws)) * (1.0 / kGames + 1.0 / 400));
  EXPECT_NEAR(draws / double{kGames}, rate.draws, 3 * spread);
}

INSTANTIATE_TEST_SUITE_P(Published, TicTacToeDrawRate,
                         testing::Values(DrawRate{0, 50, 0.973}, DrawRate{0, 100, 0.994},
                                         DrawRate{0, 500, 1.0}, DrawRate{1, 50, 0.330},
                                         DrawRate{1, 100, 0.480}, DrawRate{1, 500, 0.853},
                                         DrawRate{1, 1000, 0.970}));

}  // namespace
}  // namespace varan
