#include "varan/bits.h"

#include <gtest/gtest.h>

namespace varan {
namespace {

TEST(Bits, NthElementCountsFromTheLowest) {
  EXPECT_EQ(nth_element(0b1, 0), 0);
  EXPECT_EQ(nth_element(0b110100, 0), 2);
  EXPECT_EQ(nth_element(0b110100, 1), 4);
  EXPECT_EQ(nth_element(0b110100, 2), 5);
  EXPECT_EQ(nth_element(0x8001, 1), 15);
  EXPECT_EQ(nth_element(0xffff, 7), 7);
  EXPECT_EQ(nth_element(0xffff, 8), 8);
}

}  // namespace
}  // namespace varan
