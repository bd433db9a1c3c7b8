// Connect Four: X and O take turns to drop a disc into a column of an upright board; X begins, and
// four discs in a row, column or diagonal win. The board is 7 columns wide and 6 rows high, or
// smaller, down to 4x4, by the options `width` and `height`. X wins on 7x6; small boards are mostly
// draws.
//
//   6 13 20 27 34 41 48   The bit of each cell in 64 bits, the bottom row last: seven to a column,
//   5 12 19 26 33 40 47   whatever the board. The topmost row always stays empty, so that no line
//   4 11 18 25 32 39 46   runs on from one column into the next, and a disc is dropped by adding
//   3 10 17 24 31 38 45   the bottom bit of its column: the sum carries through the discs to the
//   2  9 16 23 30 37 44   first empty cell.
//   1  8 15 22 29 36 43   Action ids are columns from the left; as text they count from 1.
//   0  7 14 21 28 35 42   Positions as text: the rows from the top, "..../..../.O../.XX.".
//   1  2  3  4  5  6  7   A state: 32 bytes.
#ifndef VARAN_GAMES_REFERENCE_CONNECT_FOUR_H_
#define VARAN_GAMES_REFERENCE_CONNECT_FOUR_H_

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"
#include "varan/math.h"

namespace varan {

/// Sets of cells as bits.
namespace connect_four {

using Cells = std::uint64_t;

inline constexpr int kUp = 1;
inline constexpr int kRight = 7;
inline constexpr std::array<int, 4> kDirections = {kUp, kRight, kRight + kUp, kRight - kUp};
inline constexpr Cells kBottomRow = 0x0000'0408'1020'4081;  // bits 0, 7, 14, ... 42

constexpr Cells cell(int column, int row) { return Cells{1} << (kRight * column + kUp * row); }

/// The cells from which four cells of the set follow each other in a direction.
constexpr Cells line_starts(Cells cells, int direction) {
  const Cells pairs = cells & cells >> direction;
  return pairs & pairs >> 2 * direction;
}

constexpr bool has_four(Cells cells) {
  Cells starts = 0;
  for (const int direction : kDirections) starts |= line_starts(cells, direction);
  return starts != 0;
}

}  // namespace connect_four

/// The size of the board.
class ConnectFourRules {
 public:
  static std::vector<std::string> names() { return {"connect_four"}; }
  static std::string title(std::string_view) { return "Connect Four"; }
  static std::string summary(std::string_view) {
    return "Discs fall into columns; four in a row win.";
  }
  static std::vector<Parameter> parameters(std::string_view) {
    return {Parameter::integer("width", 7, 4, 7, "columns of the board"),
            Parameter::integer("height", 6, 4, 6, "rows of the board")};
  }
  static Parsed<ConnectFourRules> make(const Settings& settings) {
    return ConnectFourRules(settings);
  }

  Traits traits() const {
    return {.players = 2, .num_actions = width_, .longest_game = width_ * height_};
  }
  ObservationShape observation_shape() const {
    return {{"own", "other", "to_move"}, height_, width_};
  }
  std::string spec() const { return spec_; }

  int width() const { return width_; }
  int height() const { return height_; }
  connect_four::Cells board() const { return board_; }  ///< all cells

 private:
  explicit ConnectFourRules(const Settings& settings)
      : width_(static_cast<int>(settings.integer("width"))),
        height_(static_cast<int>(settings.integer("height"))),
        spec_(settings.spec()) {
    for (int column = 0; column < width_; ++column) {
      for (int row = 0; row < height_; ++row) board_ |= connect_four::cell(column, row);
    }
  }

  int width_;
  int height_;
  connect_four::Cells board_ = 0;
  std::string spec_;
};

/// A position. X is player 0, O is player 1.
class ConnectFourState : public NoChance, public OpenInformation {
 public:
  using Rules = ConnectFourRules;
  using Cells = connect_four::Cells;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = 7;
  static constexpr int kMaxLegalActions = 7;

  enum FactKind : std::int32_t { kDrop };  ///< a: the player, b: the column

  explicit ConnectFourState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const ConnectFourState&, const ConnectFourState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const {
    return won_ || discs_ == rules_->board() ? NodeKind::kTerminal : NodeKind::kDecision;
  }

  PlayerSet movers() const {
    return kind() == NodeKind::kTerminal ? PlayerSet() : PlayerSet::only(next());
  }

  void legal_actions(Player, ActionList<ConnectFourState>& out) const {
    Action* end = out.begin();
    for (Action column = 0; column < rules_->width(); ++column) {
      *end = column;
      end += !is_full(column);
    }
    out.resize(static_cast<std::size_t>(end - out.begin()));
  }

  bool is_legal(Player player, Action column) const {
    return movers().contains(player) && column >= 0 && column < rules_->width() && !is_full(column);
  }

  template <class Witness>
  void apply(Player player, Action column, Witness& witness) {
    VARAN_ASSERT(is_legal(player, column), "no disc may be dropped into this column");
    const Cells disc = dropped(column);
    won_ = connect_four::has_four(own_ | disc);
    own_ ^= discs_;  // the turn passes
    discs_ |= disc;
    ++clock_;
    witness(everyone, Fact{kDrop, player, column});
  }

  /// A uniformly random column that is not full, found by trying: most columns are not.
  Action sample_action(Player, Rng& rng) const {
    for (;;) {
      const auto column =
          static_cast<Action>(rng.below(static_cast<std::uint32_t>(rules_->width())));
      if (!is_full(column)) return column;
    }
  }

  /// Everyone sees the whole board. In the sum, a bit above the discs of each column tells its
  /// height, so it stands for one position only: keys never collide.
  std::uint64_t info_key(Player) const { return own_ + discs_ + connect_four::kBottomRow; }

  // ---- results

  double utility(Player player) const { return !won_ ? 0 : player == next() ? -1 : 1; }
  double score(Player player) const { return won_ && player != next() ? 1 : 0; }
  int clock() const { return clock_; }  ///< discs on the board
  std::string end_reason() const { return won_ ? "line" : "full"; }

  // ---- knowledge

  /// Win at once; else stop the other from winning; and put no disc below a cell where she would
  /// win.
  void hint(Player, std::span<const Action> columns, std::span<float> weights) const {
    const Cells others = own_ ^ discs_;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Cells disc = dropped(columns[i]);
      const Cells above = disc << connect_four::kUp & rules_->board();
      weights[i] = connect_four::has_four(own_ | disc)      ? 1000.0f
                   : connect_four::has_four(others | disc)  ? 100.0f
                   : connect_four::has_four(others | above) ? 0.01f
                                                            : 1.0f;
    }
  }

  /// Compares the lines of four that are still open to one player alone.
  void evaluate(std::span<double> values) const {
    const double lead = won_ ? -kDecisive : open_lines(own_) - open_lines(own_ ^ discs_);
    const double value = tanh(lead / kScale);
    values[static_cast<std::size_t>(next())] = value;
    values[static_cast<std::size_t>(1 - next())] = -value;
  }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    const Cells own = discs_of(player);
    const Cells other = discs_of(1 - player);
    const bool to_move = movers().contains(player);
    const std::size_t plane = tensor.size() / 3;
    std::size_t i = 0;
    for (int row = 0; row < rules_->height(); ++row) {
      for (int column = 0; column < rules_->width(); ++column, ++i) {
        tensor[i] = (own & connect_four::cell(column, row)) != 0;
        tensor[plane + i] = (other & connect_four::cell(column, row)) != 0;
        tensor[2 * plane + i] = to_move;
      }
    }
  }

  // ---- text

  /// Checks gravity, the numbers of discs and that play ended with the first line. (Some positions
  /// that no order of turns leads to pass as well: to find them takes a search.)
  std::string validate() const {
    const Cells crosses = discs_of(0);
    const Cells noughts = discs_of(1);
    const int lead = std::popcount(crosses) - std::popcount(noughts);
    if ((discs_ & (discs_ + connect_four::kBottomRow)) != 0)
      return "a disc hangs over an empty cell";
    if (lead != 0 && lead != 1) return "X begins, so X has as many discs as O or one more";
    if (connect_four::has_four(crosses) && lead == 0) return "O has moved after X had won";
    if (connect_four::has_four(noughts) && lead == 1) return "X has moved after O had won";
    if (won_ && !one_disc_made_all_lines())
      return "no single disc can have made all the lines of four";
    return {};
  }

  /// The rows from the top, as in "..../..../.O../.XX.".
  std::string to_text() const {
    std::string text;
    for (int row = rules_->height() - 1; row >= 0; --row) {
      for (int column = 0; column < rules_->width(); ++column) text += symbol(column, row);
      if (row > 0) text += '/';
    }
    return text;
  }

  static Parsed<ConnectFourState> from_text(const Rules& rules, std::string_view text) {
    Cells crosses = 0;
    Cells noughts = 0;
    std::size_t place = 0;
    for (int row = rules.height() - 1; row >= 0; --row) {
      for (int column = 0; column < rules.width(); ++column, ++place) {
        switch (place < text.size() ? text[place] : '\0') {
          case 'X':
            crosses |= connect_four::cell(column, row);
            break;
          case 'O':
            noughts |= connect_four::cell(column, row);
            break;
          case '.':
            break;
          default:
            return ParseError{"a cell was expected: X, O or .", place};
        }
      }
      const std::string_view separator = row > 0 ? "/" : "";
      if (text.substr(place, row > 0 ? 1 : text.npos) != separator) {
        return ParseError{row > 0 ? "'/' was expected at the end of the row"
                                  : "nothing may follow the bottom row",
                          place};
      }
      place += separator.size();
    }
    ConnectFourState state(rules);
    state.discs_ = crosses | noughts;
    state.clock_ = static_cast<std::uint8_t>(std::popcount(state.discs_));
    state.own_ = state.next() == 0 ? crosses : noughts;
    state.won_ = connect_four::has_four(crosses) || connect_four::has_four(noughts);
    if (const std::string wrong = state.validate(); !wrong.empty()) return ParseError{wrong};
    return state;
  }

  /// The column, counted from 1.
  std::string action_to_text(Player, Action column) const { return std::to_string(column + 1); }

  Parsed<Action> parse_action(Player, std::string_view text) const {
    if (text.size() != 1 || text[0] < '1' || text[0] > '0' + rules_->width()) {
      return ParseError{"a column 1 .. " + std::to_string(rules_->width()) +
                            " was expected, not '" + std::string(text) + "'",
                        0};
    }
    return text[0] - '1';
  }

  std::string fact_to_text(const Fact& fact) const {
    return (fact.a == 0 ? "X drops into " : "O drops into ") + action_to_text(fact.a, fact.b);
  }

  std::string draw() const {
    std::string picture;
    for (int row = rules_->height() - 1; row >= 0; --row) {
      picture += '|';
      for (int column = 0; column < rules_->width(); ++column)
        picture += {' ', symbol(column, row)};
      picture += " |\n";
    }
    picture += ' ';
    for (Action column = 0; column < rules_->width(); ++column)
      picture += " " + action_to_text(0, column);
    return picture + "\n";
  }

 private:
  static constexpr double kScale = 50;       // fitted to the results of games played by hint()
  static constexpr double kDecisive = 1000;  // a lead that no open lines reach

  Player next() const { return clock_ % 2; }  // the mover, or who would be

  Cells discs_of(Player player) const { return player == next() ? own_ : own_ ^ discs_; }

  Cells dropped(Action column) const { return (discs_ + connect_four::cell(column, 0)) & ~discs_; }

  bool is_full(Action column) const {
    return (discs_ & connect_four::cell(column, rules_->height() - 1)) != 0;
  }

  /// The sum over the lines without an opposing disc of the square of their own discs.
  double open_lines(Cells own) const {
    const Cells free = rules_->board() & ~(discs_ ^ own);
    int sum = 0;
    for (const int direction : connect_four::kDirections) {
      const Cells open = connect_four::line_starts(free, direction);
      const Cells a = own, b = own >> direction, c = own >> 2 * direction, d = own >> 3 * direction;
      const Cells odd = a ^ b ^ c ^ d;
      const Cells three = ((a & b) & (c ^ d)) | ((a ^ b) & (c & d));
      const Cells two = ((a & b) | (c & d) | ((a ^ b) & (c ^ d))) & ~odd;
      sum += std::popcount(open & odd & ~three) + 4 * std::popcount(open & two) +
             9 * std::popcount(open & three);
    }
    return sum;
  }

  /// Whether the winner has a disc on top of a column without which there would be no line.
  bool one_disc_made_all_lines() const {
    const Cells winner = own_ ^ discs_;
    for (Cells tops = (discs_ + connect_four::kBottomRow) >> 1 & winner; tops != 0;
         tops &= tops - 1) {
      if (!connect_four::has_four(winner ^ (tops & -tops))) return true;
    }
    return false;
  }

  char symbol(int column, int row) const {
    const Cells here = connect_four::cell(column, row);
    return (discs_ & here) == 0 ? '.' : (discs_of(0) & here) != 0 ? 'X' : 'O';
  }

  RulesPointer<Rules> rules_;
  Cells own_ = 0;    // of the player who moves next
  Cells discs_ = 0;  // of both
  std::uint8_t clock_ = 0;
  bool won_ = false;  // by the last disc
};

static_assert(GameRules<ConnectFourRules> && GameState<ConnectFourState>);
static_assert(sizeof(ConnectFourState) == 32);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_CONNECT_FOUR_H_
