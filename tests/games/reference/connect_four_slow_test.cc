// Values of boards that take the solver seconds.
#include "gtest/gtest.h"
#include "tests/games/alpha_beta.h"
#include "tests/make_rules.h"
#include "varan/games/reference/connect_four.h"

namespace varan {
namespace {

int value_of(const char* spec) {
  AlphaBeta<ConnectFourState> solver(22);
  return solver.value(ConnectFourState(make_rules<ConnectFourRules>(spec)));
}

TEST(ConnectFourValues, FiveByFiveIsADraw) {
  EXPECT_EQ(value_of("connect_four(width=5,height=5)"), 0);
}

TEST(ConnectFourValues, FourBySixIsADraw) {
  EXPECT_EQ(value_of("connect_four(width=4,height=6)"), 0);
}

TEST(ConnectFourValues, SixByFourIsWonBySecondPlayer) {
  EXPECT_EQ(value_of("connect_four(width=6,height=4)"), -1);
}

}  // namespace
}  // namespace varan
