// The five configurations of the family and their options (sections 2 to 4 of the rules).
#ifndef VARAN_GAMES_MEGA_HEXANO_PRESETS_H_
#define VARAN_GAMES_MEGA_HEXANO_PRESETS_H_

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "varan/games/mega_hexano/board.h"
#include "varan/games/mega_hexano/pieces.h"

namespace varan::mega_hexano {

inline constexpr int kMaxSeats = 6;
inline constexpr int kMaxCaps = 8;
inline constexpr int kMaxQuiet = 64;

/// Where the nests start.
enum class Setup : std::uint8_t { kSpread, kWedge, kDiagonal, kRandom, kList };
/// Where the caps start.
enum class CapSetup : std::uint8_t { kRed, kRandom, kList };
/// What a player must hold: a piece of every colour; that and a tree of one colour; 3 trees of one
/// colour each, or 5 of any kind.
enum class Trigger : std::uint8_t { kEveryColour, kEveryColourAndTree, kTrees };
/// What the trigger brings: the end, and the best score wins; or victory at once.
enum class Goal : std::uint8_t { kScore, kRace };
/// What may not recur within a turn: a set of caps; a cap on a cell where it stood; anything may.
enum class Repetition : std::uint8_t { kConfig, kCapReturn, kNone };
/// What a race that a limit or a stalemate ends is worth.
enum class RaceFallback : std::uint8_t { kDraw, kScore };
/// Why a game is over.
enum class Reason : std::uint8_t { kNone, kTrigger, kGoal, kSweep, kDry, kTurns, kStalemate };

/// The words of the enumerations above, in their order.
inline constexpr std::array<std::string_view, 5> kSetupNames = {"spread", "wedge", "diagonal",
                                                                "random", "list"};
inline constexpr std::array<std::string_view, 3> kCapSetupNames = {"red", "random", "list"};
inline constexpr std::array<std::string_view, 3> kTriggerNames = {"colours", "colours_tree",
                                                                  "trees"};
inline constexpr std::array<std::string_view, 2> kGoalNames = {"score", "race"};
inline constexpr std::array<std::string_view, 3> kRepetitionNames = {"config", "cap_return",
                                                                     "none"};
inline constexpr std::array<std::string_view, 2> kRaceFallbackNames = {"draw", "score"};
inline constexpr std::array<std::string_view, 7> kReasonNames = {
    "none", "trigger", "goal", "sweep", "dry", "turns", "stalemate"};

/// A row of the table of presets.
struct Preset {
  std::string_view name;
  std::string_view title;
  Shape shape;
  int size;
  std::array<int, kColours> nests;  ///< by colour
  int caps;
  std::string_view cap_colours;  ///< letters of the colours whose nests caps=red caps
  bool empty_centre;
  bool apart;  ///< setup=random: no two orthogonal neighbours of one colour
  int least_players;
  int most_players;
  Trigger trigger;
  Goal goal;
  int sweep;
  bool white_centre;
  Setup setup;  ///< the default

  int pieces() const;
};
std::span<const Preset> presets();
/// The preset of that name, or null.
const Preset* find_preset(std::string_view name);

/// Where white_centre may put the white nest.
inline constexpr std::array<std::string_view, 4> kCentreCells = {"c3", "c4", "d3", "d4"};

/// Where the nests of each colour start.
struct Layout {
  std::string_view preset;
  Setup setup;
  std::array<std::string_view, kColours> cells;  ///< by colour, `b3 c7 ...`
};
/// The layout of a preset and a fixed set-up, or null.
const Layout* find_layout(std::string_view preset, Setup setup);

/// The options of section 3.
struct Options {
  int players = 2;
  Setup setup = Setup::kSpread;
  bool white_centre = false;
  CapSetup caps = CapSetup::kRed;
  Trigger trigger = Trigger::kEveryColourAndTree;
  Goal goal = Goal::kScore;
  int sweep = 0;
  bool white_wild = true;
  Repetition repetition = Repetition::kConfig;
  int max_quiet = 12;
  std::uint32_t max_dry = 60;
  std::uint32_t max_turns = 500;
  bool finish_round = false;
  RaceFallback race_fallback = RaceFallback::kDraw;
};

/// Stacks (bottom to top) and caps, as field 2 of a position writes them.
struct Cells {
  std::vector<std::vector<Piece>> stacks;
  CellSet caps = 0;
};

}  // namespace varan::mega_hexano

#endif  // VARAN_GAMES_MEGA_HEXANO_PRESETS_H_
