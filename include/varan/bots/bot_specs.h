// From bot specs to options: the tables of parameters, and which of their combinations make sense
// for a game.
#ifndef VARAN_BOTS_BOT_SPECS_H_
#define VARAN_BOTS_BOT_SPECS_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/bots/search_options.h"
#include "varan/game.h"
#include "varan/registry.h"
#include "varan/spec.h"

namespace varan {

/// Another unit of decision that bots may think in, see View in varan/bots/view.h.
struct ViewInfo {
  std::string name;
  std::vector<Parameter> parameters;
  bool has_hints = false;
  bool has_evaluation = false;
};

/// What the bots need to know of a game to read their specs.
struct BotContext {
  std::string game_name;
  Traits traits;
  std::vector<ViewInfo> views;  ///< the first is the game itself, "moves"
  /// This game's own defaults, found by tournament: bot name, parameter, value.
  std::vector<std::pair<std::string, std::vector<std::pair<std::string, std::string>>>> defaults;
};

/// A checked bot spec. `options` is set for the searching bots.
struct BotPlan {
  std::string game;  ///< spec of the game it is for
  Settings settings;
  std::string view;
  SearchOptions options;
  int threads = 1;
  bool draws_move = false;  ///< the move is drawn from the average strategy
};

/// The parameters of a bot, with the game's defaults. Error: no such bot; the message lists all.
absl::StatusOr<std::vector<Parameter>> parameters_of_bot(std::string_view bot_name,
                                                         const BotContext& context);

/// Reads and checks a bot spec for a game. Errors: unknown bot or parameter, a value out of range,
/// a combination that makes no sense; each says what would be right.
absl::StatusOr<BotPlan> plan_bot(std::string_view text, const BotContext& context);

}  // namespace varan

#endif  // VARAN_BOTS_BOT_SPECS_H_
