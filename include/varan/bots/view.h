// Views: a game seen with larger actions.
//
// A view of a game is a State adapter whose actions stand for several of the rule book's small
// moves: a whole turn of cap moves, a figure's whole walk. It has dense ids of its own, is legal at
// any moment of play, and expands each action into small moves. The search knows nothing of it: a
// view offers what the search asks of a State. A bot that thinks in a view plays its action's small
// moves one by one.
#ifndef VARAN_BOTS_VIEW_H_
#define VARAN_BOTS_VIEW_H_

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "varan/game.h"

namespace varan {

/// What the search asks of a State, and so of a view.
template <class S>
concept Searchable = std::is_trivially_copyable_v<S> &&
    requires(const S& state, S& position, Player p, Action a, Rng& rng, ActionList<S>& actions,
             NullWitness& witness) {
  { S::kNumActions } -> std::convertible_to<int>;
  { S::kMaxLegalActions } -> std::convertible_to<int>;
  { state.players() } -> std::same_as<int>;
  { state.kind() } -> std::same_as<NodeKind>;
  { state.movers() } -> std::same_as<PlayerSet>;
  state.legal_actions(p, actions);
  position.apply(p, a, witness);
  position.determinize(p, rng);
  { state.info_key(p) } -> std::same_as<std::uint64_t>;
  { state.utility(p) } -> std::same_as<double>;
  { state.clock() } -> std::same_as<int>;
};

/// A view of the game whose positions are `V::Base`.
/// - V::kViewName: the word for the bots' parameter `view`.
/// - V::parameters(): further parameters that bots take for it.
/// - V::Rules(base_rules, settings), with the settings of a bot; V(rules, base_state).
/// - base(): the position seen. expand(p, a): the small moves of an action, in order, never empty.
template <class V>
concept View = Searchable<V> &&
    requires(const V& view, const typename V::Base& base, const typename V::Base::Rules& base_rules,
             const Settings& settings, const typename V::Rules& rules, Player p, Action a) {
  { V::kViewName } -> std::convertible_to<std::string_view>;
  { V::parameters() } -> std::same_as<std::vector<Parameter>>;
  typename V::Rules;
  requires std::constructible_from<typename V::Rules, const typename V::Base::Rules&,
                                   const Settings&>;
  V(rules, base);
  { view.base() } -> std::same_as<const typename V::Base&>;
  { view.expand(p, a) } -> std::same_as<std::vector<Action>>;
};

/// The small moves of several actions of `player`. A view may offer an expand_all of its own where
/// that is cheaper than one by one.
template <View V>
std::vector<std::vector<Action>> expand_all(const V& view, Player player,
                                            std::span<const Action> actions) {
  if constexpr (requires { view.expand_all(player, actions); }) {
    return view.expand_all(player, actions);
  } else {
    std::vector<std::vector<Action>> moves;
    for (const Action action : actions) moves.push_back(view.expand(player, action));
    return moves;
  }
}

/// The game itself as a view: its actions are the rule book's smallest moves.
template <class S>
struct MovesView : S {
  using Base = S;
  static constexpr std::string_view kViewName = "moves";
  static std::vector<Parameter> parameters() { return {}; }
  struct Rules {
    Rules(const typename S::Rules&, const Settings&) {}
  };

  MovesView(const Rules&, const S& state) : S(state) {}
  const S& base() const { return *this; }
  static std::vector<Action> expand(Player, Action action) { return {action}; }
};

}  // namespace varan

#endif  // VARAN_BOTS_VIEW_H_
