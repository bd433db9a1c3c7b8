// Regret matching: an action is played in proportion to how much it was regretted not to have been
// played before (Hart, Mas-Colell 2000).
#ifndef VARAN_SOLVING_REGRET_MATCHING_H_
#define VARAN_SOLVING_REGRET_MATCHING_H_

#include <algorithm>
#include <cstddef>
#include <span>

#include "varan/rng.h"

namespace varan {

/// Fills in the distribution in proportion to the positive values; uniform if there are none.
inline void match_regrets(std::span<const double> regrets, std::span<double> policy) {
  double sum = 0;
  for (const double regret : regrets) sum += std::max(0.0, regret);
  for (std::size_t i = 0; i < regrets.size(); ++i) {
    policy[i] =
        sum > 0 ? std::max(0.0, regrets[i]) / sum : 1.0 / static_cast<double>(regrets.size());
  }
}

/// Draws an index by its probability; never one of probability 0.
inline std::size_t sample_index(std::span<const double> probabilities, Rng& rng) {
  double left = rng.unit();
  std::size_t drawn = 0;
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    if (probabilities[i] <= 0) continue;
    drawn = i;
    left -= probabilities[i];
    if (left < 0) break;
  }
  return drawn;
}

}  // namespace varan

#endif  // VARAN_SOLVING_REGRET_MATCHING_H_
