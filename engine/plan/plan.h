// The one statement of how questions are answered: the ways in order, and the first of them that offers.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/plan/question/way.h"
#include "engine/plan/solvers/formulas.h"
#include "engine/plan/solvers/heap_solver.h"
#include "engine/plan/solvers/sum_solver.h"
#include "engine/plan/ways/searched_way.h"
#include "engine/rules/rules.h"

namespace bouton {

/// The ways of answering about the games of a list, and what they share. One thread at a time.
class Plan {
 public:
  /// `budget` must outlive this object.
  Plan(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, Ways ways);

  /// What the ways say in the order in which they are asked, up to the first that offers.
  std::vector<Bid> bids(const Question& question);
  /// The way that answers: the first that offers. Throws RequestError, with the reason, where none does.
  Way choose(const Question& question);
  /// The words of that way.
  Description describe(const Question& question);
  /// The answer of the first way that offers one, and keeps its offer. `ask` has an optional value of a way. Throws as
  /// choose().
  template <class Ask>
  auto answer(const Question& question, Ask ask) {
    for (const std::unique_ptr<AnsweringWay>& way : ways_)
      if (way->offer(question))
        if (auto found = ask(*way)) {
          answering_ = way.get();
          return *std::move(found);
        }
    refuse(question);
  }
  /// The way that answered last.
  AnsweringWay& answering() { return *answering_; }
  /// The answer of the first way that offers one, keeps its offer and does not search; nothing where there is none.
  template <class Ask>
  auto first_without_search(const Question& question, Ask ask) -> decltype(ask(std::declval<AnsweringWay&>())) {
    for (const std::unique_ptr<AnsweringWay>& way : ways_)
      if (!way->searches() && way->offer(question))
        if (auto found = ask(*way)) {
          answering_ = way.get();
          return found;
        }
    return std::nullopt;
  }
  /// See SearchedWay::is_worth_searching.
  bool is_worth_searching(const Component& component) { return searched_->is_worth_searching(component); }
  bool all_normal(const Sum& sum) const;
  /// Whether the Grundy values of the components of a sum under normal play are asked for one by one: where all of them are
  /// known without a search, or one is that is too large to be searched. Else the whole sum is searched.
  bool adds_values(const Sum& sum);
  /// The ways by which a sum is answered, each once, in order.
  std::set<Way> ways_of(const Sum& sum);

  /// See Solver::keep_searches.
  void keep() {
    for (const std::unique_ptr<AnsweringWay>& way : ways_) way->keep();
  }
  /// Drops what the searches remember.
  void forget();
  /// The sum with coordinates of 64 bits. Throws RequestError where one has more, with what keeps its formula from answering.
  SumSolver::Parts narrow_parts(const Sum& sum);

  const std::vector<std::shared_ptr<const Rules>>& games() const { return games_; }
  const std::shared_ptr<MemoryAccount>& account() const { return account_; }
  SumSolver& sums() { return *sums_; }
  Formulas& formulas() { return formulas_; }
  HeapSolver& heaps() { return heaps_; }

 private:
  [[noreturn]] void refuse(const Question& question);
  [[noreturn]] void refuse_beyond_64_bits(const Component& component);

  std::vector<std::shared_ptr<const Rules>> games_;
  const Budget& budget_;
  Ways allowed_;
  Formulas formulas_;
  HeapSolver heaps_;
  std::shared_ptr<MemoryAccount> account_;
  std::unique_ptr<SumSolver> sums_;
  std::vector<std::unique_ptr<AnsweringWay>> ways_;
  SearchedWay* searched_ = nullptr;  ///< the last of the ways
  AnsweringWay* answering_ = nullptr;
};

}  // namespace bouton
