// What the methods of one plan share, and the functions that make them.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/methods.h"
#include "engine/method/solvers/formulas.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/method/theorem_source.h"
#include "engine/question/method_list.h"
#include "engine/rules/rules.h"

namespace bouton {

/// All of it must outlive the methods.
struct MethodParts {
  const std::vector<std::shared_ptr<const Rules>>& games;
  const Budget& budget;
  const Methods& allowed;
  const std::shared_ptr<MemoryAccount>& account;
  Formulas& formulas;
  HeapSolver& heaps;
  SumSolver& sums;
  TheoremSource theorems;
};

using MethodList = std::vector<std::unique_ptr<AnsweringMethod>>;

// add_ID(parts, methods): adds the method, unless parts.allowed excludes it.
#define BOUTON_DECLARE_METHOD(id, name, option) void add_##id(const MethodParts& parts, MethodList& methods);
BOUTON_METHODS(BOUTON_DECLARE_METHOD)
#undef BOUTON_DECLARE_METHOD

}  // namespace bouton
