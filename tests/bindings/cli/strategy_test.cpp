// solve --certificate, verify --certificate and play --certificate; why --value; survey --equal; --value longest.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/system/certificate_text.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

std::string content(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

class Strategies : public ::testing::Test {
 protected:
  std::filesystem::path file_ = std::filesystem::path(::testing::TempDir()) / "strategy";

  Result solved(const std::string& position) {
    std::vector<std::string> line = words("solve " + position);
    line.insert(line.end(), {"--quiet", "--certificate", file_.native()});
    return run_bouton(line);
  }
  Result verified(bool as_json = false) {
    std::vector<std::string> line = {"verify", "--certificate", file_.native()};
    if (as_json) line.insert(line.end(), {"--format", "json"});
    return run_bouton(line);
  }
};

TEST_F(Strategies, OfSearchedPositionsAreReplayed) {
  for (const std::string position : {"wythoff 7,9", "kayles 12 13", "cram 4x4", "chomp-board 4x5", "sprouts 3",
                                     "misere-nim 3,4,5", "wythoff 6,10", "notakto", "kayles 9 --play misere"}) {
    const Result solution = solved(position);
    ASSERT_EQ(solution.code, 0) << position << ": " << solution.err;
    const Result check = verified();
    EXPECT_EQ(check.code, 0) << position << ": " << check.out << check.err;
    const bool loses = solution.out.find("P, the player to move loses") != std::string::npos;
    EXPECT_NE(check.out.find(loses ? "the player to move loses: " : "the player to move wins: "), std::string::npos)
        << position << ": " << check.out;
    EXPECT_EQ(json::parse(verified(true).out)["outcome"], loses ? "P" : "N");
  }
}

/// A hundred strategies that were changed: each line in turn left out, or another in its place.
TEST_F(Strategies, ThatWereForgedAreRefusedWithTheMoveThatFails) {
  ASSERT_EQ(solved("cram 4x4").code, 0);
  std::vector<std::string> lines;
  std::istringstream text(content(file_));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  lines.pop_back();  // the checksum
  const auto first =
      static_cast<std::size_t>(
          std::ranges::find_if(lines, [](const std::string& line) { return line.starts_with("positions "); }) - lines.begin()) +
      1;
  // Lines in full, so that each stands for itself.
  std::vector<std::string> positions;
  for (std::size_t i = first; i < lines.size(); ++i) {
    const std::size_t blank = lines[i].find(' ');
    positions.push_back((positions.empty() ? "" : positions.back().substr(0, std::stoul(lines[i].substr(0, blank)))) +
                        lines[i].substr(blank + 1));
  }
  ASSERT_GE(positions.size(), 100U);
  const auto write = [&](const std::vector<std::string>& changed) {
    std::string forged;
    for (std::size_t i = 0; i + 1 < first; ++i) forged += lines[i] + "\n";
    forged += fmt::format("positions {}\n", changed.size());
    for (const std::string& position : changed) forged += "0 " + position + "\n";
    std::ofstream(file_) << with_checksum(forged);
  };
  write(positions);
  EXPECT_EQ(verified().code, 0);
  int refused = 0;
  for (std::size_t i = 0; refused < 100; i = (i + 1) % positions.size()) {
    // After one move more whoever is to move wins; a row has four cells, two characters each.
    std::vector<std::string> changed = positions;
    std::string& one = changed[i];
    std::size_t cell = static_cast<std::size_t>(refused) % 16;
    const auto is_free = [&](std::size_t at) { return at < 16 && one[2 * at] == '0'; };
    for (std::size_t tried = 0; tried < 16 && !(is_free(cell) && cell % 4 < 3 && is_free(cell + 1)); ++tried)
      cell = (cell + 1) % 16;
    if (!is_free(cell) || cell % 4 == 3 || !is_free(cell + 1)) continue;
    one[2 * cell] = one[2 * cell + 2] = '1';
    write(changed);
    const Result check = verified();
    ASSERT_EQ(check.code, 1) << i << ": " << check.out;
    EXPECT_TRUE(check.out.starts_with("WRONG      cram")) << check.out;
    ++refused;
  }
  std::vector<std::string> without = positions;
  without.pop_back();
  write(without);
  EXPECT_NE(verified().out.find("the start"), std::string::npos);
  std::ofstream(file_) << "bouton strategy 1\ngame cram\n";
  EXPECT_EQ(verified().code, 2);
}

TEST_F(Strategies, AreNotWrittenOfWhatHasNone) {
  EXPECT_EQ(solved("pass-nim 3,1").code, 2);
  EXPECT_EQ(solved("top-entails 5").code, 2);
  EXPECT_EQ(solved("blocking-nim 3,4").code, 2);
  EXPECT_EQ(solved("nim 1 + kayles 2").code, 2);
  EXPECT_EQ(run_bouton(words("solve nim 3 4 --certificate /no/such/folder/x")).code, 2);
}

TEST_F(Strategies, ArePlayedBy) {
  ASSERT_EQ(solved("wythoff 7,9").code, 0);
  const Result game = run_bouton({"play", "wythoff", "7,9", "--certificate", file_.native(), "--first", "machine", "--quiet"},
                                 "1\n1\n1\n1\n1\n1\n1\n1\n");
  EXPECT_EQ(game.code, 0) << game.err;
  EXPECT_NE(game.out.find("You cannot move and lose. I win."), std::string::npos) << game.out;
  EXPECT_EQ(run_bouton({"play", "kayles", "5", "--certificate", file_.native()}, "").code, 2);
}

TEST(WhyValue, NamesAnOptionForEachLesserValue) {
  const Result result = run_bouton(words("why kayles 5 8 --value"));
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.out.find("The Grundy value of a sum is the nim-sum of those of its components, which is 5.\n"),
            std::string::npos);
  EXPECT_NE(result.out.find("kayles 5 has Grundy value 4: the least number that no option has.\n"
                            "  0  one to 2 + 2\n  1  one to 0 + 4\n  2  one to 1 + 3\n  3  two to 0 + 3\n"
                            "None of its 5 moves leads to the value 4, nor to a greater one.\n"),
            std::string::npos)
      << result.out;
  EXPECT_NE(run_bouton(words("why nim 0 --value")).out.find("has Grundy value 0: there is no move."), std::string::npos);
  EXPECT_EQ(run_bouton(words("why misere-nim 3,4 --value")).code, 2);
  EXPECT_EQ(json::parse(run_bouton(words("why wythoff 3,4 --value --format json")).out)["outcome"], "N");
  EXPECT_NE(run_bouton(words("why kayles 4 4")).out.find("So mirror"), std::string::npos);
}

/// The two codes differ at a heap that the literature names.
TEST(EqualGames, OfAFamilyAreClasses) {
  const json found = json::parse(run_bouton(words("survey octal:0.ddd 600 --equal --format json --quiet")).out);
  const auto class_of = [&](const std::string& code) {
    for (std::size_t i = 0; i < found["classes"].size(); ++i)
      for (const json& game : found["classes"][i]["games"])
        if (game["params"]["code"] == code) return i;
    return found["classes"].size();
  };
  EXPECT_EQ(class_of("0.360"), class_of("0.361"));
  EXPECT_NE(class_of("0.161"), class_of("0.360"));
  for (const json& difference : found["differences"])
    if (difference["classes"][0] == class_of("0.161")) {
      EXPECT_EQ(difference["classes"][1], class_of("0.360"));
      EXPECT_EQ(difference["at"], json({519}));
    }
  EXPECT_EQ(class_of("0.050"), class_of("0.200"));
  EXPECT_EQ(found["classes"][class_of("0.050")]["proved"], true);
  const json& kayles = found["classes"][class_of("0.770")]["disguises"];
  EXPECT_TRUE(std::ranges::any_of(kayles, [](const json& one) { return one["game"] == "kayles" && one["proved"] == true; }))
      << kayles;
  const Result text = run_bouton(words("survey subtraction -p set=1:3 30 --equal"));
  EXPECT_NE(text.out.find("subtraction: 3 games, 3 of them different; compared to 30\n"), std::string::npos) << text.out;
  EXPECT_EQ(run_bouton(words("survey subtraction -p set=1:3 30 --equal --format csv")).code, 2);
}

TEST(LongestPlay, IsAskedForByName) {
  EXPECT_NE(run_bouton(words("solve kayles 10 --value longest")).out.find("longest play  10 moves"), std::string::npos);
  EXPECT_EQ(json::parse(run_bouton(words("solve pass-nim 3,1 --value longest --format json")).out)["longest"], nullptr);
  EXPECT_EQ(json::parse(run_bouton(words("solve wythoff 3,4 + nim 5 --value longest --format json")).out)["longest"], 12);
  EXPECT_EQ(run_bouton(words("table pass-nim 2 1 --value longest --format csv")).code, 0);
  EXPECT_EQ(run_bouton(words("sequence kayles 5 --value longest")).out, "0 1 2 3 4 5\n");
  EXPECT_EQ(run_bouton(words("explain wythoff 5 5 --value longest")).code, 0);
}

}  // namespace
}  // namespace bouton::cli
