#include "varan/arena/schedule.h"

#include <algorithm>
#include <map>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace varan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<ScheduledGame> all(const Schedule& schedule) {
  std::vector<ScheduledGame> games;
  for (std::int64_t i = 0; i < schedule.games(); ++i) games.push_back(schedule.game(i));
  return games;
}

TEST(Schedule, TwoPlayersEveryPairBothWays) {
  const auto schedule = Schedule::round_robin(3, 2, 4);
  ASSERT_TRUE(schedule.ok());
  EXPECT_EQ(schedule->lineups(), 3);
  EXPECT_EQ(schedule->deals(), 2);
  EXPECT_EQ(schedule->games(), 12);
  const std::vector<ScheduledGame> games = all(*schedule);
  EXPECT_THAT(games[0].entrants, ElementsAre(0, 1));
  EXPECT_THAT(games[1].entrants, ElementsAre(1, 0));
  EXPECT_THAT(games[2].entrants, ElementsAre(0, 2));
  EXPECT_THAT(games[5].entrants, ElementsAre(2, 1));
  EXPECT_EQ(games[5].deal, 0);
  EXPECT_EQ(games[6].deal, 1);
  EXPECT_EQ(games[6].block, 3);
}

TEST(Schedule, GamesAreRoundedUpToWholeBlocks) {
  EXPECT_EQ(Schedule::round_robin(2, 2, 1)->games(), 2);
  EXPECT_EQ(Schedule::round_robin(2, 2, 5)->games(), 6);
  EXPECT_EQ(Schedule::round_robin(3, 3, 1)->games(), 6);
  EXPECT_EQ(Schedule::round_robin(4, 4, 9)->games(), 12);
  EXPECT_EQ(Schedule::challenge(2, 4, 9)->games(), 12);
}

TEST(Schedule, FewerBotsThanSeatsFillTheTableInEveryWay) {
  const auto schedule = Schedule::round_robin(2, 3, 1);
  ASSERT_TRUE(schedule.ok());
  EXPECT_EQ(schedule->lineups(), 2);
  std::set<std::vector<int>> seatings;
  for (const ScheduledGame& game : all(*schedule)) seatings.insert(game.entrants);
  EXPECT_THAT(seatings,
              ElementsAre(std::vector{0, 0, 1}, std::vector{0, 1, 0}, std::vector{0, 1, 1},
                          std::vector{1, 0, 0}, std::vector{1, 0, 1}, std::vector{1, 1, 0}));
}

TEST(Schedule, AChallengerMeetsTablesOfEquals) {
  const auto schedule = Schedule::challenge(3, 4, 8);
  ASSERT_TRUE(schedule.ok());
  EXPECT_EQ(schedule->lineups(), 2);
  for (const ScheduledGame& game : all(*schedule)) {
    EXPECT_EQ(std::count(game.entrants.begin(), game.entrants.end(), 0), 1);
    EXPECT_EQ(std::set<int>(game.entrants.begin(), game.entrants.end()).size(), 2u);
    EXPECT_EQ(std::set<int>(game.copies.begin(), game.copies.end()).size(), 3u);
  }
}

struct Shape {
  int bots;
  int seats;
  bool challenge;
};
class ScheduleBalance : public ::testing::TestWithParam<Shape> {};

TEST_P(ScheduleBalance, InEveryBlockEachBotHoldsEverySeatEquallyOften) {
  const Shape& shape = GetParam();
  const auto schedule = shape.challenge ? Schedule::challenge(shape.bots, shape.seats, 30)
                                        : Schedule::round_robin(shape.bots, shape.seats, 30);
  ASSERT_TRUE(schedule.ok());
  std::map<std::int64_t, std::map<std::pair<int, int>, int>> held;  // block, (bot, seat)
  std::map<std::int64_t, std::set<std::vector<std::pair<int, int>>>> seatings;
  std::map<std::int64_t, int> size;
  std::set<std::int64_t> blocks_of_a_deal;
  for (std::int64_t i = 0; i < schedule->games(); ++i) {
    const ScheduledGame game = schedule->game(i);
    EXPECT_EQ(schedule->find(game.block, game.seating), i);
    ASSERT_EQ(static_cast<int>(game.entrants.size()), shape.seats);
    std::vector<std::pair<int, int>> seating;
    for (int seat = 0; seat < shape.seats; ++seat) {
      const int bot = game.entrants[static_cast<std::size_t>(seat)];
      ++held[game.block][{bot, seat}];
      seating.emplace_back(bot, game.copies[static_cast<std::size_t>(seat)]);
    }
    EXPECT_TRUE(seatings[game.block].insert(seating).second) << "the same game twice";
    EXPECT_EQ(game.seating, size[game.block]++);
  }
  for (const auto& [block, counts] : held) {
    std::map<int, std::set<int>> by_bot;
    std::map<int, int> seats_held;
    for (const auto& [where, count] : counts) {
      by_bot[where.first].insert(count);
      ++seats_held[where.first];
    }
    for (const auto& [bot, values] : by_bot) {
      EXPECT_EQ(values.size(), 1u) << "block " << block << ", bot " << bot;
      EXPECT_EQ(seats_held[bot], shape.seats);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, ScheduleBalance,
    ::testing::Values(Shape{2, 2, false}, Shape{5, 2, false}, Shape{3, 3, false},
                      Shape{4, 3, false}, Shape{2, 3, false}, Shape{4, 4, false},
                      Shape{2, 4, false}, Shape{3, 4, false}, Shape{3, 5, false},
                      Shape{2, 6, false}, Shape{6, 6, false}, Shape{2, 8, false}, Shape{2, 2, true},
                      Shape{2, 3, true}, Shape{3, 4, true}, Shape{2, 8, true}),
    [](const auto& shape) {
      return std::to_string(shape.param.bots) + "in" + std::to_string(shape.param.seats) +
             (shape.param.challenge ? "challenge" : "");
    });

TEST(Schedule, RotationsChangeNeighboursFromDealToDeal) {
  const auto schedule = Schedule::round_robin(4, 4, 4 * 6);
  ASSERT_TRUE(schedule.ok());
  std::map<std::pair<int, int>, int> left_of;
  for (const ScheduledGame& game : all(*schedule)) {
    for (std::size_t s = 0; s < 4; ++s) ++left_of[{game.entrants[s], game.entrants[(s + 1) % 4]}];
  }
  EXPECT_EQ(left_of.size(), 12u);
  for (const auto& [pair, count] : left_of) EXPECT_EQ(count, 8);
}

TEST(Schedule, ALongerTournamentBeginsWithAShorterOne) {
  const auto shorter = Schedule::round_robin(4, 3, 12);
  const auto longer = Schedule::round_robin(4, 3, 30);
  for (std::int64_t i = 0; i < shorter->games(); ++i) {
    EXPECT_EQ(shorter->game(i).entrants, longer->game(i).entrants);
    EXPECT_EQ(shorter->game(i).deal, longer->game(i).deal);
    EXPECT_EQ(shorter->game(i).block, longer->game(i).block);
  }
}

TEST(Schedule, RefusesWhatIsNoTournament) {
  EXPECT_THAT(std::string(Schedule::round_robin(1, 2, 10).status().message()),
              HasSubstr("at least two bots"));
  EXPECT_THAT(std::string(Schedule::round_robin(2, 1, 10).status().message()),
              HasSubstr("two or more players"));
  EXPECT_THAT(std::string(Schedule::round_robin(2, 2, 0).status().message()), HasSubstr("not 0"));
  EXPECT_THAT(std::string(Schedule::challenge(2, 2, -1).status().message()), HasSubstr("not -1"));
  EXPECT_THAT(std::string(Schedule::round_robin(60, 8, 1).status().message()),
              HasSubstr("fewer bots"));
  EXPECT_FALSE(Schedule::round_robin(3, 3, 1)->find(1, 0));
  EXPECT_FALSE(Schedule::round_robin(3, 3, 1)->find(0, 6));
  EXPECT_FALSE(Schedule::round_robin(3, 3, 1)->find(-1, 0));
}

}  // namespace
}  // namespace varan
