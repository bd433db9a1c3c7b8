// The vocabulary of games: what a State offers to searches, tournaments and tests.
//
// A game is a pair of types. `Rules` holds the options and data tables of one configuration: built
// once, immutable, shared by all its positions. `State` is a position: trivially copyable, of fixed
// size, with a pointer to its Rules, which must outlive it. Everything here is duck-typed; the
// concept GameState at the end says precisely what is asked, and mix-ins supply what a simple game
// lacks.
#ifndef VARAN_GAME_H_
#define VARAN_GAME_H_

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "varan/assert.h"
#include "varan/fixed_vector.h"
#include "varan/parsed.h"
#include "varan/player.h"
#include "varan/rng.h"
#include "varan/spec.h"
#include "varan/witness.h"

namespace varan {

/// Who is to act in a position.
enum class NodeKind : std::uint8_t {
  kDecision,  ///< state.movers() must choose; more than one: a simultaneous node
  kChance,    ///< the dice, the deck, the set-up
  kTerminal,  ///< the game is over
};

/// One way a chance node can turn out.
struct ChanceOutcome {
  std::int32_t outcome = 0;  ///< id, the meaning set by the game
  double probability = 0;    ///< > 0; those of a node sum to 1
  friend bool operator==(const ChanceOutcome&, const ChanceOutcome&) = default;
};

/// What a game says of itself; the conformance tests check it by play, bots refuse games by it.
struct Traits {
  int players = 2;
  int num_actions = 0;     ///< action ids are 0 .. num_actions-1
  int longest_game = 0;    ///< most decisions of one game, chance events not counted
  double utility_sum = 0;  ///< sum of all players' utilities at every terminal
  bool hidden_information = false;
  bool chance = false;        ///< has chance nodes (the set-up included)
  bool simultaneous = false;  ///< has nodes with more than one mover
};

/// Shape and names of an observation tensor: planes.size() x rows x columns floats, row-major.
struct ObservationShape {
  std::vector<std::string> planes;
  int rows = 1;
  int columns = 1;
  std::size_t size() const {
    return planes.size() * static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
};

template <class State>
using ActionList = FixedVector<Action, State::kMaxLegalActions>;
template <class State>
using WeightList = std::array<float, State::kMaxLegalActions>;
template <class State>
using OutcomeList = FixedVector<ChanceOutcome, State::kMaxChanceOutcomes>;
template <class State>
using ValueList = std::array<double, State::kMaxPlayers>;

/// A position's pointer to its rules. Equality of positions does not look at it: positions of
/// equally configured games may be equal though each game has Rules of its own.
template <class R>
class RulesPointer {
 public:
  RulesPointer(const R& rules) : rules_(&rules) {}  // NOLINT: implicit on purpose
  const R& operator*() const { return *rules_; }
  const R* operator->() const { return rules_; }
  friend bool operator==(RulesPointer, RulesPointer) { return true; }

 private:
  const R* rules_;
};

/// Mix-in for games without chance nodes.
struct NoChance {
  static constexpr int kMaxChanceOutcomes = 1;
  template <class List>
  void chance_outcomes(List& out) const {
    out.clear();
  }
  template <class Witness>
  void apply_chance(std::int32_t, Witness&) {
    VARAN_ASSERT(false, "this game has no chance nodes");
  }
  std::string chance_to_text(std::int32_t) const { return {}; }
  Parsed<std::int32_t> parse_chance(std::string_view) const {
    return ParseError{"this game has no chance events", ParseError::kWholeText};
  }
  friend bool operator==(const NoChance&, const NoChance&) = default;
};

/// Mix-in for games in which every player sees everything: nothing is ever re-dealt.
struct OpenInformation {
  void determinize(Player, Rng&) {}
  friend bool operator==(const OpenInformation&, const OpenInformation&) = default;
};

/// A position of a game. `p` stands for a player 0 .. players()-1, `a` for an action id.
///
/// Compile-time facts: kMaxPlayers, kNumActions (bounds over all configurations; the ids of one
/// configuration are 0 .. traits().num_actions-1), kMaxLegalActions, kMaxChanceOutcomes.
///
/// - S(rules): the start position; it may be a chance node (a random set-up is dealt by chance).
/// - kind(), movers(): who acts; movers() is empty at chance nodes and terminals.
/// - legal_actions(p, out): p is a mover. Never empty; ids distinct; the same position gives the
/// same
///   list in the same order. May depend on nothing that p cannot know.
/// - is_legal(p, a): a, of any value, is in that list (a rim check; need not be fast).
/// - apply(p, a, witness): commits the choice of the mover p; the last commit of a simultaneous
/// node
///   advances the game.
/// - chance_outcomes(out): all outcomes of a chance node. apply_chance(outcome, witness): one of
/// them.
/// - determinize(observer, rng): re-deals what the observer (a player or kPublic) cannot know. Two
///   positions she cannot tell apart give equal states for equal random numbers.
/// - info_key(p): equal exactly if p cannot tell two positions apart now. Any 64 bits: who uses it
/// as a
///   hash mixes it first.
/// - utility(p): at a terminal, in [-1, 1]. score(p): the rule book's points, at any time.
/// - clock(): turns or rounds gone by, the game's own unit for cut-offs.
/// - observe(p, tensor): fills a tensor of rules().observation_shape().size() floats.
/// - validate(): empty if the position could be one of play, else a sentence that says why not.
///
/// Text: to_text() and S::from_text(rules, text); action_to_text(p, a) and parse_action(p, text)
/// (any action id, legal or not; see also HasRecordText); chance_to_text(outcome) and
/// parse_chance(text); draw(): a picture for people; fact_to_text(fact): one line for people;
/// end_reason(): a word, at a terminal.
template <class S>
concept GameState = std::is_trivially_copyable_v<S> && std::equality_comparable<S> &&
    requires(const S& state, S& position, const typename S::Rules& rules, Player p, Action a,
             Rng& rng, ActionList<S>& actions, OutcomeList<S>& outcomes, NullWitness& witness,
             std::span<float> tensor, std::string_view text, const Fact& fact) {
  { S::kMaxPlayers } -> std::convertible_to<int>;
  { S::kNumActions } -> std::convertible_to<int>;
  { S::kMaxLegalActions } -> std::convertible_to<int>;
  { S::kMaxChanceOutcomes } -> std::convertible_to<int>;
  S(rules);
  { state.rules() } -> std::same_as<const typename S::Rules&>;
  { state.players() } -> std::same_as<int>;
  { state.kind() } -> std::same_as<NodeKind>;
  { state.movers() } -> std::same_as<PlayerSet>;
  state.legal_actions(p, actions);
  { state.is_legal(p, a) } -> std::same_as<bool>;
  position.apply(p, a, witness);
  state.chance_outcomes(outcomes);
  position.apply_chance(std::int32_t{}, witness);
  position.determinize(p, rng);
  { state.info_key(p) } -> std::same_as<std::uint64_t>;
  { state.utility(p) } -> std::same_as<double>;
  { state.score(p) } -> std::same_as<double>;
  { state.clock() } -> std::same_as<int>;
  state.observe(p, tensor);
  { state.validate() } -> std::same_as<std::string>;
  { state.to_text() } -> std::same_as<std::string>;
  { S::from_text(rules, text) } -> std::same_as<Parsed<S>>;
  { state.action_to_text(p, a) } -> std::same_as<std::string>;
  { state.parse_action(p, text) } -> std::same_as<Parsed<Action>>;
  { state.chance_to_text(std::int32_t{}) } -> std::same_as<std::string>;
  { state.parse_chance(text) } -> std::same_as<Parsed<std::int32_t>>;
  { state.draw() } -> std::same_as<std::string>;
  { state.fact_to_text(fact) } -> std::same_as<std::string>;
  { state.end_reason() } -> std::same_as<std::string>;
};

/// The Rules of a game: how it is named, configured and described.
/// - Rules::names(): the spec names it answers to, one for most games. Rules::title(name),
///   Rules::summary(name): for people.
/// - Rules::parameters(name): the table of its options.
/// - Rules::make(settings): the configuration, or why the options do not go together.
/// - traits(), observation_shape(), spec() (the canonical spec string: reading it makes these rules
///   again; it begins with one of the names, which need not be the one that was read).
/// - Optional: warning(), a sentence if the options lie outside of what the rule book foresees.
template <class R>
concept GameRules = requires(const R& rules, const Settings& settings, std::string_view name) {
  { R::names() } -> std::same_as<std::vector<std::string>>;
  { R::title(name) } -> std::same_as<std::string>;
  { R::summary(name) } -> std::same_as<std::string>;
  { R::parameters(name) } -> std::same_as<std::vector<Parameter>>;
  { R::make(settings) } -> std::same_as<Parsed<R>>;
  { rules.traits() } -> std::same_as<Traits>;
  { rules.observation_shape() } -> std::same_as<ObservationShape>;
  { rules.spec() } -> std::same_as<std::string>;
};

/// Optional knowledge: hint(p, actions, weights) fills one weight >= 0 for each action: how
/// promising it looks, from what p alone knows. Bots use it for ordering, priors, widening and
/// rollouts.
template <class S>
concept HasHints = requires(const S& state, Player p, std::span<const Action> actions,
                            std::span<float> weights) {
  state.hint(p, actions, weights);
};

/// Optional knowledge: evaluate(values) fills a value in [-1, 1] for each player, summing to the
/// game's utility sum.
template <class S>
concept HasEvaluation = requires(const S& state, std::span<double> values) {
  state.evaluate(values);
};

/// Optional, for speed: sample_action(p, rng) gives a uniformly random legal action without a list.
template <class S>
concept HasActionSampler = requires(const S& state, Player p, Rng& rng) {
  { state.sample_action(p, rng) } -> std::same_as<Action>;
};

/// Optional: record_text(p, a) writes the action as game records do, with what it brings in this
/// position, such as the captures: `a4-b4>P3@c4x` for `a4-b4`. parse_action reads that too, and
/// refuses it where the action brings something else, so that a record checks itself. Records hold
/// the whole truth: it may tell what p does not know. Without it they hold action_to_text(p, a).
template <class S>
concept HasRecordText = requires(const S& state, Player p, Action a) {
  { state.record_text(p, a) } -> std::same_as<std::string>;
};

/// Optional, for views: legal_plans(p, actions, plans) also gives, for each action, what listing it
/// has found out and applying it would have to find again (64 bits, the view's own meaning);
/// apply_plan(p, action, plan, witness) uses it.
template <class S>
concept HasPlans = requires(const S& state, S& position, Player p, ActionList<S>& actions,
                            std::span<std::uint64_t> plans, NullWitness& witness) {
  state.legal_plans(p, actions, plans);
  position.apply_plan(p, Action{}, std::uint64_t{}, witness);
};

/// The action as game records write it.
template <class S>
std::string record_text(const S& state, Player player, Action action) {
  if constexpr (HasRecordText<S>) {
    return state.record_text(player, action);
  } else {
    return state.action_to_text(player, action);
  }
}

/// A uniformly random legal action of the mover `player`.
template <class S>
Action random_action(const S& state, Player player, Rng& rng) {
  if constexpr (HasActionSampler<S>) {
    return state.sample_action(player, rng);
  } else {
    ActionList<S> actions;
    state.legal_actions(player, actions);
    return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
  }
}

/// Draws an outcome of a chance node by its probabilities.
template <class S>
std::int32_t random_outcome(const S& state, Rng& rng) {
  OutcomeList<S> outcomes;
  state.chance_outcomes(outcomes);
  double left = rng.unit();
  std::int32_t drawn = 0;
  for (const ChanceOutcome& candidate : outcomes) {
    drawn = candidate.outcome;
    left -= candidate.probability;
    if (left < 0) break;
  }
  return drawn;
}

/// Draws and applies an outcome of a chance node. A game may offer a faster sample_chance of its
/// own.
template <class S, class Witness>
void sample_chance(S& state, Rng& rng, Witness& witness) {
  if constexpr (requires { state.sample_chance(rng, witness); }) {
    state.sample_chance(rng, witness);
  } else {
    state.apply_chance(random_outcome(state, rng), witness);
  }
}

/// Plays uniformly random moves to the end. Returns the number of decisions made.
template <class S>
int play_randomly(S& state, Rng& rng) {
  NullWitness witness;
  int decisions = 0;
  for (;;) {
    switch (state.kind()) {
      case NodeKind::kTerminal:
        return decisions;
      case NodeKind::kChance:
        sample_chance(state, rng, witness);
        break;
      case NodeKind::kDecision: {
        const Player player = state.movers().lowest();
        state.apply(player, random_action(state, player, rng), witness);
        ++decisions;
      }
    }
  }
}

}  // namespace varan

#endif  // VARAN_GAME_H_
