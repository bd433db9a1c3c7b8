// What players can tell apart, over all histories of a game that is small enough.
#ifndef VARAN_TESTS_GAMES_INFORMATION_SETS_H_
#define VARAN_TESTS_GAMES_INFORMATION_SETS_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/conformance/hidden_laws.h"
#include "varan/game.h"

namespace varan {

/// Plays all histories, the choices of a simultaneous node one after the other, and compares at
/// every position each player's info_key with the list of all facts that she was shown.
template <class State>
class InformationSets {
 public:
  explicit InformationSets(const typename State::Rules& rules)
      : players_(static_cast<std::size_t>(rules.traits().players)) {
    const State start(rules);
    go_on(start, std::vector<int>(players_.size(), 0));
  }

  /// How many information sets the player may have to decide in.
  std::size_t count(Player player) const {
    return players_[static_cast<std::size_t>(player)].at_decisions.size();
  }
  /// A position at which a player's info_key and all that she was shown do not stand for each other
  /// one for one (perfect recall); empty if there is none.
  const std::string& flaw() const { return flaw_; }

 private:
  struct OfPlayer {
    std::map<std::uint64_t, int> list_of_key;
    std::map<int, std::uint64_t> key_of_list;
    std::set<std::uint64_t> at_decisions;
  };

  void go_on(const State& state, const std::vector<int>& lists) {
    for (std::size_t p = 0; p < players_.size(); ++p) {
      const auto player = static_cast<Player>(p);
      const std::uint64_t key = state.info_key(player);
      OfPlayer& known = players_[p];
      if (known.list_of_key.try_emplace(key, lists[p]).first->second != lists[p] ||
          known.key_of_list.try_emplace(lists[p], key).first->second != key) {
        flaw_ = "player " + std::to_string(player) + " at " + state.to_text();
      }
      if (state.movers().contains(player)) known.at_decisions.insert(key);
    }
    const auto after = [&](auto&& step) {
      State next = state;
      LogWitness log;
      step(next, log);
      std::vector<int> longer = lists;
      for (const LogWitness::Entry& entry : log.entries()) {
        for (std::size_t p = 0; p < players_.size(); ++p) {
          if (!entry.audience.contains(static_cast<Player>(p))) continue;
          longer[p] = percepts_.with(longer[p], entry.fact);
        }
      }
      go_on(next, longer);
    };
    if (state.kind() == NodeKind::kChance) {
      OutcomeList<State> outcomes;
      state.chance_outcomes(outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        after([&](State& next, LogWitness& log) { next.apply_chance(outcome.outcome, log); });
      }
    }
    // The movers commit in any order, in turn.
    for (const Player mover : state.movers()) {
      for (const Action action : conformance::legal_list(state, mover)) {
        after([&](State& next, LogWitness& log) { next.apply(mover, action, log); });
      }
    }
  }

  std::vector<OfPlayer> players_;
  conformance::Percepts percepts_;
  std::string flaw_;
};

/// The player's expected score if everyone plays uniformly at random, exactly.
template <class State>
double uniform_value(const State& state, Player player) {
  NullWitness witness;
  double sum = 0;
  switch (state.kind()) {
    case NodeKind::kTerminal:
      return state.score(player);
    case NodeKind::kChance: {
      OutcomeList<State> outcomes;
      state.chance_outcomes(outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        State next = state;
        next.apply_chance(outcome.outcome, witness);
        sum += outcome.probability * uniform_value(next, player);
      }
      return sum;
    }
    case NodeKind::kDecision:
      break;
  }
  const Player mover = state.movers().lowest();
  const std::vector<Action> legal = conformance::legal_list(state, mover);
  for (const Action action : legal) {
    State next = state;
    next.apply(mover, action, witness);
    sum += uniform_value(next, player);
  }
  return sum / static_cast<double>(legal.size());
}

}  // namespace varan

#endif  // VARAN_TESTS_GAMES_INFORMATION_SETS_H_
