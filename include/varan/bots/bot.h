// What a bot is, seen from outside: it is given a position and a seat, and answers with a decision
// and its evidence. A bot never sees hidden truth: all built-in ones search determinizations, and
// their answer is the same for every position that their player cannot tell apart.
#ifndef VARAN_BOTS_BOT_H_
#define VARAN_BOTS_BOT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/any_game.h"

namespace varan {

/// What a bot found out about one action.
struct ActionReport {
  std::vector<Action> moves;  ///< the action; in a view, the small moves it stands for, in order
  std::string text;           ///< those moves in the game's notation, comma separated
  std::int64_t visits = 0;    ///< iterations that began with it
  double value = 0;           ///< mean utility for the mover, [-1, 1]
  double prior = 0;           ///< its share of the hints' weight, [0, 1]
  double probability = 0;     ///< with which the bot, thinking as it did, chooses it
  bool proven = false;        ///< `value` is the exact result of best play
};

/// What a bot chose, and why.
struct Decision {
  /// What to play: one action, or in a view the small moves of a whole turn, to be played one by
  /// one for as long as it remains this player's turn. Never empty.
  std::vector<Action> moves;
  std::vector<ActionReport> actions;  ///< most visited first; empty if the bot weighs none
  double value = 0;                   ///< expected utility for the mover
  std::int64_t iterations = 0;
  double seconds = 0;                            ///< wall time
  std::int64_t information_sets = 0;             ///< entries in the table
  std::int64_t table_bytes = 0;                  ///< memory these use
  std::int64_t table_actions = 0;                ///< actions listed in the table
  bool table_full = false;                       ///< the memory bound was met; the search went on
  bool proven = false;                           ///< `value` is exact
  std::vector<std::string> principal_variation;  ///< best line found, in the game's notation
  std::string stop_reason;  ///< "iterations", "time", "stopped", "proven", "only move"
};

/// How to make one decision; what the bot's spec does not say.
struct DecisionRequest {
  std::uint64_t seed =
      0;                 ///< with the position and the bot's own seed, decides every random choice
  std::stop_token stop;  ///< ends the search early with the best answer so far
};

/// A player of one game. Not thread-safe; make one for each thread.
class Bot {
 public:
  virtual ~Bot() = default;
  /// The spec it was made from, tidied: the parameters given, in the order of the bot's table, as
  /// in "mcts(iterations=1000)".
  virtual std::string spec() const = 0;
  /// Forgets what was kept from earlier decisions; a match calls it before the first decision of a
  /// game.
  virtual void new_game() {}
  /// Chooses for `player`, who must be a mover of `state`, a position of the game the bot was made
  /// for. Errors: not such a position, not a mover; kResourceExhausted, the machine has too little
  /// memory or too few threads, which is no fault of the bot's.
  virtual absl::StatusOr<Decision> choose(const AnyState& state, Player player,
                                          const DecisionRequest& request) = 0;
};

}  // namespace varan

#endif  // VARAN_BOTS_BOT_H_
