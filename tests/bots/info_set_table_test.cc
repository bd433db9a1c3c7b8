#include "varan/bots/info_set_table.h"

#include <gtest/gtest.h>

#include <map>

#include "varan/rng.h"

namespace varan {
namespace {

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

TEST(InfoSetTable, FindsWhatWasInserted) {
  InfoSetTable table;
  table.reserve(10'000, 100, kMegabyte, {});
  Rng rng(1);
  std::map<std::uint64_t, std::uint32_t> expected;
  for (std::uint32_t i = 1; i <= 10'000; ++i) {
    const std::uint64_t key = rng();
    InfoSetSlot* const slot = table.find_or_insert(key);
    ASSERT_NE(slot, nullptr);
    EXPECT_EQ(slot->visits, 0u);
    slot->visits = expected[key] = i;
    table.make_room();
  }
  EXPECT_EQ(table.size(), expected.size());
  for (const auto& [key, visits] : expected) {
    ASSERT_NE(table.find(key), nullptr);
    EXPECT_EQ(table.find(key)->visits, visits);
    EXPECT_EQ(table.find_or_insert(key)->visits, visits);
  }
  EXPECT_EQ(table.find(rng()), nullptr);
  EXPECT_FALSE(table.full());
}

TEST(InfoSetTable, TakesTheKeyZero) {
  InfoSetTable table;
  table.reserve(10, 100, kMegabyte, {});
  EXPECT_EQ(table.find(0), nullptr);
  InfoSetSlot* const slot = table.find_or_insert(0);
  slot->visits = 7;
  EXPECT_EQ(table.find(0), slot);
}

TEST(InfoSetTable, GrowsWithoutLosingAnything) {
  InfoSetTable table;
  table.reserve(10'000'000, 100, 64 * kMegabyte, {});
  Rng rng(2);
  std::map<std::uint64_t, std::uint32_t> expected;
  for (std::uint32_t i = 1; i <= 500'000; ++i) {
    const std::uint64_t key = rng();
    InfoSetSlot* const slot = table.find_or_insert(key);
    ASSERT_NE(slot, nullptr) << i;
    slot->visits = expected[key] = i;
    table.make_room();
  }
  for (const auto& [key, visits] : expected) {
    ASSERT_NE(table.find(key), nullptr);
    ASSERT_EQ(table.find(key)->visits, visits);
  }
}

TEST(InfoSetTable, SaysWhenItIsFullAndStaysInItsBound) {
  InfoSetTable table;
  table.reserve(1'000'000, 100, kMegabyte, {});
  Rng rng(3);
  std::size_t inserted = 0;
  for (int i = 0; i < 200'000; ++i) {
    inserted += table.find_or_insert(rng()) != nullptr;
    table.make_room();
  }
  EXPECT_TRUE(table.full());
  EXPECT_EQ(inserted, table.size());
  EXPECT_LE(table.bytes_used(), kMegabyte);
  EXPECT_GT(inserted, 8'000u);
}

TEST(InfoSetTable, ListsActionsOnceWithTheirColumns) {
  InfoSetTable table;
  table.reserve(100, 100, kMegabyte, {.squares = true, .plans = true});
  InfoSetSlot& slot = *table.find_or_insert(5);
  EXPECT_EQ(slot.entry, 0u);
  ASSERT_TRUE(table.list_actions(slot, 3));
  const InfoSetActions actions = table.actions(slot);
  ASSERT_EQ(actions.stats.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(actions.stats[i].visits, 0u);
    EXPECT_EQ(actions.stats[i].sum, 0);
    EXPECT_EQ(actions.squares[i], 0);
    EXPECT_EQ(actions.plans[i], 0u);
    actions.stats[i].sum = 1 + static_cast<double>(i);
    actions.squares[i] = 10 + static_cast<double>(i);
    actions.plans[i] = 20 + i;
  }
  InfoSetSlot& other = *table.find_or_insert(6);
  ASSERT_TRUE(table.list_actions(other, 2));
  const InfoSetActions again = table.actions(slot);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(again.stats[i].sum, 1 + static_cast<double>(i));
    EXPECT_EQ(again.squares[i], 10 + static_cast<double>(i));
    EXPECT_EQ(again.plans[i], 20 + i);
  }
  EXPECT_FALSE(again.any_proven);
  again.stats[1].visits = 3;
  table.set_proven(slot, again.stats[1], -0.5);
  EXPECT_TRUE(table.actions(slot).any_proven);
  EXPECT_EQ(table.actions(slot).stats.size(), 3u);
  EXPECT_EQ(again.stats[1].mean(), -0.5);
  EXPECT_FALSE(table.actions(other).any_proven);
  EXPECT_EQ(table.listed_actions(), 5u);
}

TEST(InfoSetTable, AFullArenaRefusesActionsButKeepsTheSlot) {
  InfoSetTable table;
  table.reserve(100'000, 100, kMegabyte, {});
  std::uint64_t key = 1;
  while (table.list_actions(*table.find_or_insert(key), 100)) {
    table.make_room();
    ++key;
  }
  EXPECT_TRUE(table.full());
  EXPECT_EQ(table.find(key)->entry, 0u);
  EXPECT_LE(table.bytes_used(), kMegabyte);
}

TEST(InfoSetTable, ReserveEmptiesIt) {
  InfoSetTable table;
  table.reserve(100, 100, kMegabyte, {});
  table.list_actions(*table.find_or_insert(5), 3);
  table.reserve(1000, 100, kMegabyte, {});
  EXPECT_EQ(table.find(5), nullptr);
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.listed_actions(), 0u);
}

}  // namespace
}  // namespace varan
