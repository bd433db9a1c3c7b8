// Elementary functions whose results do not depend on the C library: the same bits on every
// machine, as long as floating-point contraction is off (the build sets this). Relative error:
// below 1e-9.
#ifndef VARAN_MATH_H_
#define VARAN_MATH_H_

#include <bit>
#include <cmath>
#include <cstdint>

namespace varan {

/// Natural logarithm of a normal x > 0 (not so small that it is subnormal): x = m * 2^e with m in
/// [1/sqrt 2, sqrt 2), then the series of 2 artanh((m - 1) / (m + 1)).
inline double log(double x) {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  const double t = (m - 1.0) / (m + 1.0);
  const double s = t * t;
  const double series =
      1.0 + s * (1.0 / 3 + s * (1.0 / 5 + s * (1.0 / 7 + s * (1.0 / 9 + s * (1.0 / 11)))));
  return exponent * 0.6931471805599453 + 2.0 * t * series;
}

/// e to the power x, for |x| <= 700.
inline double exp(double x) {
  const double scaled = x * 1.4426950408889634;
  const double whole = std::floor(scaled + 0.5);  // exact, hence portable
  const double r = (x - whole * 0.693147180369123816490) - whole * 1.90821492927058770002e-10;
  const double series =
      1.0 +
      r * (1.0 +
           r * (1.0 / 2 +
                r * (1.0 / 6 + r * (1.0 / 24 +
                                    r * (1.0 / 120 + r * (1.0 / 720 + r * (1.0 / 5040 +
                                                                           r * (1.0 / 40320))))))));
  const auto power = static_cast<std::uint64_t>(static_cast<std::int64_t>(whole) + 1023) << 52;
  return series * std::bit_cast<double>(power);
}

/// Hyperbolic tangent: squashes a difference of scores into [-1, 1]. tanh(-x) is -tanh(x) exactly;
/// near 0 the error is below 1e-15, not relative.
inline double tanh(double x) {
  const double size = std::fabs(x);
  if (size > 20.0) return x < 0 ? -1.0 : 1.0;
  const double e = exp(-2.0 * size);
  const double value = (1.0 - e) / (1.0 + e);
  return x < 0 ? -value : value;
}

}  // namespace varan

#endif  // VARAN_MATH_H_
