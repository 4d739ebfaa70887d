// Conditions on numbers in LaTeX's mathematics.
#pragma once

#include <string>
#include <vector>

#include "engine/theorem/predicate/predicate.h"

namespace bouton {

/// The condition, of variables of these names, for math mode: "a[1]" becomes a_{1}.
std::string tex_of(const Predicate& predicate, const std::vector<std::string>& names);

}  // namespace bouton
