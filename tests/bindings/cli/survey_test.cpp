// `survey`: a row for each game of a family.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include "bindings/output/databases/survey_database.h"
#include "tests/bindings/cli/program.h"
#include "tests/bindings/output/databases/opened_database.h"
#include "tests/random_kills.h"

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

/// A proof of a period may take more heaps than were asked about, and where there is none as many were looked at.
TEST(Survey, IsOfTheHeapsThatWereAskedFor) {
  const json rows = surveyed("octal:0.0d 300")["rows"];
  for (const json& row : rows) EXPECT_LE(row["heaps"], 300) << row;
  EXPECT_EQ(rows[4]["heaps"], 300);  // 0.04
}

TEST(Survey, TakesRangesOfParameters) {
  const json rows = surveyed("copycat -p m=2:4 100")["rows"];
  ASSERT_EQ(rows.size(), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(rows[i]["params"]["m"], 2 + i);
}

/// Periods that a formula proves stand in place of a search for automata. (D.U.D.E.N.E.Y., Winning Ways, chapter 15.)
TEST(Survey, KnowsTheProvedPeriodsOfStarts) {
  const json rows = surveyed("copycat -p m=2:12 200")["rows"];
  ASSERT_EQ(rows.size(), 11U);
  for (const json& row : rows) {
    EXPECT_EQ(row["period"]["proved"], true) << row;
    EXPECT_TRUE(row["error"].is_null()) << row;
    EXPECT_TRUE(row["statement"].is_null()) << row;
  }
  EXPECT_EQ(rows[3]["period"]["period"], 13);
  EXPECT_EQ(rows[3]["heaps"], 200);
}

TEST(Survey, TakesAFolderAndSaysWhichFilesAreWrong) {
  TemporaryDirectory folder;
  std::ofstream(folder.path() / "b.lua")
      << "return game { position = { 'n' }, moves = function(n) if n > 2 then move(n - 3) end end }";
  std::ofstream(folder.path() / "a.lua") << "return 7";
  std::filesystem::create_directories(folder.path() / "kind/deeper");
  for (const char* file : {"kind/c.lua", "kind/deeper/d.lua"})
    std::filesystem::copy(folder.path() / "b.lua", folder.path() / file);
  const json rows = surveyed(folder.path().string() + " 50")["rows"];
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_TRUE(rows[0]["period"].is_null());
  EXPECT_NE(rows[0]["error"].get<std::string>().find("a.lua"), std::string::npos);
  EXPECT_EQ(rows[1]["period"]["period"], 6);
  EXPECT_EQ(rows[2]["period"]["period"], 6);
  EXPECT_EQ(rows[2]["game"], "c");
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

TEST(SurveySlow, KilledAtRandomItGoesOnFromItsJournalToTheSameBytes) {
  const TemporaryDirectory directory;
  const std::vector<std::string> survey = words("survey octal:0.dd 2000 --threads 2 -o s.csv");
  ASSERT_EQ(run_bouton(survey, "", directory.path()).code, 0);
  const std::string whole = directory.read("s.csv");
  directory.remove("s.csv");
  std::vector<std::string> continued = survey;
  for (const char* word : {"--checkpoint", "journal"}) continued.emplace_back(word);
  const auto compare = [&] {
    ASSERT_TRUE(directory.read("s.csv") == whole);
    directory.remove("s.csv");
    directory.remove("journal");
  };
  test::kill_at_random(
      test::kills_or(5), [&] { become_bouton(continued, directory.path()); }, compare);
  ASSERT_EQ(run_bouton(continued, "", directory.path()).code, 0);
  compare();
  EXPECT_EQ(directory.files(), 0U);
}

TEST(Survey, AFullDiskLosesNothingOfAJournal) {
  const TemporaryDirectory directory;
  const std::string survey = "survey octal:0.dd 500 -o s.csv";
  ASSERT_EQ(run_bouton(words(survey), "", directory.path()).code, 0);
  const std::string whole = directory.read("s.csv");
  directory.remove("s.csv");
  std::size_t before = 0;
  for (const std::size_t room : {1, 4, 8}) {
    const Result full = run_with_room(directory, survey + " --checkpoint journal", room);
    EXPECT_EQ(full.code, 2);
    EXPECT_NE(full.err.find("cannot write journal"), std::string::npos) << full.err;
    EXPECT_FALSE(directory.has("s.csv"));
    EXPECT_GT(directory.read("journal").size(), before);
    before = directory.read("journal").size();
  }
  ASSERT_EQ(run_bouton(words(survey + " --checkpoint journal"), "", directory.path()).code, 0);
  EXPECT_TRUE(directory.read("s.csv") == whole);
}

/// A database as the CSV that its table would be.
std::string as_csv(const std::string& bytes) {
  const auto quoted = [](const std::string& cell) {
    if (cell.find_first_of(",\"\n") == std::string::npos) return cell;
    std::string text = "\"";
    for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
  };
  std::string csv = "game,params,heaps,largest,rare,preperiod,period,saltus,proved,theorem,statement,error\n";
  for (const std::vector<std::string>& row : test::OpenedDatabase(bytes).rows(
           "SELECT game, params, heaps, largest, rare, preperiod, period, saltus, CASE proved WHEN 1 THEN 'true' "
           "WHEN 0 THEN 'false' END, theorem, statement, error FROM survey ORDER BY number")) {
    for (std::size_t i = 0; i < row.size(); ++i) csv += (i == 0 ? "" : ",") + quoted(row[i]);
    csv += '\n';
  }
  return csv;
}

TEST(Survey, WritesADatabaseOfTheRowsOfItsCsv) {
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  TemporaryDirectory folder;
  folder.write("a.lua", "return 7");  // its error spans lines, and has quotes and commas
  folder.write("b.lua", "return game { position = { 'n' }, moves = function(n) if n > 2 then move(n - 3) end end }");
  folder.write("c.lua",
               "return game { position = { 'a', 'b' }, moves = function(a, b) for t = 1, a do move(a - t, b) end end }");
  const std::string copycat = "copycat -p m=2:4 100", files = folder.path().native() + " 50";
  for (const std::string& family : {std::string("octal:0.dd 200"), copycat, files}) {
    const Result csv = run_bouton(words("survey " + family + " --format csv"));
    const TemporaryDirectory target;
    const Result database = run_bouton(words("survey " + family + " -o s.sqlite"), "", target.path());
    EXPECT_EQ(database.code, 0) << database.err;
    EXPECT_EQ(as_csv(target.read("s.sqlite")), csv.out);
    EXPECT_EQ(target.files(), 1U);
  }
}

TEST(Survey, WritesTheSameDatabaseWithManyProcessesAndFromAJournal) {
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  const TemporaryDirectory folder;
  const auto survey = [&](const std::string& options) {
    const Result result = run_bouton(words("survey octal:0.0d 200 --format sqlite -o s.db " + options), "", folder.path());
    EXPECT_EQ(result.code, 0) << result.err;
    return folder.read("s.db");
  };
  const std::string one = survey("--threads 1");
  EXPECT_EQ(survey("--threads 3 --checkpoint journal"), one);
  const std::string journal = folder.read("journal");
  folder.write("journal", journal.substr(0, journal.size() / 2));  // in the middle of a row
  EXPECT_EQ(survey("--threads 3 --checkpoint journal"), one);
  EXPECT_EQ(survey("--threads 1 --checkpoint journal"), one);
}

TEST(Survey, WritesADatabaseWholeOrNotAtAll) {
  const TemporaryDirectory folder;
  const Result nowhere = run_bouton(words("survey octal:0.0d 200 --format sqlite"));
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_EQ(nowhere.err, "bouton: survey: a database is a file: --format sqlite needs --output FILE\n");
  if (!writes_databases()) GTEST_SKIP() << "this build has no SQLite";
  const Result full = run_bouton(words("survey octal:0.0d 200 --format sqlite -o /dev/full"));
  EXPECT_EQ(full.code, 2);
  EXPECT_EQ(full.err, "bouton: cannot write to /dev/full: No space left on device\n");
  folder.write("s.sqlite3", "before");
  EXPECT_EQ(run_bouton(words("survey octal:0.9d 200 -o s.sqlite3"), "", folder.path()).code, 2);
  EXPECT_EQ(folder.read("s.sqlite3"), "before");
  EXPECT_EQ(run_bouton(words("survey octal:0.0d 200 -o s.sqlite3"), "", folder.path()).code, 0);
  EXPECT_EQ(folder.read("s.sqlite3").substr(0, 15), "SQLite format 3");
  EXPECT_EQ(folder.files(), 1U);
}

TEST(Survey, RefusesWhatIsNoFamily) {
  for (const char* line : {"octal:1.dd", "octal:0.8d", "octal:0.ddddddd", "octal:", "nosuchgame", "kayles 5 6", "kayles x",
                           "copycat -p m=9:2", "copycat -p m=1:99999999"})
    EXPECT_EQ(run_bouton(words(std::string("survey ") + line)).code, 2) << line;
}

}  // namespace
}  // namespace bouton::cli
