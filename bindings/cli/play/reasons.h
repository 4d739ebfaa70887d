// Why a position is won or lost, in sentences.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/plan/solver.h"
#include "engine/rules/game.h"

namespace bouton::cli {

/// Lines for people: who wins and in how many moves; the theorem, or that it was searched; the nim-sum with the component that
/// matters; for one component, what shows its theorem at work, and how its Grundy value comes about. `budget` bounds what the
/// theorem computes.
std::vector<std::string> reasons(const Sum& sum, const std::vector<std::shared_ptr<const Game>>& games, Solver& solver,
                                 const Budget& budget);

}  // namespace bouton::cli
