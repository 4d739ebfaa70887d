// Answers from tables that the kernels fill at once: of a box, or of all that lies below one position.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/method/method.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class TableMethod final : public AnsweringMethod {
 public:
  /// `sums` and `budget` must outlive this object.
  TableMethod(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget)
      : AnsweringMethod(budget), games_(std::move(games)), sums_(sums) {}

  Method method() const override { return Method::table; }
  bool looks_below() const override { return true; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<bool> stream(const Question& question, ValueSink& sink) override;
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         Course* course) override;

 private:
  Result<Proposal> propose_box(const Question& question);
  Result<Proposal> propose_below(const Question& question);

  std::vector<std::shared_ptr<const Rules>> games_;
  SumSolver& sums_;
};

}  // namespace bouton
