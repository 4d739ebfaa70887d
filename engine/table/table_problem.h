// A box of positions of a lifted rule, and what solving it by the fastest kernel that fits the rule's shape takes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/position/domain.h"
#include "engine/program/move_program.h"
#include "engine/rules/rules.h"
#include "engine/values/table.h"
#include "engine/values/table_kernel.h"

namespace bouton {

struct FlowProgram;

/// The question. The programs and the domain must outlive whatever is done with it.
struct TableProblem {
  const MoveProgram* moves = nullptr;  ///< null where they are not known so
  /// The same moves as control flow, for the native kernel; asked for where that kernel may be of use. Empty: not known.
  std::function<Result<const FlowProgram*>()> flow;
  const Domain* domain = nullptr;
  Play play = Play::normal;
  /// Of a position without options, where play is by_position.
  std::function<Outcome(PositionView)> terminal;
  /// Which positions exist; null: all in the domain. Its result is not 0 for those that do.
  const MoveProgram* valid = nullptr;
  Box box;
  ValueKind kind = ValueKind::grundy;
  /// Only the P-positions are wanted, one after another, not a table of outcomes (then kind is outcome).
  bool positions_only = false;
  /// Of the budget that it will be solved with.
  unsigned threads = 1;
  /// The one kernel that may be chosen; for comparisons.
  std::optional<TableKernel> only = {};
  /// Of the budget, too.
  bool native_code = true;
  /// Up to how many options are forbidden before each move (engine/rules/blocking.h), under normal or misère play.
  std::uint64_t blocking = 0;
};

/// What a table that is handed out in stripes takes (see sinks/stripes.h).
struct StripePlan {
  std::size_t bytes = 0;
  std::uint64_t greatest = 0;  ///< no Grundy value or remoteness is greater
};

/// What would be done, in words.
struct TablePlan {
  TableKernel kernel = TableKernel::batch;
  std::string shape;      ///< "rays (1,0), (0,1), (1,1)"
  std::string method;     ///< what the kernel does
  std::string cost;       ///< a formula: "16000000 positions x 3 lines"
  double seconds = 0;     ///< an estimate, one thread
  std::size_t bytes = 0;  ///< that it takes
  /// What it takes in stripes; refused where the kernel needs all of it.
  Result<StripePlan> stripes = Refusal{"the options of a position may lie anywhere below it, so all of the table is kept"};
  Box region;  ///< the positions that are solved; options of the box lead no further
  /// Why the kernels that come first in order of gain do not apply, and what would let them.
  std::vector<Refusal> passed_over;
};

}  // namespace bouton
