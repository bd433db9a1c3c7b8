#include "varan/rng.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace varan {
namespace {

using testing::ElementsAre;

std::vector<std::uint64_t> next(Rng& rng, int count) {
  std::vector<std::uint64_t> values;
  for (int i = 0; i < count; ++i) values.push_back(rng());
  return values;
}

// The published test vector of xoshiro256** 1.0, from the state 1, 2, 3, 4.
TEST(Rng, IsXoshiro256StarStar) {
  Rng rng = std::bit_cast<Rng>(std::array<std::uint64_t, 4>{1, 2, 3, 4});
  EXPECT_THAT(next(rng, 10),
              ElementsAre(11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u,
                          607988272756665600u, 16172922978634559625u, 8476171486693032832u,
                          10595114339597558777u, 2904607092377533576u));
}

// The published values of SplitMix64 from the seed 1234567 fill the state.
TEST(Rng, IsSeededBySplitMix64) {
  EXPECT_EQ((std::bit_cast<std::array<std::uint64_t, 4>>(Rng(1234567))),
            (std::array<std::uint64_t, 4>{6457827717110365317u, 3203168211198807973u,
                                          9817491932198370423u, 4593380528125082431u}));
}

// Golden values, from another implementation of the same definitions (in Python). They may never
// change: records of games and the behaviour signature depend on them.
TEST(Rng, GivesTheSameStreamEverywhere) {
  Rng zero(0);
  EXPECT_THAT(next(zero, 4), ElementsAre(0x99ec5f36cb75f2b4u, 0xbf6e1f784956452au,
                                         0x1a5f849d4933e6e0u, 0x6aa594f1262d2d2cu));
  Rng one(1);
  EXPECT_EQ(one(), 0xb3f2af6d0fc710c5u);
  Rng answer(42);
  EXPECT_EQ(next(answer, 1000).back(), 0x8de5848c61ab8968u);
  EXPECT_EQ(Rng::keyed({1, 2, 3})(), 0x2710bf3c92a643e0u);
  EXPECT_EQ(Rng::keyed({}), Rng(0));
}

TEST(Rng, DrawsTheSameNumbersEverywhere) {
  Rng rng(7);
  std::vector<std::uint32_t> drawn;
  for (const std::uint32_t bound :
       {1u, 2u, 3u, 7u, 10u, 100u, 1000u, 1u << 31, 4294967295u, 6u, 6u, 6u}) {
    drawn.push_back(rng.below(bound));
  }
  EXPECT_THAT(drawn, ElementsAre(0, 0, 2, 6, 9, 87, 60, 224274149, 1733906325, 0, 3, 4));
  rng = Rng(7);
  EXPECT_EQ(rng.unit(), 0.7005764821796896);
  EXPECT_EQ(rng.unit(), 0.2787512294737843);
  rng = Rng(7);
  std::vector<int> items(10);
  std::iota(items.begin(), items.end(), 0);
  rng.shuffle(items);
  EXPECT_THAT(items, ElementsAre(1, 8, 3, 0, 4, 5, 9, 6, 2, 7));
}

TEST(Rng, ACopyIsTheSameStream) {
  Rng rng(3);
  next(rng, 5);
  Rng copy = rng;
  EXPECT_EQ(copy, rng);
  EXPECT_EQ(next(copy, 20), next(rng, 20));
  next(copy, 1);
  EXPECT_NE(copy, rng);
}

TEST(Rng, StreamsOfDifferentKeysDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t a = 0; a < 20; ++a) {
    for (std::uint64_t b = 0; b < 20; ++b) first.insert(Rng::keyed({a, b})());
    first.insert(Rng::keyed({a})());
  }
  EXPECT_EQ(first.size(), 420u);
}

/// Pearson's statistic against equal shares; of `cells` cells, it exceeds
/// cells - 1 + 5 sqrt(2 (cells - 1)) + 5 with a chance below one in a million.
double chi_squared(const std::vector<int>& counts) {
  const double expected =
      std::accumulate(counts.begin(), counts.end(), 0.0) / static_cast<double>(counts.size());
  double sum = 0;
  for (const int count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}
double bound(std::size_t cells) {
  const double freedom = static_cast<double>(cells) - 1;
  return freedom + 5 * std::sqrt(2 * freedom) + 5;
}

TEST(Rng, BelowIsUniform) {
  for (const std::uint32_t cells : {2u, 3u, 6u, 7u, 37u, 100u, 1000u}) {
    Rng rng(cells);
    std::vector<int> counts(cells);
    for (std::uint32_t i = 0; i < 200 * cells; ++i) {
      const std::uint32_t value = rng.below(cells);
      ASSERT_LT(value, cells);
      ++counts[value];
    }
    EXPECT_LT(chi_squared(counts), bound(cells)) << cells;
  }
}

// Multiplying without rejection would favour some thirds of this range by a half.
TEST(Rng, BelowIsUniformWhenTheBoundIsHuge) {
  constexpr std::uint32_t kBound = 3u << 30;
  Rng rng(5);
  std::vector<int> by_remainder(3);
  std::vector<int> by_third(3);
  for (int i = 0; i < 30000; ++i) {
    const std::uint32_t value = rng.below(kBound);
    ++by_remainder[value % 3];
    ++by_third[value >> 30];
  }
  EXPECT_LT(chi_squared(by_remainder), bound(3));
  EXPECT_LT(chi_squared(by_third), bound(3));
}

TEST(Rng, UnitIsUniformAndBelowOne) {
  Rng rng(11);
  std::vector<int> counts(64);
  for (int i = 0; i < 64000; ++i) {
    const double value = rng.unit();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    ++counts[static_cast<std::size_t>(value * 64)];
  }
  EXPECT_LT(chi_squared(counts), bound(64));
}

TEST(Rng, EveryOrderIsEquallyLikely) {
  Rng rng(13);
  std::map<std::array<int, 4>, int> seen;
  for (int i = 0; i < 24000; ++i) {
    std::array<int, 4> items = {0, 1, 2, 3};
    rng.shuffle(items);
    ++seen[items];
  }
  std::vector<int> counts;
  for (const auto& [order, count] : seen) counts.push_back(count);
  ASSERT_EQ(counts.size(), 24u);
  EXPECT_LT(chi_squared(counts), bound(24));
}

TEST(Rng, ShufflesWhatHasNothingToShuffle) {
  Rng rng(1);
  std::vector<int> none;
  std::vector<int> one = {5};
  const Rng before = rng;
  rng.shuffle(none);
  rng.shuffle(one);
  EXPECT_THAT(one, ElementsAre(5));
  EXPECT_EQ(rng, before);
}

}  // namespace
}  // namespace varan
