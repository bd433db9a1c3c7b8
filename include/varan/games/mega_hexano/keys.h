// Tables behind MegaHexanoState: the pieces in the box, and random numbers for the hash of a
// position.
#ifndef VARAN_GAMES_MEGA_HEXANO_KEYS_H_
#define VARAN_GAMES_MEGA_HEXANO_KEYS_H_

#include <array>
#include <cstddef>
#include <cstdint>

#include "varan/games/mega_hexano/board.h"
#include "varan/games/mega_hexano/pieces.h"
#include "varan/games/mega_hexano/presets.h"
#include "varan/hash.h"

namespace varan::mega_hexano {

/// The pieces in the box are numbered kMostAlike * piece + copy. Below the lowest piece of a stack
/// is kNothing; below a piece that is still in the box, kInBox.
inline constexpr int kBoxSize = kMostAlike * kPieces;
inline constexpr std::uint8_t kNothing = 255;
inline constexpr std::uint8_t kInBox = 254;

namespace detail {

constexpr std::array<std::uint8_t, 256> piece_table() {
  std::array<std::uint8_t, 256> table{};
  for (int id = 0; id < 256; ++id) {
    table[static_cast<std::size_t>(id)] =
        static_cast<std::uint8_t>(id < kBoxSize ? id / kMostAlike : static_cast<int>(kPieces));
  }
  return table;
}

constexpr std::array<std::uint8_t, 256> size_table() {
  std::array<std::uint8_t, 256> table{};
  for (int id = 0; id < kBoxSize; ++id) {
    table[static_cast<std::size_t>(id)] =
        static_cast<std::uint8_t>(size_of(static_cast<Piece>(id / kMostAlike)));
  }
  return table;
}

/// Odd, so that products of keys keep all their bits apart.
constexpr std::uint64_t key(std::uint64_t table, std::uint64_t index) {
  return mix(fold(table, index)) | 1u;
}

template <std::size_t N>
constexpr std::array<std::uint64_t, N> key_table(std::uint64_t table) {
  std::array<std::uint64_t, N> keys{};
  for (std::size_t i = 0; i < N; ++i) keys[i] = key(table, i);
  return keys;
}

constexpr std::array<std::uint64_t, 256> piece_key_table() {
  std::array<std::uint64_t, 256> keys{};
  for (std::size_t id = 0; id < kBoxSize; ++id) keys[id] = key(0, id / kMostAlike);
  return keys;
}

}  // namespace detail

/// By number in the box: what piece it is (kPieces for kNothing) and its size (0 for kNothing).
inline constexpr auto kPieceOf = detail::piece_table();
inline constexpr auto kSizeOf = detail::size_table();

/// The hash of stacks and piles is a sum over pieces: the key of the piece (by number in the box;
/// the same for pieces that are alike) times the key of its place. A place in a stack has the key
/// kCellKeys[cell] * kHeightKeys[pieces below]; a pile is a place too.
inline constexpr auto kPieceKeys = detail::piece_key_table();
inline constexpr auto kCellKeys = detail::key_table<kMaxCells>(1);
inline constexpr auto kHeightKeys = detail::key_table<kMostPieces + 1>(2);
inline constexpr auto kPileKeys = detail::key_table<kMaxSeats>(3);

}  // namespace varan::mega_hexano

#endif  // VARAN_GAMES_MEGA_HEXANO_KEYS_H_
