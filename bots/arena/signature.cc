#include "varan/arena/signature.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "varan/arena/moves.h"
#include "varan/bots/bot.h"
#include "varan/registry.h"

namespace varan {
namespace {

constexpr int kIterations = 64;
constexpr int kPositions[] = {0, 3, 10};  // random moves before the decision

/// The decision after so many random moves, or the last one of a game that ends before.
absl::StatusOr<std::unique_ptr<AnyState>> random_position(const AnyGame& game, int moves) {
  Rng rng = Rng::keyed({hash_text(game.spec()), static_cast<std::uint64_t>(moves)});
  std::unique_ptr<AnyState> state = game.new_state();
  std::unique_ptr<AnyState> decision;
  while (!state->is_terminal()) {
    if (state->kind() == NodeKind::kChance) {
      if (const auto outcome = state->sample_chance(rng); !outcome.ok()) return outcome.status();
      continue;
    }
    decision = state->copy();
    if (moves-- == 0) break;
    const Player player = state->movers().lowest();
    const std::vector<Action> actions = state->legal_actions(player);
    const Action action = actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
    if (absl::Status status = state->apply(player, action); !status.ok()) return status;
  }
  if (decision == nullptr)
    return absl::InternalError(absl::StrCat(game.spec(), " has no decision"));
  return decision;
}

std::uint64_t hash_of(const Decision& decision) {
  std::uint64_t hash = fold(0, static_cast<std::uint64_t>(decision.iterations));
  for (const Action move : decision.moves) hash = fold(hash, static_cast<std::uint64_t>(move));
  for (const ActionReport& action : decision.actions) {
    for (const Action move : action.moves) hash = fold(hash, static_cast<std::uint64_t>(move));
    hash = fold(hash, static_cast<std::uint64_t>(action.visits));
  }
  return hash;
}

}  // namespace

std::vector<std::string> signature_bots(const AnyGame& game) {
  std::vector<std::string> specs;
  std::set<std::string> seen;
  const auto add = [&](const std::string& spec) {
    const auto bot = game.make_bot(spec);
    if (bot.ok() && seen.insert((*bot)->spec()).second) specs.push_back((*bot)->spec());
  };
  const bool open = !game.traits().hidden_information && !game.traits().simultaneous;
  for (const BotEntry& entry : bots()) {
    const auto parameters = game.bot_parameters(entry.name);
    if (!parameters.ok()) continue;
    // The same search as mcts, and slower where all is open.
    if (open && (entry.name == "ismcts" || entry.name == "pimc" || entry.name == "epimc")) continue;
    const auto takes = [&](std::string_view name) {
      return std::any_of(parameters->begin(), parameters->end(),
                         [name](const Parameter& p) { return p.name == name; });
    };
    if (!takes("iterations")) {
      add(entry.name);
      continue;
    }
    const std::string spec =
        absl::StrCat(entry.name, "(iterations=", kIterations, takes("time_ms") ? ",time_ms=0" : "");
    add(absl::StrCat(spec, ")"));
    for (const Parameter& parameter : *parameters) {
      if (parameter.name != "selection" && parameter.name != "rollout") continue;
      for (const std::string& choice : parameter.choices) {
        // Cut off where that is possible, to be quick.
        const bool long_rollout =
            parameter.name == "rollout" && choice != "none" && game.has_evaluation();
        add(absl::StrCat(spec, ",", parameter.name, "=", choice,
                         long_rollout ? ",cutoff=3)" : ")"));
      }
    }
  }
  return specs;
}

absl::StatusOr<Signature> behaviour_signature(
    std::span<const std::shared_ptr<const AnyGame>> games,
    const std::function<void(const SignatureLine&)>& progress) {
  Signature signature;
  for (const std::shared_ptr<const AnyGame>& game : games) {
    for (const std::string& spec : signature_bots(*game)) {
      const auto bot = game->make_bot(spec);
      if (!bot.ok()) return bot.status();
      for (const int moves : kPositions) {
        const auto state = random_position(*game, moves);
        if (!state.ok()) return state.status();
        const Player player = (*state)->movers().lowest();
        const auto decision =
            (*bot)->choose(**state, player, {static_cast<std::uint64_t>(moves), {}});
        if (!decision.ok()) return decision.status();
        SignatureLine line{game->spec(),
                           spec,
                           moves,
                           moves_to_text(**state, player, decision->moves),
                           decision->iterations,
                           hash_of(*decision)};
        signature.hash = fold(signature.hash, line.hash);
        signature.iterations += line.iterations;
        if (progress) progress(line);
        signature.lines.push_back(std::move(line));
      }
    }
  }
  return signature;
}

}  // namespace varan
