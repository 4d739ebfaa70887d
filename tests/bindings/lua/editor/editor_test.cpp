// What editors are told of the rule language is all of it.
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "bindings/lua/language/rule_spec.h"
#include "bouton_places.h"
#include "engine/base/errors.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::string read(const std::string& file) {
  std::ifstream stream(BOUTON_SOURCE_DIRECTORY "/bindings/lua/editor/" + file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::set<std::string> found(const std::string& text, const char* expression) {
  const std::regex pattern(expression);
  std::set<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match) names.insert((*match)[1]);
  return names;
}

/// The names in a table that a rule file sees.
std::set<std::string> names_in(const std::string& table) {
  try {
    RuleDirectory().load("local names = '' for k in pairs(" + table +
                         ") do names = names .. ' <' .. tostring(k) .. '>' end error(names)");
  } catch (const RuleError& error) {
    return found(error.what(), "<(\\w+)>");
  }
  return {};
}

/// Those of them that stock Lua has as well, which the language server knows by itself.
const std::set<std::string> kOfLua = {"assert", "error",    "ipairs",   "math",   "next",   "pairs",
                                      "pcall",  "rawequal", "rawget",   "rawlen", "select", "string",
                                      "table",  "tonumber", "tostring", "type",   "print"};

TEST(Editor, KnowsEveryWordOfTheLanguage) {
  std::set<std::string> expected;
  for (const std::string& name : names_in("_ENV"))
    if (!kOfLua.contains(name)) expected.insert(name);
  EXPECT_TRUE(expected.contains("game") && expected.contains("move") && expected.contains("random"));
  const std::string text = read("bouton.lua");
  // Each with a line of words above it.
  std::set<std::string> documented = found(text, "\n---[A-Z][^\n]*\n(?:---@[^\n]*\n)*function (\\w+)\\(");
  documented.merge(found(text, "\n---[A-Z][^\n]*\n(?:---@[^\n]*\n)*(\\w+) = nil\n"));
  EXPECT_EQ(documented, expected);
}

TEST(Editor, KnowsEveryFieldOfAGame) {
  const std::string text = read("bouton.lua");
  const std::size_t start = text.find("---@class bouton.Game");
  const std::string fields = text.substr(start, text.find("\n\n", start) - start);
  const std::vector<std::string> names = lua::game_fields();
  EXPECT_EQ(found(fields, "\n---@field (\\w+)\\??[^\n]{12,}"), std::set<std::string>(names.begin(), names.end()));
}

TEST(Editor, KnowsTheMethodsOfLists) {
  EXPECT_EQ(found(read("bouton.lua"), "\n---A[^\n]*\n(?:---@[^\n]*\n)*function Piles:(\\w+)\\("),
            (std::set<std::string>{"insert", "with", "without"}));
}

TEST(Editor, LuacheckKnowsWhatTheSandboxHas) {
  const std::string text = read("luacheckrc");
  const std::string plain = std::regex_replace(text, std::regex("= \\{\\s*fields = \\{[^}]*\\}"), "");
  std::set<std::string> globals = found(plain, "\"(\\w+)\"");
  for (const char* library : {"math", "string", "table"}) {
    globals.insert(library);
    std::smatch fields;
    ASSERT_TRUE(std::regex_search(text, fields, std::regex("\\b" + std::string(library) + " = \\{\\s*fields = \\{([^}]*)\\}")));
    EXPECT_EQ(found(fields[1], "\"(\\w+)\""), names_in(library)) << library;
  }
  EXPECT_EQ(globals, names_in("_ENV"));
}

}  // namespace
}  // namespace bouton
