// Questions about the games of rules/ that cannot be answered within the limits, or that are stopped. None of these tests ends
// in reasonable time where a limit is not looked at.
#include <bit>
#include <cstdio>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/misere/game_quotient.h"
#include "engine/plan/claims.h"
#include "engine/plan/under_play.h"
#include "engine/study/sequence/heap_run.h"
#include "engine/verify/verify.h"
#include "tests/engine/reports.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

constexpr Coordinate kGreatest = kGreatestCoordinate;

Sum at(const Position& position) { return {{0, widen(position)}}; }

struct Huge {
  const char* game;
  Position position;
};

class HugePosition : public testing::TestWithParam<Huge> {};

/// What lies below is known to be too much before the first position is looked at, or when it has filled the memory.
// Takes some 4 s of Nimrod: a theorem is looked for in vain, and then millions of positions are searched, or a table of
// outcomes grows until it has no room.
TEST_P(HugePosition, IsRefusedAtOnce) {
  const std::shared_ptr<const Game> game = GameUnderTest::load(GetParam().game);
  Budget budget;
  budget.memory = std::size_t{256} << 20;
  Solver solver({game->rules}, budget);
  try {
    solver.solve(at(GetParam().position));
    FAIL() << "an answer";
  } catch (const LimitError& error) {
    const std::string message = error.what();
    EXPECT_TRUE(error.limit() == Limit::memory || message.find("too large to count up to") != std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, HugePosition,
                         testing::Values(Huge{"nimrod", {kGreatest, 1}}, Huge{"nimrod", {1'000'000'000'000, 7}},
                                         Huge{"lasker", {kGreatest}}, Huge{"lasker", {4'000'000'000}}),
                         [](const auto& info) { return std::string(info.param.game) + std::to_string(info.index); });

/// Fraenkel (2011): n is P in Mark where the number of zeros that its binary digits end in is odd, and where n = 0.
// Takes some 10 s: a Grundy value, which the theorem does not tell, is refused when 5,000,000 positions have been searched for
// it, as many as are usual, and two are asked for.
TEST(HugeHeaps, AreAnsweredWhereATheoremIsProvedOfTheRule) {
  const std::shared_ptr<const Game> game = GameUnderTest::load("mark");
  for (const Coordinate n :
       {kGreatest, kGreatest - 1, Coordinate{1} << 61, Coordinate{1} << 62, Coordinate{1'000'000'000'000}}) {
    Solver solver({game->rules}, Budget{});
    const Answer answer = solver.solve(at({n}));
    EXPECT_EQ(answer.value.outcome, std::countr_zero(static_cast<std::uint64_t>(n)) % 2 == 1 ? Outcome::P : Outcome::N) << n;
    EXPECT_EQ(answer.solver, "theorem");
  }
  // What a theorem does not tell is refused as ever.
  Solver solver({game->rules}, Budget{});
  for (const Coordinate n : {kGreatest, Coordinate{1'000'000'000'000}}) EXPECT_THROW(solver.grundy(at({n})), LimitError) << n;
}

TEST(HugeHeaps, AQuotientOrAGenusOfThemIsRefusedAtOnce) {
  const auto kayles = GameUnderTest::load("kayles");
  const auto nim = GameUnderTest::load("nim", {});
  EXPECT_THROW(quotient_to(*kayles, kGreatest, Budget{}), LimitError);
  EXPECT_THROW(quotient_to(*kayles, 1'000'000, Budget{}), LimitError);
  EXPECT_THROW(misere_position({kayles->rules}, {{0, Position{1'000'000'000'000}}}, Budget{}), LimitError);
  EXPECT_THROW(misere_position({nim->rules}, {{0, Position{kGreatest}}}, Budget{}), LimitError);
}

/// Partitions of 400 into numbers that differ are beyond 10^16: what can come of a heap of Grundy's game is of that order.
// Takes some 4 s: a misère quotient is built heap by heap as far as it may grow before the sums are counted.
TEST(HugeHeaps, SumsOfThemUnderMiserePlayAreRefusedWithAnEstimate) {
  const auto game = GameUnderTest::load("grundy");
  Solver solver({under_play(game->rules, Play::misere)}, Budget{});
  try {
    solver.outcome(at({400}));
    FAIL() << "an answer";
  } catch (const LimitError& error) {
    const std::string message = error.what();
    EXPECT_EQ(error.limit(), Limit::memory);
    double sums = 0;
    EXPECT_EQ(std::sscanf(message.c_str(), "about %lf sums can come from heap 400, and no misère quotient", &sums), 1)
        << message;
    EXPECT_GT(sums, 1e12);
  }
}

TEST(HugeHeaps, ATableBehindWhatCanBeCountedIsRefused) {
  const auto lasker = GameUnderTest::load("lasker");
  Solver solver({lasker->rules}, Budget{});
  EXPECT_THROW(solver.table(Box({1'000'000'000'000}, {1'000'000'000'005}), ValueKind::grundy), LimitError);
}

class TableProgress : public testing::TestWithParam<std::tuple<const char*, Position, ValueKind>> {};

TEST_P(TableProgress, HasOneTotal) {
  const auto& [name, high, kind] = GetParam();
  const auto game = GameUnderTest::load(name);
  Position low;
  for (std::size_t i = 0; i < high.size(); ++i) low.push_back(game->rules->domain().axis(i).least);
  const Box box(low, high);
  for (const unsigned threads : {1U, 2U}) {
    test::Reports reports;
    Budget budget;
    budget.threads = threads;
    budget.progress = reports.listener();
    Solver({game->rules}, budget).table(box, kind);
    reports.expect_one_total("positions", box.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, TableProgress,
                         testing::Values(std::tuple("wythoff", Position{900, 900}, ValueKind::grundy),
                                         std::tuple("wythoff", Position{900, 900}, ValueKind::outcome),
                                         std::tuple("wythoff", Position{900, 900}, ValueKind::remoteness),
                                         std::tuple("nimrod", Position{5000, 9}, ValueKind::outcome),
                                         std::tuple("nimrod", Position{5000, 9}, ValueKind::grundy),
                                         std::tuple("take-away", Position{3000, 3000}, ValueKind::outcome),
                                         std::tuple("pass-nim", Position{90, 90}, ValueKind::grundy)),
                         [](const auto& info) {
                           std::string text = std::get<0>(info.param) + std::string(name(std::get<2>(info.param)));
                           std::erase(text, '-');
                           return text;
                         });

TEST(HeapProgress, HasOneTotal) {
  const auto grundy = GameUnderTest::load("grundy");
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  Solver({grundy->rules}, budget).table(Box({0}, {60'000}), ValueKind::grundy);
  reports.expect_one_total("positions", 60'001);
}

TEST(HeapProgress, HasOneTotalWhereAPeriodIsLookedFor) {
  const auto grundy = GameUnderTest::load("grundy");
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  run_heaps(*grundy, {.last = 60'000, .period = true, .checkpoint = {}}, budget);
  reports.expect_one_total("heaps", 60'000);
}

/// Kernels look now and then; how often says how much they do between two looks.
TEST(Stopping, EndsTablesOfEveryKind) {
  struct Case {
    const char* game;
    Position high;
    ValueKind kind;
    std::int64_t looks;
  };
  const Case kCases[] = {{"wythoff", {400, 400}, ValueKind::grundy, 3},     {"wythoff", {400, 400}, ValueKind::outcome, 1},
                         {"wythoff", {400, 400}, ValueKind::remoteness, 3}, {"nimrod", {3000, 9}, ValueKind::grundy, 5},
                         {"nimrod", {300'000, 9}, ValueKind::outcome, 5},   {"kayles", {100'000}, ValueKind::grundy, 10},
                         {"take-away", {2000, 2000}, ValueKind::outcome, 1}};
  for (const Case& c : kCases) {
    SCOPED_TRACE(std::string(c.game) + " " + std::string(name(c.kind)));
    const auto game = GameUnderTest::load(c.game);
    Position low;
    for (std::size_t i = 0; i < c.high.size(); ++i) low.push_back(game->rules->domain().axis(i).least);
    const Box box(low, c.high);
    look_at_claims(game->rules, Budget());  // which the first question begins with, and no other
    test::expect_stops(
        [&](const Budget& budget) {
          Solver solver({game->rules}, budget, {.closed_form = false});
          solver.table(box, c.kind);
        },
        c.looks);
  }
}

TEST(Stopping, EndsQuotientsAndGenera) {
  const auto kayles = GameUnderTest::load("kayles");
  test::expect_stops([&](const Budget& budget) { quotient_to(*kayles, 12, budget); }, 40);
  test::expect_stops([&](const Budget& budget) { misere_position({kayles->rules}, {{0, Position{12}}}, budget); }, 20);
}

}  // namespace
}  // namespace bouton
