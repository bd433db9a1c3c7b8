// The table of information sets: what the search knows, in one open-addressing hash table over a
// bump arena. There are no nodes and no pointers between entries.
//
// A slot of 16 bytes stands for an information set from its first visit on. Its actions, 16 bytes
// each, are listed in the arena only when it is visited again: most leaves never are, and an
// expensive list of actions is made at most once. All memory is set aside by reserve(); nothing is
// allocated later.
#ifndef VARAN_BOTS_INFO_SET_TABLE_H_
#define VARAN_BOTS_INFO_SET_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "varan/assert.h"
#include "varan/hash.h"

namespace varan {

/// What the search knows of one action of an information set.
struct ActionStats {
  double sum = 0;            ///< of the mover's utilities over all visits
  std::uint32_t visits = 0;  ///< exact: budgets end before 2^32
  std::uint16_t action : 15 = 0;
  std::uint16_t proven : 1 = 0;  ///< sum / visits is the exact result of best play
  std::uint16_t prior = 0;       ///< in 65535ths

  double mean() const { return sum / visits; }
};
static_assert(sizeof(ActionStats) == 16);

/// An information set.
struct InfoSetSlot {
  std::uint64_t key;    ///< well mixed; 0: the slot is empty
  std::uint32_t entry;  ///< where the actions stand in the arena; 0: not listed yet
  std::uint32_t visits;
};
static_assert(sizeof(InfoSetSlot) == 16);

/// The actions of an information set, with optional columns beside them.
struct InfoSetActions {
  std::span<ActionStats> stats;
  bool any_proven = false;
  // Columns, null if the table does not keep them.
  double* squares = nullptr;           ///< sums of squared utilities
  double* regrets = nullptr;           ///< what the selection learns from: regrets or gains
  double* strategy = nullptr;          ///< sums of the strategies followed
  std::uint64_t* available = nullptr;  ///< visits at which the action was legal
  std::uint64_t* plans = nullptr;      ///< see HasPlans
};

class InfoSetTable {
 public:
  struct Columns {
    bool squares = false;
    bool learning = false;  ///< regrets and strategy
    bool available = false;
    bool plans = false;
    std::size_t words_per_action() const {
      return 2u + (squares ? 1u : 0u) + (learning ? 2u : 0u) + (available ? 1u : 0u) +
             (plans ? 1u : 0u);
    }
    friend bool operator==(const Columns&, const Columns&) = default;
  };

  /// Empties the table and sets memory aside for `information_sets` entries of up to `most_actions`
  /// actions, or for as many as fit into `bytes`: half for the slots, half for the actions. Memory
  /// that is not touched is not used. Keeps what it has if that suffices.
  void reserve(std::size_t information_sets, std::size_t most_actions, std::size_t bytes,
               Columns columns) {
    columns_ = columns;
    wanted_slots_ = information_sets + information_sets / 4 + 64;
    // Growing by doubling leaves behind up to twice the final size.
    const std::size_t most_slots =
        std::min(3 * wanted_slots_, std::max<std::size_t>(64, bytes / 2 / sizeof(InfoSetSlot)));
    const std::size_t arena_words =
        std::min({information_sets * words_of(most_actions) + 1, kMostWords,
                  std::max(words_of(most_actions) + 1, bytes / 2 / sizeof(std::uint64_t))});
    if (most_slots > slot_memory_size_) {
      slot_memory_ = std::make_unique_for_overwrite<InfoSetSlot[]>(most_slots);
      slot_memory_size_ = most_slots;
    }
    if (arena_words > arena_size_) {
      arena_ = std::make_unique_for_overwrite<std::uint64_t[]>(arena_words);
      arena_size_ = arena_words;
    }
    slot_limit_ = most_slots;
    arena_limit_ = arena_words;
    slots_ = slot_memory_.get();
    capacity_ = std::min({wanted_slots_, most_slots,
                          std::max(kFirstSlots, std::min(wanted_slots_ / 8, kFirstSlots * 16))});
    clear_slots();
    size_ = 0;
    arena_used_ = 1;  // 0 means "not listed"
    actions_ = 0;
    full_ = false;
  }

  /// The slot of a key, made if it is new (then its visits are 0); nullptr if there is no room.
  /// Slots stay where they are until make_room().
  InfoSetSlot* find_or_insert(std::uint64_t key) {
    key += key == 0;
    for (std::size_t index = home(key);;) {
      InfoSetSlot& slot = slots_[index];
      if (slot.key == key) return &slot;
      if (slot.key == 0) {
        if (size_ >= capacity_ - capacity_ / 5) {
          full_ = true;
          return nullptr;
        }
        ++size_;
        slot.key = key;
        return &slot;
      }
      if (++index == capacity_) index = 0;
    }
  }

  const InfoSetSlot* find(std::uint64_t key) const {
    key += key == 0;
    for (std::size_t index = home(key);;) {
      if (slots_[index].key == key) return &slots_[index];
      if (slots_[index].key == 0) return nullptr;
      if (++index == capacity_) index = 0;
    }
  }

  /// Whether make_room() would grow the table of slots. It then moves all capacity() of them.
  bool wants_room() const {
    return size_ >= capacity_ / 2 + capacity_ / 4 && capacity_ < wanted_slots_;
  }
  std::size_t capacity() const { return capacity_; }
  /// The table of slots keeps its present size.
  void stop_growing() { wanted_slots_ = capacity_; }
  /// To be called between iterations: grows the table of slots while there is memory for it.
  void make_room() {
    if (!wants_room()) return;
    InfoSetSlot* const old = slots_;
    const std::size_t old_capacity = capacity_;
    const std::size_t wanted = old_capacity > wanted_slots_ / 2 ? wanted_slots_ : old_capacity * 2;
    const auto used = static_cast<std::size_t>(old - slot_memory_.get()) + old_capacity;
    if (slot_limit_ - used < wanted) {
      stop_growing();  // no memory
      return;
    }
    slots_ = old + old_capacity;
    capacity_ = wanted;
    clear_slots();
    for (std::size_t i = 0; i < old_capacity; ++i) {
      if (old[i].key == 0) continue;
      std::size_t index = home(old[i].key);
      while (slots_[index].key != 0) index = index + 1 == capacity_ ? 0 : index + 1;
      slots_[index] = old[i];
    }
  }

  /// Sets room aside for the actions of a slot that has none. Their `stats` are zero but for what
  /// the caller fills in. False if the arena is full.
  bool list_actions(InfoSetSlot& slot, std::size_t count) {
    VARAN_ASSERT(slot.entry == 0, "an information set's actions are listed once");
    const std::size_t words = words_of(count);
    if (arena_limit_ - arena_used_ < words) {
      full_ = true;
      return false;
    }
    slot.entry = static_cast<std::uint32_t>(arena_used_);
    std::uint64_t* const start = arena_.get() + arena_used_;
    std::memset(start, 0, words * sizeof(std::uint64_t));
    *start = count;  // the head of the list: how many, and kAnyProven
    arena_used_ += words;
    actions_ += count;
    return true;
  }

  InfoSetActions actions(const InfoSetSlot& slot) const {
    VARAN_ASSERT(slot.entry != 0, "the actions of this information set are not listed");
    std::uint64_t* const start = arena_.get() + slot.entry;
    const std::size_t count = *start & ~kAnyProven;
    InfoSetActions result;
    result.any_proven = (*start & kAnyProven) != 0;
    // ActionStats is an implicit-lifetime type living in the arena's words.
    result.stats = {reinterpret_cast<ActionStats*>(start + 1), count};
    std::uint64_t* next = start + 1 + 2 * count;
    const auto column = [&next, count](bool kept) {
      std::uint64_t* const here = next;
      if (kept) next += count;
      return kept ? here : nullptr;
    };
    result.squares = reinterpret_cast<double*>(column(columns_.squares));
    result.regrets = reinterpret_cast<double*>(column(columns_.learning));
    result.strategy = reinterpret_cast<double*>(column(columns_.learning));
    result.available = column(columns_.available);
    result.plans = column(columns_.plans);
    return result;
  }

  /// Makes the list of a slot longer by `more` actions, all zero. False, and nothing has changed,
  /// if the arena is full. Pointers into the old list go stale; its memory is not used again.
  bool extend_actions(InfoSetSlot& slot, std::size_t more) {
    const std::uint32_t old_entry = slot.entry;
    const InfoSetActions old = actions(slot);
    const std::size_t count = old.stats.size();
    slot.entry = 0;
    if (!list_actions(slot, count + more)) {
      slot.entry = old_entry;
      return false;
    }
    actions_ -= count;
    const InfoSetActions now = actions(slot);
    std::copy(old.stats.begin(), old.stats.end(), now.stats.begin());
    const auto copy_column = [count](const auto* from, auto* to) {
      if (from != nullptr) std::copy_n(from, count, to);
    };
    copy_column(old.squares, now.squares);
    copy_column(old.regrets, now.regrets);
    copy_column(old.strategy, now.strategy);
    copy_column(old.available, now.available);
    copy_column(old.plans, now.plans);
    if (old.any_proven) arena_[slot.entry] |= kAnyProven;
    return true;
  }

  /// Marks an action as proven: its mean is the exact `value` from now on.
  void set_proven(const InfoSetSlot& slot, ActionStats& stats, double value) {
    arena_[slot.entry] |= kAnyProven;
    stats.proven = 1;
    stats.sum = value * stats.visits;
  }

  std::size_t size() const { return size_; }
  std::size_t listed_actions() const { return actions_; }
  bool full() const { return full_; }
  /// Memory that the present content takes, empty slots included.
  std::size_t bytes_used() const {
    return capacity_ * sizeof(InfoSetSlot) + arena_used_ * sizeof(std::uint64_t);
  }

 private:
  static constexpr std::uint64_t kAnyProven = std::uint64_t{1} << 63;
  static constexpr std::size_t kFirstSlots = 1024;
  static constexpr std::size_t kMostWords = 0xffffffff;

  /// Words of the arena that a list of `count` actions takes.
  std::size_t words_of(std::size_t count) const { return 1 + count * columns_.words_per_action(); }
  std::size_t home(std::uint64_t key) const { return multiply_high(key, capacity_); }
  void clear_slots() { std::fill_n(slots_, capacity_, InfoSetSlot{}); }

  Columns columns_;
  std::unique_ptr<InfoSetSlot[]> slot_memory_;
  std::unique_ptr<std::uint64_t[]> arena_;
  std::size_t slot_memory_size_ = 0;
  std::size_t arena_size_ = 0;
  std::size_t slot_limit_ = 0;
  std::size_t wanted_slots_ = 0;
  std::size_t arena_limit_ = 0;
  InfoSetSlot* slots_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t arena_used_ = 1;
  std::size_t actions_ = 0;
  bool full_ = false;
};

}  // namespace varan

#endif  // VARAN_BOTS_INFO_SET_TABLE_H_
