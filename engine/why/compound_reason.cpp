#include "engine/why/compound_reason.h"

#include <memory>
#include <string>

#include <fmt/format.h>

#include "engine/base/memory_account.h"
#include "engine/method/solvers/compound_solver.h"
#include "engine/plan/compound_game.h"
#include "engine/play/sum_moves.h"
#include "engine/position/integer.h"
#include "engine/sum/compound_rules.h"

namespace bouton {
namespace {

/// A row for each component: what it is, and what the theory looks at.
std::vector<std::vector<std::string>> rows_of(const Games& games, const Sum& sum, CompoundTheory& theory) {
  const NamedPositions named = named_positions(games, sum);
  std::vector<std::vector<std::string>> rows;
  for (const CompoundTheory::Fact& fact : theory.facts(narrow(sum[0].position).value()))
    rows.push_back({line_of(named.games, Sum{named.sum[fact.component]}), fact.value});
  return rows;
}

}  // namespace

void add_compound_reason(const Games& games, const Sum& sum, const Answer& answer, const Budget& budget, Reason& reason) {
  const CompoundRules& rules = *compound_of(*games[sum[0].game]->rules);
  CompoundSolver solver(rules, true, true, budget, std::make_shared<MemoryAccount>(budget));
  CompoundTheory& theory = solver.theory();
  const auto say = [&](std::string prose) { reason.paragraphs.push_back({std::move(prose), {}}); };
  say(std::string(rule_of(rules.compound())));
  say(fmt::format("Theorem: {}.", answer.theorem));
  reason.paragraphs.push_back({{}, rows_of(games, sum, theory)});
  say(theory.conclusion(narrow(sum[0].position).value()));
  if (!reason.move) {
    if (answer.value.outcome == Outcome::N) say("No move is left, and whoever cannot move wins.");
    return;
  }
  const Sum next = after(sum, *reason.move);
  say("After the winning move below:");
  reason.paragraphs.push_back({{}, rows_of(games, next, theory)});
  say(theory.conclusion(narrow(next[0].position).value()));
}

}  // namespace bouton
