#include "varan/solving/best_response.h"

#include <algorithm>

namespace varan {
namespace {

/// For each sequence of `player`, her utility summed over the terminals where it is her last one,
/// each weighted by what chance and the others contribute to reaching it.
std::vector<double> gains(const GameTree& tree, const std::vector<double>& plan, Player player) {
  std::vector<double> gain(tree.sequences());
  for (std::size_t terminal = 0; terminal < tree.terminals(); ++terminal) {
    double reach = tree.terminal_chance(terminal);
    for (Player other = 0; other < tree.players(); ++other) {
      if (other != player) reach *= plan[tree.terminal_sequence(terminal, other)];
    }
    gain[tree.terminal_sequence(terminal, player)] += reach * tree.utility(terminal, player);
  }
  return gain;
}

double best_response_to_plan(const GameTree& tree, const std::vector<double>& plan, Player player) {
  std::vector<double> gain = gains(tree, plan, player);
  const auto sets = tree.information_sets();
  for (std::size_t i = sets.size(); i-- > 0;) {
    const GameTree::InfoSet& set = sets[i];
    if (set.player != player) continue;
    const auto first = gain.begin() + set.first;
    gain[set.parent] += *std::max_element(first, first + set.actions);
  }
  return gain[static_cast<std::size_t>(player)];
}

std::vector<double> values_of_plan(const GameTree& tree, const std::vector<double>& plan) {
  std::vector<double> values(static_cast<std::size_t>(tree.players()));
  for (std::size_t terminal = 0; terminal < tree.terminals(); ++terminal) {
    double reach = tree.terminal_chance(terminal);
    for (Player p = 0; p < tree.players(); ++p) reach *= plan[tree.terminal_sequence(terminal, p)];
    for (Player p = 0; p < tree.players(); ++p) {
      values[static_cast<std::size_t>(p)] += reach * tree.utility(terminal, p);
    }
  }
  return values;
}

}  // namespace

Policy uniform_policy(const GameTree& tree) {
  Policy policy(tree.sequences(), 1.0);
  for (const GameTree::InfoSet& set : tree.information_sets()) {
    std::fill_n(policy.begin() + set.first, set.actions, 1.0 / set.actions);
  }
  return policy;
}

std::vector<double> realization_plan(const GameTree& tree, const Policy& policy) {
  std::vector<double> plan(tree.sequences(), 1.0);
  for (const GameTree::InfoSet& set : tree.information_sets()) {
    for (GameTree::Sequence s = set.first; s < set.first + set.actions; ++s) {
      plan[s] = plan[set.parent] * policy[s];
    }
  }
  return plan;
}

std::vector<double> expected_values(const GameTree& tree, const Policy& policy) {
  return values_of_plan(tree, realization_plan(tree, policy));
}

double best_response_value(const GameTree& tree, const Policy& policy, Player player) {
  return best_response_to_plan(tree, realization_plan(tree, policy), player);
}

std::vector<double> action_values(const GameTree& tree, const Policy& policy) {
  const std::vector<double> plan = realization_plan(tree, policy);
  std::vector<double> values(tree.sequences());
  for (Player player = 0; player < tree.players(); ++player) {
    // Both weighted by what chance and the others contribute.
    std::vector<double> gain(tree.sequences());
    std::vector<double> reach(tree.sequences());
    for (std::size_t terminal = 0; terminal < tree.terminals(); ++terminal) {
      double others = tree.terminal_chance(terminal);
      for (Player other = 0; other < tree.players(); ++other) {
        if (other != player) others *= plan[tree.terminal_sequence(terminal, other)];
      }
      const GameTree::Sequence sequence = tree.terminal_sequence(terminal, player);
      gain[sequence] += others * tree.utility(terminal, player);
      reach[sequence] += others;
    }
    const auto sets = tree.information_sets();
    for (std::size_t i = sets.size(); i-- > 0;) {
      const GameTree::InfoSet& set = sets[i];
      if (set.player != player) continue;
      for (GameTree::Sequence s = set.first; s < set.first + set.actions; ++s) {
        if (reach[s] > 0) values[s] = gain[s] / reach[s];
        gain[set.parent] += policy[s] * gain[s];
        reach[set.parent] += policy[s] * reach[s];
      }
    }
  }
  return values;
}

Exploitability exploitability(const GameTree& tree, const Policy& policy) {
  const std::vector<double> plan = realization_plan(tree, policy);
  Exploitability result;
  result.values = values_of_plan(tree, plan);
  for (Player p = 0; p < tree.players(); ++p) {
    result.best_responses.push_back(best_response_to_plan(tree, plan, p));
    result.nash_conv += result.best_responses.back() - result.values[static_cast<std::size_t>(p)];
  }
  return result;
}

}  // namespace varan
