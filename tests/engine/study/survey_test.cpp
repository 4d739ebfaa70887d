#include "engine/study/survey.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"
#include "tests/temporary_directory.h"

namespace bouton {
namespace {

std::vector<std::string> texts_of(const std::vector<FamilyMember>& members) {
  std::vector<std::string> texts;
  for (const FamilyMember& member : members) {
    texts.push_back(member.game);
    for (const auto& [name, value] : member.settings) texts.back() += " " + name + "=" + value;
  }
  return texts;
}

TEST(Families, HaveEveryCombinationTheLastSettingFastest) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(texts_of(members_of({"g", {{"m", "2:3"}, {"x", "a:b"}, {"n", "-1:0"}}})),
            (Texts{"g m=2 x=a:b n=-1", "g m=2 x=a:b n=0", "g m=3 x=a:b n=-1", "g m=3 x=a:b n=0"}));
  EXPECT_EQ(texts_of(members_of({"g", {{"m", "3:10:3"}}})), (Texts{"g m=3", "g m=6", "g m=9"}));
  EXPECT_EQ(texts_of(members_of({"g", {{"m", "3:4:9"}, {"x", "1:2:y"}}})), Texts{"g m=3 x=1:2:y"});
  EXPECT_EQ(texts_of(members_of({"octal:0.d7", {}})).size(), 8U);
  EXPECT_EQ(texts_of(members_of({"octal:0.d7", {}}))[7], "octal code=0.77");
  EXPECT_EQ(texts_of(members_of({"g", {}})), Texts{"g"});
  const test::TemporaryDirectory folder;
  folder.write("b.lua", "");
  folder.write("a.lua", "");
  folder.write("c.txt", "");
  EXPECT_EQ(texts_of(members_of({folder.path().native(), {{"m", "1:2"}}})),
            (Texts{(folder.path() / "a.lua").native() + " m=1:2", (folder.path() / "b.lua").native() + " m=1:2"}));
}

TEST(Families, ThatAreNoneAreRefused) {
  for (const char* range : {"3:2", "1:99999999", "1:9:0", "1:9:-1"})
    EXPECT_THROW(members_of({"g", {{"m", range}}}), RequestError) << range;
  EXPECT_THROW(members_of({"g", {{"m", "1:2000"}, {"n", "1:2000"}}}), RequestError);
  EXPECT_THROW(members_of({"octal:1.d", {}}), RequestError);
  const test::TemporaryDirectory folder;
  EXPECT_THROW(members_of({folder.path().native(), {}}), RequestError);
}

/// A row for each member, in order; what is wrong with one is what its row says.
TEST(Survey, GoesOnAfterAGameThatIsWrong) {
  const std::vector<FamilyMember> members = members_of({"g", {{"m", "1:3"}}});
  const auto load = [](const FamilyMember& member) -> std::shared_ptr<const Game> {
    if (member.settings[0].second == "2") throw RuleError("g.lua:7: wrong");
    return test::named_game("g", test::wythoff());
  };
  std::vector<std::string> errors;
  std::size_t games = 0;
  survey(members, load, 100, Budget(), [&](const SurveyRow& row) {
    errors.push_back(row.error);
    if (!row.game) return;
    ++games;
    ASSERT_TRUE(row.entry.theorem);
    EXPECT_EQ(row.entry.theorem->theorem.reason(), "the moves are not known as a program");
  });
  EXPECT_EQ(errors, (std::vector<std::string>{"", "g.lua:7: wrong", ""}));
  EXPECT_EQ(games, 2U);
  EXPECT_THROW(survey(members, load, 0, Budget(), [](const SurveyRow&) {}), RequestError);
  const auto nowhere = [](const FamilyMember&) -> std::shared_ptr<const Game> { throw RequestError("there is no game 'g'"); };
  EXPECT_THROW(survey(members, nowhere, 100, Budget(), [](const SurveyRow&) {}), RequestError);
}

TEST(Survey, StopsWhereItIsTold) {
  const std::atomic<bool> stop{true};
  Budget budget;
  budget.stop = &stop;
  const auto load = [](const FamilyMember&) { return test::named_game("g", test::nim()); };
  EXPECT_THROW(survey(members_of({"g", {}}), load, 100, budget, [](const SurveyRow&) {}), Interrupted);
}

}  // namespace
}  // namespace bouton
