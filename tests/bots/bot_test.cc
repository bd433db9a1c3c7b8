// Bots by spec string: what they answer, what they refuse.
#include "varan/bots/bot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "varan/registry.h"

namespace varan {
namespace {

using testing::HasSubstr;

std::shared_ptr<const AnyGame> game(std::string_view spec) { return load_game(spec).value(); }

std::unique_ptr<Bot> bot(const AnyGame& of, std::string_view spec) {
  absl::StatusOr<std::unique_ptr<Bot>> made = of.make_bot(spec);
  EXPECT_TRUE(made.ok()) << made.status();
  return *std::move(made);
}

struct Refused {
  std::string game;
  std::string bot;
  std::string sentence;  // part of the message
};

class RefusedBots : public testing::TestWithParam<Refused> {};

TEST_P(RefusedBots, AreExplained) {
  const auto made = game(GetParam().game)->make_bot(GetParam().bot);
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(std::string(made.status().message()), HasSubstr(GetParam().sentence));
  EXPECT_EQ(made.status().code(), absl::StatusCode::kInvalidArgument);
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedBots,
    testing::Values(
        Refused{"connect_four", "", "a name"},
        Refused{"connect_four", "mtcs",
                "there is no bot 'mtcs'; there are random, greedy, flat, mcts"},
        Refused{"connect_four", "mcts(iteration=5)",
                "no parameter 'iteration'; it takes iterations"},
        Refused{"connect_four", "mcts(iterations=0)",
                "iterations=0 is not allowed; iterations is integer 1.."},
        Refused{"connect_four", "mcts(iterations=-4)", "not allowed"},
        Refused{"connect_four", "mcts(iterations=1e3)", "not allowed"},
        Refused{"connect_four", "mcts(iterations=99999999999)", "not allowed"},
        Refused{"connect_four", "mcts(iterations=5,iterations=6)", "given twice"},
        Refused{"connect_four", "mcts(time_ms=-1)", "time_ms is number 0.."},
        Refused{"connect_four", "mcts(exploration=nan)", "not allowed"},
        Refused{"connect_four", "mcts(selection=best)", "one of ucb1, ucb1_tuned and puct"},
        Refused{"connect_four", "mcts(hints=perhaps)", "true or false"},
        Refused{"connect_four", "mcts(iterations=5", "')' is missing"},
        Refused{"connect_four", "mcts(rollout=none,cutoff=3)", "cutoff needs a rollout"},
        Refused{"connect_four", "mcts(epsilon=0.1)", "epsilon goes with"},
        Refused{"connect_four", "mcts(widening=1,hints=false)", "widening needs hints"},
        Refused{"connect_four", "mcts(threads=8,iterations=4)", "more than iterations"},
        Refused{"connect_four", "mcts(view=turns)", "no parameter 'view'"},
        Refused{"tic_tac_toe", "greedy", "needs hints, and tic_tac_toe has none"},
        Refused{"tic_tac_toe", "mcts(rollout=none)", "needs an evaluation"},
        Refused{"tic_tac_toe", "mcts(cutoff=2)", "needs an evaluation"},
        Refused{"tic_tac_toe", "mcts(rollout=hints)", "needs hints"},
        Refused{"tic_tac_toe", "mcts(hints=true)", "has none"},
        Refused{"tic_tac_toe", "flat(proofs=true)", "no parameter 'proofs'"}));

TEST(Bots, UnknownGamesAreListed) {
  const auto missing = load_game("chess");
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(std::string(missing.status().message()),
              testing::AllOf(HasSubstr("no game 'chess'"), HasSubstr("connect_four")));
}

TEST(Bots, SpecsAreCanonical) {
  const auto connect_four = game("connect_four");
  EXPECT_EQ(bot(*connect_four, " mcts( seed = 4 , iterations = 0100 ) ")->spec(),
            "mcts(iterations=100,seed=4)");
  EXPECT_EQ(bot(*connect_four, "mcts()")->spec(), "mcts");
}

TEST(Bots, EveryDocumentedDefaultIsAccepted) {
  for (const GameEntry& entry : games()) {
    const auto of = game(entry.name);
    for (const BotEntry& listed : bots()) {
      if (listed.name == "greedy" && !of->has_hints()) continue;
      const auto made = of->make_bot(listed.name);
      if (!made.ok()) {  // not for its defaults, but for what the game is
        EXPECT_THAT(std::string(made.status().message()),
                    testing::AnyOf(HasSubstr("is too large"), HasSubstr("plays games for"),
                                   HasSubstr("plays games of")))
            << entry.name << ' ' << listed.name;
      }
      const std::vector<Parameter> parameters = of->bot_parameters(listed.name).value();
      for (const Parameter& parameter : parameters) {
        EXPECT_FALSE(parameter.help.empty());
        EXPECT_FALSE(parameter.range().empty());
      }
    }
  }
}

TEST(Bots, AnswerWithTheirEvidence) {
  const auto of = game("connect_four");
  const auto state = of->new_state();
  const auto decision =
      bot(*of, "mcts(iterations=2000)")->choose(*state, 0, {.seed = 1, .stop = {}});
  ASSERT_TRUE(decision.ok());
  EXPECT_EQ(decision->iterations, 2000);
  EXPECT_EQ(decision->stop_reason, "iterations");
  ASSERT_EQ(decision->actions.size(), 7u);
  std::int64_t visits = 0;
  double priors = 0;
  for (const ActionReport& report : decision->actions) {
    visits += report.visits;
    priors += report.prior;
    EXPECT_EQ(report.moves.size(), 1u);
    EXPECT_EQ(report.text, state->action_to_text(0, report.moves[0]));
    EXPECT_GE(report.value, -1);
    EXPECT_LE(report.value, 1);
  }
  EXPECT_EQ(visits, 2000);
  EXPECT_NEAR(priors, 1, 1e-3);
  EXPECT_EQ(decision->moves, decision->actions.front().moves);
  EXPECT_EQ(decision->principal_variation.front(), decision->actions.front().text);
  EXPECT_GT(decision->principal_variation.size(), 2u);
  EXPECT_GT(decision->information_sets, 100);
  EXPECT_GT(decision->table_bytes, decision->table_actions * 16);
  EXPECT_FALSE(decision->table_full);
}

TEST(Bots, SeveralThreadsShareTheBudgetAndAreReproducible) {
  const auto of = game("connect_four");
  const auto state = of->new_state();
  const auto once =
      bot(*of, "mcts(iterations=3001,threads=3)")->choose(*state, 0, {.seed = 5, .stop = {}});
  const auto again =
      bot(*of, "mcts(iterations=3001,threads=3)")->choose(*state, 0, {.seed = 5, .stop = {}});
  ASSERT_TRUE(once.ok() && again.ok());
  EXPECT_EQ(once->iterations, 3001);
  for (std::size_t i = 0; i < once->actions.size(); ++i) {
    EXPECT_EQ(once->actions[i].text, again->actions[i].text);
    EXPECT_EQ(once->actions[i].visits, again->actions[i].visits);
    EXPECT_EQ(once->actions[i].value, again->actions[i].value);
  }
}

TEST(Bots, TakeProvenResults) {
  const auto of = game("connect_four");
  // X has three in the bottom row, open on both sides.
  const auto state = of->state_from_text("......./......./......./.....O./.....O./.XXX.O.");
  ASSERT_TRUE(state.ok()) << state.status();
  const auto decision = bot(*of, "mcts(iterations=500)")
                            ->choose(**state, (*state)->movers().lowest(), {.seed = 1, .stop = {}});
  ASSERT_TRUE(decision.ok());
  EXPECT_TRUE(decision->proven);
  EXPECT_EQ(decision->value, 1);
  EXPECT_EQ(decision->stop_reason, "proven");
  EXPECT_LT(decision->iterations, 500);
}

TEST(Bots, RefusePositionsTheyCannotAnswer) {
  const auto of = game("connect_four");
  const auto other = game("tic_tac_toe")->new_state();
  for (const char* spec : {"random", "greedy", "flat", "mcts"}) {
    const auto player = bot(*of, spec);
    EXPECT_FALSE(player->choose(*other, 0, {}).ok());
    EXPECT_FALSE(player->choose(*of->new_state(), 1, {}).ok());
    EXPECT_FALSE(player->choose(*of->new_state(), -1, {}).ok());
    EXPECT_FALSE(player->choose(*of->new_state(), 99, {}).ok());
  }
}

TEST(Bots, RefusePositionsOfOtherOptions) {
  for (const auto& [mine, theirs] :
       {std::pair("connect_four(width=4,height=4)", "connect_four"), std::pair("hexano", "volcano"),
        std::pair("mega_hexano", "mega_hexano(players=3)")}) {
    const auto of = game(mine);
    const auto state = game(theirs)->new_state();
    for (const char* spec : {"random", "greedy", "flat(iterations=10)", "mcts(iterations=10)"}) {
      const auto decision = bot(*of, spec)->choose(*state, 0, {});
      ASSERT_FALSE(decision.ok());
      EXPECT_THAT(std::string(decision.status().message()),
                  testing::AllOf(HasSubstr(of->spec()), HasSubstr(state->game().spec())));
    }
  }
}

TEST(Bots, SayThatMemoryIsShort) {
  const auto of = game("connect_four");
  const auto decision = bot(*of, "mcts(iterations=4000000000,memory_mb=1048576,threads=2)")
                            ->choose(*of->new_state(), 0, {.seed = 1, .stop = [] {
                                                             std::stop_source source;
                                                             source.request_stop();
                                                             return source.get_token();
                                                           }()});
  // Where memory is promised without being there, the search begins and stops at once.
  EXPECT_TRUE(decision.ok() || decision.status().code() == absl::StatusCode::kResourceExhausted);
}

TEST(Bots, TheLeastMemoryHoldsTheRoot) {
  const auto of = game("mega_hexano");
  const auto state = of->new_state();
  Rng rng(1);
  while (state->kind() == NodeKind::kChance) ASSERT_TRUE(state->sample_chance(rng).ok());
  for (const char* spec :
       {"mcts(iterations=256,memory_mb=1,threads=64)",
        "mcts(iterations=256,memory_mb=1,threads=256,selection=ucb1_tuned,quiet=6)"}) {
    const auto decision = bot(*of, spec)->choose(*state, 0, {});
    ASSERT_TRUE(decision.ok()) << decision.status();
    EXPECT_TRUE(state->copy()->apply(0, decision->moves.front()).ok());
  }
}

TEST(Bots, StopTokensEndTheSearch) {
  const auto of = game("connect_four");
  std::stop_source source;
  source.request_stop();
  const auto decision = bot(*of, "mcts(iterations=4000000000,threads=2)")
                            ->choose(*of->new_state(), 0, {.seed = 1, .stop = source.get_token()});
  ASSERT_TRUE(decision.ok());
  EXPECT_EQ(decision->stop_reason, "stopped");
  EXPECT_EQ(decision->moves.size(), 1u);
}

TEST(Bots, ATimeBudgetAloneHasNoLimitOfIterations) {
  const auto of = game("connect_four");
  const auto decision = bot(*of, "mcts(time_ms=30)")->choose(*of->new_state(), 0, {});
  ASSERT_TRUE(decision.ok());
  EXPECT_EQ(decision->stop_reason, "time");
  EXPECT_NE(decision->iterations, 1000);
}

}  // namespace
}  // namespace varan
