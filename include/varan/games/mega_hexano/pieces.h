// The pieces of Mega Hexano and what a pile of captured ones is worth (sections 2 and 8 of the
// rules).
#ifndef VARAN_GAMES_MEGA_HEXANO_PIECES_H_
#define VARAN_GAMES_MEGA_HEXANO_PIECES_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace varan::mega_hexano {

enum class Colour : std::uint8_t {
  kRed,
  kYellow,
  kGreen,
  kBlue,
  kOrange,
  kPurple,
  kClear,
  kPink,
  kWhite,
};
inline constexpr int kColours = 9;
inline constexpr std::string_view kColourLetters = "RYGBOPCKW";
std::string_view colour_name(Colour colour);

/// A kind of piece: 3 * colour + size - 1, written as colour letter and size (`R3`).
using Piece = std::uint8_t;
inline constexpr int kPieces = 3 * kColours;

constexpr Piece piece(Colour colour, int size) {
  return static_cast<Piece>(3 * static_cast<int>(colour) + size - 1);
}
constexpr Colour colour_of(Piece piece) { return static_cast<Colour>(piece / 3); }
constexpr int size_of(Piece piece) { return piece % 3 + 1; }
/// `R3`
std::string piece_name(Piece piece);

/// No box holds more of one piece, nor more pieces in all.
inline constexpr int kMostAlike = 5;
inline constexpr int kMostPieces = 111;

/// What a pile is worth, and why: score = N + 2 T + 2 M.
struct PileScore {
  int pieces = 0;  ///< N
  int trees = 0;   ///< T, three pieces of different sizes each
  int single = 0;  ///< M, the trees among them of one colour
  int total() const { return pieces + 2 * trees + 2 * single; }
  friend bool operator==(const PileScore&, const PileScore&) = default;
};

/// The pieces that a player has captured: a count of four bits for each kind, colours 0..4 in the
/// first word and 5..8 in the second, so that the twelve bits of a colour never straddle words.
class Pile {
 public:
  int count(Piece piece) const {
    return static_cast<int>(words_[piece >= kSplit] >> shift(piece) & 15u);
  }
  void add(Piece piece, unsigned number = 1) {
    words_[piece >= kSplit] += std::uint64_t{number} << shift(piece);
  }

  bool empty() const { return (words_[0] | words_[1]) == 0; }
  /// Number of pieces of a size, white ones included.
  int of_size(int size) const {
    const int move = 4 * (size - 1);
    return sum(words_[0] >> move & kOnes) + sum(words_[1] >> move & kOnes);
  }
  int size() const { return of_size(1) + of_size(2) + of_size(3); }
  int white() const {
    const std::uint64_t white = words_[1] >> kWhiteShift;
    return static_cast<int>((white & 15u) + (white >> 4 & 15u) + (white >> 8));
  }

  /// The colours held, as a set of bits, white included.
  unsigned colours() const { return gather(any(words_[0])) | gather(any(words_[1])) << 5; }
  /// A tree of one colour other than white.
  bool has_tree() const { return (all(words_[0]) | (all(words_[1]) & kNotWhite)) != 0; }
  /// How many pieces lack to a tree of one colour other than white, if its colour is held: 0 to 2.
  int tree_lacks() const {
    if (has_tree()) return 0;
    return (two(words_[0]) | (two(words_[1]) & kNotWhite)) != 0 ? 1 : 2;
  }
  /// Does the pile hold a piece of each of these colours (words as any() makes them)?
  bool holds(const std::array<std::uint64_t, 2>& colours) const {
    return (colours[1] & ~any(words_[1])) == 0 && (colours[0] & ~any(words_[0])) == 0;
  }
  /// The colours of `set` in the form that holds() takes.
  static std::array<std::uint64_t, 2> spread(unsigned set);

  /// N, T and M of section 8. Wild white is any colour but keeps its size; otherwise it is one
  /// more.
  PileScore score(bool white_wild) const {
    if (white_wild && (words_[1] >> kWhiteShift) != 0) return score_with_wilds();
    PileScore score;
    const int sizes[3] = {of_size(1), of_size(2), of_size(3)};
    score.pieces = sizes[0] + sizes[1] + sizes[2];
    score.trees = std::min(sizes[0], std::min(sizes[1], sizes[2]));
    if (score.trees > 0) score.single = single_trees(words_[0]) + single_trees(words_[1]);
    return score;
  }

  /// The pile without its white pieces, which never help to end the game.
  Pile without_white() const {
    Pile pile = *this;
    pile.words_[1] &= (std::uint64_t{1} << kWhiteShift) - 1;
    return pile;
  }

  friend bool operator==(const Pile&, const Pile&) = default;

 private:
  static constexpr Piece kSplit = 15;                           // first kind of the second word
  static constexpr int kWhiteShift = 36;                        // of W1 in the second word
  static constexpr std::uint64_t kOnes = 0x00f00f00f00f00fULL;  // the smallest size of each colour
  static constexpr std::uint64_t kLow = 0x001001001001001ULL;   // one bit for each colour
  static constexpr std::uint64_t kNotWhite = 0x000000001001001ULL;

  static int shift(Piece piece) { return 4 * (piece >= kSplit ? piece - kSplit : piece); }
  /// Sum of fields at every twelfth bit.
  static int sum(std::uint64_t fields) { return static_cast<int>(fields * kLow >> 48 & 0xfffu); }
  /// One bit for each colour of which there is any / there are all three sizes. Counts fit in 3
  /// bits.
  static std::uint64_t present(std::uint64_t word) { return word | word >> 1 | word >> 2; }
  static std::uint64_t any(std::uint64_t word) {
    const std::uint64_t p = present(word);
    return (p | p >> 4 | p >> 8) & kLow;
  }
  static std::uint64_t all(std::uint64_t word) {
    const std::uint64_t p = present(word);
    return p & p >> 4 & p >> 8 & kLow;
  }
  /// Colours with two sizes at least.
  static std::uint64_t two(std::uint64_t word) {
    const std::uint64_t p = present(word);
    return ((p & (p >> 4 | p >> 8)) | (p >> 4 & p >> 8)) & kLow;
  }
  static unsigned gather(std::uint64_t bits) {
    return static_cast<unsigned>((bits | bits >> 11 | bits >> 22 | bits >> 33 | bits >> 44) & 31u);
  }
  static std::uint64_t least(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a_wins = ((b | kLow << 4) - a) >> 4 & kLow;  // a <= b, field by field
    const std::uint64_t mask = a_wins * 15;
    return (a & mask) | (b & ~mask);
  }
  static int single_trees(std::uint64_t word) {
    return sum(least(word & kOnes, least(word >> 4 & kOnes, word >> 8 & kOnes)));
  }
  PileScore score_with_wilds() const;

  std::array<std::uint64_t, 2> words_{};
};

}  // namespace varan::mega_hexano

#endif  // VARAN_GAMES_MEGA_HEXANO_PIECES_H_
