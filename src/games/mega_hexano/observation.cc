// The observation tensor: planes over (letter, number) of the cells, all from the observer's seat.
// It holds the whole position but the order of pieces that lie deeper than kDepth and the exact
// paths of the quiet moves of the present turn.
#include <algorithm>

#include "varan/games/mega_hexano.h"

namespace varan {

using namespace mega_hexano;  // NOLINT: the vocabulary of the game

namespace {

constexpr int kDepth = kMaxFlow;  // no more pieces of a stack flow in one eruption

}  // namespace

ObservationShape MegaHexanoRules::observation_shape() const {
  ObservationShape shape;
  shape.rows = shape.columns = board_.extent();
  auto& planes = shape.planes;
  planes = {"board", "cap", "height/10", "earlier caps of this turn"};
  for (int depth = 0; depth < kDepth; ++depth) {
    const std::string from = depth == 0 ? "top " : "top-" + std::to_string(depth) + " ";
    for (int size = 1; size <= 3; ++size) planes.push_back(from + "size " + std::to_string(size));
    for (int colour = 0; colour < kColours; ++colour) {
      planes.push_back(from + std::string(colour_name(static_cast<Colour>(colour))));
    }
  }
  for (Piece piece = 0; piece < kPieces; ++piece) {
    planes.push_back("on the cell " + piece_name(piece) + "/5");
  }
  for (int seat = 0; seat < players(); ++seat) {
    const std::string who = "seat +" + std::to_string(seat) + " ";
    for (Piece piece = 0; piece < kPieces; ++piece) {
      planes.push_back(who + "holds " + piece_name(piece) + "/5");
    }
    planes.push_back(who + "score/50");
    planes.push_back(who + "is to move");
    planes.push_back(who + "met the trigger");
  }
  for (const char* guard : {"quiet/max_quiet", "dry/max_dry", "turns/max_turns"}) {
    planes.emplace_back(guard);
  }
  return shape;
}

void MegaHexanoState::observe(Player player, std::span<float> tensor) const {
  const Board& board = rules_->board_;
  const Options& options = rules_->options_;
  const auto extent = at(board.extent());
  std::fill(tensor.begin(), tensor.end(), 0.0f);
  std::size_t plane = 0;
  const auto put = [&](Cell cell, std::size_t offset, double value) {
    tensor[((plane + offset) * extent + at(board.letter(cell))) * extent +
           at(board.number(cell))] += static_cast<float>(value);
  };
  const auto fill = [&](double value) {
    for (Cell cell = 0; cell < board.cells(); ++cell) put(cell, 0, value);
    ++plane;
  };

  fill(1);
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    put(cell, 0, static_cast<double>(caps() >> cell & 1));
    put(cell, 1, height(cell) / 10.0);
    for (int i = 0; i < quiet_; ++i) {
      put(cell, 2, static_cast<double>(visited(i) >> cell & 1) / quiet_);
    }
  }
  plane += 3;
  constexpr std::size_t kKinds = 3 + kColours;
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    std::size_t depth = 0;
    for (std::uint8_t id = top_[at(cell)]; id != kNothing; id = below_[id], ++depth) {
      const Piece piece = kPieceOf[id];
      put(cell, kDepth * kKinds + piece, 1.0 / kMostAlike);
      if (depth >= kDepth) continue;
      put(cell, depth * kKinds + at(size_of(piece) - 1), 1);
      put(cell, depth * kKinds + 3 + at(colour_of(piece)), 1);
    }
  }
  plane += kDepth * kKinds + kPieces;
  for (int turn = 0; turn < players(); ++turn) {
    const Player seat = (player + turn) % players();
    for (Piece piece = 0; piece < kPieces; ++piece) {
      fill(static_cast<double>(pile(seat).count(piece)) / kMostAlike);
    }
    fill(score(seat) / 50.0);
    fill(to_move_ == seat ? 1 : 0);
    fill(trigger_player_ == seat ? 1 : 0);
  }
  fill(options.max_quiet > 0 ? static_cast<double>(quiet_) / options.max_quiet : 0);
  fill(options.max_dry > 0 ? static_cast<double>(dry_) / options.max_dry : 0);
  fill(static_cast<double>(turns_) / options.max_turns);
}

}  // namespace varan
