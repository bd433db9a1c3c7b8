#include "varan/arena/record.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "nlohmann/json.hpp"

namespace varan {
namespace {

using Json = nlohmann::ordered_json;

absl::Status wrong(const std::string& sentence) { return absl::InvalidArgumentError(sentence); }

/// Reads the fields of an object one by one and keeps the first complaint.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  const absl::Status& status() const { return status_; }

  template <class Integer>
  void integer(const char* name, Integer& value) {
    const Json* field = find(name);
    if (field == nullptr) return;
    // Negative numbers are the only ones that JSON's parser keeps as signed.
    if (!field->is_number_unsigned() ||
        field->get<std::uint64_t>() > std::uint64_t{std::numeric_limits<Integer>::max()}) {
      return complain(name, "a whole number >= 0");
    }
    value = field->get<Integer>();
  }

  void text(const char* name, std::string& value) {
    const Json* field = find(name);
    if (field == nullptr) return;
    if (!field->is_string()) return complain(name, "a text");
    value = field->get<std::string>();
  }

  void texts(const char* name, std::vector<std::string>& values) {
    const Json* field = find(name);
    if (field == nullptr) return;
    if (!field->is_array()) return complain(name, "a list of texts");
    for (const Json& item : *field) {
      if (!item.is_string()) return complain(name, "a list of texts");
      values.push_back(item.get<std::string>());
    }
  }

  void numbers(const char* name, std::vector<double>& values, bool required) {
    if (!required && !object_.contains(name)) return;
    const Json* field = find(name);
    if (field == nullptr) return;
    if (!field->is_array()) return complain(name, "a list of numbers");
    for (const Json& item : *field) {
      if (!item.is_number()) return complain(name, "a list of numbers");
      values.push_back(item.get<double>());
    }
  }

 private:
  const Json* find(const char* name) {
    if (!status_.ok()) return nullptr;
    const auto field = object_.find(name);
    if (field != object_.end()) return &*field;
    status_ = wrong(absl::StrFormat("field '%s' is missing", name));
    return nullptr;
  }

  void complain(const char* name, const char* expected) {
    status_ = wrong(absl::StrFormat("field '%s' must be %s", name, expected));
  }

  const Json& object_;
  absl::Status status_;
};

absl::Status check_sizes(const GameRecord& record) {
  const auto same = [&](const char* name, std::size_t size, const char* than,
                        std::size_t expected) {
    return size == expected ? absl::OkStatus()
                            : wrong(absl::StrFormat("field '%s' has %d entries and '%s' has %d",
                                                    name, size, than, expected));
  };
  const std::size_t seats = record.bots.size();
  if (seats == 0) return wrong("field 'bots' is empty");
  if (absl::Status s = same("returns", record.returns.size(), "bots", seats); !s.ok()) return s;
  if (absl::Status s = same("scores", record.scores.size(), "bots", seats); !s.ok()) return s;
  if (!record.times.empty()) {
    if (absl::Status s = same("times", record.times.size(), "moves", record.moves.size());
        !s.ok()) {
      return s;
    }
  }
  if (record.forfeit && static_cast<std::size_t>(record.forfeit->player) >= seats) {
    return wrong(absl::StrFormat("field 'forfeit' names seat %d of a table of %d",
                                 record.forfeit->player, seats));
  }
  if (record.forfeit.has_value() != (record.end == "forfeit")) {
    return wrong("a forfeited game has both 'end' = \"forfeit\" and a field 'forfeit'");
  }
  return absl::OkStatus();
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b)); }

std::string numbers_text(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) absl::StrAppend(&text, text.empty() ? "" : " ", value);
  return text;
}

absl::Status same_numbers(const char* name, const std::vector<double>& recorded,
                          const std::vector<double>& actual) {
  bool same = recorded.size() == actual.size();
  for (std::size_t i = 0; same && i < actual.size(); ++i) same = near(recorded[i], actual[i]);
  if (same) return absl::OkStatus();
  return wrong(absl::StrFormat("the record gives %s %s, but the game ends with %s", name,
                               numbers_text(recorded), numbers_text(actual)));
}

}  // namespace

std::string to_line(const GameRecord& record) {
  Json line;
  line["format"] = GameRecord::kFormat;
  line["game"] = record.game;
  line["seed"] = record.seed;
  line["deal"] = record.deal;
  line["block"] = record.block;
  line["seating"] = record.seating;
  line["bots"] = record.bots;
  line["moves"] = record.moves;
  line["returns"] = record.returns;
  line["scores"] = record.scores;
  line["end"] = record.end;
  if (record.forfeit) {
    line["forfeit"] = Json{{"seat", record.forfeit->player}, {"reason", record.forfeit->reason}};
  }
  std::vector<double> times = record.times;
  for (double& seconds : times) seconds = std::round(seconds * 1e6) / 1e6;
  line["times"] = times;
  // A bot's complaint may hold any bytes; those that are not UTF-8 are replaced.
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string head_of_line(const GameRecord& record) {
  GameRecord before = record;
  before.moves.clear();
  const std::string line = to_line(before);
  // Nothing written before can hold these bytes: quotes inside of texts are escaped.
  constexpr std::string_view kMoves = ",\"moves\":[";
  return line.substr(0, line.find(kMoves) + kMoves.size());
}

bool breaks_off(std::string_view line) {
  try {
    return Json::parse(line.begin(), line.end()).is_discarded();  // never
  } catch (const Json::parse_error& error) {
    return error.byte > line.size();
  } catch (const Json::exception&) {
    return false;
  }
}

absl::StatusOr<GameRecord> parse_record(std::string_view line) {
  const auto no_json_from = [](std::size_t character) {
    return wrong(absl::StrFormat("this is not JSON from character %d on", character));
  };
  // The parser takes this byte for the end.
  const std::size_t zero = line.find('\0');
  if (zero != std::string_view::npos) return no_json_from(zero + 1);
  Json object;
  try {
    object = Json::parse(line.begin(), line.end());
  } catch (const Json::parse_error& error) {
    if (error.byte <= line.size()) return no_json_from(error.byte);
    return wrong(absl::StrFormat("the line ends in the middle of a record, after %d characters",
                                 line.size()));
  } catch (const Json::exception&) {
    return wrong("a number is too large");
  }
  if (!object.is_object()) return wrong("a record is a JSON object: {\"format\":1,...}");
  int format = 0;
  GameRecord record;
  Fields fields(object);
  fields.integer("format", format);
  if (fields.status().ok() && format != GameRecord::kFormat) {
    return wrong(absl::StrFormat("this is format %d; this version of varan reads format %d", format,
                                 GameRecord::kFormat));
  }
  fields.text("game", record.game);
  fields.integer("seed", record.seed);
  fields.integer("deal", record.deal);
  fields.integer("block", record.block);
  fields.integer("seating", record.seating);
  fields.texts("bots", record.bots);
  fields.texts("moves", record.moves);
  fields.numbers("returns", record.returns, true);
  fields.numbers("scores", record.scores, true);
  fields.text("end", record.end);
  fields.numbers("times", record.times, false);
  if (fields.status().ok() && object.contains("forfeit")) {
    const Json& forfeit = object["forfeit"];
    if (!forfeit.is_object()) return wrong("field 'forfeit' must be {\"seat\":...,\"reason\":...}");
    record.forfeit.emplace();
    Fields inner(forfeit);
    inner.integer("seat", record.forfeit->player);
    inner.text("reason", record.forfeit->reason);
    if (!inner.status().ok())
      return wrong(absl::StrCat("in 'forfeit': ", inner.status().message()));
  }
  if (!fields.status().ok()) return fields.status();
  if (absl::Status status = check_sizes(record); !status.ok()) return status;
  return record;
}

absl::StatusOr<std::optional<RecordReader::Line>> RecordReader::next() try {
  Line line;
  for (;;) {
    line.text.clear();
    line.number = ++number_;
    line.offset = offset_;
    int c = 0;
    std::streambuf& buffer = *stream_.rdbuf();
    while ((c = buffer.sbumpc()) != std::char_traits<char>::eof() && c != '\n') {
      ++offset_;
      line.text.push_back(static_cast<char>(c));
      if (line.text.size() > GameRecord::kLongestLine) {
        return wrong(absl::StrFormat("line %d: longer than any record of a game", number_));
      }
    }
    line.complete = c == '\n';
    offset_ += line.complete;
    if (line.complete && !line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    if (line.text.find_first_not_of(" \t\r") != std::string::npos) return line;
    if (!line.complete) return std::optional<Line>();
  }
} catch (const std::ios_base::failure& failure) {
  return absl::UnavailableError(failure.code().message());
}

absl::StatusOr<std::vector<GameRecord>> read_records(const std::string& path) {
  const auto unreadable = [&](const std::string& why) {
    return absl::UnavailableError(absl::StrFormat("cannot read %s: %s", path, why));
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return unreadable("it is a folder");
  errno = 0;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return unreadable(std::strerror(errno));
  RecordReader reader(stream);
  std::vector<GameRecord> records;
  for (;;) {
    absl::StatusOr<std::optional<RecordReader::Line>> line = reader.next();
    if (absl::IsUnavailable(line.status())) return unreadable(std::string(line.status().message()));
    if (!line.ok()) return line.status();
    if (!line->has_value()) return records;
    absl::StatusOr<GameRecord> record = parse_record((*line)->text);
    if (!record.ok()) {
      return wrong(
          absl::StrFormat("line %d: %s", (*line)->number, std::string(record.status().message())));
    }
    records.push_back(*std::move(record));
  }
}

absl::StatusOr<Replay> replay(const AnyGame& game, const GameRecord& record,
                              const ReplayOptions& options) {
  const auto players = static_cast<std::size_t>(game.traits().players);
  if (record.bots.size() != players) {
    return wrong(absl::StrFormat("%s has %d seats, but the record names %d bots", game.spec(),
                                 players, record.bots.size()));
  }
  Replay result;
  std::unique_ptr<AnyState> state = game.new_state();
  std::int64_t events = 0;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const std::string& move = record.moves[i];
    const auto refused = [&](const std::string& why) {
      return wrong(absl::StrFormat("move %d (%s): %s", i + 1, move, why));
    };
    if (state->is_terminal()) return refused("the game is over already");
    const bool chance = state->kind() == NodeKind::kChance;
    const Player mover = chance ? kPublic : state->movers().lowest();
    if (options.visit) options.visit(*state, i, mover);
    if (chance && options.check_chance) {
      Rng rng = chance_stream(record.seed, record.deal, events++);
      const absl::StatusOr<std::int32_t> drawn = state->copy()->sample_chance(rng);
      if (!drawn.ok()) return drawn.status();
      if (const std::string expected = state->chance_to_text(*drawn); expected != move) {
        return refused(absl::StrFormat("seed %d and deal %d give %s here", record.seed, record.deal,
                                       expected));
      }
    }
    if (const absl::Status status = state->apply_text(move); !status.ok()) {
      return refused(std::string(status.message()));
    }
    result.movers.push_back(mover);
  }
  if (options.visit) options.visit(*state, record.moves.size(), kPublic);
  std::vector<double> returns = state->utilities();
  std::vector<double> scores;
  for (std::size_t p = 0; p < players; ++p) scores.push_back(state->score(static_cast<Player>(p)));
  std::string end = state->is_terminal() ? state->end_reason() : std::string();
  if (record.forfeit) {
    if (!state->movers().contains(record.forfeit->player)) {
      return wrong(absl::StrFormat("seat %d forfeits, but is not to move", record.forfeit->player));
    }
    returns = forfeit_returns(game.traits(), record.forfeit->player);
    end = "forfeit";
  } else if (!state->is_terminal()) {
    return wrong(absl::StrFormat("the game is not over after its last move, number %d",
                                 record.moves.size()));
  }
  if (absl::Status s = same_numbers("returns", record.returns, returns); !s.ok()) return s;
  if (absl::Status s = same_numbers("scores", record.scores, scores); !s.ok()) return s;
  if (record.end != end) {
    return wrong(
        absl::StrFormat("the record ends by '%s', but the game ends by '%s'", record.end, end));
  }
  result.final_state = std::move(state);
  return result;
}

}  // namespace varan
