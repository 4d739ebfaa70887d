// Databases, read back by SQLite itself.
#include "bindings/output/databases/survey_database.h"

#include <gtest/gtest.h>

#include "bindings/output/answers/survey.h"
#include "tests/bindings/output/databases/opened_database.h"

namespace bouton {
namespace {

Json row_of(const std::string& game, const std::string& error) {
  Json row = to_json(SurveyRow{{game, {}}, nullptr, {}, error}, Budget());
  row["params"] = {{"m", 3}};
  return row;
}

Json row_with_period() {
  Json row = row_of("kayles", "");
  row["error"] = nullptr;
  row["heaps"] = 2000;
  row["largest"] = 9'000'000'000;  // beyond 32 bits
  row["period"] = {{"preperiod", 71}, {"period", 12}, {"saltus", 0}, {"proved", true}, {"theorem", "Guy-Smith"}};
  return row;
}

std::string written(const std::vector<Json>& rows) {
  TextSink sink;
  write_survey_database(sink, rows);
  return sink.text();
}

TEST(SurveyDatabase, HasTypedColumnsAndNothingWhereAGameHasNothing) {
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  const test::OpenedDatabase database(written({row_with_period(), row_of("x", "wrong")}));
  using Rows = std::vector<std::vector<std::string>>;
  EXPECT_EQ(database.rows("PRAGMA integrity_check"), (Rows{{"ok"}}));
  EXPECT_EQ(database.rows("SELECT * FROM survey"),
            (Rows{{"1", "kayles", "m=3", "2000", "9000000000", "", "71", "12", "0", "1", "Guy-Smith", "", ""},
                  {"2", "x", "m=3", "", "", "", "", "", "", "", "", "", "wrong"}}));
  EXPECT_EQ(database.rows("SELECT typeof(game), typeof(largest), typeof(rare), typeof(period), typeof(proved) FROM survey"),
            (Rows{{"text", "integer", "null", "integer", "integer"}, {"text", "null", "null", "null", "null"}}));
}

TEST(SurveyDatabase, FindsAGameByAnIndex) {
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  const test::OpenedDatabase database(written({row_with_period()}));
  const auto plan = database.rows("EXPLAIN QUERY PLAN SELECT * FROM survey WHERE game = 'kayles' AND params = 'm=3'");
  ASSERT_FALSE(plan.empty());
  EXPECT_NE(plan[0].back().find("survey_by_game"), std::string::npos) << plan[0].back();
}

TEST(SurveyDatabase, KeepsEveryTextAsItIs) {
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  std::vector<Json> rows;
  for (const std::string& text : {std::string("it's \"quoted\", -- 1); DROP TABLE survey;"), std::string("two\nlines"),
                                  std::string("\xC3\xA9\xE2\x82\xAC"), std::string(100'000, 'x'), std::string()})
    rows.push_back(row_of(text, text));
  const test::OpenedDatabase database(written(rows));
  const auto found = database.rows("SELECT game, error FROM survey ORDER BY number");
  ASSERT_EQ(found.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(found[i], std::vector<std::string>(2, rows[i]["game"])) << i;
}

TEST(SurveyDatabase, IsTheSameBytesForTheSameRows) {
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  const std::vector<Json> many(5000, row_with_period());
  EXPECT_EQ(written(many), written(many));
  EXPECT_EQ(test::OpenedDatabase(written(many)).rows("SELECT count(*) FROM survey")[0][0], "5000");
  EXPECT_EQ(test::OpenedDatabase(written({})).rows("SELECT count(*) FROM survey")[0][0], "0");
}

}  // namespace
}  // namespace bouton
