#include "bindings/lua/rules/lua_rules.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "bindings/lua/lift/bytecode/dump_format.h"
#include "bindings/lua/sandbox/freeze.h"
#include "bindings/lua/sandbox/unknown_names.h"
#include "engine/base/errors.h"
#include "engine/base/plain_text.h"

namespace bouton::lua {
namespace {

/// Restores the height of a stack.
class KeepTop {
 public:
  explicit KeepTop(lua_State* L) : L_(L), top_(lua_gettop(L)) {}
  ~KeepTop() { lua_settop(L_, top_); }
  KeepTop(const KeepTop&) = delete;
  KeepTop& operator=(const KeepTop&) = delete;

 private:
  lua_State* L_;
  int top_;
};

/// Most positions have a few coordinates, nearly sorted.
void sort(Position& position) {
  constexpr std::size_t kFew = 12;
  if (position.size() > kFew) {
    std::ranges::sort(position);
    return;
  }
  Coordinate* const all = position.data();
  for (std::size_t i = 1; i < position.size(); ++i) {
    const Coordinate coordinate = all[i];
    std::size_t j = i;
    for (; j > 0 && all[j - 1] > coordinate; --j) all[j] = all[j - 1];
    all[j] = coordinate;
  }
}

/// Arguments: a light userdata with a PositionView, and the function to call with it as a list.
int call_with_list(lua_State* L) {
  const auto* position = static_cast<const PositionView*>(lua_touserdata(L, 1));
  push_pile_list(L, *position);
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

/// Arguments: a light userdata with a string_view, and the function to call with it.
int call_with_string(lua_State* L) {
  const auto* text = static_cast<const std::string_view*>(lua_touserdata(L, 1));
  lua_pushlstring(L, text->data(), text->size());
  lua_call(L, 1, LUA_MULTRET);
  return lua_gettop(L) - 1;
}

/// "moves" of "nim.lua:5: moves", or "check" of "nim.lua:9: claims: 1.check".
std::string name_of(const Function& function) {
  const std::size_t name = function.title.find_last_of(" .");
  return name == std::string::npos ? function.title : function.title.substr(name + 1);
}

/// Whether the function, or one that is made in it, assigns to a variable that it captured.
bool assigns_captured(const FunctionPrototype& function) {
  return std::ranges::any_of(function.code, [](const Instruction& i) { return i.op == Opcode::SETUPVAL; }) ||
         std::ranges::any_of(function.functions, assigns_captured);
}

/// The same of the function at `index`; true where its code cannot be read.
bool may_assign_captured(lua_State* L, int index) {
  const std::optional<FunctionPrototype> function = read_function(L, index);
  return !function || assigns_captured(*function);
}

/// The walk through everything that rule functions reach. Places of the stack hold its tables.
struct CaptureWalk {
  static constexpr int kResult = 2;  ///< { function, index, name, function, index, name, ... }: its upvalues
  static constexpr int kSeen = 3;    ///< functions, tables, ids of upvalues
  static constexpr int kQueue = 4;   ///< functions and tables
  static constexpr int kItem = 5;    ///< the one that is visited

  lua_State* L;
  lua_Integer queued = 0;
  lua_Integer results = 0;
  bool assigns = false;  ///< whether one of the functions may assign to a captured variable

  /// Queues the value on top if something is reached through it; the value stays.
  void enqueue() {
    unwrap(L, -1);
    const bool leads_on = lua_istable(L, -1) || (lua_isfunction(L, -1) && lua_iscfunction(L, -1) == 0);
    if (!leads_on) return;
    lua_pushvalue(L, -1);
    const bool seen = lua_rawget(L, kSeen) != LUA_TNIL;
    lua_pop(L, 1);
    if (seen) return;
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, kSeen);
    lua_pushvalue(L, -1);
    lua_rawseti(L, kQueue, ++queued);
  }

  /// Notes the upvalue of the item, unless another function shares it.
  void add_result(int upvalue, const char* name) {
    void* const id = lua_upvalueid(L, kItem, upvalue);
    const bool seen = lua_rawgetp(L, kSeen, id) != LUA_TNIL;
    lua_pop(L, 1);
    if (seen) return;
    lua_pushboolean(L, 1);
    lua_rawsetp(L, kSeen, id);
    lua_pushvalue(L, kItem);
    lua_rawseti(L, kResult, ++results);
    lua_pushinteger(L, upvalue);
    lua_rawseti(L, kResult, ++results);
    lua_pushstring(L, name);
    lua_rawseti(L, kResult, ++results);
  }

  void visit() {
    if (lua_istable(L, kItem)) {
      lua_pushnil(L);
      while (lua_next(L, kItem) != 0) {
        State::spend(L, 16);
        enqueue();
        lua_pop(L, 1);
      }
      return;
    }
    assigns = assigns || may_assign_captured(L, kItem);
    const char* name = nullptr;
    for (int i = 1; (name = lua_getupvalue(L, kItem, i)) != nullptr; ++i) {
      enqueue();
      lua_pop(L, 1);
      add_result(i, name);
    }
  }
};

/// Argument: light userdata with the functions. Returns a list of the upvalues of all Lua functions that are reachable from
/// them, CaptureWalk::kResult; an empty one where none of them assigns to any.
int list_captures(lua_State* L) {
  const auto* functions = static_cast<const std::vector<Function>*>(lua_touserdata(L, 1));
  luaL_checkstack(L, 12, "captured variables");
  for (int place = CaptureWalk::kResult; place <= CaptureWalk::kQueue; ++place) lua_newtable(L);
  CaptureWalk walk{L};
  for (const Function& function : *functions) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
    walk.enqueue();
    lua_pop(L, 1);
  }
  for (lua_Integer next = 1; next <= walk.queued; ++next) {
    lua_rawgeti(L, CaptureWalk::kQueue, next);
    walk.visit();
    lua_settop(L, CaptureWalk::kQueue);
  }
  lua_settop(L, CaptureWalk::kResult);
  if (!walk.assigns) lua_newtable(L);
  return 1;
}

/// Argument: a value. Returns a new reference to it.
int make_reference(lua_State* L) {
  lua_settop(L, 1);
  lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
  return 1;
}

/// A new reference to the value on top, which is popped.
int reference_to_top(State& state) {
  lua_State* L = state.get();
  lua_pushcfunction(L, &make_reference);
  lua_insert(L, -2);
  state.call(1, 1, Seconds(0), Limit::fixed);
  const int reference = static_cast<int>(lua_tointeger(L, -1));
  lua_pop(L, 1);
  return reference;
}

}  // namespace

void Captures::remember(State& state, const std::vector<Function>& functions, Seconds limit, Seconds spent) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  lua_checkstack(L, 10);
  lua_pushcfunction(L, &list_captures);
  lua_pushlightuserdata(L, const_cast<std::vector<Function>*>(&functions));
  state.call(1, 1, limit, Limit::load_time, spent);
  const int list = lua_gettop(L);
  for (lua_Integer i = 1; lua_rawgeti(L, list, i) != LUA_TNIL; i += 3) {
    const int function_index = lua_gettop(L);
    lua_rawgeti(L, list, i + 1);
    lua_rawgeti(L, list, i + 2);
    Capture capture{};
    capture.upvalue = static_cast<int>(lua_tointeger(L, -2));
    capture.name = lua_tostring(L, -1);
    lua_getupvalue(L, function_index, capture.upvalue);
    capture.value = reference_to_top(state);
    lua_pushvalue(L, function_index);
    capture.function = reference_to_top(state);
    captures_.push_back(std::move(capture));
    lua_settop(L, list);
  }
}

const std::string* Captures::restore(State& state) const {
  lua_State* L = state.get();
  const std::string* changed = nullptr;
  for (const Capture& capture : captures_) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, capture.function);
    lua_getupvalue(L, -1, capture.upvalue);
    lua_rawgeti(L, LUA_REGISTRYINDEX, capture.value);
    if (lua_rawequal(L, -1, -2) == 0) {
      if (changed == nullptr) changed = &capture.name;
      lua_setupvalue(L, -3, capture.upvalue);
      lua_pop(L, 2);
    } else {
      lua_pop(L, 3);
    }
  }
  return changed;
}

void Captures::check(State& state, const Function& ran) const {
  if (const std::string* const changed = restore(state))
    throw RuleError(
        fmt::format("{} changed the captured variable '{}'; rule functions may not change anything", ran.title, *changed));
}

OptionsLimit options_limit_of(const Limits& limits) {
  if (limits.options < limits.memory) return {limits.options, Limit::memory};
  return {limits.memory, Limit::rule_memory};
}

template <class Describe, class Run>
void RuleFile::checked_call(const Function& function, Describe describe, Run run) {
  lua_State* L = state.get();
  state.set_doing(&function.title);
  const int below = lua_gettop(L);
  try {
    lua_checkstack(L, LUA_MINSTACK);
    run(L);
    captures.check(state, function);
  } catch (const RuleError& error) {
    captures.restore(state);
    lua_settop(L, below);
    if (owned_state == nullptr) throw;  // a script's own errors are its own affair
    throw RuleError(fmt::format("{}, in {}{}", error.what(), describe(), advice_on(error.what())));
  } catch (...) {
    captures.restore(state);
    lua_settop(L, below);
    throw;
  }
}

void RuleFile::call(const Function& function, PositionView position, int results) {
  checked_call(
      function, [&] { return call_text(function, position); },
      [&](lua_State* L) {
        if (spec.domain.is_piles()) {
          lua_pushcfunction(L, &call_with_list);
          lua_pushlightuserdata(L, &position);
          lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
          state.call(2, results, call_limit, Limit::call_time);
        } else {
          lua_checkstack(L, static_cast<int>(position.size()) + LUA_MINSTACK);
          lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
          for (const Coordinate coordinate : position) lua_pushinteger(L, coordinate);
          state.call(static_cast<int>(position.size()), results, call_limit, Limit::call_time);
        }
      });
}

void RuleFile::call_with_text(const Function& function, std::string_view text) {
  checked_call(
      function, [&] { return fmt::format("{}('{}')", name_of(function), plain_line(text)); },
      [&](lua_State* L) {
        lua_pushcfunction(L, &call_with_string);
        lua_pushlightuserdata(L, &text);
        lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
        state.call(2, LUA_MULTRET, call_limit, Limit::call_time);
      });
}

/// "moves(4, 7)", or "moves { 4, 7 }" of a list.
std::string RuleFile::call_text(const Function& function, PositionView position) const {
  std::string text = name_of(function);
  text += spec.domain.is_piles() ? " { " : "(";
  for (std::size_t i = 0; i < position.size(); ++i) text += fmt::format("{}{}", i > 0 ? ", " : "", position[i]);
  return text + (spec.domain.is_piles() ? " }" : ")");
}

Position RuleFile::returned_position(const Function& function, std::size_t count) {
  lua_State* L = state.get();
  const bool piles = spec.domain.is_piles();
  if (piles && !lua_istable(L, -1))
    throw RuleError(fmt::format("{} returned {}, expected a list of piles", function.title, luaL_typename(L, -1)));
  const auto size = piles ? static_cast<int>(lua_rawlen(L, -1)) : static_cast<int>(count);
  Position position;
  for (int i = 1; i <= size; ++i) {
    if (piles) {
      lua_rawgeti(L, -1, i);
    } else {
      lua_pushvalue(L, i - size - 1);
    }
    const bool is_integer = lua_isinteger(L, -1) != 0;
    const char* const type = lua_type(L, -1) == LUA_TNUMBER ? "a float" : luaL_typename(L, -1);
    const Coordinate coordinate = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (!is_integer) throw RuleError(fmt::format("{} returned {}, positions are made of integers", function.title, type));
    position.push_back(coordinate);
  }
  return position;
}

void RuleFile::interpreted_options(PositionView position, Options& out) {
  const MoveSink::Collecting collecting(sink, spec.domain, spec.valid ? spec.valid->reference : LUA_NOREF, options_limit, out);
  lua_State* const L = state.get();
  const KeepTop keep(L);
  call(spec.moves, position, 1);
  if (lua_istable(L, -1))
    throw RuleError(
        fmt::format("{} returned a table; it calls move(...) or split(...) for each option, and returns nothing, in {}",
                    spec.moves.title, call_text(spec.moves, position)));
}

void LuaRules::options(PositionView position, Options& out) const {
  if (file_->lifter && out.empty() && file_->lifter->options(position, out)) return;
  file_->interpreted_options(position, out);
}

Lifting LuaRules::lifting(std::size_t dimensions, Reach reach) const {
  Lifting lifting;
  lifting.normal_forms_permute = !file_->spec.normalize;
  if (!file_->lifter) {
    lifting.refusal = "lifting is turned off";
    if (file_->spec.valid) lifting.valid_refusal = lifting.refusal;
    return lifting;
  }
  const LiftedFunctions& functions = file_->lifter->functions(dimensions, reach);
  lifting.moves = functions.moves ? &functions.moves->program : nullptr;
  lifting.refusal = functions.refusal;
  lifting.valid = functions.valid ? &functions.valid->program : nullptr;
  lifting.valid_refusal = functions.valid_refusal;
  lifting.play = functions.play ? &functions.play->program : nullptr;
  lifting.labels = file_->sink.label_names();
  return lifting;
}

Outcome LuaRules::terminal_outcome(PositionView position) const {
  if (!file_->spec.terminal_play) return Rules::terminal_outcome(position);
  if (file_->lifter)
    if (const std::optional<Outcome> outcome = file_->lifter->terminal_outcome(position)) return *outcome;
  return file_->interpreted_terminal_outcome(position);
}

Outcome RuleFile::interpreted_terminal_outcome(PositionView position) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  call(*spec.terminal_play, position, 1);
  const std::string_view answer = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  if (answer == "normal") return Outcome::P;
  if (answer == "misere") return Outcome::N;
  if (answer == "draw") return Outcome::draw;
  throw RuleError(fmt::format("{} returned {} at {}, expected \"normal\", \"misere\" or \"draw\"", spec.terminal_play->title,
                              answer.empty() ? luaL_typename(L, -1) : fmt::format("'{}'", answer),
                              bouton::to_string(position)));
}

bool RuleFile::interpreted_valid(PositionView position) {
  if (!spec.valid) return true;
  lua_State* L = state.get();
  const KeepTop keep(L);
  call(*spec.valid, position, 1);
  if (!lua_isboolean(L, -1) && !lua_isnil(L, -1))
    throw RuleError(fmt::format("{} returned {} at {}, expected true or false", spec.valid->title, luaL_typename(L, -1),
                                bouton::to_string(position)));
  return lua_toboolean(L, -1) != 0;
}

bool LuaRules::valid(PositionView position) const {
  if (!file_->spec.valid) return true;
  if (file_->lifter)
    if (const std::optional<bool> valid = file_->lifter->valid(position)) return *valid;
  return file_->interpreted_valid(position);
}

void LuaRules::normalize(Position& position) const {
  const RuleSpec& spec = file_->spec;
  for (const std::vector<std::size_t>& group : spec.symmetric) {
    if (spec.domain.is_piles() || group.size() == position.size()) {
      sort(position);
      continue;
    }
    std::vector<Coordinate> values;
    for (const std::size_t i : group) values.push_back(position[i]);
    std::ranges::sort(values);
    for (std::size_t k = 0; k < group.size(); ++k) position[group[k]] = values[k];
  }
  if (!spec.normalize) return;
  if (file_->lifter && file_->lifter->normalize(position)) return;
  file_->interpreted_normalize(position);
}

void RuleFile::interpreted_normalize(Position& position) {
  lua_State* L = state.get();
  const KeepTop keep(L);
  const bool piles = spec.domain.is_piles();
  call(*spec.normalize, position, piles ? 1 : static_cast<int>(position.size()));
  Position normal = returned_position(*spec.normalize, position.size());
  if (const std::optional<std::string> complaint = spec.domain.complaint(PositionView(normal)))
    throw RuleError(fmt::format("{} returned the position {} for {}; it {}", spec.normalize->title, bouton::to_string(normal),
                                bouton::to_string(position), *complaint));
  position = std::move(normal);
}

}  // namespace bouton::lua
