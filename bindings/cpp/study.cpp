#include <fmt/format.h>

#include "bindings/cpp/impl.h"

namespace bouton {
inline namespace v1 {
namespace {

Explanation::Question from_core(const core::Explanation::Answer& answer) {
  Explanation::Question question{.question = answer.question, .method = answer.method(), .reason = answer.reason};
  if (!answer.steps.empty()) {
    const core::Cost& cost = answer.steps.front().cost;
    if (cost.seconds != core::Cost::kUnknown) question.seconds = cost.seconds;
    question.bytes = cost.bytes;
  }
  for (std::size_t i = 1; i < answer.steps.size(); ++i) question.then.push_back(title(answer.steps[i]));
  for (const auto& declined : answer.declined)
    question.declined.push_back({std::string(name(declined.method)), declined.reason});
  return question;
}

Explanation from_core(const core::Explanation& found) {
  Explanation explanation{.findings = found.findings, .questions = {}};
  if (found.limit)
    explanation.findings.push_back(fmt::format("The look at the moves ended at a limit: {}", found.limit->what()));
  for (const core::Explanation::Answer& answer : found.answers) explanation.questions.push_back(from_core(answer));
  return explanation;
}

Check from_core(const core::Check& check) {
  return {.name = check.name,
          .compared = check.compared,
          .unit = check.unit,
          .skipped = check.skipped,
          .difference = check.difference};
}

}  // namespace

Explanation explain(Solver& solver, const Sum& sum) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] { return from_core(bouton::explain(impl.asked, impl.checked(sum), impl.budget)); });
}

Explanation explain(Solver& solver, const Box& box) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    const std::optional<core::Box> asked = impl.checked(box);
    const core::Game& game = *impl.asked[0];
    return from_core(bouton::explain(game, viewpoint(game, asked), asked, impl.budget));
  });
}

Reason why(Solver& solver, const Sum& sum) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    const core::Reason found = bouton::why(impl.asked, impl.checked(sum), *impl.solver, impl.budget);
    Reason reason{.value = v1::from_core(found.value), .paragraphs = {}, .move = {}};
    for (const auto& paragraph : found.paragraphs) reason.paragraphs.push_back({paragraph.prose, paragraph.table});
    if (found.move) reason.move = v1::from_core(*found.move);
    return reason;
  });
}

Graph graph(Solver& solver, const Sum& start, std::uint64_t most) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    const core::PositionGraph found = position_graph(impl.asked, *impl.solver, impl.checked(start), most, impl.budget);
    Graph graph;
    for (const auto& node : found.nodes) graph.nodes.push_back({v1::from_core(node.position), v1::from_core(node.value)});
    for (const auto& edge : found.edges) graph.edges.push_back({edge.from, edge.to, edge.label});
    return graph;
  });
}

std::vector<Check> verify(Solver& solver, const std::optional<Box>& box, const std::function<void(const Check&)>& done) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    const core::Game& game = *impl.asked[0];
    const core::Box within = box ? impl.checked(*box) : verification_box(game, impl.budget);
    std::vector<Check> checks;
    bouton::verify(game, within, impl.budget, [&](const core::Check& check) {
      checks.push_back(from_core(check));
      if (done) done(checks.back());
    });
    return checks;
  });
}

}  // namespace v1
}  // namespace bouton
