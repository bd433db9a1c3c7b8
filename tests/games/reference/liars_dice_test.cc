#include "varan/games/reference/liars_dice.h"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/games/information_sets.h"
#include "tests/make_rules.h"
#include "varan/perft.h"

namespace varan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;
using State = LiarsDiceState;

class LiarsDice : public testing::Test {
 protected:
  static LiarsDiceRules rules(std::string_view options) {
    return make_rules<LiarsDiceRules>("liars_dice(" + std::string(options) + ")");
  }
  static State position(const LiarsDiceRules& rules, std::string_view text) {
    return State::from_text(rules, text).value();
  }
  /// The winner of a game that is over.
  static Player winner(const LiarsDiceRules& rules, std::string_view text) {
    const State state = position(rules, text);
    EXPECT_EQ(state.kind(), NodeKind::kTerminal);
    EXPECT_EQ(state.utility(0), -state.utility(1));
    EXPECT_EQ(state.score(0) + state.score(1), 1);
    EXPECT_EQ(state.score(0) == 1, state.utility(0) == 1);
    return state.utility(0) == 1 ? 0 : 1;
  }
  static std::string refusal(const LiarsDiceRules& rules, std::string_view text) {
    const Parsed<State> state = State::from_text(rules, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  static std::string error(std::string_view options) {
    const auto rules = read_rules<LiarsDiceRules>("liars_dice(" + std::string(options) + ")");
    return rules.ok() ? "accepted" : rules.error().to_string();
  }
};

TEST_F(LiarsDice, ABidHoldsIfThereAreAsManyDiceOfTheFace) {
  const LiarsDiceRules one = rules("");
  EXPECT_EQ(winner(one, "3/4/1x3 liar"), 0);
  EXPECT_EQ(winner(one, "3/4/1x4 liar"), 0) << "the other's die counts";
  EXPECT_EQ(winner(one, "3/4/1x5 liar"), 1);
  EXPECT_EQ(winner(one, "3/4/1x3 2x3 liar"), 0);
  EXPECT_EQ(winner(one, "3/3/1x3 2x3 liar"), 1);
  EXPECT_EQ(position(one, "3/3/1x3 2x3 liar").end_reason(), "truth");
  EXPECT_EQ(position(one, "3/4/1x3 2x3 liar").end_reason(), "lie");
  const LiarsDiceRules three = rules("dice=3");
  EXPECT_EQ(winner(three, "122/235/3x2 liar"), 0);
  EXPECT_EQ(winner(three, "122/235/4x2 liar"), 1);
}

TEST_F(LiarsDice, TheHighestFaceIsWild) {
  EXPECT_EQ(winner(rules(""), "3/6/2x3 liar"), 0);
  EXPECT_EQ(winner(rules(""), "6/6/2x1 liar"), 0);
  EXPECT_EQ(winner(rules(""), "3/6/2x6 liar"), 1) << "nothing else counts as the highest face";
  EXPECT_EQ(winner(rules("wild=false"), "3/6/2x3 liar"), 1);
  EXPECT_EQ(winner(rules("dice=2,faces=4"), "14/24/3x1 liar"), 0);
  EXPECT_EQ(winner(rules("dice=2,faces=4,wild=false"), "14/24/2x1 liar"), 1);
}

TEST_F(LiarsDice, BidsRise) {
  const LiarsDiceRules game = rules("faces=2");
  const auto legal = [&](std::string_view text) {
    const State state = position(game, text);
    std::vector<std::string> words;
    for (const Action action : conformance::legal_list(state, state.movers().lowest())) {
      words.push_back(state.action_to_text(0, action));
    }
    return words;
  };
  EXPECT_THAT(legal("1/2/"), ElementsAre("1x1", "1x2", "2x1", "2x2"));
  EXPECT_THAT(legal("1/2/1x2"), ElementsAre("2x1", "2x2", "liar"));
  EXPECT_THAT(legal("1/2/1x2 2x2"), ElementsAre("liar"));
  EXPECT_EQ(position(game, "1/2/1x2").movers(), PlayerSet::only(1));
}

TEST_F(LiarsDice, RollsHaveTheirProbabilities) {
  const LiarsDiceRules game = rules("dice=3");
  EXPECT_EQ(game.rolls(), 56);
  OutcomeList<State> outcomes;
  State(game).chance_outcomes(outcomes);
  std::map<std::string, double> chances;
  for (const ChanceOutcome& outcome : outcomes) {
    chances[State(game).chance_to_text(outcome.outcome)] = outcome.probability;
  }
  EXPECT_DOUBLE_EQ(chances.at("111"), 1.0 / 216);
  EXPECT_DOUBLE_EQ(chances.at("113"), 3.0 / 216);
  EXPECT_DOUBLE_EQ(chances.at("123"), 6.0 / 216);
  EXPECT_EQ(*State(game).parse_chance("113"), game.roll_named("113"));
  EXPECT_FALSE(State(game).parse_chance("131").ok());
}

TEST_F(LiarsDice, Options) {
  EXPECT_EQ(rules("dice=1,faces=6,wild=true").spec(), "liars_dice");
  EXPECT_EQ(rules("dice=3").traits().num_actions, 37);
  EXPECT_THAT(error("dice=4"), HasSubstr("1..3"));
  EXPECT_THAT(error("faces=7"), HasSubstr("2..6"));
  EXPECT_THAT(error("wild=ones"), HasSubstr("wild"));
}

TEST_F(LiarsDice, PositionsRefused) {
  const LiarsDiceRules game = rules("dice=2");
  EXPECT_EQ(refusal(game, ""), "at 1: a roll or -, and '/', were expected");
  EXPECT_EQ(refusal(game, "36/1"), "at 5: a roll or -, and '/', were expected");
  EXPECT_EQ(refusal(game, "36/51/"),
            "at 4: a roll such as 66, its lowest face first, or - was expected");
  EXPECT_EQ(refusal(game, "36/15/1x7"), "at 7: a bid 1x1 .. 4x6 or liar was expected, not '1x7'");
  EXPECT_EQ(refusal(game, "36/15/1x2 1x2"), "at 11: this bid is not above the last one");
  EXPECT_EQ(refusal(game, "36/15/1x2 "), "at 11: a bid was expected");
  EXPECT_EQ(refusal(game, "36/15/1x2 liar liar"), "at 16: this bid is not above the last one");
  EXPECT_EQ(refusal(game, "36/15/liar"), "there is no bid to call");
  EXPECT_EQ(refusal(game, "-/15/"), "dice are rolled in the order of seats");
  EXPECT_EQ(refusal(game, "15/-/1x1"), "both players roll before anyone bids");
  EXPECT_EQ(refusal(game, "15/-/"), "accepted");
}

TEST_F(LiarsDice, Texts) {
  const LiarsDiceRules game = rules("dice=2");
  const State state = position(game, "36/15/1x2 2x3");
  EXPECT_EQ(state.draw(), "player 0: 36, to move\nplayer 1: 15\nbids: 1x2 2x3\n");
  EXPECT_EQ(state.fact_to_text({State::kRolled, 1}), "player 1 rolls");
  EXPECT_EQ(state.fact_to_text({State::kRoll, 1, game.roll_named("15")}), "player 1 has 15");
  EXPECT_EQ(state.fact_to_text({State::kBid, 0, game.liar()}), "player 0 calls the bid a lie");
  EXPECT_EQ(state.fact_to_text({State::kBid, 0, 0}), "player 0 bids 1x1");
}

TEST_F(LiarsDice, WhatTheObserverHasNotSeenIsRolledAgain) {
  const LiarsDiceRules game = rules("faces=3");
  Rng rng(1);
  const auto worlds = [&](std::string_view text, Player observer) {
    std::set<std::string> texts;
    for (int i = 0; i < 500; ++i) {
      State dealt = position(game, text);
      dealt.determinize(observer, rng);
      texts.insert(dealt.to_text());
    }
    return texts;
  };
  EXPECT_THAT(worlds("1/2/1x2", 0), ElementsAre("1/1/1x2", "1/2/1x2", "1/3/1x2"));
  EXPECT_THAT(worlds("1/-/", 1), ElementsAre("1/-/", "2/-/", "3/-/"));
  EXPECT_EQ(worlds("1/2/1x2", kPublic).size(), 9u);
  EXPECT_EQ(worlds("1/2/1x2 liar", kPublic).size(), 1u);
}

TEST_F(LiarsDice, Perft) {
  // 2 x 2 rolls, 4 bids; of sets of rising bids each length has a binomial coefficient; after the
  // first a call is one way more: C(4, n) + C(4, n - 1).
  EXPECT_THAT(perft(State(rules("faces=2")), 8), ElementsAre(1, 2, 4, 16, 40, 40, 20, 4, 0));
  // 3 x 3 rolls of two dice each, without their order; 8 bids.
  EXPECT_THAT(perft(State(rules("dice=2,faces=2")), 4), ElementsAre(1, 3, 9, 72, 9 * (28 + 8)));
}

TEST_F(LiarsDice, InformationSets) {
  // Each player sees her roll and the bids so far: half of all sets of bids, for each of the rolls.
  const InformationSets<State> two(rules("faces=2"));
  EXPECT_EQ(two.flaw(), "");
  EXPECT_EQ(two.count(0), 2u * 8);
  EXPECT_EQ(two.count(1), 2u * 8);
  const InformationSets<State> dice(rules("dice=2,faces=2"));
  EXPECT_EQ(dice.flaw(), "");
  EXPECT_EQ(dice.count(0), 3u * 128);
  const InformationSets<State> six(rules("faces=6"));
  EXPECT_EQ(six.flaw(), "");
  EXPECT_EQ(six.count(0) + six.count(1), 24576u);
}

TEST_F(LiarsDice, Observation) {
  const LiarsDiceRules game = rules("dice=2,faces=3");
  const ObservationShape shape = game.observation_shape();
  std::vector<float> tensor(shape.size());
  position(game, "22/13/1x2 3x1").observe(0, tensor);
  std::set<std::string> set;
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    if (tensor[i] != 0) set.insert(shape.planes[i] + "=" + std::to_string(int(tensor[i])));
  }
  EXPECT_THAT(set, UnorderedElementsAre("own_2=2", "seat_0=1", "bid_1x2=1", "bid_3x1=1"));
}

}  // namespace
}  // namespace varan
