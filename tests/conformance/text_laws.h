// Law 7: texts. What is written can be read again; what is spoilt gives an error that says where,
// or another valid position, never a crash.
#ifndef VARAN_TESTS_CONFORMANCE_TEXT_LAWS_H_
#define VARAN_TESTS_CONFORMANCE_TEXT_LAWS_H_

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/laws.h"

namespace varan::conformance {

/// The text with something wrong with it: cut off, characters lost, doubled, swapped or replaced, a
/// piece of `other` in the middle. May be the text itself by chance.
inline std::string spoilt(std::string text, std::string_view other, Rng& rng) {
  const auto place = [&](std::size_t size) {
    return static_cast<std::size_t>(rng.below(static_cast<std::uint32_t>(size) + 1));
  };
  for (std::uint32_t times = 1 + rng.below(3); times > 0; --times) {
    const std::size_t at = place(text.size());
    switch (rng.below(8)) {
      case 0:
        text.resize(at);
        break;
      case 1:
        text.erase(at, 1 + rng.below(3));
        break;
      case 2:
        text.insert(at, text.substr(at, 1 + rng.below(6)));
        break;
      case 3:
        if (at + 1 < text.size()) std::swap(text[at], text[at + 1]);
        break;
      case 4:
        if (at < text.size()) text[at] = static_cast<char>(rng.below(256));
        break;
      case 5:
        text.insert(at, 1, static_cast<char>(' ' + rng.below(95)));
        break;
      case 6:
        if (at < text.size()) text[at] = text[place(text.size() - 1)];
        break;
      default:
        text.insert(at, other.substr(place(other.size()), 1 + rng.below(8)));
    }
  }
  return text;
}

/// The text with unprintable bytes made visible.
inline std::string visible(std::string_view text) {
  return testing::PrintToString(std::string(text));
}

inline std::string wrong_with(const ParseError& error, std::string_view text) {
  if (error.message.empty()) return "an error without a sentence for " + visible(text);
  if (error.place != ParseError::kWholeText && error.place > text.size()) {
    return "an error at a place behind the end of " + visible(text);
  }
  return {};
}

/// Positions: text and back is the same; spoilt texts.
template <class State>
void law_position_texts(const typename State::Rules& rules) {
  std::string other = State(rules).to_text();
  NullWitness witness;
  visit_positions<State>(rules, 1000, [&](const Visit<State>& visit) {
    const std::string text = visit.state.to_text();
    const Parsed<State> back = State::from_text(rules, text);
    visit.require(back.ok(), "the text of a position is not accepted",
                  back.ok() ? "" : back.error().to_string());
    visit.require(*back == visit.state, "a position is not the same after text and back");
    visit.require(back->to_text() == text, "the text is not the same after text and back");
    visit.require(!visit.state.draw().empty(), "no drawing");
    for (int i = 0; i < 10; ++i) {
      const std::string bad =
          i == 0 ? text.substr(0, text.size() - 1) : spoilt(text, other, visit.rng);
      const Parsed<State> read = State::from_text(rules, bad);
      if (!read.ok()) {
        const std::string wrong = wrong_with(read.error(), bad);
        if (!wrong.empty()) visit.fail(wrong);
        continue;
      }
      visit.require(read->validate().empty(), "an invalid position was accepted", visible(bad));
      const Parsed<State> again = State::from_text(rules, read->to_text());
      visit.require(again.ok() && *again == *read,
                    "a position read is not the same after text and back", visible(bad));
      if (bad == text) continue;
      State state = *read;  // must be playable
      int decisions = 0;
      for (bool more = true; more && decisions <= rules.traits().longest_game;) {
        decisions += state.kind() == NodeKind::kDecision;
        more = random_step(state, visit.rng, witness);
      }
      visit.require(state.kind() == NodeKind::kTerminal, "play from a position read does not end",
                    visible(bad));
    }
    other = text;
  });
}

/// Actions: every id has a text of its own, legal or not; the text of records is read too; spoilt
/// texts.
template <class State>
void law_action_texts(const typename State::Rules& rules) {
  const int num_actions = rules.traits().num_actions;
  std::string other = "a1";
  int position = 0;
  visit_positions<State>(rules, 400, [&](const Visit<State>& visit) {
    const State& state = visit.state;
    std::vector<Action> actions;
    for (const Player player : state.movers()) {
      ActionList<State> legal;
      state.legal_actions(player, legal);
      actions.assign(legal.begin(), legal.end());
      if (position++ % 20 == 0) {
        actions.clear();
        for (Action id = 0; id < num_actions; ++id) actions.push_back(id);
      }
      std::set<std::string> texts;
      for (const Action action : actions) {
        const std::string text = state.action_to_text(player, action);
        const Parsed<Action> back = state.parse_action(player, text);
        const std::string what = "action " + std::to_string(action) + ", text " + visible(text) +
                                 (back.ok() ? "" : ", " + back.error().to_string());
        visit.require(!text.empty() && texts.insert(text).second, "two actions have one text",
                      what);
        visit.require(back.ok() && *back == action, "an action is not the same after text and back",
                      what);
        const std::string recorded = record_text(state, player, action);
        const Parsed<Action> from_record = state.parse_action(player, recorded);
        visit.require(from_record.ok() && *from_record == action,
                      "an action is not the same after its record and back", visible(recorded));
        if (visit.rng.below(4) != 0) continue;
        const std::string bad = spoilt(recorded, other, visit.rng);
        const Parsed<Action> read = state.parse_action(player, bad);
        if (read.ok()) {
          visit.require(*read >= 0 && *read < num_actions, "an action out of range was read",
                        visible(bad));
        } else if (const std::string wrong = wrong_with(read.error(), bad); !wrong.empty()) {
          visit.fail(wrong);
        }
        other = text;
      }
      for (const std::string_view text : {"", " ", "\n", "0", "-1", "99999999999999999999", "a"}) {
        const Parsed<Action> read = state.parse_action(player, text);
        visit.require(
            read.ok() ? *read >= 0 && *read < num_actions : wrong_with(read.error(), text).empty(),
            "a strange action text is not treated well", visible(text));
      }
    }
  });
}

/// Chance outcomes, the same.
template <class State>
void law_chance_texts(const typename State::Rules& rules) {
  visit_positions<State>(rules, 400, [&](const Visit<State>& visit) {
    if (visit.state.kind() != NodeKind::kChance) {
      const Parsed<std::int32_t> read = visit.state.parse_chance("nothing of the kind");
      visit.require(!read.ok(), "a chance outcome was read from nonsense");
      return;
    }
    OutcomeList<State> outcomes;
    visit.state.chance_outcomes(outcomes);
    std::set<std::string> texts;
    for (const ChanceOutcome& outcome : outcomes) {
      const std::string text = visit.state.chance_to_text(outcome.outcome);
      const Parsed<std::int32_t> back = visit.state.parse_chance(text);
      visit.require(!text.empty() && texts.insert(text).second, "two outcomes have one text", text);
      visit.require(back.ok() && *back == outcome.outcome,
                    "an outcome is not the same after text and back", text);
      const std::string bad = spoilt(text, *texts.begin(), visit.rng);
      const Parsed<std::int32_t> read = visit.state.parse_chance(bad);
      if (!read.ok()) {
        const std::string wrong = wrong_with(read.error(), bad);
        if (!wrong.empty()) visit.fail(wrong);
      }
    }
  });
}

/// Configurations: the canonical spec names the same configuration; spoilt specs.
template <class State>
void law_spec_texts(const typename State::Rules& rules) {
  using Rules = typename State::Rules;
  const State start(rules);
  Rng rng(7);
  const Visit<State> visit{start, 7, rng};
  const std::string spec = rules.spec();
  const Parsed<Rules> same = read_rules<Rules>(spec);
  visit.require(same.ok(), "the canonical spec is not accepted",
                same.ok() ? "" : same.error().to_string());
  visit.require(same->spec() == spec, "the canonical spec is not canonical", same->spec());
  visit.require(State(*same).to_text() == start.to_text(),
                "the canonical spec names another start");
  const std::string name = parse_spec(spec)->name;
  const std::vector<std::string> names = Rules::names();
  visit.require(std::find(names.begin(), names.end(), name) != names.end(),
                "the spec's name is unknown");
  visit.require(!Rules::title(name).empty() && !Rules::summary(name).empty(),
                "no title or summary");
  for (const Parameter& parameter : Rules::parameters(name)) {
    visit.require(!parameter.help.empty(), "an option without help", parameter.name);
    // (An option that means nothing here may be refused even so.)
    const Spec with_default{name, {{parameter.name, parameter.default_value}}};
    const Parsed<Rules> read = read_rules<Rules>(to_string(with_default));
    visit.require(!read.ok() || read->spec() == make_rules<Rules>(name).spec(),
                  "an option's default value changes the configuration", parameter.name);
  }
  const std::string unknown = name + "(no_such_option=1)";
  visit.require(!read_rules<Rules>(unknown).ok(), "an unknown option is accepted");
  for (int i = 0; i < 300; ++i) {
    const std::string bad = spoilt(spec + (i % 2 == 0 ? "(width=5)" : ""), unknown, rng);
    const Parsed<Rules> read = read_rules<Rules>(bad);
    if (read.ok()) {
      visit.require(State(*read).validate().empty(), "a spoilt spec gives an invalid start",
                    visible(bad));
    } else {
      visit.require(!read.error().message.empty(), "an error without a sentence", visible(bad));
    }
  }
}

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_TEXT_LAWS_H_
