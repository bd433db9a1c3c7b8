#include "varan/arena/tournament.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "bots/arena/record_file.h"
#include "varan/arena/match.h"
#include "varan/arena/record.h"
#include "varan/arena/schedule.h"

namespace varan {
namespace {

constexpr int kMostJobs = 1024;
constexpr std::size_t kForfeitsTold = 5;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// One run of a tournament: from the options to the result.
class Run {
 public:
  explicit Run(const TournamentOptions& options) : options_(options) {}

  absl::StatusOr<TournamentResult> run() {
    if (absl::Status status = prepare(); !status.ok()) return status;
    if (absl::Status status = open_file(); !status.ok()) return status;
    start_ = Clock::now();
    play_all();
    if (file_ != nullptr) result_.sorting = file_->sort();
    if (out_of_memory_) {
      keep(
          absl::ResourceExhaustedError("there is not enough memory; bots with less memory_mb or "
                                       "threads, or fewer jobs, may do"));
    }
    if (!failure_.ok()) return failure_;
    summarize();
    return std::move(result_);
  }

 private:
  /// Checks the options, names the bots and makes the schedule.
  absl::Status prepare() {
    if (options_.jobs < 1 || options_.jobs > kMostJobs) {
      return absl::InvalidArgumentError(
          absl::StrFormat("the number of jobs must be 1..%d, not %d", kMostJobs, options_.jobs));
    }
    std::vector<std::string> specs = options_.bots;
    const bool challenge = !options_.challenger.empty();
    if (challenge) {
      if (specs.empty()) return absl::InvalidArgumentError("a challenger needs a bot to challenge");
      specs.insert(specs.begin(), options_.challenger);
    }
    for (const std::string& spec : specs) {
      absl::StatusOr<std::unique_ptr<Bot>> bot = options_.game->make_bot(spec);
      if (!bot.ok()) return bot.status();
      TournamentBot entry;
      entry.spec = (*bot)->spec();
      // Bots of the same spec are told apart by their number among these.
      std::uint64_t namesakes = 0;
      for (const TournamentBot& other : result_.bots) namesakes += other.spec == entry.spec;
      namesakes_.push_back(namesakes);
      result_.bots.push_back(std::move(entry));
    }
    const int count = static_cast<int>(specs.size());
    const int seats = options_.game->traits().players;
    absl::StatusOr<Schedule> schedule = challenge
                                            ? Schedule::challenge(count, seats, options_.games)
                                            : Schedule::round_robin(count, seats, options_.games);
    if (!schedule.ok()) return schedule.status();
    schedule_ = *std::move(schedule);
    score_sums_.resize(specs.size());
    score_games_.resize(specs.size());
    return absl::OkStatus();
  }

  absl::Status open_file() {
    if (options_.out.empty()) {
      return options_.resume ? absl::InvalidArgumentError("to resume, name the file of records")
                             : absl::OkStatus();
    }
    absl::StatusOr<std::unique_ptr<RecordFile>> file =
        RecordFile::open(options_.out, options_.resume, options_.stop);
    if (!file.ok()) return file.status();
    file_ = *std::move(file);
    if (!options_.resume) return absl::OkStatus();
    const absl::StatusOr<bool> dropped =
        file_->resume({[this](const GameRecord& record) { return accept(record); },
                       [this](std::string_view line) { return begins_record(line); }});
    if (!dropped.ok()) return dropped.status();
    result_.dropped_line = *dropped;
    result_.games_resumed = static_cast<std::int64_t>(outcomes_.size());
    return absl::OkStatus();
  }

  /// Takes a game that an earlier run has played, if it is one of this tournament.
  absl::StatusOr<std::int64_t> accept(const GameRecord& record) {
    const auto other = [](const char* what, const auto& there, const auto& here) {
      return absl::FailedPreconditionError(absl::StrCat("a game of another tournament: its ", what,
                                                        " is ", there, ", here it is ", here));
    };
    if (record.game != options_.game->spec()) {
      return other("game", record.game, options_.game->spec());
    }
    if (record.seed != options_.seed) return other("seed", record.seed, options_.seed);
    const std::optional<std::int64_t> index = schedule_->find(record.block, record.seating);
    if (!index) {
      return absl::FailedPreconditionError(
          absl::StrFormat("game %d of block %d, but this tournament has %d games; were there other "
                          "bots, or more games?",
                          record.seating, record.block, schedule_->games()));
    }
    const ScheduledGame game = schedule_->game(*index);
    if (record.deal != game.deal) return other("deal", record.deal, game.deal);
    std::vector<std::string> bots;
    for (const int entrant : game.entrants) bots.push_back(spec_of(entrant));
    if (record.bots != bots) {
      return other("line-up", absl::StrJoin(record.bots, " - "), absl::StrJoin(bots, " - "));
    }
    if (done_.count(*index) > 0) {
      return absl::FailedPreconditionError("this game stands in the file twice");
    }
    ReplayOptions check;
    check.check_chance = true;
    const absl::StatusOr<Replay> played = replay(*options_.game, record, check);
    if (!played.ok()) {
      return absl::DataLossError(
          absl::StrCat("the record does not re-play: ", played.status().message()));
    }
    count(*index, game, record, played->movers);
    return *index;
  }

  /// Whether a line that breaks off is the beginning of a record of this tournament.
  bool begins_record(std::string_view line) const {
    if (!breaks_off(line)) return false;
    GameRecord expected;
    expected.game = options_.game->spec();
    expected.seed = options_.seed;
    std::string head = head_of_line(expected);
    head.resize(head.find("\"deal\":"));
    if (line.size() > head.size()) {
      // The numbers that follow name the game, and with it the bots.
      const std::string numbers(line.substr(head.size()));
      std::int64_t deal = 0;
      std::int64_t block = 0;
      int seating = 0;
      char comma = 0;
      if (std::sscanf(numbers.c_str(),
                      R"("deal":%)" SCNd64 R"(,"block":%)" SCNd64 R"(,"seating":%d%c)", &deal,
                      &block, &seating, &comma) == 4) {
        const std::optional<std::int64_t> index = schedule_->find(block, seating);
        if (!index) return false;
        const ScheduledGame game = schedule_->game(*index);
        expected.deal = game.deal;
        expected.block = game.block;
        expected.seating = game.seating;
        for (const int entrant : game.entrants) expected.bots.push_back(spec_of(entrant));
        head = head_of_line(expected);
      }
    }
    const std::size_t common = std::min(head.size(), line.size());
    return line.substr(0, common) == std::string_view(head).substr(0, common);
  }

  const std::string& spec_of(int entrant) const {
    return result_.bots[static_cast<std::size_t>(entrant)].spec;
  }

  void play_all() {
    std::stop_callback forward(options_.stop, [this] { stop_.request_stop(); });
    const std::int64_t left = schedule_->games() - result_.games_resumed;
    const auto jobs = std::min<std::int64_t>(options_.jobs, left);
    std::vector<std::jthread> threads;
    threads.reserve(static_cast<std::size_t>(jobs));
    try {
      for (std::int64_t job = 0; job < jobs; ++job) threads.emplace_back([this] { work(); });
    } catch (const std::system_error& error) {
      if (threads.empty())
        keep(absl::ResourceExhaustedError("no thread can be started to play the games"));
    }
  }

  /// A thread's work: the next game that is not played yet, again and again.
  void work() {
    std::map<std::pair<int, int>, std::unique_ptr<Bot>> bots;  // by entrant and copy
    while (!stop_.stop_requested()) {
      const std::int64_t index = next_++;
      if (index >= schedule_->games()) return;
      if (done_.count(index) > 0) continue;  // only read while threads run
      try {
        play(index, bots);
      } catch (const std::bad_alloc&) {
        out_of_memory_ = true;  // no words here: they would need memory
        stop_.request_stop();
      } catch (const std::exception& error) {
        fail(absl::InternalError(absl::StrCat("game ", index + 1, " failed: ", error.what())));
      }
    }
  }

  void play(std::int64_t index, std::map<std::pair<int, int>, std::unique_ptr<Bot>>& bots) {
    const ScheduledGame game = schedule_->game(index);
    MatchRequest request;
    request.game = options_.game.get();
    request.seed = options_.seed;
    request.deal = game.deal;
    request.stop = stop_.get_token();
    GameRecord record;
    for (std::size_t seat = 0; seat < game.entrants.size(); ++seat) {
      const int entrant = game.entrants[seat];
      const int copy = game.copies[seat];
      std::unique_ptr<Bot>& bot = bots[{entrant, copy}];
      if (bot == nullptr) {
        absl::StatusOr<std::unique_ptr<Bot>> made = options_.game->make_bot(spec_of(entrant));
        if (!made.ok()) return fail(made.status());
        bot = *std::move(made);
      }
      const std::uint64_t identity =
          fold(bot_identity(spec_of(entrant), copy), namesakes_[static_cast<std::size_t>(entrant)]);
      request.seats.push_back({bot.get(), identity});
      record.bots.push_back(spec_of(entrant));
    }
    absl::StatusOr<MatchResult> match = play_match(request);
    if (absl::IsCancelled(match.status())) return;
    if (!match.ok()) {
      return fail(absl::Status(match.status().code(),
                               absl::StrCat("game ", index + 1, ": ", match.status().message())));
    }
    record.game = options_.game->spec();
    record.seed = options_.seed;
    record.deal = game.deal;
    record.block = game.block;
    record.seating = game.seating;
    record.moves = std::move(match->moves);
    record.returns = std::move(match->returns);
    record.scores = std::move(match->scores);
    record.end = std::move(match->end);
    record.forfeit = std::move(match->forfeit);
    record.times = std::move(match->times);
    std::string line = file_ != nullptr ? to_line(record) : std::string();
    if (line.size() > GameRecord::kLongestLine) {
      return fail(absl::InternalError(
          absl::StrFormat("the record of game %d is too long: %d bytes", index + 1, line.size())));
    }

    const std::scoped_lock lock(mutex_);
    if (file_ != nullptr) {
      if (absl::Status status = file_->add(index, std::move(line)); !status.ok()) {
        keep(status);
        stop_.request_stop();
        return;
      }
    }
    count(index, game, record, match->movers);
    report();
  }

  /// Adds a finished game to the result. Before the threads start, or under the mutex.
  void count(std::int64_t index, const ScheduledGame& game, const GameRecord& record,
             const std::vector<Player>& movers) {
    if (!start_) done_.insert(index);
    std::uint64_t moves = hash_text("");
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
      moves = fold(moves, hash_text(record.moves[i]));
      if (movers[i] == kPublic) continue;
      TournamentBot& bot =
          result_
              .bots[static_cast<std::size_t>(game.entrants[static_cast<std::size_t>(movers[i])])];
      ++bot.moves;
      if (i < record.times.size()) bot.seconds += record.times[i];
    }
    for (const int entrant : game.entrants)
      moves = fold(moves, static_cast<std::uint64_t>(entrant));
    distinct_.insert(moves);
    if (record.forfeit) {
      const auto seat = static_cast<std::size_t>(record.forfeit->player);
      TournamentBot& bot = result_.bots[static_cast<std::size_t>(game.entrants[seat])];
      ++bot.forfeits;
      forfeits_[index] = absl::StrFormat("game %d: %s (seat %d) forfeits: %s", index + 1, bot.spec,
                                         seat, record.forfeit->reason);
    }
    outcomes_[index] = {game.deal, game.entrants, record.returns};
    for (std::size_t seat = 0; seat < game.entrants.size(); ++seat) {
      for (std::size_t other = 0; other < game.entrants.size(); ++other) {
        if (game.entrants[seat] == game.entrants[other]) continue;
        const auto entrant = static_cast<std::size_t>(game.entrants[seat]);
        score_games_[entrant] += 1;
        score_sums_[entrant] += record.returns[seat] > record.returns[other]   ? 1
                                : record.returns[seat] < record.returns[other] ? 0
                                                                               : 0.5;
      }
    }
  }

  void report() const {
    if (!options_.progress) return;
    TournamentProgress progress;
    progress.done = static_cast<std::int64_t>(outcomes_.size());
    progress.resumed = result_.games_resumed;
    progress.total = schedule_->games();
    progress.seconds = seconds_since(*start_);
    for (std::size_t i = 0; i < score_sums_.size(); ++i) {
      progress.scores.push_back(score_games_[i] > 0 ? score_sums_[i] / score_games_[i] : 0.5);
    }
    options_.progress(progress);
  }

  bool schedule_done() const {
    return static_cast<std::int64_t>(outcomes_.size()) == schedule_->games();
  }

  void fail(const absl::Status& status) {
    const std::scoped_lock lock(mutex_);
    keep(status);
    stop_.request_stop();
  }

  void keep(const absl::Status& status) {
    if (failure_.ok()) failure_ = status;
  }

  void summarize() {
    result_.games_done = static_cast<std::int64_t>(outcomes_.size());
    result_.games_total = schedule_->games();
    result_.deals = schedule_->deals();
    result_.lineups = schedule_->lineups();
    for (int lineup = 0; lineup < schedule_->lineups(); ++lineup) {
      result_.games_each = std::max(result_.games_each, schedule_->games_of(lineup));
    }
    result_.distinct_games = static_cast<std::int64_t>(distinct_.size());
    for (const auto& [index, sentence] : forfeits_) {
      if (result_.forfeits.size() < kForfeitsTold) result_.forfeits.push_back(sentence);
    }
    result_.interrupted = !schedule_done();
    result_.seconds = seconds_since(*start_);
    std::vector<GameOutcome> games;
    for (auto& [index, outcome] : outcomes_) games.push_back(std::move(outcome));
    result_.standings = rate(static_cast<int>(result_.bots.size()), games);
  }

  const TournamentOptions& options_;
  TournamentResult result_;
  std::optional<Schedule> schedule_;
  std::vector<std::uint64_t> namesakes_;
  std::unique_ptr<RecordFile> file_;
  std::optional<Clock::time_point> start_;
  std::set<std::int64_t> done_;  ///< games of earlier runs
  std::stop_source stop_;
  std::atomic<std::int64_t> next_{0};
  std::atomic<bool> out_of_memory_{false};

  std::mutex mutex_;  ///< guards what follows, and result_, once threads run
  absl::Status failure_;
  std::map<std::int64_t, GameOutcome> outcomes_;  ///< by number, so that sums are reproducible
  std::map<std::int64_t, std::string> forfeits_;
  std::set<std::uint64_t> distinct_;
  std::vector<double> score_sums_;
  std::vector<double> score_games_;
};

}  // namespace

absl::StatusOr<TournamentResult> run_tournament(const TournamentOptions& options) {
  return Run(options).run();
}

}  // namespace varan
