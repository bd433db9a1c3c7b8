// Matrix games: two players choose at once, one a row and one a column of a matrix of payoffs, and
// the column player pays the row player the entry. The names `matching_pennies` (value 0, both mix
// evenly), `rock_paper_scissors` (the same) and `biased_rock_paper_scissors` (value 0, mix 1/16,
// 5/8, 5/16) are games of their own; `matrix_game` takes any matrix by its option `rows`: entries
// parted by colons, rows by slashes, as in matrix_game(rows=2:-1/-1:1), which is the default (value
// 1/5, mix 2/5, 3/5). Utilities are entries divided by the largest absolute value; score() gives
// entries. Games whose payoffs do not sum to the same everywhere are not among them: no game here
// has a varying sum.
//
// Player 0 chooses the row. Action ids are rows, or columns, from 0; as text they have names, or
// numbers from 1. Positions as text: both choices, - for none yet: "rock/-". A state: 16 bytes.
#ifndef VARAN_GAMES_REFERENCE_MATRIX_GAME_H_
#define VARAN_GAMES_REFERENCE_MATRIX_GAME_H_

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "varan/game.h"

namespace varan {

namespace matrix_game {

inline constexpr int kMostActions = 32;  // of a player
inline constexpr double kLargestEntry = 1e9;

/// A game with a name.
struct Named {
  std::string_view name;
  std::string_view title;
  std::string_view summary;
  std::string_view rows;
  std::string_view actions;  ///< of both players, parted by blanks; numbers if empty
};
inline constexpr std::array<Named, 4> kNamed = {{
    {"matrix_game", "Matrix game", "One chooses a row, the other a column, at once.", "2:-1/-1:1",
     ""},
    {"matching_pennies", "Matching pennies", "One wants pennies to match, the other not.",
     "1:-1/-1:1", "heads tails"},
    {"rock_paper_scissors", "Rock, paper, scissors",
     "Rock blunts scissors, scissors cut paper, paper wraps rock.", "0:-1:1/1:0:-1/-1:1:0",
     "rock paper scissors"},
    {"biased_rock_paper_scissors", "Biased rock, paper, scissors",
     "Rock, paper, scissors with unequal stakes.", "0:-25:50/25:0:-5/-50:5:0",
     "rock paper scissors"},
}};

inline const Named& named(std::string_view name) {
  return *std::find_if(kNamed.begin(), kNamed.end() - 1,
                       [&](const Named& game) { return game.name == name; });
}

inline std::string number_to_text(double number) {
  std::array<char, 32> buffer;
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return std::string(buffer.data(), end);
}

}  // namespace matrix_game

/// A matrix of payoffs to the row player.
class MatrixGameRules {
 public:
  static std::vector<std::string> names() {
    std::vector<std::string> names;
    for (const matrix_game::Named& game : matrix_game::kNamed) names.emplace_back(game.name);
    return names;
  }
  static std::string title(std::string_view name) {
    return std::string(matrix_game::named(name).title);
  }
  static std::string summary(std::string_view name) {
    return std::string(matrix_game::named(name).summary);
  }
  static std::vector<Parameter> parameters(std::string_view name) {
    if (name != "matrix_game") return {};
    return {Parameter::text("rows", std::string(matrix_game::named(name).rows),
                            "payoffs to the row player, as in 2:-1/-1:1: entries parted by colons, "
                            "rows by slashes, up to 32 of each")};
  }
  static Parsed<MatrixGameRules> make(const Settings& settings) {
    MatrixGameRules rules(matrix_game::named(settings.name()));
    const std::string rows =
        settings.name() == "matrix_game" ? settings.text("rows") : std::string(rules.named_->rows);
    if (std::string wrong = rules.read(rows); !wrong.empty()) return ParseError{std::move(wrong)};
    return rules;
  }

  Traits traits() const {
    return {.players = 2,
            .num_actions = std::max(rows_, columns_),
            .longest_game = 2,
            .simultaneous = true};
  }
  /// Which seat it is, and the action already chosen.
  ObservationShape observation_shape() const {
    return {{"column_player", "committed"}, 1, std::max(rows_, columns_)};
  }
  std::string spec() const {
    Spec spec{std::string(named_->name), {}};
    std::string rows;
    for (std::size_t i = 0; i < payoffs_.size(); ++i) {
      if (i > 0) rows += i % static_cast<std::size_t>(columns_) == 0 ? '/' : ':';
      rows += matrix_game::number_to_text(payoffs_[i]);
    }
    if (rows != named_->rows) spec.parameters.emplace_back("rows", rows);
    return to_string(spec);
  }

  /// Of the row player (0) or the column player (1).
  int actions(Player player) const { return player == 0 ? rows_ : columns_; }
  double payoff(int row, int column) const {
    return payoffs_[static_cast<std::size_t>(row * columns_ + column)];
  }
  double largest() const { return largest_; }  ///< absolute value of an entry; 1 if all are 0

  std::string action_name(Action action) const {
    std::string_view names = named_->actions;
    if (names.empty()) return std::to_string(action + 1);
    for (; action > 0; --action) names.remove_prefix(std::min(names.size(), names.find(' ') + 1));
    return std::string(names.substr(0, names.find(' ')));
  }

 private:
  explicit MatrixGameRules(const matrix_game::Named& named) : named_(&named) {}

  /// Returns what is wrong.
  std::string read(std::string_view text) {
    std::size_t at = 0;
    for (int column = 0; at <= text.size(); ++at) {
      const std::size_t end = std::min(text.find_first_of(":/", at), text.size());
      double entry = 0;
      const auto [stop, error] = std::from_chars(text.data() + at, text.data() + end, entry);
      if (error != std::errc() || stop != text.data() + end ||
          !(std::fabs(entry) <= matrix_game::kLargestEntry)) {
        return "rows=" + std::string(text) + ": a number was expected, not '" +
               std::string(text.substr(at, end - at)) + "'";
      }
      payoffs_.push_back(entry == 0 ? 0 : entry);  // no negative zero
      at = end;
      ++column;
      if (at < text.size() && text[at] == ':') continue;
      if (rows_ > 0 && column != columns_) {
        return "rows=" + std::string(text) + ": all rows must be equally long";
      }
      columns_ = column;
      column = 0;
      ++rows_;
    }
    if (rows_ > matrix_game::kMostActions || columns_ > matrix_game::kMostActions) {
      return "rows: at most " + std::to_string(matrix_game::kMostActions) +
             " rows and columns can be played";
    }
    double largest = 0;
    for (const double entry : payoffs_) largest = std::max(largest, std::fabs(entry));
    if (largest > 0) largest_ = largest;
    return {};
  }

  const matrix_game::Named* named_;
  int rows_ = 0;
  int columns_ = 0;
  std::vector<double> payoffs_;  // row by row
  double largest_ = 1;
};

/// A position.
class MatrixGameState : public NoChance {
 public:
  using Rules = MatrixGameRules;
  static constexpr int kMaxPlayers = 2;
  static constexpr int kNumActions = matrix_game::kMostActions;
  static constexpr int kMaxLegalActions = matrix_game::kMostActions;

  enum FactKind : std::int32_t {
    kCommitted,  ///< a: the player, b: her action; to her alone
    kChosen,     ///< a: the row, b: the column
  };

  explicit MatrixGameState(const Rules& rules) : rules_(rules) {}
  friend bool operator==(const MatrixGameState&, const MatrixGameState&) = default;

  const Rules& rules() const { return *rules_; }
  int players() const { return 2; }

  // ---- play

  NodeKind kind() const { return movers().empty() ? NodeKind::kTerminal : NodeKind::kDecision; }

  PlayerSet movers() const {
    PlayerSet movers;
    if (choice_[0] == kNone) movers = movers.with(0);
    if (choice_[1] == kNone) movers = movers.with(1);
    return movers;
  }

  void legal_actions(Player player, ActionList<MatrixGameState>& out) const {
    out.resize(static_cast<std::size_t>(rules_->actions(player)));
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<Action>(i);
  }

  bool is_legal(Player player, Action action) const {
    return movers().contains(player) && action >= 0 && action < rules_->actions(player);
  }

  Action sample_action(Player player, Rng& rng) const {
    return static_cast<Action>(rng.below(static_cast<std::uint32_t>(rules_->actions(player))));
  }

  template <class Witness>
  void apply(Player player, Action action, Witness& witness) {
    VARAN_ASSERT(is_legal(player, action), "a row or a column of the matrix");
    choice_[static_cast<std::size_t>(player)] = static_cast<std::int8_t>(action);
    witness(only(player), Fact{kCommitted, player, action});
    if (movers().empty()) witness(everyone, Fact{kChosen, choice_[0], choice_[1]});
  }

  // ---- knowledge

  /// Takes back what others have chosen, as long as not all have.
  void determinize(Player observer, Rng&) {
    if (movers().empty()) return;
    for (Player p = 0; p < 2; ++p) {
      if (p != observer) choice_[static_cast<std::size_t>(p)] = kNone;
    }
  }

  std::uint64_t info_key(Player player) const {
    const auto part = [this](Player p) {
      return static_cast<std::uint64_t>(choice_[static_cast<std::size_t>(p)] + 1);
    };
    return movers().empty() ? part(0) << 16 | part(1) << 8 : part(player);
  }

  // ---- results

  double utility(Player player) const { return score(player) / rules_->largest(); }
  /// The entry, once there is one.
  double score(Player player) const {
    if (!movers().empty()) return 0;
    const double payoff = rules_->payoff(choice_[0], choice_[1]);
    return player == 0 ? payoff : -payoff;
  }
  int clock() const { return movers().empty() ? 1 : 0; }  ///< rounds played
  std::string end_reason() const { return "chosen"; }

  // ---- learning

  void observe(Player player, std::span<float> tensor) const {
    const std::size_t columns = tensor.size() / 2;
    const int choice = choice_[static_cast<std::size_t>(player)];
    for (std::size_t i = 0; i < columns; ++i) {
      tensor[i] = static_cast<float>(player);
      tensor[columns + i] = static_cast<int>(i) == choice;
    }
  }

  // ---- text

  std::string validate() const {
    for (Player p = 0; p < 2; ++p) {
      const int choice = choice_[static_cast<std::size_t>(p)];
      if (choice < kNone || choice >= rules_->actions(p)) return "a choice is not in the matrix";
    }
    return {};
  }

  /// Both choices, - for none: "rock/-".
  std::string to_text() const { return name_of(choice_[0]) + "/" + name_of(choice_[1]); }

  static Parsed<MatrixGameState> from_text(const Rules& rules, std::string_view text) {
    MatrixGameState state(rules);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
      return ParseError{"two choices were expected, as in -/-", text.size()};
    }
    for (Player p = 0; p < 2; ++p) {
      const std::string_view name = p == 0 ? text.substr(0, slash) : text.substr(slash + 1);
      if (name == "-") continue;
      const Parsed<Action> action = state.parse_action(p, name);
      if (!action.ok() || *action >= rules.actions(p)) {
        return ParseError{action.ok() ? "a choice is not in the matrix" : action.error().message,
                          p == 0 ? 0 : slash + 1};
      }
      state.choice_[static_cast<std::size_t>(p)] = static_cast<std::int8_t>(*action);
    }
    return state;
  }

  std::string action_to_text(Player, Action action) const { return rules_->action_name(action); }

  Parsed<Action> parse_action(Player player, std::string_view text) const {
    const int count = std::max(rules_->actions(0), rules_->actions(1));
    for (Action action = 0; action < count; ++action) {
      if (text == rules_->action_name(action)) return action;
    }
    return ParseError{rules_->action_name(0) + " .. " +
                      rules_->action_name(rules_->actions(player) - 1) + " was expected, not '" +
                      std::string(text) + "'"};
  }

  std::string fact_to_text(const Fact& fact) const {
    return fact.kind == kCommitted
               ? "player " + std::to_string(fact.a) + " chooses " + name_of(fact.b)
               : name_of(fact.a) + " meets " + name_of(fact.b);
  }

  /// The payoffs, the chosen row and column marked.
  std::string draw() const {
    std::string picture =
        "player 0: " + name_of(choice_[0]) + "\nplayer 1: " + name_of(choice_[1]) + "\n";
    for (int row = 0; row < rules_->actions(0); ++row) {
      for (int column = 0; column < rules_->actions(1); ++column) {
        const std::string entry = matrix_game::number_to_text(rules_->payoff(row, column));
        const bool chosen = row == choice_[0] && column == choice_[1];
        picture += (column == 0 ? "" : " ") + (chosen ? "[" + entry + "]" : entry);
      }
      picture += '\n';
    }
    return picture;
  }

 private:
  static constexpr std::int8_t kNone = -1;
  std::string name_of(int choice) const {
    return choice == kNone ? "-" : rules_->action_name(choice);
  }

  RulesPointer<Rules> rules_;
  std::array<std::int8_t, 2> choice_ = {kNone, kNone};
};

static_assert(GameRules<MatrixGameRules> && GameState<MatrixGameState>);
static_assert(sizeof(MatrixGameState) == 16);

}  // namespace varan

#endif  // VARAN_GAMES_REFERENCE_MATRIX_GAME_H_
