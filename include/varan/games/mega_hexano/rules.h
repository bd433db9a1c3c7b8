// The Rules of Mega Hexano and its family: a preset, its board and its options.
#ifndef VARAN_GAMES_MEGA_HEXANO_RULES_H_
#define VARAN_GAMES_MEGA_HEXANO_RULES_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "varan/game.h"
#include "varan/games/mega_hexano/board.h"
#include "varan/games/mega_hexano/presets.h"

namespace varan {

/// One configuration.
class MegaHexanoRules {
 public:
  static std::vector<std::string> names();
  static std::string title(std::string_view name);
  static std::string summary(std::string_view name);
  static std::vector<Parameter> parameters(std::string_view name);
  static Parsed<MegaHexanoRules> make(const Settings& settings);
  /// The rules of a spec such as `volcano(players=3)`.
  static Parsed<MegaHexanoRules> from_spec(std::string_view text);

  Traits traits() const;
  ObservationShape observation_shape() const;
  /// In the preset's own name, whatever name the options were given under: what is not written has
  /// that preset's default.
  std::string spec() const { return spec_; }
  /// A sentence if the number of players lies outside of the preset's range, else empty.
  std::string warning() const;

  const mega_hexano::Preset& preset() const { return *preset_; }
  const mega_hexano::Options& options() const { return options_; }
  const mega_hexano::Board& board() const { return board_; }
  int players() const { return options_.players; }
  /// The colours that a trigger asks for: all but white, as a set of bits.
  unsigned trigger_colours() const { return colours_; }
  /// The options that play depends on, each as `key=value`.
  std::vector<std::string> play_options() const;
  /// Those of them that differ from the preset's defaults, `max_quiet=3 sweep=1`.
  const std::string& unusual_options() const { return unusual_options_; }

 private:
  friend class MegaHexanoState;
  MegaHexanoRules(const mega_hexano::Preset& preset, const mega_hexano::Options& options);
  static Parsed<Settings> in_own_name(const Settings& settings);

  const mega_hexano::Preset* preset_;
  mega_hexano::Options options_;
  mega_hexano::Board board_;
  unsigned colours_ = 0;                            // those that a trigger asks for
  std::array<std::uint64_t, 2> trigger_colours_{};  // the same, as Pile::holds takes them
  std::uint32_t dry_limit_;                         // max_dry, or more than any game has
  mega_hexano::Cells start_;                        // what is not dealt by chance
  std::string spec_;
  std::string unusual_options_;
};

}  // namespace varan

#endif  // VARAN_GAMES_MEGA_HEXANO_RULES_H_
