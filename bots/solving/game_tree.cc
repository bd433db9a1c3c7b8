#include "varan/solving/game_tree.h"

#include "absl/strings/str_format.h"

namespace varan {

absl::Status tree_too_large(const std::string& game, std::int64_t most, double estimate) {
  std::string sentence =
      absl::StrFormat("%s is too large: it has more than %d histories", game, most);
  if (std::isfinite(estimate) && estimate > static_cast<double>(most)) {
    absl::StrAppendFormat(&sentence, " (random probes estimate %.0e)", estimate);
  }
  return absl::InvalidArgumentError(sentence);
}

}  // namespace varan
