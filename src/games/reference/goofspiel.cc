#include "varan/games/reference/goofspiel.h"

#include "varan/assert.h"
#include "varan/fixed_vector.h"

// Hidden bids are drawn from a count of all that agree with the winners. Think of the two hands
// side by side and go up through the values of cards. A round that player 0 has won pairs a card of
// hers with a lower one of player 1: it is opened at the lower card and closed at the higher one,
// by any of the open rounds. Rounds that player 1 has won are the same the other way round; a tie
// is opened and closed at one value. So all that matters for the number of ways to go on is how
// many rounds of each kind have been opened and closed so far. The hand of a player who observes
// says what becomes of her card at each value; of the other hands everything that fits is tried.
// Which rounds pairs of a kind belong to is known by the observer's bids, or, for the public, drawn
// in the end.
namespace varan::goofspiel {
namespace {

enum Role : std::uint8_t { kUnused, kLower, kHigher, kTied };
constexpr std::array<Role, 4> kRoles = {kUnused, kLower, kHigher, kTied};

/// Rounds opened and closed; index: the player who won them.
struct Progress {
  std::array<int, 2> opened = {};
  std::array<int, 2> closed = {};
  int tied = 0;
  friend bool operator==(const Progress&, const Progress&) = default;
};

constexpr int triangle(int n) { return n * (n + 1) / 2; }

/// The most kinds of progress in a game of any length.
constexpr std::size_t kMostProgress = [] {
  int most = 0;
  for (int won = 0; won <= kMaxCards; ++won) {
    for (int lost = 0; won + lost <= kMaxCards; ++lost) {
      const int tied = kMaxCards - won - lost;
      most = std::max(most, triangle(won + 1) * triangle(lost + 1) * (tied + 1));
    }
  }
  return static_cast<std::size_t>(most);
}();

class Dealer {
 public:
  Dealer(const HiddenBids& hidden, Player observer) : hidden_(hidden), observer_(observer) {
    for (int round = 0; round < hidden.rounds; ++round) {
      const int winner = hidden.winners[static_cast<std::size_t>(round)];
      if (winner == 0) {
        ++all_.tied;
      } else {
        ++all_.opened[static_cast<std::size_t>(winner - 1)];
      }
      if (observer == kPublic) continue;
      const auto card = static_cast<std::size_t>(card_at(own_bids(), round));
      known_[card] = winner == 0 ? kTied : winner == observer + 1 ? kHigher : kLower;
      round_of_[card] = static_cast<std::uint8_t>(round);
    }
    all_.closed = all_.opened;
    count();
  }

  std::array<Cards, 2> draw(Rng& rng) {
    std::array<FixedVector<int, kMaxCards>, 2> open;  // lower cards, by the player who won
    std::array<FixedVector<std::array<int, 2>, kMaxCards>, 3> pairs;  // by HiddenBids::winners
    Progress progress;
    for (int card = 1; card <= hidden_.cards; ++card) {
      double left = rng.unit() * ways(card - 1, progress);
      Progress chosen = progress;
      std::array<Role, 2> roles = {};
      bool done = false;
      for_each_step(card, progress, [&](Role first, Role second, double factor, const Progress& p) {
        const double weight = factor * ways(card, p);
        if (done || weight == 0) return;
        chosen = p;
        roles = {first, second};
        left -= weight;
        done = left < 0;
      });
      if (roles[0] == kTied) pairs[0].push_back({card, card});
      for (std::size_t p = 0; p < 2; ++p) {
        if (roles[p] != kHigher) continue;
        const auto count = static_cast<std::uint32_t>(open[p].size());
        int& lower = open[p][rng.below(count)];
        pairs[p + 1].push_back(p == 0 ? std::array{card, lower} : std::array{lower, card});
        lower = open[p].back();
        open[p].pop_back();
      }
      for (std::size_t p = 0; p < 2; ++p) {
        if (roles[p] == kLower) open[1 - p].push_back(card);
      }
      progress = chosen;
    }
    VARAN_ASSERT(progress == all_, "every round has found its bids");
    return bids_of(pairs, rng);
  }

 private:
  Cards own_bids() const { return hidden_.bids[static_cast<std::size_t>(observer_)]; }

  /// Calls step(role of player 0's card, role of player 1's, in how many ways, what then) for all
  /// that can become of the cards of a value.
  template <class Step>
  void for_each_step(int card, const Progress& now, Step&& step) const {
    for (const Role first : kRoles) {
      if (observer_ == 0 && first != known_[static_cast<std::size_t>(card)]) continue;
      for (const Role second : kRoles) {
        if (observer_ == 1 && second != known_[static_cast<std::size_t>(card)]) continue;
        if ((first == kTied) != (second == kTied)) continue;
        Progress next = now;
        int factor = 1;
        if (first == kTied) ++next.tied;
        const std::array<Role, 2> roles = {first, second};
        for (std::size_t p = 0; p < 2; ++p) {
          if (roles[p] == kLower) ++next.opened[1 - p];
          if (roles[p] == kHigher) {
            factor *= now.opened[p] - now.closed[p];
            ++next.closed[p];
          }
        }
        if (factor == 0 || next.tied > all_.tied || next.opened[0] > all_.opened[0] ||
            next.opened[1] > all_.opened[1]) {
          continue;
        }
        step(first, second, static_cast<double>(factor), next);
      }
    }
  }

  /// In how many ways the cards above this one can complete the progress.
  float& ways(int card, const Progress& progress) {
    const auto of = [&](std::size_t p) {
      return triangle(progress.opened[p]) + progress.closed[p];
    };
    const int index =
        (of(0) * triangle(all_.opened[1] + 1) + of(1)) * (all_.tied + 1) + progress.tied;
    return ways_[static_cast<std::size_t>(card)][static_cast<std::size_t>(index)];
  }

  /// Fills ways() from the highest card down, for all kinds of progress that may be there.
  void count() {
    const auto range_of = [&](bool is_known, int known, int low, int high) {
      return is_known ? std::array{known, known} : std::array{low, high};
    };
    // What the observer's own cards above this one have still to do.
    Progress own = all_;
    for (int card = hidden_.cards; card >= 0; --card) {
      const bool first = observer_ == 0;
      const bool second = observer_ == 1;
      const auto tied = range_of(observer_ != kPublic, own.tied, 0, all_.tied);
      const auto opened_0 = range_of(second, own.opened[0], 0, all_.opened[0]);
      const auto opened_1 = range_of(first, own.opened[1], 0, all_.opened[1]);
      Progress now;
      for (now.opened[0] = opened_0[0]; now.opened[0] <= opened_0[1]; ++now.opened[0]) {
        const auto closed_0 = range_of(first, own.closed[0], 0, now.opened[0]);
        for (now.closed[0] = closed_0[0]; now.closed[0] <= closed_0[1]; ++now.closed[0]) {
          if (now.closed[0] > now.opened[0]) continue;
          for (now.opened[1] = opened_1[0]; now.opened[1] <= opened_1[1]; ++now.opened[1]) {
            const auto closed_1 = range_of(second, own.closed[1], 0, now.opened[1]);
            for (now.closed[1] = closed_1[0]; now.closed[1] <= closed_1[1]; ++now.closed[1]) {
              if (now.closed[1] > now.opened[1]) continue;
              for (now.tied = tied[0]; now.tied <= tied[1]; ++now.tied) count(card, now);
            }
          }
        }
      }
      const Role role = known_[static_cast<std::size_t>(card)];
      const auto p = static_cast<std::size_t>(observer_ == 1);
      own.tied -= role == kTied;
      own.opened[1 - p] -= role == kLower;
      own.closed[p] -= role == kHigher;
    }
  }

  /// Whether neither hand has bid more cards than there are up to this one, or has to bid more than
  /// there are above it.
  bool is_possible(int card, const Progress& now) const {
    for (std::size_t p = 0; p < 2; ++p) {
      const int bid = now.closed[p] + now.opened[1 - p] + now.tied;
      if (bid > card || hidden_.rounds - bid > hidden_.cards - card) return false;
    }
    return true;
  }

  void count(int card, const Progress& now) {
    double sum = card == hidden_.cards && now == all_ ? 1 : 0;
    if (card < hidden_.cards && is_possible(card, now)) {
      for_each_step(card + 1, now, [&](Role, Role, double factor, const Progress& next) {
        sum += factor * ways(card + 1, next);
      });
    }
    ways(card, now) = static_cast<float>(sum);
  }

  template <class Pairs>
  std::array<Cards, 2> bids_of(const Pairs& pairs, Rng& rng) const {
    std::array<Cards, 2> bids = {};
    for (std::size_t winner = 0; winner < 3; ++winner) {
      FixedVector<int, kMaxCards> rounds;
      for (int round = 0; round < hidden_.rounds; ++round) {
        if (hidden_.winners[static_cast<std::size_t>(round)] == winner) rounds.push_back(round);
      }
      if (observer_ == kPublic) rng.shuffle(rounds);
      for (std::size_t i = 0; i < rounds.size(); ++i) {
        const std::array<int, 2> pair = pairs[winner][i];
        const int round =
            observer_ == kPublic
                ? rounds[i]
                : round_of_[static_cast<std::size_t>(pair[static_cast<std::size_t>(observer_)])];
        for (std::size_t p = 0; p < 2; ++p) bids[p] |= static_cast<Cards>(pair[p]) << 4 * round;
      }
    }
    return bids;
  }

  const HiddenBids& hidden_;
  Player observer_;
  Progress all_;                                           // what there is after the last card
  std::array<Role, kMaxCards + 1> known_ = {};             // of each card of the observer
  std::array<std::uint8_t, kMaxCards + 1> round_of_ = {};  // in which she has bid it
  std::array<std::array<float, kMostProgress>, kMaxCards + 1> ways_;
};

}  // namespace

void draw_bids(HiddenBids& hidden, Player observer, Rng& rng) {
  const std::array<Cards, 2> drawn = Dealer(hidden, observer).draw(rng);
  for (Player p = 0; p < 2; ++p) {
    if (p != observer)
      hidden.bids[static_cast<std::size_t>(p)] = drawn[static_cast<std::size_t>(p)];
  }
}

}  // namespace varan::goofspiel
