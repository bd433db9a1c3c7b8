// Sets of small numbers as bits of a word.
#ifndef VARAN_BITS_H_
#define VARAN_BITS_H_

#include <bit>
#include <cstdint>

namespace varan {

/// The n-th lowest element (n counts from 0) of a set that has more than n. Takes time in
/// proportion to n.
constexpr int nth_element(std::uint32_t bits, std::uint32_t n) {
  for (; n > 0; --n) bits &= bits - 1;
  return std::countr_zero(bits);
}

}  // namespace varan

#endif  // VARAN_BITS_H_
