#include "engine/closed_form/heaps/take_away.h"

#include <random>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/engine/closed_form/agreement.h"
#include "tests/engine/oracle.h"

namespace bouton {
namespace {

using namespace test;
using Function = std::function<long(long)>;

/// The take-away game of f, by the thresholds T: (n, limit) is P iff limit < T[n].
class Thresholds {
 public:
  Thresholds(Function f, long most) : f_(std::move(f)), least_(static_cast<std::size_t>(most) + 1) {
    for (long n = 1; n <= most; ++n) {
      long t = 1;
      while (!wins(n, t)) ++t;
      at(n) = t;
    }
  }
  bool wins(long n, long t) { return t == n || f_(t) < at(n - t); }
  long& at(long n) { return least_[static_cast<std::size_t>(n)]; }
  bool is_P(long n, long limit) { return n == 0 || limit < at(n); }

 private:
  Function f_;
  std::vector<long> least_;
};

ClosedFormArguments arguments(Function f) {
  const IntegerFunction function = [f](std::span<const Integer> x) { return Integer(f(x[0].get_si())); };
  return {{"f", function}};
}

void expect_agreement(const Function& f, long most, long step = 1) {
  const auto closed = form("take-away", arguments(f));
  Thresholds game(f, most);
  for (long n = 0; n <= most; n += step) {
    for (const long limit : {0L, 1L, n == 0 ? 0L : game.at(n) - 1, n == 0 ? 1L : game.at(n), n / 2, n, n + 7}) {
      ASSERT_EQ(is_P(*closed, {n, limit}), game.is_P(n, limit)) << n << "," << limit;
      const Result<WinningMoves> moves = closed->winning_moves({n, limit}, kAll);
      ASSERT_TRUE(moves) << moves.reason();
      std::vector<WinningMove> expected;
      for (long t = 1; t <= std::min(n, limit); ++t)
        if (game.wins(n, t)) expected.push_back({"", {n - t, std::max(f(t), 0L)}});
      ASSERT_TRUE(moves->moves == expected) << n << "," << limit << " " << describe(moves->moves);
      const WinningMoves some = *closed->winning_moves({n, limit}, 2);
      EXPECT_EQ(some.complete, expected.size() <= 2);
      expect_evidence(*closed, {n, limit}, expected);
      expected.resize(std::min<std::size_t>(expected.size(), 2));
      EXPECT_TRUE(some.moves == expected);
    }
  }
  EXPECT_EQ(closed->assumption(), "");
}

const std::map<std::string, Function> kBounds = {
    {"x", [](long x) { return x; }},
    {"2x", [](long x) { return 2 * x; }},
    {"2x-1", [](long x) { return 2 * x - 1; }},
    {"3x", [](long x) { return 3 * x; }},
    {"x^2", [](long x) { return x * x; }},
    {"x+1", [](long x) { return x + 1; }},
    {"3x//2", [](long x) { return 3 * x / 2; }},
    {"7", [](long) { return 7L; }},
    {"0", [](long) { return 0L; }},
    {"-3", [](long) { return -3L; }},
    {"x//2", [](long x) { return x / 2; }},
    {"x-5", [](long x) { return x - 5; }},
    {"min(2x,40)", [](long x) { return std::min(2 * x, 40L); }},
    {"max(x,20)", [](long x) { return std::max(x, 20L); }},
    {"x+30", [](long x) { return x + 30; }},
    {"2^x", [](long x) { return x >= 60 ? 1L << 60 : 1L << x; }},
    {"steps", [](long x) { return x / 10 * 25 + 1; }},
};

TEST(TakeAway, AgreesWithTheRulesSlow) {
  for (const auto& [name, f] : kBounds) {
    SCOPED_TRACE(name);
    expect_agreement(f, 400);
    expect_agreement(f, 2000, 97);
  }
}

TEST(TakeAway, AgreesWithTheRulesForRandomBoundsSlow) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<long> values = {0};
    const long jump = 1 + static_cast<long>(random() % 12);
    for (int x = 1; x <= 260; ++x) {
      const bool stays = random() % 4 == 0;
      values.push_back(values.back() + (stays ? 0 : static_cast<long>(random()) % jump));
    }
    SCOPED_TRACE(round);
    expect_agreement([values](long x) { return values[static_cast<std::size_t>(x)]; }, 250, 1 + round % 3);
  }
}

TEST(TakeAway, AgreesWithTheOracle) {
  const nlohmann::json oracle = test::oracle("takeaway_2000");
  std::size_t compared = 0;
  for (const auto& [name, f] : kBounds) {
    if (!oracle["f"].contains(name)) continue;
    ++compared;
    const auto& expected = oracle["f"][name];
    const auto losing = expected["losing_starts"].get<std::set<long>>();
    TakeAwaySequence sequence([f = f](const Integer& x) { return Integer(f(x.get_si())); }, {});
    ASSERT_FALSE(sequence.prepare(2000));
    for (long n = 1; n <= 2000; ++n) {
      EXPECT_EQ(sequence.least_term(n), expected["min_winning_take"][static_cast<std::size_t>(n)].get<long>()) << name << n;
      EXPECT_EQ(sequence.least_term(n) == n, losing.contains(n));
    }
  }
  EXPECT_EQ(compared, oracle["f"].size());
}

TEST(TakeAway, TheLeastTermIsTheLeastTakeThatWins) {
  for (const auto& [name, f] : kBounds) {
    TakeAwaySequence sequence([f = f](const Integer& x) { return Integer(f(x.get_si())); }, {});
    ASSERT_FALSE(sequence.prepare(150)) << name;
    Thresholds game(f, 150);
    for (long n = 1; n <= 150; ++n) EXPECT_EQ(sequence.least_term(n), game.at(n)) << name << ", n = " << n;
  }
}

TEST(TakeAway, Sequences) {
  const auto terms = [](const std::string& name, long n) {
    TakeAwaySequence sequence([f = kBounds.at(name)](const Integer& x) { return Integer(f(x.get_si())); }, {});
    EXPECT_FALSE(sequence.prepare(n));
    return sequence.terms(n, 100);
  };
  EXPECT_EQ(terms("x", 64), (std::vector<Integer>{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(terms("2x-1", 64), (std::vector<Integer>{1, 2, 4, 8, 16, 32, 64}));
  EXPECT_EQ(terms("2x", 60), (std::vector<Integer>{1, 2, 3, 5, 8, 13, 21, 34, 55}));
  EXPECT_EQ(terms("7", 100), (std::vector<Integer>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(TakeAway, TheHistoryIsTheRecurrence) {
  const std::pair<const char*, Function> kBounds[] = {{"x", [](long x) { return x; }},
                                                      {"2x", [](long x) { return 2 * x; }},
                                                      {"3x", [](long x) { return 3 * x; }},
                                                      {"x^2", [](long x) { return x * x; }},
                                                      {"7", [](long) { return 7L; }}};
  for (const auto& [name, f] : kBounds) {
    TakeAwaySequence sequence([&f](const Integer& x) { return Integer(f(x.get_si())); }, Budget{});
    ASSERT_FALSE(sequence.prepare(1000)) << name;
    const std::vector<TakeAwaySequence::Term> history = sequence.history(1000, 10'000);
    const std::vector<Integer> terms = sequence.terms(1000, 10'000);
    ASSERT_EQ(history.size(), terms.size()) << name;
    EXPECT_EQ(history[0].index, 0U);
    for (std::size_t k = 1; k < history.size(); ++k) {
      std::size_t m = 1;
      while (f(terms[m - 1].get_si()) < terms[k - 1]) ++m;
      EXPECT_EQ(history[k].index, m) << name << ", k = " << k;
      EXPECT_EQ(history[k].added, terms[m - 1]) << name << ", k = " << k;
      EXPECT_EQ(history[k].value, terms[k - 1] + terms[m - 1]) << name << ", k = " << k;
    }
    EXPECT_EQ(sequence.history(1000, 3).size(), 3U);
    for (long n = 1; n <= 1000; ++n) {
      Integer sum = 0;
      for (const auto& [term, times] : sequence.representation(n)) sum += term * times;
      EXPECT_EQ(sum, n) << name;
      EXPECT_EQ(sequence.representation(n).back().term, sequence.least_term(n)) << name << ", n = " << n;
    }
  }
}

TEST(TakeAway, NearestTermAndAnyUnitFail) {
  const auto closed = form("take-away", arguments(kBounds.at("2x")));
  // 12 = 8 + 3 + 1: only taking 1 is a least term; moving to the Fibonacci number 8 loses.
  const WinningMoves moves = *closed->winning_moves({12, 11}, kAll);
  EXPECT_EQ(moves.moves.front(), (WinningMove{"", {11, 2}}));
  EXPECT_EQ(std::ranges::count(moves.moves, (WinningMove{"", {8, 8}})), 0);
  EXPECT_TRUE(is_P(*closed, {1, 0}));
}

TEST(TakeAway, BoundsThatDecreaseAreRefused) {
  const std::vector<std::pair<Function, std::string>> cases = {
      {[](long x) { return 20 - x; }, "f decreases: f(2) = 18 after f(1) = 19"},
      {[](long x) { return x % 7 + 1; }, "f decreases: f(7) = 1 after f(6) = 7"},
      {[](long x) { return x == 50 ? 3 : 2 * x; }, "f decreases: f(50) = 3 after f(49) = 98"},
      {[](long x) { return x % 2 == 0 ? x : 3 * x; }, "f decreases: f(2) = 2 after f(1) = 3"},
      {[](long x) { return x < 5000 ? 2 * x : 1; }, "f decreases: "},
      {[](long x) { return x < 10000 ? 10 : 0; }, "f decreases: "},
      {[](long x) { return x % 5000 + 1; }, "f decreases: "},
  };
  for (const auto& [f, reason] : cases) {
    const auto closed = form("take-away", arguments(f));
    const Result<Outcome> outcome = closed->outcome({20000, 19999});
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.reason().substr(0, reason.size()), reason);
    EXPECT_FALSE(closed->winning_moves({20000, 19999}, 10));
  }
}

TEST(TakeAway, ADecreaseThatNoPlayReachesDoesNotMatter) {
  const Function f = [](long x) { return x == 50 ? 3 : 2 * x; };
  const auto closed = form("take-away", arguments(f));
  EXPECT_TRUE(closed->outcome({50, 49}));
  EXPECT_FALSE(closed->outcome({52, 51}));
  EXPECT_TRUE(closed->winning_moves({50, 50}, kAll));  // the take 50 ends the game
  Thresholds game(f, 50);
  for (long n = 1; n <= 50; ++n) EXPECT_EQ(is_P(*closed, {n, n - 1}), game.is_P(n, n - 1));
}

TEST(TakeAway, FibonacciNumbersOfAThousandDigits) {
  const IntegerFunction twice = [](std::span<const Integer> x) { return Integer(2 * x[0]); };
  const auto closed = form("take-away", {{"f", twice}});
  Integer fibonacci, before;
  mpz_fib2_ui(fibonacci.get_mpz_t(), before.get_mpz_t(), 4785);
  ASSERT_EQ(fibonacci.get_str().size(), 1000U);
  EXPECT_TRUE(is_P(*closed, {fibonacci, fibonacci - 1}));
  EXPECT_FALSE(is_P(*closed, {fibonacci, fibonacci}));
  EXPECT_FALSE(is_P(*closed, {fibonacci + 5, 5}));
  EXPECT_TRUE(is_P(*closed, {fibonacci + 5, 4}));
  EXPECT_FALSE(closed->assumption().empty());
  const Integer n = number_of_digits(1000, 9);
  const WinningMoves moves = *closed->winning_moves({n, n - 1}, 200);
  EXPECT_FALSE(moves.complete);
  ASSERT_EQ(moves.moves.size(), 200U);
  Integer last = n;
  for (const WinningMove& move : moves.moves) {
    EXPECT_TRUE(is_P(*closed, move.to));
    EXPECT_LT(move.to[0], last);
    EXPECT_EQ(move.to[1], 2 * (n - move.to[0]));
    last = move.to[0];
  }
}

TEST(TakeAway, SlowSequencesAreKeptShort) {
  TakeAwaySequence squares([](const Integer& x) { return Integer(x * x); }, {});
  const Integer n("1000000000000000000");
  EXPECT_FALSE(squares.prepare(n));
  EXPECT_LT(squares.run_count(), 100000U);
  const Integer c("1000000000000000000000000000000");
  TakeAwaySequence constant([c](const Integer&) { return c; }, {});
  EXPECT_FALSE(constant.prepare(7 * c));
  EXPECT_EQ(constant.run_count(), 2U);
  EXPECT_EQ(constant.least_term(3 * (c + 1) + 5), 5);
  EXPECT_EQ(constant.least_term(3 * (c + 1)), c + 1);
}

TEST(TakeAway, LimitsAreKept) {
  Budget small;
  small.memory = 1 << 16;
  const IntegerFunction square = [](std::span<const Integer> x) { return Integer(x[0] * x[0]); };
  const auto closed = make_closed_form("take-away", {{"f", square}}, small);
  EXPECT_THROW((*closed)->outcome({number_of_digits(100, 1), 5}), LimitError);
}

/// A sum of terms as it must be: f of each is less than the next greater one. There is no other (Schwenk 1970).
TEST(TakeAway, ANumberIsOneSumOfTerms) {
  const Function kBounds[] = {[](long x) { return x; }, [](long x) { return 2 * x; }, [](long x) { return x * x; },
                              [](long x) { return 3 * x + 1; }};
  for (const Function& f : kBounds) {
    TakeAwaySequence sequence([f](const Integer& x) { return Integer(f(x.get_si())); }, {});
    ASSERT_FALSE(sequence.prepare(500));
    const std::vector<Integer> terms = sequence.terms(500, 1000);
    for (long n = 1; n <= 500; ++n) {
      Integer sum = 0, before = 0;
      for (const TakeAwaySequence::Summand& summand : sequence.representation(n)) {
        EXPECT_EQ(summand.times, 1);
        EXPECT_EQ(std::ranges::count(terms, summand.term), 1);
        if (before > 0) EXPECT_LT(f(summand.term.get_si()), before) << n;
        before = summand.term;
        sum += summand.term;
      }
      EXPECT_EQ(sum, n);
      EXPECT_EQ(before, sequence.least_term(n));
    }
  }
}

TEST(TakeAway, TheLastTermOfASequenceThatEndsIsThereSeveralTimes) {
  TakeAwaySequence sequence([](const Integer&) { return Integer(3); }, {});  // 1, 2, 3, 4
  ASSERT_FALSE(sequence.prepare(100));
  const std::vector<TakeAwaySequence::Summand> sum = sequence.representation(23);
  ASSERT_EQ(sum.size(), 2U);
  EXPECT_EQ(sum[0].term, 4);
  EXPECT_EQ(sum[0].times, 5);
  EXPECT_EQ(sum[1].term, 3);
}

}  // namespace
}  // namespace bouton
