#include "engine/closed_form/closed_form.h"

#include <fmt/format.h>

namespace bouton {

std::optional<Refusal> ClosedForm::check(const BigPosition& position) const {
  std::optional<std::string> complaint = domain_.complaint(position);
  if (!complaint) complaint = invalid(position);
  if (!complaint) return std::nullopt;
  return Refusal{"the position " + *complaint};
}

Result<Outcome> ClosedForm::outcome(const BigPosition& position) {
  if (std::optional<Refusal> refusal = check(position)) return *std::move(refusal);
  return find_outcome(position);
}

Result<Integer> ClosedForm::grundy(const BigPosition& position) {
  if (std::optional<Refusal> refusal = check(position)) return *std::move(refusal);
  if (play() != Play::normal) return Refusal{"Grundy values exist under normal play only"};
  return find_grundy(position);
}

Result<WinningMoves> ClosedForm::winning_moves(const BigPosition& position, std::size_t at_most) {
  if (std::optional<Refusal> refusal = check(position)) return *std::move(refusal);
  return find_winning_moves(position, at_most);
}

Result<WinningMoves> ClosedForm::moves_to_value(const BigPosition& position, const Integer& value, std::size_t at_most) {
  if (std::optional<Refusal> refusal = check(position)) return *std::move(refusal);
  if (play() != Play::normal) return Refusal{"Grundy values exist under normal play only"};
  return value == 0 ? find_winning_moves(position, at_most) : find_moves_to_value(position, value, at_most);
}

Result<WinningMoves> ClosedForm::find_moves_to_value(const BigPosition&, const Integer&, std::size_t) {
  return Refusal{"no formula is known for the Grundy values of N-positions"};
}

Result<Integer> ClosedForm::find_grundy(const BigPosition& position) {
  const Result<Outcome> outcome = find_outcome(position);
  if (!outcome) return outcome.refusal();
  if (*outcome == Outcome::P) return Integer(0);
  return Refusal{"no formula is known for the Grundy values of N-positions"};
}

void WinningMoveList::add(std::string_view label, BigPosition to) {
  if (result_.moves.size() < at_most_) result_.moves.push_back({std::string(label), std::move(to)});
  else result_.complete = false;
}

}  // namespace bouton
