// What a game claims about itself, looked at where it costs next to nothing.
//
// A formula, a symmetry, independence and a take-and-break code are claims of the rule file. Whoever uses one that is false
// answers one question by the claim and another by the moves, and the answers contradict each other. `verify` compares claims
// with the rules as far as it is asked to; here each is compared on a few small positions before the first answer about the
// game, so that a claim that is plainly false ends in an error instead. Loading a rule file compares nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/method/solvers/formulas.h"
#include "engine/position/integer.h"
#include "engine/question/answer.h"
#include "engine/rules/rules.h"
#include "engine/search/search.h"
#include "engine/values/value.h"

namespace bouton {

/// A claim of a rule file that its moves contradict.
class ContradictedClaim : public RuleError {
 public:
  using RuleError::RuleError;
};

/// The error for a claim that the moves contradict: "rules/x.lua:7: closed_form says that 2,0 is P, by the moves it is
/// N". `contradiction` is what follows the name of the claim.
ContradictedClaim contradicted(const Rules& rules, Rules::Claim claim, const std::string& contradiction);

/// What every question about a game begins with, whoever asks: compares what its author claims with its moves, once for the
/// rules, in some milliseconds at most, since the functions of the rules may take two million steps for it. Throws
/// contradicted(). A solver looks further where that was not enough.
void look_at_claims(const std::shared_ptr<const Rules>& rules, const Budget& budget);
/// The same of several games.
void look_at_claims(const std::vector<std::shared_ptr<const Rules>>& games, const Budget& budget);

/// The same of a game of terms, which has no small positions but those that it names, at a position that is asked about and at
/// some that can be reached from there, however often claims were looked at before. Throws likewise.
void look_at_claims(const std::shared_ptr<const Rules>& rules, const Position& asked, const Budget& budget);
/// The claims that were compared nowhere and yet are relied on, as an answer names them: "normalize (rules/x.lua:7)"; else
/// empty.
std::string uncompared_claims(const Rules& rules);

/// Throws contradicted() where a claim of the game is false at one of some hundred small positions: an outcome or a
/// Grundy value of its formula (`formula`; null where none is used), its symmetry, sums of components, the options that its
/// code names. What fails or takes too long there is passed over. How much was compared of what was to be. Of a game of terms,
/// the positions are reached from those that it names, or from `asked` where that is not null. Cost: a search of those
/// positions, a millisecond or some.
Rules::Compared check_claims(const std::shared_ptr<const Rules>& rules, ClosedForm* formula, const Budget& budget,
                             const Position* asked = nullptr);

/// How far a claim of independence is looked at beyond the smallest positions.
struct IndependenceSamples {
  std::uint64_t seed = 1;
  std::uint64_t positions = 200;                              ///< taken by chance (random_position)
  std::uint64_t work = 500'000;                               ///< MoveWork
  Effort effort = {.positions = 20'000, .options = 400'000};  ///< for the value of one of them
};

/// What such a look has seen.
struct SamplesCompared {
  std::uint64_t positions = 0;  ///< whose moves were compared
  bool all = true;              ///< whether nothing failed or took too long
};

/// Throws contradicted() where the claim of independence is false at one of those positions: where its moves are not those of
/// its components, which costs no search, and then its Grundy value is not their sum. What fails or takes too long there is
/// passed over.
SamplesCompared check_independence(const std::shared_ptr<const Rules>& rules, const IndependenceSamples& samples,
                                   const Budget& budget);

/// check_claims with the formula that the rules name. Throws RuleError where they name none that there is, or with other
/// arguments.
Rules::Compared check_claims(const std::shared_ptr<const Rules>& rules, const Budget& budget);

/// Throws contradicted() where the answer by a formula is not what a search of the position found: the outcome, the Grundy
/// value, or moves that do not win.
void check_against_search(const Rules& rules, PositionView position, const Value& found, const Answer& answer);

/// Throws contradicted() where the remoteness, found by search, does not go with the outcome: play to the last move lasts for
/// an even number of moves where the player to move loses.
void check_remoteness(const Rules& rules, const BigPosition& position, const Answer& answer);

}  // namespace bouton
