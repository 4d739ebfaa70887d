#include "engine/verify/claim_proof.h"

#include <optional>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/theorem/predicate/claim_predicate.h"
#include "engine/verify/guess.h"

namespace bouton {
namespace {

/// The condition that the claim states of the coordinates and the value behind them.
Result<Predicate> stated_by(const GameClaim& claim, std::size_t dimensions) {
  if (!claim.program) return Refusal{"it is not read as a program"};
  const Result<FlowProgram> program = claim.program(dimensions);
  if (!program) return Refusal{program.reason()};
  return condition_of_claim(*program);
}

/// Whether the claim fails at a position whose value is known.
bool fails_at(const Predicate& condition, const Position& position, const Value& value) {
  Position tuple = position;
  if (value.grundy && value.grundy->is_finite()) tuple.push_back(narrow(value.grundy->value()).value_or(1));
  else tuple.push_back(value.outcome == Outcome::P ? 0 : 1);
  return holds(condition, PositionView(tuple)) == false;
}

/// Whether a coordinate is below the least of the box, which is part of what a claim says; the greatest is where it is looked
/// at.
bool is_before(const Position& position, const Box& box) {
  for (std::size_t i = 0; i < position.size(); ++i)
    if (position[i] < box.low()[i]) return true;
  return false;
}

}  // namespace

ClaimProof prove_claim(const Game& game, const GameClaim& claim, std::size_t dimensions, const Budget& budget) {
  if (game.rules->domain().is_terms() || game.rules->domain().shape() != nullptr)
    return {.refusal = "the positions are not numbers", .counterexample = {}};
  const Result<Predicate> condition = stated_by(claim, dimensions);
  if (!condition) return {.refusal = condition.reason(), .counterexample = {}};
  Guess guess{.text = claim.words, .set = *condition, .is_compared = true};
  TheoremRequest request{.dimensions = dimensions, .greatest_value = kAllValues};
  request.limits.most_steps = TheoremLimits::kUsualSteps / 100;
  if (only_compares_with_zero(*condition, dimensions)) {
    request.greatest_value = 0;
    guess.set = with_zero_decided(*condition, dimensions, true);
    guess.of_others = with_zero_decided(*condition, dimensions, false);
  } else if (game.rules->play() != Play::normal) {
    return {.refusal = "Grundy values exist under normal play only", .counterexample = {}};
  }
  std::optional<GuessAnswer> judged;
  try {
    judged = answer_guess(game, guess, request, budget);
  } catch (const ContradictedClaim& contradicted) {  // of symmetry and the like, which is a finding of its own
    return {.refusal = contradicted.what(), .counterexample = {}};
  }
  const GuessAnswer& answer = *judged;
  if (answer.report.theorem) return {.is_proved = true, .refusal = {}, .counterexample = {}};
  const std::optional<GuessAnswer::Counterexample>& wrong = answer.counterexample;
  if (wrong && claim.box && is_before(wrong->position, *claim.box))
    return {.refusal = fmt::format("it is about positions from {} on", to_string(claim.box->low())), .counterexample = {}};
  ClaimProof proof{.refusal = answer.report.theorem.reason(), .counterexample = {}};
  // What is no guess at all, such as a claim about P-positions alone, may be wrong as a guess and right as a claim.
  if (wrong && fails_at(*condition, wrong->position, wrong->value)) proof.counterexample = wrong->position;
  else if (wrong) proof.refusal = "it does not say of each position which outcome or value it has";
  return proof;
}

}  // namespace bouton
