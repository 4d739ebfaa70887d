#include "bindings/lua/rules/start_call.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "bindings/lua/host/keep_top.h"
#include "bindings/lua/host/text_at.h"
#include "bindings/lua/rules/integer_call.h"
#include "engine/base/errors.h"

namespace bouton::lua {

BigPosition call_start(RuleFile& file, const BigPosition& numbers) {
  const Function& start = *file.spec.start;
  const std::optional<Position> narrowed = narrow(numbers);
  if (!narrowed) return call_on_integers(file, start, numbers);
  lua_State* L = file.state.get();
  const int below = lua_gettop(L);
  file.state.set_doing(&start.title);
  lua_rawgeti(L, LUA_REGISTRYINDEX, start.reference);
  for (const Coordinate number : *narrowed) lua_pushinteger(L, number);
  file.state.call(static_cast<int>(narrowed->size()), LUA_MULTRET, file.call_limit, Limit::call_time);
  const int count = lua_gettop(L) - below;
  const Domain& domain = file.spec.domain;
  const std::size_t expected = takes_one_value(domain) ? 1 : domain.dimensions();
  if (static_cast<std::size_t>(count) != expected) {
    lua_settop(L, below);
    throw RuleError(fmt::format("{} returned {} values, expected {}", start.title, count, expected));
  }
  const Position position = file.returned_position(start, expected);
  lua_settop(L, below);
  return widen(position);
}

std::string call_start_text(RuleFile& file, Coordinate number) {
  const Function& start = *file.spec.start;
  lua_State* L = file.state.get();
  const KeepTop keep(L);
  file.state.set_doing(&start.title);
  lua_rawgeti(L, LUA_REGISTRYINDEX, start.reference);
  lua_pushinteger(L, number);
  file.state.call(1, 1, file.call_limit, Limit::call_time);
  if (lua_type(L, -1) == LUA_TSTRING) return std::string(text_at(L, lua_gettop(L)));
  return file.spec.domain.shape()->text(file.returned_position(start, 1));
}

namespace {

/// What a file without an example names in its place.
std::vector<BigPosition> starts_named_in(RuleFile& file) {
  constexpr int kSmall = 8;
  const RuleSpec& spec = file.spec;
  std::vector<BigPosition> named;
  if (spec.opening) named.push_back(*spec.opening);
  for (int number = 0; spec.start && number <= (spec.start->parameters == 0 ? 0 : kSmall); ++number) {
    try {
      named.push_back(call_start(file, BigPosition(static_cast<std::size_t>(spec.start->parameters), number)));
    } catch (const RuleError&) {
    } catch (const RequestError&) {
    } catch (const LimitError&) {}  // there is no such start: that is for whoever asks for it
  }
  for (const KnownFact& fact : spec.known) named.push_back(fact.position);
  return named;
}

}  // namespace

std::vector<Position> positions_named_in(RuleFile& file) {
  const RuleSpec& spec = file.spec;
  std::vector<BigPosition> named = spec.example_sum;
  if (spec.example) named.push_back(*spec.example);
  if (named.empty()) named = starts_named_in(file);
  std::vector<Position> positions;
  for (const BigPosition& one : named) {
    std::optional<Position> position = narrow(one);
    if (position && !spec.domain.complaint(PositionView(*position)) &&
        std::ranges::find(positions, *position) == positions.end())
      positions.push_back(*std::move(position));
  }
  return positions;
}

}  // namespace bouton::lua
