// Outcome sampling comes near an equilibrium, from the root and online, and keeps its promises.
#include "varan/solving/outcome_sampling.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/conformance/secret_bids.h"
#include "tests/make_rules.h"
#include "varan/solving/best_response.h"
#include "varan/solving/game_tree.h"

namespace {
std::atomic<long> allocations = 0;
}  // namespace

// Not inlined: else the compiler sees memory of `new` given to `free`.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace varan {
namespace {

using conformance::SecretBids;
using conformance::SecretBidsRules;

const SecretBidsRules& rules() {
  static const auto instance = make_rules<SecretBidsRules>("secret_bids");
  return instance;
}

OutcomeSamplingOptions options_with(std::int64_t iterations, bool whole_paths,
                                    std::uint64_t seed = 1) {
  OutcomeSamplingOptions options;
  options.budget.iterations = iterations;
  options.seed = seed;
  options.whole_paths = whole_paths;
  return options;
}

/// The average policy after a run from the start, as a table.
Policy policy_after(const GameTree& tree, const OutcomeSamplingOptions& options) {
  OutcomeSampling<SecretBids> solver;
  solver.prepare(options, rules().traits().longest_game);
  solver.run(SecretBids(rules()), {}, {});
  Policy policy(tree.sequences(), 1.0);
  for (const GameTree::InfoSet& set : tree.information_sets()) {
    solver.average_policy(set.player, set.key, std::span(policy).subspan(set.first, set.actions));
  }
  return policy;
}

TEST(OutcomeSampling, ComesNearWithMoreIterations) {
  const auto tree = enumerate_histories(SecretBids(rules()), 1'000'000, "");
  for (const bool whole_paths : {false, true}) {
    const auto nash_conv = [&](std::int64_t iterations) {
      return exploitability(*tree, policy_after(*tree, options_with(iterations, whole_paths)))
          .nash_conv;
    };
    const double few = nash_conv(10'000);
    const double many = nash_conv(300'000);
    EXPECT_LT(few, exploitability(*tree, uniform_policy(*tree)).nash_conv);
    EXPECT_LT(many, 0.5 * few);
    EXPECT_LT(many, 0.12);
    RecordProperty(whole_paths ? "whole_paths" : "online", std::to_string(many));
  }
}

TEST(OutcomeSampling, TargetingLeadsToTheTarget) {
  // Player 1 holds card 3, has bid 1 against 2 and 0 against 1.
  SecretBids state(rules());
  LogWitness log;
  for (const std::int32_t card : {1, 3}) state.apply_chance(card, log);
  for (const auto& [first, second] : {std::pair{2, 1}, {1, 0}}) {
    state.apply(0, first, log);
    state.apply(1, second, log);
  }
  state.apply(0, SecretBids::kLeft, log);
  const std::vector<std::uint64_t> percepts = percepts_of(1, SecretBids(rules()), log.entries());
  ASSERT_EQ(state.movers(), PlayerSet::only(1));
  const auto visits = [&](double targeting) {
    OutcomeSamplingOptions options = options_with(20'000, false);
    options.targeting = targeting;
    OutcomeSampling<SecretBids> solver;
    solver.prepare(options, rules().traits().longest_game);
    const auto result = solver.run(SecretBids(rules()), {1, percepts}, {});
    std::array<double, 2> policy;
    solver.average_policy(1, percepts.back(), policy);
    EXPECT_NEAR(policy[0] + policy[1], 1, 1e-9);
    return result.visits[0] + result.visits[1];
  };
  EXPECT_LT(visits(0), 400);  // about 1 in 4 * 9 * 9 histories
  // In a third of the deals player 0 holds card 0, and it shows late that she could not bid 2.
  EXPECT_GT(visits(0.9), 11'500);
}

TEST(OutcomeSampling, DoesNotAllocateOnceReserved) {
  OutcomeSampling<SecretBids> solver;
  const SecretBids start(rules());
  for (const bool whole_paths : {false, true}) {
    solver.prepare(options_with(5'000, whole_paths), rules().traits().longest_game);
    // The game compares positions by text; short enough not to allocate, but deals are made of
    // vectors only by determinize, which is not used here.
    const long before = allocations;
    solver.run(start, {}, {});
    EXPECT_EQ(allocations, before);
  }
}

TEST(OutcomeSampling, GoesOnWhenItsMemoryIsFull) {
  OutcomeSamplingOptions options = options_with(50'000, true);
  options.memory_bytes = 1;
  OutcomeSampling<SecretBids> solver;
  solver.prepare(options, rules().traits().longest_game);
  const auto result = solver.run(SecretBids(rules()), {}, {});
  EXPECT_EQ(result.iterations, 50'000);
  EXPECT_TRUE(solver.table().full());
}

TEST(OutcomeSampling, IsReproducible) {
  const auto tree = enumerate_histories(SecretBids(rules()), 1'000'000, "");
  EXPECT_EQ(policy_after(*tree, options_with(1000, false)),
            policy_after(*tree, options_with(1000, false)));
  EXPECT_NE(policy_after(*tree, options_with(1000, false)),
            policy_after(*tree, options_with(1000, false, 2)));
}

}  // namespace
}  // namespace varan
