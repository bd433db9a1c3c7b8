#include "varan/games/mega_hexano/presets.h"

#include <algorithm>

namespace varan::mega_hexano {
namespace {

constexpr auto kPresets = std::to_array<Preset>({
    // clang-format off
    // name, title, board, nests of       R  Y  G  B  O  P  C  K  W  caps     centre  apart players
    {"mega_hexano", "Mega Hexano", Shape::kHex, 3,
                                        {{5, 5, 5, 5, 5, 5, 5, 0, 2}}, 5, "R",  false, false, 2, 4,
     Trigger::kEveryColourAndTree, Goal::kScore, 0, false, Setup::kSpread},
    {"hexano", "Hexano", Shape::kHex, 2,
                                        {{5, 5, 5, 4, 0, 0, 0, 0, 0}}, 5, "R",  false, false, 2, 2,
     Trigger::kEveryColourAndTree, Goal::kRace,  0, false, Setup::kSpread},
    {"volcano", "Volcano", Shape::kSquare, 5,
                                        {{5, 5, 5, 5, 0, 5, 0, 0, 0}}, 5, "R",  false, false, 2, 6,
     Trigger::kEveryColour,        Goal::kScore, 0, false, Setup::kDiagonal},
    {"mega_volcano", "Mega-Volcano", Shape::kSquare, 6,
                                        {{5, 5, 5, 5, 5, 5, 5, 0, 1}}, 5, "R",  false, false, 2, 4,
     Trigger::kEveryColour,        Goal::kScore, 3, true,  Setup::kSpread},
    {"caldera", "Caldera", Shape::kSquare, 5,
                                        {{3, 3, 3, 3, 3, 3, 3, 3, 0}}, 6, "RO", true,  true,  2, 3,
     Trigger::kTrees,              Goal::kRace,  0, false, Setup::kRandom},
    // clang-format on
});

constexpr auto kLayouts = std::to_array<Layout>({
    {"mega_hexano",
     Setup::kSpread,
     {{
         "b3 c7 d4 e1 f5",  // R
         "a7 b4 d5 e2 g3",  // Y
         "b5 c2 d6 e3 g4",  // G
         "b6 c3 d7 e4 f1",  // B
         "b7 c4 d1 e5 f2",  // O
         "a4 c5 d2 e6 f3",  // P
         "a5 c6 d3 f4 g1",  // C
         "",
         "a6 g2",  // W
     }}},
    {"mega_hexano",
     Setup::kWedge,
     {{
         "c5 d3 d4 d5 e3",  // R
         "f3 f4 g2 g3 g4",  // Y
         "e1 e2 f1 f2 g1",  // G
         "b3 c2 c3 d1 d2",  // B
         "a4 a5 a6 b4 b5",  // O
         "a7 b6 b7 c6 c7",  // P
         "d6 d7 e5 e6 f5",  // C
         "",
         "c4 e4",  // W
     }}},
    {"hexano",
     Setup::kSpread,
     {{
         "b3 b5 d1 d3 e1",  // R
         "a3 a4 c2 c4 e2",  // Y
         "b2 b4 c5 d2 d4",  // G
         "a5 c1 c3 e3",     // B
         "",
         "",
         "",
         "",
         "",
     }}},
    {"volcano",
     Setup::kDiagonal,
     {{
         "a1 b2 c3 d4 e5",  // R
         "b1 c2 d2 d3 e4",  // Y
         "a2 b3 b4 c4 d5",  // G
         "c1 d1 e1 e2 e3",  // B
         "",
         "a3 a4 a5 b5 c5",  // P
         "",
         "",
         "",
     }}},
    {"mega_volcano",
     Setup::kSpread,
     {{
         "a2 b4 c6 d1 f5",  // R
         "a1 b3 c5 e2 f4",  // Y
         "a6 b1 c3 d5 f2",  // G
         "a4 b6 c1 d3 e5",  // B
         "b2 c4 d6 e1 f3",  // O
         "a5 c2 e3 e6 f1",  // P
         "a3 b5 d2 e4 f6",  // C
         "",
         "d4",  // W
     }}},
});

}  // namespace

int Preset::pieces() const {
  int sum = 0;
  for (const int count : nests) sum += 3 * count;
  return sum;
}

std::span<const Preset> presets() { return kPresets; }

const Preset* find_preset(std::string_view name) {
  const auto* preset = std::find_if(kPresets.begin(), kPresets.end(), [&](const Preset& candidate) {
    return candidate.name == name;
  });
  return preset == kPresets.end() ? nullptr : preset;
}

const Layout* find_layout(std::string_view preset, Setup setup) {
  const auto* layout = std::find_if(kLayouts.begin(), kLayouts.end(), [&](const Layout& candidate) {
    return candidate.preset == preset && candidate.setup == setup;
  });
  return layout == kLayouts.end() ? nullptr : layout;
}

}  // namespace varan::mega_hexano
