// How a question is answered: every method is asked for a proposal, the cheapest is run, and what happens when an estimate
// turns out wrong is laid down beforehand.
//
// Methods that know what they take are *certain*, others *open-ended*: nobody knows how many positions a search will look at.
// Open-ended ones take turns, each worth twice the one before, up to half of what the cheapest certain one takes, which is run
// then; where nothing is certain, one of them goes on to its end after turns of some seconds. A turn is an allowance, counted
// in positions and options. So the cheapest of all costs at most a few times what it takes alone, on every machine alike: no
// clock decides.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/methods.h"
#include "engine/method/solvers/formulas.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/question/answer.h"
#include "engine/question/question_plan.h"
#include "engine/rules/rules.h"

namespace bouton {

/// Why no method answers a question that all of them have declined: what keeps the search, which is the most
/// general, from it, or else what keeps the last one.
std::string refusal(const std::vector<Declined>& declined);

/// The methods of answering about the games of a list, and what they share. One thread at a time.
class Plan {
 public:
  /// `budget` must outlive this object.
  Plan(std::vector<std::shared_ptr<const Rules>> games, const Budget& budget, Methods methods);

  /// The plan for a question; no steps where no method has a proposal. Looks at some thousand positions at most.
  QuestionPlan plan(const Question& question);
  /// Runs the plan for a question about a position or a sum, and returns the step that has the answer. Throws RequestError,
  /// with the reasons, where there is none.
  AnsweringMethod& run(const Question& question);
  /// The same for a plan that is there.
  AnsweringMethod& run(const Question& question, const QuestionPlan& plan);
  /// Of a box: the first answer that a step of the plan has. `ask` returns an optional value of a method.
  template <class Ask>
  auto answer_box(const Question& question, Ask ask) {
    begin_question();
    const QuestionPlan plan = this->plan(question);
    for (const Step& step : plan.steps) {
      if (step.by->run(question, step.allowance))
        if (auto found = ask(*step.by)) {
          answering_ = step.by;
          return *std::move(found);
        }
      note_fallback(step);
    }
    refuse(question, plan);
  }
  /// The method that answered last, a search of sums where there was none; and the steps before it that did not come to an end.
  Method answered() const { return answering_ == nullptr ? Method::search : answering_->answered(); }
  const std::vector<Fallback>& fallbacks() const { return fallbacks_; }

  /// Whether few positions lie below, so that a search of them is worth its time beside an outcome that is known without.
  bool is_worth_searching(const Component& component);
  bool all_normal(const Sum& sum) const;
  /// Whether the Grundy values of the components of a sum under normal play are asked for one by one: where a method that does
  /// not look below each of them tells all, or one is too large to be searched. Else the whole sum is searched.
  bool adds_values(const Sum& sum);
  /// The methods by which a sum is answered first, each once.
  std::set<Method> methods_of(const Sum& sum);

  /// Where one method alone is asked for: throws RequestError, with the reason why it does not answer.
  [[noreturn]] void refuse_method(std::string_view why) const;

  /// See Solver::keep_searches.
  void keep() {
    for (const std::unique_ptr<AnsweringMethod>& method : methods_) method->keep();
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
  AnsweringMethod& run_steps(const Question& question, const QuestionPlan& plan);
  AnsweringMethod* run_within_bound(const Question& question, const LimitError& met);
  [[noreturn]] void refuse(const Question& question, const QuestionPlan& plan);
  [[noreturn]] void refuse_beyond_64_bits(const Component& component);
  void begin_question();
  void note_fallback(const Step& step);
  std::vector<Step> proposals(const Question& question, std::vector<Declined>& declined);
  std::optional<Refusal> objection(const Proposal& proposal) const;
  bool is_sum(const Question& question) const;
  bool is_of_terms(const Question& question) const;
  bool asks_of_obligations(const Question& question) const;
  bool asks_of_compound(const Question& question) const;
  bool asks_of_blocking(const Question& question) const;

  std::vector<std::shared_ptr<const Rules>> games_;
  const Budget& budget_;
  Methods allowed_;
  Formulas formulas_;
  HeapSolver heaps_;
  std::shared_ptr<MemoryAccount> account_;
  std::unique_ptr<SumSolver> sums_;
  std::vector<std::unique_ptr<AnsweringMethod>> methods_;
  AnsweringMethod* answering_ = nullptr;
  std::vector<Fallback> fallbacks_;
  std::map<Method, std::uint64_t> looked_at_;  ///< by those that did not come to an end
};

}  // namespace bouton
