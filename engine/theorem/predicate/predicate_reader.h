// Conditions on numbers, read from the text of a Lua expression.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/theorem/predicate/predicate.h"

namespace bouton {

/// The condition that the expression says of variables of these names: "S", "a[1]". It has sums and differences, products with
/// a constant, `//` and `%` by constants, `&`, `|` and `~` on binary digits, comparisons (which may be joined, as Lua joins
/// them, by `and`, `or`, `not`), math.min, math.max, math.abs, floor_phi(t) = floor(t phi), floor_sqrt(d, t) = floor(t sqrt d),
/// and exists(function(n) return ... end): there is an integer n >= 0. Throws RequestError, which names the place, for
/// anything else.
Predicate read_predicate(std::string_view text, const std::vector<std::string>& names);
/// The same of a number.
Term read_term(std::string_view text, const std::vector<std::string>& names);

}  // namespace bouton
