// How far a tournament is, on stderr: a bar that is drawn over itself on a terminal, now and then a
// line elsewhere.
#ifndef VARAN_BOTS_COMMAND_PROGRESS_H_
#define VARAN_BOTS_COMMAND_PROGRESS_H_

#include <chrono>
#include <string>

#include "varan/arena/tournament.h"

namespace varan::command {

class ProgressMeter {
 public:
  ProgressMeter();
  /// Leaves a terminal's line clean.
  ~ProgressMeter();
  ProgressMeter(const ProgressMeter&) = delete;
  ProgressMeter& operator=(const ProgressMeter&) = delete;

  void show(const TournamentProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  bool terminal_;
  bool drawn_ = false;
  Clock::time_point last_;
  double last_share_ = 0;
};

}  // namespace varan::command

#endif  // VARAN_BOTS_COMMAND_PROGRESS_H_
