// Checks of what must hold, with a sentence that says why.
#ifndef VARAN_ASSERT_H_
#define VARAN_ASSERT_H_

#include <cstdio>
#include <cstdlib>

/// Ends the program with place and sentence if `condition` is false. On in debug, sanitizer and
/// test builds (VARAN_ASSERTS=1); elsewhere `condition` is compiled but not evaluated. Not for bad
/// input: that is reported as an error value.
#ifndef VARAN_ASSERTS
#define VARAN_ASSERTS 0
#endif

#define VARAN_ASSERT(condition, sentence)                                                 \
  do {                                                                                    \
    if (VARAN_ASSERTS != 0 && !(condition)) {                                             \
      std::fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, sentence, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)

#endif  // VARAN_ASSERT_H_
