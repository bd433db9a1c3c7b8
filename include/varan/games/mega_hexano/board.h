// The boards of Mega Hexano and its family: cells, neighbours and, for each cap move, what a rule
// needs to know of it (section 2 of the rules).
#ifndef VARAN_GAMES_MEGA_HEXANO_BOARD_H_
#define VARAN_GAMES_MEGA_HEXANO_BOARD_H_

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "varan/player.h"

namespace varan::mega_hexano {

/// Index of a cell: cells sorted by letter, then number.
using Cell = int;
/// Set of cells, bit = index.
using CellSet = std::uint64_t;

inline constexpr int kMaxCells = 37;
inline constexpr int kMaxDirections = 8;
inline constexpr int kMaxActions = 288;
/// Most pieces that flow in one eruption: the board is seven cells across.
inline constexpr int kMaxFlow = 5;

/// What lies outside the board. Its bit is set in every set of obstacles, so that a step over the
/// edge and a step onto a cap are refused by one test.
inline constexpr Cell kNoCell = 63;
inline constexpr CellSet kOffBoard = CellSet{1} << kNoCell;

constexpr CellSet bit(Cell cell) { return CellSet{1} << cell; }
/// The lowest cell of a set; kNoCell if it is empty.
constexpr Cell lowest(CellSet set) { return std::countr_zero(set | kOffBoard); }

/// What one step from a cell in a direction meets: a row of the table of cap moves.
struct alignas(32) Step {
  CellSet target = kOffBoard;  ///< the cell of the step
  CellSet ray = kOffBoard;     ///< the target and the first landing cell behind it
  /// The landing cells in order, a byte each, lowest first; then kNoCell, which stops every flow.
  std::uint64_t landings = kNoCell;
  std::uint8_t from = kNoCell;
  std::uint8_t to = kNoCell;
  std::uint8_t direction = 0;
  std::uint16_t action = 0;

  CellSet toggles() const { return target | bit(from); }
};

/// The part of a Step that tells whether it is possible and whether it is eruptive.
struct View {
  CellSet target = kOffBoard;
  CellSet ray = kOffBoard;
};

enum class Shape : std::uint8_t { kHex, kSquare };

class Board {
 public:
  /// hexR: all axial (q, r) with |q|, |r|, |q + r| <= size. sqN: size x size.
  Board(Shape shape, int size);

  Shape shape() const { return shape_; }
  int size() const { return size_; }
  int cells() const { return cells_; }
  int directions() const { return directions_; }
  int actions() const { return cells_ * directions_; }
  CellSet all() const { return bit(cells_) - 1; }

  /// Action id = directions * cell + direction.
  const Step& step(Action action) const { return steps_[static_cast<std::size_t>(action)]; }
  Action action(Cell cell, int direction) const { return directions_ * cell + direction; }
  Cell neighbour(Cell cell, int direction) const { return step(action(cell, direction)).to; }
  /// What the steps from a cell meet, by direction; behind the last direction as over the edge.
  const View* views(Cell cell) const {
    return &views_[static_cast<std::size_t>(cell) * kMaxDirections];
  }
  CellSet neighbours(Cell cell) const { return neighbours_[static_cast<std::size_t>(cell)]; }
  /// The action of the step between two neighbours, or -1.
  Action action_between(Cell from, Cell to) const;

  /// `d4`
  std::string name(Cell cell) const;
  /// The cell of that name, or kNoCell.
  Cell find(std::string_view name) const;
  /// 0 for the letter 'a'; 0 for the number 1.
  int letter(Cell cell) const { return letters_[static_cast<std::size_t>(cell)]; }
  int number(Cell cell) const { return numbers_[static_cast<std::size_t>(cell)]; }
  /// Letters and numbers run from 0 to extent() - 1.
  int extent() const { return shape_ == Shape::kHex ? 2 * size_ + 1 : size_; }
  /// The cell at (letter, number), or kNoCell.
  Cell at(int letter, int number) const;
  std::string_view direction_name(int direction) const;

 private:
  Shape shape_;
  int size_;
  int cells_ = 0;
  int directions_;
  std::array<std::uint8_t, kMaxCells> letters_{};
  std::array<std::uint8_t, kMaxCells> numbers_{};
  std::array<CellSet, kMaxCells> neighbours_{};
  alignas(64) std::array<View, kMaxCells * kMaxDirections> views_{};
  std::array<Step, kMaxActions> steps_{};
};

}  // namespace varan::mega_hexano

#endif  // VARAN_GAMES_MEGA_HEXANO_BOARD_H_
