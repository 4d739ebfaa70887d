// Answers about games of one heap, from the sequence of its Grundy values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class HeapMethod final : public AnsweringMethod {
 public:
  /// `heaps` and `budget` must outlive this object.
  HeapMethod(std::vector<std::shared_ptr<const Rules>> games, HeapSolver& heaps, const Budget& budget,
             std::shared_ptr<MemoryAccount> account);

  Method method() const override { return Method::heap; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override { return nimber(component); }
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;

 private:
  std::vector<std::shared_ptr<const Rules>> games_;
  HeapSolver& heaps_;
  std::shared_ptr<MemoryAccount> account_;
};

}  // namespace bouton
