// Goofspiel (Ross 1971): everyone holds the same cards, 1 to n. In each round a prize of 1 to n
// points is turned up and all bid a card at once; the only highest bid wins the prize, and a prize
// for which the highest bid is tied goes to nobody. Each card is bid once.
//
// Options: `cards` n; `players`; `prizes` ascending, descending or random (turned up by chance);
// `bids` open, or hidden: players learn no more than who has won a prize (Lisy, Lanctot,
// Bowling 2015; two players only); `payoff` win, for the most points, or points: a player's points
// less the mean of all, as a share of the most that can be.
//
// Action ids and chance outcomes are cards from the lowest, 0. As text the cards are A, 2 .. 9, T,
// J, Q, K. Positions as text: the prizes turned up, then each player's bids, in order:
// "3A2/2A/A3". A state: 64 bytes.
#ifndef VARAN_GAMES_REFERENCE_GOOFSPIEL_H_
#define VARAN_GAMES_REFERENCE_GOOFSPIEL_H_

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

namespace goofspiel {

inline constexpr int kMaxCards = 13;
inline constexpr int kMaxPlayers = 4;
inline constexpr std::string_view kCardNames = "A23456789TJQK";

/// Cards in order, four bits each, the first in the lowest; a card is its points, 1 .. 13.
using Cards = std::uint64_t;
constexpr int card_at(Cards cards, int place) { return static_cast<int>(cards >> 4 * place & 15); }

/// Bids of two players, and what both know of them: how many rounds there were, and who won each
/// (0 nobody, 1 player 0, 2 player 1).
struct HiddenBids {
  int cards = 0;
  int rounds = 0;
  std::array<std::uint8_t, kMaxCards> winners = {};
  std::array<Cards, 2> bids = {};
};
/// Draws the bids that the observer (a player or kPublic) does not know, uniformly among all with
/// these winners. For a player it takes some microseconds, for the public tens of them.
void draw_bids(HiddenBids& hidden, Player observer, Rng& rng);

}  // namespace goofspiel

/// The options.
class GoofspielRules {
 public:
  enum class Prizes { kAscending, kDescending, kRandom };

  static std::vector<std::string> names() { return {"goofspiel"}; }
  static std::string title(std::string_view) { return "Goofspiel"; }
  static std::string summary(std::string_view) {
    return "Everyone bids a card at once for each prize; every card can be bid once.";
  }
  static std::vector<Parameter> parameters(std::string_view) {
    return {
        Parameter::integer("cards", 13, 3, goofspiel::kMaxCards, "cards of each hand, and prizes"),
        Parameter::integer("players", 2, 2, goofspiel::kMaxPlayers, "number of players"),
        Parameter::choice("prizes", "random", {"ascending", "descending", "random"},
                          "the order of prizes; random: turned up by chance"),
        Parameter::choice("bids", "open", {"open", "hidden"},
                          "hidden: players learn only who has won a prize"),
        Parameter::choice("payoff", "win", {"win", "points"},
                          "what counts in the end: to have the most points, or how many more"),
    };
  }
  static Parsed<GoofspielRules> make(const Settings& settings) {
    if (settings.text("bids") == "hidden" && settings.integer("players") != 2) {
      return ParseError{"bids=hidden is for players=2"};
    }
    return GoofspielRules(settings);
  }

  Traits traits() const {
    return {.players = players_,
            .num_actions = cards_,
            .longest_game = cards_ * players_,
            .hidden_information = hidden_,
            .chance = prizes_ == Prizes::kRandom,
            .simultaneous = true};
  }
  /// A column a card. Others in the order of seats behind the player; hidden bids show with which
  /// cards she has won, lost and tied instead of their hands.
  ObservationShape observation_shape() const {
    ObservationShape shape{{"hand", "committed", "prize", "prizes_left", "points"}, 1, cards_};
    for (int other = 1; other < players_; ++other) {
      shape.planes.push_back("points_" + std::to_string(other));
      if (!hidden_) shape.planes.push_back("hand_" + std::to_string(other));
    }
    if (hidden_) shape.planes.insert(shape.planes.end(), {"won_with", "lost_with", "tied_with"});
    return shape;
  }
  std::string spec() const { return spec_; }

  int cards() const { return cards_; }
  int players() const { return players_; }
  Prizes prizes() const { return prizes_; }
  bool hidden() const { return hidden_; }
  bool by_points() const { return by_points_; }
  /// The most points above the mean that anyone can have. Nobody can win the prize of 1 point
  /// besides all others: with two players it is the other's, with more it may be nobody's.
  double most_above_mean() const {
    const double total = cards_ * (cards_ + 1) / 2;
    return players_ == 2 ? total / 2 - 1 : (total - 1) * (players_ - 1) / players_;
  }
  /// The order of prizes; 0 if it is random.
  goofspiel::Cards order() const { return order_; }

 private:
  explicit GoofspielRules(const Settings& settings)
      : cards_(static_cast<int>(settings.integer("cards"))),
        players_(static_cast<int>(settings.integer("players"))),
        prizes_(settings.text("prizes") == "ascending"    ? Prizes::kAscending
                : settings.text("prizes") == "descending" ? Prizes::kDescending
                                                          : Prizes::kRandom),
        hidden_(settings.text("bids") == "hidden"),
        by_points_(settings.text("payoff") == "points"),
        spec_(settings.spec()) {
    for (int round = 0; round < cards_ && prizes_ != Prizes::kRandom; ++round) {
      const int prize = prizes_ == Prizes::kAscending ? round + 1 : cards_ - round;
      order_ |= static_cast<goofspiel::Cards>(prize) << 4 * round;
    }
  }

  int cards_;
  int players_;
  Prizes prizes_;
  bool hidden_;
  bool by_points_;
  goofspiel::Cards order_ = 0;
  std::string spec_;
};

/// A position.
class GoofspielState {
 public:
  using Rules = GoofspielRules;
  using Cards = goofspiel::Cards;
  static constexpr int kMaxPlayers = goofspiel::kMaxPlayers;
  static constexpr int kNumActions = goofspiel::kMaxCards;
  static constexpr int kMaxLegalActions = goofspiel::kMaxCards;
  static constexpr int kMaxChanceOutcomes = goofspiel::kMaxCards;

  enum FactKind : std::int32_t {
    kPrize,      ///< a: the prize turned up
    kCommitted,  ///< a: the player, b: her bid; to her alone
    kBids,  ///< open bids of a round. a: four bits a player, b: the winner + 1 or 0, c: the prize
    kWon,   ///< the same of hidden bids, without a
  };

  explicit GoofspielState(const Rules& rules)
      : rules_(rules), prizes_(rules.order()), pending_(PlayerSet::first(rules.players())) {
    const auto deck = static_cast<std::uint16_t>((1u << rules.cards()) - 1u);
    std::fill_n(hands_.begin(), rules.players(), deck);
    if (prizes_ == 0) prizes_left_ = deck;
  }
  friend bool operator==(const GoofspielState&, const GoofspielState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return rules_->players(); }

  // ---- play

  NodeKind kind() const {
    return round_ == rules_->cards() ? NodeKind::kTerminal
           : prize() == 0            ? NodeKind::kChance
                                     : NodeKind::kDecision;
  }

  PlayerSet movers() const { return kind() == NodeKind::kDecision ? pending_ : PlayerSet(); }

  void legal_actions(Player player, ActionList<GoofspielState>& out) const {
    out.clear();
    for (unsigned left = hand(player); left != 0; left &= left - 1) {
      out.push_back(std::countr_zero(left));
    }
  }

  bool is_legal(Player player, Action action) const {
    return movers().contains(player) && action >= 0 && action < rules_->cards() &&
           (hand(player) >> action & 1) != 0;
  }

  Action sample_action(Player player, Rng& rng) const {
    return nth_element(hand(player), rng.below(static_cast<std::uint32_t>(cards_left())));
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "a card of the hand");
    bids_[at(player)] |= static_cast<Cards>(action + 1) << 4 * round_;
    pending_ = pending_.without(player);
    witness(only(player), Fact{kCommitted, player, action + 1});
    if (pending_.empty()) end_round(witness);
  }

  /// Each prize that has not been turned up.
  void chance_outcomes(OutcomeList<GoofspielState>& out) const {
    out.clear();
    for (unsigned left = prizes_left_; left != 0; left &= left - 1) {
      out.push_back({std::countr_zero(left), 1.0 / cards_left()});
    }
  }

  template <class Witness>
  void apply_chance(std::int32_t outcome, Witness& witness) {
    prizes_ |= static_cast<Cards>(outcome + 1) << 4 * round_;
    prizes_left_ = static_cast<std::uint16_t>(prizes_left_ & ~(1u << outcome));
    witness(everyone, Fact{kPrize, outcome + 1});
  }

  template <class Witness>
  void sample_chance(Rng& rng, Witness& witness) {
    const auto count = static_cast<std::uint32_t>(cards_left());
    apply_chance(nth_element(prizes_left_, rng.below(count)), witness);
  }

  // ---- knowledge

  /// Takes back what others have bid in the round that goes on, and draws hidden bids anew.
  void determinize(Player observer, Rng& rng) {
    for (Player p = 0; p < players() && kind() == NodeKind::kDecision; ++p) {
      if (p == observer) continue;
      bids_[at(p)] &= rounds_played();
      pending_ = pending_.with(p);
    }
    if (rules_->hidden() && round_ > 0) draw_hidden_bids(observer, rng);
  }

  /// The prizes, the own bids, and the others' or what is known of them.
  std::uint64_t info_key(Player player) const {
    std::uint64_t key = fold(prizes_, bids_[at(player)]);
    if (rules_->hidden()) {
      std::uint64_t winners = round_;
      for (int round = 0; round < round_; ++round) {
        winners = winners << 2 | static_cast<unsigned>(winner_of(round) + 1);
      }
      return fold(key, winners);
    }
    for (Player p = 0; p < players(); ++p) {
      if (p != player) key = fold(key, bids_[at(p)] & rounds_played());
    }
    return key;
  }

  // ---- results

  double utility(Player player) const {
    const double players = this->players();
    if (rules_->by_points()) {
      double sum = 0;
      for (const std::uint8_t points : points_) sum += points;
      return (points_[at(player)] - sum / players) / rules_->most_above_mean();
    }
    const std::uint8_t most = *std::max_element(points_.begin(), points_.begin() + this->players());
    if (points_[at(player)] < most) return -1 / (players - 1);
    const auto winners = std::count(points_.begin(), points_.begin() + this->players(), most);
    return (players / static_cast<double>(winners) - 1) / (players - 1);
  }
  double score(Player player) const { return points_[at(player)]; }  ///< points won
  int clock() const { return round_; }                               ///< rounds played
  std::string end_reason() const { return "played"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    const auto columns = static_cast<std::size_t>(rules_->cards());
    std::size_t at_plane = 0;
    const auto put_set = [&](unsigned cards) {
      for (std::size_t i = 0; i < columns; ++i) {
        tensor[at_plane++] = static_cast<float>(cards >> i & 1);
      }
    };
    const auto put_points = [&](Player of) {
      const float share = static_cast<float>(points_[at(of)]) /
                          static_cast<float>(rules_->cards() * (rules_->cards() + 1) / 2);
      for (std::size_t i = 0; i < columns; ++i) tensor[at_plane++] = share;
    };
    const auto set_of = [](int card) { return (1u << card) >> 1; };  // empty for no card
    unsigned prizes_left = (1u << rules_->cards()) - 1;
    for (int round = 0; round <= round_; ++round) {
      prizes_left &= ~set_of(goofspiel::card_at(prizes_, round));
    }
    put_set(hand(player));
    put_set(set_of(goofspiel::card_at(bids_[at(player)], round_)));
    put_set(set_of(prize()));
    put_set(prizes_left);
    put_points(player);
    for (Player behind = 1; behind < players(); ++behind) {
      const Player other = (player + behind) % players();
      put_points(other);
      if (!rules_->hidden()) put_set(hand(other));
    }
    if (!rules_->hidden()) return;
    std::array<unsigned, 3> with = {};  // won, lost, tied
    for (int round = 0; round < round_; ++round) {
      const int winner = winner_of(round);
      with[winner == player ? 0
           : winner >= 0    ? 1
                            : 2] |= set_of(goofspiel::card_at(bids_[at(player)], round));
    }
    for (const unsigned cards : with) put_set(cards);
  }

  // ---- text

  std::string validate() const {
    const Parsed<GoofspielState> again = from_text(*rules_, to_text());
    if (!again.ok()) return again.error().message;
    return *again == *this ? "" : "hands or points are not what the bids have made of them";
  }

  /// The prizes turned up and each player's bids, as in "3A2/2A/A3".
  std::string to_text() const {
    std::string text = cards_to_text(prizes_, std::min(round_ + 1, rules_->cards()));
    for (Player p = 0; p < players(); ++p) {
      text += '/' + cards_to_text(bids_[at(p)], rules_->cards());
    }
    return text;
  }

  /// Plays the game that the text tells.
  static Parsed<GoofspielState> from_text(const Rules& rules, std::string_view text) {
    constexpr std::size_t kFields = kMaxPlayers + 1;
    const auto fields = static_cast<std::size_t>(rules.players()) + 1;
    std::array<std::size_t, kFields> start = {};  // the place of a field, its length
    std::array<std::size_t, kFields> length = {};
    std::size_t field = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '/') {
        if (++field == fields) return ParseError{"nothing may follow the last player's bids", i};
        start[field] = i + 1;
      } else if (card_named(rules, text[i]) == 0) {
        return ParseError{
            "a card A .. " + std::string(1, name_of(rules.cards())) + " or '/' was expected", i};
      } else {
        ++length[field];
      }
    }
    if (field + 1 < fields) {
      return ParseError{"'/' and a player's bids were expected", text.size()};
    }
    const auto cards = static_cast<std::size_t>(rules.cards());
    const std::size_t rounds =
        *std::min_element(length.begin() + 1, length.begin() + static_cast<long>(fields));
    const std::size_t most = *std::max_element(length.begin() + 1, length.end());
    if (rounds > cards) return ParseError{"there are more bids than cards", start[1] + cards};
    if (most > rounds + 1) return ParseError{"a player has bid twice before another has bid"};
    const bool between_rounds = rules.order() == 0 && most == rounds && length[0] == rounds;
    if (!between_rounds && length[0] != std::min(rounds + 1, cards)) {
      return ParseError{"a prize for each round was expected", length[0]};
    }
    GoofspielState state(rules);
    NullWitness witness;
    for (std::size_t round = 0; round < cards; ++round) {
      if (round < length[0]) {
        const int prize = card_named(rules, text[round]);
        if (rules.order() == 0) {
          if ((state.prizes_left_ >> (prize - 1) & 1) == 0) {
            return ParseError{"this prize has been turned up before", round};
          }
          state.apply_chance(prize - 1, witness);
        } else if (prize != state.prize()) {
          return ParseError{"the prize of this round is " + std::string(1, name_of(state.prize())),
                            round};
        }
      }
      for (Player p = 0; p < rules.players(); ++p) {
        const std::size_t f = at(p) + 1;
        if (round >= length[f]) continue;
        const Action action = card_named(rules, text[start[f] + round]) - 1;
        if (!state.is_legal(p, action)) {
          return ParseError{"this card has been bid before", start[f] + round};
        }
        state.apply(p, action, witness);
      }
    }
    return state;
  }

  std::string action_to_text(Player, Action action) const { return {name_of(action + 1)}; }

  Parsed<Action> parse_action(Player, std::string_view text) const {
    const int card = text.size() == 1 ? card_named(*rules_, text[0]) : 0;
    if (card == 0) {
      return ParseError{"a card A .. " + std::string(1, name_of(rules_->cards())) +
                        " was expected, not '" + std::string(text) + "'"};
    }
    return card - 1;
  }

  std::string chance_to_text(std::int32_t outcome) const {
    return outcome >= 0 && outcome < rules_->cards() ? std::string(1, name_of(outcome + 1)) : "?";
  }
  Parsed<std::int32_t> parse_chance(std::string_view text) const { return parse_action(0, text); }

  std::string fact_to_text(const Fact& fact) const {
    if (fact.kind == kPrize) return std::string("the prize is ") + name_of(fact.a);
    if (fact.kind == kCommitted) {
      return "player " + std::to_string(fact.a) + " bids " + name_of(fact.b);
    }
    std::string text = fact.b == 0 ? "nobody" : "player " + std::to_string(fact.b - 1);
    text += std::string(" wins ") + name_of(fact.c);
    if (fact.kind == kWon) return text;
    return text + " by bids " + cards_to_text(static_cast<Cards>(fact.a), players());
  }

  std::string draw() const {
    std::string picture = "prizes " + cards_to_text(prizes_, std::min(round_ + 1, rules_->cards()));
    for (Player p = 0; p < players(); ++p) {
      picture += "\nplayer " + std::to_string(p) + ": " + std::to_string(points_[at(p)]) +
                 " points, bids " + cards_to_text(bids_[at(p)], rules_->cards()) + ", hand ";
      for (int card = 1; card <= rules_->cards(); ++card) {
        if ((hand(p) >> (card - 1) & 1) != 0) picture += name_of(card);
      }
    }
    return picture + "\n";
  }

 private:
  static constexpr std::size_t at(Player player) { return static_cast<std::size_t>(player); }
  static char name_of(int card) {
    return goofspiel::kCardNames[static_cast<std::size_t>(card - 1)];
  }
  /// 1 .. cards, or 0.
  static int card_named(const Rules& rules, char name) {
    const std::size_t place = goofspiel::kCardNames.find(name);
    return place < static_cast<std::size_t>(rules.cards()) ? static_cast<int>(place) + 1 : 0;
  }
  static std::string cards_to_text(Cards cards, int count) {
    std::string text;
    for (int i = 0; i < count && goofspiel::card_at(cards, i) != 0; ++i) {
      text += name_of(goofspiel::card_at(cards, i));
    }
    return text;
  }

  unsigned hand(Player player) const { return hands_[at(player)]; }
  int prize() const { return goofspiel::card_at(prizes_, round_); }  // 0: not turned up
  int cards_left() const { return rules_->cards() - round_; }
  Cards rounds_played() const { return (Cards{1} << 4 * round_) - 1; }

  /// Who has won in a round, of complete bids; -1 if nobody.
  Player winner_of(int round) const {
    Player winner = -1;
    int highest = 0;
    for (Player p = 0; p < players(); ++p) {
      const int bid = goofspiel::card_at(bids_[at(p)], round);
      if (bid >= highest) winner = bid == highest ? -1 : p;
      highest = std::max(highest, bid);
    }
    return winner;
  }

  template <class Witness>
  void end_round(Witness& witness) {
    const int prize = this->prize();
    std::int32_t bids = 0;
    Player winner = -1;
    int highest = 0;
    for (Player p = 0; p < players(); ++p) {
      const int bid = goofspiel::card_at(bids_[at(p)], round_);
      hands_[at(p)] = static_cast<std::uint16_t>(hands_[at(p)] & ~(1u << (bid - 1)));
      bids |= bid << 4 * p;
      winner = bid > highest ? p : bid == highest ? -1 : winner;
      highest = std::max(highest, bid);
    }
    if (winner >= 0) {
      points_[at(winner)] = static_cast<std::uint8_t>(points_[at(winner)] + prize);
    }
    if (rules_->hidden()) {
      witness(everyone, Fact{kWon, 0, winner + 1, prize});
    } else {
      witness(everyone, Fact{kBids, bids, winner + 1, prize});
    }
    pending_ = PlayerSet::first(players());
    ++round_;
  }

  void draw_hidden_bids(Player observer, Rng& rng) {
    goofspiel::HiddenBids hidden{rules_->cards(), round_, {}, {bids_[0], bids_[1]}};
    for (int round = 0; round < round_; ++round) {
      hidden.winners[at(round)] = static_cast<std::uint8_t>(winner_of(round) + 1);
    }
    goofspiel::draw_bids(hidden, observer, rng);
    for (Player p = 0; p < 2; ++p) {
      if (p == observer) continue;
      bids_[at(p)] = hidden.bids[at(p)];
      unsigned hand = (1u << rules_->cards()) - 1u;
      for (int round = 0; round < round_; ++round) {
        hand &= ~(1u << (goofspiel::card_at(bids_[at(p)], round) - 1));
      }
      hands_[at(p)] = static_cast<std::uint16_t>(hand);
    }
  }

  RulesPointer<Rules> rules_;
  std::array<Cards, kMaxPlayers> bids_ = {};  // of the round that goes on too, as far as committed
  Cards prizes_;                              // turned up; all if their order is fixed
  std::array<std::uint16_t, kMaxPlayers> hands_ =
      {};                          // bit 0 for the ace; committed cards included
  std::uint16_t prizes_left_ = 0;  // of a random order
  std::array<std::uint8_t, kMaxPlayers> points_ = {};
  std::uint8_t round_ = 0;
  PlayerSet pending_;  // who has not committed
};

static_assert(GameRules<GoofspielRules> && GameState<GoofspielState>);
static_assert(sizeof(GoofspielState) == 64);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_GOOFSPIEL_H_
