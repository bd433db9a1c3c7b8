// Tic-tac-toe: X and O take turns to mark a cell of a board of three by three; X begins, and three
// marks in a row, column or diagonal win. Perfect play draws. There are no options.
//
//   3 | . . .     Action ids are cells: a1 = 0, b1 = 1, c1 = 2, a2 = 3, ... c3 = 8.
//   2 | . . .     Positions as text: the rows from the top, "X.O/.X./..O".
//   1 | . . .
//       a b c     A state: 16 bytes.
#ifndef VARAN_GAMES_REFERENCE_TIC_TAC_TOE_H_
#define VARAN_GAMES_REFERENCE_TIC_TAC_TOE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"

namespace varan {

/// Sets of cells as bits: cell 0 is bit 0.
namespace tic_tac_toe {

inline constexpr int kCells = 9;

/// What there is to know of a set.
struct CellSet {
  bool has_line = false;                        ///< three of its cells are in a line
  std::uint8_t others = 0;                      ///< how many cells it leaves
  std::array<std::uint8_t, kCells> other = {};  ///< which
};

/// All 512 sets.
inline constexpr std::array<CellSet, 1 << kCells> kCellSets = [] {
  std::array<CellSet, 1 << kCells> sets;
  for (unsigned bits = 0; bits < sets.size(); ++bits) {
    for (const unsigned line : {0007u, 0070u, 0700u, 0111u, 0222u, 0444u, 0421u, 0124u}) {
      if ((bits & line) == line) sets[bits].has_line = true;
    }
    for (std::uint8_t cell = 0; cell < kCells; ++cell) {
      if ((bits >> cell & 1) == 0) sets[bits].other[sets[bits].others++] = cell;
    }
  }
  return sets;
}();

}  // namespace tic_tac_toe

/// The one configuration of the game.
class TicTacToeRules {
 public:
  static std::vector<std::string> names() { return {"tic_tac_toe"}; }
  static std::string title(std::string_view) { return "Tic-tac-toe"; }
  static std::string summary(std::string_view) {
    return "Three marks in a line on a 3x3 board win.";
  }
  static std::vector<Parameter> parameters(std::string_view) { return {}; }
  static Parsed<TicTacToeRules> make(const Settings&) { return TicTacToeRules(); }

  Traits traits() const {
    return {.players = 2, .num_actions = tic_tac_toe::kCells, .longest_game = tic_tac_toe::kCells};
  }
  ObservationShape observation_shape() const { return {{"own", "other", "to_move"}, 3, 3}; }
  std::string spec() const { return "tic_tac_toe"; }
};

/// A position. X is player 0, O is player 1.
class TicTacToeState : public NoChance, public OpenInformation {
 public:
  using Rules = TicTacToeRules;
  static constexpr int kCells = tic_tac_toe::kCells;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = kCells;
  static constexpr int kMaxLegalActions = kCells;

  enum FactKind : std::int32_t { kMark };  ///< a: the player, b: the cell

  explicit TicTacToeState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const TicTacToeState&, const TicTacToeState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const {
    return won_ || clock_ == kCells ? NodeKind::kTerminal : NodeKind::kDecision;
  }

  PlayerSet movers() const {
    return kind() == NodeKind::kTerminal ? PlayerSet() : PlayerSet::only(next());
  }

  void legal_actions(Player, ActionList<TicTacToeState>& out) const {
    const tic_tac_toe::CellSet& marked = tic_tac_toe::kCellSets[marks_];
    out.resize(marked.others);
    std::copy_n(marked.other.begin(), marked.others, out.begin());
  }

  bool is_legal(Player player, Action cell) const {
    return movers().contains(player) && cell >= 0 && cell < kCells && (marks_ & bit(cell)) == 0;
  }

  template <class Witness>
  void apply(Player player, Action cell, Witness& witness) {
    VARAN_ASSERT(is_legal(player, cell), "this cell may not be marked");
    won_ = tic_tac_toe::kCellSets[own_ | bit(cell)].has_line;
    own_ ^= marks_;  // the turn passes
    marks_ |= bit(cell);
    ++clock_;
    witness(everyone, Fact{kMark, player, cell});
  }

  /// A uniformly random empty cell.
  Action sample_action(Player, Rng& rng) const {
    const tic_tac_toe::CellSet& marked = tic_tac_toe::kCellSets[marks_];
    return marked.other[rng.below(marked.others)];
  }

  /// Everyone sees the whole board. Its 18 bits say all: keys never collide.
  std::uint64_t info_key(Player) const { return std::uint64_t{own_} << kCells | marks_; }

  // ---- results

  double utility(Player player) const { return !won_ ? 0 : player == next() ? -1 : 1; }
  double score(Player player) const { return won_ && player != next() ? 1 : 0; }
  int clock() const { return clock_; }  ///< marks on the board
  std::string end_reason() const { return won_ ? "line" : "full"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    const bool to_move = movers().contains(player);
    for (Action cell = 0; cell < kCells; ++cell) {
      const auto i = static_cast<std::size_t>(cell);
      tensor[i] = (marks_of(player) & bit(cell)) != 0;
      tensor[kCells + i] = (marks_of(1 - player) & bit(cell)) != 0;
      tensor[2 * kCells + i] = to_move;
    }
  }

  // ---- text

  std::string validate() const {
    const unsigned crosses = marks_of(0);
    const unsigned noughts = marks_of(1);
    const int lead = std::popcount(crosses) - std::popcount(noughts);
    if (lead != 0 && lead != 1) return "X begins, so X has as many marks as O or one more";
    if (tic_tac_toe::kCellSets[crosses].has_line && lead == 0) return "O has moved after X had won";
    if (tic_tac_toe::kCellSets[noughts].has_line && lead == 1) return "X has moved after O had won";
    return {};
  }

  /// The rows from the top, as in "X.O/.X./..O".
  std::string to_text() const {
    std::string text = ".../.../...";
    for (Action cell = 0; cell < kCells; ++cell) text[place_of(cell)] = symbol(cell);
    return text;
  }

  static Parsed<TicTacToeState> from_text(const Rules& rules, std::string_view text) {
    constexpr std::string_view kEmptyBoard = ".../.../...";
    for (std::size_t i = 0; i < kEmptyBoard.size(); ++i) {
      const std::string_view allowed = kEmptyBoard[i] == '/' ? "/" : "XO.";
      if (i >= text.size() || allowed.find(text[i]) == allowed.npos) {
        return ParseError{allowed == "/" ? "'/' was expected at the end of the row"
                                         : "a cell was expected: X, O or .",
                          i};
      }
    }
    if (text.size() > kEmptyBoard.size()) {
      return ParseError{"nothing may follow the bottom row", kEmptyBoard.size()};
    }
    unsigned crosses = 0;
    unsigned noughts = 0;
    for (Action cell = 0; cell < kCells; ++cell) {
      if (text[place_of(cell)] == 'X') crosses |= bit(cell);
      if (text[place_of(cell)] == 'O') noughts |= bit(cell);
    }
    TicTacToeState state(rules);
    state.marks_ = static_cast<std::uint16_t>(crosses | noughts);
    state.clock_ = static_cast<std::uint8_t>(std::popcount(state.marks_));
    state.own_ = static_cast<std::uint16_t>(state.next() == 0 ? crosses : noughts);
    state.won_ =
        tic_tac_toe::kCellSets[crosses].has_line || tic_tac_toe::kCellSets[noughts].has_line;
    if (const std::string wrong = state.validate(); !wrong.empty()) return ParseError{wrong};
    return state;
  }

  /// A cell, column first: a1 is at the bottom left.
  std::string action_to_text(Player, Action cell) const {
    return {static_cast<char>('a' + cell % 3), static_cast<char>('1' + cell / 3)};
  }

  Parsed<Action> parse_action(Player, std::string_view text) const {
    if (text.size() != 2 || text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '3') {
      return ParseError{"a cell a1 .. c3 was expected, not '" + std::string(text) + "'"};
    }
    return 3 * (text[1] - '1') + (text[0] - 'a');
  }

  std::string fact_to_text(const Fact& fact) const {
    return (fact.a == 0 ? "X marks " : "O marks ") + action_to_text(fact.a, fact.b);
  }

  std::string draw() const {
    std::string picture;
    for (int row = 2; row >= 0; --row) {
      picture += std::to_string(row + 1) + " |";
      for (int column = 0; column < 3; ++column) picture += {' ', symbol(3 * row + column)};
      picture += '\n';
    }
    return picture + "    a b c\n";
  }

 private:
  static constexpr std::uint16_t bit(Action cell) { return static_cast<std::uint16_t>(1u << cell); }
  static constexpr std::size_t place_of(Action cell) {
    return static_cast<std::size_t>(4 * (2 - cell / 3) + cell % 3);
  }

  Player next() const { return clock_ % 2; }  // the mover, or who would be
  unsigned marks_of(Player player) const { return player == next() ? own_ : own_ ^ marks_; }
  char symbol(Action cell) const {
    return (marks_ & bit(cell)) == 0 ? '.' : (marks_of(0) & bit(cell)) != 0 ? 'X' : 'O';
  }

  RulesPointer<Rules> rules_;
  std::uint16_t own_ = 0;    // cells of the player who moves next
  std::uint16_t marks_ = 0;  // cells of both
  std::uint8_t clock_ = 0;
  bool won_ = false;  // by the last mark
};

static_assert(GameRules<TicTacToeRules> && GameState<TicTacToeState>);
static_assert(sizeof(TicTacToeState) == 16);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_TIC_TAC_TOE_H_
