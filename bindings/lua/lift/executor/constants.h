// The Lua values that exist before a function runs, as the lifter sees them. Everything here that Lua might raise an
// error in is done in protected calls.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/lift/bytecode/dump_format.h"
#include "bindings/lua/lift/executor/lift_context.h"
#include "bindings/lua/lift/executor/value.h"

namespace bouton::lua {

/// One read of a table, as C functions get it through a light userdata.
struct TableRead {
  const char* key = nullptr;  ///< null: the entry at `index`
  std::size_t key_size = 0;
  lua_Integer index = 0;
};

/// Keeps the values on the Lua stack as long as it lives.
class Constants {
 public:
  /// `context` and `program`, to which expressions are added, must outlive this object.
  Constants(lua_State* L, const LiftContext& context, MoveProgram& program);
  ~Constants();
  Constants(const Constants&) = delete;
  Constants& operator=(const Constants&) = delete;

  Value of_string(std::string_view text);
  Value of_number(double number);
  Value of_word(KnownWord word);
  Value of_integer(std::int64_t value) { return {Value::Kind::integer, program_.constant(value)}; }
  Value of_boolean(bool value) { return {Value::Kind::boolean, program_.constant(value ? 1 : 0)}; }
  /// The value at a stack index. `name` is what people call it.
  Value of_stack(int index, const std::string& name);
  Value of(const Constant& constant);

  const std::string& string(Value string) const { return strings_[string.index]; }
  const KnownWord& word(Value word) const { return words_[word.index]; }
  /// What people call a table, function or other value; perhaps empty.
  const std::string& name(Value value) const;

  /// table[key], or nothing where Lua raises an error.
  std::optional<Value> field(Value table, const std::string& key);
  std::optional<Value> entry(Value table, std::int64_t index);

  /// The list that a table is: its entries 1 to #table. Nothing where Lua raises an error or it is very long.
  const std::vector<Value>* entries(Value table);
  /// The name of a table whose entries or keys are not to be had, for a message; where it is a list that is too long, with its
  /// length and the greatest that is read.
  std::string described(Value table) const;
  /// The integers that are keys of a table, ascending. Nothing where Lua raises an error or there are very many.
  const std::vector<std::int64_t>* integer_keys(Value table);
  /// The number in the program of a list whose entries are all integers, and which has no other integers as keys.
  std::optional<std::size_t> integer_list(Value table);

  /// The code of a Lua function, kept; null where it cannot be read.
  const FunctionPrototype* prototype(Value function);
  /// The value that a function captured.
  Value upvalue(Value function, int index, const std::string& name);

 private:
  struct Kept {
    int stack_index = 0;
    std::string name;
    std::unique_ptr<const FunctionPrototype> prototype;
    std::unique_ptr<const std::vector<Value>> entries;
    std::unique_ptr<const std::vector<std::int64_t>> keys;
    bool has_entries = false, has_keys = false;  ///< whether they were asked for
    std::int64_t length = 0;                     ///< of a list whose entries were asked for
  };

  std::uint32_t keep(int index, const std::string& name);
  std::optional<Value> read(Value table, TableRead what, const std::string& name);
  /// The value on top of the stack, which stays there only if it is kept.
  Value take(const std::string& name);

  lua_State* L_;
  const LiftContext& context_;
  MoveProgram& program_;
  int top_;
  std::vector<Kept> kept_;
  std::unordered_map<const void*, std::uint32_t> kept_at_;
  std::vector<std::string> strings_;
  std::map<std::string, std::uint32_t, std::less<>> string_at_;
  std::vector<double> numbers_;
  std::vector<KnownWord> words_;
  std::map<std::vector<std::int64_t>, std::size_t> integer_lists_;
};

}  // namespace bouton::lua
