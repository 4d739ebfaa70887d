#include "bindings/lua/lift/executor/constants.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace bouton::lua {
namespace {

/// What is read of a list is kept, some 16 bytes an entry, and a program that has it is looked through more than once.
constexpr std::int64_t kMostElements = 100'000;

// These run inside protected calls: what they hold has no destructor.
int read_table(lua_State* L) {
  const auto* read = static_cast<const TableRead*>(lua_touserdata(L, 2));
  if (read->key == nullptr) {
    lua_geti(L, 1, read->index);
  } else {
    lua_pushlstring(L, read->key, read->key_size);
    lua_gettable(L, 1);
  }
  return 1;
}
/// The integer keys of a table, handed to Lua as a pointer.
struct KeyBuffer {
  std::int64_t* keys = nullptr;
  std::size_t size = 0, capacity = 0;
};
/// Index 1: the table, 2: a KeyBuffer, which is left full if there are more.
int read_keys(lua_State* L) {
  auto* buffer = static_cast<KeyBuffer*>(lua_touserdata(L, 2));
  const auto add = [&](int key) {
    if (lua_isinteger(L, key) != 0 && buffer->size < buffer->capacity)
      buffer->keys[buffer->size++] = lua_tointegerx(L, key, nullptr);
  };
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") == LUA_TNIL) {
    lua_pushnil(L);
    while (lua_next(L, 1) != 0) {
      add(-2);
      lua_pop(L, 1);
    }
    return 0;
  }
  lua_pushvalue(L, 1);
  lua_call(L, 1, 3);  // 2: the iterator, 3: its state, 4: the key
  for (;;) {
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_pushvalue(L, 4);
    lua_call(L, 2, 1);
    if (lua_isnil(L, -1)) return 0;
    add(-1);
    lua_replace(L, 4);
  }
}

int read_length(lua_State* L) {
  lua_pushinteger(L, luaL_len(L, 1));
  return 1;
}

}  // namespace

Constants::Constants(lua_State* L, const LiftContext& context, MoveProgram& program)
    : L_(L), context_(context), program_(program), top_(lua_gettop(L)) {}

Constants::~Constants() { lua_settop(L_, top_); }

Value Constants::of_string(std::string_view text) {
  const auto found = string_at_.find(text);
  if (found != string_at_.end()) return {Value::Kind::string, found->second};
  const auto index = static_cast<std::uint32_t>(strings_.size());
  strings_.emplace_back(text);
  string_at_.emplace(text, index);
  return {Value::Kind::string, index};
}

Value Constants::of_number(double number) {
  for (std::uint32_t i = 0; i < numbers_.size(); ++i)
    if (numbers_[i] == number && std::signbit(numbers_[i]) == std::signbit(number)) return {Value::Kind::number, i};
  numbers_.push_back(number);
  return {Value::Kind::number, static_cast<std::uint32_t>(numbers_.size() - 1)};
}

Value Constants::of_word(KnownWord word) {
  for (std::uint32_t i = 0; i < words_.size(); ++i)
    if (words_[i].word == word.word && words_[i].label == word.label) return {Value::Kind::word, i};
  words_.push_back(std::move(word));
  return {Value::Kind::word, static_cast<std::uint32_t>(words_.size() - 1)};
}

Value Constants::of_stack(int index, const std::string& name) {
  switch (lua_type(L_, index)) {
    case LUA_TNIL: return {Value::Kind::nil, 0};
    case LUA_TBOOLEAN: return of_boolean(lua_toboolean(L_, index) != 0);
    case LUA_TNUMBER:
      return lua_isinteger(L_, index) != 0 ? of_integer(lua_tointegerx(L_, index, nullptr))
                                           : of_number(lua_tonumberx(L_, index, nullptr));
    case LUA_TSTRING: {
      std::size_t size = 0;
      const char* text = lua_tolstring(L_, index, &size);  // of a string: it makes no new one
      return of_string({text, size});
    }
    default: break;
  }
  if (context_.classify) {
    KnownWord known = context_.classify(L_, lua_absindex(L_, index));
    if (known.word != Word::none) return of_word(std::move(known));
  }
  Value::Kind kind = Value::Kind::other;
  // A frozen table may be seen through a userdata; reads of it are protected all the same.
  if (lua_istable(L_, index) || lua_isuserdata(L_, index)) kind = Value::Kind::table;
  if (lua_isfunction(L_, index) && !lua_iscfunction(L_, index)) kind = Value::Kind::function;
  return {kind, keep(index, name)};
}

Value Constants::of(const Constant& constant) {
  if (const auto* value = std::get_if<bool>(&constant)) return of_boolean(*value);
  if (const auto* value = std::get_if<lua_Integer>(&constant)) return of_integer(*value);
  if (const auto* value = std::get_if<lua_Number>(&constant)) return of_number(*value);
  if (const auto* value = std::get_if<std::string>(&constant)) return of_string(*value);
  return {Value::Kind::nil, 0};
}

std::uint32_t Constants::keep(int index, const std::string& name) {
  const void* identity = lua_topointer(L_, index);
  if (identity != nullptr) {
    const auto found = kept_at_.find(identity);
    if (found != kept_at_.end()) return found->second;
  }
  const auto number = static_cast<std::uint32_t>(kept_.size());
  Kept& kept = kept_.emplace_back();
  kept.name = name;
  if (lua_absindex(L_, index) == lua_gettop(L_)) {
    kept.stack_index = lua_gettop(L_);
  } else if (lua_checkstack(L_, 8) != 0) {
    lua_pushvalue(L_, index);
    kept.stack_index = lua_gettop(L_);
  }
  if (identity != nullptr) kept_at_.emplace(identity, number);
  return number;
}

const std::string& Constants::name(Value value) const {
  static const std::string none;
  switch (value.kind) {
    case Value::Kind::table:
    case Value::Kind::function:
    case Value::Kind::other: return kept_[value.index].name;
    default: return none;
  }
}

std::optional<Value> Constants::field(Value table, const std::string& key) {
  const std::string& prefix = kept_[table.index].name;
  return read(table, {key.data(), key.size(), 0}, prefix.empty() || prefix == "_ENV" ? key : prefix + "." + key);
}

std::optional<Value> Constants::entry(Value table, std::int64_t index) {
  const std::string& prefix = kept_[table.index].name;
  return read(table, {nullptr, 0, index}, prefix.empty() ? prefix : prefix + "[" + std::to_string(index) + "]");
}

std::optional<Value> Constants::read(Value table, TableRead what, const std::string& name) {
  const int stack_index = kept_[table.index].stack_index;
  if (stack_index == 0 || lua_checkstack(L_, 8) == 0) return std::nullopt;
  const int top = lua_gettop(L_);
  lua_pushcfunction(L_, read_table);
  lua_pushvalue(L_, stack_index);
  lua_pushlightuserdata(L_, &what);
  if (lua_pcall(L_, 2, 1, 0) != LUA_OK) {
    lua_settop(L_, top);
    return std::nullopt;
  }
  return take(name);
}

Value Constants::take(const std::string& name) {
  const std::size_t kept = kept_.size();
  const Value value = of_stack(lua_gettop(L_), name);
  if (kept_.size() == kept) lua_pop(L_, 1);
  return value;
}

const std::vector<Value>* Constants::entries(Value table) {
  if (kept_[table.index].has_entries) return kept_[table.index].entries.get();
  kept_[table.index].has_entries = true;
  const int stack_index = kept_[table.index].stack_index;
  if (stack_index == 0 || lua_checkstack(L_, 8) == 0) return nullptr;
  lua_pushcfunction(L_, read_length);
  lua_pushvalue(L_, stack_index);
  const bool failed = lua_pcall(L_, 1, 1, 0) != LUA_OK;
  const std::int64_t length = failed ? -1 : lua_tointegerx(L_, -1, nullptr);
  lua_pop(L_, 1);
  kept_[table.index].length = length;
  if (length < 0 || length > kMostElements) return nullptr;
  auto list = std::make_unique<std::vector<Value>>();
  for (std::int64_t i = 1; i <= length; ++i) {
    const std::optional<Value> value = entry(table, i);
    if (!value) return nullptr;
    list->push_back(*value);
  }
  kept_[table.index].entries = std::move(list);
  return kept_[table.index].entries.get();
}

std::string Constants::described(Value table) const {
  const Kept& kept = kept_[table.index];
  const std::string name = kept.name.empty() ? "a list" : kept.name;
  if (kept.length <= kMostElements) return name;
  return fmt::format("{}, which has {} entries, and at most {} are read", name, kept.length, kMostElements);
}

const std::vector<std::int64_t>* Constants::integer_keys(Value table) {
  if (kept_[table.index].has_keys) return kept_[table.index].keys.get();
  kept_[table.index].has_keys = true;
  const int stack_index = kept_[table.index].stack_index;
  if (stack_index == 0 || lua_checkstack(L_, 8) == 0) return nullptr;
  auto keys = std::make_unique<std::vector<std::int64_t>>(static_cast<std::size_t>(kMostElements) + 1);
  KeyBuffer buffer{keys->data(), 0, keys->size()};
  lua_pushcfunction(L_, read_keys);
  lua_pushvalue(L_, stack_index);
  lua_pushlightuserdata(L_, &buffer);
  if (lua_pcall(L_, 2, 0, 0) != LUA_OK) {
    lua_pop(L_, 1);
    return nullptr;
  }
  if (buffer.size == buffer.capacity) return nullptr;
  keys->resize(buffer.size);
  std::ranges::sort(*keys);
  kept_[table.index].keys = std::move(keys);
  return kept_[table.index].keys.get();
}

std::optional<std::size_t> Constants::integer_list(Value table) {
  const std::vector<Value>* list = entries(table);
  const std::vector<std::int64_t>* keys = integer_keys(table);
  if (list == nullptr || keys == nullptr || list->empty() || keys->size() != list->size() || keys->front() != 1 ||
      keys->back() != static_cast<std::int64_t>(list->size()))
    return std::nullopt;
  std::vector<std::int64_t> values;
  for (const Value& value : *list) {
    if (value.kind != Value::Kind::integer) return std::nullopt;
    values.push_back(program_[value.index].value);
  }
  const auto [at, is_new] = integer_lists_.emplace(values, program_.lists.size());
  if (is_new) program_.lists.push_back(std::move(values));
  return at->second;
}

const FunctionPrototype* Constants::prototype(Value function) {
  Kept& kept = kept_[function.index];
  if (!kept.prototype && kept.stack_index != 0)
    if (std::optional<FunctionPrototype> read = read_function(L_, kept.stack_index))
      kept.prototype = std::make_unique<const FunctionPrototype>(*std::move(read));
  return kept.prototype.get();
}

Value Constants::upvalue(Value function, int index, const std::string& name) {
  if (lua_checkstack(L_, 8) == 0 || lua_getupvalue(L_, kept_[function.index].stack_index, index + 1) == nullptr)
    return {Value::Kind::unknown, 0};
  return take(name);
}

}  // namespace bouton::lua
