// How a search is set up; the meaning of each option is that of the parameter of the same name in
// bots/bot_specs.cc, where the texts for people stand.
#ifndef VARAN_BOTS_SEARCH_OPTIONS_H_
#define VARAN_BOTS_SEARCH_OPTIONS_H_

#include <cstddef>
#include <cstdint>

#include "varan/bots/budget.h"

namespace varan {

/// Which action to try next in an information set.
enum class Selection : std::uint8_t {
  kUcb1,       ///< Auer, Cesa-Bianchi, Fischer 2002
  kUcb1Tuned,  ///< the same paper, section 4
  kPuct,       ///< Rosin 2011 in the form of Silver et al. 2017
};

/// How a rollout chooses its moves.
enum class Rollout : std::uint8_t {
  kNone,     ///< no rollout: the evaluation at once
  kUniform,  ///< all legal actions alike
  kHints,    ///< in proportion to the hints' weights
  kGreedy,   ///< the greatest weight
};

/// What an information set is looked up by.
enum class Keying : std::uint8_t {
  kPosition,  ///< the position: different orders of the same moves meet (open information only)
  kPath,      ///< everything the player has perceived since the root
};

struct SearchOptions {
  Budget budget;
  std::size_t memory_bytes = std::size_t{256} << 20;
  std::uint64_t seed = 0;
  Selection selection = Selection::kUcb1;
  double exploration = 0.7;  ///< for utilities scaled to [0, 1]
  Rollout rollout = Rollout::kUniform;
  double epsilon = 0;   ///< share of uniform moves in a rollout by hints or greed
  int cutoff = 0;       ///< clock units after which a rollout is evaluated; 0: played to the end
  bool hints = true;    ///< actions ordered and weighted by the game's hints
  double widening = 0;  ///< 0: all actions at once; else the best 2 + widening * sqrt(visits)
  Keying keying = Keying::kPosition;
  bool proofs = true;  ///< proven results are backed up
  int max_depth = 0;   ///< decisions looked up in an iteration; 0: no limit. 1: flat search
};

}  // namespace varan

#endif  // VARAN_BOTS_SEARCH_OPTIONS_H_
