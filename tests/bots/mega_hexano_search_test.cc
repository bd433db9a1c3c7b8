// Bots that play Mega Hexano in whole turns.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "tests/bots/search_helpers.h"
#include "tests/count_allocations.h"
#include "tests/games/mega_hexano_testing.h"
#include "varan/any_game.h"
#include "varan/bots/bot.h"
#include "varan/games/mega_hexano/turn_view.h"
#include "varan/registry.h"

namespace varan {
namespace {

struct Table {
  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<AnyState> state;

  explicit Table(const std::string& spec)
      : game(load_game(spec).value()), state(game->new_state()) {}
  Table(const std::string& spec, const MegaHexanoState& position)
      : game(load_game(spec).value()), state(game->state_from_text(position.to_text()).value()) {}

  Decision decide(const std::string& bot, std::uint64_t seed = 1) const {
    DecisionRequest request;
    request.seed = seed;
    return game->make_bot(bot).value()->choose(*state, state->movers().lowest(), request).value();
  }
  std::string move(const std::string& bot) const {
    return decide(bot).actions.empty()
               ? state->action_to_text(state->movers().lowest(), decide(bot).moves.front())
               : decide(bot).actions.front().text;
  }
};

/// Plays a game; every decision is a legal turn, or what is left of one. Returns the first seat's
/// utility.
double play(Table& table, const std::string& first, const std::string& others, std::uint64_t seed) {
  AnyState& state = *table.state;
  const auto bot = table.game->make_bot(first).value();
  const auto opponent = table.game->make_bot(others).value();
  Rng rng(seed);
  DecisionRequest request;
  request.seed = seed;
  while (state.kind() != NodeKind::kTerminal) {
    if (state.kind() == NodeKind::kChance) {
      EXPECT_TRUE(state.sample_chance(rng).ok());
      continue;
    }
    const Player mover = state.movers().lowest();
    ++request.seed;
    const Decision decision = (mover == 0 ? *bot : *opponent).choose(state, mover, request).value();
    const int turn = state.clock();
    for (const Action move : decision.moves) {
      EXPECT_EQ(state.clock(), turn);
      EXPECT_TRUE(state.apply(mover, move).ok());
    }
  }
  return state.utility(0);
}

TEST(MegaHexanoBots, PlayEveryBoardAndOption) {
  for (const char* const spec :
       {"mega_hexano", "mega_hexano(players=4,setup=random)", "hexano", "volcano(players=3)",
        "mega_volcano", "caldera", "hexano(repetition=cap_return)", "mega_hexano(repetition=none)",
        "mega_hexano(max_quiet=0)", "volcano(finish_round=true)"}) {
    for (const char* const bot : {"mcts(iterations=30)", "flat(iterations=30)", "greedy"}) {
      SCOPED_TRACE(std::string(spec) + " " + bot);
      Table table(spec);
      play(table, bot, "random", 3);
    }
  }
}

TEST(MegaHexanoBots, ThinkInSingleMovesToo) {
  for (const char* const bot :
       {"mcts(iterations=30,view=moves,rollout=uniform)",
        "mcts(iterations=30,view=moves,rollout=hints,cutoff=4)", "mcts(iterations=30,view=moves)",
        "flat(iterations=30,view=moves,rollout=uniform)", "greedy(view=moves)"}) {
    SCOPED_TRACE(bot);
    Table table("hexano");
    play(table, bot, "random", 4);
  }
}

TEST(MegaHexanoBots, BeatRandomPlay) {
  double sum = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    for (const char* const bot : {"greedy", "mcts(iterations=50)"}) {
      Table table("mega_hexano");
      sum += play(table, bot, "random", seed);
    }
  }
  EXPECT_GE(sum, 8);
}

// Three captures are there for the taking.
TEST(MegaHexanoBots, TakeWhatIsOffered) {
  const MegaHexanoState state =
      hexano_position("mega_hexano", "a4:R1R2R3* c4:Y1Y2Y3 d4:G1G2 e4:B1 a7:P1P2P3* c7:Y1");
  const Table table("mega_hexano", state);
  EXPECT_EQ(table.move("greedy"), "a4-b4");
  EXPECT_EQ(table.move("mcts(iterations=300)"), "a4-b4");
}

// Example 39: seven colours and a tree end the game, but the other pile is worth more.
TEST(MegaHexanoBots, DoNotEndAGameThatIsLost) {
  const MegaHexanoState state = hexano_position("mega_hexano", "a4:R3* c4:Y3 g1:B1* e3:G2",
                                                {.piles = "R1R2Y1G1B1O1P1C1;Y1Y2Y3G1G2G3"});
  const Table table("mega_hexano", state);
  EXPECT_NE(table.move("greedy"), "a4-b4");
  EXPECT_NE(table.move("mcts(iterations=300)"), "a4-b4");
}

// Example 43: a race that one capture wins.
TEST(MegaHexanoBots, WinARaceAtOnce) {
  const MegaHexanoState state = hexano_position("hexano", "a3:R3* c3:Y3 e1:G1* e3:Y2Y3",
                                                {.piles = "-;R1R2Y3G2B1", .to_move = 1});
  const Table table("hexano", state);
  EXPECT_EQ(table.move("greedy"), "a3-b3");
  const Decision decision = table.decide("mcts");
  EXPECT_EQ(decision.actions.front().text, "a3-b3");
  EXPECT_TRUE(decision.proven);
  EXPECT_EQ(decision.value, 1);
}

// The planned turn has several moves; a bot asked again in the middle of it plays on.
TEST(MegaHexanoBots, DecideInMidTurn) {
  Table table("hexano");
  for (const char* const move : {"b3-a4", "d1-c1"}) {
    ASSERT_TRUE(table.state->apply_text(move, 0, nullptr).ok()) << move;
  }
  const Decision decision = table.decide("mcts(iterations=200)");
  std::unique_ptr<AnyState> state = table.state->copy();
  for (const Action move : decision.moves) ASSERT_TRUE(state->apply(0, move).ok());
  EXPECT_EQ(state->clock(), 1);
  EXPECT_FALSE(decision.principal_variation.empty());
}

TEST(MegaHexanoBots, ViewParametersBelongToTheView) {
  const auto game = load_game("mega_hexano").value();
  EXPECT_TRUE(game->make_bot("mcts(quiet=4,max_sets=100)").ok());
  const auto refused = game->make_bot("mcts(view=moves,rollout=uniform,quiet=4)");
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(std::string(refused.status().message()), testing::HasSubstr("view=turns"));
  EXPECT_FALSE(game->make_bot("mcts(quiet=7)").ok());
}

// Threads do not change that the same seed gives the same decision.
TEST(MegaHexanoBots, AreReproducible) {
  const Table table("mega_hexano");
  const Decision once = table.decide("mcts(iterations=200,threads=2)", 5);
  const Decision again = table.decide("mcts(iterations=200,threads=2)", 5);
  EXPECT_EQ(once.moves, again.moves);
  ASSERT_EQ(once.actions.size(), again.actions.size());
  for (std::size_t i = 0; i < once.actions.size(); ++i) {
    EXPECT_EQ(once.actions[i].visits, again.actions[i].visits);
  }
}

// Hexano with five quiet moves: nearly two thousand sets of caps to move on from, more than lie on
// the stack.
constexpr mega_hexano::TurnSearch::Limits kDeep = {5, 1 << 20};

TEST(MegaHexanoTurnSearch, AllocatesOnceInAThread) {
  const MegaHexanoState state(hexano_rules("hexano"));
  const mega_hexano::LaneTables tables(state.rules().board());
  std::thread([&] {
    const auto count = [&](int searches) {
      const long before = allocations;
      for (int i = 0; i < searches; ++i) {
        const mega_hexano::TurnSearch search(state, tables, kDeep);
        if (search.turns().size() != 84) return -1L;
      }
      return allocations - before;
    };
    EXPECT_EQ(count(1), 2);  // nodes and slots
    EXPECT_EQ(count(20), 0);
    {
      // Two at a time do not share.
      const mega_hexano::TurnSearch first(state, tables, kDeep);
      EXPECT_EQ(count(1), 2);
      EXPECT_EQ(count(5), 0);
      const mega_hexano::TurnSearch second(state, tables, kDeep);
      ASSERT_EQ(first.turns().size(), second.turns().size());
      for (std::size_t i = 0; i < first.turns().size(); ++i) {
        EXPECT_EQ(first.moves(first.turns()[i]), second.moves(second.turns()[i]));
      }
    }
    EXPECT_EQ(count(5), 0);
  }).join();
}

TEST(MegaHexanoTurnSearch, ASearchInTurnsAllocatesNothingWhileItRuns) {
  for (const char* const spec :
       {"hexano", "hexano(repetition=cap_return)", "volcano(repetition=none,max_quiet=5)"}) {
    SCOPED_TRACE(spec);
    const MegaHexanoRules& rules = hexano_rules(spec);
    const MegaHexanoTurns::Rules view_rules(rules, kDeep);
    const MegaHexanoTurns root(view_rules, MegaHexanoState(rules));
    const Traits traits = rules.traits();
    Search<MegaHexanoTurns> reused;
    long counts[3] = {};
    const std::int64_t budgets[3] = {20, 20, 200};  // the first sets the thread's memory aside
    for (int i = 0; i < 3; ++i) {
      SearchOptions options = options_with(budgets[i]);
      options.rollout = Rollout::kNone;
      reused.prepare(options, traits);
      const long before = allocations;
      reused.run(root, 0, 0, {});
      counts[i] = allocations - before;
    }
    EXPECT_EQ(counts[1], counts[2]);  // the list of results alone
    EXPECT_LE(counts[2], 10);
  }
}

}  // namespace
}  // namespace varan
