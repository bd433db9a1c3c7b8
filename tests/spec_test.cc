#include "varan/spec.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "varan/rng.h"

namespace varan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

std::string error_of(std::string_view text) {
  const Parsed<Spec> spec = parse_spec(text);
  return spec.ok() ? "no error" : spec.error().to_string();
}

TEST(ParseSpec, ReadsNamesAndParameters) {
  EXPECT_EQ(parse_spec("tic_tac_toe")->name, "tic_tac_toe");
  EXPECT_THAT(parse_spec("tic_tac_toe")->parameters, IsEmpty());
  EXPECT_THAT(parse_spec("tic_tac_toe()")->parameters, IsEmpty());
  EXPECT_THAT(parse_spec("mega_hexano(players=3,setup=random)")->parameters,
              ElementsAre(Pair("players", "3"), Pair("setup", "random")));
}

TEST(ParseSpec, DropsBlanks) {
  EXPECT_EQ(*parse_spec(" a ( b = 1 , c = d e ) "), *parse_spec("a(b=1,c=d e)"));
}

TEST(ParseSpec, AValueMayBeASpec) {
  const Parsed<Spec> spec = parse_spec("duel(bot=mcts(iterations=10,view=moves),seed=1)");
  EXPECT_THAT(spec->parameters,
              ElementsAre(Pair("bot", "mcts(iterations=10,view=moves)"), Pair("seed", "1")));
}

TEST(ParseSpec, AValueMayBeEmptyOrHoldASignOfEquality) {
  EXPECT_THAT(parse_spec("a(b=,c=d=e)")->parameters, ElementsAre(Pair("b", ""), Pair("c", "d=e")));
}

TEST(ParseSpec, ErrorsNameThePlace) {
  EXPECT_EQ(error_of(""),
            "at 1: a name of letters, digits and '_' was expected, such as mcts(iterations=1000)");
  EXPECT_THAT(error_of("(a=1)"), HasSubstr("at 1: a name of letters"));
  EXPECT_THAT(error_of("mega-hexano"), HasSubstr("at 1: a name of letters"));
  EXPECT_EQ(error_of("a(b=1"), "at 6: ')' is missing at the end of 'a(b=1'");
  EXPECT_EQ(error_of("a(b=(1)"), "at 8: ')' is missing at the end of 'a(b=(1)'");
  EXPECT_EQ(error_of("a(b=1) c"), "at 7: nothing may follow the closing ')'");
  EXPECT_EQ(error_of("a(b=1))"), "at 7: nothing may follow the closing ')'");
  EXPECT_EQ(error_of("a(b)"), "at 3: key=value was expected, not 'b'");
  EXPECT_EQ(error_of("a(b=1,)"), "at 7: key=value was expected, not ''");
  EXPECT_EQ(error_of("a(=1)"), "at 3: key=value was expected, not '=1'");
  EXPECT_EQ(error_of("a(b=1,c d=2)"), "at 7: key=value was expected, not 'c d=2'");
}

TEST(ParseSpec, ToStringIsItsInverse) {
  for (const char* text : {"a", "a(b=1)", "a(b=1,c=f(x=1,y=2),d=)"}) {
    EXPECT_EQ(to_string(*parse_spec(text)), text);
  }
}

// No text crashes; whatever is accepted is the same after text and back.
TEST(ParseSpec, BearsAnyBytes) {
  Rng rng(1);
  const std::string alphabet = "ab_1=,()= \t\n\x80\xff";
  int accepted = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string text = i % 2 == 0 ? "a(" : "";
    for (std::uint32_t length = rng.below(14); length > 0; --length) {
      text += i % 4 < 3 ? alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))]
                        : static_cast<char>(rng.below(256));
    }
    const Parsed<Spec> spec = parse_spec(text);
    if (spec.ok()) {
      ++accepted;
      const Parsed<Spec> again = parse_spec(to_string(*spec));
      ASSERT_TRUE(again.ok()) << testing::PrintToString(text) << again.error().to_string();
      ASSERT_EQ(*again, *spec) << testing::PrintToString(text);
    } else {
      ASSERT_FALSE(spec.error().message.empty());
      ASSERT_LE(spec.error().place, text.size()) << testing::PrintToString(text);
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_FALSE(parse_spec(std::string(100000, '(')).ok());
  EXPECT_FALSE(parse_spec("a(b=" + std::string(100000, '(')).ok());
}

const std::vector<Parameter>& table() {
  static const std::vector<Parameter> parameters = {
      Parameter::integer("iterations", 1000, 1, 1'000'000'000, "playouts a decision"),
      Parameter::real("exploration", 0.7, 0, 100, "weight of exploration"),
      Parameter::boolean("prove", true, "back up proven results"),
      Parameter::choice("selection", "ucb1", {"ucb1", "ucb1_tuned", "puct"}, "how to select"),
      Parameter::text("nests", "", "where the nests stand"),
  };
  return parameters;
}
Parsed<Settings> read(std::string_view text) { return Settings::read(*parse_spec(text), table()); }
std::string refusal(std::string_view text) {
  const Parsed<Settings> settings = read(text);
  return settings.ok() ? "accepted" : settings.error().to_string();
}

TEST(Settings, AreTheDefaultsWhereNothingIsSaid) {
  const Parsed<Settings> settings = read("mcts");
  EXPECT_EQ(settings->name(), "mcts");
  EXPECT_EQ(settings->integer("iterations"), 1000);
  EXPECT_EQ(settings->real("exploration"), 0.7);
  EXPECT_TRUE(settings->boolean("prove"));
  EXPECT_EQ(settings->text("selection"), "ucb1");
  EXPECT_EQ(settings->text("nests"), "");
  EXPECT_FALSE(settings->given("iterations"));
  EXPECT_EQ(settings->spec(), "mcts");
}

TEST(Settings, AreWhatIsSaid) {
  const Parsed<Settings> settings =
      read("mcts(nests=a(b),selection=puct,prove=off,exploration=1.25,iterations=7)");
  EXPECT_EQ(settings->integer("iterations"), 7);
  EXPECT_EQ(settings->real("exploration"), 1.25);
  EXPECT_FALSE(settings->boolean("prove"));
  EXPECT_EQ(settings->text("selection"), "puct");
  EXPECT_EQ(settings->text("nests"), "a(b)");
  EXPECT_TRUE(settings->given("prove"));
  // In the order of the table, in canonical form.
  EXPECT_EQ(settings->spec(),
            "mcts(iterations=7,exploration=1.25,prove=false,selection=puct,nests=a(b))");
}

TEST(Settings, TheSpecLeavesDefaultsOutHoweverTheyAreWritten) {
  const Parsed<Settings> settings = read("mcts(prove=yes,exploration=0.70,iterations=1000)");
  EXPECT_TRUE(settings->given("iterations"));
  EXPECT_EQ(settings->spec(), "mcts");
  EXPECT_EQ(read(settings->spec())->spec(), "mcts");
  EXPECT_EQ(read("mcts(exploration=1e1)")->spec(), "mcts(exploration=10)");
}

TEST(Settings, ErrorsSayWhatExists) {
  EXPECT_EQ(refusal("mcts(iteration=5)"),
            "mcts has no parameter 'iteration'; it takes iterations, exploration, prove, selection "
            "and nests");
  EXPECT_EQ(refusal("mcts(iterations=0)"),
            "mcts: iterations=0 is not allowed; iterations is integer 1..1000000000");
  EXPECT_EQ(refusal("mcts(iterations=1000000001)"),
            "mcts: iterations=1000000001 is not allowed; iterations is integer 1..1000000000");
  EXPECT_EQ(refusal("mcts(exploration=-1)"),
            "mcts: exploration=-1 is not allowed; exploration is number 0..100");
  EXPECT_EQ(refusal("mcts(prove=maybe)"),
            "mcts: prove=maybe is not allowed; prove is true or false");
  EXPECT_EQ(refusal("mcts(selection=best)"),
            "mcts: selection=best is not allowed; selection is one of ucb1, ucb1_tuned and puct");
  EXPECT_EQ(refusal("mcts(prove=1,prove=1)"), "mcts: parameter 'prove' is given twice");
  const Parsed<Settings> none = Settings::read(*parse_spec("random(seed=1)"), {});
  EXPECT_EQ(none.error().to_string(), "random has no parameter 'seed'; it takes none");
}

TEST(Settings, ReadsNumbersStrictly) {
  for (const char* number : {"", "x", "5x", "5 6", "0x10", "1e3", "5.0", "99999999999999999999",
                             "-99999999999999999999", "nan", "--5"}) {
    EXPECT_NE(refusal("mcts(iterations=" + std::string(number) + ")"), "accepted") << number;
  }
  for (const char* number : {"", "x", "1.5x", "nan", "-nan", "inf", "-inf", "1e999", "0x1p3"}) {
    EXPECT_NE(refusal("mcts(exploration=" + std::string(number) + ")"), "accepted") << number;
  }
  EXPECT_EQ(refusal("mcts(iterations=1)"), "accepted");
  EXPECT_EQ(refusal("mcts(exploration=100)"), "accepted");
  EXPECT_EQ(refusal("mcts(exploration=1e-3)"), "accepted");
}

// A setting that is read is within its range, and its spec names the same settings.
TEST(Settings, BearAnyValue) {
  Rng rng(2);
  const std::string alphabet = "0123456789-.einfatru_c1 \xff";
  for (int i = 0; i < 50000; ++i) {
    const Parameter& parameter = table()[rng.below(static_cast<std::uint32_t>(table().size()))];
    std::string text = "mcts(" + parameter.name + "=";
    for (std::uint32_t length = rng.below(7); length > 0; --length) {
      text += alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    text += ")";
    const Parsed<Settings> settings = read(text);
    if (!settings.ok()) continue;
    ASSERT_GE(settings->integer("iterations"), 1) << testing::PrintToString(text);
    ASSERT_LE(settings->integer("iterations"), 1'000'000'000) << testing::PrintToString(text);
    ASSERT_TRUE(settings->real("exploration") >= 0 && settings->real("exploration") <= 100)
        << testing::PrintToString(text);
    const Parsed<Settings> again = read(settings->spec());
    ASSERT_TRUE(again.ok()) << testing::PrintToString(text);
    ASSERT_EQ(again->spec(), settings->spec()) << testing::PrintToString(text);
  }
}

TEST(Settings, ALongestIntegerIsKeptWhole) {
  const std::vector<Parameter> seed = {
      Parameter::integer("seed", 0, 0, 9223372036854775807, "random seed")};
  const Parsed<Settings> settings =
      Settings::read(*parse_spec("random(seed=9223372036854775807)"), seed);
  EXPECT_EQ(settings->integer("seed"), 9223372036854775807);
  EXPECT_EQ(seed[0].range(), "integer 0..9223372036854775807");
  EXPECT_FALSE(Settings::read(*parse_spec("random(seed=9223372036854775808)"), seed).ok());
}

TEST(ListOf, ReadsLikeASentence) {
  EXPECT_EQ(list_of({}), "");
  EXPECT_EQ(list_of(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(list_of(std::vector<std::string>{"a", "b"}), "a and b");
  EXPECT_EQ(list_of(std::vector<std::string>{"a", "b", "c"}), "a, b and c");
}

TEST(SettingsDeathTest, AMisspeltNameInTheProgramEndsIt) {
  const Parsed<Settings> settings = read("mcts");
  EXPECT_DEATH(settings->integer("iteration"), "no setting is named iteration");
}

}  // namespace
}  // namespace varan
