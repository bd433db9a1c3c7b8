// Non-locality: a toy game in which the right choice at a node depends on what happens elsewhere in
// the tree. The world is A or B, by a fair coin that player 0 alone sees. She stops, which pays
// player 1 -2 in A and +1 in B, or goes on; then player 1 chooses x, for +1 in A and -1 in B, or y,
// for -1 in A and +0.5 in B. Player 0 pays what player 1 gets.
//
// Player 0 stops in A, where nothing better can happen to her, and goes on in B, so player 1 must
// choose y: the value is -0.75 to player 1. Whoever believes that both worlds are as likely as
// before when player 0 has gone on sees x at 0 and y at -0.25, chooses x, and gets -1.5 in all.
// The defect was described by Frank and Basin (1998).
//
//   Action ids: stop 0, go_on 1, x 2, y 3. Chance outcomes: A 0, B 1.
//   Positions as text: what has happened, "-", "A", "B go_on", "B go_on y".
//   Utility is half the payoff; score() is the payoff.
//   A state: 16 bytes.
#ifndef VARAN_GAMES_REFERENCE_NON_LOCALITY_H_
#define VARAN_GAMES_REFERENCE_NON_LOCALITY_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"

namespace varan {

/// The one configuration of the game.
class NonLocalityRules {
 public:
  static std::vector<std::string> names() { return {"non_locality"}; }
  static std::string title(std::string_view) { return "Non-locality"; }
  static std::string summary(std::string_view) {
    return "A choice that depends on what the other would have done elsewhere.";
  }
  static std::vector<Parameter> parameters(std::string_view) { return {}; }
  static Parsed<NonLocalityRules> make(const Settings&) { return NonLocalityRules(); }

  Traits traits() const {
    return {.players = 2,
            .num_actions = 4,
            .longest_game = 2,
            .hidden_information = true,
            .chance = true};
  }
  ObservationShape observation_shape() const {
    return {{"world_a", "world_b", "stop", "go_on", "x", "y", "to_move"}};
  }
  std::string spec() const { return "non_locality"; }
};

/// A position. Player 0 knows the world and moves first.
class NonLocalityState {
 public:
  using Rules = NonLocalityRules;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = 4;
  static constexpr int kMaxLegalActions = 2;
  static constexpr int kMaxChanceOutcomes = 2;

  static constexpr Action kStop = 0;
  static constexpr Action kGoOn = 1;
  static constexpr Action kX = 2;
  static constexpr Action kY = 3;

  enum FactKind : std::int32_t {
    kWorld,   ///< a: A 0, B 1; to player 0, and to all in the end
    kChoice,  ///< a: the action
  };

  explicit NonLocalityState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const NonLocalityState&, const NonLocalityState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const {
    if (world_ == kNone) return NodeKind::kChance;
    return first_ == kStop || second_ != kNone ? NodeKind::kTerminal : NodeKind::kDecision;
  }

  PlayerSet movers() const {
    return kind() == NodeKind::kDecision ? PlayerSet::only(first_ == kNone ? 0 : 1) : PlayerSet();
  }

  void legal_actions(Player player, ActionList<NonLocalityState>& out) const {
    if (player == 0) {
      out = {kStop, kGoOn};
    } else {
      out = {kX, kY};
    }
  }

  bool is_legal(Player player, Action action) const {
    return movers().contains(player) && action / 2 == player && action >= 0;
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "this cannot be chosen now");
    (player == 0 ? first_ : second_) = static_cast<std::int8_t>(action);
    witness(everyone, Fact{kChoice, action});
    if (kind() == NodeKind::kTerminal) witness(everyone, Fact{kWorld, world_});
  }

  void chance_outcomes(OutcomeList<NonLocalityState>& out) const { out = {{0, 0.5}, {1, 0.5}}; }

  template <class Witness>
  void apply_chance(std::int32_t world, Witness& witness) {
    world_ = static_cast<std::int8_t>(world);
    witness(only(0), Fact{kWorld, world});
  }

  // ---- who knows what

  /// Draws the world, unless the observer knows it. Uniform play goes on as often in A as in B.
  void determinize(Player observer, Rng& rng) {
    if (world_ != kNone && !knows_world(observer)) world_ = static_cast<std::int8_t>(rng.below(2));
  }

  std::uint64_t info_key(Player player) const {
    const int seen = world_ == kNone ? 0 : knows_world(player) ? 2 + world_ : 1;
    return static_cast<std::uint64_t>(64 * (first_ + 1) + 8 * (second_ + 1) + seen);
  }

  // ---- results

  double utility(Player player) const { return score(player) / 2; }

  /// The payoff, 0 before the end.
  double score(Player player) const {
    const bool in_a = world_ == 0;
    const double payoff = first_ == kStop ? (in_a ? -2 : 1)
                          : second_ == kX ? (in_a ? 1 : -1)
                          : second_ == kY ? (in_a ? -1 : 0.5)
                                          : 0;
    return player == 1 ? payoff : -payoff;
  }
  int clock() const { return (first_ != kNone) + (second_ != kNone); }  ///< choices made
  std::string end_reason() const { return first_ == kStop ? "stop" : "choice"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    const bool knows = world_ != kNone && knows_world(player);
    tensor[0] = knows && world_ == 0;
    tensor[1] = knows && world_ == 1;
    tensor[2] = first_ == kStop;
    tensor[3] = first_ == kGoOn;
    tensor[4] = second_ == kX;
    tensor[5] = second_ == kY;
    tensor[6] = movers().contains(player);
  }

  // ---- text

  std::string validate() const {
    if (world_ == kNone && first_ != kNone) return "the world is drawn before any choice";
    if (first_ != kGoOn && second_ != kNone) return "player 1 chooses only after go_on";
    return {};
  }

  /// What has happened, as in "B go_on y", or "-".
  std::string to_text() const {
    if (world_ == kNone) return "-";
    std::string text = chance_to_text(world_);
    if (first_ != kNone) text += " " + action_to_text(0, first_);
    if (second_ != kNone) text += " " + action_to_text(1, second_);
    return text;
  }

  static Parsed<NonLocalityState> from_text(const Rules& rules, std::string_view text) {
    NonLocalityState state(rules);
    if (text == "-") return state;
    NullWitness witness;
    for (std::size_t place = 0;;) {
      const std::size_t end = text.find(' ', place);
      const std::string_view word = text.substr(place, end - place);
      if (state.kind() == NodeKind::kTerminal) {
        return ParseError{"nothing may follow the end of the game", place};
      }
      const bool is_draw = state.kind() == NodeKind::kChance;
      const Player mover = state.movers().contains(0) ? 0 : 1;
      const Parsed<std::int32_t> read =
          is_draw ? state.parse_chance(word) : state.parse_action(mover, word);
      if (!read.ok()) return ParseError{read.error().message, place};
      if (is_draw) {
        state.apply_chance(*read, witness);
      } else if (state.is_legal(mover, *read)) {
        state.apply(mover, *read, witness);
      } else {
        return ParseError{"'" + std::string(word) + "' cannot be chosen now", place};
      }
      if (end == text.npos) return state;
      place = end + 1;
    }
  }

  std::string action_to_text(Player, Action action) const {
    return std::string(kWords[static_cast<std::size_t>(action)]);
  }

  Parsed<Action> parse_action(Player, std::string_view text) const {
    for (Action action = 0; action < kNumActions; ++action) {
      if (text == kWords[static_cast<std::size_t>(action)]) return action;
    }
    return ParseError{"stop, go_on, x or y was expected, not '" + std::string(text) + "'", 0};
  }

  std::string chance_to_text(std::int32_t world) const { return world == 0 ? "A" : "B"; }

  Parsed<std::int32_t> parse_chance(std::string_view text) const {
    if (text == "A") return 0;
    if (text == "B") return 1;
    return ParseError{"A or B was expected, not '" + std::string(text) + "'", 0};
  }

  std::string fact_to_text(const Fact& fact) const {
    return fact.kind == kWorld ? "the world is " + chance_to_text(fact.a)
                               : std::string(fact.a < kX ? "player 0" : "player 1") + " chooses " +
                                     action_to_text(0, fact.a);
  }

  std::string draw() const {
    std::string picture = "world: " + (world_ == kNone ? "not drawn yet" : chance_to_text(world_));
    if (first_ != kNone) picture += "\nplayer 0: " + action_to_text(0, first_);
    if (second_ != kNone) picture += "\nplayer 1: " + action_to_text(1, second_);
    return picture + "\n";
  }

 private:
  static constexpr std::int8_t kNone = -1;
  static constexpr std::array<std::string_view, kNumActions> kWords = {"stop", "go_on", "x", "y"};

  bool knows_world(Player player) const { return player == 0 || kind() == NodeKind::kTerminal; }

  RulesPointer<Rules> rules_;
  std::int8_t world_ = kNone;   // A 0, B 1
  std::int8_t first_ = kNone;   // kStop or kGoOn
  std::int8_t second_ = kNone;  // kX or kY
};

static_assert(GameRules<NonLocalityRules> && GameState<NonLocalityState>);
static_assert(sizeof(NonLocalityState) == 16);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_NON_LOCALITY_H_
