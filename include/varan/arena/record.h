// The record of a game: one line of JSON that holds everything needed to play it again.
//
//   {"format":1,"game":"connect_four","seed":1,"deal":0,"block":0,"seating":0,
//    "bots":["mcts(iterations=1000)","random"],"moves":["d","a",...],"returns":[1.0,-1.0],
//    "scores":[1.0,0.0],"end":"line","times":[0.0123,0.0,...]}
//
// `moves` are all events in order, in the game's notation: chance outcomes and choices; which kind
// an entry is follows from the position it is played in, and the choices of a simultaneous node
// stand in seat order. Choices are written with what they brought if the game has a way to
// (AnyState::record_text), which replaying then checks; the bare choice is read as well. `times`
// are the seconds spent on each. A forfeited game has `end` "forfeit" and one more field,
// `forfeit`: {"seat":0,"reason":"..."}. Fields that a reader does not know are skipped.
#ifndef VARAN_ARENA_RECORD_H_
#define VARAN_ARENA_RECORD_H_

#include <cstdint>
#include <functional>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/any_game.h"
#include "varan/arena/match.h"

namespace varan {

struct GameRecord {
  static constexpr int kFormat = 1;
  /// Bytes of the longest line that is read or written: far above what a game's options allow, and
  /// a guard against files that are something else.
  static constexpr std::size_t kLongestLine = std::size_t{1} << 30;

  std::string game;  ///< spec
  std::uint64_t seed = 0;
  std::int64_t deal = 0;
  std::int64_t block = 0;
  int seating = 0;
  std::vector<std::string> bots;  ///< specs, by seat
  std::vector<std::string> moves;
  std::vector<double> returns;  ///< by seat
  std::vector<double> scores;   ///< by seat
  std::string end;
  std::optional<Forfeit> forfeit;
  std::vector<double> times;  ///< by move; empty in a record that does not say

  friend bool operator==(const GameRecord&, const GameRecord&) = default;
};

/// The record as one line, without a line break. Times are kept to the microsecond.
std::string to_line(const GameRecord& record);

/// The part of the line that is settled before the game begins: up to the first move.
std::string head_of_line(const GameRecord& record);

/// Reads a line. The error says which field is wrong, or at which character the JSON ends to be
/// JSON.
absl::StatusOr<GameRecord> parse_record(std::string_view line);
/// Whether the line breaks off: it could go on to be JSON, but is none yet.
bool breaks_off(std::string_view line);

/// Reads a file of records line by line.
class RecordReader {
 public:
  struct Line {
    std::int64_t number = 0;  ///< counted from 1
    std::int64_t offset = 0;  ///< of its first byte in the file
    std::string text;         ///< without the line break
    bool complete = false;    ///< a line break follows; else the file ends here
  };

  explicit RecordReader(std::istream& stream) : stream_(stream) {}

  /// The next line that is not blank, or nothing at the end. Errors: kUnavailable, the stream
  /// cannot be read; kInvalidArgument, a line that is far too long.
  absl::StatusOr<std::optional<Line>> next();
  /// Bytes read so far: where the line after the last one begins.
  std::int64_t offset() const { return offset_; }

 private:
  std::istream& stream_;
  std::int64_t offset_ = 0;
  std::int64_t number_ = 0;
};

/// All records of a file. Errors: kUnavailable, it cannot be read; of its lines, these begin with
/// "line 12: ".
absl::StatusOr<std::vector<GameRecord>> read_records(const std::string& path);

/// What re-playing a record showed.
struct Replay {
  std::vector<Player> movers;  ///< who made each move; kPublic for chance
  std::unique_ptr<AnyState> final_state;
};

struct ReplayOptions {
  /// Chance events must be those that the record's seed and deal give.
  bool check_chance = false;
  /// Called with the position before each move, the move's number and its mover; then once with the
  /// last position, number == moves.size().
  std::function<void(const AnyState& state, std::size_t number, Player mover)> visit = nullptr;
};

/// Plays a record again and checks every move, and that the game then has ended as the record says.
/// Errors name the move: "move 7 (d4-e4): ...".
absl::StatusOr<Replay> replay(const AnyGame& game, const GameRecord& record,
                              const ReplayOptions& options = {});

}  // namespace varan

#endif  // VARAN_ARENA_RECORD_H_
