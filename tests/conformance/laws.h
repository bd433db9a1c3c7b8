// The frame of the conformance tests. A law is a function over a configuration of a game; it plays
// random games and throws a Violation, which names configuration, seed and position, at the first
// position that breaks it. That laws are plain functions lets laws_test.cc show that each catches
// the mistakes it is there for.
#ifndef VARAN_TESTS_CONFORMANCE_LAWS_H_
#define VARAN_TESTS_CONFORMANCE_LAWS_H_

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/conformance/specs.h"
#include "tests/make_rules.h"
#include "varan/game.h"
#include "varan/games/all.h"

namespace varan::conformance {

/// A law does not hold, and where.
class Violation : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A position that random play has come to.
template <class State>
struct Visit {
  const State& state;
  std::uint64_t seed;  ///< of the game
  Rng& rng;            ///< for the law's own use; does not disturb play

  void require(bool holds, const char* sentence, const std::string& detail = "") const {
    if (!holds) fail(sentence, detail);
  }
  [[noreturn]] void fail(const std::string& sentence, const std::string& detail = "") const {
    throw Violation(sentence + (detail.empty() ? "" : " (" + detail + ")") +
                    "\n  game: " + state.rules().spec() + "\n  seed: " + std::to_string(seed) +
                    "\n  position: " + state.to_text() + "\n" + state.draw());
  }
};

/// A random one of the players who must still decide.
template <class State>
Player random_mover(const State& state, Rng& rng) {
  const PlayerSet movers = state.movers();
  std::uint32_t skip = rng.below(static_cast<std::uint32_t>(movers.size()));
  for (const Player player : movers) {
    if (skip-- == 0) return player;
  }
  return movers.lowest();
}

/// A uniformly random legal action, from the list (samplers are a law's business).
template <class State>
Action listed_action(const State& state, Player player, Rng& rng) {
  ActionList<State> actions;
  state.legal_actions(player, actions);
  if (actions.empty()) throw Violation("a mover has no legal action: " + state.to_text());
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

/// One random step: a chance outcome, or the choice of one of the movers. False at a terminal.
template <class State, class Witness>
bool random_step(State& state, Rng& rng, Witness& witness) {
  switch (state.kind()) {
    case NodeKind::kTerminal:
      return false;
    case NodeKind::kChance:
      state.apply_chance(random_outcome(state, rng), witness);
      return true;
    case NodeKind::kDecision:
      const Player player = random_mover(state, rng);
      state.apply(player, listed_action(state, player, rng), witness);
      return true;
  }
  return false;
}

/// Plays random games from the start until about `positions` positions have been visited, chance
/// nodes and terminals included. Long games are thinned out, so that there are at least ten of
/// them.
template <class State, class Law>
void visit_positions(const typename State::Rules& rules, int positions, Law&& law) {
  NullWitness witness;
  const int a_game = positions / 10 + 1;
  for (std::uint64_t seed = 1; positions > 0; ++seed) {
    Rng rng(seed);
    Rng own = Rng::keyed({seed, 1});
    State state(rules);
    const int longest = rules.traits().longest_game;
    int steps = 0;
    bool more = true;
    do {
      if (longest <= a_game ||
          own.below(static_cast<std::uint32_t>(longest)) < static_cast<std::uint32_t>(a_game) ||
          steps < 3 || state.kind() == NodeKind::kTerminal) {
        law(Visit<State>{state, seed, own});
        --positions;
      }
      more = random_step(state, rng, witness);
    } while (more && ++steps <= 100 * (longest + 10));
  }
}

/// Checks a law on every configuration of the game.
template <class State>
void check(void (*law)(const typename State::Rules&)) {
  std::vector<std::string> specs = State::Rules::names();
  for (const std::string& spec : interesting_specs<State>()) specs.push_back(spec);
  for (const std::string& spec : specs) {
    SCOPED_TRACE(spec);
    try {
      law(make_rules<typename State::Rules>(spec));
    } catch (const std::exception& violation) {
      ADD_FAILURE() << violation.what();
    }
  }
}

// GoogleTest's types from a GameList.

template <class List>
struct TestTypesOf;
template <class... States>
struct TestTypesOf<GameList<States...>> {
  using Types = testing::Types<States...>;
};
struct GameName {
  template <class State>
  static std::string GetName(int) {  // NOLINT: GoogleTest asks for this name
    return State::Rules::names().front();
  }
};

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_LAWS_H_
