// A list with a fixed capacity that never allocates.
#ifndef VARAN_FIXED_VECTOR_H_
#define VARAN_FIXED_VECTOR_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "varan/assert.h"

namespace varan {

/// Up to `N` values of the trivially copyable type `T`, stored in place. Two lists are equal if
/// their sizes and values are; what lies behind the last value does not count. Pushing onto a full
/// list and reading past the end are broken invariants (VARAN_ASSERT).
template <class T, std::size_t N>
class FixedVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using value_type = T;
  using iterator = T*;
  using const_iterator = const T*;

  FixedVector() {}  // NOLINT: the values stay uninitialised on purpose, lists are made in hot loops
  FixedVector(std::initializer_list<T> values) {
    for (const T& value : values) push_back(value);
  }

  static constexpr std::size_t capacity() { return N; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear() { size_ = 0; }

  void push_back(const T& value) {
    VARAN_ASSERT(size_ < N, "a fixed list is full");
    values_[size_++] = value;
  }
  void pop_back() {
    VARAN_ASSERT(size_ > 0, "pop from an empty list");
    --size_;
  }
  /// Sets the size; values beyond the old size are unspecified.
  void resize(std::size_t size) {
    VARAN_ASSERT(size <= N, "a fixed list cannot grow past its capacity");
    size_ = static_cast<Size>(size);
  }

  T& operator[](std::size_t index) {
    VARAN_ASSERT(index < size_, "index past the end of a list");
    return values_[index];
  }
  const T& operator[](std::size_t index) const {
    VARAN_ASSERT(index < size_, "index past the end of a list");
    return values_[index];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  T* begin() { return values_.data(); }
  T* end() { return values_.data() + size_; }
  const T* begin() const { return values_.data(); }
  const T* end() const { return values_.data() + size_; }

  bool contains(const T& value) const { return std::find(begin(), end(), value) != end(); }

  friend bool operator==(const FixedVector& a, const FixedVector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  using Size = std::conditional_t<(N < 256), std::uint8_t, std::uint32_t>;
  Size size_ = 0;
  std::array<T, N> values_;
};

}  // namespace varan

#endif  // VARAN_FIXED_VECTOR_H_
