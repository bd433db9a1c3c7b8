#include "varan/hash.h"

#include <bit>
#include <cstdint>
#include <set>
#include <string>

#include "gtest/gtest.h"

namespace varan {
namespace {

// From another implementation of the same definitions (in Python).
TEST(Hash, IsTheSameEverywhere) {
  static_assert(mix(0) == 0);
  static_assert(mix(1) == 0x5692161d100b05e5);
  static_assert(fold(1, 2) == 0xcb76cbd9308ea10f);
  static_assert(fold(2, 1) == 0x3c2e7a721a44dad3);
  static_assert(hash_text("") == 0);
  static_assert(hash_text("varan") == 0x4a6f538e97db22a3);
}

TEST(Hash, EveryInputBitReachesHalfOfTheOutput) {
  std::uint64_t x = 0x0123456789abcdef;
  for (int bit = 0; bit < 64; ++bit) {
    int flipped = 0;
    for (int i = 0; i < 100; ++i) {
      x = mix(x + 1);
      flipped += std::popcount(mix(x) ^ mix(x ^ std::uint64_t{1} << bit));
    }
    EXPECT_NEAR(flipped, 3200, 250) << "bit " << bit;
  }
}

// mix is a bijection, for it can be undone: so keys made by it alone never collide.
TEST(Hash, MixCanBeUndone) {
  const auto unshift = [](std::uint64_t x, int shift) {
    std::uint64_t result = x;
    for (int i = shift; i < 64; i += shift) result = x ^ result >> shift;
    return result;
  };
  const auto inverse = [](std::uint64_t odd) {
    std::uint64_t result = odd;
    for (int i = 0; i < 6; ++i) result *= 2 - odd * result;
    return result;
  };
  std::uint64_t x = 1;
  for (int i = 0; i < 1000; ++i) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    std::uint64_t y = unshift(mix(x), 31) * inverse(0x94d049bb133111eb);
    y = unshift(y, 27) * inverse(0xbf58476d1ce4e5b9);
    ASSERT_EQ(unshift(y, 30), x);
  }
}

TEST(Hash, FoldingDependsOnOrderAndLength) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t a = 0; a < 50; ++a) {
    seen.insert(fold(0, a));
    for (std::uint64_t b = 0; b < 50; ++b) seen.insert(fold(fold(0, a), b));
  }
  EXPECT_EQ(seen.size(), 50u + 2500u);
}

TEST(Hash, TextsDiffer) {
  std::set<std::uint64_t> seen;
  std::string text;
  for (int i = 0; i < 100; ++i) {
    seen.insert(hash_text(text + "a"));
    seen.insert(hash_text(text + "b"));
    text += '\0';
    seen.insert(hash_text(text));
  }
  EXPECT_EQ(seen.size(), 300u);
}

}  // namespace
}  // namespace varan
