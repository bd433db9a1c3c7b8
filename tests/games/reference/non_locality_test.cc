#include "varan/games/reference/non_locality.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/make_rules.h"
#include "varan/perft.h"

namespace varan {
namespace {

using testing::ElementsAre;
using State = NonLocalityState;

class NonLocality : public testing::Test {
 protected:
  State position(std::string_view text) { return State::from_text(rules_, text).value(); }
  double payoff(std::string_view text) { return position(text).score(1); }
  std::string refusal(std::string_view text) {
    const Parsed<State> state = State::from_text(rules_, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }

  NonLocalityRules rules_ = make_rules<NonLocalityRules>("non_locality");
};

TEST_F(NonLocality, Payoffs) {
  EXPECT_EQ(payoff("A stop"), -2);
  EXPECT_EQ(payoff("B stop"), 1);
  EXPECT_EQ(payoff("A go_on x"), 1);
  EXPECT_EQ(payoff("B go_on x"), -1);
  EXPECT_EQ(payoff("A go_on y"), -1);
  EXPECT_EQ(payoff("B go_on y"), 0.5);
  EXPECT_EQ(position("A stop").utility(1), -1);
  EXPECT_EQ(position("A stop").utility(0), 1);
  EXPECT_EQ(payoff("B go_on"), 0);
}

// Player 0 has four pure strategies, player 1 has two: y guarantees -0.75, and stopping in A alone
// allows no more.
TEST_F(NonLocality, TheValueIsThreeQuartersForPlayer0) {
  const auto value = [&](const std::string& in_a, const std::string& in_b,
                         const std::string& reply) {
    const auto play = [&](const std::string& world, const std::string& first) {
      return payoff(world + " " + first + (first == "stop" ? "" : " " + reply));
    };
    return (play("A", in_a) + play("B", in_b)) / 2;
  };
  for (const std::string in_a : {"stop", "go_on"}) {
    for (const std::string in_b : {"stop", "go_on"}) {
      EXPECT_GE(value(in_a, in_b, "y"), -0.75);
    }
  }
  EXPECT_EQ(value("stop", "go_on", "y"), -0.75);
  EXPECT_EQ(value("stop", "go_on", "x"), -1.5);
  // What a uniform belief says at player 1's node.
  EXPECT_EQ(value("go_on", "go_on", "x"), 0);
  EXPECT_EQ(value("go_on", "go_on", "y"), -0.25);
}

TEST_F(NonLocality, OnlyPlayer0KnowsTheWorld) {
  EXPECT_EQ(position("A go_on").info_key(1), position("B go_on").info_key(1));
  EXPECT_NE(position("A go_on").info_key(0), position("B go_on").info_key(0));
  EXPECT_NE(position("A go_on x").info_key(1), position("B go_on x").info_key(1));
  Rng rng(1);
  int in_a = 0;
  for (int i = 0; i < 1000; ++i) {
    State state = position("B go_on");
    state.determinize(0, rng);
    EXPECT_EQ(state.to_text(), "B go_on");
    state.determinize(1, rng);
    in_a += state.to_text() == "A go_on";
  }
  EXPECT_NEAR(in_a, 500, 80);
}

TEST_F(NonLocality, Perft) { EXPECT_THAT(perft(State(rules_), 4), ElementsAre(1, 2, 4, 4, 0)); }

TEST_F(NonLocality, TextsAndTheirErrors) {
  const State state = position("B go_on y");
  EXPECT_EQ(state.to_text(), "B go_on y");
  EXPECT_EQ(state.draw(), "world: B\nplayer 0: go_on\nplayer 1: y\n");
  EXPECT_EQ(state.fact_to_text({State::kWorld, 0}), "the world is A");
  EXPECT_EQ(state.fact_to_text({State::kChoice, State::kY}), "player 1 chooses y");
  EXPECT_EQ(state.end_reason(), "choice");
  EXPECT_EQ(position("A stop").end_reason(), "stop");
  EXPECT_EQ(refusal("C"), "at 1: A or B was expected, not 'C'");
  EXPECT_EQ(refusal("A x"), "at 3: 'x' cannot be chosen now");
  EXPECT_EQ(refusal("A go_on stop"), "at 9: 'stop' cannot be chosen now");
  EXPECT_EQ(refusal("A stop x"), "at 8: nothing may follow the end of the game");
  EXPECT_EQ(refusal("A z"), "at 3: stop, go_on, x or y was expected, not 'z'");
}

}  // namespace
}  // namespace varan
