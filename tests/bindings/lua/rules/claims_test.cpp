// Rule files whose claims are false: an error that names the claim and its line, never two answers that contradict each other.
#include <gtest/gtest.h>

#include "engine/base/errors.h"
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
  EXPECT_EQ(answer.solver, "nimbers");
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

/// Nim, whose positions are lists of numbers, with further fields. Its values are nim-sums (Bouton, 1901).
std::string nim_of_terms(const std::string& fields) {
  return "return game { position = value(), " + fields + R"(
  moves = function(v)
    for i = 1, #v do
      for t = 1, v[i] do
        local w = { table.unpack(v) }
        w[i] = w[i] - t
        move(w)
      end
    end
  end })";
}

/// Games that name no position: claims are compared at what is asked, and what can be reached from there.
TEST(FalseClaims, OfGamesOfTermsAreErrorsOrHarmless) {
  const std::pair<const char*, bool> claims[] = {
      {"normalize = function(v) table.sort(v) return v end,", true},
      {"normalize = function(v) local w = {} for _, n in ipairs(v) do if n > 0 then w[#w + 1] = n end end return w end,", true},
      {"normalize = function(v) return {} end,", false},
      {"normalize = function(v) return { v[1] } end,", false},
      {"normalize = function(v) for i = 1, #v do v[i] = math.min(v[i], 2) end return v end,", false},
      {"components = function(v) local w = {} for i = 1, #v do w[i] = { v[i] } end return w end,", true},
      {"components = function(v) return { { v[1] } } end,", false},
      {"components = function(v) local w = {} for i = 2, #v do w[i - 1] = { v[i] } end return w end,", false}};
  const std::pair<const char*, Nimber> positions[] = {
      {"{3,2}", Nimber(1)}, {"{1,2,3}", Nimber(0)}, {"{4,1}", Nimber(5)}, {"{0,3,3}", Nimber(0)}, {"{2,0,1,3}", Nimber(0)}};
  int refused = 0;
  for (const auto& [claim, is_true] : claims)
    for (const auto& [text, value] : positions) {
      SCOPED_TRACE(std::string(claim) + text);
      RuleDirectory directory;
      const auto game = directory.load(nim_of_terms(claim));
      Solver solver({game->rules}, Budget());
      try {
        const Answer answer = solver.solve({{0, parse_position(*game, text)}});
        EXPECT_EQ(answer.value.outcome, value == Nimber(0) ? Outcome::P : Outcome::N);
        EXPECT_EQ(answer.value.grundy, value);
        EXPECT_EQ(answer.winning_moves.empty(), value == Nimber(0));
        EXPECT_EQ(answer.claim.find("normalize"), std::string::npos) << "it was compared";
      } catch (const ContradictedClaim& error) {
        EXPECT_FALSE(is_true) << error.what();
        EXPECT_NE(std::string(error.what()).find(is_true ? "" : std::string(claim).substr(0, 9)), std::string::npos)
            << error.what();
        EXPECT_NE(std::string(error.what()).find("{"), std::string::npos) << error.what();
        ++refused;
      }
    }
  EXPECT_GE(refused, 15);
}

/// What start makes of small numbers, an opening and facts are positions that a file names.
TEST(FalseClaims, OfGamesOfTermsAreComparedAtStartsOpeningsAndFacts) {
  const std::string wrong = "normalize = function(v) return {} end,";
  for (const char* names : {"example = { 3 },", "opening = { 3 },", "start = function(n) return { n } end,",
                            "start = function() return { 2 } end,", "known = { grundy = { { { 2 }, 2 } } },"}) {
    const std::string error = error_of(nim_of_terms(wrong + names));
    EXPECT_NE(error.find("normalize says that {"), std::string::npos) << names << error;
    EXPECT_NE(error.find("} is the same as {}"), std::string::npos) << names << error;
  }
  EXPECT_EQ(error_of(nim_of_terms(wrong)), "") << "there is no position to compare at";
  EXPECT_EQ(
      error_of(nim_of_terms("start = function(n) return { n, n } end, normalize = function(v) table.sort(v) return v end,")),
      "");
}

/// verify is not content with nothing.
TEST(FalseClaims, OfGamesOfTermsWithoutPositionsAreNotVerified) {
  RuleDirectory directory;
  const auto compared = [&](const std::string& fields) {
    const auto game = directory.load(nim_of_terms(fields));
    std::uint64_t compared = 0;
    for (const Check& check : verify(*game, verification_box(*game, Budget()), Budget())) {
      EXPECT_FALSE(check.difference) << *check.difference;
      compared += check.compared;
    }
    return compared;
  };
  const std::string sorted = "normalize = function(v) table.sort(v) return v end,";
  EXPECT_EQ(compared(sorted), 0U);
  EXPECT_GT(compared(sorted + "start = function(n) return { n, 1 } end,"), 0U);
}

/// Where the look at a claim takes too long, the answer says which claim it rests on.
TEST(FalseClaims, ThatAreComparedNowhereAreNamed) {
  RuleDirectory directory;
  const auto game = directory.load(R"(return game { position = value(),
  moves = function(v) local x = 0 for i = 1, 3000000 do x = x + i end if v[1] > 0 then move({ v[1] - 1 }) end end,
  normalize = function(v) return v end })");
  const Answer answer = Solver({game->rules}, Budget()).solve({{0, parse_position(*game, "{2}")}});
  EXPECT_EQ(answer.value.outcome, Outcome::P);
  EXPECT_EQ(answer.claim, "normalize (bad.lua:3)");
}

/// Heaps as one heap of their nim-sum: of the same value, and of nothing else the same.
TEST(SameValue, TellsValuesAndNothingElse) {
  RuleDirectory directory;
  const std::string fields = "same_value = function(v) local x = 0 for _, n in ipairs(v) do x = x ~ n end return { x } end,";
  const auto game = directory.load(nim_of_terms(fields)), plain = directory.load(nim_of_terms(""));
  for (const char* text : {"{3,2}", "{1,2,3}", "{1,1,1}", "{2,2}", "{4,1,1}", "{}"}) {
    SCOPED_TRACE(text);
    const BigPosition position = parse_position(*game, text);
    Solver solver({game->rules}, Budget()), reference({plain->rules}, Budget());
    EXPECT_EQ(solver.grundy({{0, position}}), reference.grundy({{0, position}}));
    EXPECT_EQ(solver.remoteness({{0, position}}), reference.remoteness({{0, position}}));
    const Answer answer = solver.solve({{0, position}}), expected = reference.solve({{0, position}});
    EXPECT_EQ(answer.value.grundy, expected.value.grundy);
    EXPECT_EQ(answer.value.outcome, expected.value.outcome);
    EXPECT_EQ(answer.winning_moves.size(), expected.winning_moves.size());
    Solver misere({under_play(game->rules, Play::misere)}, Budget()),
        plain_misere({under_play(plain->rules, Play::misere)}, Budget());
    EXPECT_EQ(misere.outcome({{0, position}}), plain_misere.outcome({{0, position}}));
    Solver nimbers({game->rules}, Budget(), {.only = MethodChoice{Method::nimbers, {}}});
    EXPECT_EQ(nimbers.grundy({{0, position}}), reference.grundy({{0, position}}));
  }
}

/// It saves work in the search by nimbers: of eight heaps of 3 there are 165 positions up to their order, and four values.
TEST(SameValue, SavesTheSearchOfEqualValues) {
  RuleDirectory directory;
  std::uint64_t calls = 0;
  directory.options.print = [&](std::string_view) { ++calls; };
  const std::string one = "same_value = function(v) local x = 0 for _, n in ipairs(v) do x = x ~ n end return { x } end,";
  const auto calls_of = [&](const std::string& fields) {
    std::string text = nim_of_terms(fields);
    text.replace(text.find("for i = 1, #v do"), 0, "print('called') ");
    const auto game = directory.load(text);
    calls = 0;
    Solver solver({game->rules}, Budget(), {.claims = false, .only = MethodChoice{Method::nimbers, {}}});
    EXPECT_EQ(solver.grundy({{0, parse_position(*game, "{3,3,3,3,3,3,3,2}")}}), Nimber(1));
    return calls;
  };
  EXPECT_LT(10 * calls_of(one), calls_of(""));
}

TEST(SameValue, ThatIsFalseIsAnErrorOfItsLine) {
  for (const char* wrong : {"same_value = function(v) return { v[1] } end,", "same_value = function(v) return {} end,"}) {
    const std::string error = error_of(nim_of_terms(std::string(wrong) + " example = { 2, 1 },"));
    EXPECT_NE(error.find("same_value says that {"), std::string::npos) << wrong << error;
  }
  const std::string of_numbers =
      "return game { position = { 'a', 'b' },\n  same_value = function(a, b) return a * b, 0 end,\n"
      "  moves = function(a, b) for t = 1, a do move(a - t, b) end for t = 1, b do move(a, b - t) end end }";
  EXPECT_NE(error_of(of_numbers).find("bad.lua:2: same_value says that"), std::string::npos) << error_of(of_numbers);
}

}  // namespace
}  // namespace bouton
