// Statistics of a tournament, as pure functions: scores, Elo ratings, intervals. Nothing here
// prints, reads a clock or draws a random number that is not fixed.
//
// The measure. Within a game two bots are compared by their utilities: 1 for the greater, 1/2 each
// for equal ones. A bot's *score* in a game is the mean of its comparisons with the other bots at
// the table; with two players that is the usual 1, 1/2, 0. *Elo* ratings are those under which the
// results of all pairs together are most likely (Bradley-Terry: a bot d Elo stronger scores 1 / (1
// + 10^(-d/400))). Only their differences mean anything. Of two bots each is given the difference
// to the other (75 % = +190.8); of more the mean is 0.
//
// The interval. Games of one deal have their luck in common, so the deal, with all its games, is
// the unit that is resampled (block bootstrap, 95 %), widened for few deals as Student's t is (the
// expanded percentile interval, Hesterberg 2015). Where every deal gave the same result resampling
// shows nothing; there the bound is what deals of another kind could do that had a chance of 2.5 %
// to stay away so far (50 deals all won: the score is at least 92.9 %).
#ifndef VARAN_ARENA_RATING_H_
#define VARAN_ARENA_RATING_H_

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace varan {

/// Elo difference at which `score` is expected; -infinity at 0, infinity at 1.
double elo_from_score(double score);
/// Expected score of a bot that is `elo` stronger.
double score_from_elo(double elo);

/// Two-sided bounds; an infinite one is not known.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// A square table, row against column.
class PairTable {
 public:
  explicit PairTable(int size)
      : size_(size), cells_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 0.0) {}
  int size() const { return size_; }
  double& operator()(int row, int column) { return cells_[index(row, column)]; }
  double operator()(int row, int column) const { return cells_[index(row, column)]; }

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size_) +
           static_cast<std::size_t>(column);
  }
  int size_;
  std::vector<double> cells_;
};

/// Maximum-likelihood ratings, in Elo with mean 0, for points(i, j) that i scored against j; the
/// games of a pair are points(i, j) + points(j, i). Where some bots never scored against some
/// others there is no maximum; then every pair with such a perfect result counts as though one of
/// its games had been drawn, which gives a finite figure. Bots that no chain of games connects: NaN
/// for all.
std::vector<double> bradley_terry(const PairTable& points);

/// One game as the statistics see it.
struct GameOutcome {
  std::int64_t deal = 0;        ///< games of one deal are resampled together
  std::vector<int> entrants;    ///< by seat; an entrant may hold several seats
  std::vector<double> returns;  ///< by seat
};

/// What a bot achieved.
struct Standing {
  std::int64_t games = 0;
  /// Games in which its best seat came out above, level with, or below the best seat of the others.
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  double score = 0;  ///< mean over its games, [0, 1]
  double elo = 0;    ///< see above; NaN where no chain of games connects all bots
  Interval elo_interval;
  double utility = 0;  ///< mean over its seats
  Interval utility_interval;
};

/// A tournament's results.
struct Standings {
  std::vector<Standing> entrants;
  PairTable points{0};  ///< row's points against column
  PairTable games{0};   ///< games in which both sat
  std::int64_t deals = 0;

  /// Entrants by score, then mean utility, then number.
  std::vector<int> ranking() const;
};

struct BootstrapOptions {
  int resamples = 1000;
  std::uint64_t seed = 1;
};

/// Rates `entrants` bots by their games.
Standings rate(int entrants, std::span<const GameOutcome> games,
               const BootstrapOptions& options = {});

}  // namespace varan

#endif  // VARAN_ARENA_RATING_H_
