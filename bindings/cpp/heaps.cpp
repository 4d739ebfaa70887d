#include <fmt/format.h>

#include "bindings/cpp/impl.h"

namespace bouton {
inline namespace v1 {
namespace {

core::HeapRun run(Access::SolverImpl& impl, const SequenceRequest& request) {
  return find_sequence(*impl.asked[0], *impl.solver, request, impl.budget);
}

MisereQuotient from_core(const core::GameQuotient& found) {
  const Presentation& shown = found.presentation;
  MisereQuotient quotient{.order = found.quotient.size(), .text = to_string(shown)};
  for (std::uint32_t i = 0; i < shown.generators.size(); ++i) quotient.generators.push_back(generator_name(i));
  for (const auto& [left, right] : shown.relations) quotient.relations.push_back({to_string(left), to_string(right)});
  for (const GeneratorWord& word : shown.p_portion) quotient.p_portion.push_back(to_string(word));
  quotient.reached = found.quotient.heaps();
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    MisereQuotient::Heap heap{.position = Position(core::PositionView(found.positions[i])), .value = "?"};
    if (i < quotient.reached) heap.value = to_string(shown.words[found.quotient.value(static_cast<bouton::Heap>(i))]);
    if (i < found.genera.size()) {
      heap.genus = found.genera[i].genus.text();
      heap.tame = found.genera[i].tame;
    }
    quotient.heaps.push_back(std::move(heap));
  }
  if (found.given_up) quotient.given_up = found.given_up->what();
  return quotient;
}

}  // namespace

Table sequence(Solver& solver, Coordinate last, ValueKind kind) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] { return Access::table(run(impl, {.last = last, .kind = to_core(kind)}).values); });
}

std::optional<Period> period(Solver& solver, Coordinate last, ValueKind kind) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&]() -> std::optional<Period> {
    const core::HeapRun found = run(impl, {.last = last, .kind = to_core(kind), .period = true, .only_period = true});
    if (!found.period) return std::nullopt;
    const Coordinate first = found.values.box.low()[0];
    return Period{.preperiod = first + static_cast<Coordinate>(found.period->preperiod),
                  .period = found.period->period,
                  .saltus = found.period->saltus,
                  .proved = found.period->proved,
                  .theorem = found.period->theorem,
                  .checked_to = first + static_cast<Coordinate>(found.period->checked_to)};
  });
}

MisereQuotient misere_quotient(Solver& solver, Coordinate last) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] { return from_core(bouton::misere_quotient(*impl.asked[0], last, impl.budget)); });
}

MisereQuotient misere_quotient(Solver& solver, const Sum& below) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    for (const Component& component : below)
      if (component.game != 0) throw core::RequestError("a misère quotient takes positions of one game only, the first");
    return from_core(bouton::misere_quotient(*impl.asked[0], impl.checked(below), impl.budget));
  });
}

Genus genus(Solver& solver, const Sum& sum) {
  Access::SolverImpl& impl = Access::impl_of(solver);
  return impl.ask([&] {
    const MiserePosition found = genus_of(impl.asked, impl.checked(sum), impl.budget).value;
    return Genus{.text = found.found.genus.text(), .tame = found.found.tame, .outcome = v1::from_core(found.outcome)};
  });
}

}  // namespace v1
}  // namespace bouton
