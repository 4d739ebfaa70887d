// Linear forms in integers of any size.
#pragma once

#include "engine/linear/linear_form.h"
#include "engine/position/integer.h"

namespace bouton {

struct AnySize {
  using Number = Integer;
  static Number add(const Number& a, const Number& b) { return a + b; }
  static Number multiply(const Number& a, const Number& b) { return a * b; }
};

using ExactForm = LinearForm<AnySize>;

}  // namespace bouton
