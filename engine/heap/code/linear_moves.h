// The moves of one heap as linear functions of its size and of loop variables, piece by piece.
//
// A program whose loops, guards and parts add, compare and divide by constants computes with piecewise linear
// functions. `for a = 0, (n - 1) // 2 do split(a, n - 1 - a) end` has
//
//   options     a, n - 1 - a           with a loop over sizes, whose variable is a
//   thresholds  a,  (n - 1 - r) / 2 - a   the loop's bounds; r, 0 or 1, is n - 1 modulo 2
//   moduli      2 for n, 1 for a
//
// Each number that is left open, such as r, is one number wherever the heap and the loop variables have the same
// remainders by their moduli and all thresholds the same signs (negative, zero or positive): there the program does the
// same.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/linear/linear_form.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Loops over sizes, one in another, at most.
inline constexpr std::size_t kMostSizeLoops = 3;

/// (least + c) / divisor, for some c from 0 to `spread`. Variable 0 is n; 1, 2 and 3 are the variables of the loops over sizes
/// around the place where it is computed, from the outermost on.
struct LinearPiece {
  Affine least;
  std::int64_t spread = 0;
  std::int64_t divisor = 1;

  std::int64_t of(std::size_t variable) const { return least.coefficient(variable); }
  std::int64_t low() const { return least.constant; }
  std::int64_t high() const { return least.constant + spread; }
  /// Whether n and the loop variables have no part in it.
  bool is_constant() const { return least.is_constant(); }
};

/// The loops over sizes around a place, by number, from the outermost on.
using SizeLoops = std::vector<std::uint32_t>;

struct LinearMoves {
  struct Threshold {
    SizeLoops loops;  ///< those whose variables have a part in it
    LinearPiece form;
  };
  struct Option {
    SizeLoops loops;
    std::vector<LinearPiece> parts;
  };
  std::vector<Threshold> thresholds;
  std::vector<Option> options;       ///< an option with parts that are pieced together is here once for each choice of pieces
  std::vector<std::int64_t> moduli;  ///< [0] of n, [1 + loop] of the variable of loop number `loop`
  std::int64_t greatest_constant = 0;
};

/// What the program computes with, for a program of one coordinate; a refusal with its line if that is not piecewise
/// linear with small constants. A loop over sizes goes in steps of one and is not left before its end. Cost: the size
/// of the program.
Result<LinearMoves> linear_moves(const MoveProgram& program);

}  // namespace bouton
