#include "varan/bots/solver_bots.h"

namespace varan {

void draw_move(Decision& decision, Rng& rng) {
  std::stable_sort(
      decision.actions.begin(), decision.actions.end(),
      [](const ActionReport& a, const ActionReport& b) { return a.probability > b.probability; });
  std::vector<double> probabilities;
  for (const ActionReport& action : decision.actions) probabilities.push_back(action.probability);
  decision.moves = decision.actions[sample_index(probabilities, rng)].moves;
}

absl::Status CfrPlayer::solve(const AnyGame& game, const std::stop_token& stop) {
  if (tree_ == nullptr) {
    absl::StatusOr<std::shared_ptr<const GameTree>> tree =
        game.enumerate(plan_.settings.integer("max_histories"));
    if (!tree.ok()) return tree.status();
    tree_ = *std::move(tree);
    if (plan_.settings.text("method") == "plus") {
      plus_.emplace(*tree_);
    } else {
      external_.emplace(*tree_, plan_.options.seed);
    }
  }
  const auto go_on = [&](auto& solver) {
    const std::int64_t left = plan_.settings.integer("iterations") - solver.iterations();
    if (left == 0) return;
    solver.run(left, stop);
    policy_ = solver.average_policy();
    values_ = action_values(*tree_, policy_);
  };
  if (plus_) {
    go_on(*plus_);
  } else {
    go_on(*external_);
  }
  return absl::OkStatus();
}

absl::Status CfrPlayer::index_by_info_key(const AnyGame& game) {
  const auto sets = tree_->information_sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::unique_ptr<AnyState> state = game.new_state();
    for (const std::int32_t choice : tree_->path_to(sets[i].node)) {
      const absl::Status status = state->kind() == NodeKind::kChance
                                      ? state->apply_chance(choice)
                                      : state->apply(state->movers().lowest(), choice);
      if (!status.ok()) return status;
    }
    const auto [found, is_new] = by_info_key_.try_emplace(
        information_set_id(sets[i].player, state->info_key(sets[i].player)),
        static_cast<std::int64_t>(i));
    if (!is_new) found->second = kSeveral;
  }
  return absl::OkStatus();
}

absl::StatusOr<std::int64_t> CfrPlayer::information_set(const AnyState& state, Player player,
                                                        std::span<const std::uint64_t> percepts) {
  if (!percepts.empty()) {
    const std::int64_t found = tree_->find(player, percepts.back());
    if (found >= 0) return found;
  } else {
    if (by_info_key_.empty()) {
      if (absl::Status status = index_by_info_key(state.game()); !status.ok()) return status;
    }
    const auto found = by_info_key_.find(information_set_id(player, state.info_key(player)));
    if (found != by_info_key_.end() && found->second == kSeveral) {
      return absl::FailedPreconditionError(
          "cfr plays this position in more than one way, by how the game came to it; let it be "
          "reached by moves from the start");
    }
    if (found != by_info_key_.end()) return found->second;
  }
  return absl::FailedPreconditionError("cfr knows no way from the start to " + state.to_text());
}

absl::StatusOr<Decision> CfrPlayer::choose(const AnyState& state, Player player,
                                           std::span<const std::uint64_t> percepts,
                                           const DecisionRequest& request) {
  const auto start = std::chrono::steady_clock::now();
  if (absl::Status status = solve(state.game(), request.stop); !status.ok()) return status;
  const absl::StatusOr<std::int64_t> found = information_set(state, player, percepts);
  if (!found.ok()) return found.status();
  const GameTree::InfoSet& set = tree_->information_sets()[static_cast<std::size_t>(*found)];
  Decision decision;
  for (GameTree::Sequence s = set.first; s < set.first + set.actions; ++s) {
    ActionReport report;
    report.moves = {tree_->action(s)};
    report.text = state.action_to_text(player, tree_->action(s));
    report.probability = policy_[s];
    report.value = values_[s];
    decision.value += report.probability * report.value;
    decision.actions.push_back(std::move(report));
  }
  Rng rng = Rng::keyed({plan_.options.seed, request.seed});
  draw_move(decision, rng);
  decision.iterations = plus_ ? plus_->iterations() : external_->iterations();
  decision.information_sets = static_cast<std::int64_t>(tree_->information_sets().size());
  decision.stop_reason =
      decision.iterations < plan_.settings.integer("iterations") ? "stopped" : "iterations";
  decision.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return decision;
}

}  // namespace varan
