// What is known of Connect Four must come out of the search.
#include <gtest/gtest.h>

#include "tests/bots/search_helpers.h"
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

}  // namespace
}  // namespace varan
