// The moves of a game as a small program over integers, lifted from a rule function.
//
// A program is a tree of statements over expressions. Its meaning is that of the Lua function it came from: 64-bit
// integers that wrap around, floor division and modulo, logical shifts. Whoever runs or analyses it sees loops,
// guards and options, in the order in which the function names them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/position/options.h"
#include "engine/position/position.h"

namespace bouton {

/// An expression: an index into MoveProgram::expressions. Operands have smaller indices.
using ExpressionId = std::uint32_t;
/// A local variable, numbered from 0.
using Slot = std::uint32_t;

// clang-format off
enum class Op : std::uint8_t {
  constant,    ///< value
  coordinate,  ///< coordinate number `value` of the position
  variable,    ///< slot number `value`: a loop variable or an assigned local
  element,     ///< element a (counted from 1) of list number `value`; traps if there is none
  // integers; a and b are integers
  add, sub, mul,
  floor_div, floor_mod,  ///< trap if b is 0
  bit_and, bit_or, bit_xor,
  shift_left, shift_right,  ///< logical, by any amount, negative ones the other way, as in Lua
  min, max,
  neg, bit_not, abs,  ///< of a
  select,             ///< a ? b : c; the operand that is not chosen is not evaluated (so does not trap)
  // truth values, 0 or 1
  equal, less, less_equal,  ///< of integers
  unsigned_less,            ///< math.ult
  logical_and, logical_or,  ///< of truth values; b is not evaluated (so does not trap) where a decides
  logical_not,
};
// clang-format on

struct Expression {
  Op op = Op::constant;
  ExpressionId a = 0, b = 0, c = 0;
  std::int64_t value = 0;
  friend bool operator==(const Expression&, const Expression&) = default;
};

struct Statement;
using Block = std::vector<Statement>;

/// One statement. Which fields mean something depends on the kind.
struct Statement {
  enum class Kind : std::uint8_t {
    assign,  ///< slot = a
    loop,    ///< for slot = a, b, c do body end: Lua's numeric for; c is an integer, traps if it is 0
    branch,  ///< if a then body else otherwise end
    option,  ///< move(to[0]) with `label`
    split,   ///< split(to...) with `label`
    leave,   ///< leave the innermost loop
    finish,  ///< return; of a function with results: to[0] are the results
  };
  Kind kind = Kind::assign;
  int line = 0;  ///< of the rule file; 0 where unknown
  Slot slot = 0;
  ExpressionId a = 0, b = 0, c = 0;
  Block body = {}, otherwise = {};
  Label label = kNoLabel;
  /// Of an option whose name is made of values: these stand between the texts of label_patterns[label_pattern]. Empty: `label`.
  std::vector<ExpressionId> label_arguments = {};
  std::uint32_t label_pattern = 0;
  std::vector<std::vector<ExpressionId>> to = {};  ///< the coordinates of each position that the option leads to
};

/// Whether a statement of that kind is in the block, at any depth.
bool has_kind(const Block& block, Statement::Kind kind);

/// A rule function, for positions of `dimensions` coordinates. A value; build it through the functions below.
struct MoveProgram {
  std::size_t dimensions = 0;
  std::vector<std::string> coordinate_names;  ///< for printing, one a coordinate
  std::vector<std::string> slot_names;        ///< for printing; its size is the number of slots
  std::vector<std::vector<std::int64_t>> lists;
  std::vector<Expression> expressions;
  /// What stands around the values in names that are made of them: one text more than there are values.
  std::vector<std::vector<std::string>> label_patterns;
  Block body;
  /// A hash table over the expressions, kept by the functions below. Clear it after any other change of `expressions`.
  std::vector<ExpressionId> index;

  /// The expression, made once: equal expressions have equal numbers. Constant operands are folded where that does
  /// not trap; trivial identities (x + 0, x * 1, double negation) are reduced.
  ExpressionId constant(std::int64_t value);
  ExpressionId coordinate(std::size_t index);
  ExpressionId variable(Slot slot);
  ExpressionId element(std::size_t list, ExpressionId index);
  ExpressionId unary(Op op, ExpressionId a);
  ExpressionId binary(Op op, ExpressionId a, ExpressionId b);
  ExpressionId select(ExpressionId condition, ExpressionId yes, ExpressionId no);
  Slot new_slot(std::string name);

  const Expression& operator[](ExpressionId id) const { return expressions[id]; }
};

/// The name of an option that is made of values, as people read it: "take_<t>".
std::string computed_label(const MoveProgram& program, const Statement& option);

/// An expression as Lua would write it: "S - t", "math.min(S, L)".
std::string to_string(const MoveProgram& program, ExpressionId expression);

/// The program, one option a line, each with the loops and guards around it:
///   line 8:  horizontal  t in 1..S  -> (S - t, L)
/// `label_names[label]` are the names of the kinds of move.
std::string to_string(const MoveProgram& program, const std::vector<std::string>& label_names);

/// Of everything that the program does: programs with different checksums may do different things, others do the same
/// (accidents aside). Names and lines do not count.
std::uint64_t checksum_of(const MoveProgram& program);

}  // namespace bouton
