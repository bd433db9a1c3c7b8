// The board as a picture of letters: hexes in staggered rows, squares in a grid.
#include <string>

#include "varan/games/mega_hexano.h"

namespace varan {

using namespace mega_hexano;  // NOLINT: the vocabulary of the game

namespace {

constexpr std::size_t kWidth = 10;  // of a cell
constexpr std::size_t kShown = 3;   // pieces of a stack, from the top

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size()), ' ');
  return text;
}

void trim(std::string& line) { line.erase(line.find_last_not_of(' ') + 1); }

}  // namespace

// A cell shows its name and, below, its stack from the bottom to the top, then * for a cap. Of a
// tall stack the three highest pieces are shown, behind the number of those under them:
// `4+R2Y1G3*`.
std::string MegaHexanoState::draw() const {
  const Board& board = rules_->board_;
  const auto content = [&](Cell cell) {
    const std::vector<Piece> pieces = stack(cell);
    const std::size_t hidden = pieces.size() > kShown ? pieces.size() - kShown : 0;
    std::string text = hidden > 0 ? std::to_string(hidden) + "+" : "";
    for (std::size_t i = hidden; i < pieces.size(); ++i) text += piece_name(pieces[i]);
    if (pieces.empty()) text = ".";
    return text + ((caps() >> cell & 1) != 0 ? "*" : "");
  };
  std::string picture;
  const bool hex = board.shape() == Shape::kHex;
  for (int row = 0; row < board.extent(); ++row) {
    const int number = hex ? row : board.extent() - 1 - row;
    const int middle = std::abs(number - board.size());
    std::string names(hex ? kWidth / 2 * at(middle) : 0, ' ');
    std::string stacks = names;
    for (int letter = 0; letter < board.extent(); ++letter) {
      const Cell cell = board.at(letter, number);
      if (cell == kNoCell) continue;
      names += padded(board.name(cell), kWidth);
      stacks += padded(content(cell), kWidth);
    }
    trim(names);
    trim(stacks);
    picture += names + "\n" + stacks + "\n";
  }
  for (Player player = 0; player < players(); ++player) {
    const PileScore score = pile_score(player);
    picture += "player " + std::to_string(player) + ": " + std::to_string(score.total()) +
               (score.total() == 1 ? " point," : " points,");
    for (int colour = 0; colour < kColours; ++colour) {
      std::string held;
      for (int size = 1; size <= 3; ++size) {
        const Piece kind = piece(static_cast<Colour>(colour), size);
        for (int i = 0; i < pile(player).count(kind); ++i) held += piece_name(kind);
      }
      if (!held.empty()) picture += " " + held;
    }
    if (pile(player).empty()) picture += " no pieces";
    picture += "\n";
  }
  switch (kind_) {
    case NodeKind::kDecision:
      picture += "turn " + std::to_string(turns_ + 1) + ", player " + std::to_string(to_move_) +
                 " is to move";
      if (quiet_ > 0) picture += ", quiet moves: " + std::to_string(quiet_);
      if (dry_ > 0) picture += ", turns without a capture: " + std::to_string(dry_);
      if (pending_) picture += ", the last round";
      break;
    case NodeKind::kChance:
      picture += "the set-up is being dealt";
      break;
    case NodeKind::kTerminal:
      picture += "the game is over: " + end_reason();
      if (trigger_player_ >= 0) picture += " by player " + std::to_string(trigger_player_);
      break;
  }
  return picture + "\n";
}

}  // namespace varan
