#include "engine/term/term.h"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace bouton::term {
namespace {

Code code_of(std::string_view text) { return parse(text).value_or(Code{}); }

/// A term by chance, as code.
void add_random(Code& code, int depth) {
  const int kind = depth > 3 ? *rc::gen::inRange(1, 3) : *rc::gen::inRange(0, 3);
  if (kind == 0) {
    const auto items = *rc::gen::inRange<std::size_t>(0, 4);
    append_list(items, code);
    for (std::size_t i = 0; i < items; ++i) add_random(code, depth + 1);
  } else if (kind == 1) {
    append_string(*rc::gen::arbitrary<std::string>(), code);
  } else {
    append_integer(*rc::gen::arbitrary<bool>()
                       ? *rc::gen::arbitrary<std::int64_t>()
                       : *rc::gen::element<std::int64_t>(0, 1, -1, std::int64_t{1} << 60, -(std::int64_t{1} << 60),
                                                         (std::int64_t{1} << 60) - 1, std::numeric_limits<std::int64_t>::min(),
                                                         std::numeric_limits<std::int64_t>::max()),
                   code);
  }
}

TEST(Term, HasTheCodeThatItsHeaderShows) { EXPECT_EQ(code_of(R"({5, {}, "A"})"), (Code{9, 32, 0, 4, 1})); }

TEST(Term, IsWrittenAsALiteralOfLua) {
  EXPECT_EQ(text_of(code_of(R"([ 1 , -2, ['a"b', "\065\n\200"], {} , ])")), R"({1,-2,{"a\"b","A\010\200"},{}})");
  EXPECT_EQ(text_of(code_of("7")), "7");
  EXPECT_EQ(text_of(code_of("''")), "\"\"");
}

TEST(Term, IsNotWhatNoLiteralMeans) {
  for (const char* text : {"", "{", "{1 2}", "{,}", "{1,,2}", "abc", "\"a", "1.5", "{1}}", "[1}", "\"\\300\"", "\"\\q\"",
                           "9223372036854775808", "1 2", "nil"})
    EXPECT_FALSE(parse(text)) << text;
  const std::string deep = std::string(kMostDepth, '{') + std::string(kMostDepth, '}');
  EXPECT_TRUE(parse(deep));
  EXPECT_FALSE(parse("{" + deep + "}"));
}

TEST(Term, CodesThatAreNoneAreSeen) {
  for (const Code& code : {Code{}, Code{-2}, Code{-1}, Code{-1, 5}, Code{3}, Code{4}, Code{4, 192}, Code{4, -65}, Code{0, 0},
                           Code{6, 0}, Code{std::numeric_limits<std::int64_t>::max()}})
    EXPECT_FALSE(is_code(code)) << ::testing::PrintToString(code);
}

RC_GTEST_PROP(Term, TextsAndCodesAreTheSame, ()) {
  Code code;
  add_random(code, 0);
  RC_ASSERT(is_code(code));
  const std::optional<Code> again = parse(text_of(code));
  RC_ASSERT(again.has_value());
  RC_ASSERT(*again == code);
  // No code begins another one.
  for (std::size_t size = 0; size < std::min<std::size_t>(code.size(), 20); ++size)
    RC_ASSERT(!is_code(CodeView(code).first(size)));
}

}  // namespace
}  // namespace bouton::term
