// Memory for searches through sets of caps, see turn_search.h.
#ifndef VARAN_GAMES_MEGA_HEXANO_SET_MEMORY_H_
#define VARAN_GAMES_MEGA_HEXANO_SET_MEMORY_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace varan::mega_hexano {

/// An array of nodes and a hash table with two slots for each. Almost every search ends within a
/// few hundred sets, so the first `kInPlace` nodes are part of the object, on the stack. What is
/// more comes from a spare that the thread keeps: it is allocated by the thread's first search that
/// needs so much, eightfold at once, and given back at the end of the search for the next one. So
/// searches allocate a few times in a thread's life, not in each search.
template <class Node, class Slot, std::size_t kInPlace>
class SetMemory {
 public:
  SetMemory() = default;
  SetMemory(const SetMemory&) = delete;
  SetMemory& operator=(const SetMemory&) = delete;
  ~SetMemory() {
    if (more_.capacity > 0 && more_.capacity > spare().capacity) spare() = std::move(more_);
  }

  Node* nodes() { return nodes_; }
  Slot* slots() { return slots_; }

  /// Room for `capacity` nodes, of which the first `used` are kept; slots are not.
  void reserve(std::size_t capacity, std::size_t used) {
    if (capacity <= std::max(kInPlace, more_.capacity)) return;
    Arrays larger;
    std::swap(larger, spare());
    if (larger.capacity < capacity) larger = Arrays(std::max(capacity, 8 * kInPlace));
    std::copy_n(nodes_, used, larger.nodes.get());
    more_ = std::move(larger);
    nodes_ = more_.nodes.get();
    slots_ = more_.slots.get();
  }

 private:
  struct Arrays {
    Arrays() = default;
    explicit Arrays(std::size_t size)
        : capacity(size),
          nodes(std::make_unique_for_overwrite<Node[]>(size)),
          slots(std::make_unique_for_overwrite<Slot[]>(2 * size)) {}
    std::size_t capacity = 0;
    std::unique_ptr<Node[]> nodes;
    std::unique_ptr<Slot[]> slots;
  };
  static Arrays& spare() {
    static thread_local Arrays arrays;
    return arrays;
  }

  std::array<Node, kInPlace> first_nodes_;
  std::array<Slot, 2 * kInPlace> first_slots_;
  Node* nodes_ = first_nodes_.data();
  Slot* slots_ = first_slots_.data();
  Arrays more_;
};

}  // namespace varan::mega_hexano

#endif  // VARAN_GAMES_MEGA_HEXANO_SET_MEMORY_H_
