// Can the turn still end? [6.3 (c), 6.5]
#include <algorithm>
#include <array>

#include "varan/games/mega_hexano.h"
#include "varan/games/mega_hexano/set_memory.h"

namespace varan {
namespace {

using namespace mega_hexano;  // NOLINT: the vocabulary of the game

/// Sets of caps that the search has reached or must not enter.
class SetsSeen {
 public:
  struct Node {
    CellSet caps;
    std::int32_t next;   // in its bucket
    std::int32_t moves;  // quiet moves to get there
  };

  SetsSeen() { std::fill_n(slots_, capacity_ * 2, -1); }

  Node& node(std::int32_t index) { return nodes_[index]; }

  /// The slot of a set: holds the index of its node, or -1.
  std::int32_t& slot(CellSet caps) {
    std::size_t place = static_cast<std::size_t>(mix(caps)) & (2 * capacity_ - 1);
    while (slots_[place] >= 0 && nodes_[slots_[place]].caps != caps) {
      place = (place + 1) & (2 * capacity_ - 1);
    }
    return slots_[place];
  }

  std::int32_t add(CellSet caps, std::int32_t moves) {
    if (size_ == capacity_) grow();
    const auto index = static_cast<std::int32_t>(size_++);
    nodes_[index] = {caps, -1, moves};
    slot(caps) = index;
    return index;
  }

 private:
  void grow() {
    capacity_ *= 2;
    memory_.reserve(capacity_, size_);
    nodes_ = memory_.nodes();
    slots_ = memory_.slots();
    std::fill_n(slots_, capacity_ * 2, -1);
    // Later nodes of a set replace earlier ones.
    for (std::size_t i = 0; i < size_; ++i) slot(nodes_[i].caps) = static_cast<std::int32_t>(i);
  }

  static constexpr std::size_t kInPlace = 1024;
  SetMemory<Node, std::int32_t, kInPlace> memory_;
  Node* nodes_ = memory_.nodes();
  std::int32_t* slots_ = memory_.slots();
  std::size_t size_ = 0;
  std::size_t capacity_ = kInPlace;
};

}  // namespace

// Does a sequence of at most `moves` quiet moves lead from `caps`, which has no eruptive move, to a
// set of caps that has one, without entering a set of this turn? Best-first (A*): no cap can erupt
// before one stands on pieces, so the distance to the nearest ones bounds the moves that are still
// needed.
bool MegaHexanoState::eruption_reachable(CellSet caps, int moves) const {
  const Board& board = rules_->board_;
  if (occupied_ == 0) return false;

  std::array<CellSet, kMaxCells> within;  // cells at most so many steps from pieces
  std::size_t rings = 0;
  for (CellSet area = occupied_;; ++rings) {
    within[rings] = area;
    for (CellSet left = within[rings]; left != 0; left &= left - 1) {
      area |= board.neighbours(lowest(left));
    }
    if (area == within[rings]) break;
  }
  const auto moves_needed = [&](CellSet set) {
    std::size_t ring = 0;
    while (ring < rings && (set & within[ring]) == 0) ++ring;
    return std::max(1, static_cast<int>(ring));
  };

  caps &= board.all();
  const int needed = moves_needed(caps);
  if (caps == 0 || needed > moves) return false;

  SetsSeen seen;
  if (rules_->options_.repetition == Repetition::kConfig) {
    for (int i = 0; i <= quiet_; ++i) seen.add(visited(i), 0);
  }
  std::array<std::int32_t, kMaxQuiet + 1> buckets;  // of nodes to expand, by the moves of the way
  buckets.fill(-1);
  const auto push = [&](CellSet set, int way, int total) {
    const std::int32_t index = seen.add(set, way);
    seen.node(index).next = buckets[at(total)];
    buckets[at(total)] = index;
  };
  push(caps, 0, needed);
  for (int total = needed; total <= moves;) {
    const std::int32_t index = buckets[at(total)];
    if (index < 0) {
      ++total;
      continue;
    }
    const SetsSeen::Node node = seen.node(index);
    buckets[at(total)] = node.next;
    if (seen.slot(node.caps) != index) continue;  // reached in fewer moves since
    for (CellSet from = node.caps; from != 0; from &= from - 1) {
      const CellSet without = node.caps & ~(from & (0 - from));
      for (CellSet to = board.neighbours(lowest(from)) & ~node.caps; to != 0; to &= to - 1) {
        const CellSet next = without | (to & (0 - to));
        const int way = node.moves + 1;
        const std::int32_t known = seen.slot(next);
        if (known >= 0 && seen.node(known).moves <= way) continue;
        if (any_eruption(next)) return true;
        const int least = way + moves_needed(next);
        if (least <= moves) push(next, way, least);
      }
    }
  }
  return false;
}

}  // namespace varan
