// What a game knows and shows besides its rules: observation tensors, hints, evaluation.
#ifndef VARAN_TESTS_CONFORMANCE_KNOWLEDGE_LAWS_H_
#define VARAN_TESTS_CONFORMANCE_KNOWLEDGE_LAWS_H_

#include <cmath>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "tests/conformance/laws.h"

namespace varan::conformance {

/// observe fills exactly the tensor of the declared shape, with finite numbers.
template <class State>
void law_observation(const typename State::Rules& rules) {
  const ObservationShape shape = rules.observation_shape();
  constexpr std::size_t kMargin = 16;
  constexpr float kUntouched = -12345;
  std::vector<float> tensor;
  visit_positions<State>(rules, 500, [&](const Visit<State>& visit) {
    const std::set<std::string> names(shape.planes.begin(), shape.planes.end());
    visit.require(shape.size() > 0 && names.size() == shape.planes.size() && !names.contains(""),
                  "the planes of the observation have no distinct names");
    for (Player player = 0; player < visit.state.players(); ++player) {
      tensor.assign(shape.size() + 2 * kMargin, kUntouched);
      const std::span<float> inner = std::span(tensor).subspan(kMargin, shape.size());
      std::fill(inner.begin(), inner.end(), std::numeric_limits<float>::quiet_NaN());
      visit.state.observe(player, inner);
      for (const float value : inner) {
        visit.require(std::isfinite(value), "the observation has a number that is not finite");
      }
      for (std::size_t i = 0; i < kMargin; ++i) {
        visit.require(tensor[i] == kUntouched && tensor[tensor.size() - 1 - i] == kUntouched,
                      "observe writes outside of its tensor");
      }
    }
  });
}

/// Hints: finite, not negative, at least one of them positive; the same in every world that the
/// player thinks possible; an action's hint does not depend on which others are asked for.
template <class State>
void law_hints(const typename State::Rules& rules) {
  if constexpr (HasHints<State>) {
    visit_positions<State>(rules, 2000, [&](const Visit<State>& visit) {
      for (const Player player : visit.state.movers()) {
        ActionList<State> actions;
        visit.state.legal_actions(player, actions);
        const std::span<const Action> all(actions.data(), actions.size());
        const auto hints = [&](const State& state) {
          std::vector<float> weights(all.size(), -1);
          state.hint(player, all, weights);
          return weights;
        };
        const std::vector<float> weights = hints(visit.state);
        float sum = 0;
        for (const float weight : weights) {
          visit.require(std::isfinite(weight) && weight >= 0, "a hint is negative or not finite");
          sum += weight;
        }
        visit.require(sum > 0 && std::isfinite(sum), "all hints are 0");
        State dealt = visit.state;
        dealt.determinize(player, visit.rng);
        visit.require(hints(dealt) == weights, "hints depend on what the player cannot know",
                      "player " + std::to_string(player));
      }
    });
  }
}

/// Evaluation: a value in [-1, 1] for every player, summing to the game's utility sum.
template <class State>
void law_evaluation(const typename State::Rules& rules) {
  if constexpr (HasEvaluation<State>) {
    const Traits traits = rules.traits();
    visit_positions<State>(rules, 2000, [&](const Visit<State>& visit) {
      if (visit.state.kind() == NodeKind::kChance) return;
      std::vector<double> values(static_cast<std::size_t>(traits.players),
                                 std::numeric_limits<double>::quiet_NaN());
      visit.state.evaluate(values);
      double sum = 0;
      for (const double value : values) {
        visit.require(value >= -1 && value <= 1, "an evaluation is not in [-1, 1]",
                      std::to_string(value));
        sum += value;
      }
      visit.require(std::abs(sum - traits.utility_sum) < 1e-9,
                    "evaluations do not sum to utility_sum", std::to_string(sum));
    });
  }
}

}  // namespace varan::conformance

#endif  // VARAN_TESTS_CONFORMANCE_KNOWLEDGE_LAWS_H_
