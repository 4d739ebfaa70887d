// Sums of multiples of expressions: what can be said about loops, guards and options without running them.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/program/move_program.h"

namespace bouton {

/// constant + the sum of coefficient * atom. An atom is an expression that is not itself such a sum: a coordinate, a
/// variable, or something opaque (a product of variables, a minimum, ...). Atoms ascend; no coefficient is 0.
struct Affine {
  std::int64_t constant = 0;
  std::vector<std::pair<ExpressionId, std::int64_t>> terms;

  std::int64_t coefficient(ExpressionId atom) const;
  bool is_constant() const { return terms.empty(); }
  friend bool operator==(const Affine&, const Affine&) = default;
};

/// a + factor * b. Coefficients that leave 64 bits saturate; such a form bounds nothing.
Affine add(const Affine& a, const Affine& b, std::int64_t factor = 1);
Affine scaled(const Affine& a, std::int64_t factor);

/// The expression as such a sum; any expression is one, at worst a single atom. True of integers that do not wrap
/// around. O(size of the expression).
Affine affine(const MoveProgram& program, ExpressionId expression);

/// `of` with the atom replaced.
Affine substituted(const Affine& of, ExpressionId atom, const Affine& by);

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
