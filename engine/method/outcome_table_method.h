// Answers about one position from a table of the outcomes of all below it, where neither a search nor a table of more than
// outcomes would end in time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class OutcomeTableMethod final : public AnsweringMethod {
 public:
  /// `sums` and `budget` must outlive this object.
  OutcomeTableMethod(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget,
                     std::shared_ptr<MemoryAccount> account);

  Method method() const override { return Method::table; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  /// Not told.
  Nimber nimber(const Component&) override { return {}; }
  std::optional<Nimber> nimber_beside(const Component&) override { return std::nullopt; }
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  /// The moves that win; none are listed, and that is said, where no kernel tells the outcomes of all options at once. Nothing
  /// for other values.
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;

 private:
  /// The last table, for what play goes on to.
  struct Kept {
    std::size_t game;
    Table table;
    Reservation cells;
  };

  bool keeps(const SumPart& part) const;
  const Table* table_with(std::size_t game, const Box& box);

  std::vector<std::shared_ptr<const Rules>> games_;
  SumSolver& sums_;
  std::shared_ptr<MemoryAccount> account_;
  std::unique_ptr<Kept> kept_;
};

}  // namespace bouton
