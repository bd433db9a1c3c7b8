#include "varan/bots/bot_specs.h"

#include <algorithm>

#include "absl/status/status.h"

namespace varan {
namespace {

absl::Status invalid(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

std::vector<Parameter> budget_parameters() {
  return {
      Parameter::integer("iterations", 1000, 1, Budget::kUnlimited,
                         "iterations a decision; without limit if only time_ms is given"),
      Parameter::real("time_ms", 0, 0, 86'400'000,
                      "milliseconds a decision, 0 for no limit; whichever budget ends first"),
      Parameter::integer("memory_mb", 256, 1, 1 << 20,
                         "bound on the table's memory in MiB; the search goes on when it is full"),
      Parameter::integer("threads", 1, 1, 256,
                         "root-parallel searches, each with its share of iterations and memory"),
      Parameter::integer("seed", 0, 0, std::int64_t{1} << 53, "varies every random choice"),
  };
}

std::vector<Parameter> selection_parameters(std::vector<std::string> rules) {
  return {
      Parameter::choice("selection", "ucb1", std::move(rules),
                        "which action an information set tries next"),
      Parameter::real(
          "exploration", 0.7, 0, 1000,
          "exploration constant for utilities scaled to [0, 1]; for ucb1_tuned a factor"),
  };
}

std::vector<Parameter> leaf_parameters() {
  return {
      Parameter::choice(
          "rollout", "uniform", {"none", "uniform", "hints", "greedy", "mast", "mast_hints"},
          "how a leaf is played on; none: the game's evaluation at once; mast: by how "
          "the actions did before"),
      Parameter::real("epsilon", 0, 0, 1,
                      "share of uniform moves in a rollout that is not uniform"),
      Parameter::real("temperature", 0.3, 0.01, 1000,
                      "of mast: the greater, the less the actions' past results matter"),
      Parameter::integer(
          "cutoff", 0, 0, 100000,
          "turns or rounds after which a rollout is evaluated, 0: played to the end"),
  };
}

std::vector<Parameter> tree_parameters() {
  return {
      Parameter::boolean("hints", true,
                         "order and weigh actions by the game's hints, if it has any"),
      Parameter::real("widening", 0, 0, 1000,
                      "w > 0: only the best 2 + w sqrt(visits) actions by hints are open; 0: all"),
      Parameter::real("bias", 0, 0, 1000,
                      "progressive bias: adds bias * prior / (1 + visits) to an action's score"),
  };
}

Parameter keying_parameter(std::string default_value) {
  return Parameter::choice("keying", std::move(default_value), {"position", "path"},
                           "what is one information set: what looks alike now, or equal percepts");
}

Parameter final_parameter() {
  return Parameter::choice("final", "auto", {"auto", "most_visits", "average_strategy"},
                           "the move: the most visited, or drawn from the average strategy; auto: "
                           "drawn with selection exp3, rm and smooth");
}

std::vector<Parameter> information_parameters() {
  return {
      Parameter::real("gamma", 0.1, 0, 1,
                      "share of uniform choices of exp3 and rm; least share of ucb1 in smooth"),
      Parameter::real("eta", 0.9, 0, 1, "smooth: share of ucb1 at first"),
      Parameter::real("decay", 0.001, 0, 1000,
                      "smooth: how that share falls, eta / (1 + decay sqrt(visits))"),
      final_parameter(),
      Parameter::choice("observer", "multi", {"multi", "single"},
                        "whose percepts tell information sets apart: each mover's, or the bot's"),
      Parameter::choice("opponents", "split", {"split", "shared"},
                        "whether an opponent's information sets differ by what she is imagined to "
                        "hold"),
      Parameter::choice("worlds", "mine", {"mine", "public", "mixed"},
                        "worlds dealt from what the bot knows, from what everybody knows, or both"),
      Parameter::real("public_share", 0.5, 0, 1, "share of public worlds if worlds=mixed"),
      Parameter::choice("beliefs", "uniform", {"uniform", "weighted"},
                        "weighted: worlds weigh as the play seen so far is likely in them"),
      Parameter::real("start_share", 0.5, 0, 1,
                      "beliefs=weighted: share of iterations from the start of the game"),
      Parameter::boolean("reuse", false, "keep the table for the next decisions (keying=position)"),
  };
}

Parameter ensemble_parameter() {
  return Parameter::integer("ensemble", 40, 1, 1 << 16,
                            "worlds dealt for a decision, searched in turn");
}

void append(std::vector<Parameter>& to, std::vector<Parameter> more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<Parameter> cfr_parameters() {
  return {
      Parameter::integer("iterations", 1000, 1, 1'000'000'000,
                         "of the solver, once, before the first move"),
      Parameter::choice("method", "plus", {"plus", "external"},
                        "plus: CFR+ over the whole tree; external: external sampling"),
      Parameter::integer("max_histories", 2'000'000, 1, 1'000'000'000,
                         "a game with more is refused; each takes about 50 bytes"),
      Parameter::integer("seed", 0, 0, std::int64_t{1} << 53, "varies every random choice"),
  };
}

std::vector<Parameter> oos_parameters() {
  std::vector<Parameter> parameters = budget_parameters();
  std::erase_if(parameters, [](const Parameter& p) { return p.name == "threads"; });
  append(parameters,
         {Parameter::real("exploration", 0.4, 0.001, 1,
                          "share of uniform actions of the player whose regrets are updated"),
          Parameter::real("targeting", 0.9, 0, 0.99,
                          "share of iterations that lead to where the decision is due")});
  return parameters;
}

std::vector<BotEntry> make_bots() {
  std::vector<Parameter> seed_only = {
      Parameter::integer("seed", 0, 0, std::int64_t{1} << 53, "varies every random choice")};
  const std::vector<std::string> scores = {"ucb1", "ucb1_tuned", "puct"};
  std::vector<Parameter> flat = budget_parameters();
  append(flat, selection_parameters(scores));
  append(flat, leaf_parameters());
  std::vector<Parameter> pimc = flat;
  append(pimc, tree_parameters());
  std::vector<Parameter> mcts = pimc;
  append(mcts, {keying_parameter("position"),
                Parameter::boolean("proofs", true,
                                   "back up proven results, stop when the root is proven")});
  append(pimc, {ensemble_parameter()});
  std::vector<Parameter> epimc = pimc;
  append(epimc, {Parameter::integer("postpone", 1, 0, 1000,
                                    "decisions behind the root until everything is revealed")});
  std::vector<Parameter> ismcts = budget_parameters();
  append(ismcts, selection_parameters({"ucb1", "ucb1_tuned", "puct", "exp3", "rm", "smooth"}));
  append(ismcts, leaf_parameters());
  append(ismcts, tree_parameters());
  append(ismcts, {keying_parameter("path")});
  append(ismcts, information_parameters());
  return {
      {"random", "Plays a uniformly random legal action.", seed_only},
      {"greedy", "Plays the action that the game's hints rank first; equals at random.", seed_only},
      {"flat", "Flat Monte Carlo: a bandit over the root's actions, leaves judged behind them.",
       flat},
      {"mcts",
       "Monte Carlo tree search on open information, with transpositions and proven results.",
       mcts},
      {"ismcts",
       "Information-set Monte Carlo tree search: hidden information, simultaneous moves, chance.",
       ismcts},
      {"pimc", "Perfect-information Monte Carlo: a tree for each determinization, which then vote.",
       pimc},
      {"epimc", "Extended PIMC: everything is revealed some decisions behind the root only.",
       epimc},
      {"oos",
       "Online outcome sampling: tends to an equilibrium of a game for two, from its start on.",
       oos_parameters()},
      {"cfr",
       "Solves a small game for two by counterfactual regret minimization, and plays the average.",
       cfr_parameters()},
  };
}

/// The options that only ismcts has.
absl::StatusOr<BotPlan> plan_information_sets(BotPlan plan) {
  const Settings& settings = plan.settings;
  SearchOptions& options = plan.options;
  options.keying = settings.text("keying") == "path" ? Keying::kPath : Keying::kPosition;
  options.gamma = settings.real("gamma");
  options.eta = settings.real("eta");
  options.decay = settings.real("decay");
  options.observer = settings.text("observer") == "single" ? Observer::kSingle : Observer::kMulti;
  options.split_opponents = settings.text("opponents") == "split";
  const std::string& worlds = settings.text("worlds");
  options.worlds = worlds == "public"  ? Worlds::kEverybodys
                   : worlds == "mixed" ? Worlds::kMixed
                                       : Worlds::kSearchers;
  options.public_share = settings.real("public_share");
  options.weighted_beliefs = settings.text("beliefs") == "weighted";
  options.start_share = settings.real("start_share");
  options.reuse = settings.boolean("reuse");

  const Selection selection = options.selection;
  const bool draws = learns(selection) || selection == Selection::kSmoothUct;
  const std::string& final_move = settings.text("final");
  plan.draws_move = final_move == "average_strategy" || (final_move == "auto" && draws);

  // What goes with what: a parameter that would do nothing is a mistake of its writer.
  struct Needs {
    const char* parameter;
    bool met;
    const char* what;
  };
  const bool by_score = !draws;
  for (const Needs& needs : {
           Needs{"gamma", draws, "selection exp3, rm or smooth"},
           Needs{"eta", selection == Selection::kSmoothUct, "selection=smooth"},
           Needs{"decay", selection == Selection::kSmoothUct, "selection=smooth"},
           Needs{"exploration", !learns(selection), "a selection other than exp3 and rm"},
           Needs{"bias", !learns(selection), "a selection other than exp3 and rm"},
           Needs{"public_share", options.worlds == Worlds::kMixed, "worlds=mixed"},
           Needs{"start_share", options.weighted_beliefs, "beliefs=weighted"},
       }) {
    if (settings.given(needs.parameter) && !needs.met) {
      return invalid("ismcts: " + std::string(needs.parameter) + " goes with " + needs.what);
    }
  }
  for (const Needs& needs : {
           Needs{
               "observer=single", options.observer == Observer::kMulti || by_score,
               "has players share information sets; exp3, rm and smooth keep a strategy for each"},
           Needs{
               "opponents=shared", options.split_opponents || by_score,
               "has players share information sets; exp3, rm and smooth keep a strategy for each"},
           Needs{"observer=single",
                 options.observer == Observer::kMulti || options.keying == Keying::kPath,
                 "needs keying=path"},
           Needs{"opponents=shared", options.split_opponents || options.keying == Keying::kPath,
                 "needs keying=path"},
           Needs{"beliefs=weighted",
                 !options.weighted_beliefs ||
                     (options.keying == Keying::kPath && !options.availability_varies()),
                 "needs keying=path, observer=multi and opponents=split"},
           Needs{"reuse=true", !options.reuse || options.keying == Keying::kPosition,
                 "needs keying=position: paths begin anew at each decision"},
       }) {
    if (!needs.met) {
      return invalid("ismcts: " + std::string(needs.parameter) + " " + needs.what);
    }
  }
  return plan;
}

/// Whether a bot can think in larger actions than the rule book's.
bool has_views(std::string_view bot) { return bot != "random" && bot != "oos" && bot != "cfr"; }

absl::StatusOr<BotPlan> plan_solver(BotPlan plan, const BotContext& context) {
  const Settings& settings = plan.settings;
  if (context.traits.players > 2) {
    return invalid(settings.name() + " plays games for one or two players, and " +
                   context.game_name + " is for " + std::to_string(context.traits.players));
  }
  if (settings.name() == "cfr") return plan;
  plan.options.budget.milliseconds = settings.real("time_ms");
  const bool only_time = plan.options.budget.milliseconds > 0 && !settings.given("iterations");
  plan.options.budget.iterations = only_time ? Budget::kUnlimited : settings.integer("iterations");
  plan.options.memory_bytes = static_cast<std::size_t>(settings.integer("memory_mb")) << 20;
  return plan;
}

const ViewInfo* find_view(const BotContext& context, const std::string& name) {
  for (const ViewInfo& view : context.views) {
    if (view.name == name) return &view;
  }
  return nullptr;
}

}  // namespace

const std::vector<BotEntry>& bots() {
  static const std::vector<BotEntry> entries = make_bots();
  return entries;
}

absl::StatusOr<std::vector<Parameter>> parameters_of_bot(std::string_view bot_name,
                                                         const BotContext& context) {
  const auto entry = std::find_if(bots().begin(), bots().end(),
                                  [&](const BotEntry& bot) { return bot.name == bot_name; });
  if (entry == bots().end()) {
    std::vector<std::string> names;
    for (const BotEntry& bot : bots()) names.push_back(bot.name);
    return invalid("there is no bot '" + std::string(bot_name) + "'; there are " + list_of(names));
  }
  std::vector<Parameter> parameters = entry->parameters;
  if (context.views.size() > 1 && has_views(entry->name)) {
    std::vector<std::string> names;
    for (const ViewInfo& view : context.views) names.push_back(view.name);
    parameters.push_back(
        Parameter::choice("view", names.front(), names, "what one action of the bot is"));
    for (const ViewInfo& view : context.views) append(parameters, view.parameters);
  }
  for (const auto& [bot, values] : context.defaults) {
    if (bot != bot_name) continue;
    for (const auto& [key, value] : values) {
      const auto parameter =
          std::find_if(parameters.begin(), parameters.end(),
                       [&, &name = key](const Parameter& p) { return p.name == name; });
      VARAN_ASSERT(parameter != parameters.end(), "a game's default names a parameter of the bot");
      if (parameter != parameters.end()) parameter->default_value = value;
    }
  }
  return parameters;
}

absl::StatusOr<BotPlan> plan_bot(std::string_view text, const BotContext& context) {
  const Parsed<Spec> spec = parse_spec(text);
  if (!spec.ok()) {
    return invalid("bot '" + std::string(text) + "': " + spec.error().to_string());
  }
  absl::StatusOr<std::vector<Parameter>> parameters = parameters_of_bot(spec->name, context);
  if (!parameters.ok()) return parameters.status();
  Parsed<Settings> read = Settings::read(*spec, *parameters);
  if (!read.ok()) return invalid(read.error().to_string());
  BotPlan plan{
      context.game_name, std::move(read).value(), context.views.front().name, {}, 1, false};
  const Settings& settings = plan.settings;
  const std::string& bot = settings.name();
  plan.options.seed = static_cast<std::uint64_t>(settings.integer("seed"));
  if (bot == "random") return plan;
  if (bot == "oos" || bot == "cfr") return plan_solver(std::move(plan), context);
  if (context.views.size() > 1) plan.view = settings.text("view");
  const ViewInfo& view = *find_view(context, plan.view);
  for (const ViewInfo& other : context.views) {
    for (const Parameter& parameter : other.parameters) {
      if (other.name != view.name && settings.given(parameter.name)) {
        return invalid(bot + ": " + parameter.name + " belongs to view=" + other.name +
                       ", but the view is " + view.name);
      }
    }
  }
  const std::string of_game =
      context.game_name + (context.views.size() > 1 ? " (view=" + view.name + ")" : "");
  if (bot == "greedy") {
    if (!view.has_hints) return invalid("greedy needs hints, and " + of_game + " has none");
    return plan;
  }

  if (bot == "mcts" && (context.traits.hidden_information || context.traits.simultaneous)) {
    return invalid(
        bot + " plays games of open information with one mover at a time, and " +
        context.game_name +
        (context.traits.hidden_information ? " hides information" : " has simultaneous moves") +
        "; ismcts plays it");
  }
  SearchOptions& options = plan.options;
  options.budget.milliseconds = settings.real("time_ms");
  const bool only_time = options.budget.milliseconds > 0 && !settings.given("iterations");
  options.budget.iterations = only_time ? Budget::kUnlimited : settings.integer("iterations");
  plan.threads = static_cast<int>(settings.integer("threads"));
  if (plan.threads > options.budget.iterations) {
    return invalid(bot + ": threads=" + std::to_string(plan.threads) +
                   " is more than iterations; each thread needs one at least");
  }
  options.memory_bytes = static_cast<std::size_t>(settings.integer("memory_mb")) << 20;
  const std::string& selection = settings.text("selection");
  options.selection = selection == "puct"         ? Selection::kPuct
                      : selection == "ucb1_tuned" ? Selection::kUcb1Tuned
                      : selection == "exp3"       ? Selection::kExp3
                      : selection == "rm"         ? Selection::kRegretMatching
                      : selection == "smooth"     ? Selection::kSmoothUct
                                                  : Selection::kUcb1;
  options.exploration = settings.real("exploration");
  const std::string& rollout = settings.text("rollout");
  options.rollout = rollout == "none"         ? Rollout::kNone
                    : rollout == "hints"      ? Rollout::kHints
                    : rollout == "greedy"     ? Rollout::kGreedy
                    : rollout == "mast"       ? Rollout::kMast
                    : rollout == "mast_hints" ? Rollout::kMastHints
                                              : Rollout::kUniform;
  options.epsilon = settings.real("epsilon");
  options.cutoff = static_cast<int>(settings.integer("cutoff"));
  const bool by_hints = options.rollout == Rollout::kHints || options.rollout == Rollout::kGreedy ||
                        options.rollout == Rollout::kMastHints;
  const bool mixes = by_hints || options.rollout == Rollout::kMast;
  if (by_hints && !view.has_hints) {
    return invalid(bot + ": rollout=" + rollout + " needs hints, and " + of_game + " has none");
  }
  if (!mixes && !settings.given("epsilon")) options.epsilon = 0;
  if (!mixes && options.epsilon > 0) {
    return invalid(
        bot + ": epsilon goes with rollouts by hints, greed or mast, not with rollout=" + rollout);
  }
  options.mast_temperature = settings.real("temperature");
  if (settings.given("temperature") && options.rollout != Rollout::kMast &&
      options.rollout != Rollout::kMastHints) {
    return invalid(bot + ": temperature goes with rollout=mast or rollout=mast_hints");
  }
  if (options.rollout == Rollout::kNone && options.cutoff > 0) {
    if (settings.given("cutoff"))
      return invalid(bot + ": cutoff needs a rollout, and rollout is none");
    options.cutoff = 0;
  }
  if ((options.rollout == Rollout::kNone || options.cutoff > 0) && !view.has_evaluation) {
    return invalid(bot + (options.cutoff > 0 ? ": cutoff" : ": rollout=none") +
                   " needs an evaluation, and " + of_game + " has none");
  }
  if (bot == "flat") {
    options.only_root = true;
    options.hints = selection == "puct";
    options.proofs = false;
    return plan;
  }
  options.hints = settings.boolean("hints") && view.has_hints;
  options.widening = settings.real("widening");
  if (!options.hints && !settings.given("widening")) options.widening = 0;
  if (options.widening > 0 && !options.hints) {
    return invalid(bot + ": widening needs hints" +
                   (view.has_hints ? ", and hints=false" : ", and " + of_game + " has none"));
  }
  if (settings.given("hints") && settings.boolean("hints") && !view.has_hints) {
    return invalid(bot + ": hints=true, but " + of_game + " has none");
  }
  options.bias = settings.real("bias");
  if (options.bias > 0 && !options.hints) {
    return invalid(bot + ": bias needs hints" +
                   (view.has_hints ? ", and hints=false" : ", and " + of_game + " has none"));
  }
  if (bot == "mcts") {
    options.keying = settings.text("keying") == "path" ? Keying::kPath : Keying::kPosition;
    options.proofs = settings.boolean("proofs");
    return plan;
  }
  options.proofs = false;
  if (bot == "pimc" || bot == "epimc") {
    options.ensemble = static_cast<int>(settings.integer("ensemble"));
    if (options.ensemble > options.budget.iterations) {
      if (settings.given("ensemble")) {
        return invalid(bot + ": ensemble=" + std::to_string(options.ensemble) +
                       " is more than iterations; each world needs one at least");
      }
      options.ensemble = static_cast<int>(options.budget.iterations);
    }
    options.hidden_plies = bot == "pimc" ? 0 : 1 + static_cast<int>(settings.integer("postpone"));
    return plan;
  }
  return plan_information_sets(std::move(plan));
}

}  // namespace varan
