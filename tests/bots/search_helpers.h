// Runs searches in tests.
#ifndef VARAN_TESTS_BOTS_SEARCH_HELPERS_H_
#define VARAN_TESTS_BOTS_SEARCH_HELPERS_H_

#include <algorithm>
#include <string_view>
#include <vector>

#include "varan/bots/search.h"
#include "varan/bots/view.h"
#include "varan/spec.h"

namespace varan {

template <class Rules>
Rules rules_of(std::string_view spec) {
  const Parsed<Spec> parsed = parse_spec(spec);
  const Parsed<Settings> settings = Settings::read(*parsed, Rules::parameters(parsed->name));
  return Rules::make(*settings).value();
}

inline SearchOptions options_with(std::int64_t iterations, std::uint64_t seed = 1) {
  SearchOptions options;
  options.budget.iterations = iterations;
  options.seed = seed;
  options.memory_bytes = std::size_t{64} << 20;
  options.hints = false;
  return options;
}

/// Searches single moves from a position.
template <class S>
typename Search<S>::Result search(const S& root, const SearchOptions& options, Search<S>& reused) {
  const Traits traits = root.rules().traits();
  reused.prepare(options, traits);
  return reused.run(root, root.movers().lowest(), 0, {});
}
template <class S>
typename Search<S>::Result search(const S& root, const SearchOptions& options) {
  Search<S> fresh;
  return search(root, options, fresh);
}

/// The most visited action; the first of equals.
template <class Result>
Action most_visited(const Result& result) {
  return std::max_element(result.actions.begin(), result.actions.end(),
                          [](const auto& a, const auto& b) { return a.visits < b.visits; })
      ->action;
}

template <class Result>
const auto& find_action(const Result& result, Action action) {
  return *std::find_if(result.actions.begin(), result.actions.end(),
                       [action](const auto& a) { return a.action == action; });
}

}  // namespace varan

#endif  // VARAN_TESTS_BOTS_SEARCH_HELPERS_H_
