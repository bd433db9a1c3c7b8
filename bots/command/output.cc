#include "bots/command/output.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "varan/arena/moves.h"
#include "varan/registry.h"

namespace varan::command {

int complain(const std::string& subcommand, const std::string& sentence, int code) {
  std::string line = "varan" + (subcommand.empty() ? "" : " " + subcommand) + ": " + sentence;
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  std::fprintf(stderr, "%s\n", line.c_str());
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
    std::fprintf(stderr, "varan: warning: %s\n", (*game)->warning().c_str());
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
