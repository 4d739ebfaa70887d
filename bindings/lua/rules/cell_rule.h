// The moves of a board or a graph: as runs of the rule show them, else as control flow.
#pragma once

#include <optional>
#include <string>

#include "bindings/lua/cells/cell_value.h"
#include "bindings/lua/rules/cell_flow.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/base/result.h"
#include "engine/local/decisions.h"
#include "engine/rules/local_moves.h"

namespace bouton::lua {

/// Traces the rule when it is asked for the first time. Everything may throw Interrupted.
class CellRule {
 public:
  /// `file`, whose positions are cells, must outlive this object.
  /// `machine_code`: whether that may be made to list options.
  CellRule(RuleFile& file, bool machine_code) : file_(file), flow_(file, machine_code) {}

  /// Adds the options of a position; false, with `out` empty as it was, where they are not known so.
  bool options(PositionView position, Options& out);
  /// The moves of which each looks at a few cells.
  Result<const LocalMoves*> local_moves();
  /// The moves as control flow, of a rule that is not traced.
  Result<const FlowProgram*> flow();
  /// Whether a position exists. Throws what the rule throws.
  bool valid(PositionView position) { return flow_.exists(position); }

 private:
  void trace();
  void run(CellReads& reads, UnreadOptions& options);

  RuleFile& file_;
  CellFlow flow_;
  bool traced_ = false;
  std::optional<local::Decisions> decisions_;  ///< absent: refused
  std::optional<LocalMoves> moves_;            ///< likewise
  std::string refusal_;                        ///< of the one or of the other
};

}  // namespace bouton::lua
