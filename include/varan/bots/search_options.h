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
  kUcb1,            ///< Auer, Cesa-Bianchi, Fischer 2002
  kUcb1Tuned,       ///< the same paper, section 4
  kPuct,            ///< Rosin 2011 in the form of Silver et al. 2017
  kExp3,            ///< Auer, Cesa-Bianchi, Freund, Schapire 2002
  kRegretMatching,  ///< Hart, Mas-Colell 2000
  kSmoothUct,       ///< Heinrich, Silver 2015: UCB1 mixed with the average strategy
};
/// Whether a rule draws its actions and keeps sums beside the visits to do so.
constexpr bool learns(Selection selection) {
  return selection == Selection::kExp3 || selection == Selection::kRegretMatching;
}

/// How a rollout chooses its moves.
enum class Rollout : std::uint8_t {
  kNone,     ///< no rollout: the evaluation at once
  kUniform,  ///< all legal actions alike
  kHints,    ///< in proportion to the hints' weights
  kGreedy,   ///< the greatest weight
  kMast,     ///< by the mean results of the actions, wherever they were played (Bjornsson, Finnsson
             ///< 2009)
  kMastHints,  ///< the hints' weights times those of kMast
};

/// What an information set is looked up by.
enum class Keying : std::uint8_t {
  kPosition,  ///< info_key: different histories that look alike now meet
  kPath,      ///< everything the player has perceived since the root
};

/// Whose percepts tell the information sets of a search apart.
enum class Observer : std::uint8_t {
  kMulti,   ///< each mover's own (Cowling, Powley, Whitehouse 2012: MO-ISMCTS)
  kSingle,  ///< the searcher's, whoever moves (SO-ISMCTS with partially observable moves)
};

/// Which worlds a search deals.
enum class Worlds : std::uint8_t {
  kSearchers,   ///< consistent with what the searcher knows
  kEverybodys,  ///< consistent with what everybody knows; the searcher's secrets are dealt anew too
  kMixed,       ///< some of each, see SearchOptions::public_share
  kTrue,        ///< the true one: a cheat, for measuring what hidden information costs
};

struct SearchOptions {
  Budget budget;
  std::size_t memory_bytes = std::size_t{256} << 20;
  std::uint64_t seed = 0;

  Selection selection = Selection::kUcb1;
  double exploration = 0.7;  ///< for utilities scaled to [0, 1]
  double gamma = 0.1;        ///< exp3, rm: share of uniform choices; smooth: least share of UCB1
  double eta = 0.9;          ///< smooth: first share of UCB1
  double decay = 0.001;      ///< smooth: how that share falls, eta / (1 + decay sqrt(visits))
  double bias = 0;  ///< progressive bias (Chaslot et al. 2008): bias * prior / (1 + visits)

  Rollout rollout = Rollout::kUniform;
  double epsilon = 0;             ///< share of uniform moves in a rollout that is not uniform
  double mast_temperature = 0.3;  ///< of the softmax of mean utilities
  int cutoff = 0;  ///< clock units after which a rollout is evaluated; 0: played to the end

  bool hints = true;    ///< actions ordered and weighted by the game's hints
  double widening = 0;  ///< 0: all actions at once; else the best 2 + widening * sqrt(visits)
  Keying keying = Keying::kPosition;
  bool proofs = true;      ///< proven results are backed up (open, deterministic games)
  bool only_root = false;  ///< flat search: no information set but the root is looked up

  Observer observer = Observer::kMulti;
  bool split_opponents = true;  ///< an opponent's information sets also differ by what she is
                                ///< imagined to know at the root
  Worlds worlds = Worlds::kSearchers;
  double public_share = 0.5;      ///< of Worlds::kMixed
  bool weighted_beliefs = false;  ///< worlds are weighed by how likely play would have led here
  double start_share = 0.5;  ///< with weighted beliefs: share of iterations from the game's start
  int ensemble = 0;          ///< > 0: so many worlds, dealt once, in turn; 0: a world an iteration
  int hidden_plies = -1;     ///< decisions until everything is revealed; -1: never; 0: PIMC
  bool reuse = false;        ///< the table is kept from one run to the next

  /// An information set may have other legal actions in another world, so that each action's
  /// availability must be counted. Only where players who know different things share one.
  bool availability_varies() const { return observer == Observer::kSingle || !split_opponents; }
};

}  // namespace varan

#endif  // VARAN_BOTS_SEARCH_OPTIONS_H_
