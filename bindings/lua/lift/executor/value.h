// Symbolic values: of a Lua value either everything is known, or that it is an integer or a truth value with a given
// expression.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/program/move_program.h"

namespace bouton::lua {

/// One Lua value. Two that compare equal are the same value; the reverse need not hold.
struct Value {
  enum class Kind : std::uint8_t {
    unknown,  ///< not to be read: index is the reason, into the executor's reasons
    nil,
    boolean,     ///< index is an expression, a truth value
    integer,     ///< index is an expression, an integer
    number,      ///< a float that is known: index into Constants
    string,      ///< a string that is known: index into Constants
    table,       ///< a table, or a proxy of one, that was made before the function ran: index into Constants
    function,    ///< a Lua function that was made before: index into Constants
    word,        ///< a word of the rule language or a library function: index into Constants
    other,       ///< anything else that was made before: index into Constants
    text,        ///< a string that is made of values: index into the executor's texts
    named_word,  ///< move or split with a text as its name: index into the executor's named words
    list,        ///< a list that the executed function made, or its piles: index into SymbolicState::lists
    closure,     ///< a function that the executed function made: index into the executor's closures
    choice       ///< one of several values of different kinds: index into the executor's choices
  };
  Kind kind = Kind::unknown;
  std::uint32_t index = 0;

  friend bool operator==(const Value&, const Value&) = default;
};

/// Whether Lua raises an error for the length and the fields of such a value.
constexpr bool is_no_table(Value::Kind kind) {
  using enum Value::Kind;
  return kind == nil || kind == boolean || kind == integer || kind == number || kind == function || kind == closure;
}

/// A list that is made while the function runs.
struct List {
  std::vector<Value> entries;
  bool frozen = false;  ///< piles: they have the methods with, without and insert, and are not to be assigned to
  bool lost = false;    ///< its length differs between the paths to here: not to be read
  friend bool operator==(const List&, const List&) = default;
};

/// The values at one program point: the registers of the function and of all functions inlined there, and the lists that were
/// made.
struct SymbolicState {
  std::vector<Value> registers;
  std::vector<std::shared_ptr<const List>> lists;
  std::vector<Value> results;   ///< of a function that has just returned
  bool results_differ = false;  ///< in number, between the paths to here; then nil fills them up
  int top = 0;                  ///< one past the last of an open list of values; only after a call that left one
};

}  // namespace bouton::lua
