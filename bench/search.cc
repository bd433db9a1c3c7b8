// What the search costs: iterations a second at 1,000, 10,000 and 100,000 iterations a decision,
// with single moves and uniform rollouts, from the start and from a middle position.
#include "varan/bots/search.h"

#include <benchmark/benchmark.h>

#include "bench/bench_games.h"
#include "varan/bots/view.h"

namespace varan {
namespace {

template <class S>
void iterations(benchmark::State& bench, const S& root) {
  SearchOptions options;
  options.budget.iterations = bench.range(0);
  options.hints = false;
  options.proofs = false;
  const Traits traits = root.rules().traits();
  Search<S> search;
  std::int64_t done = 0;
  std::size_t bytes = 0;
  std::size_t actions = 0;
  for (auto _ : bench) {
    ++options.seed;
    search.prepare(options, traits);
    done += search.run(root, root.movers().lowest(), 0, {}).iterations;
    bytes += search.table().bytes_used();
    actions += search.table().listed_actions();
  }
  bench.counters["iterations"] =
      benchmark::Counter(static_cast<double>(done), benchmark::Counter::kIsRate);
  bench.counters["bytes_per_action"] = static_cast<double>(bytes) / static_cast<double>(actions);
}

template <class S>
S start_position() {
  S state(default_rules<S>());
  Rng rng(1);
  NullWitness witness;
  while (state.kind() == NodeKind::kChance) sample_chance(state, rng, witness);
  return state;
}

template <class S>
void register_game() {
  const std::string name = S::Rules::names().front();
  for (const auto& [place, root] :
       {std::pair("start", start_position<S>()), std::pair("middle", middle_position<S>())}) {
    benchmark::RegisterBenchmark(
        (name + "/" + place).c_str(),
        [position = root](benchmark::State& bench) { iterations<S>(bench, position); })
        ->Arg(1000)
        ->Arg(10'000)
        ->Arg(100'000);
  }
}

const bool kRegistered = [] {
  AllGames::for_each([]<class S>() { register_game<S>(); });
  return true;
}();

}  // namespace
}  // namespace varan
