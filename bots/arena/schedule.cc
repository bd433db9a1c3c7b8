#include "varan/arena/schedule.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace varan {
namespace {

constexpr std::size_t kMostLineups = 100'000;
constexpr std::size_t kMostOrders = 6;
constexpr std::int64_t kMostGames = 1'000'000'000;

/// All distinct orders of a sorted list, or nothing if there are more than `most`.
std::vector<std::vector<int>> distinct_orders(std::vector<int> items, std::size_t most) {
  std::vector<std::vector<int>> orders;
  do {
    if (orders.size() == most) return {};
    orders.push_back(items);
  } while (std::next_permutation(items.begin(), items.end()));
  return orders;
}

/// Seats in circular order, the first fixed: permutation number `number` of the others.
std::vector<int> circular_order(int seats, std::int64_t number) {
  std::vector<int> rest(static_cast<std::size_t>(seats - 1));
  std::iota(rest.begin(), rest.end(), 1);
  std::vector<int> order{0};
  std::int64_t count = 1;
  for (int k = 2; k < seats; ++k) count *= k;
  number %= count;
  for (int left = seats - 1; left > 0; --left) {
    count /= left;
    const auto pick = static_cast<std::ptrdiff_t>(number / count);
    number %= count;
    order.push_back(rest[static_cast<std::size_t>(pick)]);
    rest.erase(rest.begin() + pick);
  }
  return order;
}

/// Extends `lineup` by ascending bots from `bot` on, each at least once if `all`, else at most
/// once. Stops when there are too many.
void extend(std::vector<int>& lineup, int bot, int bots, int seats, bool all,
            std::vector<std::vector<int>>& out) {
  const int free = seats - static_cast<int>(lineup.size());
  if (out.size() > kMostLineups) return;
  if (bot == bots) {
    if (free == 0) out.push_back(lineup);
    return;
  }
  const int left = bots - bot - 1;  // bots that come after this one
  const int least = all ? 1 : std::max(0, free - left);
  const int most = all ? free - left : std::min(1, free);
  const std::size_t size = lineup.size();
  for (int count = most; count >= least; --count) {
    lineup.insert(lineup.end(), static_cast<std::size_t>(count), bot);
    extend(lineup, bot + 1, bots, seats, all, out);
    lineup.resize(size);
  }
}

absl::Status check(int bots, int seats, std::int64_t games) {
  if (seats < 2)
    return absl::InvalidArgumentError("a tournament needs a game for two or more players");
  if (bots < 2) return absl::InvalidArgumentError("a tournament needs at least two bots");
  if (games < 1 || games > kMostGames) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the number of games must be 1..%d, not %d", kMostGames, games));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Schedule> Schedule::round_robin(int bots, int seats, std::int64_t games) {
  if (absl::Status status = check(bots, seats, games); !status.ok()) return status;
  std::vector<std::vector<int>> lineups;
  std::vector<int> lineup;
  extend(lineup, 0, bots, seats, bots < seats, lineups);
  if (lineups.size() > kMostLineups) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%d bots in %d seats make more than %d line-ups; enter fewer bots", bots,
                        seats, kMostLineups));
  }
  return make(std::move(lineups), games);
}

absl::StatusOr<Schedule> Schedule::challenge(int bots, int seats, std::int64_t games) {
  if (absl::Status status = check(bots, seats, games); !status.ok()) return status;
  std::vector<std::vector<int>> lineups;
  for (int bot = 1; bot < bots; ++bot) {
    std::vector<int> lineup(static_cast<std::size_t>(seats), bot);
    lineup[0] = 0;
    lineups.push_back(std::move(lineup));
  }
  return make(std::move(lineups), games);
}

absl::StatusOr<Schedule> Schedule::make(std::vector<std::vector<int>> lineups, std::int64_t games) {
  Schedule schedule;
  std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
  for (std::vector<int>& lineup : lineups) {
    const std::size_t most = std::max(kMostOrders, lineup.size());
    std::vector<std::vector<int>> orders = distinct_orders(lineup, most);
    schedule.lineups_.push_back({std::move(lineup), std::move(orders), schedule.games_per_deal_});
    const int size = schedule.size_of(schedule.lineups() - 1);
    schedule.games_per_deal_ += size;
    smallest = std::min<std::int64_t>(smallest, size);
  }
  schedule.deals_ = (games + smallest - 1) / smallest;
  return schedule;
}

int Schedule::size_of(int lineup) const {
  const Lineup& who = lineups_[static_cast<std::size_t>(lineup)];
  return static_cast<int>(who.orders.empty() ? who.entrants.size() : who.orders.size());
}

ScheduledGame Schedule::game(std::int64_t index) const {
  ScheduledGame game;
  game.deal = index / games_per_deal_;
  const std::int64_t within = index % games_per_deal_;
  const auto next = std::upper_bound(
      lineups_.begin(), lineups_.end(), within,
      [](std::int64_t number, const Lineup& lineup) { return number < lineup.first; });
  const Lineup& who = *(next - 1);
  game.block = game.deal * lineups() + (next - 1 - lineups_.begin());
  game.seating = static_cast<int>(within - who.first);

  const std::size_t seats = who.entrants.size();
  if (!who.orders.empty()) {
    game.entrants = who.orders[static_cast<std::size_t>(game.seating)];
    for (std::size_t s = 0; s < seats; ++s) {
      game.copies.push_back(static_cast<int>(
          std::count(game.entrants.begin(), game.entrants.begin() + static_cast<std::ptrdiff_t>(s),
                     game.entrants[s])));
    }
    return game;
  }
  // Copies keep their numbers when the circle turns, so that no two games of a block are the same.
  const std::vector<int> circle = circular_order(static_cast<int>(seats), game.deal);
  for (std::size_t s = 0; s < seats; ++s) {
    const auto place =
        static_cast<std::size_t>(circle[(s + static_cast<std::size_t>(game.seating)) % seats]);
    game.entrants.push_back(who.entrants[place]);
    game.copies.push_back(static_cast<int>(
        std::count(who.entrants.begin(), who.entrants.begin() + static_cast<std::ptrdiff_t>(place),
                   who.entrants[place])));
  }
  return game;
}

std::optional<std::int64_t> Schedule::find(std::int64_t block, int seating) const {
  if (block < 0 || block / lineups() >= deals_) return std::nullopt;
  const auto lineup = static_cast<int>(block % lineups());
  if (seating < 0 || seating >= size_of(lineup)) return std::nullopt;
  return block / lineups() * games_per_deal_ + lineups_[static_cast<std::size_t>(lineup)].first +
         seating;
}

}  // namespace varan
