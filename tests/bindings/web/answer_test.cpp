#include "bindings/web/answer.h"

#include <cstring>
#include <fstream>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/lua/language/rule_folders.h"
#include "bouton_places.h"
#include "engine/values/outcome.h"

namespace bouton::web {
namespace {

std::string rule(const std::string& name) {
  std::ifstream file(lua::find_rule_file({BOUTON_SOURCE_DIRECTORY "/rules"}, name).value());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class WebAnswers : public testing::Test {
 protected:
  WebAnswers() {
    for (const char* name :
         {"wythoff", "kayles", "nim", "nimrod", "cram", "attrition", "clobber", "kotzigs-nim", "blocking-nim"})
      desk_.put_source(name, rule(name));
  }

  Reply reply(const Json& request) { return answer(desk_, text_of(request)); }
  Json ask(const Json& request) {
    const Json parsed = Json::parse(reply(request).text);
    return parsed.contains("answer") ? parsed["answer"] : parsed;
  }
  static Json of(const std::string& game, const std::string& position) {
    return Json::array({{{"game", {{"name", game}}}, {"position", position}}});
  }

  Desk desk_;
};

TEST_F(WebAnswers, SolveASum) {
  Json sum = of("wythoff", "7,9");
  sum.push_back(of("kayles", "12")[0]);
  const Json found = ask({{"verb", "solve"}, {"sum", sum}});
  EXPECT_EQ(found["outcome"], "N");
  EXPECT_EQ(found["components"].size(), 2U);
}

TEST_F(WebAnswers, FillATableWithTheLastCoordinateFastest) {
  const Reply found = reply({{"verb", "table"}, {"game", {{"name", "wythoff"}}}, {"high", {1, 2}}, {"value", "outcome"}});
  const auto P = static_cast<std::uint32_t>(Outcome::P), N = static_cast<std::uint32_t>(Outcome::N);
  EXPECT_EQ(found.cells, (std::vector<std::uint32_t>{P, N, N, N, N, P}));  // 0,0 and 1,2
}

TEST_F(WebAnswers, ListMovesWithWhatTheyAreWorth) {
  const Json found = ask({{"verb", "moves"}, {"sum", of("kayles", "3")}, {"values", true}});
  ASSERT_EQ(found["moves"].size(), 3U);
  EXPECT_EQ(found["moves"][1]["label"], "one");
  EXPECT_EQ(found["moves"][1]["to"].size(), 2U);
  EXPECT_EQ(found["moves"][1]["outcome"], "P");  // a pin on either side
  EXPECT_EQ(found["value"]["grundy"], 3);
  EXPECT_FALSE(found["over"]);
}

TEST_F(WebAnswers, SayWhoHasWon) {
  const Json found = ask({{"verb", "moves"}, {"sum", of("attrition", "0,0")}});
  EXPECT_TRUE(found["over"]);
  EXPECT_EQ(found["result"], "N");
}

TEST_F(WebAnswers, ChooseTheOnlyMoveThatWins) {
  const Json sum = of("nim", "5");
  const Json found = ask({{"verb", "choose"}, {"sum", sum}, {"player", "perfect"}});
  const Json moves = ask({{"verb", "moves"}, {"sum", sum}})["moves"];
  EXPECT_EQ(moves[found["index"].get<std::size_t>()]["to"][0]["position"], "0");
}

TEST_F(WebAnswers, LeaveOutWhatIsForbidden) {
  // From a heap of 1 there is one move; where it is forbidden, the player to move has none left, and has lost.
  const Json all = ask({{"verb", "moves"}, {"sum", of("blocking-nim", "1")}});
  EXPECT_EQ(all["may_forbid"], 1);
  EXPECT_EQ(all["over"], false);
  const Json left = ask({{"verb", "moves"}, {"sum", of("blocking-nim", "1")}, {"forbidden", {0}}});
  EXPECT_EQ(left["moves"], all["moves"]);
  EXPECT_EQ(left["over"], true);
  EXPECT_EQ(left["result"], "P");
  Json misere = of("blocking-nim", "1");
  misere[0]["game"]["play"] = "misere";
  EXPECT_EQ(ask({{"verb", "moves"}, {"sum", misere}, {"forbidden", {0}}})["result"], "N");
  for (const Json& wrong : {Json{5}, Json{-1}, Json{"all"}, Json{0, 1}}) {
    const Json error = ask({{"verb", "moves"}, {"sum", of("blocking-nim", "3")}, {"forbidden", wrong}});
    EXPECT_EQ(error["error"]["kind"], "request") << wrong;
  }
  const Json elsewhere = ask({{"verb", "moves"}, {"sum", of("nim", "3")}, {"forbidden", {0}}});
  EXPECT_EQ(elsewhere["error"]["kind"], "request");
  EXPECT_FALSE(ask({{"verb", "moves"}, {"sum", of("nim", "3")}}).contains("may_forbid"));
}

TEST_F(WebAnswers, NameThePositionsOfStartsWithAllTheirCoordinates) {
  const Json place = ask({{"verb", "moves"}, {"sum", of("nimrod", "20")}})["sum"][0];
  EXPECT_EQ(place["position"], "20,1");
  EXPECT_EQ(ask({{"verb", "moves"}, {"sum", of("nimrod", place["position"])}})["sum"][0], place);
}

TEST_F(WebAnswers, WriteBoardsAsTheirRows) {
  const Json place = ask({{"verb", "moves"}, {"sum", of("cram", "..../.XX./....")}})["sum"][0];
  EXPECT_EQ(place["position"], "..../.XX./....");
  EXPECT_EQ(place["coordinates"].size(), 12U);
}

TEST_F(WebAnswers, BeginWhereThereIsAMove) {
  const auto beginning = [&](const char* name) {
    const Json sum = Json::array({{{"game", {{"name", name}}}}});
    return ask({{"verb", "moves"}, {"sum", sum}})["sum"][0]["position"];
  };
  EXPECT_EQ(beginning("clobber"), "xox/oxo/xox");  // a board without stones has none
  EXPECT_EQ(beginning("kotzigs-nim"), "O........");
  EXPECT_EQ(beginning("cram"), "..../..../....");
}

TEST_F(WebAnswers, GiveTheLineOfAnErrorInARule) {
  const Json game = {{"name", "mine"},
                     {"text", "return game {\n  position = { \"n\" },\n  moves = function(n) move(n - 1 end,\n}"}};
  const Json error = ask({{"verb", "game"}, {"game", game}})["error"];
  EXPECT_EQ(error["kind"], "rule");
  EXPECT_EQ(error["line"], 3);
}

TEST_F(WebAnswers, EndARuleThatDoesNot) {
  desk_ = Desk({.seconds = 0.05});
  const Json error = ask({{"verb", "game"}, {"game", {{"name", "mine"}, {"text", "while true do end"}}}})["error"];
  EXPECT_EQ(error["kind"], "limit");
}

TEST_F(WebAnswers, SayWhatIsWrongWithARequest) {
  EXPECT_EQ(ask({{"verb", "dance"}})["error"]["message"], "there is no verb 'dance'");
  EXPECT_EQ(ask({{"verb", "solve"}})["error"]["message"], "the request has no 'sum'");
  EXPECT_EQ(Json::parse(answer(desk_, "{").text)["error"]["kind"], "request");
  EXPECT_EQ(ask({{"verb", "table"}, {"game", {{"name", "wythoff"}}}, {"high", {3}}})["error"]["kind"], "request");
}

TEST_F(WebAnswers, TakeNoNumberForAnother) {
  const auto says = [&](const Json& request) { return ask(request)["error"]["message"]; };
  const Json wythoff = {{"name", "wythoff"}};
  for (const Json& bound :
       {Json(~std::uint64_t{0}), Json(std::uint64_t{1} << 63), Json("18446744073709551616"), Json(1.5), Json(1e30)})
    EXPECT_EQ(says({{"verb", "table"}, {"game", wythoff}, {"low", {bound, 0}}, {"high", {3, 3}}}),
              "'low' is not an integer of 64 bits");
  EXPECT_EQ(says({{"verb", "solve"}, {"sum", of("wythoff", "5,7")}, {"most", -1}}), "'most' is -1, less than 0");
  EXPECT_EQ(says({{"verb", "graph"}, {"sum", of("wythoff", "5,7")}, {"most", -1}}), "'most' is -1, less than 0");
}

TEST_F(WebAnswers, KnowNoGameWithANameThatNoFileCanHave) {
  for (const std::string& name : {std::string(300, 'x'), "/" + std::string(300, 'x'), std::string("nim\0x", 5)}) {
    const Json found = ask({{"verb", "solve"}, {"sum", of(name, "3")}});
    EXPECT_EQ(found["error"]["kind"], "request") << found;
  }
}

TEST_F(WebAnswers, ProveAPeriod) {
  const Reply found = reply({{"verb", "sequence"}, {"game", {{"name", "kayles"}}}, {"last", 200}, {"period", true}});
  EXPECT_EQ(found.cells.size(), 201U);
  EXPECT_EQ(Json::parse(found.text)["answer"]["period"]["period"], 12);
  EXPECT_EQ(Json::parse(found.text)["answer"]["period"]["proved"], true);
}

TEST_F(WebAnswers, DrawInTheColoursOfThePictures) {
  const Json found = ask({{"verb", "colours"}});
  EXPECT_EQ(found["P"], 0xE03E1A);
  EXPECT_EQ(found["sequential"].size(), 256U);
}

TEST_F(WebAnswers, TellOneValueOfASum) {
  Json sum = of("kayles", "5");
  sum.push_back(of("nim", "7")[0]);
  // Kayles has the Grundy value 4 for five pins (Winning Ways, chapter 4).
  EXPECT_EQ(ask({{"verb", "value"}, {"sum", sum}, {"kind", "grundy"}}), Json({{"grundy", 4 ^ 7}}));
  EXPECT_EQ(ask({{"verb", "value"}, {"sum", sum}, {"kind", "outcome"}}), Json({{"outcome", "N"}}));
  EXPECT_EQ(ask({{"verb", "value"}, {"sum", of("nim", "7")}, {"kind", "remoteness"}}), Json({{"remoteness", 1}}));
  EXPECT_EQ(ask({{"verb", "value"}, {"sum", sum}, {"kind", "height"}})["error"]["kind"], "request");
}

TEST_F(WebAnswers, ListPPositionsAsDoubles) {
  const Reply found = reply({{"verb", "positions"}, {"game", {{"name", "wythoff"}}}, {"high", {3, 5}}});
  EXPECT_EQ(Json::parse(found.text)["answer"], Json({{"count", 4}, {"dimensions", 2}}));
  std::vector<double> coordinates(found.cells.size() / 2);
  std::memcpy(coordinates.data(), found.cells.data(), found.cells.size() * sizeof found.cells[0]);
  EXPECT_EQ(coordinates, (std::vector<double>{0, 0, 1, 2, 2, 1, 3, 5}));
}

TEST_F(WebAnswers, StudyMiserePlay) {
  EXPECT_EQ(ask({{"verb", "genus"}, {"sum", of("nim", "2")}})["tame"], true);
  const Json counted = ask({{"verb", "count"},
                            {"game", {{"name", "nim"}}},
                            {"low", {1}},
                            {"high", {3}},
                            {"heaps", 3},
                            {"multisets", true},
                            {"total", "n"}});
  EXPECT_EQ(counted["count"], 1);  // 1, 2 and 3
  EXPECT_EQ(counted["total"], 6);
  EXPECT_EQ(ask({{"verb", "value"}, {"sum", of("kayles", "5")}, {"kind", "longest"}})["longest"], 5);
  const Json heaps = ask({{"verb", "quotient"}, {"game", {{"name", "nim"}}}, {"last", 2}});
  EXPECT_EQ(heaps["order"], 6);  // 2^2 + 2 (Plambeck and Siegel, Misere quotients for impartial games, section 5)
  const Json below = ask({{"verb", "quotient"}, {"sum", of("nim", "2")}});
  EXPECT_EQ(below["order"], 6);
  Json mixed = of("nim", "2");
  mixed.push_back(of("kayles", "2")[0]);
  EXPECT_EQ(ask({{"verb", "quotient"}, {"sum", mixed}})["error"]["kind"], "request");
}

TEST_F(WebAnswers, PlayAMatch) {
  const Json found =
      ask({{"verb", "match"}, {"sum", of("nim", "5")}, {"player", "perfect"}, {"other", "random"}, {"games", 10}, {"seed", 3}});
  EXPECT_EQ(found["games"], 10);
  EXPECT_EQ(found["players"][0]["wins_moving_first"], 5);  // it takes all five
  const Json none = ask({{"verb", "match"}, {"sum", of("nim", "5")}, {"player", "perfect"}, {"other", "random"}, {"games", 0}});
  EXPECT_EQ(none["error"]["kind"], "request");
}

TEST_F(WebAnswers, VerifyDiscoverAndSurvey) {
  const Json verified = ask({{"verb", "verify"}, {"game", {{"name", "kayles"}}}, {"high", {12}}});
  ASSERT_FALSE(verified["checks"].empty());
  for (const Json& check : verified["checks"]) EXPECT_TRUE(check["difference"].is_null()) << check;
  const Json found = ask({{"verb", "discover"}, {"game", {{"name", "kayles"}}}});
  EXPECT_EQ(found["period"]["period"], 12);  // Guy and Smith (1956)
  desk_.put_source("octal", rule("octal"));
  const Json family = ask({{"verb", "survey"}, {"family", "octal:0.0d"}, {"last", 50}});
  EXPECT_EQ(family["rows"].size(), 8U);  // a digit has eight values
}

TEST_F(WebAnswers, DrawGraphsAndTheorems) {
  const Json graph = ask({{"verb", "graph"}, {"sum", of("nim", "2")}, {"picture", true}});
  EXPECT_NE(graph["svg"].get<std::string>().find("<svg"), std::string::npos);
  const Json theorem = ask({{"verb", "theorem"}, {"game", {{"name", "wythoff"}}}, {"picture", true}});
  EXPECT_EQ(theorem["theorem"]["proved"], true);
  EXPECT_NE(theorem["svg"].get<std::string>().find("<svg"), std::string::npos);
}

TEST_F(WebAnswers, KeepToTheLimitsThatAreSet) {
  EXPECT_TRUE(ask({{"verb", "limits"}, {"memory", 1 << 16}}).is_null());
  const Json table = {{"verb", "table"}, {"game", {{"name", "wythoff"}}}, {"high", {999, 999}}};
  EXPECT_EQ(ask(table)["error"]["kind"], "limit");
  EXPECT_TRUE(ask({{"verb", "limits"}, {"memory", 1 << 28}}).is_null());
  EXPECT_EQ(ask(table)["value"], "grundy");
  EXPECT_EQ(ask({{"verb", "limits"}, {"seconds", 0}})["error"]["kind"], "request");
}

}  // namespace
}  // namespace bouton::web
