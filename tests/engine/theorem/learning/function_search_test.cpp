#include "engine/theorem/learning/function_search.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "engine/base/errors.h"
#include "engine/system/certificate_text.h"
#include "engine/theorem/forms/plain.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "engine/theorem/proof/certificate.h"
#include "tests/engine/theorem/generated_rules.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::PlainPositions;
using test::ProgramBuilder;
using test::ProgramRules;

Domain heaps_of(std::size_t dimensions) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < dimensions; ++i) axes.push_back({.name = std::string(1, static_cast<char>('a' + i))});
  return Domain::fixed(axes);
}

FunctionTable plain_table(const Rules& rules, const Position& least) {
  return [&rules, least](const Box& box, const std::function<void(PositionView, std::uint64_t)>& visit) {
    const PlainPositions plain(rules, least, box.high());
    Position position = plain.box().low();
    do
      if (plain.value(position) >= 0) visit(position, static_cast<std::uint64_t>(plain.value(position)));
    while (plain.box().next(position));
  };
}

/// The first position to the box's end of which the theorem has not the value of plain recursion, or has another one too.
std::string first_wrong_value(const Theorem& theorem, const GameFormula& formula, const PlainPositions& plain) {
  Position position = plain.box().low();
  do {
    const GameFormula::Place place = *formula.place_of(widen(position));
    const int right = plain.value(position);
    for (const int value : {0, right - 1, right, right + 1, right + 5}) {
      if (value < 0) continue;
      BigPosition tuple = place.numbers;
      tuple.push_back(widen(Coordinate{value}));
      if (theorem.function[place.sheet].contains(tuple) != (plain.value(position) == value))
        return to_string(PositionView(position));
    }
    if (theorem.p_positions()[place.sheet].contains(place.numbers) != (plain.value(position) == 0))
      return to_string(PositionView(position));
  } while (plain.box().next(position));
  return {};
}

class Functions : public ::testing::Test {
 protected:
  /// What is said of the Grundy function, which agrees with plain recursion to the bound; or why there is none.
  std::string words_of(const Rules& rules, Coordinate compared) {
    const std::size_t dimensions = rules.domain().dimensions();
    const Result<GameFormula> formula = GameFormula::of(rules, dimensions, workspace_);
    if (!formula) return formula.reason();
    TheoremSearch search;
    const Position none(std::vector<Coordinate>(dimensions, 0));
    const Result<Theorem> theorem = find_function(rules, *formula, plain_table(rules, none), limits_, budget_, search);
    if (!theorem) return theorem.reason();
    EXPECT_EQ(
        first_wrong_value(*theorem, *formula, PlainPositions(rules, Position(std::vector<Coordinate>(dimensions, compared)))),
        "");
    EXPECT_FALSE(disproved(*theorem, *formula, workspace_));
    std::vector<std::string> names = {"a", "b", "c"};
    names.resize(dimensions);
    names.push_back("G");
    const std::optional<PlainStatement> statement = plain_function(theorem->function[0], names, workspace_);
    if (!statement) return "?";
    // The formula, as a guess about all values, is proved of the rule again.
    Theorem guessed = *theorem;
    guessed.function = {automaton_of(read_predicate(statement->formula, names), names.size(), theorem->system, workspace_)};
    EXPECT_FALSE(disproved(guessed, *formula, workspace_)) << statement->formula;
    return statement->sentence;
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 200'000, 4'000'000'000};
  TheoremLimits limits_;
};

MoveProgram nim_program(std::size_t dimensions) {
  ProgramBuilder b(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Slot t = b.slot();
    std::vector<ExpressionId> to;
    for (std::size_t j = 0; j < dimensions; ++j) to.push_back(j == i ? b.sub(b.x(j), b.t(t)) : b.x(j));
    b.program.body.push_back(b.loop(t, b.c(1), b.x(i), b.c(1), {b.option(to)}));
  }
  return b.program;
}

/// Nim, and from both heaps s >= 1 and t >= 1 with s + t < h (Fraenkel and Lorberbom 1991).
MoveProgram cyclic_nimhoff(std::int64_t h) {
  ProgramBuilder b(2);
  b.program = nim_program(2);
  const Slot s = b.slot(), t = b.slot();
  const ExpressionId most = b.binary(Op::min, b.x(1), b.sub(b.c(h - 1), b.t(s)));
  b.program.body.push_back(
      b.loop(s, b.c(1), b.x(0), b.c(1),
             {b.loop(t, b.c(1), most, b.c(1), {b.option({b.sub(b.x(0), b.t(s)), b.sub(b.x(1), b.t(t))})})}));
  return b.program;
}

MoveProgram subtraction_program(const std::vector<std::int64_t>& amounts) {
  ProgramBuilder b(1);
  for (const std::int64_t amount : amounts)
    b.program.body.push_back(b.branch(b.binary(Op::less_equal, b.c(amount), b.x(0)), {b.option({b.sub(b.x(0), b.c(amount))})}));
  return b.program;
}

TEST_F(Functions, Nim) {
  EXPECT_EQ(words_of(ProgramRules(heaps_of(2), nim_program(2)), 70), "G is the nim-sum of a and b");
  EXPECT_EQ(words_of(ProgramRules(heaps_of(3), nim_program(3)), 20), "G is the nim-sum of a, b and c");
}

TEST_F(Functions, CyclicNimhoff) {
  for (const int h : {3, 4})
    EXPECT_EQ(words_of(ProgramRules(heaps_of(2), cyclic_nimhoff(h)), 70),
              fmt::format("G is {0} times the nim-sum of floor(a/{0}) and floor(b/{0}), plus (a + b) mod {0}", h));
}

/// One left, one down, or both.
MoveProgram king_program() {
  ProgramBuilder b(2);
  for (const auto& [s, t] : {std::pair(1, 0), {0, 1}, {1, 1}})
    b.program.body.push_back(b.branch(
        b.binary(Op::less_equal, b.c(s), b.x(0)),
        {b.branch(b.binary(Op::less_equal, b.c(t), b.x(1)), {b.option({b.sub(b.x(0), b.c(s)), b.sub(b.x(1), b.c(t))})})}));
  return b.program;
}

TEST_F(Functions, OfTheKingByCases) {
  EXPECT_EQ(words_of(ProgramRules(heaps_of(2), king_program()), 70),
            "G is (a + b) mod 2 where the lesser is even, 3 where a + b is odd, else 2");
}

TEST_F(Functions, OfOneHeap) {
  // {1, 2, 3}: n mod 4. {1, 3, 4}: period 7 (Winning Ways). All but 1 and 2: the values grow.
  EXPECT_EQ(words_of(ProgramRules(heaps_of(1), subtraction_program({1, 2, 3})), 3000), "G is a mod 4");
  EXPECT_EQ(words_of(ProgramRules(heaps_of(1), subtraction_program({1, 3, 4})), 3000),
            "G for a = 0, 1, ... is 0, 1, 0, 1, 2, 3, 2, and from a = 0 on the same again 7 later");
  ProgramBuilder but(1);
  const Slot t = but.slot();
  but.program.body = {but.loop(t, but.c(3), but.x(0), but.c(1), {but.option({but.sub(but.x(0), but.t(t))})})};
  EXPECT_EQ(words_of(ProgramRules(heaps_of(1), but.program), 400), "G is floor(a/3)");
}

/// Two coins on different squares, each moves down to a free one: the value is the nim-sum less 1 (Welter 1954).
TEST_F(Functions, WeltersOfTwoCoins) {
  ProgramBuilder b(2), valid(2);
  const auto differ = [](ProgramBuilder& of, ExpressionId a, ExpressionId other) {
    return of.program.unary(Op::logical_not, of.binary(Op::equal, a, other));
  };
  for (const std::size_t i : {0U, 1U}) {
    const Slot t = b.slot();
    std::vector<ExpressionId> to = {b.x(0), b.x(1)};
    to[i] = b.t(t);
    b.program.body.push_back(
        b.loop(t, b.c(0), b.sub(b.x(i), b.c(1)), b.c(1), {b.branch(differ(b, b.t(t), b.x(1 - i)), {b.option(to)})}));
  }
  ProgramRules rules(heaps_of(2), b.program);
  valid.program.body = {valid.finish(differ(valid, valid.x(0), valid.x(1)))};
  rules.set_valid(valid.program);
  const Result<GameFormula> formula = GameFormula::of(rules, 2, workspace_);
  ASSERT_TRUE(formula) << formula.reason();
  TheoremSearch search;
  const Result<Theorem> theorem = find_function(rules, *formula, plain_table(rules, {0, 0}), limits_, budget_, search);
  ASSERT_TRUE(theorem) << theorem.reason();
  for (Coordinate x = 0; x < 3000; x += 13)
    for (Coordinate y = 0; y < 3000; y += 17)
      for (const Coordinate more : {0, 1})
        EXPECT_EQ(theorem->function[0].contains({widen(x), widen(y), widen((x ^ y) + more)}), false);
  for (Coordinate x = 0; x < 3000; x += 13)
    for (Coordinate y = 0; y < 3000; y += 17)
      if (x != y) EXPECT_TRUE(theorem->function[0].contains({widen(x), widen(y), widen((x ^ y) - 1)}));
}

/// Wythoff's game has no such function with few states; the search ends and says how far it came.
TEST_F(Functions, OfWythoffsGameNoneIsFound) {
  limits_.most_states = 40;
  limits_.most_learnt = 63;
  EXPECT_EQ(words_of(ProgramRules(heaps_of(2), test::wythoff_program()), 10),
            "no automaton was found for the Grundy function, in tables of numbers up to 63");
  EXPECT_EQ(words_of(ProgramRules(heaps_of(2), test::wythoff_program(), Play::misere), 10),
            "Grundy values exist under normal play only");
}

/// Any state or transition that is another: refused.
TEST_F(Functions, ChangedOnesAreDisproved) {
  const ProgramRules rules(heaps_of(2), cyclic_nimhoff(3));
  const Result<GameFormula> formula = GameFormula::of(rules, 2, workspace_);
  TheoremSearch search;
  const Result<Theorem> theorem = find_function(rules, *formula, plain_table(rules, {0, 0}), limits_, budget_, search);
  ASSERT_TRUE(theorem) << theorem.reason();
  const Automaton& right = theorem->function[0];
  // A proof that takes too much is none.
  const auto is_refused = [&](const Theorem& changed) {
    AutomataWorkspace workspace(budget_, 3'000, 5'000'000);
    bool refused = true;
    within_limits([&] { refused = disproved(changed, *formula, workspace).has_value(); });
    return refused;
  };
  for (std::size_t state = 0; state < right.states(); state += 2) {
    const auto at = static_cast<State>(state);
    Theorem changed = *theorem;
    changed.function[0].set_accepting(at, !right.accepting(at));
    EXPECT_TRUE(is_refused(changed)) << state;
    const auto letter = static_cast<Letter>(state % right.letters());
    changed = *theorem;
    changed.function[0].set_next(at, letter, right.next(at, letter) == 0 ? 1 : 0);
    EXPECT_TRUE(is_refused(changed)) << state << " by " << letter;
  }
  Theorem changed = *theorem;
  changed.function.push_back(right);
  EXPECT_EQ(disproved(changed, *formula, workspace_), "it is about another number of sheets");
  changed.function = {theorem->p_positions()[0]};
  EXPECT_EQ(disproved(changed, *formula, workspace_), "its automata are about other numbers");
}

/// Written, read, proved again; and with any number of its lines changed, refused, though the checksum is right.
TEST_F(Functions, Certificates) {
  const ProgramRules rules(heaps_of(2), nim_program(2));
  const Result<GameFormula> formula = GameFormula::of(rules, 2, workspace_);
  TheoremSearch search;
  const Result<Theorem> theorem = find_function(rules, *formula, plain_table(rules, {0, 0}), limits_, budget_, search);
  ASSERT_TRUE(theorem) << theorem.reason();
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "function_certificate";
  write_certificate(file, {"nim", {}, Play::normal, 2, statement_checksum(*formula), *theorem});
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  std::filesystem::remove(file);
  EXPECT_TRUE(is_theorem_certificate(text.str()));
  const TheoremCertificate read = parse_theorem_certificate(text.str(), "test");
  EXPECT_EQ(read.theorem.function, theorem->function);
  EXPECT_FALSE(disproved(read.theorem, *formula, workspace_));
  const std::string right = text.str().substr(0, text.str().rfind("checksum"));
  for (std::size_t at = right.find("tracks"); at < right.size(); ++at) {
    if ((right[at] < '0' || right[at] > '9') && right[at] != '-') continue;
    for (const char other : {'0', '1', '2', '-'}) {
      if (right[at] == other) continue;
      std::string wrong = right;
      wrong[at] = other;
      bool refused = true;
      try {
        AutomataWorkspace workspace(budget_, 3'000, 5'000'000);
        const TheoremCertificate forged = parse_theorem_certificate(with_checksum(wrong), "test");
        within_limits([&] { refused = disproved(forged.theorem, *formula, workspace).has_value(); });
      } catch (const RequestError&) {}
      EXPECT_TRUE(refused) << at << " to " << other;
    }
  }
}

/// No false theorem: what is proved of a generated rule agrees with plain recursion at ten times the size.
TEST_F(Functions, OfGeneratedRules) {
  int proved = 0;
  const auto property = [&] {
    test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(40, rc::gen::inRange<std::uint16_t>(0, 5040)));
    const std::size_t dimensions = draw.one_in(2) ? 2 : 1;
    limits_.most_learnt = dimensions == 1 ? 63 : 31;
    limits_.most_states = 40;
    limits_.most_states_of_any = 10'000;
    limits_.most_steps = 6'000'000;
    test::RuleGenerator generator(draw, dimensions, limits_.most_learnt);
    const std::unique_ptr<ProgramRules> rules = generator.rules();
    AutomataWorkspace workspace(budget_, 100'000, 50'000'000);
    const Result<GameFormula> formula = GameFormula::of(*rules, dimensions, workspace);
    if (!formula) return;
    TheoremSearch search;
    const Result<Theorem> theorem =
        find_function(*rules, *formula, plain_table(*rules, generator.least()), limits_, budget_, search);
    if (!theorem) return;
    ++proved;
    const Coordinate compared = dimensions == 1 ? 630 : 310;
    const PlainPositions plain(*rules, generator.least(), Position(std::vector<Coordinate>(dimensions, compared)));
    RC_ASSERT(first_wrong_value(*theorem, *formula, plain) == "");
  };
  rc::detail::TestMetadata metadata;
  rc::detail::TestParams params;
  params.seed = 34;
  params.maxSuccess = test::is_long() ? 3000 : 15;
  const auto result = rc::detail::checkTestable(property, metadata, params);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    ADD_FAILURE() << text.str();
  }
  if (test::is_long()) EXPECT_GT(proved, 300);
}

}  // namespace
}  // namespace bouton
