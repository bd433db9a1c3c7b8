// Which configurations of each game the laws are checked on: every name with its defaults, and
// besides these whatever is interesting.
#ifndef VARAN_TESTS_CONFORMANCE_SPECS_H_
#define VARAN_TESTS_CONFORMANCE_SPECS_H_

#include <string>
#include <vector>

#include "varan/games/mega_hexano.h"
#include "varan/games/reference/connect_four.h"
#include "varan/games/reference/goofspiel.h"
#include "varan/games/reference/hidden_coin.h"
#include "varan/games/reference/kuhn_poker.h"
#include "varan/games/reference/leduc_poker.h"
#include "varan/games/reference/liars_dice.h"
#include "varan/games/reference/matrix_game.h"
#include "varan/games/reference/non_locality.h"

namespace varan::conformance {

/// Spec strings beyond the bare names; specialise it for a game with options.
template <class State>
std::vector<std::string> interesting_specs() {
  return {};
}

/// A configuration with hidden information that is small enough to enumerate all histories of up to
/// `steps` steps, so that determinizations can be compared with the true posterior (law 5). A game
/// whose determinizations only approximate it lists none and says why in its header.
struct SmallSpec {
  std::string spec;
  int steps = 0;
};
template <class State>
std::vector<SmallSpec> enumerable_specs() {
  return {};
}

template <>
inline std::vector<std::string> interesting_specs<MegaHexanoState>() {
  return {"mega_hexano(players=3,setup=random)",
          "mega_hexano(players=4,setup=wedge,caps=random,max_quiet=3)",
          "mega_hexano(players=6,setup=random,trigger=trees,max_turns=40)",
          "mega_hexano(repetition=cap_return,finish_round=true,white_wild=false)",
          "mega_hexano(repetition=none,max_quiet=64,max_dry=0,max_turns=30)",
          "hexano(players=3,setup=random,goal=race,race_fallback=score)",
          "hexano(max_quiet=0)",
          "volcano(setup=random,caps=random,max_dry=5)",
          "mega_volcano(players=5,setup=random,white_centre=true)",
          "caldera(setup=random,goal=race,sweep=2)",
          "mega_hexano(preset=hexano,goal=score,trigger=colours)",
          "hexano(preset=mega_volcano,goal=race,race_fallback=score,sweep=0)"};
}

template <>
inline std::vector<std::string> interesting_specs<ConnectFourState>() {
  return {"connect_four(width=4,height=4)", "connect_four(width=7,height=4)",
          "connect_four(width=4,height=6)", "connect_four(width=5,height=5)"};
}

template <>
inline std::vector<std::string> interesting_specs<KuhnPokerState>() {
  return {"kuhn_poker(cards=4)", "kuhn_poker(cards=13)", "kuhn_poker(players=3)",
          "kuhn_poker(players=3,cards=13)"};
}
template <>
inline std::vector<SmallSpec> enumerable_specs<KuhnPokerState>() {
  return {{"kuhn_poker", 5}, {"kuhn_poker(cards=5)", 5}, {"kuhn_poker(players=3,cards=5)", 8}};
}

template <>
inline std::vector<std::string> interesting_specs<LeducPokerState>() {
  return {"leduc_poker(suits=distinct)"};
}
template <>
inline std::vector<SmallSpec> enumerable_specs<LeducPokerState>() {
  return {{"leduc_poker", 11}, {"leduc_poker(suits=distinct)", 7}};
}

template <>
inline std::vector<std::string> interesting_specs<GoofspielState>() {
  return {"goofspiel(bids=hidden)", "goofspiel(cards=5,prizes=descending,payoff=points)",
          "goofspiel(cards=4,players=3,prizes=ascending)",
          "goofspiel(cards=6,players=4,payoff=points)",
          "goofspiel(cards=4,prizes=ascending,bids=hidden,payoff=points)"};
}
template <>
inline std::vector<SmallSpec> enumerable_specs<GoofspielState>() {
  return {{"goofspiel(cards=3)", 6},
          {"goofspiel(cards=3,players=3,prizes=descending)", 3},
          {"goofspiel(cards=3,bids=hidden)", 6},
          {"goofspiel(cards=4,prizes=ascending,bids=hidden)", 4}};
}

template <>
inline std::vector<std::string> interesting_specs<LiarsDiceState>() {
  return {"liars_dice(faces=2)", "liars_dice(dice=2,faces=4,wild=false)", "liars_dice(dice=3)"};
}
template <>
inline std::vector<SmallSpec> enumerable_specs<LiarsDiceState>() {
  return {{"liars_dice(faces=3)", 8}, {"liars_dice(dice=2,faces=3)", 4}};
}

template <>
inline std::vector<std::string> interesting_specs<MatrixGameState>() {
  return {"matrix_game(rows=1:2:3/-4:0.5:6)", "matrix_game(rows=0)"};
}
template <>
inline std::vector<SmallSpec> enumerable_specs<MatrixGameState>() {
  return {{"rock_paper_scissors", 1}};
}

template <>
inline std::vector<SmallSpec> enumerable_specs<HiddenCoinState>() {
  return {{"strategy_fusion", 3}, {"information_gathering", 3}};
}

template <>
inline std::vector<SmallSpec> enumerable_specs<NonLocalityState>() {
  return {{"non_locality", 3}};
}

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_SPECS_H_
