// The search as such, on toys whose answers are known by hand, and its promises: budgets, memory,
// determinism, no allocation.
#include "varan/bots/search.h"

#include <gtest/gtest.h>

#include <stop_token>

#include "tests/bots/search_helpers.h"
#include "tests/count_allocations.h"
#include "varan/games/reference/connect_four.h"

namespace varan {
namespace {

/// What every toy shares: `kSeats` players, decisions 0 or 1 in the order of seats, no hidden
/// information.
template <class Derived, int kSeats>
struct Toy : NoChance, OpenInformation {
  static constexpr int kMaxPlayers = kSeats;
  static constexpr int kNumActions = 2;
  static constexpr int kMaxLegalActions = 2;
  int players() const { return kSeats; }
  PlayerSet movers() const {
    return derived().kind() == NodeKind::kDecision ? PlayerSet::only(depth % kSeats) : PlayerSet();
  }
  template <class List>
  void legal_actions(Player, List& out) const {
    out = {0, 1};
  }
  std::uint64_t info_key(Player) const { return fold(static_cast<std::uint64_t>(depth), history); }
  int clock() const { return depth; }

  template <class Witness>
  void apply(Player, Action action, Witness& witness) {
    history = history * 2 + static_cast<std::uint64_t>(action);
    ++depth;
    witness(everyone, Fact{0, action});
  }

  const Derived& derived() const { return static_cast<const Derived&>(*this); }
  std::uint64_t history = 0;
  int depth = 0;
};

/// Three players choose in turn, each for herself; the test solves it by backward induction.
struct ThreePlayers : Toy<ThreePlayers, 3> {
  NodeKind kind() const { return depth == 3 ? NodeKind::kTerminal : NodeKind::kDecision; }
  double utility(Player player) const {
    static constexpr double kResults[8][3] = {
        {1.0, -0.5, -0.5}, {0.9, -1.0, 0.1},  {-0.2, 0.0, 0.2}, {0.8, -0.9, 0.1},
        {0.1, 0.3, -0.4},  {0.6, -0.5, -0.1}, {-0.7, 0.4, 0.3}, {-0.6, 0.2, 0.4}};
    return kResults[history][player];
  }
};

TEST(Search, MaximisesEachPlayersOwnUtility) {
  // The third player's best: 00 -> 001, 01 -> 010, 10 -> 101, 11 -> 111. The second's: after 0,
  // max(-1.0, 0.0) = action 1; after 1, max(-0.5, 0.2) = action 1. The first's: max(-0.2, -0.6): 0.
  for (const bool proofs : {false, true}) {
    SearchOptions options = options_with(20'000);
    options.proofs = proofs;
    Search<ThreePlayers> search;
    search.prepare(options, {.players = 3, .longest_game = 3});
    const auto result = search.run(ThreePlayers(), 0, 0, {});
    EXPECT_EQ(most_visited(result), 0);
    if (proofs) {
      EXPECT_TRUE(result.proven);
      EXPECT_NEAR(find_action(result, 0).mean(), -0.2, 1e-12);
    } else {
      EXPECT_NEAR(find_action(result, 0).mean(), -0.2, 0.1);
      EXPECT_NEAR(find_action(result, 1).mean(), -0.6, 0.2);
    }
  }
}

/// A tree of six decisions with drawn results, some of them wins.
template <int kSeats>
struct DrawnTree : Toy<DrawnTree<kSeats>, kSeats> {
  static constexpr int kDepth = 6;
  std::uint64_t seed = 0;
  NodeKind kind() const {
    return this->depth == kDepth ? NodeKind::kTerminal : NodeKind::kDecision;
  }
  double utility(Player player) const {
    if (kSeats == 2 && player == 1) return -utility(0);
    Rng rng = Rng::keyed({seed, this->history, static_cast<std::uint64_t>(player)});
    // With three players, ties would leave the others' results open; so no two results are alike.
    return kSeats < 3 && rng.below(8) == 0 ? 1 : 2 * rng.unit() - 1;
  }
  /// Everyone's result of best play, by backward induction.
  std::array<double, kSeats> solution() const {
    std::array<double, kSeats> best{};
    if (kind() == NodeKind::kTerminal) {
      for (Player p = 0; p < kSeats; ++p) best[static_cast<std::size_t>(p)] = utility(p);
      return best;
    }
    const auto mover = static_cast<std::size_t>(this->movers().lowest());
    for (const Action action : {0, 1}) {
      const auto value = after(action).solution();
      if (action == 0 || value[mover] > best[mover]) best = value;
    }
    return best;
  }
  DrawnTree after(Action action) const {
    DrawnTree next = *this;
    NullWitness witness;
    next.apply(this->movers().lowest(), action, witness);
    return next;
  }
};

/// What is called proven is what backward induction says, however much is explored beside it.
template <int kSeats>
void expect_exact_proofs() {
  int proven = 0;
  int roots_proven = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    DrawnTree<kSeats> root;
    root.seed = seed;
    for (const double exploration : {0.3, 1.0, 4.0}) {
      for (const int iterations : {10, 30, 100, 300, 1000}) {
        SearchOptions options = options_with(iterations, seed);
        options.exploration = exploration;
        Search<DrawnTree<kSeats>> search;
        search.prepare(options, {.players = kSeats, .longest_game = DrawnTree<kSeats>::kDepth});
        const auto result = search.run(root, 0, 0, {});
        for (const auto& action : result.actions) {
          if (!action.proven) continue;
          ++proven;
          ASSERT_NEAR(action.mean(), root.after(action.action).solution()[0], 1e-9)
              << "seed " << seed << ", exploration " << exploration << ", " << iterations
              << " iterations, action " << action.action;
        }
        roots_proven += result.proven;
      }
    }
  }
  EXPECT_GT(proven, 200);
  EXPECT_GT(roots_proven, 40);
}
TEST(Search, ProofsAreExactForOnePlayer) { expect_exact_proofs<1>(); }
TEST(Search, ProofsAreExactForTwoPlayers) { expect_exact_proofs<2>(); }
TEST(Search, ProofsAreExactForThreePlayers) { expect_exact_proofs<3>(); }

/// Action 0 is worth 0.3; action 1 throws a coin: 0.7 for +1, 0.3 for -1, hence 0.4. The evaluation
/// says that a thrown coin is a sure loss, which a search that judges chance nodes would believe.
struct Coin : Toy<Coin, 1> {
  static constexpr int kMaxChanceOutcomes = 2;
  bool landed = false;
  bool heads = false;
  NodeKind kind() const {
    return depth == 0                ? NodeKind::kDecision
           : history == 1 && !landed ? NodeKind::kChance
                                     : NodeKind::kTerminal;
  }
  template <class List>
  void chance_outcomes(List& out) const {
    out = {{0, 0.3}, {1, 0.7}};
  }
  template <class Witness>
  void apply_chance(std::int32_t outcome, Witness& witness) {
    landed = true;
    heads = outcome == 1;
    witness(everyone, Fact{1, outcome});
  }
  double utility(Player) const { return history == 0 ? 0.3 : heads ? 1 : -1; }
  void evaluate(std::span<double> values) const { values[0] = -1; }
};

TEST(Search, PlaysThroughChanceAndProvesNothingAcrossIt) {
  SearchOptions options = options_with(40'000);
  options.rollout = Rollout::kNone;
  options.exploration = 5;  // both actions often
  Search<Coin> search;
  search.prepare(options, {.players = 1, .longest_game = 1});
  const auto result = search.run(Coin(), 0, 0, {});
  EXPECT_FALSE(result.proven);
  EXPECT_TRUE(find_action(result, 0).proven);
  EXPECT_FALSE(find_action(result, 1).proven);
  EXPECT_EQ(find_action(result, 0).mean(), 0.3);
  // Four standard errors of a coin of variance 4 * 0.21.
  const auto& thrown = find_action(result, 1);
  EXPECT_NEAR(thrown.mean(), 0.4, 4 * std::sqrt(0.84 / static_cast<double>(thrown.visits)));
}

/// Two actions without consequence.
struct Idle : Toy<Idle, 1> {
  NodeKind kind() const { return depth == 1 ? NodeKind::kTerminal : NodeKind::kDecision; }
  double utility(Player) const { return history == 0 ? 0.25 : -0.25; }
};

TEST(Search, CountsAndSumsStayExactPastTwoToThe24) {
  SearchOptions options = options_with((1 << 24) + 1000);
  options.proofs = false;
  Search<Idle> search;
  search.prepare(options, {.players = 1, .longest_game = 1});
  const auto result = search.run(Idle(), 0, 0, {});
  EXPECT_EQ(find_action(result, 0).visits + find_action(result, 1).visits, (1 << 24) + 1000);
  EXPECT_GT(find_action(result, 0).visits, 1 << 23);
  EXPECT_EQ(find_action(result, 0).mean(), 0.25);
  EXPECT_EQ(find_action(result, 1).mean(), -0.25);
}

const ConnectFourRules& rules() {
  static const ConnectFourRules instance = rules_of<ConnectFourRules>("connect_four");
  return instance;
}

TEST(Search, TinyBudgetsWork) {
  for (std::int64_t iterations = 1; iterations <= 8; ++iterations) {
    const auto result = search(ConnectFourState(rules()), options_with(iterations));
    EXPECT_EQ(result.iterations, iterations);
    ASSERT_EQ(result.actions.size(), 7u);
    std::int64_t visits = 0;
    for (const auto& action : result.actions) visits += action.visits;
    EXPECT_EQ(visits, iterations);
  }
}

TEST(Search, TheSameSeedGivesTheSameResult) {
  Search<ConnectFourState> reused;
  search(ConnectFourState(rules()), options_with(100, 9), reused);  // leaves something behind
  const auto first = search(ConnectFourState(rules()), options_with(3000), reused);
  const auto second = search(ConnectFourState(rules()), options_with(3000));
  const auto other = search(ConnectFourState(rules()), options_with(3000, 2));
  bool differs = false;
  for (std::size_t i = 0; i < first.actions.size(); ++i) {
    EXPECT_EQ(first.actions[i].action, second.actions[i].action);
    EXPECT_EQ(first.actions[i].visits, second.actions[i].visits);
    EXPECT_EQ(first.actions[i].sum, second.actions[i].sum);
    differs = differs || first.actions[i].sum != find_action(other, first.actions[i].action).sum;
  }
  EXPECT_TRUE(differs);
}

TEST(Search, AllocatesNothingWhileItRuns) {
  Search<ConnectFourState> reused;
  const ConnectFourState root(rules());
  const Traits traits = rules().traits();
  long counts[2] = {};
  const std::int64_t budgets[2] = {1000, 300'000};  // the second makes the table grow
  for (int i = 0; i < 2; ++i) {
    reused.prepare(options_with(budgets[i]), traits);
    const long before = allocations;
    reused.run(root, 0, 0, {});
    counts[i] = allocations - before;
  }
  EXPECT_EQ(counts[0], counts[1]);  // the list of results alone
  EXPECT_LE(counts[1], 8);
}

TEST(Search, GoesOnWhenTheTableIsFull) {
  SearchOptions options = options_with(200'000);
  options.memory_bytes = 1 << 20;
  options.proofs = false;
  Search<ConnectFourState> reused;
  const auto result = search(ConnectFourState(rules()), options, reused);
  EXPECT_TRUE(reused.table().full());
  EXPECT_LE(reused.table().bytes_used(), std::size_t{1} << 20);
  EXPECT_EQ(result.iterations, 200'000);
  std::int64_t visits = 0;
  for (const auto& action : result.actions) visits += action.visits;
  EXPECT_EQ(visits, 200'000);
  EXPECT_EQ(most_visited(result), 3);  // the centre is still the best opening
}

TEST(Search, StopsWhenAskedTo) {
  std::stop_source source;
  source.request_stop();
  Search<ConnectFourState> search;
  search.prepare(options_with(1'000'000'000), {.longest_game = 42});
  const auto result = search.run(ConnectFourState(rules()), 0, 0, source.get_token());
  EXPECT_EQ(result.verdict, BudgetMeter::Verdict::kStopped);
  EXPECT_LT(result.iterations, 1'000'000);
}

TEST(Search, StopsWhenTimeIsUp) {
  SearchOptions options = options_with(Budget::kUnlimited);
  options.budget.milliseconds = 20;
  const auto result = search(ConnectFourState(rules()), options);
  EXPECT_EQ(result.verdict, BudgetMeter::Verdict::kTime);
  EXPECT_GT(result.iterations, 0);
}

TEST(Search, TranspositionsMeetUnderPositionKeys) {
  SearchOptions options = options_with(20'000);
  options.proofs = false;
  Search<ConnectFourState> by_position;
  Search<ConnectFourState> by_path;
  search(ConnectFourState(rules()), options, by_position);
  options.keying = Keying::kPath;
  search(ConnectFourState(rules()), options, by_path);
  EXPECT_LT(by_position.table().size(), by_path.table().size());
}

void expect_legal_principal_variation(Keying keying) {
  Search<ConnectFourState> reused;
  SearchOptions options = options_with(20'000);
  options.keying = keying;
  search(ConnectFourState(rules()), options, reused);
  int length = 0;
  ConnectFourState expected(rules());
  NullWitness witness;
  reused.follow_principal_variation(ConnectFourState(rules()), 0, 3, false,
                                    [&](const ConnectFourState& at, Player mover, Action action) {
                                      EXPECT_EQ(at, expected);
                                      EXPECT_TRUE(at.is_legal(mover, action));
                                      EXPECT_TRUE(length > 0 || action == 3);
                                      expected.apply(mover, action, witness);
                                      ++length;
                                    });
  EXPECT_GE(length, 3);
}
TEST(Search, ThePrincipalVariationIsLegalPlay) {
  expect_legal_principal_variation(Keying::kPosition);
  expect_legal_principal_variation(Keying::kPath);
}

/// Two moves whose keys differ in nothing but the lowest bit, which may be 0.
struct SmallKeys : Toy<SmallKeys, 1> {
  NodeKind kind() const { return depth == 2 ? NodeKind::kTerminal : NodeKind::kDecision; }
  std::uint64_t info_key(Player) const { return depth == 0 ? 2 : history; }
  double utility(Player) const { return history == 0b11 ? 0.5 : history == 0b00 ? 0.25 : -1; }
};
TEST(Search, KeysAreTakenAsTheyAre) {
  SearchOptions options = options_with(2000);
  options.proofs = false;
  Search<SmallKeys> search;
  search.prepare(options, {.players = 1, .longest_game = 2});
  const auto result = search.run(SmallKeys(), 0, 0, {});
  EXPECT_EQ(search.table().size(), 3u);
  EXPECT_EQ(most_visited(result), 1);
}

}  // namespace
}  // namespace varan
