#include "varan/arena/match.h"

#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/fake_game.h"

namespace varan {
namespace {

using ::testing::ElementsAre;
using testing::FakeBot;
using testing::FakeGame;
using testing::FakeOptions;
using ::testing::HasSubstr;

struct Seating {
  std::vector<std::string> specs;
  std::vector<std::uint64_t> identities;
};

absl::StatusOr<MatchResult> play(const std::shared_ptr<const FakeGame>& game,
                                 const Seating& seating, std::uint64_t seed = 1,
                                 std::int64_t deal = 0, std::stop_token stop = {}) {
  std::vector<std::unique_ptr<Bot>> bots;
  MatchRequest request{game.get(), {}, seed, deal, std::move(stop)};
  for (std::size_t i = 0; i < seating.specs.size(); ++i) {
    bots.push_back(*game->make_bot(seating.specs[i]));
    request.seats.push_back({bots.back().get(), seating.identities[i]});
  }
  return play_match(request);
}

std::vector<std::string> chance_events(const MatchResult& match) {
  std::vector<std::string> events;
  for (std::size_t i = 0; i < match.moves.size(); ++i) {
    if (match.movers[i] == kPublic) events.push_back(match.moves[i]);
  }
  return events;
}

std::vector<std::string> moves_of(const MatchResult& match, Player player) {
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < match.moves.size(); ++i) {
    if (match.movers[i] == player) moves.push_back(match.moves[i]);
  }
  return moves;
}

TEST(Match, RecordsEveryEventInOrder) {
  const auto game = FakeGame::make({.rounds = 2});
  const auto match = play(game, {{"picker(skill=1)", "picker(skill=0)"}, {1, 2}});
  ASSERT_TRUE(match.ok()) << match.status();
  EXPECT_THAT(match->movers, ElementsAre(kPublic, 0, 1, kPublic, 0, 1));
  EXPECT_THAT(moves_of(*match, 0), ElementsAre("pick 4", "pick 4"));
  EXPECT_THAT(moves_of(*match, 1), ElementsAre("pick 0", "pick 0"));
  EXPECT_THAT(match->returns, ElementsAre(1, -1));
  EXPECT_EQ(match->end, "rounds");
  EXPECT_EQ(match->times.size(), match->moves.size());
  EXPECT_EQ(match->times[0], 0);
  EXPECT_FALSE(match->forfeit);
}

TEST(Match, ChanceFollowsFromSeedAndDealAlone) {
  const auto game = FakeGame::make({.rounds = 20});
  const auto ab = play(game, {{"picker(skill=0.9)", "picker(skill=0.2)"}, {1, 2}}, 7, 3);
  const auto ba = play(game, {{"picker(skill=0.2)", "picker(skill=0.9)"}, {2, 1}}, 7, 3);
  const auto other_bots = play(game, {{"planner", "slow"}, {8, 9}}, 7, 3);
  const auto other_deal = play(game, {{"planner", "slow"}, {8, 9}}, 7, 4);
  const auto other_seed = play(game, {{"planner", "slow"}, {8, 9}}, 8, 3);
  EXPECT_EQ(chance_events(*ab), chance_events(*ba));
  EXPECT_EQ(chance_events(*ab), chance_events(*other_bots));
  EXPECT_NE(chance_events(*ab), chance_events(*other_deal));
  EXPECT_NE(chance_events(*ab), chance_events(*other_seed));
}

TEST(Match, ABotsOwnLuckFollowsTheBotNotTheSeat) {
  const auto game = FakeGame::make({.rounds = 30});
  const auto ab = play(game, {{"picker(skill=0.5)", "picker(skill=0.4)"}, {1, 2}});
  const auto ba = play(game, {{"picker(skill=0.4)", "picker(skill=0.5)"}, {2, 1}});
  EXPECT_EQ(moves_of(*ab, 0), moves_of(*ba, 1));
  EXPECT_EQ(moves_of(*ab, 1), moves_of(*ba, 0));
  // Copies of one bot differ.
  const auto twins =
      play(game, {{"picker", "picker"}, {bot_identity("picker", 0), bot_identity("picker", 1)}});
  EXPECT_NE(moves_of(*twins, 0), moves_of(*twins, 1));
}

TEST(Match, FollowsAPlanWhileItIsTheSamePlayersTurn) {
  FakeBot::asked = 0;
  const auto twice =
      play(FakeGame::make({.rounds = 3, .turns = 2}), {{"planner", "planner"}, {1, 2}});
  ASSERT_TRUE(twice.ok());
  EXPECT_EQ(twice->moves.size(), 15u);
  EXPECT_EQ(FakeBot::asked, 6);
  FakeBot::asked = 0;  // the turn ends in the middle of the plan: it is dropped
  const auto once =
      play(FakeGame::make({.rounds = 3, .turns = 1}), {{"planner", "planner"}, {1, 2}});
  ASSERT_TRUE(once.ok());
  EXPECT_EQ(FakeBot::asked, 6);
  FakeBot::asked = 0;  // three picks a turn: two planned, then asked again
  const auto thrice =
      play(FakeGame::make({.rounds = 1, .turns = 3}), {{"planner", "planner"}, {1, 2}});
  ASSERT_TRUE(thrice.ok());
  EXPECT_EQ(FakeBot::asked, 4);
}

TEST(Match, SimultaneousChoicesStandInSeatOrder) {
  const auto game = FakeGame::make({.players = 3, .rounds = 2, .turns = 2, .simultaneous = true});
  FakeBot::asked = 0;
  const auto match = play(game, {{"planner", "picker(skill=0)", "planner"}, {1, 2, 3}});
  ASSERT_TRUE(match.ok()) << match.status();
  EXPECT_THAT(match->movers, ElementsAre(kPublic, 0, 1, 2, 0, 1, 2, kPublic, 0, 1, 2, 0, 1, 2));
  EXPECT_EQ(FakeBot::asked, 2 + 4 + 2);
}

TEST(Match, APlanThatBecomesIllegalIsDropped) {
  const auto match = play(FakeGame::make({.turns = 2}), {{"late_illegal", "planner"}, {1, 2}});
  ASSERT_TRUE(match.ok());
  EXPECT_FALSE(match->forfeit);
  EXPECT_EQ(moves_of(*match, 0).size(), 6u);
}

struct ForfeitCase {
  const char* bot;
  const char* reason;
};
class MatchForfeit : public ::testing::TestWithParam<ForfeitCase> {};

TEST_P(MatchForfeit, TheOffenderLosesAndTheOthersShareTheRest) {
  for (const bool simultaneous : {false, true}) {
    const auto game = FakeGame::make({.players = 3, .simultaneous = simultaneous});
    const auto match = play(game, {{"planner", GetParam().bot, "planner"}, {1, 2, 3}});
    ASSERT_TRUE(match.ok()) << match.status();
    ASSERT_TRUE(match->forfeit);
    EXPECT_EQ(match->forfeit->player, 1);
    EXPECT_THAT(match->forfeit->reason, HasSubstr(GetParam().reason));
    EXPECT_THAT(match->forfeit->reason, Not(HasSubstr("\n")));
    EXPECT_EQ(match->end, "forfeit");
    EXPECT_THAT(match->returns, ElementsAre(0.5, -1, 0.5));
  }
}

INSTANTIATE_TEST_SUITE_P(All, MatchForfeit,
                         ::testing::Values(ForfeitCase{"fails", "out of \"paper\""},
                                           ForfeitCase{"throws", "no hands"},
                                           ForfeitCase{"empty", "no move"},
                                           ForfeitCase{"illegal", "action 77, which is not legal"}),
                         [](const auto& forfeit) { return std::string(forfeit.param.bot); });

TEST(Match, ABotIsToldThatANewGameBegins) {
  const auto game = FakeGame::make();
  const auto bot = *game->make_bot("moody");
  const auto other = *game->make_bot("picker(skill=0)");
  FakeBot::new_games = 0;
  for (int i = 0; i < 3; ++i) {
    const auto match = play_match({game.get(), {{bot.get(), 1}, {other.get(), 2}}, 1, 0, {}});
    ASSERT_TRUE(match.ok()) << match.status();
    EXPECT_THAT(moves_of(*match, 0), ElementsAre("pick 4", "pick 0", "pick 0"));
  }
  EXPECT_EQ(FakeBot::new_games, 6);
  const auto match = play(game, {{"picker", "late"}, {1, 2}});
  ASSERT_TRUE(match.ok()) << match.status();
  ASSERT_TRUE(match->forfeit);
  EXPECT_EQ(match->forfeit->player, 1);
  EXPECT_THAT(match->forfeit->reason, HasSubstr("not at the table"));
}

TEST(Match, TheMachinesLimitsAreNoForfeit) {
  for (const char* bot : {"exhausted", "hungry", "threadless"}) {
    const auto match = play(FakeGame::make(), {{"picker", bot}, {1, 2}});
    EXPECT_TRUE(absl::IsResourceExhausted(match.status())) << match.status();
    EXPECT_THAT(std::string(match.status().message()), HasSubstr(std::string(bot) + " (seat 1): "));
  }
}

/// What a peeker in seat 0 is shown, one position a round of 20.
std::vector<std::string> sights(const FakeOptions& options, bool sees_everything,
                                std::int64_t deal = 0) {
  const auto game = FakeGame::make(options);
  const auto peeker = *game->make_bot("peeker");
  const auto other = *game->make_bot("picker(skill=1)");
  FakeBot::seen.clear();
  MatchRequest request{game.get(), {{peeker.get(), 1}, {other.get(), 2}}, 1, deal, {}};
  request.seats[0].sees_everything = sees_everything;
  EXPECT_TRUE(play_match(request).ok());
  return FakeBot::seen;
}

TEST(Match, NoBotIsShownWhatIsHiddenFromIt) {
  const FakeOptions open{.rounds = 20};
  FakeOptions hidden = open;
  hidden.hidden = true;
  const std::vector<std::string> truth = sights(open, false);
  EXPECT_EQ(truth.size(), 20u);
  EXPECT_EQ(sights(hidden, true), truth) << "a cheat sees it, and nothing else has changed";
  const std::vector<std::string> shown = sights(hidden, false);
  ASSERT_EQ(shown.size(), truth.size());
  int same = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) same += shown[i] == truth[i];
  EXPECT_LT(same, 12);
  EXPECT_EQ(sights(hidden, false), shown) << "it is reproducible";
  EXPECT_NE(sights(hidden, false, 1), shown);
}

TEST(Match, TheGameIsTheSameWhoeverIsShownWhat) {
  // Determinizing takes nothing from the streams of chance and of the bots.
  const Seating seating{{"picker(skill=0.4)", "picker(skill=0.7)"}, {1, 2}};
  const auto open = play(FakeGame::make({.rounds = 20}), seating);
  const auto hidden = play(FakeGame::make({.rounds = 20, .hidden = true}), seating);
  ASSERT_TRUE(open.ok());
  ASSERT_TRUE(hidden.ok());
  EXPECT_EQ(open->moves, hidden->moves);
}

TEST(Match, ForfeitsKeepTheSumOfTheGame) {
  Traits traits;
  traits.players = 4;
  traits.utility_sum = 0.5;
  EXPECT_THAT(forfeit_returns(traits, 2), ElementsAre(0.5, 0.5, -1, 0.5));
  traits.players = 2;
  traits.utility_sum = 0;
  EXPECT_THAT(forfeit_returns(traits, 0), ElementsAre(-1, 1));
}

TEST(Match, AStoppedGameIsDropped) {
  std::stop_source source;
  source.request_stop();
  const auto game = FakeGame::make();
  EXPECT_TRUE(absl::IsCancelled(
      play(game, {{"planner", "planner"}, {1, 2}}, 1, 0, source.get_token()).status()));
  std::stop_source later;
  std::jthread stopper([&later] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    later.request_stop();
  });
  const auto match =
      play(FakeGame::make({.rounds = 100}), {{"slow", "slow"}, {1, 2}}, 1, 0, later.get_token());
  EXPECT_TRUE(absl::IsCancelled(match.status()));
}

TEST(Match, RefusesWhatCannotBePlayed) {
  const auto game = FakeGame::make();
  EXPECT_THAT(std::string(play(game, {{"planner"}, {1}}).status().message()),
              HasSubstr("has 2 seats, not 1"));
  const auto endless = play(FakeGame::make({.endless = true}), {{"planner", "planner"}, {1, 2}});
  EXPECT_THAT(std::string(endless.status().message()), HasSubstr("longest game of 6 decisions"));
}

}  // namespace
}  // namespace varan
