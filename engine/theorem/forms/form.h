// Statements as they are looked for: words, with the set that they say, and the tuples by which a set differs from that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/theorem/forms/plain.h"
#include "engine/theorem/predicate/predicate.h"

namespace bouton {

/// A statement, with the set that it says.
struct Form {
  std::string sentence;
  std::optional<Predicate> formula;
  std::optional<Automaton> set = {};  ///< where it is not by the formula
};

/// The tuples, as people read them: "0,0; 1,2".
std::string listed(const std::vector<BigPosition>& tuples);

/// "1, 2 or 5".
std::string with_or(const std::vector<std::int64_t>& numbers);

/// The tuples of a set that has few: at most 12, of single numbers 20. Nothing where there are more, or numbers too large for a
/// formula.
std::optional<std::vector<BigPosition>> few_tuples(const Automaton& set);

/// The tuple is one of these.
Predicate is_one_of(const std::vector<BigPosition>& tuples);

/// The form where the tuples `more` belong to the set as well, and `fewer` do not.
PlainStatement with_exceptions(const Form& form, const std::vector<BigPosition>& more, const std::vector<BigPosition>& fewer,
                               const std::vector<std::string>& names);

/// The statement of a form that is the set but for a few tuples; nothing where it is not. Throws AutomatonTooLarge,
/// Interrupted.
std::optional<PlainStatement> statement_of(const Automaton& set, const Form& form, const std::vector<std::string>& names,
                                           AutomataWorkspace& workspace);

}  // namespace bouton
