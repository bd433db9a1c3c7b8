// Which action to try next in an information set.
#ifndef VARAN_BOTS_SELECTION_H_
#define VARAN_BOTS_SELECTION_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "varan/bots/info_set_table.h"
#include "varan/bots/search_options.h"
#include "varan/math.h"
#include "varan/rng.h"

namespace varan {

/// How many of `count` actions, best hints first, are open to selection after so many visits:
/// progressive widening (Coulom 2007).
inline std::size_t open_actions(std::size_t count, double widening, std::uint32_t visits) {
  if (widening <= 0) return count;
  const auto open = static_cast<std::size_t>(2 + widening * std::sqrt(static_cast<double>(visits)));
  return std::min(count, open);
}

/// Utilities lie in [-1, 1], twice the unit interval that the exploration constants are meant for.
inline constexpr double kUtilityRange = 2;

/// Priors are kept as whole multiples of 1 / kPriorUnit.
inline constexpr double kPriorUnit = 65535;

/// 1 / n, 1 / sqrt(n) and sqrt(ln n), from tables for small n, where nearly all visit counts are.
/// For an action without visits 1 / sqrt(n) is infinite, which puts it first.
class VisitTable {
 public:
  struct Inverses {
    double inverse;
    double inverse_root;
  };

  VisitTable() {
    inverses_[0] = {0, std::numeric_limits<double>::infinity()};
    root_logs_[0] = 0;
    for (std::uint32_t n = 1; n < kInverses; ++n) inverses_[n] = compute_inverses(n);
    for (std::uint32_t n = 1; n < kRootLogs; ++n) root_logs_[n] = compute_root_log(n);
  }
  Inverses inverses(std::uint32_t n) const {
    return n < kInverses ? inverses_[n] : compute_inverses(n);
  }
  double root_log(std::uint32_t n) const {
    return n < kRootLogs ? root_logs_[n] : compute_root_log(n);
  }

 private:
  static constexpr std::uint32_t kInverses = 1024;
  static constexpr std::uint32_t kRootLogs = 4096;
  static Inverses compute_inverses(double n) { return {1 / n, 1 / std::sqrt(n)}; }
  static double compute_root_log(double n) { return std::sqrt(log(n)); }

  std::array<Inverses, kInverses> inverses_;
  std::array<double, kRootLogs> root_logs_;
};
inline const VisitTable kVisitTable;

/// How often an action could have been chosen: the visits of its information set, or only those at
/// which it was legal (Cowling, Powley, Whitehouse 2012: subset-armed bandits).
template <bool kAvailability>
std::uint32_t chances(const InfoSetActions& actions, std::size_t i, std::uint32_t visits) {
  return kAvailability ? static_cast<std::uint32_t>(actions.available[i]) : visits;
}

/// UCB1: mean + c sqrt(ln N / n); an action not yet visited comes first. Progressive bias adds
/// b prior / (1 + n).
template <bool kAvailability>
struct Ucb1 {
  Ucb1(const SearchOptions& options, std::uint32_t visits, const InfoSetActions&)
      : exploration_(kUtilityRange * options.exploration),
        bias_(kUtilityRange * options.bias / kPriorUnit),
        bonus_(bonus(visits)) {}
  double operator()(const InfoSetActions& actions, std::size_t i) const {
    const ActionStats& stats = actions.stats[i];
    const VisitTable::Inverses of = kVisitTable.inverses(stats.visits);
    const double bonus = kAvailability ? this->bonus(chances<true>(actions, i, 0)) : bonus_;
    const double score = stats.sum * of.inverse + bonus * of.inverse_root;
    return bias_ > 0 ? score + bias_ * stats.prior / (1.0 + stats.visits) : score;
  }
  double bonus(std::uint32_t visits) const {
    return exploration_ * kVisitTable.root_log(visits) + kTiny;
  }
  static constexpr double kTiny = 1e-100;  // times infinity is infinity
  double exploration_;
  double bias_;
  double bonus_;
};

/// UCB1-Tuned: the bonus also shrinks with the variance seen, sqrt(ln N / n min(1/4, V)).
template <bool kAvailability>
struct Ucb1Tuned {
  Ucb1Tuned(const SearchOptions& options, std::uint32_t visits, const InfoSetActions&)
      : factor_(kUtilityRange * options.exploration),
        bias_(kUtilityRange * options.bias / kPriorUnit),
        log_visits_(log(std::max(visits, 1u))) {}
  double operator()(const InfoSetActions& actions, std::size_t i) const {
    const ActionStats& stats = actions.stats[i];
    if (stats.visits == 0) return std::numeric_limits<double>::infinity();
    const double visits = stats.visits;
    const double mean = stats.sum / visits;
    const double log_visits =
        kAvailability ? log(static_cast<double>(chances<true>(actions, i, 0))) : log_visits_;
    const double spread = log_visits / visits;
    const double variance =
        (actions.squares[i] / visits - mean * mean) / (kUtilityRange * kUtilityRange) +
        std::sqrt(2 * spread);
    return mean + factor_ * std::sqrt(spread * std::min(0.25, variance)) +
           bias_ * stats.prior / (1 + visits);
  }
  double factor_;
  double bias_;
  double log_visits_;
};

/// PUCT: mean + c prior sqrt(N) / (1 + n); an action not yet visited counts as the mean of the
/// others.
template <bool kAvailability>
struct Puct {
  Puct(const SearchOptions& options, std::uint32_t visits, const InfoSetActions& actions)
      : exploration_(kUtilityRange * options.exploration / kPriorUnit),
        root_(std::sqrt(static_cast<double>(visits))) {
    double sum = 0;
    double total = 0;
    for (const ActionStats& stats : actions.stats) {
      sum += stats.sum;
      total += stats.visits;
    }
    mean_ = total > 0 ? sum / total : 0;
  }
  double operator()(const InfoSetActions& actions, std::size_t i) const {
    const ActionStats& stats = actions.stats[i];
    const double visits = stats.visits;
    const double root =
        kAvailability ? std::sqrt(static_cast<double>(chances<true>(actions, i, 0))) : root_;
    return (visits > 0 ? stats.sum / visits : mean_) +
           exploration_ * root * stats.prior / (1 + visits);
  }
  double exploration_;
  double root_;
  double mean_;
};

/// What was selected, the best proven result among the open actions, and, where the action was
/// drawn, the probability that it had.
struct Selected {
  std::size_t index = 0;
  double proven = -std::numeric_limits<double>::infinity();
  double probability = 1;
  double followed = 1;  ///< the same in the strategy that is learnt, without exploration
};

/// The proven action of the greatest value; there must be one.
inline std::size_t best_proven(const InfoSetActions& actions) {
  std::size_t best = actions.stats.size();
  for (std::size_t i = 0; i < actions.stats.size(); ++i) {
    if (actions.stats[i].proven == 0) continue;
    if (best == actions.stats.size() || actions.stats[i].mean() > actions.stats[best].mean()) {
      best = i;
    }
  }
  VARAN_ASSERT(best < actions.stats.size(), "a proven line has proven actions");
  return best;
}

/// The open action with the greatest score. Proven actions have nothing left to explore: with
/// `skip_proven` they are selected only if no other is open, without it they compete by their exact
/// value.
template <class Score>
Selected best_by_score(const SearchOptions& options, std::uint32_t visits,
                       const InfoSetActions& actions, bool skip_proven) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  const std::size_t count = actions.stats.size();
  const std::size_t open = open_actions(count, options.widening, visits);
  const Score score(options, visits, actions);
  Selected best;
  double best_score = kNever;
  if (!actions.any_proven) {
    for (std::size_t i = 0; i < open; ++i) {
      const double candidate = score(actions, i);
      best.index = candidate > best_score ? i : best.index;  // compiles without a branch
      best_score = std::max(best_score, candidate);
    }
    return best;
  }
  std::size_t best_proven = 0;
  for (std::size_t i = 0; i < open || (i < count && best_score == kNever); ++i) {
    if (actions.stats[i].proven == 0) {
      const double candidate = score(actions, i);
      if (candidate > best_score) {
        best_score = candidate;
        best.index = i;
      }
    } else if (actions.stats[i].mean() > best.proven) {
      best.proven = actions.stats[i].mean();
      best_proven = i;
    }
  }
  const bool no_choice = best_score == kNever;
  if (no_choice || (!skip_proven && best.proven > best_score)) best.index = best_proven;
  return best;
}

/// The same among `legal`, the places of the actions that are legal in this world, best hints
/// first. Actions that are not legal here take no place in the widening.
template <class Score>
Selected best_by_score(const SearchOptions& options, std::uint32_t visits,
                       const InfoSetActions& actions, std::span<const std::uint16_t> legal) {
  const Score score(options, visits, actions);
  const std::size_t open = open_actions(legal.size(), options.widening, visits);
  Selected best;
  double best_score = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < open; ++i) {
    const double candidate = score(actions, legal[i]);
    if (candidate > best_score) {
      best_score = candidate;
      best.index = legal[i];
    }
  }
  return best;
}

/// Selects by a rule that draws nothing: ucb1, ucb1_tuned, puct. `how`: whether proven actions are
/// skipped, or which actions are legal in this world.
template <bool kAvailability, class How>
Selected select_best(const SearchOptions& options, std::uint32_t visits,
                     const InfoSetActions& actions, How how) {
  switch (options.selection) {
    case Selection::kUcb1Tuned:
      return best_by_score<Ucb1Tuned<kAvailability>>(options, visits, actions, how);
    case Selection::kPuct:
      return best_by_score<Puct<kAvailability>>(options, visits, actions, how);
    default:
      return best_by_score<Ucb1<kAvailability>>(options, visits, actions, how);
  }
}

/// Fills `strategy` with what exp3 or regret matching follow at present, without exploration: the
/// softmax of the gains, or the positive regrets' shares. Sums to 1; if nothing has been learnt it
/// is uniform.
inline void present_strategy(const SearchOptions& options, const InfoSetActions& actions,
                             std::span<double> strategy) {
  const std::size_t count = strategy.size();
  double total = 0;
  if (options.selection == Selection::kExp3) {
    const double rate = options.gamma / static_cast<double>(count);
    const double most = *std::max_element(actions.regrets, actions.regrets + count);
    for (std::size_t i = 0; i < count; ++i) {
      strategy[i] = exp(std::max(-600.0, rate * (actions.regrets[i] - most)));
      total += strategy[i];
    }
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      strategy[i] = std::max(0.0, actions.regrets[i]);
      total += strategy[i];
    }
  }
  const double inverse = total > 0 ? 1 / total : 0;
  for (double& share : strategy) {
    share = total > 0 ? share * inverse : 1.0 / static_cast<double>(count);
  }
}

/// An index drawn by shares that sum to 1.
inline std::size_t draw(std::span<const double> shares, Rng& rng) {
  double left = rng.unit();
  std::size_t last = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (shares[i] <= 0) continue;
    last = i;
    left -= shares[i];
    if (left < 0) break;
  }
  return last;
}

/// Draws by exp3 or regret matching, mixed with a share `gamma` of uniform choices, and adds the
/// present strategy to the sums of the strategies followed. `own`: how much likelier the player's
/// own strategy without exploration is to come here than the one that was played.
///
/// The later strategies of regret matching weigh more: by the number of visits, as in CFR+
/// (Tammelin 2014).
inline Selected draw_learning(const SearchOptions& options, std::uint32_t visits,
                              const InfoSetActions& actions, std::span<double> strategy, double own,
                              Rng& rng) {
  present_strategy(options, actions, strategy);
  const double weight = options.selection == Selection::kRegretMatching ? own * (1.0 + visits) : 1;
  for (std::size_t i = 0; i < strategy.size(); ++i) actions.strategy[i] += weight * strategy[i];
  const auto count = static_cast<std::uint32_t>(strategy.size());
  Selected selected;
  selected.index = rng.unit() < options.gamma ? rng.below(count) : draw(strategy, rng);
  selected.followed = strategy[selected.index];
  selected.probability =
      (1 - options.gamma) * strategy[selected.index] + options.gamma / strategy.size();
  return selected;
}

/// Learns from `value`, the mover's utility after the action `selected`, before it is counted among
/// the action's visits. Returns the value of the information set that is to be backed up.
///
/// exp3 adds the importance-weighted gain. Regret matching (regrets kept from falling below 0, as
/// in Tammelin 2014) estimates every action's value by its mean so far, corrected for the one that
/// was played by the importance-weighted surprise (the control variate of Schmid et al. 2019); what
/// it backs up is the value of its strategy without exploration. `others`: how much likelier the
/// other players' strategies without exploration are to come here than those that were played.
inline double learn(const SearchOptions& options, const InfoSetActions& actions,
                    const Selected& selected, double others, double value,
                    std::span<double> strategy) {
  if (options.selection == Selection::kExp3) {
    actions.regrets[selected.index] += (value + 1) / kUtilityRange / selected.probability;
    return value;
  }
  present_strategy(options, actions, strategy);
  const auto estimate = [&](std::size_t i) {
    const ActionStats& stats = actions.stats[i];
    const double mean = stats.visits > 0 ? stats.mean() : 0;
    return i == selected.index ? mean + (value - mean) / selected.probability : mean;
  };
  double of_strategy = 0;
  for (std::size_t i = 0; i < strategy.size(); ++i) of_strategy += strategy[i] * estimate(i);
  for (std::size_t i = 0; i < strategy.size(); ++i) {
    actions.regrets[i] = std::max(0.0, actions.regrets[i] + others * (estimate(i) - of_strategy));
  }
  return of_strategy;
}

/// Smooth UCT: UCB1 with a share that falls with the visits, else drawn by the visits so far.
inline Selected select_smooth(const SearchOptions& options, std::uint32_t visits,
                              const InfoSetActions& actions, Rng& rng) {
  const double share = std::max(
      options.gamma, options.eta / (1 + options.decay * std::sqrt(static_cast<double>(visits))));
  if (rng.unit() < share) return select_best<false>(options, visits, actions, false);
  std::uint64_t total = 0;
  for (const ActionStats& stats : actions.stats) total += stats.visits;
  if (total == 0) return select_best<false>(options, visits, actions, false);
  std::uint64_t left = rng.below(static_cast<std::uint32_t>(total));
  Selected selected;
  while (left >= actions.stats[selected.index].visits)
    left -= actions.stats[selected.index++].visits;
  return selected;
}

/// The average strategy of an information set: of exp3 and regret matching what they followed, of
/// the others the shares of the visits. Uniform if there is nothing yet.
inline void average_strategy(const SearchOptions& options, const InfoSetActions& actions,
                             std::span<double> shares) {
  double total = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    shares[i] = learns(options.selection) ? actions.strategy[i] : actions.stats[i].visits;
    total += shares[i];
  }
  for (double& share : shares) {
    share = total > 0 ? share / total : 1.0 / static_cast<double>(shares.size());
  }
}

}  // namespace varan

#endif  // VARAN_BOTS_SELECTION_H_
