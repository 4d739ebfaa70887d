// Sums of multiples of expressions: what can be said about loops, guards and options without running them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/linear/linear_form.h"
#include "engine/program/move_program.h"

namespace bouton {

/// An expression is looked into down to so many parts, shared ones counted each time.
inline constexpr int kMostAffineParts = 256;

/// The expression as a linear form whose variables are atoms: expressions that are not themselves sums of multiples, or are too
/// large to be taken apart. That is a coordinate, a variable, or something opaque (a product of variables, a minimum, ...). Any
/// expression is such a form, at worst a single atom: what lies beyond kMostAffineParts is one. True of integers that do not
/// wrap around. O(size of the expression), and no more than for so many parts.
Affine affine(const MoveProgram& program, ExpressionId expression);

/// Whether every atom is a coordinate or a variable.
bool is_linear(const MoveProgram& program, const Affine& form);
/// Whether every atom is a coordinate.
bool is_of_coordinates(const MoveProgram& program, const Affine& form);

/// floor(sum / divisor), divisor >= 1.
struct Quotient {
  Affine sum;
  std::int64_t divisor = 1;
};

/// The expression as the least of such quotients, exactly, or nothing: S; math.min(S, L) - 1; n // 2.
std::optional<std::vector<Quotient>> as_minimum(const MoveProgram& program, ExpressionId expression);
/// The expression as the greatest of sums, exactly, or nothing.
std::optional<std::vector<Affine>> as_maximum(const MoveProgram& program, ExpressionId expression);

/// Of what sums may be that count as exact: of coordinates and variables, or of anything.
enum class Atoms : std::uint8_t { linear, any };

/// Adds to `out` sums that are <= 0 wherever a + offset <= b. Returns whether they say exactly that.
bool add_order(const MoveProgram& program, ExpressionId a, ExpressionId b, std::int64_t offset, std::vector<Affine>& out,
               Atoms atoms = Atoms::linear);

/// Adds to `out` sums that are <= 0 wherever the condition has the truth value `wanted`. Returns whether they say
/// exactly that, so that the condition may be forgotten.
bool add_constraints(const MoveProgram& program, ExpressionId condition, bool wanted, std::vector<Affine>& out,
                     Atoms atoms = Atoms::linear);

/// Whether the expression's value depends on the slot, or on any slot.
bool depends_on_slot(const MoveProgram& program, ExpressionId expression, Slot slot);
bool depends_on_slots(const MoveProgram& program, ExpressionId expression);
bool depends_on_coordinate(const MoveProgram& program, ExpressionId expression, std::size_t coordinate);

}  // namespace bouton
