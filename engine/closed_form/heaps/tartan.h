// The Tartan theorem: values of products of coin-turning games by nim multiplication.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/closed_form/closed_form.h"
#include "engine/closed_form/splitting_form.h"
#include "engine/rules/coin_turning.h"

namespace bouton {

/// The theorem and its sources, as ClosedForm::theorem has it.
std::string tartan_theorem();

/// The form of a product of strips (engine/rules/coin_turning.h): the Grundy value of a head is the nim product of the values
/// of its places in the strips. A strip's values are told by its form, where `of_strips` has one (else null), of places of any
/// size; else they are counted from the least place on, once, by the strip's own moves, up to place 2^24
/// (strip_values.h).
/// Moves: a move of strip i that changes the value of its coins by c_i makes part of one that changes the value of the product
/// by the nim product of all c_i, since the product is distributive; so a move costs one product, whatever it turns. Moves from
/// places beyond 10,000 that a form tells the value of are not listed, and at most ten million of others are tried.
/// Lenstra, "Nim multiplication", 1977; Winning Ways, ch. 14. `budget` bounds the memory for the strips' values.
/// `product` has strips (Rules::strips).
std::unique_ptr<SplittingForm> tartan_form(const Rules& product, std::vector<std::unique_ptr<ClosedForm>> of_strips,
                                           const Budget& budget);

}  // namespace bouton
