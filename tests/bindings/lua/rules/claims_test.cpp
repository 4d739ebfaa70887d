// Rule files whose claims are false: an error that names the claim and its line, never two answers that contradict each other.
#include <gtest/gtest.h>

#include "engine/plan/claims.h"
#include "engine/plan/solver.h"
#include "engine/plan/under_play.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// What the first question about the game ends in, by each way to ask; empty where it is answered.
std::vector<std::string> errors(const std::shared_ptr<const Game>& game, const BigPosition& position, const Box& box) {
  const std::function<void(Solver&)> questions[] = {
      [&](Solver& solver) {
        solver.solve({{0, position}});
      },
      [&](Solver& solver) {
        solver.solve({{0, position}, {0, position}});
      },
      [&](Solver& solver) {
        solver.outcome({{0, position}});
      },
      [&](Solver& solver) {
        solver.moves({{0, position}});
      },
      [&](Solver& solver) {
        solver.remoteness({{0, position}});
      },
      [&](Solver& solver) { solver.table(box, ValueKind::outcome); },
      [&](Solver& solver) { solver.table(box, ValueKind::remoteness); },
      [&](Solver& solver) { solver.positions(box, [](PositionView) {}); },
  };
  std::vector<std::string> found;
  for (const auto& question : questions) {
    Solver solver({game->rules}, Budget());
    try {
      question(solver);
      found.emplace_back();
    } catch (const ContradictedClaim& error) {
      found.emplace_back(error.what());
    }
  }
  return found;
}

/// What the first look at the claims of the text as a rule file ends in; empty where none is seen to be false.
std::string error_of(const std::string& text, const lua::Settings& settings = {}) {
  RuleDirectory directory;
  const auto game = directory.load(text, settings);
  try {
    look_at_claims(game->rules, Budget());
    return "";
  } catch (const ContradictedClaim& error) {
    return error.what();
  }
}

TEST(FalseClaims, AreErrorsOfTheirLine) {
  const std::string one = "return game {\n  position = { 'a' },\n  moves = function(a) if a > 0 then move(a - 1) end end,\n";
  EXPECT_EQ(error_of(one + "  closed_form = 'nim' }"), "bad.lua:4: closed_form says that 2 is N, by the moves it is P");
  EXPECT_EQ(error_of(one + "  normalize = function(a) return a // 2 end }"),
            "bad.lua:4: the symmetry says that 1 is the same as 0, by the moves one is N, the other P");
  EXPECT_EQ(error_of(one + "\n  heap = { code = '0.77' } }"),
            "bad.lua:5: heap says that the moves are those of 0.77; those of heap 2 are not");
  EXPECT_EQ(error_of("return game { position = { 'a', 'b' },\n  symmetric = true,\n"
                     "  moves = function(a, b) if a > 0 then move(a - 1, b) end end }"),
            "bad.lua:2: the symmetry says that 1,0 is the same as 0,1, by the moves one is N, the other P");
  EXPECT_EQ(error_of("return game { position = piles('a'),\n  independent = true,\n"
                     "  moves = function(a) for i = 1, #a do for t = 1, math.min(a[i], 2 + #a) do\n"
                     "    move(a:with(i, a[i] - t)) end end end }"),
            "bad.lua:2: independent says that 0,4 is the sum of its components, of Grundy value 0; by the moves it has 4");
  // With one value of the parameter it is true.
  const std::string most =
      "local most = param('most', 9)\nreturn game { position = { 'a' }, closed_form = 'nim',\n"
      "  moves = function(a) for t = 1, a do if t ~= most then move(a - t) end end end }";
  EXPECT_EQ(error_of(most, {{"most", "0"}}), "");
  EXPECT_EQ(error_of(most), "bad.lua:2: closed_form says that 9 is N, by the moves it is P");
}

TEST(FalseClaims, OfASymmetryAreSeenWhereMovesSplit) {
  const std::string moves = "  moves = function(n) if n > 0 then move(n - 1) end if n == 2 then split(1, 1) end end,\n";
  EXPECT_EQ(error_of("return game {\n  position = { 'n' },\n" + moves +
                     "  normalize = function(n) if n >= 6 then return n - 1 end return n end }"),
            "bad.lua:4: the symmetry says that 6 is the same as 5, by the moves one is N, the other P");
  EXPECT_EQ(error_of("return game {\n  position = { 'n' }, play = 'misere',\n" + moves +
                     "  normalize = function(n) if n >= 6 then return n - 1 end return n end }"),
            "bad.lua:4: the symmetry says that 6 is the same as 5, by the moves one is N, the other P");
  EXPECT_EQ(error_of("return game {\n  position = { 'n' },\n" + moves +
                     "  normalize = function(n) if n >= 6 then return n - 2 end return n end }"),
            "");
}

/// The diagonal is open only while few squares are filled, which a component does not know of the others.
constexpr const char* kFewFilled =
    "return game { position = board(4, 5), independent = true, moves = function(b)\n"
    "  local n = 0\n"
    "  for r, c in b:cells() do n = n + b:at(r, c) end\n"
    "  for r, c in b:cells() do if b:at(r, c) == 0 and (n < 9 or r ~= c) then move(b:with(r, c, 1)) end end end }";

TEST(FalseClaims, OfIndependenceAreSeenBeyondSmallPositions) {
  RuleDirectory directory;
  const auto game = directory.load(kFewFilled);
  Solver solver({game->rules}, Budget());
  try {
    solver.outcome({{0, BigPosition(20, 0)}});
    ADD_FAILURE();
  } catch (const ContradictedClaim& error) {
    EXPECT_EQ(std::string(error.what()).find("bad.lua:1: independent says that "), 0U) << error.what();
  }
  const Box nothing(Position(std::vector<Coordinate>(20, 1)), Position(std::vector<Coordinate>(20, 1)));
  for (const Check& check : verify(*game, nothing, Budget()))
    if (check.name == "positions against sums of their components") EXPECT_TRUE(check.difference);
}

/// What the solver says that its answer rests on.
std::string claim_of(const std::string& text, const BigPosition& position) {
  RuleDirectory directory;
  const auto game = directory.load(text);
  Solver solver({game->rules}, Budget(), {.only = MethodChoice{Method::nimbers, {}}});
  const Answer answer = solver.solve({{0, position}});
  EXPECT_EQ(answer.solver, "nimber search");
  return answer.claim;
}

TEST(Independence, IsProvedOfListsWhoseMovesLookAtOneNumber) {
  const auto heaps = [](const std::string& body) {
    return "return game { position = piles('a'), symmetric = true,\n  independent = true,\n  moves = function(a)\n" + body +
           " end }";
  };
  const BigPosition large = {120, 130, 140, 150};
  EXPECT_EQ(claim_of(heaps("for i = 1, #a do for t = 1, a[i] do\n"
                           "if t % 3 ~= 2 or t == a[i] then move(a:with(i, a[i] - t)) end end end"),
                     large),
            "");
  // False far out, where nobody has looked: each move looks at the first number, too.
  EXPECT_EQ(
      claim_of(
          heaps("for i = 1, #a do for t = 1, math.min(a[i], 9) do if a[1] ~= 1000 then move(a:with(i, a[i] - t)) end end end"),
          large),
      "independent (bad.lua:2)");
}

TEST(FalseClaims, AreLookedForWithBoundedWorkAndThenBeforeTheFirstAnswer) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'a' }, closed_form = 'nim',\n"
      "  moves = function(a) local x = 0 for i = 1, 10000000 do x = x + i end if a > 0 then move(a - 1) end end }");
  EXPECT_EQ(game->rules->compared(), Rules::Compared::not_yet);
  look_at_claims(game->rules, Budget());
  EXPECT_EQ(game->rules->compared(), Rules::Compared::in_part);
  const auto quick = directory.load(
      "return game { position = { 'a' }, closed_form = 'nim',\n"
      "  moves = function(a) for t = 1, a do move(a - t) end end }");
  look_at_claims(quick->rules, Budget());
  EXPECT_EQ(quick->rules->compared(), Rules::Compared::whole);
}

/// What the moves print is what was played.
TEST(FalseClaims, AreNotLookedForByLoading) {
  RuleDirectory directory;
  std::size_t played = 0;
  directory.options.print = [&](std::string_view) { ++played; };
  const auto game = directory.load(
      "return game { position = { 'a' }, closed_form = 'nim', symmetric = true,\n"
      "  moves = function(a) print(a) for t = 1, a do move(a - t) end end }");
  EXPECT_EQ(played, 0U);
  Solver(rules_of({game}), Budget()).outcome({{0, {3}}});
  EXPECT_GE(played, 100U);  // a position each
  // Not again by those who ask later.
  const std::size_t before = played;
  look_at_claims(game->rules, Budget());
  EXPECT_EQ(played, before);
}

/// A question about the game under another convention looks at what its author claims, too.
TEST(FalseClaims, AreErrorsUnderAnotherConventionToo) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'a' },\n  moves = function(a) if a > 0 then move(a - 1) end end,\n  closed_form = 'nim' }");
  Solver solver(rules_of({game_under_play(game, Play::misere)}), Budget());
  EXPECT_THROW(solver.outcome({{0, {9}}}), ContradictedClaim);
}

TEST(FalseClaims, OfArgumentsThatAFormulaDoesNotTakeAreErrorsOfTheirLine) {
  RuleDirectory directory;
  try {
    directory.load("return game { position = { 'a' },\n  moves = function() end,\n  closed_form = { 'nim', depth = 3 } }");
    FAIL();
  } catch (const RuleError& error) {
    EXPECT_EQ(std::string(error.what()).find("bad.lua:3: "), 0U) << error.what();
  }
}

TEST(FalseClaims, OfAFormulaAreErrors) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game {\n"
      "  position = { 'a', 'b' },\n"
      "  moves = function(a, b)\n"
      "    for t = 1, a do move(a - t, b) end\n"
      "    if b > 0 then move(a, b - 1) end\n"
      "  end,\n"
      "  closed_form = 'nim',\n"
      "}\n");
  for (const std::string& error : errors(game, {3, 4}, Box({0, 0}, {4, 4})))
    EXPECT_EQ(error, "bad.lua:7: closed_form says that 0,2 is N, by the moves it is P");
}

TEST(FalseClaims, OfASymmetryAreErrors) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game {\n"
      "  position = { 'a', 'b' },\n"
      "  symmetric = true,\n"
      "  moves = function(a, b)\n"
      "    if a > 0 then move(a - 1, b) end\n"
      "    if a > 1 then move(a - 2, b) end\n"
      "    if b > 0 then move(a, b - 1) end\n"
      "  end,\n"
      "}\n");
  for (const std::string& error : errors(game, {3, 4}, Box({0, 0}, {4, 4})))
    EXPECT_EQ(error.substr(0, error.find(',')), "bad.lua:3: the symmetry says that 2");
}

TEST(FalseClaims, OfANormalFormAreErrors) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game {\n"
      "  position = { 'a' },\n"
      "  moves = function(a) if a > 0 then move(a - 1) end end,\n"
      "  normalize = function(a) return a // 2 end,\n"
      "}\n");
  for (const std::string& error : errors(game, {9}, Box({0}, {9})))
    EXPECT_EQ(error, "bad.lua:4: the symmetry says that 1 is the same as 0, by the moves one is N, the other P");
}

TEST(FalseClaims, OfATakeAndBreakCodeAreErrors) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'n' }, heap = { code = '0.77' },\n"
      "  moves = function(n) if n > 0 then move(n - 1) end end }\n");
  for (const std::string& error : errors(game, {9}, Box({0}, {9})))
    EXPECT_EQ(error, "bad.lua:1: heap says that the moves are those of 0.77; those of heap 2 are not");
}

TEST(FalseClaims, AboutALargerPositionAreErrorsWhereItIsSearched) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'a' },\n"
      "  moves = function(a) for t = 1, a do if a ~= 200 or t < 200 then move(a - t) end end end,\n"
      "  closed_form = 'nim' }\n");
  Solver solver({game->rules}, Budget());
  EXPECT_EQ(solver.solve({{0, {150}}}).value.outcome, Outcome::N);
  try {
    solver.solve({{0, {200}}});
    ADD_FAILURE();
  } catch (const ContradictedClaim& error) {
    EXPECT_EQ(std::string(error.what()), "bad.lua:3: closed_form says that 200 is N, by the moves it is P");
  }
}

TEST(FalseClaims, AreDifferencesThatVerifyNames) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'a', 'b' }, symmetric = true,\n"
      "  moves = function(a, b) if a > 0 then move(a - 1, b) end end }\n");
  std::size_t different = 0;
  for (const Check& check : verify(*game, Box({0, 0}, {3, 3}), Budget())) {
    different += check.difference ? 1 : 0;
    if (check.name == "positions against their normal forms") EXPECT_TRUE(check.difference->ends_with(" (bad.lua:1)"));
  }
  EXPECT_GE(different, 1U);
}

TEST(FalseClaims, ThatAreTrueAreNone) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game { position = { 'a', 'b' }, symmetric = true, closed_form = 'nim',\n"
      "  moves = function(a, b)\n"
      "    for t = 1, a do move(a - t, b) end\n"
      "    for t = 1, b do move(a, b - t) end\n"
      "  end }\n");
  for (const std::string& error : errors(game, {3, 4}, Box({0, 0}, {4, 4}))) EXPECT_EQ(error, "");
}

TEST(KnownFacts, SayOnWhichLineTheyStand) {
  RuleDirectory directory;
  const auto game = directory.load(
      "return game {\n"
      "  position = { 'n' },\n"
      "  moves = function(n) if n > 0 then move(n - 1) end end,\n"
      "  known = {\n"
      "    outcome = { { {0}, 'P' } },\n"
      "    grundy = {\n"
      "      { {0}, 0 },\n"
      "      { {4}, 1 },\n"
      "    },\n"
      "  },\n"
      "}\n");
  std::optional<std::string> difference;
  for (const Check& check : verify(*game, Box({0}, {3}), Budget()))
    if (check.difference) difference = check.difference;
  EXPECT_EQ(difference, "4 has Grundy value 0, not 1 as bad.lua:8 says");
}

}  // namespace
}  // namespace bouton
