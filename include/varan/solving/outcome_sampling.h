// Outcome sampling: counterfactual regret minimization that plays one history an iteration
// (Lanctot, Waugh, Zinkevich, Bowling 2009), and its online form OOS, which grows its table as it
// goes and plays most histories towards the information set where a decision is due (Lisy, Lanctot,
// Bowling 2015, information-set targeting).
//
// Every iteration starts at the start of the game, whatever has been played: what the others may
// hold is thus weighted by how they would have played with it, which a search that starts from the
// present position cannot know. In the paper each iteration is targeted as a whole or not at all;
// here every step is drawn from the mixture of the two, given the steps before: the same
// distribution of histories. Sums are kept relative to it, so that long games do not underflow.
#ifndef VARAN_SOLVING_OUTCOME_SAMPLING_H_
#define VARAN_SOLVING_OUTCOME_SAMPLING_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "varan/bots/budget.h"
#include "varan/game.h"
#include "varan/solving/choices.h"
#include "varan/solving/percepts.h"
#include "varan/solving/regret_matching.h"
#include "varan/solving/regret_table.h"

namespace varan {

struct OutcomeSamplingOptions {
  Budget budget;
  std::size_t memory_bytes = std::size_t{256} << 20;
  std::uint64_t seed = 0;
  double exploration = 0.4;  ///< epsilon: the share of uniform actions of the updated player
  double targeting = 0.9;    ///< delta: the share of iterations that must lead to the target
  /// False: an iteration adds at most one information set beyond the target, and plays on uniformly
  /// from there. True: it adds all it meets (plain outcome sampling).
  bool whole_paths = false;
};

/// Outcome sampling in a game of one or two players whose positions are of type `S`. Reusable; not
/// thread-safe.
template <GameState S>
class OutcomeSampling {
 public:
  /// What the decision is made for: a player who has perceived `percepts` (path keys, oldest
  /// first). Without percepts, nothing is targeted.
  struct Target {
    Player player = 0;
    std::span<const std::uint64_t> percepts;
  };
  struct Result {
    std::int64_t iterations = 0;
    BudgetMeter::Verdict verdict = BudgetMeter::Verdict::kIterations;
    /// Of the target's actions, in the game's order: how often they were sampled, and the sum of
    /// the player's utilities then.
    std::array<std::int64_t, S::kMaxLegalActions> visits = {};
    std::array<double, S::kMaxLegalActions> sums = {};
  };

  /// Forgets everything and sets all memory aside that run() will need.
  void prepare(const OutcomeSamplingOptions& options, int longest_game) {
    options_ = options;
    const auto longest = static_cast<std::size_t>(longest_game) + 1;
    table_.reserve(
        static_cast<std::size_t>(options.budget.iterations) * (options.whole_paths ? longest : 2) +
            longest,
        S::kMaxLegalActions, options.memory_bytes);
    steps_.clear();
    steps_.reserve(longest);
    ahead_.reserve(kLookahead);
  }

  /// Runs iterations from `root`, the start of the game. Where it is not known how the game came to
  /// the present position, `root` may be that position instead, with `redealt_for` the player to
  /// decide: it is then re-dealt for her in each iteration, as if all she cannot know were chance.
  Result run(const S& root, const Target& target, const std::stop_token& stop,
             Player redealt_for = kNobody) {
    rng_ = Rng::keyed({options_.seed});
    BudgetMeter meter(options_.budget, stop);
    Result result;
    for (;;) {
      result.verdict = meter.before_iteration();
      if (result.verdict != BudgetMeter::Verdict::kGoOn) break;
      S start = root;
      if (redealt_for != kNobody) start.determinize(redealt_for, rng_);
      iterate(start, static_cast<Player>(meter.iterations_done() % start.players()), target,
              result);
      table_.make_room();
    }
    result.iterations = meter.iterations_done();
    return result;
  }

  /// The average policy at an information set, given by its player and path key; uniform if it was
  /// never met.
  void average_policy(Player player, std::uint64_t path_key, std::span<double> policy) {
    const RegretRow row = table_.find(information_set_id(player, path_key));
    if (row.averages.empty()) {
      std::fill(policy.begin(), policy.end(), 1.0 / static_cast<double>(policy.size()));
    } else {
      match_regrets(row.averages, policy);
    }
  }

  const RegretTable& table() const { return table_; }

  static constexpr Player kNobody = -2;

 private:
  static constexpr std::size_t kMostChoices = std::max(S::kMaxLegalActions, S::kMaxChanceOutcomes);
  using Distribution = std::array<double, kMostChoices>;

  /// A decision of the updated player, in her own information set.
  struct Step {
    std::span<double> regrets;
    std::size_t chosen;
    double weight;       // of the others and of chance on the way here, over the sampling's
    double sampled;      // probability with which the action was sampled
    double probability;  // of the action in her policy
    double between;      // policy over sampling, of all steps since her last step in the table
  };

  /// Where a history stands with respect to the target.
  struct Aim {
    double on = 0;          // probability, given the history, that its iteration is targeted
    bool watching = false;  // it can still lead to the target, and is not there yet
    std::size_t place = 0;  // of the player's key in the percepts
  };

  void iterate(S state, Player updated, const Target& target, Result& result) {
    PathWitness path(state);
    Aim aim;
    aim.watching = !target.percepts.empty() && options_.targeting > 0;
    aim.on = aim.watching ? options_.targeting : 0;
    double weight = 1;
    double between = 1;
    bool added = false;
    std::size_t reported = kMostChoices;  // the action chosen at the target
    steps_.clear();
    Distribution untargeted;
    Distribution mixture;
    Distribution policy;
    ActionList<S> actions;
    for (;;) {
      const NodeKind kind = state.kind();
      if (kind == NodeKind::kTerminal) break;
      if (kind == NodeKind::kChance) {
        if (!aim.watching) {
          sample_chance(state, rng_, path);
          continue;
        }
        OutcomeList<S> outcomes;
        state.chance_outcomes(outcomes);
        for (std::size_t i = 0; i < outcomes.size(); ++i) untargeted[i] = outcomes[i].probability;
        const std::size_t drawn = draw(state, path, target, aim, outcomes, untargeted, mixture);
        weight *= untargeted[drawn] / mixture[drawn];
        between *= untargeted[drawn] / mixture[drawn];
        state.apply_chance(outcomes[drawn].outcome, path);
        continue;
      }
      const Player mover = state.movers().lowest();
      const bool at_target = mover == target.player && !target.percepts.empty() &&
                             path.key(mover) == target.percepts.back();
      if (at_target) aim.watching = false;
      state.legal_actions(mover, actions);
      const std::size_t count = actions.size();
      const std::uint64_t id = information_set_id(mover, path.key(mover));
      RegretRow row = table_.find(id);
      if (row.regrets.empty() && (aim.watching || options_.whole_paths || !added)) {
        row = table_.insert(id, count);
        added = added || !aim.watching;
      }
      VARAN_ASSERT(row.regrets.empty() || row.regrets.size() == count,
                   "an information set has the same actions in all its histories");
      const bool known = !row.regrets.empty();
      const std::span<double> now = std::span(policy).first(count);
      if (known) {
        match_regrets(row.regrets, now);
      } else {
        std::fill(now.begin(), now.end(), 1.0 / static_cast<double>(count));
      }
      const double uniform = 1.0 / static_cast<double>(count);
      for (std::size_t i = 0; i < count; ++i) {
        untargeted[i] = mover == updated
                            ? options_.exploration * uniform + (1 - options_.exploration) * now[i]
                            : now[i];
      }
      const std::size_t drawn = draw(state, path, target, aim, actions, untargeted, mixture);
      const double ratio = now[drawn] / mixture[drawn];
      if (mover != updated) {
        if (known) {
          for (std::size_t i = 0; i < count; ++i) row.averages[i] += weight * now[i];
        }
        weight *= ratio;
        between *= ratio;
      } else {
        if (known) {
          steps_.push_back({row.regrets, drawn, weight, mixture[drawn], now[drawn], between});
          between = 1;
        } else {
          between *= ratio;
        }
        weight /= mixture[drawn];
      }
      if (at_target) reported = drawn;
      state.apply(mover, actions[drawn], path);
      if (!known && !aim.watching && !options_.whole_paths) {
        play_randomly(state, rng_);
        break;
      }
    }
    if (reported < kMostChoices) {
      ++result.visits[reported];
      result.sums[reported] += state.utility(target.player);
    }
    back_up(state.utility(updated), between);
  }

  /// Draws a choice from the mixture of targeted and untargeted sampling, and follows it with
  /// `aim`.
  template <class Choices>
  std::size_t draw(const S& state, const PathWitness& path, const Target& target, Aim& aim,
                   const Choices& choices, const Distribution& untargeted, Distribution& mixture) {
    const std::size_t count = choices.size();
    if (!aim.watching) {
      std::copy_n(untargeted.begin(), count, mixture.begin());
      return sample_index(std::span(mixture).first(count), rng_);
    }
    // Which choices can still lead to the target, as far as what the player perceives next tells.
    std::array<std::size_t, kMostChoices> places;
    double allowed = 0;
    std::size_t allowed_count = 0;
    for (std::size_t i = 0; i < count; ++i) {
      places[i] = place_behind(state, path, choices[i], target, aim.place);
      if (places[i] == kOffTarget) continue;
      allowed += untargeted[i];
      ++allowed_count;
    }
    const auto targeted = [&](std::size_t i) {
      return allowed_count == 0        ? untargeted[i]
             : places[i] == kOffTarget ? 0.0
             : allowed > 0             ? untargeted[i] / allowed
                                       : 1.0 / static_cast<double>(allowed_count);
    };
    for (std::size_t i = 0; i < count; ++i) {
      mixture[i] = aim.on * targeted(i) + (1 - aim.on) * untargeted[i];
    }
    const std::size_t drawn = sample_index(std::span(mixture).first(count), rng_);
    aim.on *= targeted(drawn) / mixture[drawn];
    aim.watching = places[drawn] != kOffTarget && aim.on > 0;
    aim.place = places[drawn];
    return drawn;
  }

  static constexpr std::size_t kOffTarget = ~std::size_t{0};

  /// Where `key` stands in the percepts from `place` on.
  static std::size_t place_after(const Target& target, std::size_t place, std::uint64_t key) {
    for (; place < target.percepts.size(); ++place) {
      if (target.percepts[place] == key) return place;
    }
    return kOffTarget;
  }

  /// Where the player's key stands in the percepts after a choice. Off target also if she notices
  /// nothing of the choice, and nothing that she can notice next is in the percepts: as when her
  /// opponent has committed what she was shown to have done otherwise.
  template <class Choice>
  std::size_t place_behind(const S& state, const PathWitness& path, const Choice& choice,
                           const Target& target, std::size_t place) {
    S next = state;
    PathWitness next_path = path;
    apply_choice(next, choice, next_path);
    const std::size_t behind = place_after(target, place, next_path.key(target.player));
    if (behind != place) return behind;
    ahead_.clear();
    ahead_.push_back(Ahead(next, next_path));
    while (!ahead_.empty()) {
      Ahead& top = ahead_.back();
      if (arrived(top, target) || ahead_.size() == kLookahead) return place;
      if (top.next == top.choices.size()) {
        ahead_.pop_back();
        continue;
      }
      Ahead child = top;
      internal::apply_choice(child.state, top.choices.player, top.choices[top.next++], child.path);
      const std::size_t then = place_after(target, place, child.path.key(target.player));
      if (then == kOffTarget) continue;
      if (then != place) return place;  // she notices what she did notice
      ahead_.push_back(Ahead(child.state, child.path));
    }
    return kOffTarget;
  }

  /// A history on the way of the look-ahead.
  struct Ahead {
    S state;
    PathWitness path;
    internal::Choices<S> choices;
    std::size_t next = 0;
    Ahead(const S& at, const PathWitness& with) : state(at), path(with), choices(at) {}
  };
  static bool arrived(const Ahead& at, const Target& target) {
    return at.choices.player == target.player &&
           at.path.key(target.player) == target.percepts.back();
  }
  static constexpr std::size_t kLookahead = 4;  // choices unnoticed in a row

  static void apply_choice(S& state, Action action, PathWitness& path) {
    state.apply(state.movers().lowest(), action, path);
  }
  static void apply_choice(S& state, const ChanceOutcome& outcome, PathWitness& path) {
    state.apply_chance(outcome.outcome, path);
  }

  /// Adds the sampled counterfactual regrets to the updated player's information sets, from the
  /// last to the first. `tail`: policy over sampling, of all steps behind the last of them.
  void back_up(double utility, double tail) {
    for (std::size_t i = steps_.size(); i-- > 0;) {
      const Step& step = steps_[i];
      const double gain = utility * step.weight * tail / step.sampled;
      for (double& regret : step.regrets) regret -= gain * step.probability;
      step.regrets[step.chosen] += gain;
      tail *= step.probability / step.sampled * step.between;
    }
  }

  OutcomeSamplingOptions options_;
  RegretTable table_;
  Rng rng_;
  std::vector<Step> steps_;
  std::vector<Ahead> ahead_;
};

}  // namespace varan

#endif  // VARAN_SOLVING_OUTCOME_SAMPLING_H_
