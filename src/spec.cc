#include "varan/spec.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace varan {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

bool read_integer(std::string_view text, std::int64_t& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_real(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value == value;
}

std::string real_to_text(double value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return std::string(buffer, end);
}

/// The bound of an integer parameter; as doubles, the largest integers are rounded up out of range.
std::int64_t to_integer(double bound) {
  return bound >= 0x1p63 ? std::numeric_limits<std::int64_t>::max()
                         : static_cast<std::int64_t>(bound);
}

/// The canonical text of a value of the parameter, or empty if it is not one.
std::string canonical(const Parameter& parameter, std::string_view text) {
  switch (parameter.type) {
    case Parameter::Type::kInteger: {
      std::int64_t value = 0;
      if (!read_integer(text, value) || static_cast<double>(value) < parameter.low ||
          static_cast<double>(value) > parameter.high) {
        return {};
      }
      return std::to_string(value);
    }
    case Parameter::Type::kReal: {
      double value = 0;
      if (!read_real(text, value) || value < parameter.low || value > parameter.high) return {};
      return real_to_text(value);
    }
    case Parameter::Type::kBoolean:
      if (text == "true" || text == "1" || text == "on" || text == "yes") return "true";
      if (text == "false" || text == "0" || text == "off" || text == "no") return "false";
      return {};
    case Parameter::Type::kChoice:
      return std::find(parameter.choices.begin(), parameter.choices.end(), text) !=
                     parameter.choices.end()
                 ? std::string(text)
                 : std::string();
    case Parameter::Type::kText:
      return std::string(text);
  }
  return {};
}

}  // namespace

Parsed<Spec> parse_spec(std::string_view text) {
  Spec spec;
  const std::size_t open = text.find('(');
  spec.name = std::string(trimmed(text.substr(0, open)));
  if (!is_name(spec.name)) {
    return ParseError{
        "a name of letters, digits and '_' was expected, such as mcts(iterations=1000)", 0};
  }
  if (open == std::string_view::npos) return spec;
  std::size_t place = open + 1;
  int depth = 1;
  std::size_t item_start = place;
  for (; place < text.size() && depth > 0; ++place) {
    const char c = text[place];
    if (c == '(') ++depth;
    if (c == ')') --depth;
    const bool ends_item = depth == 0 || (depth == 1 && c == ',');
    if (!ends_item) continue;
    const std::string_view item = trimmed(text.substr(item_start, place - item_start));
    if (item.empty() && depth == 0 && spec.parameters.empty()) continue;  // "name()"
    const std::size_t equals = item.find('=');
    const std::string_view key =
        trimmed(item.substr(0, equals == std::string_view::npos ? item.size() : equals));
    if (equals == std::string_view::npos || !is_name(key)) {
      return ParseError{"key=value was expected, not '" + std::string(item) + "'", item_start};
    }
    spec.parameters.emplace_back(key, trimmed(item.substr(equals + 1)));
    item_start = place + 1;
  }
  if (depth > 0) {
    return ParseError{"')' is missing at the end of '" + std::string(text) + "'", text.size()};
  }
  if (!trimmed(text.substr(place)).empty()) {
    return ParseError{"nothing may follow the closing ')'", place};
  }
  return spec;
}

std::string to_string(const Spec& spec) {
  std::string text = spec.name;
  for (std::size_t i = 0; i < spec.parameters.size(); ++i) {
    text += i == 0 ? "(" : ",";
    text += spec.parameters[i].first + "=" + spec.parameters[i].second;
  }
  return spec.parameters.empty() ? text : text + ")";
}

Parameter Parameter::integer(std::string name, std::int64_t default_value, std::int64_t low,
                             std::int64_t high, std::string help) {
  return {std::move(name),           Type::kInteger,           std::to_string(default_value),
          std::move(help),           static_cast<double>(low), static_cast<double>(high),
          std::vector<std::string>()};
}

Parameter Parameter::real(std::string name, double default_value, double low, double high,
                          std::string help) {
  return {
      std::move(name), Type::kReal, real_to_text(default_value), std::move(help), low, high, {}};
}

Parameter Parameter::boolean(std::string name, bool default_value, std::string help) {
  return {
      std::move(name), Type::kBoolean, default_value ? "true" : "false", std::move(help), 0, 0, {}};
}

Parameter Parameter::choice(std::string name, std::string default_value,
                            std::vector<std::string> choices, std::string help) {
  return {std::move(name),   Type::kChoice, std::move(default_value), std::move(help), 0, 0,
          std::move(choices)};
}

Parameter Parameter::text(std::string name, std::string default_value, std::string help) {
  return {std::move(name), Type::kText, std::move(default_value), std::move(help), 0, 0, {}};
}

std::string Parameter::range() const {
  switch (type) {
    case Type::kInteger:
      return "integer " + std::to_string(to_integer(low)) + ".." + std::to_string(to_integer(high));
    case Type::kReal:
      return "number " + real_to_text(low) + ".." + real_to_text(high);
    case Type::kBoolean:
      return "true or false";
    case Type::kChoice:
      return "one of " + list_of(choices);
    case Type::kText:
      return "text";
  }
  return {};
}

Parsed<Settings> Settings::read(const Spec& spec, std::span<const Parameter> parameters) {
  Settings settings;
  settings.name_ = spec.name;
  for (const Parameter& parameter : parameters) {
    settings.values_.push_back({parameter.name, parameter.default_value, false, true});
  }
  for (const auto& [key, text] : spec.parameters) {
    const auto parameter = std::find_if(parameters.begin(), parameters.end(),
                                        [&key = key](const Parameter& p) { return p.name == key; });
    if (parameter == parameters.end()) {
      std::vector<std::string> names;
      for (const Parameter& p : parameters) names.push_back(p.name);
      return ParseError{spec.name + " has no parameter '" + key + "'" +
                            (names.empty() ? "; it takes none" : "; it takes " + list_of(names)),
                        ParseError::kWholeText};
    }
    Value& value = settings.values_[static_cast<std::size_t>(parameter - parameters.begin())];
    if (value.given) {
      return ParseError{spec.name + ": parameter '" + key + "' is given twice",
                        ParseError::kWholeText};
    }
    std::string accepted = canonical(*parameter, text);
    if (accepted.empty() && !(parameter->type == Parameter::Type::kText)) {
      return ParseError{spec.name + ": " + key + "=" + text + " is not allowed; " + key + " is " +
                            parameter->range(),
                        ParseError::kWholeText};
    }
    value.given = true;
    value.is_default = accepted == canonical(*parameter, parameter->default_value);
    value.text = std::move(accepted);
  }
  return settings;
}

const Settings::Value& Settings::find(std::string_view name) const {
  for (const Value& value : values_) {
    if (value.key == name) return value;
  }
  std::fprintf(stderr, "no setting is named %.*s\n", static_cast<int>(name.size()), name.data());
  std::abort();  // a name misspelt in the program, not in its input
}

std::int64_t Settings::integer(std::string_view name) const {
  std::int64_t value = 0;
  read_integer(find(name).text, value);
  return value;
}

double Settings::real(std::string_view name) const {
  double value = 0;
  read_real(find(name).text, value);
  return value;
}

bool Settings::boolean(std::string_view name) const { return find(name).text == "true"; }

const std::string& Settings::text(std::string_view name) const { return find(name).text; }

bool Settings::given(std::string_view name) const { return find(name).given; }

std::string Settings::spec() const {
  Spec spec{name_, {}};
  for (const Value& value : values_) {
    if (!value.is_default) spec.parameters.emplace_back(value.key, value.text);
  }
  return to_string(spec);
}

std::string Settings::spec_as_given() const {
  Spec spec{name_, {}};
  for (const Value& value : values_) {
    if (value.given) spec.parameters.emplace_back(value.key, value.text);
  }
  return to_string(spec);
}

std::string list_of(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

}  // namespace varan
