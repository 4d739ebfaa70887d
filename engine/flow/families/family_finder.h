// Executes a FlowProgram symbolically; flow_families.h begins with the idea.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/flow/families/linear_values.h"
#include "engine/flow/families/loop_bound.h"
#include "engine/flow/families/loop_nest.h"
#include "engine/flow/flow_program.h"

namespace bouton {

class FamilyFinder {
 public:
  /// What is passed must outlive this object.
  FamilyFinder(const FlowProgram& flow, MoveProgram& program, const std::vector<CoordinateRange>& ranges)
      : flow_(flow), program_(program), values_(program, ranges), nests_(flow.functions.size()) {}

  /// The body of the program. Throws Refusal, and Refused where conditions become too many.
  Block find();
  /// The line that it came to last.
  int line() const { return line_; }

 private:
  /// By register; nothing where it has no value, or one that is not known.
  using State = std::vector<std::optional<ExpressionId>>;
  /// One way from a block, or from a loop, to a block: where it is taken, and what registers then hold.
  struct Edge {
    Condition predicate = kAlways;
    State state;
    std::vector<ExpressionId> results = {};  ///< of an edge that leads out of the function
  };
  using EdgesByBlock = std::map<std::uint32_t, std::vector<Edge>>;
  /// An option or a loop, and where it is come to.
  struct Effect {
    Condition predicate = kAlways;
    Condition matters = kAlways;  ///< elsewhere the statement does nothing, whether it is come to or not
    Statement statement;
  };
  using Effects = std::vector<Effect>;
  /// A function while it is executed.
  struct Frame {
    std::uint32_t number = 0;
    const FlowFunction* function = nullptr;
    const LoopNest* nest = nullptr;
    const Frame* caller = nullptr;
  };
  /// What came of executing the blocks of a function, or of one round of a loop, as a whole.
  struct Outcome {
    std::vector<Edge> again;  ///< to the head of the loop
    EdgesByBlock exits;       ///< to other blocks outside
    Effects effects;
  };
  /// A loop whose rounds are counted.
  struct Count {
    CountingVariable variable;
    ExpressionId last = 0;       ///< the condition of another round holds up to here
    ExpressionId to = 0;         ///< the variable's value in the last round, or less than the first where there is none
    Condition before = kAlways;  ///< under which there may be rounds with effects
    Condition inside = kAlways;  ///< holds in every round up to `to`
  };
  static constexpr std::uint32_t kReturn = 0xFFFFFFFF;

  // family_finder.cpp: blocks
  std::optional<std::vector<ExpressionId>> execute_function(const Frame& frame, Edge start, Effects& effects);
  Outcome execute_region(const Frame& frame, int loop, std::uint32_t first, Edge start);
  void execute_block(const Frame& frame, std::uint32_t block, Edge& at, Effects& effects);
  void execute_call(const Frame& frame, const FlowCall& call, Edge& at, Effects& effects);
  void follow_end(const Frame& frame, std::uint32_t block, Edge at, EdgesByBlock& out);
  std::uint32_t past_the_end(const Frame& frame, std::uint32_t block) const;
  Edge merged(const Frame& frame, std::uint32_t block, std::vector<Edge> edges);
  ExpressionId value(const State& state, const FlowOperand& operand);
  Block emitted(Effects effects, Condition care);
  const LoopNest& nest_of(std::uint32_t function);
  [[noreturn]] void refuse(const std::string& reason) const;

  // family_loops.cpp: loops
  EdgesByBlock execute_loop(const Frame& frame, int loop, Edge start, Effects& effects);
  std::optional<EdgesByBlock> count_rounds(const Frame& frame, const FlowLoop& loop, const Edge& start, std::int64_t greatest,
                                           Effects& effects);
  std::optional<EdgesByBlock> unroll(const Frame& frame, int number, Edge start, Effects& effects);
  std::optional<CountingVariable> counting_variable(const LoopNest::Carried& carried, const State& start,
                                                    std::int64_t greatest);
  std::optional<State> state_of_round(const FlowLoop& loop, const LoopNest::Carried& carried, const State& start,
                                      const CountingVariable& variable);
  LoopNest::Carried carried(const Frame& frame, const FlowLoop& loop, const State& start) const;
  ExpressionId end_of(const Count& count, Condition assumed);
  std::optional<Count> count(const Outcome& round, const CountingVariable& variable, const Edge& start, std::int64_t greatest);
  void emit_loop(const Count& count, Outcome& round, Effects& effects, int line);
  EdgesByBlock behind(const Frame& frame, const Count& count, const Edge& start, EdgesByBlock exits);
  int number_of(const Frame& frame, const FlowLoop& loop) const;

  const FlowProgram& flow_;
  MoveProgram& program_;
  LinearValues values_;
  std::vector<std::unique_ptr<const LoopNest>> nests_;
  int line_ = 0;
  int depth_ = 0;  ///< of loops around
  std::uint64_t executed_ = 0;
};

}  // namespace bouton
