#include "engine/plan/explain.h"

#include <algorithm>
#include <chrono>
#include <sstream>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/graph/move_graph.h"
#include "engine/heap/code/moves.h"
#include "engine/heap/period/period.h"
#include "engine/plan/solver.h"
#include "engine/plan/ways/formulas.h"
#include "engine/plan/ways/heap_solver.h"
#include "engine/plan/ways/kernels.h"
#include "engine/plan/ways/position_solver.h"
#include "engine/rules/sample_box.h"
#include "engine/search/search.h"

namespace bouton {
namespace {

/// So many are looked at, at most.
constexpr std::uint64_t kSeenPositions = 100'000;
constexpr std::uint64_t kSeenOptions = 1'000'000;

/// What a look at the moves below a position shows.
struct Findings {
  bool loopy = false;
  bool splits = false;
  bool complete = false;  ///< whether every position below was seen
  std::uint64_t positions = 0;
  std::uint64_t options = 0;
  double seconds = 0;
  std::optional<LimitError> limit = {};  ///< at which the look ended
};

void look(const Game& game, const Position& position, const Budget& budget, Findings& findings) {
  {
    Search search(*game.rules, Search::Quantity::grundy, budget, std::make_shared<MemoryAccount>(budget));
    const Search::Status status = search.find(position, {kSeenPositions, kSeenOptions});
    findings.loopy = status == Search::Status::loopy;
    findings.complete = status == Search::Status::found;
  }
  const auto start = std::chrono::steady_clock::now();
  MoveGraph graph(std::make_shared<MemoryAccount>(budget));
  graph.add_start(*game.rules, position);
  const MoveGraph::Status status =
      graph.explore(*game.rules, budget, {.nodes = kSeenPositions, .edges = kSeenOptions, .named = kSeenOptions});
  findings.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  findings.splits = status == MoveGraph::Status::split;
  findings.positions = graph.explored();
  findings.options = graph.edges();
}

/// The same, as far as the limits let it.
Findings look(const Game& game, const Position& position, const Budget& budget) {
  Findings findings;
  try {
    look(game, position, budget, findings);
  } catch (const LimitError& error) {
    findings.limit = error;
  }
  return findings;
}

std::string rate(const Findings& findings) {
  if (findings.positions < 100 || findings.seconds <= 0) return "the options of every position once";
  return fmt::format("the options of every position once, here {:.0f} options and {:.0f} microseconds",
                     static_cast<double>(findings.options) / static_cast<double>(findings.positions),
                     1e6 * findings.seconds / static_cast<double>(findings.positions));
}

std::vector<std::string> sentences(const Findings& findings, const Position& position) {
  const std::string where =
      fmt::format("{} below {}", findings.complete ? "anywhere" : "as far as was looked", to_string(position));
  std::vector<std::string> result = {
      findings.loopy ? fmt::format("Play can come back to where it was (below {}).", to_string(position))
                     : fmt::format("No play comes back to where it was ({}).", where),
      findings.splits ? "Some moves split the game into a sum." : fmt::format("No move splits the game ({}).", where),
  };
  return result;
}

Explanation::Answer outcome_answer(const Game& game, const Position& position, Solver& solver, const Findings& findings,
                                   const std::string& cost) {
  const Play play = game.rules->play();
  Explanation::Answer answer{"outcome and remoteness of a position", findings.loopy ? "graph" : "search", "", cost};
  const std::string_view known = solver.known_way_to_outcome(widen(position));
  if (!known.empty()) {
    answer.question = "remoteness of a position";
    if (known == "heap" && answer.way == "search") answer.reason = "only of small heaps; ";
  }
  if (findings.splits && play == Play::by_position)
    return {answer.question, "none", "the last position says who has won, and moves split the game", ""};
  answer.reason += findings.loopy ? "the moves have cycles" : "the moves have no cycles";
  if (findings.splits) answer.reason += "; positions are sums of what the splits leave";
  return answer;
}

Explanation::Answer grundy_answer(const Game& game, const Position& position, Solver& solver, const Findings& findings,
                                  const std::string& cost) {
  if (game.rules->play() != Play::normal)
    return {"Grundy value of a position", "none", "Grundy values exist under normal play only", ""};
  const std::string_view known = solver.known_way_to_grundy(widen(position));
  if (known == "closed form")
    return {"Grundy value of a position", "closed form", fmt::format("the formula tells that of {}", to_string(position)),
            "arithmetic on numbers as long as the position's"};
  if (known == "heap")
    return {"Grundy value of a position", "heap", "the sequence of the values of heaps",
            "the values of all smaller heaps once"};
  return {"Grundy value of a position", findings.loopy ? "graph" : "search",
          findings.loopy ? "the moves have cycles, so there are loopy nimbers" : "the moves have no cycles", cost};
}

Explanation::Answer sum_answer(const Game& game, const Position& position, Solver& solver, const Findings& findings) {
  std::string way = findings.loopy ? "graph" : "search";
  switch (game.rules->play()) {
    case Play::normal:
      if (const std::string_view known = solver.known_way_to_grundy(widen(position)); !known.empty()) way = known;
      return {"outcome of a sum", way, "Grundy values add up", "that of its components"};
    case Play::misere:
      return {"outcome of a sum", way,
              "under misère play a sum is solved as one position; if that is too much, by the misère quotient of what it can "
              "become",
              "that of every sum it can become; of a quotient, for every position of a component one check of the quotient"};
    case Play::by_position: break;
  }
  return {"outcome of a sum", "none", "the last position of a sum does not say who has won", ""};
}

// Programs and tables -------------------------------------------------------------------------------------------------

/// What is known of the moves as a program.
void add_program(const Rules& rules, std::size_t dimensions, Explanation& explanation) {
  const Lifting lifting = rules.lifting(dimensions);
  if (lifting.moves == nullptr) {
    explanation.findings.push_back("The moves come from the rule as it is written, one position at a time.");
    if (!lifting.refusal.empty()) explanation.advice.push_back(fmt::format("not a program because of {}", lifting.refusal));
    return;
  }
  explanation.findings.push_back("The moves were lifted from the rule into a program:");
  std::istringstream lines(to_string(*lifting.moves, lifting.labels));
  for (std::string line; std::getline(lines, line);) explanation.program.push_back(line);
  if (!lifting.valid_refusal.empty())
    explanation.advice.push_back(
        fmt::format("which positions are valid is not known as a program because of {}", lifting.valid_refusal));
}

std::string_view name(TableKernel kernel) {
  switch (kernel) {
    case TableKernel::rays: return "rays";
    case TableKernel::thresholds: return "thresholds";
    case TableKernel::row_shifts: return "row shifts";
    case TableKernel::batch: return "batch interpreter";
  }
  return "";
}

std::string duration(double seconds) {
  if (seconds < 0.001) return "less than a millisecond";
  if (seconds < 1) return fmt::format("some {:.0f} ms", 1000 * seconds);
  if (seconds < 120) return fmt::format("some {:.1f} s", seconds);
  if (seconds < 7200) return fmt::format("some {:.0f} minutes", seconds / 60);
  return fmt::format("some {:.0f} hours", seconds / 3600);
}

/// Without kernels: a search, or the graph.
Explanation::Answer searched_table(const std::string& question, const Box& box, const Findings& findings,
                                   const Refusal& refusal) {
  std::string cost = fmt::format("{} positions, {} or more", box.size(), format_bytes(box.size() * 8));
  if (findings.positions >= 100)
    cost += ", " + duration(static_cast<double>(box.size()) * findings.seconds / static_cast<double>(findings.positions));
  return {question, findings.loopy ? "graph" : "search",
          fmt::format("every position once, what is known is kept; no table at once: {}{}", refusal.reason,
                      refusal.line > 0 ? fmt::format(" (line {})", refusal.line) : ""),
          cost};
}

/// Where the kernels are not asked.
std::optional<Explanation::Answer> table_by_theory(const std::string& question, std::string_view way) {
  if (way == "closed form")
    return Explanation::Answer{question, "closed form", "the formula, position by position, costs less than a table",
                               "arithmetic on small numbers"};
  if (way == "heap")
    return Explanation::Answer{question, "heap", "the sequence of the values of heaps", "the values of all smaller heaps once"};
  return std::nullopt;
}

void add_tables(const Game& game, const Box& box, Solver& solver, const Findings& findings, const Budget& budget,
                Explanation& explanation) {
  const Kernels kernels(*game.rules, budget, std::make_shared<MemoryAccount>(budget));
  struct Question {
    const char* text;
    ValueKind kind;
    bool positions_only;
  };
  constexpr Question kQuestions[] = {{"Grundy values", ValueKind::grundy, false},
                                     {"outcomes", ValueKind::outcome, false},
                                     {"P-positions", ValueKind::outcome, true},
                                     {"remoteness", ValueKind::remoteness, false}};
  for (const Question& asked : kQuestions) {
    if (asked.kind == ValueKind::grundy && game.rules->play() != Play::normal) continue;
    const std::string question = fmt::format("{} from {} to {}", asked.text, to_string(box.low()), to_string(box.high()));
    const std::string_view way = asked.positions_only ? solver.way_to_positions(box) : solver.way_to_table(box, asked.kind);
    if (std::optional<Explanation::Answer> known = table_by_theory(question, way)) {
      explanation.answers.push_back(*std::move(known));
      continue;
    }
    const auto plan = kernels.plan(box, asked.kind, asked.positions_only);
    if (const auto* refusal = std::get_if<Refusal>(&plan)) {
      explanation.answers.push_back(searched_table(question, box, findings, *refusal));
      continue;
    }
    const auto& found = std::get<TablePlan>(plan);
    explanation.answers.push_back({question, fmt::format("table ({})", name(found.kernel)), found.method,
                                   fmt::format("{}; {}, {}", found.cost, duration(found.seconds), format_bytes(found.bytes))});
    if (explanation.shape.empty()) explanation.shape = found.shape;
    for (const Refusal& passed : found.passed_over) {
      std::string advice = passed.line > 0 ? fmt::format("line {}: not for {}", passed.line, passed.reason)
                                           : fmt::format("not for {}", passed.reason);
      if (std::ranges::find(explanation.advice, advice) == explanation.advice.end())
        explanation.advice.push_back(std::move(advice));
    }
  }
}

/// What answers for a position that has too many below it for a search: a table, where the kernels apply.
void prefer_table(const Rules& rules, const Position& position, ValueKind kind, const Budget& budget,
                  Explanation::Answer& answer) {
  if (answer.way != "search") return;
  const auto account = std::make_shared<MemoryAccount>(budget);
  const Search::Quantity wanted = rules.play() == Play::normal ? Search::Quantity::both : Search::Quantity::outcome;
  PositionSolver solver(std::shared_ptr<const Rules>(std::shared_ptr<const Rules>(), &rules), wanted, budget, account, true);
  if (solver.way_to(position, kind, {kSeenPositions, kSeenOptions}) != "table") return;
  const std::optional<TablePlan> plan = solver.kernels()->plan_below(position, kind);
  if (!plan) return;
  answer.way = fmt::format("table ({})", name(plan->kernel));
  answer.reason += fmt::format(", and more lie below than can be searched as fast as a table is filled: all up to {} at once",
                               to_string(plan->region.high()));
  answer.cost = fmt::format("{}; {}, {}", plan->cost, duration(plan->seconds), format_bytes(plan->bytes));
}

/// The positions from the least ones to `position`.
Box box_below(const Rules& rules, const Position& position) {
  Position low;
  for (std::size_t i = 0; i < position.size(); ++i) low.push_back(std::min(rules.domain().axis(i).least, position[i]));
  return Box(low, position);
}

/// What the formula of the game answers; nothing if its rules name none.
std::optional<Explanation::Answer> formula_answer(const Game& game, const BigPosition& position, const Budget& budget) {
  if (game.rules->closed_form() == nullptr) return std::nullopt;
  const std::string question = "outcome and winning moves, of any size";
  Formulas formulas({game.rules}, budget);
  const Covered<ClosedForm*> form = formulas.form(0);
  if (!form) return Explanation::Answer{question, "none", "the formula does not apply: " + form.reason(), ""};
  const Covered<Outcome> outcome = ask_formula([&] { return (*form)->outcome(position); });
  if (!outcome)
    return Explanation::Answer{question, "none",
                               fmt::format("the formula does not cover {}: {}", to_string(position), outcome.reason()), ""};
  std::string reason = (*form)->theorem();
  if (!(*form)->assumption().empty()) reason += "; " + (*form)->assumption();
  return Explanation::Answer{question, "closed form", std::move(reason), "arithmetic on numbers as long as the position's"};
}

/// Where the game is a take-and-break game.
std::optional<Explanation::Answer> heap_answer(const Game& game, const Budget& budget) {
  const Covered<TakeAndBreak> code = heap_description(*game.rules, budget);
  if (!code) return std::nullopt;
  std::string reason = fmt::format("the take-and-break game {}, {}", code->code(),
                                   game.rules->heap_code().empty() ? "recognised from the moves" : "as the rule says");
  if (const std::optional<PeriodTheorem> theorem = period_theorem(*code))
    reason += fmt::format("; a period is proved by {}: {}", theorem->name(), theorem->statement());
  const bool fast = bounded_moves(*code).has_value();
  return Explanation::Answer{"Grundy value and outcome of a heap, and sequences of them", "heap", std::move(reason),
                             fast ? "the values of all smaller heaps once, 1 to 4 bytes each, some million heaps a second "
                                    "where rare heaps are few; no more than the period where one is proved"
                                  : "the values of all smaller heaps once, 1 to 4 bytes each"};
}

}  // namespace

Position viewpoint(const Game& game, const std::optional<Box>& box) {
  if (box && game.rules->valid(box->high())) return box->high();
  if (game.example)
    if (std::optional<Position> example = narrow(complete_position(game, *game.example))) return *example;
  if (game.start_arity == std::size_t{0})
    if (std::optional<Position> start = narrow(complete_position(game, {}))) return *start;
  const Box sample = sample_box(game, 1000);
  for (std::uint64_t i = sample.size(); i-- > 0;)
    if (game.rules->valid(sample.position(i))) return sample.position(i);
  throw RequestError(
      fmt::format("{} has no valid position in a small box; name a box or give the rule file an example", game.name));
}

Explanation explain(const Game& game, const Position& position, const std::optional<Box>& box, const Budget& budget) {
  const Findings findings = look(game, position, budget);
  const std::string cost =
      rate(findings) + (findings.loopy ? "; some 60 bytes a position and 8 an option" : "; some 30 bytes a position");
  Explanation explanation;
  explanation.findings = sentences(findings, position);
  explanation.limit = findings.limit;
  add_program(*game.rules, position.size(), explanation);
  if (std::optional<Explanation::Answer> formula = formula_answer(game, widen(position), budget))
    explanation.answers.push_back(*std::move(formula));
  Solver solver({game.rules}, budget, {.claims = false});
  if (std::optional<Explanation::Answer> heap = heap_answer(game, budget)) {
    if (solver.known_way_to_outcome(widen(position)) == "closed form") heap->question = "sequences of Grundy values";
    explanation.answers.push_back(*std::move(heap));
  }
  Explanation::Answer outcome = outcome_answer(game, position, solver, findings, cost);
  prefer_table(*game.rules, position, ValueKind::remoteness, budget, outcome);
  explanation.answers.push_back(std::move(outcome));
  Explanation::Answer grundy = grundy_answer(game, position, solver, findings, cost);
  prefer_table(*game.rules, position, ValueKind::grundy, budget, grundy);
  explanation.answers.push_back(std::move(grundy));
  explanation.answers.push_back(sum_answer(game, position, solver, findings));
  add_tables(game, box ? *box : box_below(*game.rules, position), solver, findings, budget, explanation);
  return explanation;
}

}  // namespace bouton
