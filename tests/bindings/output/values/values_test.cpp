// Tables of which every cell is special, in the forms that say what stands in them.
#include "bindings/output/values/values.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/base/errors.h"
#include "tests/engine/games.h"

namespace bouton {
namespace {

using nlohmann::json;

class ValuesTest : public testing::Test {
 protected:
  ValuesTest() {
    game_.name = "hostile \"game\", \xFF";
    game_.rules = test::make_game(Domain::fixed({{.name = "x,1"}, {.name = "y"}}), [](PositionView, Options&) {});
  }

  std::string written(Format format, const Table& table, bool is_sequence = false) const {
    TextSink out;
    write_values(out, format, {.game = game_, .table = table, .is_sequence = is_sequence});
    return out.text();
  }

  Game game_;
  const Table loopy_{.box = Box({0, 0}, {1, 1}),
                     .kind = ValueKind::grundy,
                     .cells = {7, Table::kInfinite, Table::kInvalid, 4'000'000'000},
                     .loopy = {{1, Nimber::infinity({Integer(2), Integer(0)})}}};
  const Table remote_{.box = Box({0, 0}, {0, 1}), .kind = ValueKind::remoteness, .cells = {Table::kInfinite, 3}, .loopy = {}};
};

TEST_F(ValuesTest, AsJsonAreNullWhereThereIsNone) {
  const json table = json::parse(written(Format::json, loopy_));
  EXPECT_EQ(table["game"], "hostile \"game\", \uFFFD");
  EXPECT_EQ(table["value"], "grundy");
  EXPECT_EQ(table["low"], json({0, 0}));
  EXPECT_EQ(table["high"], json({1, 1}));
  EXPECT_EQ(table["shape"], json({2, 2}));
  EXPECT_EQ(table["data"], json::parse(R"([7, {"infinity": [0, 2]}, null, 4000000000])"));
  EXPECT_EQ(json::parse(written(Format::json, remote_))["data"], json({nullptr, 3}));
}

TEST_F(ValuesTest, AsCsvAreEmptyWhereThereIsNone) {
  EXPECT_EQ(written(Format::csv, loopy_), "\"x,1\",y,grundy\n0,0,7\n0,1,\"∞(0,2)\"\n1,0,\n1,1,4000000000\n");
  EXPECT_EQ(written(Format::csv, remote_), "\"x,1\",y,remoteness\n0,0,∞\n0,1,3\n");
}

TEST_F(ValuesTest, OfNoCoordinatesAreOneCell) {
  const Table table{.box = Box({}, {}), .kind = ValueKind::outcome, .cells = {1}, .loopy = {}};
  EXPECT_EQ(json::parse(written(Format::json, table))["data"], json::array({"N"}));
  EXPECT_EQ(json::parse(written(Format::json, table))["shape"], json::array());
  EXPECT_EQ(written(Format::csv, table), "outcome\nN\n");
  EXPECT_EQ(written(Format::text, table), "N\n");
}

TEST_F(ValuesTest, OfASequenceHaveAPeriodOrNull) {
  const Table table{.box = Box({3}, {5}), .kind = ValueKind::outcome, .cells = {0, 1, 2}, .loopy = {}};
  const json sequence = json::parse(written(Format::json, table, true));
  EXPECT_EQ(sequence["low"], 3);
  EXPECT_EQ(sequence["values"], json({"P", "N", "D"}));
  EXPECT_EQ(sequence["period"], nullptr);
  EXPECT_EQ(written(Format::csv, table, true), "n,outcome\n3,P\n4,N\n5,D\n");
  EXPECT_EQ(written(Format::bfile, table, true), "3 0\n4 1\n5 2\n");
}

TEST_F(ValuesTest, ThatAreNoNumbersAreRefusedWhereAFormHasNumbersOnly) {
  for (const Format format : {Format::npy, Format::bfile}) {
    TextSink out;
    EXPECT_THROW(write_values(out, format, {.game = game_, .table = loopy_}), RequestError);
    EXPECT_EQ(out.text(), "");
  }
}

TEST_F(ValuesTest, AreNotWrittenAsGraphs) {
  EXPECT_THROW(written(Format::dot, remote_), RequestError);
  EXPECT_EQ(value_formats().front(), Format::text);
}

}  // namespace
}  // namespace bouton
