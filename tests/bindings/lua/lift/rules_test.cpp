// Every rule of rules/ is lifted, and the program does what the interpreter does.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "bindings/lua/language/rule_folders.h"
#include "bouton_places.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

/// As much of the rule language as a file needs to state its functions.
constexpr const char* kLanguage = R"(
local folders = BOUTON_RULES
local function load_rule(name)
  for _, folder in ipairs(folders) do
    local rule = loadfile(folder .. "/" .. name .. ".lua")
    if rule then return rule() end
  end
  error("no rule file " .. name)
end
function param(_, default) return default end
function piles(name) return { piles = name } end
function game(fields) return fields end
function variant(name, fields)
  local plain = param
  function param(p, default)
    local set = fields.params and fields.params[p]
    if set ~= nil then return set end
    return default
  end
  local rule = load_rule(name)
  param = plain
  for key, value in pairs(fields) do rule[key] = value end
  return rule
end
local rule = load_rule(BOUTON_RULE)
)";

/// "S L", "*a" for piles, nothing for a product of strips of coins, with the names of the functions that the rule has after a
/// colon.
constexpr const char* kDescribe = R"(
local names = {}
local position = rule.position or rule.companions and { "n" } or {}
if position.piles then
  names[1] = "*" .. position.piles
else
  for _, p in ipairs(position) do names[#names + 1] = type(p) == "table" and p[1] or p end
end
local text = table.concat(names, " ") .. " :"
for _, f in ipairs { "moves", "companions", "valid", "play", "normalize" } do
  if type(rule[f]) == "function" then text = text .. " " .. f end
end
return function() return text end
)";

std::string source(const std::filesystem::path& directory, const std::string& rule, const std::string& rest) {
  std::string folders;
  for (const std::filesystem::path& folder : rule_folders(directory)) folders += fmt::format("[[{}]], ", folder.string());
  return fmt::format("local BOUTON_RULES, BOUTON_RULE = {{{}}}, [[{}]]\n{}\n{}", folders, rule, kLanguage, rest);
}

/// What kDescribe says.
std::string describe(const std::filesystem::path& directory, const std::string& rule) {
  lua_State* L = luaL_newstate();
  luaL_openlibs(L);
  const std::string chunk = source(directory, rule, kDescribe);
  std::string text;
  if (luaL_loadbufferx(L, chunk.data(), chunk.size(), "=rule", "t") == LUA_OK && lua_pcall(L, 0, 1, 0) == LUA_OK &&
      lua_pcall(L, 0, 1, 0) == LUA_OK) {
    text = lua_tostring(L, -1);
  } else {
    ADD_FAILURE() << rule << ": " << lua_tostring(L, -1);
  }
  lua_close(L);
  return text;
}

/// Rules of boards and graphs, which become local moves (tests/bindings/lua/trace/), and those whose positions are not numbers,
/// which are always interpreted.
bool is_of_other_positions(const std::filesystem::path& file) {
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const auto has = [&](const char* word) { return text.find(word) != std::string::npos; };
  return has("= board(") || has("= graph(") || has("= value()");
}

/// Rules that make a list of as many heaps as the position wants for each of their splits, or otherwise more than a program
/// has: a list with holes, a loop that does not count, a list that grows. Some of them are known as control flow.
bool is_no_program(const std::filesystem::path& directory, const std::string& rule, const std::string& function) {
  constexpr std::array kRules = {"turning", "take-and-break"};
  constexpr std::array kMoves = {"cubic-chomp", "fair-shares", "prim", "subtract-a-digit", "subtract-a-power"};
  if (function == "moves" && std::ranges::find(kMoves, rule) != kMoves.end()) return true;
  if (std::ranges::find(kRules, rule) != kRules.end()) return true;
  std::ifstream in(find_rule_file({directory}, rule).value());
  const std::string text(std::istreambuf_iterator<char>(in), {});
  return std::ranges::any_of(kRules,
                             [&](const char* of) { return text.find(fmt::format("variant(\"{}\"", of)) != std::string::npos; });
}

void compare(const std::filesystem::path& directory, const std::string& rule, const std::string& function, const Shape& shape) {
  const Results results = function == "moves" || function == "companions" ? Results::none
                          : function == "valid"                           ? Results::truth
                          : function == "normalize"                       ? Results::integers
                                                                          : Results::outcome;
  RuleFunction lua(source(directory, rule, "return rule." + function), shape, results);
  ASSERT_EQ(lua.problem(), "") << rule;
  const Result<MoveProgram> lifted = lua.lift();
  if (!lifted && is_no_program(directory, rule, function)) {
    // The refusal says so, and where.
    EXPECT_GT(lifted.refusal().line, 0) << rule;
    return;
  }
  ASSERT_TRUE(lifted) << rule << ": " << lifted.reason();
  const auto& program = *lifted;
  std::mt19937_64 random(1);
  for (int k = 0; k < 60; ++k) {
    Position position;
    for (std::size_t i = 0; i < program.dimensions; ++i)
      position.push_back(static_cast<Coordinate>(random() % (program.dimensions > 3 ? 6 : 20)));
    const std::optional<std::string> differs = difference(lua.interpret(position), run(program, position), results);
    ASSERT_EQ(differs, std::nullopt) << rule << "." << function << " at " << bouton::to_string(PositionView(position)) << "\n"
                                     << to_string(program, lua.labels());
  }
}

TEST(LiftedRules, DoWhatTheInterpreterDoes) {
  const std::filesystem::path directory = std::filesystem::path(BOUTON_SOURCE_DIRECTORY) / "rules";
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << "no rules";
  int rules = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.path().extension() != ".lua" || is_of_other_positions(entry.path())) continue;
    ++rules;
    const std::string rule = entry.path().stem().string();
    std::istringstream words(describe(directory, rule));
    Shape shape;
    std::string word;
    while (words >> word && word != ":") {
      shape.is_piles = word[0] == '*';
      shape.coordinates.push_back(shape.is_piles ? word.substr(1) : word);
    }
    while (words >> word)
      for (shape.piles = 0; shape.piles <= (shape.is_piles ? 5U : 0U); ++shape.piles) compare(directory, rule, word, shape);
  }
  EXPECT_GT(rules, 0);
}

}  // namespace
}  // namespace bouton::lua
