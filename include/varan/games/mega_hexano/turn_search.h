// The breadth-first search for all turns of a player (section 6.6 of the rules).
//
// Within a turn only the caps move, so what an eruption brings depends on its *lava* alone: the
// cell it comes from, its direction, the number of pieces that flow. The search goes through the
// sets of caps that quiet moves reach, first in, first out, and keeps for every lava the first way
// to it.
#ifndef VARAN_GAMES_MEGA_HEXANO_TURN_SEARCH_H_
#define VARAN_GAMES_MEGA_HEXANO_TURN_SEARCH_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "varan/fixed_vector.h"
#include "varan/games/mega_hexano.h"
#include "varan/games/mega_hexano/set_memory.h"
#include "varan/hash.h"

namespace varan::mega_hexano {

/// A lava by number: kMaxFlow * (action of its cap move) + pieces - 1.
using Lava = int;
inline constexpr int kLavas = kMaxFlow * kMaxActions;
/// A lava needs two cells in line at distance two or more: that of its cap, and that of the last
/// landing. A 6x6 board has 360 such pairs, the other boards have fewer.
inline constexpr int kMostLavas = 360;

/// What a cap on some cell may do, seven bits for each direction. Bit 0: a step is possible. Bit n:
/// at least n pieces would flow. The highest bit of a direction thus tells what the step brings.
/// Bit 6 is never set; it keeps the directions apart when all are shifted at once.
using Lanes = std::uint64_t;
inline constexpr int kLaneBits = kMaxFlow + 2;
inline constexpr Lanes kSteps = 0x0002040810204081ULL;  // bit 0 of all directions
inline constexpr Lanes kFlows = kSteps * ((2u << kMaxFlow) - 2);

/// The highest bit of each direction: a quiet step (bit 0), or an eruption and its length.
constexpr Lanes ends(Lanes lanes) { return lanes & ~(lanes >> 1); }

/// What lanes look like on a board.
class LaneTables {
 public:
  explicit LaneTables(const Board& board) : board_(board) {
    for (int i = 0; i < kMaxDirections * kLaneBits; ++i) {
      direction_of_[at(i)] = static_cast<std::uint8_t>(i / kLaneBits);
    }
    for (Row& row : rows_) row.past.fill(~Lanes{0});
    for (auto& row : targets_) row.fill(kNoCell);
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      for (int d = 0; d < board.directions(); ++d) fill_lane(cell, d);
    }
  }

  const Board& board() const { return board_; }
  /// The lanes of a cell on which so many pieces stand, if there were no other cap.
  Lanes open(Cell cell, int height) const {
    return open_[at(cell)][at(std::min(height, kMaxFlow))];
  }
  /// How a cell and other caps meet, by the cell of the other cap.
  struct Row {
    std::array<Lanes, kMaxCells> past;       ///< what that cap leaves of this cell's lanes
    std::array<Lanes, kMaxCells> stopped{};  ///< the lava from that cap that a cap here would stop
  };
  const Row& row(std::size_t cell) const { return rows_[cell]; }

  /// The cell of a step, its action, and the lava, by a bit of the lanes.
  std::size_t target(std::size_t cell, int lane_bit) const { return targets_[cell][at(lane_bit)]; }
  Action action(std::size_t cell, int lane_bit) const {
    return board_.action(static_cast<Cell>(cell), direction_of_[at(lane_bit)]);
  }
  Lava lava(std::size_t cell, int lane_bit) const {
    const int pieces = lane_bit - kLaneBits * direction_of_[at(lane_bit)];
    return kMaxFlow * action(cell, lane_bit) + pieces - 1;
  }

 private:
  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  void fill_lane(Cell cell, int d) {
    const Step& step = board_.step(board_.action(cell, d));
    if (step.to == kNoCell) return;
    const int shift = kLaneBits * d;
    const Lanes lane = (kFlows | kSteps) & (Lanes{127} << shift);
    targets_[at(cell)][at(shift)] = step.to;
    rows_[at(cell)].past[step.to] &= ~lane;
    int length = 0;  // landing cells
    for (std::uint64_t cells = step.landings; (cells & 0xff) != kNoCell; cells >>= 8) {
      // A cap on the landing cell number `length` lets that many pieces pass.
      const auto landing = static_cast<std::size_t>(cells & 0xff);
      rows_[at(cell)].past[landing] &= ~lane | (((Lanes{2} << length) - 1) << shift);
      if (length > 0) rows_[landing].stopped[at(cell)] = Lanes{1} << (shift + length);
      ++length;
    }
    for (int height = 0; height <= kMaxFlow; ++height) {
      const int most = std::min(height, length);
      open_[at(cell)][at(height)] |= ((Lanes{2} << most) - 1) << shift;
    }
  }

  Board board_;
  std::array<Row, kMaxCells> rows_;
  std::array<std::array<Lanes, kMaxFlow + 1>, kMaxCells> open_{};
  std::array<std::array<std::uint8_t, kMaxDirections * kLaneBits>, kMaxCells> targets_;
  std::array<std::uint8_t, kMaxDirections * kLaneBits> direction_of_;
};

/// All turns of the player to move, from the present position, which may lie in mid-turn.
class TurnSearch {
 public:
  struct Limits {
    int depth = 3;        ///< quiet moves before the eruption
    int max_sets = 4096;  ///< sets of caps that are moved on from
  };
  /// A lava and the first way to it.
  struct Turn {
    CellSet caps;          ///< at the eruption
    std::uint32_t parent;  ///< the node before the last quiet move
    std::int16_t step;     ///< the last quiet move, or -1 if there is none
    std::uint16_t lava;
  };

  /// If no turn lies within the limits, they are raised until one does. There may still be none if
  /// repetition=cap_return has led into a dead end.
  TurnSearch(const MegaHexanoState& state, const LaneTables& tables, Limits limits)
      : state_(state),
        tables_(tables),
        plain_(state.rules().options().repetition != Repetition::kConfig || state.quiet() == 0) {
    for (Cell cell = 0; cell < tables.board().cells(); ++cell) {
      open_[at(cell)] = tables.open(cell, state.height(cell));
    }
    const int most = state.rules().options().max_quiet - state.quiet();
    for (int depth = std::min(limits.depth, most);;) {
      switch (state.cap_count()) {  // unrolled for what the presets have
        case 5:
          run<5>(depth, limits.max_sets);
          break;
        case 6:
          run<6>(depth, limits.max_sets);
          break;
        default:
          run<0>(depth, limits.max_sets);
      }
      if (!turns_.empty() || (depth >= most && !limited_)) break;
      if (!limited_) ++depth;
      limits.max_sets = std::numeric_limits<int>::max();
    }
  }
  TurnSearch(const TurnSearch&) = delete;
  TurnSearch& operator=(const TurnSearch&) = delete;

  /// In the order in which they were found: short ones first.
  const FixedVector<Turn, kMostLavas>& turns() const { return turns_; }

  /// The cap moves of a turn, the eruption last.
  using Moves = FixedVector<Action, kMaxQuiet + 1>;
  Moves moves(const Turn& turn) const {
    Moves moves = {Action{turn.lava / kMaxFlow}};
    if (turn.step >= 0) {
      moves.push_back(turn.step);
      for (const Node* node = &nodes_[turn.parent]; node->step >= 0; node = &nodes_[node->parent]) {
        moves.push_back(node->step);
      }
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
  }

 private:
  struct Node {
    CellSet caps;
    std::uint32_t parent;
    std::int32_t step;  // the quiet move from the parent, or -1
  };

  static std::size_t at(int index) { return static_cast<std::size_t>(index); }

  /// `kCaps`: the number of caps, or 0 if it is known only at run time.
  template <int kCaps>
  void run(int depth, int max_sets) {
    turns_.clear();
    unseen_.fill(kFlows);
    size_ = 0;
    max_sets_ = static_cast<std::size_t>(max_sets);
    limited_ = false;
    clear();
    insert(state_.caps());
    nodes_[size_++] = {state_.caps(), 0, -1};
    record_all(state_.caps());
    std::size_t begin = 0;
    for (int moves = 1; moves <= depth; ++moves) {
      const std::size_t end = size_;
      if (moves < depth) {
        for (; begin < end; ++begin) expand<kCaps, false>(begin);
      } else {
        for (; begin < end; ++begin) expand<kCaps, true>(begin);
      }
    }
  }

  /// Looks at the sets of caps one quiet move on. If they are the last ones, they are not kept.
  template <int kCaps, bool kLast>
  void expand(std::size_t index) {
    using Row = LaneTables::Row;
    const Node node = nodes_[index];
    const std::size_t count = kCaps > 0 ? kCaps : at(state_.cap_count());
    std::array<std::size_t, kMaxCaps> caps;
    std::array<Lanes, kMaxCaps> quiet;
    CellSet left_caps = node.caps;
    for (std::size_t i = 0; i < count; ++i, left_caps &= left_caps - 1) {
      caps[i] = at(lowest(left_caps));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Row& row = tables_.row(caps[i]);
      Lanes lanes = open_[caps[i]];
      for (std::size_t j = 0; j < count; ++j) lanes &= row.past[caps[j]];
      quiet[i] = ends(lanes) & kSteps;
    }
    if (node.step >= 0 && plain_) drop_transposed(node, {caps.data(), count}, quiet);

    const std::size_t rest = count - 1;
    std::array<std::size_t, kMaxCaps> others;  // all but the cap that moves
    for (std::size_t i = 1; i < count; ++i) others[i - 1] = caps[i];
    for (std::size_t m = 0; m < count; ++m) {
      if (m > 0) others[m - 1] = caps[m - 1];
      if (quiet[m] == 0) continue;
      // The lanes of the others while this one is in the air, what of them a new obstacle might
      // single out, and what is new without one.
      std::array<Lanes, kMaxCaps> lanes;
      std::array<Lanes, kMaxCaps> fresh;
      Lanes without;
      for (std::size_t i = 0; i < rest; ++i) {
        const Row& row = tables_.row(others[i]);
        lanes[i] = open_[others[i]];
        for (std::size_t j = 0; j < rest; ++j) {
          if (j != i) lanes[i] &= row.past[others[j]];
        }
      }
      const auto compare_with_seen = [&] {
        without = 0;
        for (std::size_t i = 0; i < rest; ++i) {
          const Lanes unseen = unseen_[others[i]];
          fresh[i] = lanes[i] & unseen;
          without |= ends(lanes[i]) & unseen;
        }
      };
      compare_with_seen();
      const CellSet caps_left = node.caps ^ CellSet { 1 } << caps[m];
      for (Lanes left = quiet[m]; left != 0; left &= left - 1) {
        const int lane_bit = std::countr_zero(left);
        const std::size_t to = tables_.target(caps[m], lane_bit);
        const CellSet next = caps_left | CellSet{1} << to;
        if constexpr (kLast) {
          if (!plain_ && contains(next)) continue;
        } else {
          if (size_ < max_sets_) {
            if (!insert(next)) continue;
            nodes_[size_++] = {next, static_cast<std::uint32_t>(index),
                               tables_.action(caps[m], lane_bit)};
          } else {
            limited_ = true;
          }
        }
        const Row& row = tables_.row(to);
        Lanes own = open_[to];
        Lanes news = without;
        for (std::size_t i = 0; i < rest; ++i) {
          own &= row.past[others[i]];
          news |= row.stopped[others[i]] & fresh[i];
        }
        news |= ends(own) & unseen_[to];
        if (news == 0) continue;
        const Turn turn{next, static_cast<std::uint32_t>(index),
                        static_cast<std::int16_t>(tables_.action(caps[m], lane_bit)), 0};
        record(to, own, turn);
        for (std::size_t i = 0; i < rest; ++i) {
          record(others[i], lanes[i] & tables_.row(others[i]).past[to], turn);
        }
        compare_with_seen();
      }
    }
  }

  /// Two quiet moves of different caps mostly lead to the same set in either order. Drops the moves
  /// whose set has been looked at already: those that come before the node's own move in its
  /// parent's list, were quiet there, and have left that move as quiet as it was.
  void drop_transposed(const Node& node, std::span<const std::size_t> caps,
                       std::array<Lanes, kMaxCaps>& quiet) const {
    const Step& last = tables_.board().step(node.step);
    const std::uint64_t landing = last.landings & 0xff;
    for (std::size_t i = 0; i < caps.size() && caps[i] < last.from; ++i) {
      if (caps[i] == last.to || caps[i] == landing) continue;
      // Onto the cell that has become free, or made quiet by the cap that has moved.
      const LaneTables::Row& row = tables_.row(caps[i]);
      quiet[i] &= ~row.past[last.from] | ~row.past[last.to] >> 1;
    }
  }

  /// Notes what is new among the eruptions from a cell with these lanes, as turns like `turn`.
  void record(std::size_t cell, Lanes lanes, Turn turn) {
    Lanes news = ends(lanes) & unseen_[cell];
    unseen_[cell] ^= news;
    for (; news != 0; news &= news - 1) {
      turn.lava = static_cast<std::uint16_t>(tables_.lava(cell, std::countr_zero(news)));
      turns_.push_back(turn);
    }
  }
  /// Notes all eruptions of the present set of caps.
  void record_all(CellSet caps) {
    for (CellSet left = caps; left != 0; left &= left - 1) {
      const std::size_t cell = at(lowest(left));
      Lanes lanes = open_[cell];
      for (CellSet other = caps; other != 0; other &= other - 1) {
        lanes &= tables_.row(cell).past[at(lowest(other))];
      }
      record(cell, lanes, {caps, 0, -1, 0});
    }
  }

  // ---- The sets reached: an open-addressing table.

  /// False if the set is there already.
  bool insert(CellSet caps) {
    if (entries_ == capacity_) grow();
    CellSet& slot = slot_of(caps);
    if (slot != 0) return false;
    slot = caps;
    ++entries_;
    return true;
  }
  bool contains(CellSet caps) { return slot_of(caps) != 0; }
  /// The slot of a set that is there, or a free one, which is 0.
  CellSet& slot_of(CellSet caps) {
    const std::size_t mask = 2 * capacity_ - 1;
    std::size_t place = static_cast<std::size_t>(caps * 0x9e3779b97f4a7c15ULL >> 32) & mask;
    while (slots_[place] != 0 && slots_[place] != caps) place = (place + 1) & mask;
    return slots_[place];
  }

  void clear() {
    std::fill_n(slots_, 2 * capacity_, CellSet{0});
    entries_ = 0;
    if (!plain_) {
      for (int i = 0; i < state_.quiet(); ++i) insert(state_.visited(i));
    }
  }
  void grow() {
    capacity_ *= 2;
    memory_.reserve(capacity_, size_);
    nodes_ = memory_.nodes();
    slots_ = memory_.slots();
    clear();
    for (std::size_t i = 0; i < size_; ++i) insert(nodes_[i].caps);
  }

  static constexpr std::size_t kInPlace = 1024;
  static constexpr std::size_t kAtFirst = 128;

  const MegaHexanoState& state_;
  const LaneTables& tables_;
  bool plain_;            // no set is excluded
  bool limited_ = false;  // by the number of sets
  FixedVector<Turn, kMostLavas> turns_;
  std::array<Lanes, kMaxCells> open_;    // of all cells, if there were no caps
  std::array<Lanes, kMaxCells> unseen_;  // lavas not found yet, possible or not
  SetMemory<Node, CellSet, kInPlace> memory_;
  Node* nodes_ = memory_.nodes();
  CellSet* slots_ = memory_.slots();
  std::size_t capacity_ = kAtFirst;
  std::size_t size_ = 0;     // nodes
  std::size_t entries_ = 0;  // in the table: the nodes' sets and the excluded ones
  std::size_t max_sets_ = 0;
};

}  // namespace varan::mega_hexano

#endif  // VARAN_GAMES_MEGA_HEXANO_TURN_SEARCH_H_
