#include "varan/arena/rating.h"

#include <cmath>
#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "varan/rng.h"

namespace varan {
namespace {

using ::testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct EloCase {
  double score;
  double elo;
};
class EloTable : public ::testing::TestWithParam<EloCase> {};

TEST_P(EloTable, ScoreToEloAndBack) {
  EXPECT_NEAR(elo_from_score(GetParam().score), GetParam().elo, 0.005);
  EXPECT_NEAR(elo_from_score(1 - GetParam().score), -GetParam().elo, 0.005);
  EXPECT_NEAR(score_from_elo(elo_from_score(GetParam().score)), GetParam().score, 1e-12);
}
INSTANTIATE_TEST_SUITE_P(KnownNumbers, EloTable,
                         ::testing::Values(EloCase{0.5, 0}, EloCase{0.51, 6.95},
                                           EloCase{0.52, 13.90}, EloCase{0.55, 34.86},
                                           EloCase{0.60, 70.44}, EloCase{0.75, 190.85}));

TEST(Elo, PerfectScoresAreInfinite) {
  EXPECT_EQ(elo_from_score(1), kInfinity);
  EXPECT_EQ(elo_from_score(0), -kInfinity);
}

PairTable table(int size, std::initializer_list<double> cells) {
  PairTable result(size);
  int k = 0;
  for (const double cell : cells) {
    result(k / size, k % size) = cell;
    ++k;
  }
  return result;
}

TEST(BradleyTerry, TwoBotsAreTheTextbookFormula) {
  const std::vector<double> rating = bradley_terry(table(2, {0, 300, 100, 0}));
  EXPECT_NEAR(rating[0] - rating[1], 190.848501888, 1e-6);
  EXPECT_NEAR(rating[0] + rating[1], 0, 1e-9);
}

TEST(BradleyTerry, RecoversRatingsFromExpectedScores) {
  const std::vector<double> truth = {200, 50, 0, -90, -160};
  PairTable points(5);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 5; ++j) {
      const double games = 10 + 7 * ((i + j) % 3);  // uneven numbers of games
      if (i != j) {
        points(i, j) = games * score_from_elo(truth[static_cast<std::size_t>(i)] -
                                              truth[static_cast<std::size_t>(j)]);
      }
    }
  }
  const std::vector<double> rating = bradley_terry(points);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(rating[i], truth[i], 1e-6);
}

TEST(BradleyTerry, AtTheMaximumPointsEqualExpectedPoints) {
  const PairTable points = table(3, {0, 7, 9, 3, 0, 4.5, 1, 5.5, 0});
  const std::vector<double> rating = bradley_terry(points);
  for (int i = 0; i < 3; ++i) {
    double scored = 0;
    double expected = 0;
    for (int j = 0; j < 3; ++j) {
      if (i == j) continue;
      scored += points(i, j);
      expected +=
          (points(i, j) + points(j, i)) *
          score_from_elo(rating[static_cast<std::size_t>(i)] - rating[static_cast<std::size_t>(j)]);
    }
    EXPECT_NEAR(scored, expected, 1e-9);
  }
}

TEST(BradleyTerry, APerfectResultCountsAsWithOneGameDrawn) {
  const std::vector<double> rating = bradley_terry(table(2, {0, 100, 0, 0}));
  EXPECT_NEAR(rating[0] - rating[1], elo_from_score(0.995), 1e-6);
  // A cycle has a maximum though every result is perfect.
  const std::vector<double> cycle = bradley_terry(table(3, {0, 5, 0, 0, 0, 5, 5, 0, 0}));
  for (const double value : cycle) EXPECT_NEAR(value, 0, 1e-9);
  // One beats both others always; what these did to each other still counts in full.
  const std::vector<double> top = bradley_terry(table(3, {0, 50, 50, 0, 0, 30, 0, 10, 0}));
  EXPECT_NEAR(top[1] - top[2], elo_from_score(0.75), 10);
  EXPECT_GT(top[0] - top[1], 500);
}

TEST(BradleyTerry, BotsThatNeverMetHaveNoRating) {
  const std::vector<double> rating = bradley_terry(table(3, {0, 3, 0, 2, 0, 0, 0, 0, 0}));
  for (const double value : rating) EXPECT_TRUE(std::isnan(value));
}

/// Games of one deal each: `wins`, `draws`, `losses` of bot 0 against bot 1.
std::vector<GameOutcome> results(int wins, int draws, int losses, int games_a_deal = 1) {
  std::vector<GameOutcome> games;
  for (int i = 0; i < wins + draws + losses; ++i) {
    const double utility = i < wins ? 1 : i < wins + draws ? 0 : -1;
    games.push_back({i / games_a_deal, {0, 1}, {utility, -utility}});
  }
  return games;
}

TEST(Rate, CountsWinsDrawsAndLosses) {
  const std::vector<GameOutcome> games = results(3, 2, 1);
  const Standings standings = rate(2, games);
  EXPECT_EQ(standings.entrants[0].games, 6);
  EXPECT_EQ(standings.entrants[0].wins, 3);
  EXPECT_EQ(standings.entrants[0].draws, 2);
  EXPECT_EQ(standings.entrants[0].losses, 1);
  EXPECT_EQ(standings.entrants[1].wins, 1);
  EXPECT_DOUBLE_EQ(standings.entrants[0].score, 4.0 / 6);
  EXPECT_DOUBLE_EQ(standings.entrants[0].utility, 2.0 / 6);
  EXPECT_NEAR(standings.entrants[0].elo, elo_from_score(4.0 / 6), 1e-6);
  EXPECT_NEAR(standings.entrants[1].elo, -elo_from_score(4.0 / 6), 1e-6);
  EXPECT_EQ(standings.points(0, 1), 4);
  EXPECT_EQ(standings.games(0, 1), 6);
  EXPECT_THAT(standings.ranking(), ElementsAre(0, 1));
}

struct WidthCase {
  int games;
  double draws;  // share
  double half_width;
};
class HalfWidth : public ::testing::TestWithParam<WidthCase> {};

/// Half widths at an even score of independent games, from the normal approximation.
TEST_P(HalfWidth, OfIndependentGames) {
  const int draws = static_cast<int>(GetParam().games * GetParam().draws);
  const int wins = (GetParam().games - draws) / 2;
  const Standings standings = rate(2, results(wins, draws, wins), {.resamples = 4000});
  const Interval interval = standings.entrants[0].elo_interval;
  const double half = (interval.high - interval.low) / 2;
  EXPECT_NEAR(half / GetParam().half_width, 1, 0.06);
  EXPECT_NEAR(interval.low + interval.high, 0, 0.12 * half);
}
INSTANTIATE_TEST_SUITE_P(KnownNumbers, HalfWidth,
                         ::testing::Values(WidthCase{100, 0, 69}, WidthCase{400, 0, 34},
                                           WidthCase{1000, 0, 21.6}, WidthCase{4000, 0, 10.8},
                                           WidthCase{100, 0.5, 48}, WidthCase{400, 0.5, 24},
                                           WidthCase{1000, 0.5, 15}));

TEST(Rate, TheDealIsTheUnit) {
  // Duplicate pairs that always split: the seats decide, the bots are equal, and the pairs show it.
  std::vector<GameOutcome> split;
  for (int deal = 0; deal < 100; ++deal) {
    split.push_back({deal, {0, 1}, {1, -1}});
    split.push_back({deal, {1, 0}, {1, -1}});
  }
  const Interval narrow = rate(2, split).entrants[0].elo_interval;
  EXPECT_LT(narrow.high - narrow.low, 30);
  EXPECT_GT(narrow.high - narrow.low, 10) << "not seeing a thing 100 times does not rule it out";
  // Pairs that always go together: twice the games, no more knowledge.
  std::vector<GameOutcome> together;
  for (int deal = 0; deal < 100; ++deal) {
    const double utility = deal % 2 == 0 ? 1 : -1;
    together.push_back({deal, {0, 1}, {utility, -utility}});
    together.push_back({deal, {1, 0}, {-utility, utility}});
  }
  const Interval wide = rate(2, together).entrants[0].elo_interval;
  EXPECT_NEAR((wide.high - wide.low) / 2, 69, 5);
}

TEST(Rate, APerfectScoreHasAFiniteLowerBound) {
  const Standings standings = rate(2, results(100, 0, 0, 2));
  const Standing& winner = standings.entrants[0];
  EXPECT_NEAR(winner.elo, elo_from_score(0.995), 1e-6);
  EXPECT_NEAR(winner.elo_interval.low, elo_from_score(std::pow(0.025, 1.0 / 50)), 1e-6);
  EXPECT_EQ(winner.elo_interval.high, kInfinity);
  const Standing& loser = standings.entrants[1];
  EXPECT_NEAR(loser.elo_interval.high, -winner.elo_interval.low, 1e-6);
  EXPECT_EQ(loser.elo_interval.low, -kInfinity);
  EXPECT_EQ(winner.utility, 1);
  EXPECT_EQ(winner.utility_interval.high, 1);
  EXPECT_NEAR(winner.utility_interval.low, 2 * std::pow(0.025, 1.0 / 50) - 1, 1e-9);
}

TEST(Rate, NearlyPerfectMayBePerfect) {
  const Interval interval = rate(2, results(199, 1, 0)).entrants[0].elo_interval;
  EXPECT_EQ(interval.high, kInfinity);  // a third of the resamples leave the draw out
  EXPECT_GT(interval.low, 500);
}

TEST(Rate, ALadderOfPerfectResultsStaysReadable) {
  std::vector<GameOutcome> games;
  for (int deal = 0; deal < 50; ++deal) {
    for (const auto& [strong, weak] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      games.push_back({deal, {strong, weak}, {1, -1}});
      games.push_back({deal, {weak, strong}, {-1, 1}});
    }
  }
  const Standings standings = rate(3, games);
  EXPECT_THAT(standings.ranking(), ElementsAre(0, 1, 2));
  EXPECT_NEAR(standings.entrants[1].elo, 0, 1e-6);
  EXPECT_LT(standings.entrants[1].elo_interval.low, -50);
  EXPECT_GT(standings.entrants[1].elo_interval.high, 50);
  EXPECT_TRUE(std::isfinite(standings.entrants[1].elo_interval.low));
  EXPECT_GT(standings.entrants[0].elo_interval.low, 100);
  EXPECT_EQ(standings.entrants[0].elo_interval.high, kInfinity);
  EXPECT_EQ(standings.entrants[2].elo_interval.low, -kInfinity);
}

TEST(Rate, OneDealGivesNoInterval) {
  const Standing standing = rate(2, results(1, 1, 0, 2)).entrants[0];
  EXPECT_EQ(standing.elo_interval.low, -kInfinity);
  EXPECT_EQ(standing.elo_interval.high, kInfinity);
  EXPECT_EQ(standing.utility_interval.low, -kInfinity);
}

TEST(Rate, FewDealsAreWidened) {
  const Interval two = rate(2, results(3, 0, 1, 2)).entrants[0].elo_interval;  // 2-0 and 1-1
  EXPECT_NEAR(two.low, 0, 1e-9);
  EXPECT_EQ(two.high, kInfinity);
}

TEST(Rate, ManyPlayersArePairwiseComparisons) {
  // Ranks 1, 2, 2 and 4 of four bots.
  const std::vector<GameOutcome> games = {{0, {0, 1, 2, 3}, {1, 0, 0, -1}}};
  const Standings standings = rate(4, games);
  EXPECT_DOUBLE_EQ(standings.entrants[0].score, 1);
  EXPECT_DOUBLE_EQ(standings.entrants[1].score, 0.5);
  EXPECT_DOUBLE_EQ(standings.entrants[3].score, 0);
  EXPECT_EQ(standings.entrants[0].wins, 1);
  EXPECT_EQ(standings.entrants[1].losses, 1);
  EXPECT_EQ(standings.points(1, 2), 0.5);
  EXPECT_EQ(standings.points(1, 3), 1);
}

TEST(Rate, CopiesOfOneBotAreOneEntrant) {
  // A challenger second among three equals: compared 2:1; the best seat of the others is above it.
  const std::vector<GameOutcome> games = {{0, {1, 0, 1, 1}, {1, 0.5, -0.5, -1}}};
  const Standings standings = rate(2, games);
  EXPECT_DOUBLE_EQ(standings.entrants[0].score, 2.0 / 3);
  EXPECT_DOUBLE_EQ(standings.entrants[1].score, 1.0 / 3);
  EXPECT_EQ(standings.entrants[0].losses, 1);
  EXPECT_EQ(standings.entrants[1].wins, 1);
  EXPECT_EQ(standings.entrants[1].games, 1);
  EXPECT_DOUBLE_EQ(standings.entrants[0].utility, 0.5);
  EXPECT_NEAR(standings.entrants[1].utility, -0.5 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(standings.points(0, 1), 2.0 / 3);
}

TEST(Rate, TheIntervalCoversTheTruthAsOftenAsItSays) {
  // 300 tournaments of 40 duplicate pairs between bots 100 Elo apart.
  Rng rng(5);
  const double p = score_from_elo(100);
  int covered = 0;
  constexpr int kTournaments = 300;
  for (int t = 0; t < kTournaments; ++t) {
    std::vector<GameOutcome> games;
    for (int deal = 0; deal < 40; ++deal) {
      for (int game = 0; game < 2; ++game) {
        const double utility = rng.unit() < p ? 1 : -1;
        games.push_back({deal, {0, 1}, {utility, -utility}});
      }
    }
    const Interval interval = rate(2, games, {.resamples = 400}).entrants[0].elo_interval;
    covered += interval.low <= 100 && 100 <= interval.high;
  }
  EXPECT_GT(covered, 0.92 * kTournaments);
  EXPECT_LT(covered, 0.985 * kTournaments);
}

TEST(Rate, ThreeBotsByTheirChainOfResults) {
  std::vector<GameOutcome> games;
  for (int deal = 0; deal < 100; ++deal) {
    const double ab = deal % 4 == 0 ? -1 : 1;  // 75 %
    const double bc = deal % 5 < 2 ? -1 : 1;   // 60 %
    games.push_back({deal, {0, 1}, {ab, -ab}});
    games.push_back({deal, {1, 2}, {bc, -bc}});
  }
  // 0 and 2 never met; the chain gives their difference all the same.
  const Standings standings = rate(3, games);
  EXPECT_NEAR(standings.entrants[0].elo - standings.entrants[1].elo, 190.85, 0.01);
  EXPECT_NEAR(standings.entrants[1].elo - standings.entrants[2].elo, 70.44, 0.01);
  EXPECT_NEAR(standings.entrants[0].elo + standings.entrants[1].elo + standings.entrants[2].elo, 0,
              1e-6);
}

TEST(Rate, OneHopelessBotLeavesTheOthersTheirIntervals) {
  std::vector<GameOutcome> games;
  for (int deal = 0; deal < 200; ++deal) {
    const double utility = deal % 4 == 0 ? -1 : 1;
    games.push_back({deal, {0, 1}, {utility, -utility}});
    games.push_back({deal, {0, 2}, {1, -1}});
    games.push_back({deal, {1, 2}, {1, -1}});
  }
  const Standings standings = rate(3, games);
  EXPECT_NEAR(standings.entrants[0].elo - standings.entrants[1].elo, 190.85, 3);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(std::isfinite(standings.entrants[i].elo_interval.high));
    EXPECT_LT(standings.entrants[i].elo_interval.low, standings.entrants[i].elo);
  }
  EXPECT_EQ(standings.entrants[2].elo_interval.low, -kInfinity);
}

TEST(Rate, NoGamesNoNumbers) {
  const Standings standings = rate(2, {});
  EXPECT_EQ(standings.entrants[0].games, 0);
  EXPECT_TRUE(std::isnan(standings.entrants[0].elo));
}

}  // namespace
}  // namespace varan
