// Spec strings name games and bots with their parameters: `mega_hexano(players=3,setup=random)`,
// `mcts(iterations=2000)`. A table of parameters says what a name takes; reading a spec against it
// gives complete, checked settings or an error that lists what exists.
#ifndef VARAN_SPEC_H_
#define VARAN_SPEC_H_

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "varan/parsed.h"

namespace varan {

/// A name and its parameters as written. A value runs to the next comma or closing parenthesis
/// outside of nested parentheses, so it may be a spec itself.
struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> parameters;

  friend bool operator==(const Spec&, const Spec&) = default;
};

/// Reads `name` or `name(key=value,...)`. Blanks around names, keys and values are dropped.
Parsed<Spec> parse_spec(std::string_view text);
/// The inverse of parse_spec.
std::string to_string(const Spec& spec);

/// One parameter of a game or bot: its type, range, default and meaning.
struct Parameter {
  enum class Type { kInteger, kReal, kBoolean, kChoice, kText };

  std::string name;
  Type type = Type::kText;
  std::string default_value;
  std::string help;                  ///< one sentence for people
  double low = 0;                    ///< least value of a number
  double high = 0;                   ///< greatest value of a number
  std::vector<std::string> choices;  ///< the words of a kChoice

  static Parameter integer(std::string name, std::int64_t default_value, std::int64_t low,
                           std::int64_t high, std::string help);
  static Parameter real(std::string name, double default_value, double low, double high,
                        std::string help);
  static Parameter boolean(std::string name, bool default_value, std::string help);
  static Parameter choice(std::string name, std::string default_value,
                          std::vector<std::string> choices, std::string help);
  static Parameter text(std::string name, std::string default_value, std::string help);

  /// "integer 1..500", "one of red, random, list", ...
  std::string range() const;
};

/// The checked values of all parameters of a table.
class Settings {
 public:
  /// Every parameter not in `spec` takes its default. Errors: an unknown or repeated parameter, a
  /// value of the wrong type or out of range; each names what would be right.
  static Parsed<Settings> read(const Spec& spec, std::span<const Parameter> parameters);

  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  bool boolean(std::string_view name) const;
  const std::string& text(std::string_view name) const;  ///< of a kText or kChoice
  bool given(std::string_view name) const;               ///< written in the spec, not the default

  const std::string& name() const { return name_; }
  /// The name with the parameters that were given, in the order of the table.
  std::string spec_as_given() const;
  /// The name with the parameters that differ from their defaults, in the order of the table.
  std::string spec() const;

  friend bool operator==(const Settings&, const Settings&) = default;

 private:
  struct Value {
    std::string key;
    std::string text;
    bool given = false;
    bool is_default = true;
    friend bool operator==(const Value&, const Value&) = default;
  };
  const Value& find(std::string_view name) const;

  std::string name_;
  std::vector<Value> values_;
};

/// "a, b and c", for messages.
std::string list_of(std::span<const std::string> words);

}  // namespace varan

#endif  // VARAN_SPEC_H_
