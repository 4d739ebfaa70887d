#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using Json = nlohmann::json;

Json match(const std::string& line) {
  const Result result = run_bouton(words("match " + line + " --format json"));
  EXPECT_EQ(result.code, 0) << result.err;
  return Json::parse(result.out);
}

TEST(Match, HoldsWhatItSays) {
  const Json json = match("nimrod 300 --players model,random --games 200 --seed 1");
  EXPECT_EQ(json["game"], "nimrod");
  EXPECT_EQ(json["start"], Json({300, 1}));
  EXPECT_EQ(json["games"], 200);
  EXPECT_EQ(json["seed"], 1);
  ASSERT_EQ(json["players"].size(), 2U);
  EXPECT_EQ(json["players"][0]["name"], "model");
  for (const Json& player : json["players"])
    EXPECT_EQ(player["wins"], player["wins_moving_first"].get<int>() + player["wins_moving_second"].get<int>());
  EXPECT_EQ(json["players"][0]["wins"].get<int>() + json["players"][1]["wins"].get<int>() + json["draws"].get<int>(), 200);
  EXPECT_GT(json["players"][0]["wins"], 160);
  EXPECT_EQ(json, match("nimrod 300 --players model,random --games 200 --seed 1 --threads 1"));
  EXPECT_NE(json, match("nimrod 300 --players model,random --games 200 --seed 2"));
}

TEST(Match, PlaysSumsAndDraws) {
  EXPECT_EQ(match("nim 3 4 5 --players perfect,random --games 10")["players"][0]["wins_moving_first"], 5);
  EXPECT_EQ(match("nim 3 4 5 --players perfect,random --games 10")["start"], Json({{3}, {4}, {5}}));
  EXPECT_EQ(match("pass-nim 2,2 --players perfect,perfect --games 4")["draws"], 4);
  EXPECT_EQ(match("grundy 20 --players perfect,level:2 --games 10")["players"][0]["wins_moving_first"], 5);
}

TEST(Match, BeginsByChance) {
  const Json json = match("wythoff --start 1:20,1:20 --players cora,perfect --games 40 --seed 3");
  EXPECT_EQ(json["start"], Json());
  EXPECT_EQ(json["starts"], "1:20,1:20");
  // Each start is played twice, and both players are perfect: each wins once from it.
  EXPECT_EQ(json["players"][0]["wins"], 20);
  EXPECT_EQ(json, match("wythoff --start 1:20,1:20 --players cora,perfect --games 40 --seed 3 --threads 1"));
  const Json won = match("wythoff --start random --players cora,random --games 20");
  EXPECT_EQ(won["starts"], "random");
  EXPECT_EQ(won["players"][0]["wins_moving_first"], 10);
  EXPECT_EQ(match("corner-the-lady --start random --players perfect,random --games 10")["games"], 10);
  EXPECT_NE(run_bouton(words("match nim 3 4 --start 1:5 --players perfect,random")).err.find("for one position, not for sums"),
            std::string::npos);
}

TEST(Match, IsATableForPeople) {
  const std::string text = run_bouton(words("match wythoff 3,4 --players perfect,perfect --games 4")).out;
  EXPECT_EQ(text,
            "wythoff 3,4: 4 games, seed 1, 3.0 moves each\n"
            "  player   wins  share   95 % confidence   moving first  moving second\n"
            "  perfect  2     50.0 %  15.0 % to 85.0 %  2 of 2        0 of 2\n"
            "  perfect  2     50.0 %  15.0 % to 85.0 %  2 of 2        0 of 2\n");
  const std::string csv = run_bouton(words("match nim 1 --players random,random --games 2 --format csv")).out;
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "player,games,wins,wins_moving_first,wins_moving_second,draws,share,low,high");
}

TEST(Match, SaysWhatIsWrong) {
  const auto error = [](const char* line) {
    const Result result = run_bouton(words(line));
    EXPECT_EQ(result.code, 2) << line;
    return result.err;
  };
  EXPECT_NE(error("match nim 3").find("--players A,B is missing"), std::string::npos);
  EXPECT_NE(error("match nim 3 --players perfect").find("'perfect' is not two players"), std::string::npos);
  EXPECT_NE(error("match nim 3 --players perfect,nobody").find("there is no player 'nobody'"), std::string::npos);
  EXPECT_NE(error("match nim 3 --players perfect,random --games 0").find("--games: '0' is not"), std::string::npos);
  EXPECT_NE(error("match nimrod 30 --players model,random -p a=x").find("a must be a number, not x"), std::string::npos);
}

TEST(Pictures, AreWrittenByTablesAndSequences) {
  const TemporaryDirectory directory;
  EXPECT_EQ(run_bouton(words("table wythoff 30 30 -o w.png"), "", directory.path()).code, 0);
  EXPECT_EQ(directory.read("w.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(run_bouton(words("table flip-flop 12 12 0:0 1:1 -o f.svg"), "", directory.path()).code, 0);
  EXPECT_NE(directory.read("f.svg").find("goal = normal, flips = 1"), std::string::npos);
  EXPECT_EQ(run_bouton(words("sequence kayles 300 -o k.svg"), "", directory.path()).code, 0);
  EXPECT_NE(directory.read("k.svg").find("period 12 from 71 on"), std::string::npos);
  EXPECT_EQ(run_bouton(words("table wythoff 3 3 --format svg")).out.substr(0, 4), "<svg");
  const Result refused = run_bouton(words("table flip-flop 12 12 0:1 1 -o g.png"), "", directory.path());
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("a picture shows two coordinates, and S, L, goal, flips vary here"), std::string::npos)
      << refused.err;
  EXPECT_EQ(directory.files(), 3U);
}

}  // namespace
}  // namespace bouton::cli
