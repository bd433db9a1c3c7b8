// Which bots meet in which seats on which deal.
//
// A *line-up* says who sits at a table. With at least as many bots as seats these are all
// combinations of different bots (two players: all pairs); with fewer bots than seats, all ways to
// fill the seats in which every bot sits at least once. A challenge pits one bot against tables
// full of copies of another: one line-up for each opponent.
//
// A *block* is one line-up on one deal, in all its seatings: every distinct order of the line-up
// where these are at most 6 or at most as many as there are seats (so 2 orders for two bots, 6 for
// three, n for a challenger among n-1 equals); otherwise n rotations of one circular order, which
// is another one on each deal, so that neighbours change as well. In every block each bot holds
// every seat equally often.
//
// All line-ups play the same deals, and the games are in the order of the deals: a longer
// tournament begins with the games of a shorter one.
#ifndef VARAN_ARENA_SCHEDULE_H_
#define VARAN_ARENA_SCHEDULE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"

namespace varan {

/// One game to be played.
struct ScheduledGame {
  std::int64_t deal = 0;
  std::int64_t block = 0;     ///< number of the block in the tournament
  int seating = 0;            ///< number of the game in its block
  std::vector<int> entrants;  ///< by seat: number of the bot
  std::vector<int> copies;    ///< by seat: which of its copies, 0 if it sits once
};

class Schedule {
 public:
  /// Every line-up of bots 0 .. bots-1, at least `games` games each. Errors: fewer than two bots or
  /// seats; no games; too many line-ups.
  static absl::StatusOr<Schedule> round_robin(int bots, int seats, std::int64_t games);
  /// Bot 0 against seats-1 copies of each of the bots 1 .. bots-1.
  static absl::StatusOr<Schedule> challenge(int bots, int seats, std::int64_t games);

  std::int64_t games() const { return deals_ * games_per_deal_; }
  std::int64_t deals() const { return deals_; }
  int lineups() const { return static_cast<int>(lineups_.size()); }
  /// The number of games of one line-up: what was asked for, rounded up to whole blocks.
  std::int64_t games_of(int lineup) const { return deals_ * size_of(lineup); }
  /// Games of a line-up on one deal.
  int size_of(int lineup) const;

  /// Game number `index`, 0 <= index < games().
  ScheduledGame game(std::int64_t index) const;
  /// The number of a block's game, or nothing if the tournament has no such game.
  std::optional<std::int64_t> find(std::int64_t block, int seating) const;

 private:
  struct Lineup {
    std::vector<int> entrants;             ///< ascending; copies side by side
    std::vector<std::vector<int>> orders;  ///< all distinct ones, or empty: rotations
    std::int64_t first = 0;                ///< number of its first game on a deal
  };
  static absl::StatusOr<Schedule> make(std::vector<std::vector<int>> lineups, std::int64_t games);

  std::vector<Lineup> lineups_;
  std::int64_t games_per_deal_ = 0;
  std::int64_t deals_ = 0;
};

}  // namespace varan

#endif  // VARAN_ARENA_SCHEDULE_H_
