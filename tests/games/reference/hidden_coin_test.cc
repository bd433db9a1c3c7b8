#include "varan/games/reference/hidden_coin.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/make_rules.h"
#include "varan/perft.h"

namespace varan {
namespace {

using testing::ElementsAre;
using State = HiddenCoinState;

class HiddenCoin : public testing::Test {
 protected:
  State fusion(std::string_view text) { return State::from_text(fusion_, text).value(); }
  State gathering(std::string_view text) { return State::from_text(gathering_, text).value(); }
  std::string refusal(const HiddenCoinRules& rules, std::string_view text) {
    const Parsed<State> state = State::from_text(rules, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  /// The best payoff after `choice` when a side is then named knowing the coin, or not.
  static double payoff_of_naming(const HiddenCoinRules& rules, const std::string& choice,
                                 bool knowing) {
    double same = 0;
    double best = 0;
    for (const std::string coin : {"heads", "tails"}) {
      double better = -2;
      for (const std::string side : {"heads", "tails"}) {
        const double payoff =
            State::from_text(rules, coin + " " + choice + " " + side)->score(0) / 2;
        better = std::max(better, payoff);
        if (side == "heads") same += payoff;
      }
      best += better;
    }
    return knowing ? best : same;
  }

  HiddenCoinRules fusion_ = make_rules<HiddenCoinRules>("strategy_fusion");
  HiddenCoinRules gathering_ = make_rules<HiddenCoinRules>("information_gathering");
};

TEST_F(HiddenCoin, PayoffsOfStrategyFusion) {
  EXPECT_EQ(fusion("heads safe").score(0), 0.4);
  EXPECT_EQ(fusion("tails safe").utility(1), -0.4);
  EXPECT_EQ(fusion("heads guess heads").utility(0), 1);
  EXPECT_EQ(fusion("heads guess tails").utility(0), -1);
  EXPECT_EQ(payoff_of_naming(fusion_, "guess", false), 0) << "less than safe";
  EXPECT_EQ(payoff_of_naming(fusion_, "guess", true), 1) << "what determinized search sees";
}

TEST_F(HiddenCoin, PayoffsOfInformationGathering) {
  EXPECT_EQ(gathering("heads safe").score(0), 0.3);
  EXPECT_DOUBLE_EQ(gathering("heads safe").utility(0), 0.3 / 1.1);
  EXPECT_DOUBLE_EQ(gathering("tails peek tails").score(0), 0.9);
  EXPECT_DOUBLE_EQ(gathering("tails peek heads").utility(0), -1);
  EXPECT_DOUBLE_EQ(payoff_of_naming(gathering_, "peek", true), 0.9) << "the best there is";
  EXPECT_DOUBLE_EQ(payoff_of_naming(gathering_, "guess", false), 0);
}

TEST_F(HiddenCoin, OnlyThoseWhoHaveSeenTheCoinKnowIt) {
  for (const char* hidden : {"heads", "heads guess"}) {
    const State state = fusion(hidden);
    const State other = fusion(std::string("tails") + (hidden + 5));
    EXPECT_EQ(state.info_key(0), other.info_key(0));
    EXPECT_NE(state.info_key(1), other.info_key(1));
  }
  EXPECT_NE(gathering("heads peek").info_key(0), gathering("tails peek").info_key(0));
  EXPECT_NE(gathering("heads peek").info_key(0), gathering("heads guess").info_key(0));
  EXPECT_NE(fusion("heads guess tails").info_key(0), fusion("tails guess tails").info_key(0));
  Rng rng(1);
  for (int i = 0; i < 20; ++i) {
    State peeked = gathering("tails peek");
    peeked.determinize(0, rng);
    EXPECT_EQ(peeked.to_text(), "tails peek");
    peeked.determinize(1, rng);
    EXPECT_EQ(peeked.to_text(), "tails peek");
  }
  int heads = 0;
  for (int i = 0; i < 1000; ++i) {
    State guess = fusion("tails guess");
    guess.determinize(0, rng);
    heads += guess.to_text() == "heads guess";
  }
  EXPECT_NEAR(heads, 500, 80);
}

TEST_F(HiddenCoin, FactsSayWhatIsSeenAndByWhom) {
  State state = gathering("-");
  LogWitness log;
  state.apply_chance(1, log);
  state.apply(0, State::kPeek, log);
  state.apply(0, State::kTails, log);
  std::vector<std::string> all;
  std::vector<std::string> of_player;
  for (const LogWitness::Entry& entry : log.entries()) {
    if (entry.audience.is_public()) all.push_back(state.fact_to_text(entry.fact));
    if (entry.audience.contains(0)) of_player.push_back(state.fact_to_text(entry.fact));
  }
  EXPECT_THAT(all, ElementsAre("the player chooses peek", "the player chooses tails",
                               "the coin shows tails"));
  EXPECT_THAT(of_player, ElementsAre("the player chooses peek", "the coin shows tails",
                                     "the player chooses tails", "the coin shows tails"));
}

TEST_F(HiddenCoin, Perft) {
  EXPECT_THAT(perft(State(fusion_), 4), ElementsAre(1, 2, 4, 4, 0));
  EXPECT_THAT(perft(State(gathering_), 4), ElementsAre(1, 2, 6, 8, 0));
}

TEST_F(HiddenCoin, TextsAndTheirErrors) {
  EXPECT_EQ(gathering("tails peek").draw(), "coin: tails\nchoice: peek\n");
  EXPECT_EQ(State(fusion_).to_text(), "-");
  EXPECT_EQ(fusion("heads safe").end_reason(), "safe");
  EXPECT_EQ(fusion("heads guess heads").end_reason(), "named");
  EXPECT_EQ(refusal(fusion_, ""), "at 1: heads or tails was expected, not ''");
  EXPECT_EQ(refusal(fusion_, "safe"), "at 1: heads or tails was expected, not 'safe'");
  EXPECT_EQ(refusal(fusion_, "heads peek"),
            "at 7: safe, guess, heads or tails was expected, not 'peek'");
  EXPECT_EQ(refusal(fusion_, "heads heads"), "at 7: 'heads' cannot be chosen now");
  EXPECT_EQ(refusal(fusion_, "heads safe heads"), "at 12: nothing may follow the end of the game");
  EXPECT_EQ(refusal(gathering_, "tails guess peek"), "at 13: 'peek' cannot be chosen now");
  EXPECT_EQ(refusal(gathering_, "tails guess "),
            "at 13: safe, guess, heads, tails or peek was expected, not ''");
}

TEST_F(HiddenCoin, HasNoOptions) {
  EXPECT_FALSE(read_rules<HiddenCoinRules>("strategy_fusion(safe=0.5)").ok());
}

}  // namespace
}  // namespace varan
