// Mega Hexano and its family, one engine for five boards: mega_hexano (37 hexes), hexano (19
// hexes), volcano (5x5), mega_volcano (6x6) and caldera (5x5). Open information, no chance after
// the set-up, 2 to 6 players, one shared set of caps.
//
// The rules in small. Every cell starts with a nest: pyramids of sizes 1, 2, 3 of one colour, large
// on top; a few cells carry a cap besides. A decision is one cap move: a cap steps from cell c to a
// neighbour t that holds no cap. If pieces stand on c and the cell l behind t exists and holds no
// cap, the move is an *eruption*: the pieces of c, top first, land one by one on l and the cells
// behind it until the edge or a cap stops the flow. A piece that lands on a top of its own size is
// captured; otherwise it becomes the new top. An eruption ends the turn. Any other cap move is
// *quiet*: nothing flows and the same player moves on, but no set of caps may recur within a turn,
// a turn has at most `max_quiet` quiet moves, and an eruption must stay within reach. The game ends
// when a player meets the preset's *trigger* (a piece of every colour, a tree, ...); the best pile
// wins, or, in a race, she does. A pile is worth 1 a piece, 5 a tree (sizes 1, 2, 3), 7 a tree of
// one colour; white is wild.
//
// Options (defaults in MegaHexanoRules::parameters): preset, players, setup, nests, white_centre,
// caps, cap_cells, trigger, goal, sweep, white_wild, repetition, max_quiet, max_dry, max_turns,
// finish_round, race_fallback. Random set-ups are dealt cell by cell at chance nodes before the
// first decision.
//
// Numbers in brackets are sections of the rules page. Nothing is simplified.
#ifndef VARAN_GAMES_MEGA_HEXANO_H_
#define VARAN_GAMES_MEGA_HEXANO_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "varan/assert.h"
#include "varan/game.h"
#include "varan/games/mega_hexano/board.h"
#include "varan/games/mega_hexano/keys.h"
#include "varan/games/mega_hexano/pieces.h"
#include "varan/games/mega_hexano/presets.h"
#include "varan/hash.h"

namespace varan {

/// One configuration: a preset, its board and its options.
class MegaHexanoRules {
 public:
  static std::vector<std::string> names();
  static std::string title(std::string_view name);
  static std::string summary(std::string_view name);
  static std::vector<Parameter> parameters(std::string_view name);
  static Parsed<MegaHexanoRules> make(const Settings& settings);
  /// The rules of a spec such as `volcano(players=3)`.
  static Parsed<MegaHexanoRules> from_spec(std::string_view spec);

  Traits traits() const;
  ObservationShape observation_shape() const;
  std::string spec() const { return spec_; }
  /// A sentence if the number of players lies outside of the preset's range, else empty.
  std::string warning() const;

  const mega_hexano::Preset& preset() const { return *preset_; }
  const mega_hexano::Options& options() const { return options_; }
  const mega_hexano::Board& board() const { return board_; }
  int players() const { return options_.players; }
  /// The options that play depends on, each as `key=value`.
  std::vector<std::string> play_options() const;
  /// Those of them that differ from the preset's defaults, `max_quiet=3 sweep=1`.
  const std::string& unusual_options() const { return unusual_options_; }

 private:
  friend class MegaHexanoState;
  MegaHexanoRules(const mega_hexano::Preset& preset, const mega_hexano::Options& options);

  const mega_hexano::Preset* preset_;
  mega_hexano::Options options_;
  mega_hexano::Board board_;
  std::array<std::uint64_t, 2> trigger_colours_;  // as Pile::holds takes them
  mega_hexano::Cells start_;                      // what is not dealt by chance
  std::string spec_;
  std::string unusual_options_;
};

/// A position [5]. 496 bytes.
class MegaHexanoState : public OpenInformation {
 public:
  using Rules = MegaHexanoRules;
  using Cell = mega_hexano::Cell;
  using CellSet = mega_hexano::CellSet;
  using Piece = mega_hexano::Piece;
  using Pile = mega_hexano::Pile;
  using Step = mega_hexano::Step;
  using Reason = mega_hexano::Reason;

  static constexpr int kMaxPlayers = mega_hexano::kMaxSeats;
  static constexpr int kNumActions = mega_hexano::kMaxActions;
  static constexpr int kMaxLegalActions = mega_hexano::kMaxCaps * mega_hexano::kMaxDirections;
  static constexpr int kMaxChanceOutcomes = mega_hexano::kColours;

  /// The start of a game.
  explicit MegaHexanoState(const Rules& rules);

  // ---- Who acts ----

  const Rules& rules() const { return *rules_; }
  int players() const { return rules_->options_.players; }
  NodeKind kind() const { return kind_; }
  PlayerSet movers() const {
    return kind_ == NodeKind::kDecision ? PlayerSet::only(to_move_) : PlayerSet();
  }
  int clock() const { return static_cast<int>(turns_); }

  // ---- Set-up [4]: chance nodes: a white centre, nests by cell, caps by cell ----

  void chance_outcomes(OutcomeList<MegaHexanoState>& out) const;
  template <class Witness>
  void apply_chance(std::int32_t outcome, Witness& witness);

  // ---- Cap moves [6.1 to 6.3] ----

  /// All legal cap moves by ascending id.
  void legal_actions(Player player, ActionList<MegaHexanoState>& out) const;
  bool is_legal(Player player, Action action) const;
  /// A uniformly random legal cap move: any pair of a cap and a direction, until one is legal.
  Action sample_action(Player player, Rng& rng) const;
  template <class Witness>
  void apply(Player player, Action action, Witness& witness);

  // ---- Results [8] ----

  double utility(Player player) const;
  double score(Player player) const { return pile_score(player).total(); }
  mega_hexano::PileScore pile_score(Player player) const {
    return pile(player).score(rules_->options_.white_wild);
  }
  std::string end_reason() const { return std::string(mega_hexano::kReasonNames[at(reason_)]); }

  // ---- Information [7] ----

  std::uint64_t info_key(Player) const {
    return fold(board_key(), std::uint64_t{turns_} << 32 | dry_);
  }
  /// A key of all but `turns` and `dry`, which only the two guards against endless play read.
  std::uint64_t board_key() const;
  void observe(Player player, std::span<float> tensor) const;
  std::string validate() const;
  friend bool operator==(const MegaHexanoState& a, const MegaHexanoState& b);

  // ---- Text [10] ----

  std::string to_text() const;
  static Parsed<MegaHexanoState> from_text(const Rules& rules, std::string_view text);
  std::string action_to_text(Player player, Action action) const;
  Parsed<Action> parse_action(Player player, std::string_view text) const;
  /// The move as game records write it, with its landings: `b3-a4`, `a4-b4>P3@c4x`.
  std::string record_text(Action action) const;
  std::string chance_to_text(std::int32_t outcome) const;
  Parsed<std::int32_t> parse_chance(std::string_view text) const;
  std::string fact_to_text(const Fact& fact) const;
  std::string draw() const;

  // ---- What stands where ----

  CellSet caps() const { return obstacles_ ^ mega_hexano::kOffBoard; }
  int cap_count() const { return cap_count_; }
  /// Cells with pieces.
  CellSet occupied() const { return occupied_; }
  int height(Cell cell) const { return height_[at(cell)]; }
  /// The top piece of an occupied cell.
  Piece top(Cell cell) const { return mega_hexano::kPieceOf[top_[at(cell)]]; }
  /// The pieces on a cell, bottom to top.
  std::vector<Piece> stack(Cell cell) const;
  const Pile& pile(Player player) const { return piles_[at(player)]; }
  Player to_move() const { return to_move_; }
  int turns() const { return static_cast<int>(turns_); }
  int dry() const { return static_cast<int>(dry_); }
  int quiet() const { return quiet_; }
  bool pending() const { return pending_; }
  Reason reason() const { return reason_; }
  /// The first player who met the trigger, or -1.
  Player trigger_player() const { return trigger_player_; }
  /// The set of caps before the `index`-th quiet move of this turn; `index` = quiet() is the
  /// present.
  CellSet visited(int index) const;

  // ---- Eruptions with the caps anywhere, for views of whole turns [6.6]. `caps` takes the place
  // of
  // ---- the present caps; stacks do not change within a turn, so it may be any set ahead.

  /// Does the cap move, possible or not, make its pieces flow?
  bool erupts(CellSet caps, const Step& step) const {
    return ((caps | mega_hexano::kOffBoard) & step.ray) == 0 && (occupied_ >> step.from & 1) != 0;
  }
  bool erupts(CellSet caps, Action action) const {
    return erupts(caps, rules_->board_.step(action));
  }
  /// Has any of `caps` an eruptive move?
  bool any_eruption(CellSet caps) const;
  /// Number of pieces that flow if a cap makes this eruptive step: they depend on no other cap
  /// moves.
  int flow(CellSet caps, const Step& step) const;

  /// A piece of a flow that lands.
  struct Landing {
    Piece piece;
    std::uint8_t cell;
    bool captured;
  };
  using Flow = FixedVector<Landing, mega_hexano::kMaxFlow>;
  /// What lands where, in order, if a cap makes this eruptive step.
  Flow landings(CellSet caps, const Step& step) const;

  /// Puts the caps on `caps`, which legal quiet moves of this turn reach, and erupts: the whole
  /// turn.
  template <class Witness>
  void erupt_from(CellSet caps, Action action, Witness& witness);

  // ---- Facts: what is announced, and its numbers ----

  enum FactKind : std::int32_t {
    kNestDealt,     ///< cell, colour
    kCapDealt,      ///< cell, 1 if it gets a cap
    kDealRestarts,  ///< two neighbours would share a colour
    kCapMoved,      ///< from, to
    kCapsStand,     ///< low and high half of the set of caps, after quiet moves that a view made at
                    ///< once
    kLanded,        ///< cell, piece
    kCaptured,      ///< cell, piece, player
    kTurnDied,      ///< player: no move was left to the end of a turn
    kGameOver,      ///< reason, trigger player or -1
  };

 private:
  enum class Deal : std::uint8_t { kDone, kWhite, kNests, kCaps };

  template <class Index>
  static std::size_t at(Index index) {
    return static_cast<std::size_t>(index);
  }
  std::uint64_t stack_key(Cell cell, int height, Piece piece) const {
    return mega_hexano::kPlaceKeys[at(cell)][piece] * mega_hexano::kHeightKeys[at(height)];
  }

  template <class Witness>
  void erupt(const Step& step, Witness& witness);
  template <class Witness>
  void move_quietly(Action action, const Step& step, Witness& witness);
  template <class Witness>
  void end_turn(bool captured, Witness& witness);
  template <class Witness>
  void end_game(Reason reason, Witness& witness);

  bool triggered(const Pile& pile) const;
  bool quiet_allowed(const Step& step) const;
  bool recurs(const Step& step) const;
  bool any_legal() const;
  bool eruption_reachable(CellSet caps, int moves) const;
  bool stalemate() const {
    return !any_eruption(obstacles_) && !eruption_reachable(obstacles_, rules_->options_.max_quiet);
  }
  void move_cap(const Step& step) {
    obstacles_ ^= step.toggles();
    board_hash_ += mega_hexano::kCapKeys[step.to] - mega_hexano::kCapKeys[step.from];
  }
  void note_visited();

  std::uint8_t take_from_box(Piece piece);  // or kNothing if there is none left
  bool put_piece(Cell cell, Piece piece);
  void put_nest(Cell cell, mega_hexano::Colour colour);
  bool give_piece(Player player, Piece piece);
  void put_cap(Cell cell);
  void clear_board();
  void begin_deal();
  void advance_deal();
  bool conflicts(Cell cell, mega_hexano::Colour colour) const;
  void begin_play();
  bool can_be_dealt() const;
  std::uint64_t content_hash() const;
  std::vector<CellSet> visited_sets() const;

  const Rules* rules_;
  CellSet obstacles_ = mega_hexano::kOffBoard;  // the caps, and what lies off the board
  CellSet occupied_ = 0;
  std::uint64_t board_hash_ = 0;  // sum of the keys of stacks, caps and piles
  std::uint64_t turn_hash_ = 0;   // of the earlier sets of caps of this turn
  std::array<Pile, kMaxPlayers> piles_{};
  std::uint32_t turns_ = 0;
  std::uint32_t dry_ = 0;
  NodeKind kind_ = NodeKind::kDecision;
  std::uint8_t to_move_ = 0;
  std::uint8_t quiet_ = 0;
  std::uint8_t cap_count_ = 0;
  Reason reason_ = Reason::kNone;
  std::int8_t trigger_player_ = -1;
  bool pending_ = false;
  Deal deal_ = Deal::kDone;
  std::uint8_t deal_cell_ = 0;
  // Stacks are lists of pieces in the box. Pieces of a kind are interchangeable: which of them
  // stands where is no part of a position.
  std::array<std::uint8_t, mega_hexano::kMaxCells> top_;
  std::array<std::uint8_t, mega_hexano::kMaxCells> height_{};
  std::array<std::uint8_t, mega_hexano::kBoxSize> below_;
  std::array<std::uint16_t, mega_hexano::kMaxQuiet> quiet_moves_{};  // of this turn, by action id
};

static_assert(sizeof(MegaHexanoState) <= 512);

// ---- Cap moves ----

inline bool MegaHexanoState::any_eruption(CellSet caps) const {
  const mega_hexano::Board& board = rules_->board_;
  const CellSet obstacles = caps | mega_hexano::kOffBoard;
  for (CellSet left = caps & occupied_; left != 0; left &= left - 1) {
    const Step* step = &board.step(board.action(mega_hexano::lowest(left), 0));
    for (const Step* end = step + board.directions(); step != end; ++step) {
      if ((step->ray & obstacles) == 0) return true;
    }
  }
  return false;
}

inline int MegaHexanoState::flow(CellSet caps, const Step& step) const {
  const CellSet obstacles = caps | mega_hexano::kOffBoard;
  const int pieces = height(step.from);
  int landed = 0;
  for (std::uint64_t cells = step.landings; landed < pieces; cells >>= 8, ++landed) {
    if ((obstacles >> (cells & 0xff) & 1) != 0) break;
  }
  return landed;
}

// (a) Would the set of caps, or the cap, return to where it was in this turn?
inline bool MegaHexanoState::recurs(const Step& step) const {
  const mega_hexano::Board& board = rules_->board_;
  switch (rules_->options_.repetition) {
    case mega_hexano::Repetition::kConfig: {
      // The set of caps before the last k quiet moves differs from the present one by what those
      // moves toggled; it recurs if that is what this step toggles.
      CellSet toggled = 0;
      for (int i = quiet_ - 1; i >= 0; --i) {
        toggled ^= board.step(quiet_moves_[at(i)]).toggles();
        if (toggled == step.toggles()) return true;
      }
      return false;
    }
    case mega_hexano::Repetition::kCapReturn: {
      Cell cell = step.from;  // where the cap stood before the moves looked at
      for (int i = quiet_ - 1; i >= 0; --i) {
        const Step& earlier = board.step(quiet_moves_[at(i)]);
        if (earlier.to != cell) continue;
        cell = earlier.from;
        if (cell == step.to) return true;
      }
      return false;
    }
    case mega_hexano::Repetition::kNone:
      return false;
  }
  return false;
}

// [6.3] of a quiet step onto a cell without a cap.
inline bool MegaHexanoState::quiet_allowed(const Step& step) const {
  const int max_quiet = rules_->options_.max_quiet;
  if (quiet_ > 0 && recurs(step)) return false;  // (a)
  if (quiet_ >= max_quiet) return false;         // (b)
  const CellSet next = obstacles_ ^ step.toggles();
  return any_eruption(next) || eruption_reachable(next, max_quiet - quiet_ - 1);  // (c)
}

inline void MegaHexanoState::legal_actions(Player, ActionList<MegaHexanoState>& out) const {
  const mega_hexano::Board& board = rules_->board_;
  out.clear();
  for (CellSet left = caps(); left != 0; left &= left - 1) {
    Action action = board.action(mega_hexano::lowest(left), 0);
    for (const Action end = action + board.directions(); action != end; ++action) {
      const Step& step = board.step(action);
      if ((step.target & obstacles_) != 0) continue;
      if (erupts(obstacles_, step) || quiet_allowed(step)) out.push_back(action);
    }
  }
}

inline Action MegaHexanoState::sample_action(Player player, Rng& rng) const {
  const mega_hexano::Board& board = rules_->board_;
  std::array<CellSet, mega_hexano::kMaxCaps> caps_from;  // the caps without the k lowest
  CellSet left = obstacles_;
  for (CellSet& set : caps_from) {
    set = left;
    left &= left - 1;
  }
  const auto directions = static_cast<std::uint32_t>(board.directions());
  for (int tries = 0; tries < 64; ++tries) {
    const std::uint32_t draw = rng.below(cap_count_ * directions);
    const Cell cell = mega_hexano::lowest(caps_from[draw / directions]);
    const Action action = board.action(cell, static_cast<int>(draw % directions));
    const Step& step = board.step(action);
    if ((step.target & obstacles_) != 0) continue;
    if (erupts(obstacles_, step) || quiet_allowed(step)) return action;
  }
  ActionList<MegaHexanoState> actions;
  legal_actions(player, actions);
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

template <class Witness>
void MegaHexanoState::apply(Player player, Action action, Witness& witness) {
  VARAN_ASSERT(is_legal(player, action), "a cap move that is not legal");
  static_cast<void>(player);
  const Step& step = rules_->board_.step(action);
  if (erupts(obstacles_, step)) {
    erupt(step, witness);
  } else {
    move_quietly(action, step, witness);
  }
}

template <class Witness>
void MegaHexanoState::erupt_from(CellSet caps, Action action, Witness& witness) {
  if (caps != this->caps()) {
    for (const CellSet set : {this->caps(), caps}) {
      for (CellSet left = set; left != 0; left &= left - 1) {
        const std::uint64_t key = mega_hexano::kCapKeys[at(mega_hexano::lowest(left))];
        board_hash_ += set == caps ? key : 0 - key;
      }
    }
    obstacles_ = caps | mega_hexano::kOffBoard;
    witness(everyone, Fact{kCapsStand, static_cast<std::int32_t>(caps & 0xffffffffu),
                           static_cast<std::int32_t>(caps >> 32), 0});
  }
  const Step& step = rules_->board_.step(action);
  VARAN_ASSERT(erupts(obstacles_, step), "erupt_from needs an eruptive cap move");
  erupt(step, witness);
}

// [6.2]
template <class Witness>
void MegaHexanoState::erupt(const Step& step, Witness& witness) {
  witness(everyone, Fact{kCapMoved, step.from, step.to, 0});
  move_cap(step);
  Pile& pile = piles_[to_move_];
  std::uint64_t hash = board_hash_;
  std::uint64_t cells = step.landings;
  std::uint8_t id = top_[step.from];
  int height = height_[step.from];
  bool captured = false;
  do {
    const Cell cell = static_cast<Cell>(cells & 0xff);
    if ((obstacles_ >> cell & 1) != 0) break;
    cells >>= 8;
    const Piece piece = mega_hexano::kPieceOf[id];
    const std::uint8_t next = below_[id];
    const std::uint8_t lower = top_[at(cell)];
    --height;
    hash -= stack_key(step.from, height, piece);
    if (mega_hexano::kSizeOf[lower] == mega_hexano::kSizeOf[id]) {
      pile.add(piece);
      hash += mega_hexano::kPileKeys[to_move_][piece];
      captured = true;
      witness(everyone, Fact{kCaptured, cell, piece, to_move_});
    } else {
      below_[id] = lower;
      top_[at(cell)] = id;
      hash += stack_key(cell, height_[at(cell)]++, piece);
      occupied_ |= mega_hexano::bit(cell);
      witness(everyone, Fact{kLanded, cell, piece, 0});
    }
    id = next;
  } while (height > 0);
  top_[step.from] = id;
  height_[step.from] = static_cast<std::uint8_t>(height);
  if (height == 0) occupied_ &= ~mega_hexano::bit(step.from);
  board_hash_ = hash;
  end_turn(captured, witness);
}

template <class Witness>
void MegaHexanoState::move_quietly(Action action, const Step& step, Witness& witness) {
  witness(everyone, Fact{kCapMoved, step.from, step.to, 0});
  note_visited();
  quiet_moves_[quiet_++] = static_cast<std::uint16_t>(action);
  move_cap(step);
  // Only cap_return can lead into a dead end: (c) does not look at what it forbids.
  if (rules_->options_.repetition == mega_hexano::Repetition::kCapReturn && !any_legal()) {
    witness(everyone, Fact{kTurnDied, to_move_, 0, 0});
    end_turn(false, witness);
  }
}

// The order in which sets of caps were visited matters only to cap_return.
inline void MegaHexanoState::note_visited() {
  std::uint64_t caps_hash = mix(obstacles_);
  if (rules_->options_.repetition == mega_hexano::Repetition::kCapReturn) {
    turn_hash_ = fold(turn_hash_, caps_hash);
  } else {
    turn_hash_ += caps_hash;
  }
}

// ---- End of turn [6.4] ----

inline bool MegaHexanoState::triggered(const Pile& pile) const {
  switch (rules_->options_.trigger) {
    case mega_hexano::Trigger::kEveryColour:
      return pile.holds(rules_->trigger_colours_);
    case mega_hexano::Trigger::kEveryColourAndTree:
      return pile.holds(rules_->trigger_colours_) && pile.has_tree();
    case mega_hexano::Trigger::kTrees: {
      const mega_hexano::PileScore score = pile.without_white().score(false);
      return score.single >= 3 || score.trees >= 5;
    }
  }
  return false;
}

template <class Witness>
void MegaHexanoState::end_turn(bool captured, Witness& witness) {
  const mega_hexano::Options& options = rules_->options_;
  const Pile& pile = piles_[to_move_];
  ++turns_;
  dry_ = captured ? 0 : dry_ + 1;
  quiet_ = 0;
  turn_hash_ = 0;
  if (options.sweep > 0 && pile.white() >= options.sweep) {
    return end_game(Reason::kSweep, witness);
  }
  const bool last_seat = to_move_ + 1 == options.players;
  if (triggered(pile)) {
    if (trigger_player_ < 0) trigger_player_ = static_cast<std::int8_t>(to_move_);
    if (options.goal == mega_hexano::Goal::kRace) return end_game(Reason::kGoal, witness);
    if (!options.finish_round || last_seat) return end_game(Reason::kTrigger, witness);
    pending_ = true;
  }
  if (pending_ && last_seat) return end_game(Reason::kTrigger, witness);
  if (options.max_dry > 0 && dry_ >= options.max_dry) return end_game(Reason::kDry, witness);
  if (turns_ >= options.max_turns) return end_game(Reason::kTurns, witness);
  to_move_ = last_seat ? std::uint8_t{0} : static_cast<std::uint8_t>(to_move_ + 1);
  if (stalemate()) end_game(Reason::kStalemate, witness);  // [6.5]
}

template <class Witness>
void MegaHexanoState::end_game(Reason reason, Witness& witness) {
  reason_ = reason;
  kind_ = NodeKind::kTerminal;
  witness(everyone, Fact{kGameOver, static_cast<std::int32_t>(reason), trigger_player_, 0});
}

// ---- Set-up ----

template <class Witness>
void MegaHexanoState::apply_chance(std::int32_t outcome, Witness& witness) {
  VARAN_ASSERT(kind_ == NodeKind::kChance, "chance acts only in the set-up");
  const Cell cell = deal_cell_;
  switch (deal_) {
    case Deal::kWhite: {
      const Cell centre = rules_->board_.find(mega_hexano::kCentreCells[at(outcome)]);
      put_nest(centre, mega_hexano::Colour::kWhite);
      witness(everyone,
              Fact{kNestDealt, centre, static_cast<std::int32_t>(mega_hexano::Colour::kWhite), 0});
      break;
    }
    case Deal::kNests: {
      const auto colour = static_cast<mega_hexano::Colour>(outcome);
      witness(everyone, Fact{kNestDealt, cell, outcome, 0});
      if (conflicts(cell, colour)) {
        witness(everyone, Fact{kDealRestarts, cell, 0, 0});
        clear_board();
        deal_cell_ = 0;
      } else {
        put_nest(cell, colour);
      }
      break;
    }
    case Deal::kCaps:
      if (outcome != 0) put_cap(cell);
      witness(everyone, Fact{kCapDealt, cell, outcome, 0});
      ++deal_cell_;
      break;
    case Deal::kDone:
      break;
  }
  advance_deal();
  if (kind_ == NodeKind::kTerminal) {
    witness(everyone, Fact{kGameOver, static_cast<std::int32_t>(reason_), -1, 0});
  }
}

}  // namespace varan

#endif  // VARAN_GAMES_MEGA_HEXANO_H_
