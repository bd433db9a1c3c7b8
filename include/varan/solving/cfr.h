// Counterfactual regret minimization over a GameTree: the ground truth for small games.
//
// Each information set keeps a regret for every action and plays in proportion to the positive ones
// (regret matching); in two-player constant-sum games the average policy tends to an equilibrium
// (Zinkevich, Johanson, Bowling, Piccione 2007).
#ifndef VARAN_SOLVING_CFR_H_
#define VARAN_SOLVING_CFR_H_

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "varan/rng.h"
#include "varan/solving/best_response.h"
#include "varan/solving/game_tree.h"

namespace varan {

/// CFR+ (Tammelin 2014; Tammelin, Burch, Johanson, Bowling 2015): regrets never fall below 0, the
/// players are updated in turn, and iteration t counts t times in the average.
class CfrPlus {
 public:
  /// `tree` must live longer.
  explicit CfrPlus(const GameTree& tree);
  /// One iteration updates every player once, in time linear in the tree.
  void run(std::int64_t iterations, const std::stop_token& stop = {});
  std::int64_t iterations() const { return iterations_; }
  Policy average_policy() const;

 private:
  void update(Player player);

  const GameTree& tree_;
  std::int64_t iterations_ = 0;
  std::vector<double> regrets_;  // all by sequence
  Policy policy_;
  std::vector<double> plan_;
  std::vector<double> average_plan_;
  std::vector<double> gain_;
};

/// Monte Carlo CFR with external sampling (Lanctot, Waugh, Zinkevich, Bowling 2009): chance and the
/// other players are sampled, all actions of the updated player are walked.
class ExternalSampling {
 public:
  /// `tree` must live longer.
  ExternalSampling(const GameTree& tree, std::uint64_t seed);
  /// One iteration updates every player once, each on a walk of its own.
  void run(std::int64_t iterations, const std::stop_token& stop = {});
  std::int64_t iterations() const { return iterations_; }
  Policy average_policy() const;

 private:
  /// A history where the updated player decides, or a terminal, as reached by the walk.
  struct Visit {
    std::uint32_t node = 0;
    std::uint32_t first_child = 0;  // in visits_, one for each action
    double probability = 0;         // of the action that led here, in the policy of this iteration
    double value = 0;
  };

  void update(Player player);
  std::uint32_t sample_down(std::uint32_t node, Player player);
  std::span<const double> policy_of(const GameTree::InfoSet& set);

  const GameTree& tree_;
  Rng rng_;
  std::int64_t iterations_ = 0;
  std::vector<double> regrets_;  // by sequence
  std::vector<double> sums_;     // of policies, by sequence
  std::vector<double> matched_;  // the policy of one information set
  std::vector<Visit> visits_;
};

}  // namespace varan

#endif  // VARAN_SOLVING_CFR_H_
