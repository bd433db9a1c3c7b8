// Bots that play equilibrium policies: `cfr` solves the whole game before its first move, `oos`
// samples histories from the start of the game at each decision.
#ifndef VARAN_BOTS_SOLVER_BOTS_H_
#define VARAN_BOTS_SOLVER_BOTS_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/bots/bot.h"
#include "varan/bots/bot_specs.h"
#include "varan/game.h"
#include "varan/solving/best_response.h"
#include "varan/solving/cfr.h"
#include "varan/solving/game_tree.h"
#include "varan/solving/outcome_sampling.h"
#include "varan/solving/percepts.h"
#include "varan/solving/regret_matching.h"
#include "varan/typed_game.h"

namespace varan {

/// Plays the average policy of CFR+ or of external sampling over the whole game, which is solved
/// when the first decision is due.
class CfrPlayer {
 public:
  explicit CfrPlayer(BotPlan plan) : plan_(std::move(plan)) {}
  std::string spec() const { return plan_.settings.spec_as_given(); }
  const BotPlan& plan() const { return plan_; }
  /// `percepts`: see percepts_of(); empty if it is not known how the game came to `state`.
  absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                  std::span<const std::uint64_t> percepts,
                                  const DecisionRequest& request);

 private:
  absl::Status solve(const AnyGame& game, const std::stop_token& stop);
  absl::StatusOr<std::int64_t> information_set(const AnyState& state, Player player,
                                               std::span<const std::uint64_t> percepts);
  absl::Status index_by_info_key(const AnyGame& game);

  BotPlan plan_;
  std::shared_ptr<const GameTree> tree_;
  std::optional<CfrPlus> plus_;
  std::optional<ExternalSampling> external_;
  Policy policy_;
  std::vector<double> values_;
  /// For positions of which it is not known how they came about: the information set of a player
  /// and her info_key; kSeveral if that does not tell.
  std::unordered_map<std::uint64_t, std::int64_t> by_info_key_;
  static constexpr std::int64_t kSeveral = -1;
};

/// Sorts reports by probability, and draws the move by them.
void draw_move(Decision& decision, Rng& rng);

template <class S>
absl::StatusOr<const S*> typed_position(const AnyState& state, Player player,
                                        const BotPlan& plan);  // in typed_bots.h

/// What `player` has perceived since the start of the game; empty if the position came without it.
template <class S>
std::vector<std::uint64_t> percepts_since_start(const AnyState& state, Player player) {
  if (!state.has_history(player)) return {};
  const auto& typed = static_cast<const TypedState<S>&>(state);
  return percepts_of(player, S(typed.position().rules()), typed.facts());
}

template <class S>
class CfrBot : public Bot {
 public:
  explicit CfrBot(BotPlan plan) : player_(std::move(plan)) {}
  std::string spec() const override { return player_.spec(); }
  absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                  const DecisionRequest& request) override {
    const absl::StatusOr<const S*> position = typed_position<S>(state, player, player_.plan());
    if (!position.ok()) return position.status();
    return player_.choose(state, player, percepts_since_start<S>(state, player), request);
  }

 private:
  CfrPlayer player_;
};

/// Online outcome sampling: see varan/solving/outcome_sampling.h.
template <class S>
class OosBot : public Bot {
 public:
  explicit OosBot(BotPlan plan) : plan_(std::move(plan)) {
    options_.budget = plan_.options.budget;
    options_.memory_bytes = plan_.options.memory_bytes;
    options_.exploration = plan_.settings.real("exploration");
    options_.targeting = plan_.settings.real("targeting");
  }
  std::string spec() const override { return plan_.settings.spec_as_given(); }

  absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                  const DecisionRequest& request) override {
    const auto start = std::chrono::steady_clock::now();
    const absl::StatusOr<const S*> typed = typed_position<S>(state, player, plan_);
    if (!typed.ok()) return typed.status();
    const S& position = **typed;
    Decision decision;
    ActionList<S> legal;
    position.legal_actions(player, legal);
    for (const Action action : legal) {
      ActionReport report;
      report.moves = {action};
      report.text = position.action_to_text(player, action);
      report.probability = 1;
      decision.actions.push_back(std::move(report));
    }
    if (legal.size() == 1) {
      decision.moves = {legal[0]};
      decision.stop_reason = "only move";
      return decision;
    }
    OutcomeSamplingOptions options = options_;
    options.seed = Rng::keyed({plan_.options.seed, request.seed})();
    std::vector<std::uint64_t> percepts = percepts_since_start<S>(state, player);
    const bool from_start = !percepts.empty();
    if (!from_start) {
      percepts = {position.info_key(player)};
      options.targeting = 0;  // every iteration begins there
    }
    solver_.prepare(options, position.rules().traits().longest_game);
    const auto result =
        solver_.run(from_start ? S(position.rules()) : position, {player, percepts}, request.stop,
                    from_start ? OutcomeSampling<S>::kNobody : player);
    std::vector<double> policy(legal.size());
    solver_.average_policy(player, percepts.back(), policy);
    for (std::size_t i = 0; i < legal.size(); ++i) {
      ActionReport& report = decision.actions[i];
      report.probability = policy[i];
      report.visits = result.visits[i];
      if (report.visits > 0) report.value = result.sums[i] / static_cast<double>(report.visits);
      decision.value += report.probability * report.value;
    }
    Rng rng = Rng::keyed({options.seed, 1});
    draw_move(decision, rng);
    decision.iterations = result.iterations;
    decision.information_sets = static_cast<std::int64_t>(solver_.table().size());
    decision.table_bytes = static_cast<std::int64_t>(solver_.table().bytes_used());
    decision.table_actions = static_cast<std::int64_t>(solver_.table().actions());
    decision.table_full = solver_.table().full();
    decision.stop_reason = result.verdict == BudgetMeter::Verdict::kTime      ? "time"
                           : result.verdict == BudgetMeter::Verdict::kStopped ? "stopped"
                                                                              : "iterations";
    decision.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return decision;
  }

 private:
  BotPlan plan_;
  OutcomeSamplingOptions options_;
  OutcomeSampling<S> solver_;
};

}  // namespace varan

#endif  // VARAN_BOTS_SOLVER_BOTS_H_
