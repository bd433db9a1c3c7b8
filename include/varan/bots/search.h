// The search: Monte Carlo tree search over a table of information sets.
//
// An iteration copies the root, determinizes it for the searching player, and plays down. Whoever
// must decide looks up her information set and selects an action there without knowing what others
// have committed; a new information set is inserted and judged, and the values are backed up to
// every information set on the way. Open-information games, chance, several players and
// simultaneous choices are not special cases of it.
//
// UCT: Kocsis, Szepesvari 2006. Information-set search: Cowling, Powley, Whitehouse 2012. Proven
// results: Winands, Bjornsson, Saito 2008, here for any number of players: a proven action is
// followed like any other, along its proven line to the end of the game, so the exact result of
// every player is at hand when it is backed up.
#ifndef VARAN_BOTS_SEARCH_H_
#define VARAN_BOTS_SEARCH_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "varan/bots/budget.h"
#include "varan/bots/info_set_table.h"
#include "varan/bots/leaf.h"
#include "varan/bots/search_options.h"
#include "varan/bots/selection.h"
#include "varan/game.h"

namespace varan {

/// A search over positions of type `S` (a game or a view of one). Reusable: memory is kept from run
/// to run. Not thread-safe; root-parallel searches use one object a thread.
template <class S>
class Search {
 public:
  /// What run() found out about the root's actions.
  struct RootAction {
    Action action = 0;
    std::int64_t visits = 0;
    double sum = 0;  ///< of the mover's utilities
    double prior = 0;
    bool proven = false;
    double mean() const { return visits > 0 ? sum / static_cast<double>(visits) : 0; }
  };
  struct Result {
    std::vector<RootAction> actions;
    std::int64_t iterations = 0;
    bool proven = false;  ///< the root's result is proven
    BudgetMeter::Verdict verdict = BudgetMeter::Verdict::kIterations;
  };

  /// Sets all memory aside that run() will need. `longest_game`: see Traits.
  void prepare(const SearchOptions& options, int players, int longest_game) {
    options_ = options;
    table_.reserve(static_cast<std::size_t>(options.budget.iterations) + 1, S::kMaxLegalActions,
                   options.memory_bytes, {options.selection == Selection::kUcb1Tuned, HasPlans<S>});
    two_players_ = players == 2;
    max_depth_ = options.max_depth > 0 ? static_cast<std::size_t>(options.max_depth)
                                       : std::numeric_limits<std::size_t>::max();
    // An iteration meets at most one information set that is new.
    steps_.resize(static_cast<std::size_t>(
        std::min<std::int64_t>(longest_game, options.budget.iterations) + 2));
  }

  /// Searches for `searcher`, a mover of `root`. `stream` makes the random numbers of parallel
  /// searches differ.
  Result run(const S& root, Player searcher, std::uint64_t stream, const std::stop_token& stop) {
    rng_ = Rng::keyed({options_.seed, stream});
    root_proven_ = false;
    const std::uint64_t root_key = key_of(root, searcher, PathWitness(root));
    [[maybe_unused]] const bool listed =
        list_actions(*table_.find_or_insert(root_key), root, searcher);
    VARAN_ASSERT(listed, "the table has room for the root");
    BudgetMeter meter(options_.budget, stop);
    Result result;
    while (!root_proven_) {
      result.verdict = meter.before_iteration();
      if (result.verdict != BudgetMeter::Verdict::kGoOn) break;
      if (options_.keying == Keying::kPosition) {
        iterate<Keying::kPosition>(root, searcher);
      } else {
        iterate<Keying::kPath>(root, searcher);
      }
      if (table_.wants_room()) {
        if (meter.has_time_for(kSlotMove * static_cast<double>(table_.capacity()))) {
          table_.make_room();
        } else {
          table_.stop_growing();
        }
      }
    }
    result.iterations = meter.iterations_done();
    result.proven = root_proven_;
    for (const ActionStats& stats : table_.actions(*table_.find_or_insert(root_key)).stats) {
      result.actions.push_back(
          {stats.action, stats.visits, stats.sum, stats.prior / kPriorUnit, stats.proven != 0});
    }
    return result;
  }

  /// Calls visit(state, mover, action) for `first`, an action of the root's searcher, and along the
  /// most visited actions from there on, as far as the table knows. Ends at chance nodes.
  template <class Visit>
  void follow_principal_variation(S state, Player searcher, Action first, Visit visit) {
    PathWitness path(state);
    Player mover = searcher;
    for (bool at_root = true; state.kind() == NodeKind::kDecision; at_root = false) {
      if (!at_root) mover = state.movers().lowest();
      const InfoSetSlot* const slot = table_.find(key_of(state, mover, path));
      if (slot == nullptr || slot->entry == 0) return;
      const InfoSetActions actions = table_.actions(*slot);
      std::size_t best = 0;
      for (std::size_t i = 0; i < actions.stats.size(); ++i) {
        const bool preferred = at_root ? actions.stats[i].action == first
                                       : better(actions.stats[i], actions.stats[best]);
        if (preferred) best = i;
      }
      if (!at_root && actions.stats[best].visits == 0) return;
      visit(state, mover, Action{actions.stats[best].action});
      apply(state, mover, actions, best, path);
    }
  }

  const InfoSetTable& table() const { return table_; }

 private:
  static constexpr double kPriorUnit = 65535;
  static constexpr double kSlotMove = 2e-5;  // milliseconds to move one slot when the table grows

  /// An information set on the way of an iteration, and what was chosen there.
  struct Step {
    InfoSetSlot* slot;
    ActionStats* stats;  ///< null at a new information set
    double* square;      ///< null if squares are not kept
    Player mover;
    double floor;  ///< the best proven result the mover could have had instead
  };

  /// Proven before unproven if winning, then by visits, then by value.
  static bool better(const ActionStats& a, const ActionStats& b) {
    const auto rank = [](const ActionStats& s) {
      return s.proven == 0 ? 0 : s.mean() >= kWin ? 1 : s.mean() <= -kWin ? -1 : 0;
    };
    if (rank(a) != rank(b)) return rank(a) > rank(b);
    if (a.visits != b.visits) return a.visits > b.visits;
    return a.visits > 0 && a.mean() > b.mean();
  }

  std::uint64_t key_of(const S& state, Player mover, const PathWitness& path) const {
    return options_.keying == Keying::kPosition ? table_key(state.info_key(mover), mover)
                                                : table_key(path.key(mover), mover);
  }
  /// Any 64 bits may come from a game; different ones stay different.
  static std::uint64_t table_key(std::uint64_t key, Player mover) {
    return mix(key + static_cast<std::uint64_t>(mover + 1) * 0xd1342543de82ef95ULL);
  }

  template <class Witness>
  static void apply(S& state, Player mover, const InfoSetActions& actions, std::size_t index,
                    Witness& witness) {
    if constexpr (HasPlans<S>) {
      state.apply_plan(mover, actions.stats[index].action, actions.plans[index], witness);
    } else {
      state.apply(mover, actions.stats[index].action, witness);
    }
  }

  template <Keying keying>
  void iterate(const S& root, Player searcher) {
    S state = root;
    state.determinize(searcher, rng_);
    using Witness = std::conditional_t<keying == Keying::kPath, PathWitness, NullWitness>;
    Witness witness = [&] {
      if constexpr (keying == Keying::kPath) {
        return PathWitness(state);
      } else {
        return NullWitness();
      }
    }();
    std::size_t depth = 0;
    std::size_t after_chance = 0;  // steps before the last chance event cannot be proven
    bool proven_line = false;      // a proven action was chosen, so the rest of its line is known
    ValueList<S> value_list;
    const std::span<double> values(value_list.data(), static_cast<std::size_t>(state.players()));
    for (;;) {
      const NodeKind kind = state.kind();
      if (kind == NodeKind::kChance) {
        sample_chance(state, rng_, witness);
        after_chance = depth;
        continue;
      }
      if (kind == NodeKind::kTerminal) break;
      const Player mover = state.movers().lowest();
      if (depth == max_depth_) break;
      std::uint64_t key = 0;
      if constexpr (keying == Keying::kPath) {
        key = table_key(witness.key(mover), mover);
      } else {
        key = table_key(state.info_key(mover), mover);
      }
      InfoSetSlot* const slot = table_.find_or_insert(key);
      if (slot == nullptr) break;  // the table is full: judged from here, nothing is kept
      if (slot->entry == 0 && (slot->visits == 0 || !list_actions(*slot, state, mover))) {
        steps_[depth++] = {slot, nullptr, nullptr, mover, 0};
        break;
      }
      const InfoSetActions actions = table_.actions(*slot);
      const Selected selected = proven_line
                                    ? Selected{best_proven(actions)}
                                    : select_action(options_, slot->visits, actions, two_players_);
      proven_line = proven_line || actions.stats[selected.index].proven != 0;
      VARAN_ASSERT(depth < steps_.size(), "a game ends within its stated bound");
      steps_[depth++] = {slot, &actions.stats[selected.index],
                         actions.squares != nullptr ? &actions.squares[selected.index] : nullptr,
                         mover, selected.proven};
      apply(state, mover, actions, selected.index, witness);
    }
    const bool exact = state.kind() == NodeKind::kTerminal;
    judge(state, options_, rng_, values);
    back_up(values, depth, exact && options_.proofs ? after_chance : depth);
  }

  /// Lists the actions of an information set, best hints first, equal ones in random order. False
  /// if there is no room.
  bool list_actions(InfoSetSlot& slot, const S& state, Player mover) {
    ActionList<S> legal;
    [[maybe_unused]] std::array<std::uint64_t, HasPlans<S> ? S::kMaxLegalActions : 1> plans;
    if constexpr (HasPlans<S>) {
      state.legal_plans(mover, legal, plans);
    } else {
      state.legal_actions(mover, legal);
    }
    const std::size_t count = legal.size();
    VARAN_ASSERT(count > 0, "a mover has a legal action");
    if (!table_.list_actions(slot, count)) return false;
    FixedVector<std::uint16_t, S::kMaxLegalActions> order;
    for (std::size_t i = 0; i < count; ++i) order.push_back(static_cast<std::uint16_t>(i));
    rng_.shuffle(order);
    [[maybe_unused]] WeightList<S> weights;
    double total = 0;
    if constexpr (HasHints<S>) {
      if (options_.hints) {
        state.hint(mover, legal, weights);
        for (std::size_t i = 0; i < count; ++i) total += weights[i];
        sort_by_weight(order, weights);
      }
    }
    const InfoSetActions actions = table_.actions(slot);
    for (std::size_t i = 0; i < count; ++i) {
      double share = 1.0 / static_cast<double>(count);
      if constexpr (HasHints<S>) {
        if (total > 0) share = weights[order[i]] / total;
      }
      actions.stats[i].action = static_cast<std::uint16_t>(legal[order[i]]) & 0x7fff;
      actions.stats[i].prior = static_cast<std::uint16_t>(1 + share * (kPriorUnit - 1));
      if constexpr (HasPlans<S>) actions.plans[i] = plans[order[i]];
    }
    return true;
  }

  /// Greatest weight first; equal weights keep their order. Sorts numbers made of the weight's bits
  /// (weights are not negative, so these are in the same order), the old place and the index.
  template <class Order>
  static void sort_by_weight(Order& order, const WeightList<S>& weights) {
    // More room than needed, lest the compiler worry about the sort's threshold.
    std::array<std::uint64_t, std::max<std::size_t>(32, S::kMaxLegalActions)> keys;
    const std::size_t count = order.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t weight = std::bit_cast<std::uint32_t>(weights[order[i]] + 0.0f);
      keys[i] = weight << 32 | (0xffff - i) << 16 | order[i];
    }
    std::sort(keys.begin(), keys.begin() + static_cast<long>(count), std::greater<>());
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<std::uint16_t>(keys[i] & 0xffff);
  }

  /// Adds the values to all steps. Results are exact for the steps from `first_exact` on, and stay
  /// so backwards as long as each step's information set is proven by them.
  void back_up(std::span<double> values, std::size_t depth, std::size_t first_exact) {
    bool exact = first_exact < depth;
    for (std::size_t i = depth; i-- > 0;) {
      const Step& step = steps_[i];
      ++step.slot->visits;
      if (step.stats == nullptr) continue;
      double& value = values[static_cast<std::size_t>(step.mover)];
      ActionStats& stats = *step.stats;
      ++stats.visits;
      stats.sum += value;
      if (step.square != nullptr) *step.square += value * value;
      exact = exact && i >= first_exact;
      if (exact) {
        table_.set_proven(*step.slot, stats, value);
      }
      if (two_players_ && step.floor > value) {
        const double sum = values[0] + values[1];
        value = step.floor;
        values[static_cast<std::size_t>(1 - step.mover)] = sum - value;
      }
      exact = exact && proves(*step.slot, value);
      if (exact && i == 0) root_proven_ = true;
    }
  }

  /// Whether `value`, the exact result of one of its actions, is the best the mover can get: it is
  /// a win, or all actions are proven and none is better.
  bool proves(const InfoSetSlot& slot, double value) {
    if (value >= kWin) return true;
    const InfoSetActions actions = table_.actions(slot);
    return std::all_of(actions.stats.begin(), actions.stats.end(),
                       [value](const ActionStats& stats) {
                         return stats.proven != 0 && stats.mean() <= value + 1e-9;
                       });
  }

  static constexpr double kWin = 1 - 1e-9;

  SearchOptions options_;
  InfoSetTable table_;
  std::vector<Step> steps_;
  Rng rng_;
  std::size_t max_depth_ = 0;
  bool two_players_ = false;
  bool root_proven_ = false;
};

}  // namespace varan

#endif  // VARAN_BOTS_SEARCH_H_
