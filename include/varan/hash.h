// 64-bit hashing whose results are the same on every machine and compiler.
#ifndef VARAN_HASH_H_
#define VARAN_HASH_H_

#include <cstdint>
#include <string_view>

namespace varan {

/// Spreads every input bit over all output bits; a bijection. The finalizer of SplitMix64
/// (Steele, Lea, Flood 2014, variant 13 of Stafford).
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Folds `value` into `hash`; the order of folding matters.
constexpr std::uint64_t fold(std::uint64_t hash, std::uint64_t value) {
  return mix(hash * 0x9e3779b97f4a7c15ULL + value + 0x2545f4914f6cdd1dULL);
}

/// The high 64 bits of a product: maps a well-spread 64-bit `hash` to 0 .. range-1 (Lemire 2016).
constexpr std::uint64_t multiply_high(std::uint64_t hash, std::uint64_t range) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(hash) * range >> 64);
}

/// Hash of a text, byte by byte.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t hash = text.size();
  for (const char c : text) hash = fold(hash, static_cast<unsigned char>(c));
  return hash;
}

}  // namespace varan

#endif  // VARAN_HASH_H_
