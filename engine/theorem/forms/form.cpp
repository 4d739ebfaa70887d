#include "engine/theorem/forms/form.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/statement/clause.h"

namespace bouton {
namespace {

/// Exceptions to a sentence, and tuples that are listed: at most so many; of single numbers more.
constexpr std::size_t kMostExceptions = 12, kMostNumbers = 20;

}  // namespace

std::string listed(const std::vector<BigPosition>& tuples) {
  std::string text;
  for (const BigPosition& tuple : tuples) text += fmt::format("{}{}", text.empty() ? "" : "; ", to_string(tuple));
  return text;
}

std::string with_or(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 == numbers.size() ? " or " : ", ", numbers[i]);
  return text;
}

std::optional<std::vector<BigPosition>> few_tuples(const Automaton& set) {
  if (!is_finite(set)) return std::nullopt;
  const std::size_t most = set.tracks() == 1 ? kMostNumbers : kMostExceptions;
  std::vector<BigPosition> tuples = first_tuples(set, most + 1);
  if (tuples.size() > most) return std::nullopt;
  for (const BigPosition& tuple : tuples)
    if (std::ranges::any_of(tuple, [](const Integer& number) { return number > widen(kGreatestLinearNumber); }))
      return std::nullopt;
  return tuples;
}

Predicate is_one_of(const std::vector<BigPosition>& tuples) {
  std::vector<Predicate> each;
  for (const BigPosition& tuple : tuples) {
    std::vector<Predicate> equal;
    for (std::size_t i = 0; i < tuple.size(); ++i)
      equal.push_back(Predicate::equal(Term::variable(i), Term::of(*narrow(tuple[i]))));
    each.push_back(Predicate::both(std::move(equal)));
  }
  return Predicate::either(std::move(each));
}

PlainStatement with_exceptions(const Form& form, const std::vector<BigPosition>& more, const std::vector<BigPosition>& fewer,
                               const std::vector<std::string>& names) {
  PlainStatement statement{form.sentence, ""};
  if (!fewer.empty()) statement.sentence += fmt::format(", but not {}", listed(fewer));
  if (!more.empty()) statement.sentence += fmt::format(", and {}", listed(more));
  if (!form.formula) return statement;
  Predicate formula = *form.formula;
  if (!fewer.empty()) formula = Predicate::both({std::move(formula), Predicate::negation(is_one_of(fewer))});
  if (!more.empty()) formula = Predicate::either({std::move(formula), is_one_of(more)});
  statement.formula = lua_text(formula, names);
  return statement;
}

std::optional<PlainStatement> statement_of(const Automaton& set, const Form& form, const std::vector<std::string>& names,
                                           AutomataWorkspace& workspace) {
  const Automaton said = form.set ? *form.set : automaton_of(*form.formula, names.size(), set.system(), workspace);
  const std::optional<std::vector<BigPosition>> more = few_tuples(combined(set, said, SetOperation::first_only, workspace));
  const std::optional<std::vector<BigPosition>> fewer = few_tuples(combined(said, set, SetOperation::first_only, workspace));
  if (!more || !fewer) return std::nullopt;
  return with_exceptions(form, *more, *fewer, names);
}

}  // namespace bouton
