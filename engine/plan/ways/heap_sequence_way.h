// Answers about games of one heap, from the sequence of its Grundy values.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/plan/question/way.h"
#include "engine/plan/solvers/heap_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class HeapSequenceWay final : public AnsweringWay {
 public:
  /// `heaps` and `budget` must outlive this object.
  HeapSequenceWay(std::vector<std::shared_ptr<const Rules>> games, HeapSolver& heaps, const Budget& budget,
                  std::shared_ptr<MemoryAccount> account);

  Way way() const override { return Way::heap; }
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component& component) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;

 private:
  std::vector<std::shared_ptr<const Rules>> games_;
  HeapSolver& heaps_;
  std::shared_ptr<MemoryAccount> account_;
};

}  // namespace bouton
