// Random numbers that are the same on every machine, compiler and library.
#ifndef VARAN_RNG_H_
#define VARAN_RNG_H_

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <utility>

#include "varan/hash.h"

namespace varan {

/// xoshiro256** 1.0 (Blackman, Vigna 2018), seeded through SplitMix64. A value: copying it copies
/// the stream.
class Rng {
 public:
  using result_type = std::uint64_t;

  explicit Rng(std::uint64_t seed = 0) {
    for (std::uint64_t& word : words_) word = mix(seed += 0x9e3779b97f4a7c15ULL);
  }

  /// An independent stream for each sequence of keys, e.g. (seed, deal, event): what is drawn then
  /// does not depend on what else was drawn before.
  static Rng keyed(std::initializer_list<std::uint64_t> keys) {
    std::uint64_t hash = keys.size();
    for (const std::uint64_t key : keys) hash = fold(hash, key);
    return Rng(hash);
  }

  static constexpr std::uint64_t min() { return 0; }
  static constexpr std::uint64_t max() { return ~std::uint64_t{0}; }

  /// 64 random bits.
  std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(words_[1] * 5, 7) * 9;
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }

  /// Uniform on 0 .. bound-1, exactly (Lemire 2019); bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = ((*this)() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) {
        product = ((*this)() >> 32) * bound;
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Uniform on [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

  /// A uniformly random order of `items` (Fisher-Yates).
  template <class Range>
  void shuffle(Range& items) {
    for (std::uint32_t left = static_cast<std::uint32_t>(std::size(items)); left > 1; --left) {
      std::swap(items[left - 1], items[below(left)]);
    }
  }

  friend bool operator==(const Rng&, const Rng&) = default;

 private:
  std::array<std::uint64_t, 4> words_;
};

}  // namespace varan

#endif  // VARAN_RNG_H_
