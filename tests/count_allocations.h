// Counts what a test program allocates. Replaces operator new, so it belongs into one file of a
// program.
#ifndef VARAN_TESTS_COUNT_ALLOCATIONS_H_
#define VARAN_TESTS_COUNT_ALLOCATIONS_H_

#include <atomic>
#include <cstdlib>
#include <new>

namespace varan {
/// Since the start of the program, by all threads.
inline std::atomic<long> allocations = 0;
}  // namespace varan

// Not inlined: else the compiler sees memory of `new` given to `free`.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++varan::allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif  // VARAN_TESTS_COUNT_ALLOCATIONS_H_
