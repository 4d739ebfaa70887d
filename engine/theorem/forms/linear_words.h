// Semilinear sets in words: by conditions on sums of multiples of their numbers, read off an automaton.
//
// 1. The strongly connected components of the automaton (engine/automata/semilinear/components.h) prove the set not to be
//    semilinear, or tell the forms a1 x1 + a2 x2 + ... by which regions may be bounded, and the moduli and forms of remainders.
// 2. Of some hundred tuples, those of a small box and those that lead to each state, it is known which are members. Cases are
//    sought that tell them: each holds of one member more, by few bounds and remainders that as many other members have as can
//    be, and of none that is not a member.
// 3. The automaton of the cases is compared with the set. Where they differ, the first tuples in which they do are added to
//    those of 2, which begins anew.
//
// So nothing rests on the search: what is said has the same automaton. Example: of {(x, y): x <= 2 y + 1, x odd or y >= 7} the
// components tell x - 2 y, y, and x modulo 2, and the cases are "x is odd and x <= 2 y + 1, or y >= 7 and x <= 2 y + 1".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/theorem/forms/plain.h"

namespace bouton {

/// What the words of one linear set may take, beside what else was looked for.
inline constexpr std::size_t kMostStatesOfLinearWords = 3'000;
inline constexpr std::uint64_t kMostStepsOfLinearWords = 60'000'000;

/// The set by up to eight cases, with up to twelve exceptions; nothing where no such were found, in a system that is no base,
/// and of more than three numbers. The automaton is minimised. Throws AutomatonTooLarge, Interrupted.
std::optional<PlainStatement> linear_statement(const Automaton& set, const std::vector<std::string>& names,
                                               AutomataWorkspace& workspace);

/// Why no sums, multiples and remainders with `and`, `or`, `not` describe the set: proved. Nothing where that is not seen. The
/// automaton is minimised. Throws AutomatonTooLarge, Interrupted.
std::optional<std::string> why_not_linear(const Automaton& set, const std::vector<std::string>& names,
                                          AutomataWorkspace& workspace);

}  // namespace bouton
