// One game between bots, from a seed: what happens at the table, and who forfeits it.
//
// Luck is the game's, not the bots': chance event number e of deal d is drawn from a stream keyed
// by (seed, d, e), so every seating and every pairing of a tournament meets the same luck on the
// same deal for as long as the games run alike. What a bot draws for itself is keyed by (seed,
// deal, the bot, how many decisions it has made), so a game is the same whichever thread plays it
// and whatever else is played in the tournament.
#ifndef VARAN_ARENA_MATCH_H_
#define VARAN_ARENA_MATCH_H_

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/any_game.h"
#include "varan/bots/bot.h"

namespace varan {

/// The stream that chance event number `event` (0, 1, ...) of a deal is drawn from.
Rng chance_stream(std::uint64_t seed, std::int64_t deal, std::int64_t event);

/// Tells bots apart in the keys of their random choices. `copy` numbers those with the same spec.
std::uint64_t bot_identity(std::string_view spec, int copy);

/// A bot and the seat's identity, see bot_identity.
struct SeatedBot {
  Bot* bot = nullptr;
  std::uint64_t identity = 0;
  /// It is shown the true position even where that hides something from its player: a cheat, for
  /// measuring what hidden information is worth.
  bool sees_everything = false;
};

/// Who lost a game away from the table: by an error, or by a move that is not legal.
struct Forfeit {
  Player player = 0;
  std::string reason;
  friend bool operator==(const Forfeit&, const Forfeit&) = default;
};

struct MatchRequest {
  const AnyGame* game = nullptr;
  std::vector<SeatedBot> seats;  ///< one for each player of the game
  std::uint64_t seed = 0;
  std::int64_t deal = 0;
  std::stop_token stop;
};

/// A game that was played to its end, or to a forfeit.
struct MatchResult {
  /// Every event in order, in the game's notation: chance outcomes, and choices as record_text
  /// writes them. The choices of a simultaneous node stand in seat order.
  std::vector<std::string> moves;
  std::vector<Player> movers;  ///< who made each move; kPublic for chance
  /// Seconds spent on each move; 0 for chance and for moves that were planned with an earlier one.
  std::vector<double> times;
  std::vector<double> returns;  ///< utility of each seat
  std::vector<double> scores;   ///< the rule book's points
  std::string end;              ///< the game's own word for how it ended, or "forfeit"
  std::optional<Forfeit> forfeit;
};

/// What each seat gets when `offender` forfeits: -1 for the offender, the rest of the game's sum in
/// equal parts for the others.
std::vector<double> forfeit_returns(const Traits& traits, Player offender);

/// Plays one game. Where a game hides information or has simultaneous moves, a bot is shown not the
/// true position but one determinized for its player, so that none can read what is hidden.
///
/// A bot that fails (an error, an exception, an illegal move) forfeits; that is a result. A plan of
/// several moves (Decision::moves) is followed for as long as the same players are to move, chance
/// does not intervene and the next move is legal; then the bot is asked again. All movers of a
/// simultaneous node are asked before any of them commits. Errors: kCancelled when the stop token
/// asked to end; kInvalidArgument for the wrong number of seats; kInternal for a game that breaks
/// its own bounds; kResourceExhausted when memory or threads gave out, whether a bot says so or
/// throws it: no result of the game.
absl::StatusOr<MatchResult> play_match(const MatchRequest& request);

}  // namespace varan

#endif  // VARAN_ARENA_MATCH_H_
