#include "varan/arena/rating.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "varan/rng.h"

namespace varan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kEloPerNat = 173.71779276130073;  // 400 / ln 10
constexpr double kTail = 0.025;

double compare(double mine, double theirs) {
  return mine > theirs ? 1.0 : mine < theirs ? 0.0 : 0.5;
}

/// reaches(i, j) != 0: i scored against j, or against one who reaches j.
PairTable closure(const PairTable& points) {
  const int n = points.size();
  PairTable reaches(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) reaches(i, j) = i == j || points(i, j) > 0;
  }
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) {
      if (reaches(i, k) == 0) continue;
      for (int j = 0; j < n; ++j) {
        if (reaches(k, j) != 0) reaches(i, j) = 1;
      }
    }
  }
  return reaches;
}

bool connected(const PairTable& points) {
  PairTable met(points.size());
  for (int i = 0; i < points.size(); ++i) {
    for (int j = 0; j < points.size(); ++j) met(i, j) = points(i, j) + points(j, i);
  }
  const PairTable reaches = closure(met);
  for (int i = 0; i < points.size(); ++i) {
    if (reaches(0, i) == 0) return false;
  }
  return true;
}

/// Whether nobody ever scored against a bot, or it never scored: then nothing in the results keeps
/// its rating from rising, or falling, without end.
bool perfect(const PairTable& points, int bot) {
  double lost = 0;
  for (int j = 0; j < points.size(); ++j) lost += points(j, bot);
  return lost == 0;
}
bool hopeless(const PairTable& points, int bot) {
  double won = 0;
  for (int j = 0; j < points.size(); ++j) won += points(bot, j);
  return won == 0;
}

/// The points, with a drawn game in each pair whose perfect result would let ratings run away.
PairTable bounded(const PairTable& points, const PairTable& reaches) {
  PairTable result = points;
  for (int i = 0; i < points.size(); ++i) {
    for (int j = 0; j < points.size(); ++j) {
      if (points(i, j) > 0 && reaches(j, i) == 0) {
        const double drawn = std::min(0.5, 0.5 * points(i, j));
        result(i, j) -= drawn;
        result(j, i) += drawn;
      }
    }
  }
  return result;
}

/// Solves a * x = b in place, a positive definite; b becomes x.
void solve(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[i * n + k] / a[k * n + k];
      if (factor == 0) continue;
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
}

double log_likelihood(const PairTable& points, const std::vector<double>& rating) {
  double sum = 0;
  for (int i = 0; i < points.size(); ++i) {
    for (int j = 0; j < points.size(); ++j) {
      if (points(i, j) <= 0) continue;
      const double gap = rating[static_cast<std::size_t>(j)] - rating[static_cast<std::size_t>(i)];
      sum -=
          points(i, j) * (gap > 0 ? gap + std::log1p(std::exp(-gap)) : std::log1p(std::exp(gap)));
    }
  }
  return sum;
}

/// Newton's method on a concave function, with steps halved until they climb. Ratings in nats with
/// the first at 0. Every bot must be held from both sides.
std::vector<double> maximize(const PairTable& points) {
  const int n = points.size();
  std::vector<double> rating(static_cast<std::size_t>(n), 0.0);
  if (n < 2) return rating;
  double best = log_likelihood(points, rating);
  const auto free = static_cast<std::size_t>(n - 1);
  for (int step = 0; step < 200; ++step) {
    std::vector<double> hessian(free * free, 0.0);
    std::vector<double> gradient(free, 0.0);
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        const double games = points(i, j) + points(j, i);
        if (games <= 0) continue;
        const double expected = 1.0 / (1.0 + std::exp(rating[static_cast<std::size_t>(j)] -
                                                      rating[static_cast<std::size_t>(i)]));
        const double surplus = points(i, j) - games * expected;
        const double weight = std::max(games * expected * (1 - expected), 1e-12);
        const auto a = static_cast<std::size_t>(i - 1);
        const auto b = static_cast<std::size_t>(j - 1);
        gradient[b] -= surplus;
        hessian[b * free + b] += weight;
        if (i == 0) continue;
        gradient[a] += surplus;
        hessian[a * free + a] += weight;
        hessian[a * free + b] -= weight;
        hessian[b * free + a] -= weight;
      }
    }
    solve(hessian, gradient);  // gradient is now the step
    double size = 0;
    for (const double change : gradient) size = std::max(size, std::abs(change));
    if (!(size > 1e-12)) break;
    double scale = std::min(1.0, 4.0 / size);
    bool climbed = false;
    for (int halving = 0; halving < 40 && !climbed; ++halving, scale /= 2) {
      std::vector<double> trial = rating;
      for (std::size_t k = 0; k < free; ++k) trial[k + 1] += scale * gradient[k];
      const double value = log_likelihood(points, trial);
      if (value > best || size < 1e-4) {  // so close the likelihood is flat to the last digit
        best = value;
        rating = std::move(trial);
        climbed = true;
      }
    }
    if (!climbed) break;
  }
  return rating;
}

/// Ratings as they are shown, in Elo: of two bots the difference, of more those with mean 0.
std::vector<double> shown(std::vector<double> rating) {
  const auto n = static_cast<double>(rating.size());
  const double mean = std::accumulate(rating.begin(), rating.end(), 0.0) / n;
  const double scale = rating.size() == 2 ? 2 * kEloPerNat : kEloPerNat;
  for (double& value : rating) value = (value - mean) * scale;
  return rating;
}

/// The probability that a standard normal variable is at most z.
double normal_distribution(double z) { return 0.5 * std::erfc(-z * 0.7071067811865476); }

/// The 97.5 % quantile of Student's t.
double student_t(std::int64_t degrees) {
  static constexpr double kTable[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365,
                                      2.306,  2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
                                      2.131,  2.120, 2.110, 2.101, 2.093, 2.086};
  if (degrees <= 20) return kTable[degrees - 1];
  const double z = 1.959963984540054;  // Cornish-Fisher expansion
  const double v = static_cast<double>(degrees);
  return z + (z * z * z + z) / (4 * v) +
         (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * v * v);
}

/// The share of resamples outside of each bound, for this many blocks.
double tail(std::int64_t blocks) {
  const double n = static_cast<double>(blocks);
  return normal_distribution(-std::sqrt(n / (n - 1)) * student_t(blocks - 1));
}

Interval percentiles(std::vector<double>& samples, std::int64_t blocks) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const auto cut = static_cast<std::size_t>(tail(blocks) * static_cast<double>(samples.size()));
  return {samples[cut], samples[samples.size() - 1 - cut]};
}

/// Sums of one deal, or of many: for each entrant and each pair of entrants.
class Sums {
 public:
  explicit Sums(int entrants)
      : entrants_(entrants),
        values_(static_cast<std::size_t>(entrants) * static_cast<std::size_t>(entrants) +
                    2 * static_cast<std::size_t>(entrants),
                0.0) {}

  double& points(int i, int j) { return values_[pair(i, j)]; }
  double& utility(int i) { return values_[single(0, i)]; }
  double& seats(int i) { return values_[single(1, i)]; }
  double mean_utility(int i) const {
    const double seats = values_[single(1, i)];
    return seats > 0 ? values_[single(0, i)] / seats : 0;
  }
  PairTable table() const {
    PairTable result(entrants_);
    for (int i = 0; i < entrants_; ++i) {
      for (int j = 0; j < entrants_; ++j) result(i, j) = values_[pair(i, j)];
    }
    return result;
  }
  void clear() { std::fill(values_.begin(), values_.end(), 0.0); }
  void add(const Sums& other, double times) {
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] += times * other.values_[k];
  }

 private:
  std::size_t pair(int i, int j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(entrants_) +
           static_cast<std::size_t>(j);
  }
  std::size_t single(int which, int i) const {
    return static_cast<std::size_t>(entrants_) * static_cast<std::size_t>(entrants_ + which) +
           static_cast<std::size_t>(i);
  }
  int entrants_;
  std::vector<double> values_;
};

/// The entrants of a game, each once, ascending.
std::vector<int> present(const GameOutcome& game) {
  std::vector<int> result = game.entrants;
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Mean comparison of the seats of `a` with those of `b`, or with all others if `b` is negative.
double comparison(const GameOutcome& game, int a, int b) {
  double sum = 0;
  int count = 0;
  for (std::size_t s = 0; s < game.entrants.size(); ++s) {
    if (game.entrants[s] != a) continue;
    for (std::size_t t = 0; t < game.entrants.size(); ++t) {
      if (game.entrants[t] == a || (b >= 0 && game.entrants[t] != b)) continue;
      sum += compare(game.returns[s], game.returns[t]);
      ++count;
    }
  }
  return count > 0 ? sum / count : 0.5;
}

double best_seat(const GameOutcome& game, int entrant, bool own) {
  double best = -kInfinity;
  for (std::size_t s = 0; s < game.entrants.size(); ++s) {
    if ((game.entrants[s] == entrant) == own) best = std::max(best, game.returns[s]);
  }
  return best;
}

/// The sums of each deal.
std::vector<Sums> sums_by_deal(int entrants, std::span<const GameOutcome> games) {
  std::map<std::int64_t, std::size_t> number;
  std::vector<Sums> deals;
  for (const GameOutcome& game : games) {
    const auto [place, is_new] = number.try_emplace(game.deal, deals.size());
    if (is_new) deals.emplace_back(entrants);
    Sums& sums = deals[place->second];
    const std::vector<int> here = present(game);
    for (const int a : here) {
      for (const int b : here) {
        if (a != b) sums.points(a, b) += comparison(game, a, b);
      }
    }
    for (std::size_t s = 0; s < game.entrants.size(); ++s) {
      sums.utility(game.entrants[s]) += game.returns[s];
      sums.seats(game.entrants[s]) += 1;
    }
  }
  return deals;
}

/// By how much more or less than `value`, seen on each of `count` deals, the mean of a quantity
/// from `least` to `most` can be: a deal of another kind may have stayed away by chance.
Interval unvaried(double value, double least, double most, std::int64_t count) {
  const double unseen = 1 - std::pow(kTail, 1.0 / static_cast<double>(count));
  return {value - unseen * (value - least), value + unseen * (most - value)};
}

/// The value that all deals have in common, with its interval; nothing if they differ. `value_of`
/// gives a deal's, or NaN if it has none.
template <class ValueOf>
std::optional<Interval> unvaried_value(std::vector<Sums>& deals, double least, double most,
                                       ValueOf value_of) {
  double value = kNaN;
  std::int64_t count = 0;
  for (Sums& deal : deals) {
    const double here = value_of(deal);
    if (std::isnan(here)) continue;
    if (count++ > 0 && std::abs(here - value) > 1e-12) return std::nullopt;
    value = here;
  }
  if (count == 0) return std::nullopt;
  return unvaried(value, least, most, count);
}

/// Elo intervals: by resampling, then widened where that shows nothing.
class EloIntervals {
 public:
  EloIntervals(std::vector<Sums>& deals, const PairTable& points)
      : deals_(deals),
        points_(points),
        bounded_(bounded(points, closure(points))),
        samples_(static_cast<std::size_t>(points.size())) {}

  void resampled(const PairTable& points) {
    if (!connected(points)) return;  // the last deals may be incomplete
    const std::vector<double> elo = shown(maximize(bounded(points, closure(points))));
    for (int i = 0; i < points.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      samples_[k].push_back(perfect(points, i)    ? kInfinity
                            : hopeless(points, i) ? -kInfinity
                                                  : elo[k]);
    }
  }

  Interval interval(int entrant) {
    Interval result = percentiles(samples_[static_cast<std::size_t>(entrant)],
                                  static_cast<std::int64_t>(deals_.size()));
    result.low =
        hopeless(points_, entrant) ? -kInfinity : std::min(result.low, widened(entrant, false));
    result.high =
        perfect(points_, entrant) ? kInfinity : std::max(result.high, widened(entrant, true));
    return result;
  }

 private:
  /// The rating if each constant result of the entrant were at the bound of what chance allows.
  double widened(int entrant, bool up) {
    PairTable points = bounded_;
    for (int j = 0; j < points.size(); ++j) {
      if (j == entrant) continue;
      const std::optional<Interval> bounds = unvaried_value(deals_, 0, 1, [&](Sums& deal) {
        return deal.points(entrant, j) / (deal.points(entrant, j) + deal.points(j, entrant));
      });
      if (!bounds) continue;
      const double score = up ? bounds->high : bounds->low;
      if (score <= 0 || score >= 1) continue;
      const double games = points_(entrant, j) + points_(j, entrant);
      points(entrant, j) = score * games;
      points(j, entrant) = (1 - score) * games;
    }
    return shown(maximize(points))[static_cast<std::size_t>(entrant)];
  }

  std::vector<Sums>& deals_;
  const PairTable& points_;
  PairTable bounded_;
  std::vector<std::vector<double>> samples_;
};

void add_intervals(Standings& standings, std::vector<Sums>& deals,
                   const BootstrapOptions& options) {
  if (deals.size() < 2 || !connected(standings.points)) return;
  const int entrants = standings.points.size();
  const auto count = static_cast<std::uint32_t>(deals.size());
  EloIntervals elo(deals, standings.points);
  std::vector<std::vector<double>> utility(static_cast<std::size_t>(entrants));
  Rng rng(options.seed);
  Sums sums(entrants);
  std::vector<int> drawn(deals.size());
  for (int sample = 0; sample < options.resamples; ++sample) {
    std::fill(drawn.begin(), drawn.end(), 0);
    for (std::uint32_t k = 0; k < count; ++k) ++drawn[rng.below(count)];
    sums.clear();
    for (std::size_t d = 0; d < deals.size(); ++d) {
      if (drawn[d] > 0) sums.add(deals[d], drawn[d]);
    }
    elo.resampled(sums.table());
    for (int i = 0; i < entrants; ++i) {
      utility[static_cast<std::size_t>(i)].push_back(sums.mean_utility(i));
    }
  }
  for (int i = 0; i < entrants; ++i) {
    Standing& standing = standings.entrants[static_cast<std::size_t>(i)];
    if (standing.games == 0) continue;
    standing.elo_interval = elo.interval(i);
    standing.utility_interval =
        percentiles(utility[static_cast<std::size_t>(i)], static_cast<std::int64_t>(count));
    const std::optional<Interval> bounds = unvaried_value(
        deals, -1, 1, [&](Sums& deal) { return deal.seats(i) > 0 ? deal.mean_utility(i) : kNaN; });
    if (bounds) standing.utility_interval = *bounds;
  }
}

}  // namespace

double elo_from_score(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return kEloPerNat * std::log(score / (1 - score));
}

double score_from_elo(double elo) { return 1 / (1 + std::exp(-elo / kEloPerNat)); }

std::vector<double> bradley_terry(const PairTable& points) {
  const auto n = static_cast<std::size_t>(points.size());
  if (n == 0) return {};
  if (!connected(points)) return std::vector<double>(n, kNaN);
  std::vector<double> rating = maximize(bounded(points, closure(points)));
  const double mean = std::accumulate(rating.begin(), rating.end(), 0.0) / static_cast<double>(n);
  for (double& value : rating) value = (value - mean) * kEloPerNat;
  return rating;
}

std::vector<int> Standings::ranking() const {
  std::vector<int> order(entrants.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    const Standing& x = entrants[static_cast<std::size_t>(a)];
    const Standing& y = entrants[static_cast<std::size_t>(b)];
    return x.score != y.score ? x.score > y.score : x.utility > y.utility;
  });
  return order;
}

Standings rate(int entrants, std::span<const GameOutcome> games, const BootstrapOptions& options) {
  Standings standings;
  standings.entrants.resize(static_cast<std::size_t>(entrants));
  standings.games = PairTable(entrants);
  for (const GameOutcome& game : games) {
    const std::vector<int> here = present(game);
    for (const int a : here) {
      Standing& standing = standings.entrants[static_cast<std::size_t>(a)];
      const double own = best_seat(game, a, true);
      const double others = best_seat(game, a, false);
      ++standing.games;
      standing.wins += own > others;
      standing.draws += own == others;
      standing.losses += own < others;
      standing.score += comparison(game, a, -1);
      for (const int b : here) standings.games(a, b) += a != b;
    }
  }
  std::vector<Sums> deals = sums_by_deal(entrants, games);
  Sums all(entrants);
  for (const Sums& deal : deals) all.add(deal, 1);
  standings.deals = static_cast<std::int64_t>(deals.size());
  standings.points = all.table();
  std::vector<double> elo = bradley_terry(standings.points);
  if (entrants == 2) {
    for (double& value : elo) value *= 2;  // the difference, see the top of the header
  }
  for (int i = 0; i < entrants; ++i) {
    Standing& standing = standings.entrants[static_cast<std::size_t>(i)];
    if (standing.games > 0) standing.score /= static_cast<double>(standing.games);
    standing.elo = elo[static_cast<std::size_t>(i)];
    standing.utility = all.mean_utility(i);
  }
  add_intervals(standings, deals, options);
  return standings;
}

}  // namespace varan
