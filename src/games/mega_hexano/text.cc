#include "src/games/mega_hexano/text.h"

#include <bit>

namespace varan::mega_hexano {

std::int64_t Reader::number(std::int64_t most) {
  const std::size_t start = place_;
  std::int64_t value = 0;
  while (peek() >= '0' && peek() <= '9' && value <= most)
    value = 10 * value + (text_[place_++] - '0');
  const bool leading_zero = place_ > start + 1 && text_[start] == '0';
  if (place_ > start && !leading_zero && value <= most) return value;
  place_ = start;
  return -1;
}

Cell Reader::cell(const Board& board) {
  const Cell cell = board.find(rest().substr(0, 2));
  if (cell != kNoCell) place_ += 2;
  return cell;
}

Piece Reader::piece() {
  const std::size_t colour = done() ? std::string_view::npos : kColourLetters.find(peek());
  const char size = rest().size() > 1 ? rest()[1] : '\0';
  if (colour == std::string_view::npos || size < '1' || size > '3') return kPieces;
  place_ += 2;
  return mega_hexano::piece(static_cast<Colour>(colour), size - '0');
}

namespace {

/// One cell's content: `R1R2R3*`, `-*`, `-`.
class CellReader {
 public:
  CellReader(const Board& board, Reader& reader) : board_(board), reader_(reader) {
    cells_.stacks.resize(static_cast<std::size_t>(board.cells()));
  }

  /// Empty if all is well.
  std::string read(Cell cell) {
    std::vector<Piece>& stack = cells_.stacks[static_cast<std::size_t>(cell)];
    if (!reader_.take('-')) {
      for (;;) {
        const std::size_t before = reader_.place();
        const Piece piece = reader_.piece();
        if (reader_.place() == before) break;
        if (++used_[piece] > kMostAlike) {
          return "there are only " + std::to_string(kMostAlike) + " " + piece_name(piece);
        }
        if (++pieces_ > kMostPieces) {
          return "there are only " + std::to_string(kMostPieces) + " pieces";
        }
        stack.push_back(piece);
      }
      if (stack.empty()) {
        return "the pieces of " + board_.name(cell) + " were expected, such as R1R2R3, or -";
      }
    }
    if (reader_.take('*')) {
      cells_.caps |= bit(cell);
      if (std::popcount(cells_.caps) > kMaxCaps) {
        return "there are at most " + std::to_string(kMaxCaps) + " caps";
      }
    }
    return {};
  }

  Cells& cells() { return cells_; }

 private:
  const Board& board_;
  Reader& reader_;
  Cells cells_;
  std::array<int, kPieces> used_{};
  int pieces_ = 0;
};

}  // namespace

Parsed<Cells> parse_cells(const Board& board, Reader& reader) {
  CellReader cells(board, reader);
  if (reader.take('{')) {
    CellSet named = 0;
    for (reader.skip_blanks(); !reader.take('}'); reader.skip_blanks()) {
      const std::size_t place = reader.place();
      const Cell cell = reader.cell(board);
      if (cell == kNoCell) return reader.error("a cell of the board or '}' was expected");
      if ((named & bit(cell)) != 0) {
        return reader.error_at(place, board.name(cell) + " is named twice");
      }
      named |= bit(cell);
      if (!reader.take(':')) return reader.error("':' was expected after the cell");
      std::string wrong = cells.read(cell);
      if (!wrong.empty()) return reader.error(std::move(wrong));
      if (reader.peek() != ' ' && reader.peek() != '}') {
        return reader.error("a blank or '}' was expected after the pieces of " + board.name(cell));
      }
    }
    return std::move(cells.cells());
  }
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    if (cell > 0 && !reader.take('/')) {
      return reader.error("'/' and the pieces of " + board.name(cell) + " were expected");
    }
    std::string wrong = cells.read(cell);
    if (!wrong.empty()) return reader.error(std::move(wrong));
  }
  return std::move(cells.cells());
}

Parsed<Cells> parse_cells(const Board& board, std::string_view text) {
  Reader reader(text);
  Parsed<Cells> cells = parse_cells(board, reader);
  if (cells.ok() && !reader.done()) return reader.error("nothing may follow the last cell");
  return cells;
}

Parsed<CellSet> parse_cap_set(const Board& board, Reader& reader) {
  CellSet caps = 0;
  do {
    const std::size_t place = reader.place();
    const Cell cell = reader.cell(board);
    if (cell == kNoCell) return reader.error("a cell of the board was expected");
    if ((caps & bit(cell)) != 0) {
      return reader.error_at(place, "two caps stand on " + board.name(cell));
    }
    caps |= bit(cell);
  } while (reader.take('+'));
  return caps;
}

Parsed<CellSet> parse_cap_set(const Board& board, std::string_view text) {
  Reader reader(text);
  Parsed<CellSet> caps = parse_cap_set(board, reader);
  if (caps.ok() && !reader.done()) return reader.error("'+' or the end was expected");
  return caps;
}

std::string cap_set_to_text(const Board& board, CellSet caps) {
  if (caps == 0) return "-";
  std::string text;
  for (CellSet left = caps; left != 0; left &= left - 1) {
    text += (text.empty() ? "" : "+") + board.name(lowest(left));
  }
  return text;
}

}  // namespace varan::mega_hexano
