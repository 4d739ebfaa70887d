// The rules of the engine, answered by the functions of a rule file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "bindings/lua/rules/cell_rule.h"
#include "bindings/lua/rules/lifted.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/rules/rules.h"
#include "engine/rules/stated.h"
#include "engine/rules/step_limited_rules.h"

namespace bouton::lua {

/// Whether the functions of a file may become programs.
enum class Lift : std::uint8_t {
  never,
  without_machine_code,  ///< native programs alone
  where_possible
};

/// The rules that a file states: answered by programs where its functions could be lifted, else by the interpreter.
class LuaRules final : public Rules, public StepLimitedRules, public StatedRules {
 public:
  LuaRules(std::shared_ptr<RuleFile> file, Lift lift);

  const Domain& domain() const override { return file_->spec.domain; }
  void options(PositionView position, Options& out) const override;
  void reference_options(PositionView position, Options& out) const override;
  Play play() const override { return file_->spec.play; }
  bool obliges() const override { return file_->obliges; }
  Outcome terminal_outcome(PositionView position) const override;
  bool valid(PositionView position) const override;
  void normalize(Position& position) const override;
  void same_value(Position& position) const override {
    if (file_->spec.same_value) file_->interpreted_same_value(position);
  }
  Lifting lifting(std::size_t dimensions) const override { return lifting(dimensions, Reach::lifted); }
  Lifting unbounded_lifting(std::size_t dimensions) const override { return lifting(dimensions, Reach::any_size); }
  Result<const FlowProgram*> flow(std::size_t dimensions) const override;
  Result<const LocalMoves*> local_moves() const override;
  const ClosedFormBinding* closed_form() const override { return file_->closed_form ? &*file_->closed_form : nullptr; }
  std::string_view heap_code() const override { return file_->heap_code; }
  bool independent() const override { return file_->spec.independent || file_->spec.components; }
  void components(PositionView position, Options& out) const override;
  bool heads_cancel() const override { return file_->spec.is_strip; }
  std::vector<Position> examples() const override;
  std::optional<std::uint64_t> checksum() const override;
  std::string where(Claim claim) const override { return file_->spec.where[static_cast<std::size_t>(claim)]; }
  std::string_view label_name(Label label) const override { return file_->sink.label_names()[name_of(label)]; }
  const MoveProgram* obliging_moves(std::size_t dimensions) const override;
  std::unique_ptr<StepLimit> limit_steps(std::uint64_t steps) const override;

 private:
  void list_options(PositionView position, Options& out) const;
  Lifting lifting(std::size_t dimensions, Reach reach) const;

  std::shared_ptr<RuleFile> file_;
  mutable std::optional<Lifter> lifter_;   ///< absent where nothing is to be lifted, and of boards and graphs
  mutable std::optional<CellRule> cells_;  ///< of boards and graphs, unless nothing is to be lifted
};

}  // namespace bouton::lua
