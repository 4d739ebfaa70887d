// Answers from the moves themselves: a search of all positions below, or the graph of them where play has cycles; of a sum that
// is solved as one position, also its misère quotient.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/method/method.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {

/// What a search and a graph share.
class BelowMethod : public AnsweringMethod {
 public:
  /// `sums` and `budget` must outlive this object.
  BelowMethod(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget)
      : AnsweringMethod(budget), games_(std::move(games)), sums_(sums) {}

  Method answered() const override { return answered_; }
  bool looks_below() const override { return true; }
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;

 protected:
  const Rules& rules(std::size_t game) const { return *games_[game]; }
  SumSolver& sums() { return sums_; }
  /// Why neither answers, if that is so.
  std::optional<Refusal> objection(const Question& question) const;
  /// The components of a sum; refused where a coordinate has more than 64 bits.
  Result<SumSolver::Parts> parts_of(const Sum& sum) const;

  void note_answered(Method method) { answered_ = method; }

 private:
  std::vector<std::shared_ptr<const Rules>> games_;
  SumSolver& sums_;
  Method answered_ = Method::search;
};

class SearchMethod final : public BelowMethod {
 public:
  using BelowMethod::BelowMethod;
  Method method() const override { return Method::search; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  /// What was found is given back where the allowance did not suffice.
  bool run(const Question& question, const Effort& allowance) override;

 private:
  Result<Proposal> propose_box(const Box& box);
  double options_in_the_middle(const Box& box) const;
  double options_of(const SumPart& part) const;
  double options_at(const SumPart& part) const;
  double rounds_at(const SumPart& part) const;
  Proposal proposal_of(const Question& question, const Position& position, const Probe& probe) const;
};

class GraphMethod final : public BelowMethod {
 public:
  using BelowMethod::BelowMethod;
  Method method() const override { return Method::graph; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
};

class QuotientMethod final : public BelowMethod {
 public:
  using BelowMethod::BelowMethod;
  Method method() const override { return Method::quotient; }
  Result<Proposal> propose(const Question& question, const Known& known) override;
  bool run(const Question& question, const Effort& allowance) override;
};

}  // namespace bouton
