#include "varan/arena/match.h"

#include <chrono>
#include <deque>
#include <exception>
#include <new>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace varan {
namespace {

/// Chance events in a row that no sensible game has: a guard against one that never asks a player.
constexpr int kMostChanceEvents = 1'000'000;

/// Tells the stream of determinizations from those of chance and of the bots.
constexpr std::uint64_t kViewStream = hash_text("view");

/// Seats' choices for the node at hand.
struct Choice {
  Action action = 0;
  double seconds = 0;
};

class Table {
 public:
  explicit Table(const MatchRequest& request)
      : request_(request),
        state_(request.game->new_state()),
        plans_(request.seats.size()),
        decisions_(request.seats.size(), 0) {}

  absl::StatusOr<MatchResult> play() {
    const int longest = request_.game->traits().longest_game;
    int decisions = 0;
    if (absl::Status status = begin(); !status.ok()) return status;
    while (!state_->is_terminal() && !result_.forfeit) {
      if (request_.stop.stop_requested()) return stopped();
      absl::Status status;
      if (state_->kind() == NodeKind::kChance) {
        status = play_chance();
      } else {
        decisions += state_->movers().size();
        if (longest > 0 && decisions > longest) {
          return absl::InternalError(
              absl::StrFormat("%s does not end: it states a longest game of %d decisions",
                              request_.game->spec(), longest));
        }
        status = play_decisions();
      }
      if (!status.ok()) return status;
    }
    finish();
    return std::move(result_);
  }

 private:
  static absl::Status stopped() { return absl::CancelledError("the game was stopped"); }

  /// Calls into a bot. An exception becomes an error: of the machine, or else of the bot.
  template <class Call>
  static auto guarded(Call call) -> decltype(call()) {
    try {
      return call();
    } catch (const std::bad_alloc&) {
      return absl::ResourceExhaustedError(
          "there is not enough memory for this bot; less memory_mb or threads, or fewer jobs, may "
          "do");
    } catch (const std::system_error& error) {
      return absl::ResourceExhaustedError(
          absl::StrCat("the system refuses the bot something: ", error.what()));
    } catch (const std::exception& exception) {
      return absl::InternalError(absl::StrCat("it threw an exception: ", exception.what()));
    } catch (...) {
      return absl::InternalError("it threw an exception");
    }
  }

  absl::Status begin() {
    for (Player player = 0; player < request_.game->traits().players; ++player) {
      Bot& bot = *request_.seats[static_cast<std::size_t>(player)].bot;
      const absl::Status status = guarded([&] {
        bot.new_game();
        return absl::OkStatus();
      });
      if (absl::Status failed = judged(player, status); !failed.ok()) return failed;
      if (result_.forfeit) break;
    }
    return absl::OkStatus();
  }

  /// Makes a bot's error a forfeit, unless it is the machine that failed: that error it returns.
  absl::Status judged(Player player, const absl::Status& status) {
    if (status.ok()) return status;
    if (!absl::IsResourceExhausted(status)) {
      forfeit(player, std::string(status.message()));
      return absl::OkStatus();
    }
    if (request_.stop.stop_requested()) return stopped();
    return absl::ResourceExhaustedError(absl::StrFormat(
        "%s (seat %d): %s", request_.seats[static_cast<std::size_t>(player)].bot->spec(), player,
        std::string(status.message())));
  }

  absl::Status play_chance() {
    if (events_ == kMostChanceEvents) {
      return absl::InternalError(absl::StrFormat("%s does not end: %d chance events in one game",
                                                 request_.game->spec(), kMostChanceEvents));
    }
    for (auto& plan : plans_) plan.clear();
    Rng rng = chance_stream(request_.seed, request_.deal, events_++);
    const std::unique_ptr<AnyState> before = state_->copy();
    const absl::StatusOr<std::int32_t> outcome = state_->sample_chance(rng);
    if (!outcome.ok()) return outcome.status();
    note(before->chance_to_text(*outcome), kPublic, 0);
    return absl::OkStatus();
  }

  /// Asks every mover, then commits their choices in seat order.
  absl::Status play_decisions() {
    const PlayerSet movers = state_->movers();
    if (!(movers == planned_for_)) {
      for (auto& plan : plans_) plan.clear();
      planned_for_ = movers;
    }
    std::vector<Choice> choices;
    for (const Player player : movers) {
      const absl::StatusOr<Choice> choice = choose(player);
      if (!choice.ok()) return choice.status();
      choices.push_back(*choice);
      if (result_.forfeit) return absl::OkStatus();
      if (request_.stop.stop_requested()) return stopped();
    }
    std::size_t next = 0;
    for (const Player player : movers) {
      const Choice& choice = choices[next++];
      std::string text = state_->record_text(player, choice.action);
      if (absl::Status status = state_->apply(player, choice.action); !status.ok()) {
        return absl::InternalError(absl::StrCat("a legal move was refused: ", status.message()));
      }
      note(std::move(text), player, choice.seconds);
    }
    return absl::OkStatus();
  }

  /// The next move of the player's plan if it has one that is legal, else a new decision.
  absl::StatusOr<Choice> choose(Player player) {
    std::deque<Action>& plan = plans_[static_cast<std::size_t>(player)];
    if (!plan.empty() && legal(player, plan.front()).ok()) {
      const Action action = plan.front();
      plan.pop_front();
      return Choice{action, 0};
    }
    plan.clear();
    const absl::StatusOr<std::unique_ptr<AnyState>> view = view_of(player);
    if (!view.ok()) return view.status();
    const auto start = std::chrono::steady_clock::now();
    absl::StatusOr<Decision> decision = ask(player, *view == nullptr ? *state_ : **view);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    if (!decision.ok()) {
      if (absl::Status failed = judged(player, decision.status()); !failed.ok()) return failed;
      return Choice();
    }
    if (decision->moves.empty()) {
      forfeit(player, "it chose no move");
      return Choice();
    }
    const Action action = decision->moves.front();
    if (const absl::Status status = legal(player, action); !status.ok()) {
      forfeit(player, absl::StrFormat("it chose action %d, which is not legal (%s)", action,
                                      std::string(status.message())));
      return Choice();
    }
    plan.assign(decision->moves.begin() + 1, decision->moves.end());
    return Choice{action, spent.count()};
  }

  /// What a bot is shown instead of the true position; null: nothing is hidden from it. The stream
  /// is the event's and the player's own, so no other luck depends on who is shown what.
  absl::StatusOr<std::unique_ptr<AnyState>> view_of(Player player) const {
    const Traits& traits = request_.game->traits();
    const bool hides = traits.hidden_information || traits.simultaneous;
    if (!hides || request_.seats[static_cast<std::size_t>(player)].sees_everything) {
      return std::unique_ptr<AnyState>();
    }
    Rng rng = Rng::keyed({request_.seed, static_cast<std::uint64_t>(request_.deal), kViewStream,
                          result_.moves.size(), static_cast<std::uint64_t>(player)});
    std::unique_ptr<AnyState> view = state_->copy();
    if (absl::Status status = view->determinize(player, rng); !status.ok()) return status;
    return view;
  }

  absl::StatusOr<Decision> ask(Player player, const AnyState& view) {
    const auto seat = static_cast<std::size_t>(player);
    const SeatedBot& seated = request_.seats[seat];
    DecisionRequest question;
    question.seed = Rng::keyed({request_.seed, static_cast<std::uint64_t>(request_.deal),
                                seated.identity, decisions_[seat]++})();
    question.stop = request_.stop;
    return guarded([&] { return seated.bot->choose(view, player, question); });
  }

  absl::Status legal(Player player, Action action) const {
    return state_->copy()->apply(player, action);
  }

  void forfeit(Player player, std::string reason) {
    // A bot that was stopped may well have no move; that is no fault of its own.
    if (request_.stop.stop_requested()) return;
    for (char& c : reason) {
      if (static_cast<unsigned char>(c) < ' ') c = ' ';  // one line, whatever the bot says
    }
    result_.forfeit = Forfeit{player, std::move(reason)};
  }

  void note(std::string text, Player mover, double seconds) {
    result_.moves.push_back(std::move(text));
    result_.movers.push_back(mover);
    result_.times.push_back(seconds);
  }

  void finish() {
    for (Player player = 0; player < request_.game->traits().players; ++player) {
      result_.scores.push_back(state_->score(player));
    }
    if (result_.forfeit) {
      result_.returns = forfeit_returns(request_.game->traits(), result_.forfeit->player);
      result_.end = "forfeit";
    } else {
      result_.returns = state_->utilities();
      result_.end = state_->end_reason();
    }
  }

  const MatchRequest& request_;
  std::unique_ptr<AnyState> state_;
  MatchResult result_;
  std::vector<std::deque<Action>> plans_;  ///< by seat: what is left of the moves it planned
  PlayerSet planned_for_;                  ///< the movers when the plans were made
  std::vector<std::uint64_t> decisions_;   ///< by seat: how often it was asked
  std::int64_t events_ = 0;
};

}  // namespace

Rng chance_stream(std::uint64_t seed, std::int64_t deal, std::int64_t event) {
  return Rng::keyed({seed, static_cast<std::uint64_t>(deal), static_cast<std::uint64_t>(event)});
}

std::uint64_t bot_identity(std::string_view spec, int copy) {
  return fold(hash_text(spec), static_cast<std::uint64_t>(copy));
}

std::vector<double> forfeit_returns(const Traits& traits, Player offender) {
  const double share = traits.players > 1 ? (traits.utility_sum + 1) / (traits.players - 1) : 0;
  std::vector<double> returns(static_cast<std::size_t>(traits.players), share);
  returns[static_cast<std::size_t>(offender)] = -1;
  return returns;
}

absl::StatusOr<MatchResult> play_match(const MatchRequest& request) {
  if (static_cast<int>(request.seats.size()) != request.game->traits().players) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s has %d seats, not %d", request.game->spec(),
                        request.game->traits().players, request.seats.size()));
  }
  return Table(request).play();
}

}  // namespace varan
