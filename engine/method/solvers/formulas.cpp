#include "engine/method/solvers/formulas.h"

#include <fmt/format.h>

#include "engine/closed_form/heaps/tartan.h"
#include "engine/closed_form/registry/registry.h"

namespace bouton {

Formulas::Formulas(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget)
    : games_(std::move(games)), budget_(budget), forms_(games_.size()) {}

Result<ClosedForm*> Formulas::form(std::size_t game) {
  std::optional<Result<std::unique_ptr<ClosedForm>>>& form = forms_[game];
  if (!form) form.emplace(make(*games_[game]));
  if (!*form) return form->refusal();
  return (**form).get();
}

Result<std::unique_ptr<ClosedForm>> Formulas::make(const Rules& rules) const {
  if (!rules.strips().empty()) {
    std::vector<std::unique_ptr<ClosedForm>> of_strips;
    for (const std::shared_ptr<const Rules>& strip : rules.strips()) {
      Result<std::unique_ptr<ClosedForm>> form = make(*strip);
      of_strips.push_back(form ? *std::move(form) : nullptr);
    }
    return std::unique_ptr<ClosedForm>(tartan_form(rules, std::move(of_strips), budget_));
  }
  const ClosedFormBinding* const binding = rules.closed_form();
  if (binding == nullptr) return Refusal{"the rules name no formula"};
  Result<std::unique_ptr<ClosedForm>> form = make_closed_form(binding->name, binding->arguments, budget_);
  if (form && (*form)->play() != rules.play())
    return Refusal{fmt::format("the formula '{}' is for another convention of play", binding->name)};
  return form;
}

}  // namespace bouton
