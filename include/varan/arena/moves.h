// Moves of a whole line of play, written one after the other.
#ifndef VARAN_ARENA_MOVES_H_
#define VARAN_ARENA_MOVES_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/any_game.h"

namespace varan {

/// The moves that `player` makes from `state` on, comma separated, in the game's notation.
std::string moves_to_text(const AnyState& state, Player player, const std::vector<Action>& moves);

/// Plays the moves of `text` on `state`: events in the game's notation, separated by blanks, commas
/// or semicolons. Notations may use these signs themselves ("first 1", "obst 3,-1"), so the longest
/// piece that is a legal event is taken each time. Where chance is due and the text does not go on
/// with one of its outcomes, it is drawn from `rng`; so it is after the last move. Returns the
/// events played. Error: a piece that is no legal event; it names the piece and its number, and
/// `state` is then where the moves before it lead.
absl::StatusOr<std::vector<std::string>> play_moves(AnyState& state, std::string_view text,
                                                    Rng& rng);

}  // namespace varan

#endif  // VARAN_ARENA_MOVES_H_
