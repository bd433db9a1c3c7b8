#include <cstdio>
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
    std::printf("%016llx  %s  %s  after %d moves: %s\n", static_cast<unsigned long long>(line.hash),
                line.game.c_str(), line.bot.c_str(), line.position, line.move.c_str());
    std::fflush(stdout);
  };
  const absl::StatusOr<Signature> signature = behaviour_signature(loaded, show);
  if (!signature.ok()) return complain(kName, signature.status(), kFailed);
  const std::string hash = absl::StrFormat("%016x", signature->hash);
  if (!arguments.json) {
    std::printf("%s\n", hash.c_str());
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
  std::printf("%s\n", json.dump(2).c_str());
  return kDone;
}

}  // namespace varan::command
