#include "bindings/cli/arguments/arguments.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"

namespace bouton::cli {
namespace {

TEST(ParseGames, KeepsSettingsWithTheirGames) {
  const std::vector<std::string> words = {"a", "-p", "x=1", "3,4", "-py=2", "+", "b", "-5", "--param=z=a=b"};
  const std::vector<GameRequest> games = parse_games(words);
  ASSERT_EQ(games.size(), 2U);
  EXPECT_EQ(games[0].settings, (lua::Settings{{"x", "1"}, {"y", "2"}}));
  EXPECT_EQ(games[0].operands, (std::vector<std::string>{"3,4"}));
  EXPECT_EQ(games[1].operands, (std::vector<std::string>{"-5"}));
  EXPECT_EQ(games[1].settings, (lua::Settings{{"z", "a=b"}}));
}

TEST(ParseGames, TakesWordsAsTheyAreAfterTwoDashes) {
  const std::vector<std::string> words = {"a", "--", "-p", "-x"};
  EXPECT_EQ(parse_games(words)[0].operands, (std::vector<std::string>{"-p", "-x"}));
}

TEST(ParseSize, KnowsUnits) {
  const std::pair<const char*, std::size_t> kSizes[] = {{"1", 1},
                                                        {"100b", 100},
                                                        {"2K", 2048},
                                                        {"2k", 2048},
                                                        {"2KiB", 2048},
                                                        {"2KB", 2048},
                                                        {"1.5M", 1572864},
                                                        {"3G", std::size_t{3} << 30},
                                                        {"1T", std::size_t{1} << 40}};
  for (const auto& [text, bytes] : kSizes) EXPECT_EQ(parse_size("--memory", text), bytes) << text;
  for (const char* text : {"", "M", "-1", "1X", "1Kx", "1 K", "nan", "inf", "1e99", "0x10", "99999999999T", "0.2"})
    EXPECT_THROW(parse_size("--memory", text), RequestError) << text;
}

}  // namespace
}  // namespace bouton::cli
