#include "varan/witness.h"

#include <cstdint>
#include <limits>
#include <set>

#include "gtest/gtest.h"

namespace varan {
namespace {

/// As much of a state as a PathWitness needs.
struct Start {
  int seats = 3;
  int players() const { return seats; }
  std::uint64_t info_key(Player player) const { return 100u + static_cast<std::uint64_t>(player); }
};

// From another implementation of the same definitions (in Python).
TEST(Fact, HashIsTheSameEverywhere) {
  static_assert(Fact{}.hash() == 0x47d6efa60e759fcb);
  static_assert(Fact{1, -2, 3, -4}.hash() == 0x24d78bd126f8806f);
}

TEST(Fact, DifferentFactsHaveDifferentHashes) {
  const std::int32_t numbers[] = {std::numeric_limits<std::int32_t>::min(), -1, 0, 1, 2, 65536,
                                  std::numeric_limits<std::int32_t>::max()};
  std::set<std::uint64_t> seen;
  for (const auto kind : numbers) {
    for (const auto a : numbers) {
      for (const auto b : numbers) {
        for (const auto c : numbers) seen.insert(Fact{kind, a, b, c}.hash());
      }
    }
  }
  EXPECT_EQ(seen.size(), 7u * 7 * 7 * 7);
}

TEST(PathWitness, StartsFromWhatThePlayersKnow) {
  const PathWitness path{Start()};
  EXPECT_EQ(path.key(0), 100u);
  EXPECT_EQ(path.key(2), 102u);
}

TEST(PathWitness, FoldsFactsIntoTheKeysOfThoseWhoHear) {
  PathWitness path{Start()};
  const Fact open{1, 2, 3};
  const Fact secret{4, 5, 6};
  path(everyone, open);
  path(only(1), secret);
  path(only(PlayerSet::only(0).with(2)), Fact{7});
  EXPECT_EQ(path.key(0), fold(fold(100, open.hash()), Fact{7}.hash()));
  EXPECT_EQ(path.key(1), fold(fold(101, open.hash()), secret.hash()));
  EXPECT_EQ(path.key(2), fold(fold(102, open.hash()), Fact{7}.hash()));
}

TEST(PathWitness, TheOrderOfFactsMatters) {
  PathWitness one{Start()};
  PathWitness two{Start()};
  one(everyone, Fact{1});
  one(everyone, Fact{2});
  two(everyone, Fact{2});
  two(everyone, Fact{1});
  EXPECT_NE(one.key(0), two.key(0));
}

TEST(LogWitness, KeepsFactsInOrder) {
  LogWitness log;
  log(everyone, Fact{1, 2});
  log(only(1), Fact{3});
  ASSERT_EQ(log.entries().size(), 2u);
  EXPECT_EQ(log.entries()[0].fact, (Fact{1, 2}));
  EXPECT_TRUE(log.entries()[0].audience.contains(kPublic));
  EXPECT_FALSE(log.entries()[1].audience.contains(0));
  EXPECT_TRUE(log.entries()[1].audience.contains(1));
  log.clear();
  EXPECT_TRUE(log.entries().empty());
}

TEST(NullWitness, TakesAnything) {
  const NullWitness null;
  null(everyone, Fact{});
  static_assert(sizeof null == 1);
}

}  // namespace
}  // namespace varan
