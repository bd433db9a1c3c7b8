// A game and bots that exist for tests of the arena: what a bot is good for is a number, luck is
// visible, and bots misbehave on request.
//
// In each of `rounds` rounds a die is thrown (0..5), then every player picks 0..4, `turns` times in
// a row, one after the other or (simultaneous=true) all at once. A pick p under a die d is worth p
// + (d == seat) points: luck belongs to seats, skill to picks. Most points win; ties share.
//
// Text: "die 3", "pick 4"; position: "round=1 pending=4 points=3;2 picks=1,1".
#ifndef VARAN_TESTS_ARENA_FAKE_GAME_H_
#define VARAN_TESTS_ARENA_FAKE_GAME_H_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "varan/any_game.h"
#include "varan/bots/bot.h"

namespace varan::testing {

struct FakeOptions {
  int players = 2;
  int rounds = 3;
  int turns = 1;
  bool simultaneous = false;
  bool luck = true;
  bool endless = false;  ///< states a longest game that it exceeds
  bool hidden = false;   ///< nobody sees the die; a determinization throws it again
};

class FakeGame;

class FakeState : public AnyState {
 public:
  explicit FakeState(std::shared_ptr<const FakeGame> game);

  const AnyGame& game() const override;
  std::unique_ptr<AnyState> copy() const override { return std::make_unique<FakeState>(*this); }
  bool equals(const AnyState& other) const override { return to_text() == other.to_text(); }

  NodeKind kind() const override {
    if (round_ == options().rounds) return NodeKind::kTerminal;
    return die_ < 0 ? NodeKind::kChance : NodeKind::kDecision;
  }
  PlayerSet movers() const override {
    PlayerSet set;
    if (kind() != NodeKind::kDecision) return set;
    for (Player p = 0; p < options().players; ++p) {
      if (open(p)) {
        set = set.with(p);
        if (!options().simultaneous) break;
      }
    }
    return set;
  }
  std::vector<Action> legal_actions(Player player) const override {
    if (!movers().contains(player)) return {};
    return {0, 1, 2, 3, 4};
  }
  absl::Status apply(Player player, Action action) override {
    if (!movers().contains(player)) return absl::FailedPreconditionError("not to move");
    if (action < 0 || action > 4) return absl::InvalidArgumentError("picks are 0..4");
    points_[static_cast<std::size_t>(player)] += action + (die_ == player);
    ++picks_[static_cast<std::size_t>(player)];
    if (movers().empty()) next_round();
    return absl::OkStatus();
  }
  std::vector<ChanceOutcome> chance_outcomes() const override {
    if (kind() != NodeKind::kChance) return {};
    std::vector<ChanceOutcome> outcomes;
    for (int die = 0; die < 6; ++die) outcomes.push_back({die, 1.0 / 6});
    return outcomes;
  }
  absl::Status apply_chance(std::int32_t outcome) override {
    if (kind() != NodeKind::kChance || outcome < 0 || outcome > 5) {
      return absl::InvalidArgumentError("no such throw");
    }
    die_ = outcome;
    std::fill(picks_.begin(), picks_.end(), 0);
    return absl::OkStatus();
  }
  absl::StatusOr<std::int32_t> sample_chance(Rng& rng) override {
    const auto die = static_cast<std::int32_t>(rng.below(6));
    if (absl::Status status = apply_chance(die); !status.ok()) return status;
    return die;
  }
  absl::Status determinize(Player, Rng& rng) override {
    if (options().hidden && die_ >= 0) die_ = static_cast<std::int32_t>(rng.below(6));
    return absl::OkStatus();
  }
  std::uint64_t info_key(Player) const override { return hash_text(to_text()); }
  double utility(Player player) const override {
    return utilities()[static_cast<std::size_t>(player)];
  }
  std::vector<double> utilities() const override {
    std::vector<double> result(points_.size(), 0.0);
    if (!is_terminal()) return result;
    const int best = *std::max_element(points_.begin(), points_.end());
    const auto winners = static_cast<double>(std::count(points_.begin(), points_.end(), best));
    const auto players = static_cast<double>(points_.size());
    for (std::size_t p = 0; p < points_.size(); ++p) {
      result[p] = ((points_[p] == best ? players / winners : 0.0) - 1) / (players - 1);
    }
    return result;
  }
  double score(Player player) const override { return points_[static_cast<std::size_t>(player)]; }
  int clock() const override { return round_; }
  std::vector<float> observe(Player) const override { return {static_cast<float>(round_)}; }
  std::vector<float> hints(Player) const override { return {}; }
  std::vector<double> evaluate() const override { return {}; }
  std::string validate() const override { return {}; }
  std::string to_text() const override {
    std::string text = absl::StrFormat("round=%d die=%d", round_, die_);
    for (std::size_t p = 0; p < points_.size(); ++p) {
      text += absl::StrFormat(" %d/%d", points_[p], picks_[p]);
    }
    return text;
  }
  std::string draw() const override { return to_text(); }
  std::string end_reason() const override { return is_terminal() ? "rounds" : ""; }
  std::string action_to_text(Player, Action action) const override {
    return absl::StrFormat("pick %d", action);
  }
  absl::StatusOr<Action> parse_action(Player, std::string_view text) const override {
    return number(text, "pick ");
  }
  std::string chance_to_text(std::int32_t outcome) const override {
    return absl::StrFormat("die %d", outcome);
  }
  absl::StatusOr<std::int32_t> parse_chance(std::string_view text) const override {
    return number(text, "die ");
  }
  bool has_history(Player) const override { return true; }
  std::vector<std::string> log(Player) const override { return {}; }
  absl::Status apply_text(std::string_view text, Player, std::vector<std::string>* log) override {
    if (is_terminal()) return absl::FailedPreconditionError("the game is over");
    const bool chance = kind() == NodeKind::kChance;
    const absl::StatusOr<std::int32_t> value = number(text, chance ? "die " : "pick ");
    if (!value.ok()) return value.status();
    if (log != nullptr) log->push_back(std::string(text));
    return chance ? apply_chance(*value) : apply(movers().lowest(), *value);
  }
  std::vector<std::uint64_t> perft(int) const override { return {1}; }
  std::int64_t play_randomly(std::int64_t games, Rng&) const override { return games; }

  int die() const { return die_; }

 private:
  const FakeOptions& options() const;
  bool open(Player player) const {
    // At a simultaneous node everyone makes the same number of picks before anyone makes one more.
    const int fewest = *std::min_element(picks_.begin(), picks_.end());
    const int mine = picks_[static_cast<std::size_t>(player)];
    return mine < options().turns && (!options().simultaneous || mine == fewest);
  }
  void next_round() {
    if (!options().endless) ++round_;
    die_ = options().luck ? -1 : 5;
    std::fill(picks_.begin(), picks_.end(), 0);
  }
  static absl::StatusOr<std::int32_t> number(std::string_view text, std::string_view word) {
    if (text.size() != word.size() + 1 || text.substr(0, word.size()) != word ||
        text.back() < '0' || text.back() > '9') {
      return absl::InvalidArgumentError(absl::StrFormat("'%s' is not like '%s3'", text, word));
    }
    return text.back() - '0';
  }

  std::shared_ptr<const FakeGame> game_;
  int round_ = 0;
  int die_ = -1;
  std::vector<int> points_;
  std::vector<int> picks_;
};

/// Bots by spec:
///   picker(skill=0.6)  picks 4 with that probability, else 0
///   planner            plans two picks of 4; counts in `asked` how often it is asked
///   fails, throws, illegal, empty, late_illegal   misbehave; late_illegal in the second pick of a
///   plan slow               picks 4 after a moment, at once when stopped
///   exhausted, hungry, threadless   meet the limits of the machine, in three ways
///   peeker               picks 4 and notes in `seen` the position it is shown
///   moody                picks 4 in its first decision of a game, then 0
class FakeBot : public Bot {
 public:
  FakeBot(std::string spec, std::string name, double skill)
      : spec_(std::move(spec)), name_(std::move(name)), skill_(skill) {}
  std::string spec() const override { return spec_; }
  void new_game() override {
    ++new_games;
    decisions_ = 0;
    if (name_ == "late") throw std::runtime_error("not at the table");
  }
  absl::StatusOr<Decision> choose(const AnyState& state, Player,
                                  const DecisionRequest& request) override {
    Decision decision;
    ++asked;
    ++decisions_;
    if (name_ == "exhausted") return absl::ResourceExhaustedError("no memory for the search");
    if (name_ == "hungry") throw std::bad_alloc();
    if (name_ == "threadless") {
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
    }
    if (name_ == "peeker") seen.push_back(state.to_text());
    if (name_ == "fails") return absl::InternalError("out of \"paper\"\n");
    if (name_ == "throws") throw std::runtime_error("no hands");
    if (name_ == "empty") return decision;
    decision.moves = {4};
    if (name_ == "illegal") decision.moves = {77};
    if (name_ == "late_illegal") decision.moves = {4, 77};
    if (name_ == "planner") decision.moves = {4, 4};
    if (name_ == "picker") decision.moves = {Rng(request.seed).unit() < skill_ ? 4 : 0};
    if (name_ == "moody") decision.moves = {decisions_ == 1 ? 4 : 0};
    if (name_ == "slow") {
      for (int i = 0; i < 20 && !request.stop.stop_requested(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    return decision;
  }

  inline static std::atomic<int> asked = 0;
  inline static std::atomic<int> new_games = 0;
  inline static std::vector<std::string> seen;  ///< by all peekers; for one thread

 private:
  std::string spec_;
  std::string name_;
  double skill_;
  int decisions_ = 0;  ///< in this game
};

class FakeGame : public AnyGame {
 public:
  static std::shared_ptr<const FakeGame> make(const FakeOptions& options = {}) {
    return std::make_shared<const FakeGame>(options);
  }
  explicit FakeGame(const FakeOptions& options) : options_(options) {
    traits_.players = options.players;
    traits_.num_actions = 5;
    traits_.longest_game = options.players * options.rounds * options.turns;
    traits_.chance = options.luck;
    traits_.simultaneous = options.simultaneous;
    traits_.hidden_information = options.hidden;
  }

  const FakeOptions& options() const { return options_; }
  std::string name() const override { return "fake"; }
  std::string title() const override { return "Fake"; }
  std::string spec() const override {
    return absl::StrFormat("fake(players=%d)", options_.players);
  }
  const Traits& traits() const override { return traits_; }
  const ObservationShape& observation_shape() const override { return shape_; }
  std::size_t bytes_per_state() const override { return sizeof(FakeState); }
  bool has_hints() const override { return false; }
  bool has_evaluation() const override { return false; }
  std::unique_ptr<AnyState> new_state() const override {
    return std::make_unique<FakeState>(
        std::static_pointer_cast<const FakeGame>(this->shared_from_this()));
  }
  absl::StatusOr<std::unique_ptr<AnyState>> state_from_text(std::string_view) const override {
    return absl::UnimplementedError("no positions from text");
  }
  absl::StatusOr<std::unique_ptr<Bot>> make_bot(std::string_view text) const override {
    const std::vector<Parameter> parameters = {Parameter::real("skill", 0.5, 0, 1, "")};
    const Parsed<Spec> spec = parse_spec(text);
    if (!spec.ok()) return absl::InvalidArgumentError(spec.error().to_string());
    if (spec->name == "unknown") return absl::InvalidArgumentError("there is no bot 'unknown'");
    const Parsed<Settings> settings = Settings::read(*spec, parameters);
    if (!settings.ok()) return absl::InvalidArgumentError(settings.error().to_string());
    return std::make_unique<FakeBot>(settings->spec_as_given(), spec->name,
                                     settings->real("skill"));
  }
  absl::StatusOr<std::vector<Parameter>> bot_parameters(std::string_view) const override {
    return std::vector<Parameter>();
  }

 private:
  FakeOptions options_;
  Traits traits_;
  ObservationShape shape_;
};

inline FakeState::FakeState(std::shared_ptr<const FakeGame> game)
    : game_(std::move(game)),
      die_(options().luck ? -1 : 5),
      points_(static_cast<std::size_t>(options().players), 0),
      picks_(points_.size(), 0) {}
inline const AnyGame& FakeState::game() const { return *game_; }
inline const FakeOptions& FakeState::options() const { return game_->options(); }

}  // namespace varan::testing

#endif  // VARAN_TESTS_ARENA_FAKE_GAME_H_
