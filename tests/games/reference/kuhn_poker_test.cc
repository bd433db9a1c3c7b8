#include "varan/games/reference/kuhn_poker.h"

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
using State = KuhnPokerState;

class KuhnPoker : public testing::Test {
 protected:
  State position(std::string_view text) { return State::from_text(two_, text).value(); }
  State of_three(std::string_view text) { return State::from_text(three_, text).value(); }
  static std::vector<double> scores(const State& state) {
    EXPECT_EQ(state.kind(), NodeKind::kTerminal) << state.to_text();
    std::vector<double> scores;
    for (Player p = 0; p < state.players(); ++p) scores.push_back(state.score(p));
    return scores;
  }
  static std::string refusal(const KuhnPokerRules& rules, std::string_view text) {
    const Parsed<State> state = State::from_text(rules, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  static std::string error(std::string_view spec) {
    const Parsed<KuhnPokerRules> rules = read_rules<KuhnPokerRules>(spec);
    return rules.ok() ? "accepted" : rules.error().to_string();
  }

  KuhnPokerRules two_ = make_rules<KuhnPokerRules>("kuhn_poker");
  KuhnPokerRules three_ = make_rules<KuhnPokerRules>("kuhn_poker(players=3)");
};

TEST_F(KuhnPoker, ChipsOfTwoPlayers) {
  EXPECT_THAT(scores(position("QJ/pp")), ElementsAre(1, -1));
  EXPECT_THAT(scores(position("QK/pp")), ElementsAre(-1, 1));
  EXPECT_THAT(scores(position("JK/bp")), ElementsAre(1, -1)) << "a bluff";
  EXPECT_THAT(scores(position("JK/bb")), ElementsAre(-2, 2));
  EXPECT_THAT(scores(position("KQ/bb")), ElementsAre(2, -2));
  EXPECT_THAT(scores(position("KJ/pbp")), ElementsAre(-1, 1));
  EXPECT_THAT(scores(position("KJ/pbb")), ElementsAre(2, -2));
  EXPECT_EQ(position("KJ/pbb").utility(0), 1);
  EXPECT_EQ(position("KJ/pbp").utility(0), -0.5);
  EXPECT_EQ(position("KJ/pbp").end_reason(), "folds");
  EXPECT_EQ(position("KJ/pp").end_reason(), "showdown");
}

TEST_F(KuhnPoker, ChipsOfThreePlayers) {
  EXPECT_THAT(scores(of_three("QKA/ppp")), ElementsAre(-1, -1, 2));
  EXPECT_THAT(scores(of_three("QKA/bbb")), ElementsAre(-2, -2, 4));
  EXPECT_THAT(scores(of_three("QKA/bbp")), ElementsAre(-2, 3, -1));
  EXPECT_THAT(scores(of_three("QKA/bpp")), ElementsAre(2, -1, -1));
  EXPECT_THAT(scores(of_three("QJK/ppbbp")), ElementsAre(-2, -1, 3));
  EXPECT_THAT(scores(of_three("QJK/pbpp")), ElementsAre(-1, 2, -1));
  EXPECT_EQ(of_three("QKA/bbb").utility(2), 1);
  EXPECT_EQ(of_three("QKA/bbb").utility(0), -0.5);
  EXPECT_EQ(of_three("QKA/pb").movers(), PlayerSet::only(2));
  EXPECT_EQ(of_three("QKA/pbp").movers(), PlayerSet::only(0)) << "she may still call";
}

TEST_F(KuhnPoker, WhileTheGameGoesOnTheScoreIsWhatIsInThePot) {
  EXPECT_EQ(position("QJ/pb").score(0), -1);
  EXPECT_EQ(position("QJ/pb").score(1), -2);
}

TEST_F(KuhnPoker, ThreeCardsAreJackQueenKing) {
  OutcomeList<State> outcomes;
  position("Q-/").chance_outcomes(outcomes);
  ASSERT_EQ(outcomes.size(), 2u);
  EXPECT_EQ(position("Q-/").chance_to_text(outcomes[0].outcome), "J");
  EXPECT_EQ(position("Q-/").chance_to_text(outcomes[1].outcome), "K");
  EXPECT_EQ(outcomes[0].probability, 0.5);
  EXPECT_EQ(three_.card_name(3), 'A');
  EXPECT_EQ(make_rules<KuhnPokerRules>("kuhn_poker(cards=13)").card_name(0), '2');
  EXPECT_EQ(make_rules<KuhnPokerRules>("kuhn_poker(cards=5)").card_name(0), 'T');
}

TEST_F(KuhnPoker, Options) {
  EXPECT_EQ(three_.cards(), 4);
  EXPECT_EQ(three_.spec(), "kuhn_poker(players=3)");
  EXPECT_EQ(make_rules<KuhnPokerRules>("kuhn_poker(cards=3,players=2)").spec(), "kuhn_poker");
  EXPECT_EQ(make_rules<KuhnPokerRules>("kuhn_poker(cards=4,players=3)").spec(),
            "kuhn_poker(players=3)");
  EXPECT_EQ(make_rules<KuhnPokerRules>("kuhn_poker(cards=5,players=3)").spec(),
            "kuhn_poker(players=3,cards=5)");
  EXPECT_EQ(error("kuhn_poker(players=3,cards=3)"),
            "cards=3 are too few for 3 players; 4 or more are needed");
  EXPECT_THAT(error("kuhn_poker(cards=14)"), testing::HasSubstr("3..13"));
  EXPECT_THAT(error("kuhn_poker(players=4)"), testing::HasSubstr("2..3"));
}

TEST_F(KuhnPoker, PositionsRefused) {
  EXPECT_EQ(refusal(two_, ""), "at 1: a card J .. K or - was expected");
  EXPECT_EQ(refusal(two_, "QA/"), "at 2: a card J .. K or - was expected");
  EXPECT_EQ(refusal(two_, "QK"), "at 3: '/' was expected after the cards");
  EXPECT_EQ(refusal(two_, "QK/px"), "at 5: p for a pass or b for a bet was expected");
  EXPECT_EQ(refusal(two_, "QK/pbbb"), "at 7: the game was over before this");
  EXPECT_EQ(refusal(two_, "QK/ppb"), "the game was over before the last of these passes and bets");
  EXPECT_EQ(refusal(two_, "QQ/"), "a card is held twice");
  EXPECT_EQ(refusal(two_, "-Q/"), "cards are dealt in the order of seats");
  EXPECT_EQ(refusal(two_, "Q-/p"), "all cards are dealt before anyone acts");
  EXPECT_EQ(refusal(three_, "QKA/pppp"),
            "the game was over before the last of these passes and bets");
}

TEST_F(KuhnPoker, ActionsAreNamedByWhatTheyMean) {
  EXPECT_EQ(position("QK/").action_to_text(0, State::kPass), "check");
  EXPECT_EQ(position("QK/").action_to_text(0, State::kBet), "bet");
  EXPECT_EQ(position("QK/pb").action_to_text(0, State::kPass), "fold");
  EXPECT_EQ(position("QK/pb").action_to_text(0, State::kBet), "call");
  EXPECT_EQ(position("QK/pb").parse_action(0, "bet").error().to_string(),
            "fold or call was expected, not 'bet'");
}

std::vector<std::string> told(State state, Action action, Player viewer) {
  LogWitness log;
  state.apply(state.movers().lowest(), action, log);
  std::vector<std::string> lines;
  for (const LogWitness::Entry& entry : log.entries()) {
    if (entry.audience.contains(viewer)) lines.push_back(state.fact_to_text(entry.fact));
  }
  return lines;
}

TEST_F(KuhnPoker, CardsAreShownAtAShowdownOnly) {
  EXPECT_THAT(told(position("QK/p"), State::kPass, kPublic),
              ElementsAre("player 1 checks", "shown: player 0 Q player 1 K"));
  EXPECT_THAT(told(position("QK/b"), State::kPass, 0), ElementsAre("player 1 folds"));
  EXPECT_THAT(told(of_three("QKA/bb"), State::kPass, 0),
              ElementsAre("player 2 folds", "shown: player 0 Q player 1 K"));

  State state(two_);
  LogWitness log;
  state.apply_chance(1, log);
  ASSERT_EQ(log.entries().size(), 2u);
  EXPECT_EQ(state.fact_to_text(log.entries()[0].fact), "player 0 is dealt a card");
  EXPECT_TRUE(log.entries()[0].audience.is_public());
  EXPECT_EQ(state.fact_to_text(log.entries()[1].fact), "player 0 holds Q");
  EXPECT_TRUE(log.entries()[1].audience.contains(0));
  EXPECT_FALSE(log.entries()[1].audience.contains(1));
  EXPECT_FALSE(log.entries()[1].audience.contains(kPublic));
}

TEST_F(KuhnPoker, WhatTheObserverHasNotSeenIsDealtAgain) {
  Rng rng(1);
  const auto worlds = [&](const State& state, Player observer) {
    std::set<std::string> texts;
    for (int i = 0; i < 1000; ++i) {
      State dealt = state;
      dealt.determinize(observer, rng);
      texts.insert(dealt.to_text());
    }
    return texts;
  };
  EXPECT_THAT(worlds(position("QK/p"), 0), ElementsAre("QJ/p", "QK/p"));
  EXPECT_EQ(worlds(position("QK/p"), kPublic).size(), 6u);
  EXPECT_THAT(worlds(position("QK/bp"), 1), ElementsAre("JK/bp", "QK/bp"));
  EXPECT_THAT(worlds(position("QK/bb"), kPublic), ElementsAre("QK/bb"));
  EXPECT_THAT(worlds(of_three("QKA/bbp"), 0), ElementsAre("QKA/bbp", "QKJ/bbp"));
}

TEST_F(KuhnPoker, Perft) {
  // 3 * 2 deals; after them each first action, then pp pb bp bb, then pbp pbb.
  EXPECT_THAT(perft(State(two_), 6), ElementsAre(1, 3, 6, 12, 24, 12, 0));
  // 4 * 3 * 2 deals; 8 ways through three decisions, of which pbp, pbb and ppb go on, with 6 ways
  // through four; of these ppbp and ppbb go on, with 4 through five.
  EXPECT_THAT(perft(State(three_), 8), ElementsAre(1, 4, 12, 24, 48, 96, 192, 144, 96));
}

TEST_F(KuhnPoker, InformationSets) {
  const InformationSets<State> two(two_);
  EXPECT_EQ(two.flaw(), "");
  EXPECT_EQ(two.count(0), 6u);
  EXPECT_EQ(two.count(1), 6u);
  const InformationSets<State> three(three_);
  EXPECT_EQ(three.flaw(), "");
  for (Player p = 0; p < 3; ++p) EXPECT_EQ(three.count(p), 16u) << "4 histories, 4 cards";
}

TEST_F(KuhnPoker, UniformPlay) {
  EXPECT_NEAR(uniform_value(State(two_), 0), 0.125, 1e-12);
  EXPECT_NEAR(uniform_value(State(two_), 1), -0.125, 1e-12);
}

TEST_F(KuhnPoker, Observation) {
  EXPECT_THAT(two_.observation_shape().planes,
              ElementsAre("card_J", "card_Q", "card_K", "seat_0", "seat_1", "pass_0", "bet_0",
                          "pass_1", "bet_1", "pass_2", "bet_2"));
  std::vector<float> tensor(11);
  position("QK/pb").observe(0, tensor);
  EXPECT_THAT(tensor, ElementsAre(0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0));
}

TEST_F(KuhnPoker, Drawing) {
  EXPECT_EQ(position("QK/pb").draw(),
            "player 0: Q, 1 in the pot, to move\n"
            "player 1: K, 2 in the pot\n");
}

}  // namespace
}  // namespace varan
