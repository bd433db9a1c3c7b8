// A game written out: all its histories in flat arrays, for exact computations.
//
// Simultaneous nodes become a row of decisions, lowest seat first, in which later movers do not see
// what earlier ones have committed: that is how State::movers() shrinks, and why it changes
// nothing. A player's information sets are told apart by her path keys (varan/witness.h), and
// perfect recall is checked: every history of an information set has the same own actions behind
// it. So a player's information sets form a forest, and what she does is best written by
// *sequences*: a sequence stands for one action of one information set, together with all own
// actions before it (the sequence form: von Stengel 1996).
#ifndef VARAN_SOLVING_GAME_TREE_H_
#define VARAN_SOLVING_GAME_TREE_H_

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "varan/game.h"
#include "varan/solving/choices.h"
#include "varan/solving/percepts.h"
#include "varan/witness.h"

namespace varan {

/// All histories of a game from some position. Children come after their parent, siblings are
/// neighbours; an information set comes after those its player went through before.
class GameTree {
 public:
  /// An action of an information set with all own actions before it. 0 .. players()-1: nothing done
  /// yet, the empty sequence of each player.
  using Sequence = std::uint32_t;

  static constexpr Player kChance = internal::kChanceNode;
  static constexpr Player kTerminal = internal::kTerminalNode;

  struct Node {
    std::uint32_t parent = 0;  ///< the root's is the root
    std::uint32_t first_child = 0;
    std::uint32_t children = 0;
    /// Decision: its information set. Terminal: its number. Chance: see chance_probabilities().
    std::uint32_t index = 0;
    std::int32_t choice = 0;  ///< the action or outcome that led here
    std::int8_t player = 0;   ///< who decides; kChance, kTerminal
  };

  struct InfoSet {
    std::uint64_t key = 0;      ///< the player's path key
    Sequence first = 0;         ///< of its first action; those of the others follow
    std::uint32_t actions = 0;  ///< how many
    Sequence parent = 0;        ///< of the player before
    std::uint32_t node = 0;     ///< one of its histories
    Player player = 0;
  };

  int players() const { return players_; }
  std::span<const Node> nodes() const { return nodes_; }
  std::int64_t histories() const { return static_cast<std::int64_t>(nodes_.size()); }
  std::span<const InfoSet> information_sets() const { return sets_; }
  std::size_t sequences() const { return actions_.size(); }
  /// The action that a sequence ends with.
  Action action(Sequence sequence) const { return actions_[sequence]; }

  /// The probabilities of a chance node's children.
  std::span<const double> chance_probabilities(const Node& node) const {
    return std::span(chance_).subspan(node.index, node.children);
  }

  std::size_t terminals() const { return terminal_chance_.size(); }
  /// The product of chance's probabilities on the way to a terminal.
  double terminal_chance(std::size_t terminal) const { return terminal_chance_[terminal]; }
  double utility(std::size_t terminal, Player player) const {
    return utilities_[slot(terminal, player)];
  }
  /// What a player did on the way to a terminal.
  Sequence terminal_sequence(std::size_t terminal, Player player) const {
    return terminal_sequences_[slot(terminal, player)];
  }

  /// The number of an information set, or -1 if there is none with this key.
  std::int64_t find(Player player, std::uint64_t path_key) const {
    const auto found = by_key_.find(information_set_id(player, path_key));
    return found == by_key_.end() ? -1 : static_cast<std::int64_t>(found->second);
  }

  /// The actions and outcomes that lead to a node from the root.
  std::vector<std::int32_t> path_to(std::uint32_t node) const {
    std::vector<std::int32_t> path;
    for (; node != 0; node = nodes_[node].parent) path.push_back(nodes_[node].choice);
    std::reverse(path.begin(), path.end());
    return path;
  }

  /// The game's points for a utility of 1, if its score is a multiple of the utility at every
  /// terminal; else 0.
  double score_per_utility() const { return score_per_utility_; }

 private:
  template <class S>
  friend class TreeBuilder;

  std::size_t slot(std::size_t terminal, Player player) const {
    return terminal * static_cast<std::size_t>(players_) + static_cast<std::size_t>(player);
  }

  int players_ = 0;
  std::vector<Node> nodes_;
  std::vector<InfoSet> sets_;
  std::vector<Action> actions_;  // by sequence
  std::vector<double> chance_;
  std::vector<double> terminal_chance_;
  std::vector<double> utilities_;
  std::vector<Sequence> terminal_sequences_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_key_;
  double score_per_utility_ = 0;
};

/// "... has more than 1000 histories (random probes estimate 2e+31)".
absl::Status tree_too_large(const std::string& game, std::int64_t most, double estimate);

/// Counts the histories from a position, itself included, by walking them all; stops once there are
/// more than `most`, and then returns a number above `most`.
template <GameState S>
std::int64_t count_histories_up_to(const S& root, std::int64_t most) {
  struct Frame {
    S state;
    internal::Choices<S> choices;
    std::size_t next = 0;
    explicit Frame(const S& position) : state(position), choices(position) {}
  };
  NullWitness witness;
  std::vector<Frame> path;
  path.emplace_back(root);
  std::int64_t histories = 1 + static_cast<std::int64_t>(path.back().choices.size());
  while (!path.empty() && histories <= most) {
    Frame& top = path.back();
    if (top.next == top.choices.size()) {
      path.pop_back();
      continue;
    }
    S state = top.state;
    internal::apply_choice(state, top.choices.player, top.choices[top.next++], witness);
    if (state.kind() == NodeKind::kTerminal) continue;
    path.emplace_back(state);
    histories += static_cast<std::int64_t>(path.back().choices.size());
  }
  return histories;
}

/// Estimates the number of histories by random probes (Knuth 1975): along a uniformly random path,
/// the products of the numbers of choices so far, summed. Unbiased, but of great variance: an order
/// of magnitude.
template <GameState S>
double estimate_histories(const S& root, int probes = 1000) {
  NullWitness witness;
  Rng rng(1);
  double sum = 0;
  for (int probe = 0; probe < probes; ++probe) {
    S state = root;
    double product = 1;
    sum += 1;
    for (;;) {
      const internal::Choices<S> choices(state);
      if (choices.size() == 0) break;
      product *= static_cast<double>(choices.size());
      sum += product;
      const std::size_t drawn = rng.below(static_cast<std::uint32_t>(choices.size()));
      internal::apply_choice(state, choices.player, choices[drawn], witness);
    }
  }
  return sum / probes;
}

/// The number of histories from a position. Error: there are more than `most`; the sentence says
/// how large the game is, as far as is known, and `game` names it.
template <GameState S>
absl::StatusOr<std::int64_t> tree_size(const S& root, std::int64_t most, const std::string& game) {
  const std::int64_t histories = count_histories_up_to(root, most);
  if (histories <= most) return histories;
  return tree_too_large(game, most, estimate_histories(root));
}

/// Writes all histories of a game into a GameTree.
template <class S>
class TreeBuilder {
 public:
  /// The tree of a position with `histories` histories, as counted before.
  static absl::StatusOr<GameTree> build(const S& root, std::int64_t histories) {
    TreeBuilder builder;
    absl::Status status = builder.run(root, static_cast<std::size_t>(histories));
    if (!status.ok()) return status;
    return std::move(builder.tree_);
  }

 private:
  using Sequence = GameTree::Sequence;

  /// A history on the path that is being walked.
  struct Frame {
    S state;
    PathWitness path;
    double chance = 1;
    std::array<Sequence, kMaxPlayers> sequences = {};
    std::uint32_t node = 0;
    std::uint32_t next = 0;
    Sequence first = 0;  // of the first action, at a decision

    explicit Frame(const S& root) : state(root), path(root) {}
  };

  absl::Status run(const S& root, std::size_t histories) {
    if (histories > std::numeric_limits<std::uint32_t>::max()) {
      return absl::InvalidArgumentError("more histories than can be numbered");
    }
    tree_.players_ = root.players();
    tree_.nodes_.reserve(histories);
    tree_.nodes_.emplace_back();
    tree_.actions_.resize(static_cast<std::size_t>(root.players()), -1);
    Frame start(root);
    for (Player p = 0; p < root.players(); ++p) at(start, p) = static_cast<Sequence>(p);
    std::vector<Frame> path = {start};
    if (absl::Status status = enter(path.back()); !status.ok()) return status;
    while (!path.empty()) {
      Frame& top = path.back();
      const GameTree::Node& node = tree_.nodes_[top.node];
      if (top.next == node.children) {
        path.pop_back();
        continue;
      }
      const std::uint32_t i = top.next++;
      Frame child = top;
      child.node = node.first_child + i;
      child.next = 0;
      if (node.player == GameTree::kChance) {
        child.chance *= tree_.chance_[node.index + i];
      } else {
        at(child, node.player) = top.first + i;
      }
      internal::apply_choice(child.state, node.player, tree_.nodes_[child.node].choice, child.path);
      if (absl::Status status = enter(child); !status.ok()) return status;
      if (tree_.nodes_[child.node].children > 0) path.push_back(child);
    }
    if (score_is_multiple_) tree_.score_per_utility_ = score_per_utility_;
    return absl::OkStatus();
  }

  /// Fills in the node of a history that was reached, and makes its children.
  absl::Status enter(Frame& frame) {
    const internal::Choices<S> choices(frame.state);
    const auto count = static_cast<std::uint32_t>(choices.size());
    tree_.nodes_[frame.node].player = static_cast<std::int8_t>(choices.player);
    if (choices.player == GameTree::kTerminal) {
      tree_.nodes_[frame.node].index = static_cast<std::uint32_t>(tree_.terminals());
      enter_terminal(frame);
      return absl::OkStatus();
    }
    tree_.nodes_[frame.node].children = count;
    tree_.nodes_[frame.node].first_child = static_cast<std::uint32_t>(tree_.nodes_.size());
    for (std::uint32_t i = 0; i < count; ++i) {
      GameTree::Node child;
      child.parent = frame.node;
      child.choice = choices[i];
      tree_.nodes_.push_back(child);
    }
    if (choices.player == GameTree::kChance) {
      tree_.nodes_[frame.node].index = static_cast<std::uint32_t>(tree_.chance_.size());
      for (const ChanceOutcome& outcome : choices.outcomes) {
        tree_.chance_.push_back(outcome.probability);
      }
      return absl::OkStatus();
    }
    return enter_decision(frame, choices);
  }

  absl::Status enter_decision(Frame& frame, const internal::Choices<S>& choices) {
    const Player player = choices.player;
    const std::uint64_t key = frame.path.key(player);
    const auto [found, is_new] = tree_.by_key_.try_emplace(
        information_set_id(player, key), static_cast<std::uint32_t>(tree_.sets_.size()));
    tree_.nodes_[frame.node].index = found->second;
    if (is_new) {
      GameTree::InfoSet set;
      set.key = key;
      set.first = static_cast<Sequence>(tree_.actions_.size());
      set.actions = static_cast<std::uint32_t>(choices.size());
      set.parent = at(frame, player);
      set.node = frame.node;
      set.player = player;
      tree_.sets_.push_back(set);
      tree_.actions_.insert(tree_.actions_.end(), choices.actions.begin(), choices.actions.end());
    }
    const GameTree::InfoSet& set = tree_.sets_[found->second];
    frame.first = set.first;
    if (set.parent != at(frame, player)) {
      return absl::InvalidArgumentError(
          "player " + std::to_string(player) +
          " forgets what she did before (no perfect recall), for instance at " +
          frame.state.to_text());
    }
    if (!std::equal(choices.actions.begin(), choices.actions.end(),
                    tree_.actions_.begin() + set.first,
                    tree_.actions_.begin() + set.first + set.actions)) {
      return absl::InvalidArgumentError("the legal actions of player " + std::to_string(player) +
                                        " depend on what she does not know, for instance at " +
                                        frame.state.to_text());
    }
    return absl::OkStatus();
  }

  void enter_terminal(const Frame& frame) {
    tree_.terminal_chance_.push_back(frame.chance);
    for (Player p = 0; p < tree_.players_; ++p) {
      const double utility = frame.state.utility(p);
      tree_.utilities_.push_back(utility);
      tree_.terminal_sequences_.push_back(at(frame, p));
      compare(utility, frame.state.score(p));
    }
  }

  /// Looks for the one factor between utilities and scores.
  void compare(double utility, double score) {
    constexpr double kTolerance = 1e-9;
    if (score_per_utility_ == 0 && std::fabs(utility) > kTolerance) {
      score_per_utility_ = score / utility;
    }
    const double expected = score_per_utility_ * utility;
    if (std::fabs(score - expected) > kTolerance * (1 + std::fabs(score)) ||
        score_per_utility_ < 0) {
      score_is_multiple_ = false;
    }
  }

  static Sequence& at(Frame& frame, Player player) {
    return frame.sequences[static_cast<std::size_t>(player)];
  }
  static Sequence at(const Frame& frame, Player player) {
    return frame.sequences[static_cast<std::size_t>(player)];
  }

  GameTree tree_;
  double score_per_utility_ = 0;
  bool score_is_multiple_ = true;
};

/// All histories from `root`. Errors: more than `most` of them (said before the long work starts),
/// or a player who forgets what she did; `game` names it in the sentence.
template <GameState S>
absl::StatusOr<GameTree> enumerate_histories(const S& root, std::int64_t most,
                                             const std::string& game) {
  const absl::StatusOr<std::int64_t> histories = tree_size(root, most, game);
  if (!histories.ok()) return histories.status();
  return TreeBuilder<S>::build(root, *histories);
}

}  // namespace varan

#endif  // VARAN_SOLVING_GAME_TREE_H_
