// Answers by theorems about the P-positions of all sizes: those that are kept, and those that are looked for where everything
// else is estimated to take long.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/closed_form/closed_form.h"
#include "engine/method/method.h"

namespace bouton {

/// A theorem as a closed form, and whether it was kept from an earlier run.
struct FoundTheorem {
  std::unique_ptr<ClosedForm> form;
  bool kept = false;
};

/// Where theorems come from. Both throw RuleError, LimitError and Interrupted.
struct TheoremSource {
  /// The theorem that an earlier run has kept about the positions of a game with so many coordinates, proved again; null where
  /// none is kept; refused where the rules have no statement, so that there cannot be one. Takes one proof.
  std::function<Result<std::unique_ptr<FoundTheorem>>(const Rules& rules, std::size_t dimensions)> kept;
  /// Looks for one, with about so many seconds' worth of counted work; infinity: as much as a question is worth.
  std::function<Result<std::unique_ptr<FoundTheorem>>(const Rules& rules, std::size_t dimensions, double seconds)> find;
};

class TheoremMethod final : public AnsweringMethod {
 public:
  /// `budget` must outlive this object.
  TheoremMethod(std::vector<std::shared_ptr<const Rules>> games, TheoremSource source, const Budget& budget)
      : AnsweringMethod(budget), games_(std::move(games)), source_(std::move(source)), last_(games_.size()) {}

  Method method() const override { return Method::theorem; }
  /// One that is kept is proposed where everything else takes more than some milliseconds; one is looked for where everything
  /// else takes a third of a second, for positions with a coordinate beyond 2^31, and if the rules say closed_form = "theorem".
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override { return *nimber_beside(component); }
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         Course* course) override;

 private:
  /// What is known of a game, for the number of coordinates that was asked about last.
  struct Last {
    std::size_t dimensions = 0;
    std::unique_ptr<FoundTheorem> found = nullptr;
    std::optional<Refusal> refusal = {};  ///< there is none
    double looked_for = -1;               ///< with so many seconds' worth of work, in vain
  };

  Last& last(std::size_t game, std::size_t dimensions);
  bool is_wanted(std::size_t game) const;
  std::optional<Refusal> objection(const Question& question, std::size_t game) const;
  Proposal proposal_of(const Question& question, const Last& last);

  std::vector<std::shared_ptr<const Rules>> games_;
  TheoremSource source_;
  std::vector<std::optional<Last>> last_;
};

}  // namespace bouton
