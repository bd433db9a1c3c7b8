// The laws about bots, for every registered game and every bot that plays it, at positions of
// random play: answers are legal and complete (law 2), the same for positions that the player
// cannot tell apart (law 4), and the same whenever position, spec and seed are (law 9).
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "varan/bots/bot.h"
#include "varan/registry.h"

namespace varan {
namespace {

constexpr int kPositions = 12;

/// Positions with a decision, from several random games, played through the rim.
std::vector<std::unique_ptr<AnyState>> random_positions(const AnyGame& game) {
  std::vector<std::unique_ptr<AnyState>> positions;
  Rng rng = Rng::keyed({hash_text(game.spec())});
  while (positions.size() < kPositions) {
    std::unique_ptr<AnyState> state = game.new_state();
    while (!state->is_terminal()) {
      if (state->kind() == NodeKind::kChance) {
        EXPECT_TRUE(state->sample_chance(rng).ok());
        continue;
      }
      if (rng.below(20) == 0) positions.push_back(state->copy());
      const Player player = state->movers().lowest();
      const std::vector<Action> actions = state->legal_actions(player);
      EXPECT_TRUE(
          state->apply(player, actions[rng.below(static_cast<std::uint32_t>(actions.size()))])
              .ok());
    }
  }
  positions.resize(kPositions);
  return positions;
}

/// Whether the bots that search open information can play it.
bool is_open(const AnyGame& game) {
  return !game.traits().hidden_information && !game.traits().simultaneous;
}

class BotLaws : public testing::TestWithParam<std::string> {};

TEST_P(BotLaws, Hold) {
  const std::shared_ptr<const AnyGame> game = load_game(GetParam()).value();
  for (const std::string spec :
       {"random", "greedy", "flat(iterations=60)", "mcts(iterations=60)",
        "mcts(iterations=60,keying=path)", "mcts(iterations=60,threads=2)",
        "mcts(iterations=60,selection=puct)", "mcts(iterations=60,selection=ucb1_tuned)",
        "oos(iterations=60)", "cfr(iterations=20,max_histories=200000)"}) {
    SCOPED_TRACE(spec + " at " + GetParam());
    if (spec == "greedy" && !game->has_hints()) continue;
    const bool solves = spec.starts_with("oos") || spec.starts_with("cfr");
    if (solves && !game->make_bot(spec).ok()) continue;  // too large, or too many players
    if (!solves && spec != "random" && spec != "greedy" && !is_open(*game)) continue;
    const std::unique_ptr<Bot> bot = game->make_bot(spec).value();
    const std::unique_ptr<Bot> other_bot = game->make_bot(spec).value();
    std::uint64_t seed = 0;
    for (const std::unique_ptr<AnyState>& state : random_positions(*game)) {
      SCOPED_TRACE(state->to_text());
      const std::string before = state->to_text();
      const Player player = state->movers().lowest();
      const DecisionRequest request{++seed, {}};
      const absl::StatusOr<Decision> decision = bot->choose(*state, player, request);
      ASSERT_TRUE(decision.ok()) << decision.status();
      EXPECT_EQ(state->to_text(), before);

      ASSERT_FALSE(decision->moves.empty());
      const std::unique_ptr<AnyState> played = state->copy();
      for (const Action move : decision->moves) {
        ASSERT_TRUE(played->apply(player, move).ok()) << played->action_to_text(player, move);
      }
      std::int64_t visits = 0;
      for (const ActionReport& report : decision->actions) {
        visits += report.visits;
        EXPECT_GE(report.value, -1);
        EXPECT_LE(report.value, 1);
      }
      // Solvers do not begin every iteration with one of the actions.
      if (!solves) {
        EXPECT_EQ(visits, decision->actions.empty() ? 0 : decision->iterations);
      }
      EXPECT_LE(visits, decision->iterations);
      double probability = 0;
      for (const ActionReport& report : decision->actions) probability += report.probability;
      EXPECT_NEAR(probability, 1, 1e-6);

      const std::unique_ptr<AnyState> another = state->copy();
      Rng rng(seed);
      ASSERT_TRUE(another->determinize(player, rng).ok());
      const absl::StatusOr<Decision> again = other_bot->choose(*another, player, request);
      ASSERT_TRUE(again.ok());
      EXPECT_EQ(again->moves, decision->moves);
      EXPECT_EQ(again->iterations, decision->iterations);
      EXPECT_EQ(again->principal_variation, decision->principal_variation);
      ASSERT_EQ(again->actions.size(), decision->actions.size());
      for (std::size_t i = 0; i < again->actions.size(); ++i) {
        EXPECT_EQ(again->actions[i].moves, decision->actions[i].moves);
        EXPECT_EQ(again->actions[i].visits, decision->actions[i].visits);
        EXPECT_EQ(again->actions[i].value, decision->actions[i].value);
      }
    }
  }
}

std::vector<std::string> game_names() {
  std::vector<std::string> names;
  for (const GameEntry& entry : games()) names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EveryGame, BotLaws, testing::ValuesIn(game_names()),
                         [](const auto& of) { return of.param; });

}  // namespace
}  // namespace varan
