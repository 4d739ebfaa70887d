// `survey`: a row for each game of a family.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

json surveyed(const std::string& line) {
  const Result result = run_bouton(words("survey " + line + " --format json"));
  EXPECT_EQ(result.code, 0) << result.err;
  return json::parse(result.out);
}

TEST(Survey, HasARowForEachCodeOfAFamily) {
  const json rows = surveyed("octal:0.dd 500")["rows"];
  ASSERT_EQ(rows.size(), 64U);
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows[i]["params"]["code"], "0." + std::to_string(i / 8) + std::to_string(i % 8));
  // Kayles, 0.77, and Dawson's Kayles, 0.07 (Winning Ways, chapter 4).
  EXPECT_EQ(rows[63]["period"]["period"], 12);
  EXPECT_EQ(rows[63]["period"]["preperiod"], 71);
  EXPECT_EQ(rows[63]["largest"], 8);
  EXPECT_EQ(rows[7]["period"]["period"], 34);
  EXPECT_EQ(rows[7]["period"]["proved"], true);
  EXPECT_EQ(rows[7]["largest"], 9);
}

TEST(Survey, TakesRangesOfParameters) {
  const json rows = surveyed("copycat -p m=2:4 100")["rows"];
  ASSERT_EQ(rows.size(), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(rows[i]["params"]["m"], 2 + i);
}

TEST(Survey, TakesAFolderAndSaysWhichFilesAreWrong) {
  TemporaryDirectory folder;
  std::ofstream(folder.path() / "b.lua")
      << "return game { position = { 'n' }, moves = function(n) if n > 2 then move(n - 3) end end }";
  std::ofstream(folder.path() / "a.lua") << "return 7";
  const json rows = surveyed(folder.path().string() + " 50")["rows"];
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0]["period"].is_null());
  EXPECT_NE(rows[0]["error"].get<std::string>().find("a.lua"), std::string::npos);
  EXPECT_EQ(rows[1]["period"]["period"], 6);
}

TEST(Survey, WritesTheSameWithManyProcessesAndFromAJournal) {
  const Result one = run_bouton(words("survey octal:0.0d 200 --format csv --threads 1"));
  TemporaryDirectory folder;
  const std::string journal = (folder.path() / "journal").string();
  const auto again = [&] {
    return run_bouton(words("survey octal:0.0d 200 --format csv --threads 3 --checkpoint " + journal)).out;
  };
  EXPECT_EQ(again(), one.out);
  EXPECT_EQ(again(), one.out);
  EXPECT_EQ(run_bouton(words("survey octal:0.0d 300 --checkpoint " + journal)).code, 2) << "a journal of other work";
}

TEST(Survey, RefusesWhatIsNoFamily) {
  for (const char* line : {"octal:1.dd", "octal:0.8d", "octal:0.ddddddd", "octal:", "nosuchgame", "kayles 5 6", "kayles x",
                           "copycat -p m=9:2", "copycat -p m=1:99999999"})
    EXPECT_EQ(run_bouton(words(std::string("survey ") + line)).code, 2) << line;
}

}  // namespace
}  // namespace bouton::cli
