// The search: Monte Carlo tree search over a table of information sets.
//
// An iteration deals a world that the searching player thinks possible and plays down. Whoever must
// decide looks up her information set and selects an action there without knowing what others have
// committed; a new information set is inserted and judged, and the values are backed up to every
// information set on the way. Open-information games, chance, several players and simultaneous
// choices are not special cases of it.
//
// UCT: Kocsis, Szepesvari 2006. Information-set search: Cowling, Powley, Whitehouse 2012. Proven
// results: Winands, Bjornsson, Saito 2008, here for any number of players: once a proven action is
// chosen, proven actions are followed to the end of the game, so the exact result of every player
// is at hand when it is backed up. (With three or more players a tie of the mover leaves the
// others' results to which of the actions comes first.)
#ifndef VARAN_BOTS_SEARCH_H_
#define VARAN_BOTS_SEARCH_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "varan/bots/beliefs.h"
#include "varan/bots/budget.h"
#include "varan/bots/info_set_table.h"
#include "varan/bots/keys.h"
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
    double strategy = 0;  ///< its share of the average strategy
    bool proven = false;
    double mean() const { return visits > 0 ? sum / static_cast<double>(visits) : 0; }
  };
  struct Result {
    std::vector<RootAction> actions;  ///< empty if there was no searcher
    std::int64_t iterations = 0;
    bool proven = false;  ///< the root's result is proven
    BudgetMeter::Verdict verdict = BudgetMeter::Verdict::kIterations;
  };

  /// Sets all memory aside that run() will need for a game of these traits.
  void prepare(const SearchOptions& options, const Traits& traits) {
    options_ = options;
    const InfoSetTable::Columns columns = {
        .squares = options.selection == Selection::kUcb1Tuned,
        .learning = learns(options.selection),
        .available = options.availability_varies(),
        .plans = HasPlans<S>,
    };
    // A table that is kept has room for several decisions, and is emptied when it may get full.
    const auto iterations = static_cast<std::size_t>(options.budget.iterations);
    const auto players = static_cast<std::size_t>(traits.players);
    // An iteration meets one new information set, or one of each mover of a simultaneous node.
    const std::size_t new_sets = iterations * (traits.simultaneous ? players : 1) + 1;
    if (!options.reuse || table_.full() || table_.size() + new_sets > kept_sets_) {
      kept_sets_ = options.reuse ? kKeptDecisions * new_sets : new_sets;
      table_.reserve(kept_sets_, S::kMaxLegalActions, options.memory_bytes, columns);
    }
    two_players_ = traits.players == 2;
    const auto most_steps = static_cast<std::size_t>(traits.longest_game) + 2;
    steps_.resize(options.reuse ? most_steps : std::min(most_steps, new_sets + players));
    if (options.availability_varies()) stamps_.assign(S::kNumActions, 0);
    const bool by_averages =
        options.rollout == Rollout::kMast || options.rollout == Rollout::kMastHints;
    averages_ = {};
    if (by_averages) averages_.reset(traits.players, S::kNumActions, most_steps);
    const auto worlds = static_cast<std::size_t>(std::max(1, options.ensemble));
    root_keys_.reserve(worlds);
    ensemble_.reserve(worlds);
    for (Pool* pool : {&pool_of_searcher_, &pool_of_everybody_}) {
      pool->worlds.clear();
      if (options.weighted_beliefs) pool->worlds.reserve();
    }
  }
  /// Forgets what options.reuse has kept.
  void forget() { kept_sets_ = 0; }

  /// Searches for `searcher`, a mover of `root`; or, if that is kPublic, plays all players' parts
  /// from `root` on, which may then be a chance node, to fill the table. `stream` makes the random
  /// numbers of parallel searches differ. `history` is needed for weighted beliefs.
  Result run(const S& root, Player searcher, std::uint64_t stream, const std::stop_token& stop,
             const History<S>* history = nullptr) {
    rng_ = Rng::keyed({options_.seed, stream});
    root_proven_ = false;
    BudgetMeter meter(options_.budget, stop);
    Result result;
    const auto search = [&]<class Keys>() {
      list_roots<Keys>(root, searcher, history);
      while (!root_proven_) {
        result.verdict = meter.before_iteration();
        if (result.verdict != BudgetMeter::Verdict::kGoOn) break;
        iterate<Keys>(root, searcher, history, meter.iterations_done() - 1);
        if (table_.wants_room()) {
          if (meter.has_time_for(kSlotMove * static_cast<double>(table_.capacity()))) {
            table_.make_room();
          } else {
            table_.stop_growing();
          }
        }
      }
    };
    if (options_.hidden_plies >= 0) {
      search.template operator()<RevealingKeys>();
    } else if (options_.keying == Keying::kPath) {
      search.template operator()<PathKeys>();
    } else {
      search.template operator()<PositionKeys>();
    }
    result.iterations = meter.iterations_done();
    result.proven = root_proven_;
    for (const std::uint64_t key : root_keys_) add_root(key, result);
    return result;
  }

  /// The average strategy at an information set that an iteration has listed: fills in the share
  /// of each of `actions`. `path`: the percepts since the root (keying=path). False, and equal
  /// shares, if nothing is known of it.
  bool strategy(const S& state, Player mover, const PathWitness& path, const ActionList<S>& actions,
                std::span<double> shares) const {
    std::fill(shares.begin(), shares.end(), 1.0 / static_cast<double>(actions.size()));
    const InfoSetSlot* const slot = table_.find(key_of(state, mover, path));
    if (slot == nullptr || slot->entry == 0) return false;
    const InfoSetActions known = table_.actions(*slot);
    std::array<double, S::kMaxLegalActions> average;
    const std::span<double> used(average.data(), known.stats.size());
    average_strategy(options_, known, used);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      shares[i] = 0;
      for (std::size_t j = 0; j < known.stats.size(); ++j) {
        if (known.stats[j].action == actions[i]) shares[i] = used[j];
      }
    }
    return true;
  }

  /// Calls visit(state, mover, action) for `first`, an action of the root's searcher, and along the
  /// most visited actions from there on, as far as the table knows. Ends at chance nodes; with
  /// `only_searcher` also where another player chooses, whose secrets `state` may show.
  template <class Visit>
  void follow_principal_variation(S state, Player searcher, Action first, bool only_searcher,
                                  Visit visit) {
    PathWitness path(state);
    Player mover = searcher;
    for (bool at_root = true; state.kind() == NodeKind::kDecision; at_root = false) {
      if (!at_root) mover = state.movers().lowest();
      if (only_searcher && mover != searcher) return;
      if (at_root) visit(state, mover, first);
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
      if (!at_root) visit(state, mover, Action{actions.stats[best].action});
      apply(state, mover, actions, best, path);
    }
  }

  const InfoSetTable& table() const { return table_; }

 private:
  static constexpr double kSlotMove = 2e-5;  // milliseconds to move one slot when the table grows
  static constexpr std::size_t kKeptDecisions = 8;
  static constexpr std::size_t kPoolRefresh = 4;  // iterations between two newly dealt worlds

  /// An information set on the way of an iteration, and what was chosen there.
  struct Step {
    InfoSetSlot* slot;
    Player mover;
    bool is_new;    // judged, nothing was chosen
    double others;  ///< see learn()
    Selected selected;
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

  // ---- Keys ----

  std::uint64_t key_of(const S& state, Player mover, const PathWitness& path) const {
    return options_.keying == Keying::kPosition ? table_key(state.info_key(mover), mover)
                                                : table_key(path.key(mover), mover);
  }
  /// Any 64 bits may come from a game; different ones stay different.
  static std::uint64_t table_key(std::uint64_t key, Player mover) {
    return mix(key + static_cast<std::uint64_t>(mover + 1) * 0xd1342543de82ef95ULL);
  }

  /// Lists the searcher's actions at the root: one entry, or one a world if all is revealed at
  /// once.
  template <class Keys>
  void list_roots(const S& root, Player searcher, const History<S>* history) {
    root_keys_.clear();
    ensemble_.clear();
    if (history != nullptr) {
      pool_of_searcher_.sampler.emplace(*history, searcher, searcher);
      pool_of_everybody_.sampler.emplace(*history, searcher, kPublic);
    }
    for (int i = 0; i < options_.ensemble; ++i) {
      ensemble_.push_back(root);
      ensemble_.back().determinize(searcher, rng_);
    }
    if (searcher == kPublic) return;
    for (int world = 0; world < std::max(1, options_.ensemble); ++world) {
      Keys keys(root, searcher, options_, world);
      if constexpr (std::is_same_v<Keys, PathKeys>) {
        if (history != nullptr) {
          keys = PathKeys(history->start, searcher, options_, world);
          for (const LogWitness::Entry& entry : history->facts) {
            if (entry.audience.contains(searcher)) keys(only(searcher), entry.fact);
          }
        }
      }
      const std::uint64_t key = table_key(keys.key(root, searcher), searcher);
      if (!root_keys_.empty() && root_keys_.back() == key) break;
      InfoSetSlot* const slot = table_.find_or_insert(key);
      if (slot == nullptr || (slot->entry == 0 && !list_actions(*slot, root, searcher))) break;
      root_keys_.push_back(key);
    }
    VARAN_ASSERT(!root_keys_.empty(), "the table has room for the root");
  }

  /// Adds what is known of a root to the result.
  void add_root(std::uint64_t key, Result& result) {
    const InfoSetActions known = table_.actions(*table_.find_or_insert(key));
    std::array<double, S::kMaxLegalActions> shares;
    average_strategy(options_, known, {shares.data(), known.stats.size()});
    const double part = 1.0 / static_cast<double>(root_keys_.size());
    for (std::size_t i = 0; i < known.stats.size(); ++i) {
      const ActionStats& stats = known.stats[i];
      auto found = std::find_if(result.actions.begin(), result.actions.end(),
                                [&](const RootAction& a) { return a.action == stats.action; });
      if (found == result.actions.end()) {
        found =
            result.actions.insert(found, {stats.action, 0, 0, stats.prior / kPriorUnit, 0, false});
      }
      found->visits += stats.visits;
      found->sum += stats.sum;
      found->strategy += part * shares[i];
      found->proven = stats.proven != 0;
    }
  }

  // ---- Iterations ----

  /// How much likelier the strategies that are learnt are to come where an iteration is than those
  /// that were played, which explore more: a factor for each player. 1 for rules that do not learn.
  class Reach {
   public:
    explicit Reach(int players) : players_(static_cast<std::size_t>(players)) {
      std::fill_n(factors_.begin(), players_, 1.0);
    }
    double of(Player player) const { return factors_[static_cast<std::size_t>(player)]; }
    double of_others(Player player) const {
      double product = 1;
      for (std::size_t p = 0; p < players_; ++p) {
        if (p != static_cast<std::size_t>(player)) product *= factors_[p];
      }
      return product;
    }
    void chose(Player player, const Selected& selected) {
      factors_[static_cast<std::size_t>(player)] *= selected.followed / selected.probability;
    }

   private:
    std::size_t players_;
    ValueList<S> factors_;
  };

  template <class Witness>
  static void apply(S& state, Player mover, const InfoSetActions& actions, std::size_t index,
                    Witness& witness) {
    if constexpr (HasPlans<S>) {
      state.apply_plan(mover, actions.stats[index].action, actions.plans[index], witness);
    } else {
      state.apply(mover, actions.stats[index].action, witness);
    }
  }

  template <class Keys>
  void iterate(const S& root, Player searcher, const History<S>* history, std::int64_t number) {
    if constexpr (std::is_same_v<Keys, PathKeys>) {
      if (history != nullptr) return iterate_by_belief(*history, searcher, number);
    }
    if (options_.ensemble > 0) {
      const auto world = static_cast<std::size_t>(number) % ensemble_.size();
      return play<Keys>(ensemble_[world],
                        Keys(ensemble_[world], searcher, options_, static_cast<int>(world)),
                        searcher);
    }
    S state = root;
    const bool from_public =
        options_.worlds == Worlds::kEverybodys ||
        (options_.worlds == Worlds::kMixed && rng_.unit() < options_.public_share);
    if (options_.worlds != Worlds::kTrue) {
      state.determinize(from_public ? kPublic : searcher, rng_);
    }
    play<Keys>(state, Keys(state, searcher, options_, 0), searcher);
  }

  /// Some iterations play the game from its start, so that everybody's strategies on the way are
  /// known; the others start in worlds that are weighed by them.
  void iterate_by_belief(const History<S>& history, Player searcher, std::int64_t number) {
    PathKeys keys(history.start, searcher, options_, 0);
    if (rng_.unit() >= options_.start_share) {
      const bool from_public =
          options_.worlds == Worlds::kEverybodys ||
          (options_.worlds == Worlds::kMixed && rng_.unit() < options_.public_share);
      Pool& of = from_public ? pool_of_everybody_ : pool_of_searcher_;
      WorldPool<S>& pool = of.worlds;
      if (!pool.usable() || number % kPoolRefresh == 0) {
        World<S> world{history.start, PathWitness(history.start), 0};
        const auto strategy_there = [this](const PathWitness& path, const S& state, Player mover,
                                           const ActionList<S>& actions, std::span<double> shares) {
          strategy(state, mover, path, actions, shares);
        };
        if (of.sampler->deal(strategy_there, rng_, world)) pool.add(world);
      }
      if (pool.usable()) {
        const World<S>& world = pool.draw(rng_);
        static_cast<PathWitness&>(keys) = world.path;
        return play(world.state, keys, searcher);
      }
    }
    play(history.start, keys, searcher);
  }

  /// One iteration from a dealt world.
  template <class Keys>
  void play(S state, Keys keys, Player searcher) {
    std::size_t depth = 0;
    std::size_t after_chance = 0;  // steps before the last chance event cannot be proven
    bool proven_line = false;      // a proven action was chosen, so the rest of its line is known
    bool leaf = false;             // a new information set was met
    bool mid_node = false;         // some movers of a node have committed, others have not
    ValueList<S> value_list;
    Reach reach(state.players());
    const std::span<double> values(value_list.data(), static_cast<std::size_t>(state.players()));
    while (!leaf || mid_node) {
      const NodeKind kind = state.kind();
      if (kind == NodeKind::kChance) {
        sample_chance(state, rng_, keys);
        keys.settle(false);
        after_chance = depth;
        continue;
      }
      if (kind == NodeKind::kTerminal) break;
      const PlayerSet movers = state.movers();
      const Player mover = movers.lowest();
      InfoSetSlot* slot = nullptr;
      if (!options_.only_root || (depth == 0 && mover == searcher)) {
        slot = table_.find_or_insert(table_key(keys.key(state, mover), mover));
      }
      if (slot == nullptr || !can_select(*slot, state, mover)) {
        // If the table is full the position is judged, and nothing is kept.
        if (slot != nullptr) steps_[depth++] = {slot, mover, true, 1, {}};
        leaf = true;
        if (movers.size() == 1 && !mid_node) break;
        const Action action = rollout_action(state, mover, options_, averages_, rng_);
        if (averages_.used()) averages_.note(mover, action);
        state.apply(mover, action, keys);
      } else {
        const Selected selected = select(*slot, proven_line, reach.of(mover));
        const InfoSetActions actions = table_.actions(*slot);
        proven_line = proven_line || actions.stats[selected.index].proven != 0;
        VARAN_ASSERT(depth < steps_.size(), "a game ends within its stated bound");
        steps_[depth++] = {slot, mover, false, reach.of_others(mover), selected};
        reach.chose(mover, selected);
        if (averages_.used()) averages_.note(mover, actions.stats[selected.index].action);
        apply(state, mover, actions, selected.index, keys);
      }
      mid_node = movers.size() > 1;
      if (!mid_node) keys.settle(true);
    }
    const bool exact = state.kind() == NodeKind::kTerminal && options_.proofs;
    judge(state, options_, averages_, rng_, values);
    if (averages_.used()) averages_.count(values);
    back_up(values, depth, exact ? after_chance : depth);
  }

  /// Whether the information set's actions are listed, at its second visit at the earliest.
  bool can_select(InfoSetSlot& slot, const S& state, Player mover) {
    if (slot.entry == 0 && (slot.visits == 0 || !list_actions(slot, state, mover))) return false;
    return !options_.availability_varies() || meet_actions(slot, state, mover);
  }
  Selected select(const InfoSetSlot& slot, bool proven_line, double own) {
    const InfoSetActions actions = table_.actions(slot);
    if (options_.availability_varies()) {
      return select_best<true>(options_, slot.visits, actions,
                               std::span<const std::uint16_t>(legal_here_));
    }
    if (proven_line) return {best_proven(actions)};
    if (learns(options_.selection)) {
      return draw_learning(options_, slot.visits, actions, strategy_span(slot, actions), own, rng_);
    }
    if (options_.selection == Selection::kSmoothUct) {
      return select_smooth(options_, slot.visits, actions, rng_);
    }
    return select_best<false>(options_, slot.visits, actions, two_players_);
  }
  /// Room for the strategy over the actions that are open.
  std::span<double> strategy_span(const InfoSetSlot& slot, const InfoSetActions& actions) {
    return {strategy_.data(), open_actions(actions.stats.size(), options_.widening, slot.visits)};
  }

  // ---- Lists of actions ----

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
    VARAN_ASSERT(!legal.empty(), "a mover has a legal action");
    if (!table_.list_actions(slot, legal.size())) return false;
    fill_actions(table_.actions(slot), 0, state, mover, legal, plans);
    return true;
  }

  /// Makes sure that all actions that are legal in this world are listed, counts them as available,
  /// and leaves their places in legal_here_. Actions met later than others come after them. False
  /// if none of them could be listed.
  bool meet_actions(InfoSetSlot& slot, const S& state, Player mover) {
    ActionList<S> legal;
    state.legal_actions(mover, legal);
    const std::uint32_t stamp = ++last_stamp_;
    for (const Action action : legal) stamps_[static_cast<std::size_t>(action)] = stamp;
    legal_here_.clear();
    const auto take_known = [&] {
      const InfoSetActions actions = table_.actions(slot);
      for (std::size_t i = 0; i < actions.stats.size(); ++i) {
        std::uint32_t& of = stamps_[actions.stats[i].action];
        if (of != stamp) continue;
        of = 0;
        ++actions.available[i];
        legal_here_.push_back(static_cast<std::uint16_t>(i));
      }
    };
    take_known();
    if (legal_here_.size() == legal.size()) return true;
    ActionList<S> unknown;
    for (const Action action : legal) {
      if (stamps_[static_cast<std::size_t>(action)] == stamp) unknown.push_back(action);
    }
    const std::size_t count = table_.actions(slot).stats.size();
    if (!table_.extend_actions(slot, unknown.size())) return !legal_here_.empty();
    fill_actions(table_.actions(slot), count, state, mover, unknown, {});
    take_known();
    return true;
  }

  /// Fills in the places from `first` on.
  void fill_actions(const InfoSetActions& actions, std::size_t first, const S& state, Player mover,
                    const ActionList<S>& legal,
                    [[maybe_unused]] std::span<const std::uint64_t> plans) {
    const std::size_t count = legal.size();
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
    for (std::size_t i = 0; i < count; ++i) {
      double share = 1.0 / static_cast<double>(count);
      if constexpr (HasHints<S>) {
        if (total > 0) share = weights[order[i]] / total;
      }
      ActionStats& stats = actions.stats[first + i];
      stats.action = static_cast<std::uint16_t>(legal[order[i]]) & 0x7fff;
      stats.prior = static_cast<std::uint16_t>(1 + share * (kPriorUnit - 1));
      if constexpr (HasPlans<S>) actions.plans[first + i] = plans[order[i]];
    }
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

  // ---- Values ----

  /// Adds the values to all steps. Results are exact for the steps from `first_exact` on, and stay
  /// so backwards as long as each step's information set is proven by them.
  void back_up(std::span<double> values, std::size_t depth, std::size_t first_exact) {
    bool exact = first_exact < depth;
    for (std::size_t i = depth; i-- > 0;) {
      const Step& step = steps_[i];
      ++step.slot->visits;
      if (step.is_new) continue;
      const InfoSetActions actions = table_.actions(*step.slot);
      ActionStats& stats = actions.stats[step.selected.index];
      double& value = values[static_cast<std::size_t>(step.mover)];
      const double sum_of_two = two_players_ ? values[0] + values[1] : 0;
      double backed_up = value;
      if (actions.regrets != nullptr) {
        backed_up = learn(options_, actions, step.selected, step.others, value,
                          strategy_span(*step.slot, actions));
      }
      ++stats.visits;
      stats.sum += value;
      if (actions.squares != nullptr) actions.squares[step.selected.index] += value * value;
      exact = exact && i >= first_exact;
      if (exact) table_.set_proven(*step.slot, stats, value);
      if (two_players_) {
        value = std::max(backed_up, step.selected.proven);
        values[static_cast<std::size_t>(1 - step.mover)] = sum_of_two - value;
      }
      exact = exact && proves(*step.slot, value);
      if (exact && i == 0) root_proven_ = true;
    }
  }

  /// Whether `value`, the exact result of one of its actions, is the best the mover can get: it is
  /// a win, or all actions are proven and none is better.
  bool proves(const InfoSetSlot& slot, double value) const {
    if (value >= kWin) return true;
    const InfoSetActions actions = table_.actions(slot);
    return std::all_of(actions.stats.begin(), actions.stats.end(),
                       [value](const ActionStats& stats) {
                         return stats.proven != 0 && stats.mean() <= value + 1e-9;
                       });
  }

  static constexpr double kWin = 1 - 1e-9;

  /// Worlds dealt by belief, from what the searcher knows and from what everybody knows.
  struct Pool {
    std::optional<BeliefSampler<S>> sampler;
    WorldPool<S> worlds;
  };

  SearchOptions options_;
  InfoSetTable table_;
  std::size_t kept_sets_ = 0;  // room of a table that is kept
  std::vector<Step> steps_;
  ActionAverages averages_;
  std::vector<std::uint64_t> root_keys_;
  std::vector<S> ensemble_;
  Pool pool_of_searcher_;
  Pool pool_of_everybody_;
  std::vector<std::uint32_t> stamps_;  // of the actions, to tell which are legal in this world
  std::uint32_t last_stamp_ = 0;
  FixedVector<std::uint16_t, S::kMaxLegalActions> legal_here_;
  std::array<double, S::kMaxLegalActions> strategy_;
  Rng rng_;
  bool two_players_ = false;
  bool root_proven_ = false;
};

}  // namespace varan

#endif  // VARAN_BOTS_SEARCH_H_
