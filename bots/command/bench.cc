#include <memory>

#include "absl/strings/str_format.h"
#include "bots/command/command.h"
#include "bots/command/output.h"
#include "nlohmann/json.hpp"
#include "varan/arena/signature.h"
#include "varan/registry.h"

namespace varan::command {

int run(const BenchArguments& arguments) {
  constexpr char kName[] = "bench";
  std::vector<std::string> specs = arguments.games;
  if (specs.empty()) {
    for (const GameEntry& entry : games()) specs.push_back(entry.name);
  }
  std::vector<std::shared_ptr<const AnyGame>> loaded;
  for (const std::string& spec : specs) {
    absl::StatusOr<std::shared_ptr<const AnyGame>> game = load_and_warn(spec);
    if (!game.ok()) return complain(kName, game.status(), kBadUsage);
    loaded.push_back(*std::move(game));
  }
  const auto show = [&](const SignatureLine& line) {
    if (!arguments.verbose || arguments.json) return;
    put("%016x  %s  %s  after %d moves: %s\n", line.hash, line.game, line.bot, line.position,
        line.move);
    flush_output();
  };
  const absl::StatusOr<Signature> signature = behaviour_signature(loaded, show);
  if (!signature.ok()) return complain(kName, signature.status(), kFailed);
  const std::string hash = absl::StrFormat("%016x", signature->hash);
  if (!arguments.json) {
    put("%s\n", hash);
    return kDone;
  }
  nlohmann::ordered_json json{{"signature", hash},
                              {"decisions", signature->lines.size()},
                              {"iterations", signature->iterations}};
  if (arguments.verbose) {
    for (const SignatureLine& line : signature->lines) {
      json["lines"].push_back({{"hash", absl::StrFormat("%016x", line.hash)},
                               {"game", line.game},
                               {"bot", line.bot},
                               {"position", line.position},
                               {"move", line.move},
                               {"iterations", line.iterations}});
    }
  }
  put_json(json);
  return kDone;
}

}  // namespace varan::command
