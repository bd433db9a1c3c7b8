// What the rules cost: copying a position, listing legal actions, applying one, playing to the end.
#include <benchmark/benchmark.h>

#include "bench/bench_games.h"

namespace varan {
namespace {

template <class S>
void copy(benchmark::State& bench) {
  const std::vector<S>& sample = positions<S>();
  std::size_t i = 0;
  for (auto _ : bench) {
    S state = sample[i++ & 255];
    benchmark::DoNotOptimize(state);
  }
}

template <class S>
void legal_actions(benchmark::State& bench) {
  const std::vector<S>& sample = positions<S>();
  ActionList<S> actions;
  std::size_t i = 0;
  for (auto _ : bench) {
    const S& state = sample[i++ & 255];
    state.legal_actions(state.movers().lowest(), actions);
    benchmark::DoNotOptimize(actions);
  }
}

template <class S>
void copy_and_apply(benchmark::State& bench) {
  const std::vector<S>& sample = positions<S>();
  std::vector<Action> chosen;
  Rng rng(3);
  for (const S& state : sample) {
    chosen.push_back(random_action(state, state.movers().lowest(), rng));
  }
  NullWitness witness;
  std::size_t i = 0;
  for (auto _ : bench) {
    S state = sample[i & 255];
    state.apply(state.movers().lowest(), chosen[i & 255], witness);
    benchmark::DoNotOptimize(state);
    ++i;
  }
}

/// A whole uniformly random game; the counter is decisions a second.
template <class S>
void playout(benchmark::State& bench) {
  Rng rng(4);
  std::int64_t decisions = 0;
  for (auto _ : bench) {
    S state(default_rules<S>());
    decisions += play_randomly(state, rng);
    benchmark::DoNotOptimize(state);
  }
  bench.counters["decisions"] =
      benchmark::Counter(static_cast<double>(decisions), benchmark::Counter::kIsRate);
}

template <class S>
void register_game() {
  const std::string name = S::Rules::names().front();
  benchmark::RegisterBenchmark((name + "/copy").c_str(), copy<S>);
  benchmark::RegisterBenchmark((name + "/legal_actions").c_str(), legal_actions<S>);
  benchmark::RegisterBenchmark((name + "/copy_and_apply").c_str(), copy_and_apply<S>);
  benchmark::RegisterBenchmark((name + "/playout").c_str(), playout<S>);
}

const bool kRegistered = [] {
  AllGames::for_each([]<class S>() { register_game<S>(); });
  return true;
}();

}  // namespace
}  // namespace varan
