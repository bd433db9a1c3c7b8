// A position of the library in the naive implementation.
#ifndef VARAN_TESTS_GAMES_MEGA_HEXANO_NAIVE_TESTING_H_
#define VARAN_TESTS_GAMES_MEGA_HEXANO_NAIVE_TESTING_H_

#include <string>

#include "tests/games/mega_hexano_testing.h"
#include "tests/games/naive_mega_hexano.h"

namespace varan {

/// The same position in the naive implementation, at the start of a turn and with empty piles.
inline naive::Game naive_game(const MegaHexanoState& state) {
  const mega_hexano::Options& ours = state.rules().options();
  naive::Options options = naive::defaults(std::string(state.rules().preset().name));
  const auto word = [](const auto& names, auto value) {
    return std::string(names[static_cast<std::size_t>(value)]);
  };
  options.players = ours.players;
  options.trigger = word(mega_hexano::kTriggerNames, ours.trigger);
  options.goal = word(mega_hexano::kGoalNames, ours.goal);
  options.sweep = ours.sweep;
  options.white_wild = ours.white_wild;
  options.repetition = word(mega_hexano::kRepetitionNames, ours.repetition);
  options.max_quiet = ours.max_quiet;
  options.max_dry = static_cast<int>(ours.max_dry);
  options.max_turns = static_cast<int>(ours.max_turns);
  options.finish_round = ours.finish_round;
  options.race_fallback = word(mega_hexano::kRaceFallbackNames, ours.race_fallback);
  naive::Game game(options);
  std::string cells = state.to_text();
  cells = cells.substr(cells.find(" | ") + 3);
  naive::put_cells(game, cells.substr(0, cells.find(" | ")));
  game.check_stalemate();
  return game;
}

/// The text of a position without the field of options.
inline std::string without_options(const MegaHexanoState& state) {
  std::string text = state.to_text();
  const std::string options = " | " + state.rules().unusual_options();
  if (options.size() > 3) text.erase(text.find(options), options.size());
  return text;
}

}  // namespace varan

#endif  // VARAN_TESTS_GAMES_MEGA_HEXANO_NAIVE_TESTING_H_
