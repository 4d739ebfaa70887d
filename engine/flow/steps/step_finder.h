// Executes a FlowProgram for all positions of a box at once; step_sets.h begins with the idea.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/flow/families/loop_nest.h"
#include "engine/flow/flow_program.h"
#include "engine/flow/steps/helper_calls.h"
#include "engine/flow/steps/path_values.h"
#include "engine/flow/steps/position_boxes.h"
#include "engine/position/box.h"
#include "engine/position/hash.h"
#include "engine/table/shape/step_set.h"

namespace bouton {

class StepFinder {
 public:
  /// What is passed must outlive this object.
  StepFinder(const FlowProgram& flow, const Box& region, std::uint64_t most_work, bool may_compile);

  /// Throws Refusal.
  StepSet find();
  /// The line that it came to last.
  int line() const { return line_; }

 private:
  /// Steps are kept as chains: each link one step, and the link before it.
  using Link = std::uint32_t;
  static constexpr Link kNoSteps = 0;
  struct ChainLink {
    Link before = kNoSteps;
    std::uint32_t length = 0, step = 0;
  };
  struct Path {
    PositionBoxes where;
    Link steps = kNoSteps;
  };
  /// Place of the block, and what the registers hold that are read from there on.
  using Meeting = std::pair<std::uint32_t, std::vector<PathValue>>;
  struct HashOfPosition {
    std::size_t operator()(const Position& position) const { return hash(position); }
  };

  void execute(std::uint32_t block, Path path);
  bool is_next(std::uint32_t block) const;
  void execute(const FlowInstruction& i, Path& path);
  void call(const FlowCall& call);
  /// Follows the path to the end of the block, and returns the block that it comes to next where no other path may meet it
  /// there; then `path` goes on there.
  std::optional<std::uint32_t> follow_end(const FlowTerminator& end, Path& path);
  std::optional<std::uint32_t> go_to(std::uint32_t block, Path& path);
  std::pair<PositionBoxes, PositionBoxes> divided(const PathCondition& condition, PositionBoxes where) const;
  void name_option(const FlowOption& option, Path& path);
  std::int64_t step_along(std::size_t coordinate, const PathValue& to, const PositionBoxes& where) const;
  void arrive(std::uint32_t block, Path path);
  Link joined(const Path& a, const Path& b);
  void check_outside(std::uint32_t step, const PositionBoxes& where);
  bool has(Link chain, std::uint32_t step);
  Link with(Link chain, std::uint32_t step);
  PathValue value(const FlowOperand& operand) const;
  [[noreturn]] void refuse(const char* reason) const;

  const FlowProgram& flow_;
  const FlowFunction& function_;
  const Box& region_;
  StepWork work_;
  HelperCalls calls_;
  PathValues values_;
  LoopNest nest_;
  std::vector<std::uint32_t> place_, block_at_;
  std::vector<std::vector<std::uint32_t>> live_;  ///< by block: the registers that are read from there on
  std::map<Meeting, Path> waiting_;
  std::vector<PathValue> registers_;  ///< of the path that is executed
  std::vector<ChainLink> links_;
  std::vector<Position> steps_;
  std::unordered_map<Position, std::uint32_t, HashOfPosition> numbers_;
  int line_ = 0;
};

}  // namespace bouton
