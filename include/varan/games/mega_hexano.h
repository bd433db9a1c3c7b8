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
#include "varan/games/mega_hexano/rules.h"
#include "varan/hash.h"

namespace varan {

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

  // ---- Knowledge, see mega_hexano/knowledge.h ----

  void hint(Player player, std::span<const Action> actions, std::span<float> weights) const;
  void evaluate(std::span<double> values) const;

  friend bool operator==(const MegaHexanoState& a, const MegaHexanoState& b);

  // ---- Text [10] ----
  //
  // The sixth field of a position has the options of play that differ from the preset's defaults.
  // Those of the set-up (setup, nests, white_centre, caps, cap_cells) are never written: field 2
  // says what came of them. Both may be named on reading: options of play must then be those of the
  // game, options of the set-up must be well formed and mean nothing. What is not named is as in
  // the game that reads the line, so a line without the field suits any options of play, and is
  // printed with those of the game; a printed line is read and printed unchanged.
  //
  // A finished position must be one that the last turn could have ended so [6.4].

  std::string to_text() const;
  static Parsed<MegaHexanoState> from_text(const Rules& rules, std::string_view text);
  std::string action_to_text(Player player, Action action) const;
  Parsed<Action> parse_action(Player player, std::string_view text) const;
  /// With the landings of an eruption, x for captures: `b3-a4`, `a4-b4>P3@c4x`.
  std::string record_text(Player player, Action action) const;
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

  /// Adds to a pile what an eruption of so many pieces captures. False if it captures nothing.
  bool add_captures(const Step& step, int pieces, Pile& pile) const;
  /// Does this pile meet the trigger? [8]
  bool triggered(const Pile& pile) const;

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
  static std::uint64_t stack_key(Cell cell, int height) {
    return mega_hexano::kCellKeys[at(cell)] * mega_hexano::kHeightKeys[at(height)];
  }

  template <class Witness>
  void erupt(const Step& step, Witness& witness);
  template <class Witness>
  void move_quietly(Action action, const Step& step, Witness& witness);
  template <class Witness>
  void end_turn(bool captured, Witness& witness);
  template <class Witness>
  void end_game(Reason reason, Witness& witness);

  CellSet free_ray(Cell cell) const;
  bool has_trees(const Pile& pile) const;
  bool quiet_allowed(const Step& step) const;
  bool recurs(const Step& step) const;
  Action sample_from_list(Player player, Rng& rng) const;
  bool any_legal() const;
  bool eruption_reachable(CellSet caps, int moves) const;
  bool stalemate() const {
    return !any_eruption(obstacles_) && !eruption_reachable(obstacles_, rules_->options_.max_quiet);
  }
  bool will_erupt(const Step& step) const {
    return (step.ray & obstacles_) == 0 && (occupied_ >> step.from & 1) != 0;
  }

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
  std::string wrong_in_round() const;
  std::string wrong_in_end() const;
  Reason end_due() const;
  std::vector<CellSet> visited_sets() const;

  const Rules* rules_;
  CellSet obstacles_ = mega_hexano::kOffBoard;  // the caps, and what lies off the board
  CellSet occupied_ = 0;
  std::uint64_t board_hash_ = 0;  // sum of the keys of stacks and piles
  CellSet left_ = 0;              // the cells that caps have left in this turn
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
  std::uint8_t unfair_draws_ = 0;  // 2^32 modulo the number of pairs of a cap and a direction
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
  const CellSet obstacles = caps | mega_hexano::kOffBoard;
  for (CellSet left = caps & occupied_; left != 0; left &= left - 1) {
    // Most caps on pieces can erupt in some direction, few in a given one: ask for several at once.
    const mega_hexano::View* views = rules_->board_.views(mega_hexano::lowest(left));
    // Numbers, not bool: `|` then asks all without a jump.
    const auto open = [&](int direction) -> unsigned {
      return (views[direction].ray & obstacles) == 0;
    };
    if ((open(0) | open(1) | open(2) | open(3)) != 0) return true;
    if ((open(4) | open(5) | open(6) | open(7)) != 0) return true;
  }
  return false;
}

// A ray from the cell without obstacles, or an empty set.
inline mega_hexano::CellSet MegaHexanoState::free_ray(Cell cell) const {
  const mega_hexano::View* views = rules_->board_.views(cell);
  for (int direction = 0; direction < mega_hexano::kMaxDirections; ++direction) {
    if ((views[direction].ray & obstacles_) == 0) return views[direction].ray;
  }
  return 0;
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

inline bool MegaHexanoState::add_captures(const Step& step, int pieces, Pile& pile) const {
  bool any = false;
  std::uint8_t id = top_[step.from];
  std::uint64_t cells = step.landings;
  for (int i = 0; i < pieces; ++i) {
    if (mega_hexano::kSizeOf[top_[cells & 0xff]] == mega_hexano::kSizeOf[id]) {
      pile.add(mega_hexano::kPieceOf[id]);
      any = true;
    }
    cells >>= 8;
    id = below_[id];
  }
  return any;
}

// [6.3] of a quiet step onto a cell without a cap.
inline bool MegaHexanoState::quiet_allowed(const Step& step) const {
  const int max_quiet = rules_->options_.max_quiet;
  const CellSet next = obstacles_ ^ step.toggles();
  if ((left_ & step.target) != 0 && recurs(step)) return false;                   // (a)
  if (quiet_ >= max_quiet) return false;                                          // (b)
  return any_eruption(next) || eruption_reachable(next, max_quiet - quiet_ - 1);  // (c)
}

// The list is made without jumps: all geometrically possible moves are written down, and only if
// one of the quiet ones is in doubt (rarely) are they looked at one by one.
inline void MegaHexanoState::legal_actions(Player, ActionList<MegaHexanoState>& out) const {
  const mega_hexano::Board& board = rules_->board_;
  const CellSet obstacles = obstacles_;
  const CellSet may_be_quiet = quiet_ < rules_->options_.max_quiet ? ~CellSet{0} : 0;

  // Two caps that can erupt, with a free ray each. After a quiet move one of them can still erupt
  // if the move is another cap's and stays off its ray.
  Cell first_cell = mega_hexano::kNoCell;
  Cell second_cell = mega_hexano::kNoCell;
  CellSet first_ray = ~CellSet{0};
  CellSet second_ray = ~CellSet{0};
  for (CellSet left = obstacles & occupied_; left != 0; left &= left - 1) {
    const Cell cell = mega_hexano::lowest(left);
    const CellSet ray = free_ray(cell);
    if (ray == 0) continue;
    second_cell = first_cell;
    second_ray = first_ray;
    first_cell = cell;
    first_ray = ray;
    if (second_cell != mega_hexano::kNoCell) break;
  }

  out.resize(static_cast<std::size_t>(kMaxLegalActions));
  std::size_t size = 0;
  CellSet doubtful = 0;
  for (CellSet left = caps(); left != 0; left &= left - 1) {
    const Cell cell = mega_hexano::lowest(left);
    const mega_hexano::View* view = board.views(cell);
    const CellSet bare = 0 - (~occupied_ >> cell & 1);  // all ones if the cell has no pieces
    const CellSet doubt = left_ | ((cell == first_cell ? ~CellSet{0} : first_ray) &
                                   (cell == second_cell ? ~CellSet{0} : second_ray));
    Action action = board.action(cell, 0);
    for (const Action end = action + board.directions(); action != end; ++action, ++view) {
      const bool possible = (view->target & obstacles) == 0;
      const CellSet quiet = 0 - static_cast<CellSet>(((view->ray & obstacles) | bare) != 0);
      out[size] = action;
      size += possible & ((quiet & ~may_be_quiet) == 0);
      doubtful |= (0 - static_cast<CellSet>(possible)) & quiet & view->target & doubt;
    }
  }
  out.resize(size);
  if ((doubtful & may_be_quiet) == 0) return;
  size = 0;
  for (const Action action : out) {
    const Step& step = board.step(action);
    out[size] = action;
    size += (step.target & doubtful) == 0 || will_erupt(step) || quiet_allowed(step);
  }
  out.resize(size);
}

inline Action MegaHexanoState::sample_action(Player player, Rng& rng) const {
  const mega_hexano::Board& board = rules_->board_;
  std::array<CellSet, mega_hexano::kMaxCaps> caps_from;  // the caps without the k lowest
  CellSet left = obstacles_;
  const auto drop_lowest = [&](std::size_t k) {
    caps_from[k] = left;
    left &= left - 1;
  };
  drop_lowest(0), drop_lowest(1), drop_lowest(2), drop_lowest(3), drop_lowest(4);
  if (cap_count_ > 5) drop_lowest(5), drop_lowest(6), drop_lowest(7);

  const auto directions = static_cast<std::uint32_t>(board.directions());
  for (int tries = 0; tries < 64; ++tries) {
    // A pair of a cap and a direction from 32 bits as by Rng::below; its quotient and remainder
    // come without a division, and what is left over says whether the draw is fair.
    std::uint64_t unfair = 0;
    const auto draw = [&](std::uint64_t bits) {
      const std::uint64_t by_direction = bits * directions;
      const std::uint64_t by_cap = (by_direction & 0xffffffff) * cap_count_;
      unfair |= (by_cap & 0xffffffff) < unfair_draws_;
      const Cell cell = mega_hexano::lowest(caps_from[by_cap >> 32]);
      return board.action(cell, static_cast<int>(by_direction >> 32));
    };
    // Two at once, since it cannot be predicted whether the first is onto a cap or off the board.
    const std::uint64_t bits = rng();
    const Action first = draw(bits >> 32);
    const Action second = draw(bits & 0xffffffff);
    const Action blocked = (board.step(first).target & obstacles_) != 0 ? -1 : 0;
    const Action action = first ^ ((first ^ second) & blocked);
    const Step& step = board.step(action);
    if (((step.target & obstacles_) | unfair) != 0) continue;
    if (will_erupt(step) || quiet_allowed(step)) return action;
  }
  return sample_from_list(player, rng);
}

template <class Witness>
void MegaHexanoState::apply(Player player, Action action, Witness& witness) {
  VARAN_ASSERT(is_legal(player, action), "a cap move that is not legal");
  static_cast<void>(player);
  const Step& step = rules_->board_.step(action);
  if (will_erupt(step)) {
    erupt(step, witness);
  } else {
    move_quietly(action, step, witness);
  }
}

template <class Witness>
void MegaHexanoState::erupt_from(CellSet caps, Action action, Witness& witness) {
  if (caps != this->caps()) {
    obstacles_ = caps | mega_hexano::kOffBoard;
    witness(everyone, Fact{kCapsStand, static_cast<std::int32_t>(caps & 0xffffffffu),
                           static_cast<std::int32_t>(caps >> 32), 0});
  }
  const Step& step = rules_->board_.step(action);
  VARAN_ASSERT(will_erupt(step), "erupt_from needs an eruptive cap move");
  erupt(step, witness);
}

// [6.2]
template <class Witness>
void MegaHexanoState::erupt(const Step& step, Witness& witness) {
  witness(everyone, Fact{kCapMoved, step.from, step.to, 0});
  obstacles_ ^= step.toggles();
  Pile& pile = piles_[to_move_];
  const std::uint64_t in_pile = mega_hexano::kPileKeys[to_move_];
  const CellSet obstacles = obstacles_;
  CellSet occupied = occupied_;
  std::uint64_t hash = board_hash_;
  std::uint64_t cells = step.landings;
  std::uint8_t id = top_[step.from];
  int height = height_[step.from];
  unsigned captures = 0;
  do {
    const Cell cell = static_cast<Cell>(cells & 0xff);
    const std::uint8_t next = below_[id];
    const std::uint8_t lower = top_[at(cell)];
    --height;
    // Both ways of landing are computed, because which one it is cannot be predicted.
    const unsigned captured = mega_hexano::kSizeOf[lower] == mega_hexano::kSizeOf[id];
    const std::uint64_t mask = 0 - std::uint64_t{captured};
    const std::uint64_t in_stack = stack_key(cell, height_[at(cell)]);
    const std::uint64_t place = in_stack ^ ((in_stack ^ in_pile) & mask);
    hash += mega_hexano::kPieceKeys[id] * (place - stack_key(step.from, height));
    pile.add(mega_hexano::kPieceOf[id], captured);
    below_[id] = lower;  // of no importance for a captured piece
    top_[at(cell)] = static_cast<std::uint8_t>(id ^ ((id ^ lower) & mask));
    height_[at(cell)] = static_cast<std::uint8_t>(height_[at(cell)] + 1 - captured);
    occupied |= mega_hexano::bit(cell);
    captures += captured;
    witness(everyone, Fact{captured != 0 ? kCaptured : kLanded, cell, mega_hexano::kPieceOf[id],
                           captured != 0 ? to_move_ : 0});
    id = next;
    cells >>= 8;
  } while ((height != 0) & ((obstacles >> (cells & 0xff) & 1) == 0));
  top_[step.from] = id;
  height_[step.from] = static_cast<std::uint8_t>(height);
  occupied_ = occupied ^ CellSet { height == 0 } << step.from;
  board_hash_ = hash;
  end_turn(captures != 0, witness);
}

template <class Witness>
void MegaHexanoState::move_quietly(Action action, const Step& step, Witness& witness) {
  witness(everyone, Fact{kCapMoved, step.from, step.to, 0});
  quiet_moves_[quiet_++] = static_cast<std::uint16_t>(action);
  left_ |= mega_hexano::bit(step.from);
  obstacles_ ^= step.toggles();
  // Only cap_return can lead into a dead end: (c) does not look at what it forbids.
  if (rules_->options_.repetition == mega_hexano::Repetition::kCapReturn && !any_legal()) {
    witness(everyone, Fact{kTurnDied, to_move_, 0, 0});
    end_turn(false, witness);
  }
}

// ---- End of turn [6.4] ----

inline bool MegaHexanoState::triggered(const Pile& pile) const {
  return pile.holds(rules_->trigger_colours_) &&
         (rules_->options_.trigger == mega_hexano::Trigger::kEveryColour || has_trees(pile));
}

template <class Witness>
void MegaHexanoState::end_turn(bool captured, Witness& witness) {
  const mega_hexano::Options& options = rules_->options_;
  const Pile& pile = piles_[to_move_];
  ++turns_;
  dry_ = (dry_ + 1) * !captured;
  quiet_ = 0;
  left_ = 0;
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
  if (dry_ >= rules_->dry_limit_) return end_game(Reason::kDry, witness);
  if (turns_ >= options.max_turns) return end_game(Reason::kTurns, witness);
  to_move_ = static_cast<std::uint8_t>((to_move_ + 1) * !last_seat);
  if (stalemate()) end_game(Reason::kStalemate, witness);  // [6.5]
}

template <class Witness>
void MegaHexanoState::end_game(Reason reason, Witness& witness) {
  reason_ = reason;
  kind_ = NodeKind::kTerminal;
  pending_ = false;
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

#include "varan/games/mega_hexano/knowledge.h"

#endif  // VARAN_GAMES_MEGA_HEXANO_H_
