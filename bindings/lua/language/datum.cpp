#include "bindings/lua/language/datum.h"

#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/host/state.h"
#include "engine/base/budget.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

constexpr int kDeepestDatum = 12;  // no word of the language nests tables so deeply
/// The fields of a game hold at most so many values. A table that stands at several places counts at each.
constexpr std::size_t kMostValues = 500'000;
/// And their texts so many bytes.
constexpr std::size_t kMostText = std::size_t{16} << 20;

/// Reads values, and counts what they take of what all fields together may hold.
class DatumReader {
 public:
  DatumReader(lua_State* L, int references, const std::string& where) : L_(L), references_(references), where_(where) {}

  /// The value on top of the stack, which is `depth` tables deep. Does not raise.
  Datum read(int depth);

 private:
  [[noreturn]] void fail(const std::string& message) const { throw RuleError(where_ + message); }
  void read_entries(int depth, Datum& table);
  Function read_function() const;
  std::string read_text();

  lua_State* L_;
  int references_;
  const std::string& where_;
  std::size_t values_ = 0;
  std::size_t text_ = 0;
};

/// Argument 1: a value. Returns a table that gives each function reachable from it a reference in the registry.
int collect_functions(lua_State* L) {
  lua_newtable(L);  // 2: function -> reference, table -> true
  lua_newtable(L);  // 3: the values still to be looked at
  lua_Integer first = 1;
  lua_Integer last = 1;
  lua_pushvalue(L, 1);
  lua_rawseti(L, 3, 1);
  for (; first <= last; ++first) {
    State::spend(L, 16);
    lua_rawgeti(L, 3, first);
    const int type = lua_type(L, -1);
    if (type != LUA_TFUNCTION && type != LUA_TTABLE) {
      lua_settop(L, 3);
      continue;
    }
    lua_pushvalue(L, -1);
    const bool known = lua_rawget(L, 2) != LUA_TNIL;
    lua_pop(L, 1);
    if (first > static_cast<lua_Integer>(kMostValues))
      return luaL_error(L, "the game's fields hold more than %d values", static_cast<int>(kMostValues));
    if (!known && type == LUA_TFUNCTION) {
      lua_pushvalue(L, -1);
      lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));  // pops the copy, then the reference takes its place
      lua_rawset(L, 2);
    } else if (!known) {
      lua_pushvalue(L, -1);
      lua_pushboolean(L, 1);
      lua_rawset(L, 2);
      lua_pushnil(L);
      while (lua_next(L, 4) != 0) {
        State::spend(L, 16);
        lua_rawseti(L, 3, ++last);
      }
    }
    lua_settop(L, 3);
  }
  lua_settop(L, 2);
  return 1;
}

Function DatumReader::read_function() const {
  lua_State* const L = L_;
  Function function;
  lua_pushvalue(L, -1);
  lua_rawget(L, references_);
  function.reference = static_cast<int>(lua_tointeger(L, -1));
  lua_pop(L, 1);
  lua_Debug record;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">Su", &record);
  function.parameters = record.nparams;
  function.is_vararg = record.isvararg != 0;
  function.is_c = record.what[0] == 'C';
  function.source = State::of(L).shown_source(record.short_src);
  function.line = record.linedefined;
  return function;
}

std::string DatumReader::read_text() {
  std::size_t length = 0;
  const char* const text = lua_tolstring(L_, -1, &length);
  text_ += length;
  if (text_ > kMostText) fail(fmt::format("the game's texts are longer than {} together", format_bytes(kMostText)));
  return std::string(text, length);
}

void DatumReader::read_entries(int depth, Datum& table) {
  const int index = lua_gettop(L_);
  for (lua_Integer i = 1; lua_rawgeti(L_, index, i) != LUA_TNIL; ++i) {
    table.list.push_back(read(depth + 1));
    lua_pop(L_, 1);
  }
  lua_pop(L_, 1);
  lua_pushnil(L_);
  while (lua_next(L_, index) != 0) {
    if (lua_type(L_, -2) == LUA_TSTRING) {
      lua_pushvalue(L_, -2);
      std::string key = read_text();
      lua_pop(L_, 1);
      table.fields.push_back({std::move(key), read(depth + 1)});
    } else if (lua_isinteger(L_, -2) == 0 || lua_tointeger(L_, -2) < 1 ||
               static_cast<std::size_t>(lua_tointeger(L_, -2)) > table.list.size()) {
      table.has_other_keys = true;
    }
    lua_pop(L_, 1);
  }
  std::ranges::sort(table.fields, {}, &Datum::Field::name);
}

Datum DatumReader::read(int depth) {
  if (depth > kDeepestDatum || lua_checkstack(L_, 8) == 0) fail("a table in it is nested too deeply");
  if (++values_ > kMostValues) fail(fmt::format("the game's fields hold more than {} values", kMostValues));
  Datum datum;
  switch (lua_type(L_, -1)) {
    case LUA_TNIL: break;
    case LUA_TBOOLEAN:
      datum.type = Datum::Type::boolean;
      datum.boolean = lua_toboolean(L_, -1) != 0;
      break;
    case LUA_TNUMBER:
      datum.type = lua_isinteger(L_, -1) != 0 ? Datum::Type::integer : Datum::Type::real;
      datum.integer = lua_tointeger(L_, -1);
      datum.real = lua_tonumber(L_, -1);
      break;
    case LUA_TSTRING:
      datum.type = Datum::Type::string;
      datum.string = read_text();
      break;
    case LUA_TFUNCTION:
      datum.type = Datum::Type::function;
      datum.function = read_function();
      break;
    case LUA_TTABLE:
      datum.type = Datum::Type::table;
      read_entries(depth, datum);
      break;
    default: datum.type = Datum::Type::other;
  }
  return datum;
}

}  // namespace

const Datum& Datum::operator[](std::string_view name) const {
  static const Datum nothing;
  const auto found = std::ranges::find(fields, name, &Datum::Field::name);
  return found == fields.end() ? nothing : found->value;
}

std::string Datum::describe() const {
  constexpr std::size_t kShown = 200;
  switch (type) {
    case Type::nil: return "nil";
    case Type::boolean: return boolean ? "true" : "false";
    case Type::integer: return std::to_string(integer);
    case Type::real: return fmt::format("the float {}", real);
    case Type::string:
      return fmt::format("the string '{}'", std::string_view(string).substr(0, std::min(kShown, string.find('\0'))));
    case Type::function: return "a function";
    case Type::table: return "a table";
    case Type::other: return "a value of another type";
  }
  return "";
}

Datum read_datum(State& state, const std::string& where, Seconds limit, Seconds spent) {
  lua_State* L = state.get();
  const int top = lua_gettop(L);
  lua_checkstack(L, 8);
  lua_pushcfunction(L, &collect_functions);
  lua_pushvalue(L, top);
  state.call(1, 1, limit, Limit::load_time, spent);
  lua_pushvalue(L, top);
  struct RestoreTop {
    lua_State* L;
    int top;
    ~RestoreTop() { lua_settop(L, top); }
  } const restore{L, top};
  return DatumReader(L, top + 1, where).read(0);
}

std::optional<std::string> append_term(const Datum& value, term::Code& out, int depth) {
  switch (value.type) {
    case Datum::Type::integer: term::append_integer(value.integer, out); return std::nullopt;
    case Datum::Type::string: term::append_string(value.string, out); return std::nullopt;
    case Datum::Type::table: break;
    default: return fmt::format("has {} in it, positions are made of integers, strings and lists", value.describe());
  }
  if (depth == term::kMostDepth) return fmt::format("has lists more than {} deep", term::kMostDepth);
  if (!value.fields.empty() || value.has_other_keys) return "holds a table that is not a list: its keys are not 1, 2, 3, ...";
  term::append_list(value.list.size(), out);
  for (const Datum& item : value.list)
    if (std::optional<std::string> complaint = append_term(item, out, depth + 1)) return complaint;
  return std::nullopt;
}

}  // namespace bouton::lua
