// The bots of one game, as templates over its State: what stands behind AnyGame::make_bot.
#ifndef VARAN_BOTS_TYPED_BOTS_H_
#define VARAN_BOTS_TYPED_BOTS_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/bots/bot.h"
#include "varan/bots/bot_specs.h"
#include "varan/bots/leaf.h"
#include "varan/bots/search.h"
#include "varan/bots/solver_bots.h"
#include "varan/bots/view.h"
#include "varan/typed_game.h"

namespace varan {

/// The position behind an AnyState of the game `S` with the options that the bot was made for.
/// Errors: a position of another game or of other options, `player` has nothing to decide.
template <class S>
absl::StatusOr<const S*> typed_position(const AnyState& state, Player player, const BotPlan& plan) {
  const auto* typed = dynamic_cast<const TypedState<S>*>(&state);
  if (typed == nullptr || state.game().spec() != plan.game) {
    return absl::InvalidArgumentError("this bot plays " + plan.game + ", not " +
                                      state.game().spec());
  }
  if (player < 0 || player >= typed->position().players() || !state.movers().contains(player)) {
    return absl::FailedPreconditionError("player " + std::to_string(player) +
                                         " has nothing to decide in this position");
  }
  return &typed->position();
}

/// Moves as one text, comma separated.
template <class S>
std::string moves_to_text(const S& state, Player player, const std::vector<Action>& moves) {
  std::string text;
  S position = state;
  NullWitness witness;
  for (const Action move : moves) {
    if (!text.empty()) text += ',';
    text += position.action_to_text(player, move);
    if (!position.movers().contains(player)) break;
    position.apply(player, move, witness);
  }
  return text;
}

/// Plays a uniformly random legal action.
template <class S>
class RandomBot : public Bot {
 public:
  explicit RandomBot(BotPlan plan) : plan_(std::move(plan)) {}
  std::string spec() const override { return plan_.settings.spec_as_given(); }

  absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                  const DecisionRequest& request) override {
    const absl::StatusOr<const S*> position = typed_position<S>(state, player, plan_);
    if (!position.ok()) return position.status();
    Rng rng = Rng::keyed({plan_.options.seed, request.seed});
    ActionList<S> actions;
    (*position)->legal_actions(player, actions);
    Decision decision;
    decision.moves = {actions[rng.below(static_cast<std::uint32_t>(actions.size()))]};
    for (const Action action : actions) {
      ActionReport report;
      report.moves = {action};
      report.text = (*position)->action_to_text(player, action);
      report.probability = 1.0 / static_cast<double>(actions.size());
      decision.actions.push_back(std::move(report));
    }
    decision.stop_reason = actions.size() == 1 ? "only move" : "random";
    return decision;
  }

 private:
  BotPlan plan_;
};

/// Plays what the hints of a view rank first; equals at random.
template <class V>
class GreedyBot : public Bot {
 public:
  using S = typename V::Base;
  GreedyBot(BotPlan plan, const typename S::Rules& rules)
      : plan_(std::move(plan)), view_rules_(rules, plan_.settings) {}
  std::string spec() const override { return plan_.settings.spec_as_given(); }

  absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                  const DecisionRequest& request) override {
    const absl::StatusOr<const S*> position = typed_position<S>(state, player, plan_);
    if (!position.ok()) return position.status();
    const V view(view_rules_, **position);
    Rng rng = Rng::keyed({plan_.options.seed, request.seed});
    ActionList<V> actions;
    WeightList<V> weights;
    view.legal_actions(player, actions);
    view.hint(player, actions, weights);
    double total = 0;
    float best_weight = 0;
    std::vector<Action> best;
    for (std::size_t i = 0; i < actions.size(); ++i) {
      total += weights[i];
      const bool better = best.empty() || weights[i] > best_weight;
      if (better) best.clear();
      if (better || weights[i] == best_weight) {
        best_weight = weights[i];
        best.push_back(actions[i]);
      }
    }
    Decision decision;
    decision.moves = view.expand(player, best[rng.below(static_cast<std::uint32_t>(best.size()))]);
    const std::vector<std::vector<Action>> moves = expand_all(view, player, actions);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      ActionReport report;
      report.moves = moves[i];
      report.text = moves_to_text(**position, player, report.moves);
      report.prior = total > 0 ? weights[i] / total : 0;
      if (weights[i] == best_weight) report.probability = 1.0 / static_cast<double>(best.size());
      decision.actions.push_back(std::move(report));
    }
    std::stable_sort(
        decision.actions.begin(), decision.actions.end(),
        [](const ActionReport& a, const ActionReport& b) { return a.prior > b.prior; });
    decision.stop_reason = actions.size() == 1 ? "only move" : "hints";
    return decision;
  }

 private:
  BotPlan plan_;
  typename V::Rules view_rules_;
};

/// Thinks with one search a thread, merged by visit counts.
template <class V>
class SearchBot : public Bot {
 public:
  using S = typename V::Base;
  SearchBot(BotPlan plan, const typename S::Rules& rules)
      : plan_(std::move(plan)), traits_(rules.traits()), view_rules_(rules, plan_.settings) {
    for (int i = 0; i < plan_.threads; ++i) searches_.push_back(std::make_unique<Search<V>>());
  }
  std::string spec() const override { return plan_.settings.spec_as_given(); }

  absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                  const DecisionRequest& request) override {
    const auto start = std::chrono::steady_clock::now();
    const absl::StatusOr<const S*> position = typed_position<S>(state, player, plan_);
    if (!position.ok()) return position.status();
    const V root(view_rules_, **position);
    Decision decision;
    ActionList<V> legal;
    root.legal_actions(player, legal);
    if (legal.size() == 1) {
      decision.moves = root.expand(player, legal[0]);
      decision.actions.push_back({.moves = decision.moves,
                                  .text = moves_to_text(root.base(), player, decision.moves),
                                  .prior = 1,
                                  .probability = 1});
      decision.stop_reason = "only move";
      return decision;
    }
    std::optional<History<V>> history;
    if (plan_.options.weighted_beliefs) {
      if (!state.has_history(player)) {
        return absl::FailedPreconditionError(
            plan_.settings.name() +
            ": beliefs=weighted needs the moves since the start of the game, and this position "
            "comes without them");
      }
      history.emplace(History<V>{V(view_rules_, S((*position)->rules())), {}});
      for (const LogWitness::Entry& fact : static_cast<const TypedState<S>&>(state).facts()) {
        if (fact.audience.contains(player)) history->facts.push_back(fact);
      }
    }
    std::vector<Result> results;
    try {
      results = search(root, player, request, history.has_value() ? &*history : nullptr);
    } catch (const std::bad_alloc&) {
      return absl::ResourceExhaustedError(
          "no memory for the search; memory_mb or threads is more "
          "than this machine has");
    } catch (const std::system_error&) {
      return absl::ResourceExhaustedError("no more threads can be started");
    }
    Rng rng = Rng::keyed({plan_.options.seed, request.seed, 1});
    report(root, player, merged(results), rng, decision);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const InfoSetTable& table = searches_[i]->table();
      decision.iterations += results[i].iterations;
      decision.information_sets += static_cast<std::int64_t>(table.size());
      decision.table_bytes += static_cast<std::int64_t>(table.bytes_used());
      decision.table_actions += static_cast<std::int64_t>(table.listed_actions());
      decision.table_full = decision.table_full || table.full();
    }
    decision.stop_reason = decision.proven                                        ? "proven"
                           : results[0].verdict == BudgetMeter::Verdict::kTime    ? "time"
                           : results[0].verdict == BudgetMeter::Verdict::kStopped ? "stopped"
                                                                                  : "iterations";
    decision.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return decision;
  }

 private:
  using Result = typename Search<V>::Result;
  using RootAction = typename Search<V>::RootAction;

  std::vector<Result> search(const V& root, Player player, const DecisionRequest& request,
                             const History<V>* history) {
    const std::size_t threads = searches_.size();
    for (std::size_t i = 0; i < threads; ++i) {
      SearchOptions options = plan_.options;
      options.seed = Rng::keyed({plan_.options.seed, request.seed})();
      options.memory_bytes /= threads;
      if (options.budget.iterations != Budget::kUnlimited) {
        const auto share = static_cast<std::int64_t>(threads);
        options.budget.iterations =
            options.budget.iterations / share +
            (static_cast<std::int64_t>(i) < options.budget.iterations % share);
      }
      searches_[i]->prepare(options, traits_);
    }
    std::vector<Result> results(threads);
    const auto run = [&](std::size_t i) {
      results[i] = searches_[i]->run(root, player, i, request.stop, history);
    };
    {
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run, i);
      run(0);
    }
    return results;
  }

  /// The root's actions over all threads. A result proven by one of them holds for all.
  static std::vector<RootAction> merged(const std::vector<Result>& results) {
    std::vector<RootAction> actions = results.front().actions;
    for (std::size_t i = 1; i < results.size(); ++i) {
      for (const RootAction& other : results[i].actions) {
        RootAction& action =
            *std::find_if(actions.begin(), actions.end(),
                          [&](const RootAction& a) { return a.action == other.action; });
        const bool proven = action.proven || other.proven;
        const double value = action.proven ? action.mean() : other.mean();
        action.visits += other.visits;
        action.strategy += other.strategy;
        action.sum = proven ? value * static_cast<double>(action.visits) : action.sum + other.sum;
        action.proven = proven;
      }
    }
    for (RootAction& action : actions) action.strategy /= static_cast<double>(results.size());
    return actions;
  }

  void report(const V& root, Player player, std::vector<RootAction> actions, Rng& rng,
              Decision& decision) {
    std::stable_sort(actions.begin(), actions.end(), [](const RootAction& a, const RootAction& b) {
      return a.visits != b.visits ? a.visits > b.visits : a.mean() > b.mean();
    });
    const RootAction& chosen = plan_.draws_move ? drawn(actions, rng) : choice(actions);
    decision.moves = root.expand(player, chosen.action);
    decision.value = chosen.mean();
    decision.proven = chosen.proven && (chosen.mean() > kWin || all_proven(actions));
    std::vector<Action> ids;
    for (const RootAction& action : actions) ids.push_back(action.action);
    const std::vector<std::vector<Action>> moves = expand_all(root, player, ids);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const RootAction& action = actions[i];
      ActionReport report;
      report.moves = moves[i];
      report.text = moves_to_text(root.base(), player, report.moves);
      report.visits = action.visits;
      report.value = action.mean();
      report.prior = action.prior;
      report.probability = plan_.draws_move ? action.strategy : &action == &chosen;
      report.proven = action.proven;
      decision.actions.push_back(std::move(report));
    }
    searches_.front()->follow_principal_variation(
        root, player, chosen.action, traits_.hidden_information || traits_.simultaneous,
        [&](const V& at, Player mover, Action action) {
          decision.principal_variation.push_back(
              moves_to_text(at.base(), mover, at.expand(mover, action)));
        });
  }

  /// The most visited action, but never one proven lost while there is another, nor one that looks
  /// worse than a proven result.
  static const RootAction& choice(const std::vector<RootAction>& by_visits) {
    const RootAction* open = nullptr;
    const RootAction* proven = nullptr;
    for (const RootAction& action : by_visits) {
      if (action.proven) {
        if (proven == nullptr || action.mean() > proven->mean() + kTiny) proven = &action;
      } else if (open == nullptr) {
        open = &action;
      }
    }
    if (open == nullptr) return *proven;
    if (proven == nullptr || proven->mean() < -kWin) return *open;
    if (proven->mean() > kWin || open->visits == 0 || open->mean() < proven->mean()) return *proven;
    return open->visits >= proven->visits ? *open : *proven;
  }

  /// An action drawn from the average strategy.
  static const RootAction& drawn(const std::vector<RootAction>& actions, Rng& rng) {
    std::vector<double> shares;
    for (const RootAction& action : actions) shares.push_back(action.strategy);
    return actions[draw(shares, rng)];
  }

  static bool all_proven(const std::vector<RootAction>& actions) {
    return std::all_of(actions.begin(), actions.end(),
                       [](const RootAction& a) { return a.proven; });
  }

  static constexpr double kTiny = 1e-9;
  static constexpr double kWin = 1 - kTiny;

  BotPlan plan_;
  Traits traits_;
  typename V::Rules view_rules_;
  std::vector<std::unique_ptr<Search<V>>> searches_;
};

/// Makes a bot for the game `S` that thinks in the view its plan names.
template <class S, class... Views>
absl::StatusOr<std::unique_ptr<Bot>> make_typed_bot(BotPlan plan, const typename S::Rules& rules) {
  if (plan.settings.name() == "random") return std::make_unique<RandomBot<S>>(std::move(plan));
  if (plan.settings.name() == "oos") return std::make_unique<OosBot<S>>(std::move(plan));
  if (plan.settings.name() == "cfr") {
    const auto size =
        tree_size(S(rules), plan.settings.integer("max_histories"), "cfr: " + rules.spec());
    if (!size.ok()) return size.status();
    return std::make_unique<CfrBot<S>>(std::move(plan));
  }
  std::unique_ptr<Bot> bot;
  const auto try_view = [&]<class V>() {
    if (bot != nullptr || plan.view != V::kViewName) return;
    if (plan.settings.name() != "greedy") {
      bot = std::make_unique<SearchBot<V>>(std::move(plan), rules);
    } else if constexpr (HasHints<V>) {
      bot = std::make_unique<GreedyBot<V>>(std::move(plan), rules);
    }
  };
  try_view.template operator()<MovesView<S>>();
  (try_view.template operator()<Views>(), ...);
  if (bot == nullptr) return absl::InternalError("no bot was made for " + plan.settings.name());
  return bot;
}

}  // namespace varan

#endif  // VARAN_BOTS_TYPED_BOTS_H_
