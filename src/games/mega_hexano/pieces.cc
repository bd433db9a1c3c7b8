#include "varan/games/mega_hexano/pieces.h"

namespace varan::mega_hexano {

std::string_view colour_name(Colour colour) {
  static constexpr std::array<std::string_view, kColours> kNames = {
      "red", "yellow", "green", "blue", "orange", "purple", "clear", "pink", "white"};
  return kNames[static_cast<std::size_t>(colour)];
}

std::string piece_name(Piece piece) {
  const auto colour = static_cast<std::size_t>(colour_of(piece));
  return {kColourLetters[colour], static_cast<char>('0' + size_of(piece))};
}

std::array<std::uint64_t, 2> Pile::spread(unsigned set) {
  std::array<std::uint64_t, 2> words{};
  for (int colour = 0; colour < kColours; ++colour) {
    const Piece smallest = piece(static_cast<Colour>(colour), 1);
    if ((set >> colour & 1u) != 0) {
      words[smallest >= kSplit] |= std::uint64_t{1} << shift(smallest);
    }
  }
  return words;
}

// The greatest M = sum of x_k over the colours k, where x_k trees of colour k take x_k - n_k(s)
// white pieces of size s if it is positive: a dynamic program over the colours whose state is the
// number of white pieces used of each size. `best[state]` is the most trees of the colours so far,
// or -1.
PileScore Pile::score_with_wilds() const {
  PileScore score;
  const int sizes[3] = {of_size(1), of_size(2), of_size(3)};
  score.pieces = sizes[0] + sizes[1] + sizes[2];
  score.trees = std::min(sizes[0], std::min(sizes[1], sizes[2]));
  if (score.trees == 0) return score;

  // White of one size: it completes trees of colours that have more of both other sizes.
  const std::uint64_t white_words = words_[1] >> kWhiteShift;
  for (int size = 0; size < 3; ++size) {
    const std::uint64_t count = white_words >> 4 * size & 15u;
    if (count << 4 * size != white_words) continue;
    const Pile coloured = without_white();
    int completed = 0;
    for (const std::uint64_t word : coloured.words_) {
      const std::uint64_t these = word >> 4 * size & kOnes;
      const std::uint64_t others =
          least(word >> 4 * ((size + 1) % 3) & kOnes, word >> 4 * ((size + 2) % 3) & kOnes);
      score.single += single_trees(word);
      completed += sum(others - least(others, these));
    }
    score.single += std::min(completed, static_cast<int>(count));
    return score;
  }

  constexpr int kRadix = kMostAlike + 1;
  int white[3];
  for (int size = 1; size <= 3; ++size) white[size - 1] = count(piece(Colour::kWhite, size));
  std::array<int, kRadix * kRadix * kRadix> best;
  best.fill(-1);
  best[0] = 0;
  for (int colour = 0; colour < static_cast<int>(Colour::kWhite); ++colour) {
    int real[3];
    for (int size = 1; size <= 3; ++size) {
      real[size - 1] = count(piece(static_cast<Colour>(colour), size));
    }
    const int pure = std::min(real[0], std::min(real[1], real[2]));
    // From the states with most white used down: each is extended before it is reached itself.
    for (int a = white[0]; a >= 0; --a) {
      for (int b = white[1]; b >= 0; --b) {
        for (int c = white[2]; c >= 0; --c) {
          int& here = best[static_cast<std::size_t>((a * kRadix + b) * kRadix + c)];
          if (here < 0) continue;
          for (int trees = pure + 1;; ++trees) {
            const int a2 = a + std::max(0, trees - real[0]);
            const int b2 = b + std::max(0, trees - real[1]);
            const int c2 = c + std::max(0, trees - real[2]);
            if (a2 > white[0] || b2 > white[1] || c2 > white[2]) break;
            int& there = best[static_cast<std::size_t>((a2 * kRadix + b2) * kRadix + c2)];
            there = std::max(there, here + trees);
          }
          here += pure;
        }
      }
    }
  }
  score.single = *std::max_element(best.begin(), best.end());
  return score;
}

}  // namespace varan::mega_hexano
