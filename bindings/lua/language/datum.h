// A Lua value as plain data: what a rule file returned, read once, so that nothing else needs the Lua stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lua.hpp>

#include "bindings/lua/host/state.h"
#include "engine/term/term.h"

namespace bouton::lua {

/// A Lua function, kept in the registry of its state.
struct Function {
  int reference = LUA_NOREF;
  int parameters = 0;  ///< how many it names
  bool is_vararg = false;
  bool is_c = false;
  std::string source;  ///< the file, as messages show it
  int line = 0;        ///< where its definition begins
  std::string title;   ///< for messages: "rules/nim.lua:5: moves"; set by whoever knows its field
};

/// A Lua value. A table's entries are kept in the order numbers, then strings.
struct Datum {
  struct Field;
  enum class Type { nil, boolean, integer, real, string, function, table, other };
  Type type = Type::nil;
  bool boolean = false;
  std::int64_t integer = 0;
  double real = 0;
  std::string string;
  Function function;
  std::vector<Datum> list;      ///< entries 1..n of a table
  std::vector<Field> fields;    ///< entries with string keys, in byte order
  bool has_other_keys = false;  ///< a table's keys are not only 1..n and strings

  bool is_nil() const { return type == Type::nil; }
  bool is_table() const { return type == Type::table; }
  /// The field with this name; a nil Datum where there is none.
  const Datum& operator[](std::string_view name) const;
  /// For messages: "the float 2.5", "the string 'x'", "a function", "nil".
  std::string describe() const;
};

struct Datum::Field {
  std::string name;
  Datum value;
};

/// Appends the code of the term that `value` is to `out`. Returns what keeps it from being one, as the end of a sentence that
/// begins with "the position" ("has the float 2.5 in it"); `out` is of no use then.
std::optional<std::string> append_term(const Datum& value, term::Code& out, int depth = 0);

/// The value at the top of the stack as a Datum; the stack is not changed. To be called outside of protection. Throws
/// RuleError, whose message begins with `where`, for a table that contains itself, or one that holds more than the fields of a
/// game may. A function in it keeps a reference until the state is closed. `spent` is what loading has taken of its `limit` (0:
/// no limit) so far.
Datum read_datum(State& state, const std::string& where, Seconds limit = Seconds(0), Seconds spent = Seconds(0));

}  // namespace bouton::lua
