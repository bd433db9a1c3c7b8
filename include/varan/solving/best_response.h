// How good a policy is against players who know it: expected values, best responses, NashConv.
//
// All passes run over the flat arrays of a GameTree in the order of its sequences, without
// recursion: what a player does against fixed others is a linear function of her sequences (von
// Stengel 1996), and a best response is found from the last information sets to the first.
#ifndef VARAN_SOLVING_BEST_RESPONSE_H_
#define VARAN_SOLVING_BEST_RESPONSE_H_

#include <vector>

#include "varan/player.h"
#include "varan/solving/game_tree.h"

namespace varan {

/// A policy of all players as a table: for each sequence of a tree, the probability of its last
/// action in its information set; 1 for the empty sequences. Those of an information set sum to 1.
using Policy = std::vector<double>;

/// All actions alike.
Policy uniform_policy(const GameTree& tree);

/// The expected utility of each player if all follow `policy`.
std::vector<double> expected_values(const GameTree& tree, const Policy& policy);

/// The most that `player` can get against the others' policies.
double best_response_value(const GameTree& tree, const Policy& policy, Player player);

/// How far a policy is from an equilibrium, in units of utility.
struct Exploitability {
  std::vector<double> values;          ///< each player's expected utility
  std::vector<double> best_responses;  ///< the most she could get against the others
  /// The sum over the players of what they could gain: 0 in a Nash equilibrium (Lanctot et al.
  /// 2017). For two players, "exploitability" elsewhere often means half of it.
  double nash_conv = 0;
};
Exploitability exploitability(const GameTree& tree, const Policy& policy);

/// For each sequence, the expected utility of its player if she reaches its information set, takes
/// its last action, and all follow `policy` from there; 0 where the others never let her get there.
std::vector<double> action_values(const GameTree& tree, const Policy& policy);

/// For each sequence, the product of the policy's probabilities along it: how much its player
/// contributes to getting there.
std::vector<double> realization_plan(const GameTree& tree, const Policy& policy);

}  // namespace varan

#endif  // VARAN_SOLVING_BEST_RESPONSE_H_
