// Leduc poker (Southey et al. 2005): two players, six cards: jack, queen and king in two suits.
// Both put 1 chip into the pot and get a card; a round of betting; a card for all is turned up;
// another round. A raise is 2 chips in the first round and 4 in the second, at most two raises a
// round. A player may fold only when the other has raised. Who pairs the common card wins, else the
// higher card; equal ranks share the pot. The value for the first player is -0.0856 chips.
//
// Option `suits`: merged, players see ranks only (288 information sets), or distinct, they see
// cards (936), though suits never matter.
//
// Action ids: 0 folds, 1 checks or calls, 2 raises (bets). Chance outcomes are ranks, or with
// distinct suits cards: 2 x rank + suit. Positions as text: the players' cards, the common card,
// the actions of each round, each as f, c, r: "JQ-/cr/", "JQK/crc/cc", with suits "JsQhKs/crc/cc".
// A state: 16 bytes.
#ifndef VARAN_GAMES_REFERENCE_LEDUC_POKER_H_
#define VARAN_GAMES_REFERENCE_LEDUC_POKER_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "varan/game.h"

namespace varan {

/// A round of betting, in a table.
namespace leduc_poker {

inline constexpr int kRanks = 3;
inline constexpr int kCards = 6;
inline constexpr std::string_view kRankNames = "JQK";
inline constexpr std::string_view kSuitNames = "sh";

/// What the actions of a round have led to.
struct Node {
  std::string_view actions;            ///< f, c, r
  std::uint8_t mover;                  ///< at a decision
  bool may_fold;                       ///< at a decision
  bool may_raise;                      ///< at a decision
  std::array<std::uint8_t, 3> next;    ///< by action, the node's number
  std::array<std::uint8_t, 2> raises;  ///< that each player has paid for
  std::array<std::uint8_t, 3> legal;   ///< the actions, as many as there are
  std::uint8_t legal_count;            ///< 0: the round is over
};

/// Nodes 0 .. 5 are decisions, 6 .. 10 end the round, 11 .. 14 end the game by a fold.
inline constexpr int kFirstEnd = 6;
inline constexpr int kFirstFold = 11;
inline constexpr std::array<Node, 15> kNodes = {{
    {"", 0, false, true, {0, 1, 2}, {0, 0}, {1, 2}, 2},
    {"c", 1, false, true, {0, 6, 3}, {0, 0}, {1, 2}, 2},
    {"r", 1, true, true, {11, 7, 4}, {1, 0}, {0, 1, 2}, 3},
    {"cr", 0, true, true, {12, 8, 5}, {0, 1}, {0, 1, 2}, 3},
    {"rr", 0, true, false, {13, 9, 0}, {1, 2}, {0, 1}, 2},
    {"crr", 1, true, false, {14, 10, 0}, {2, 1}, {0, 1}, 2},
    {"cc", 0, false, false, {}, {0, 0}, {}, 0},
    {"rc", 0, false, false, {}, {1, 1}, {}, 0},
    {"crc", 0, false, false, {}, {1, 1}, {}, 0},
    {"rrc", 0, false, false, {}, {2, 2}, {}, 0},
    {"crrc", 0, false, false, {}, {2, 2}, {}, 0},
    {"rf", 0, false, false, {}, {1, 0}, {}, 0},
    {"crf", 0, false, false, {}, {0, 1}, {}, 0},
    {"rrf", 0, false, false, {}, {1, 2}, {}, 0},
    {"crrf", 0, false, false, {}, {2, 1}, {}, 0},
}};

/// The n-th lowest card of each set of cards that has more than n.
inline constexpr std::array<std::array<std::uint8_t, kCards>, 1 << kCards> kNthCard = [] {
  std::array<std::array<std::uint8_t, kCards>, 1 << kCards> table = {};
  for (unsigned set = 0; set < table.size(); ++set) {
    std::size_t n = 0;
    for (std::uint8_t card = 0; card < kCards; ++card) {
      if ((set >> card & 1) != 0) table[set][n++] = card;
    }
  }
  return table;
}();

}  // namespace leduc_poker

/// Whether players see suits.
class LeducPokerRules {
 public:
  static std::vector<std::string> names() { return {"leduc_poker"}; }
  static std::string title(std::string_view) { return "Leduc poker"; }
  static std::string summary(std::string_view) {
    return "Six cards, two rounds of betting, a common card in between.";
  }
  static std::vector<Parameter> parameters(std::string_view) {
    return {Parameter::choice("suits", "merged", {"merged", "distinct"},
                              "merged: players see ranks only; distinct: suits too")};
  }
  static Parsed<LeducPokerRules> make(const Settings& settings) {
    return LeducPokerRules(settings.text("suits") == "distinct");
  }

  Traits traits() const {
    return {.players = 2,
            .num_actions = 3,
            .longest_game = 8,
            .hidden_information = true,
            .chance = true};
  }
  /// The own and the common card, the seat, and what each decision of both rounds was.
  ObservationShape observation_shape() const {
    ObservationShape shape;
    for (const char* of : {"own_", "common_"}) {
      for (int card = 0; card < cards(); ++card) shape.planes.push_back(of + card_name(card));
    }
    shape.planes.insert(shape.planes.end(), {"seat_0", "seat_1"});
    for (const char* round : {"first_", "second_"}) {
      for (const char* decision : {"0_", "1_", "2_", "3_"}) {
        for (const char* action : {"fold", "call", "raise"}) {
          shape.planes.push_back(std::string(round) + decision + action);
        }
      }
    }
    return shape;
  }
  std::string spec() const { return distinct_ ? "leduc_poker(suits=distinct)" : "leduc_poker"; }

  bool distinct() const { return distinct_; }
  /// What chance may deal: 3 ranks or 6 cards.
  int cards() const { return distinct_ ? leduc_poker::kCards : leduc_poker::kRanks; }
  int rank(int card) const { return distinct_ ? card / 2 : card; }
  std::string card_name(int card) const {
    std::string name(1, leduc_poker::kRankNames[static_cast<std::size_t>(rank(card))]);
    if (distinct_) name += leduc_poker::kSuitNames[static_cast<std::size_t>(card % 2)];
    return name;
  }
  /// The most chips anyone can win, which are a utility of 1: the ante, and two raises each round.
  static constexpr double kMostChips = 1 + 2 * 2 + 2 * 4;

 private:
  explicit LeducPokerRules(bool distinct) : distinct_(distinct) {}
  bool distinct_;
};

/// A position.
class LeducPokerState {
 public:
  using Rules = LeducPokerRules;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = 3;
  static constexpr int kMaxLegalActions = 3;
  static constexpr int kMaxChanceOutcomes = leduc_poker::kCards;
  static constexpr Action kFold = 0;
  static constexpr Action kCall = 1;
  static constexpr Action kRaise = 2;

  enum FactKind : std::int32_t {
    kDealt,     ///< a: the player who has got a card
    kCard,      ///< a: the player, b: her card; to her alone
    kCommon,    ///< a: the common card
    kDecision,  ///< a: the player, b: her action, c: 1 if there was something to call
    kShowdown,  ///< a, b: the players' cards
  };

  explicit LeducPokerState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const LeducPokerState&, const LeducPokerState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const { return kind_; }

  PlayerSet movers() const {
    return kind_ == NodeKind::kDecision ? PlayerSet::only(now().mover) : PlayerSet();
  }

  void legal_actions(Player, ActionList<LeducPokerState>& out) const {
    const leduc_poker::Node& node = now();
    for (std::size_t i = 0; i < 3; ++i) out.data()[i] = node.legal[i];
    out.resize(node.legal_count);
  }

  bool is_legal(Player player, Action action) const {
    return movers().contains(player) && (action == kCall || (action == kFold && now().may_fold) ||
                                         (action == kRaise && now().may_raise));
  }

  Action sample_action(Player, Rng& rng) const {
    const leduc_poker::Node& node = now();
    return node.legal[rng.below(node.legal_count)];
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "an action that the betting allows");
    std::uint8_t& node = rounds_[round()];
    witness(everyone, Fact{kDecision, player, action, now().may_fold});
    node = now().next[static_cast<std::size_t>(action)];
    set_kind();
    if (is_showdown()) witness(everyone, Fact{kShowdown, card(0), card(1)});
  }

  void chance_outcomes(OutcomeList<LeducPokerState>& out) const {
    out.clear();
    const unsigned left = undealt(cards_);
    const double share = 1.0 / std::popcount(left);
    for (int card = 0; card < rules_->cards(); ++card) {
      const int copies = rules_->distinct() ? static_cast<int>(left >> card & 1)
                                            : std::popcount(left >> 2 * card & 3);
      if (copies > 0) out.push_back({card, copies * share});
    }
  }

  template <class Witness>
  void apply_chance(std::int32_t card, Witness& witness) {
    const int place = dealt();
    cards_ = static_cast<std::uint16_t>(cards_ | (card + 1) << 4 * place);
    set_kind();
    if (place == kCommonPlace) {
      witness(everyone, Fact{kCommon, card});
    } else {
      witness(everyone, Fact{kDealt, place});
      witness(only(place), Fact{kCard, place, card});
    }
  }

  template <class Witness>
  void sample_chance(Rng& rng, Witness& witness) {
    unsigned left = undealt(cards_);
    apply_chance(draw_card(left, rng), witness);
  }

  // ---- knowledge

  /// Deals the cards of players that the observer has not seen once more. (What players do says
  /// nothing about their cards, if they act uniformly.)
  void determinize(Player observer, Rng& rng) {
    const unsigned before = cards_;
    unsigned cards = before & seen_by(observer);
    unsigned left = undealt(cards);
    for (int place = 0; place < 2; ++place) {
      const unsigned bits = 15u << 4 * place;
      if ((before & bits) == 0 || (cards & bits) != 0) continue;
      cards |= static_cast<unsigned>(draw_card(left, rng) + 1) << 4 * place;
    }
    cards_ = static_cast<std::uint16_t>(cards);
  }

  /// The betting, how many cards have been dealt, and those that the player has seen.
  std::uint64_t info_key(Player player) const {
    return std::uint64_t{rounds_[0]} << 24 | std::uint64_t{rounds_[1]} << 16 |
           static_cast<std::uint64_t>(dealt()) << 12 | (cards_ & seen_by(player));
  }

  // ---- results

  double utility(Player player) const { return score(player) / Rules::kMostChips; }

  /// Chips won, less those put into the pot; until the end the latter.
  double score(Player player) const {
    const int paid = this->paid(player);
    if (kind_ != NodeKind::kTerminal) return -paid;
    const int other_paid = this->paid(1 - player);
    if (!is_showdown()) return paid > other_paid ? other_paid : -paid;  // who folds has paid less
    const int difference = strength(player) - strength(1 - player);
    return difference > 0 ? other_paid : difference < 0 ? -paid : 0;
  }

  /// Decisions made.
  int clock() const {
    std::size_t decisions = 0;
    for (const std::uint8_t node : rounds_) decisions += leduc_poker::kNodes[node].actions.size();
    return static_cast<int>(decisions);
  }
  std::string end_reason() const { return is_showdown() ? "showdown" : "fold"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    std::fill(tensor.begin(), tensor.end(), 0.0f);
    const auto cards = static_cast<std::size_t>(rules_->cards());
    if (card(player) >= 0) tensor[static_cast<std::size_t>(card(player))] = 1;
    if (card(kCommonPlace) >= 0) tensor[cards + static_cast<std::size_t>(card(kCommonPlace))] = 1;
    tensor[2 * cards + static_cast<std::size_t>(player)] = 1;
    for (std::size_t round = 0; round < 2; ++round) {
      std::size_t at = 2 * cards + 2 + 12 * round;
      for (const char action : leduc_poker::kNodes[rounds_[round]].actions) {
        tensor[at + kActionLetters.find(action)] = 1;
        at += 3;
      }
    }
  }

  // ---- text

  std::string validate() const {
    std::array<int, leduc_poker::kCards> copies = {};
    for (int place = 0; place < 3; ++place) {
      const int card = this->card(place);
      if (card >= rules_->cards()) return "a card is not in the deck";
      if (card >= 0 && ++copies[static_cast<std::size_t>(card)] > (rules_->distinct() ? 1 : 2)) {
        return "there are more cards of a kind than the deck has";
      }
    }
    if (card(0) < 0 && card(1) >= 0) return "cards are dealt in the order of seats";
    if (rounds_[0] != 0 && card(1) < 0) return "both cards are dealt before anyone acts";
    if (rounds_[0] >= leduc_poker::kNodes.size() || rounds_[1] >= leduc_poker::kNodes.size()) {
      return "there is no such betting";
    }
    const bool betting_goes_on = rounds_[0] >= kFirstEnd && rounds_[0] < kFirstFold;
    if (card(kCommonPlace) >= 0 && !betting_goes_on) {
      return "the common card is turned up when the first round ends without a fold";
    }
    if (rounds_[1] != 0 && card(kCommonPlace) < 0) {
      return "the common card is turned up before the second round";
    }
    LeducPokerState same = *this;
    same.set_kind();
    return same == *this ? "" : "the kind of node is not what the betting makes it";
  }

  /// The cards, - for none, and the actions of both rounds: "JQK/crc/cc".
  std::string to_text() const {
    std::string text;
    for (int place = 0; place < 3; ++place) text += name_of(card(place));
    for (const std::uint8_t node : rounds_) {
      text += '/';
      text += leduc_poker::kNodes[node].actions;
    }
    return text;
  }

  static Parsed<LeducPokerState> from_text(const Rules& rules, std::string_view text) {
    LeducPokerState state(rules);
    std::size_t at = 0;
    for (int place = 0; place < 3; ++place) {
      if (at < text.size() && text[at] == '-') {
        ++at;
        continue;
      }
      const int card = read_card(rules, text.substr(at));
      if (card < 0) {
        return ParseError{std::string("a card ") +
                              (rules.distinct() ? "such as Js or Kh" : "J, Q, K") +
                              " or - was expected",
                          at};
      }
      state.cards_ = static_cast<std::uint16_t>(state.cards_ | (card + 1) << 4 * place);
      at += rules.card_name(card).size();
    }
    for (std::uint8_t& round : state.rounds_) {
      if (at >= text.size() || text[at] != '/') {
        return ParseError{"'/' and the actions of a round were expected", at};
      }
      const std::size_t start = ++at;
      while (at < text.size() && kActionLetters.find(text[at]) != std::string_view::npos) ++at;
      const std::string_view actions = text.substr(start, at - start);
      const auto* const node =
          std::find_if(leduc_poker::kNodes.begin(), leduc_poker::kNodes.end(),
                       [&](const leduc_poker::Node& n) { return n.actions == actions; });
      if (node == leduc_poker::kNodes.end()) {
        return ParseError{"a round of betting cannot go '" + std::string(actions) + "'", start};
      }
      round = static_cast<std::uint8_t>(node - leduc_poker::kNodes.begin());
    }
    if (at < text.size()) {
      return ParseError{"an action f, c, r or the end of the text was expected", at};
    }
    state.set_kind();
    if (const std::string wrong = state.validate(); !wrong.empty()) return ParseError{wrong};
    return state;
  }

  /// fold; check, or call if there is something to call; bet, or raise.
  std::string action_to_text(Player, Action action) const {
    const bool facing = now().may_fold;
    return action == kFold   ? "fold"
           : action == kCall ? (facing ? "call" : "check")
           : facing          ? "raise"
                             : "bet";
  }

  Parsed<Action> parse_action(Player player, std::string_view text) const {
    for (Action action = 0; action < kNumActions; ++action) {
      if (text == action_to_text(player, action)) return action;
    }
    return ParseError{action_to_text(player, kFold) + ", " + action_to_text(player, kCall) +
                      " or " + action_to_text(player, kRaise) + " was expected, not '" +
                      std::string(text) + "'"};
  }

  std::string chance_to_text(std::int32_t card) const {
    return card >= 0 && card < rules_->cards() ? rules_->card_name(card) : "?";
  }

  Parsed<std::int32_t> parse_chance(std::string_view text) const {
    const int card = read_card(*rules_, text);
    if (card < 0 || text != rules_->card_name(card)) {
      return ParseError{"a card such as " + rules_->card_name(0) + " was expected, not '" +
                        std::string(text) + "'"};
    }
    return card;
  }

  std::string fact_to_text(const Fact& fact) const {
    const std::string player = "player " + std::to_string(fact.a);
    switch (fact.kind) {
      case kDealt:
        return player + " is dealt a card";
      case kCard:
        return player + " holds " + chance_to_text(fact.b);
      case kCommon:
        return "the common card is " + chance_to_text(fact.a);
      case kDecision:
        return player + (fact.b == kFold   ? " folds"
                         : fact.b == kCall ? (fact.c != 0 ? " calls" : " checks")
                         : fact.c != 0     ? " raises"
                                           : " bets");
      default:
        return "shown: player 0 " + chance_to_text(fact.a) + " player 1 " + chance_to_text(fact.b);
    }
  }

  std::string draw() const {
    std::string picture = "common card: " + name_of(card(kCommonPlace)) + "\n";
    for (Player p = 0; p < 2; ++p) {
      picture += "player " + std::to_string(p) + ": " + name_of(card(p)) + ", " +
                 std::to_string(paid(p)) + " in the pot" +
                 (movers().contains(p) ? ", to move\n" : "\n");
    }
    return picture;
  }

 private:
  static constexpr int kCommonPlace = 2;
  static constexpr int kFirstEnd = leduc_poker::kFirstEnd;
  static constexpr int kFirstFold = leduc_poker::kFirstFold;
  static constexpr std::string_view kActionLetters = "fcr";

  std::size_t round() const { return cards_ >> 4 * kCommonPlace != 0 ? 1 : 0; }
  const leduc_poker::Node& now() const { return leduc_poker::kNodes[rounds_[round()]]; }
  int card(int place) const { return (cards_ >> 4 * place & 15) - 1; }  // -1: none
  std::string name_of(int card) const { return card < 0 ? "-" : rules_->card_name(card); }
  int dealt() const { return (std::bit_width(cards_) + 3) / 4; }
  bool is_showdown() const { return rounds_[1] >= kFirstEnd && rounds_[1] < kFirstFold; }

  void set_kind() {
    const std::uint8_t node = rounds_[round()];
    kind_ = dealt() < 2                          ? NodeKind::kChance
            : node < kFirstEnd                   ? NodeKind::kDecision
            : node >= kFirstFold || round() == 1 ? NodeKind::kTerminal
                                                 : NodeKind::kChance;
  }

  int paid(Player player) const {
    const auto p = static_cast<std::size_t>(player);
    return 1 + 2 * leduc_poker::kNodes[rounds_[0]].raises[p] +
           4 * leduc_poker::kNodes[rounds_[1]].raises[p];
  }

  /// At a showdown: a pair before a high card.
  int strength(Player player) const {
    const int rank = rules_->rank(card(player));
    return rank == rules_->rank(card(kCommonPlace)) ? leduc_poker::kRanks : rank;
  }

  /// The six cards as bits, without these. A card of a merged rank is the first of it that is left.
  unsigned undealt(unsigned cards) const {
    unsigned left = (1u << leduc_poker::kCards) - 1u;
    for (; cards != 0; cards >>= 4) {
      const unsigned held = cards & 15;
      if (held == 0) continue;
      if (rules_->distinct()) {
        left &= ~(1u << (held - 1));
      } else {
        const unsigned of_rank = left & 3u << 2 * (held - 1);
        left &= ~(of_rank & (0u - of_rank));
      }
    }
    return left;
  }

  /// Takes one of the cards away at random, and says which.
  int draw_card(unsigned& left, Rng& rng) const {
    const auto count = static_cast<std::uint32_t>(std::popcount(left));
    const int card = leduc_poker::kNthCard[left][rng.below(count)];
    left &= ~(1u << card);
    return rules_->distinct() ? card : card / 2;
  }

  /// The bits of the cards that the observer has seen.
  unsigned seen_by(Player observer) const {
    if (is_showdown()) return 0xfff;
    return observer == kPublic ? 0xf00u : 0xf00u | 15u << 4 * observer;
  }

  /// The card that the text begins with, or -1.
  static int read_card(const Rules& rules, std::string_view text) {
    for (int card = 0; card < rules.cards(); ++card) {
      const std::string name = rules.card_name(card);
      if (text.substr(0, name.size()) == name) return card;
    }
    return -1;
  }

  RulesPointer<Rules> rules_;
  std::uint16_t cards_ = 0;                      // four bits each: player 0, player 1, common; + 1
  std::array<std::uint8_t, 2> rounds_ = {0, 0};  // a node of each round
  NodeKind kind_ = NodeKind::kChance;
};

static_assert(GameRules<LeducPokerRules> && GameState<LeducPokerState>);
static_assert(sizeof(LeducPokerState) == 16);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_LEDUC_POKER_H_
