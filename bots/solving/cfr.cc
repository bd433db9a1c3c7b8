#include "varan/solving/cfr.h"

#include <algorithm>

#include "varan/solving/regret_matching.h"

namespace varan {
namespace {

/// Weights of actions made into policies; uniform where all are 0.
Policy normalized(const GameTree& tree, const std::vector<double>& weights) {
  Policy policy(tree.sequences(), 1.0);
  for (const GameTree::InfoSet& set : tree.information_sets()) {
    match_regrets(std::span(weights).subspan(set.first, set.actions),
                  std::span(policy).subspan(set.first, set.actions));
  }
  return policy;
}

/// The most visits that a walk of external sampling for `player` can make.
std::size_t most_visits(const GameTree& tree, Player player) {
  const auto nodes = tree.nodes();
  std::vector<std::uint32_t> most(nodes.size(), 1);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const GameTree::Node& node = nodes[i];
    if (node.children == 0) continue;
    std::uint32_t sum = 1;
    std::uint32_t maximum = 0;
    for (std::uint32_t c = node.first_child; c < node.first_child + node.children; ++c) {
      sum += most[c];
      maximum = std::max(maximum, most[c]);
    }
    most[i] = node.player == player ? sum : maximum;
  }
  return most.front();
}

}  // namespace

CfrPlus::CfrPlus(const GameTree& tree)
    : tree_(tree),
      regrets_(tree.sequences()),
      policy_(uniform_policy(tree)),
      plan_(realization_plan(tree, policy_)),
      average_plan_(tree.sequences()),
      gain_(tree.sequences()) {}

void CfrPlus::run(std::int64_t iterations, const std::stop_token& stop) {
  for (; iterations > 0 && !stop.stop_requested(); --iterations) {
    ++iterations_;
    for (Player player = 0; player < tree_.players(); ++player) update(player);
  }
}

void CfrPlus::update(Player player) {
  std::fill(gain_.begin(), gain_.end(), 0.0);
  for (std::size_t terminal = 0; terminal < tree_.terminals(); ++terminal) {
    double reach = tree_.terminal_chance(terminal);
    for (Player other = 0; other < tree_.players(); ++other) {
      if (other != player) reach *= plan_[tree_.terminal_sequence(terminal, other)];
    }
    gain_[tree_.terminal_sequence(terminal, player)] += reach * tree_.utility(terminal, player);
  }
  const auto sets = tree_.information_sets();
  for (std::size_t i = sets.size(); i-- > 0;) {
    const GameTree::InfoSet& set = sets[i];
    if (set.player != player) continue;
    double value = 0;  // counterfactual, of the information set
    for (GameTree::Sequence s = set.first; s < set.first + set.actions; ++s) {
      value += policy_[s] * gain_[s];
    }
    for (GameTree::Sequence s = set.first; s < set.first + set.actions; ++s) {
      regrets_[s] = std::max(0.0, regrets_[s] + gain_[s] - value);
    }
    gain_[set.parent] += value;
  }
  const auto weight = static_cast<double>(iterations_);
  for (const GameTree::InfoSet& set : sets) {
    if (set.player != player) continue;
    match_regrets(std::span(regrets_).subspan(set.first, set.actions),
                  std::span(policy_).subspan(set.first, set.actions));
    for (GameTree::Sequence s = set.first; s < set.first + set.actions; ++s) {
      plan_[s] = plan_[set.parent] * policy_[s];
      average_plan_[s] += weight * plan_[s];
    }
  }
}

Policy CfrPlus::average_policy() const { return normalized(tree_, average_plan_); }

ExternalSampling::ExternalSampling(const GameTree& tree, std::uint64_t seed)
    : tree_(tree), rng_(seed), regrets_(tree.sequences()), sums_(tree.sequences()) {
  std::size_t most = 0;
  for (Player player = 0; player < tree.players(); ++player) {
    most = std::max(most, most_visits(tree, player));
  }
  visits_.reserve(most);
  std::uint32_t widest = 0;
  for (const GameTree::InfoSet& set : tree.information_sets()) {
    widest = std::max(widest, set.actions);
  }
  matched_.resize(widest);
}

void ExternalSampling::run(std::int64_t iterations, const std::stop_token& stop) {
  for (; iterations > 0 && !stop.stop_requested(); --iterations) {
    ++iterations_;
    for (Player player = 0; player < tree_.players(); ++player) update(player);
  }
}

std::span<const double> ExternalSampling::policy_of(const GameTree::InfoSet& set) {
  const std::span<double> policy = std::span(matched_).first(set.actions);
  match_regrets(std::span(regrets_).subspan(set.first, set.actions), policy);
  return policy;
}

/// Samples chance and the other players until `player` must decide or the game is over; the others'
/// policies on the way count in their average.
std::uint32_t ExternalSampling::sample_down(std::uint32_t at, Player player) {
  for (;;) {
    const GameTree::Node& node = tree_.nodes()[at];
    if (node.player == player || node.player == GameTree::kTerminal) return at;
    std::span<const double> distribution;
    if (node.player == GameTree::kChance) {
      distribution = tree_.chance_probabilities(node);
    } else {
      const GameTree::InfoSet& set = tree_.information_sets()[node.index];
      distribution = policy_of(set);
      for (std::uint32_t i = 0; i < set.actions; ++i) sums_[set.first + i] += distribution[i];
    }
    at = node.first_child + static_cast<std::uint32_t>(sample_index(distribution, rng_));
  }
}

void ExternalSampling::update(Player player) {
  visits_.clear();
  visits_.push_back({sample_down(0, player), 0, 1, 0});
  for (std::size_t i = 0; i < visits_.size(); ++i) {
    const GameTree::Node& node = tree_.nodes()[visits_[i].node];
    if (node.player == GameTree::kTerminal) {
      visits_[i].value = tree_.utility(node.index, player);
      continue;
    }
    const GameTree::InfoSet& set = tree_.information_sets()[node.index];
    const std::span<const double> policy = policy_of(set);
    const std::size_t first = visits_.size();
    visits_[i].first_child = static_cast<std::uint32_t>(first);
    for (std::uint32_t a = 0; a < set.actions; ++a) {
      visits_.push_back({node.first_child + a, 0, policy[a], 0});
    }
    for (std::uint32_t a = 0; a < set.actions; ++a) {
      visits_[first + a].node = sample_down(node.first_child + a, player);
    }
  }
  for (std::size_t i = visits_.size(); i-- > 0;) {
    Visit& visit = visits_[i];
    const GameTree::Node& node = tree_.nodes()[visit.node];
    if (node.player == GameTree::kTerminal) continue;
    const GameTree::InfoSet& set = tree_.information_sets()[node.index];
    for (std::uint32_t a = 0; a < set.actions; ++a) {
      const Visit& child = visits_[visit.first_child + a];
      visit.value += child.probability * child.value;
    }
    for (std::uint32_t a = 0; a < set.actions; ++a) {
      regrets_[set.first + a] += visits_[visit.first_child + a].value - visit.value;
    }
  }
}

Policy ExternalSampling::average_policy() const { return normalized(tree_, sums_); }

}  // namespace varan
