#include "bots/command/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "absl/strings/str_format.h"

namespace varan::command {
namespace {

constexpr std::chrono::milliseconds kRedraw{100};
constexpr std::chrono::seconds kSoonest{
    2};  // between lines, with at least a tenth more games played
constexpr std::chrono::seconds kLatest{30};
constexpr std::size_t kBarWidth = 24;

double share_of(const TournamentProgress& progress) {
  return progress.total > 0
             ? static_cast<double>(progress.done) / static_cast<double>(progress.total)
             : 1;
}

std::string clock_text(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  return whole < 3600 ? absl::StrFormat("%d:%02d", whole / 60, whole % 60)
                      : absl::StrFormat("%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
}

/// "120/400 games, 11.2 a second, 0:25 left; score 56.3 - 43.7 %"
std::string facts_of(const TournamentProgress& progress) {
  std::string text = absl::StrFormat("%d/%d games", progress.done, progress.total);
  const auto played = static_cast<double>(progress.done - progress.resumed);
  if (played > 0 && progress.seconds > 0) {
    const double rate = played / progress.seconds;
    absl::StrAppendFormat(&text, ", %.3g a second", rate);
    if (progress.done < progress.total) {
      absl::StrAppendFormat(&text, ", %s left",
                            clock_text(static_cast<double>(progress.total - progress.done) / rate));
    }
  }
  if (played > 0 && progress.scores.size() == 2) {
    absl::StrAppendFormat(&text, "; score %.1f - %.1f %%", 100 * progress.scores[0],
                          100 * progress.scores[1]);
  }
  return text;
}

std::size_t terminal_width() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool can_redraw() {
  const char* kind = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && kind != nullptr && std::string_view(kind) != "dumb";
}

}  // namespace

ProgressMeter::ProgressMeter() : terminal_(can_redraw()), last_(Clock::now()) {}

ProgressMeter::~ProgressMeter() {
  if (drawn_) std::fputc('\n', stderr);
}

void ProgressMeter::show(const TournamentProgress& progress) {
  const double share = share_of(progress);
  const bool finished = progress.done == progress.total;
  const Clock::duration waited = Clock::now() - last_;
  if (terminal_) {
    if (drawn_ && !finished && waited < kRedraw) return;
    const auto full = static_cast<std::size_t>(share * static_cast<double>(kBarWidth));
    std::string line =
        absl::StrFormat("[%s%s] %3.0f %%  %s", std::string(full, '#'),
                        std::string(kBarWidth - full, '-'), 100 * share, facts_of(progress));
    line.resize(std::min(line.size(), terminal_width() - 1));
    std::fprintf(stderr, "\r%s\x1b[K", line.c_str());
    std::fflush(stderr);
    drawn_ = true;
  } else {
    const bool much = share - last_share_ >= 0.1 && waited >= kSoonest;
    if (!much && waited < kLatest && !(finished && last_share_ > 0)) return;
    std::fprintf(stderr, "%s\n", facts_of(progress).c_str());
    last_share_ = share;
  }
  last_ = Clock::now();
}

}  // namespace varan::command
