// The result of reading a text: a value, or what was wrong and where. Standard library only, so
// that rules need nothing else.
#ifndef VARAN_PARSED_H_
#define VARAN_PARSED_H_

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

#include "varan/assert.h"

namespace varan {

/// What was wrong with a text.
struct ParseError {
  std::string message;             ///< one sentence: what was wrong and what would be right
  std::size_t place = kWholeText;  ///< offset of the offending character, if there is one

  static constexpr std::size_t kWholeText = static_cast<std::size_t>(-1);

  /// The sentence, with the place in front if there is one ("at 12: ...", counted from 1).
  std::string to_string() const {
    return place == kWholeText ? message : "at " + std::to_string(place + 1) + ": " + message;
  }
};

/// A `T` or a ParseError.
template <class T>
class [[nodiscard]] Parsed {
 public:
  Parsed(T value) : content_(std::move(value)) {}           // NOLINT: implicit on purpose
  Parsed(ParseError error) : content_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  const T& value() const& {
    VARAN_ASSERT(ok(), "the value of a failed parse");
    return *std::get_if<0>(&content_);
  }
  T&& value() && {
    VARAN_ASSERT(ok(), "the value of a failed parse");
    return std::move(*std::get_if<0>(&content_));
  }
  const ParseError& error() const {
    VARAN_ASSERT(!ok(), "the error of a successful parse");
    return *std::get_if<1>(&content_);
  }
  const T& operator*() const& { return value(); }
  const T* operator->() const { return &value(); }

 private:
  std::variant<T, ParseError> content_;
};

}  // namespace varan

#endif  // VARAN_PARSED_H_
