// Mega Hexano and its family once more, deliberately naive, written from the rules page alone:
// vectors, maps and sets, everything looked for and copied anew each time. It shares nothing with
// the library but the notation, in which the tests compare the two.
#ifndef VARAN_TESTS_GAMES_NAIVE_MEGA_HEXANO_H_
#define VARAN_TESTS_GAMES_NAIVE_MEGA_HEXANO_H_

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace varan::naive {

/// Letter and number of a cell, both from 0.
using Cell = std::pair<int, int>;
using Caps = std::set<Cell>;
/// Colour and size.
using Piece = std::pair<char, int>;
/// How many of each piece.
using Pile = std::map<Piece, int>;

inline std::string name(Cell cell) {
  return {static_cast<char>('a' + cell.first), static_cast<char>('1' + cell.second)};
}
inline Cell cell(const std::string& name) { return {name[0] - 'a', name[1] - '1'}; }

// ---- Piles [8] ----

/// The best split by trying all: the first piece is a leftover, or in a tree with two others.
inline int best_split(std::vector<Piece> pieces, bool white_wild) {
  if (pieces.empty()) return 0;
  const Piece first = pieces.back();
  pieces.pop_back();
  int best = 1 + best_split(pieces, white_wild);
  std::set<std::pair<Piece, Piece>> tried;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = i + 1; j < pieces.size(); ++j) {
      const std::vector<Piece> tree = {first, pieces[i], pieces[j]};
      if (std::set<int>{tree[0].second, tree[1].second, tree[2].second}.size() < 3) continue;
      if (!tried.insert({pieces[i], pieces[j]}).second) continue;
      std::set<char> colours;
      for (const Piece& piece : tree) {
        if (!white_wild || piece.first != 'W') colours.insert(piece.first);
      }
      std::vector<Piece> rest = pieces;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      best = std::max(best, (colours.size() <= 1 ? 7 : 5) + best_split(rest, white_wild));
    }
  }
  return best;
}

inline std::vector<Piece> listed(const Pile& pile) {
  std::vector<Piece> pieces;
  for (const auto& [piece, count] : pile) pieces.insert(pieces.end(), count, piece);
  return pieces;
}

/// Number of pieces, most trees of any kind, most trees of one colour when white may stand in for
/// any: all ways to give colours to the white pieces are tried.
struct Score {
  int pieces = 0;
  int trees = 0;
  int single = 0;
  int total() const { return pieces + 2 * trees + 2 * single; }
};

inline Score score(const Pile& pile, bool white_wild) {
  Score score;
  std::map<int, int> sizes;
  std::vector<int> wild;  // sizes of white pieces
  Pile real;
  for (const Piece& piece : listed(pile)) {
    ++score.pieces;
    ++sizes[piece.second];
    if (white_wild && piece.first == 'W') {
      wild.push_back(piece.second);
    } else {
      ++real[piece];
    }
  }
  score.trees = std::min({sizes[1], sizes[2], sizes[3]});
  const std::string colours = white_wild ? "RYGBOPCK" : "RYGBOPCKW";
  std::vector<std::size_t> choice(wild.size(), 0);
  for (;;) {
    Pile dyed = real;
    for (std::size_t i = 0; i < wild.size(); ++i) ++dyed[{colours[choice[i]], wild[i]}];
    int single = 0;
    for (const char colour : colours) {
      single += std::min({dyed[{colour, 1}], dyed[{colour, 2}], dyed[{colour, 3}]});
    }
    score.single = std::max(score.single, single);
    std::size_t i = 0;
    while (i < choice.size() && ++choice[i] == colours.size()) choice[i++] = 0;
    if (i == choice.size()) break;
  }
  return score;
}

// ---- The game ----

struct Options {
  std::string preset = "mega_hexano";
  int players = 2;
  std::string trigger;
  std::string goal;
  int sweep = 0;
  bool white_wild = true;
  std::string repetition = "config";
  int max_quiet = 12;
  int max_dry = 60;
  int max_turns = 500;
  bool finish_round = false;
  std::string race_fallback = "draw";

  bool hexagonal() const { return preset == "mega_hexano" || preset == "hexano"; }
  /// R of a hexagon, N of a square.
  int size() const {
    if (preset == "mega_hexano") return 3;
    if (preset == "hexano") return 2;
    return preset == "mega_volcano" ? 6 : 5;
  }
  std::string colours() const {
    if (preset == "hexano") return "RYGB";
    if (preset == "volcano") return "RYGBP";
    return preset == "caldera" ? "RYGBOPCK" : "RYGBOPC";
  }
};

/// The defaults of a preset [2, 3].
inline Options defaults(const std::string& preset) {
  Options options;
  options.preset = preset;
  options.trigger = preset == "caldera"   ? "trees"
                    : options.hexagonal() ? "colours_tree"
                                          : "colours";
  options.goal = preset == "hexano" || preset == "caldera" ? "race" : "score";
  options.sweep = preset == "mega_volcano" ? 3 : 0;
  return options;
}

class Game {
 public:
  /// An empty board; the tests fill in the rest.
  explicit Game(Options chosen) : options(std::move(chosen)), piles(players()) {}

  Options options;
  std::map<Cell, std::vector<Piece>> stacks;
  Caps caps;
  std::vector<Pile> piles;
  int to_move = 0;
  int turns = 0;
  int dry = 0;
  std::vector<std::pair<Cell, Cell>> quiet_moves;  // of this turn
  std::vector<Caps> earlier;                       // the sets of caps before them
  bool pending = false;
  std::string reason = "none";
  int trigger_player = -1;

  bool over() const { return reason != "none"; }

  bool on_board(Cell c) const {
    const auto [letter, number] = c;
    const int size = options.size();
    if (!options.hexagonal()) return letter >= 0 && letter < size && number >= 0 && number < size;
    const int q = letter - size;
    const int r = number - size;
    return std::max({std::abs(q), std::abs(r), std::abs(q + r)}) <= size;
  }
  std::vector<Cell> cells() const {
    std::vector<Cell> all;
    for (int letter = 0; letter < 8; ++letter) {
      for (int number = 0; number < 8; ++number) {
        if (on_board({letter, number})) all.emplace_back(letter, number);
      }
    }
    return all;
  }
  std::vector<std::pair<int, int>> directions() const {
    if (options.hexagonal()) return {{1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}};
    return {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
  }
  static Cell next(Cell from, std::pair<int, int> direction) {
    return {from.first + direction.first, from.second + direction.second};
  }

  /// Would the cap on `from` make its pieces flow [6.2]?
  bool eruptive(const Caps& standing, Cell from, std::pair<int, int> direction) const {
    const auto stack = stacks.find(from);
    const Cell landing = next(next(from, direction), direction);
    return stack != stacks.end() && !stack->second.empty() && on_board(landing) &&
           standing.count(landing) == 0;
  }
  /// May the cap step there at all [6.1]?
  bool possible(const Caps& standing, Cell from, std::pair<int, int> direction) const {
    const Cell target = next(from, direction);
    return on_board(target) && standing.count(target) == 0;
  }
  bool has_eruption(const Caps& standing) const {
    for (const Cell& from : standing) {
      for (const auto& direction : directions()) {
        if (possible(standing, from, direction) && eruptive(standing, from, direction)) return true;
      }
    }
    return false;
  }
  static Caps moved(Caps standing, Cell from, Cell to) {
    standing.erase(from);
    standing.insert(to);
    return standing;
  }

  /// Can quiet moves, at most `moves`, lead to a set with an eruption [6.3 (c)]? Breadth first.
  bool can_end(const Caps& start, int moves, std::set<Caps> avoided) const {
    std::deque<std::pair<Caps, int>> queue = {{start, 0}};
    avoided.insert(start);
    while (!queue.empty()) {
      const auto [standing, depth] = queue.front();
      queue.pop_front();
      if (has_eruption(standing)) return true;
      if (depth == moves) continue;
      for (const Cell& from : standing) {
        for (const auto& direction : directions()) {
          if (!possible(standing, from, direction)) continue;
          const Caps after = moved(standing, from, next(from, direction));
          if (avoided.insert(after).second) queue.emplace_back(after, depth + 1);
        }
      }
    }
    return false;
  }

  /// The cells on which the cap that now stands on `at` has stood in this turn.
  std::set<Cell> track(Cell at) const {
    std::set<Cell> cells = {at};
    for (auto move = quiet_moves.rbegin(); move != quiet_moves.rend(); ++move) {
      if (move->second == at) {
        at = move->first;
        cells.insert(at);
      }
    }
    return cells;
  }

  bool legal(Cell from, std::pair<int, int> direction) const {
    if (over() || caps.count(from) == 0 || !possible(caps, from, direction)) return false;
    if (eruptive(caps, from, direction)) return true;
    const Cell to = next(from, direction);
    const Caps after = moved(caps, from, to);
    std::set<Caps> avoided;
    if (options.repetition == "config") {
      avoided.insert(earlier.begin(), earlier.end());
      avoided.insert(caps);
      if (avoided.count(after) > 0) return false;
    }
    if (options.repetition == "cap_return" && track(from).count(to) > 0) return false;
    const int quiet = static_cast<int>(quiet_moves.size()) + 1;
    if (quiet > options.max_quiet) return false;
    return can_end(after, options.max_quiet - quiet, avoided);
  }

  /// All legal moves in the order of their ids, `d4-e4`.
  std::vector<std::string> legal_moves() const {
    std::vector<std::string> moves;
    for (const Cell& from : caps) {  // sorted by letter, then number
      for (const auto& direction : directions()) {
        if (legal(from, direction)) moves.push_back(name(from) + "-" + name(next(from, direction)));
      }
    }
    return moves;
  }

  void play(const std::string& move) {
    const Cell from = cell(move.substr(0, 2));
    const Cell to = cell(move.substr(3, 2));
    const std::pair<int, int> direction = {to.first - from.first, to.second - from.second};
    if (!eruptive(caps, from, direction)) {
      earlier.push_back(caps);
      quiet_moves.emplace_back(from, to);
      caps = moved(caps, from, to);
      if (options.repetition == "cap_return" && legal_moves().empty()) end_turn({});
      return;
    }
    caps.erase(from);
    std::vector<Piece>& source = stacks[from];
    std::vector<Piece> captured;
    for (Cell landing = next(to, direction);
         !source.empty() && on_board(landing) && caps.count(landing) == 0;
         landing = next(landing, direction)) {
      const Piece piece = source.back();
      source.pop_back();
      std::vector<Piece>& stack = stacks[landing];
      if (!stack.empty() && stack.back().second == piece.second) {
        captured.push_back(piece);
      } else {
        stack.push_back(piece);
      }
    }
    caps.insert(to);
    end_turn(captured);
  }

  /// The check before the first turn and at the start of every other [6.5].
  void check_stalemate() {
    if (!over() && !can_end(caps, options.max_quiet, {})) reason = "stalemate";
  }

  bool triggered(const Pile& pile) const {
    const auto holds = [&](char colour, int size) {
      const auto held = pile.find({colour, size});
      return held == pile.end() ? 0 : held->second;
    };
    int colours = 0;
    int trees = 0;
    int sizes[4] = {0, 0, 0, 0};
    for (const char colour : std::string("RYGBOPCK")) {
      const int counts[3] = {holds(colour, 1), holds(colour, 2), holds(colour, 3)};
      if (options.colours().find(colour) != std::string::npos) {
        colours += counts[0] + counts[1] + counts[2] > 0;
      }
      trees += std::min({counts[0], counts[1], counts[2]});
      for (int size = 1; size <= 3; ++size) sizes[size] += counts[size - 1];
    }
    if (options.trigger == "trees") {
      return trees >= 3 || std::min({sizes[1], sizes[2], sizes[3]}) >= 5;
    }
    const bool all = colours == static_cast<int>(options.colours().size());
    return all && (options.trigger == "colours" || trees > 0);
  }

  /// [6.4], in its order.
  void end_turn(const std::vector<Piece>& captured) {
    Pile& pile = piles[static_cast<std::size_t>(to_move)];
    for (const Piece& piece : captured) ++pile[piece];
    ++turns;
    dry = captured.empty() ? dry + 1 : 0;
    quiet_moves.clear();
    earlier.clear();
    int white = 0;
    for (const Piece& piece : listed(pile)) white += piece.first == 'W';
    if (options.sweep > 0 && white >= options.sweep) {
      reason = "sweep";
      return;
    }
    const bool last = to_move == options.players - 1;
    if (triggered(pile)) {
      if (trigger_player < 0) trigger_player = to_move;
      if (options.goal == "race") {
        reason = "goal";
        return;
      }
      if (options.finish_round && !last) {
        pending = true;
      } else {
        reason = "trigger";
        return;
      }
    }
    if (pending && last) {
      reason = "trigger";
      return;
    }
    if (options.max_dry > 0 && dry >= options.max_dry) {
      reason = "dry";
      return;
    }
    if (turns >= options.max_turns) {
      reason = "turns";
      return;
    }
    to_move = (to_move + 1) % options.players;
    check_stalemate();
  }

  /// [8] Players are ranked; who ties shares the mean of the places.
  std::vector<double> utilities() const {
    std::vector<int> rank;
    for (int player = 0; player < options.players; ++player) {
      const int points = score(piles[static_cast<std::size_t>(player)], options.white_wild).total();
      if (reason == "sweep") {
        rank.push_back(player == to_move ? 9999 : points);
      } else if (reason == "goal") {
        rank.push_back(player == trigger_player);
      } else if (options.goal == "race" && options.race_fallback == "draw") {
        rank.push_back(0);
      } else {
        rank.push_back(points);
      }
    }
    std::vector<int> places = rank;
    std::sort(places.rbegin(), places.rend());
    std::vector<double> utilities;
    for (const int mine : rank) {
      double sum = 0;
      int ties = 0;
      for (std::size_t place = 0; place < places.size(); ++place) {
        if (places[place] != mine) continue;
        sum += 1.0 - 2.0 * static_cast<double>(place) / (options.players - 1);
        ++ties;
      }
      utilities.push_back(sum / ties);
    }
    return utilities;
  }

  /// The position in the notation of section 10, without the options.
  std::string to_text() const {
    std::ostringstream text;
    const auto write = [&](const Caps& set) {
      bool first = true;
      for (const Cell& cap : set) {
        text << (first ? "" : "+") << name(cap);
        first = false;
      }
    };
    text << options.preset << " " << options.players << " " << to_move << " | ";
    bool first = true;
    for (const Cell& c : cells()) {
      text << (first ? "" : "/");
      first = false;
      const auto stack = stacks.find(c);
      if (stack == stacks.end() || stack->second.empty()) {
        text << "-";
      } else {
        for (const Piece& piece : stack->second) text << piece.first << piece.second;
      }
      if (caps.count(c) > 0) text << "*";
    }
    text << " | ";
    for (std::size_t player = 0; player < piles.size(); ++player) {
      text << (player > 0 ? ";" : "");
      if (listed(piles[player]).empty()) text << "-";
      for (const char colour : std::string("RYGBOPCKW")) {
        for (const Piece& piece : listed(piles[player])) {
          if (piece.first == colour) text << piece.first << piece.second;
        }
      }
    }
    text << " | t" << turns << " d" << dry << " q" << quiet_moves.size();
    if (pending && !over()) text << " p" << trigger_player;
    text << " | ";
    if (earlier.empty()) text << "-";
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      text << (i > 0 ? "," : "");
      write(earlier[i]);
    }
    if (over()) {
      text << " | over " << reason << " "
           << (trigger_player < 0 ? std::string("-") : std::to_string(trigger_player));
    }
    return text.str();
  }

  /// Number of histories of exactly `depth` more moves.
  std::uint64_t histories(int depth) const {
    const std::vector<std::string> moves = legal_moves();
    if (depth == 1) return moves.size();
    std::uint64_t count = 0;
    for (const std::string& move : moves) {
      Game after = *this;
      after.play(move);
      if (!after.over()) count += after.histories(depth - 1);
    }
    return count;
  }

  /// Whole turns [6.6] with at most 0, 1, ... `depth` quiet moves: the numbers of sets of caps, of
  /// lavas and of positions after the turn, cumulative.
  std::vector<std::tuple<int, int, int>> whole_turns(int depth) const {
    std::vector<std::tuple<int, int, int>> counts;
    std::set<Caps> seen(earlier.begin(), earlier.end());
    seen.insert(caps);
    std::vector<Caps> reached = {caps};
    int sets = 0;
    std::set<std::tuple<Cell, std::pair<int, int>, int>> lavas;
    std::set<std::pair<std::tuple<Cell, std::pair<int, int>, int>, Caps>> positions;
    for (int quiet = 0; quiet <= depth; ++quiet) {
      std::vector<Caps> further;
      for (const Caps& standing : reached) {
        ++sets;
        for (const Cell& from : standing) {
          for (const auto& direction : directions()) {
            if (!possible(standing, from, direction)) continue;
            const Cell to = next(from, direction);
            const Caps after = moved(standing, from, to);
            if (!eruptive(standing, from, direction)) {
              if (seen.insert(after).second) further.push_back(after);
              continue;
            }
            int pieces = 0;
            for (Cell landing = next(to, direction);
                 pieces < static_cast<int>(stacks.at(from).size()) && on_board(landing) &&
                 standing.count(landing) == 0;
                 landing = next(landing, direction)) {
              ++pieces;
            }
            lavas.insert({from, direction, pieces});
            positions.insert({{from, direction, pieces}, after});
          }
        }
      }
      counts.emplace_back(sets, static_cast<int>(lavas.size()), static_cast<int>(positions.size()));
      reached = further;
    }
    return counts;
  }

  std::size_t players() const { return static_cast<std::size_t>(options.players); }
};

// ---- Starts [4], from the formulas of the page where it gives one ----

/// A nest of a colour on each of the cells, `d4 e1`.
inline void put_nests(Game& game, char colour, const std::string& cells, bool capped) {
  std::istringstream names(cells);
  for (std::string c; names >> c;) {
    game.stacks[cell(c)] = {{colour, 1}, {colour, 2}, {colour, 3}};
    if (capped) game.caps.insert(cell(c));
  }
}

/// The start of a preset with the set-up spread, wedge or diagonal.
inline Game start(const Options& options, const std::string& setup) {
  Game game(options);
  if (options.preset == "mega_hexano" && setup == "spread") {
    for (const Cell& c : game.cells()) {
      const int q = c.first - 3;
      const int r = c.second - 3;
      const char colour = "RYGBOPC"[((3 * q + r) % 7 + 7) % 7];
      const bool white = name(c) == "a6" || name(c) == "g2";
      put_nests(game, white ? 'W' : colour, name(c), colour == 'R' && !white);
    }
  } else if (options.preset == "mega_volcano") {
    for (const Cell& c : game.cells()) {
      const char colour = "YGBROPC"[(c.first + 3 * c.second) % 7];
      const char put = name(c) == "d4" ? 'W' : name(c) == "e3" ? 'P' : colour;
      put_nests(game, put, name(c), put == 'R');
    }
  } else if (options.preset == "mega_hexano") {
    put_nests(game, 'R', "c5 d3 d4 d5 e3", true);
    put_nests(game, 'Y', "f3 f4 g2 g3 g4", false);
    put_nests(game, 'G', "e1 e2 f1 f2 g1", false);
    put_nests(game, 'B', "b3 c2 c3 d1 d2", false);
    put_nests(game, 'O', "a4 a5 a6 b4 b5", false);
    put_nests(game, 'P', "a7 b6 b7 c6 c7", false);
    put_nests(game, 'C', "d6 d7 e5 e6 f5", false);
    put_nests(game, 'W', "c4 e4", false);
  } else if (options.preset == "hexano") {
    put_nests(game, 'R', "b3 b5 d1 d3 e1", true);
    put_nests(game, 'Y', "a3 a4 c2 c4 e2", false);
    put_nests(game, 'G', "b2 b4 c5 d2 d4", false);
    put_nests(game, 'B', "a5 c1 c3 e3", false);
  } else {
    put_nests(game, 'R', "a1 b2 c3 d4 e5", true);
    put_nests(game, 'Y', "b1 c2 d2 d3 e4", false);
    put_nests(game, 'G', "a2 b3 b4 c4 d5", false);
    put_nests(game, 'B', "c1 d1 e1 e2 e3", false);
    put_nests(game, 'P', "a3 a4 a5 b5 c5", false);
  }
  game.check_stalemate();
  return game;
}

/// Reads the cells of a full-form position (field 2), the only text that this implementation reads.
inline void put_cells(Game& game, const std::string& field) {
  std::istringstream contents(field);
  for (const Cell& c : game.cells()) {
    std::string content;
    std::getline(contents, content, '/');
    game.stacks[c].clear();
    for (std::size_t i = 0; i + 1 < content.size() && content[i] != '-'; i += 2) {
      game.stacks[c].emplace_back(content[i], content[i + 1] - '0');
    }
    if (!content.empty() && content.back() == '*') game.caps.insert(c);
  }
}

}  // namespace varan::naive

#endif  // VARAN_TESTS_GAMES_NAIVE_MEGA_HEXANO_H_
