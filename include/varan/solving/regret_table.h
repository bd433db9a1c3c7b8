// Regrets and average policies by information set: what sampling solvers keep, in an
// open-addressing hash table over a bump arena. All memory is set aside by reserve(); nothing is
// allocated later.
#ifndef VARAN_SOLVING_REGRET_TABLE_H_
#define VARAN_SOLVING_REGRET_TABLE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "varan/hash.h"

namespace varan {

/// What is known of an information set with n actions.
struct RegretRow {
  std::span<double> regrets;   ///< cumulative, one for each action
  std::span<double> averages;  ///< weighted sums of the policies played, one for each action
};

class RegretTable {
 public:
  /// Empties the table and sets memory aside for `information_sets` rows of up to `most_actions`
  /// actions, or for as many as fit into `bytes`. Memory that is not touched is not used.
  void reserve(std::size_t information_sets, std::size_t most_actions, std::size_t bytes) {
    wanted_ = information_sets + information_sets / 2 + kFirst;
    // Growing by doubling leaves behind up to twice the final size.
    const std::size_t slots = std::min(4 * wanted_, std::max(kFirst, bytes / 3 / sizeof(Slot)));
    const std::size_t values = std::min(2 * most_actions * information_sets,
                                        std::max(kFirst, bytes * 2 / 3 / sizeof(double)));
    if (slots > slot_memory_size_) {
      slot_memory_ = std::make_unique_for_overwrite<Slot[]>(slots);
      slot_memory_size_ = slots;
    }
    if (values > arena_size_) {
      arena_ = std::make_unique_for_overwrite<double[]>(values);
      arena_size_ = values;
    }
    slot_limit_ = slots;
    arena_limit_ = values;
    slots_ = slot_memory_.get();
    capacity_ = std::min(kFirst, slots);
    std::fill_n(slots_, capacity_, Slot{});
    size_ = 0;
    arena_used_ = 0;
    full_ = false;
  }

  /// The row of an information set; empty if it has none.
  RegretRow find(std::uint64_t id) {
    const Slot& slot = slots_[place_of(id)];
    return slot.actions == 0 ? RegretRow{} : row(slot);
  }

  /// Makes the row of an information set that has none, all zero. Empty if there is no room.
  RegretRow insert(std::uint64_t id, std::size_t actions) {
    if (size_ >= capacity_ - capacity_ / 4 || arena_limit_ - arena_used_ < 2 * actions) {
      full_ = true;
      return {};
    }
    Slot& slot = slots_[place_of(id)];
    slot = {id, arena_used_, static_cast<std::uint32_t>(actions)};
    std::fill_n(arena_.get() + arena_used_, 2 * actions, 0.0);
    arena_used_ += 2 * actions;
    ++size_;
    return row(slot);
  }

  /// To be called between iterations: grows the table of slots while there is memory for it. Rows
  /// stay where they are.
  void make_room() {
    if (size_ < capacity_ / 2 || capacity_ >= wanted_) return;
    Slot* const old = slots_;
    const std::size_t old_capacity = capacity_;
    const auto used = static_cast<std::size_t>(old - slot_memory_.get()) + old_capacity;
    if (slot_limit_ - used < 2 * old_capacity) {
      wanted_ = old_capacity;  // no memory to grow further
      return;
    }
    slots_ = old + old_capacity;
    capacity_ = 2 * old_capacity;
    std::fill_n(slots_, capacity_, Slot{});
    for (std::size_t i = 0; i < old_capacity; ++i) {
      if (old[i].actions != 0) slots_[place_of(old[i].id)] = old[i];
    }
  }

  std::size_t size() const { return size_; }
  /// The memory bound was met at least once.
  bool full() const { return full_; }
  std::size_t actions() const { return arena_used_ / 2; }
  std::size_t bytes_used() const { return capacity_ * sizeof(Slot) + arena_used_ * sizeof(double); }

 private:
  struct Slot {
    std::uint64_t id = 0;
    std::uint64_t first = 0;    // in the arena: the regrets, then the averages
    std::uint32_t actions = 0;  // 0: the slot is empty
  };
  static constexpr std::size_t kFirst = 1024;

  std::size_t place_of(std::uint64_t id) const {
    std::size_t place = multiply_high(mix(id), capacity_);
    while (slots_[place].actions != 0 && slots_[place].id != id) {
      if (++place == capacity_) place = 0;
    }
    return place;
  }
  RegretRow row(const Slot& slot) {
    double* const first = arena_.get() + slot.first;
    return {{first, slot.actions}, {first + slot.actions, slot.actions}};
  }

  std::unique_ptr<Slot[]> slot_memory_;
  std::unique_ptr<double[]> arena_;
  std::size_t slot_memory_size_ = 0;
  std::size_t arena_size_ = 0;
  std::size_t slot_limit_ = 0;
  std::size_t arena_limit_ = 0;
  std::size_t wanted_ = 0;
  Slot* slots_ = nullptr;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t arena_used_ = 0;
  bool full_ = false;
};

}  // namespace varan

#endif  // VARAN_SOLVING_REGRET_TABLE_H_
