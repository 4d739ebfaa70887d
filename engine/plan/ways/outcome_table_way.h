// Answers about one position from a table of the outcomes of all below it, where neither a search nor a table of more than
// outcomes would end in time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/plan/question/way.h"
#include "engine/plan/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

class OutcomeTableWay final : public AnsweringWay {
 public:
  /// `sums` and `budget` must outlive this object.
  OutcomeTableWay(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget,
                  std::shared_ptr<MemoryAccount> account);

  Way way() const override { return Way::table; }
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component&) override { return std::nullopt; }
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<Table> table(const Box&, ValueKind) override { return std::nullopt; }
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
  std::optional<SumPart> long_;  ///< the last position that a search does not reach in time
  std::unique_ptr<Kept> kept_;
};

}  // namespace bouton
