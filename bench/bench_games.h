// The games that the benchmarks run on, and positions of them.
#ifndef VARAN_BENCH_BENCH_GAMES_H_
#define VARAN_BENCH_BENCH_GAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"
#include "varan/games/all.h"
#include "varan/spec.h"

namespace varan {

/// The rules of the first name of a game, with default options.
template <class S>
const typename S::Rules& default_rules() {
  using Rules = typename S::Rules;
  static const Rules rules = [] {
    const std::string name = Rules::names().front();
    const std::vector<Parameter> parameters = Rules::parameters(name);
    return Rules::make(Settings::read({name, {}}, parameters).value()).value();
  }();
  return rules;
}

/// Positions in which somebody decides, from all stages of uniformly random games; always the same.
template <class S>
const std::vector<S>& positions() {
  static const std::vector<S> sample = [] {
    std::vector<S> all;
    Rng rng(1);
    NullWitness witness;
    while (all.size() < 4096) {
      S state(default_rules<S>());
      while (state.kind() != NodeKind::kTerminal) {
        if (state.kind() == NodeKind::kChance) {
          sample_chance(state, rng, witness);
          continue;
        }
        all.push_back(state);
        const Player player = state.movers().lowest();
        state.apply(player, random_action(state, player, rng), witness);
      }
    }
    std::vector<S> chosen;
    for (int i = 0; i < 256; ++i) {
      chosen.push_back(all[rng.below(static_cast<std::uint32_t>(all.size()))]);
    }
    return chosen;
  }();
  return sample;
}

/// A position from the middle of a uniformly random game: after a third of its decisions.
template <class S>
S middle_position() {
  Rng rng(2);
  S played(default_rules<S>());
  const int decisions = play_randomly(played, rng);
  rng = Rng(2);
  S state(default_rules<S>());
  NullWitness witness;
  for (int i = 0; i < decisions / 3;) {
    if (state.kind() == NodeKind::kChance) {
      sample_chance(state, rng, witness);
      continue;
    }
    const Player player = state.movers().lowest();
    state.apply(player, random_action(state, player, rng), witness);
    ++i;
  }
  return state;
}

}  // namespace varan

#endif  // VARAN_BENCH_BENCH_GAMES_H_
