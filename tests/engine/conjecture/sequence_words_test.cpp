#include "engine/conjecture/sequence_words.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace bouton {
namespace {

std::string words_of(std::int64_t first, std::int64_t last, const std::function<std::int64_t(std::int64_t)>& f) {
  std::vector<std::uint32_t> values;
  for (std::int64_t n = first; n <= last; ++n) values.push_back(static_cast<std::uint32_t>(f(n)));
  return sequence_words(values, first, "n");
}

TEST(SequenceWords, Formulas) {
  EXPECT_EQ(words_of(0, 30, [](auto) { return 3; }), "3");
  EXPECT_EQ(words_of(0, 30, [](auto n) { return n; }), "n");
  EXPECT_EQ(words_of(1, 30, [](auto n) { return n - 1; }), "n - 1");
  EXPECT_EQ(words_of(0, 30, [](auto n) { return 2 * n + 1; }), "2 n + 1");
  EXPECT_EQ(words_of(0, 30, [](auto n) { return n % 4; }), "n mod 4");
  EXPECT_EQ(words_of(0, 30, [](auto n) { return (n + 3) % 4; }), "(n - 1) mod 4");
  EXPECT_EQ(words_of(0, 30, [](auto n) { return n / 3; }), "floor((n) / 3)");
  EXPECT_EQ(words_of(0, 30, [](auto n) { return (n + 1) / 2; }), "floor((n + 1) / 2)");
}

TEST(SequenceWords, OtherSequencesAreListed) {
  EXPECT_EQ(words_of(0, 60, [](auto n) { return n * n % 7 + (n < 4 ? 1 : 0); }),
            "1, 2, 5, 3, 2, 4, 1, 0, 1, 4, 2, 2, 4, 1, 0, 1, ... with period 7 from 4 on");
  EXPECT_EQ(words_of(0, 9, [](auto n) { return n * n; }), "0, 1, 4, 9, 16, 25, 36, 49, 64, 81");
}

}  // namespace
}  // namespace bouton
