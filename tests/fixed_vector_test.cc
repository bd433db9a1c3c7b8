#include "varan/fixed_vector.h"

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace varan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

static_assert(std::is_trivially_copyable_v<FixedVector<int, 4>>);
static_assert(sizeof(FixedVector<std::uint8_t, 7>) == 8);
static_assert(FixedVector<int, 4>::capacity() == 4);

TEST(FixedVector, StartsEmptyAndGrowsToItsCapacity) {
  FixedVector<int, 3> list;
  EXPECT_TRUE(list.empty());
  EXPECT_THAT(list, IsEmpty());
  list.push_back(5);
  list.push_back(6);
  list.push_back(7);
  EXPECT_THAT(list, ElementsAre(5, 6, 7));
  EXPECT_EQ(list.size(), 3u);
  EXPECT_EQ(list.back(), 7);
  EXPECT_EQ(list[1], 6);
  list.pop_back();
  EXPECT_THAT(list, ElementsAre(5, 6));
  list.clear();
  EXPECT_THAT(list, IsEmpty());
}

TEST(FixedVector, HoldsMoreThanAByteCanCount) {
  for (const std::size_t size : {255u, 256u, 300u}) {
    FixedVector<int, 300> list;
    for (std::size_t i = 0; i < size; ++i) list.push_back(static_cast<int>(i));
    EXPECT_EQ(list.size(), size);
    EXPECT_EQ(list.back(), static_cast<int>(size) - 1);
  }
  FixedVector<int, 255> full;
  full.resize(255);
  EXPECT_EQ(full.size(), 255u);
}

TEST(FixedVector, WhatLiesBehindTheEndDoesNotCount) {
  FixedVector<int, 4> a = {1, 2, 3};
  FixedVector<int, 4> b = {1, 2, 4};
  EXPECT_NE(a, b);
  a.pop_back();
  b.pop_back();
  EXPECT_EQ(a, b);
  b.pop_back();
  EXPECT_NE(a, b);
  EXPECT_TRUE(a.contains(2));
  EXPECT_FALSE(a.contains(3));
  a.resize(3);
  EXPECT_EQ(a[2], 3);
}

TEST(FixedVector, CopiesAreIndependent) {
  FixedVector<int, 4> a = {1, 2};
  FixedVector<int, 4> b = a;
  b[0] = 9;
  b.push_back(3);
  EXPECT_THAT(a, ElementsAre(1, 2));
  EXPECT_THAT(b, ElementsAre(9, 2, 3));
  std::memcpy(&a, &b, sizeof a);
  EXPECT_EQ(a, b);
  const std::span<const int> view(a);
  EXPECT_THAT(view, ElementsAre(9, 2, 3));
}

#if VARAN_ASSERTS
TEST(FixedVectorDeathTest, MisuseIsABrokenInvariant) {
  FixedVector<int, 2> list = {1, 2};
  EXPECT_DEATH(list.push_back(3), "a fixed list is full");
  EXPECT_DEATH(list.resize(3), "cannot grow past its capacity");
  EXPECT_DEATH(list[2], "index past the end");
  list.clear();
  EXPECT_DEATH(list.pop_back(), "pop from an empty list");
  EXPECT_DEATH(list.back(), "index past the end");
}
#endif

}  // namespace
}  // namespace varan
