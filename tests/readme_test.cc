// The README's first program is the one that the consumer test compiles and runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

namespace {

std::string content(const std::string& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file.good()) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Readme, ShowsTheProgramThatIsTested) {
  EXPECT_THAT(content("README.md"),
              testing::HasSubstr("```cpp\n" + content("tests/consumer/consumer.cc") + "```"));
}

TEST(Readme, FirstProgramHasUnderTwentyLines) {
  const std::string program = content("tests/consumer/consumer.cc");
  EXPECT_LT(std::count(program.begin(), program.end(), '\n'), 20);
}

}  // namespace
