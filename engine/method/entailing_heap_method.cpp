// Answers about games of one heap in which moves oblige, from the values of all smaller heaps.
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/memory_account.h"
#include "engine/entailing/entailing_heaps.h"
#include "engine/method/entailing_methods.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/method/solvers/sum_solver.h"

namespace bouton {
namespace {

class EntailingHeapMethod final : public AnsweringMethod {
 public:
  explicit EntailingHeapMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::heap, Preparation::none), sums_(parts.sums) {}

  bool knows_obligations() const override { return true; }
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override { return nimber(component).outcome(); }
  Nimber nimber(const Component& component) override { return sums_.nimber({component.game, *narrow(component.position)}); }
  std::optional<Nimber> nimber_beside(const Component& component) override { return nimber(component); }
  std::string theorem(std::size_t game) override;
  std::optional<Table> table(const Box& box, ValueKind kind) override { return sums_.table(box, kind); }

 private:
  SumSolver& sums_;
};

}  // namespace

Result<Proposal> EntailingHeapMethod::propose(const Question& question, const ProposedSoFar&) {
  if (question.of == Question::Of::sum) return Refusal{"the sequence tells of one heap"};
  if (question.of == Question::Of::remoteness || (question.of == Question::Of::table && question.kind == ValueKind::remoteness))
    return Refusal{"the sequence of values does not tell the remoteness"};
  if (question.of == Question::Of::table && question.striping == Striping::always)
    return Refusal{"the sequence of values is handed out as a whole"};
  const std::size_t game = question.of_box() ? 0 : question.component->game;
  const EntailingHeaps* const heaps = sums_.entailing_heaps(game);
  if (heaps == nullptr) return Refusal{sums_.why_no_entailing_heaps(game)};
  const std::optional<std::uint64_t> last = question.of_box() ? static_cast<std::uint64_t>(question.box->high()[0])
                                                              : narrow_unsigned(question.component->position[0]);
  if (!last || *last > EntailingHeaps::kGreatest)
    return Refusal{fmt::format("heaps of moves that oblige are counted up to {}", EntailingHeaps::kGreatest)};
  return Proposal{
      .method = Method::heap,
      .reason = fmt::format("heaps whose moves oblige, each kind a take-and-break game: {}", to_string(heaps->codes())),
      .work = "for each heap every way to divide it, and the set of the heaps of nim beside which whoever moves in it wins",
      .cost = {.seconds = heaps->seconds(*last) + seconds_of_winning_moves(question, rules(game)),
               .bytes = EntailingHeaps::kBytes * static_cast<std::size_t>(*last)}};
}

/// The values are counted when they are asked for.
bool EntailingHeapMethod::run(const Question& question, const Effort&) {
  if (question.component != nullptr) (void)nimber(*question.component);
  return true;
}

std::string EntailingHeapMethod::theorem(std::size_t game) {
  const EntailingHeaps* const heaps = sums_.entailing_heaps(game);
  return heaps == nullptr ? "" : fmt::format("the values of the heaps of {}, heap by heap", to_string(heaps->codes()));
}

std::unique_ptr<AnsweringMethod> make_entailing_heap_method(const MethodParts& parts) {
  return std::make_unique<EntailingHeapMethod>(parts);
}

}  // namespace bouton
