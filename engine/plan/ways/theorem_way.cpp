#include "engine/plan/ways/theorem_way.h"

#include <algorithm>

#include "engine/closed_form/registry/registry.h"

namespace bouton {
namespace {

/// Tables, searches and sequences do not reach positions with such a coordinate.
const Integer kBeyondTables = Integer(1) << 31;

}  // namespace

Result<ClosedForm*> TheoremWay::form(const Component& component) {
  std::optional<Found>& found = last_[component.game];
  if (!found || found->dimensions != component.position.size())
    found.emplace(Found{component.position.size(), find_(*games_[component.game], component.position.size())});
  if (!found->theorem) return found->theorem.refusal();
  return found->theorem->form.get();
}

Result<Offer> TheoremWay::offer(const Question& question) {
  const bool of_position =
      question.of == Question::Of::outcome || question.of == Question::Of::winning_moves || question.of == Question::Of::grundy;
  if (!of_position) return Refusal{"a theorem tells the outcome of one position"};
  const Component& component = *question.component;
  const ClosedFormBinding* const binding = games_[component.game]->closed_form();
  const bool wanted = binding != nullptr && binding->name == kTheoremForm;
  if (!wanted && std::ranges::none_of(component.position, [](const Integer& number) { return number >= kBeyondTables; }))
    return Refusal{"the position is within the reach of tables"};
  const Result<ClosedForm*> form = this->form(component);
  if (!form) return form.refusal();
  if (question.of == Question::Of::grundy) {
    const Result<Integer> value = (*form)->grundy(component.position);
    if (!value) return value.refusal();
    return Offer{Way::theorem};
  }
  const Result<Outcome> outcome = (*form)->outcome(component.position);
  if (!outcome) return outcome.refusal();
  return Offer{Way::theorem};
}

Description TheoremWay::describe(const Question& question) {
  const std::size_t game = question.component->game;
  std::string cost = "a pass over the digits; for the moves, one with the moves beside";
  if (last_[game] && last_[game]->theorem && last_[game]->theorem->kept)
    cost += "; the theorem was kept from an earlier run, and proved again";
  return {{}, theorem(game), std::move(cost)};
}

std::optional<Outcome> TheoremWay::outcome(const Component& component) {
  const Result<Outcome> outcome = (*form(component))->outcome(component.position);
  return outcome ? std::optional(*outcome) : std::nullopt;
}

std::optional<Nimber> TheoremWay::nimber(const Component& component) {
  const Result<Integer> value = (*form(component))->grundy(component.position);
  return value ? std::optional(Nimber(*value)) : std::nullopt;
}

std::optional<MovesToValue> TheoremWay::moves_to_value(const Component& component, const Integer& value, std::size_t at_most) {
  if (value != 0) return std::nullopt;
  Result<WinningMoves> found = (*form(component))->winning_moves(component.position, at_most);
  if (!found) return std::nullopt;
  return moves_of(*std::move(found));
}

std::string TheoremWay::theorem(std::size_t game) {
  const std::optional<Found>& found = last_[game];
  return found && found->theorem ? found->theorem->form->theorem() : std::string();
}

}  // namespace bouton
