// Behind the rim: AnyGame and AnyState for a game whose State type is known.
#ifndef VARAN_TYPED_GAME_H_
#define VARAN_TYPED_GAME_H_

#include <concepts>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/any_game.h"
#include "varan/bots/bot_specs.h"
#include "varan/game.h"
#include "varan/perft.h"
#include "varan/solving/game_tree.h"

namespace varan {

/// A game with its options set, of known type. The way to make bots is handed in, so that this
/// header needs no search.
template <GameState S>
class TypedGame : public AnyGame {
 public:
  using BotMaker = absl::StatusOr<std::unique_ptr<Bot>> (*)(BotPlan, const typename S::Rules&);

  TypedGame(typename S::Rules rules, BotContext context, BotMaker bot_maker)
      : rules_(std::move(rules)),
        name_(name_in(rules_.spec())),
        traits_(rules_.traits()),
        shape_(rules_.observation_shape()),
        context_(std::move(context)),
        make_bot_(bot_maker) {
    context_.game_name = rules_.spec();
    context_.traits = traits_;
  }

  const typename S::Rules& rules() const { return rules_; }

  std::string name() const override { return name_; }
  std::string title() const override { return S::Rules::title(name_); }
  std::string spec() const override { return rules_.spec(); }
  std::string warning() const override {
    if constexpr (requires {
                    { rules_.warning() } -> std::same_as<std::string>;
                  }) {
      return rules_.warning();
    } else {
      return {};
    }
  }
  const Traits& traits() const override { return traits_; }
  const ObservationShape& observation_shape() const override { return shape_; }
  std::size_t bytes_per_state() const override { return sizeof(S); }
  bool has_hints() const override { return HasHints<S>; }
  bool has_evaluation() const override { return HasEvaluation<S>; }
  std::unique_ptr<AnyState> new_state() const override;
  absl::StatusOr<std::unique_ptr<AnyState>> state_from_text(std::string_view text) const override;
  absl::StatusOr<std::shared_ptr<const GameTree>> enumerate(
      std::int64_t most_histories) const override {
    absl::StatusOr<GameTree> tree = enumerate_histories(S(rules_), most_histories, spec());
    if (!tree.ok()) return tree.status();
    return std::make_shared<const GameTree>(*std::move(tree));
  }

  absl::StatusOr<std::unique_ptr<Bot>> make_bot(std::string_view spec) const override {
    absl::StatusOr<BotPlan> plan = plan_bot(spec, context_);
    if (!plan.ok()) return plan.status();
    return make_bot_(*std::move(plan), rules_);
  }
  absl::StatusOr<std::vector<Parameter>> bot_parameters(std::string_view bot_name) const override {
    return parameters_of_bot(bot_name, context_);
  }

 private:
  static std::string name_in(std::string_view spec) {
    return std::string(spec.substr(0, spec.find('(')));
  }

  typename S::Rules rules_;
  std::string name_;
  Traits traits_;
  ObservationShape shape_;
  BotContext context_;
  BotMaker make_bot_;
};

template <GameState S>
class TypedState : public AnyState {
 public:
  /// `at_start`: it is the start of the game.
  TypedState(std::shared_ptr<const TypedGame<S>> game, const S& position, bool at_start = false)
      : game_(std::move(game)), position_(position), from_start_(at_start) {}

  const S& position() const { return position_; }
  /// What has been shown, and to whom, since this object's first position.
  const std::vector<LogWitness::Entry>& facts() const { return log_.entries(); }

  const AnyGame& game() const override { return *game_; }
  std::unique_ptr<AnyState> copy() const override { return std::make_unique<TypedState>(*this); }
  bool equals(const AnyState& other) const override {
    const auto* typed = dynamic_cast<const TypedState*>(&other);
    return typed != nullptr && game_->spec() == typed->game_->spec() &&
           position_ == typed->position_;
  }

  NodeKind kind() const override { return position_.kind(); }
  PlayerSet movers() const override { return position_.movers(); }

  std::vector<Action> legal_actions(Player player) const override {
    if (!is_mover(player)) return {};
    ActionList<S> actions;
    position_.legal_actions(player, actions);
    return {actions.begin(), actions.end()};
  }
  absl::Status apply(Player player, Action action) override {
    return apply_checked(player, action, log_);
  }
  std::vector<ChanceOutcome> chance_outcomes() const override {
    if (kind() != NodeKind::kChance) return {};
    OutcomeList<S> outcomes;
    position_.chance_outcomes(outcomes);
    return {outcomes.begin(), outcomes.end()};
  }
  absl::Status apply_chance(std::int32_t outcome) override {
    return apply_chance_checked(outcome, log_);
  }
  absl::StatusOr<std::int32_t> sample_chance(Rng& rng) override {
    if (kind() != NodeKind::kChance) {
      return absl::FailedPreconditionError("no chance event is due in this position");
    }
    const std::int32_t outcome = random_outcome(position_, rng);
    position_.apply_chance(outcome, log_);
    return outcome;
  }
  absl::Status determinize(Player observer, Rng& rng) override {
    if (observer != kPublic && !is_player(observer)) return no_such_player(observer);
    position_.determinize(observer, rng);
    log_.keep_only(observer);
    if (game_->traits().hidden_information) {
      knows_history_ = observer == kPublic ? PlayerSet() : PlayerSet::only(observer);
    }
    return absl::OkStatus();
  }
  bool has_history(Player viewer) const override {
    return from_start_ && (viewer == kPublic || knows_history_.contains(viewer));
  }
  std::vector<std::string> log(Player viewer) const override {
    std::vector<std::string> lines;
    for (const LogWitness::Entry& entry : facts()) {
      if (entry.audience.contains(viewer)) lines.push_back(position_.fact_to_text(entry.fact));
    }
    return lines;
  }

  std::uint64_t info_key(Player player) const override {
    return is_player(player) ? position_.info_key(player) : 0;
  }
  double utility(Player player) const override {
    return is_terminal() && is_player(player) ? position_.utility(player) : 0;
  }
  std::vector<double> utilities() const override {
    return for_each_player([this](Player p) { return utility(p); });
  }
  double score(Player player) const override {
    return is_player(player) ? position_.score(player) : 0;
  }
  int clock() const override { return position_.clock(); }
  std::vector<float> observe(Player player) const override {
    std::vector<float> tensor(game_->observation_shape().size());
    if (is_player(player)) position_.observe(player, tensor);
    return tensor;
  }
  std::vector<float> hints(Player player) const override {
    if constexpr (HasHints<S>) {
      if (is_mover(player)) {
        ActionList<S> actions;
        WeightList<S> weights;
        position_.legal_actions(player, actions);
        position_.hint(player, actions, weights);
        return {weights.begin(), weights.begin() + static_cast<long>(actions.size())};
      }
    }
    return {};
  }
  std::vector<double> evaluate() const override {
    if constexpr (HasEvaluation<S>) {
      if (kind() == NodeKind::kDecision) {
        std::vector<double> values(static_cast<std::size_t>(position_.players()));
        position_.evaluate(values);
        return values;
      }
    }
    return {};
  }
  std::string validate() const override { return position_.validate(); }

  std::string to_text() const override { return position_.to_text(); }
  std::string draw() const override { return position_.draw(); }
  std::string end_reason() const override {
    return is_terminal() ? position_.end_reason() : std::string();
  }
  std::string action_to_text(Player player, Action action) const override {
    return is_action(player, action) ? position_.action_to_text(player, action) : "?";
  }
  std::string record_text(Player player, Action action) const override {
    return is_action(player, action) ? varan::record_text(position_, player, action) : "?";
  }
  absl::StatusOr<Action> parse_action(Player player, std::string_view text) const override {
    if (!is_player(player)) return no_such_player(player);
    return status_or(position_.parse_action(player, text));
  }
  std::string chance_to_text(std::int32_t outcome) const override {
    return position_.chance_to_text(outcome);
  }
  absl::StatusOr<std::int32_t> parse_chance(std::string_view text) const override {
    return status_or(position_.parse_chance(text));
  }

  absl::Status apply_text(std::string_view text, Player viewer,
                          std::vector<std::string>* log) override {
    const std::size_t before = facts().size();
    absl::Status status;
    if (kind() == NodeKind::kTerminal) {
      return absl::FailedPreconditionError("the game is over; no move may follow");
    }
    if (kind() == NodeKind::kChance) {
      const absl::StatusOr<std::int32_t> outcome = parse_chance(text);
      if (!outcome.ok()) return outcome.status();
      status = apply_chance_checked(*outcome, log_);
    } else {
      const Player mover = movers().lowest();
      const absl::StatusOr<Action> action = parse_action(mover, text);
      if (!action.ok()) return action.status();
      status = apply_checked(mover, *action, log_);
    }
    if (status.ok() && log != nullptr) {
      for (std::size_t i = before; i < facts().size(); ++i) {
        const LogWitness::Entry& entry = facts()[i];
        if (entry.audience.contains(viewer)) log->push_back(position_.fact_to_text(entry.fact));
      }
    }
    return status;
  }

  std::vector<std::uint64_t> perft(int depth) const override {
    return varan::perft(position_, depth);
  }
  std::int64_t play_randomly(std::int64_t games, Rng& rng) const override {
    std::int64_t decisions = 0;
    for (std::int64_t i = 0; i < games; ++i) {
      S position = position_;
      decisions += varan::play_randomly(position, rng);
    }
    return decisions;
  }

 private:
  bool is_player(Player player) const { return player >= 0 && player < position_.players(); }
  bool is_action(Player player, Action action) const {
    return is_player(player) && action >= 0 && action < game_->traits().num_actions;
  }
  bool is_mover(Player player) const { return is_player(player) && movers().contains(player); }

  static absl::Status no_such_player(Player player) {
    return absl::InvalidArgumentError("there is no player " + std::to_string(player));
  }
  template <class T>
  static absl::StatusOr<T> status_or(Parsed<T> parsed) {
    if (!parsed.ok()) return absl::InvalidArgumentError(parsed.error().to_string());
    return std::move(parsed).value();
  }
  template <class Function>
  std::vector<double> for_each_player(Function function) const {
    std::vector<double> values;
    for (Player p = 0; p < position_.players(); ++p) values.push_back(function(p));
    return values;
  }
  template <class Witness>
  absl::Status apply_checked(Player player, Action action, Witness& witness) {
    if (!is_player(player)) return no_such_player(player);
    if (!is_mover(player)) {
      return absl::FailedPreconditionError(is_terminal() ? "the game is over; no move may follow"
                                                         : "player " + std::to_string(player) +
                                                               " is not to move");
    }
    if (!is_action(player, action) || !position_.is_legal(player, action)) {
      std::string examples;
      const std::vector<Action> legal = legal_actions(player);
      for (std::size_t i = 0; i < legal.size() && i < 6; ++i) {
        examples += (i == 0 ? "" : " ") + position_.action_to_text(player, legal[i]);
      }
      return absl::InvalidArgumentError(
          action_to_text(player, action) + " is not legal here; legal " +
          (legal.size() > 6 ? "are, for example, " : "are ") + examples);
    }
    position_.apply(player, action, witness);
    return absl::OkStatus();
  }
  template <class Witness>
  absl::Status apply_chance_checked(std::int32_t outcome, Witness& witness) {
    if (kind() != NodeKind::kChance) {
      return absl::FailedPreconditionError("no chance event is due in this position");
    }
    for (const ChanceOutcome& candidate : chance_outcomes()) {
      if (candidate.outcome == outcome) {
        position_.apply_chance(outcome, witness);
        return absl::OkStatus();
      }
    }
    return absl::InvalidArgumentError(position_.chance_to_text(outcome) + " cannot happen here");
  }

  std::shared_ptr<const TypedGame<S>> game_;
  S position_;
  LogWitness log_;
  bool from_start_;
  PlayerSet knows_history_ = PlayerSet::first(kMaxPlayers);  // whose percepts the log has
};

template <GameState S>
std::unique_ptr<AnyState> TypedGame<S>::new_state() const {
  return std::make_unique<TypedState<S>>(
      std::static_pointer_cast<const TypedGame>(this->shared_from_this()), S(rules_), true);
}

template <GameState S>
absl::StatusOr<std::unique_ptr<AnyState>> TypedGame<S>::state_from_text(
    std::string_view text) const {
  Parsed<S> position = S::from_text(rules_, text);
  if (!position.ok()) {
    return absl::InvalidArgumentError("position: " + position.error().to_string());
  }
  return std::make_unique<TypedState<S>>(
      std::static_pointer_cast<const TypedGame>(this->shared_from_this()), *position);
}

}  // namespace varan

#endif  // VARAN_TYPED_GAME_H_
