#include "varan/arena/moves.h"

#include <algorithm>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"

namespace varan {
namespace {

constexpr std::string_view kSeparators = " \t\r\n,;";
/// No event of a game is written in more words than this.
constexpr std::size_t kMostWords = 16;

std::string_view without_separators(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSeparators);
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// The lengths of the text's first words: of one, of two, ..., up to kMostWords.
std::vector<std::size_t> pieces(std::string_view text) {
  std::vector<std::size_t> lengths;
  std::size_t place = 0;
  while (place < text.size() && lengths.size() < kMostWords) {
    const std::size_t end = std::min(text.size(), text.find_first_of(kSeparators, place));
    lengths.push_back(end);
    place = std::min(text.size(), text.find_first_not_of(kSeparators, end));
  }
  return lengths;
}

/// Plays the longest legal piece; its length, or 0.
std::size_t play_piece(AnyState& state, std::string_view text,
                       const std::vector<std::size_t>& lengths) {
  for (auto length = lengths.rbegin(); length != lengths.rend(); ++length) {
    if (state.apply_text(text.substr(0, *length)).ok()) return *length;
  }
  return 0;
}

}  // namespace

std::string moves_to_text(const AnyState& state, Player player, const std::vector<Action>& moves) {
  std::string text;
  const std::unique_ptr<AnyState> position = state.copy();
  for (const Action move : moves) {
    if (!text.empty()) text += ',';
    text += position->action_to_text(player, move);
    if (!position->apply(player, move).ok()) break;
  }
  return text;
}

absl::StatusOr<std::vector<std::string>> play_moves(AnyState& state, std::string_view text,
                                                    Rng& rng) {
  std::vector<std::string> played;
  for (;;) {
    text = without_separators(text);
    const std::vector<std::size_t> lengths = pieces(text);
    if (const std::size_t length = play_piece(state, text, lengths); length > 0) {
      played.emplace_back(text.substr(0, length));
      text.remove_prefix(length);
    } else if (state.kind() == NodeKind::kChance) {
      const std::unique_ptr<AnyState> before = state.copy();
      const absl::StatusOr<std::int32_t> outcome = state.sample_chance(rng);
      if (!outcome.ok()) return outcome.status();
      played.push_back(before->chance_to_text(*outcome));
    } else if (text.empty()) {
      return played;
    } else {
      const std::string word(text.substr(0, lengths.front()));
      return absl::InvalidArgumentError(
          absl::StrFormat("move %d (%s): %s", played.size() + 1, word,
                          std::string(state.apply_text(word).message())));
    }
  }
}

}  // namespace varan
