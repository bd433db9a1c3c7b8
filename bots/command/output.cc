#include "bots/command/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "nlohmann/json.hpp"
#include "varan/arena/moves.h"
#include "varan/registry.h"

namespace varan::command {

namespace {

/// Of the first write to stdout that failed; 0: none has.
int output_error = 0;

void remember(bool written) {
  if (!written && output_error == 0) output_error = errno != 0 ? errno : EIO;
}

/// The length of the UTF-8 sequence that the text begins with; 0 if it begins with none that shows
/// a character.
std::size_t visible_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return lead >= ' ' && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return 0;
  char32_t code = lead & (0x7fU >> length);
  for (const char c : text.substr(1, length - 1)) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xc0) != 0x80) return 0;
    code = code << 6 | (byte & 0x3f);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool none = overlong || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
  const bool control = code < 0xa0 || code == 0x61c || (code >= 0x200b && code <= 0x200f) ||
                       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) ||
                       code == 0xfeff || (code >= 0xfff9 && code <= 0xfffb) || code >= 0xe0000;
  return none || control ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = visible_length(text);
    result += length > 0 ? text.substr(0, length) : std::string_view("?");
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

void put_text(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t line = std::min(text.find('\n'), text.size());
    clean += printable(text.substr(0, line));
    text.remove_prefix(line);
    if (text.empty()) break;
    clean += '\n';
    text.remove_prefix(1);
  }
  errno = 0;
  remember(std::fwrite(clean.data(), 1, clean.size(), stdout) == clean.size());
}

void put_json(const nlohmann::ordered_json& json) {
  // Escapes leave only ASCII, but for one control character.
  std::string text = json.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  for (std::size_t at = 0; (at = text.find('\x7f', at)) != std::string::npos;) {
    text.replace(at, 1, "\\u007f");
  }
  put("%s\n", text);
}

void flush_output() {
  errno = 0;
  remember(std::fflush(stdout) == 0);
}

int close_output(const char* subcommand, int code) {
  flush_output();
  if (output_error == 0) return code;
  if (output_error == EPIPE) return kFailed;
  return complain(subcommand,
                  "cannot write the output: " + std::string(std::strerror(output_error)), kFailed);
}

void note(std::string_view sentence) { std::fprintf(stderr, "%s\n", printable(sentence).c_str()); }

int complain(const std::string& subcommand, const std::string& sentence, int code) {
  flush_output();  // what was printed before stands before
  note("varan" + (subcommand.empty() ? "" : " " + subcommand) + ": " + sentence);
  return code;
}

int complain(const std::string& subcommand, const absl::Status& status, int code) {
  return complain(subcommand, std::string(status.message()), code);
}

std::string TextTable::text(int indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(static_cast<std::size_t>(indent), ' ');
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - row[c].size(), ' ');
      if (c > 0) line += "  ";
      line += columns_[c] == Align::kLeft ? row[c] + blanks : blanks + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string shortened(const std::string& text, std::size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

std::string parameter_table(const std::vector<Parameter>& parameters) {
  using enum TextTable::Align;
  TextTable table({kLeft, kLeft, kLeft, kLeft});
  table.add({"parameter", "default", "range", "meaning"});
  for (const Parameter& parameter : parameters) {
    table.add({parameter.name, parameter.default_value.empty() ? "-" : parameter.default_value,
               parameter.range(), parameter.help});
  }
  return table.text(2);
}

absl::StatusOr<std::shared_ptr<const AnyGame>> load_and_warn(const std::string& game_spec) {
  absl::StatusOr<std::shared_ptr<const AnyGame>> game = load_game(game_spec);
  if (game.ok() && !(*game)->warning().empty()) {
    note("varan: warning: " + (*game)->warning());
  }
  return game;
}

absl::StatusOr<Start> start_from(const std::string& game, const std::string& position,
                                 const std::string& moves, std::uint64_t seed) {
  absl::StatusOr<std::shared_ptr<const AnyGame>> loaded = load_and_warn(game);
  if (!loaded.ok()) return loaded.status();
  Start start;
  start.game = *std::move(loaded);
  if (position.empty()) {
    start.state = start.game->new_state();
  } else {
    absl::StatusOr<std::unique_ptr<AnyState>> parsed = start.game->state_from_text(position);
    if (!parsed.ok()) return parsed.status();
    start.state = *std::move(parsed);
  }
  Rng rng(seed);
  absl::StatusOr<std::vector<std::string>> events = play_moves(*start.state, moves, rng);
  if (!events.ok()) return events.status();
  start.events = *std::move(events);
  if (start.state->is_terminal()) {
    return absl::InvalidArgumentError("the game is over in this position (" +
                                      start.state->end_reason() +
                                      "); nobody has anything to decide");
  }
  return start;
}

}  // namespace varan::command
