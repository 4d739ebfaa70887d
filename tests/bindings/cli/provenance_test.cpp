// What JSON says of where it comes from, and the file that says it beside forms that cannot.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/base/checksum.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

constexpr const char* kTakingRules =
    "local most = param('most', 2, 'how many')\n"
    "return game { name = 'taking', position = { 'n' }, example = { 5 },\n"
    "  moves = function(n) for t = 1, math.min(n, most) do move(n - t) end end }\n";

std::string digest(std::string_view text) {
  Checksum checksum;
  checksum.add(text);
  return fmt::format("{:016x}", checksum.value());
}

std::string version() {
  const std::string text = run_bouton({"--version"}).out;  // "bouton 1.0.0\n"
  return text.substr(7, text.size() - 8);
}

TEST(Provenance, IsInEveryObjectOfJson) {
  const TemporaryDirectory directory;
  directory.write("a.lua", kTakingRules);
  const std::string lines[] = {"solve ./a.lua 5",
                               "why ./a.lua 5",
                               "table ./a.lua 5",
                               "positions ./a.lua 9",
                               "positions ./a.lua 9 --count",
                               "sequence ./a.lua 9 --period",
                               "graph ./a.lua 5",
                               "explain ./a.lua",
                               "theorem ./a.lua",
                               "discover ./a.lua",
                               "games ./a.lua",
                               "match ./a.lua 5 --players perfect,random --games 2 --seed 1"};
  for (const std::string& line : lines) {
    SCOPED_TRACE(line);
    const Result result = run_bouton(words(line + " --format json -p most=3 --play misere"), "", directory.path());
    const json object = json::parse(result.out);
    EXPECT_EQ(object["bouton"], version());
    EXPECT_EQ(object["command"], line.substr(0, line.find(' ')));
    EXPECT_EQ(object["rule"], digest(kTakingRules));
    EXPECT_TRUE(object.contains("game") || object.contains("name"));
    EXPECT_TRUE(object.contains("params"));
    EXPECT_TRUE(object.contains("play"));
    EXPECT_EQ(object["schema"], 1);
  }
  const json table =
      json::parse(run_bouton(words("table ./a.lua 3 -p most=3 --play misere --format json"), "", directory.path()).out);
  EXPECT_EQ(table["game"], "taking");
  EXPECT_EQ(table["params"], json::parse(R"({"most": 3})"));
  EXPECT_EQ(table["play"], "misere");
  EXPECT_EQ(table["data"], json::parse(R"(["N", "P", "N", "N"])"));
}

TEST(Provenance, OfASumNamesEveryGame) {
  const TemporaryDirectory directory;
  directory.write("a.lua", kTakingRules);
  const json object =
      json::parse(run_bouton(words("solve ./a.lua 5 + ./a.lua 4 -p most=3 --format json"), "", directory.path()).out);
  EXPECT_EQ(object["rule"], digest(kTakingRules) + " + " + digest(kTakingRules));
  EXPECT_FALSE(object.contains("params"));
  EXPECT_EQ(object["components"][1]["params"]["most"], 3);
}

TEST(Provenance, IsAFileBesideThatOfOtherForms) {
  const TemporaryDirectory directory;
  directory.write("a.lua", kTakingRules);
  EXPECT_EQ(run_bouton(words("table ./a.lua 2:9 -o t.npy --provenance"), "", directory.path()).code, 0);
  const json object = json::parse(directory.read("t.npy.provenance.json"));
  EXPECT_EQ(object["bouton"], version());
  EXPECT_EQ(object["command"], "table");
  EXPECT_EQ(object["game"], "taking");
  EXPECT_EQ(object["rule"], digest(kTakingRules));
  EXPECT_EQ(object["params"], json::parse(R"({"most": 2})"));
  EXPECT_EQ(object["play"], "normal");
  EXPECT_EQ(object["format"], "npy");
  EXPECT_EQ(object["operands"], json::parse(R"(["2:9"])"));
  EXPECT_EQ(run_bouton(words("sequence kayles 9 -o s.csv --provenance"), "", directory.path()).code, 0);
  EXPECT_TRUE(directory.has("s.csv.provenance.json"));
  const Result refused = run_bouton(words("table ./a.lua 9 --provenance"), "", directory.path());
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "bouton: table: --provenance writes a file beside that of -o FILE\n");
  EXPECT_EQ(directory.files(), 5U);
}

}  // namespace
}  // namespace bouton::cli
