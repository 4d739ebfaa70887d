#include "engine/plan/explain.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/base/stopwatch.h"
#include "engine/graph/move_graph.h"
#include "engine/plan/solver.h"
#include "engine/rules/ration.h"
#include "engine/rules/sample_box.h"

namespace bouton {
namespace {

/// So many are looked at, at most.
constexpr std::uint64_t kSeenPositions = 100'000;
constexpr std::uint64_t kSeenOptions = 1'000'000;

/// What the functions of the rules may do while somebody looks at them, and while the ways are asked: together about half a
/// second.
constexpr std::uint64_t kStepsOfLook = 5'000'000;
constexpr std::uint64_t kStepsOfAnswers = 15'000'000;

/// What the engine may do to find out which ways answer, in polls of its budget, which are a microsecond each, more or less:
/// all questions together, and each one however much those before it took.
constexpr std::int64_t kPolls = 800'000;
constexpr std::int64_t kLeastPolls = 50'000;

/// A budget for explanations: what it can be seen in takes a bounded number of steps, however long an answer takes.
class CountedBudget {
 public:
  explicit CountedBudget(const Budget& asked) : budget_(asked), counts_(asked.polls_left == nullptr) {
    if (counts_) budget_.polls_left = &polls_left_;
  }
  CountedBudget(const CountedBudget&) = delete;
  CountedBudget& operator=(const CountedBudget&) = delete;

  const Budget& budget() const { return budget_; }
  void begin_question() { polls_left_ = std::max<std::int64_t>(polls_left_, kLeastPolls); }
  /// Whether an interruption is the end of the polls, and not somebody's wish.
  bool spent() const {
    const bool stopped = budget_.stop != nullptr && budget_.stop->load(std::memory_order_relaxed);
    return counts_ && polls_left_ <= 0 && !stopped;
  }

 private:
  std::atomic<std::int64_t> polls_left_ = kPolls;
  Budget budget_;
  bool counts_;
};

/// The solver that is asked, and what it may use for one question.
struct Asked {
  Solver& solver;
  CountedBudget& budget;
};

/// Tables of fewer outcomes take no memory to speak of.
constexpr std::uint64_t kManyOutcomes = std::uint64_t{1} << 26;

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

void look(const Game& game, const Position& position, Solver& solver, const Budget& budget, Findings& findings) {
  const Solver::Look look = solver.look({0, widen(position)}, kSeenPositions, kSeenOptions);
  findings.loopy = look.loopy;
  findings.splits = look.splits;
  findings.complete = look.complete;
  const Stopwatch watch;
  MoveGraph graph(std::make_shared<MemoryAccount>(budget));
  graph.add_start(*game.rules, position);
  graph.explore(*game.rules, budget, {.nodes = kSeenPositions, .edges = kSeenOptions, .named = kSeenOptions});
  findings.seconds = watch.seconds();
  findings.positions = graph.explored();
  findings.options = graph.edges();
}

/// The same, as far as the limits let it.
Findings look(const Game& game, const Position& position, Solver& solver, const Budget& budget) {
  Findings findings;
  const auto ration = ration_of(*game.rules, kStepsOfLook);
  try {
    look(game, position, solver, budget, findings);
  } catch (const LimitError& error) {
    findings.limit = error;
  }
  return findings;
}

/// A position as people read it, without what the rule file shows of it.
std::string shown(const Rules& rules, const Position& position) {
  const CellShape* const shape = rules.domain().shape();
  return shape != nullptr ? shape->text(position) : to_string(position);
}

std::string microseconds(double time) {
  if (time < 0.5) return "less than a microsecond";
  const auto rounded = std::llround(time);
  return fmt::format("{} microsecond{}", rounded, rounded == 1 ? "" : "s");
}

std::vector<std::string> sentences(const Findings& findings, const std::string& position) {
  const std::string where = fmt::format("{} below {}", findings.complete ? "anywhere" : "as far as was looked", position);
  std::vector<std::string> result = {
      findings.loopy ? fmt::format("Play can come back to where it was (below {}).", position)
                     : fmt::format("No play comes back to where it was ({}).", where),
      findings.splits ? "Some moves split the game into a sum." : fmt::format("No move splits the game ({}).", where),
  };
  if (findings.positions >= 100 && findings.seconds > 0)
    result.push_back(fmt::format("A position has about {:.0f} options here, which are found in {}.",
                                 static_cast<double>(findings.options) / static_cast<double>(findings.positions),
                                 microseconds(1e6 * findings.seconds / static_cast<double>(findings.positions))));
  return result;
}

/// The answer to a question, as the plan of the solver has it.
Explanation::Answer planned(const std::string& text, const Question& question, Solver& solver) {
  Explanation::Answer answer{.question = text, .way = "none", .reason = {}, .cost = {}};
  for (const Bid& bid : solver.bids(question)) {
    if (!bid.offer) {
      answer.declined.push_back({std::string(name(bid.way)), bid.offer.reason()});
      continue;
    }
    const Description words = solver.describe(question);
    answer.way = words.detail.empty() ? std::string(name(bid.way)) : fmt::format("{} ({})", name(bid.way), words.detail);
    answer.reason = words.reason;
    answer.cost = words.cost;
    return answer;
  }
  answer.reason = answer.declined.back().reason;
  return answer;
}

constexpr const char* kUndecided = "undecided";

Explanation::Answer undecided(const std::string& question) {
  return {question, kUndecided, "which way answers is seen by trying, and that takes more steps than a look may", {}, {}};
}

/// What `find` finds of the solver; nothing where that takes more than it may.
template <class Find>
auto within(Asked& asked, Find find) -> std::optional<decltype(find(asked.solver))> {
  asked.budget.begin_question();
  try {
    return find(asked.solver);
  } catch (const RationSpent&) {
  } catch (const Interrupted&) {
    if (!asked.budget.spent()) throw;
  }
  return std::nullopt;
}

Explanation::Answer answer_to(const std::string& text, const Question& question, Asked& asked) {
  return within(asked, [&](Solver& solver) { return planned(text, question, solver); }).value_or(undecided(text));
}

/// The questions about one position.
void add_position(const Component& component, const Rules& rules, const std::string& where, Asked& asked,
                  Explanation& explanation) {
  const auto add = [&](const std::string& text, Question::Of of) {
    explanation.answers.push_back(answer_to(text + where, Question::about(of, component), asked));
  };
  add("outcome and winning moves", Question::Of::winning_moves);
  add("remoteness", Question::Of::remoteness);
  if (rules.play() == Play::normal) add("Grundy value", Question::Of::grundy);
  else explanation.answers.push_back({"Grundy value" + where, "none", "Grundy values exist under normal play only", {}, {}});
}

/// Sums of such positions, where nobody named one.
Explanation::Answer sum_answer(const Component& component, const Rules& rules, Asked& asked) {
  const std::string question = "outcome of a sum";
  switch (rules.play()) {
    case Play::normal: {
      Explanation::Answer answer = answer_to(question, Question::about(Question::Of::grundy, component), asked);
      return {question, answer.way, "Grundy values add up", "that of its components", std::move(answer.declined)};
    }
    case Play::misere:
      return {question,
              std::string(name(Way::search)),
              "under misère play a sum is solved as one position; if that is too much, by the misère quotient of what it can "
              "become",
              "that of every sum it can become; of a quotient, for every position of a component one check of the quotient",
              {}};
    case Play::by_position: break;
  }
  return {question, "none", "the last position of a sum does not say who has won", "", {}};
}

/// A sum under normal play.
Explanation::Answer sum_answer(const Sum& sum, Asked& asked) {
  const std::string question = "outcome of the sum";
  const auto find = [&](Solver& solver) -> Explanation::Answer {
    std::string ways;
    for (const Way way : solver.ways_of(sum)) ways += (ways.empty() ? "" : " and ") + std::string(name(way));
    return {question, ways, "Grundy values add up", "that of its components", {}};
  };
  return within(asked, find).value_or(undecided(question));
}

// Programs and tables -------------------------------------------------------------------------------------------------

/// What is known of the moves of a board or a graph.
void add_local_moves(const Rules& rules, Explanation& explanation) {
  const Result<const LocalMoves*> moves = rules.local_moves();
  if (!moves) {
    explanation.findings.push_back("A position is searched as a whole.");
    explanation.advice.push_back(moves.reason());
    return;
  }
  std::size_t most = 0;
  for (const LocalMove& move : (*moves)->moves) most = std::max(most, move.cells.size());
  explanation.findings.push_back(
      fmt::format("The moves were lifted from the rule: {} of them, each of which looks at {} cell{} at most.",
                  (*moves)->moves.size(), most, most == 1 ? "" : "s"));
}

/// What is known of the moves as a program.
void add_program(const Rules& rules, std::size_t dimensions, Explanation& explanation) {
  if (rules.domain().shape() != nullptr) {
    add_local_moves(rules, explanation);
    return;
  }
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

/// How a table is handed out in stripes, where these take much less memory or there is no table at all.
void add_stripes(const std::string& words, const Question& table, Asked& asked, Explanation& explanation) {
  if (table.of != Question::Of::table) return;
  const Question question = Question::table_of(*table.box, table.kind, Striping::better);
  const auto in_stripes = within(asked, [&](Solver& solver) { return solver.describe(question).in_stripes; });
  if (!in_stripes.value_or(false)) return;
  const auto has_table = within(asked, [&](Solver& solver) { return solver.bids(table).back().way == Way::table; });
  if (has_table.value_or(false) && table.kind == ValueKind::outcome && table.box->size() < kManyOutcomes) return;
  explanation.answers.push_back(answer_to(words + ", in stripes", question, asked));
}

void add_tables(const Rules& rules, const Box& box, Asked& asked, Explanation& explanation) {
  const std::pair<const char*, Question> kQuestions[] = {
      {"Grundy values", Question::table_of(box, ValueKind::grundy)},
      {"outcomes", Question::table_of(box, ValueKind::outcome)},
      {"P-positions", Question::positions_of(box)},
      {"remoteness", Question::table_of(box, ValueKind::remoteness)},
  };
  for (const auto& [text, question] : kQuestions) {
    if (question.kind == ValueKind::grundy && rules.play() != Play::normal) continue;
    const std::string words = fmt::format("{} from {} to {}", text, to_string(box.low()), to_string(box.high()));
    explanation.answers.push_back(answer_to(words, question, asked));
    if (explanation.answers.back().way == kUndecided) continue;
    const auto found = within(asked, [&](Solver& solver) { return solver.describe(question); });
    if (!found) continue;
    const Description& description = *found;
    if (explanation.shape.empty()) explanation.shape = description.shape;
    for (const Refusal& passed : description.passed_over) {
      std::string advice = passed.line > 0 ? fmt::format("line {}: not for {}", passed.line, passed.reason)
                                           : fmt::format("not for {}", passed.reason);
      if (std::ranges::find(explanation.advice, advice) == explanation.advice.end())
        explanation.advice.push_back(std::move(advice));
    }
    add_stripes(words, question, asked, explanation);
  }
}

/// The positions from the least ones to `position`.
Box box_below(const Rules& rules, const Position& position) {
  Position low;
  for (std::size_t i = 0; i < position.size(); ++i) low.push_back(std::min(rules.domain().axis(i).least, position[i]));
  return Box(low, position);
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
  CountedBudget counted(budget);
  Solver solver({game.rules}, counted.budget(), {.claims = false});
  Asked asked{solver, counted};
  const Findings findings = look(game, position, solver, budget);
  Explanation explanation;
  explanation.findings = sentences(findings, shown(*game.rules, position));
  explanation.limit = findings.limit;
  add_program(*game.rules, position.size(), explanation);
  const auto ration = ration_of(*game.rules, kStepsOfAnswers);
  const Component component{0, widen(position)};
  add_position(component, *game.rules, " of a position", asked, explanation);
  explanation.answers.push_back(sum_answer(component, *game.rules, asked));
  if (box || game.rules->domain().shape() == nullptr)
    add_tables(*game.rules, box ? *box : box_below(*game.rules, position), asked, explanation);
  return explanation;
}

Explanation explain(const std::vector<std::shared_ptr<const Game>>& games, const Sum& sum, const Budget& budget) {
  Explanation explanation;
  std::vector<std::shared_ptr<const Rules>> rules;
  for (const std::shared_ptr<const Game>& game : games) rules.push_back(game->rules);
  CountedBudget counted(budget);
  Solver solver(rules, counted.budget(), {.claims = false});
  Asked asked{solver, counted};
  std::vector<std::unique_ptr<RationedRules::Ration>> rations;
  for (const std::shared_ptr<const Rules>& one : rules) rations.push_back(ration_of(*one, kStepsOfAnswers));
  bool normal = true;
  for (const Component& component : sum) {
    const Game& game = *games[component.game];
    normal = normal && game.rules->play() == Play::normal;
    const std::string name = games.size() > 1 ? fmt::format(" of {} {}", game.name, to_string(component.position))
                                              : fmt::format(" of {}", to_string(component.position));
    add_position(component, *game.rules, name, asked, explanation);
  }
  if (sum.size() < 2) return explanation;
  explanation.answers.push_back(normal ? sum_answer(sum, asked) : answer_to("outcome of the sum", Question::about(sum), asked));
  return explanation;
}

}  // namespace bouton
