// Laws about who knows what: 3 and 4 (determinization), 5 (the posterior), 6 (percepts and keys).
// In games of open information they hold trivially.
#ifndef VARAN_TESTS_CONFORMANCE_HIDDEN_LAWS_H_
#define VARAN_TESTS_CONFORMANCE_HIDDEN_LAWS_H_

#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/conformance/laws.h"
#include "tests/conformance/play_laws.h"

namespace varan::conformance {

/// What a player sees, as comparable values.
template <class State>
std::vector<float> observation(const State& state, Player player) {
  std::vector<float> tensor(state.rules().observation_shape().size());
  state.observe(player, tensor);
  return tensor;
}
inline bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Where nothing is hidden, a tenth of the positions will do.
template <class State>
int effort(const typename State::Rules& rules, int positions) {
  const Traits traits = rules.traits();
  return traits.hidden_information || traits.simultaneous ? positions : positions / 10;
}

/// Law 3: a determinization keeps all that the observer knows and could be a position of play.
template <class State>
void law_determinization_keeps(const typename State::Rules& rules) {
  visit_positions<State>(rules, effort<State>(rules, 2000), [&](const Visit<State>& visit) {
    const State& state = visit.state;
    for (Player observer = kPublic; observer < state.players(); ++observer) {
      const std::string who = "observer " + std::to_string(observer);
      State dealt = state;
      dealt.determinize(observer, visit.rng);
      const std::string wrong = dealt.validate();
      visit.require(wrong.empty(), "a determinization is not valid", wrong + ", " + who);
      visit.require(dealt.kind() == state.kind(), "a determinization changes the kind of node",
                    who);
      visit.require(dealt.clock() == state.clock(), "a determinization changes the clock", who);
      // Choices of the others at a simultaneous node are taken back, never made.
      visit.require((dealt.movers() | state.movers()) == dealt.movers(),
                    "a determinization takes the move from a player", who);
      if (observer == kPublic) continue;
      visit.require(dealt.info_key(observer) == state.info_key(observer),
                    "a determinization changes the observer's info_key", who);
      visit.require(dealt.movers().contains(observer) == state.movers().contains(observer),
                    "a determinization changes whether the observer moves", who);
      if (state.movers().contains(observer)) {
        visit.require(legal_list(dealt, observer) == legal_list(state, observer),
                      "a determinization changes the observer's legal actions", who);
      }
      visit.require(same_bits(observation(dealt, observer), observation(state, observer)),
                    "a determinization changes the observer's observation", who);
    }
  });
}

/// Law 4: purity. What is hidden does not enter: determinizing any determinization with the same
/// random numbers gives the same state and uses as many of them.
template <class State>
void law_determinization_is_pure(const typename State::Rules& rules) {
  visit_positions<State>(rules, effort<State>(rules, 2000), [&](const Visit<State>& visit) {
    for (Player observer = kPublic; observer < visit.state.players(); ++observer) {
      const std::string who = "observer " + std::to_string(observer);
      const Rng numbers = Rng::keyed({visit.rng()});
      Rng used = numbers;
      State from_truth = visit.state;
      from_truth.determinize(observer, used);
      State dealt = visit.state;
      for (int times = 0; times < 3; ++times) {
        dealt.determinize(observer, visit.rng);
        State again = dealt;
        Rng used_again = numbers;
        again.determinize(observer, used_again);
        visit.require(again == from_truth, "determinize reads what the observer cannot know", who);
        visit.require(used_again == used, "determinize uses random numbers by what is hidden", who);
      }
    }
  });
}

/// Numbers lists of facts: equal lists, equal numbers. The empty list is 0.
class Percepts {
 public:
  int with(int list, const Fact& fact) {
    return numbers_
        .try_emplace({list, {fact.kind, fact.a, fact.b, fact.c}},
                     static_cast<int>(numbers_.size()) + 1)
        .first->second;
  }

 private:
  std::map<std::pair<int, std::tuple<int, int, int, int>>, int> numbers_;
};

/// Law 4 once more, for a determinization that never takes a secret back passes the test above: in
/// different games, whenever a player's info_key is the same, or all the facts told to everyone
/// are, the same random numbers give the same state.
template <class State>
void law_determinization_ignores_truth(const typename State::Rules& rules) {
  using Situation = std::tuple<Player, std::uint64_t, int, int>;
  std::map<Situation, State> results;
  Percepts percepts;
  LogWitness log;
  const int games = effort<State>(rules, 4000 / (rules.traits().longest_game + 1) + 100);
  for (int game = 0; game < games; ++game) {
    const auto seed = static_cast<std::uint64_t>(game);
    Rng rng(seed);
    State state(rules);
    int told = 0;
    int chance_events = 0;
    do {
      for (const LogWitness::Entry& entry : log.entries()) {
        if (entry.audience.is_public()) told = percepts.with(told, entry.fact);
      }
      log.clear();
      for (Player observer = kPublic; observer < state.players(); ++observer) {
        const std::uint64_t known =
            observer == kPublic ? static_cast<std::uint64_t>(told) : state.info_key(observer);
        const int events = observer == kPublic ? chance_events : 0;
        Rng same = Rng::keyed({known});
        State dealt = state;
        dealt.determinize(observer, same);
        const State& before =
            results.try_emplace({observer, known, events, state.clock()}, dealt).first->second;
        Visit<State>{state, seed, rng}.require(dealt == before,
                                               "determinize reads what the observer cannot know",
                                               "observer " + std::to_string(observer));
      }
      chance_events += state.kind() == NodeKind::kChance;
    } while (random_step(state, rng, log));
  }
}

/// Law 5: on a configuration small enough, determinizations are distributed as the true posterior
/// under uniform play, for a player who must decide as for the public, who knows the facts told to
/// everyone. Positions at which others have already committed are left out, for a determinization
/// takes those choices back.
template <class State>
class Posterior {
 public:
  Posterior(const typename State::Rules& rules, int steps) {
    enumerate(State(rules), steps, 1.0, true, 0);
  }

  void compare(const typename State::Rules& rules, std::size_t most_sets) const {
    Rng rng(5);
    const std::size_t stride = sets_.size() / most_sets + 1;
    std::size_t number = 0;
    for (const auto& [key, worlds] : sets_) {
      if (number++ % stride == 0) compare(rules, key.first, worlds, rng);
    }
  }

 private:
  using Worlds = std::map<std::string, double>;  // position text, weight

  /// `told`: the number of the list of facts that everyone knows.
  void enumerate(const State& state, int steps, double weight, bool fresh, int told) {
    if (fresh && state.kind() == NodeKind::kDecision) {
      const std::string text = state.to_text();
      sets_[{kPublic, static_cast<std::uint64_t>(told)}][text] += weight;
      for (const Player player : state.movers()) {
        sets_[{player, state.info_key(player)}][text] += weight;
      }
    }
    if (steps == 0) return;
    if (state.kind() == NodeKind::kChance) {
      OutcomeList<State> outcomes;
      state.chance_outcomes(outcomes);
      for (const ChanceOutcome& outcome : outcomes) {
        State next = state;
        LogWitness log;
        next.apply_chance(outcome.outcome, log);
        enumerate(next, steps - 1, weight * outcome.probability, true, with_public(told, log));
      }
    } else if (state.kind() == NodeKind::kDecision) {
      const PlayerSet movers = state.movers();
      const bool completes_step = movers.size() == 1;
      const std::vector<Action> legal = legal_list(state, movers.lowest());
      for (const Action action : legal) {
        State next = state;
        LogWitness log;
        next.apply(movers.lowest(), action, log);
        enumerate(next, steps - completes_step, weight / static_cast<double>(legal.size()),
                  completes_step, with_public(told, log));
      }
    }
  }

  int with_public(int told, const LogWitness& log) {
    for (const LogWitness::Entry& entry : log.entries()) {
      if (entry.audience.is_public()) told = percepts_.with(told, entry.fact);
    }
    return told;
  }

  static void compare(const typename State::Rules& rules, Player player, const Worlds& worlds,
                      Rng& rng) {
    const int draws = 60 * static_cast<int>(worlds.size()) + 100;
    const State truth = *State::from_text(rules, worlds.begin()->first);
    const Visit<State> visit{truth, 0, rng};
    std::map<std::string, double> drawn;
    for (int i = 0; i < draws; ++i) {
      State dealt = truth;
      dealt.determinize(player, rng);
      const std::string text = dealt.to_text();
      if (!worlds.contains(text)) visit.fail("a determinization is impossible", text);
      ++drawn[text];
    }
    double all = 0;
    for (const auto& [text, weight] : worlds) all += weight;
    std::vector<double> seen;
    std::vector<double> due;
    for (const auto& [text, weight] : worlds) {
      const double expected = draws * weight / all;
      if (expected < 5 && !seen.empty()) {  // rare worlds are counted with a neighbour
        seen.back() += drawn[text];
        due.back() += expected;
      } else {
        seen.push_back(drawn[text]);
        due.push_back(expected);
      }
    }
    visit.require(!is_far_off(seen, due), "determinizations are not distributed as the posterior",
                  "player " + std::to_string(player));
  }

  Percepts percepts_;
  std::map<std::pair<Player, std::uint64_t>, Worlds> sets_;
};

/// Checks law 5 on the game's enumerable configurations; where nothing is hidden, on the first
/// steps of the default.
template <class State>
void check_posterior() {
  using Rules = typename State::Rules;
  std::vector<SmallSpec> specs = enumerable_specs<State>();
  if (specs.empty() && !make_rules<Rules>(Rules::names().front()).traits().hidden_information) {
    specs.push_back({Rules::names().front(), 2});
  }
  for (const SmallSpec& small : specs) {
    SCOPED_TRACE(small.spec);
    try {
      const Rules rules = make_rules<Rules>(small.spec);
      Posterior<State>(rules, small.steps).compare(rules, 100);
    } catch (const std::exception& violation) {
      ADD_FAILURE() << violation.what();
    }
  }
}

/// Law 6, first part: over many histories from the start, each player's path key stands for the
/// list of facts that she has perceived, one for one; and where she has perceived the same and must
/// decide, her info_key, legal actions and observation are the same. On the way: the witness does
/// not change what happens, path keys are the folded facts, and every fact can be told to people.
template <class State>
void law_percepts(const typename State::Rules& rules) {
  struct Known {
    std::uint64_t info_key;
    std::vector<Action> legal;
    std::vector<float> observation;
  };
  struct OfPlayer {
    std::map<std::uint64_t, int> list_of_key;
    std::map<int, std::uint64_t> key_of_list;
    std::map<int, Known> known;  // at decisions, by list
  };
  Percepts percepts;
  std::vector<OfPlayer> players(static_cast<std::size_t>(rules.traits().players));
  const int games = effort<State>(rules, 4000 / (rules.traits().longest_game + 1) + 100);
  NullWitness null;
  LogWitness log;
  for (int game = 0; game < games; ++game) {
    const auto seed = static_cast<std::uint64_t>(game);
    Rng rng(seed);
    State state(rules);
    PathWitness path(state);
    std::vector<int> lists(players.size(), 0);
    std::vector<std::uint64_t> keys;
    for (std::size_t p = 0; p < players.size(); ++p)
      keys.push_back(path.key(static_cast<Player>(p)));
    for (bool more = true; more;) {
      const Visit<State> visit{state, seed, rng};
      for (Player player = 0; player < state.players(); ++player) {
        OfPlayer& known = players[static_cast<std::size_t>(player)];
        const int list = lists[static_cast<std::size_t>(player)];
        const std::uint64_t key = path.key(player);
        const std::string who = "player " + std::to_string(player);
        visit.require(key == keys[static_cast<std::size_t>(player)],
                      "the path key is not the folded facts", who);
        visit.require(known.list_of_key.try_emplace(key, list).first->second == list,
                      "unequal percepts have equal path keys", who);
        visit.require(known.key_of_list.try_emplace(list, key).first->second == key,
                      "equal percepts have unequal path keys", who);
        if (!state.movers().contains(player)) continue;
        const auto [place, is_new] = known.known.try_emplace(list);
        Known now{state.info_key(player), legal_list(state, player), observation(state, player)};
        if (is_new) {
          place->second = std::move(now);
        } else {
          visit.require(now.info_key == place->second.info_key,
                        "equal percepts, but the info_key differs", who);
          visit.require(now.legal == place->second.legal,
                        "equal percepts, but the legal actions differ", who);
          visit.require(same_bits(now.observation, place->second.observation),
                        "equal percepts, but the observation differs", who);
        }
      }
      State with_null = state;
      State with_log = state;
      Rng same = rng;
      Rng as_well = rng;
      log.clear();
      more = random_step(state, rng, path);
      random_step(with_null, same, null);
      random_step(with_log, as_well, log);
      const Visit<State> after{state, seed, rng};
      after.require(state == with_null && state == with_log, "the witness changes what happens");
      for (const LogWitness::Entry& entry : log.entries()) {
        after.require(!state.fact_to_text(entry.fact).empty(), "a fact has no text");
        for (Player player = 0; player < state.players(); ++player) {
          if (!entry.audience.contains(player)) continue;
          const auto p = static_cast<std::size_t>(player);
          lists[p] = percepts.with(lists[p], entry.fact);
          keys[p] = fold(keys[p], entry.fact.hash());
        }
      }
    }
  }
}

/// Keeps the path keys, and what one player perceives.
struct PerceptWitness {
  template <class State>
  PerceptWitness(const State& start, Player who) : path(start), player(who) {}

  void operator()(Audience audience, const Fact& fact) {
    path(audience, fact);
    if (audience.contains(player)) facts.push_back(fact);
  }

  PathWitness path;
  Player player;
  std::vector<Fact> facts;
};

/// Plays on until `player` must decide or the game is over.
template <class State>
void play_until_asked(State& state, Player player, Rng& rng, PerceptWitness& witness) {
  while (!state.movers().contains(player) && random_step(state, rng, witness)) {
  }
}

/// Law 6, second part: from two worlds that a player cannot tell apart, play goes on, she choosing
/// the same in both. As long as she perceives the same in both, her path keys, and whenever she
/// must decide her info_key, legal actions and observation are the same; once she perceives a
/// difference, the path keys differ.
template <class State>
void law_nothing_leaks(const typename State::Rules& rules) {
  visit_positions<State>(rules, effort<State>(rules, 600), [&](const Visit<State>& visit) {
    for (const Player player : visit.state.movers()) {
      const std::string who = "player " + std::to_string(player);
      State one = visit.state;
      State two = visit.state;
      one.determinize(player, visit.rng);
      two.determinize(player, visit.rng);
      PerceptWitness seen_one(one, player);
      PerceptWitness seen_two(two, player);
      Rng rng_one(visit.seed);
      Rng rng_two(visit.seed);
      for (int decisions = 0; decisions < 8; ++decisions) {
        play_until_asked(one, player, rng_one, seen_one);
        play_until_asked(two, player, rng_two, seen_two);
        const Visit<State> at{one, visit.seed, visit.rng};
        const std::string other = who + ", other world " + two.to_text();
        const bool same = seen_one.facts == seen_two.facts;
        at.require(same == (seen_one.path.key(player) == seen_two.path.key(player)),
                   "path keys do not follow percepts", other);
        if (!same || !one.movers().contains(player) || !two.movers().contains(player)) break;
        at.require(one.info_key(player) == two.info_key(player),
                   "nothing told the player, but her info_key differs", other);
        at.require(legal_list(one, player) == legal_list(two, player),
                   "nothing told the player, but her legal actions differ", other);
        at.require(same_bits(observation(one, player), observation(two, player)),
                   "nothing told the player, but her observation differs", other);
        const Action action = listed_action(one, player, visit.rng);
        one.apply(player, action, seen_one);
        two.apply(player, action, seen_two);
      }
    }
  });
}

/// Law 6, third part: at a simultaneous node, what one player chooses tells nothing to those who
/// must still choose.
template <class State>
void law_choices_are_secret(const typename State::Rules& rules) {
  visit_positions<State>(rules, effort<State>(rules, 1000), [&](const Visit<State>& visit) {
    const PlayerSet movers = visit.state.movers();
    for (const Player player : movers) {
      for (const Player other : movers.without(player)) {
        const std::vector<Action> legal = legal_list(visit.state, other);
        std::vector<Fact> seen;
        for (std::size_t i = 0; i < legal.size() && i < 8; ++i) {
          State state = visit.state;
          PerceptWitness witness(state, player);
          state.apply(other, legal[i], witness);
          if (i == 0) seen = witness.facts;
          visit.require(
              witness.facts == seen, "a choice is seen by one who must still choose",
              "player " + std::to_string(player) + " sees player " + std::to_string(other));
        }
      }
    }
  });
}

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_HIDDEN_LAWS_H_
