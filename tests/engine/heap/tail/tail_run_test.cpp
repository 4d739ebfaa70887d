#include "engine/heap/tail/tail_run.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/engine/heap/reference.h"

namespace bouton {
namespace {

constexpr std::uint64_t kReach = TailRules::kLeastReach;

/// The values of heaps 0 to last, periods not used.
HeapSequence counted(const std::string& code, std::uint64_t last) {
  HeapSequence sequence(TakeAndBreak::parse(code));
  sequence.use_periods(false);
  sequence.extend(last, Budget());
  return sequence;
}

/// The classes that fit the values.
ValueClasses classes_of(const HeapSequence& sequence) {
  ValueCounts counts;
  for (std::uint64_t heap = 1; heap < sequence.size(); ++heap) counts.add(sequence.values()[heap], heap);
  return fit_classes(counts, bounded_moves(sequence.game())->two);
}

/// Compares the heaps from `begin` on with the values that another way finds.
void expect_the_same(const HeapSequence& sequence, const TailRules& rules, std::uint64_t begin) {
  TailRun run(rules, rules.window(sequence.values(), begin));
  while (run.end() + kTailBlock < sequence.size() && !run.stuck()) {
    const std::uint64_t first = run.end();
    run.advance();
    for (std::uint64_t heap = first; heap < run.end(); ++heap)
      ASSERT_EQ(run.value(heap), sequence.values()[heap]) << sequence.game().code() << " " << heap;
    ASSERT_TRUE(run.stuck() || run.window(run.end()) == rules.window(sequence.values(), run.end()));
  }
  EXPECT_GT(run.end(), begin);
}

TEST(TailRun, FindsTheValuesThatTheSparseWayFinds) {
  for (const char* code : {"0.104", "0.106", "0.054", "0.1777", "0.77", "0.644", "0.156", "4.7", "0.45"}) {
    const HeapSequence sequence = counted(code, 200'000);
    const Result<TailRules> rules = TailRules::fit(sequence.game(), sequence.values());
    ASSERT_TRUE(rules) << code << ": " << rules.reason();
    expect_the_same(sequence, *rules, 100'000);
    expect_the_same(sequence, *rules, 100'001);
  }
}

TEST(TailRun, FindsTheValuesThatThePlainWayFinds) {
  for (const char* code : {"0.104", "0.106", "0.054"}) {
    HeapSequence sequence(TakeAndBreak::parse(code));
    sequence.extend(24'000, HeapWay::plain, Budget());
    const Result<TailRules> rules = TailRules::of(sequence.game(), sequence.values(), classes_of(sequence), kReach);
    ASSERT_TRUE(rules) << code << ": " << rules.reason();
    expect_the_same(sequence, *rules, rules->least_heap());
  }
}

// Windows that look the same, one heap apart: where the parity of the heap counts, their values differ.
TEST(TailRun, TheParityOfTheHeapIsPartOfTheStateWhereItCounts) {
  std::set<bool> counts;
  for (const char* code : {"0.104", "0.106", "0.054", "0.77", "0.45"}) {
    const HeapSequence sequence = counted(code, 10'000);
    const Result<TailRules> rules = TailRules::of(sequence.game(), sequence.values(), classes_of(sequence), kReach);
    if (!rules) continue;
    const TailWindow window = rules->window(sequence.values(), rules->least_heap());
    TailWindow next = window;
    for (std::size_t i = 0; i < next.values.size(); ++i)
      next.values[i] = rules->common_value(rules->reduced(window.values[i]), window.heap + 1 - next.values.size() + i);
    next.heap = window.heap + 1;
    const TailRun a(*rules, window), b(*rules, next);
    EXPECT_EQ(TailRun::same_state(a, a.end(), b, b.end()), window.values == next.values) << code;
    counts.insert(rules->classes().with_size);
  }
  EXPECT_EQ(counts.size(), 2U);
}

TEST(TailRules, RefusesWhatHasNoFiniteState) {
  const auto refusal = [](const char* code, std::uint64_t last) {
    const HeapSequence sequence = counted(code, last);
    return TailRules::fit(sequence.game(), sequence.values()).reason();
  };
  EXPECT_NE(refusal("all-but {1,2}", 1000), "");
  EXPECT_NE(refusal("subtraction {1,2,5}", 1000), "");
  EXPECT_NE(refusal("0.8", 1000), "");
  EXPECT_NE(refusal("4.3...", 1000), "");
  EXPECT_NE(refusal("4.0 all-equal", 1000), "");
  EXPECT_EQ(refusal("0.77", 60'000), "too few values are known");
  EXPECT_NE(refusal("4.0 unequal", 100'000), "");  // rare heaps go on to 48,399,022
  EXPECT_NE(refusal("0.007", 30'000), "");
}

/// What TailRun does, from its definition: a step from windows of any values, a heap at a time.
struct Steps {
  const TailRules& rules;
  std::vector<Grundy> values;  ///< of the window, and those found
  std::uint64_t first;         ///< the heap of the first

  Grundy at(std::uint64_t heap) const { return values[heap - first]; }
  bool is_common(Grundy value, std::uint64_t heap) const { return rules.classes().common(value, heap); }

  std::set<Grundy> options(std::uint64_t heap) const {
    std::set<Grundy> found;
    for (const std::uint64_t k : rules.moves().one) found.insert(at(heap - k));
    for (const std::uint64_t k : rules.moves().two)
      for (std::uint64_t small = 1; small <= rules.reach(); ++small) found.insert(rules.first()[small] ^ at(heap - k - small));
    return found;
  }
  /// Nothing where the value does not follow.
  std::optional<Grundy> step() {
    const std::uint64_t heap = first + values.size();
    const std::set<Grundy> excluded = options(heap);
    Grundy candidate = 0;
    while (candidate < 128 && (!is_common(candidate, heap) || excluded.contains(candidate))) ++candidate;
    if (candidate >= 128) return std::nullopt;
    for (Grundy value = 0; value < candidate; ++value)
      if (!excluded.contains(value)) return std::nullopt;
    values.push_back(candidate);
    return candidate;
  }
};

// Windows that no game has: the same steps, and stuck at the same heap.
RC_GTEST_PROP(TailRun, StepsFromAnyWindowAreThoseOfTheDefinitionSlow, ()) {
  static std::map<std::string, std::pair<HeapSequence, TailRules>> games;
  const std::string code = *rc::gen::elementOf(std::vector<std::string>{"0.104", "0.106", "0.054", "0.1777", "0.77", "4.7"});
  if (!games.contains(code)) {
    HeapSequence sequence = counted(code, 10'000);
    Result<TailRules> rules = TailRules::of(sequence.game(), sequence.values(), classes_of(sequence), kReach);
    games.emplace(code, std::pair(std::move(sequence), *std::move(rules)));
  }
  const TailRules& rules = games.at(code).second;
  const std::uint64_t heap = rules.least_heap() + *rc::gen::inRange(0, 3);
  TailWindow window = rules.window(games.at(code).first.values(), rules.least_heap() + 3);
  window.heap = heap;
  const auto most = *rc::gen::elementOf(std::vector<int>{4, 8, 16, 32, 60});
  const int changed = *rc::gen::elementOf(std::vector<int>{1, 10, 4000});
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::uint64_t random = seed * std::uint64_t{2} + 1;
  const auto next = [&](std::uint64_t below) {
    return (random = random * 6364136223846793005 + 1442695040888963407) >> 33 % below;
  };
  for (int i = 0; i < changed; ++i)
    window.values[next(1U << 30) % window.values.size()] = static_cast<std::uint8_t>(next(1U << 30) % most);
  for (std::size_t i = 0; i < window.values.size(); ++i)
    window.values[i] = rules.common_value(rules.reduced(window.values[i]), heap - window.values.size() + i);
  RC_ASSERT(rules.is_window(window));
  TailRun run(rules, window);
  Steps steps{rules, {window.values.begin(), window.values.end()}, heap - window.values.size()};
  for (int block = 0; block < 2 && !run.stuck(); ++block) {
    const std::uint64_t first = run.end();
    run.advance();
    for (std::uint64_t n = first; n < run.end(); ++n) {
      const std::optional<Grundy> value = steps.step();
      RC_ASSERT(value.has_value());
      RC_ASSERT(*value == run.value(n));
    }
    if (run.stuck()) RC_ASSERT(!steps.step().has_value());
  }
}

/// A code of random digits.
std::string random_code() {
  std::string code = *rc::gen::element<std::string>("0.", "4.");
  const int digits = *rc::gen::inRange(1, 6);
  for (int i = 0; i < digits; ++i) code += static_cast<char>('0' + *rc::gen::inRange(0, 8));
  return code;
}

RC_GTEST_PROP(TailRun, AgreesWithThePlainWayForRandomCodesSlow, ()) {
  const TakeAndBreak game = TakeAndBreak::parse(random_code());
  const std::optional<BoundedMoves> moves = bounded_moves(game);
  RC_PRE(moves && !moves->two.empty());
  HeapSequence sequence(game);
  sequence.extend(3000, HeapWay::plain, Budget());
  RC_PRE(sequence.values().greatest() < 64);
  sequence.extend(12'000, HeapWay::plain, Budget());
  const Result<TailRules> rules = TailRules::of(game, sequence.values(), classes_of(sequence), kReach);
  RC_PRE(static_cast<bool>(rules));
  TailRun run(*rules, rules->window(sequence.values(), rules->least_heap()));
  while (run.end() + kTailBlock < sequence.size() && !run.stuck()) run.advance();
  for (std::uint64_t heap = rules->least_heap(); heap < run.end(); ++heap)
    if (run.end() - heap < rules->window_size()) RC_ASSERT(run.value(heap) == sequence.values()[heap]);
}

}  // namespace
}  // namespace bouton
