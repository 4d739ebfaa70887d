// Answers by the closed forms that rule files name: arithmetic on numbers of any size.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/solvers/formulas.h"
#include "engine/rules/rules.h"

namespace bouton {

class ClosedFormMethod final : public AnsweringMethod {
 public:
  /// `formulas` and `budget` must outlive this object.
  ClosedFormMethod(std::vector<std::shared_ptr<const Rules>> games, Formulas& formulas, const Budget& budget,
                   std::shared_ptr<MemoryAccount> account);

  Method method() const override { return Method::closed_form; }
  /// What is asked of the formula to know that it answers is kept for the answer.
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;

 private:
  /// The last position that was asked about, and what the formula said.
  struct Last {
    Component component;
    Outcome outcome;
    std::optional<WinningMoves> winning;
  };

  Result<Proposal> propose_box(const Question& question);
  std::optional<Refusal> objection(const Question& question, ClosedForm& form);
  bool is_last(const Component& component) const {
    return last_ && last_->component.game == component.game && last_->component.position == component.position;
  }

  std::vector<std::shared_ptr<const Rules>> games_;
  Formulas& formulas_;
  std::shared_ptr<MemoryAccount> account_;
  std::optional<Last> last_;
};

}  // namespace bouton
