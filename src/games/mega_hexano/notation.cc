// Positions, moves and facts as text [10].
#include <algorithm>
#include <bit>

#include "src/games/mega_hexano/text.h"
#include "varan/games/mega_hexano.h"

namespace varan {

using namespace mega_hexano;  // NOLINT: the vocabulary of the game

namespace {

constexpr std::int64_t kMostDry = 1000000;  // with max_dry=0 it is limited by max_turns only
constexpr std::array<std::string_view, 4> kDealNames = {"done", "white", "nests", "caps"};

std::string seat_or_dash(Player player) { return player < 0 ? "-" : std::to_string(player); }

}  // namespace

// ---- Positions ----

std::string MegaHexanoState::to_text() const {
  const Board& board = rules_->board_;
  std::string text(rules_->preset().name);
  text += " " + std::to_string(players()) + " " + std::to_string(to_move_) + " | ";
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    if (cell > 0) text += '/';
    if (height(cell) == 0) text += '-';
    for (const Piece piece : stack(cell)) text += piece_name(piece);
    if ((caps() >> cell & 1) != 0) text += '*';
  }
  text += " | ";
  for (Player player = 0; player < players(); ++player) {
    if (player > 0) text += ';';
    if (pile(player).empty()) text += '-';
    for (Piece piece = 0; piece < kPieces; ++piece) {
      for (int i = 0; i < pile(player).count(piece); ++i) text += piece_name(piece);
    }
  }
  text +=
      " | t" + std::to_string(turns_) + " d" + std::to_string(dry_) + " q" + std::to_string(quiet_);
  if (pending_) text += " p" + std::to_string(trigger_player_);
  text += " | ";
  for (int i = 0; i < quiet_; ++i) {
    text += (i > 0 ? "," : "") + cap_set_to_text(board, visited(i));
  }
  if (quiet_ == 0) text += '-';
  if (!rules_->unusual_options().empty()) text += " | " + rules_->unusual_options();
  if (kind_ == NodeKind::kTerminal) {
    text += " | over " + end_reason() + " " + seat_or_dash(trigger_player_);
  }
  if (kind_ == NodeKind::kChance) {
    text += " | deal " + std::string(kDealNames[at(deal_)]);
    if (deal_ != Deal::kWhite) text += " " + board.name(deal_cell_);
  }
  return text;
}

namespace {

/// Reads a position field by field into the public parts of a state.
class PositionReader {
 public:
  PositionReader(const MegaHexanoRules& rules, std::string_view text)
      : rules_(rules), board_(rules.board()), reader_(text) {}

  struct Position {
    Cells cells;
    std::vector<std::vector<Piece>> piles;
    Player to_move = 0;
    std::uint32_t turns = 0;
    std::uint32_t dry = 0;
    Player pending = -1;
    std::vector<Action> quiet_moves;
    Reason reason = Reason::kNone;
    Player trigger_player = -1;
    std::size_t deal = 0;
    Cell deal_cell = 0;
    std::size_t counters_place = 0;
    std::size_t visited_place = 0;
    std::size_t end_place = 0;
  };

  Parsed<Position> read() {
    if (!(read_game() && bar() && read_cells() && bar() && read_piles() && bar() &&
          read_counters() && bar() && read_visited())) {
      return error_;
    }
    while (!reader_.done()) {
      if (!bar()) return error_;
      const bool last = reader_.rest().starts_with("over ") || reader_.rest().starts_with("deal ");
      const bool good = reader_.take("over ")   ? read_over()
                        : reader_.take("deal ") ? read_deal()
                                                : read_options();
      if (!good) return error_;
      if (last && !reader_.done()) return reader_.error("nothing may follow this field");
    }
    return std::move(position_);
  }

 private:
  using Reason = mega_hexano::Reason;

  bool fail(ParseError error) {
    error_ = std::move(error);
    return false;
  }
  bool fail(std::string message) { return fail(reader_.error(std::move(message))); }

  bool bar() { return reader_.take(" | ") || fail("' | ' was expected"); }

  bool seat(Player& player) {
    const std::int64_t number = reader_.number(rules_.players() - 1);
    if (number < 0) {
      return fail("a player was expected, 0 to " + std::to_string(rules_.players() - 1));
    }
    player = static_cast<Player>(number);
    return true;
  }

  bool read_game() {
    const std::string expected(rules_.preset().name);
    if (reader_.rest().substr(0, reader_.rest().find(' ')) != expected) {
      return fail("a position of " + expected + " was expected");
    }
    reader_.take(expected);
    if (!reader_.take(" " + std::to_string(rules_.players()) + " ")) {
      return fail("a position of " + std::to_string(rules_.players()) + " players was expected");
    }
    return seat(position_.to_move);
  }

  bool read_cells() {
    Parsed<Cells> cells = parse_cells(board_, reader_);
    if (!cells.ok()) return fail(cells.error());
    position_.cells = std::move(cells).value();
    return true;
  }

  bool read_piles() {
    for (Player player = 0; player < rules_.players(); ++player) {
      if (player > 0 && !reader_.take(';')) {
        return fail("';' and the pile of player " + std::to_string(player) + " were expected");
      }
      std::vector<Piece>& pile = position_.piles.emplace_back();
      if (reader_.take('-')) continue;
      for (;;) {
        const Piece piece = reader_.piece();
        if (piece == kPieces) break;
        pile.push_back(piece);
      }
      if (pile.empty()) return fail("a pile was expected, such as R3Y1Y1, or -");
    }
    return true;
  }

  bool counter(std::string_view letter, std::int64_t most, std::int64_t& value) {
    if (!reader_.take(letter)) return fail("'" + std::string(letter) + "' was expected");
    value = reader_.number(most);
    return value >= 0 || fail("a number from 0 to " + std::to_string(most) + " was expected");
  }

  bool read_counters() {
    const Options& options = rules_.options();
    position_.counters_place = reader_.place();
    std::int64_t turns = 0;
    std::int64_t dry = 0;
    std::int64_t quiet = 0;
    if (!counter("t", options.max_turns, turns) || !counter(" d", kMostDry, dry) ||
        !counter(" q", options.max_quiet, quiet)) {
      return false;
    }
    position_.turns = static_cast<std::uint32_t>(turns);
    position_.dry = static_cast<std::uint32_t>(dry);
    quiet_ = static_cast<std::size_t>(quiet);
    return !reader_.take(" p") || seat(position_.pending);
  }

  /// The earlier sets of caps; each leads to the next by one step of a cap.
  bool read_visited() {
    position_.visited_place = reader_.place();
    std::vector<CellSet> sets;
    if (!reader_.take('-')) {
      do {
        const Parsed<CellSet> caps = parse_cap_set(board_, reader_);
        if (!caps.ok()) return fail(caps.error());
        sets.push_back(*caps);
      } while (reader_.take(','));
    }
    if (sets.size() != quiet_) {
      return fail(reader_.error_at(position_.visited_place, "q" + std::to_string(quiet_) +
                                                                " needs as many earlier sets of "
                                                                "caps, not " +
                                                                std::to_string(sets.size())));
    }
    sets.push_back(position_.cells.caps);
    for (std::size_t i = 0; i + 1 < sets.size(); ++i) {
      const CellSet left = sets[i] & ~sets[i + 1];
      const CellSet entered = sets[i + 1] & ~sets[i];
      const Action action = std::popcount(left) == 1 && std::popcount(entered) == 1
                                ? board_.action_between(lowest(left), lowest(entered))
                                : -1;
      if (action < 0) {
        return fail(reader_.error_at(position_.visited_place,
                                     cap_set_to_text(board_, sets[i]) + " does not lead to " +
                                         cap_set_to_text(board_, sets[i + 1]) +
                                         " by one cap move"));
      }
      position_.quiet_moves.push_back(action);
    }
    return true;
  }

  /// Options need not be named; those of play that are must be those of the game.
  bool read_options() {
    do {
      if (!read_option()) return false;
    } while (!reader_.rest().empty() && !reader_.rest().starts_with(" | ") && reader_.take(' '));
    return true;
  }

  bool read_option() {
    const std::size_t place = reader_.place();
    const std::string name(rules_.preset().name);
    const std::string key(reader_.word("= "));
    if (!reader_.take('=')) {
      return fail(reader_.error_at(place, "an option was expected, such as max_quiet=12"));
    }
    // Stacks may contain blanks; they and caps are those of this board.
    if (key == "nests") {
      const Parsed<Cells> cells = parse_cells(board_, reader_);
      return cells.ok() || fail(cells.error());
    }
    if (key == "cap_cells") {
      const Parsed<CellSet> caps = parse_cap_set(board_, reader_);
      return caps.ok() || fail(caps.error());
    }
    const std::string value(reader_.word(" "));
    const Parsed<Settings> option =
        Settings::read(Spec{name, {{key, value}}}, MegaHexanoRules::parameters(name));
    if (!option.ok()) return fail(reader_.error_at(place, option.error().message));
    const std::string found = key + "=" + option->text(key);
    std::vector<std::string> ours = rules_.play_options();
    ours.push_back("preset=" + name);
    ours.push_back("players=" + std::to_string(rules_.players()));
    for (const std::string& mine : ours) {
      if (mine.substr(0, mine.find('=')) == key && mine != found) {
        return fail(reader_.error_at(place, found + " was found, but the game has " + mine));
      }
    }
    return true;
  }

  bool read_over() {
    position_.end_place = reader_.place();
    const std::string_view word = reader_.word(" ");
    const auto name = std::find(kReasonNames.begin() + 1, kReasonNames.end(), word);
    if (name == kReasonNames.end()) return fail("a reason was expected, such as trigger or dry");
    position_.reason = static_cast<Reason>(name - kReasonNames.begin());
    if (!reader_.take(' ')) return fail("the player who met the trigger or '-' was expected");
    return reader_.take('-') || seat(position_.trigger_player);
  }

  bool read_deal() {
    const std::string_view word = reader_.word(" ");
    const auto name = std::find(kDealNames.begin() + 1, kDealNames.end(), word);
    if (name == kDealNames.end()) return fail("white, nests or caps was expected");
    position_.deal = static_cast<std::size_t>(name - kDealNames.begin());
    if (word == "white") return true;
    if (!reader_.take(' ')) return fail("the cell to deal was expected");
    position_.deal_cell = reader_.cell(board_);
    return position_.deal_cell != kNoCell || fail("the cell to deal was expected");
  }

  const MegaHexanoRules& rules_;
  const Board& board_;
  Reader reader_;
  Position position_;
  std::size_t quiet_ = 0;
  ParseError error_;
};

}  // namespace

Parsed<MegaHexanoState> MegaHexanoState::from_text(const Rules& rules, std::string_view text) {
  Parsed<PositionReader::Position> read = PositionReader(rules, text).read();
  if (!read.ok()) return read.error();
  const PositionReader::Position& position = *read;
  const auto whole = [](std::string message) {
    return ParseError{std::move(message), ParseError::kWholeText};
  };

  MegaHexanoState state(rules);
  state.clear_board();
  for (Cell cell = 0; cell < rules.board_.cells(); ++cell) {
    for (const Piece piece : position.cells.stacks[at(cell)]) state.put_piece(cell, piece);
  }
  for (CellSet left = position.cells.caps; left != 0; left &= left - 1) state.put_cap(lowest(left));
  int pieces = 0;
  for (const auto& stack : position.cells.stacks) pieces += static_cast<int>(stack.size());
  for (Player player = 0; player < rules.players(); ++player) {
    for (const Piece piece : position.piles[at(player)]) {
      if (++pieces > kMostPieces || !state.give_piece(player, piece)) {
        return whole("there are too many " + piece_name(piece) + " or too many pieces");
      }
    }
  }
  state.turns_ = position.turns;
  state.dry_ = position.dry;
  state.to_move_ = static_cast<std::uint8_t>(position.to_move);
  state.kind_ = NodeKind::kDecision;
  state.reason_ = Reason::kNone;
  state.deal_ = Deal::kDone;
  state.deal_cell_ = 0;
  state.pending_ = position.pending >= 0;
  state.trigger_player_ = static_cast<std::int8_t>(position.pending);

  // The caps go back to where the turn began and make its quiet moves again.
  const CellSet caps = state.obstacles_;
  for (const Action action : position.quiet_moves) {
    state.obstacles_ ^= rules.board_.step(action).toggles();
  }
  for (const Action action : position.quiet_moves) {
    const Step& step = rules.board_.step(action);
    if (state.erupts(state.obstacles_, step) || state.recurs(step)) {
      return ParseError{"the earlier sets of caps could not come about by quiet moves",
                        position.visited_place};
    }
    state.quiet_moves_[state.quiet_++] = static_cast<std::uint16_t>(action);
    state.left_ |= bit(step.from);
    state.obstacles_ ^= step.toggles();
  }
  state.obstacles_ = caps;

  const Options& options = rules.options_;
  if (position.deal != 0) {
    state.deal_ = static_cast<Deal>(position.deal);
    state.deal_cell_ = static_cast<std::uint8_t>(position.deal_cell);
    state.kind_ = NodeKind::kChance;
    if (!state.can_be_dealt()) return whole("the set-up of this game does not lead here");
    return state;
  }
  if (state.cap_count_ == 0) return whole("there must be 1 to 8 caps, marked with *");
  if (position.reason != Reason::kNone) {
    state.reason_ = position.reason;
    // (If both are given, p is refused below.)
    if (!state.pending_) state.trigger_player_ = static_cast<std::int8_t>(position.trigger_player);
    state.kind_ = NodeKind::kTerminal;
    std::string wrong = state.wrong_in_end();
    if (!wrong.empty()) return ParseError{std::move(wrong), position.end_place};
    return state;
  }
  if (state.turns_ >= options.max_turns || (options.max_dry > 0 && state.dry_ >= options.max_dry)) {
    return ParseError{"at these counters the game is over", position.counters_place};
  }
  if (std::string wrong = state.wrong_in_round(); !wrong.empty()) {
    return ParseError{std::move(wrong), position.counters_place};
  }
  if (state.quiet_ == 0) {
    state.begin_play();
  } else if (!state.any_legal()) {
    return whole("the player to move has no legal cap move");
  }
  return state;
}

// ---- Moves ----

std::string MegaHexanoState::action_to_text(Player, Action action) const {
  const Board& board = rules_->board_;
  if (action < 0 || action >= board.actions()) return "?";
  const Step& step = board.step(action);
  // A step over the edge is never legal but has a number; it names its direction.
  return board.name(step.from) + "-" +
         (step.to == kNoCell ? std::string(board.direction_name(step.direction))
                             : board.name(step.to));
}

std::string MegaHexanoState::record_text(Player player, Action action) const {
  std::string text = action_to_text(player, action);
  if (action < 0 || action >= rules_->board_.actions()) return text;
  const Step& step = rules_->board_.step(action);
  if (!erupts(obstacles_, step)) return text;
  for (const Landing& landing : landings(obstacles_, step)) {
    text += ">" + piece_name(landing.piece) + "@" + rules_->board_.name(landing.cell);
    if (landing.captured) text += 'x';
  }
  return text;
}

Parsed<Action> MegaHexanoState::parse_action(Player player, std::string_view text) const {
  const Board& board = rules_->board_;
  Reader reader(text);
  const Cell from = reader.cell(board);
  if (from == kNoCell) return reader.error("a cell was expected, as in d4-e4");
  if (!reader.take('-')) return reader.error("'-' was expected, as in d4-e4");
  const std::size_t place = reader.place();
  const Cell to = reader.cell(board);
  Action action = board.action_between(from, to);
  if (to == kNoCell) {
    const std::string_view name = reader.word(">");
    for (int direction = 0; direction < board.directions(); ++direction) {
      if (board.direction_name(direction) == name && board.neighbour(from, direction) == kNoCell) {
        action = board.action(from, direction);
      }
    }
    if (action < 0) return reader.error_at(place, "a cell was expected, as in d4-e4");
  }
  if (action < 0) {
    return reader.error_at(place, board.name(to) + " is no neighbour of " + board.name(from));
  }
  if (!reader.done() && record_text(player, action) != text) {
    return reader.error("the landings here are " + record_text(player, action));
  }
  return action;
}

// ---- Chance ----

std::string MegaHexanoState::chance_to_text(std::int32_t outcome) const {
  const Board& board = rules_->board_;
  switch (deal_) {
    case Deal::kWhite:
      if (outcome >= 0 && outcome < 4) return std::string(kCentreCells[at(outcome)]) + "=W";
      break;
    case Deal::kNests:
      if (outcome < 0 || outcome >= kColours) break;
      return board.name(deal_cell_) + "=" + kColourLetters[at(outcome)];
    case Deal::kCaps:
      if (outcome < 0 || outcome > 1) break;
      return board.name(deal_cell_) + (outcome == 1 ? "=*" : "=-");
    case Deal::kDone:
      break;
  }
  return "?";
}

Parsed<std::int32_t> MegaHexanoState::parse_chance(std::string_view text) const {
  OutcomeList<MegaHexanoState> outcomes;
  chance_outcomes(outcomes);
  for (const ChanceOutcome& candidate : outcomes) {
    if (chance_to_text(candidate.outcome) == text) return candidate.outcome;
  }
  if (outcomes.empty()) return ParseError{"nothing is dealt now", ParseError::kWholeText};
  return ParseError{"something like " + chance_to_text(outcomes[0].outcome) + " was expected", 0};
}

// ---- Facts ----

std::string MegaHexanoState::fact_to_text(const Fact& fact) const {
  const Board& board = rules_->board_;
  const auto cell = [&](std::int32_t index) {
    return index >= 0 && index < board.cells() ? board.name(index) : std::string("?");
  };
  const auto name = [](std::int32_t index) {
    return index >= 0 && index < kPieces ? piece_name(static_cast<Piece>(index)) : std::string("?");
  };
  const auto player = [](std::int32_t seat) { return "player " + std::to_string(seat); };
  switch (fact.kind) {
    case kNestDealt:
      return "a " +
             (fact.b >= 0 && fact.b < kColours
                  ? std::string(colour_name(static_cast<Colour>(fact.b)))
                  : std::string("?")) +
             " nest is put on " + cell(fact.a);
    case kCapDealt:
      return cell(fact.a) + (fact.b != 0 ? " gets a cap" : " gets no cap");
    case kDealRestarts:
      return "two neighbours of one colour would meet on " + cell(fact.a) +
             ": all nests are dealt anew";
    case kCapMoved:
      return "a cap moves from " + cell(fact.a) + " to " + cell(fact.b);
    case kCapsStand:
      return "after quiet moves the caps stand on " +
             cap_set_to_text(board, (CellSet{static_cast<std::uint32_t>(fact.a)} |
                                     CellSet{static_cast<std::uint32_t>(fact.b)} << 32) &
                                        board.all());
    case kLanded:
      return name(fact.b) + " lands on " + cell(fact.a);
    case kCaptured:
      return name(fact.b) + " lands on its size on " + cell(fact.a) + " and is captured by " +
             player(fact.c);
    case kTurnDied:
      return player(fact.a) + " has no cap move left: the turn ends";
    case kGameOver: {
      const bool known = fact.a >= 0 && at(fact.a) < kReasonNames.size();
      return "the game is over: " + std::string(known ? kReasonNames[at(fact.a)] : "?") +
             (fact.b >= 0 ? " by " + player(fact.b) : "");
    }
    default:
      return "?";
  }
}

}  // namespace varan
