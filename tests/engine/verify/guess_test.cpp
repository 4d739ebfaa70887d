#include "engine/verify/guess.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "engine/base/errors.h"
#include "engine/theorem/forms/plain.h"
#include "engine/theorem/learning/theorem_search.h"
#include "engine/theorem/predicate/predicate_automaton.h"
#include "engine/theorem/predicate/predicate_reader.h"
#include "tests/engine/theorem/predicate/generated_predicates.h"

namespace bouton {
namespace {

constexpr Coordinate kGuessedTo = 40;

/// What is said of a guess agrees with plain recursion: it is right wherever it is proved, wrong where it is said to be, and
/// nowhere before.
void check_answer(const GuessAnswer& answer, const Predicate& guess, const test::PlainPositions& plain) {
  std::optional<Position> least;
  Coordinate least_sum = 0;
  Position position = plain.box().low();
  do {
    const std::optional<bool> said = holds(guess, position);
    if (plain.value(position) < 0 || !said || *said == (plain.value(position) == 0)) continue;
    const Coordinate sum = std::accumulate(position.begin(), position.end(), Coordinate{0});
    if (least && sum >= least_sum) continue;
    least = position;
    least_sum = sum;
  } while (plain.box().next(position));
  if (answer.report.theorem) RC_ASSERT(!least);
  if (!answer.counterexample) {
    RC_ASSERT(!least || least_sum > answer.checked_to);
    return;
  }
  const GuessAnswer::Counterexample& wrong = *answer.counterexample;
  const Coordinate sum = std::accumulate(wrong.position.begin(), wrong.position.end(), Coordinate{0});
  if (least && wrong.least && least_sum <= kGuessedTo) RC_ASSERT(wrong.position == *least);
  if (sum > kGuessedTo) return;
  RC_ASSERT(*holds(guess, wrong.position) == wrong.guessed);
  RC_ASSERT((plain.value(wrong.position) == 0) != wrong.guessed);
  RC_ASSERT((wrong.value.outcome == Outcome::P) != wrong.guessed);
  if (wrong.move) RC_ASSERT(plain.value(*narrow(wrong.move->to[0])) == 0);
}

RC_GTEST_PROP(GeneratedGuesses, AreProvedOrRefutedRightly, ()) {
  test::Draw draw(*rc::gen::container<std::vector<std::uint16_t>>(70, rc::gen::inRange<std::uint16_t>(0, 5040)));
  test::RuleGenerator generator(draw, 2, kGuessedTo, false);
  const std::shared_ptr<const Rules> rules = generator.rules();
  const std::vector<std::string> names = {"a", "b"};
  const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 50'000'000);
  const Result<GameFormula> formula = GameFormula::of(*rules, 2, workspace);
  const test::PlainPositions plain(*rules, generator.least(), {kGuessedTo, kGuessedTo});
  Predicate guess = test::PredicateGenerator(draw, draw.one_in(3)).predicate(1);
  // Half of the guesses are what is true, said in another way, or almost.
  if (formula && draw.one_in(2)) {
    TheoremLimits limits;
    limits.most_learnt = kGuessedTo;
    limits.most_states = 40;
    limits.most_steps = 3'000'000;
    TheoremSearch search;
    const Result<Theorem> theorem = find_theorem(*rules, *formula, 0, plain.table(), limits, budget, search);
    std::optional<PlainStatement> statement;
    if (theorem) within_limits([&] { statement = PlainWords(names).about(theorem->p_positions()[0], workspace); });
    if (statement && !statement->formula.empty()) {
      guess = read_predicate(statement->formula, names);
      if (draw.one_in(3)) guess = Predicate::both({guess, Predicate::negation(read_predicate("a == 11 and b == 12", names))});
    }
  }
  RC_LOG() << lua_text(guess, names) << "\n";
  Game game;
  game.name = "generated";
  game.rules = rules;
  TheoremRequest request{.dimensions = 2};
  request.limits.most_steps = 20'000'000;
  const Result<Numeration> system = system_of(guess);
  RC_ASSERT(system);
  const GuessAnswer answer = answer_guess(game, {"guess", guess}, request, budget);
  RC_CLASSIFY(answer.report.theorem.has_value(), "proved");
  RC_CLASSIFY(answer.counterexample.has_value(), "wrong");
  check_answer(answer, guess, plain);
}

}  // namespace
}  // namespace bouton
