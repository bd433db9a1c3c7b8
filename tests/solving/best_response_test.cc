// Expected values and best responses, on games small enough to work out by hand.
#include "varan/solving/best_response.h"

#include <gtest/gtest.h>

#include "tests/conformance/secret_bids.h"
#include "tests/make_rules.h"
#include "varan/games/reference/tic_tac_toe.h"

namespace varan {
namespace {

using conformance::SecretBids;
using conformance::SecretBidsRules;

TEST(BestResponse, UniformTicTacToe) {
  const auto rules = make_rules<TicTacToeRules>("tic_tac_toe");
  const auto tree = enumerate_histories(TicTacToeState(rules), 1'000'000, "");
  ASSERT_TRUE(tree.ok());
  const Exploitability result = exploitability(*tree, uniform_policy(*tree));
  // X wins 737/1260, O 121/420 of random games; against random play the best X wins 0.967811 and
  // never loses, the best O wins 0.777484.
  EXPECT_NEAR(result.values[0], 737.0 / 1260 - 121.0 / 420, 1e-12);
  EXPECT_NEAR(result.values[1], -result.values[0], 1e-12);
  EXPECT_NEAR(result.best_responses[0], 191.0 / 192, 1e-12);
  EXPECT_NEAR(result.nash_conv, result.best_responses[0] + result.best_responses[1], 1e-12);
}

TEST(BestResponse, KnowsOnlyWhatThePlayerKnows) {
  // After the bids player 1 guesses a coin that player 0 has hidden: if left and right are alike
  // she gains nothing by any guess, though each history would tell her the answer.
  const auto rules = make_rules<SecretBidsRules>("secret_bids");
  SecretBids state(rules);
  NullWitness witness;
  for (const std::int32_t card : {3, 2}) state.apply_chance(card, witness);
  for (int round = 0; round < 2; ++round) {
    state.apply(0, 0, witness);
    state.apply(1, 0, witness);
  }
  const auto tree = enumerate_histories(state, 100, "");
  ASSERT_TRUE(tree.ok());
  ASSERT_EQ(tree->histories(), 7);
  ASSERT_EQ(tree->information_sets().size(), 2u);
  const Exploitability uniform = exploitability(*tree, uniform_policy(*tree));
  EXPECT_NEAR(uniform.nash_conv, 0, 1e-12);
  EXPECT_NEAR(uniform.values[0], 0.1, 1e-12);  // a point ahead by the card
  // If the coin is always hidden left, the guess is right: 2 points.
  Policy left = uniform_policy(*tree);
  left[tree->information_sets()[0].first] = 1;
  left[tree->information_sets()[0].first + 1] = 0;
  EXPECT_NEAR(best_response_value(*tree, left, 1), -0.1 + 0.2, 1e-12);
  EXPECT_NEAR(expected_values(*tree, left)[0], 0.1, 1e-12);
  EXPECT_NEAR(best_response_value(*tree, left, 0), 0.1, 1e-12);
}

}  // namespace
}  // namespace varan
