#include "bindings/lua/module/value_checksum.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>

#include "bindings/lua/lift/bytecode/dump_format.h"
#include "bindings/lua/module/game_class.h"
#include "engine/base/errors.h"
#include "engine/base/little_endian.h"
#include "engine/rules/work_of_game.h"

namespace bouton::lua {
namespace {

// Where the walk's tables stand.
constexpr int kSeenObjects = 3, kObjectQueue = 4, kVisited = 5;
constexpr std::string_view kOurClasses = "bouton.", kIntegers = "bouton.Integer";

void add_number(ValueWalk& walk, std::uint64_t number) {
  char bytes[sizeof number];
  for (unsigned byte = 0; byte < sizeof number; ++byte) bytes[byte] = static_cast<char>(number >> 8 * byte & 0xFF);
  walk.checksum.add({bytes, sizeof bytes});
}

/// With a letter that says what it is, and its length, so that one text after another is not a third.
void add_tagged(ValueWalk& walk, char what, std::string_view text) {
  walk.checksum.add({&what, 1});
  add_number(walk, text.size());
  walk.checksum.add(text);
}

template <class Number>
void add_bits(ValueWalk& walk, char what, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  add_tagged(walk, what, {bytes, sizeof bytes});
}

std::string_view text_on_top(lua_State* L) {
  std::size_t length = 0;
  const char* const text = lua_tolstring(L, -1, &length);
  return {text, length};
}

/// The name of the class of the userdata on top; empty where it has none.
std::string_view class_on_top(lua_State* L) {
  const int type = luaL_getmetafield(L, -1, "__name");
  if (type == LUA_TNIL) return {};
  const std::string_view name = type == LUA_TSTRING ? text_on_top(L) : std::string_view();
  lua_pop(L, 1);  // the metatable has it still
  return name;
}

/// Adds what the value on top is, and queues it if it is an object that is met for the first time; it stays.
void add_value(lua_State* L, ValueWalk& walk) {
  switch (lua_type(L, -1)) {
    case LUA_TNIL: add_tagged(walk, 'n', {}); return;
    case LUA_TBOOLEAN: add_tagged(walk, lua_toboolean(L, -1) != 0 ? 't' : 'f', {}); return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1) != 0) add_bits(walk, 'i', lua_tointeger(L, -1));
      else add_bits(walk, 'd', lua_tonumber(L, -1));
      return;
    case LUA_TSTRING: add_tagged(walk, 's', text_on_top(L)); return;
    case LUA_TFUNCTION:
      if (lua_iscfunction(L, -1) == 0) break;
      {
        const auto name = walk.names.find(lua_topointer(L, -1));
        add_tagged(walk, 'c', name != walk.names.end() ? std::string_view(name->second) : "another");
      }
      return;
    case LUA_TTABLE:
    case LUA_TUSERDATA: break;
    default: add_tagged(walk, 'o', luaL_typename(L, -1)); return;
  }
  lua_pushglobaltable(L);
  const bool is_globals = lua_rawequal(L, -1, -2) != 0;
  lua_pop(L, 1);
  if (is_globals) {
    add_tagged(walk, 'g', {});  // which of them count, the functions say
    return;
  }
  lua_pushvalue(L, -1);
  if (lua_rawget(L, kSeenObjects) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushinteger(L, static_cast<lua_Integer>(++walk.queued));
    lua_rawset(L, kSeenObjects);
    lua_pushvalue(L, -1);
    lua_rawseti(L, kObjectQueue, static_cast<lua_Integer>(walk.queued));
    add_bits(walk, 'r', static_cast<std::uint64_t>(walk.queued));
    return;
  }
  add_bits(walk, 'r', static_cast<std::uint64_t>(lua_tointeger(L, -1)));
  lua_pop(L, 1);
}

auto order_of(const ValueWalk::Key& key) {
  return std::tuple(key.type, key.integer, key.number, std::string_view(key.text, key.length));
}

void add_table(lua_State* L, ValueWalk& walk) {
  walk.keys.clear();
  std::uint64_t objects = 0;
  for (lua_pushnil(L); lua_next(L, kVisited) != 0; lua_pop(L, 1)) {
    ValueWalk::Key key{lua_type(L, -2), 0, 0, "", 0};
    switch (key.type) {
      case LUA_TBOOLEAN: key.integer = lua_toboolean(L, -2); break;
      case LUA_TSTRING: key.text = lua_tolstring(L, -2, &key.length); break;
      case LUA_TNUMBER:
        if (lua_isinteger(L, -2) != 0) key.integer = lua_tointeger(L, -2);
        else key.number = lua_tonumber(L, -2), key.type = -LUA_TNUMBER;
        break;
      default: ++objects; continue;
    }
    walk.keys.push_back(key);
  }
  std::ranges::sort(walk.keys, {}, order_of);
  add_bits(walk, '{', static_cast<std::uint64_t>(walk.keys.size()));
  add_number(walk, objects);
  for (const ValueWalk::Key& key : walk.keys) {
    switch (key.type) {
      case LUA_TBOOLEAN: lua_pushboolean(L, static_cast<int>(key.integer)); break;
      case LUA_TSTRING: lua_pushlstring(L, key.text, key.length); break;
      case LUA_TNUMBER: lua_pushinteger(L, key.integer); break;
      default: lua_pushnumber(L, key.number);
    }
    add_value(L, walk);
    lua_rawget(L, kVisited);
    add_value(L, walk);
    lua_pop(L, 1);
  }
  if (lua_getmetatable(L, kVisited) == 0) lua_pushnil(L);
  add_value(L, walk);
  lua_pop(L, 1);
}

template <class Number>
void append_bits(std::string& text, Number number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  text.append(bytes, sizeof bytes);
}

/// The code of a function, without names and lines, and the texts in it.
void append_code(const FunctionPrototype& function, std::string& code, std::vector<std::string>& texts) {
  for (const std::size_t number : {static_cast<std::size_t>(function.parameters), std::size_t{function.is_vararg},
                                   static_cast<std::size_t>(function.registers), function.code.size(),
                                   function.constants.size(), function.upvalues.size(), function.functions.size()})
    append_bits(code, number);
  for (const Instruction& i : function.code) {
    for (const std::uint8_t byte : {static_cast<std::uint8_t>(i.op), static_cast<std::uint8_t>(i.k), i.a, i.b, i.c})
      append_bits(code, byte);
    append_bits(code, i.bx);
  }
  for (const Constant& constant : function.constants) {
    append_bits(code, constant.index());
    if (const auto* const truth = std::get_if<bool>(&constant)) append_bits(code, *truth);
    if (const auto* const integer = std::get_if<lua_Integer>(&constant)) append_bits(code, *integer);
    if (const auto* const number = std::get_if<lua_Number>(&constant)) append_bits(code, *number);
    if (const auto* const text = std::get_if<std::string>(&constant)) {
      append_bits(code, text->size());
      code += *text;
      texts.push_back(*text);
    }
  }
  for (const UpvalueDescription& upvalue : function.upvalues) {
    append_bits(code, upvalue.in_stack);
    append_bits(code, upvalue.index);
  }
  for (const FunctionPrototype& inner : function.functions) append_code(inner, code, texts);
}

/// All names of global variables.
void add_all_globals(lua_State* L, std::vector<std::string>& names) {
  lua_pushglobaltable(L);
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1))
    if (lua_type(L, -2) == LUA_TSTRING) names.emplace_back(lua_tostring(L, -2));
  lua_pop(L, 1);
}

int add_dump(lua_State*, const void* bytes, std::size_t size, void* walk) {
  static_cast<ValueWalk*>(walk)->checksum.add({static_cast<const char*>(bytes), size});
  return 0;
}

/// Adds the code of the function that is visited, and finds the names of the global variables that it may read.
void add_code(lua_State* L, ValueWalk& walk) {
  walk.globals.clear();
  walk.text.clear();
  if (const std::optional<FunctionPrototype> function = read_function(L, kVisited))
    append_code(*function, walk.text, walk.globals);
  const bool is_read = !walk.text.empty();
  add_tagged(walk, 'F', walk.text);
  if (!is_read) {
    lua_pushvalue(L, kVisited);
    lua_dump(L, &add_dump, &walk, 1);
    lua_pop(L, 1);
  }
  // Who names the table of all globals may read any.
  if (!is_read || std::ranges::find(walk.globals, "_G") != walk.globals.end()) add_all_globals(L, walk.globals);
  std::ranges::sort(walk.globals);
  const auto rest = std::ranges::unique(walk.globals);
  walk.globals.erase(rest.begin(), rest.end());
}

void add_function(lua_State* L, ValueWalk& walk) {
  add_code(L, walk);
  for (int i = 1; lua_getupvalue(L, kVisited, i) != nullptr; ++i) {
    add_value(L, walk);
    lua_pop(L, 1);
  }
  for (const std::string& name : walk.globals) {
    lua_pushglobaltable(L);
    lua_pushlstring(L, name.data(), name.size());
    if (lua_rawget(L, -2) != LUA_TNIL) {
      add_tagged(walk, 'G', name);
      add_value(L, walk);
    }
    lua_pop(L, 2);
  }
}

/// What tells a game from others, in the walk's text; else why nothing does.
void tell_game_apart(lua_State* L, ValueWalk& walk) {
  try {
    Work work("game");
    add_game(work, *object_at<GameObject>(L, kVisited).game);
    walk.text = work.text();
  } catch (const std::exception& error) {
    walk.refusal = error.what();
  }
}

void add_userdata(lua_State* L, ValueWalk& walk) {
  const std::string_view name = class_on_top(L);
  add_tagged(walk, 'U', name);
  if (name == kIntegers) {
    luaL_tolstring(L, kVisited, nullptr);
    add_tagged(walk, 's', text_on_top(L));
    lua_pop(L, 1);
  } else if (name == kClassName<GameObject>) {
    tell_game_apart(L, walk);
    if (!walk.refusal.empty()) luaL_error(L, "%s", walk.refusal.c_str());
    add_tagged(walk, 's', walk.text);
  } else if (name.starts_with(kOurClasses)) {
    luaL_error(L, "nothing tells the %s that the function uses from others; make it within the function", name.data());
  }
}

/// The functions of C in the table on top, by its name and theirs, the least where one has several.
void name_functions(lua_State* L, ValueWalk& walk, const char* library) {
  for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING || lua_iscfunction(L, -1) == 0) continue;
    walk.text = std::string(library) + "." + lua_tostring(L, -2);
    std::string& name = walk.names[lua_topointer(L, -1)];
    if (name.empty() || walk.text < name) name = walk.text;
  }
}

void name_all_functions(lua_State* L, ValueWalk& walk) {
  if (luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE) != 0)
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1))
      if (lua_type(L, -2) == LUA_TSTRING && lua_istable(L, -1)) name_functions(L, walk, lua_tostring(L, -2));
  lua_pop(L, 1);
}

}  // namespace

int walk_value(lua_State* L) {
  ValueWalk& walk = *static_cast<ValueWalk*>(lua_touserdata(L, 1));
  lua_settop(L, 2);
  luaL_checkstack(L, 20, "what a function reaches");
  lua_newtable(L);
  lua_newtable(L);
  name_all_functions(L, walk);
  lua_pushvalue(L, 2);
  add_value(L, walk);
  lua_settop(L, kObjectQueue);
  for (std::size_t next = 1; next <= walk.queued; ++next) {
    lua_rawgeti(L, kObjectQueue, static_cast<lua_Integer>(next));
    if (lua_istable(L, kVisited)) add_table(L, walk);
    else if (lua_isfunction(L, kVisited)) add_function(L, walk);
    else add_userdata(L, walk);
    lua_settop(L, kObjectQueue);
  }
  return 0;
}

}  // namespace bouton::lua
