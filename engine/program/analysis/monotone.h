// Whether a function that is known as a program never decreases.
#pragma once

#include "engine/program/move_program.h"

namespace bouton {

/// Whether the program, of one coordinate x and with one result, is seen to have f(x) <= f(x + 1) for all x >= 0, on
/// integers that do not wrap around. Looks at what it adds, multiplies and divides, and at least and greatest values;
/// false of every program with a branch or a loop that its result depends on. Cost: the size of the program.
bool never_decreases(const MoveProgram& program);

}  // namespace bouton
