// Sets of small numbers as bits of a word.
#ifndef VARAN_BITS_H_
#define VARAN_BITS_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace varan {

/// A set of numbers below 8.
struct ByteSet {
  std::uint8_t size = 0;
  std::array<std::uint8_t, 8> element = {};  ///< in ascending order
};

/// All 256 of them.
inline constexpr std::array<ByteSet, 256> kByteSets = [] {
  std::array<ByteSet, 256> sets;
  for (std::size_t bits = 0; bits < sets.size(); ++bits) {
    for (std::uint8_t i = 0; i < 8; ++i) {
      if ((bits >> i & 1) != 0) sets[bits].element[sets[bits].size++] = i;
    }
  }
  return sets;
}();

/// The n-th lowest element (n counts from 0) of a set of numbers below 16 that has more than n.
constexpr int nth_element(std::uint32_t bits, std::uint32_t n) {
  const std::uint32_t below_8 = kByteSets[bits & 0xff].size;
  const std::uint32_t shift = n < below_8 ? 0 : 8;
  const std::uint32_t skipped = n < below_8 ? 0 : below_8;
  return static_cast<int>(shift + kByteSets[bits >> shift & 0xff].element[n - skipped]);
}

}  // namespace varan

#endif  // VARAN_BITS_H_
