#include "engine/heap/code/take_and_break.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "engine/base/errors.h"

namespace bouton {
namespace {

TEST(TakeAndBreakCode, IsReadAndWritten) {
  const std::tuple<const char*, const char*> cases[] = {
      {"0.77", "0.77"},
      {"00.77", nullptr},
      {".77", "0.77"},
      {"0.770", "0.77"},
      {"4.0 unequal", "4.0 unequal"},
      {" 4. unequal ", "4.0 unequal"},
      {"4.3...", "4.3..."},
      {"0.333", "0.333"},
      {"0.3...", "0.3..."},
      {"0.33...", "0.3..."},
      {"0.(3)", "0.3..."},
      {"0.(33)", "0.3..."},
      {"0.0(30)", "0.(03)"},
      {"0.(0)", "0.0"},
      {"0.", "0.0"},
      {"0.f", "0.F"},
      {"0.{2,3}", "0.C"},
      {"0.{2,5}", "0.{2,5}"},
      {"0.{ 2+ }", "0.{2+}"},
      {"0.{2,3+}", "0.{2+}"},
      {"0.{0,3+,7}", "0.{0,3+}"},
      {"0.{}7", "0.07"},
      {"{2+}.0", "{2+}.0"},
      {"0.3 unequal", "0.3"},
      {"0.7 not-all-equal", "0.7 unequal"},
      {"0.F not-all-equal", "0.F not-all-equal"},
      {"0.F all-equal", "0.F all-equal"},
      {"subtraction {1,2,3}", "0.333"},
      {"subtraction{1, 100}", "subtraction {1,100}"},
      {"subtraction {}", "0.0"},
      {"all-but {1}", "0.03..."},
      {"all-but {2,50}", "all-but {2,50}"},
  };
  for (const auto& [code, expected] : cases) {
    if (expected == nullptr) {
      EXPECT_THROW(TakeAndBreak::parse(code), RequestError) << code;
      continue;
    }
    const TakeAndBreak game = TakeAndBreak::parse(code);
    EXPECT_EQ(game.code(), expected) << code;
    EXPECT_EQ(TakeAndBreak::parse(game.code()), game) << code;
  }
}

TEST(TakeAndBreakCode, IsRefusedWhereItIsWrong) {
  const std::tuple<const char*, const char*> cases[] = {
      {"", "code '', place 1: the point is missing"},
      {"77", "code '77', place 2: the digit before the point must leave two heaps or more, since nothing is removed"},
      {"4", "code '4', place 2: the point is missing"},
      {"47.7", "code '47.7', place 2: '7' stands where the point should"},
      {"1.7", "code '1.7', place 2: the digit before the point must leave two heaps or more, since nothing is removed"},
      {"0.7x",
       "code '0.7x', place 4: 'x' stands where a digit (0-9, A-F, or a set such as {2,3+}), a constraint (unequal, "
       "not-all-equal, all-equal) or the end should"},
      {"0.{2", "code '0.{2', place 5: ',', '+' or '}' is missing"},
      {"0.{64}", "code '0.{64}', place 4: a number of heaps can be at most 63"},
      {"0....", "code '0....', place 3: no digit stands before '...' to be repeated"},
      {"0.()", "code '0.()', place 4: ')' stands where a digit that repeats should"},
      {"subtraction {0}", "code 'subtraction {0}', place 14: a number of tokens must be at least 1"},
      {"all-but 3", "code 'all-but 3', place 9: '3' stands where '{' before the numbers of tokens should"},
  };
  for (const auto& [code, message] : cases) {
    try {
      TakeAndBreak::parse(code);
      ADD_FAILURE() << code;
    } catch (const RequestError& error) {
      EXPECT_STREQ(error.what(), message);
    }
  }
}

std::multiset<std::string> options_of(const TakeAndBreak& game, Coordinate heap) {
  Options options;
  game.options(heap, options);
  std::multiset<std::string> texts;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string text;
    for (std::size_t part = 0; part < options[i].size(); ++part) {
      if (!text.empty()) text += '+';
      text += std::to_string(options[i][part][0]);
    }
    texts.insert(text);
  }
  return texts;
}

TEST(TakeAndBreak, ListsOptions) {
  using Texts = std::multiset<std::string>;
  const std::tuple<const char*, Coordinate, Texts> cases[] = {
      {"0.77", 5, {"4", "1+3", "2+2", "3", "1+2"}},
      {"0.77", 1, {"0"}},
      {"0.77", 0, {}},
      {"0.137", 3, {"1", "0"}},
      {"4.0 unequal", 6, {"1+5", "2+4"}},
      {"4.3...", 3, {"1+2", "2", "1", "0"}},
      {"0.{3+}", 6, {"1+1+3", "1+2+2", "1+1+1+2", "1+1+1+1+1"}},
      {"0.F not-all-equal", 7, {"6", "1+5", "2+4", "1+1+4", "1+2+3"}},
      {"0.F all-equal", 7, {"6", "3+3", "2+2+2"}},
      {"0.F unequal", 7, {"6", "1+5", "2+4", "1+2+3"}},
      {"0.{2,4} unequal", 11, {"1+9", "2+8", "3+7", "4+6", "1+2+3+4"}},
      {"all-but {1}", 4, {"2", "1", "0"}},
  };
  for (const auto& [code, heap, expected] : cases)
    EXPECT_EQ(options_of(TakeAndBreak::parse(code), heap), expected) << code << " " << heap;
}

RC_GTEST_PROP(TakeAndBreak, CodesAreReadBack, ()) {
  const std::size_t size = *rc::gen::inRange<std::size_t>(1, 40);
  std::vector<HeapCounts> digits(1);
  if (*rc::gen::arbitrary<bool>()) digits[0] = HeapCounts::of_bits(4);
  for (std::size_t k = 1; k < size; ++k) {
    HeapCounts counts = HeapCounts::of_bits(*rc::gen::element<std::uint64_t>(0, 3, 3, 7, 9, 40));
    if (*rc::gen::inRange(0, 8) == 0) counts.insert_from(*rc::gen::inRange(0U, 64U));
    digits.push_back(counts);
  }
  const std::size_t repeat = *rc::gen::inRange<std::size_t>(0, size);
  const auto constraint = *rc::gen::element(HeapConstraint::none, HeapConstraint::unequal, HeapConstraint::not_all_equal,
                                            HeapConstraint::all_equal);
  const TakeAndBreak game(digits, repeat, constraint);
  RC_ASSERT(TakeAndBreak::parse(game.code()) == game);
  for (std::uint64_t k = 0; k < 100; ++k) {
    const std::size_t first = size - repeat;
    const HeapCounts expected = k < size ? digits[k] : repeat > 0 ? digits[first + (k - first) % repeat] : HeapCounts();
    RC_ASSERT(game.digit(k) == expected);
  }
}

}  // namespace
}  // namespace bouton
