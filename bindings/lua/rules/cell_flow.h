// The moves of a board or a graph as control flow, for rules that look at more cells than a table of decisions holds.
#pragma once

#include <optional>

#include "bindings/lua/rules/flow_options.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Lifts the moves when they are first wanted. Everything may throw Interrupted.
class CellFlow {
 public:
  /// `file`, whose positions are cells, must outlive this object. `machine_code`: whether that may be made to list options.
  CellFlow(RuleFile& file, bool machine_code) : file_(file), options_(file, machine_code) {}

  /// The moves, compared with the interpreter at some random positions; or why they are not known so. The first call takes
  /// what the rule takes at these positions, and some hundred microseconds.
  const Result<FlowProgram>& program();
  /// Adds the options of `position` to `out`, which is empty; false, with `out` empty again, where the interpreter must be
  /// asked.
  bool options(PositionView position, Options& out);

 private:
  Result<FlowProgram> lift();
  bool exists(PositionView position);

  RuleFile& file_;
  std::optional<Result<FlowProgram>> program_;
  FlowOptions options_;  ///< by the program
};

}  // namespace bouton::lua
