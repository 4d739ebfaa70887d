// string.find, format and rep, and tostring, as rule files see them. Expected values are those of Lua's own.

#include "tests/bindings/lua/sandbox/sandbox_case.h"

namespace bouton {
namespace {

/// What `expression`, a text, is; or the error.
std::string value(const std::string& expression) { return text_after("local text = " + expression); }

std::string found(const std::string& arguments) {
  return value("(function(first, last) return tostring(first) .. ' ' .. tostring(last) end)(string.find(" + arguments + "))");
}

class TextFunctions : public testing::TestWithParam<SandboxCase> {};

TEST_P(TextFunctions, GiveTheText) { EXPECT_EQ(GetParam().evaluate(GetParam().source), GetParam().expected); }

const SandboxCase kTextCases[] = {
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim and nim', 'nim'", "1 3"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim and nim', 'nim', 2", "9 11"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim and nim', 'nim', -3", "9 11"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim and nim', 'nim', -2", "nil nil"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim', 'n.m'", "nil nil"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'n.m', '.'", "2 2"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim', ''", "1 0"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim', '', 4", "4 3"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim', '', 5", "nil nil"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'', ''", "1 0"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'', 'x'", "nil nil"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim', 'nimble'", "nil nil"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'nim', 'i', -100", "2 2"},
    {"FindGivesTheFirstPlaceOfAPlainText", found, "'a\\0b', 'b'", "3 3"},
    {"FindIsLinearInLongTextsThatAreAlikeForLong", found, "('a'):rep(16777216), ('a'):rep(8388607) .. 'b'", "nil nil"},
    {"FindIsLinearInLongTextsThatAreAlikeForLong", found, "('a'):rep(8388608) .. 'b', ('a'):rep(4194303) .. 'b'",
     "4194306 8388609"},
    {"FormatIsLuas", value, "('%d%% of %5.2f|%-5s|%5s|%05d|%x|%c|%i'):format(50, 1.005, 'ab', 'cd', 42, 255, 65, 7)",
     "50% of  1.00|ab   |   cd|00042|ff|A|7"},
    {"FormatIsLuas", value, "('%q %q %s'):format('a\"b', 3, 'x')", "\"a\\\"b\" 3 x"},
    {"FormatIsLuas", value, "('%s %s %s %.2s'):format(true, nil, 2.0, 'abc')", "true nil 2.0 ab"},
    {"FormatIsLuas", value, "('%s'):format(string.rep('x', 300))", std::string(300, 'x')},
    {"FormatIsLuas", value, "('plain'):format()", "plain"},
    {"FormatIsLuas", value, "('%d'):format('12')", "12"},
    {"FormatIsLuas", value, "('%d'):format(1.5)",
     "bad.lua:1: bad argument #1 to 'format' (number has no integer representation)"},
    {"FormatIsLuas", value, "('%s %d'):format(1)", "bad.lua:1: bad argument #2 to 'format' (no value)"},
    {"FormatIsLuas", value, "string.format('%s %d', 1, 'x')",
     "bad.lua:1: bad argument #3 to 'format' (number expected, got string)"},
    {"FormatIsLuas", value, "('%y'):format(1)", "bad.lua:1: invalid conversion '%y' to 'format'"},
    {"FormatIsLuas", value, "('%'):format(1)", "bad.lua:1: invalid conversion '%' to 'format'"},
    {"TextOfATableOrAFunctionIsNoAddress", value,
     "tostring(math) .. tostring({}) .. tostring(print) .. tostring(pairs) .. tostring(move)",
     "tabletablefunctionfunctionmove"},
    {"TextOfATableOrAFunctionIsNoAddress", value, "tostring(function() end)", "function"},
    {"TextOfATableOrAFunctionIsNoAddress", value, "('%s %s'):format({}, math.max)", "table function"},
    {"TextOfATableOrAFunctionIsNoAddress", value, "('%10s|'):format({})", "     table|"},
    {"TextOfATableOrAFunctionIsNoAddress", value, "('%p'):format({})",
     "bad.lua:1: invalid conversion '%p' to 'format': there are no addresses"},
    {"TextOfATableOrAFunctionIsNoAddress", value, "error({})", "bad.lua:1: an error that is a table"},
    {"TextOfATableOrAFunctionIsNoAddress", value,
     "tostring(1) .. tostring(1.5) .. tostring(nil) .. tostring(false) .. tostring('x')", "11.5nilfalsex"},
    {"RepIsBounded", value, "('ab'):rep(3, ',')", "ab,ab,ab"},
    {"RepIsBounded", value, "('ab'):rep(0) .. ('ab'):rep(-1) .. (''):rep(1 << 60) .. 'x'", "x"},
    {"RepIsBounded", value, "('ab'):rep(1 << 60)", "bad.lua:1: resulting string too large"},
};

INSTANTIATE_TEST_SUITE_P(Sandbox, TextFunctions, testing::ValuesIn(kTextCases), name_of_case);

TEST(Find, LooksAcrossThePiecesThatItSearches) {
  for (const char* size : {"1048575", "1048576", "1048577", "2097151", "3145728"})
    EXPECT_EQ(found("('a'):rep(" + std::string(size) + ") .. 'bcd' .. ('a'):rep(9), 'bcd'"),
              std::to_string(std::stol(size) + 1) + " " + std::to_string(std::stol(size) + 3));
}

}  // namespace
}  // namespace bouton
