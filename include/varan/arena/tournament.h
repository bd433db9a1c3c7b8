// A tournament: the games of a schedule, played by several threads, recorded and rated.
#ifndef VARAN_ARENA_TOURNAMENT_H_
#define VARAN_ARENA_TOURNAMENT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/any_game.h"
#include "varan/arena/rating.h"

namespace varan {

/// How far a tournament is.
struct TournamentProgress {
  std::int64_t done = 0;     ///< games, those of earlier runs included
  std::int64_t resumed = 0;  ///< of these, played by earlier runs
  std::int64_t total = 0;
  double seconds = 0;          ///< since this run began
  std::vector<double> scores;  ///< each bot's mean score so far
};

struct TournamentOptions {
  std::shared_ptr<const AnyGame> game;
  std::vector<std::string> bots;  ///< specs; the same one may stand there twice
  /// If not empty: a spec that meets, in turn, full tables of each of `bots`, instead of every
  /// line-up.
  std::string challenger;
  std::int64_t games = 100;  ///< for each line-up, rounded up to whole blocks (see Schedule)
  int jobs = 1;              ///< threads
  std::uint64_t seed = 1;
  std::string out;       ///< file of records; empty: none is written
  bool resume = false;   ///< continue what `out` holds
  std::stop_token stop;  ///< ends the tournament early; finished games are kept
  /// Called after each game, by one thread at a time.
  std::function<void(const TournamentProgress&)> progress;
};

/// A bot's part in a tournament.
struct TournamentBot {
  std::string spec;        ///< as Bot::spec() gives it
  std::int64_t moves = 0;  ///< made in all games
  double seconds = 0;      ///< spent on them
  std::int64_t forfeits = 0;
};

struct TournamentResult {
  std::vector<TournamentBot> bots;  ///< in the order given; a challenger comes first
  Standings standings;              ///< of the games finished, entrants numbered as `bots`
  std::int64_t games_done = 0;
  std::int64_t games_resumed = 0;
  std::int64_t games_total = 0;
  std::int64_t games_each = 0;  ///< most games of one line-up, rounded up to blocks
  std::int64_t deals = 0;
  int lineups = 0;
  std::int64_t distinct_games = 0;    ///< games that differ in seating or moves
  std::vector<std::string> forfeits;  ///< the first few, one sentence each
  bool interrupted = false;           ///< `stop` ended it before the last game
  bool dropped_line = false;          ///< `out` ended in the middle of a line, which was dropped
  /// Not ok: `out` holds all games, but could not be put into the order of the schedule.
  absl::Status sorting;
  double seconds = 0;  ///< of this run
};

/// Plays a tournament. Each game's record, a line, is written as soon as the game is finished, and
/// none is ever taken out of the file; at the end the lines are put into the order of the schedule
/// (not in a pipe). Records and standings are then the same for any number of jobs and any
/// interruptions, times apart. Forfeits are results, to be looked for by the caller. Errors:
/// kInvalidArgument, options that make no sense; kAlreadyExists, `out` holds something and `resume`
/// is false; kDataLoss or kFailedPrecondition, `out` holds garbled lines or another tournament;
/// kUnavailable, it cannot be written; kResourceExhausted, memory or threads gave out; kInternal,
/// the game is broken. Games that were finished before an error stand in `out`.
absl::StatusOr<TournamentResult> run_tournament(const TournamentOptions& options);

}  // namespace varan

#endif  // VARAN_ARENA_TOURNAMENT_H_
