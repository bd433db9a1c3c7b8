#include "varan/games/reference/goofspiel.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/conformance/play_laws.h"
#include "tests/games/information_sets.h"
#include "tests/make_rules.h"
#include "varan/perft.h"

namespace varan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using State = GoofspielState;

class Goofspiel : public testing::Test {
 protected:
  static GoofspielRules rules(std::string_view options) {
    return make_rules<GoofspielRules>("goofspiel(" + std::string(options) + ")");
  }
  static std::string refusal(const GoofspielRules& rules, std::string_view text) {
    const Parsed<State> state = State::from_text(rules, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  static std::string error(std::string_view options) {
    const auto rules = read_rules<GoofspielRules>("goofspiel(" + std::string(options) + ")");
    return rules.ok() ? "accepted" : rules.error().to_string();
  }
  static std::vector<std::string> told(State state, Action action, Player viewer) {
    LogWitness log;
    state.apply(state.movers().lowest(), action, log);
    std::vector<std::string> lines;
    for (const LogWitness::Entry& entry : log.entries()) {
      if (entry.audience.contains(viewer)) lines.push_back(state.fact_to_text(entry.fact));
    }
    return lines;
  }
};

TEST_F(Goofspiel, TheOnlyHighestBidWinsThePrize) {
  const GoofspielRules game = rules("cards=3,prizes=descending");
  const State one = State::from_text(game, "32/3/A").value();
  EXPECT_EQ(one.score(0), 3);
  EXPECT_EQ(one.score(1), 0);
  const State end = State::from_text(game, "32A/3A2/A32").value();
  EXPECT_EQ(end.kind(), NodeKind::kTerminal);
  EXPECT_EQ(end.score(0), 3);
  EXPECT_EQ(end.score(1), 2) << "the prize of the tie goes to nobody";
  EXPECT_EQ(end.utility(0), 1);
  EXPECT_EQ(end.utility(1), -1);
  const State tied = State::from_text(game, "32A/32A/32A").value();
  EXPECT_EQ(tied.score(0), 0);
  EXPECT_EQ(tied.utility(0), 0);
}

TEST_F(Goofspiel, MorePlayers) {
  const GoofspielRules game = rules("cards=3,players=3,prizes=ascending");
  const State end = State::from_text(game, "A23/A23/3A2/3A2").value();
  EXPECT_EQ(end.score(0), 5) << "the others' highest bids for the first prize were tied";
  EXPECT_EQ(end.score(1), 0);
  EXPECT_EQ(end.utility(0), 1);
  EXPECT_EQ(end.utility(1), -0.5);
  const State shared = State::from_text(game, "A23/3A2/23A/A23").value();
  EXPECT_EQ(shared.score(0), 1);
  EXPECT_EQ(shared.score(1), 2);
  EXPECT_EQ(shared.score(2), 3);
  const State two_first = State::from_text(game, "A23/A23/A23/A23").value();
  for (Player p = 0; p < 3; ++p) EXPECT_EQ(two_first.utility(p), 0);
}

double most_utility(const State& state) {
  if (state.kind() == NodeKind::kTerminal) return state.utility(0);
  double most = -1;
  NullWitness witness;
  const Player mover = state.movers().lowest();
  for (const Action action : conformance::legal_list(state, mover)) {
    State next = state;
    next.apply(mover, action, witness);
    most = std::max(most, most_utility(next));
  }
  return most;
}

TEST_F(Goofspiel, PointsAreScaledByTheMostThereCanBe) {
  EXPECT_EQ(rules("cards=3,payoff=points").most_above_mean(), 2);
  for (const char* options :
       {"cards=3,prizes=ascending,payoff=points", "cards=4,prizes=descending,payoff=points",
        "cards=3,players=3,prizes=ascending,payoff=points"}) {
    const GoofspielRules game = rules(options);
    EXPECT_NEAR(most_utility(State(game)), 1, 1e-12) << options;
  }
  const GoofspielRules game = rules("cards=3,prizes=ascending,payoff=points");
  EXPECT_EQ(State::from_text(game, "A23/3A2/A23").value().utility(0), -1);
  EXPECT_EQ(State::from_text(game, "A23/23A/A23").value().utility(0), 0);
}

TEST_F(Goofspiel, Options) {
  EXPECT_EQ(rules("cards=13,players=2,prizes=random").spec(), "goofspiel");
  EXPECT_EQ(error("players=3,bids=hidden"), "bids=hidden is for players=2");
  EXPECT_THAT(error("cards=14"), HasSubstr("3..13"));
  EXPECT_THAT(error("prizes=shuffled"), HasSubstr("ascending, descending and random"));
  EXPECT_FALSE(rules("prizes=ascending").traits().chance);
  EXPECT_FALSE(rules("prizes=ascending").traits().hidden_information);
  EXPECT_TRUE(rules("bids=hidden").traits().hidden_information);
}

TEST_F(Goofspiel, PositionsRefused) {
  const GoofspielRules game = rules("cards=3");
  EXPECT_EQ(refusal(game, ""), "at 1: '/' and a player's bids were expected");
  EXPECT_EQ(refusal(game, "3/4/"), "at 3: a card A .. 3 or '/' was expected");
  EXPECT_EQ(refusal(game, "3///"), "at 4: nothing may follow the last player's bids");
  EXPECT_EQ(refusal(game, "33/A/A"), "at 2: this prize has been turned up before");
  EXPECT_EQ(refusal(game, "32/AA/A"), "at 5: this card has been bid before");
  EXPECT_EQ(refusal(game, "32/AA/A2"), "at 5: this card has been bid before");
  EXPECT_EQ(refusal(game, "32/A2/"), "a player has bid twice before another has bid");
  EXPECT_EQ(refusal(game, "32A/2/A"), "at 4: a prize for each round was expected");
  EXPECT_EQ(refusal(game, "3/A2/A"), "at 2: a prize for each round was expected");
  EXPECT_EQ(refusal(game, "32A/32A3/32A3"), "at 8: there are more bids than cards");
  EXPECT_EQ(refusal(game, "3/A/A"), "accepted") << "the next prize is to be turned up";
  const GoofspielRules fixed = rules("cards=3,prizes=ascending");
  EXPECT_EQ(refusal(fixed, "A3/A/A"), "at 2: the prize of this round is 2");
  EXPECT_EQ(refusal(fixed, "A/A/A"), "at 2: a prize for each round was expected");
  EXPECT_EQ(refusal(fixed, "A2/A/A"), "accepted");
}

TEST_F(Goofspiel, Texts) {
  const GoofspielRules game = rules("cards=3,prizes=ascending");
  const State state = State::from_text(game, "A2/3/A2").value();
  EXPECT_EQ(state.movers(), PlayerSet::only(0));
  EXPECT_EQ(state.draw(),
            "prizes A2\n"
            "player 0: 1 points, bids 3, hand A2\n"
            "player 1: 0 points, bids A2, hand 23\n");
  EXPECT_EQ(state.action_to_text(0, 1), "2");
  EXPECT_EQ(state.parse_action(0, "4").error().to_string(), "a card A .. 3 was expected, not '4'");
  EXPECT_EQ(State(rules("")).action_to_text(0, 12), "K");
}

TEST_F(Goofspiel, BidsAreShownWhenAllAreMadeOrNever) {
  const GoofspielRules open = rules("cards=3,prizes=ascending");
  const GoofspielRules hidden = rules("cards=3,prizes=ascending,bids=hidden");
  EXPECT_THAT(told(State(open), 2, 0), ElementsAre("player 0 bids 3"));
  EXPECT_THAT(told(State(open), 2, 1), ElementsAre());
  EXPECT_THAT(told(State::from_text(open, "A/3/").value(), 0, 0),
              ElementsAre("player 0 wins A by bids 3A"));
  EXPECT_THAT(told(State::from_text(hidden, "A/3/").value(), 0, 0), ElementsAre("player 0 wins A"));
  EXPECT_THAT(told(State::from_text(hidden, "A/3/").value(), 2, kPublic),
              ElementsAre("nobody wins A"));
}

TEST_F(Goofspiel, Perft) {
  const GoofspielRules fixed = rules("cards=3,prizes=descending");
  EXPECT_THAT(perft(State(fixed), 4), ElementsAre(1, 9, 36, 36, 0));
  const GoofspielRules random = rules("cards=3");
  EXPECT_THAT(perft(State(random), 6), ElementsAre(1, 3, 27, 54, 216, 216, 216));
  const GoofspielRules three = rules("cards=3,players=3,prizes=ascending");
  EXPECT_THAT(perft(State(three), 3), ElementsAre(1, 27, 216, 216));
}

TEST_F(Goofspiel, InformationSets) {
  const InformationSets<State> open(rules("cards=3,prizes=ascending"));
  EXPECT_EQ(open.flaw(), "");
  EXPECT_EQ(open.count(0), 1u + 9 + 36);
  EXPECT_EQ(open.count(1), 1u + 9 + 36);
  // One bid has 7 results: the lowest cannot win, the highest cannot lose. Two bids have 5, 4 or 5
  // in either order: 28.
  const InformationSets<State> hidden(rules("cards=3,prizes=ascending,bids=hidden"));
  EXPECT_EQ(hidden.flaw(), "");
  EXPECT_EQ(hidden.count(0), 1u + 7 + 28);
  EXPECT_EQ(hidden.count(1), 1u + 7 + 28);
  EXPECT_EQ(InformationSets<State>(rules("cards=3")).flaw(), "");
  EXPECT_EQ(InformationSets<State>(rules("cards=3,bids=hidden")).flaw(), "");
}

TEST_F(Goofspiel, UniformPlayIsFair) {
  for (const char* options : {"cards=4,prizes=descending,payoff=points", "cards=3,bids=hidden"}) {
    const GoofspielRules game = rules(options);
    EXPECT_NEAR(uniform_value(State(game), 0), uniform_value(State(game), 1), 1e-12) << options;
  }
}

// ---- hidden bids

using Bids = std::array<goofspiel::Cards, 2>;

int winner(const Bids& bids, int round) {
  const int first = goofspiel::card_at(bids[0], round);
  const int second = goofspiel::card_at(bids[1], round);
  return first > second ? 1 : first < second ? 2 : 0;
}

std::vector<goofspiel::Cards> all_bids(int cards, int rounds) {
  std::vector<int> order(static_cast<std::size_t>(cards));
  std::iota(order.begin(), order.end(), 1);
  std::vector<goofspiel::Cards> all;
  do {
    goofspiel::Cards bids = 0;
    for (int round = rounds; round-- > 0;) {
      bids = bids << 4 | static_cast<unsigned>(order[static_cast<std::size_t>(round)]);
    }
    if (all.empty() || all.back() != bids) all.push_back(bids);
  } while (std::next_permutation(order.begin(), order.end()));
  return all;
}

TEST_F(Goofspiel, HiddenBidsAreDrawnUniformlyAmongThoseWithTheSameWinners) {
  constexpr int kCards = 5;
  Rng rng(1);
  const std::vector<std::vector<int>> examples = {{1, 2, 0},       {1, 1, 2},    {2, 1, 2, 1},
                                                  {0, 0, 1, 2},    {1, 1, 1},    {2, 0},
                                                  {1, 1, 2, 2, 0}, {2, 2, 1, 2}, {0, 1, 1, 1, 2}};
  for (const std::vector<int>& winners : examples) {
    const int rounds = static_cast<int>(winners.size());
    const std::vector<goofspiel::Cards> all = all_bids(kCards, rounds);
    goofspiel::HiddenBids hidden{kCards, rounds, {}, {}};
    std::copy(winners.begin(), winners.end(), hidden.winners.begin());
    std::vector<Bids> possible;
    for (const goofspiel::Cards first : all) {
      for (const goofspiel::Cards second : all) {
        const Bids bids = {first, second};
        bool agrees = true;
        for (int i = 0; i < rounds; ++i) {
          agrees &= winner(bids, i) == winners[static_cast<std::size_t>(i)];
        }
        if (agrees) possible.push_back(bids);
      }
    }
    ASSERT_FALSE(possible.empty());
    for (Player observer = kPublic; observer < 2; ++observer) {
      const Bids truth = possible[possible.size() / 3];
      std::map<Bids, double> counts;
      for (const Bids& bids : possible) {
        const auto p = static_cast<std::size_t>(observer);
        if (observer == kPublic || bids[p] == truth[p]) counts[bids] = 0;
      }
      const int draws = 30 * static_cast<int>(counts.size());
      for (int i = 0; i < draws; ++i) {
        hidden.bids = truth;
        goofspiel::draw_bids(hidden, observer, rng);
        ASSERT_TRUE(counts.contains(hidden.bids)) << testing::PrintToString(winners);
        ++counts[hidden.bids];
      }
      std::vector<double> seen;
      for (const auto& [bids, count] : counts) seen.push_back(count);
      EXPECT_FALSE(conformance::is_far_off(seen, std::vector<double>(seen.size(), 30)))
          << testing::PrintToString(winners) << " observer " << observer;
    }
  }
}

TEST_F(Goofspiel, HiddenBidsOfALongGameAgreeWithTheWinners) {
  const GoofspielRules game = rules("bids=hidden");
  NullWitness witness;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    State state(game);
    while (conformance::random_step(state, rng, witness)) {
      for (Player observer = kPublic; observer < 2; ++observer) {
        State dealt = state;
        dealt.determinize(observer, rng);
        ASSERT_EQ(dealt.validate(), "");
        ASSERT_EQ(dealt.score(0), state.score(0));
        ASSERT_EQ(dealt.score(1), state.score(1));
      }
    }
  }
}

TEST_F(Goofspiel, Observation) {
  const GoofspielRules game = rules("cards=3,prizes=ascending,bids=hidden");
  EXPECT_THAT(game.observation_shape().planes,
              ElementsAre("hand", "committed", "prize", "prizes_left", "points", "points_1",
                          "won_with", "lost_with", "tied_with"));
  std::vector<float> tensor(27);
  State::from_text(game, "A2/3A/A").value().observe(0, tensor);
  EXPECT_THAT(std::vector<float>(tensor.begin(), tensor.begin() + 12),
              ElementsAre(1, 1, 0,    // hand, the committed card included
                          1, 0, 0,    //
                          0, 1, 0,    //
                          0, 0, 1));  //
  EXPECT_FLOAT_EQ(tensor[12], 1.0f / 6);
  EXPECT_EQ(tensor[15], 0);
  EXPECT_THAT(std::vector<float>(tensor.begin() + 18, tensor.end()),
              ElementsAre(0, 0, 1, 0, 0, 0, 0, 0, 0));
  const GoofspielRules open = rules("cards=3,players=3");
  EXPECT_THAT(open.observation_shape().planes,
              ElementsAre("hand", "committed", "prize", "prizes_left", "points", "points_1",
                          "hand_1", "points_2", "hand_2"));
}

}  // namespace
}  // namespace varan
