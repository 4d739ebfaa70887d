// Claims as conditions: from the control flow of a claim's check to what it says of a position and its value.
#pragma once

#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/theorem/predicate/predicate.h"

namespace bouton {

/// The condition that the program, which is a claim (FlowProgram::is_claim), states of the coordinates in their order and of
/// the position's value behind them. Numbers have no end in it: what wraps around in 64 bits is another matter. Where the
/// program asks for binary digits of a number that may be negative, the condition does not hold of such numbers. Refused where
/// the program says more than conditions do, asks for the value of another position, or has too many paths. Each path is walked
/// once, with counted loops taken round by round.
Result<Predicate> condition_of_claim(const FlowProgram& program);

/// Whether the condition speaks of the variable in no other way than by comparing it with 0.
bool only_compares_with_zero(const Predicate& condition, std::size_t variable);

/// The condition where every such comparison, that the variable is 0, is decided.
Predicate with_zero_decided(const Predicate& condition, std::size_t variable, bool is_zero);

}  // namespace bouton
