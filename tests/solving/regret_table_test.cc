#include "varan/solving/regret_table.h"

#include <gtest/gtest.h>

#include <map>

#include "varan/rng.h"

namespace varan {
namespace {

TEST(RegretTable, FindsWhatWasInsertedWhileItGrows) {
  RegretTable table;
  table.reserve(50'000, 4, std::size_t{64} << 20);
  Rng rng(1);
  std::map<std::uint64_t, double> expected = {{0, 0}};
  table.insert(0, 3);
  for (int i = 1; i <= 50'000; ++i) {
    const std::uint64_t id = rng();
    EXPECT_TRUE(table.find(id).regrets.empty());
    const RegretRow row = table.insert(id, 1 + id % 4);
    ASSERT_EQ(row.regrets.size(), 1 + id % 4);
    EXPECT_EQ(row.averages.back(), 0);
    row.averages.back() = expected[id] = i;
    table.make_room();
  }
  EXPECT_EQ(table.size(), expected.size());
  EXPECT_FALSE(table.full());
  for (const auto& [id, value] : expected) {
    ASSERT_FALSE(table.find(id).averages.empty());
    EXPECT_EQ(table.find(id).averages.back(), value);
  }
}

TEST(RegretTable, KeepsWithinItsMemory) {
  RegretTable table;
  constexpr std::size_t kBytes = 300'000;
  table.reserve(1'000'000, 4, kBytes);
  for (std::uint64_t id = 1; id <= 100'000; ++id) {
    table.insert(id, 4);
    table.make_room();
  }
  EXPECT_TRUE(table.full());
  EXPECT_GT(table.size(), 1'000u);
  EXPECT_LE(table.bytes_used(), kBytes);
  EXPECT_FALSE(table.find(1).regrets.empty());
  EXPECT_TRUE(table.find(100'000).regrets.empty());
  table.reserve(1'000'000, 4, kBytes);
  EXPECT_EQ(table.size(), 0u);
  EXPECT_TRUE(table.find(1).regrets.empty());
}

}  // namespace
}  // namespace varan
