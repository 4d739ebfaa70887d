// A rule function without a rule file: a Lua state with the words of the rule language, for tests of the lifter.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <lua.hpp>

#include "bindings/lua/lift/lift.h"
#include "engine/position/options.h"
#include "engine/program/move_program_run.h"

namespace bouton::lua {

/// A game as far as the lifter needs to know it.
struct Shape {
  std::vector<std::string> coordinates;  ///< names; of a piles game, the one name
  std::size_t piles = 0;                 ///< the number of piles, in a piles game
  bool is_piles = false;
};

/// What a function did for a position, lifted or interpreted.
struct RuleRun {
  bool failed = false;  ///< it raised an error, or trapped
  std::string error = {};
  Options options{};
  std::vector<std::int64_t> results = {};
};

/// The Lua function that a chunk returns, run by the interpreter and lifted.
class RuleFunction {
 public:
  /// `source` is a chunk that returns the function. It sees move, split, math, table, ipairs, assert, error, type.
  RuleFunction(const std::string& source, Shape shape, Results results = Results::none);
  ~RuleFunction();
  RuleFunction(const RuleFunction&) = delete;
  RuleFunction& operator=(const RuleFunction&) = delete;

  /// Empty, or why there is no function.
  const std::string& problem() const { return problem_; }

  Result<MoveProgram> lift();
  LiftContext context();

  RuleRun interpret(PositionView position);

  /// Lifts, and gives the program as text, or the refusal.
  std::string text();

  const std::vector<std::string>& labels() const { return labels_; }
  /// The number of a label; a new one for a new name.
  Label label(std::string_view name);
  lua_State* state() { return L_; }

 private:
  lua_State* L_;
  Shape shape_;
  Results results_;
  std::string problem_;
  std::vector<std::string> labels_{""};
};

/// The outcome of the lifted program.
/// `label` numbers the names that are made of values.
RuleRun run(const MoveProgram& program, PositionView position,
            const std::function<std::optional<Label>(std::string_view)>& label = {});

/// Whether both did the same; else how they differ.
std::optional<std::string> difference(const RuleRun& interpreted, const RuleRun& lifted, Results results = Results::none);

namespace rule_function_parts {

/// What `move` and `split` write to; the C functions find it through the registry.
struct Record {
  Shape* shape = nullptr;
  std::vector<std::string>* labels = nullptr;
  Options* options = nullptr;
};

inline const char kRecord = 0;
inline const char kPilesMeta = 0;

inline Record& record(lua_State* L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kRecord);
  auto* found = static_cast<Record*>(lua_touserdata(L, -1));
  lua_pop(L, 1);
  return *found;
}

// These raise errors: what they hold has no destructor.

constexpr int kMostCoordinates = 64;

struct Coordinates {
  int size = 0;
  Coordinate values[kMostCoordinates] = {};
};

inline lua_Integer check_integer(lua_State* L, int index) {
  if (!lua_isinteger(L, index)) luaL_error(L, "not an integer");
  return lua_tointeger(L, index);
}

inline void check_list(lua_State* L, int index, Coordinates& out) {
  if (!lua_istable(L, index)) luaL_error(L, "not a list");
  const lua_Integer n = luaL_len(L, index);
  if (n > kMostCoordinates) luaL_error(L, "too long");
  for (lua_Integer i = 1; i <= n; ++i) {
    lua_geti(L, index, i);
    out.values[out.size++] = check_integer(L, -1);
    lua_pop(L, 1);
  }
}

inline Label label_of(Record& to, const char* name) {
  if (name == nullptr) return kNoLabel;
  const auto found = std::find(to.labels->begin(), to.labels->end(), name);
  if (found != to.labels->end()) return static_cast<Label>(found - to.labels->begin());
  to.labels->emplace_back(name);
  return static_cast<Label>(to.labels->size() - 1);
}

inline int do_move(lua_State* L, int first, const char* label) {
  Record& to = record(L);
  Coordinates c;
  const int arguments = lua_gettop(L) - first + 1;
  if (to.shape->is_piles) {
    if (arguments != 1) luaL_error(L, "move takes a list");
    check_list(L, first, c);
  } else {
    if (arguments != static_cast<int>(to.shape->coordinates.size())) luaL_error(L, "wrong number of coordinates");
    for (int i = first; i <= lua_gettop(L); ++i) c.values[c.size++] = check_integer(L, i);
  }
  to.options->add({c.values, static_cast<std::size_t>(c.size)}, label_of(to, label));
  return 0;
}

inline int do_split(lua_State* L, int first, const char* label) {
  Record& to = record(L);
  to.options->abandon_split();
  for (int i = first; i <= lua_gettop(L); ++i) {
    Coordinates c;
    if (lua_istable(L, i)) check_list(L, i, c);
    else c.values[c.size++] = check_integer(L, i);
    if (!to.shape->is_piles && c.size != static_cast<int>(to.shape->coordinates.size()))
      luaL_error(L, "wrong number of coordinates");
    to.options->add_part({c.values, static_cast<std::size_t>(c.size)});
  }
  to.options->end_split(label_of(to, label));
  return 0;
}

inline int move_word(lua_State* L) { return do_move(L, 2, nullptr); }
inline int split_word(lua_State* L) { return do_split(L, 2, nullptr); }
inline int move_labelled(lua_State* L) { return do_move(L, 1, lua_tostring(L, lua_upvalueindex(1))); }
inline int split_labelled(lua_State* L) { return do_split(L, 1, lua_tostring(L, lua_upvalueindex(1))); }
inline int move_index(lua_State* L) {
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, move_labelled, 1);
  return 1;
}
inline int split_index(lua_State* L) {
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, split_labelled, 1);
  return 1;
}

inline void push_piles(lua_State* L, const Coordinate* values, int size) {
  lua_createtable(L, size, 0);
  for (int i = 0; i < size; ++i) {
    lua_pushinteger(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kPilesMeta);
  lua_setmetatable(L, -2);
}
inline int piles_with(lua_State* L) {
  Coordinates c;
  check_list(L, 1, c);
  for (int at = 2; at == 2 || at <= lua_gettop(L); at += 2) {
    const lua_Integer i = check_integer(L, at);
    const lua_Integer v = check_integer(L, at + 1);
    if (i < 1 || i > c.size) luaL_error(L, "no such pile");
    c.values[i - 1] = v;
  }
  push_piles(L, c.values, c.size);
  return 1;
}
inline int piles_without(lua_State* L) {
  Coordinates c;
  check_list(L, 1, c);
  const lua_Integer i = check_integer(L, 2);
  if (i < 1 || i > c.size) luaL_error(L, "no such pile");
  std::memmove(c.values + i - 1, c.values + i, static_cast<std::size_t>(c.size - i) * sizeof(Coordinate));
  push_piles(L, c.values, c.size - 1);
  return 1;
}
inline int piles_insert(lua_State* L) {
  Coordinates c;
  check_list(L, 1, c);
  const lua_Integer i = check_integer(L, 2);
  const lua_Integer v = check_integer(L, 3);
  if (i < 1 || i > c.size + 1 || c.size == kMostCoordinates) luaL_error(L, "no such pile");
  std::memmove(c.values + i, c.values + i - 1, static_cast<std::size_t>(c.size - i + 1) * sizeof(Coordinate));
  c.values[i - 1] = v;
  push_piles(L, c.values, c.size + 1);
  return 1;
}

inline void make_word(lua_State* L, const char* name, lua_CFunction call, lua_CFunction index) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushcfunction(L, call);
  lua_setfield(L, -2, "__call");
  lua_pushcfunction(L, index);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setglobal(L, name);
}

inline int set_up(lua_State* L) {
  luaL_openlibs(L);
  make_word(L, "move", move_word, move_index);
  make_word(L, "split", split_word, split_index);
  lua_newtable(L);
  lua_newtable(L);
  lua_pushcfunction(L, piles_with);
  lua_setfield(L, -2, "with");
  lua_pushcfunction(L, piles_without);
  lua_setfield(L, -2, "without");
  lua_pushcfunction(L, piles_insert);
  lua_setfield(L, -2, "insert");
  lua_setfield(L, -2, "__index");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kPilesMeta);
  return 0;
}

/// Index 1: the source as light userdata. Returns the function.
inline int load_chunk(lua_State* L) {
  const auto* source = static_cast<const std::string*>(lua_touserdata(L, 1));
  if (luaL_loadbufferx(L, source->data(), source->size(), "=rule", "t") != LUA_OK) return lua_error(L);
  lua_call(L, 0, 1);
  luaL_checktype(L, -1, LUA_TFUNCTION);
  return 1;
}

struct Call {
  PositionView position;
  const Shape* shape = nullptr;
  Results results = Results::none;
  std::vector<std::int64_t>* out = nullptr;
};

/// Index 1: the function, 2: a Call.
inline int call_function(lua_State* L) {
  const auto* call = static_cast<const Call*>(lua_touserdata(L, 2));
  lua_settop(L, 1);
  int arguments = static_cast<int>(call->position.size());
  if (call->shape->is_piles) {
    push_piles(L, call->position.data(), arguments);
    arguments = 1;
  } else {
    for (const Coordinate c : call->position) lua_pushinteger(L, c);
  }
  lua_call(L, arguments, LUA_MULTRET);
  const int results = lua_gettop(L);
  switch (call->results) {
    case Results::none: break;
    case Results::truth: call->out->push_back(results > 0 && lua_toboolean(L, 1) ? 1 : 0); break;
    case Results::outcome: {
      const char* name = luaL_checkstring(L, 1);
      call->out->push_back(std::strcmp(name, "normal") == 0 ? 0 : std::strcmp(name, "misere") == 0 ? 1 : 2);
      break;
    }
    case Results::integers:
      if (results == 1 && lua_istable(L, 1)) {
        Coordinates c;
        check_list(L, 1, c);
        for (int i = 0; i < c.size; ++i) call->out->push_back(c.values[i]);
      } else {
        for (int i = 1; i <= results; ++i) call->out->push_back(check_integer(L, i));
      }
      break;
  }
  return 0;
}

struct KnownFunction {
  const char* library;
  const char* name;
  Word word;
};
// clang-format off
constexpr KnownFunction kKnownFunctions[] = {
    {"math", "abs", Word::math_abs},     {"math", "ceil", Word::math_ceil},
    {"math", "floor", Word::math_floor}, {"math", "fmod", Word::math_fmod},
    {"math", "max", Word::math_max},     {"math", "min", Word::math_min},
    {"math", "tointeger", Word::math_tointeger}, {"math", "type", Word::math_type},
    {"math", "ult", Word::math_ult},     {"_G", "ipairs", Word::ipairs},
    {"_G", "pairs", Word::pairs},        {"_G", "assert", Word::assert_},
    {"_G", "error", Word::error},        {"_G", "type", Word::type},
    {"_G", "tonumber", Word::tonumber},  {"table", "unpack", Word::unpack},
    {"table", "insert", Word::table_insert}, {"table", "remove", Word::table_remove},
    {"table", "sort", Word::table_sort},
};
// clang-format on

inline KnownWord classify(lua_State* L, int index) {
  const lua_CFunction f = lua_tocfunction(L, index);
  if (f == move_labelled || f == split_labelled) {
    lua_getupvalue(L, index, 1);
    KnownWord known{f == move_labelled ? Word::move : Word::split, lua_tostring(L, -1)};
    lua_pop(L, 1);
    return known;
  }
  // The libraries are read raw: no error is raised.
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  const int globals = lua_gettop(L);
  const auto matches = [&](const char* library, const char* name) {
    lua_pushstring(L, library);
    lua_rawget(L, globals);
    lua_pushstring(L, name);
    lua_rawget(L, -2);
    const bool same = lua_rawequal(L, -1, index) != 0;
    lua_pop(L, 2);
    return same;
  };
  KnownWord known;
  if (matches("_G", "move")) known.word = Word::move;
  if (matches("_G", "split")) known.word = Word::split;
  if (f != nullptr)
    for (const KnownFunction& function : kKnownFunctions)
      if (matches(function.library, function.name)) known.word = function.word;
  lua_settop(L, globals - 1);
  return known;
}

}  // namespace rule_function_parts

inline RuleFunction::RuleFunction(const std::string& source, Shape shape, Results results)
    : L_(luaL_newstate()), shape_(std::move(shape)), results_(results) {
  lua_pushcfunction(L_, rule_function_parts::set_up);
  if (lua_pcall(L_, 0, 0, 0) != LUA_OK) problem_ = lua_tostring(L_, -1);
  lua_settop(L_, 0);
  lua_pushcfunction(L_, rule_function_parts::load_chunk);
  lua_pushlightuserdata(L_, const_cast<std::string*>(&source));
  if (lua_pcall(L_, 1, 1, 0) != LUA_OK) problem_ = lua_tostring(L_, -1);
}

inline RuleFunction::~RuleFunction() { lua_close(L_); }

inline Label RuleFunction::label(std::string_view name) {
  rule_function_parts::Record to{&shape_, &labels_, nullptr};
  return rule_function_parts::label_of(to, std::string(name).c_str());
}

inline LiftContext RuleFunction::context() {
  LiftContext context;
  context.piles = shape_.is_piles;
  context.dimensions = shape_.is_piles ? shape_.piles : shape_.coordinates.size();
  if (!shape_.is_piles) context.coordinate_names = shape_.coordinates;
  else
    for (std::size_t i = 1; i <= shape_.piles; ++i)
      context.coordinate_names.push_back(fmt::format("{}[{}]", shape_.coordinates[0], i));
  context.classify = rule_function_parts::classify;
  context.label = [this](std::string_view name) { return label(name); };
  return context;
}

inline Result<MoveProgram> RuleFunction::lift() { return lift_function(L_, 1, results_, context()); }

inline std::string RuleFunction::text() {
  if (!problem_.empty()) return problem_;
  const int top = lua_gettop(L_);
  const Result<MoveProgram> lifted = lift();
  if (lua_gettop(L_) != top) return "the Lua stack was changed";
  if (!lifted) return "refused: " + lifted.reason() + "\n";
  return to_string(*lifted, labels_);
}

inline RuleRun RuleFunction::interpret(PositionView position) {
  RuleRun outcome;
  rule_function_parts::Record to{&shape_, &labels_, &outcome.options};
  lua_pushlightuserdata(L_, &to);
  lua_rawsetp(L_, LUA_REGISTRYINDEX, &rule_function_parts::kRecord);
  const rule_function_parts::Call call{position, &shape_, results_, &outcome.results};
  lua_pushcfunction(L_, rule_function_parts::call_function);
  lua_pushvalue(L_, 1);
  lua_pushlightuserdata(L_, const_cast<rule_function_parts::Call*>(&call));
  if (lua_pcall(L_, 2, 0, 0) != LUA_OK) {
    outcome.failed = true;
    const char* message = lua_tostring(L_, -1);
    outcome.error = message == nullptr ? "?" : message;
  }
  lua_settop(L_, 1);
  return outcome;
}

inline RuleRun run(const MoveProgram& program, PositionView position,
                   const std::function<std::optional<Label>(std::string_view)>& label) {
  RuleRun outcome;
  const CompiledProgram compiled(program);
  outcome.failed = compiled.options(position, outcome.options, {.label = label ? &label : nullptr}) != RunStatus::done;
  if (!outcome.failed) outcome.failed = compiled.results(position, outcome.results) != RunStatus::done;
  return outcome;
}

inline std::optional<std::string> difference(const RuleRun& interpreted, const RuleRun& lifted, Results results) {
  if (interpreted.failed && lifted.failed) return std::nullopt;
  if (interpreted.failed) return "the interpreter raised an error (" + interpreted.error + "), the lifted function did not";
  if (lifted.failed) return "the lifted function trapped";
  if (results != Results::none)
    return interpreted.results == lifted.results ? std::nullopt : std::optional<std::string>("the results differ");
  const auto show = [](const Options& options) {
    std::string text;
    for (std::size_t i = 0; i < options.size(); ++i) {
      text += fmt::format(" [{}", options[i].label());
      for (std::size_t p = 0; p < options[i].size(); ++p) text += fmt::format(" {}", fmt::join(options[i][p], ","));
      text += "]";
    }
    return text;
  };
  const std::string a = show(interpreted.options), b = show(lifted.options);
  if (a == b) return std::nullopt;
  return "interpreted:" + a + "\nlifted:     " + b;
}

}  // namespace bouton::lua
