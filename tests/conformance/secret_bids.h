// Secret bids: a small game of the tests that has everything at once, so that the laws can be tried
// on it: chance, hidden cards, simultaneous hidden choices, private moves, legal actions that
// depend on a secret. And it can be spoilt on purpose, each time by one mistake that a law must
// catch.
//
// Each of two or three players is dealt a card 0 .. 3 that she alone sees. Two rounds: all bid 0, 1
// or 2 at once; who holds card 0 may not bid 2; the only highest bid wins a point. Then player 0
// hides a coin left or right, and player 1 guesses: who is right wins 2 points. The highest card
// wins a point.
#ifndef VARAN_TESTS_CONFORMANCE_SECRET_BIDS_H_
#define VARAN_TESTS_CONFORMANCE_SECRET_BIDS_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"
#include "varan/hash.h"

namespace varan::conformance {

enum class Mistake {
  kNone,
  kEndlessGame,       // law 1
  kUtilitySum,        // law 1
  kDoubleAction,      // law 2
  kIsLegalTooMuch,    // law 2
  kSamplerMisses,     // law 2
  kChanceSum,         // chance nodes
  kSampleChance,      // chance nodes
  kSharedMemory,      // copies
  kLegalBeyondList,   // law 8
  kTraitsHideChance,  // law 11
  kTraitsHideHidden,  // law 11
  kCardPeeked,        // law 4: determinize uses a hidden card
  kCardKept,          // law 4: determinize leaves a hidden card in place
  kOwnCardLost,       // law 3
  kChoicesKept,       // law 4: choices already made at a simultaneous node stay
  kUnevenDeal,        // law 5
  kUnweighedDeal,     // law 5: ignores what the bids say about the cards
  kFactLost,          // law 6: what happens is not told
  kFactToEveryone,    // law 6: a secret is told
  kKeyLeaks,          // law 6: the info_key knows a secret
  kWitnessMatters,    // law 6
  kTextLosesBid,      // law 7
  kTextUnchecked,     // law 7
  kActionTextsEqual,  // law 7
  kPlaceBehindEnd,    // law 7
  kHintPeeks,         // hints
  kHintNegative,      // hints
  kEvaluationSum,     // evaluation
  kObservationShort,  // observation
  kObservationLong,   // observation
  kObservationPeeks,  // law 3
  kLast
};

class SecretBidsRules {
 public:
  static std::vector<std::string> names() { return {"secret_bids"}; }
  static std::string title(std::string_view) { return "Secret bids"; }
  static std::string summary(std::string_view) { return "A game for trying out the laws."; }
  static std::vector<Parameter> parameters(std::string_view) {
    return {Parameter::integer("players", 2, 2, 3, "number of players"),
            Parameter::integer("mistake", 0, 0, static_cast<int>(Mistake::kLast), "what is wrong")};
  }
  static Parsed<SecretBidsRules> make(const Settings& settings) {
    return SecretBidsRules(settings);
  }

  Traits traits() const {
    return {.players = players_,
            .num_actions = 5,
            .longest_game = 2 * players_ + 2,
            .utility_sum = 0,
            .hidden_information = mistake_ != Mistake::kTraitsHideHidden,
            .chance = mistake_ != Mistake::kTraitsHideChance,
            .simultaneous = mistake_ != Mistake::kTraitsHideHidden};
  }
  ObservationShape observation_shape() const { return {{"all"}, 1, 4 + 3 * players_}; }
  std::string spec() const { return spec_; }
  int players() const { return players_; }
  bool spoilt_by(Mistake mistake) const { return mistake_ == mistake; }

 private:
  explicit SecretBidsRules(const Settings& settings)
      : players_(static_cast<int>(settings.integer("players"))),
        mistake_(static_cast<Mistake>(settings.integer("mistake"))),
        spec_(settings.spec()) {}

  int players_;
  Mistake mistake_;
  std::string spec_;
};

class SecretBids {
 public:
  using Rules = SecretBidsRules;
  static constexpr int kMaxPlayers = 3;
  static constexpr int kNumActions = 5;  // bids 0 1 2, left 3, right 4
  static constexpr int kMaxLegalActions = 5;
  static constexpr int kMaxChanceOutcomes = 4;
  static constexpr Action kLeft = 3;

  enum FactKind : std::int32_t { kDealt, kCommitted, kBids, kHides, kHidden, kGuess, kShown };

  explicit SecretBids(const Rules& rules) : rules_(&rules) {
    for (auto& row : {&card_, &committed_, &bids_[0], &bids_[1]}) row->fill(kNobody);
  }
  friend bool operator==(const SecretBids& a, const SecretBids& b) {
    return a.to_text_of_all() == b.to_text_of_all();
  }

  const Rules& rules() const { return *rules_; }
  int players() const { return rules_->players(); }

  // The clock runs through the stages: the deals, two rounds of bids, hiding, guessing, the end.
  bool dealing() const { return clock_ < players(); }
  bool bidding() const { return !dealing() && clock_ < players() + 2; }
  bool hiding() const { return clock_ == players() + 2; }
  bool guessing() const { return clock_ == players() + 3; }

  NodeKind kind() const {
    return dealing()                             ? NodeKind::kChance
           : bidding() || hiding() || guessing() ? NodeKind::kDecision
                                                 : NodeKind::kTerminal;
  }
  PlayerSet movers() const {
    PlayerSet movers;
    for (Player p = 0; p < players() && bidding(); ++p) {
      if (at(committed_, p) == kNobody) movers = movers.with(p);
    }
    return bidding()    ? movers
           : hiding()   ? PlayerSet::only(0)
           : guessing() ? PlayerSet::only(1)
                        : movers;
  }

  void legal_actions(Player player, ActionList<SecretBids>& out) const {
    out.clear();
    for (Action action = 0; action < kNumActions; ++action) {
      if (may(player, action)) out.push_back(action);
    }
    if (spoilt_by(Mistake::kDoubleAction) && hiding()) out.push_back(kLeft);
  }
  bool is_legal(Player player, Action action) const {
    if (spoilt_by(Mistake::kIsLegalTooMuch) && action == 255 && bidding()) return true;
    if (spoilt_by(Mistake::kLegalBeyondList) && action == 0 && hiding() && player == 0) return true;
    return movers().contains(player) && may(player, action);
  }
  Action sample_action(Player player, Rng& rng) const {
    if (spoilt_by(Mistake::kSamplerMisses) && bidding()) return static_cast<Action>(rng.below(2));
    ActionList<SecretBids> actions;
    legal_actions(player, actions);
    return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    auto choice = static_cast<std::int8_t>(action);
    if constexpr (requires { witness.key(0); }) {
      if (spoilt_by(Mistake::kWitnessMatters) && guessing()) choice = kLeft;
    }
    if (bidding()) {
      at(committed_, player) = choice;
      if (spoilt_by(Mistake::kFactToEveryone)) {
        witness(everyone, Fact{kCommitted, player, action});
      } else {
        witness(only(player), Fact{kCommitted, player, action});
      }
      if (!movers().empty()) return;
      bids_[static_cast<std::size_t>(clock_ - players())] = committed_;
      if (!spoilt_by(Mistake::kFactLost)) {
        witness(everyone, Fact{kBids, committed_[0], committed_[1], committed_[2]});
      }
      committed_.fill(kNobody);
    } else if (hiding()) {
      hidden_ = choice;
      witness(only(player), Fact{kHides, action});
      witness(everyone, Fact{kHidden});
    } else {
      guess_ = choice;
      witness(everyone, Fact{kGuess, action, hidden_});
      witness(everyone, Fact{kShown, card_[0], card_[1], card_[2]});
    }
    if (spoilt_by(Mistake::kEndlessGame) && guessing() && action == kLeft) return;
    ++clock_;
  }

  void chance_outcomes(OutcomeList<SecretBids>& out) const {
    out.clear();
    for (std::int32_t card = 0; card < 4; ++card) {
      if (owner_of(card) == kNobody) out.push_back({card, 1.0 / (4 - clock_)});
    }
    if (spoilt_by(Mistake::kChanceSum) && clock_ == 1) out[0].probability += 0.01;
  }
  template <class Witness>
  void apply_chance(std::int32_t card, Witness& witness) {
    at(card_, clock_) = static_cast<std::int8_t>(card);
    witness(only(clock_), Fact{kDealt, card});
    ++clock_;
  }
  template <class Witness>
  void sample_chance(Rng& rng, Witness& witness) {
    OutcomeList<SecretBids> outcomes;
    chance_outcomes(outcomes);
    const std::size_t skipped = spoilt_by(Mistake::kSampleChance) && clock_ == 0 ? 1 : 0;
    apply_chance(
        outcomes[skipped + rng.below(static_cast<std::uint32_t>(outcomes.size() - skipped))]
            .outcome,
        witness);
  }

  /// Draws the cards of the others among all possible deals, each weighted by how likely uniform
  /// play would have made their bids.
  void determinize(Player observer, Rng& rng) {
    if (spoilt_by(Mistake::kUnweighedDeal) || spoilt_by(Mistake::kUnevenDeal)) rng();
    if (spoilt_by(Mistake::kCardPeeked) && at(card_, 1) == 3) rng();
    const SecretBids before = *this;
    std::vector<std::array<std::int8_t, 3>> deals;
    std::vector<double> weights;
    double sum = 0;
    for (int deal = 0; deal < 64; ++deal) {
      std::array<std::int8_t, 3> cards = {static_cast<std::int8_t>(deal & 3),
                                          static_cast<std::int8_t>(deal >> 2 & 3),
                                          static_cast<std::int8_t>(deal >> 4 & 3)};
      double weight = 1;
      for (Player p = 0; p < 3; ++p) {
        if (p >= players() || p >= clock_) {
          if (at(cards, p) != 0) weight = 0;
          at(cards, p) = kNobody;
          continue;
        }
        if (p == observer && !spoilt_by(Mistake::kOwnCardLost) && at(cards, p) != at(card_, p)) {
          weight = 0;
        }
        if (spoilt_by(Mistake::kCardKept) && p == players() - 1 && at(cards, p) != at(card_, p)) {
          weight = 0;
        }
        for (Player q = 0; q < p; ++q) weight *= at(cards, q) != at(cards, p);
        for (const auto& round : bids_) {
          if (at(round, p) == 2 && at(cards, p) == 0) weight = 0;
          if (at(round, p) != kNobody && !spoilt_by(Mistake::kUnweighedDeal)) {
            weight /= at(cards, p) == 0 ? 2 : 3;
          }
        }
        if (p == observer && at(committed_, p) == 2 && at(cards, p) == 0) weight = 0;
        if (spoilt_by(Mistake::kUnevenDeal) && p != observer && at(cards, p) == 3) weight *= 2;
      }
      if (weight == 0) continue;
      deals.push_back(cards);
      weights.push_back(weight);
      sum += weight;
    }
    double left = rng.unit() * sum;
    std::size_t chosen = 0;
    while (chosen + 1 < deals.size() && left >= weights[chosen]) left -= weights[chosen++];
    card_ = deals[chosen];
    for (Player p = 0; p < players(); ++p) {
      if (p != observer && !spoilt_by(Mistake::kChoicesKept)) at(committed_, p) = kNobody;
    }
    if (hidden_ != kNobody && observer != 0 && kind() != NodeKind::kTerminal) {
      hidden_ = static_cast<std::int8_t>(kLeft + static_cast<Action>(rng.below(2)));
    }
    if (kind() == NodeKind::kTerminal) *this = before;  // the cards are shown in the end
  }

  std::uint64_t info_key(Player player) const {
    std::uint64_t key = static_cast<std::uint8_t>(clock_);
    const auto take = [&key](int value) { key = fold(key, static_cast<std::uint64_t>(value)); };
    for (const auto& round : bids_) {
      for (const auto bid : round) take(bid);
    }
    for (Player p = 0; p < players(); ++p) {
      const bool shown = p == player || kind() == NodeKind::kTerminal;
      take(shown || (spoilt_by(Mistake::kKeyLeaks) && p == 0) ? at(card_, p) : kNobody);
      take(p == player ? at(committed_, p) : kNobody);
    }
    take(player == 0 || kind() == NodeKind::kTerminal ? hidden_ : kNobody);
    take(guess_);
    return key;
  }

  double utility(Player player) const {
    double mean = 0;
    for (Player p = 0; p < players(); ++p) mean += score(p) / players();
    return (score(player) - mean) / 5 +
           (spoilt_by(Mistake::kUtilitySum) && guess_ == kLeft ? 0.1 : 0);
  }
  double score(Player player) const {
    double points = 0;
    for (const auto& round : bids_) {
      bool highest = at(round, player) != kNobody;
      for (Player p = 0; p < players(); ++p)
        highest &= p == player || at(round, p) < at(round, player);
      points += highest;
    }
    if (kind() != NodeKind::kTerminal) return points;
    if (player < 2 && (hidden_ == guess_) == (player == 1)) points += 2;
    bool highest = true;
    for (Player p = 0; p < players(); ++p)
      highest &= p == player || at(card_, p) < at(card_, player);
    return points + highest;
  }
  int clock() const { return clock_; }
  std::string end_reason() const { return "guess"; }

  void observe(Player player, std::span<float> tensor) const {
    std::size_t i = 0;
    if (spoilt_by(Mistake::kObservationLong)) tensor.data()[tensor.size()] = 1;
    for (Player p = 0; p < players(); ++p) {
      const bool shown = p == player || spoilt_by(Mistake::kObservationPeeks);
      tensor[i++] = shown ? at(card_, p) : kNobody;
      tensor[i++] = at(bids_[0], p);
      tensor[i++] = at(bids_[1], p);
    }
    tensor[i++] = at(committed_, player);
    tensor[i++] = player == 0 ? hidden_ : kNobody;
    tensor[i++] = guess_;
    if (!spoilt_by(Mistake::kObservationShort)) tensor[i++] = static_cast<float>(clock_);
  }

  void hint(Player player, std::span<const Action> actions, std::span<float> weights) const {
    for (std::size_t i = 0; i < actions.size(); ++i) {
      weights[i] = static_cast<float>(1 + actions[i] + at(card_, player));
      if (spoilt_by(Mistake::kHintPeeks) && guessing() && actions[i] == hidden_) weights[i] = 100;
      if (spoilt_by(Mistake::kHintNegative) && actions[i] == kLeft) weights[i] = -1;
    }
  }
  void evaluate(std::span<double> values) const {
    double mean = 0;
    for (Player p = 0; p < players(); ++p) mean += score(p) / players();
    for (Player p = 0; p < players(); ++p) {
      values[static_cast<std::size_t>(p)] = (score(p) - mean) / 5;
      if (spoilt_by(Mistake::kEvaluationSum) && hiding()) values[static_cast<std::size_t>(p)] = 0.5;
    }
  }

  std::string validate() const {
    if (clock_ > players() + 4) return "the clock is beyond the end";
    for (Player p = 0; p < 3; ++p) {
      const bool plays = p < players();
      if ((at(card_, p) != kNobody) != (plays && p < clock_)) return "not the cards of this time";
      for (Player q = 0; q < p; ++q) {
        if (at(card_, p) != kNobody && at(card_, p) == at(card_, q)) return "a card is held twice";
      }
      for (int round = 0; round < 2; ++round) {
        const auto bid = at(bids_[static_cast<std::size_t>(round)], p);
        if ((bid != kNobody) != (plays && clock_ > players() + round))
          return "not the bids of this time";
        if (bid > (at(card_, p) == 0 ? 1 : 2)) return "a bid is too high";
      }
      if (at(committed_, p) != kNobody && (!bidding() || !plays)) return "no bid is due";
      if (at(committed_, p) > (at(card_, p) == 0 ? 1 : 2)) return "a choice is too high";
    }
    if (bidding() && movers().empty()) return "all have bid";
    if ((hidden_ != kNobody) != (clock_ > players() + 2) ||
        (hidden_ != kNobody && hidden_ < kLeft)) {
      return "the coin is in a wrong place";
    }
    if ((guess_ != kNobody) != (clock_ > players() + 3) || (guess_ != kNobody && guess_ < kLeft)) {
      return "the guess is wrong";
    }
    return {};
  }

  /// Cards, bids, choices, coin, guess, clock: "031/12-/00-/---/3/-/6".
  std::string to_text() const {
    std::string text = to_text_of_all();
    if (spoilt_by(Mistake::kTextLosesBid) && bids_[1][0] == 1) text[8] = '0';
    return text;
  }
  static Parsed<SecretBids> from_text(const Rules& rules, std::string_view text) {
    SecretBids state(rules);
    constexpr std::string_view kShape = "nnn/nnn/nnn/nnn/n/n/n";
    std::array<std::int8_t, 3> coin_guess_clock = {};
    for (std::size_t i = 0, number = 0; i < kShape.size(); ++i) {
      const char c = i < text.size() ? text[i] : '\0';
      if (kShape[i] == '/' ? c != '/' : c != '-' && (c < '0' || c > '8')) {
        return ParseError{"a number or / was expected",
                          rules.spoilt_by(Mistake::kPlaceBehindEnd) ? kShape.size() : i};
      }
      if (kShape[i] == '/') continue;
      const auto value = static_cast<std::int8_t>(c == '-' ? kNobody : c - '0');
      if (number < 12 && value > 3) return ParseError{"too high", i};
      const std::size_t place = number % 3;
      (number < 3    ? state.card_
       : number < 6  ? state.bids_[0]
       : number < 9  ? state.bids_[1]
       : number < 12 ? state.committed_
                     : coin_guess_clock)[place] = value;
      ++number;
    }
    state.hidden_ = coin_guess_clock[0];
    state.guess_ = coin_guess_clock[1];
    state.clock_ = coin_guess_clock[2];
    if (text.size() > kShape.size()) return ParseError{"too long", kShape.size()};
    if (state.clock_ < 0 || state.hidden_ > kLeft + 1 || state.guess_ > kLeft + 1) {
      return ParseError{"out of range", 0};
    }
    if (const std::string wrong = state.validate();
        !wrong.empty() && !rules.spoilt_by(Mistake::kTextUnchecked)) {
      return ParseError{wrong};
    }
    return state;
  }

  std::string action_to_text(Player, Action action) const {
    if (spoilt_by(Mistake::kActionTextsEqual) && action == 4) return "left";
    return action < kLeft ? std::to_string(action) : action == kLeft ? "left" : "right";
  }
  Parsed<Action> parse_action(Player player, std::string_view text) const {
    for (Action action = 0; action < kNumActions; ++action) {
      if (action_to_text(player, action) == text) return action;
    }
    return ParseError{"0, 1, 2, left or right was expected", 0};
  }
  std::string chance_to_text(std::int32_t card) const { return "card " + std::to_string(card); }
  Parsed<std::int32_t> parse_chance(std::string_view text) const {
    for (std::int32_t card = 0; card < 4; ++card) {
      if (chance_to_text(card) == text) return card;
    }
    return ParseError{"card 0 .. card 3 was expected", 0};
  }
  std::string fact_to_text(const Fact& fact) const { return "fact " + std::to_string(fact.kind); }
  std::string draw() const { return to_text() + "\n"; }

 private:
  using Row = std::array<std::int8_t, 3>;
  static constexpr std::int8_t kNobody = -1;

  static std::int8_t at(const Row& row, int player) {
    return row[static_cast<std::size_t>(player)];
  }
  static std::int8_t& at(Row& row, int player) { return row[static_cast<std::size_t>(player)]; }
  static int& secret_counter() {
    static int counter = 0;
    return counter;
  }

  bool spoilt_by(Mistake mistake) const { return rules_->spoilt_by(mistake); }
  bool may(Player player, Action action) const {
    if (action < 0 || action >= kNumActions) return false;
    if (!bidding()) return action >= kLeft;
    if (spoilt_by(Mistake::kSharedMemory) && action == 1 && ++secret_counter() % 7 == 0)
      return false;
    return action < 2 || (action == 2 && at(card_, player) != 0);
  }
  int owner_of(std::int32_t card) const {
    for (Player p = 0; p < players(); ++p) {
      if (at(card_, p) == card) return p;
    }
    return kNobody;
  }
  std::string to_text_of_all() const {
    std::string text;
    const auto put = [&text](int value) {
      text += value == kNobody ? '-' : static_cast<char>('0' + value);
    };
    for (const Row& row : {card_, bids_[0], bids_[1], committed_}) {
      for (const auto value : row) put(value);
      text += '/';
    }
    put(hidden_);
    text += '/';
    put(guess_);
    text += '/';
    put(clock_);
    return text;
  }

  const Rules* rules_;
  Row card_;
  Row committed_;  // in the round that is being bid
  std::array<Row, 2> bids_;
  std::int8_t hidden_ = kNobody;
  std::int8_t guess_ = kNobody;
  std::int8_t clock_ = 0;
};

static_assert(GameState<SecretBids> && GameRules<SecretBidsRules>);

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_SECRET_BIDS_H_
