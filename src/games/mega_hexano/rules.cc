// Names, options and self-description of the family.
#include <algorithm>
#include <limits>

#include "src/games/mega_hexano/text.h"
#include "varan/games/mega_hexano.h"

namespace varan {
namespace {

using namespace mega_hexano;  // NOLINT: the vocabulary of the game

template <std::size_t N>
std::vector<std::string> words(const std::array<std::string_view, N>& names) {
  return {names.begin(), names.end()};
}

template <class Enum, std::size_t N>
std::string word(const std::array<std::string_view, N>& names, Enum value) {
  return std::string(names[static_cast<std::size_t>(value)]);
}

template <class Enum, std::size_t N>
Enum choice(const std::array<std::string_view, N>& names, std::string_view word) {
  return static_cast<Enum>(std::find(names.begin(), names.end(), word) - names.begin());
}

std::string on_or_off(bool value) { return value ? "true" : "false"; }

ParseError wrong(std::string sentence) {
  return ParseError{std::move(sentence), ParseError::kWholeText};
}

/// The fixed set-ups of a preset, then random and list.
std::vector<std::string> setups_of(const Preset& preset) {
  std::vector<std::string> setups;
  for (std::size_t i = 0; i < kSetupNames.size(); ++i) {
    const auto setup = static_cast<Setup>(i);
    if (setup == Setup::kRandom || setup == Setup::kList || find_layout(preset.name, setup)) {
      setups.emplace_back(kSetupNames[i]);
    }
  }
  return setups;
}

/// Has the board the cells of white_centre, and the preset one white nest to put there?
bool has_centre(const Preset& preset) {
  return preset.shape == Shape::kSquare && preset.size == 6 &&
         preset.nests[static_cast<std::size_t>(Colour::kWhite)] == 1;
}

Options defaults_of(const Preset& preset) {
  Options options;
  options.setup = preset.setup;
  options.white_centre = preset.white_centre;
  options.trigger = preset.trigger;
  options.goal = preset.goal;
  options.sweep = preset.sweep;
  return options;
}

/// In the order of the parameters.
std::vector<std::string> play_options_of(const Options& options) {
  return {
      "trigger=" + word(kTriggerNames, options.trigger),
      "goal=" + word(kGoalNames, options.goal),
      "sweep=" + std::to_string(options.sweep),
      "white_wild=" + on_or_off(options.white_wild),
      "repetition=" + word(kRepetitionNames, options.repetition),
      "max_quiet=" + std::to_string(options.max_quiet),
      "max_dry=" + std::to_string(options.max_dry),
      "max_turns=" + std::to_string(options.max_turns),
      "finish_round=" + on_or_off(options.finish_round),
      "race_fallback=" + word(kRaceFallbackNames, options.race_fallback),
  };
}

/// The stacks and caps of a fixed layout, caps on the nests of the cap colours.
Cells cells_of(const Board& board, const Preset& preset, const Layout& layout) {
  Cells cells;
  cells.stacks.resize(static_cast<std::size_t>(board.cells()));
  for (int colour = 0; colour < kColours; ++colour) {
    const std::string_view names = layout.cells[static_cast<std::size_t>(colour)];
    const char letter = kColourLetters[static_cast<std::size_t>(colour)];
    for (std::size_t place = 0; place < names.size(); place += 3) {
      const Cell cell = board.find(names.substr(place, 2));
      for (int size = 1; size <= 3; ++size) {
        cells.stacks[static_cast<std::size_t>(cell)].push_back(
            piece(static_cast<Colour>(colour), size));
      }
      if (preset.cap_colours.find(letter) != std::string_view::npos) cells.caps |= bit(cell);
    }
  }
  return cells;
}

/// Caps on every nest of the cap colours among stacks that a user has listed.
CellSet caps_on_nests(const Cells& cells, const Preset& preset) {
  CellSet caps = 0;
  for (std::size_t cell = 0; cell < cells.stacks.size(); ++cell) {
    for (const char letter : preset.cap_colours) {
      const auto colour = static_cast<Colour>(kColourLetters.find(letter));
      const std::vector<Piece> nest = {piece(colour, 1), piece(colour, 2), piece(colour, 3)};
      if (cells.stacks[cell] == nest) caps |= bit(static_cast<Cell>(cell));
    }
  }
  return caps;
}

}  // namespace

std::vector<std::string> MegaHexanoRules::names() {
  std::vector<std::string> names;
  for (const Preset& preset : presets()) names.emplace_back(preset.name);
  return names;
}

std::string MegaHexanoRules::title(std::string_view name) {
  const Preset* preset = find_preset(name);
  return preset == nullptr ? std::string() : std::string(preset->title);
}

std::string MegaHexanoRules::summary(std::string_view name) {
  const Preset* preset = find_preset(name);
  if (preset == nullptr) return {};
  return "Make nests of pyramids erupt by moving their caps and capture pieces of equal size; " +
         std::to_string(Board(preset->shape, preset->size).cells()) +
         (preset->shape == Shape::kHex ? " hexes, " : " squares, ") +
         (preset->goal == Goal::kRace ? "the first to reach the goal wins."
                                      : "the best pile wins.");
}

std::vector<Parameter> MegaHexanoRules::parameters(std::string_view name) {
  const Preset* preset = find_preset(name);
  if (preset == nullptr) return {};
  return {
      Parameter::choice("preset", std::string(name), names(),
                        "the board, its pieces and the defaults of the other options"),
      Parameter::integer("players", 2, 2, kMaxSeats,
                         "number of players; the box is made for " +
                             std::to_string(preset->least_players) + " to " +
                             std::to_string(preset->most_players)),
      Parameter::choice("setup", word(kSetupNames, preset->setup), words(kSetupNames),
                        "where the nests start; list: as `nests` says"),
      Parameter::text("nests", "",
                      "setup=list: the stacks of all cells (R1R2R3*/Y1Y2Y3/-/...) or of some "
                      "({d4:R1R2R3* f4:Y3})"),
      Parameter::boolean("white_centre", preset->white_centre,
                         "setup=random on the 6x6 board: the white nest goes to c3, c4, d3 or d4"),
      Parameter::choice("caps", word(kCapSetupNames, CapSetup::kRed), words(kCapSetupNames),
                        "where the caps start: on the red nests (caldera: and the orange ones), on "
                        "random nests, or as `cap_cells` or the marks * in `nests` say"),
      Parameter::text("cap_cells", "", "caps=list: the cells of the caps, such as b3+c7+d4"),
      Parameter::choice("trigger", word(kTriggerNames, preset->trigger), words(kTriggerNames),
                        "what a player must hold: a piece of every colour; that and a tree of one "
                        "colour; 3 trees of one colour each or 5 of any"),
      Parameter::choice("goal", word(kGoalNames, preset->goal), words(kGoalNames),
                        "what the trigger brings: the end, and the best score wins; or victory"),
      Parameter::integer("sweep", preset->sweep, 0, 6,
                         "a player who holds this many white pieces wins at once; 0: off"),
      Parameter::boolean("white_wild", true, "white counts as any colour in scoring"),
      Parameter::choice("repetition", word(kRepetitionNames, Repetition::kConfig),
                        words(kRepetitionNames),
                        "what may not recur within a turn: a set of caps; a cap on a cell where it "
                        "stood; anything may"),
      Parameter::integer("max_quiet", 12, 0, kMaxQuiet,
                         "most cap moves without eruption in one turn"),
      Parameter::integer("max_dry", 60, 0, 10000,
                         "turns without a capture that end the game; 0: off"),
      Parameter::integer("max_turns", 500, 1, 100000, "turns that end the game"),
      Parameter::boolean("finish_round", false,
                         "goal=score: the round is played out after the trigger"),
      Parameter::choice("race_fallback", word(kRaceFallbackNames, RaceFallback::kDraw),
                        words(kRaceFallbackNames),
                        "goal=race: the result when a limit or a stalemate ends the game"),
  };
}

Parsed<MegaHexanoRules> MegaHexanoRules::from_spec(std::string_view text) {
  const Parsed<Spec> spec = parse_spec(text);
  if (!spec.ok()) return spec.error();
  if (find_preset(spec->name) == nullptr) {
    const std::vector<std::string> known = names();
    return wrong("no game of this family is named '" + spec->name + "'; there are " +
                 list_of(known));
  }
  const std::vector<Parameter> table = parameters(spec->name);
  const Parsed<Settings> settings = Settings::read(*spec, table);
  if (!settings.ok()) return settings.error();
  return make(*settings);
}

// The same game in the preset's own name, whose table has the defaults of what is not given.
Parsed<Settings> MegaHexanoRules::in_own_name(const Settings& settings) {
  const std::string& preset = settings.text("preset");
  if (preset == settings.name()) return settings;
  Parsed<Spec> spec = parse_spec(settings.spec_as_given());
  if (!spec.ok()) return spec.error();
  Spec own = std::move(spec).value();
  own.name = preset;
  std::erase_if(own.parameters, [](const auto& option) { return option.first == "preset"; });
  return Settings::read(own, parameters(preset));
}

Parsed<MegaHexanoRules> MegaHexanoRules::make(const Settings& any_settings) {
  const Parsed<Settings> own = in_own_name(any_settings);
  if (!own.ok()) return own.error();
  const Settings& settings = *own;
  const Preset* preset = find_preset(settings.name());
  if (preset == nullptr) return wrong("there is no preset '" + settings.name() + "'");

  Options options;
  options.players = static_cast<int>(settings.integer("players"));
  options.setup = choice<Setup>(kSetupNames, settings.text("setup"));
  options.white_centre = settings.boolean("white_centre");
  options.caps = choice<CapSetup>(kCapSetupNames, settings.text("caps"));
  options.trigger = choice<Trigger>(kTriggerNames, settings.text("trigger"));
  options.goal = choice<Goal>(kGoalNames, settings.text("goal"));
  options.sweep = static_cast<int>(settings.integer("sweep"));
  options.white_wild = settings.boolean("white_wild");
  options.repetition = choice<Repetition>(kRepetitionNames, settings.text("repetition"));
  options.max_quiet = static_cast<int>(settings.integer("max_quiet"));
  options.max_dry = static_cast<std::uint32_t>(settings.integer("max_dry"));
  options.max_turns = static_cast<std::uint32_t>(settings.integer("max_turns"));
  options.finish_round = settings.boolean("finish_round");
  options.race_fallback = choice<RaceFallback>(kRaceFallbackNames, settings.text("race_fallback"));

  const std::string name(preset->name);
  const std::string& nests = settings.text("nests");
  const std::string& cap_cells = settings.text("cap_cells");
  if (!nests.empty() && options.setup != Setup::kList) {
    return wrong("nests is given, so setup must be list");
  }
  // An option without effect in this game must have its default.
  if (options.finish_round && options.goal == Goal::kRace) {
    return wrong("finish_round goes with goal=score only: a race ends when it is won");
  }
  if (options.race_fallback != RaceFallback::kDraw && options.goal == Goal::kScore) {
    return wrong("race_fallback goes with goal=race only: else the best score wins anyhow");
  }
  if (options.white_centre != preset->white_centre &&
      (!has_centre(*preset) || options.setup != Setup::kRandom)) {
    return wrong("white_centre goes with mega_volcano and setup=random only");
  }

  MegaHexanoRules rules(*preset, options);
  switch (options.setup) {
    case Setup::kRandom:
      rules.start_.stacks.resize(static_cast<std::size_t>(rules.board_.cells()));
      break;
    case Setup::kList: {
      if (nests.empty()) {
        return wrong("setup=list needs nests, such as nests={d4:R1R2R3* f4:Y3}");
      }
      Parsed<Cells> cells = parse_cells(rules.board_, nests);
      if (!cells.ok()) return wrong("nests, " + cells.error().to_string());
      rules.start_ = std::move(cells).value();
      break;
    }
    default: {
      const Layout* layout = find_layout(preset->name, options.setup);
      if (layout == nullptr) {
        return wrong(name + " has no setup=" + word(kSetupNames, options.setup) + "; it has " +
                     list_of(setups_of(*preset)));
      }
      rules.start_ = cells_of(rules.board_, *preset, *layout);
    }
  }

  // Marks in `nests` and `cap_cells` need no caps=list beside them.
  CellSet& caps = rules.start_.caps;
  const bool marked = options.setup == Setup::kList && caps != 0;
  if (!settings.given("caps") && (marked || !cap_cells.empty())) {
    rules.options_.caps = CapSetup::kList;
  }
  switch (rules.options_.caps) {
    case CapSetup::kRed:
      if (marked) return wrong("nests marks caps, so caps must be list");
      if (options.setup == Setup::kList) {
        caps = caps_on_nests(rules.start_, *preset);
        if (caps == 0) return wrong("nests has no nest for a cap; mark the caps with *");
      }
      break;
    case CapSetup::kRandom: {
      if (marked) return wrong("nests marks caps, so caps must be list");
      caps = 0;
      const auto nest_cells =
          std::count_if(rules.start_.stacks.begin(), rules.start_.stacks.end(),
                        [](const std::vector<Piece>& stack) { return !stack.empty(); });
      if (options.setup == Setup::kList && nest_cells < preset->caps) {
        return wrong("caps=random needs " + std::to_string(preset->caps) + " stacks in nests");
      }
      break;
    }
    case CapSetup::kList: {
      if (cap_cells.empty() && !marked) {
        return wrong("caps=list needs cap_cells, such as cap_cells=b3+c7, or marks * in nests");
      }
      if (!cap_cells.empty()) {
        if (marked) return wrong("the caps are given twice: by cap_cells and by marks in nests");
        const Parsed<CellSet> listed = parse_cap_set(rules.board_, cap_cells);
        if (!listed.ok()) return wrong("cap_cells, " + listed.error().to_string());
        caps = *listed;
      }
      break;
    }
  }
  if (!cap_cells.empty() && rules.options_.caps != CapSetup::kList) {
    return wrong("cap_cells is given, so caps must be list");
  }
  if (std::popcount(caps) > kMaxCaps) {
    return wrong("there are " + std::to_string(std::popcount(caps)) + " caps; at most " +
                 std::to_string(kMaxCaps) + " are allowed");
  }
  rules.spec_ = settings.spec();
  return rules;
}

MegaHexanoRules::MegaHexanoRules(const Preset& preset, const Options& options)
    : preset_(&preset), options_(options), board_(preset.shape, preset.size) {
  for (unsigned colour = 0; colour < static_cast<unsigned>(Colour::kWhite); ++colour) {
    if (preset.nests[colour] > 0) colours_ |= 1u << colour;
  }
  if (options.trigger != Trigger::kTrees) trigger_colours_ = Pile::spread(colours_);
  dry_limit_ = options.max_dry > 0 ? options.max_dry : std::numeric_limits<std::uint32_t>::max();
  const std::vector<std::string> usual = play_options_of(defaults_of(preset));
  for (const std::string& option : play_options()) {
    if (std::find(usual.begin(), usual.end(), option) != usual.end()) continue;
    unusual_options_ += (unusual_options_.empty() ? "" : " ") + option;
  }
}

std::vector<std::string> MegaHexanoRules::play_options() const { return play_options_of(options_); }

std::string MegaHexanoRules::warning() const {
  if (options_.players >= preset_->least_players && options_.players <= preset_->most_players) {
    return {};
  }
  return std::string(preset_->title) + " is made for " +
         (preset_->least_players == preset_->most_players
              ? std::to_string(preset_->most_players)
              : std::to_string(preset_->least_players) + " to " +
                    std::to_string(preset_->most_players)) +
         " players, not for " + std::to_string(options_.players);
}

Traits MegaHexanoRules::traits() const {
  Traits traits;
  traits.players = options_.players;
  traits.num_actions = board_.actions();
  // [9] Turns are limited, or else captures are, and so are the dry turns between two of them.
  int turns = static_cast<int>(options_.max_turns);
  if (options_.max_dry > 0) {
    turns = std::min(turns, (kMostPieces + 1) * static_cast<int>(options_.max_dry));
  }
  traits.longest_game = turns * (options_.max_quiet + 1);
  traits.utility_sum = 0;
  traits.chance = options_.setup == Setup::kRandom || options_.caps == CapSetup::kRandom;
  return traits;
}

}  // namespace varan
