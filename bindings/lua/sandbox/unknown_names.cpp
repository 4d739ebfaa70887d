#include "bindings/lua/sandbox/unknown_names.h"

#include <algorithm>
#include <cctype>
#include <iterator>

#include <fmt/format.h>

namespace bouton::lua {
namespace {

/// The name in "attempt to ... a nil value (field 'NAME')" and the like, after `begin`.
std::string_view name_after(std::string_view message, std::string_view begin) {
  const std::size_t found = message.rfind(begin);
  if (found == std::string_view::npos) return {};
  const std::string_view name = message.substr(found + begin.size());
  return name.substr(0, name.find('\''));
}

/// The name in "attempt to ... a nil value (global 'NAME')"; empty where the message is another.
std::string_view missing_global(std::string_view message) { return name_after(message, "a nil value (global '"); }

/// Whether the two are the same but for capitals.
bool is_same_but_capitals(std::string_view one, std::string_view other) {
  return std::ranges::equal(one, other, [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  });
}

/// Advice on values that are used as what they are not.
std::string advice_on_values(std::string_view message) {
  if (message.find("is table, coordinates are integers") != std::string_view::npos)
    return "; a move is written with round brackets, move(a, b), not move{ a, b }";
  if (const std::string_view field = name_after(message, "a nil value (field '"); field == "random" || field == "randomseed")
    return fmt::format("; rule files have no math.{}: rules do not use chance; players have random(n)", field);
  if (message.find("attempt to get length of a number value") != std::string_view::npos) {
    const std::string_view name = name_after(message, "a number value (local '");
    return fmt::format("; {} is a number, and # counts what is in a list", name.empty() ? "it" : name);
  }
  return {};
}

struct Advice {
  std::string_view name, text;
};

constexpr std::string_view kMathNames[] = {"abs",        "ceil", "floor",      "fmod",      "huge", "max",
                                           "maxinteger", "min",  "mininteger", "tointeger", "ult"};
constexpr std::string_view kTableNames[] = {"concat", "insert", "pack", "remove", "sort", "unpack"};
constexpr std::string_view kLeftOut[] = {"collectgarbage", "coroutine",  "debug", "dofile", "getmetatable", "io",   "load",
                                         "loadfile",       "loadstring", "os",    "rawset", "setmetatable", "utf8", "warn"};
constexpr std::string_view kKnown[] = {"again",  "again_split", "assert", "board",    "entail",   "error", "game",  "graph",
                                       "ipairs", "math",        "move",   "pairs",    "param",    "piles", "print", "select",
                                       "split",  "string",      "table",  "tonumber", "tostring", "turn",  "type",  "value"};
constexpr Advice kOthers[] = {
    {"require", "a rule file stands alone; scripts (bouton run) have require"},
    {"package", "a rule file stands alone; scripts (bouton run) have require"},
    {"bouton", "scripts (bouton run) have it; rule files have game, piles, move and split"},
};

}  // namespace

std::string advice_on(std::string_view message) {
  const std::string_view name = missing_global(message);
  if (name.empty()) return advice_on_values(message);
  const auto is_among = [&](const auto& names) { return std::ranges::find(names, name) != std::end(names); };
  if (is_among(kMathNames)) return fmt::format("; it is math.{}", name);
  if (is_among(kTableNames)) return fmt::format("; it is table.{}", name);
  if (is_among(kLeftOut)) return fmt::format("; rule files run in a sandbox, which has no '{}'", name);
  for (const std::string_view known : kKnown)
    if (is_same_but_capitals(name, known)) return fmt::format("; Lua tells capitals from small letters: write {}", known);
  for (const Advice& advice : kOthers)
    if (name == advice.name) return fmt::format("; {}", advice.text);
  return {};
}

}  // namespace bouton::lua
