// The inside of Solver: what its source files share.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/plan/plan.h"
#include "engine/plan/room_for_moves.h"
#include "engine/plan/solver.h"
#include "engine/sum/compound_rules.h"

namespace bouton {

/// For each value the sum of all others.
std::vector<Nimber> rest_of_each(const std::vector<Nimber>& values);

class Solver::Impl {
 public:
  using Parts = SumSolver::Parts;

  Impl(std::vector<std::shared_ptr<const Rules>> games, Budget budget, Methods methods)
      : budget_(std::move(budget)), allowed_(methods), plan_(std::move(games), budget_, std::move(methods)) {}

  /// Answers with `question`. If memory runs out, or has no room for all that an answer lists, once more without what earlier
  /// questions left.
  template <class Ask>
  auto ask(Ask question) {
    const bool remembers = plan_.account()->used() > 0;
    try {
      auto answer = question();
      if (!remembers || !lacks_memory(answer)) return answer;
    } catch (const LimitError&) {
      if (!remembers || !plan_.account()->exhausted()) throw;
    }
    plan_.forget();
    return question();
  }

  Budget& budget() { return budget_; }
  Plan& plan() { return plan_; }

  Answer solve(const Sum& sum, std::size_t most_moves, const Wanted& wanted);
  std::vector<MoveValue> moves(const Sum& sum);
  Outcome outcome(const Sum& sum);
  std::optional<Nimber> nimber(const Sum& sum);
  std::optional<Remoteness> remoteness(const Sum& sum);
  std::optional<Remoteness> suspense(const Sum& sum);
  std::optional<Remoteness> longest(const Sum& sum);
  Table table(const Box& box, ValueKind kind);
  bool stream(const Box& box, ValueKind kind, Striping striping, ValueSink& sink);
  std::optional<Division> division(const Box& box, ValueKind kind);
  bool solve_block(const Box& box, ValueKind kind, Ranks& ranks, BlockSink& sink);
  std::uint64_t positions(const Box& box, const std::function<void(PositionView)>& visit, ResumableRun* resumable);

 private:
  static bool lacks_memory(const Answer& answer) { return answer.winning_moves_lack_memory; }
  template <class Other>
  static bool lacks_memory(const Other&) {
    return false;
  }
  const Rules& rules(std::size_t game) const { return *plan_.games()[game]; }
  void check_games(const Sum& sum);
  void check_length(const Sum& sum) const;
  void check_claims_of(std::size_t game);
  void check_claims_at(const Component& component);
  void check_claims_of_components(const CompoundRules& compound);
  void check_box(const Box& box);
  void run_only_method(const Sum& sum);
  void check_only_method(const Answer& answer) const;
  void check_table(const Box& box, ValueKind kind);

  // Answers of solve().
  Answer answer_to(const Sum& sum, RoomForMoves& room, const Wanted& wanted);
  Answer solve_without_search(const Component& component, AnsweringMethod& method, RoomForMoves& room, const Wanted& wanted);
  Answer solve_by_values(const Sum& sum, RoomForMoves& room, const Wanted& wanted);
  Answer solve_by_search(const Sum& sum, RoomForMoves& room, const Wanted& wanted);
  void add_what_search_tells(const Component& component, const AnsweringMethod& method, const Wanted& wanted, Answer& answer);
  std::optional<Nimber> nimber_beside(const Parts& parts, const Wanted& wanted);
  /// Runs `find`, which finds a value beside an outcome that is known: unless the value is asked for, a limit that is met there
  /// leaves the value out, and never costs the answer. Throws LimitError where the memory is used up, which the moves lack as
  /// well.
  template <class Find>
  static void beside(Extent extent, Find find) {
    try {
      find();
    } catch (const LimitError& error) {
      if (extent == Extent::whole || error.limit() == Limit::memory) throw;
    }
  }
  void add_moves_to(const Component& component, std::size_t number, const Nimber& rest, RoomForMoves& room, Answer& answer);
  bool add_found_moves(AnsweringMethod& method, const Component& component, std::size_t number, const Integer& value,
                       RoomForMoves& room, Answer& answer);
  void check_symmetry(const Parts& parts, const Answer& answer);
  std::optional<Outcome> own_outcome(const Parts& parts);

  // Where options are forbidden.
  std::optional<std::vector<Outcome>> outcomes_of(const SumPart& part, const Options& options, AnsweringMethod* method);
  void add_blocked_moves(const Component& component, AnsweringMethod* method, RoomForMoves& room, Answer& answer);
  Outcome blocked_outcome(const SumPart& part);

  // Where moves oblige, or the player to move is obliged.
  bool has_obligations(const Sum& sum) const;
  std::vector<Nimber> values_of(const Sum& sum, Answer& answer, bool* searchable = nullptr);
  void check_no_loops(const Sum& sum, const std::vector<Nimber>& values) const;
  Answer solve_with_obligations(const Sum& sum, RoomForMoves& room, const Wanted& wanted);
  Outcome outcome_with_obligations(const Sum& sum, const std::vector<Nimber>& values);
  bool wins_when_obliged(const SumPart& part, const Nimber& rest);
  Value value_after(const SumPart& moved, const Options::Option& option, const Nimber& rest);
  void add_obliging_moves(const Sum& sum, std::size_t number, const Nimber& rest, RoomForMoves& room, Answer& answer);
  std::vector<MoveValue> moves_with_obligations(const Sum& sum);

  // Answers of moves().
  std::optional<std::vector<MoveValue>> moves_without_search(const Component& component);

  Nimber nimber(const Component& component);
  std::optional<std::pair<Nimber, AnsweringMethod*>> nimber_without_search(const Component& component,
                                                                           std::optional<Outcome> outcome);
  bool counts_heaps(std::size_t game);
  Nimber nimber_of(std::size_t game, PositionView position);
  Nimber nimber_after(const SumPart& moved, const Options::Option& option, const Nimber& rest);
  std::vector<Nimber> nimbers_of(const Parts& parts);
  Move move(const SumPart& moved, std::size_t component, const Options::Option& option) const;
  template <class Visit>
  void for_each_option(const Parts& parts, Visit visit);

  Budget budget_;
  Methods allowed_;
  Plan plan_;
  std::vector<bool> claims_looked_at_;
  int claims_looked_at_from_ = 0;  ///< positions of games of terms
};

/// Calls `visit` with each component's number and each of its options until it returns false.
template <class Visit>
void Solver::Impl::for_each_option(const Parts& parts, Visit visit) {
  Options options(plan_.account());
  for (std::size_t component = 0; component < parts.size(); ++component) {
    options.clear();
    rules(parts[component].game).options(parts[component].position, options);
    const Options distinct = options.unique();
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      budget_.check_stop();
      if (!visit(component, distinct[i])) return;
    }
  }
}

}  // namespace bouton
