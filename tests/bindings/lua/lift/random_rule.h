// Random rule functions, for comparing the lifter with the interpreter.
#pragma once

#include <cstdint>
#include <random>
#include <string>

#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {

struct RandomRule {
  Shape shape;
  std::string source;  ///< a chunk that returns the function
};

/// A function with loops, guards, locals, captured constants, lists and functions. It ends soon for small
/// coordinates; for some it may raise an error.
RandomRule random_rule(std::mt19937_64& random);

/// Coordinates for it.
Position random_position(std::mt19937_64& random, const Shape& shape);

}  // namespace bouton::lua
