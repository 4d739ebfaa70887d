#include "bindings/lua/sandbox/unknown_names.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace bouton::lua {
namespace {

/// The name in "attempt to ... a nil value (global 'NAME')"; empty where the message is another.
std::string_view missing_global(std::string_view message) {
  constexpr std::string_view kBegin = "a nil value (global '";
  const std::size_t found = message.rfind(kBegin);
  if (found == std::string_view::npos) return {};
  std::string_view name = message.substr(found + kBegin.size());
  name = name.substr(0, name.find('\''));
  return name;
}

struct Advice {
  std::string_view name, text;
};

constexpr std::string_view kMathNames[] = {"abs",        "ceil", "floor",      "fmod",      "huge", "max",
                                           "maxinteger", "min",  "mininteger", "tointeger", "ult"};
constexpr std::string_view kTableNames[] = {"concat", "insert", "pack", "remove", "sort", "unpack"};
constexpr std::string_view kLeftOut[] = {"collectgarbage", "coroutine",  "debug", "dofile", "getmetatable", "io",   "load",
                                         "loadfile",       "loadstring", "os",    "rawset", "setmetatable", "utf8", "warn"};
constexpr Advice kOthers[] = {
    {"require", "a rule file stands alone; scripts (bouton run) have require"},
    {"package", "a rule file stands alone; scripts (bouton run) have require"},
    {"bouton", "scripts (bouton run) have it; rule files have game, piles, move and split"},
};

}  // namespace

std::string advice_on(std::string_view message) {
  const std::string_view name = missing_global(message);
  if (name.empty()) return {};
  const auto is_among = [&](const auto& names) { return std::ranges::find(names, name) != std::end(names); };
  if (is_among(kMathNames)) return fmt::format("; it is math.{}", name);
  if (is_among(kTableNames)) return fmt::format("; it is table.{}", name);
  if (is_among(kLeftOut)) return fmt::format("; rule files run in a sandbox, which has no '{}'", name);
  for (const Advice& advice : kOthers)
    if (name == advice.name) return fmt::format("; {}", advice.text);
  return {};
}

}  // namespace bouton::lua
