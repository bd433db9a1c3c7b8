#include "varan/games/mega_hexano/board.h"

#include <cstdlib>

namespace varan::mega_hexano {
namespace {

struct Direction {
  std::string_view name;
  int letter;
  int number;
};
constexpr Direction kHexDirections[] = {{"E", 1, 0},  {"NE", 1, -1}, {"NW", 0, -1},
                                        {"W", -1, 0}, {"SW", -1, 1}, {"SE", 0, 1}};
constexpr Direction kSquareDirections[] = {{"N", 0, 1},   {"NE", 1, 1}, {"E", 1, 0},
                                           {"SE", 1, -1}, {"S", 0, -1}, {"SW", -1, -1},
                                           {"W", -1, 0},  {"NW", -1, 1}};

const Direction& direction_of(Shape shape, int direction) {
  return shape == Shape::kHex ? kHexDirections[direction] : kSquareDirections[direction];
}

}  // namespace

Board::Board(Shape shape, int size)
    : shape_(shape), size_(size), directions_(shape == Shape::kHex ? 6 : 8) {
  for (int letter = 0; letter < extent(); ++letter) {
    for (int number = 0; number < extent(); ++number) {
      if (shape == Shape::kHex && std::abs(letter - size + number - size) > size) continue;
      letters_[static_cast<std::size_t>(cells_)] = static_cast<std::uint8_t>(letter);
      numbers_[static_cast<std::size_t>(cells_)] = static_cast<std::uint8_t>(number);
      ++cells_;
    }
  }
  for (Cell cell = 0; cell < cells_; ++cell) {
    for (int d = 0; d < directions_; ++d) {
      const Direction& direction = direction_of(shape, d);
      Cell cells[kMaxDirections + 1];  // along the direction, then kNoCell
      int count = 0;
      do {
        cells[count] = at(letter(cell) + direction.letter * (count + 1),
                          number(cell) + direction.number * (count + 1));
      } while (cells[count++] != kNoCell);
      Step& step = steps_[static_cast<std::size_t>(action(cell, d))];
      step.from = static_cast<std::uint8_t>(cell);
      step.to = static_cast<std::uint8_t>(cells[0]);
      step.direction = static_cast<std::uint8_t>(d);
      step.action = static_cast<std::uint16_t>(action(cell, d));
      step.target = bit(cells[0]);
      step.ray = bit(cells[0]) | bit(count > 1 ? cells[1] : kNoCell);
      views_[static_cast<std::size_t>(cell * kMaxDirections + d)] = {step.target, step.ray};
      step.landings = 0;
      for (int i = count - 1; i >= 1; --i) {
        step.landings = step.landings << 8 | static_cast<std::uint64_t>(cells[i]);
      }
      if (count == 1) step.landings = kNoCell;
      if (cells[0] != kNoCell) neighbours_[static_cast<std::size_t>(cell)] |= bit(cells[0]);
    }
  }
}

Cell Board::at(int letter, int number) const {
  for (Cell cell = 0; cell < cells_; ++cell) {
    if (this->letter(cell) == letter && this->number(cell) == number) return cell;
  }
  return kNoCell;
}

Action Board::action_between(Cell from, Cell to) const {
  for (int direction = 0; direction < directions_; ++direction) {
    if (to != kNoCell && neighbour(from, direction) == to) return action(from, direction);
  }
  return -1;
}

std::string Board::name(Cell cell) const {
  return {static_cast<char>('a' + letter(cell)), static_cast<char>('1' + number(cell))};
}

Cell Board::find(std::string_view name) const {
  return name.size() == 2 ? at(name[0] - 'a', name[1] - '1') : kNoCell;
}

std::string_view Board::direction_name(int direction) const {
  return direction_of(shape_, direction).name;
}

}  // namespace varan::mega_hexano
