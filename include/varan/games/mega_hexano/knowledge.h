// What a player of Mega Hexano knows: how promising a turn looks, and how a position stands.
//
// A turn is weighed by what it captures: the increase of the mover's exact score, or, in a race,
// how much nearer she comes to the goal. Positions are weighed by the differences of the same
// measure. The numbers were found by tournament, see bench/mega_hexano_tuning.md.
#ifndef VARAN_GAMES_MEGA_HEXANO_KNOWLEDGE_H_
#define VARAN_GAMES_MEGA_HEXANO_KNOWLEDGE_H_

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "varan/games/mega_hexano.h"
#include "varan/math.h"

namespace varan::mega_hexano {

/// A pile's standing, in points.
class Standing {
 public:
  explicit Standing(const MegaHexanoRules& rules) : rules_(rules), options_(rules.options()) {}

  /// Score, and in a race what still lacks to the goal.
  int operator()(const Pile& pile) const {
    const int score = pile.score(options_.white_wild).total();
    return options_.goal == Goal::kScore ? score : score - kPointsPerPiece * missing(pile);
  }

  /// The fewest pieces that, captured, would make the pile meet the trigger.
  int missing(const Pile& pile) const {
    if (options_.trigger == Trigger::kTrees) return missing_for_trees(pile);
    const unsigned colours = rules_.trigger_colours() & ~pile.colours();
    const int missing = std::popcount(colours);
    return missing + (options_.trigger == Trigger::kEveryColourAndTree ? pile.tree_lacks() : 0);
  }

 private:
  static constexpr int kPointsPerPiece = 4;

  /// Three trees of one colour each, or five of any kind. Whites do not count.
  int missing_for_trees(const Pile& all) const {
    const Pile pile = all.without_white();
    int of_any_kind = 0;
    for (int size = 1; size <= 3; ++size) of_any_kind += std::max(0, 5 - pile.of_size(size));
    // A further tree of a colour never lacks less than the one before, so the cheapest next tree is
    // always right.
    std::array<int, kColours> trees{};
    int of_one_colour = 0;
    for (int tree = 0; tree < 3; ++tree) {
      int least = kMostPieces;
      std::size_t cheapest = 0;
      for (std::size_t colour = 0; colour + 1 < kColours; ++colour) {
        if (rules_.preset().nests[colour] == 0) continue;
        int lacks = 0;
        for (int size = 1; size <= 3; ++size) {
          lacks += pile.count(piece(static_cast<Colour>(colour), size)) <= trees[colour];
        }
        if (lacks < least) {
          least = lacks;
          cheapest = colour;
        }
      }
      ++trees[cheapest];
      of_one_colour += least;
    }
    return std::min(of_any_kind, of_one_colour);
  }

  const MegaHexanoRules& rules_;
  const Options& options_;
};

/// How promising turns look to the player to move.
class TurnJudge {
 public:
  explicit TurnJudge(const MegaHexanoState& state)
      : state_(state),
        options_(state.rules().options()),
        standing_(state.rules()),
        pile_(state.pile(state.to_move())),
        now_(standing_(pile_)) {
    for (Player p = 0; p < state.players(); ++p) {
      if (p == state.to_move()) continue;
      best_other_ = std::max(best_other_, state.pile_score(p).total());
    }
  }

  /// The weight of a turn whose eruption lets so many pieces flow.
  float operator()(const Step& step, int pieces) const { return weight_of(gain(step, pieces)); }

  /// Points won by the eruption; kWon or kLost if it ends the game.
  int gain(const Step& step, int pieces) const {
    Pile pile = pile_;
    if (!state_.add_captures(step, pieces, pile)) return 0;
    if (options_.sweep > 0 && pile.white() >= options_.sweep) return kWon;
    if (state_.triggered(pile)) {
      if (options_.goal == Goal::kRace) return kWon;
      const int score = pile.score(options_.white_wild).total();
      if (score != best_other_ && !options_.finish_round) {
        return score > best_other_ ? kWon : kLost;
      }
    }
    return standing_(pile) - now_;
  }

  static constexpr int kWon = 1000;
  static constexpr int kLost = -1000;

  /// exp(gain / 3), from a table.
  static float weight_of(int gain) {
    if (gain >= kWon) return 1e9f;
    if (gain <= kLost) return 1e-6f;
    return kWeights[static_cast<std::size_t>(std::clamp(gain, 0, kMostGain))];
  }

 private:
  static constexpr int kMostGain = 40;
  static inline const auto kWeights = [] {
    std::array<float, kMostGain + 1> table;
    for (int i = 0; i <= kMostGain; ++i) {
      table[static_cast<std::size_t>(i)] = static_cast<float>(exp(i / 3.0));
    }
    return table;
  }();

  const MegaHexanoState& state_;
  const Options& options_;
  Standing standing_;
  Pile pile_;
  int now_;
  int best_other_ = 0;
};

}  // namespace varan::mega_hexano

namespace varan {

// Eruptions are weighed by what they capture; a quiet move by the best eruption of its cap
// afterwards, at a discount.
inline void MegaHexanoState::hint(Player, std::span<const Action> actions,
                                  std::span<float> weights) const {
  const mega_hexano::TurnJudge judge(*this);
  const mega_hexano::Board& board = rules_->board_;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const Step& step = board.step(actions[i]);
    if (erupts(obstacles_, step)) {
      weights[i] = judge(step, flow(obstacles_, step));
      continue;
    }
    const CellSet next = obstacles_ ^ step.toggles();
    float best = 0.5f;
    for (int direction = 0; direction < board.directions(); ++direction) {
      const Step& follow = board.step(board.action(step.to, direction));
      if (erupts(next, follow)) best = std::max(best, judge(follow, flow(next, follow)));
    }
    weights[i] = 0.8f * best;
  }
}

// The differences of standings, squashed, in the mean over all opponents. Where points decide, each
// piece that a player still lacks to end the game costs her a point.
inline void MegaHexanoState::evaluate(std::span<double> values) const {
  constexpr double kScale = 4;
  const mega_hexano::Standing standing(*rules_);
  const bool points_decide = rules_->options_.goal == mega_hexano::Goal::kScore;
  std::array<int, kMaxPlayers> points;
  for (std::size_t p = 0; p < values.size(); ++p) {
    points[p] = standing(piles_[p]) - (points_decide ? standing.missing(piles_[p]) : 0);
  }
  if (values.size() == 2) {
    values[0] = tanh((points[0] - points[1]) / kScale);
    values[1] = -values[0];
    return;
  }
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t p = 0; p < values.size(); ++p) {
    for (std::size_t q = p + 1; q < values.size(); ++q) {
      const double value =
          tanh((points[p] - points[q]) / kScale) / static_cast<double>(values.size() - 1);
      values[p] += value;
      values[q] -= value;
    }
  }
}

}  // namespace varan

#endif  // VARAN_GAMES_MEGA_HEXANO_KNOWLEDGE_H_
