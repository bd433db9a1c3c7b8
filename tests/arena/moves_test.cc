#include "varan/arena/moves.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/arena/fake_game.h"

namespace varan {
namespace {

using ::testing::ElementsAre;
using testing::FakeGame;
using ::testing::HasSubstr;

TEST(PlayMoves, AnyMixtureOfSeparators) {
  for (const char* text : {"die 2 pick 1 pick 4 die 0", "die 2,pick 1,pick 4;die 0",
                           "  die 2 ,\n pick 1; pick 4, die 0 ; "}) {
    const auto state = FakeGame::make()->new_state();
    Rng rng(1);
    const auto played = play_moves(*state, text, rng);
    ASSERT_TRUE(played.ok()) << played.status();
    EXPECT_THAT(*played, ElementsAre("die 2", "pick 1", "pick 4", "die 0"));
    EXPECT_EQ(state->movers().lowest(), 0);
  }
}

TEST(PlayMoves, ChanceThatIsNotWrittenIsDrawn) {
  const auto state = FakeGame::make()->new_state();
  Rng rng(1);
  const auto played = play_moves(*state, "pick 1 pick 4", rng);
  ASSERT_TRUE(played.ok()) << played.status();
  EXPECT_EQ(played->size(), 4u);
  EXPECT_THAT((*played)[0], HasSubstr("die"));
  EXPECT_THAT((*played)[3], HasSubstr("die"));
  const auto nothing = FakeGame::make()->new_state();
  EXPECT_EQ(play_moves(*nothing, "", rng)->size(), 1u);
  EXPECT_EQ(nothing->kind(), NodeKind::kDecision);
}

TEST(PlayMoves, ErrorsNameTheMove) {
  const auto state = FakeGame::make()->new_state();
  Rng rng(1);
  EXPECT_THAT(std::string(play_moves(*state, "die 2 pick 1 fetch 4", rng).status().message()),
              HasSubstr("move 3 (fetch): "));
  const auto over = FakeGame::make({.rounds = 1})->new_state();
  EXPECT_THAT(std::string(play_moves(*over, "die 2 pick 1 pick 4 pick 1", rng).status().message()),
              HasSubstr("move 4 (pick): the game is over"));
}

}  // namespace
}  // namespace varan
