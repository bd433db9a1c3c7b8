#include "varan/math.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"
#include "varan/rng.h"

namespace varan {
namespace {

double relative_error(double value, double truth) {
  return truth == 0 ? std::abs(value) : std::abs(value / truth - 1);
}

TEST(Math, LogIsWithinItsError) {
  Rng rng(1);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(1 + rng.unit(), static_cast<int>(rng.below(2046)) - 1022);
    ASSERT_LE(relative_error(varan::log(x), std::log(x)), 1e-9) << x;
    const double near_one = 1 + std::ldexp(rng.unit() - 0.5, -static_cast<int>(rng.below(40)));
    ASSERT_LE(relative_error(varan::log(near_one), std::log(near_one)), 1e-9) << near_one;
    const double count = static_cast<double>(i) + 1;
    ASSERT_LE(relative_error(varan::log(count), std::log(count)), 1e-9) << count;
  }
  EXPECT_EQ(varan::log(1), 0);
  EXPECT_LE(relative_error(varan::log(std::numeric_limits<double>::max()),
                           std::log(std::numeric_limits<double>::max())),
            1e-9);
  EXPECT_LE(relative_error(varan::log(std::numeric_limits<double>::min()),
                           std::log(std::numeric_limits<double>::min())),
            1e-9);
}

TEST(Math, LogNeverFallsOverAPowerOfTwo) {
  for (int exponent = -30; exponent <= 30; ++exponent) {
    for (const double factor : {1.0, 1.4142135623730951}) {  // where the series' interval ends
      const double x = std::ldexp(factor, exponent);
      const double before = std::nextafter(x, 0);
      EXPECT_LE(varan::log(before), varan::log(x) + 1e-11 * std::abs(std::log(x)) + 1e-15) << x;
    }
  }
}

TEST(Math, ExpIsWithinItsError) {
  Rng rng(2);
  for (int i = 0; i < 100000; ++i) {
    const double x = 1400 * rng.unit() - 700;
    ASSERT_LE(relative_error(varan::exp(x), std::exp(x)), 1e-9) << x;
    const double small = 2 * rng.unit() - 1;
    ASSERT_LE(relative_error(varan::exp(small), std::exp(small)), 1e-9) << small;
  }
  EXPECT_EQ(varan::exp(0), 1);
  EXPECT_LE(relative_error(varan::exp(700), std::exp(700)), 1e-9);
  EXPECT_LE(relative_error(varan::exp(-700), std::exp(-700)), 1e-9);
}

TEST(Math, TanhIsWithinItsErrorOddAndBounded) {
  Rng rng(3);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(2 * rng.unit() - 1, 6 - static_cast<int>(rng.below(30)));
    ASSERT_NEAR(varan::tanh(x), std::tanh(x), 1e-9) << x;
    ASSERT_EQ(varan::tanh(-x), -varan::tanh(x)) << x;
    ASSERT_LE(std::abs(varan::tanh(x)), 1) << x;
  }
  EXPECT_EQ(varan::tanh(0), 0);
  EXPECT_EQ(varan::tanh(1000), 1);
  EXPECT_EQ(varan::tanh(-1000), -1);
  EXPECT_NEAR(varan::tanh(20), 1, 1e-15);
}

// The same bits on every machine and compiler: from Python, which computes in the same doubles.
TEST(Math, GivesTheSameBitsEverywhere) {
  EXPECT_EQ(varan::log(10), 0x1.26bb1bbb5548bp+1);
  EXPECT_EQ(varan::log(1e6), 0x1.ba18a998fffa0p+3);
  EXPECT_EQ(varan::exp(1), 0x1.5bf0a8b0fa133p+1);
  EXPECT_EQ(varan::exp(-3.7), 0x1.9511fc687d992p-6);
  EXPECT_EQ(varan::tanh(0.3), 0x1.2a4dda7d91505p-2);
}

}  // namespace
}  // namespace varan
