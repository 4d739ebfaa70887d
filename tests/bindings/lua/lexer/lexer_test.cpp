// The lexer against Lua itself: what it takes for one token, Lua does too.
#include "bindings/lua/lexer/lexer.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <lua.hpp>

#include "bouton_places.h"

namespace bouton::lua {
namespace {

using Kind = Token::Kind;

struct Expected {
  Kind kind;
  std::string text;
  int line = 1;
};

void expect_tokens(std::string_view text, const std::vector<Expected>& expected) {
  SCOPED_TRACE(text);
  const std::vector<Token> tokens = tokens_of(text);
  ASSERT_EQ(tokens.size(), expected.size());
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    EXPECT_EQ(tokens[i].text, expected[i].text);
    EXPECT_EQ(tokens[i].kind, expected[i].kind) << tokens[i].text;
    EXPECT_EQ(tokens[i].line, expected[i].line) << tokens[i].text;
    EXPECT_EQ(text.substr(tokens[i].begin, tokens[i].text.size()), tokens[i].text);
  }
}

TEST(Lexer, TellsKindsApart) {
  expect_tokens("for t = 1, 0x1F do move.take(n - t) end -- all", {{Kind::keyword, "for"},
                                                                   {Kind::name, "t"},
                                                                   {Kind::sign, "="},
                                                                   {Kind::number, "1"},
                                                                   {Kind::sign, ","},
                                                                   {Kind::number, "0x1F"},
                                                                   {Kind::keyword, "do"},
                                                                   {Kind::name, "move"},
                                                                   {Kind::sign, "."},
                                                                   {Kind::name, "take"},
                                                                   {Kind::sign, "("},
                                                                   {Kind::name, "n"},
                                                                   {Kind::sign, "-"},
                                                                   {Kind::name, "t"},
                                                                   {Kind::sign, ")"},
                                                                   {Kind::keyword, "end"},
                                                                   {Kind::comment, "-- all"}});
}

TEST(Lexer, TakesTheLongestSign) {
  expect_tokens("a//b ... .. == ~= <= >> ::", {{Kind::name, "a"},
                                               {Kind::sign, "//"},
                                               {Kind::name, "b"},
                                               {Kind::sign, "..."},
                                               {Kind::sign, ".."},
                                               {Kind::sign, "=="},
                                               {Kind::sign, "~="},
                                               {Kind::sign, "<="},
                                               {Kind::sign, ">>"},
                                               {Kind::sign, "::"}});
}

TEST(Lexer, ReadsNumbersAsLuaDoes) {
  for (const char* number : {"3", "345", "0xff", "0xBEBADA", "3.0", "3.1416", "314.16e-2", "0.31416E1", "34e1", "0x0.1E",
                             "0xA23p-4", "0X1.921FB54442D18P+1", ".5"})
    expect_tokens(number, {{Kind::number, number}});
  expect_tokens("0xe+1", {{Kind::number, "0xe"}, {Kind::sign, "+"}, {Kind::number, "1"}});
  expect_tokens("a.b", {{Kind::name, "a"}, {Kind::sign, "."}, {Kind::name, "b"}});
}

TEST(Lexer, PassesOverWhatTextsHold) {
  expect_tokens(R"('it\'s' "a\\" x)", {{Kind::text, R"('it\'s')"}, {Kind::text, R"("a\\")"}, {Kind::name, "x"}});
  expect_tokens("\"a\\\nb\" y", {{Kind::text, "\"a\\\nb\""}, {Kind::name, "y", 2}});
  expect_tokens("'a\\z \n  b' y", {{Kind::text, "'a\\z \n  b'"}, {Kind::name, "y", 2}});
  expect_tokens("[==[ ]] \n]==] y", {{Kind::text, "[==[ ]] \n]==]"}, {Kind::name, "y", 2}});
  expect_tokens("--[[ a\nb ]] x -- c\ny",
                {{Kind::comment, "--[[ a\nb ]]"}, {Kind::name, "x", 2}, {Kind::comment, "-- c", 2}, {Kind::name, "y", 3}});
  expect_tokens("a[b[1]] [=x", {{Kind::name, "a"},
                                {Kind::sign, "["},
                                {Kind::name, "b"},
                                {Kind::sign, "["},
                                {Kind::number, "1"},
                                {Kind::sign, "]"},
                                {Kind::sign, "]"},
                                {Kind::sign, "["},
                                {Kind::sign, "="},
                                {Kind::name, "x"}});
}

TEST(Lexer, SaysWhatHasNoEnd) {
  for (const char* open : {"x = 'abc", "x = \"abc\\\"", "x = [[abc", "x = [=[abc]]", "--[[ abc", "'", "'\\", "'\\z  "})
    EXPECT_FALSE(tokens_of(open).back().ended) << open;
  for (const char* closed : {"x = 'abc'", "-- abc", "x = [[abc]]", "--[==[ abc ]==]", "x"})
    EXPECT_TRUE(tokens_of(closed).back().ended) << closed;
  expect_tokens("'a\nb", {{Kind::text, "'a"}, {Kind::name, "b", 2}});
}

/// The code of a chunk; empty where it is not Lua.
std::string code_of(const std::string& text) {
  const std::unique_ptr<lua_State, void (*)(lua_State*)> state(luaL_newstate(), &lua_close);
  if (luaL_loadbuffer(state.get(), text.data(), text.size(), "=text") != LUA_OK) return {};
  const auto append = [](lua_State*, const void* piece, std::size_t size, void* to) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(piece), size);
    return 0;
  };
  std::string code;
  lua_dump(state.get(), append, &code, 1);
  return code;
}

/// Each shipped rule, its tokens torn apart, means what it meant: no token was taken for two, and none that are two for one.
TEST(Lexer, SplitsRuleFilesAsLuaDoes) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(BOUTON_SOURCE_DIRECTORY "/rules")) {
    if (entry.path().extension() != ".lua") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::string torn;
    int line = 1;  // the code has the lines of functions
    for (const Token& token : tokens_of(text)) {
      if (token.kind == Kind::comment) continue;
      torn.append(static_cast<std::size_t>(token.line - line), '\n').append(" ").append(token.text);
      line = token.line + static_cast<int>(std::ranges::count(token.text, '\n'));
    }
    const std::string code = code_of(text);
    EXPECT_FALSE(code.empty()) << entry.path();
    EXPECT_EQ(code_of(torn), code) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 100U);
}

/// Of any bytes: the tokens stand in their order, and what is between them is blank.
RC_GTEST_PROP(Lexer, LeavesOutBlanksOnly, ()) {
  const auto piece = rc::gen::element<std::string>("'", "\"", "[", "]", "=", "-", "--", "\\", "\n", " ", "z", "x", "0x", "1e",
                                                   ".", "end", "[[", "]]", "\xc3\xa9", "\r", "+");
  std::string text;
  for (const std::string& one : *rc::gen::container<std::vector<std::string>>(piece)) text += one;
  std::size_t at = 0;
  int line = 1;
  for (const Token& token : tokens_of(text)) {
    RC_ASSERT(token.begin >= at);
    RC_ASSERT(!token.text.empty());
    for (const char c : text.substr(at, token.begin - at)) {
      RC_ASSERT(c == ' ' || c == '\n' || c == '\r');
      if (c == '\n') ++line;
    }
    RC_ASSERT(token.line == line);
    line += static_cast<int>(std::count(token.text.begin(), token.text.end(), '\n'));
    at = token.end();
  }
  RC_ASSERT(text.find_first_not_of(" \n\r", at) == std::string::npos);
}

}  // namespace
}  // namespace bouton::lua
