#include <chrono>

#include "absl/strings/str_cat.h"
#include "bots/command/command.h"
#include "bots/command/output.h"
#include "nlohmann/json.hpp"
#include "varan/registry.h"

namespace varan::command {

int run(const PerftArguments& arguments) {
  constexpr char kName[] = "perft";
  // Chance at the start is a part of what is counted, so nothing is drawn before the first move.
  absl::StatusOr<Start> start;
  std::unique_ptr<AnyState> state;
  std::shared_ptr<const AnyGame> game;
  if (arguments.position.empty() && arguments.moves.empty()) {
    absl::StatusOr<std::shared_ptr<const AnyGame>> loaded = load_and_warn(arguments.game);
    if (!loaded.ok()) return complain(kName, loaded.status(), kBadUsage);
    game = *std::move(loaded);
    state = game->new_state();
  } else {
    start = start_from(arguments.game, arguments.position, arguments.moves, 1);
    if (!start.ok()) return complain(kName, start.status(), kBadUsage);
    game = start->game;
    state = std::move(start->state);
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<std::uint64_t> nodes = state->perft(arguments.depth);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (arguments.json) {
    const nlohmann::ordered_json json{{"game", game->spec()},
                                      {"position", state->to_text()},
                                      {"depth", arguments.depth},
                                      {"nodes", nodes},
                                      {"seconds", seconds.count()}};
    put_json(json);
    return kDone;
  }
  using enum TextTable::Align;
  TextTable table({kRight, kRight});
  table.add({"depth", "nodes"});
  for (std::size_t depth = 0; depth < nodes.size(); ++depth) {
    table.add({std::to_string(depth), std::to_string(nodes[depth])});
  }
  put("%s, from %s\n\n%s\n%.3f seconds\n", game->spec(), state->to_text(), table.text(),
      seconds.count());
  return kDone;
}

}  // namespace varan::command
