#include "varan/player.h"

#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace varan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Player> seats(PlayerSet set) {
  std::vector<Player> seats;
  for (const Player player : set) seats.push_back(player);
  return seats;
}

TEST(PlayerSet, ListsItsSeatsInOrder) {
  EXPECT_THAT(seats(PlayerSet()), IsEmpty());
  EXPECT_THAT(seats(PlayerSet::first(3)), ElementsAre(0, 1, 2));
  EXPECT_THAT(seats(PlayerSet::first(kMaxPlayers)), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(seats(PlayerSet::only(7).with(2).with(5).with(2)), ElementsAre(2, 5, 7));
}

TEST(PlayerSet, AddsAndRemoves) {
  constexpr PlayerSet set = PlayerSet::only(1).with(4);
  static_assert(set.size() == 2 && set.lowest() == 1 && !set.empty());
  static_assert(set.contains(4) && !set.contains(0));
  static_assert(set.without(1) == PlayerSet::only(4));
  static_assert(set.without(2) == set);
  static_assert(set.without(1).without(4).empty());
  static_assert((PlayerSet::only(0) | PlayerSet::only(1)) == PlayerSet::first(2));
  EXPECT_EQ(PlayerSet::first(0), PlayerSet());
}

TEST(Audience, KnowsWhoHears) {
  for (Player player = 0; player < kMaxPlayers; ++player) {
    EXPECT_TRUE(everyone.contains(player));
    EXPECT_EQ(only(3).contains(player), player == 3);
    EXPECT_EQ(only(PlayerSet::first(2)).contains(player), player < 2);
  }
  EXPECT_TRUE(everyone.is_public());
  EXPECT_FALSE(only(PlayerSet::first(kMaxPlayers)).is_public());
}

TEST(Audience, SpectatorsHearWhatIsPublicOnly) {
  EXPECT_TRUE(everyone.contains(kPublic));
  EXPECT_FALSE(only(0).contains(kPublic));
  EXPECT_FALSE(only(PlayerSet::first(kMaxPlayers)).contains(kPublic));
}

}  // namespace
}  // namespace varan
