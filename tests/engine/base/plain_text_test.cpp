#include "engine/base/plain_text.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "engine/base/errors.h"

namespace bouton {
namespace {

using namespace std::string_literals;

TEST(PlainText, StaysAsItIs) {
  for (const char* text : {"", "Wythoff's Nim", "misère", "∞", "𝔹outon", "Ни́м", "שלום", "\xEF\xBF\xBD", "é\xC2\xA0"}) {
    EXPECT_EQ(plain_line(text), text);
    EXPECT_EQ(plain_lines(text), text);
  }
}

TEST(PlainText, HoldsNoControlCharacters) {
  for (int code = 0; code < 0x20; ++code) {
    if (code == '\n' || code == '\t') continue;
    EXPECT_EQ(plain_lines("a"s + static_cast<char>(code) + "b"), "a\uFFFDb") << code;
    EXPECT_EQ(plain_line("a"s + static_cast<char>(code) + "b"), "a\uFFFDb") << code;
  }
  EXPECT_EQ(plain_line("\x7F"), "\uFFFD");
  for (int code = 0x80; code < 0xA0; ++code) EXPECT_EQ(plain_line("\xC2"s + static_cast<char>(code)), "\uFFFD") << code;
  EXPECT_EQ(plain_line("\x1b[31mred\x1b[0m"), "\uFFFD[31mred\uFFFD[0m");
}

TEST(PlainText, DoesNotTurnItsSurroundings) {
  for (const char* code : {"\u202A", "\u202B", "\u202C", "\u202D", "\u202E", "\u2066", "\u2067", "\u2068", "\u2069"})
    EXPECT_EQ(plain_line("a"s + code + "b"), "a\uFFFDb");
}

TEST(PlainText, HoldsNoCharacterThatXmlForbids) { EXPECT_EQ(plain_line("\xEF\xBF\xBE|\xEF\xBF\xBF"), "\uFFFD|\uFFFD"); }

TEST(PlainText, IsWellFormed) {
  const std::pair<std::string, std::string> kCases[] = {
      {"caf\xE9", "caf\uFFFD"},                          // Latin-1
      {"\x80", "\uFFFD"},                                // a byte that only continues
      {"\xC0\xAF", "\uFFFD\uFFFD"},                      // '/' in too long a form
      {"\xE0\x80\xAF", "\uFFFD\uFFFD\uFFFD"},            // and in a longer one
      {"\xED\xA0\x80", "\uFFFD\uFFFD\uFFFD"},            // a surrogate
      {"\xF4\x90\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD"},  // beyond U+10FFFF
      {"\xF8\x88\x80\x80\x80", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"},
      {"\xE2\x88", "\uFFFD\uFFFD"},  // cut off
      {"\xE2\x88x", "\uFFFD\uFFFDx"},
      {"\xFF\xFE", "\uFFFD\uFFFD"},
  };
  for (const auto& [text, plain] : kCases) {
    EXPECT_EQ(plain_line(text), plain);
    EXPECT_EQ(plain_lines(text), plain);
  }
}

TEST(PlainText, HasLineEndsWhereItMayHaveThem) {
  EXPECT_EQ(plain_lines("a\nb\r\nc\td\u2028e\n\r"), "a\nb\nc\td\ne\n\uFFFD");
  EXPECT_EQ(plain_line("a\nb\r\nc\td\u2029e\r"), "a b c d e\uFFFD");
}

TEST(PlainText, IsAbbreviatedInErrors) {
  const std::string short_text(400, 'x');
  EXPECT_STREQ(RequestError(short_text).what(), short_text.c_str());
  const std::string digits(100'000, '9');
  EXPECT_EQ(RequestError("'" + digits + "' is not a position").what(),
            "'" + std::string(249, '9') + "[... 99,602 bytes ...]" + std::string(149, '9') + "' is not a position");
  std::string words;
  for (int i = 0; i < 5000; ++i) words += "word ";
  const std::string message = RuleError(words).what();
  EXPECT_EQ(message, words.substr(0, 3000) + "[... 21,000 bytes ...]" + words.substr(24'000));
  std::string wide;
  for (int i = 0; i < 1000; ++i) wide += "\u20ac";
  EXPECT_EQ(plain_lines(RuleError(wide).what()), RuleError(wide).what());  // no character is cut
  EXPECT_LT(std::string(RuleError(std::string(5'000'000, 'x')).what()).size(), 500U);
}

TEST(PlainText, IsWhatErrorsSay) {
  EXPECT_STREQ(RuleError("x.lua:1: \x1b[2J\xFF\nsecond line").what(), "x.lua:1: \uFFFD[2J\uFFFD\nsecond line");
}

}  // namespace
}  // namespace bouton
