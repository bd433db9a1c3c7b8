// A plain alpha-beta solver for two-player games of open information without chance, in which every
// result is a win, a loss or a draw. It knows nothing of the library's search, so that tests can
// confirm one by the other.
#ifndef VARAN_TESTS_GAMES_ALPHA_BETA_H_
#define VARAN_TESTS_GAMES_ALPHA_BETA_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <vector>

#include "varan/game.h"
#include "varan/hash.h"

namespace varan {

template <class State>
class AlphaBeta {
 public:
  /// With a table of 2^table_bits results of 16 bytes.
  explicit AlphaBeta(int table_bits = 20)
      : table_(std::size_t{1} << table_bits), shift_(64 - table_bits) {}

  /// What best play brings the mover: 1, 0 or -1.
  int value(const State& state) { return search(state, -1, 1); }

  /// What best play brings her after the move.
  int value_of(const State& state, Action action) { return value_of(state, action, -1, 1); }

  /// Whether she can force a win within so many moves of her own.
  bool wins_in(const State& state, int moves) {
    return state.kind() == NodeKind::kDecision && moves > 0 &&
           any_of(state, [&](Action action) { return move_wins_in(state, action, moves); });
  }

  /// The same with this as the first move.
  bool move_wins_in(const State& state, Action action, int moves) {
    const State next = after(state, action);
    if (next.kind() == NodeKind::kTerminal) return next.utility(mover(state)) > 0;
    return moves > 1 && !any_of(next, [&](Action reply) {
             const State answered = after(next, reply);
             return !wins_in(answered, moves - 1);
           });
  }

  std::uint64_t nodes() const { return nodes_; }

  static Player mover(const State& state) { return state.movers().lowest(); }
  static State after(State state, Action action) {
    NullWitness witness;
    state.apply(mover(state), action, witness);
    return state;
  }
  static ActionList<State> actions(const State& state) {
    ActionList<State> actions;
    state.legal_actions(mover(state), actions);
    return actions;
  }

 private:
  /// The bounds of a value that are known so far.
  struct Entry {
    std::uint64_t key = 0;
    std::int8_t low = -1;
    std::int8_t high = 1;
  };

  template <class Predicate>
  static bool any_of(const State& state, Predicate predicate) {
    const ActionList<State> list = actions(state);
    return std::any_of(list.begin(), list.end(), predicate);
  }

  /// The best looking first, as far as the game knows by its hints and its evaluation; of equals
  /// those in the middle of the list. The order does not change any result, only the time.
  static ActionList<State> ordered_actions(const State& state) {
    ActionList<State> list = actions(state);
    const int size = static_cast<int>(list.size());
    WeightList<State> weights = {};
    if constexpr (HasHints<State>) {
      state.hint(mover(state), list, std::span<float>(weights).first(list.size()));
    }
    if constexpr (HasEvaluation<State>) {
      for (std::size_t i = 0; i < list.size(); ++i) {
        ValueList<State> values;
        after(state, list[i]).evaluate(values);
        weights[i] += 0.5f * static_cast<float>(values[static_cast<std::size_t>(mover(state))]);
      }
    }
    std::array<int, State::kMaxLegalActions> order;
    std::iota(order.begin(), order.begin() + size, 0);
    std::stable_sort(order.begin(), order.begin() + size, [&](int a, int b) {
      const float weight_a = weights[static_cast<std::size_t>(a)];
      const float weight_b = weights[static_cast<std::size_t>(b)];
      return weight_a != weight_b ? weight_a > weight_b
                                  : std::abs(2 * a - size + 1) < std::abs(2 * b - size + 1);
    });
    ActionList<State> ordered;
    for (int i = 0; i < size; ++i) {
      ordered.push_back(list[static_cast<std::size_t>(order[static_cast<std::size_t>(i)])]);
    }
    return ordered;
  }

  int value_of(const State& state, Action action, int low, int high) {
    const State next = after(state, action);
    return next.kind() == NodeKind::kTerminal ? static_cast<int>(next.utility(mover(state)))
                                              : -search(next, -high, -low);
  }

  /// The value if it lies between low and high, else a bound on its side.
  int search(const State& state, int low, int high) {
    ++nodes_;
    const std::uint64_t key = state.info_key(mover(state));
    Entry& place = table_[mix(key) >> shift_];
    Entry known = place;
    if (known.key != key) known = Entry{key};
    if (known.low >= high || known.low == known.high) return known.low;
    if (known.high <= low) return known.high;
    const int asked_low = low = std::max(low, int{known.low});
    int best = -1;
    for (const Action action : ordered_actions(state)) {
      const int value = value_of(state, action, low, high);
      best = std::max(best, value);
      low = std::max(low, best);
      if (low >= high) break;
    }
    if (best > asked_low) known.low = static_cast<std::int8_t>(best);
    if (best < high) known.high = static_cast<std::int8_t>(best);
    place = known;  // whatever deeper searches have put there
    return best;
  }

  std::vector<Entry> table_;
  int shift_;
  std::uint64_t nodes_ = 0;
};

}  // namespace varan

#endif  // VARAN_TESTS_GAMES_ALPHA_BETA_H_
