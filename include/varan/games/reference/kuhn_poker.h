// Kuhn poker: everyone puts 1 chip into the pot and gets one card of a deck without suits. In turn,
// players pass or bet 1 chip; after a bet each of the others, once, folds or calls it. The highest
// card still in wins the pot. Two players and 3 cards: Kuhn 1950, whose value for the first player
// is -1/18 chip. Three players and 4 cards: Abou Risk and Szafron 2010. Options: `players` 2 or 3,
// `cards` up to 13.
//
// Action ids: 0 passes (a check, or a fold if there is a bet), 1 bets (or calls). Chance outcomes
// are cards from the lowest, 0. Positions as text: the cards, then the passes and bets so far:
// "QJ/pb", "--/" before the deal. A state: 16 bytes.
#ifndef VARAN_GAMES_REFERENCE_KUHN_POKER_H_
#define VARAN_GAMES_REFERENCE_KUHN_POKER_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/bits.h"
#include "varan/game.h"

namespace varan {

/// The betting, in tables. A history is a number: a leading 1, then a bit for each decision.
namespace kuhn_poker {

inline constexpr int kMaxPlayers = 3;
inline constexpr int kMaxCards = 13;
inline constexpr std::string_view kRanks = "23456789TJQKA";
inline constexpr unsigned kNoHistory = 1;
inline constexpr std::size_t kHistories = 1 << (2 * kMaxPlayers);

/// What a history leads to.
struct Node {
  bool reachable = false;
  bool terminal = false;
  bool bet = false;          ///< there is a bet
  std::uint8_t mover = 0;    ///< if not terminal
  std::uint8_t bettors = 0;  ///< the players who have bet or called, as bits
  std::uint8_t in = 0;       ///< those who will see the showdown; at a terminal
};

constexpr std::array<Node, kHistories> make_nodes(int players) {
  std::array<Node, kHistories> nodes;
  for (unsigned history = 1; history < kHistories; ++history) {
    Node& node = nodes[history];
    const int decisions = std::bit_width(history) - 1;
    int last = players;  // how many decisions there will be; a bet asks all others once more
    for (int i = 0; i < decisions; ++i) {
      if ((history >> (decisions - 1 - i) & 1) == 0) continue;
      if (!node.bet) last = i + players;
      node.bet = true;
      node.bettors = static_cast<std::uint8_t>(node.bettors | 1 << i % players);
    }
    const int first_bet = node.bet ? last - players : decisions;
    node.reachable =
        decisions <= last && first_bet <= players && (!node.bet || first_bet < players);
    node.terminal = decisions == last;
    node.mover = static_cast<std::uint8_t>(decisions % players);
    node.in = node.bet ? node.bettors : static_cast<std::uint8_t>((1 << players) - 1);
  }
  return nodes;
}
inline constexpr std::array<std::array<Node, kHistories>, 2> kNodes = {make_nodes(2),
                                                                       make_nodes(3)};

/// Of some players (as bits), the four bits that each one's card has in a word.
inline constexpr std::array<std::uint16_t, 1 << kMaxPlayers> kHands = {0x000, 0x00f, 0x0f0, 0x0ff,
                                                                       0xf00, 0xf0f, 0xff0, 0xfff};

}  // namespace kuhn_poker

/// The number of players and of cards.
class KuhnPokerRules {
 public:
  static std::vector<std::string> names() { return {"kuhn_poker"}; }
  static std::string title(std::string_view) { return "Kuhn poker"; }
  static std::string summary(std::string_view) {
    return "One card each, one bet; the highest card that stays in wins.";
  }
  static std::vector<Parameter> parameters(std::string_view) {
    return {Parameter::integer("players", 2, 2, kuhn_poker::kMaxPlayers, "number of players"),
            Parameter::integer("cards", 3, 3, kuhn_poker::kMaxCards,
                               "cards in the deck, more than players; 4 for three players if not "
                               "given")};
  }
  static Parsed<KuhnPokerRules> make(const Settings& settings) {
    const int players = static_cast<int>(settings.integer("players"));
    const int cards =
        settings.given("cards") ? static_cast<int>(settings.integer("cards")) : players + 1;
    if (cards <= players) {
      return ParseError{"cards=" + std::to_string(cards) + " are too few for " +
                        std::to_string(players) + " players; " + std::to_string(players + 1) +
                        " or more are needed"};
    }
    return KuhnPokerRules(players, cards);
  }

  Traits traits() const {
    return {.players = players_,
            .num_actions = 2,
            .longest_game = most_decisions(),
            .hidden_information = true,
            .chance = true};
  }
  /// The own card, the seat, and what each decision so far was.
  ObservationShape observation_shape() const {
    ObservationShape shape;
    for (int card = 0; card < cards_; ++card) {
      shape.planes.push_back("card_" + std::string(1, card_name(card)));
    }
    for (int p = 0; p < players_; ++p) shape.planes.push_back("seat_" + std::to_string(p));
    for (int i = 0; i < most_decisions(); ++i) {
      shape.planes.push_back("pass_" + std::to_string(i));
      shape.planes.push_back("bet_" + std::to_string(i));
    }
    return shape;
  }
  std::string spec() const {
    Spec spec{"kuhn_poker", {}};
    if (players_ != 2) spec.parameters.emplace_back("players", std::to_string(players_));
    if (cards_ != players_ + 1) spec.parameters.emplace_back("cards", std::to_string(cards_));
    return to_string(spec);
  }

  int players() const { return players_; }
  int cards() const { return cards_; }
  int most_decisions() const { return 2 * players_ - 1; }
  /// The most chips anyone can win, which are a utility of 1.
  double most_chips() const { return 2 * (players_ - 1); }
  const kuhn_poker::Node& node(unsigned history) const {
    return kuhn_poker::kNodes[static_cast<std::size_t>(players_ - 2)][history];
  }
  /// J Q K, J Q K A, or as many as there are up to the ace.
  char card_name(int card) const { return kuhn_poker::kRanks[lowest_rank() + as_size(card)]; }
  /// The card of this name, or -1.
  int card_named(char name) const {
    const std::size_t rank = kuhn_poker::kRanks.find(name);
    if (rank == std::string_view::npos || rank < lowest_rank()) return -1;
    const int card = static_cast<int>(rank - lowest_rank());
    return card < cards_ ? card : -1;
  }

 private:
  KuhnPokerRules(int players, int cards) : players_(players), cards_(cards) {}
  static constexpr std::size_t as_size(int n) { return static_cast<std::size_t>(n); }
  std::size_t lowest_rank() const {
    return as_size(std::min(kuhn_poker::kMaxCards - cards_, kuhn_poker::kMaxCards - 4));
  }

  int players_;
  int cards_;
};

/// A position.
class KuhnPokerState {
 public:
  using Rules = KuhnPokerRules;
  static constexpr int kMaxPlayers = kuhn_poker::kMaxPlayers;
  static constexpr int kNumActions = 2;
  static constexpr int kMaxLegalActions = 2;
  static constexpr int kMaxChanceOutcomes = kuhn_poker::kMaxCards;
  static constexpr Action kPass = 0;
  static constexpr Action kBet = 1;

  enum FactKind : std::int32_t {
    kDealt,     ///< a: the player who has got a card
    kCard,      ///< a: the player, b: her card; to her alone
    kDecision,  ///< a: the player, b: her action, c: 1 if there was a bet
    kShowdown,  ///< a, b, c: the players' cards + 1, 0 for a card that is not shown
  };

  explicit KuhnPokerState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const KuhnPokerState&, const KuhnPokerState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return rules_->players(); }

  // ---- play

  NodeKind kind() const {
    return dealt_ < players() ? NodeKind::kChance
           : node().terminal  ? NodeKind::kTerminal
                              : NodeKind::kDecision;
  }

  PlayerSet movers() const {
    return kind() == NodeKind::kDecision ? PlayerSet::only(node().mover) : PlayerSet();
  }

  void legal_actions(Player, ActionList<KuhnPokerState>& out) const {
    out.resize(2);
    out[0] = kPass;
    out[1] = kBet;
  }

  bool is_legal(Player player, Action action) const {
    return movers().contains(player) && (action == kPass || action == kBet);
  }

  Action sample_action(Player, Rng& rng) const { return static_cast<Action>(rng() >> 63); }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "a pass or a bet of the mover");
    witness(everyone, Fact{kDecision, player, action, node().bet});
    history_ = static_cast<std::uint8_t>(history_ << 1 | action);
    if (is_showdown()) {
      const unsigned shown = cards_ & kuhn_poker::kHands[node().in];
      const auto card = [shown](int p) { return static_cast<std::int32_t>(shown >> 4 * p & 15); };
      witness(everyone, Fact{kShowdown, card(0), card(1), card(2)});
    }
  }

  /// Each card that has not been dealt.
  void chance_outcomes(OutcomeList<KuhnPokerState>& out) const {
    out.clear();
    for (unsigned left = undealt(cards_); left != 0; left &= left - 1) {
      out.push_back({std::countr_zero(left) - 1, 1.0 / (rules_->cards() - dealt_)});
    }
  }

  template <class Witness>
  void apply_chance(std::int32_t card, Witness& witness) {
    const Player player = dealt_++;
    cards_ = static_cast<std::uint16_t>(cards_ | (card + 1) << 4 * player);
    witness(everyone, Fact{kDealt, player});
    witness(only(player), Fact{kCard, player, card});
  }

  template <class Witness>
  void sample_chance(Rng& rng, Witness& witness) {
    const auto left = static_cast<std::uint32_t>(rules_->cards() - dealt_);
    apply_chance(nth_element(undealt(cards_), rng.below(left)) - 1, witness);
  }

  // ---- knowledge

  /// Deals the cards that the observer has not seen once more. (What players do says nothing about
  /// their cards, if they act uniformly.)
  void determinize(Player observer, Rng& rng) {
    unsigned cards = cards_ & seen_by(observer);
    unsigned left = undealt(cards);
    auto count = static_cast<std::uint32_t>(std::popcount(left));
    for (Player p = 0; p < dealt_; ++p) {
      if ((cards >> 4 * p & 15) != 0) continue;
      const int card = nth_element(left, rng.below(count--));
      left ^= 1u << card;
      cards |= static_cast<unsigned>(card) << 4 * p;
    }
    cards_ = static_cast<std::uint16_t>(cards);
  }

  /// The history, how many cards have been dealt, and the cards that the player has seen.
  std::uint64_t info_key(Player player) const {
    return std::uint64_t{history_} << 16 | std::uint64_t{dealt_} << 12 | (cards_ & seen_by(player));
  }

  // ---- results

  /// Chips won, as a share of the most that anyone can win.
  double utility(Player player) const { return score(player) / rules_->most_chips(); }
  /// Chips won, less those put into the pot; until the end the latter.
  double score(Player player) const {
    const double paid = 1 + (node().bettors >> player & 1);
    if (kind() != NodeKind::kTerminal || player != winner()) return -paid;
    return players() + std::popcount(node().bettors) - paid;
  }
  int clock() const { return std::bit_width(history_) - 1; }  ///< decisions made
  std::string end_reason() const { return is_showdown() ? "showdown" : "folds"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    std::fill(tensor.begin(), tensor.end(), 0.0f);
    const int card = this->card(player);
    if (card >= 0) tensor[static_cast<std::size_t>(card)] = 1;
    std::size_t at = static_cast<std::size_t>(rules_->cards());
    tensor[at + static_cast<std::size_t>(player)] = 1;
    at += static_cast<std::size_t>(players());
    for (int i = clock(); i-- > 0; at += 2) tensor[at + (history_ >> i & 1)] = 1;
  }

  // ---- text

  std::string validate() const {
    if (dealt_ > players()) return "there are more cards than players";
    unsigned held = 0;
    for (Player p = 0; p < kMaxPlayers; ++p) {
      const int card = this->card(p);
      if (card >= rules_->cards()) return "a card is not in the deck";
      if ((card >= 0) != (p < dealt_)) return "cards are dealt in the order of seats";
      if (card >= 0 && (held >> card & 1) != 0) return "a card is held twice";
      if (card >= 0) held |= 1u << card;
    }
    if (history_ != kuhn_poker::kNoHistory && dealt_ < players()) {
      return "all cards are dealt before anyone acts";
    }
    if (history_ == 0 || history_ >= kuhn_poker::kHistories || !node().reachable) {
      return "the game was over before the last of these passes and bets";
    }
    return {};
  }

  /// Cards in the order of seats, - for none; then p for a pass and b for a bet: "QJ/pb".
  std::string to_text() const {
    std::string text;
    for (Player p = 0; p < players(); ++p) text += name_of(card(p));
    text += '/';
    for (int i = clock(); i-- > 0;) text += (history_ >> i & 1) != 0 ? 'b' : 'p';
    return text;
  }

  static Parsed<KuhnPokerState> from_text(const Rules& rules, std::string_view text) {
    KuhnPokerState state(rules);
    const auto players = static_cast<std::size_t>(rules.players());
    for (std::size_t i = 0; i < players; ++i) {
      const int card = i < text.size() ? rules.card_named(text[i]) : -1;
      if (card < 0 && (i >= text.size() || text[i] != '-')) {
        return ParseError{"a card " + std::string(1, rules.card_name(0)) + " .. " +
                              rules.card_name(rules.cards() - 1) + " or - was expected",
                          std::min(i, text.size())};
      }
      state.cards_ = static_cast<std::uint16_t>(state.cards_ | (card + 1) << 4 * i);
      state.dealt_ = static_cast<std::uint8_t>(state.dealt_ + (card >= 0));
    }
    if (text.size() <= players || text[players] != '/') {
      return ParseError{"'/' was expected after the cards", std::min(players, text.size())};
    }
    for (std::size_t i = players + 1; i < text.size(); ++i) {
      if (text[i] != 'p' && text[i] != 'b') {
        return ParseError{"p for a pass or b for a bet was expected", i};
      }
      if (state.clock() == rules.most_decisions()) {
        return ParseError{"the game was over before this", i};
      }
      state.history_ = static_cast<std::uint8_t>(state.history_ << 1 | (text[i] == 'b'));
    }
    if (const std::string wrong = state.validate(); !wrong.empty()) return ParseError{wrong};
    return state;
  }

  /// check and bet, or fold and call if there is a bet.
  std::string action_to_text(Player, Action action) const {
    return action == kPass ? (node().bet ? "fold" : "check") : node().bet ? "call" : "bet";
  }

  Parsed<Action> parse_action(Player player, std::string_view text) const {
    for (const Action action : {kPass, kBet}) {
      if (text == action_to_text(player, action)) return action;
    }
    return ParseError{action_to_text(player, kPass) + " or " + action_to_text(player, kBet) +
                      " was expected, not '" + std::string(text) + "'"};
  }

  std::string chance_to_text(std::int32_t card) const {
    return card >= 0 && card < rules_->cards() ? std::string(1, name_of(card)) : "?";
  }

  Parsed<std::int32_t> parse_chance(std::string_view text) const {
    const int card = text.size() == 1 ? rules_->card_named(text[0]) : -1;
    if (card < 0) return ParseError{"a card was expected, not '" + std::string(text) + "'"};
    return card;
  }

  std::string fact_to_text(const Fact& fact) const {
    const std::string player = "player " + std::to_string(fact.a);
    switch (fact.kind) {
      case kDealt:
        return player + " is dealt a card";
      case kCard:
        return player + " holds " + chance_to_text(fact.b);
      case kDecision:
        return player + (fact.b == kPass ? (fact.c != 0 ? " folds" : " checks")
                         : fact.c != 0   ? " calls"
                                         : " bets");
      default: {
        std::string text = "shown:";
        const std::array<std::int32_t, kMaxPlayers> shown = {fact.a, fact.b, fact.c};
        for (std::size_t p = 0; p < shown.size(); ++p) {
          if (shown[p] == 0) continue;
          text += " player " + std::to_string(p) + " " + chance_to_text(shown[p] - 1);
        }
        return text;
      }
    }
  }

  std::string draw() const {
    std::string picture;
    for (Player p = 0; p < players(); ++p) {
      picture += "player " + std::to_string(p) + ": " + name_of(card(p)) + ", " +
                 std::to_string(1 + (node().bettors >> p & 1)) + " in the pot" +
                 (movers().contains(p) ? ", to move\n" : "\n");
    }
    return picture;
  }

 private:
  const kuhn_poker::Node& node() const { return rules_->node(history_); }
  int card(Player p) const { return (cards_ >> 4 * p & 15) - 1; }  // -1: none
  char name_of(int card) const { return card < 0 ? '-' : rules_->card_name(card); }
  bool is_showdown() const { return node().terminal && std::popcount(node().in) > 1; }

  /// Of these hands, the cards that are in none: bit 1 for card 0, and so on.
  unsigned undealt(unsigned cards) const {
    unsigned left = (2u << rules_->cards()) - 2u;
    for (; cards != 0; cards >>= 4) left &= ~(1u << (cards & 15));
    return left;
  }

  /// The bits of the cards that the observer has seen.
  unsigned seen_by(Player observer) const {
    const unsigned own = observer == kPublic ? 0u : 15u << 4 * observer;
    return is_showdown() ? own | kuhn_poker::kHands[node().in] : own;
  }

  /// At a terminal: the highest card still in.
  Player winner() const {
    Player best = std::countr_zero(node().in);
    for (unsigned others = node().in & (node().in - 1u); others != 0; others &= others - 1) {
      const Player p = std::countr_zero(others);
      if (card(p) > card(best)) best = p;
    }
    return best;
  }

  RulesPointer<Rules> rules_;
  std::uint16_t cards_ = 0;  // four bits a player: card + 1, or 0
  std::uint8_t history_ = kuhn_poker::kNoHistory;
  std::uint8_t dealt_ = 0;  // how many cards
};

static_assert(GameRules<KuhnPokerRules> && GameState<KuhnPokerState>);
static_assert(sizeof(KuhnPokerState) == 16);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_KUHN_POKER_H_
