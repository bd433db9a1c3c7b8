// Two toy games about a hidden coin, on which searches that look at determinizations one by one go
// wrong.
//
// A fair coin lies heads or tails up: player 1, the house, sees it, player 0 does not. Player 0 may
//   - play safe, for a sure payoff;
//   - guess: then she names a side, for +1 if she is right and -1 if not;
//   - in `information_gathering` only: peek at the coin for 0.1, then name a side.
// The house pays and has nothing to decide. Safe pays 0.4 in `strategy_fusion` and 0.3 in
// `information_gathering`.
//
// strategy_fusion: to guess is worth 0, so safe is right. Whoever solves each determinization for
// itself names the right side in each, thinks that a guess is worth 1, and errs: she fuses
// strategies that would need to know the coin. information_gathering: to peek is worth 0.9, and is
// right. Solved determinizations see no need to know more, and guess. Both defects are described
// by Frank and Basin (1998) and by Long, Sturtevant, Buro and Furtak (2010).
//
//   Action ids: safe 0, guess 1, heads 2, tails 3, peek 4. Chance outcomes: heads 0, tails 1.
//   Positions as text: what has happened, "-", "heads", "tails peek", "tails peek heads".
//   Utility is the payoff over the largest there is, 1 or 1.1; score() is the payoff.
//   A state: 16 bytes.
#ifndef VARAN_GAMES_REFERENCE_HIDDEN_COIN_H_
#define VARAN_GAMES_REFERENCE_HIDDEN_COIN_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"

namespace varan {

/// Which of the two games.
class HiddenCoinRules {
 public:
  static std::vector<std::string> names() { return {"strategy_fusion", "information_gathering"}; }
  static std::string title(std::string_view name) {
    return name == "strategy_fusion" ? "Strategy fusion" : "Information gathering";
  }
  static std::string summary(std::string_view name) {
    return name == "strategy_fusion" ? "Guess a hidden coin, or play safe."
                                     : "Guess a hidden coin, peek at it first, or play safe.";
  }
  static std::vector<Parameter> parameters(std::string_view) { return {}; }
  static Parsed<HiddenCoinRules> make(const Settings& settings) {
    return HiddenCoinRules(settings.name() == "information_gathering");
  }

  Traits traits() const {
    return {.players = 2,
            .num_actions = peeking_ ? 5 : 4,
            .longest_game = 2,
            .hidden_information = true,
            .chance = true};
  }
  ObservationShape observation_shape() const {
    return {{"heads", "tails", "safe", "guess", "peek", "named_heads", "named_tails", "to_move"}};
  }
  std::string spec() const { return peeking_ ? "information_gathering" : "strategy_fusion"; }

  bool peeking() const { return peeking_; }  ///< whether one may peek
  double safe() const { return peeking_ ? 0.3 : 0.4; }
  static constexpr double peek_cost() { return 0.1; }
  double largest_payoff() const { return peeking_ ? 1 + peek_cost() : 1; }

 private:
  explicit HiddenCoinRules(bool peeking) : peeking_(peeking) {}

  bool peeking_;
};

/// A position. Player 0 decides, player 1 is the house.
class HiddenCoinState {
 public:
  using Rules = HiddenCoinRules;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = 5;
  static constexpr int kMaxLegalActions = 3;
  static constexpr int kMaxChanceOutcomes = 2;

  static constexpr Action kSafe = 0;
  static constexpr Action kGuess = 1;
  static constexpr Action kHeads = 2;
  static constexpr Action kTails = 3;
  static constexpr Action kPeek = 4;

  enum FactKind : std::int32_t {
    kCoin,    ///< a: heads 0, tails 1; to the house, to who peeks, and to all in the end
    kChoice,  ///< a: the action
  };

  explicit HiddenCoinState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const HiddenCoinState&, const HiddenCoinState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const {
    if (coin_ == kNone) return NodeKind::kChance;
    return choice_ == kSafe || named_ != kNone ? NodeKind::kTerminal : NodeKind::kDecision;
  }

  PlayerSet movers() const {
    return kind() == NodeKind::kDecision ? PlayerSet::only(0) : PlayerSet();
  }

  void legal_actions(Player, ActionList<HiddenCoinState>& out) const {
    if (choice_ != kNone) {
      out = {kHeads, kTails};
    } else if (rules_->peeking()) {
      out = {kSafe, kGuess, kPeek};
    } else {
      out = {kSafe, kGuess};
    }
  }

  bool is_legal(Player player, Action action) const {
    if (!movers().contains(player)) return false;
    if (choice_ != kNone) return action == kHeads || action == kTails;
    return action == kSafe || action == kGuess || (action == kPeek && rules_->peeking());
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "this cannot be chosen now");
    witness(everyone, Fact{kChoice, action});
    if (choice_ == kNone) {
      choice_ = static_cast<std::int8_t>(action);
      if (action == kPeek) witness(only(player), Fact{kCoin, coin_});
    } else {
      named_ = static_cast<std::int8_t>(action);
    }
    if (kind() == NodeKind::kTerminal) witness(everyone, Fact{kCoin, coin_});
  }

  void chance_outcomes(OutcomeList<HiddenCoinState>& out) const { out = {{0, 0.5}, {1, 0.5}}; }

  template <class Witness>
  void apply_chance(std::int32_t side, Witness& witness) {
    coin_ = static_cast<std::int8_t>(side);
    witness(only(1), Fact{kCoin, side});
  }

  // ---- who knows what

  /// Tosses the coin again, unless the observer has seen it. Her choices say nothing about it
  /// before she has.
  void determinize(Player observer, Rng& rng) {
    if (coin_ != kNone && !knows_coin(observer)) coin_ = static_cast<std::int8_t>(rng.below(2));
  }

  std::uint64_t info_key(Player player) const {
    const int seen = coin_ == kNone ? 0 : knows_coin(player) ? 2 + coin_ : 1;
    return static_cast<std::uint64_t>(64 * (choice_ + 1) + 8 * (named_ + 1) + seen);
  }

  // ---- results

  double utility(Player player) const { return score(player) / rules_->largest_payoff(); }

  /// The payoff so far.
  double score(Player player) const {
    double payoff = choice_ == kSafe ? rules_->safe() : 0;
    if (choice_ == kPeek) payoff -= Rules::peek_cost();
    if (named_ != kNone) payoff += named_ - kHeads == coin_ ? 1 : -1;
    return player == 0 ? payoff : -payoff;
  }
  int clock() const { return (choice_ != kNone) + (named_ != kNone); }  ///< choices made
  std::string end_reason() const { return choice_ == kSafe ? "safe" : "named"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    const bool knows = coin_ != kNone && knows_coin(player);
    tensor[0] = knows && coin_ == 0;
    tensor[1] = knows && coin_ == 1;
    tensor[2] = choice_ == kSafe;
    tensor[3] = choice_ == kGuess;
    tensor[4] = choice_ == kPeek;
    tensor[5] = named_ == kHeads;
    tensor[6] = named_ == kTails;
    tensor[7] = movers().contains(player);
  }

  // ---- text

  std::string validate() const {
    if (coin_ == kNone && choice_ != kNone) return "the coin is tossed before any choice";
    if (choice_ == kPeek && !rules_->peeking()) return "nobody may peek in this game";
    if (named_ != kNone && (choice_ == kNone || choice_ == kSafe)) {
      return "a side is named after guess or peek only";
    }
    return {};
  }

  /// What has happened, as in "tails peek heads", or "-".
  std::string to_text() const {
    if (coin_ == kNone) return "-";
    std::string text = chance_to_text(coin_);
    if (choice_ != kNone) text += " " + action_to_text(0, choice_);
    if (named_ != kNone) text += " " + action_to_text(0, named_);
    return text;
  }

  static Parsed<HiddenCoinState> from_text(const Rules& rules, std::string_view text) {
    HiddenCoinState state(rules);
    if (text == "-") return state;
    NullWitness witness;
    for (std::size_t place = 0;;) {
      const std::size_t end = text.find(' ', place);
      const std::string_view word = text.substr(place, end - place);
      if (state.kind() == NodeKind::kTerminal) {
        return ParseError{"nothing may follow the end of the game", place};
      }
      const bool is_toss = state.kind() == NodeKind::kChance;
      const Parsed<std::int32_t> read =
          is_toss ? state.parse_chance(word) : state.parse_action(0, word);
      if (!read.ok()) return ParseError{read.error().message, place};
      if (is_toss) {
        state.apply_chance(*read, witness);
      } else if (state.is_legal(0, *read)) {
        state.apply(0, *read, witness);
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
    const Action actions = rules_->traits().num_actions;
    for (Action action = 0; action < actions; ++action) {
      if (text == kWords[static_cast<std::size_t>(action)]) return action;
    }
    return ParseError{std::string("safe, guess, heads") +
                          (rules_->peeking() ? ", tails or peek" : " or tails") +
                          " was expected, not '" + std::string(text) + "'",
                      0};
  }

  std::string chance_to_text(std::int32_t side) const { return side == 0 ? "heads" : "tails"; }

  Parsed<std::int32_t> parse_chance(std::string_view text) const {
    if (text == "heads") return 0;
    if (text == "tails") return 1;
    return ParseError{"heads or tails was expected, not '" + std::string(text) + "'", 0};
  }

  std::string fact_to_text(const Fact& fact) const {
    return fact.kind == kCoin ? "the coin shows " + chance_to_text(fact.a)
                              : "the player chooses " + action_to_text(0, fact.a);
  }

  std::string draw() const {
    std::string picture = "coin: " + (coin_ == kNone ? "not tossed yet" : chance_to_text(coin_));
    if (choice_ != kNone) picture += "\nchoice: " + action_to_text(0, choice_);
    if (named_ != kNone) picture += "\nnamed: " + action_to_text(0, named_);
    return picture + "\n";
  }

 private:
  static constexpr std::int8_t kNone = -1;
  static constexpr std::array<std::string_view, kNumActions> kWords = {"safe", "guess", "heads",
                                                                       "tails", "peek"};

  bool knows_coin(Player player) const {
    return player == 1 || (player == 0 && choice_ == kPeek) || kind() == NodeKind::kTerminal;
  }

  RulesPointer<Rules> rules_;
  std::int8_t coin_ = kNone;    // heads 0, tails 1
  std::int8_t choice_ = kNone;  // kSafe, kGuess or kPeek
  std::int8_t named_ = kNone;   // kHeads or kTails
};

static_assert(GameRules<HiddenCoinRules> && GameState<HiddenCoinState>);
static_assert(sizeof(HiddenCoinState) == 16);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_HIDDEN_COIN_H_
