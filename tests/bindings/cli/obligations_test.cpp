// Moves that oblige, through the command: what each verb says of them, and in which form.
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

std::string out_of(const std::string& line, int code = 0) {
  const Result result = run_bouton(words(line));
  EXPECT_EQ(result.code, code) << line << ": " << result.err;
  return code == 0 ? result.out : result.err;
}

json json_of(const std::string& line) { return json::parse(out_of(line + " --format json")); }

/// Take the top coin, or split: stacks 0 to 8 are 0, loony, 0, loony, 1, 0, 2, 1, 3.
TEST(MovesThatOblige, SayLoonyInEveryForm) {
  EXPECT_EQ(out_of("sequence top-entails 8"), "0 loony 0 loony 1 0 2 1 3\n");
  EXPECT_EQ(json_of("sequence top-entails 4")["values"], json::parse(R"([0,"loony",0,"loony",1])"));
  EXPECT_EQ(out_of("sequence top-entails 3 --format csv"), "n,grundy\n0,0\n1,loony\n2,0\n3,loony\n");
  EXPECT_EQ(json_of("table top-entails 2")["data"], json::parse(R"([0,"loony",0])"));
  EXPECT_EQ(out_of("table top-entails 4 --value outcome --format csv"), "n,outcome\n0,P\n1,N\n2,P\n3,N\n4,N\n");
  EXPECT_EQ(out_of("positions top-entails 10"), "0\n2\n5\n9\n");
  const std::string npy = out_of("table top-entails 4 --format npy");
  EXPECT_NE(npy.find("|u1"), std::string::npos);
  EXPECT_EQ(npy.substr(npy.size() - 5), std::string("\0\xff\0\xff\1", 5));
  EXPECT_NE(out_of("sequence top-entails 4 --format bfile", 2).find("position 1 is loony"), std::string::npos);
  EXPECT_NE(out_of("sequence top-entails 40 --period", 2).find("no theorem tells the period"), std::string::npos);
}

TEST(MovesThatOblige, AreObligationsOfSums) {
  const json answer = json_of("solve top-entails 5! 6");
  EXPECT_EQ(answer["obliged"], 0);
  EXPECT_EQ(answer["grundy"], nullptr);
  const json free = json_of("solve top-entails 5 6");
  EXPECT_FALSE(free.contains("obliged"));
  EXPECT_EQ(free["grundy"], 2);
  // From 1 the top coin is taken, and the opponent must answer in an empty stack.
  const json one = json_of("solve top-entails 1 + nim 7");
  EXPECT_EQ(one["outcome"], "N");
  EXPECT_EQ(one["grundy"], "loony");
  ASSERT_EQ(one["winning_moves"].size(), 1U);
  EXPECT_EQ(one["winning_moves"][0]["kind"], "entail");
  EXPECT_EQ(one["winning_moves"][0]["label"], "top");
  EXPECT_EQ(json_of("solve top-entails 0! + nim 7")["outcome"], "P");
  EXPECT_EQ(json_of("solve nim 3! 5")["outcome"], "P");
  EXPECT_EQ(json_of("solve nim 5! 3")["winning_moves"], json::parse(R"([{"component":0,"label":null,"to":[[3]]}])"));
  EXPECT_NE(out_of("solve nim 5! 3!", 2).find("in one component only"), std::string::npos);
  EXPECT_NE(out_of("solve misere-nim 5! 3", 2).find("normal play"), std::string::npos);
  EXPECT_NE(out_of("solve top-entails 5 --play misere", 2).find("normal play"), std::string::npos);
}

TEST(MovesThatOblige, HaveReasonsGraphsAndPlay) {
  const std::string why = out_of("why top-entails 3 + nim 2");
  EXPECT_NE(why.find("is loony: whoever is to move"), std::string::npos) << why;
  EXPECT_NE(why.find("entails: the opponent must answer"), std::string::npos) << why;
  const json graph = json_of("graph top-entails 2");
  bool entails = false, obliged = false;
  for (const json& edge : graph["edges"]) entails = entails || edge.value("kind", "") == "entail";
  for (const json& node : graph["nodes"]) obliged = obliged || node.contains("obliged");
  EXPECT_TRUE(entails);
  EXPECT_TRUE(obliged);
  const Result play = run_bouton(words("play top-entails 1 + nim 2 --first human"), "entail\n");
  EXPECT_NE(play.out.find("entail top to 0"), std::string::npos) << play.out;
  EXPECT_NE(play.out.find("You win"), std::string::npos) << play.out;
  EXPECT_NE(out_of("explain top-entails").find("Moves oblige (again, entail)"), std::string::npos);
  EXPECT_NE(out_of("verify top-entails 12").find("same       values against play with obligations"), std::string::npos);
  EXPECT_NE(out_of("verify nimstring").find("same       values against play with obligations"), std::string::npos);
  const Result theorem = run_bouton(words("theorem top-entails"));
  EXPECT_EQ(theorem.code, 1);
  EXPECT_NE(theorem.out.find("no theorem: moves that oblige"), std::string::npos) << theorem.out;
  EXPECT_NE(out_of("quotient top-entails 5", 2).find("oblige"), std::string::npos);
  EXPECT_NE(out_of("match top-entails 9 --players perfect,random --games 4 --format csv").find("perfect,4,"),
            std::string::npos);
}

}  // namespace
}  // namespace bouton::cli
