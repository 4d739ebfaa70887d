// Read back with the parser of nlohmann::json, which shares no code with what writes here but the writer of one value.
#include "bindings/output/formats/json.h"

#include <gtest/gtest.h>

#include "tests/bindings/output/well_formed.h"

namespace bouton {
namespace {

Json read_back(const Json& json) {
  TextSink out;
  write_json(out, json);
  const std::string& text = out.text();
  EXPECT_EQ(text.find('\n'), text.size() - 1) << text;
  EXPECT_TRUE(test::characters(text).has_value()) << text;
  return Json::parse(text);
}

TEST(Json, EscapesWhatATextHolds) {
  for (const std::string& text : {std::string(), std::string("\"quoted\" \\ / \b\f\n\r\t"), std::string("a\0b\x01\x1f\x7f", 6),
                                  std::string("misère ∞ \U0001F600"), std::string("\u2028\u202E")}) {
    EXPECT_EQ(read_back(Json(text)).get<std::string>(), text);
    EXPECT_EQ(read_back(Json{{text, 1}}).begin().key(), text);
  }
}

TEST(Json, PutsReplacementCharactersWhereATextIsNotUtf8) {
  EXPECT_EQ(read_back(Json("caf\xE9!")).get<std::string>(), "caf\uFFFD!");
  EXPECT_EQ(read_back(Json("\xFF")).get<std::string>(), "\uFFFD");
  EXPECT_FALSE(read_back(Json("\xED\xA0\x80")).get<std::string>().empty());  // half of a surrogate pair
}

TEST(Json, IntegersBeyondWhatReadersHoldAreTexts) {
  const Coordinate most = Coordinate{1} << 53;
  EXPECT_EQ(text_of(to_json(most)), "9007199254740992");
  EXPECT_EQ(text_of(to_json(-most)), "-9007199254740992");
  EXPECT_EQ(text_of(to_json(most + 1)), "\"9007199254740993\"");
  EXPECT_EQ(text_of(to_json(-most - 1)), "\"-9007199254740993\"");
  EXPECT_EQ(text_of(to_json(kGreatestCoordinate)), "\"9223372036854775807\"");
  EXPECT_EQ(text_of(to_json(Integer("9007199254740992"))), "9007199254740992");
  EXPECT_EQ(text_of(to_json(Integer("123456789012345678901234567890"))), "\"123456789012345678901234567890\"");
  EXPECT_EQ(text_of(to_json(BigPosition{0, Integer("18446744073709551616")})), "[0,\"18446744073709551616\"]");
}

TEST(Json, APositionWithoutCoordinatesIsAnEmptyList) {
  EXPECT_EQ(text_of(to_json(BigPosition{})), "[]");
  EXPECT_EQ(text_of(to_json(PositionView(Position{}))), "[]");
}

TEST(Json, WhatIsNotKnownIsNull) {
  Json json;
  add_value(json, Value{.outcome = Outcome::draw, .grundy = {}, .remoteness = {}});
  EXPECT_EQ(text_of(json), R"({"outcome":"draw","grundy":null,"remoteness":null})");
  Json known;
  add_value(known, Value{.outcome = Outcome::N, .grundy = Nimber(Integer(3)), .remoteness = Remoteness{7}});
  EXPECT_EQ(text_of(known), R"({"outcome":"N","grundy":3,"remoteness":7})");
}

TEST(Json, ParametersAreWhatTheyAre) {
  Game game;
  const auto add = [&](const char* name, Parameter::Value value) {
    Parameter parameter;
    parameter.name = name;
    parameter.value = std::move(value);
    game.parameters.push_back(std::move(parameter));
  };
  EXPECT_EQ(text_of(params_json(game)), "{}");
  add("m", Coordinate{5});
  add("code", std::string("0.77"));
  add("set", std::vector<Coordinate>{});
  add("f", Parameter::Function{});
  EXPECT_EQ(text_of(params_json(game)), R"({"m":5,"code":"0.77","set":[],"f":"default"})");
}

}  // namespace
}  // namespace bouton
