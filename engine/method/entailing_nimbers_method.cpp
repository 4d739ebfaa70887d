// Answers about large positions where moves oblige, by a search by nimbers.
#include <algorithm>
#include <memory>
#include <optional>

#include "engine/base/costs.h"
#include "engine/method/entailing_methods.h"
#include "engine/method/method.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/independence.h"

namespace bouton {
namespace {

class EntailingNimbersMethod final : public AnsweringMethod {
 public:
  explicit EntailingNimbersMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::nimbers, Preparation::last), sums_(parts.sums) {}

  bool knows_obligations() const override { return true; }
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override { return nimber(component).outcome(); }
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override { return nimber(component); }
  std::string claim(const Component& component) override {
    return independence_claim(rules(component.game), component.position.size());
  }

 private:
  SumSolver& sums_;
};

/// What everything else must take, in seconds, before such a search is worth its while.
constexpr double kLongEnough = 0.7, kLongWhereApart = 0.01;

}  // namespace

Result<Proposal> EntailingNimbersMethod::propose(const Question& question, const ProposedSoFar& known) {
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves && question.of != Question::Of::grundy)
    return Refusal{"it tells outcomes and Grundy values of single positions"};
  const Component& component = *question.component;
  const Rules& game = rules(component.game);
  if (!game.obliges()) return Refusal{"no move obliges"};
  if (!narrow(component.position)) return Refusal{kBeyond64Bits};
  if (known.least() < (game.independent() ? kLongWhereApart : kLongEnough))
    return Refusal{"other methods take little, and tell more"};
  Proposal proposal{.method = Method::nimbers,
                    .reason = game.independent()
                                  ? "positions are sums of their components, whose values are nimbers or loony"
                                  : "values are nimbers or loony, found until the value of the position is known",
                    .work = "the positions that decide it, once each",
                    .cost = {.seconds = Cost::kUnknown, .bytes = 0},
                    .open_ended = true};
  const std::string claim = this->claim(component);
  if (!claim.empty()) proposal.reason += "; rests on " + claim + ", which is claimed and not proved";
  return proposal;
}

bool EntailingNimbersMethod::run(const Question& question, const Effort& allowance) {
  const Component& component = *question.component;
  return sums_.entailing(component.game)->search_by_nimbers(*narrow(component.position), allowance.positions);
}

Nimber EntailingNimbersMethod::nimber(const Component& component) {
  return sums_.nimber({component.game, *narrow(component.position)});
}

std::unique_ptr<AnsweringMethod> make_entailing_nimbers_method(const MethodParts& parts) {
  return std::make_unique<EntailingNimbersMethod>(parts);
}

}  // namespace bouton
