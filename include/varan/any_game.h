// The dynamic rim: games and positions whose type is not known at compile time. The command line,
// tournaments and other languages go through these two faces. They check everything, always, and
// report what was wrong as absl::Status with a sentence; nothing that they are given can crash
// them.
#ifndef VARAN_ANY_GAME_H_
#define VARAN_ANY_GAME_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/game.h"

namespace varan {

class AnyGame;
class Bot;
class GameTree;

/// A position of some game. Immutable games, mutable positions: copy() before trying things out.
/// One thread at a time may use a position; different positions may be used by different threads.
class AnyState {
 public:
  virtual ~AnyState() = default;

  virtual const AnyGame& game() const = 0;
  virtual std::unique_ptr<AnyState> copy() const = 0;
  /// True for equal positions of equally configured games.
  virtual bool equals(const AnyState& other) const = 0;

  virtual NodeKind kind() const = 0;
  virtual PlayerSet movers() const = 0;
  bool is_terminal() const { return kind() == NodeKind::kTerminal; }

  /// The mover's legal actions, in the game's order; empty if `player` is not to move.
  virtual std::vector<Action> legal_actions(Player player) const = 0;
  /// Commits the choice of a mover. Error: not a mover, not legal; the position is then unchanged.
  virtual absl::Status apply(Player player, Action action) = 0;
  /// The outcomes of a chance node; empty elsewhere.
  virtual std::vector<ChanceOutcome> chance_outcomes() const = 0;
  virtual absl::Status apply_chance(std::int32_t outcome) = 0;
  /// Draws an outcome of a chance node, applies it and returns it. Error: not a chance node.
  virtual absl::StatusOr<std::int32_t> sample_chance(Rng& rng) = 0;
  /// Re-deals, in place, what `observer` (a player or kPublic) cannot know.
  virtual absl::Status determinize(Player observer, Rng& rng) = 0;

  // What a player may ask; 0, or an empty or zero tensor, if there is no such player.

  virtual std::uint64_t info_key(Player player) const = 0;
  /// A player's result in [-1, 1]; 0 before the end.
  virtual double utility(Player player) const = 0;
  virtual std::vector<double> utilities() const = 0;
  virtual double score(Player player) const = 0;
  virtual int clock() const = 0;
  /// A tensor of game().observation_shape(), row-major.
  virtual std::vector<float> observe(Player player) const = 0;
  /// Weights for legal_actions(player) from the game's hints; empty if it has none.
  virtual std::vector<float> hints(Player player) const = 0;
  /// The game's evaluation for each player; empty if it has none.
  virtual std::vector<double> evaluate() const = 0;
  virtual std::string validate() const = 0;

  virtual std::string to_text() const = 0;
  virtual std::string draw() const = 0;
  virtual std::string end_reason() const = 0;
  virtual std::string action_to_text(Player player, Action action) const = 0;
  /// The action as game records write it, which may tell more; parse_action reads both.
  virtual std::string record_text(Player player, Action action) const {
    return action_to_text(player, action);
  }
  virtual absl::StatusOr<Action> parse_action(Player player, std::string_view text) const = 0;
  virtual std::string chance_to_text(std::int32_t outcome) const = 0;
  virtual absl::StatusOr<std::int32_t> parse_chance(std::string_view text) const = 0;

  /// Whether log(viewer) goes back to the start of the game. Not so for positions read from text,
  /// nor after a determinization for another observer.
  virtual bool has_history(Player viewer) const = 0;
  /// What `viewer` (a player, or kPublic) has been shown since this object's first position, a line
  /// for each fact.
  virtual std::vector<std::string> log(Player viewer) const = 0;

  /// Applies a move written as text: a chance outcome at a chance node, else an action of the
  /// lowest seat still to commit. Lines of what `viewer` (a player, or kPublic) may know of it are
  /// appended to `log` if that is not null.
  virtual absl::Status apply_text(std::string_view text, Player viewer = kPublic,
                                  std::vector<std::string>* log = nullptr) = 0;

  /// The number of histories of length 0 .. depth from here, chance events included in the length;
  /// law 8 of the design. Terminals before `depth` do not count at the depths behind them.
  virtual std::vector<std::uint64_t> perft(int depth) const = 0;
  /// Plays `games` uniformly random games from here; returns the number of decisions made.
  virtual std::int64_t play_randomly(std::int64_t games, Rng& rng) const = 0;
};

/// A game with its options set. Immutable; may be shared by threads. Positions keep it alive.
class AnyGame : public std::enable_shared_from_this<AnyGame> {
 public:
  virtual ~AnyGame() = default;

  virtual std::string name() const = 0;   ///< "mega_hexano", the name in spec()
  virtual std::string title() const = 0;  ///< "Mega Hexano"
  virtual std::string spec() const = 0;   ///< "mega_hexano(players=3)", canonical
  /// A sentence if the options are allowed but outside of what the rule book foresees, else empty.
  virtual std::string warning() const { return {}; }
  virtual const Traits& traits() const = 0;
  virtual const ObservationShape& observation_shape() const = 0;
  virtual std::size_t bytes_per_state() const = 0;
  virtual bool has_hints() const = 0;
  virtual bool has_evaluation() const = 0;

  /// The start position, which may be a chance node.
  virtual std::unique_ptr<AnyState> new_state() const = 0;
  virtual absl::StatusOr<std::unique_ptr<AnyState>> state_from_text(
      std::string_view text) const = 0;

  /// All histories of the game from its start. Errors: more than `most_histories` (the sentence
  /// says how large the game is), a player who forgets what she did.
  virtual absl::StatusOr<std::shared_ptr<const GameTree>> enumerate(
      std::int64_t most_histories) const;

  /// A bot for this game from a spec such as "mcts(iterations=1000)". Errors: unknown bot or
  /// parameter, a value out of range, a combination that makes no sense, a bot that cannot play
  /// such a game; each says what would be right.
  virtual absl::StatusOr<std::unique_ptr<Bot>> make_bot(std::string_view spec) const = 0;
  /// The parameters of a bot for this game, with this game's defaults. Error: no such bot.
  virtual absl::StatusOr<std::vector<Parameter>> bot_parameters(
      std::string_view bot_name) const = 0;
};

}  // namespace varan

#endif  // VARAN_ANY_GAME_H_
