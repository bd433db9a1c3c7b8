// The signature of behaviour: one number that changes when a bot plays differently, in any game,
// and that is the same for every compiler, build type and machine.
#ifndef VARAN_ARENA_SIGNATURE_H_
#define VARAN_ARENA_SIGNATURE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "varan/any_game.h"

namespace varan {

/// One decision of the fixed set.
struct SignatureLine {
  std::string game;  ///< spec
  std::string bot;   ///< spec
  int position = 0;  ///< random moves before the decision
  std::string move;  ///< what was chosen
  std::int64_t iterations = 0;
  std::uint64_t hash = 0;  ///< of the moves chosen, and of every action's visits
};

struct Signature {
  std::uint64_t hash = 0;
  std::int64_t iterations = 0;
  std::vector<SignatureLine> lines;
};

/// Specs of the bots whose behaviour in `game` is fixed: each bot that plays it, with a small
/// budget of iterations, and once more for every rule of selection and kind of rollout that it has.
std::vector<std::string> signature_bots(const AnyGame& game);

/// Lets every bot of signature_bots decide in a few fixed positions of each game. `progress`, if
/// there is one, is called with each line as it comes. Error: what a bot says.
absl::StatusOr<Signature> behaviour_signature(
    std::span<const std::shared_ptr<const AnyGame>> games,
    const std::function<void(const SignatureLine&)>& progress = nullptr);

}  // namespace varan

#endif  // VARAN_ARENA_SIGNATURE_H_
