// The closed forms of a list of games.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/closed_form/closed_form.h"
#include "engine/rules/rules.h"

namespace bouton {

/// What a formula answers; a refusal too where a function of the rule file fails on integers of any size.
template <class Ask>
auto ask_formula(Ask ask) -> decltype(ask()) {
  try {
    return ask();
  } catch (const RuleError& error) {
    return Refusal{error.what()};
  } catch (const RequestError& error) {
    return Refusal{error.what()};
  }
}

/// Makes the form that each game's rules name when it is first asked for, and keeps it.
class Formulas {
 public:
  /// `budget` stays.
  Formulas(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget);

  /// The form of a game; refused, with the reason, if its rules name none, if the theorem does not cover its parameters,
  /// or if it is asked under another convention of play. Throws RequestError if the rules name a form that does not
  /// exist, or give it arguments that it does not take.
  Result<ClosedForm*> form(std::size_t game);

 private:
  Result<std::unique_ptr<ClosedForm>> make(const Rules& rules) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  const Budget& budget_;
  std::vector<std::optional<Result<std::unique_ptr<ClosedForm>>>> forms_;
};

}  // namespace bouton
