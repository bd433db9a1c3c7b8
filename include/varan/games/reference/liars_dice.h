// Liar's dice for two players: both roll some dice that they alone see. In turn they bid a quantity
// and a face, each bid above the last one: a greater quantity, or the same of a higher face.
// Instead of bidding a player may call the last bid a lie; then all dice are shown. If there are at
// least as many dice of the face as were bid, the bidder wins, else the caller. The highest face is
// wild: it counts as any. After the highest bid one can only call.
//
// Options: `dice` of each player, `faces` of a die, `wild` whether the highest face is. With one
// die each the first player wins with 2 faces 3/4 of all games (value 1/2); with 6 the value is
// -0.0271.
//
// Action ids: bids in order, (quantity - 1) x faces + face - 1, then the call. Chance outcomes are
// rolls without the order of dice. Positions as text: both rolls, then what was bid:
// "36/15/1x2 2x3 liar", "-/-/" before the rolls. A state: 24 bytes.
#ifndef VARAN_GAMES_REFERENCE_LIARS_DICE_H_
#define VARAN_GAMES_REFERENCE_LIARS_DICE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/fixed_vector.h"
#include "varan/game.h"

namespace varan {

namespace liars_dice {

inline constexpr int kMaxDice = 3;  // of a player
inline constexpr int kMaxFaces = 6;
inline constexpr int kMaxRolls = 56;   // 3 dice of 6 faces without their order
inline constexpr int kMaxDraws = 216;  // with it
inline constexpr int kMaxActions = 2 * kMaxDice * kMaxFaces + 1;

/// What a player may roll.
struct Roll {
  std::array<std::uint8_t, kMaxFaces> matches = {};  ///< dice that count for each face
  std::array<std::uint8_t, kMaxFaces> dice = {};     ///< dice that show each face
  std::uint8_t ways = 0;                             ///< in how many orders
};

}  // namespace liars_dice

/// The dice, and tables of what they may show.
class LiarsDiceRules {
 public:
  static std::vector<std::string> names() { return {"liars_dice"}; }
  static std::string title(std::string_view) { return "Liar's dice"; }
  static std::string summary(std::string_view) {
    return "Rising bids on hidden dice, until one is called a lie.";
  }
  static std::vector<Parameter> parameters(std::string_view) {
    return {Parameter::integer("dice", 1, 1, liars_dice::kMaxDice, "dice of each player"),
            Parameter::integer("faces", 6, 2, liars_dice::kMaxFaces, "faces of a die"),
            Parameter::boolean("wild", true, "the highest face counts as any")};
  }
  static Parsed<LiarsDiceRules> make(const Settings& settings) { return LiarsDiceRules(settings); }

  Traits traits() const {
    return {.players = 2,
            .num_actions = liar() + 1,
            .longest_game = liar() + 1,
            .hidden_information = true,
            .chance = true};
  }
  /// How many of the own dice show each face, the seat, and what has been bid.
  ObservationShape observation_shape() const {
    ObservationShape shape;
    for (int face = 1; face <= faces_; ++face)
      shape.planes.push_back("own_" + std::to_string(face));
    shape.planes.insert(shape.planes.end(), {"seat_0", "seat_1"});
    for (Action action = 0; action <= liar(); ++action) {
      shape.planes.push_back("bid_" + action_name(action));
    }
    return shape;
  }
  std::string spec() const { return spec_; }

  int dice() const { return dice_; }
  int faces() const { return faces_; }
  Action liar() const { return 2 * dice_ * faces_; }  ///< the call; lower ids are bids
  /// "2x5", "liar".
  std::string action_name(Action action) const {
    if (action == liar()) return "liar";
    return std::to_string(action / faces_ + 1) + "x" + std::to_string(action % faces_ + 1);
  }

  int rolls() const { return static_cast<int>(rolls_.size()); }
  const liars_dice::Roll& roll(int id) const { return rolls_[static_cast<std::size_t>(id)]; }
  int draws() const { return draws_; }  ///< rolls with the order of dice: all equally likely
  int random_roll(Rng& rng) const {
    return roll_of_draw_[rng.below(static_cast<std::uint32_t>(draws_))];
  }
  /// The faces, lowest first.
  std::string roll_name(int id) const {
    std::string name;
    for (int face = 1; face <= faces_; ++face) {
      name.append(roll(id).dice[static_cast<std::size_t>(face - 1)], static_cast<char>('0' + face));
    }
    return name;
  }
  /// The roll of this name, or -1.
  int roll_named(std::string_view name) const {
    for (int id = 0; id < rolls(); ++id) {
      if (roll_name(id) == name) return id;
    }
    return -1;
  }

 private:
  explicit LiarsDiceRules(const Settings& settings)
      : dice_(static_cast<int>(settings.integer("dice"))),
        faces_(static_cast<int>(settings.integer("faces"))),
        spec_(settings.spec()) {
    const auto faces = static_cast<std::size_t>(faces_);
    for (int i = 0; i < dice_; ++i) draws_ *= faces_;
    for (int draw = 0; draw < draws_; ++draw) {
      liars_dice::Roll roll;
      for (int i = 0, left = draw; i < dice_; ++i, left /= faces_) {
        ++roll.dice[static_cast<std::size_t>(left % faces_)];
      }
      auto* const known = std::find_if(rolls_.begin(), rolls_.end(),
                                       [&](const auto& other) { return other.dice == roll.dice; });
      const auto id = static_cast<std::size_t>(known - rolls_.begin());
      if (id == rolls_.size()) rolls_.push_back(roll);
      ++rolls_[id].ways;
      roll_of_draw_[static_cast<std::size_t>(draw)] = static_cast<std::uint8_t>(id);
    }
    for (liars_dice::Roll& roll : rolls_) {
      roll.matches = roll.dice;
      for (std::size_t face = 0; face + 1 < faces && settings.boolean("wild"); ++face) {
        roll.matches[face] = static_cast<std::uint8_t>(roll.dice[face] + roll.dice[faces - 1]);
      }
    }
  }

  int dice_;
  int faces_;
  int draws_ = 1;
  FixedVector<liars_dice::Roll, liars_dice::kMaxRolls> rolls_;
  std::array<std::uint8_t, liars_dice::kMaxDraws> roll_of_draw_ = {};
  std::string spec_;
};

/// A position.
class LiarsDiceState {
 public:
  using Rules = LiarsDiceRules;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = liars_dice::kMaxActions;
  static constexpr int kMaxLegalActions = liars_dice::kMaxActions;
  static constexpr int kMaxChanceOutcomes = liars_dice::kMaxRolls;

  enum FactKind : std::int32_t {
    kRolled,  ///< a: the player who has rolled
    kRoll,    ///< a: the player, b: her roll; to her alone
    kBid,     ///< a: the player, b: her bid, or the call
    kShown,   ///< a, b: the players' rolls
  };

  explicit LiarsDiceState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const LiarsDiceState&, const LiarsDiceState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const {
    return rolls_[1] == 0 ? NodeKind::kChance
           : is_called()  ? NodeKind::kTerminal
                          : NodeKind::kDecision;
  }

  PlayerSet movers() const {
    return kind() == NodeKind::kDecision ? PlayerSet::only(clock_ % 2) : PlayerSet();
  }

  /// The bids above the last one, and the call if there is one.
  void legal_actions(Player, ActionList<LiarsDiceState>& out) const {
    const Action first = lowest_action();
    const Action count = actions_end() - first;
    for (Action i = 0; i < count; ++i) out.data()[i] = first + i;
    out.resize(static_cast<std::size_t>(count));
  }

  bool is_legal(Player player, Action action) const {
    return movers().contains(player) && action >= lowest_action() && action < actions_end();
  }

  Action sample_action(Player, Rng& rng) const {
    const Action first = lowest_action();
    return first +
           static_cast<Action>(rng.below(static_cast<std::uint32_t>(actions_end() - first)));
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "a bid above the last one, or the call");
    bids_ |= std::uint64_t{1} << action;
    ++clock_;
    witness(everyone, Fact{kBid, player, action});
    if (is_called()) witness(everyone, Fact{kShown, rolls_[0] - 1, rolls_[1] - 1});
  }

  void chance_outcomes(OutcomeList<LiarsDiceState>& out) const {
    out.clear();
    for (int id = 0; id < rules_->rolls(); ++id) {
      out.push_back({id, static_cast<double>(rules_->roll(id).ways) / rules_->draws()});
    }
  }

  template <class Witness>
  void apply_chance(std::int32_t roll, Witness& witness) {
    const Player player = rolls_[0] == 0 ? 0 : 1;
    rolls_[static_cast<std::size_t>(player)] = static_cast<std::uint8_t>(roll + 1);
    witness(everyone, Fact{kRolled, player});
    witness(only(player), Fact{kRoll, player, roll});
  }

  template <class Witness>
  void sample_chance(Rng& rng, Witness& witness) {
    apply_chance(rules_->random_roll(rng), witness);
  }

  // ---- knowledge

  /// Rolls the dice that the observer has not seen once more. (What players bid says nothing about
  /// their dice, if they act uniformly.)
  void determinize(Player observer, Rng& rng) {
    if (is_called()) return;
    for (Player p = 0; p < 2; ++p) {
      std::uint8_t& roll = rolls_[static_cast<std::size_t>(p)];
      if (p != observer && roll != 0)
        roll = static_cast<std::uint8_t>(rules_->random_roll(rng) + 1);
    }
  }

  /// The bids, who has rolled, and the rolls that the player has seen.
  std::uint64_t info_key(Player player) const {
    static_assert(kNumActions <= 40 && liars_dice::kMaxRolls < 64);
    const auto roll = [this](Player p) -> std::uint64_t {
      return rolls_[static_cast<std::size_t>(p)];
    };
    const std::uint64_t rolled = (roll(0) != 0) + (roll(1) != 0);
    const std::uint64_t others = is_called() ? roll(1 - player) : 0;
    return bids_ | roll(player) << 40 | others << 46 | rolled << 52;
  }

  // ---- results

  double utility(Player player) const { return player == winner() ? 1 : -1; }
  /// 1 for who has won.
  double score(Player player) const { return is_called() && player == winner() ? 1 : 0; }
  int clock() const { return clock_; }  ///< bids, the call included
  std::string end_reason() const { return is_true() ? "truth" : "lie"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    std::fill(tensor.begin(), tensor.end(), 0.0f);
    const auto faces = static_cast<std::size_t>(rules_->faces());
    if (const int roll = rolls_[static_cast<std::size_t>(player)]; roll != 0) {
      for (std::size_t face = 0; face < faces; ++face) {
        tensor[face] = rules_->roll(roll - 1).dice[face];
      }
    }
    tensor[faces + static_cast<std::size_t>(player)] = 1;
    for (std::uint64_t left = bids_; left != 0; left &= left - 1) {
      tensor[faces + 2 + static_cast<std::size_t>(std::countr_zero(left))] = 1;
    }
  }

  // ---- text

  std::string validate() const {
    for (const std::uint8_t roll : rolls_) {
      if (roll > rules_->rolls()) return "there is no such roll";
    }
    if (rolls_[0] == 0 && rolls_[1] != 0) return "dice are rolled in the order of seats";
    if (bids_ != 0 && rolls_[1] == 0) return "both players roll before anyone bids";
    if (bids_ >> rules_->liar() > 1) return "there is no such bid";
    if (is_called() && clock_ < 2) return "there is no bid to call";
    if (clock_ != std::popcount(bids_)) return "the clock does not count the bids";
    return {};
  }

  /// Both rolls, - for none, and what was bid, parted by blanks: "36/15/1x2 2x3 liar".
  std::string to_text() const {
    std::string text = name_of(rolls_[0]) + "/" + name_of(rolls_[1]) + "/";
    for (std::uint64_t left = bids_; left != 0; left &= left - 1) {
      if (left != bids_) text += ' ';
      text += rules_->action_name(std::countr_zero(left));
    }
    return text;
  }

  static Parsed<LiarsDiceState> from_text(const Rules& rules, std::string_view text) {
    LiarsDiceState state(rules);
    std::size_t at = 0;
    for (std::uint8_t& roll : state.rolls_) {
      const std::size_t end = text.find('/', at);
      if (end == std::string_view::npos) {
        return ParseError{"a roll or -, and '/', were expected", text.size()};
      }
      const std::string_view name = text.substr(at, end - at);
      const int id = rules.roll_named(name);
      if (id < 0 && name != "-") {
        return ParseError{"a roll such as " + rules.roll_name(rules.rolls() - 1) +
                              ", its lowest face first, or - was expected",
                          at};
      }
      roll = static_cast<std::uint8_t>(id + 1);
      at = end + 1;
    }
    while (at < text.size()) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const Parsed<Action> action = state.parse_action(0, text.substr(at, end - at));
      if (!action.ok()) return ParseError{action.error().message, at};
      if (*action < state.lowest_action()) {
        return ParseError{"this bid is not above the last one", at};
      }
      state.bids_ |= std::uint64_t{1} << *action;
      ++state.clock_;
      if (end + 1 == text.size()) return ParseError{"a bid was expected", text.size()};
      at = end + 1;
    }
    if (const std::string wrong = state.validate(); !wrong.empty()) return ParseError{wrong};
    return state;
  }

  std::string action_to_text(Player, Action action) const { return rules_->action_name(action); }

  Parsed<Action> parse_action(Player, std::string_view text) const {
    for (Action action = 0; action <= rules_->liar(); ++action) {
      if (text == rules_->action_name(action)) return action;
    }
    return ParseError{"a bid 1x1 .. " + rules_->action_name(rules_->liar() - 1) +
                      " or liar was expected, not '" + std::string(text) + "'"};
  }

  std::string chance_to_text(std::int32_t roll) const {
    return roll >= 0 && roll < rules_->rolls() ? rules_->roll_name(roll) : "?";
  }

  Parsed<std::int32_t> parse_chance(std::string_view text) const {
    const int id = rules_->roll_named(text);
    if (id < 0) {
      return ParseError{"a roll such as " + rules_->roll_name(rules_->rolls() - 1) +
                        " was expected, not '" + std::string(text) + "'"};
    }
    return id;
  }

  std::string fact_to_text(const Fact& fact) const {
    const std::string player = "player " + std::to_string(fact.a);
    switch (fact.kind) {
      case kRolled:
        return player + " rolls";
      case kRoll:
        return player + " has " + chance_to_text(fact.b);
      case kBid:
        return fact.b == rules_->liar() ? player + " calls the bid a lie"
                                        : player + " bids " + rules_->action_name(fact.b);
      default:
        return "shown: player 0 " + chance_to_text(fact.a) + " player 1 " + chance_to_text(fact.b);
    }
  }

  std::string draw() const {
    std::string picture;
    for (Player p = 0; p < 2; ++p) {
      picture += "player " + std::to_string(p) + ": " +
                 name_of(rolls_[static_cast<std::size_t>(p)]) +
                 (movers().contains(p) ? ", to move\n" : "\n");
    }
    return picture + "bids:" + (bids_ == 0 ? "" : " ") + to_text().substr(bids_place()) + "\n";
  }

 private:
  bool is_called() const { return (bids_ >> rules_->liar() & 1) != 0; }
  Action lowest_action() const { return static_cast<Action>(std::bit_width(bids_)); }
  Action actions_end() const { return rules_->liar() + (bids_ != 0); }
  std::string name_of(int roll) const { return roll == 0 ? "-" : rules_->roll_name(roll - 1); }
  std::size_t bids_place() const {
    return name_of(rolls_[0]).size() + name_of(rolls_[1]).size() + 2;
  }

  /// Once the last bid is called: whether it holds.
  bool is_true() const {
    const std::uint64_t bids = bids_ & ~(std::uint64_t{1} << rules_->liar());
    const int bid = std::bit_width(bids) - 1;
    const auto face = static_cast<std::size_t>(bid % rules_->faces());
    return rules_->roll(rolls_[0] - 1).matches[face] + rules_->roll(rolls_[1] - 1).matches[face] >
           bid / rules_->faces();
  }
  Player winner() const {
    const Player bidder = clock_ % 2;  // the caller was next
    return is_true() ? bidder : 1 - bidder;
  }

  RulesPointer<Rules> rules_;
  std::uint64_t bids_ = 0;  // actions taken, as bits: as bids rise, their order is known
  std::array<std::uint8_t, 2> rolls_ = {0, 0};  // + 1; 0: not yet rolled
  std::uint8_t clock_ = 0;
};

static_assert(GameRules<LiarsDiceRules> && GameState<LiarsDiceState>);
static_assert(sizeof(LiarsDiceState) == 24);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_LIARS_DICE_H_
