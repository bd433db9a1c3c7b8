#include <charconv>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "bots/command/command.h"
#include "bots/command/output.h"
#include "nlohmann/json.hpp"
#include "varan/arena/record.h"
#include "varan/registry.h"

namespace varan::command {
namespace {

using Json = nlohmann::ordered_json;

constexpr char kName[] = "replay";

/// The games that records name, each loaded once.
class Games {
 public:
  absl::StatusOr<std::shared_ptr<const AnyGame>> load(const std::string& spec) {
    std::shared_ptr<const AnyGame>& game = games_[spec];
    if (game == nullptr) {
      absl::StatusOr<std::shared_ptr<const AnyGame>> loaded = load_and_warn(spec);
      if (!loaded.ok()) return loaded.status();
      game = *std::move(loaded);
    }
    return game;
  }

 private:
  std::map<std::string, std::shared_ptr<const AnyGame>> games_;
};

/// Whose knowledge is shown; nothing: everything.
using Viewer = std::optional<Player>;

absl::StatusOr<Viewer> viewer_of(const std::string& text, const AnyGame& game) {
  if (text.empty()) return Viewer();
  if (text == "public") return Viewer(kPublic);
  Player player = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), player);
  if (error != std::errc() || end != text.data() + text.size() || player < 0 ||
      player >= game.traits().players) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--as must be a seat from 0 to %d, or public, not '%s'", game.traits().players - 1, text));
  }
  return Viewer(player);
}

std::string returns_text(const GameRecord& record) {
  return absl::StrJoin(record.returns, " ", [](std::string* out, double value) {
    absl::StrAppendFormat(out, "%+.3g", value);
  });
}

/// What a move shows to the viewer: her own moves, and what the rules announce to her.
std::vector<std::string> seen_lines(const AnyState& before, const std::string& move,
                                    Player viewer) {
  std::vector<std::string> lines;
  const std::unique_ptr<AnyState> state = before.copy();
  (void)state->apply_text(move, viewer, &lines);  // has been checked
  return lines;
}

/// A move as it is shown: with all that it brought, or, to a viewer, as she chose it.
std::string shown(const AnyState& state, const std::string& move, Player mover,
                  const Viewer& viewer) {
  if (mover == kPublic) return move;
  const absl::StatusOr<Action> action = state.parse_action(mover, move);
  if (!action.ok()) return move;  // which replay() then complains of
  return viewer ? state.action_to_text(mover, *action) : state.record_text(mover, *action);
}

std::string indented(const std::string& text) {
  std::string result = "    ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "    ";
  }
  while (!result.empty() && (result.back() == ' ' || result.back() == '\n')) result.pop_back();
  return result;
}

/// What is wrong with a game of the file, on stderr.
int complain_of(const ReplayArguments& arguments, std::int64_t number, const absl::Status& status) {
  return complain(
      kName,
      absl::StrFormat("%s, game %d: %s", arguments.file, number, std::string(status.message())),
      kFailed);
}

std::string mover_text(Player mover) {
  return mover == kPublic ? "chance" : absl::StrFormat("seat %d", mover);
}

/// Shows one game, move by move.
int show(const ReplayArguments& arguments, const AnyGame& game, const GameRecord& record,
         Viewer viewer) {
  const bool drawn = !arguments.moves_only && (!viewer || !game.traits().hidden_information);
  put("game %d: %s, seed %d, deal %d\n", arguments.game, printable(record.game), record.seed,
      record.deal);
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    put("  seat %d: %s\n", seat, printable(record.bots[seat]));
  }
  ReplayOptions options;
  options.check_chance = true;
  options.visit = [&](const AnyState& state, std::size_t number, Player mover) {
    if (drawn) put("\n%s\n\n", indented(state.draw()));
    if (number == record.moves.size()) return;
    const std::string& move = record.moves[number];
    const std::string label = absl::StrFormat("%3d. %s: ", number + 1, mover_text(mover));
    if (!viewer || *viewer == mover) {
      put("%s%s\n", label, printable(shown(state, move, mover, viewer)));
    }
    if (!viewer) return;
    for (const std::string& line : seen_lines(state, move, *viewer)) {
      put("%s%s\n", *viewer == mover ? "       " : label, printable(line));
    }
  };
  const absl::StatusOr<Replay> played = replay(game, record, options);
  if (!played.ok()) return complain_of(arguments, arguments.game, played.status());
  put("end: %s; returns %s; verified\n", printable(record.end), returns_text(record));
  if (record.forfeit) {
    put("seat %d forfeits: %s\n", record.forfeit->player, printable(record.forfeit->reason));
  }
  return kDone;
}

/// The same for programs. Only what the viewer may know.
int show_json(const ReplayArguments& arguments, const AnyGame& game, const GameRecord& record,
              Viewer viewer) {
  Json json;
  json["number"] = arguments.game;
  json["game"] = record.game;
  json["seed"] = record.seed;
  json["deal"] = record.deal;
  json["bots"] = record.bots;
  json["events"] = Json::array();
  ReplayOptions options;
  options.check_chance = true;
  options.visit = [&](const AnyState& state, std::size_t number, Player mover) {
    Json event;
    if (!viewer || !game.traits().hidden_information) event["position"] = state.to_text();
    if (number < record.moves.size()) {
      event["mover"] = mover == kPublic ? Json() : Json(mover);
      if (!viewer || *viewer == mover) {
        event["move"] = shown(state, record.moves[number], mover, viewer);
      }
      if (viewer) event["seen"] = seen_lines(state, record.moves[number], *viewer);
    }
    if (!event.empty()) json["events"].push_back(event);
  };
  const absl::StatusOr<Replay> played = replay(game, record, options);
  json["returns"] = record.returns;
  json["scores"] = record.scores;
  json["end"] = record.end;
  json["verified"] = played.ok();
  if (!played.ok()) json["error"] = std::string(played.status().message());
  put_json(json);
  return played.ok() ? kDone : complain_of(arguments, arguments.game, played.status());
}

/// Verifies all games; one line each.
int verify_all(const ReplayArguments& arguments, const std::vector<GameRecord>& records,
               Games& games) {
  std::int64_t wrong = 0;
  std::int64_t number = 0;
  Json list = Json::array();
  for (const GameRecord& record : records) {
    ++number;
    const absl::StatusOr<std::shared_ptr<const AnyGame>> game = games.load(record.game);
    absl::Status status = game.status();
    if (status.ok()) status = replay(**game, record, {.check_chance = true}).status();
    if (!status.ok()) {
      ++wrong;
      complain_of(arguments, number, status);
    }
    if (arguments.json) {
      Json entry{{"number", number},          {"game", record.game},
                 {"bots", record.bots},       {"moves", record.moves.size()},
                 {"returns", record.returns}, {"end", record.end},
                 {"verified", status.ok()}};
      if (!status.ok()) entry["error"] = std::string(status.message());
      list.push_back(entry);
    } else if (status.ok()) {
      put("game %d: %s: %s: %s, %s, %d moves\n", number, printable(record.game),
          printable(absl::StrJoin(record.bots, " - ")), returns_text(record), printable(record.end),
          record.moves.size());
    }
  }
  if (arguments.json) {
    put_json(list);
  } else {
    put("%d of %d games verified: every move legal, all luck as dealt, every end as recorded\n",
        number - wrong, number);
  }
  return wrong == 0 ? kDone : kFailed;
}

}  // namespace

int run(const ReplayArguments& arguments) {
  const absl::StatusOr<std::vector<GameRecord>> records = read_records(arguments.file);
  if (!records.ok()) {
    const bool unreadable = absl::IsUnavailable(records.status());
    return complain(
        kName, (unreadable ? "" : arguments.file + ", ") + std::string(records.status().message()),
        kFailed);
  }
  if (records->empty()) return complain(kName, arguments.file + " holds no games", kFailed);
  const auto count = static_cast<std::int64_t>(records->size());
  if (arguments.game > count) {
    return complain(kName,
                    absl::StrFormat("%s holds %d games; --game must be from 1 to %d",
                                    arguments.file, count, count),
                    kBadUsage);
  }
  Games games;
  if (arguments.game == 0) {
    if (!arguments.viewer.empty()) {
      return complain(kName, "--as needs --game K: whose game is to be shown", kBadUsage);
    }
    return verify_all(arguments, *records, games);
  }
  const GameRecord& record = (*records)[static_cast<std::size_t>(arguments.game - 1)];
  const absl::StatusOr<std::shared_ptr<const AnyGame>> game = games.load(record.game);
  if (!game.ok()) return complain_of(arguments, arguments.game, game.status());
  const absl::StatusOr<Viewer> viewer = viewer_of(arguments.viewer, **game);
  if (!viewer.ok()) return complain(kName, viewer.status(), kBadUsage);
  return arguments.json ? show_json(arguments, **game, record, *viewer)
                        : show(arguments, **game, record, *viewer);
}

}  // namespace varan::command
