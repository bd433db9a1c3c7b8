// The rules that a spec string names, for tests.
#ifndef VARAN_TESTS_MAKE_RULES_H_
#define VARAN_TESTS_MAKE_RULES_H_

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "varan/game.h"
#include "varan/spec.h"

namespace varan {

template <class Rules>
Parsed<Rules> read_rules(std::string_view text) {
  const Parsed<Spec> spec = parse_spec(text);
  if (!spec.ok()) return spec.error();
  const std::vector<std::string> names = Rules::names();
  if (std::find(names.begin(), names.end(), spec->name) == names.end()) {
    return ParseError{"no game is named '" + spec->name + "'", 0};
  }
  const std::vector<Parameter> parameters = Rules::parameters(spec->name);
  const Parsed<Settings> settings = Settings::read(*spec, parameters);
  if (!settings.ok()) return settings.error();
  return Rules::make(*settings);
}

/// Throws if the spec is not right.
template <class Rules>
Rules make_rules(std::string_view text) {
  Parsed<Rules> rules = read_rules<Rules>(text);
  if (!rules.ok())
    throw std::invalid_argument(std::string(text) + ": " + rules.error().to_string());
  return std::move(rules).value();
}

}  // namespace varan

#endif  // VARAN_TESTS_MAKE_RULES_H_
