// What the tests of Mega Hexano share: positions and moves in the short forms of the rules page.
#ifndef VARAN_TESTS_GAMES_MEGA_HEXANO_TESTING_H_
#define VARAN_TESTS_GAMES_MEGA_HEXANO_TESTING_H_

#include <algorithm>
#include <deque>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/make_rules.h"
#include "varan/games/mega_hexano.h"

namespace varan {

/// The rules of a spec; kept for the whole program, since positions point to them.
inline const MegaHexanoRules& hexano_rules(const std::string& spec) {
  static std::map<std::string, MegaHexanoRules> known;
  const auto found = known.find(spec);
  if (found != known.end()) return found->second;
  return known.emplace(spec, make_rules<MegaHexanoRules>(spec)).first->second;
}

inline MegaHexanoState hexano_position(const MegaHexanoRules& rules, const std::string& line) {
  const Parsed<MegaHexanoState> state = MegaHexanoState::from_text(rules, line);
  if (!state.ok()) throw std::invalid_argument(line + ": " + state.error().to_string());
  return *state;
}

/// What a position of the rules page leaves unsaid.
struct Unsaid {
  std::string piles;  ///< `R1Y1;-`; empty: no pieces
  int to_move = 0;
  std::string counters = "t0 d0 q0";
};

/// `{...}` around the cells may be missing.
inline MegaHexanoState hexano_position(const std::string& spec, const std::string& cells,
                                       const Unsaid& unsaid = {}) {
  const MegaHexanoRules& rules = hexano_rules(spec);
  std::string piles = unsaid.piles;
  for (int player = 0; unsaid.piles.empty() && player < rules.players(); ++player) {
    piles += player > 0 ? ";-" : "-";
  }
  const bool sparse = cells.find(':') != std::string::npos;
  return hexano_position(
      rules, std::string(rules.preset().name) + " " + std::to_string(rules.players()) + " " +
                 std::to_string(unsaid.to_move) + " | " + (sparse ? "{" + cells + "}" : cells) +
                 " | " + piles + " | " + unsaid.counters + " | -");
}

inline Action hexano_action(const MegaHexanoState& state, const std::string& move) {
  const Parsed<Action> action = state.parse_action(state.to_move(), move);
  if (!action.ok()) throw std::invalid_argument(move + ": " + action.error().to_string());
  return *action;
}

/// Plays moves separated by commas; throws if one is not legal.
inline MegaHexanoState played(MegaHexanoState state, const std::string& moves) {
  NullWitness witness;
  std::istringstream list(moves);
  for (std::string move; std::getline(list, move, ',');) {
    move.erase(std::remove(move.begin(), move.end(), ' '), move.end());
    const Action action = hexano_action(state, move);
    if (!state.is_legal(state.to_move(), action)) {
      throw std::invalid_argument(move + " is not legal in " + state.to_text());
    }
    state.apply(state.to_move(), action, witness);
  }
  return state;
}

/// The cells in the sparse form of the page: those with pieces or a cap.
inline std::string cells_of(const MegaHexanoState& state) {
  std::string text;
  for (int cell = 0; cell < state.rules().board().cells(); ++cell) {
    const bool capped = (state.caps() >> cell & 1) != 0;
    if (state.height(cell) == 0 && !capped) continue;
    text += (text.empty() ? "" : " ") + state.rules().board().name(cell) + ":";
    if (state.height(cell) == 0) text += "-";
    for (const auto piece : state.stack(cell)) text += mega_hexano::piece_name(piece);
    if (capped) text += "*";
  }
  return text;
}

/// The cells of the caps, `b3 c7`.
inline std::string caps_of(const MegaHexanoState& state) {
  std::string text;
  for (int cell = 0; cell < state.rules().board().cells(); ++cell) {
    if ((state.caps() >> cell & 1) == 0) continue;
    text += (text.empty() ? "" : " ") + state.rules().board().name(cell);
  }
  return text;
}

// Not inlined: g++ 12 then takes the vector's memory for the stack's (a false warning).
[[gnu::noinline]] inline std::vector<Action> legal_ids(const MegaHexanoState& state) {
  ActionList<MegaHexanoState> actions;
  if (state.kind() == NodeKind::kDecision) state.legal_actions(state.to_move(), actions);
  return {actions.begin(), actions.end()};
}

inline std::vector<std::string> legal_texts(const MegaHexanoState& state) {
  std::vector<std::string> texts;
  for (const Action action : legal_ids(state)) {
    texts.push_back(state.action_to_text(state.to_move(), action));
  }
  return texts;
}

/// The legal moves that are eruptive, or those that are not, sorted by text: `d4-e4 ...`.
inline std::string legal_list(const MegaHexanoState& state, bool eruptive) {
  std::vector<std::string> texts;
  for (const Action action : legal_ids(state)) {
    if (state.erupts(state.caps(), action) == eruptive) {
      texts.push_back(state.action_to_text(state.to_move(), action));
    }
  }
  std::sort(texts.begin(), texts.end());
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : " ") + text;
  return list;
}

/// Words in ascending order, for lists that the page writes in another order.
inline std::string sorted(const std::string& words) {
  std::istringstream in(words);
  std::vector<std::string> list;
  for (std::string word; in >> word;) list.push_back(word);
  std::sort(list.begin(), list.end());
  std::string out;
  for (const std::string& word : list) out += (out.empty() ? "" : " ") + word;
  return out;
}

}  // namespace varan

#endif  // VARAN_TESTS_GAMES_MEGA_HEXANO_TESTING_H_
