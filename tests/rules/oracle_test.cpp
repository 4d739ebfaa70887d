// The rule files, through the general machinery, against tables found by plain brute force (tests/data/README.md).
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bouton_places.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

using nlohmann::json;

json oracle(const std::string& name) {
  std::ifstream file(std::string(BOUTON_SOURCE_DIRECTORY) + "/tests/data/" + name + ".json");
  return json::parse(file);
}

std::set<Position> positions(const json& list) {
  std::set<Position> found;
  for (const json& entry : list) {
    Position position;
    for (const json& coordinate : entry) position.push_back(coordinate.get<Coordinate>());
    found.insert(position);
  }
  return found;
}

TEST(WythoffOracle, PPositionsTo200) {
  EXPECT_EQ(GameUnderTest("wythoff").p_positions({0, 0}, {200, 200}), positions(oracle("wythoff_P_200").at("P")));
}

TEST(WythoffOracle, GrundyValuesTo60) {
  const json values = oracle("wythoff_grundy_60");
  const Table table = GameUnderTest("wythoff").grundy_values({0, 0}, {60, 60});
  std::size_t cell = 0;
  for (const json& row : values)
    for (const json& value : row) {
      ASSERT_EQ(table.cells.at(cell), value.get<std::uint32_t>()) << to_string(table.box.position(cell));
      ++cell;
    }
  EXPECT_EQ(cell, table.cells.size());
}

TEST(AttritionOracle, PPositionsTo200) {
  EXPECT_EQ(GameUnderTest("attrition").p_positions({0, 0}, {200, 200}), positions(oracle("attrition_P_200").at("P")));
}

TEST(NimrodOracle, PPositionsTo400) {
  const json rows = oracle("nimrod_P_400").at("P");
  const Table table = GameUnderTest("nimrod").outcomes({0, 1}, {400, 402});
  for (Coordinate p = 0; p <= 400; ++p) {
    const auto losing = rows.at(std::to_string(p)).get<std::set<Coordinate>>();
    for (Coordinate r = 1; r <= p + 2; ++r)
      ASSERT_EQ(table.outcome(table.box.index(Position{p, r})) == Outcome::P, losing.contains(r)) << p << "," << r;
  }
}

class TakeAwayOracle : public testing::TestWithParam<const char*> {};

// The data go to 2000, where a search has some 10^9 options to look at; to 250 they are some 10^7.
constexpr Coordinate kTakeAwayMost = 250;

TEST_P(TakeAwayOracle, PPositionsTo250) {
  const std::string f = GetParam();
  const json data = oracle("takeaway_2000").at("f").at(f);
  const std::string lua = f == "2x" ? "2*x" : f == "2x-1" ? "2*x-1" : f;
  const Table table = GameUnderTest("take-away", {{"f", lua}}).outcomes({0, 0}, {kTakeAwayMost, kTakeAwayMost});
  for (Coordinate n = 1; n <= kTakeAwayMost; ++n) {
    const Coordinate least = data.at("min_winning_take").at(static_cast<std::size_t>(n)).get<Coordinate>();
    for (Coordinate limit = 0; limit <= kTakeAwayMost; ++limit)
      ASSERT_EQ(table.outcome(table.box.index(Position{n, limit})) == Outcome::P, limit < least) << n << "," << limit;
  }
}

TEST_P(TakeAwayOracle, LosingStartsTo250) {
  const std::string f = GetParam();
  const std::set<Coordinate> losing = oracle("takeaway_2000").at("f").at(f).at("losing_starts").get<std::set<Coordinate>>();
  GameUnderTest game("take-away", {{"f", f == "2x" ? "2*x" : f == "2x-1" ? "2*x-1" : f}});
  for (Coordinate n = 1; n <= kTakeAwayMost; ++n) {
    const Position start = narrow(complete_position(game.game(), {widen(n)})).value();
    ASSERT_EQ(game.outcome(start) == Outcome::P, losing.contains(n)) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, TakeAwayOracle, testing::Values("x", "2x-1", "2x"),
                         [](const auto& info) { return "Bound" + std::to_string(info.index); });

class StaircaseOracle : public testing::TestWithParam<int> {};

TEST_P(StaircaseOracle, PPositions) {
  const auto piles = static_cast<std::size_t>(GetParam());
  const json data = oracle("staircase_P").at(std::to_string(piles));
  const auto most = data.at("max").get<Coordinate>();
  Position low, high;
  for (std::size_t i = 0; i < piles; ++i) {
    low.push_back(0);
    high.push_back(most);
  }
  EXPECT_EQ(GameUnderTest("staircase").p_positions(low, high), positions(data.at("P")));
}

INSTANTIATE_TEST_SUITE_P(Rules, StaircaseOracle, testing::Range(1, 7),
                         [](const auto& info) { return "Piles" + std::to_string(info.param); });

TEST(NimOracle, PTriplesTo10) {
  GameUnderTest nim("nim");
  std::set<Position> found;
  for (Coordinate a = 0; a <= 10; ++a)
    for (Coordinate b = 0; b <= 10; ++b)
      for (Coordinate c = 0; c <= 10; ++c)
        if (nim.solver().outcome({{0, {widen(a)}}, {0, {widen(b)}}, {0, {widen(c)}}}) == Outcome::P) found.insert({a, b, c});
  EXPECT_EQ(found, positions(oracle("nim3_P_10").at("normal")));
}

TEST(NimOracle, MiserePTriplesTo10) {
  EXPECT_EQ(GameUnderTest("misere-nim").p_positions({0, 0, 0}, {10, 10, 10}), positions(oracle("nim3_P_10").at("misere")));
}

struct Heaps {
  const char* file;
  const char* game;
};
class HeapOracle : public testing::TestWithParam<Heaps> {};

TEST_P(HeapOracle, GrundyValuesTo500) {
  const std::vector<std::uint32_t> expected = oracle(GetParam().file).get<std::vector<std::uint32_t>>();
  EXPECT_EQ(GameUnderTest(GetParam().game).grundy_values({0}, {500}).cells, expected);
}

INSTANTIATE_TEST_SUITE_P(Rules, HeapOracle,
                         testing::Values(Heaps{"kayles_500", "kayles"}, Heaps{"dawsons_kayles_500", "dawsons-kayles"},
                                         Heaps{"dawsons_chess_500", "dawsons-chess"}, Heaps{"grundys_game_500", "grundy"}),
                         [](const auto& info) {
                           return std::string(info.param.file).substr(0, 6) + std::to_string(info.index);
                         });

}  // namespace
}  // namespace bouton
