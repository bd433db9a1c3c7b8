// Reading the notation of Mega Hexano (section 10 of its rules).
#ifndef VARAN_SRC_GAMES_MEGA_HEXANO_TEXT_H_
#define VARAN_SRC_GAMES_MEGA_HEXANO_TEXT_H_

#include <string>
#include <string_view>

#include "varan/games/mega_hexano/presets.h"
#include "varan/parsed.h"

namespace varan::mega_hexano {

/// A place in a text that is read from left to right.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return place_ == text_.size(); }
  std::size_t place() const { return place_; }
  std::string_view rest() const { return text_.substr(place_); }
  char peek() const { return done() ? '\0' : text_[place_]; }
  bool take(char expected) {
    if (done() || text_[place_] != expected) return false;
    ++place_;
    return true;
  }
  bool take(std::string_view expected) {
    if (!rest().starts_with(expected)) return false;
    place_ += expected.size();
    return true;
  }
  void skip_blanks() {
    while (take(' ')) {
    }
  }
  /// Up to the next of `stops`, which stays.
  std::string_view word(std::string_view stops) {
    const std::string_view found = rest().substr(0, rest().find_first_of(stops));
    place_ += found.size();
    return found;
  }
  /// A number without sign or leading zeros, at most `most`, or -1.
  std::int64_t number(std::int64_t most);
  /// A cell's name, or kNoCell; a name that is none is not taken.
  Cell cell(const Board& board);
  /// `R3`, or kPieces.
  Piece piece();

  ParseError error(std::string message) const { return {std::move(message), place_}; }
  ParseError error_at(std::size_t place, std::string message) const {
    return {std::move(message), place};
  }

 private:
  std::string_view text_;
  std::size_t place_ = 0;
};

/// Field 2 of a position, full or sparse, up to a blank and a bar or the end of the text. There may
/// be no caps; no more than a box holds of a piece.
Parsed<Cells> parse_cells(const Board& board, std::string_view text);
Parsed<Cells> parse_cells(const Board& board, Reader& reader);
/// `b3+c7+d4`
Parsed<CellSet> parse_cap_set(const Board& board, std::string_view text);
Parsed<CellSet> parse_cap_set(const Board& board, Reader& reader);

/// `b3+c7+d4`; `-` for no caps.
std::string cap_set_to_text(const Board& board, CellSet caps);

}  // namespace varan::mega_hexano

#endif  // VARAN_SRC_GAMES_MEGA_HEXANO_TEXT_H_
