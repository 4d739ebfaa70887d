// string.find, format and rep, and tostring, as rule files see them. Expected values are those of Lua's own.

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// What `expression`, a text, is; or the error.
std::string value(const std::string& expression) {
  RuleDirectory directory;
  try {
    return directory
        .load("local text = " + expression + "\nreturn game { position = { 'n' }, moves = function(n) end, title = text }")
        ->title;
  } catch (const Error& error) {
    return error.what();
  }
}

std::string found(const std::string& arguments) {
  return value("(function(first, last) return tostring(first) .. ' ' .. tostring(last) end)(string.find(" + arguments + "))");
}

TEST(Find, GivesTheFirstPlaceOfAPlainText) {
  EXPECT_EQ(found("'nim and nim', 'nim'"), "1 3");
  EXPECT_EQ(found("'nim and nim', 'nim', 2"), "9 11");
  EXPECT_EQ(found("'nim and nim', 'nim', -3"), "9 11");
  EXPECT_EQ(found("'nim and nim', 'nim', -2"), "nil nil");
  EXPECT_EQ(found("'nim', 'n.m'"), "nil nil");
  EXPECT_EQ(found("'n.m', '.'"), "2 2");
  EXPECT_EQ(found("'nim', ''"), "1 0");
  EXPECT_EQ(found("'nim', '', 4"), "4 3");
  EXPECT_EQ(found("'nim', '', 5"), "nil nil");
  EXPECT_EQ(found("'', ''"), "1 0");
  EXPECT_EQ(found("'', 'x'"), "nil nil");
  EXPECT_EQ(found("'nim', 'nimble'"), "nil nil");
  EXPECT_EQ(found("'nim', 'i', -100"), "2 2");
  EXPECT_EQ(found("'a\\0b', 'b'"), "3 3");
}

TEST(Find, IsLinearInLongTextsThatAreAlikeForLong) {
  EXPECT_EQ(found("('a'):rep(16777216), ('a'):rep(8388607) .. 'b'"), "nil nil");
  EXPECT_EQ(found("('a'):rep(8388608) .. 'b', ('a'):rep(4194303) .. 'b'"), "4194306 8388609");
}

TEST(Find, LooksAcrossThePiecesThatItSearches) {
  for (const char* size : {"1048575", "1048576", "1048577", "2097151", "3145728"})
    EXPECT_EQ(found("('a'):rep(" + std::string(size) + ") .. 'bcd' .. ('a'):rep(9), 'bcd'"),
              std::to_string(std::stol(size) + 1) + " " + std::to_string(std::stol(size) + 3));
}

TEST(Format, IsLuas) {
  EXPECT_EQ(value("('%d%% of %5.2f|%-5s|%5s|%05d|%x|%c|%i'):format(50, 1.005, 'ab', 'cd', 42, 255, 65, 7)"),
            "50% of  1.00|ab   |   cd|00042|ff|A|7");
  EXPECT_EQ(value("('%q %q %s'):format('a\"b', 3, 'x')"), "\"a\\\"b\" 3 x");
  EXPECT_EQ(value("('%s %s %s %.2s'):format(true, nil, 2.0, 'abc')"), "true nil 2.0 ab");
  EXPECT_EQ(value("('%s'):format(string.rep('x', 300))"), std::string(300, 'x'));
  EXPECT_EQ(value("('plain'):format()"), "plain");
  EXPECT_EQ(value("('%d'):format('12')"), "12");
  EXPECT_EQ(value("('%d'):format(1.5)"), "bad.lua:1: bad argument #1 to 'format' (number has no integer representation)");
  EXPECT_EQ(value("('%s %d'):format(1)"), "bad.lua:1: bad argument #2 to 'format' (no value)");
  EXPECT_EQ(value("string.format('%s %d', 1, 'x')"), "bad.lua:1: bad argument #3 to 'format' (number expected, got string)");
  EXPECT_EQ(value("('%y'):format(1)"), "bad.lua:1: invalid conversion '%y' to 'format'");
  EXPECT_EQ(value("('%'):format(1)"), "bad.lua:1: invalid conversion '%' to 'format'");
}

TEST(Text, OfATableOrAFunctionIsNoAddress) {
  EXPECT_EQ(value("tostring(math) .. tostring({}) .. tostring(print) .. tostring(pairs) .. tostring(move)"),
            "tabletablenilfunctionuserdata");
  EXPECT_EQ(value("tostring(function() end)"), "function");
  EXPECT_EQ(value("('%s %s'):format({}, math.max)"), "table function");
  EXPECT_EQ(value("('%10s|'):format({})"), "     table|");
  EXPECT_EQ(value("('%p'):format({})"), "bad.lua:1: invalid conversion '%p' to 'format': there are no addresses");
  EXPECT_EQ(value("error({})"), "bad.lua:1: an error that is a table");
  EXPECT_EQ(value("tostring(1) .. tostring(1.5) .. tostring(nil) .. tostring(false) .. tostring('x')"), "11.5nilfalsex");
}

TEST(Rep, IsBounded) {
  EXPECT_EQ(value("('ab'):rep(3, ',')"), "ab,ab,ab");
  EXPECT_EQ(value("('ab'):rep(0) .. ('ab'):rep(-1) .. (''):rep(1 << 60) .. 'x'"), "x");
  EXPECT_EQ(value("('ab'):rep(1 << 60)"), "bad.lua:1: resulting string too large");
}

}  // namespace
}  // namespace bouton
