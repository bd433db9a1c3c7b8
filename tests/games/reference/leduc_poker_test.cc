#include "varan/games/reference/leduc_poker.h"

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
using testing::Pair;
using testing::UnorderedElementsAre;
using State = LeducPokerState;

class LeducPoker : public testing::Test {
 protected:
  State position(std::string_view text) { return State::from_text(merged_, text).value(); }
  /// Of player 0; that of player 1 is checked to be the opposite.
  double score(std::string_view text) {
    const State state = position(text);
    EXPECT_EQ(state.kind(), NodeKind::kTerminal) << text;
    EXPECT_EQ(state.score(1), -state.score(0));
    EXPECT_EQ(state.utility(0), state.score(0) / 13);
    return state.score(0);
  }
  std::string refusal(std::string_view text, const LeducPokerRules* rules = nullptr) {
    const Parsed<State> state = State::from_text(rules == nullptr ? merged_ : *rules, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  std::vector<std::string> legal(std::string_view text) {
    const State state = position(text);
    std::vector<std::string> words;
    const Player mover = state.movers().lowest();
    for (const Action action : conformance::legal_list(state, mover)) {
      words.push_back(state.action_to_text(mover, action));
    }
    return words;
  }

  LeducPokerRules merged_ = make_rules<LeducPokerRules>("leduc_poker");
  LeducPokerRules distinct_ = make_rules<LeducPokerRules>("leduc_poker(suits=distinct)");
};

TEST_F(LeducPoker, TheHigherCardOrAPairWins) {
  EXPECT_EQ(score("KQJ/cc/cc"), 1);
  EXPECT_EQ(score("JQK/cc/cc"), -1);
  EXPECT_EQ(score("QKQ/cc/cc"), 1) << "a pair";
  EXPECT_EQ(score("KJJ/cc/cc"), -1);
  EXPECT_EQ(score("JJQ/cc/cc"), 0) << "shared";
  EXPECT_EQ(score("JJQ/rrc/crrc"), 0);
}

TEST_F(LeducPoker, RaisesAre2ChipsAndThen4) {
  EXPECT_EQ(score("KQJ/rc/cc"), 3);
  EXPECT_EQ(score("KQJ/crc/cc"), 3);
  EXPECT_EQ(score("KQJ/rrc/cc"), 5);
  EXPECT_EQ(score("KQJ/cc/rc"), 5);
  EXPECT_EQ(score("KQJ/cc/crrc"), 9);
  EXPECT_EQ(score("KJK/crrc/rrc"), 13);
  EXPECT_EQ(position("KJK/crrc/rrc").utility(0), 1);
  EXPECT_EQ(position("KJK/crrc/rrc").end_reason(), "showdown");
}

TEST_F(LeducPoker, WhoFoldsLosesWhatSheHasPaid) {
  EXPECT_EQ(score("JK-/rf/"), 1);
  EXPECT_EQ(score("KJ-/crf/"), -1);
  EXPECT_EQ(score("KJ-/rrf/"), -3);
  EXPECT_EQ(score("JK-/crrf/"), 3);
  EXPECT_EQ(score("JKQ/rc/rf"), 3);
  EXPECT_EQ(score("JKQ/rc/crrf"), 7);
  EXPECT_EQ(score("KQK/rrc/rrf"), -9);
  EXPECT_EQ(position("JK-/rf/").end_reason(), "fold");
}

TEST_F(LeducPoker, WhileTheGameGoesOnTheScoreIsWhatIsInThePot) {
  EXPECT_EQ(position("JKQ/rc/r").score(0), -7);
  EXPECT_EQ(position("JKQ/rc/r").score(1), -3);
}

TEST_F(LeducPoker, TwoRaisesARound) {
  EXPECT_THAT(legal("JK-//"), ElementsAre("check", "bet"));
  EXPECT_THAT(legal("JK-/c/"), ElementsAre("check", "bet"));
  EXPECT_THAT(legal("JK-/r/"), ElementsAre("fold", "call", "raise"));
  EXPECT_THAT(legal("JK-/cr/"), ElementsAre("fold", "call", "raise"));
  EXPECT_THAT(legal("JK-/rr/"), ElementsAre("fold", "call"));
  EXPECT_THAT(legal("JK-/crr/"), ElementsAre("fold", "call"));
  EXPECT_THAT(legal("JKQ/crc/"), ElementsAre("check", "bet"));
  EXPECT_EQ(position("JKQ/crc/").movers(), PlayerSet::only(0)) << "player 0 begins each round";
  EXPECT_EQ(position("JK-/crr/").movers(), PlayerSet::only(1));
}

TEST_F(LeducPoker, ChanceDealsRanksByTheCardsThatAreLeft) {
  const auto chances = [&](std::string_view text, const LeducPokerRules& rules) {
    const State state = State::from_text(rules, text).value();
    OutcomeList<State> outcomes;
    state.chance_outcomes(outcomes);
    std::map<std::string, double> by_name;
    for (const ChanceOutcome& outcome : outcomes) {
      by_name[state.chance_to_text(outcome.outcome)] = outcome.probability;
    }
    return by_name;
  };
  EXPECT_THAT(chances("J--//", merged_),
              ElementsAre(Pair("J", 0.2), Pair("K", 0.4), Pair("Q", 0.4)));
  EXPECT_THAT(chances("JJ-/cc/", merged_), ElementsAre(Pair("K", 0.5), Pair("Q", 0.5)));
  EXPECT_EQ(chances("Js--//", distinct_).size(), 5u);
  EXPECT_FALSE(chances("Js--//", distinct_).contains("Js"));
}

TEST_F(LeducPoker, TheOthersCardIsDealtAgainByTheCardsThatAreLeft) {
  Rng rng(1);
  const auto counts = [&](std::string_view text, Player observer) {
    std::map<std::string, int> drawn;
    for (int i = 0; i < 4000; ++i) {
      State dealt = position(text);
      dealt.determinize(observer, rng);
      ++drawn[dealt.to_text()];
    }
    return drawn;
  };
  const std::map<std::string, int> of_pair = counts("JJQ/cc/c", 1);
  ASSERT_EQ(of_pair.size(), 3u);
  EXPECT_NEAR(of_pair.at("JJQ/cc/c"), 1000, 150);
  EXPECT_NEAR(of_pair.at("QJQ/cc/c"), 1000, 150);
  EXPECT_NEAR(of_pair.at("KJQ/cc/c"), 2000, 150);
  EXPECT_EQ(counts("JJQ/cc/c", kPublic).size(), 8u) << "all pairs but two queens";
  EXPECT_EQ(counts("JJQ/cc/cc", kPublic).size(), 1u) << "shown";
  EXPECT_EQ(counts("KJQ/cc/rf", 0).size(), 3u) << "not shown after a fold";
}

TEST_F(LeducPoker, Options) {
  EXPECT_EQ(merged_.spec(), "leduc_poker");
  EXPECT_EQ(distinct_.spec(), "leduc_poker(suits=distinct)");
  const auto wrong = read_rules<LeducPokerRules>("leduc_poker(suits=none)");
  ASSERT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.error().to_string(), testing::HasSubstr("merged and distinct"));
}

TEST_F(LeducPoker, PositionsRefused) {
  EXPECT_EQ(refusal(""), "at 1: a card J, Q, K or - was expected");
  EXPECT_EQ(refusal("JA-//"), "at 2: a card J, Q, K or - was expected");
  EXPECT_EQ(refusal("J---//", &distinct_), "at 1: a card such as Js or Kh or - was expected");
  EXPECT_EQ(refusal("JK-"), "at 4: '/' and the actions of a round were expected");
  EXPECT_EQ(refusal("JK-/f/"), "at 5: a round of betting cannot go 'f'");
  EXPECT_EQ(refusal("JK-/rrr/"), "at 5: a round of betting cannot go 'rrr'");
  EXPECT_EQ(refusal("JK-/cr/x"), "at 8: an action f, c, r or the end of the text was expected");
  EXPECT_EQ(refusal("KKK//"), "there are more cards of a kind than the deck has");
  EXPECT_EQ(refusal("JsJs-//", &distinct_), "there are more cards of a kind than the deck has");
  EXPECT_EQ(refusal("-K-//"), "cards are dealt in the order of seats");
  EXPECT_EQ(refusal("K--/c/"), "both cards are dealt before anyone acts");
  EXPECT_EQ(refusal("KQJ/cr/"),
            "the common card is turned up when the first round ends without "
            "a fold");
  EXPECT_EQ(refusal("KQJ/rf/"),
            "the common card is turned up when the first round ends without "
            "a fold");
  EXPECT_EQ(refusal("KQ-/cc/c"), "the common card is turned up before the second round");
  EXPECT_EQ(refusal("JsJhQs/cc/c", &distinct_), "accepted");
}

TEST_F(LeducPoker, Texts) {
  EXPECT_EQ(position("JKQ/crc/r").draw(),
            "common card: Q\n"
            "player 0: J, 7 in the pot\n"
            "player 1: K, 3 in the pot, to move\n");
  const State state = position("JKQ/crc/r");
  EXPECT_EQ(state.clock(), 4);
  EXPECT_EQ(state.parse_action(1, "bet").error().to_string(),
            "fold, call or raise was expected, not 'bet'");
  EXPECT_EQ(state.fact_to_text({State::kDecision, 1, State::kCall, 1}), "player 1 calls");
  EXPECT_EQ(state.fact_to_text({State::kDecision, 1, State::kRaise, 0}), "player 1 bets");
  EXPECT_EQ(state.fact_to_text({State::kCommon, 2}), "the common card is K");
  EXPECT_EQ(state.fact_to_text({State::kShowdown, 0, 2}), "shown: player 0 J player 1 K");
}

int terminals(const State& state) {
  if (state.kind() == NodeKind::kTerminal) return 1;
  NullWitness witness;
  int count = 0;
  if (state.kind() == NodeKind::kChance) {
    OutcomeList<State> outcomes;
    state.chance_outcomes(outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      State next = state;
      next.apply_chance(outcome.outcome, witness);
      count += terminals(next);
    }
  }
  for (const Player mover : state.movers()) {
    for (const Action action : conformance::legal_list(state, mover)) {
      State next = state;
      next.apply(mover, action, witness);
      count += terminals(next);
    }
  }
  return count;
}

TEST_F(LeducPoker, Perft) {
  // 30 deals; then the actions c r; cc cr rf rc rr; after cc and rc a common
  // card of 4, crf crc crr and rrf rrc; and so on.
  EXPECT_THAT(perft(State(distinct_), 6), ElementsAre(1, 6, 30, 60, 150, 390, 780));
  // 9 deals; 24 with a common card.
  EXPECT_THAT(perft(State(merged_), 6), ElementsAre(1, 3, 9, 18, 45, 93, 162));
  // Each deal ends in 4 ways in the first round, and 5 ways lead to the second,
  // which ends in 9.
  EXPECT_EQ(terminals(State(distinct_)), 30 * (4 + 5 * 4 * 9));
  EXPECT_EQ(terminals(State(merged_)), 9 * 4 + 24 * 5 * 9);
}

TEST_F(LeducPoker, InformationSets) {
  const InformationSets<State> merged(merged_);
  EXPECT_EQ(merged.flaw(), "");
  EXPECT_EQ(merged.count(0), 144u);
  EXPECT_EQ(merged.count(1), 144u);
  const InformationSets<State> distinct(distinct_);
  EXPECT_EQ(distinct.flaw(), "");
  EXPECT_EQ(distinct.count(0) + distinct.count(1), 936u);
}

TEST_F(LeducPoker, UniformPlay) {
  EXPECT_NEAR(uniform_value(State(merged_), 0), -0.078125, 1e-12);
  EXPECT_NEAR(uniform_value(State(distinct_), 0), -0.078125, 1e-12);
}

TEST_F(LeducPoker, Observation) {
  const ObservationShape shape = merged_.observation_shape();
  std::vector<float> tensor(shape.size());
  position("JKQ/crc/r").observe(1, tensor);
  std::set<std::string> set;
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    if (tensor[i] == 1) set.insert(shape.planes[i]);
  }
  EXPECT_THAT(set, UnorderedElementsAre("own_K", "common_Q", "seat_1", "first_0_call",
                                        "first_1_raise", "first_2_call", "second_0_raise"));
}

}  // namespace
}  // namespace varan
