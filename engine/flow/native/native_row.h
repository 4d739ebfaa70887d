// A FlowProgram as machine code, for rows of positions or for the options of one.
//
// There is code for x86-64 and AArch64 where Bouton was built with asmjit; elsewhere everything is refused and the interpreter
// of engine/flow/flow_interpreter.h answers. Memory is written before it is executable, and never both.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/base/result.h"
#include "engine/flow/analysis/safety.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"

namespace bouton {

/// Immutable; several threads may run it, each with a row of its own. A copy shares the code.
class NativeRow {
 public:
  /// The code for a program that is verified, a sink and, but for a list, a box; or why there is none. A list may have one as
  /// well: an option outside of it is a trap then. About a microsecond an instruction of the program.
  /// With `facts`, which are of all positions that will be run and of the box, leaves out what they show to be superfluous.
  static Result<NativeRow> compile(const FlowProgram& program, FlowSink sink, const FlowBox& box = {},
                                   const FlowFacts& facts = {});

  /// As FlowInterpreter::run.
  FlowStatus run(FlowRow& row) const { return static_cast<FlowStatus>(entry_(&row)); }
  /// Of the code.
  std::size_t bytes() const;

 private:
  struct Code;
  using Entry = std::uint32_t (*)(FlowRow*);

  explicit NativeRow(std::shared_ptr<const Code> code);

  std::shared_ptr<const Code> code_;
  Entry entry_ = nullptr;
};

/// Whether programs can be compiled on this machine.
bool has_native_code();

}  // namespace bouton
