#include "engine/plan/explain.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/base/stopwatch.h"
#include "engine/flow/flow_program.h"
#include "engine/graph/move_graph.h"
#include "engine/plan/claims.h"
#include "engine/plan/plan.h"
#include "engine/plan/solver.h"
#include "engine/rules/blocking.h"
#include "engine/rules/sample_box.h"
#include "engine/rules/step_limited_rules.h"
#include "engine/sum/compound_rules.h"

namespace bouton {
namespace {

/// So many are looked at, at most.
constexpr std::uint64_t kSeenPositions = 20'000;
constexpr std::uint64_t kSeenOptions = 200'000;

/// What the functions of the rules may do while somebody looks at them, and while the methods are asked: together about half a
/// second.
constexpr std::uint64_t kStepsOfLook = 5'000'000;
constexpr std::uint64_t kStepsOfAnswers = 15'000'000;

/// What the engine may do to find out which methods answer, in polls of its budget, which are a microsecond each, more or less:
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
  const auto limit = limit_steps_of(*game.rules, kStepsOfLook);
  try {
    look(game, position, solver, budget, findings);
  } catch (const LimitError& error) {
    findings.limit = error;
  }
  return findings;
}

/// A position as people read it, without what the rule file shows of it.
std::string shown(const Rules& rules, const Position& position) { return rules.domain().text(position); }

std::string microseconds(double time) {
  if (time < 0.5) return "less than a microsecond";
  const auto rounded = std::llround(time);
  return fmt::format("{} microsecond{}", rounded, rounded == 1 ? "" : "s");
}

std::vector<std::string> sentences(const Findings& findings, const std::string& position) {
  const std::string where = fmt::format("{} below {}", findings.complete ? "anywhere" : "as far as Bouton looked", position);
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

/// Puts questions: what their plans are, and on request what they take.
class Asking {
 public:
  Asking(const std::vector<std::shared_ptr<const Rules>>& games, const Budget& budget, const ExplanationRequest& request)
      : games_(games),
        budget_(budget),
        counted_(budget),
        request_(request),
        solver_(games, counted_.budget(), methods(request)) {
    for (const std::shared_ptr<const Rules>& rules : games_) step_limits_.push_back(limit_steps_of(*rules, kStepsOfAnswers));
  }

  const ExplanationRequest& request() const { return request_; }
  /// Of suspense and the longest play only where that is the value that is asked about.
  bool asks_for(ValueKind kind) const {
    const bool rare = kind == ValueKind::suspense || kind == ValueKind::longest;
    return request_.value.value_or(kind) == kind && (request_.value || !rare);
  }

  /// The answer to a question, as the plan has it; `run` puts it to a solver of its own, which knows nothing yet.
  template <class Run>
  Explanation::Answer answer(const std::string& text, const Question& question, Run run) {
    Explanation::Answer answer{.question = text};
    std::optional<QuestionPlan> plan;
    try {
      plan = within([&] { return solver_.plan(question); });
    } catch (const LimitError& error) {
      answer.reason = "a look at the moves ended at a limit";
      answer.stopped = error;
      return answer;
    }
    if (!plan) return undecided(text);
    for (Step& step : plan->steps) {
      step.proposal.cost.seconds *= costs::machine_factor();
      answer.steps.push_back(std::move(step.proposal));
      answer.allowances.push_back(step.allowance);
    }
    answer.declined = std::move(plan->declined);
    if (!answer.steps.empty()) answer.reason = answer.steps.front().reason;
    else answer.reason = refusal(answer.declined);
    measure(run, answer);
    return answer;
  }

  /// The methods that a sum takes; nothing where finding that out takes more than it may.
  std::optional<std::set<Method>> methods_of(const Sum& sum) {
    return within([&] { return solver_.methods_of(sum); });
  }
  /// Where that is asked for, what a run takes with a solver that knows nothing yet.
  template <class Run>
  void measure(Run run, Explanation::Answer& answer) {
    if (!request_.analyze || answer.steps.empty()) return;
    step_limits_.clear();  // what is asked for is done, however long it takes
    Solver fresh(games_, budget_, methods(request_));
    const Stopwatch watch;
    try {
      std::string method = run(fresh);
      answer.measured = Explanation::Measured{watch.seconds(), fresh.peak_memory(), std::move(method)};
    } catch (const LimitError& error) {
      answer.stopped = error;
    }
  }
  static Explanation::Answer undecided(const std::string& question) {
    return {.question = question,
            .reason = fmt::format(
                "only trying shows which method answers, and that takes more than {} steps of the rule or {} looks, the "
                "most of `explain`",
                kStepsOfAnswers, kPolls),
            .undecided = true};
  }

 private:
  /// What `find` finds; nothing where that takes more than it may.
  template <class Find>
  auto within(Find find) -> std::optional<decltype(find())> {
    counted_.begin_question();
    try {
      return find();
    } catch (const StepLimitReached&) {
    } catch (const Interrupted&) {
      if (!counted_.spent()) throw;
    }
    return std::nullopt;
  }

  static Methods methods(const ExplanationRequest& request) {
    Methods methods = request.methods;
    methods.claims = false;
    return methods;
  }

  const std::vector<std::shared_ptr<const Rules>>& games_;
  const Budget& budget_;
  CountedBudget counted_;
  const ExplanationRequest& request_;
  Solver solver_;
  std::vector<std::unique_ptr<StepLimitedRules::StepLimit>> step_limits_;
};

std::string answered(const Solver& solver) { return std::string(name(solver.answered())); }

/// The questions about one position.
void add_position(const Component& component, const Rules& rules, const std::string& where, Asking& asking,
                  Explanation& explanation) {
  const auto add = [&](const std::string& text, Question::Of of, auto run) {
    explanation.answers.push_back(asking.answer(text + where, Question::about(of, component), run));
  };
  if (asking.asks_for(ValueKind::outcome))
    add("outcome and winning moves", Question::Of::winning_moves, [&](Solver& solver) {
      return solver.solve({component}, 1000, {Extent::none, Extent::none}).solver;
    });
  if (asking.asks_for(ValueKind::remoteness))
    add("remoteness", Question::Of::remoteness, [&](Solver& solver) {
      (void)solver.remoteness({component});
      return answered(solver);
    });
  if (asking.asks_for(ValueKind::suspense))
    add("suspense", Question::Of::suspense, [&](Solver& solver) {
      (void)solver.suspense({component});
      return answered(solver);
    });
  if (asking.asks_for(ValueKind::longest))
    add("longest play", Question::Of::longest, [&](Solver& solver) {
      (void)solver.longest({component});
      return answered(solver);
    });
  if (!asking.asks_for(ValueKind::grundy)) return;
  if (rules.play() == Play::normal)
    add("Grundy value", Question::Of::grundy, [&](Solver& solver) {
      (void)solver.grundy({component});
      return answered(solver);
    });
  else
    explanation.answers.push_back(
        {.question = "Grundy value" + where,
         .reason = rules.blocking() > 0 ? "a game with blocking has none" : "Grundy values exist under normal play only"});
}

/// Sums of such positions, where nobody named one.
Explanation::Answer sum_answer(const Component& component, const Rules& rules, Asking& asking) {
  const std::string question = "outcome of a sum";
  const Sum twice = {component, component};
  const auto run = [&](Solver& solver) { return solver.solve(twice, 0, {Extent::none, Extent::none}).solver; };
  switch (rules.play()) {
    case Play::normal: {
      Explanation::Answer answer = asking.answer(question, Question::about(Question::Of::grundy, component), run);
      answer.reason = "Grundy values add up";
      return answer;
    }
    case Play::misere: return asking.answer(question, Question::about(twice), run);
    case Play::by_position: break;
  }
  return {.question = question,
          .reason = rules.blocking() > 0 ? "positions of a game with blocking are not added up"
                                         : "the last position of a sum does not say who has won"};
}

// Programs and tables -------------------------------------------------------------------------------------------------

/// What is known of the moves of a board or a graph.
void add_local_moves(const Rules& rules, std::size_t dimensions, Explanation& explanation) {
  const Result<const LocalMoves*> moves = rules.local_moves();
  if (!moves) {
    explanation.findings.push_back("A position is searched as a whole.");
    explanation.advice.push_back(moves.reason());
    const Result<const FlowProgram*> flow = rules.flow(dimensions);
    if (flow) explanation.findings.push_back("The moves were lifted from the rule as control flow.");
    else explanation.advice.push_back(flow.reason());
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
  if (rules.blocking() > 0) {
    explanation.findings.push_back(fmt::format(
        "Up to {} option{} forbidden before each move (blocking): a position is P where at most {} of its options "
        "{} P{}, and methods that take it for granted that every option can be taken are not asked.",
        rules.blocking(), rules.blocking() == 1 ? " is" : "s are", rules.blocking(), rules.blocking() == 1 ? "is" : "are",
        play_as_written(rules) == Play::misere ? " and another one is N" : ""));
    add_program(*rules.unblocked(), dimensions, explanation);
    return;
  }
  if (rules.obliges())
    explanation.findings.push_back(
        "Moves oblige (again, entail): values are nimbers or loony, and methods that take moves for ordinary ones are not "
        "asked.");
  if (rules.obliges() && rules.domain().shape() != nullptr) {
    explanation.findings.push_back("The moves come from the rule, one position at a time.");
    return;
  }
  if (rules.domain().shape() != nullptr) {
    add_local_moves(rules, dimensions, explanation);
    return;
  }
  Lifting lifting = rules.lifting(dimensions);
  if (rules.obliges()) lifting.moves = rules.obliging_moves(dimensions);
  if (lifting.moves == nullptr) {
    const Result<const FlowProgram*> flow = rules.flow(dimensions);
    explanation.findings.push_back(
        flow && (*flow)->dimensions == dimensions
            ? "The moves were lifted from the rule as control flow, not as a sum of families of options."
            : "The moves come from the rule as it is written, one position at a time.");
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
void add_stripes(const std::string& words, const Question& table, Asking& asking, Explanation& explanation) {
  if (table.of != Question::Of::table) return;
  const Question question = Question::table_of(*table.box, table.kind, Striping::to_save_memory);
  const auto no_run = [](Solver&) { return std::string(); };
  Explanation::Answer answer = asking.answer(words + ", in stripes", question, no_run);
  answer.measured.reset();
  if (answer.steps.empty() || !answer.steps.front().in_stripes) return;
  const Explanation::Answer& whole = explanation.answers.back();
  const bool has_table = !whole.steps.empty() && whole.steps.front().method == Method::table;
  if (has_table && table.kind == ValueKind::outcome && table.box->size() < kManyOutcomes) return;
  explanation.answers.push_back(std::move(answer));
}

void add_tables(const Rules& rules, const Box& box, Asking& asking, Explanation& explanation) {
  const std::pair<const char*, Question> kQuestions[] = {
      {"Grundy values", Question::table_of(box, ValueKind::grundy)},
      {"outcomes", Question::table_of(box, ValueKind::outcome)},
      {"P-positions", Question::positions_of(box)},
      {"remoteness", Question::table_of(box, ValueKind::remoteness)},
      {"suspense", Question::table_of(box, ValueKind::suspense)},
      {"longest plays", Question::table_of(box, ValueKind::longest)},
  };
  for (const auto& [text, asked] : kQuestions) {
    const Question& question = asked;
    if (!asking.asks_for(question.kind) || (question.kind == ValueKind::grundy && rules.play() != Play::normal)) continue;
    const std::string words = fmt::format("{} from {} to {}", text, to_string(box.low()), to_string(box.high()));
    explanation.answers.push_back(asking.answer(words, question, [&](Solver& solver) {
      if (question.of == Question::Of::positions) solver.positions(box, [](PositionView) {});
      else (void)solver.table(box, question.kind);
      return answered(solver);
    }));
    for (const Proposal& step : explanation.answers.back().steps) {
      if (explanation.shape.empty()) explanation.shape = step.shape;
      for (const Refusal& passed : step.passed_over) {
        std::string advice = passed.line > 0 ? fmt::format("line {}: not for {}", passed.line, passed.reason)
                                             : fmt::format("not for {}", passed.reason);
        if (std::ranges::find(explanation.advice, advice) == explanation.advice.end())
          explanation.advice.push_back(std::move(advice));
      }
    }
    add_stripes(words, question, asking, explanation);
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
  if (game.rules->domain().is_terms())
    throw RequestError(fmt::format("{} needs a position; give the rule file an example", game.name));
  const Box sample = sample_box(game, 1000);
  for (std::uint64_t i = sample.size(); i-- > 0;)
    if (game.rules->valid(sample.position(i))) return sample.position(i);
  throw RequestError(
      fmt::format("{} has no valid position in a small box; name a box or give the rule file an example", game.name));
}

Explanation explain(const Game& game, const Position& position, const std::optional<Box>& box, const Budget& budget,
                    const ExplanationRequest& request) {
  const std::vector<std::shared_ptr<const Rules>> rules = {game.rules};
  look_at_claims(rules, budget);
  Solver looking(rules, budget, {.claims = false});
  const Findings findings = look(game, position, looking, budget);
  Asking asking(rules, budget, request);
  Explanation explanation;
  explanation.findings = sentences(findings, shown(*game.rules, position));
  explanation.limit = findings.limit;
  add_program(*game.rules, position.size(), explanation);
  const Component component{0, widen(position)};
  if (!box || !request.analyze) {
    add_position(component, *game.rules, " of a position", asking, explanation);
    if (!request.value) explanation.answers.push_back(sum_answer(component, *game.rules, asking));
  }
  if (box || (game.rules->domain().shape() == nullptr && !game.rules->domain().is_terms()))
    add_tables(*game.rules, box ? *box : box_below(*game.rules, position), asking, explanation);
  return explanation;
}

Explanation explain(const std::vector<std::shared_ptr<const Game>>& games, const Sum& sum, const Budget& budget,
                    const ExplanationRequest& request) {
  Explanation explanation;
  const std::vector<std::shared_ptr<const Rules>> rules = rules_of(games);
  look_at_claims(rules, budget);
  Asking asking(rules, budget, request);
  bool normal = true;
  for (const Component& component : sum) {
    const Game& game = *games[component.game];
    normal = normal && game.rules->play() == Play::normal;
    const Domain& domain = game.rules->domain();
    const std::optional<Position> narrowed = narrow(component.position);
    const CompoundRules* const compound = compound_of(*game.rules);
    if (compound != nullptr) explanation.findings.emplace_back(rule_of(compound->compound()));
    const std::string text = compound != nullptr ? position_text(game, component.position)
                             : narrowed          ? domain.text(*narrowed)
                                                 : to_string(component.position);
    const std::string name = games.size() > 1 ? fmt::format(" of {} {}", game.name, text) : fmt::format(" of {}", text);
    add_position(component, *game.rules, name, asking, explanation);
  }
  if (sum.size() < 2) return explanation;
  const auto run = [&](Solver& solver) { return solver.solve(sum, 0, {Extent::none, Extent::none}).solver; };
  if (!normal) {
    explanation.answers.push_back(asking.answer("outcome of the sum", Question::about(sum), run));
    return explanation;
  }
  Explanation::Answer answer{.question = "outcome of the sum", .reason = "Grundy values add up"};
  if (const std::optional<std::set<Method>> methods = asking.methods_of(sum)) {
    for (const Method method : *methods)
      answer.steps.push_back({.method = method,
                              .reason = answer.reason,
                              .work = "that of its components",
                              .cost = {.seconds = Cost::kUnknown, .bytes = 0}});
  } else {
    answer = Asking::undecided(answer.question);
  }
  answer.allowances.resize(answer.steps.size());
  asking.measure(run, answer);
  explanation.answers.push_back(std::move(answer));
  return explanation;
}

}  // namespace bouton
