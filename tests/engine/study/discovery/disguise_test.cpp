// Games that are others in disguise, beside values by the definition.
#include "engine/study/discovery/disguise.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

#include "engine/heap/heap_sequence.h"
#include "engine/plan/solver.h"
#include "tests/engine/games.h"
#include "tests/engine/heap/reference.h"
#include "tests/engine/study/studies.h"
#include "tests/many_cases.h"

namespace bouton {
namespace {

/// The values of heaps 0 to `last` by the definition.
std::vector<std::uint32_t> values_of(const std::string& code, Coordinate last) {
  return test::values_by_options(TakeAndBreak::parse(code), last);
}

Table table_of(const std::vector<std::uint32_t>& values) {
  return {
      .box = Box({0}, {static_cast<Coordinate>(values.size()) - 1}), .kind = ValueKind::grundy, .cells = values, .loopy = {}};
}

/// As a rule nobody recognises has them: values alone, and a period where one is proved.
ComparedValues compared(const std::string& code, Coordinate last, bool with_period) {
  ComparedValues values{"mine", table_of(values_of(code, last))};
  if (!with_period) return values;
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.extend(4000, Budget());
  values.period = find_period(sequence.game(), sequence.values());
  if (values.period && !values.period->proved) values.period.reset();
  return values;
}

std::vector<Disguise> disguises(const ComparedValues& values, const Library& library = {}) {
  const Budget budget;
  return DisguiseFinder(library, budget).find(values);
}

const Disguise* by_code(const std::vector<Disguise>& found, std::string_view code) {
  const auto at = std::ranges::find(found, code, &Disguise::code);
  return at == found.end() ? nullptr : &*at;
}

/// 0.137, 0.07 and 0.4 are one sequence that begins at different places (Winning Ways, chapter 4).
TEST(Disguise, DawsonsChessIsShortCodesShifted) {
  const std::vector<Disguise> found = disguises(compared("0.137", 400, true));
  const Disguise *chess = by_code(found, "0.4"), *kayles = by_code(found, "0.07");
  ASSERT_TRUE(chess && kayles);
  EXPECT_EQ(chess->shift, 2);
  EXPECT_EQ(kayles->shift, 1);
  for (const Disguise* one : {chess, kayles}) {
    EXPECT_EQ(one->from, 0);
    EXPECT_TRUE(one->proved);
  }
  EXPECT_EQ(statement_of(*kayles), "the Grundy values are those of 0.07: heap n is its heap n + 1");
  EXPECT_LE(found.size(), 3U);
}

TEST(Disguise, WithoutAPeriodSaysHowFarItLooked) {
  const std::vector<Disguise> found = disguises(compared("0.77", 90, false));
  const Disguise* kayles = by_code(found, "0.77");
  ASSERT_TRUE(kayles);
  EXPECT_FALSE(kayles->proved);
  EXPECT_EQ(kayles->checked_to, 90);
}

/// The values of 0.161 and 0.36 differ where heaps are large.
TEST(Disguise, IsNotSaidToBeProvedOfCodesThatDifferFarAway) {
  const std::vector<std::uint32_t> a = values_of("0.161", 700), b = values_of("0.36", 700);
  const auto first = static_cast<Coordinate>(std::ranges::mismatch(a, b).in1 - a.begin());
  ASSERT_LT(first, 700);
  for (const Coordinate last : {Coordinate{100}, first - 1}) {
    const std::vector<Disguise> found = disguises(compared("0.161", last, true));
    const Disguise* other = by_code(found, "0.36");
    ASSERT_TRUE(other) << last;
    EXPECT_FALSE(other->proved);
    EXPECT_EQ(other->checked_to, last);
  }
  EXPECT_EQ(by_code(disguises(compared("0.161", 700, true)), "0.36"), nullptr);
}

TEST(Disguise, OfAHeapThatIsWorthItsSizeIsNimAlone) {
  const std::vector<Disguise> found = disguises(compared("0.3...", 60, false));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].game, "nim");
  EXPECT_FALSE(found[0].proved);
}

TEST(Disguise, NeedsValuesThatAreNotAllTheSame) {
  EXPECT_TRUE(disguises({"mine", table_of(std::vector<std::uint32_t>(200, 0))}).empty());
  EXPECT_TRUE(disguises({"mine", table_of({0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2})}).empty());
}

/// Whatever is said of a generated code holds as far as it was checked, and what is proved much further.
TEST(Disguise, HoldsAsFarAsItSays) {
  int proved = 0, others = 0;
  const auto property = [&] {
    std::string code = *rc::gen::element<std::string>("0.", "0.", "0.", "4.");
    const int digits = *rc::gen::inRange(1, 5);
    for (int i = 0; i < digits; ++i) code += static_cast<char>('0' + *rc::gen::inRange(0, 8));
    if (code.back() == '0') code.back() = '7';
    const Coordinate last = *rc::gen::inRange<Coordinate>(40, 200);
    for (const Disguise& disguise : disguises(compared(code, last, true))) {
      if (disguise.code.empty()) continue;  // nim
      const Coordinate to = disguise.proved ? 400 : disguise.checked_to;
      const std::vector<std::uint32_t> own = values_of(code, to), other = values_of(disguise.code, to + 8);
      for (Coordinate n = disguise.from; n <= to; ++n)
        RC_ASSERT(own[static_cast<std::size_t>(n)] == other[static_cast<std::size_t>(n + disguise.shift)]);
      ++(disguise.proved ? proved : others);
    }
  };
  EXPECT_EQ(test::first_failure(property, 3, 40), "");
  EXPECT_GT(proved, 5);
  EXPECT_GT(others, 0);
}

/// A library of Wythoff's game alone.
Library of_wythoff() {
  return {{"wythoff"}, [](const std::string& name) { return test::named_game(name, test::wythoff()); }};
}

ComparedValues compared_table(const std::string& name, Table table) { return {name, std::move(table)}; }

TEST(Disguise, OfTablesIsFoundInTheLibrary) {
  Solver solver({test::wythoff()}, Budget());
  const Table table = solver.table(Box({0, 0}, {39, 39}), ValueKind::grundy);
  const std::vector<Disguise> found = disguises(compared_table("mine", table), of_wythoff());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].game, "wythoff");
  EXPECT_EQ(found[0].kind, ValueKind::grundy);
  EXPECT_EQ(found[0].checked_to, 39);
  EXPECT_TRUE(disguises(compared_table("wythoff", table), of_wythoff()).empty());  // not of itself
  // One value that is another one far from the origin leaves the P-positions; one that is 0 nothing.
  Table changed = table;
  changed.cells[changed.box.index(Position{38, 39})] = 1000;
  const std::vector<Disguise> lost = disguises(compared_table("mine", changed), of_wythoff());
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0].kind, ValueKind::outcome);
  changed.cells[changed.box.index(Position{38, 39})] = 0;
  EXPECT_TRUE(disguises(compared_table("mine", changed), of_wythoff()).empty());
}

TEST(Disguise, TellsInfiniteNimbersApart) {
  Table a{.box = Box({0}, {0}), .kind = ValueKind::grundy, .cells = {Table::kInfinite}, .loopy = {}}, b = a;
  a.loopy.emplace(0, Nimber::infinity({0, 2}));
  b.loopy.emplace(0, Nimber::infinity({0, 3}));
  EXPECT_FALSE(is_same_value(a, 0, b, 0));
  b.loopy = a.loopy;
  EXPECT_TRUE(is_same_value(a, 0, b, 0));
}

}  // namespace
}  // namespace bouton
