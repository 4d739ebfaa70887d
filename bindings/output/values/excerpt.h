// As much of a table or sequence as a person takes in at once.
#pragma once

#include <string>

#include "bindings/output/values/values.h"

namespace bouton {

/// The text form of the values near the least corner, some thousand at most, with a line on what was left out if anything was.
std::string excerpt(const Values& values);

}  // namespace bouton
