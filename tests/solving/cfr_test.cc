// Counterfactual regret minimization finds equilibria.
#include "varan/solving/cfr.h"

#include <gtest/gtest.h>

#include "tests/conformance/secret_bids.h"
#include "tests/make_rules.h"

namespace varan {
namespace {

using conformance::SecretBids;
using conformance::SecretBidsRules;

GameTree secret_bids() {
  static const auto rules = make_rules<SecretBidsRules>("secret_bids");
  return enumerate_histories(SecretBids(rules), 1'000'000, "").value();
}

TEST(CfrPlus, SolvesSecretBids) {
  const GameTree tree = secret_bids();
  CfrPlus solver(tree);
  solver.run(3000);
  EXPECT_EQ(solver.iterations(), 3000);
  const Exploitability result = exploitability(tree, solver.average_policy());
  EXPECT_LT(result.nash_conv, 0.001);
  EXPECT_NEAR(result.values[0], 0, 0.001);  // the game is fair but for the coin, which is fair too
}

TEST(ExternalSampling, ComesNearWithMoreIterations) {
  const GameTree tree = secret_bids();
  ExternalSampling solver(tree, 1);
  solver.run(1000);
  const double after_1000 = exploitability(tree, solver.average_policy()).nash_conv;
  solver.run(49'000);
  const double after_50000 = exploitability(tree, solver.average_policy()).nash_conv;
  EXPECT_LT(after_1000, exploitability(tree, uniform_policy(tree)).nash_conv);
  EXPECT_LT(after_50000, 0.5 * after_1000);
  EXPECT_LT(after_50000, 0.05);
}

TEST(ExternalSampling, IsReproducible) {
  const GameTree tree = secret_bids();
  ExternalSampling a(tree, 5), b(tree, 5), c(tree, 6);
  a.run(100);
  b.run(60);
  b.run(40);
  c.run(100);
  EXPECT_EQ(a.average_policy(), b.average_policy());
  EXPECT_NE(a.average_policy(), c.average_policy());
}

}  // namespace
}  // namespace varan
