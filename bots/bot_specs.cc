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

std::vector<Parameter> selection_parameters() {
  return {
      Parameter::choice("selection", "ucb1", {"ucb1", "ucb1_tuned", "puct"},
                        "which action an information set tries next"),
      Parameter::real(
          "exploration", 0.7, 0, 1000,
          "exploration constant for utilities scaled to [0, 1]; for ucb1_tuned a factor"),
  };
}

std::vector<Parameter> leaf_parameters() {
  return {
      Parameter::choice("rollout", "uniform", {"none", "uniform", "hints", "greedy"},
                        "how a leaf is played on; none: the game's evaluation at once"),
      Parameter::real("epsilon", 0, 0, 1, "share of uniform moves in a rollout by hints or greed"),
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
      Parameter::choice("keying", "position", {"position", "path"},
                        "what is one information set: equal positions, or equal percepts"),
      Parameter::boolean("proofs", true, "back up proven results, stop when the root is proven"),
  };
}

void append(std::vector<Parameter>& to, std::vector<Parameter> more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<BotEntry> make_bots() {
  std::vector<Parameter> seed_only = {
      Parameter::integer("seed", 0, 0, std::int64_t{1} << 53, "varies every random choice")};
  std::vector<Parameter> flat = budget_parameters();
  append(flat, selection_parameters());
  append(flat, leaf_parameters());
  std::vector<Parameter> mcts = flat;
  append(mcts, tree_parameters());
  return {
      {"random", "Plays a uniformly random legal action.", seed_only},
      {"greedy", "Plays the action that the game's hints rank first; equals at random.", seed_only},
      {"flat", "Flat Monte Carlo: a bandit over the root's actions, leaves judged behind them.",
       flat},
      {"mcts",
       "Monte Carlo tree search on open information, with transpositions and proven results.",
       mcts},
  };
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
  if (context.views.size() > 1 && entry->name != "random") {
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
  BotPlan plan{context.game_name, std::move(read).value(), context.views.front().name, {}, 1};
  const Settings& settings = plan.settings;
  const std::string& bot = settings.name();
  plan.options.seed = static_cast<std::uint64_t>(settings.integer("seed"));
  if (bot == "random") return plan;
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
                                                  : Selection::kUcb1;
  options.exploration = settings.real("exploration");
  const std::string& rollout = settings.text("rollout");
  options.rollout = rollout == "none"     ? Rollout::kNone
                    : rollout == "hints"  ? Rollout::kHints
                    : rollout == "greedy" ? Rollout::kGreedy
                                          : Rollout::kUniform;
  options.epsilon = settings.real("epsilon");
  options.cutoff = static_cast<int>(settings.integer("cutoff"));
  const bool by_hints = options.rollout == Rollout::kHints || options.rollout == Rollout::kGreedy;
  if (by_hints && !view.has_hints) {
    return invalid(bot + ": rollout=" + rollout + " needs hints, and " + of_game + " has none");
  }
  if (!by_hints && !settings.given("epsilon")) options.epsilon = 0;
  if (!by_hints && options.epsilon > 0) {
    return invalid(
        bot + ": epsilon goes with rollout=hints or rollout=greedy, not with rollout=" + rollout);
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
  if (context.traits.hidden_information || context.traits.simultaneous) {
    return invalid(
        bot + " plays games of open information with one mover at a time, and " +
        context.game_name +
        (context.traits.hidden_information ? " hides information" : " has simultaneous moves"));
  }
  if (bot == "flat") {
    options.max_depth = 1;
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
  options.keying = settings.text("keying") == "path" ? Keying::kPath : Keying::kPosition;
  options.proofs = settings.boolean("proofs");
  return plan;
}

}  // namespace varan
