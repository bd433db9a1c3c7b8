// Games written out: counts, information sets, what is refused.
#include "varan/solving/game_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/conformance/secret_bids.h"
#include "tests/make_rules.h"
#include "varan/games/reference/connect_four.h"
#include "varan/games/reference/tic_tac_toe.h"
#include "varan/solving/best_response.h"

namespace varan {
namespace {

using conformance::SecretBids;
using conformance::SecretBidsRules;
using testing::HasSubstr;

constexpr std::int64_t kMost = 2'000'000;

TEST(GameTree, CountsHistoriesAsPerftDoes) {
  const auto rules = make_rules<TicTacToeRules>("tic_tac_toe");
  const TicTacToeState start(rules);
  // 1 + 9 + 72 + 504 + ... + 127872
  EXPECT_EQ(count_histories_up_to(start, kMost), 549946);
  const auto tree = enumerate_histories(start, kMost, "tic_tac_toe");
  ASSERT_TRUE(tree.ok()) << tree.status();
  EXPECT_EQ(tree->histories(), 549946);
  EXPECT_EQ(tree->terminals(), 255168u);
  EXPECT_EQ(tree->information_sets().size(), 294778u);  // one for each history that is not over
}

TEST(GameTree, ListsSequencesAndTerminals) {
  const auto rules = make_rules<SecretBidsRules>("secret_bids");
  const SecretBids start(rules);
  const auto tree = enumerate_histories(start, kMost, "secret_bids");
  ASSERT_TRUE(tree.ok()) << tree.status();
  // Twelve deals; each player bids twice (2 or 3 ways), then 2 x 2 ways to hide and guess.
  std::size_t terminals = 0;
  for (int first = 0; first < 4; ++first) {
    for (int second = 0; second < 4; ++second) {
      if (first == second) continue;
      const int bids = (first == 0 ? 2 : 3) * (second == 0 ? 2 : 3);
      terminals += static_cast<std::size_t>(bids * bids * 4);
    }
  }
  EXPECT_EQ(tree->terminals(), terminals);
  double chance = 0;
  const std::vector<double> plan = realization_plan(*tree, uniform_policy(*tree));
  for (std::size_t t = 0; t < tree->terminals(); ++t) {
    chance += tree->terminal_chance(t) * plan[tree->terminal_sequence(t, 0)] *
              plan[tree->terminal_sequence(t, 1)];
  }
  EXPECT_NEAR(chance, 1, 1e-12);
  for (const GameTree::InfoSet& set : tree->information_sets()) {
    EXPECT_LT(set.parent, set.first);
    EXPECT_EQ(tree->find(set.player, set.key), &set - tree->information_sets().data());
    // The history kept as an example leads there.
    SecretBids state = start;
    PathWitness path(start);
    for (const std::int32_t choice : tree->path_to(set.node)) {
      if (state.kind() == NodeKind::kChance) {
        state.apply_chance(choice, path);
      } else {
        state.apply(state.movers().lowest(), choice, path);
      }
    }
    EXPECT_EQ(state.movers().lowest(), set.player);
    EXPECT_EQ(path.key(set.player), set.key);
  }
  EXPECT_EQ(tree->find(0, 12345), -1);
}

TEST(GameTree, LaterMoversDoNotSeeEarlierCommits) {
  const auto rules = make_rules<SecretBidsRules>("secret_bids");
  const auto tree = enumerate_histories(SecretBids(rules), kMost, "secret_bids");
  ASSERT_TRUE(tree.ok()) << tree.status();
  // First bids: one information set for each card and player, though player 1 commits second.
  std::array<int, 2> first_bids = {};
  for (const GameTree::InfoSet& set : tree->information_sets()) {
    if (set.parent < 2) ++first_bids[static_cast<std::size_t>(set.player)];
  }
  EXPECT_EQ(first_bids[0], 4);
  EXPECT_EQ(first_bids[1], 4);
}

TEST(GameTree, SaysHowLargeAGameIs) {
  const auto rules = make_rules<ConnectFourRules>("connect_four");
  const auto tree = enumerate_histories(ConnectFourState(rules), 100'000, "connect_four");
  ASSERT_FALSE(tree.ok());
  EXPECT_THAT(std::string(tree.status().message()),
              HasSubstr("connect_four is too large: it has more than 100000 histories (random "
                        "probes estimate "));
  const auto exact = make_rules<TicTacToeRules>("tic_tac_toe");
  EXPECT_TRUE(tree_size(TicTacToeState(exact), 549946, "").ok());
  EXPECT_FALSE(tree_size(TicTacToeState(exact), 549945, "").ok());
  EXPECT_NEAR(estimate_histories(TicTacToeState(exact)), 549946, 20'000);
}

/// Player 0 chooses twice and is shown nothing, not even what she does.
struct Forgetful : NoChance, OpenInformation {
  struct Rules {};
  static constexpr int kMaxPlayers = 1;
  static constexpr int kNumActions = 2;
  static constexpr int kMaxLegalActions = 2;
  int clock_ = 0;

  int players() const { return 1; }
  NodeKind kind() const { return clock_ < 2 ? NodeKind::kDecision : NodeKind::kTerminal; }
  PlayerSet movers() const { return clock_ < 2 ? PlayerSet::only(0) : PlayerSet(); }
  void legal_actions(Player, ActionList<Forgetful>& out) const { out = {0, 1}; }
  template <class Witness>
  void apply(Player, Action, Witness&) {
    ++clock_;
  }
  std::uint64_t info_key(Player) const { return 0; }
  double utility(Player) const { return 0; }
  double score(Player) const { return 0; }
  std::string to_text() const { return std::to_string(clock_); }
};

TEST(GameTree, RefusesPlayersWhoForget) {
  const auto tree = TreeBuilder<Forgetful>::build(Forgetful{}, 7);
  ASSERT_FALSE(tree.ok());
  EXPECT_THAT(std::string(tree.status().message()),
              HasSubstr("player 0 forgets what she did before (no perfect recall)"));
}

TEST(GameTree, CanStartAnywhere) {
  const auto rules = make_rules<SecretBidsRules>("secret_bids");
  SecretBids start(rules);
  NullWitness witness;
  start.apply_chance(1, witness);
  start.apply_chance(2, witness);
  const auto tree = enumerate_histories(start, kMost, "secret_bids");
  ASSERT_TRUE(tree.ok());
  EXPECT_EQ(tree->terminals(), 3u * 3 * 3 * 3 * 4);
}

TEST(GameTree, SaysNothingOfPointsThatAreNoMultipleOfTheUtility) {
  const auto rules = make_rules<TicTacToeRules>("tic_tac_toe");
  EXPECT_EQ(enumerate_histories(TicTacToeState(rules), kMost, "")->score_per_utility(), 0);
  const auto bids = make_rules<SecretBidsRules>("secret_bids");
  EXPECT_EQ(enumerate_histories(SecretBids(bids), kMost, "")->score_per_utility(), 0);
}

}  // namespace
}  // namespace varan
