// What the subcommands have in common: what they print, tables, positions to start from.
#ifndef VARAN_BOTS_COMMAND_OUTPUT_H_
#define VARAN_BOTS_COMMAND_OUTPUT_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json_fwd.hpp"
#include "varan/any_game.h"
#include "varan/spec.h"

namespace varan::command {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kBadUsage = 2;

/// The text as a terminal may get it: '?' in place of whatever is not a character to be seen, so of
/// control characters (line breaks are among them), of those that change the direction of writing,
/// and of bytes that are not UTF-8.
std::string printable(std::string_view text);

/// Prints on stdout. Line breaks apart, only what is printable; texts that come from outside are to
/// go through printable() first, which leaves no line breaks.
void put_text(std::string_view text);
template <class... Arguments>
void put(const absl::FormatSpec<Arguments...>& format, const Arguments&... arguments) {
  put_text(absl::StrFormat(format, arguments...));
}
/// Prints a document on stdout.
void put_json(const nlohmann::ordered_json& json);
/// Makes what was printed on stdout so far appear.
void flush_output();
/// To be called last: `code`, or kFailed if something could not be printed, which is then said,
/// unless it is that the reader has gone away.
int close_output(const char* subcommand, int code);

/// Prints one line on stderr, printable.
void note(std::string_view sentence);
/// Notes "varan <subcommand>: <sentence>" and returns `code`.
int complain(const std::string& subcommand, const std::string& sentence, int code);
int complain(const std::string& subcommand, const absl::Status& status, int code);

/// The game of a spec. Says on stderr if its options lie outside of what the rule book foresees.
absl::StatusOr<std::shared_ptr<const AnyGame>> load_and_warn(const std::string& game_spec);

/// A table of texts: columns are as wide as their widest cell.
class TextTable {
 public:
  enum class Align { kLeft, kRight };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// Rows, each ended by a line break, with `indent` blanks before and two between columns.
  std::string text(int indent = 0) const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Texts cut to `width` characters, the last three of them dots.
std::string shortened(const std::string& text, std::size_t width);

/// A table of parameters: name, default, range, meaning.
std::string parameter_table(const std::vector<Parameter>& parameters);

/// A game and a position in which somebody must decide.
struct Start {
  std::shared_ptr<const AnyGame> game;
  std::unique_ptr<AnyState> state;
  std::vector<std::string> events;  ///< that led there from the position given
};

/// The position after `moves` from `position`, or from the start of the game if that is empty;
/// chance that `moves` does not settle is drawn by `seed`.
absl::StatusOr<Start> start_from(const std::string& game, const std::string& position,
                                 const std::string& moves, std::uint64_t seed);

}  // namespace varan::command

#endif  // VARAN_BOTS_COMMAND_OUTPUT_H_
