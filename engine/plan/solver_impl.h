// The inside of Solver: what its source files share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/memory_account.h"
#include "engine/plan/solver.h"
#include "engine/plan/ways/formulas.h"
#include "engine/plan/ways/heap_solver.h"
#include "engine/plan/ways/sum_solver.h"

namespace bouton {

/// For each value the sum of all others.
std::vector<Nimber> rest_of_each(const std::vector<Nimber>& values);

class Solver::Impl {
 public:
  Impl(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Ways ways)
      : games_(std::move(games)),
        budget_(std::move(budget)),
        ways_(ways),
        formulas_(games_, budget_),
        heaps_(games_, budget_),
        account_(std::make_shared<MemoryAccount>(budget_)) {
    forget();
  }

  /// Answers with `question`. If memory runs out, once more without what earlier questions left.
  template <class Question>
  auto ask(Question question) {
    const bool remembers = account_->used() > 0;
    try {
      return question();
    } catch (const LimitError&) {
      if (!remembers || !account_->exhausted()) throw;
    }
    forget();
    return question();
  }

  Budget& budget() { return budget_; }

  Answer solve(const Sum& sum, std::size_t most_moves);
  std::vector<MoveValue> moves(const Sum& sum);
  Outcome outcome(const Sum& sum);
  std::optional<Nimber> nimber(const Sum& sum);
  std::optional<Remoteness> remoteness(const Sum& sum);
  Table table(const Box& box, ValueKind kind);
  std::uint64_t positions(const Box& box, const std::function<void(PositionView)>& visit);
  std::string_view known_way_to_outcome(const BigPosition& position);
  std::string_view known_way_to_grundy(const BigPosition& position);
  std::string_view way_to_table(const Box& box, ValueKind kind);
  std::string_view way_to_positions(const Box& box);

 private:
  void forget() {
    sums_.reset();
    account_ = std::make_shared<MemoryAccount>(budget_);
    sums_ = std::make_unique<SumSolver>(games_, budget_, account_, ways_.kernels, ways_.quotients);
  }

  SumSolver::Parts narrow(const Sum& sum) const;
  void check_games(const Sum& sum);
  void check_claims_of(std::size_t game);
  Answer solve_by_search(const SumSolver::Parts& parts, std::size_t most_moves);

  // By formula, where one covers the question.
  ClosedForm* form(std::size_t game);
  bool all_normal(const Sum& sum) const;
  std::optional<Integer> grundy_by_formula(const Component& component);
  bool takes_formulas(const Sum& sum);
  std::optional<Answer> solve_by_formula(const Component& component, std::size_t most_moves);
  Answer solve_by_values(const Sum& sum, std::size_t most_moves);
  void add_moves_to(const Component& component, std::size_t number, const Nimber& rest, std::size_t most_moves, Answer& answer);
  Nimber nimber(const Component& component);
  std::optional<Value> searched(const Component& component);
  void check_against_search(const Component& component, const Value& found, const Answer& answer);
  void check_remoteness(const Component& component, const Answer& answer) const;
  void check_symmetry(const SumSolver::Parts& parts, const Answer& answer);
  std::optional<std::vector<MoveValue>> moves_by_formula(const SumPart& part);
  bool fill_by_formula(Table& table);
  bool has_plan(const Box& box, ValueKind kind, bool positions_only) const;
  bool formula_is_faster(const Box& box, bool positions_only);

  // By the sequence of values, of games of one heap.
  bool is_heap(std::size_t game);
  std::optional<Integer> grundy_by_heap(const Component& component);
  std::optional<Answer> solve_by_heap(const Component& component, std::size_t most_moves);
  void add_heap_moves(const Component& component, std::size_t number, const Nimber& rest, std::size_t most_moves,
                      Answer& answer);
  bool lists_options(const Component& component) const;
  void fill_by_heap(Table& table);
  bool small_heap(const Component& component);
  Nimber nimber_of(std::size_t game, PositionView position);

  template <class Visit>
  void for_each_option(const SumSolver::Parts& parts, Visit visit);
  std::vector<Nimber> values_of(const SumSolver::Parts& parts);
  Nimber nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest);
  Move move(const SumPart& moved, std::size_t component, const Options::Option& option) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  Budget budget_;
  Ways ways_;
  Formulas formulas_;
  HeapSolver heaps_;
  std::vector<bool> claims_looked_at_;
  std::string refusal_;  ///< why the last formula that was asked did not answer
  std::shared_ptr<MemoryAccount> account_;
  std::unique_ptr<SumSolver> sums_;
};

/// Calls `visit` with each component's number and each of its options until it returns false.
template <class Visit>
void Solver::Impl::for_each_option(const SumSolver::Parts& parts, Visit visit) {
  Options options(account_);
  for (std::size_t component = 0; component < parts.size(); ++component) {
    options.clear();
    games_[parts[component].game]->options(parts[component].position, options);
    const Options distinct = options.unique();
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      budget_.check_stop();
      if (!visit(component, distinct[i])) return;
    }
  }
}

}  // namespace bouton
