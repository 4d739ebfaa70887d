// Sequences that the rule files name, against what the OEIS publishes of them (tests/data/oeis.txt); and sequence --oeis.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bindings/cli/oeis/stripped.h"
#include "engine/base/errors.h"
#include "tests/bindings/cli/program.h"

namespace bouton::cli {
namespace {

using nlohmann::json;

const std::string kPublished = BOUTON_SOURCE_DIRECTORY "/tests/data/oeis.txt";

class OeisOfGames : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(OeisOfGames, IsTheSequenceThatTheirSourceNames) {
  const auto& [game, number] = GetParam();
  const json found =
      json::parse(run_bouton(words(fmt::format("sequence {} 100 --oeis {} --format json", game, kPublished))).out);
  ASSERT_EQ(found["oeis"].size(), 1U) << found["oeis"];
  EXPECT_EQ(found["oeis"][0]["number"], number);
  EXPECT_EQ(found["oeis"][0]["skipped"], 0);
  EXPECT_EQ(found["oeis"][0]["its_skipped"], 0);
  EXPECT_GE(found["oeis"][0]["terms"], 50);
  const json card = json::parse(run_bouton(words(fmt::format("games {} --format json", game))).out);
  EXPECT_NE(card["source"].get<std::string>().find(number), std::string::npos) << card["source"];
}

INSTANTIATE_TEST_SUITE_P(Games, OeisOfGames,
                         ::testing::Values(std::pair{"kayles", "A002186"}, std::pair{"dawsons-chess", "A002187"},
                                           std::pair{"grundy", "A002188"}),
                         [](const auto& info) { return std::string(info.param.second); });

/// A002187 says it: Dawson's Kayles has the values of Dawson's chess, one heap later.
TEST(Oeis, FindsSequencesThatBeginElsewhere) {
  const Result text = run_bouton(words("sequence dawsons-kayles 60 --oeis " + kPublished));
  EXPECT_EQ(text.code, 0);
  EXPECT_NE(text.out.find("OEIS: A002187, 54 terms agree, without the first 1\n"), std::string::npos) << text.out;
}

TEST(Oeis, SaysWhatAgreesAndWhatDoesNot) {
  const std::vector<std::uint32_t> constant(50, 0), short_one = {0, 1, 2, 3};
  const TemporaryDirectory directory;
  directory.write("s", "# head\nA000001 ,0,0,0,0,0,0,0,0,0,0,\nA000002 ,0,1,2,3,\nA000003 ,9,5,6,7,8,9,10,11,12,\n");
  const std::string file = (directory.path() / "s").native();
  EXPECT_TRUE(oeis_matches(file, constant, Budget()).empty());
  EXPECT_TRUE(oeis_matches(file, short_one, Budget()).empty());
  const std::vector<std::uint32_t> values = {5, 6, 7, 8, 9, 10, 11, 12, 13, 14};
  const std::vector<OeisMatch> found = oeis_matches(file, values, Budget());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].number, "A000003");
  EXPECT_EQ(found[0].its_skipped, 1U);
  EXPECT_EQ(found[0].terms, 8U);
  const Result none = run_bouton(words("sequence nim 9 --oeis s"), "", directory.path());
  EXPECT_NE(none.out.find("OEIS: no sequence agrees\n"), std::string::npos) << none.out;
}

TEST(Oeis, RefusesWhatIsNoListOfSequences) {
  const TemporaryDirectory directory;
  directory.write("s", "nothing of the kind\n");
  EXPECT_EQ(run_bouton(words("sequence nim 9 --oeis s"), "", directory.path()).err,
            "bouton: --oeis: s holds no sequences; give the OEIS's stripped.gz (lines 'A000001 ,0,1,1,')\n");
  EXPECT_EQ(run_bouton(words("sequence nim 9 --oeis nowhere"), "", directory.path()).err,
            "bouton: --oeis: cannot read nowhere\n");
  EXPECT_EQ(run_bouton(words("sequence nim 9 --oeis s --format csv"), "", directory.path()).code, 2);
}

}  // namespace
}  // namespace bouton::cli
