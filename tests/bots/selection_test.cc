// The formulas of selection, each against numbers worked out by hand.
#include "varan/bots/selection.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace varan {
namespace {

/// Actions with (visits, mean, prior share).
struct Bandit {
  explicit Bandit(std::vector<ActionStats> given)
      : stats(std::move(given)), squares(stats.size()) {}
  InfoSetActions actions(bool any_proven = false) {
    InfoSetActions result;
    result.stats = stats;
    result.squares = squares.data();
    result.any_proven = any_proven;
    return result;
  }
  std::vector<ActionStats> stats;
  std::vector<double> squares;
};

ActionStats arm(std::uint32_t visits, double mean, double prior = 0) {
  ActionStats stats;
  stats.visits = visits;
  stats.sum = mean * visits;
  stats.prior = static_cast<std::uint16_t>(prior * 65535);
  return stats;
}

TEST(Selection, Ucb1IsTheFormulaPerInformationSet) {
  SearchOptions options;
  options.exploration = 0.7;
  for (const auto& [visits, total] : {std::pair{3u, 10u}, {100u, 1000u}, {5000u, 1'000'000u}}) {
    Bandit bandit({arm(visits, 0.25)});
    // Utilities span twice the unit interval, so the constant counts twice.
    const double expected = 0.25 + 2 * 0.7 * std::sqrt(std::log(total) / visits);
    EXPECT_NEAR(Ucb1<false>(options, total, bandit.actions())(bandit.actions(), 0), expected, 1e-9);
  }
}

TEST(Selection, Ucb1TunedIsTheFormula) {
  SearchOptions options;
  options.exploration = 1;
  Bandit bandit({arm(40, 0.5)});
  bandit.squares[0] = 40 * 0.3;  // variance 0.3 - 0.25 = 0.05, on the unit interval 0.0125
  const double spread = std::log(200.0) / 40;
  const double variance = std::min(0.25, 0.0125 + std::sqrt(2 * spread));
  EXPECT_NEAR(Ucb1Tuned<false>(options, 200, bandit.actions())(bandit.actions(), 0),
              0.5 + 2 * std::sqrt(spread * variance), 1e-9);
}

TEST(Selection, PuctIsTheFormulaAndUnvisitedCountAsTheMean) {
  SearchOptions options;
  options.exploration = 0.5;
  Bandit bandit({arm(9, 0.2, 0.5), arm(0, 0, 0.25), arm(1, -0.8, 0.25)});
  const Puct<false> score(options, 10, bandit.actions());
  EXPECT_NEAR(score(bandit.actions(), 0), 0.2 + 2 * 0.5 * 0.5 * std::sqrt(10.0) / 10, 1e-4);
  EXPECT_NEAR(score(bandit.actions(), 1), 0.1 + 2 * 0.5 * 0.25 * std::sqrt(10.0), 1e-4);
  EXPECT_NEAR(score(bandit.actions(), 2), -0.8 + 2 * 0.5 * 0.25 * std::sqrt(10.0) / 2, 1e-4);
}

TEST(Selection, UnvisitedActionsComeFirstInOrder) {
  for (const double exploration : {0.0, 0.7}) {
    for (const Selection selection : {Selection::kUcb1, Selection::kUcb1Tuned}) {
      SearchOptions options;
      options.exploration = exploration;
      options.selection = selection;
      Bandit bandit({arm(5, 1), arm(0, 0), arm(0, 0)});
      EXPECT_EQ(select_best<false>(options, 5, bandit.actions(), true).index, 1u);
    }
  }
}

TEST(Selection, WideningOpensTheBestHintsFirst) {
  EXPECT_EQ(open_actions(10, 0, 1), 10u);
  EXPECT_EQ(open_actions(10, 1, 0), 2u);
  EXPECT_EQ(open_actions(10, 1, 9), 5u);
  EXPECT_EQ(open_actions(10, 1, 1'000'000), 10u);
  EXPECT_EQ(open_actions(1, 1, 0), 1u);
  SearchOptions options;
  options.widening = 1;
  Bandit bandit({arm(1, -1), arm(1, 0.5), arm(0, 0)});
  EXPECT_EQ(select_best<false>(options, 0, bandit.actions(), true).index, 1u);
}

TEST(Selection, ProvenActionsAreNotExploredWhileOthersAreOpen) {
  SearchOptions options;
  options.exploration = 0.1;
  Bandit bandit({arm(10, 0.4), arm(10, -0.6), arm(10, -1)});
  bandit.stats[0].proven = 1;
  bandit.stats[2].proven = 1;
  const Selected skipping = select_best<false>(options, 30, bandit.actions(true), true);
  EXPECT_EQ(skipping.index, 1u);
  EXPECT_DOUBLE_EQ(skipping.proven, 0.4);
  // With several players the proven one competes by its exact value.
  EXPECT_EQ(select_best<false>(options, 30, bandit.actions(true), false).index, 0u);
  bandit.stats[1].proven = 1;
  EXPECT_EQ(select_best<false>(options, 30, bandit.actions(true), true).index, 0u);
}

TEST(Selection, WideningOpensMoreWhenAllOpenActionsAreProven) {
  SearchOptions options;
  options.widening = 0.001;
  Bandit bandit({arm(10, -1), arm(10, -1), arm(2, -1), arm(0, 0)});
  bandit.stats[0].proven = bandit.stats[1].proven = bandit.stats[2].proven = 1;
  EXPECT_EQ(select_best<false>(options, 22, bandit.actions(true), true).index, 3u);
}

TEST(Selection, VisitTableMeetsTheFormulas) {
  for (const std::uint32_t n :
       {1u, 2u, 10u, 1023u, 1024u, 4095u, 4096u, 99'999'999u, 4'000'000'000u}) {
    EXPECT_DOUBLE_EQ(kVisitTable.inverses(n).inverse, 1.0 / n);
    EXPECT_DOUBLE_EQ(kVisitTable.inverses(n).inverse_root, 1 / std::sqrt(static_cast<double>(n)));
    EXPECT_NEAR(kVisitTable.root_log(n), std::sqrt(std::log(static_cast<double>(n))), 1e-8);
  }
}

}  // namespace
}  // namespace varan
