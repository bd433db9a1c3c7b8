// Laws about play in the open: 1 (games end), 2 (legal actions), 8 (perft), 11 (traits), chance
// nodes, samplers, copies.
#ifndef VARAN_TESTS_CONFORMANCE_PLAY_LAWS_H_
#define VARAN_TESTS_CONFORMANCE_PLAY_LAWS_H_

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/conformance/laws.h"
#include "varan/perft.h"

namespace varan::conformance {

/// Pearson's statistic far beyond what chance explains: expectation k - 1, deviation sqrt(2 (k -
/// 1)).
inline bool is_far_off(const std::vector<double>& observed, const std::vector<double>& expected) {
  double statistic = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    statistic += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
  }
  const double freedom = static_cast<double>(observed.size()) - 1;
  return statistic > freedom + 6 * std::sqrt(2 * freedom) + 6;
}

template <class State>
std::vector<Action> legal_list(const State& state, Player player) {
  ActionList<State> actions;
  state.legal_actions(player, actions);
  return {actions.begin(), actions.end()};
}

/// Law 1: random play ends within the stated bound, with utilities in range and of the stated sum.
template <class State>
void law_play_ends(const typename State::Rules& rules) {
  const Traits traits = rules.traits();
  NullWitness witness;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Rng rng(seed);
    State state(rules);
    int decisions = 0;
    int chance_events = 0;
    int clock = 0;
    for (bool more = true; more;) {
      const Visit<State> visit{state, seed, rng};
      visit.require(state.clock() >= clock, "the clock goes backwards");
      clock = state.clock();
      decisions += state.kind() == NodeKind::kDecision;
      chance_events += state.kind() == NodeKind::kChance;
      visit.require(decisions <= traits.longest_game, "the game is longer than longest_game");
      visit.require(chance_events <= 100 * (traits.longest_game + 10), "chance goes on for ever");
      for (Player player = 0; player < traits.players; ++player) {
        visit.require(std::isfinite(state.score(player)), "a score is not finite");
      }
      more = random_step(state, rng, witness);
    }
    const Visit<State> visit{state, seed, rng};
    double sum = 0;
    for (Player player = 0; player < traits.players; ++player) {
      const double utility = state.utility(player);
      visit.require(utility >= -1 && utility <= 1, "a utility is not in [-1, 1]");
      sum += utility;
    }
    visit.require(std::abs(sum - traits.utility_sum) < 1e-9, "utilities do not sum to utility_sum");
    visit.require(!state.end_reason().empty(), "the game gives no reason for its end");
  }
}

/// Law 2: who moves has legal actions, distinct, in range, the same each time; is_legal says the
/// same as the list for every id there is and for some that there are not.
template <class State>
void law_legal_actions(const typename State::Rules& rules) {
  const Traits traits = rules.traits();
  std::vector<Action> ids;
  for (Action id = -2; id <= State::kNumActions + 2; ++id) ids.push_back(id);
  for (const Action id : {std::numeric_limits<Action>::min(), std::numeric_limits<Action>::max(),
                          1 << 16, -(1 << 16), 255, 256, 65535}) {
    ids.push_back(id);
  }
  visit_positions<State>(rules, 2000, [&](const Visit<State>& visit) {
    const State& state = visit.state;
    visit.require(state.movers().empty() == (state.kind() != NodeKind::kDecision),
                  "movers exist exactly at decisions");
    for (const Player player : state.movers()) {
      visit.require(player < traits.players, "a mover is not a player");
      const std::vector<Action> legal = legal_list(state, player);
      visit.require(!legal.empty(), "a mover has no legal action");
      visit.require(legal == legal_list(state, player), "the list differs when asked again");
      const State copy = state;
      visit.require(legal == legal_list(copy, player), "the list differs in a copy");
      std::vector<Action> sorted = legal;
      std::sort(sorted.begin(), sorted.end());
      visit.require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(),
                    "an action is listed twice");
      visit.require(sorted.front() >= 0 && sorted.back() < traits.num_actions,
                    "an action id is out of range");
      for (const Action id : ids) {
        if (std::binary_search(sorted.begin(), sorted.end(), id) != state.is_legal(player, id)) {
          visit.fail("is_legal and legal_actions disagree", "action " + std::to_string(id));
        }
      }
    }
    for (Player player = 0; player < traits.players; ++player) {
      if (!state.movers().contains(player)) {
        visit.require(!state.is_legal(player, 0), "an action is legal for one who may not move");
      }
    }
  });
}

/// sample_action gives every legal action, no other, each as often.
template <class State>
void law_action_sampler(const typename State::Rules& rules) {
  if constexpr (HasActionSampler<State>) {
    visit_positions<State>(rules, 200, [&](const Visit<State>& visit) {
      for (const Player player : visit.state.movers()) {
        const std::vector<Action> legal = legal_list(visit.state, player);
        std::vector<double> drawn(legal.size());
        const int draws = 30 * static_cast<int>(legal.size()) + 20;
        for (int i = 0; i < draws; ++i) {
          const Action action = visit.state.sample_action(player, visit.rng);
          const auto place = std::find(legal.begin(), legal.end(), action);
          visit.require(place != legal.end(), "sample_action gives an illegal action");
          ++drawn[static_cast<std::size_t>(place - legal.begin())];
        }
        const double expected = static_cast<double>(draws) / static_cast<double>(legal.size());
        visit.require(!is_far_off(drawn, std::vector<double>(legal.size(), expected)),
                      "sample_action is not uniform");
      }
    });
  }
}

/// Chance nodes: distinct outcomes, of positive probabilities that sum to 1; sample_chance agrees.
template <class State>
void law_chance(const typename State::Rules& rules) {
  NullWitness witness;
  visit_positions<State>(rules, 600, [&](const Visit<State>& visit) {
    if (visit.state.kind() != NodeKind::kChance) return;
    OutcomeList<State> outcomes;
    visit.state.chance_outcomes(outcomes);
    visit.require(!outcomes.empty(), "a chance node without outcomes");
    OutcomeList<State> again;
    visit.state.chance_outcomes(again);
    visit.require(outcomes == again, "the outcomes differ when asked again");
    double sum = 0;
    std::vector<State> results;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      sum += outcomes[i].probability;
      visit.require(outcomes[i].probability > 0, "an outcome of probability 0");
      for (std::size_t j = 0; j < i; ++j) {
        visit.require(outcomes[i].outcome != outcomes[j].outcome, "an outcome is listed twice");
      }
      State next = visit.state;
      next.apply_chance(outcomes[i].outcome, witness);
      results.push_back(next);
    }
    visit.require(std::abs(sum - 1) < 1e-9, "probabilities do not sum to 1");
    std::vector<double> drawn(outcomes.size());
    std::vector<double> expected(outcomes.size());
    const int draws = 40 * static_cast<int>(outcomes.size());
    for (int i = 0; i < draws; ++i) {
      State next = visit.state;
      sample_chance(next, visit.rng, witness);
      const auto result = std::find(results.begin(), results.end(), next);
      visit.require(result != results.end(), "sample_chance leads where no outcome leads");
      ++drawn[static_cast<std::size_t>(result - results.begin())];
    }
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      // Outcomes that lead to equal positions count as one.
      const auto first = std::find(results.begin(), results.end(), results[i]) - results.begin();
      expected[static_cast<std::size_t>(first)] += draws * outcomes[i].probability;
    }
    std::vector<double> seen;
    std::vector<double> due;
    double rare_seen = 0;
    double rare_due = 0;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (expected[i] >= 5) {
        seen.push_back(drawn[i]);
        due.push_back(expected[i]);
      } else {
        rare_seen += drawn[i];
        rare_due += expected[i];
      }
    }
    if (rare_due >= 5) {
      seen.push_back(rare_seen);
      due.push_back(rare_due);
    }
    visit.require(seen.empty() || !is_far_off(seen, due), "sample_chance has other probabilities");
  });
}

/// A state is a value: what happens to a copy does not reach the original, and equal steps from
/// equal positions lead to equal positions.
template <class State>
void law_copies(const typename State::Rules& rules) {
  NullWitness witness;
  visit_positions<State>(rules, 1000, [&](const Visit<State>& visit) {
    const std::string before = visit.state.to_text();
    State one = visit.state;
    State two = visit.state;
    visit.require(one == visit.state, "a copy is not equal");
    Rng rng = visit.rng;
    Rng same = visit.rng;
    for (int step = 0; step < 3; ++step) {
      const bool moved = random_step(one, rng, witness);
      random_step(two, same, witness);
      if (step == 0) visit.require(!moved || one != visit.state, "a step changes nothing");
      visit.require(one == two, "equal steps from equal positions lead apart");
    }
    visit.require(two.rules().spec() == rules.spec() && visit.state.to_text() == before,
                  "play in a copy has changed the original");
    visit.rng = rng;
  });
}

/// As perft, but tries every action id instead of listing.
template <class State>
std::uint64_t naive_perft(const State& state, int steps, int num_actions) {
  if (steps == 0) return 1;
  NullWitness witness;
  std::uint64_t histories = 0;
  if (state.kind() == NodeKind::kChance) {
    OutcomeList<State> outcomes;
    state.chance_outcomes(outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      State next = state;
      next.apply_chance(outcome.outcome, witness);
      histories += naive_perft(next, steps - 1, num_actions);
    }
  } else if (state.kind() == NodeKind::kDecision) {
    const PlayerSet movers = state.movers();
    for (Action action = 0; action < num_actions; ++action) {
      if (!state.is_legal(movers.lowest(), action)) continue;
      State next = state;
      next.apply(movers.lowest(), action, witness);
      histories += naive_perft(next, steps - (movers.size() == 1), num_actions);
    }
  }
  return histories;
}

/// Law 8: perft counts what trying every id counts. (The fixed numbers stand in each game's own
/// test.)
template <class State>
void law_perft(const typename State::Rules& rules) {
  const int num_actions = rules.traits().num_actions;
  int positions = 0;
  visit_positions<State>(rules, 100, [&](const Visit<State>& visit) {
    if (++positions % 5 != 1) return;
    for (int depth = 1; depth <= 4; ++depth) {
      const std::uint64_t counted = perft(visit.state, depth).back();
      if (counted > 5000) break;
      visit.require(counted == naive_perft(visit.state, depth, num_actions),
                    "perft differs from the naive count", "depth " + std::to_string(depth));
    }
  });
}

/// Law 11: the traits are what play shows.
template <class State>
void law_traits(const typename State::Rules& rules) {
  const Traits traits = rules.traits();
  Rng unused;
  const State start(rules);
  const Visit<State> at_start{start, 0, unused};
  at_start.require(traits.players >= 1 && traits.players <= State::kMaxPlayers &&
                       State::kMaxPlayers <= varan::kMaxPlayers,
                   "the number of players exceeds kMaxPlayers");
  at_start.require(traits.num_actions >= 1 && traits.num_actions <= State::kNumActions &&
                       State::kMaxLegalActions <= State::kNumActions,
                   "the number of actions exceeds kNumActions");
  at_start.require(start.validate().empty(), "the start is not valid", start.validate());
  bool chance = false;
  bool simultaneous = false;
  bool hidden = false;
  LogWitness log;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Rng rng(seed);
    State state(rules);
    do {
      const Visit<State> visit{state, seed, rng};
      visit.require(state.players() == traits.players, "players() differs from the traits");
      const std::string wrong = state.validate();
      visit.require(wrong.empty(), "a position of play is not valid", wrong);
      chance |= state.kind() == NodeKind::kChance;
      simultaneous |= state.movers().size() > 1;
      for (Player observer = kPublic; observer < traits.players; ++observer) {
        State dealt = state;
        dealt.determinize(observer, rng);
        hidden |= dealt != state;
      }
      for (const LogWitness::Entry& entry : log.entries()) hidden |= !entry.audience.is_public();
      log.clear();
    } while (random_step(state, rng, log));
  }
  at_start.require(chance == traits.chance, "traits().chance is not what play shows");
  at_start.require(simultaneous == traits.simultaneous,
                   "traits().simultaneous is not what play shows");
  // Choices made at once are hidden until all have been made, also where nothing else ever is.
  at_start.require(hidden == (traits.hidden_information || traits.simultaneous),
                   "traits().hidden_information is not what play shows");
}

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_PLAY_LAWS_H_
