#include "varan/games/reference/matrix_game.h"

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
using State = MatrixGameState;

class MatrixGame : public testing::Test {
 protected:
  static State position(const MatrixGameRules& rules, std::string_view text) {
    return State::from_text(rules, text).value();
  }
  static std::string refusal(const MatrixGameRules& rules, std::string_view text) {
    const Parsed<State> state = State::from_text(rules, text);
    return state.ok() ? "accepted" : state.error().to_string();
  }
  static std::string error(std::string_view spec) {
    const auto rules = read_rules<MatrixGameRules>(spec);
    return rules.ok() ? "accepted" : rules.error().to_string();
  }
  /// The payoffs to the row player.
  static std::vector<std::vector<double>> matrix(const MatrixGameRules& rules) {
    std::vector<std::vector<double>> rows;
    NullWitness witness;
    for (Action row = 0; row < rules.actions(0); ++row) {
      rows.emplace_back();
      for (Action column = 0; column < rules.actions(1); ++column) {
        State state(rules);
        state.apply(1, column, witness);
        state.apply(0, row, witness);
        EXPECT_EQ(state.kind(), NodeKind::kTerminal);
        EXPECT_EQ(state.score(1), -state.score(0));
        EXPECT_EQ(state.utility(0), state.score(0) / rules.largest());
        rows.back().push_back(state.score(0));
      }
    }
    return rows;
  }
};

TEST_F(MatrixGame, GamesWithNames) {
  EXPECT_THAT(matrix(make_rules<MatrixGameRules>("matching_pennies")),
              ElementsAre(ElementsAre(1, -1), ElementsAre(-1, 1)));
  EXPECT_THAT(matrix(make_rules<MatrixGameRules>("rock_paper_scissors")),
              ElementsAre(ElementsAre(0, -1, 1), ElementsAre(1, 0, -1), ElementsAre(-1, 1, 0)));
  const auto biased = make_rules<MatrixGameRules>("biased_rock_paper_scissors");
  EXPECT_THAT(matrix(biased),
              ElementsAre(ElementsAre(0, -25, 50), ElementsAre(25, 0, -5), ElementsAre(-50, 5, 0)));
  EXPECT_EQ(position(biased, "rock/paper").utility(0), -0.5);
  EXPECT_THAT(matrix(make_rules<MatrixGameRules>("matrix_game")),
              ElementsAre(ElementsAre(2, -1), ElementsAre(-1, 1)));
}

TEST_F(MatrixGame, RowsAreChecked) {
  EXPECT_EQ(error("matrix_game(rows=1:2/3)"), "rows=1:2/3: all rows must be equally long");
  EXPECT_EQ(error("matrix_game(rows=1:x)"), "rows=1:x: a number was expected, not 'x'");
  EXPECT_EQ(error("matrix_game(rows=)"), "rows=: a number was expected, not ''");
  EXPECT_EQ(error("matrix_game(rows=1:2/)"), "rows=1:2/: a number was expected, not ''");
  EXPECT_EQ(error("matrix_game(rows=1:inf)"), "rows=1:inf: a number was expected, not 'inf'");
  EXPECT_EQ(error("matrix_game(rows=1:nan)"), "rows=1:nan: a number was expected, not 'nan'");
  EXPECT_EQ(error("matrix_game(rows=1e10)"), "rows=1e10: a number was expected, not '1e10'");
  std::string wide = "matrix_game(rows=0";
  for (int i = 1; i < 33; ++i) wide += ":0";
  EXPECT_EQ(error(wide + ")"), "rows: at most 32 rows and columns can be played");
  EXPECT_THAT(error("matching_pennies(rows=1)"), HasSubstr("rows"));
}

TEST_F(MatrixGame, SpecsAreCanonical) {
  EXPECT_EQ(make_rules<MatrixGameRules>("matching_pennies").spec(), "matching_pennies");
  EXPECT_EQ(make_rules<MatrixGameRules>("matrix_game(rows=2:-1/-1:1)").spec(), "matrix_game");
  EXPECT_EQ(make_rules<MatrixGameRules>("matrix_game(rows=2.0:-0/0.50:1e1)").spec(),
            "matrix_game(rows=2:0/0.5:10)");
}

TEST_F(MatrixGame, AMatrixOfZerosCanBePlayed) {
  const auto rules = make_rules<MatrixGameRules>("matrix_game(rows=0)");
  EXPECT_EQ(position(rules, "1/1").utility(0), 0);
}

TEST_F(MatrixGame, RowsAndColumnsMayDifferInNumber) {
  const auto rules = make_rules<MatrixGameRules>("matrix_game(rows=1:2:3/4:5:6)");
  EXPECT_EQ(rules.traits().num_actions, 3);
  const State state(rules);
  EXPECT_THAT(conformance::legal_list(state, 0), ElementsAre(0, 1));
  EXPECT_THAT(conformance::legal_list(state, 1), ElementsAre(0, 1, 2));
  EXPECT_EQ(position(rules, "2/3").score(0), 6);
  EXPECT_THAT(perft(state, 2), ElementsAre(1, 6, 0));
}

TEST_F(MatrixGame, PositionsRefused) {
  const auto rules = make_rules<MatrixGameRules>("rock_paper_scissors");
  EXPECT_EQ(refusal(rules, "rock"), "at 5: two choices were expected, as in -/-");
  EXPECT_EQ(refusal(rules, "stone/-"), "at 1: rock .. scissors was expected, not 'stone'");
  EXPECT_EQ(refusal(rules, "-/"), "at 3: rock .. scissors was expected, not ''");
  const auto wide = make_rules<MatrixGameRules>("matrix_game(rows=1:2:3/4:5:6)");
  EXPECT_EQ(refusal(wide, "3/3"), "at 1: a choice is not in the matrix");
}

TEST_F(MatrixGame, TextsAndDrawing) {
  const auto rules = make_rules<MatrixGameRules>("rock_paper_scissors");
  EXPECT_EQ(position(rules, "paper/rock").to_text(), "paper/rock");
  EXPECT_EQ(position(rules, "paper/rock").draw(),
            "player 0: paper\nplayer 1: rock\n0 -1 1\n[1] 0 -1\n-1 1 0\n");
  EXPECT_EQ(State(rules).fact_to_text({State::kCommitted, 1, 2}), "player 1 chooses scissors");
  EXPECT_EQ(State(rules).fact_to_text({State::kChosen, 1, 2}), "paper meets scissors");
}

TEST_F(MatrixGame, OnesOwnChoiceStaysAndTheOthersIsTakenBack) {
  const auto rules = make_rules<MatrixGameRules>("rock_paper_scissors");
  Rng rng(1);
  State state = position(rules, "rock/-");
  state.determinize(0, rng);
  EXPECT_EQ(state.to_text(), "rock/-");
  state.determinize(1, rng);
  EXPECT_EQ(state.to_text(), "-/-");
  state = position(rules, "rock/paper");
  state.determinize(kPublic, rng);
  EXPECT_EQ(state.to_text(), "rock/paper");
}

TEST_F(MatrixGame, InformationSets) {
  const InformationSets<State> sets(make_rules<MatrixGameRules>("rock_paper_scissors"));
  EXPECT_EQ(sets.flaw(), "");
  EXPECT_EQ(sets.count(0), 1u);
  EXPECT_EQ(sets.count(1), 1u);
}

TEST_F(MatrixGame, UniformPlay) {
  const auto rules = make_rules<MatrixGameRules>("matrix_game");
  EXPECT_NEAR(uniform_value(State(rules), 0), 0.25, 1e-12);
}

TEST_F(MatrixGame, Observation) {
  const auto rules = make_rules<MatrixGameRules>("matching_pennies");
  std::vector<float> tensor(4);
  position(rules, "-/tails").observe(1, tensor);
  EXPECT_THAT(tensor, ElementsAre(1, 1, 0, 1));
  position(rules, "-/tails").observe(0, tensor);
  EXPECT_THAT(tensor, ElementsAre(0, 0, 0, 0));
}

}  // namespace
}  // namespace varan
