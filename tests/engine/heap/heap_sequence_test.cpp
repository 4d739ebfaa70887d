#include "engine/heap/heap_sequence.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <tuple>

#include "engine/base/errors.h"
#include "engine/heap/period/period.h"
#include "engine/heap/sequence_period.h"
#include "tests/engine/heap/reference.h"
#include "tests/engine/oracle.h"
#include "tests/engine/reports.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::list_of;
using test::values_by_options;
using test::values_of;

TEST(HeapSequence, AgreesWithTheDefinition) {
  // clang-format off
  const std::tuple<const char*, Coordinate> cases[] = {
      {"0.77", 120},      {"0.07", 120},          {"0.137", 120},          {"0.007", 120},        {"0.6", 120},
      {"4.0", 120},       {"4.0 unequal", 120},   {"4.3...", 60},          {"0.7 unequal", 80},   {"4.7077 unequal", 80},
      {"0.333", 60},      {"0.3...", 60},         {"all-but {1,4,5}", 80}, {"0.(03)", 80},        {"0.(013)", 80},
      {"0.(0370)", 60},   {"0.(12) unequal", 60}, {"0.8", 40},             {"0.F", 40},           {"0.0A7", 40},
      {"0.{2,3}", 40},    {"0.{2+}", 24},         {"0.{3+}", 24},          {"0.{1,3+}5", 24},     {"{2+}.0", 24},
      {"{3}.1", 40},      {"{2+}.0 unequal", 24}, {"0.F unequal", 40},     {"0.{3+} unequal", 24}, {"0.{2+}3 not-all-equal", 24},
      {"0.F8 not-all-equal", 36}, {"{3}.0 not-all-equal", 36}, {"{3}.0 unequal", 36},
      {"{3}.0 all-equal", 60}, {"0.F all-equal", 60},  {"{2+}.3 all-equal", 24}, {"0.{2,5}", 30},  {"0.{5}", 30},
      {"0.8...", 30},     {"0.(8F)", 24},         {"4.(07)", 40},          {"0.0{0,2+}...", 20}, {"0.1(4)", 60}, {"0.0", 20}, {"0.1", 20},
  };
  // clang-format on
  for (const auto& [code, last] : cases)
    EXPECT_EQ(values_of(code, static_cast<std::uint64_t>(last)), values_by_options(TakeAndBreak::parse(code), last)) << code;
}

RC_GTEST_PROP(HeapSequence, AgreesWithTheDefinitionForRandomCodes, ()) {
  const std::size_t size = *rc::gen::inRange<std::size_t>(1, 6);
  std::vector<HeapCounts> digits(1);
  const auto bits = rc::gen::weightedOneOf<std::uint64_t>({{3, rc::gen::inRange<std::uint64_t>(0, 4)},
                                                           {3, rc::gen::inRange<std::uint64_t>(0, 8)},
                                                           {1, rc::gen::inRange<std::uint64_t>(0, 64)}});
  if (*rc::gen::inRange(0, 3) == 0) digits[0] = HeapCounts::of_bits(*bits & ~3ULL);
  for (std::size_t k = 1; k < size; ++k) digits.push_back(HeapCounts::of_bits(*bits));
  if (*rc::gen::inRange(0, 6) == 0) digits.back().insert_from(*rc::gen::inRange(2U, 5U));
  const std::size_t repeat = *rc::gen::inRange<std::size_t>(0, size);
  const auto constraint = *rc::gen::weightedElement<HeapConstraint>({{4, HeapConstraint::none},
                                                                     {2, HeapConstraint::unequal},
                                                                     {1, HeapConstraint::not_all_equal},
                                                                     {1, HeapConstraint::all_equal}});
  const TakeAndBreak game(digits, repeat, constraint);
  RC_LOG() << game.code() << "\n";
  RC_ASSERT(values_of(game.code(), 20) == values_by_options(game, 20));
}

TEST(HeapSequence, AgreesWithOracles) {
  for (const auto& [code, file] : {std::pair("0.77", "kayles_500"), std::pair("0.07", "dawsons_kayles_500"),
                                   std::pair("0.137", "dawsons_chess_500"), std::pair("4.0 unequal", "grundys_game_500")})
    EXPECT_EQ(values_of(code, 500), test::oracle(file).get<std::vector<Grundy>>()) << code;
}

// Sizes at which every way works with whole tiles, blocks and windows; ends that cut them.
TEST(HeapSequence, WaysAgreeSlow) {
  // clang-format off
  const std::tuple<const char*, std::uint64_t> cases[] = {
      {"0.77", 6001},  {"0.07", 5777},          {"0.137", 8192},         {"0.16", 9000},  {"4.0 unequal", 11321}, {"0.6", 9000},
      {"0.007", 7000}, {"0.106", 8191},         {"4.0", 6000},           {"0.07 unequal", 6000}, {"0.6 unequal", 9000},
      {"0.04", 6000},  {"0.000000000000000000004", 6000}, {"0.7777777", 5000}, {"0.35", 6000}, {"0.165", 6000}, {"4.70707 unequal", 5000},
      {"0.600000000000000000000000000000000000000000000000000000000000000000000007", 7000},
  };
  // clang-format on
  for (const auto& [code, last] : cases) {
    const std::vector<Grundy> plain = values_of(code, last, HeapWay::plain);
    EXPECT_EQ(values_of(code, last, HeapWay::dense), plain) << code;
    EXPECT_EQ(values_of(code, last, HeapWay::sparse), plain) << code;
    EXPECT_EQ(values_of(code, last), plain) << code;
  }
}

// Whatever instructions the processor has, and with none but those that every one has.
TEST(HeapSequence, InstructionSetsAgreeSlow) {
  const std::tuple<const char*, std::uint64_t, HeapWay> cases[] = {{"4.0 unequal", 6000, HeapWay::sparse},
                                                                   {"0.6", 11000, HeapWay::sparse},
                                                                   {"0.106", 6000, HeapWay::sparse},
                                                                   {"0.007", 5000, HeapWay::dense}};
  for (const auto& [code, last, way] : cases) {
    HeapSequence plain(TakeAndBreak::parse(code));
    plain.extend(last - 1200, HeapWay::plain, Budget());
    const GrundyValues begun = plain.values();
    plain.extend(last, HeapWay::plain, Budget());
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      HeapSequence sequence(plain.game(), begun);
      sequence.extend(last, way, Budget());
      EXPECT_EQ(sequence.values(), plain.values()) << code << " by " << hwy::TargetName(target);
    }
    hwy::SetSupportedTargetsForTest(0);
  }
}

// Where two heaps of one size would be an option with value 0 that the rule forbids, and no other pair has that value.
TEST(HeapSequence, WaysAgreeWhereOnlyEqualHeapsWouldHaveTheValue) {
  for (const char* code : {"0.502 unequal", "0.224 unequal"}) {
    const std::vector<Grundy> plain = values_of(code, 4489, HeapWay::plain);
    EXPECT_EQ(values_of(code, 4489, HeapWay::dense), plain) << code;
    EXPECT_EQ(values_of(code, 4489, HeapWay::sparse), plain) << code;
  }
}

RC_GTEST_PROP(HeapSequence, WaysAgreeForRandomCodesSlow, ()) {
  const std::size_t size = *rc::gen::inRange<std::size_t>(2, 6);
  std::vector<HeapCounts> digits(1);
  if (*rc::gen::inRange(0, 3) == 0) digits[0] = HeapCounts::of_bits(4);
  for (std::size_t k = 1; k < size; ++k) digits.push_back(HeapCounts::of_bits(*rc::gen::inRange<std::uint64_t>(0, 8)));
  const TakeAndBreak game(digits, 0, *rc::gen::element(HeapConstraint::none, HeapConstraint::unequal));
  RC_PRE(game.most_heaps().value_or(0) == 2);
  const std::uint64_t last = *rc::gen::inRange<std::uint64_t>(4200, 4900);
  const std::vector<Grundy> plain = values_of(game.code(), last, HeapWay::plain);
  RC_ASSERT(values_of(game.code(), last, HeapWay::dense) == plain);
  RC_ASSERT(values_of(game.code(), last, HeapWay::sparse) == plain);
}

TEST(HeapSequence, GoesOnPieceByPiece) {
  HeapSequence sequence(TakeAndBreak::parse("4.0 unequal"));
  for (const std::uint64_t last : {0U, 1U, 63U, 64U, 65U, 2047U, 2049U, 4100U, 4101U, 5000U, 6200U, 6201U, 9000U})
    sequence.extend(last, Budget());
  EXPECT_EQ(list_of(sequence.values()), values_of("4.0 unequal", 9000, HeapWay::plain));
  HeapSequence later(sequence.game(), sequence.values());
  later.extend(12000, Budget());
  EXPECT_EQ(list_of(later.values()), values_of("4.0 unequal", 12000, HeapWay::plain));
}

// The rare heaps of Grundy's game are known: Flammenkamp's list has 1287 of them, all within the first 5 * 10^7.
TEST(HeapSequence, FindsRareHeapsOfGrundysGameSlow) {
  HeapSequence sequence(TakeAndBreak::parse("4.0 unequal"));
  sequence.extend(200'000, Budget());
  EXPECT_TRUE(sequence.rare_heaps().has_value());
  if (!test::is_long()) return;
  sequence.extend(50'000'000, Budget());
  EXPECT_EQ(sequence.rare_heaps(), 1287U);
  EXPECT_EQ(sequence.values()[48'399'022], 259U);
}

TEST(HeapSequence, TwoThreadsFindTheSameSlow) {
  HeapSequence one(TakeAndBreak::parse("0.007"));
  one.extend(65'000, Budget());
  HeapSequence two(one.game(), one.values());
  Budget threads;
  threads.threads = 2;
  one.extend(68'011, HeapWay::dense, Budget());
  two.extend(68'011, HeapWay::dense, threads);
  EXPECT_EQ(one.values(), two.values());
}

// A second thread checks what the first one has guessed; games with few and with many rare heaps, and values that grow wider.
TEST(HeapSequence, TwoThreadsFindTheSameInTheSparseSpaceSlow) {
  Budget threads;
  threads.threads = 2;
  for (const auto& [code, last] : {std::pair("4.0 unequal", 40'000U), std::pair("0.16", 100'000U), std::pair("0.6", 25'000U)}) {
    HeapSequence one(TakeAndBreak::parse(code));
    one.extend(9'000, HeapWay::dense, Budget());  // from heap 10'344 on there are values of 0.6 that take two bytes
    HeapSequence two(one.game(), one.values());
    one.extend(last, HeapWay::sparse, Budget());
    two.extend(last, HeapWay::sparse, threads);
    EXPECT_EQ(one.values(), two.values()) << code;
  }
}

TEST(HeapSequence, PeriodsGiveTheSameValuesSlow) {
  for (const auto& [code, last] :
       {std::pair("0.77", 20'000U), std::pair("0.07", 20'000U), std::pair("0.165", 40'000U), std::pair("0.16", 600'000U),
        std::pair("4.7 unequal", 20'000U), std::pair("0.333", 3'000U)}) {
    HeapSequence by_period(TakeAndBreak::parse(code));
    by_period.extend(last, Budget());
    HeapSequence without(by_period.game());
    without.use_periods(false);
    without.extend(last, Budget());
    EXPECT_EQ(by_period.values(), without.values()) << code;
    EXPECT_EQ(by_period.way() == HeapWay::periodic, code != std::string("4.7 unequal")) << code;
    EXPECT_NE(without.way(), HeapWay::periodic) << code;
  }
}

TEST(HeapSequence, TakesAsManyBytesAsTheValuesNeed) {
  HeapSequence kayles(TakeAndBreak::parse("0.77"));
  kayles.extend(300'000, Budget());
  EXPECT_EQ(kayles.values().width(), 1U);
  EXPECT_LT(kayles.memory(), 300'001U + (2U << 20));
  HeapSequence nim(TakeAndBreak::parse("0.3..."));
  nim.extend(70'000, Budget());
  EXPECT_EQ(nim.values().width(), 4U);
  EXPECT_EQ(nim.values()[70'000], 70'000U);
}

TEST(HeapSequence, StopsWhenAskedAndGoesOn) {
  std::atomic<bool> stop = false;
  Budget budget;
  budget.stop = &stop;
  std::uint64_t reports = 0;
  budget.progress = [&](const Progress& progress) {
    EXPECT_LE(progress.done, progress.total);
    if (++reports == 3) stop = true;
  };
  HeapSequence sequence(TakeAndBreak::parse("0.106"));
  EXPECT_THROW(sequence.extend(10'000'000, budget), Interrupted);
  const std::uint64_t size = sequence.size();
  EXPECT_GT(size, 10'000U);
  EXPECT_LT(size, 10'000'000U);
  stop = false;
  sequence.extend(size + 30'000, budget);
  EXPECT_EQ(list_of(sequence.values()), values_of("0.106", size + 30'000));
}

/// Where a period is looked for the sequence is extended step by step; what was asked for is one number all the same.
TEST(HeapSequence, ReportsTheTotalThatWasAskedFor) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  HeapSequence sequence(TakeAndBreak::parse("0.106"));
  sequence.extend(1000, {});
  EXPECT_EQ(find_period(sequence, 100'000, budget), std::nullopt);
  reports.expect_one_total("heaps", 100'000);
}

// Takes some 5 s: of 0.8 the values of all partitions into three heaps are kept, which takes the square of the number of heaps,
// and the work is done whole to count the looks, and then in part for each of four stops.
TEST(HeapSequence, StopsBetweenOneGroupOfHeapsAndTheNext) {
  for (const char* code : {"0.106", "4.3...", "0.8"}) {
    SCOPED_TRACE(code);
    test::expect_stops(
        [&](const Budget& budget) {
          HeapSequence sequence(TakeAndBreak::parse(code));
          sequence.use_periods(false);
          sequence.extend(3000, budget);
        },
        30);
  }
}

TEST(HeapSequence, MoreHeapsThanMemoryHasRoomForAreRefusedAtOnce) {
  HeapSequence sequence(TakeAndBreak::parse("0.77"));
  for (const std::uint64_t last : {std::uint64_t{1} << 62, ~std::uint64_t{0}, (std::uint64_t{1} << 63) - 1})
    EXPECT_THROW(sequence.extend(last, {}), LimitError);
  EXPECT_LT(sequence.size(), 10U);
}

TEST(HeapSequence, RefusesWaysThatDoNotApply) {
  for (const char* code : {"0.333", "4.3...", "0.8", "0.7 all-equal"}) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    EXPECT_THROW(sequence.extend(10, HeapWay::sparse, Budget()), RequestError) << code;
    EXPECT_THROW(sequence.extend(10, HeapWay::dense, Budget()), RequestError) << code;
  }
  Budget small;
  small.memory = 1 << 20;
  HeapSequence sequence(TakeAndBreak::parse("0.77"));
  EXPECT_THROW(sequence.extend(10'000'000, small), LimitError);
}

}  // namespace
}  // namespace bouton
