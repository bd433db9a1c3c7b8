// Set-up, results and checks of a position. Cap moves are inline in the header.
#include <algorithm>
#include <tuple>

#include "varan/games/mega_hexano.h"

namespace varan {

using namespace mega_hexano;  // NOLINT: the vocabulary of the game

// ---- Set-up [4] ----

MegaHexanoState::MegaHexanoState(const Rules& rules) : rules_(&rules) {
  clear_board();
  for (Cell cell = 0; cell < rules.board_.cells(); ++cell) {
    for (const Piece piece : rules.start_.stacks[at(cell)]) put_piece(cell, piece);
  }
  for (CellSet left = rules.start_.caps; left != 0; left &= left - 1) put_cap(lowest(left));
  begin_deal();
}

void MegaHexanoState::clear_board() {
  top_.fill(kNothing);
  height_.fill(0);
  below_.fill(kInBox);
  occupied_ = 0;
  obstacles_ = kOffBoard;
  cap_count_ = 0;
  board_hash_ = 0;
}

std::uint8_t MegaHexanoState::take_from_box(Piece piece) {
  for (int copy = 0; copy < kMostAlike; ++copy) {
    const int id = kMostAlike * piece + copy;
    if (below_[at(id)] != kInBox) continue;
    below_[at(id)] = kNothing;
    return static_cast<std::uint8_t>(id);
  }
  return kNothing;
}

bool MegaHexanoState::put_piece(Cell cell, Piece piece) {
  const std::uint8_t id = take_from_box(piece);
  if (id == kNothing) return false;
  below_[id] = top_[at(cell)];
  top_[at(cell)] = id;
  board_hash_ += kPieceKeys[id] * stack_key(cell, height_[at(cell)]++);
  occupied_ |= bit(cell);
  return true;
}

void MegaHexanoState::put_nest(Cell cell, Colour colour) {
  for (int size = 1; size <= 3; ++size) put_piece(cell, piece(colour, size));
}

bool MegaHexanoState::give_piece(Player player, Piece piece) {
  const std::uint8_t id = take_from_box(piece);
  if (id == kNothing) return false;
  piles_[at(player)].add(piece);
  board_hash_ += kPieceKeys[id] * kPileKeys[at(player)];
  return true;
}

void MegaHexanoState::put_cap(Cell cell) {
  obstacles_ |= bit(cell);
  ++cap_count_;
  const auto pairs = static_cast<std::uint32_t>(rules_->board_.directions() * cap_count_);
  unfair_draws_ = static_cast<std::uint8_t>((0u - pairs) % pairs);
}

void MegaHexanoState::begin_deal() {
  const Options& options = rules_->options_;
  kind_ = NodeKind::kChance;
  deal_cell_ = 0;
  if (options.setup == Setup::kRandom) {
    deal_ = options.white_centre ? Deal::kWhite : Deal::kNests;
  } else {
    deal_ = Deal::kCaps;
  }
  advance_deal();
}

// Goes on to the next cell or stage that chance must decide, or to the first turn.
void MegaHexanoState::advance_deal() {
  const Options& options = rules_->options_;
  const Preset& preset = rules_->preset();
  const Board& board = rules_->board_;
  const bool white_waits = options.white_centre && occupied_ == 0;
  if (deal_ == Deal::kWhite && white_waits) return;
  if (deal_ == Deal::kWhite) deal_ = Deal::kNests;
  if (deal_ == Deal::kNests) {
    const CellSet centre =
        preset.empty_centre ? bit(board.at(preset.size / 2, preset.size / 2)) : 0;
    const CellSet open = board.all() & ~occupied_ & ~centre;
    if (open != 0) {
      deal_cell_ = static_cast<std::uint8_t>(lowest(open));
      return;
    }
    deal_ = Deal::kCaps;
    deal_cell_ = 0;
    if (options.caps == CapSetup::kRed) {
      for (CellSet left = occupied_; left != 0; left &= left - 1) {
        const auto colour = static_cast<std::size_t>(colour_of(top(lowest(left))));
        if (preset.cap_colours.find(kColourLetters[colour]) != std::string_view::npos) {
          put_cap(lowest(left));
        }
      }
    } else {
      for (CellSet left = rules_->start_.caps; left != 0; left &= left - 1) {
        if ((caps() & bit(lowest(left))) == 0) put_cap(lowest(left));
      }
    }
  }
  if (options.caps == CapSetup::kRandom && cap_count_ < preset.caps) {
    while ((occupied_ >> deal_cell_ & 1) == 0) ++deal_cell_;
    return;
  }
  deal_ = Deal::kDone;
  deal_cell_ = 0;
  begin_play();
}

void MegaHexanoState::begin_play() {
  kind_ = NodeKind::kDecision;
  if (stalemate()) {
    reason_ = Reason::kStalemate;
    kind_ = NodeKind::kTerminal;
    pending_ = false;
  }
}

// Caldera: the deal starts anew at the first pair of orthogonal neighbours of one colour, so that
// every arrangement without such a pair stays equally likely.
bool MegaHexanoState::conflicts(Cell cell, Colour colour) const {
  if (!rules_->preset().apart) return false;
  for (int direction = 0; direction < rules_->board_.directions(); direction += 2) {
    const Cell other = rules_->board_.neighbour(cell, direction);
    if (other != kNoCell && height(other) > 0 && colour_of(top(other)) == colour) return true;
  }
  return false;
}

void MegaHexanoState::chance_outcomes(OutcomeList<MegaHexanoState>& out) const {
  out.clear();
  if (kind_ != NodeKind::kChance) return;
  switch (deal_) {
    case Deal::kWhite:
      for (std::size_t i = 0; i < kCentreCells.size(); ++i) {
        out.push_back({static_cast<std::int32_t>(i), 1.0 / kCentreCells.size()});
      }
      return;
    case Deal::kNests: {
      std::array<int, kColours> left = rules_->preset().nests;
      int total = 0;
      for (const int count : left) total += count;
      for (CellSet dealt = occupied_; dealt != 0; dealt &= dealt - 1, --total) {
        --left[at(colour_of(top(lowest(dealt))))];
      }
      for (int colour = 0; colour < kColours; ++colour) {
        if (left[at(colour)] == 0) continue;
        out.push_back({colour, static_cast<double>(left[at(colour)]) / total});
      }
      return;
    }
    case Deal::kCaps: {
      const int caps = rules_->preset().caps - cap_count_;
      const int cells = std::popcount(occupied_ >> deal_cell_);
      if (caps < cells) out.push_back({0, static_cast<double>(cells - caps) / cells});
      out.push_back({1, static_cast<double>(caps) / cells});
      return;
    }
    case Deal::kDone:
      return;
  }
}

// Deals the same nests and caps from the start of the set-up and looks where that leads.
bool MegaHexanoState::can_be_dealt() const {
  MegaHexanoState state(*rules_);
  NullWitness witness;
  while (state.kind_ == NodeKind::kChance &&
         (state.deal_ != deal_ || state.deal_cell_ != deal_cell_)) {
    std::int32_t outcome = -1;
    switch (state.deal_) {
      case Deal::kWhite:
        for (std::size_t i = 0; i < kCentreCells.size(); ++i) {
          const Cell cell = rules_->board_.find(kCentreCells[i]);
          if (height(cell) > 0 && colour_of(top(cell)) == Colour::kWhite) {
            outcome = static_cast<std::int32_t>(i);
          }
        }
        break;
      case Deal::kNests:
        if (height(state.deal_cell_) == 0) return false;
        outcome = static_cast<std::int32_t>(colour_of(top(state.deal_cell_)));
        if (state.conflicts(state.deal_cell_, static_cast<Colour>(outcome))) return false;
        break;
      case Deal::kCaps:
        outcome = (obstacles_ >> state.deal_cell_ & 1) != 0 ? 1 : 0;
        break;
      case Deal::kDone:
        break;
    }
    OutcomeList<MegaHexanoState> outcomes;
    state.chance_outcomes(outcomes);
    if (std::none_of(outcomes.begin(), outcomes.end(),
                     [&](const ChanceOutcome& o) { return o.outcome == outcome; })) {
      return false;
    }
    state.apply_chance(outcome, witness);
  }
  return state == *this;
}

// ---- Legality ----

bool MegaHexanoState::is_legal(Player player, Action action) const {
  if (!movers().contains(player) || action < 0 || action >= rules_->board_.actions()) return false;
  const Step& step = rules_->board_.step(action);
  return (caps() >> step.from & 1) != 0 && (step.target & obstacles_) == 0 &&
         (erupts(obstacles_, step) || quiet_allowed(step));
}

// (a) Would the set of caps, or the cap, return to where it was in this turn? Asked only if a cap
// has left the target in this turn, for else neither can be.
bool MegaHexanoState::recurs(const Step& step) const {
  const Board& board = rules_->board_;
  switch (rules_->options_.repetition) {
    case Repetition::kConfig: {
      // The set of caps before the last k quiet moves differs from the present one by what those
      // moves toggled; it recurs if that is what this step toggles.
      CellSet toggled = 0;
      for (int i = quiet_ - 1; i >= 0; --i) {
        toggled ^= board.step(quiet_moves_[at(i)]).toggles();
        if (toggled == step.toggles()) return true;
      }
      return false;
    }
    case Repetition::kCapReturn: {
      Cell cell = step.from;  // where the cap stood before the moves looked at
      for (int i = quiet_ - 1; i >= 0; --i) {
        const Step& earlier = board.step(quiet_moves_[at(i)]);
        if (earlier.to != cell) continue;
        cell = earlier.from;
        if (cell == step.to) return true;
      }
      return false;
    }
    case Repetition::kNone:
      return false;
  }
  return false;
}

Action MegaHexanoState::sample_from_list(Player player, Rng& rng) const {
  ActionList<MegaHexanoState> actions;
  legal_actions(player, actions);
  return actions[rng.below(static_cast<std::uint32_t>(actions.size()))];
}

bool MegaHexanoState::any_legal() const {
  if (any_eruption(obstacles_)) return true;
  ActionList<MegaHexanoState> actions;
  legal_actions(to_move_, actions);
  return !actions.empty();
}

CellSet MegaHexanoState::visited(int index) const {
  CellSet set = caps();
  for (int i = quiet_ - 1; i >= index; --i) {
    set ^= rules_->board_.step(quiet_moves_[at(i)]).toggles();
  }
  return set;
}

MegaHexanoState::Flow MegaHexanoState::landings(CellSet caps, const Step& step) const {
  const CellSet obstacles = caps | kOffBoard;
  Flow flow;
  std::uint8_t id = top_[step.from];
  for (std::uint64_t cells = step.landings; id != kNothing; cells >>= 8, id = below_[id]) {
    const auto cell = static_cast<std::uint8_t>(cells & 0xff);
    if ((obstacles >> cell & 1) != 0) break;
    flow.push_back({kPieceOf[id], cell, kSizeOf[top_[cell]] == kSizeOf[id]});
  }
  return flow;
}

// ---- Results [8] ----

// The part of the triggers that asks for trees. White never helps.
bool MegaHexanoState::has_trees(const Pile& pile) const {
  if (rules_->options_.trigger == Trigger::kEveryColourAndTree) return pile.has_tree();
  const PileScore score = pile.without_white().score(false);
  return score.single >= 3 || score.trees >= 5;
}

double MegaHexanoState::utility(Player player) const {
  const Options& options = rules_->options_;
  const bool by_score = options.goal == Goal::kScore || reason_ == Reason::kSweep ||
                        (reason_ != Reason::kGoal && options.race_fallback == RaceFallback::kScore);
  const Player winner = reason_ == Reason::kSweep  ? Player{to_move_}
                        : reason_ == Reason::kGoal ? Player{trigger_player_}
                                                   : -1;
  const auto rank = [&](Player seat) {
    if (seat == winner) return 1000;  // above any score
    return by_score ? pile_score(seat).total() : 0;
  };
  const int mine = rank(player);
  int better = 0;
  int equal = -1;
  for (Player seat = 0; seat < players(); ++seat) {
    const int theirs = rank(seat);
    better += theirs > mine;
    equal += theirs == mine;
  }
  // The mean of the places better .. better + equal, of which place j is worth 1 - 2 j / (n - 1).
  return 1.0 - (2.0 * better + equal) / (players() - 1);
}

// ---- Information [7] ----

std::uint64_t MegaHexanoState::board_key() const {
  const std::uint64_t rest =
      static_cast<std::uint64_t>(kind_) | std::uint64_t{to_move_} << 8 |
      std::uint64_t{quiet_} << 16 | static_cast<std::uint64_t>(reason_) << 24 |
      std::uint64_t{static_cast<std::uint8_t>(trigger_player_)} << 32 |
      std::uint64_t{pending_} << 40 | static_cast<std::uint64_t>(deal_) << 48 |
      std::uint64_t{deal_cell_} << 56;
  const std::uint64_t key = fold(fold(board_hash_, obstacles_), rest);
  // The earlier sets of caps of this turn; only cap_return asks in which order they came.
  CellSet set = obstacles_;
  std::uint64_t earlier = 0;
  for (int i = quiet_ - 1; i >= 0; --i) {
    set ^= rules_->board_.step(quiet_moves_[at(i)]).toggles();
    earlier = rules_->options_.repetition == Repetition::kCapReturn ? fold(earlier, set)
                                                                    : earlier + mix(set);
  }
  return quiet_ > 0 ? fold(key, earlier) : key;
}

std::vector<Piece> MegaHexanoState::stack(Cell cell) const {
  std::vector<Piece> pieces;
  for (std::uint8_t id = top_[at(cell)]; id != kNothing; id = below_[id]) {
    pieces.push_back(kPieceOf[id]);
  }
  std::reverse(pieces.begin(), pieces.end());
  return pieces;
}

// In the order that matters.
std::vector<CellSet> MegaHexanoState::visited_sets() const {
  std::vector<CellSet> sets;
  for (int i = 0; i <= quiet_; ++i) sets.push_back(visited(i));
  if (rules_->options_.repetition != Repetition::kCapReturn) std::sort(sets.begin(), sets.end());
  return sets;
}

bool operator==(const MegaHexanoState& a, const MegaHexanoState& b) {
  const auto counters = [](const MegaHexanoState& s) {
    return std::tuple(&s.rules_->preset(), s.kind_, s.obstacles_, s.occupied_, s.to_move_, s.turns_,
                      s.dry_, s.quiet_, s.reason_, s.trigger_player_, s.pending_, s.deal_,
                      s.deal_cell_);
  };
  if (counters(a) != counters(b) || a.piles_ != b.piles_ || a.height_ != b.height_) return false;
  for (CellSet left = a.occupied_; left != 0; left &= left - 1) {
    const std::size_t cell = static_cast<std::size_t>(lowest(left));
    std::uint8_t i = a.top_[cell];
    std::uint8_t j = b.top_[cell];
    for (; i != kNothing && j != kNothing; i = a.below_[i], j = b.below_[j]) {
      if (kPieceOf[i] != kPieceOf[j]) return false;
    }
  }
  return (a.quiet_ == 0 && b.quiet_ == 0) || a.visited_sets() == b.visited_sets();
}

std::uint64_t MegaHexanoState::content_hash() const {
  std::uint64_t hash = 0;
  for (Cell cell = 0; cell < rules_->board_.cells(); ++cell) {
    const std::vector<Piece> pieces = stack(cell);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      hash += kPieceKeys[at(kMostAlike * pieces[i])] * stack_key(cell, static_cast<int>(i));
    }
  }
  for (std::size_t player = 0; player < piles_.size(); ++player) {
    for (Piece piece = 0; piece < kPieces; ++piece) {
      hash += kPieceKeys[at(kMostAlike * piece)] * kPileKeys[player] *
              static_cast<std::uint64_t>(piles_[player].count(piece));
    }
  }
  return hash;
}

// ---- What play can lead to [6.4] ----

// The end that the turn just made brings, from the piles and counters after it, or none; a
// stalemate comes later. Like end_turn.
MegaHexanoState::Reason MegaHexanoState::end_due() const {
  const Options& options = rules_->options_;
  const Pile& pile = piles_[to_move_];
  if (options.sweep > 0 && pile.white() >= options.sweep) return Reason::kSweep;
  const bool last_seat = to_move_ + 1 == options.players;
  if (triggered(pile)) {
    if (options.goal == Goal::kRace) return Reason::kGoal;
    if (!options.finish_round || last_seat) return Reason::kTrigger;
  }
  if (trigger_player_ >= 0 && last_seat) return Reason::kTrigger;
  if (dry_ >= rules_->dry_limit_) return Reason::kDry;
  if (turns_ >= options.max_turns) return Reason::kTurns;
  return Reason::kNone;
}

// The player who met the trigger while the game goes on to the end of the round.
std::string MegaHexanoState::wrong_in_round() const {
  if (!pending_) {
    return trigger_player_ < 0 ? std::string() : "who has met the trigger has not ended the game";
  }
  if (!rules_->options_.finish_round) return "p goes with finish_round=true and goal=score only";
  if (trigger_player_ < 0) return "nobody has met the trigger";
  if (trigger_player_ >= to_move_) {
    return "who met the trigger in this round sits before the player to move";
  }
  if (!triggered(pile(trigger_player_))) {
    return "player " + std::to_string(trigger_player_) + " does not meet the trigger";
  }
  if (static_cast<int>(turns_) < to_move_ - trigger_player_) {
    return "more turns are gone by since the trigger was met";
  }
  return {};
}

// Why no game ends like this; empty if one may.
std::string MegaHexanoState::wrong_in_end() const {
  const Options& options = rules_->options_;
  const std::string name(kReasonNames[at(reason_)]);
  if (quiet_ > 0 || pending_) return "a finished game has q0 and no p";
  const bool at_turn_start = reason_ == Reason::kStalemate;  // else after the mover's eruption
  if (at_turn_start) {
    if (turns_ >= options.max_turns || dry_ >= rules_->dry_limit_) {
      return "at these counters the game is over for another reason";
    }
    if (!stalemate()) return "this is no stalemate: a turn can still end in an eruption";
  } else {
    if (turns_ == 0) return "no turn has been made that could end the game by " + name;
    if (dry_ > rules_->dry_limit_) return "there are more dry turns than a game has";
    if (reason_ == Reason::kGoal && options.goal != Goal::kRace) {
      return "only a game with goal=race ends by goal";
    }
    if (reason_ == Reason::kTrigger && options.goal != Goal::kScore) {
      return "only a game with goal=score ends by trigger";
    }
    if (reason_ == Reason::kSweep && options.sweep == 0) {
      return "only a game with sweep > 0 ends by sweep";
    }
    if (const Reason due = end_due(); due != reason_) {
      return "after this turn the game " +
             (due == Reason::kNone ? "goes on" : "ends by " + std::string(kReasonNames[at(due)])) +
             "; it does not end by " + name;
    }
  }

  // The first player who met the trigger: in this turn, or earlier in this round if it was played
  // on.
  const Player first = trigger_player_;
  const bool met_now = !at_turn_start && reason_ != Reason::kSweep && triggered(pile(to_move_));
  if (first < 0) {
    return met_now || reason_ == Reason::kTrigger ? "this end needs the player who met the trigger"
                                                  : std::string();
  }
  const std::string player = "player " + std::to_string(first);
  if (!triggered(pile(first))) return player + " does not meet the trigger";
  if (first == to_move_ && met_now) return {};
  const int turns_since = to_move_ - first + (at_turn_start ? 0 : 1);
  if (!options.finish_round || first >= to_move_ || static_cast<int>(turns_) < turns_since) {
    return player + " cannot have been the first to meet the trigger";
  }
  return {};
}

std::string MegaHexanoState::validate() const {
  const Board& board = rules_->board_;
  std::array<bool, kBoxSize> used{};
  std::array<int, kPieces> count{};
  int pieces = 0;
  CellSet occupied = 0;
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    int height = 0;
    for (std::uint8_t id = top_[at(cell)]; id != kNothing; id = below_[id], ++height) {
      if (id >= kBoxSize || used[id]) return "a stack is not a list of pieces: " + board.name(cell);
      used[id] = true;
      ++count[kPieceOf[id]];
      ++pieces;
    }
    if (height != height_[at(cell)]) return "the height of a stack is wrong: " + board.name(cell);
    if (height > 0) occupied |= bit(cell);
  }
  for (std::size_t player = 0; player < piles_.size(); ++player) {
    if (at(players()) <= player && !piles_[player].empty()) return "nobody holds a pile of pieces";
    for (Piece piece = 0; piece < kPieces; ++piece) {
      count[piece] += piles_[player].count(piece);
      pieces += piles_[player].count(piece);
    }
  }
  for (Piece piece = 0; piece < kPieces; ++piece) {
    if (count[piece] > kMostAlike) return "there are too many " + piece_name(piece);
  }
  if (pieces > kMostPieces) return "there are more pieces than a box holds";
  if (occupied != occupied_) return "the set of occupied cells is wrong";
  if ((caps() & ~board.all()) != 0 || std::popcount(caps()) != cap_count_ ||
      cap_count_ > kMaxCaps) {
    return "the set of caps is wrong";
  }
  if (content_hash() != board_hash_) return "the hash of the position is wrong";
  const Options& options = rules_->options_;
  if (to_move_ >= options.players) return "no such player is to move";
  if (trigger_player_ >= options.players) return "no such player met the trigger";
  if (turns_ > options.max_turns) return "more turns are gone by than a game has";
  if (quiet_ > options.max_quiet) return "the turn has more quiet moves than are allowed";
  if ((kind_ == NodeKind::kTerminal) != (reason_ != Reason::kNone)) {
    return "a game is over exactly if there is a reason";
  }
  if ((kind_ == NodeKind::kChance) != (deal_ != Deal::kDone)) {
    return "chance acts exactly in the set-up";
  }
  if (kind_ == NodeKind::kChance) return {};
  if (cap_count_ == 0) return "there are no caps";
  if (kind_ == NodeKind::kTerminal) return wrong_in_end();
  if (turns_ >= options.max_turns || dry_ >= rules_->dry_limit_) {
    return "at these counters the game is over";
  }
  if (!any_legal()) return "the player to move has no legal cap move";
  return wrong_in_round();
}

}  // namespace varan
