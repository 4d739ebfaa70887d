// Answers by the closed forms that rule files name: arithmetic on numbers of any size.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/plan/question/way.h"
#include "engine/plan/solvers/formulas.h"
#include "engine/plan/solvers/kernels.h"
#include "engine/rules/rules.h"

namespace bouton {

class ClosedFormWay final : public AnsweringWay {
 public:
  /// `formulas` and `budget` must outlive this object, `kernels` whatever is asked: those of the first game, to which a box is
  /// left where they fill it at less cost; null where there are none.
  ClosedFormWay(std::vector<std::shared_ptr<const Rules>> games, Formulas& formulas, Kernels* kernels, const Budget& budget,
                std::shared_ptr<MemoryAccount> account);

  Way way() const override { return Way::closed_form; }
  Result<Offer> offer(const Question& question) override;
  Description describe(const Question& question) override;
  std::optional<Outcome> outcome(const Component& component) override;
  std::optional<Nimber> nimber(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;

 private:
  /// The last position that was asked about, and what the formula said.
  struct Last {
    Component component;
    Outcome outcome;
    std::optional<WinningMoves> winning;
  };

  Result<Offer> offer_box(const Question& question);
  Result<Offer> offer_outcome(const Component& component, ClosedForm& form, bool with_moves);
  bool is_last(const Component& component) const {
    return last_->component.game == component.game && last_->component.position == component.position;
  }

  std::vector<std::shared_ptr<const Rules>> games_;
  Formulas& formulas_;
  Kernels* kernels_;
  std::shared_ptr<MemoryAccount> account_;
  std::optional<Last> last_;
};

}  // namespace bouton
