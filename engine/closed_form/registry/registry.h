// From the name in a rule file's `closed_form` to the form.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/closed_form/closed_form.h"

namespace bouton {

/// What rules say that name no formula, but want a theorem to be looked for (engine/theorem/): no form of the registry's.
inline constexpr std::string_view kTheoremForm = "theorem";

/// The form called `name`:
///
/// | name | arguments | positions |
/// | --- | --- | --- |
/// | wythoff | horizontal, vertical, diagonal: texts, what the moves are called (the same if left out) | S, L |
/// | attrition | | S, L |
/// | flip-flop | when: function of S, L; mode: text ("with" if left out) | S, L, goal, flips |
/// | nim, misere-nim | | any number of heaps, a one-heap game's n among them |
/// | staircase | | non-decreasing piles |
/// | moore | k: integer | piles |
/// | euclid | | a, b |
/// | twenty-one | goal, most: integers | said |
/// | subtraction | set: list | n |
/// | take-away | f: function of x | n, limit |
/// | copycat | m: integer | n, last |
/// | nimrod | | p, r |
///
/// Refuses arguments for which the theorem is not known to hold, with the reason.
/// Throws RequestError for a name that is not known (naming the nearest one that is), an argument that is missing, not
/// known or not of the right kind. `budget` bounds what the form computes later on: its memory, and when to stop.
Result<std::unique_ptr<ClosedForm>> make_closed_form(std::string_view name, const ClosedFormArguments& arguments = {},
                                                     const Budget& budget = {});

/// The names of all forms, sorted.
std::vector<std::string> closed_form_names();

}  // namespace bouton
