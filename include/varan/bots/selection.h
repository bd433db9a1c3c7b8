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

/// UCB1: mean + c sqrt(ln N / n); an action not yet visited comes first.
struct Ucb1 {
  Ucb1(const SearchOptions& options, std::uint32_t visits, const InfoSetActions&)
      : bonus_(kUtilityRange * options.exploration * kVisitTable.root_log(visits) + kTiny) {}
  double operator()(const InfoSetActions& actions, std::size_t i) const {
    const ActionStats& stats = actions.stats[i];
    const VisitTable::Inverses of = kVisitTable.inverses(stats.visits);
    return stats.sum * of.inverse + bonus_ * of.inverse_root;
  }
  static constexpr double kTiny = 1e-100;  // times infinity is infinity
  double bonus_;
};

/// UCB1-Tuned: the bonus also shrinks with the variance seen, sqrt(ln N / n min(1/4, V)).
struct Ucb1Tuned {
  Ucb1Tuned(const SearchOptions& options, std::uint32_t visits, const InfoSetActions&)
      : factor_(kUtilityRange * options.exploration), log_visits_(log(std::max(visits, 1u))) {}
  double operator()(const InfoSetActions& actions, std::size_t i) const {
    const ActionStats& stats = actions.stats[i];
    if (stats.visits == 0) return std::numeric_limits<double>::infinity();
    const double visits = stats.visits;
    const double mean = stats.sum / visits;
    const double spread = log_visits_ / visits;
    const double variance =
        (actions.squares[i] / visits - mean * mean) / (kUtilityRange * kUtilityRange) +
        std::sqrt(2 * spread);
    return mean + factor_ * std::sqrt(spread * std::min(0.25, variance));
  }
  double factor_;
  double log_visits_;
};

/// PUCT: mean + c prior sqrt(N) / (1 + n); an action not yet visited counts as the mean of the
/// others.
struct Puct {
  Puct(const SearchOptions& options, std::uint32_t visits, const InfoSetActions& actions)
      : bonus_(kUtilityRange * options.exploration * std::sqrt(static_cast<double>(visits)) /
               65535) {
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
    return (visits > 0 ? stats.sum / visits : mean_) + bonus_ * stats.prior / (1 + visits);
  }
  double bonus_;
  double mean_;
};

/// What was selected, and the best proven result among the open actions.
struct Selected {
  std::size_t index = 0;
  double proven = -std::numeric_limits<double>::infinity();
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
Selected select_action(const SearchOptions& options, std::uint32_t visits,
                       const InfoSetActions& actions, bool skip_proven) {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  const std::size_t count = actions.stats.size();
  std::size_t open = open_actions(count, options.widening, visits);
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

inline Selected select_action(const SearchOptions& options, std::uint32_t visits,
                              const InfoSetActions& actions, bool skip_proven) {
  switch (options.selection) {
    case Selection::kUcb1Tuned:
      return select_action<Ucb1Tuned>(options, visits, actions, skip_proven);
    case Selection::kPuct:
      return select_action<Puct>(options, visits, actions, skip_proven);
    case Selection::kUcb1:
      break;
  }
  return select_action<Ucb1>(options, visits, actions, skip_proven);
}

}  // namespace varan

#endif  // VARAN_BOTS_SELECTION_H_
