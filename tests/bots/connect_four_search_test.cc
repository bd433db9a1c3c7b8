// What is known of Connect Four must come out of the search.
#include <gtest/gtest.h>

#include "tests/bots/search_helpers.h"
#include "tests/games/connect_four_puzzles.h"
#include "varan/games/reference/connect_four.h"

namespace varan {
namespace {

using State = ConnectFourState;

double proven_value(const Search<State>::Result& result) {
  double best = -1;
  for (const auto& action : result.actions) {
    if (action.proven) best = std::max(best, action.mean());
  }
  return best;
}

TEST(ConnectFourSearch, SolvesTheFourByFourBoard) {
  const ConnectFourRules rules = rules_of<ConnectFourRules>("connect_four(width=4,height=4)");
  SearchOptions options = options_with(20'000'000);
  options.hints = true;
  const auto result = search(State(rules), options);
  EXPECT_TRUE(result.proven);
  EXPECT_EQ(proven_value(result), 0);  // a draw
}

TEST(ConnectFourSearch, FindsEveryForcedWinInThree) {
  const ConnectFourRules rules = rules_of<ConnectFourRules>("connect_four");
  const auto puzzles = connect_four_puzzles(rules, 40);
  ASSERT_GE(puzzles.size(), 30u);
  Search<State> reused;
  for (const ConnectFourPuzzle& puzzle : puzzles) {
    const auto result = search(puzzle.position, options_with(10'000), reused);
    // As a bot chooses: a proven win if there is one, else the most visited action.
    const auto won = std::find_if(result.actions.begin(), result.actions.end(),
                                  [](const auto& a) { return a.proven && a.mean() == 1; });
    const Action chosen = won != result.actions.end() ? won->action : most_visited(result);
    EXPECT_EQ(chosen, puzzle.solution) << puzzle.position.draw();
  }
}

}  // namespace
}  // namespace varan
