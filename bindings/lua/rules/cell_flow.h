// The functions of a rule over a board or a graph as control flow: the moves where they look at more cells than a table of
// decisions holds, and which positions there are.
#pragma once

#include <optional>

#include <lua.hpp>

#include "bindings/lua/rules/flow_options.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/base/result.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/position/options.h"

namespace bouton::lua {

/// Lifts the functions when they are first wanted. Everything may throw Interrupted.
class CellFlow {
 public:
  /// `file`, whose positions are cells, must outlive this object. `machine_code`: whether that may be made.
  CellFlow(RuleFile& file, bool machine_code) : file_(file), machine_code_(machine_code), options_(file, machine_code) {}

  /// The moves, compared with the interpreter at some random positions; or why they are not known so. The first call takes
  /// what the rule takes at these positions, and some hundred microseconds.
  const Result<FlowProgram>& program();
  /// Adds the options of `position` to `out`, which is empty; false, with `out` empty again, where the interpreter must be
  /// asked.
  bool options(PositionView position, Options& out);
  /// Whether the position exists. Throws what the rule throws.
  bool exists(PositionView position);

 private:
  static int push_moves(lua_State* L);
  static int push_test_of_valid(lua_State* L);
  Result<FlowProgram> lift(lua_CFunction push);
  Result<FlowProgram> lift_valid();
  std::optional<Refusal> difference_of_valid(const FlowProgram& program);
  std::optional<bool> exists_by_program(PositionView position);

  RuleFile& file_;
  bool machine_code_;
  std::optional<Result<FlowProgram>> program_;
  FlowOptions options_;  ///< by the program

  // Which positions there are: those from which a program has an option.
  std::optional<Result<FlowProgram>> valid_;
  std::optional<OptionLister> valid_lister_;
  int asked_valid_ = 0;  ///< before there is a lister
};

}  // namespace bouton::lua
