// Mega Hexano in whole turns: a view (see varan/bots/view.h) whose action is a turn, told apart by
// the lava of its eruption (section 6.6 of the rules).
//
// Of what that section describes only this view by lava with one way each exists (macro_keep 1, its
// level L): of the ways to a lava the shortest found first is taken, so the choice of where the
// caps end up is not part of the view. A turn may be chosen in mid-turn too; then it is what is
// left of one.
#ifndef VARAN_GAMES_MEGA_HEXANO_TURN_VIEW_H_
#define VARAN_GAMES_MEGA_HEXANO_TURN_VIEW_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "varan/assert.h"
#include "varan/game.h"
#include "varan/games/mega_hexano.h"
#include "varan/games/mega_hexano/knowledge.h"
#include "varan/games/mega_hexano/turn_search.h"

namespace varan {

class MegaHexanoTurns {
 public:
  using Base = MegaHexanoState;
  static constexpr std::string_view kViewName = "turns";
  static constexpr int kMaxPlayers = Base::kMaxPlayers;
  /// Lavas; then single cap moves, which are offered only where no turn is left
  /// (repetition=cap_return).
  static constexpr int kNumActions = mega_hexano::kLavas + Base::kNumActions;
  static constexpr int kMaxLegalActions = mega_hexano::kMostLavas;
  static constexpr int kMaxChanceOutcomes = Base::kMaxChanceOutcomes;

  static std::vector<Parameter> parameters() {
    return {
        Parameter::integer("quiet", 4, 0, 6, "quiet cap moves before the eruption of a turn"),
        Parameter::integer("max_sets", 4096, 1, 1 << 20,
                           "most sets of caps that the search for turns moves on from"),
    };
  }
  struct Rules {
    Rules(const Base::Rules& base, const Settings& settings)
        : Rules(base, {static_cast<int>(settings.integer("quiet")),
                       static_cast<int>(settings.integer("max_sets"))}) {}
    Rules(const Base::Rules& base, mega_hexano::TurnSearch::Limits search_limits)
        : tables(base.board()), limits(search_limits) {}

    mega_hexano::LaneTables tables;
    mega_hexano::TurnSearch::Limits limits;
  };

  MegaHexanoTurns(const Rules& rules, const Base& base) : rules_(&rules), base_(base) {}

  const Base& base() const { return base_; }
  int players() const { return base_.players(); }
  NodeKind kind() const { return base_.kind(); }
  PlayerSet movers() const { return base_.movers(); }
  int clock() const { return base_.clock(); }
  double utility(Player player) const { return base_.utility(player); }
  std::uint64_t info_key(Player player) const { return base_.info_key(player); }
  void determinize(Player observer, Rng& rng) { base_.determinize(observer, rng); }
  void evaluate(std::span<double> values) const { base_.evaluate(values); }
  template <class List>
  void chance_outcomes(List& out) const {
    base_.chance_outcomes(out);
  }
  template <class Witness>
  void apply_chance(std::int32_t outcome, Witness& witness) {
    base_.apply_chance(outcome, witness);
  }

  /// Short turns first.
  void legal_actions(Player player, ActionList<MegaHexanoTurns>& out) const {
    std::array<std::uint64_t, kMaxLegalActions> plans;
    legal_plans(player, out, plans);
  }
  /// The plan of a turn is the set of caps from which it erupts.
  void legal_plans(Player player, ActionList<MegaHexanoTurns>& actions,
                   std::span<std::uint64_t> plans) const {
    actions.clear();
    const Search search(base_, rules_->tables, rules_->limits);
    for (const Search::Turn& turn : search.turns()) {
      if (may_return() && !can_be_played(player, search.moves(turn))) continue;
      plans[actions.size()] = turn.caps;
      actions.push_back(turn.lava);
    }
    if (actions.empty()) {
      ActionList<Base> moves;
      base_.legal_actions(player, moves);
      for (const Action move : moves) {
        plans[actions.size()] = 0;
        actions.push_back(mega_hexano::kLavas + move);
      }
    }
  }

  template <class Witness>
  void apply_plan(Player player, Action action, std::uint64_t plan, Witness& witness) {
    if (action >= mega_hexano::kLavas) {
      base_.apply(player, action - mega_hexano::kLavas, witness);
      return;
    }
    VARAN_ASSERT(base_.flow(plan, step(action)) == pieces(action), "a turn and its plan agree");
    base_.erupt_from(plan, action / mega_hexano::kMaxFlow, witness);
  }
  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    std::uint64_t plan = 0;
    if (action < mega_hexano::kLavas) {
      const Search search(base_, rules_->tables, rules_->limits);
      plan = find(search, action).caps;
    }
    apply_plan(player, action, plan, witness);
  }
  /// The quiet moves of a turn and its eruption.
  std::vector<Action> expand(Player player, Action action) const {
    return expand_all(player, std::span(&action, 1)).front();
  }
  std::vector<std::vector<Action>> expand_all(Player, std::span<const Action> actions) const {
    const Search search(base_, rules_->tables, rules_->limits);
    std::vector<std::vector<Action>> moves;
    for (const Action action : actions) {
      if (action < mega_hexano::kLavas) {
        const Search::Moves turn = search.moves(find(search, action));
        moves.emplace_back(turn.begin(), turn.end());
      } else {
        moves.push_back({action - mega_hexano::kLavas});
      }
    }
    return moves;
  }

  void hint(Player player, std::span<const Action> actions, std::span<float> weights) const {
    const mega_hexano::TurnJudge judge(base_);
    for (std::size_t i = 0; i < actions.size(); ++i) {
      if (actions[i] < mega_hexano::kLavas) {
        weights[i] = judge(step(actions[i]), pieces(actions[i]));
      } else {
        const Action move = actions[i] - mega_hexano::kLavas;
        base_.hint(player, std::span(&move, 1), weights.subspan(i, 1));
      }
    }
  }

 private:
  using Search = mega_hexano::TurnSearch;

  const mega_hexano::Step& step(Action action) const {
    return rules_->tables.board().step(action / mega_hexano::kMaxFlow);
  }
  static int pieces(Action action) { return action % mega_hexano::kMaxFlow + 1; }

  static const Search::Turn& find(const Search& search, Action action) {
    const auto& turns = search.turns();
    const auto* const turn = std::find_if(
        turns.begin(), turns.end(), [action](const Search::Turn& t) { return t.lava == action; });
    VARAN_ASSERT(turn != turns.end(), "a turn that is not legal");
    return *turn;
  }

  // With repetition=cap_return the search finds ways that are not legal: it does not know which cap
  // is which.
  bool may_return() const {
    return base_.rules().options().repetition == mega_hexano::Repetition::kCapReturn;
  }
  bool can_be_played(Player player, const Search::Moves& moves) const {
    Base state = base_;
    NullWitness witness;
    for (const Action move : moves) {
      if (state.clock() != base_.clock() || !state.is_legal(player, move)) return false;
      state.apply(player, move, witness);
    }
    return true;
  }

  const Rules* rules_;
  Base base_;
};

static_assert(sizeof(MegaHexanoTurns) <= 512);

}  // namespace varan

#endif  // VARAN_GAMES_MEGA_HEXANO_TURN_VIEW_H_
