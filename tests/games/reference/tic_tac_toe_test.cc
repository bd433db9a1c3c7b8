#include "varan/games/reference/tic_tac_toe.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/games/alpha_beta.h"
#include "tests/make_rules.h"
#include "varan/perft.h"

namespace varan {
namespace {

using testing::ElementsAre;
using State = TicTacToeState;

class TicTacToe : public testing::Test {
 protected:
  State position(std::string_view text) { return State::from_text(rules_, text).value(); }
  std::string refusal(std::string_view text) {
    const Parsed<State> state = State::from_text(rules_, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  State after(std::initializer_list<Action> cells) {
    State state(rules_);
    for (const Action cell : cells) state = AlphaBeta<State>::after(state, cell);
    return state;
  }

  TicTacToeRules rules_ = make_rules<TicTacToeRules>("tic_tac_toe");
};

TEST_F(TicTacToe, PositionsAndDrawingsHaveTheTopRowFirst) {
  const State state = after({4, 0, 5});
  EXPECT_EQ(state.to_text(), ".../.XX/O..");
  EXPECT_EQ(state.draw(),
            "3 | . . .\n"
            "2 | . X X\n"
            "1 | O . .\n"
            "    a b c\n");
}

TEST_F(TicTacToe, ALineWinsInEveryDirection) {
  for (const auto& line : {std::array{0, 1, 2},
                           {3, 4, 5},
                           {6, 7, 8},
                           {0, 3, 6},
                           {1, 4, 7},
                           {2, 5, 8},
                           {0, 4, 8},
                           {2, 4, 6}}) {
    State state(rules_);
    NullWitness witness;
    std::vector<Action> others;
    for (Action cell = 0; cell < 9; ++cell) {
      if (std::find(line.begin(), line.end(), cell) == line.end()) others.push_back(cell);
    }
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(state.kind(), NodeKind::kDecision);
      state.apply(0, line[i], witness);
      if (i < 2) state.apply(1, others[3 * i], witness);
    }
    EXPECT_EQ(state.kind(), NodeKind::kTerminal) << state.draw();
    EXPECT_EQ(state.utility(0), 1);
    EXPECT_EQ(state.utility(1), -1);
    EXPECT_EQ(state.end_reason(), "line");
  }
}

TEST_F(TicTacToe, AFullBoardWithoutALineIsADraw) {
  const State state = position("XOX/XOO/OXX");
  EXPECT_EQ(state.kind(), NodeKind::kTerminal);
  EXPECT_TRUE(state.movers().empty());
  EXPECT_EQ(state.utility(0), 0);
  EXPECT_EQ(state.end_reason(), "full");
}

TEST_F(TicTacToe, TheLastMarkMayWinOnTheFullBoard) {
  const State state = position("XOX/OXO/XOX");
  EXPECT_EQ(state.utility(0), 1);
  EXPECT_EQ(state.end_reason(), "line");
}

TEST_F(TicTacToe, ErrorsOfPositionsNameTheirPlace) {
  EXPECT_EQ(refusal(""), "at 1: a cell was expected: X, O or .");
  EXPECT_EQ(refusal(".../.?./..."), "at 6: a cell was expected: X, O or .");
  EXPECT_EQ(refusal(".../..."), "at 8: '/' was expected at the end of the row");
  EXPECT_EQ(refusal(".../.../...."), "at 12: nothing may follow the bottom row");
  EXPECT_EQ(refusal("O../.../..."), "X begins, so X has as many marks as O or one more");
  EXPECT_EQ(refusal("XX./.../..."), "X begins, so X has as many marks as O or one more");
  EXPECT_EQ(refusal("XXX/OO./O.."), "O has moved after X had won");
  EXPECT_EQ(refusal("OOO/XX./XX."), "X has moved after O had won");
}

TEST_F(TicTacToe, ActionsAreCells) {
  const State state(rules_);
  EXPECT_EQ(state.action_to_text(0, 0), "a1");
  EXPECT_EQ(state.action_to_text(0, 5), "c2");
  EXPECT_EQ(*state.parse_action(0, "b3"), 7);
  EXPECT_EQ(state.parse_action(0, "d1").error().to_string(),
            "a cell a1 .. c3 was expected, not 'd1'");
  EXPECT_EQ(state.fact_to_text({State::kMark, 1, 4}), "O marks b2");
}

TEST_F(TicTacToe, ObservationShowsOwnOtherAndTheTurn) {
  std::vector<float> tensor(27);
  const State state = after({4, 0});
  state.observe(1, tensor);
  EXPECT_THAT(tensor, ElementsAre(1, 0, 0, 0, 0, 0, 0, 0, 0,    //
                                  0, 0, 0, 0, 1, 0, 0, 0, 0,    //
                                  0, 0, 0, 0, 0, 0, 0, 0, 0));  //
  state.observe(0, tensor);
  EXPECT_EQ(tensor[0], 0);
  EXPECT_EQ(tensor[4], 1);
  EXPECT_EQ(tensor[18], 1);
}

/// Counts histories on a board of its own, with lines found by hand.
std::uint64_t naive_count(std::string& board, char mark, int depth) {
  constexpr int kLines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
  if (depth == 0) return 1;
  for (const auto& [a, b, c] : kLines) {
    const auto at = [&](int cell) { return board[static_cast<std::size_t>(cell)]; };
    if (at(a) != '.' && at(a) == at(b) && at(b) == at(c)) return 0;
  }
  std::uint64_t count = 0;
  for (char& cell : board) {
    if (cell != '.') continue;
    cell = mark;
    count += naive_count(board, mark == 'X' ? 'O' : 'X', depth - 1);
    cell = '.';
  }
  return count;
}

TEST_F(TicTacToe, Perft) {
  const std::vector<std::uint64_t> counts = perft(State(rules_), 9);
  EXPECT_THAT(counts, ElementsAre(1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872));
  for (int depth = 0; depth <= 9; ++depth) {
    std::string board = ".........";
    EXPECT_EQ(naive_count(board, 'X', depth), counts[static_cast<std::size_t>(depth)]);
  }
}

/// Win, draw and loss of X in a position; a pure strategy mixes evenly over equally good moves.
struct Chances {
  double win = 0;
  double draw = 0;
  double loss = 0;
};
class Play {
 public:
  /// Which players play perfectly; the others at random.
  explicit Play(PlayerSet perfect) : perfect_(perfect) {}

  Chances from(const State& state) {
    if (state.kind() == NodeKind::kTerminal) {
      const double utility = state.utility(0);
      return {utility > 0 ? 1.0 : 0.0, utility == 0 ? 1.0 : 0.0, utility < 0 ? 1.0 : 0.0};
    }
    const auto [place, is_new] = known_.try_emplace(state.to_text());
    if (!is_new) return place->second;
    const Player mover = state.movers().lowest();
    std::vector<Action> choices;
    for (const Action action : solver_.actions(state)) {
      if (!perfect_.contains(mover) || solver_.value_of(state, action) == solver_.value(state)) {
        choices.push_back(action);
      }
    }
    Chances sum;
    for (const Action action : choices) {
      const Chances chances = from(solver_.after(state, action));
      sum.win += chances.win / static_cast<double>(choices.size());
      sum.draw += chances.draw / static_cast<double>(choices.size());
      sum.loss += chances.loss / static_cast<double>(choices.size());
    }
    return known_[state.to_text()] = sum;
  }

 private:
  PlayerSet perfect_;
  AlphaBeta<State> solver_{14};
  std::map<std::string, Chances> known_;
};

TEST_F(TicTacToe, UniformPlayHasItsExactValues) {
  Play uniform{PlayerSet()};
  const Chances chances = uniform.from(State(rules_));
  EXPECT_NEAR(chances.win, 737.0 / 1260, 1e-12);
  EXPECT_NEAR(chances.draw, 8.0 / 63, 1e-12);
  EXPECT_NEAR(chances.loss, 121.0 / 420, 1e-12);
  for (Action cell = 0; cell < 9; ++cell) {
    const Chances first = uniform.from(after({cell}));
    const double expected = cell == 4 ? 0.5 : cell % 2 == 0 ? 12.0 / 35 : 0.2;
    EXPECT_NEAR(first.win - first.loss, expected, 1e-12) << cell;
  }
}

TEST_F(TicTacToe, PerfectAgainstUniformPlayHasItsExactValues) {
  const Chances first = Play(PlayerSet::only(0)).from(State(rules_));
  EXPECT_NEAR(first.win, 0.967811, 5e-7);
  EXPECT_NEAR(first.draw, 0.032189, 5e-7);
  const Chances second = Play(PlayerSet::only(1)).from(State(rules_));
  EXPECT_NEAR(second.loss, 0.777484, 5e-7);
  EXPECT_NEAR(second.draw, 0.222516, 5e-7);
}

TEST_F(TicTacToe, PerfectPlayIsADraw) {
  AlphaBeta<State> solver(14);
  EXPECT_EQ(solver.value(State(rules_)), 0);
  for (Action cell = 0; cell < 9; ++cell) EXPECT_EQ(solver.value_of(State(rules_), cell), 0);
  EXPECT_EQ(solver.value(position(".O./.X./...")), 1) << "an edge loses to the centre";
  EXPECT_EQ(solver.value(position("..X/.O./X..")), 0) << "an edge saves O";
  EXPECT_EQ(solver.value(position("O.X/.O./X..")), 1) << "a corner does not";
}

void collect(const State& state, std::map<std::uint64_t, std::string>& by_key,
             std::set<std::string>& texts) {
  if (!texts.insert(state.to_text()).second) return;
  const auto [place, is_new] = by_key.try_emplace(state.info_key(0), state.to_text());
  EXPECT_TRUE(is_new) << state.to_text() << " and " << place->second << " have one key";
  if (state.kind() == NodeKind::kTerminal) return;
  for (const Action action : AlphaBeta<State>::actions(state)) {
    collect(AlphaBeta<State>::after(state, action), by_key, texts);
  }
}

TEST_F(TicTacToe, Has5478PositionsEachWithItsOwnKey) {
  std::map<std::uint64_t, std::string> by_key;
  std::set<std::string> texts;
  collect(State(rules_), by_key, texts);
  EXPECT_EQ(texts.size(), 5478u);
  EXPECT_EQ(by_key.size(), 5478u);
}

// validate() is exact: among all fillings of the board, the positions of play and no others pass.
TEST_F(TicTacToe, AcceptsThePositionsOfPlayAndNoOthers) {
  int accepted = 0;
  for (int code = 0; code < 19683; ++code) {
    std::string text = ".../.../...";
    for (int cell = 0, left = code; cell < 9; ++cell, left /= 3) {
      text[static_cast<std::size_t>(cell + cell / 3)] = ".XO"[left % 3];
    }
    accepted += State::from_text(rules_, text).ok();
  }
  EXPECT_EQ(accepted, 5478);
}

}  // namespace
}  // namespace varan
