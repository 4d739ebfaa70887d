// Answers from the moves themselves: a search of all positions below, a table of them by the kernels, or their graph.
#pragma once

#include <memory>
#include <vector>

#include "engine/plan/question/way.h"
#include "engine/plan/solvers/heap_solver.h"
#include "engine/plan/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class SearchedWay final : public AnsweringWay {
 public:
  /// `sums`, `heaps` and `budget` must outlive this object.
  SearchedWay(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, HeapSolver& heaps, const Budget& budget);

  Way way() const override { return Way::search; }
  Way answered() const override { return answered_; }
  bool searches() const override { return true; }
  /// Whether a search of a position whose outcome is known without is worth its time: few lie below it.
  bool is_worth_searching(const Component& component);
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component& component) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<bool> stream(const Question& question, StripeSink& sink) override;
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         Course* course) override;

 private:
  Result<Offer> offer_sum(const Sum& sum);
  Description describe_box(const Question& question);
  Description describe_table_below(const Question& question);

  std::vector<std::shared_ptr<const Rules>> games_;
  SumSolver& sums_;
  HeapSolver& heaps_;
  Way answered_ = Way::search;
};

}  // namespace bouton
