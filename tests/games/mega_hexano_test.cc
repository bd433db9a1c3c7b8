// Mega Hexano apart from the worked examples and texts: set-ups, keys, sampling, symmetries.
#include "varan/games/mega_hexano.h"

#include <cmath>
#include <functional>
#include <set>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/games/mega_hexano_testing.h"

namespace varan {
namespace {

using mega_hexano::Cell;
using mega_hexano::CellSet;
using testing::HasSubstr;

static_assert(GameState<MegaHexanoState> && GameRules<MegaHexanoRules>);
static_assert(HasActionSampler<MegaHexanoState> && HasRecordText<MegaHexanoState>);
static_assert(sizeof(MegaHexanoState) <= 512);

/// Plays a random game from its start and shows each position with a decision.
void visit_game(const std::string& spec, std::uint64_t seed,
                const std::function<void(const MegaHexanoState&)>& visit) {
  Rng rng(seed);
  NullWitness witness;
  MegaHexanoState state(hexano_rules(spec));
  while (state.kind() != NodeKind::kTerminal) {
    if (state.kind() == NodeKind::kChance) {
      sample_chance(state, rng, witness);
      continue;
    }
    visit(state);
    state.apply(state.to_move(), state.sample_action(state.to_move(), rng), witness);
  }
}

std::string error_of(const std::string& spec) {
  const Parsed<MegaHexanoRules> rules = MegaHexanoRules::from_spec(spec);
  return rules.ok() ? "" : rules.error().to_string();
}

// ---- Rules ----

TEST(MegaHexanoRules, PresetsAreThoseOfThePage) {
  struct Row {
    const char* name;
    int cells;
    int directions;
    int pieces;
    int caps;
    int actions;
  };
  constexpr Row kRows[] = {{"mega_hexano", 37, 6, 111, 5, 222},
                           {"hexano", 19, 6, 57, 5, 114},
                           {"volcano", 25, 8, 75, 5, 200},
                           {"mega_volcano", 36, 8, 108, 5, 288},
                           {"caldera", 25, 8, 72, 6, 200}};
  std::vector<std::string> names;
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    names.emplace_back(row.name);
    const MegaHexanoRules& rules = hexano_rules(row.name);
    EXPECT_EQ(rules.board().cells(), row.cells);
    EXPECT_EQ(rules.board().directions(), row.directions);
    EXPECT_EQ(rules.preset().pieces(), row.pieces);
    EXPECT_EQ(rules.traits().num_actions, row.actions);
    EXPECT_EQ(rules.spec(), row.name);
    EXPECT_EQ(rules.warning(), "");
    visit_game(row.name, 1, [&](const MegaHexanoState& state) {
      int pieces = 0;
      for (Cell cell = 0; cell < row.cells; ++cell) {
        pieces += state.height(cell);
        const auto stack = state.stack(cell);
        for (std::size_t i = 1; i < stack.size(); ++i) {  // sizes that are alike never lie together
          EXPECT_NE(mega_hexano::size_of(stack[i - 1]), mega_hexano::size_of(stack[i]));
        }
      }
      for (Player player = 0; player < state.players(); ++player) {
        pieces += state.pile(player).size();
      }
      EXPECT_EQ(pieces, row.pieces);
      EXPECT_EQ(state.cap_count(), row.caps);
    });
  }
  EXPECT_EQ(MegaHexanoRules::names(), names);
}

TEST(MegaHexanoRules, PresetOptionAndPlayers) {
  EXPECT_EQ(hexano_rules("mega_hexano(preset=volcano)").preset().name, "volcano");
  EXPECT_EQ(hexano_rules("mega_hexano(preset=volcano)").options().setup,
            mega_hexano::Setup::kDiagonal);
  EXPECT_EQ(hexano_rules("mega_hexano(preset=mega_volcano)").options().sweep, 3);
  EXPECT_THAT(hexano_rules("hexano(players=3)").warning(), HasSubstr("made for 2 players, not"));
  EXPECT_THAT(hexano_rules("mega_hexano(players=6)").warning(), HasSubstr("for 2 to 4 players"));
  EXPECT_EQ(hexano_rules("hexano(players=3)").traits().players, 3);
}

/// All that play and set-up depend on, as text.
std::string effect_of(const MegaHexanoRules& rules) {
  std::string text(rules.preset().name);
  const mega_hexano::Options& options = rules.options();
  for (const std::string& option : rules.play_options()) text += " " + option;
  return text + " players=" + std::to_string(rules.players()) +
         " setup=" + std::to_string(static_cast<int>(options.setup)) +
         " caps=" + std::to_string(static_cast<int>(options.caps)) +
         " white_centre=" + std::to_string(options.white_centre) + " " +
         MegaHexanoState(rules).to_text();
}

// Whatever name an option is given under, the spec keeps it: records name games by their specs.
TEST(MegaHexanoRules, SpecsAreInThePresetsOwnName) {
  int accepted = 0;
  const auto expect_kept = [&](const std::string& name, const std::string& preset,
                               const std::string& options) {
    const std::string own =
        options.empty() ? preset : preset + "(" + options + ")";  // the same game, said directly
    const std::string spec =
        name + "(preset=" + preset + (options.empty() ? "" : "," + options) + ")";
    SCOPED_TRACE(spec);
    const Parsed<MegaHexanoRules> rules = MegaHexanoRules::from_spec(spec);
    const Parsed<MegaHexanoRules> direct = MegaHexanoRules::from_spec(own);
    ASSERT_EQ(rules.ok(), direct.ok());
    if (!rules.ok()) return;
    ++accepted;
    EXPECT_EQ(parse_spec(rules->spec())->name, preset);
    EXPECT_THAT(rules->spec(), testing::Not(HasSubstr("preset=")));
    EXPECT_EQ(rules->spec(), direct->spec());
    EXPECT_EQ(effect_of(*rules), effect_of(*direct));
    const Parsed<MegaHexanoRules> again = MegaHexanoRules::from_spec(rules->spec());
    ASSERT_TRUE(again.ok()) << rules->spec();
    EXPECT_EQ(again->spec(), rules->spec());
    EXPECT_EQ(effect_of(*again), effect_of(*rules));
  };
  const std::vector<std::string> names = MegaHexanoRules::names();
  for (const std::string& name : names) {
    for (const std::string& preset : names) {
      expect_kept(name, preset, "");
      for (const Parameter& parameter : MegaHexanoRules::parameters(name)) {
        std::vector<std::string> values = parameter.choices;
        if (parameter.type == Parameter::Type::kBoolean) values = {"true", "false"};
        if (parameter.type == Parameter::Type::kInteger)
          values = {"2", "3", parameter.default_value};
        if (parameter.name == "preset") continue;
        if (parameter.name == "nests") values = {"{c3:R1R2R3* c2:Y1Y2Y3}"};
        if (parameter.name == "cap_cells") values = {"c3+c2"};
        for (const std::string& value : values) {
          std::string option = parameter.name + "=" + value;
          if (option == "setup=list") option += ",nests={c3:R1R2R3 c2:Y1Y2Y3}";
          if (option == "caps=list") option += ",cap_cells=c3+c2";
          if (parameter.name == "nests") option += ",setup=list";
          expect_kept(name, preset, option);
          for (const char* const other : {"setup=random", "goal=race", "goal=score"}) {
            if (option.find(std::string(other).substr(0, 5)) != 0) {
              expect_kept(name, preset, option + "," + other);
            }
          }
        }
      }
    }
  }
  EXPECT_GT(accepted, 3000);

  EXPECT_EQ(hexano_rules("mega_hexano(preset=hexano,goal=score)").spec(), "hexano(goal=score)");
  EXPECT_EQ(hexano_rules("hexano(preset=mega_hexano,goal=race)").spec(), "mega_hexano(goal=race)");
  EXPECT_EQ(hexano_rules("hexano(goal=race,preset=mega_volcano,sweep=0,setup=spread)").spec(),
            "mega_volcano(goal=race,sweep=0)");
  EXPECT_EQ(hexano_rules("caldera(setup=wedge,preset=mega_hexano)").spec(),
            "mega_hexano(setup=wedge)");
}

// An option that has no effect is refused unless it has its default.
TEST(MegaHexanoRules, OptionsWithoutEffect) {
  for (const char* const spec :
       {"mega_volcano(white_centre=true)", "mega_volcano(white_centre=true,setup=random)",
        "mega_volcano(white_centre=false,setup=random)", "mega_hexano(white_centre=false)",
        "hexano(preset=mega_volcano,white_centre=true)", "hexano(finish_round=false)",
        "mega_hexano(race_fallback=draw)", "hexano(race_fallback=score)",
        "mega_hexano(goal=race,race_fallback=score)", "hexano(goal=score,finish_round=true)"}) {
    EXPECT_EQ(error_of(spec), "");
  }
  EXPECT_EQ(hexano_rules("mega_volcano(white_centre=true)").spec(), "mega_volcano");
  const std::pair<const char*, const char*> refused[] = {
      {"mega_hexano(white_centre=true,setup=random)", "mega_volcano and setup=random only"},
      {"caldera(white_centre=true)", "mega_volcano and setup=random only"},
      {"mega_volcano(white_centre=false)", "mega_volcano and setup=random only"},
      {"hexano(finish_round=true)", "goal=score only"},
      {"mega_hexano(goal=race,finish_round=true)", "goal=score only"},
      {"mega_hexano(race_fallback=score)", "goal=race only"},
      {"hexano(goal=score,race_fallback=score)", "goal=race only"},
  };
  for (const auto& [spec, message] : refused) {
    EXPECT_THAT(error_of(spec), HasSubstr(message)) << spec;
  }
}

TEST(MegaHexanoRules, LongestGame) {
  EXPECT_EQ(hexano_rules("mega_hexano").traits().longest_game, 500 * 13);
  EXPECT_EQ(hexano_rules("mega_hexano(max_turns=7,max_quiet=0)").traits().longest_game, 7);
  EXPECT_EQ(hexano_rules("mega_hexano(max_turns=100000,max_dry=2)").traits().longest_game,
            112 * 2 * 13);
}

TEST(MegaHexanoRules, BadOptionsAreRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"mega_volcan", "there are mega_hexano, hexano, volcano, mega_volcano and caldera"},
      {"mega_hexano(players=7)", "integer 2..6"},
      {"mega_hexano(setup=diagonal)",
       "has no setup=diagonal; it has spread, wedge, random and list"},
      {"caldera(setup=spread)", "it has random and list"},
      {"mega_hexano(setup=list)", "setup=list needs nests"},
      {"mega_hexano(nests={d4:R1*})", "setup must be list"},
      {"mega_hexano(setup=list,nests={d4:R1})", "mark the caps"},
      {"mega_hexano(setup=list,nests={d9:R1*})", "a cell of the board"},
      {"mega_hexano(setup=list,nests={d4:R1* d4:R2})", "d4 is named twice"},
      {"mega_hexano(setup=list,nests={d4:R1R1R1R1R1R1*})", "only 5 R1"},
      {"mega_hexano(setup=list,nests={d4:R1*},cap_cells=e4)", "given twice"},
      {"mega_hexano(setup=list,nests={d4:R1*},caps=random)", "caps must be list"},
      {"mega_hexano(setup=list,nests={d4:R1},caps=random)", "needs 5 stacks"},
      {"mega_hexano(caps=list)", "needs cap_cells"},
      {"mega_hexano(cap_cells=d4+d4)", "two caps"},
      {"mega_hexano(cap_cells=d4,caps=red)", "caps must be list"},
      {"mega_hexano(cap_cells=a4+a5+a6+a7+b3+b4+b5+b6+b7)", "at most 8"},
  };
  for (const auto& [spec, message] : cases) {
    EXPECT_THAT(error_of(spec), HasSubstr(message)) << spec;
  }
}

// ---- Set-up ----

TEST(MegaHexanoSetup, ListsOfNestsAndCaps) {
  const auto cells = [](const std::string& spec) {
    return cells_of(MegaHexanoState(hexano_rules(spec)));
  };
  EXPECT_EQ(cells("mega_hexano(setup=list,nests={d4:R1R2R3* a4:-* f4:Y3})"),
            "a4:-* d4:R1R2R3* f4:Y3");
  EXPECT_EQ(cells("mega_hexano(setup=list,nests={d4:R1R2R3 f4:Y3})"), "d4:R1R2R3* f4:Y3");
  EXPECT_EQ(cells("mega_hexano(setup=list,nests={d4:R1R2R3 f4:Y3},cap_cells=f4+a4)"),
            "a4:-* d4:R1R2R3 f4:Y3*");
  EXPECT_EQ(caps_of(MegaHexanoState(hexano_rules("volcano(cap_cells=a1+a2)"))), "a1 a2");
  const std::string full = "volcano(setup=list,nests=R1R2R3*/" + std::string(23 * 2, '-') + "-)";
  EXPECT_THAT(error_of(full), HasSubstr("'/' and the pieces of a3 were expected"));
}

TEST(MegaHexanoSetup, RandomDealsAreUniform) {
  // Whatever is dealt, its probability is one in the number of arrangements.
  const auto log_factorial = [](double n) { return std::lgamma(n + 1); };
  const double mega_hexano = 7 * log_factorial(5) + log_factorial(2) - log_factorial(37);
  const double caps = log_factorial(5) + log_factorial(32) - log_factorial(37);
  const double mega_volcano = 7 * log_factorial(5) - log_factorial(35) - std::log(4.0);
  const double caldera = 8 * log_factorial(3) - log_factorial(24);
  const std::tuple<const char*, double> cases[] = {
      {"mega_hexano(setup=random)", mega_hexano},
      {"mega_hexano(setup=random,caps=random)", mega_hexano + caps},
      {"mega_hexano(caps=random)", caps},
      {"mega_volcano(setup=random)", mega_volcano},
      {"caldera", caldera}};
  NullWitness witness;
  for (const auto& [spec, expected] : cases) {
    SCOPED_TRACE(spec);
    const MegaHexanoRules& rules = hexano_rules(spec);
    EXPECT_TRUE(rules.traits().chance);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Rng rng(seed);
      MegaHexanoState state(rules);
      double sum = 0;
      while (state.kind() == NodeKind::kChance) {
        OutcomeList<MegaHexanoState> outcomes;
        state.chance_outcomes(outcomes);
        double total = 0;
        for (const ChanceOutcome& outcome : outcomes) total += outcome.probability;
        EXPECT_NEAR(total, 1, 1e-12);
        const std::int32_t drawn = random_outcome(state, rng);
        for (const ChanceOutcome& outcome : outcomes) {
          if (outcome.outcome == drawn) sum += std::log(outcome.probability);
        }
        EXPECT_EQ(state.validate(), "");
        EXPECT_EQ(*state.parse_chance(state.chance_to_text(drawn)), drawn);
        state.apply_chance(drawn, witness);
        if (state.occupied() == 0) sum = 0;  // caldera has begun anew
      }
      EXPECT_NEAR(sum, expected, 1e-9);
      EXPECT_EQ(state.cap_count(), rules.preset().caps);
      std::array<int, mega_hexano::kColours> nests{};
      for (Cell cell = 0; cell < rules.board().cells(); ++cell) {
        if (state.height(cell) == 0) continue;
        EXPECT_EQ(state.height(cell), 3);
        ++nests[static_cast<std::size_t>(mega_hexano::colour_of(state.top(cell)))];
      }
      EXPECT_EQ(nests, rules.preset().nests);
    }
  }
}

TEST(MegaHexanoSetup, CalderaKeepsColoursApartAndCapsRedAndOrange) {
  Rng rng(4);
  NullWitness witness;
  for (int deal = 0; deal < 30; ++deal) {
    MegaHexanoState state(hexano_rules("caldera"));
    while (state.kind() == NodeKind::kChance) sample_chance(state, rng, witness);
    const mega_hexano::Board& board = state.rules().board();
    EXPECT_EQ(state.height(board.find("c3")), 0);
    for (Cell cell = 0; cell < board.cells(); ++cell) {
      if (state.height(cell) == 0) continue;
      const auto colour = mega_hexano::colour_of(state.top(cell));
      EXPECT_EQ((state.caps() >> cell & 1) != 0,
                colour == mega_hexano::Colour::kRed || colour == mega_hexano::Colour::kOrange);
      for (const int direction : {0, 2}) {
        const Cell other = board.neighbour(cell, direction);
        if (other == mega_hexano::kNoCell || state.height(other) == 0) continue;
        EXPECT_NE(mega_hexano::colour_of(state.top(other)), colour);
      }
    }
  }
}

// ---- Equality and keys ----

TEST(MegaHexanoKeys, SayWhatEqualitySays) {
  for (const char* spec : {"mega_hexano", "mega_hexano(repetition=cap_return)", "caldera",
                           "mega_volcano(players=3,setup=random)"}) {
    const MegaHexanoRules& rules = hexano_rules(spec);
    visit_game(spec, 5, [&](const MegaHexanoState& state) {
      // Read from its text a position holds other pieces of the same kinds.
      const MegaHexanoState same = hexano_position(rules, state.to_text());
      ASSERT_EQ(same, state);
      ASSERT_EQ(same.info_key(0), state.info_key(0));
      ASSERT_EQ(same.board_key(), state.board_key());
      NullWitness witness;
      std::set<std::uint64_t> keys = {state.info_key(0)};
      std::vector<MegaHexanoState> after = {state};
      for (const Action action : legal_ids(state)) {
        MegaHexanoState next = state;
        next.apply(next.to_move(), action, witness);
        const bool is_new = std::find(after.begin(), after.end(), next) == after.end();
        ASSERT_EQ(keys.insert(next.info_key(0)).second, is_new) << next.to_text();
        after.push_back(next);
      }
    });
  }
}

TEST(MegaHexanoKeys, CountersCount) {
  const MegaHexanoRules& rules = hexano_rules("hexano");
  const auto key = [&](const char* counters) {
    return hexano_position(rules,
                           std::string("hexano 2 0 | {a3:R1*} | -;- | ") + counters + " | -");
  };
  EXPECT_NE(key("t1 d1 q0"), key("t2 d1 q0"));
  EXPECT_NE(key("t1 d1 q0").info_key(0), key("t2 d1 q0").info_key(0));
  EXPECT_NE(key("t1 d1 q0").info_key(0), key("t1 d0 q0").info_key(0));
  EXPECT_EQ(key("t1 d1 q0").board_key(), key("t2 d0 q0").board_key());
}

TEST(MegaHexanoKeys, EarlierSetsOfCapsAreASet) {
  // One cap comes to e3 by d3 and e4 in either order (d4, d3 and e4 are no triangle): the sets
  // differ.
  const MegaHexanoState start = hexano_position("mega_hexano", "d4:-* a7:R1R2R3");
  const MegaHexanoState left = played(start, "d4-d3,d3-e3");
  const MegaHexanoState right = played(start, "d4-e4,e4-e3");
  EXPECT_EQ(left.caps(), right.caps());
  EXPECT_NE(left, right);
  EXPECT_NE(left.info_key(0), right.info_key(0));
  // By d4, e3, e4, f3 and d4, e4, e3, f3 it has visited the same sets; cap_return keeps their
  // order.
  const MegaHexanoState one = played(start, "d4-e3,e3-e4,e4-f3");
  const MegaHexanoState other = played(start, "d4-e4,e4-e3,e3-f3");
  EXPECT_EQ(one, other);
  EXPECT_EQ(one.info_key(0), other.info_key(0));
  const MegaHexanoState returns =
      hexano_position("mega_hexano(repetition=cap_return)", "d4:-* a7:R1R2R3");
  EXPECT_NE(played(returns, "d4-e3,e3-e4,e4-f3"), played(returns, "d4-e4,e4-e3,e3-f3"));
}

// ---- Sampling ----

TEST(MegaHexanoSampling, IsUniformOverTheLegalMoves) {
  const MegaHexanoState positions[] = {
      MegaHexanoState(hexano_rules("mega_hexano")),
      MegaHexanoState(hexano_rules("mega_volcano")),
      played(MegaHexanoState(hexano_rules("mega_hexano")), "b3-a4"),
      hexano_position("mega_hexano", "d4:-* e4:-* g4:R1R2R3*"),
      hexano_position("mega_hexano(max_quiet=3)", "g4:-* d4:R1R2R3 a7:-*"),  // 2 legal of 12
      hexano_position("mega_hexano(max_quiet=1)", "d5:-* d4:R1R2R3 a7:-*"),  // 1 legal of 12
      hexano_position("volcano", "a1:R1* a2:R2* a3:R3* b1:Y1* b2:Y2* b3:Y3* c1:G1* c2:G2*"),
  };
  Rng rng(6);
  for (const MegaHexanoState& state : positions) {
    SCOPED_TRACE(state.to_text());
    std::map<Action, double> drawn;
    const std::vector<Action> legal = legal_ids(state);
    const double expected = 2000;
    const double draws = expected * static_cast<double>(legal.size());
    for (int i = 0; i < draws; ++i) ++drawn[state.sample_action(state.to_move(), rng)];
    double chi_squared = 0;
    for (const auto& [action, count] : drawn) {
      EXPECT_NE(std::find(legal.begin(), legal.end(), action), legal.end());
      chi_squared += (count - expected) * (count - expected) / expected;
    }
    EXPECT_EQ(drawn.size(), legal.size());
    const double freedom = static_cast<double>(legal.size()) - 1;
    EXPECT_LT(chi_squared, freedom + 4 * std::sqrt(2 * freedom) + 1);
  }
}

// ---- Whole turns ----

TEST(MegaHexanoTurns, EruptFromIsQuietMovesAndAnEruption) {
  NullWitness witness;
  for (const char* spec : {"mega_hexano", "hexano", "mega_volcano"}) {
    visit_game(spec, 7, [&](const MegaHexanoState& state) {
      for (const Action quiet : legal_ids(state)) {
        if (state.erupts(state.caps(), quiet)) continue;
        MegaHexanoState moved = state;
        moved.apply(moved.to_move(), quiet, witness);
        if (moved.quiet() == 0) continue;
        EXPECT_EQ(state.any_eruption(moved.caps()), moved.any_eruption(moved.caps()));
        for (const Action action : legal_ids(moved)) {
          const mega_hexano::Step& step = state.rules().board().step(action);
          ASSERT_EQ(state.erupts(moved.caps(), action), moved.erupts(moved.caps(), action));
          if (!state.erupts(moved.caps(), action)) continue;
          EXPECT_EQ(state.landings(moved.caps(), step).size(),
                    static_cast<std::size_t>(state.flow(moved.caps(), step)));
          MegaHexanoState whole = state;
          whole.erupt_from(moved.caps(), action, witness);
          MegaHexanoState stepwise = moved;
          stepwise.apply(stepwise.to_move(), action, witness);
          ASSERT_EQ(whole, stepwise);
          ASSERT_EQ(whole.info_key(0), stepwise.info_key(0));
          ASSERT_EQ(whole.validate(), "");
        }
      }
    });
  }
}

// ---- Symmetries [2] ----

/// A map of (letter, number) to itself, both from 0.
using Map = std::function<std::pair<int, int>(int, int)>;

/// The position with its cells mapped and its colours renamed.
MegaHexanoState mapped(const MegaHexanoState& state, const Map& map, const std::string& colours) {
  const mega_hexano::Board& board = state.rules().board();
  const auto image = [&](Cell cell) {
    const auto [letter, number] = map(board.letter(cell), board.number(cell));
    return board.name(board.at(letter, number));
  };
  const auto rename = [&](std::string pieces) {
    for (char& c : pieces) {
      const std::size_t colour = mega_hexano::kColourLetters.find(c);
      if (colour < colours.size()) c = colours[colour];
    }
    return pieces;
  };
  std::string line(state.rules().preset().name);
  line += " 2 " + std::to_string(state.to_move()) + " | {";
  for (Cell cell = 0; cell < board.cells(); ++cell) {
    std::string pieces;
    for (const auto piece : state.stack(cell)) pieces += mega_hexano::piece_name(piece);
    line += image(cell) + ":" + (pieces.empty() ? "-" : rename(pieces)) +
            ((state.caps() >> cell & 1) != 0 ? "* " : " ");
  }
  line += "} | ";
  for (Player player = 0; player < 2; ++player) {
    std::string pile;
    for (int piece = 0; piece < mega_hexano::kPieces; ++piece) {
      const auto kind = static_cast<mega_hexano::Piece>(piece);
      for (int i = 0; i < state.pile(player).count(kind); ++i)
        pile += mega_hexano::piece_name(kind);
    }
    line += (player > 0 ? ";" : "") + (pile.empty() ? "-" : rename(pile));
  }
  line += " | t" + std::to_string(state.turns()) + " d" + std::to_string(state.dry()) + " q" +
          std::to_string(state.quiet()) + " | ";
  for (int i = 0; i < state.quiet(); ++i) {
    std::string set;
    for (CellSet left = state.visited(i); left != 0; left &= left - 1) {
      set += (set.empty() ? "" : "+") + image(mega_hexano::lowest(left));
    }
    line += (i > 0 ? "," : "") + set;
  }
  return hexano_position(state.rules(), line + (state.quiet() == 0 ? "-" : ""));
}

TEST(MegaHexanoSymmetry, MovesCommuteWithTheSymmetriesOfTheBoard) {
  struct Symmetry {
    Map map;
    std::function<int(int)> direction;
  };
  const auto hex = [](int radius) {
    return std::vector<Symmetry>{
        {[=](int l, int n) {  // (q, r) -> (q + r, -q)
           return std::pair(l + n - radius, 2 * radius - l);
         },
         [](int d) { return (d + 1) % 6; }},
        {[](int l, int n) { return std::pair(n, l); }, [](int d) { return 5 - d; }}};
  };
  const auto square = [](int size) {
    return std::vector<Symmetry>{{[=](int x, int y) { return std::pair(y, size - 1 - x); },
                                  [](int d) { return (d + 2) % 8; }},
                                 {[=](int x, int y) { return std::pair(size - 1 - x, y); },
                                  [](int d) { return (8 - d) % 8; }}};
  };
  struct Case {
    const char* spec;
    std::vector<Symmetry> symmetries;
    const char* colours;
  };
  const Case cases[] = {{"mega_hexano", hex(3), "YGBOPCR"},
                        {"hexano(repetition=cap_return)", hex(2), "BRYG"},
                        {"volcano", square(5), "PRYGOB"},
                        {"mega_volcano(max_quiet=2)", square(6), "CPOBGYR"}};
  NullWitness witness;
  for (const Case& each : cases) {
    SCOPED_TRACE(each.spec);
    Rng rng(8);
    visit_game(each.spec, 9, [&](const MegaHexanoState& state) {
      const mega_hexano::Board& board = state.rules().board();
      for (const Symmetry& symmetry : each.symmetries) {
        const MegaHexanoState image = mapped(state, symmetry.map, each.colours);
        std::vector<Action> expected;
        for (const Action action : legal_ids(state)) {
          const mega_hexano::Step& step = board.step(action);
          const auto [letter, number] =
              symmetry.map(board.letter(step.from), board.number(step.from));
          expected.push_back(
              board.action(board.at(letter, number), symmetry.direction(step.direction)));
        }
        const std::size_t chosen = rng.below(static_cast<std::uint32_t>(expected.size()));
        MegaHexanoState next = state;
        next.apply(next.to_move(), legal_ids(state)[chosen], witness);
        MegaHexanoState image_next = image;
        image_next.apply(image_next.to_move(), expected[chosen], witness);
        if (next.kind() == NodeKind::kDecision) {
          ASSERT_EQ(image_next, mapped(next, symmetry.map, each.colours));
        }
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(legal_ids(image), expected);
      }
    });
  }
}

// ---- Observation ----

TEST(MegaHexanoObservation, PlanesAreWhatTheirNamesSay) {
  const MegaHexanoState state = hexano_position("hexano", "a3:R1R2R3* c3:B3", {.piles = "Y2;W1"});
  const ObservationShape shape = state.rules().observation_shape();
  EXPECT_EQ(shape.rows, 5);
  EXPECT_EQ(shape.columns, 5);
  std::vector<float> tensor(shape.size());
  const auto at = [&](const std::string& plane, const char* cell) {
    const auto found = std::find(shape.planes.begin(), shape.planes.end(), plane);
    EXPECT_NE(found, shape.planes.end()) << plane;
    const auto index = static_cast<std::size_t>(found - shape.planes.begin());
    return tensor[(index * 5 + static_cast<std::size_t>(cell[0] - 'a')) * 5 +
                  static_cast<std::size_t>(cell[1] - '1')];
  };
  state.observe(1, tensor);
  EXPECT_EQ(at("board", "a3"), 1);
  EXPECT_EQ(at("board", "a1"), 0);  // no cell
  EXPECT_EQ(at("cap", "a3"), 1);
  EXPECT_EQ(at("cap", "c3"), 0);
  EXPECT_EQ(at("height/10", "a3"), 0.3f);
  EXPECT_EQ(at("top size 3", "a3"), 1);
  EXPECT_EQ(at("top-2 size 1", "a3"), 1);
  EXPECT_EQ(at("top blue", "c3"), 1);
  EXPECT_EQ(at("on the cell R2/5", "a3"), 0.2f);
  EXPECT_EQ(at("seat +0 holds W1/5", "e1"), 0.2f);  // the observer's own pile comes first
  EXPECT_EQ(at("seat +1 holds Y2/5", "e1"), 0.2f);
  EXPECT_EQ(at("seat +1 is to move", "e1"), 1);
}

}  // namespace
}  // namespace varan
