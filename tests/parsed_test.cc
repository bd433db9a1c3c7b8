#include "varan/parsed.h"

#include <memory>
#include <string>
#include <utility>

#include "gtest/gtest.h"

namespace varan {
namespace {

Parsed<int> parse_digit(char c) {
  if (c < '0' || c > '9') return ParseError{"a digit was expected", 4};
  return c - '0';
}

TEST(Parsed, IsAValue) {
  const Parsed<int> digit = parse_digit('7');
  EXPECT_TRUE(digit.ok());
  EXPECT_TRUE(static_cast<bool>(digit));
  EXPECT_EQ(digit.value(), 7);
  EXPECT_EQ(*digit, 7);
}

TEST(Parsed, IsAnErrorWithAPlaceCountedFromOne) {
  const Parsed<int> digit = parse_digit('x');
  EXPECT_FALSE(digit.ok());
  EXPECT_EQ(digit.error().message, "a digit was expected");
  EXPECT_EQ(digit.error().to_string(), "at 5: a digit was expected");
  EXPECT_EQ((ParseError{"nothing fits"}.to_string()), "nothing fits");
}

TEST(Parsed, GivesAwayWhatCanOnlyBeMoved) {
  Parsed<std::unique_ptr<int>> parsed = std::make_unique<int>(3);
  EXPECT_EQ(**parsed, 3);
  const std::unique_ptr<int> taken = std::move(parsed).value();
  EXPECT_EQ(*taken, 3);
  const Parsed<std::string> word = std::string("word");
  EXPECT_EQ(word->size(), 4u);
}

#if VARAN_ASSERTS
TEST(ParsedDeathTest, AskingForWhatIsNotThereIsABrokenInvariant) {
  EXPECT_DEATH(parse_digit('x').value(), "the value of a failed parse");
  EXPECT_DEATH(parse_digit('1').error(), "the error of a successful parse");
}
#endif

}  // namespace
}  // namespace varan
