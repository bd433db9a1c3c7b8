// JSON of what more than one subcommand prints.
#ifndef VARAN_BOTS_COMMAND_JSON_H_
#define VARAN_BOTS_COMMAND_JSON_H_

#include "nlohmann/json.hpp"
#include "varan/spec.h"

namespace varan::command {

inline nlohmann::ordered_json to_json(const Parameter& parameter) {
  nlohmann::ordered_json json{{"name", parameter.name},
                              {"default", parameter.default_value},
                              {"range", parameter.range()},
                              {"help", parameter.help}};
  if (parameter.type == Parameter::Type::kChoice) json["choices"] = parameter.choices;
  return json;
}

}  // namespace varan::command

#endif  // VARAN_BOTS_COMMAND_JSON_H_
