// What is known of a Lua value at one place of a FlowProgram: its kind always, and often which value it is.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/lua/lift/executor/value.h"
#include "engine/flow/flow_program.h"

namespace bouton::lua {

/// One Lua value at one place. Kinds never mix: where control comes from two places with values of different kinds, what
/// follows is translated twice.
struct FlowValue {
  enum class Kind : std::uint8_t {
    undefined,  ///< not to be read
    nil,
    truth,       ///< false or true: data is 0 or 1
    boolean,     ///< false or true: the register `data` is 0 or 1
    constant,    ///< the integer `data`
    pinned,      ///< the integer `data`, which stays known where paths meet: what follows is translated for each
    integer,     ///< the integer in the register `data`
    cells,       ///< a board or a graph, whose array of states begins at the place in the register `data`
    known,       ///< `value`: a table, a function, a word, a string, a float or another value that was made before
    text,        ///< a string that is made of values: `data` is its number among the texts
    named_word,  ///< move or split with a text as its name: `data` is its number among the named words
    closure,     ///< a function that the function made: `data` is its number
    list         ///< a list that the function made, or its piles: `data` is its number among the lists of the state
  };
  Kind kind = Kind::undefined;
  std::int64_t data = 0;
  Value value = {};

  static FlowValue nil() { return {Kind::nil}; }
  static FlowValue truth(bool value) { return {Kind::truth, value ? 1 : 0}; }
  static FlowValue constant(std::int64_t value) { return {Kind::constant, value}; }
  static FlowValue pinned(std::int64_t value) { return {Kind::pinned, value}; }

  bool is_integer() const { return kind == Kind::integer || kind == Kind::constant || kind == Kind::pinned; }
  bool is_known_integer() const { return kind == Kind::constant || kind == Kind::pinned; }
  bool is_in_register() const { return kind == Kind::integer || kind == Kind::boolean || kind == Kind::cells; }
  bool is(Value::Kind known) const { return kind == Kind::known && value.kind == known; }
  friend bool operator==(const FlowValue&, const FlowValue&) = default;
};

/// A string that is made of values: the first literal, the first argument, the next literal, and so on.
struct FlowText {
  std::vector<std::string> literals;
  std::vector<FlowOperand> arguments;  ///< registers that nothing else is put into
};

/// A list that is made while the function runs: how long it is, and the kind of each entry, is known wherever it can be
/// reached.
struct FlowList {
  std::vector<FlowValue> entries;  ///< never undefined, nil or closures
  bool are_piles = false;          ///< which have the methods with, without and insert
};

}  // namespace bouton::lua
