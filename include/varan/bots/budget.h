// How long a search may go on: iterations, time and a stop token, whichever ends first.
#ifndef VARAN_BOTS_BUDGET_H_
#define VARAN_BOTS_BUDGET_H_

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>
#include <stop_token>

namespace varan {

struct Budget {
  static constexpr std::int64_t kUnlimited = std::numeric_limits<std::uint32_t>::max();

  std::int64_t iterations = 1000;  ///< 1 .. kUnlimited
  double milliseconds = 0;         ///< 0: no limit
};

/// Counts iterations against a budget. The clock and the stop token are read every few iterations:
/// often enough to overshoot by well under a millisecond, rarely enough not to cost.
class BudgetMeter {
 public:
  enum class Verdict { kGoOn, kIterations, kTime, kStopped };

  BudgetMeter(const Budget& budget, std::stop_token stop)
      : budget_(budget), stop_(std::move(stop)), start_(Clock::now()), last_reading_(start_) {}

  /// To be asked before each iteration.
  Verdict before_iteration() {
    if (done_ == budget_.iterations) return Verdict::kIterations;
    if (done_ >= next_reading_) {
      if (stop_.stop_requested()) return Verdict::kStopped;
      const Clock::time_point now = Clock::now();
      if (budget_.milliseconds > 0 && milliseconds(now - start_) >= budget_.milliseconds) {
        return Verdict::kTime;
      }
      pace(milliseconds(now - last_reading_));
      last_reading_ = now;
    }
    ++done_;
    return Verdict::kGoOn;
  }

  /// Whether something that takes so long ends within the time limit, if there is one.
  bool has_time_for(double milliseconds_needed) const {
    return budget_.milliseconds <= 0 ||
           milliseconds(Clock::now() - start_) + milliseconds_needed < budget_.milliseconds;
  }

  std::int64_t iterations_done() const { return done_; }
  double seconds() const { return milliseconds(Clock::now() - start_) / 1000; }

 private:
  using Clock = std::chrono::steady_clock;
  static double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
  }

  /// Aims at a reading every quarter of a millisecond; the pace at most doubles from one to the
  /// next.
  void pace(double milliseconds_passed) {
    constexpr double kAim = 0.25;
    if (milliseconds_passed < kAim / 2) {
      stride_ = std::min<std::int64_t>(stride_ * 2, 1 << 16);
    } else if (milliseconds_passed > kAim) {
      stride_ = std::max<std::int64_t>(
          1, static_cast<std::int64_t>(static_cast<double>(stride_) * kAim / milliseconds_passed));
    }
    next_reading_ = done_ + stride_;
  }

  Budget budget_;
  std::stop_token stop_;
  Clock::time_point start_;
  Clock::time_point last_reading_;
  std::int64_t done_ = 0;
  std::int64_t stride_ = 1;
  std::int64_t next_reading_ = 0;
};

}  // namespace varan

#endif  // VARAN_BOTS_BUDGET_H_
