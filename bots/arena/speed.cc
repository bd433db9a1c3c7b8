#include "varan/arena/speed.h"

#include <algorithm>
#include <chrono>

namespace varan {
namespace {

constexpr int kTurns = 10;  // in which playouts and search alternate

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Work done and the time it took.
struct Meter {
  double count = 0;
  double seconds = 0;
  double rate() const { return seconds > 0 ? count / seconds : 0; }
};

}  // namespace

absl::StatusOr<SpeedReport> measure_speed(const AnyState& state, Player player, Bot& bot,
                                          double seconds, std::uint64_t seed) {
  const double slice = seconds / (2 * kTurns);
  Rng rng(seed);
  Meter playouts;
  Meter iterations;
  double moves = 0;
  std::int64_t decisions = 0;
  std::int64_t batch = 1;
  Decision last;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (const Clock::time_point start = Clock::now();;) {
      const Clock::time_point batch_start = Clock::now();
      moves += static_cast<double>(state.play_randomly(batch, rng));
      const double spent = seconds_since(batch_start);
      playouts.count += static_cast<double>(batch);
      playouts.seconds += spent;
      if (spent < slice / 20) batch *= 2;
      if (seconds_since(start) >= slice) break;
    }
    for (const Clock::time_point start = Clock::now();;) {
      const Clock::time_point decision_start = Clock::now();
      absl::StatusOr<Decision> decision = bot.choose(state, player, {rng(), {}});
      if (!decision.ok()) return decision.status();
      iterations.seconds += seconds_since(decision_start);
      iterations.count += static_cast<double>(decision->iterations);
      ++decisions;
      last = *std::move(decision);
      if (seconds_since(start) >= slice) break;
    }
  }
  SpeedReport report;
  report.playouts_per_second = playouts.rate();
  report.decisions_per_playout = moves / playouts.count;
  report.bytes_per_state = state.game().bytes_per_state();
  report.bot_decisions_per_second = static_cast<double>(decisions) / iterations.seconds;
  if (iterations.count > 0) {
    report.iterations_per_second = iterations.rate();
    report.ratio = iterations.rate() / playouts.rate();
  }
  const auto bytes = static_cast<double>(last.table_bytes);
  if (last.information_sets > 0) {
    report.bytes_per_information_set = bytes / static_cast<double>(last.information_sets);
  }
  if (last.table_actions > 0)
    report.bytes_per_action = bytes / static_cast<double>(last.table_actions);
  return report;
}

}  // namespace varan
