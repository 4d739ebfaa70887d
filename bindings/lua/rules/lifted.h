// The rule functions of a file as native programs, where they can be lifted.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "bindings/lua/language/rule_spec.h"
#include "bindings/lua/lift/lift.h"
#include "bindings/lua/rules/flow_options.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/flow_row.h"
#include "engine/position/options.h"
#include "engine/program/move_program.h"
#include "engine/program/move_program_run.h"
#include "engine/values/outcome.h"

namespace bouton::lua {

/// A program, as data and compiled.
struct LiftedFunction {
  /// `label` numbers the names by which people read options whose names are made of values.
  LiftedFunction(MoveProgram lifted, const std::function<std::optional<Label>(std::string_view)>& label);
  CompiledProgram compiled;  ///< with the names of options
  MoveProgram program;       ///< for those who ask where moves lead: a name that is made of values is "take_<t>"
  std::size_t option_bytes;  ///< what the largest of its options takes while a list of them grows
};

/// The programs of the rule's functions for one number of coordinates. One is absent if it was not lifted, or if the rule has
/// no such function. Each has been compared with the interpreter.
struct LiftedFunctions {
  std::optional<LiftedFunction> moves, valid, normalize, play;
  std::string refusal;        ///< why moves was not lifted; empty where it was
  std::string valid_refusal;  ///< why valid was not lifted; empty where it was, or the rule has none
};

/// The positions for which programs are to be right.
enum class Reach {
  lifted,   ///< those that are run natively: coordinates up to 2^60
  any_size  ///< all, where arithmetic does not leave 64 bits
};

/// Lifts the functions of a file when they are first wanted: once, or in a piles game once for each number of piles.
class Lifter {
 public:
  /// `machine_code`: whether that may be made to list options.
  Lifter(RuleFile& file, bool machine_code);

  /// Lifts at the first call for this number of coordinates: some milliseconds, perhaps a hundred for a long rule. Throws
  /// Interrupted.
  const LiftedFunctions& functions(std::size_t dimensions, Reach reach = Reach::lifted);

  /// The moves as control flow, lifted at the first call and compared with the interpreter. Throws Interrupted.
  const Result<FlowProgram>& flow(std::size_t dimensions);

  /// The check of a claim about positions of so many coordinates, as a program of claims. Throws Interrupted.
  Result<FlowProgram> check(const Function& check, std::size_t dimensions);

  /// Adds the options of `position` to `out`, which is empty; false, with `out` empty again, if the interpreter must be
  /// asked instead: moves was not lifted, or something about an option is wrong and wants its message.
  bool options(PositionView position, Options& out);
  /// Whether the position is valid; nothing if the interpreter must be asked.
  std::optional<bool> valid(PositionView position);
  /// Who has won at a terminal position; nothing if the interpreter must be asked.
  std::optional<Outcome> terminal_outcome(PositionView position);
  /// Applies the rule's normalize; false, with nothing changed, if the interpreter must be asked.
  bool normalize(Position& position);

  /// Whether it can be shown that the function, of one integer, never decreases (engine/program/analysis/monotone.h), on
  /// integers of any size.
  bool is_never_decreasing(const Function& function);

 private:
  /// The moves as control flow for one number of coordinates.
  struct ControlFlow {
    std::optional<Result<FlowProgram>> lifted;  ///< not yet compared with the interpreter
    std::optional<Result<FlowProgram>> compared;
    std::optional<FlowOptions> options;  ///< by `compared`
    std::uint64_t listed = 0;            ///< rounds and options of the MoveProgram, where there is one
  };

  /// For positions of one number of coordinates.
  struct Listing {
    std::size_t dimensions;
    const LiftedFunctions* lifted;
    ControlFlow* flow;
  };

  LiftContext context(std::size_t dimensions, Reach reach, bool is_check = false) const;
  LiftedFunctions lift(std::size_t dimensions, Reach reach);
  std::optional<LiftedFunction> lift_one(const Function& function, Results results, LiftContext context, std::string& refusal);
  struct Comparison;
  void compare(LiftedFunctions& lifted, std::size_t dimensions);
  void compare(LiftedFunctions& lifted, const Position& position, Comparison& done);
  void compare_moves(LiftedFunctions& lifted, const Position& position, Comparison& done, const std::string& differs);
  static void drop(LiftedFunctions& lifted, const std::string& reason);
  const Result<FlowProgram>& lift_flow(std::size_t dimensions);
  void find_families(LiftedFunctions& lifted, const LiftContext& context);
  std::optional<Refusal> difference(const FlowProgram& program);
  bool acceptable(const LiftedFunctions& lifted, const Options& options);
  bool exists(const LiftedFunctions& lifted, PositionView position);
  bool options_by_program(const LiftedFunctions& lifted, ControlFlow& flow, PositionView position, Options& out);
  bool options_by_flow(const LiftedFunctions& lifted, ControlFlow& flow, PositionView position, Options& out);
  RunLimits few_steps(Comparison& done) const;
  RunLimits limits(std::size_t dimensions) const;
  bool run(const std::optional<LiftedFunction>& function, PositionView position, const RunLimits& limits);
  bool run(const std::optional<LiftedFunction>& function, PositionView position);

  RuleFile& file_;
  bool machine_code_;
  std::function<std::optional<Label>(std::string_view)> label_;  ///< numbers the names of moves
  std::map<std::pair<std::size_t, Reach>, LiftedFunctions> by_dimensions_;
  std::map<std::size_t, ControlFlow> flows_;  ///< by the number of coordinates
  std::optional<Listing> listing_;            ///< by which options were listed last
  std::vector<std::int64_t> results_;
};

}  // namespace bouton::lua
