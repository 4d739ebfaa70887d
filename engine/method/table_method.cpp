// Answers from tables that the kernels fill at once: of a box, or of all that lies below one position.
#include <memory>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/rules.h"

namespace bouton {
namespace {

class TableMethod final : public AnsweringMethod {
 public:
  explicit TableMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::table, Preparation::analysis),
        sums_(parts.sums),
        only_kernel_(parts.allowed.only ? parts.allowed.only->kernel : std::nullopt) {}

  bool looks_below() const override { return true; }
  bool knows_blocking() const override { return true; }
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  Nimber nimber(const Component& component) override;
  std::optional<Nimber> nimber_beside(const Component& component) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override;
  std::optional<bool> stream(const Question& question, ValueSink& sink) override;
  std::optional<std::uint64_t> positions(const Box& box, const std::function<void(PositionView)>& visit,
                                         ResumableRun* resumable) override;

 private:
  Result<Proposal> propose_box(const Question& question);
  Result<Proposal> propose_below(const Question& question);

  SumSolver& sums_;
  std::optional<TableKernel> only_kernel_;  ///< that fills all tables, where one is named
};

/// Which table is filled for the sake of one position.
ValueKind kind_below(const Question& question, const Kernels& kernels, PositionView position) {
  if (question.of == Question::Of::grundy) return ValueKind::grundy;
  const bool is_by_values = question.of != Question::Of::remoteness && kernels.splits(position.size());
  return is_by_values ? ValueKind::grundy : ValueKind::remoteness;
}

Proposal proposal_of(const TablePlan& plan, std::string reason) {
  return {.method = Method::table,
          .kernel = plan.kernel,
          .reason = std::move(reason),
          .work = plan.cost,
          .cost = {.seconds = plan.seconds, .bytes = plan.bytes},
          .shape = plan.shape,
          .passed_over = plan.passed_over};
}

}  // namespace

Result<Proposal> TableMethod::propose(const Question& question, const ProposedSoFar& known) {
  if (question.of == Question::Of::sum) return Refusal{"a table tells of one position"};
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  if (rules(game).domain().is_terms()) return Refusal{"the positions are values of any form: there is no box of them"};
  if (sums_.kernels(game) == nullptr) return Refusal{"tables are turned off"};
  if (sums_.loopy(game)) return Refusal{"the moves have cycles"};
  if (question.of_box()) return propose_box(question);
  if (known.least() < costs::kTableAnalysis) return Refusal{"another method takes less than the analysis of a table"};
  return propose_below(question);
}

Result<Proposal> TableMethod::propose_box(const Question& question) {
  Kernels& kernels = *sums_.kernels();
  if (const Result<TablePlan> plan = kernels.plan_stripes(*question.box, question.kind, question.striping)) {
    Proposal proposal = proposal_of(*plan, plan->method + "; each stripe is handed out when it is done");
    proposal.in_stripes = true;
    return proposal;
  }
  const Result<TablePlan> plan = kernels.plan(*question.box, question.kind, question.of == Question::Of::positions);
  if (!plan) return plan.refusal();
  return proposal_of(*plan, plan->method);
}

Result<Proposal> TableMethod::propose_below(const Question& question) {
  const Component& component = *question.component;
  const std::optional<Position> position = narrow(component.position);
  if (!position) return Refusal{kBeyond64Bits};
  if (question.of == Question::Of::grundy && rules(component.game).play() != Play::normal)
    return Refusal{"Grundy values exist under normal play only"};
  Kernels& kernels = *sums_.kernels(component.game);
  const ValueKind kind = kind_below(question, kernels, *position);
  const double moves = seconds_of_winning_moves(question, rules(component.game));
  if (kernels.keeps(*position, kind))
    return Proposal{.method = Method::table,
                    .kernel = only_kernel_,
                    .reason = "a table that was filled before holds the position",
                    .work = "a look-up",
                    .cost = {.seconds = costs::kTableLookUp + moves, .bytes = 0}};
  const std::optional<TablePlan>& plan = kernels.plan_below(*position, kind);
  if (!plan) return Refusal{kernels.why_no_table_below()};
  Proposal proposal =
      proposal_of(*plan, fmt::format("all positions up to {} at once: {}", to_string(plan->region.high()), plan->method));
  proposal.cost.seconds += moves;
  return proposal;
}

bool TableMethod::run(const Question& question, const Effort&) {
  if (question.of_box()) return true;
  const Component& component = *question.component;
  const Position position = *narrow(component.position);
  Kernels& kernels = *sums_.kernels(component.game);
  if (kind_below(question, kernels, position) == ValueKind::grundy) return kernels.grundy(position).has_value();
  return kernels.outcome(position).has_value();
}

Outcome TableMethod::outcome(const Component& component) {
  Kernels& kernels = *sums_.kernels(component.game);
  const Position position = *narrow(component.position);
  if (kernels.splits(position.size())) return Nimber(*kernels.grundy(position)).outcome();
  return kernels.outcome(position)->outcome();
}

Nimber TableMethod::nimber(const Component& component) {
  return Nimber(*sums_.kernels(component.game)->grundy(*narrow(component.position)));
}

std::optional<Nimber> TableMethod::nimber_beside(const Component& component) {
  return sums_.nimber({component.game, *narrow(component.position)}, kEffortForExtras);
}

std::optional<Table> TableMethod::table(const Box& box, ValueKind kind) { return sums_.kernels()->table(box, kind); }

std::optional<bool> TableMethod::stream(const Question& question, ValueSink& sink) {
  return sums_.kernels()->stream(*question.box, question.kind, question.striping, sink);
}

std::optional<std::uint64_t> TableMethod::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                    ResumableRun* resumable) {
  return sums_.kernels()->positions(box, visit, resumable);
}

void add_table(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.kernels) methods.push_back(std::make_unique<TableMethod>(parts));
}

}  // namespace bouton
