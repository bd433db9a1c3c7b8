#include "varan/arena/signature.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "varan/arena/speed.h"
#include "varan/registry.h"

namespace varan {
namespace {

std::vector<std::shared_ptr<const AnyGame>> reference_games() {
  return {*load_game("tic_tac_toe"), *load_game("connect_four")};
}

TEST(Signature, IsTheSameEveryTime) {
  const auto games = reference_games();
  const auto first = behaviour_signature(games);
  const auto second = behaviour_signature(games);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->hash, second->hash);
  EXPECT_GT(first->iterations, 0);
}

TEST(Signature, CoversEveryBotOfEveryGame) {
  const auto games = reference_games();
  std::vector<SignatureLine> seen;
  const auto signature =
      behaviour_signature(games, [&](const SignatureLine& line) { seen.push_back(line); });
  ASSERT_TRUE(signature.ok());
  EXPECT_EQ(seen.size(), signature->lines.size());
  std::set<std::string> played;
  for (const SignatureLine& line : signature->lines) {
    EXPECT_FALSE(line.move.empty());
    played.insert(line.game + " " + line.bot.substr(0, line.bot.find('(')));
  }
  for (const auto& game : games) {
    for (const BotEntry& bot : bots()) {
      if (game->make_bot(bot.name).ok()) {
        const bool open = !game->traits().hidden_information && !game->traits().simultaneous;
        const bool for_hidden = bot.name == "ismcts" || bot.name == "pimc" || bot.name == "epimc";
        if (open && for_hidden) continue;
        EXPECT_TRUE(played.contains(game->spec() + " " + bot.name))
            << game->spec() << " " << bot.name;
      }
    }
  }
}

TEST(Signature, DependsOnTheGames) {
  const auto games = reference_games();
  EXPECT_NE(behaviour_signature(std::span(games).first(1))->hash,
            behaviour_signature(std::span(games).last(1))->hash);
}

TEST(Speed, MeasuresPlayoutsAndSearch) {
  const auto game = *load_game("connect_four");
  const auto state = game->new_state();
  const auto bot = *game->make_bot("mcts(iterations=100)");
  const auto report = measure_speed(*state, 0, *bot, 0.02, 1);
  ASSERT_TRUE(report.ok());
  EXPECT_GT(report->playouts_per_second, 0);
  EXPECT_GT(report->decisions_per_playout, 7);
  EXPECT_LE(report->decisions_per_playout, 42);
  EXPECT_GT(report->iterations_per_second.value(), 0);
  EXPECT_NEAR(*report->ratio, *report->iterations_per_second / report->playouts_per_second, 1e-9);
  EXPECT_GT(report->bytes_per_information_set.value(), 0);
  EXPECT_EQ(report->bytes_per_state, game->bytes_per_state());
}

TEST(Speed, ABotWithoutSearchHasNoIterations) {
  const auto game = *load_game("tic_tac_toe");
  const auto report = measure_speed(*game->new_state(), 0, **game->make_bot("random"), 0.01, 1);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->iterations_per_second);
  EXPECT_FALSE(report->ratio);
  EXPECT_GT(report->bot_decisions_per_second, 0);
}

}  // namespace
}  // namespace varan
