#include "varan/games/reference/connect_four.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/games/alpha_beta.h"
#include "tests/games/connect_four_puzzles.h"
#include "tests/make_rules.h"
#include "varan/perft.h"

namespace varan {
namespace {

using testing::ElementsAre;
using State = ConnectFourState;

std::string size_spec(int width, int height) {
  return "connect_four(width=" + std::to_string(width) + ",height=" + std::to_string(height) + ")";
}

class ConnectFour : public testing::Test {
 protected:
  State position(std::string_view text) { return State::from_text(rules_, text).value(); }
  std::string refusal(std::string_view text) {
    const Parsed<State> state = State::from_text(rules_, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  /// After the moves, written as columns.
  State after(std::string_view columns) {
    State state(rules_);
    NullWitness witness;
    for (const char column : columns) {
      const Player mover = state.movers().lowest();
      state.apply(mover, *state.parse_action(mover, std::string(1, column)), witness);
    }
    return state;
  }

  ConnectFourRules rules_ = make_rules<ConnectFourRules>("connect_four");
};

TEST_F(ConnectFour, DiscsFallOntoEachOther) {
  const State state = after("4453");
  EXPECT_EQ(state.to_text(), "......./......./......./......./...O.../..OXX..");
  EXPECT_EQ(state.draw(),
            "| . . . . . . . |\n"
            "| . . . . . . . |\n"
            "| . . . . . . . |\n"
            "| . . . . . . . |\n"
            "| . . . O . . . |\n"
            "| . . O X X . . |\n"
            "  1 2 3 4 5 6 7\n");
  EXPECT_EQ(state.movers(), PlayerSet::only(0));
  EXPECT_EQ(state.clock(), 4);
}

TEST_F(ConnectFour, AFullColumnTakesNoDisc) {
  const State state = after("111111");
  ActionList<State> actions;
  state.legal_actions(0, actions);
  EXPECT_THAT(actions, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_FALSE(state.is_legal(0, 0));
}

TEST_F(ConnectFour, FourInALineWin) {
  for (const char* columns : {"1122334", "1212121", "12233434464", "76655454424"}) {
    State before = after(std::string_view(columns).substr(0, std::string_view(columns).size() - 1));
    EXPECT_EQ(before.kind(), NodeKind::kDecision) << columns;
    const State state = after(columns);
    EXPECT_EQ(state.kind(), NodeKind::kTerminal) << state.draw();
    EXPECT_EQ(state.end_reason(), "line");
    EXPECT_EQ(state.utility(0), 1) << state.draw();
    EXPECT_EQ(state.utility(1), -1);
    EXPECT_EQ(state.score(0), 1);
  }
  EXPECT_EQ(after("71122334").kind(), NodeKind::kTerminal);
}

/// Four equal symbols in a line, looked for cell by cell in the text of a position.
bool naive_line(const std::string& text, int width, int height, char symbol) {
  const auto at = [&](int column, int row) {
    return column >= 0 && column < width && row >= 0 && row < height
               ? text[static_cast<std::size_t>(row * (width + 1) + column)]
               : '?';
  };
  for (int column = 0; column < width; ++column) {
    for (int row = 0; row < height; ++row) {
      for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
        int length = 0;
        while (length < 4 && at(column + length * right, row + length * down) == symbol) ++length;
        if (length == 4) return true;
      }
    }
  }
  return false;
}

TEST_F(ConnectFour, LinesAreThoseThatACellByCellLookFinds) {
  NullWitness witness;
  for (int width = 4; width <= 7; ++width) {
    for (int height = 4; height <= 6; ++height) {
      const auto rules = make_rules<ConnectFourRules>(size_spec(width, height));
      for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Rng rng(seed);
        State state(rules);
        while (state.kind() == NodeKind::kDecision) {
          const Player mover = state.movers().lowest();
          state.apply(mover, random_action(state, mover, rng), witness);
          const std::string text = state.to_text();
          const bool line = naive_line(text, width, height, mover == 0 ? 'X' : 'O');
          ASSERT_EQ(state.kind() == NodeKind::kTerminal,
                    line || text.find('.') == std::string::npos)
              << state.draw();
          ASSERT_EQ(state.kind() == NodeKind::kTerminal && state.utility(mover) == 1, line)
              << state.draw();
        }
      }
    }
  }
}

TEST_F(ConnectFour, ErrorsOfPositionsNameTheirPlace) {
  EXPECT_EQ(refusal(""), "at 1: a cell was expected: X, O or .");
  EXPECT_EQ(refusal(".......x"), "at 8: '/' was expected at the end of the row");
  EXPECT_EQ(refusal("......./..?...."), "at 11: a cell was expected: X, O or .");
  EXPECT_EQ(refusal("......./......./......./......./......./...X..."), "accepted");
  EXPECT_EQ(refusal("......./......./......./......./......./...X.../"),
            "at 48: nothing may follow the bottom row");
  EXPECT_EQ(refusal("......./......./......./......./...X.../......."),
            "a disc hangs over an empty cell");
  EXPECT_EQ(refusal("......./......./......./......./......./...O..."),
            "X begins, so X has as many discs as O or one more");
  EXPECT_EQ(refusal("......./......./......./......./OOO..../XXXX..O"),
            "O has moved after X had won");
  EXPECT_EQ(refusal("......./......./......./......./XX...../OOOOXXX"),
            "X has moved after O had won");
  EXPECT_EQ(refusal("......./......./X.....X/XO....X/XO...OX/XOO.OOX"),
            "no single disc can have made all the lines of four");
}

TEST_F(ConnectFour, OptionsSayWhatIsAllowed) {
  EXPECT_EQ(read_rules<ConnectFourRules>("connect_four(width=8)").error().to_string(),
            "connect_four: width=8 is not allowed; width is integer 4..7");
  EXPECT_EQ(read_rules<ConnectFourRules>("connect_four(height=3)").error().to_string(),
            "connect_four: height=3 is not allowed; height is integer 4..6");
  EXPECT_EQ(make_rules<ConnectFourRules>("connect_four(height=6,width=5)").spec(),
            "connect_four(width=5)");
}

TEST_F(ConnectFour, ActionsAreColumnsFromOne) {
  const State state(rules_);
  EXPECT_EQ(state.action_to_text(0, 0), "1");
  EXPECT_EQ(*state.parse_action(0, "7"), 6);
  EXPECT_EQ(state.parse_action(0, "8").error().to_string(),
            "at 1: a column 1 .. 7 was expected, not '8'");
  const auto small = make_rules<ConnectFourRules>("connect_four(width=4)");
  EXPECT_FALSE(State(small).parse_action(0, "5").ok());
  EXPECT_EQ(state.fact_to_text({State::kDrop, 1, 2}), "O drops into 3");
}

/// Counts histories on a board of text columns.
std::uint64_t naive_count(std::vector<std::string>& columns, std::size_t height, char mark,
                          int depth) {
  if (depth == 0) return 1;
  std::string text;
  for (std::size_t row = 0; row < height; ++row) {
    for (const std::string& column : columns) text += row < column.size() ? column[row] : '.';
    text += '/';
  }
  const char other = mark == 'X' ? 'O' : 'X';
  if (naive_line(text, static_cast<int>(columns.size()), static_cast<int>(height), other)) return 0;
  std::uint64_t count = 0;
  for (std::string& column : columns) {
    if (column.size() == height) continue;
    column += mark;
    count += naive_count(columns, height, other, depth - 1);
    column.pop_back();
  }
  return count;
}

TEST_F(ConnectFour, Perft) {
  EXPECT_THAT(perft(State(rules_), 8),
              ElementsAre(1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234));
  std::vector<std::string> columns(7);
  EXPECT_EQ(naive_count(columns, 6, 'X', 5), 16807u);
}

TEST_F(ConnectFour, PerftOfOtherBoardsAndPositions) {
  for (int width = 4; width <= 7; ++width) {
    for (int height = 4; height <= 6; ++height) {
      const auto rules = make_rules<ConnectFourRules>(size_spec(width, height));
      const int depth = width == 4 ? 8 : width == 5 ? 6 : 5;
      std::vector<std::string> columns(static_cast<std::size_t>(width));
      EXPECT_EQ(perft(State(rules), depth).back(),
                naive_count(columns, static_cast<std::size_t>(height), 'X', depth))
          << width << "x" << height;
    }
  }
}

// Near the end lines and full columns matter more.
TEST_F(ConnectFour, PerftOfLatePositions) {
  const auto rules = make_rules<ConnectFourRules>("connect_four(width=5,height=4)");
  NullWitness witness;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng rng(seed);
    State state(rules);
    std::vector<std::string> columns(5);
    for (std::uint32_t moves = 8 + rng.below(8); moves > 0 && state.kind() == NodeKind::kDecision;
         --moves) {
      const Player mover = state.movers().lowest();
      const Action column = random_action(state, mover, rng);
      state.apply(mover, column, witness);
      columns[static_cast<std::size_t>(column)] += mover == 0 ? 'X' : 'O';
    }
    EXPECT_EQ(perft(state, 5).back(),
              naive_count(columns, 4, state.clock() % 2 == 0 ? 'X' : 'O', 5))
        << state.draw();
  }
}

// Every position that 4x4 play reaches in 8 moves has a key of its own.
void collect(const State& state, int depth, std::map<std::uint64_t, std::string>& by_key,
             std::set<std::string>& texts) {
  if (!texts.insert(state.to_text()).second) return;
  const auto [place, is_new] = by_key.try_emplace(state.info_key(0), state.to_text());
  EXPECT_TRUE(is_new) << state.to_text() << " and " << place->second << " have one key";
  if (depth == 0 || state.kind() == NodeKind::kTerminal) return;
  for (const Action action : AlphaBeta<State>::actions(state)) {
    collect(AlphaBeta<State>::after(state, action), depth - 1, by_key, texts);
  }
}
TEST_F(ConnectFour, PositionsHaveKeysOfTheirOwn) {
  for (const char* spec : {"connect_four(width=4,height=4)", "connect_four"}) {
    const auto rules = make_rules<ConnectFourRules>(spec);
    std::map<std::uint64_t, std::string> by_key;
    std::set<std::string> texts;
    collect(State(rules), rules.width() == 4 ? 9 : 6, by_key, texts);
    EXPECT_GT(texts.size(), 5000u);
  }
}

TEST_F(ConnectFour, HintsSeeWinsThreatsAndTraps) {
  const auto hints = [](const State& state) {
    const auto actions = AlphaBeta<State>::actions(state);
    std::vector<float> weights(actions.size());
    state.hint(state.movers().lowest(), actions, weights);
    return weights;
  };
  EXPECT_THAT(hints(State(rules_)), ElementsAre(1, 1, 1, 1, 1, 1, 1));
  EXPECT_THAT(hints(after("121212")), ElementsAre(1000, 100, 1, 1, 1, 1, 1));
  EXPECT_THAT(hints(position("......./......./......./......./OO...../XXX....")),
              ElementsAre(1, 1, 1, 100, 1, 1, 1));
  // A disc in column 4 would let the other complete the second row above it.
  EXPECT_THAT(hints(position("......./......./......./......./OOO.X../XOX.X..")),
              ElementsAre(1, 1, 1, 0.01f, 1, 1, 1));
}

TEST_F(ConnectFour, EvaluationIsForBothAndCertainAtTheEnd) {
  std::array<double, 2> values;
  State(rules_).evaluate(values);
  EXPECT_THAT(values, ElementsAre(0, 0));
  after("4").evaluate(values);
  EXPECT_GT(values[0], 0);
  EXPECT_EQ(values[0], -values[1]);
  after("1122334").evaluate(values);
  EXPECT_THAT(values, ElementsAre(1, -1));
}

TEST_F(ConnectFour, EvaluationCountsOpenLinesAsACellByCellLookDoes) {
  NullWitness witness;
  Rng rng(3);
  for (int game = 0; game < 200; ++game) {
    State state(rules_);
    for (std::uint32_t moves = rng.below(30); moves > 0 && state.kind() == NodeKind::kDecision;
         --moves) {
      state.apply(state.movers().lowest(), random_action(state, 0, rng), witness);
    }
    if (state.kind() == NodeKind::kTerminal) continue;
    const std::string text = state.to_text();
    double lead = 0;
    for (int column = 0; column < 7; ++column) {
      for (int row = 0; row < 6; ++row) {
        for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
          const int last_column = column + 3 * right;
          const int last_row = row + 3 * down;
          if (last_column > 6 || last_row > 5 || last_row < 0) continue;
          int crosses = 0;
          int noughts = 0;
          for (int i = 0; i < 4; ++i) {
            const char c =
                text[static_cast<std::size_t>((row + i * down) * 8 + column + i * right)];
            crosses += c == 'X';
            noughts += c == 'O';
          }
          if (noughts == 0) lead += crosses * crosses;
          if (crosses == 0) lead -= noughts * noughts;
        }
      }
    }
    std::array<double, 2> values;
    state.evaluate(values);
    ASSERT_NEAR(values[0], std::tanh(lead / 50), 1e-9) << state.draw();
  }
}

TEST_F(ConnectFour, SmallBoardsHaveTheirKnownValues) {
  for (const char* spec : {"connect_four(width=4,height=4)", "connect_four(width=5,height=4)",
                           "connect_four(width=4,height=5)"}) {
    AlphaBeta<State> solver;
    EXPECT_EQ(solver.value(State(make_rules<ConnectFourRules>(spec))), 0) << spec;
  }
}

// The solver's two ways of searching, by depth and exhaustive, agree on the puzzles that it finds.
TEST_F(ConnectFour, PuzzlesAreWinsInThreeByOneMove) {
  const std::vector<ConnectFourPuzzle> puzzles = connect_four_puzzles(rules_, 12);
  AlphaBeta<State> solver;
  for (const auto& [position, solution] : puzzles) {
    EXPECT_EQ(position.validate(), "");
    EXPECT_FALSE(solver.wins_in(position, 2));
    EXPECT_TRUE(solver.wins_in(position, 3));
    for (const Action action : solver.actions(position)) {
      EXPECT_EQ(solver.move_wins_in(position, action, 3), action == solution);
      EXPECT_EQ(solver.value_of(position, action) > 0, action == solution) << position.draw();
    }
  }
}

}  // namespace
}  // namespace varan
