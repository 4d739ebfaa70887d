#include "engine/verify/verify.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <random>
#include <set>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/base/progress.h"
#include "engine/entailing/plain_play.h"
#include "engine/graph/graph_values.h"
#include "engine/method/solvers/formulas.h"
#include "engine/method/solvers/heap_solver.h"
#include "engine/plan/claims.h"
#include "engine/plan/solver.h"
#include "engine/rules/rules_without_claims.h"
#include "engine/rules/sample_box.h"
#include "engine/rules/sample_positions.h"
#include "engine/search/search.h"
#include "engine/sum/sum_rules.h"

namespace bouton {
namespace {

/// What a comparison is about.
struct Subject {
  const Game& game;
  const Box& box;
  const std::vector<Position>& samples;  ///< of a game of terms, which has no box
  const Budget& reports;                 ///< whose progress is told of the positions compared
  const Budget& budget;                  ///< of the solvers, of which nothing is told
  bool splits;                           ///< whether some move from a position of the box splits the game
  /// Called before the box is gone through, with what a position costs then (see `cost`).
  std::function<void(std::uint64_t)> begin_round;

  const Rules& rules() const { return *game.rules; }
  bool normal_play() const { return rules().play() == Play::normal; }
  std::uint64_t size() const { return rules().domain().is_terms() ? samples.size() : box.size(); }
  /// Calls `visit` with every position until it returns false.
  template <class Visit>
  void each_position(Visit visit) const {
    if (rules().domain().is_terms()) {
      for (const Position& position : samples)
        if (!visit(position)) return;
      return;
    }
    Position position = box.low();
    do {
      if (!visit(position)) return;
    } while (box.next(position));
  }
  std::string shown(PositionView position) const { return rules().domain().text(position); }
};

/// Steps of the work, all together, for each position of the box: about in proportion to the time that the games of the library
/// take. A rule that is interpreted takes the longest.
namespace cost {
constexpr std::uint64_t kSymmetry = 4, kIndependence = 4, kTexts = 1, kPrograms = 4, kTable = 2, kGraph = 4, kHeapCode = 4,
                        kClosedForm = 6, kNearStructure = 9, kClaim = 1;
}

bool some_move_splits(const Rules& rules, const Box& box, const std::vector<Position>& samples, const Budget& budget) {
  Options options(std::make_shared<MemoryAccount>(budget));
  const auto splits = [&](const Position& position) {
    options.clear();
    if (rules.valid(position)) rules.options(position, options);
    return options.has_split();
  };
  if (rules.domain().is_terms()) return std::ranges::any_of(samples, splits);
  Position position = box.low();
  do {
    budget.check_stop();
    if (splits(position)) return true;
  } while (box.next(position));
  return false;
}

/// Calls `visit` with every position of the box until it returns a difference, which is handed on.
template <class Visit>
std::optional<std::string> first_difference(const Subject& subject, std::uint64_t cost, Visit visit) {
  std::uint64_t done = 0;
  std::optional<std::string> difference;
  subject.begin_round(cost);
  subject.each_position([&](const Position& position) {
    subject.budget.check_stop();
    subject.reports.report("positions", done++, subject.size());
    difference = visit(position);
    return !difference;
  });
  return difference;
}

/// Where moves split the game, remoteness takes the search of every sum that can come of a position: `remoteness` says
/// whether that is few enough.
Value value_of(const Subject& subject, Solver& solver, PositionView position, bool remoteness) {
  const Sum sum = {{0, widen(position)}};
  Value value{solver.outcome(sum), std::nullopt, std::nullopt};
  if (remoteness) value.remoteness = solver.remoteness(sum);
  if (subject.normal_play()) value.grundy = solver.grundy(sum);
  return value;
}

bool same(const Value& a, const Value& b) {
  return a.outcome == b.outcome && a.grundy == b.grundy && a.remoteness == b.remoteness;
}

std::string text(const Value& value) {
  return fmt::format("{}{}{}", name(value.outcome), value.grundy ? ", Grundy value " + value.grundy->text() : "",
                     value.remoteness ? fmt::format(", remoteness {}", *value.remoteness) : "");
}

/// Adds where the rule file states the claim that is false.
void name_line(Check& check, const std::string& where) {
  const std::size_t end = where.find_last_not_of(": ");
  if (check.difference && end != std::string::npos) *check.difference += fmt::format(" ({})", where.substr(0, end + 1));
}

// Known facts ---------------------------------------------------------------------------------------------------------

/// What the solver finds for a fact that says something else; nothing if they agree.
std::optional<std::string> contradiction(const KnownFact& fact, const BigPosition& position, Solver& solver) {
  const Sum sum = {{0, position}};
  switch (fact.kind) {
    case KnownFact::Kind::grundy: {
      const std::optional<Nimber> found = solver.grundy(sum);
      const Nimber expected = fact.loony ? Nimber::loony() : Nimber(fact.expected);
      if (found == expected) return std::nullopt;
      return fmt::format("has Grundy value {}, not {}", found ? found->text() : "unknown", expected.text());
    }
    case KnownFact::Kind::outcome: {
      const Outcome found = solver.outcome(sum);
      const auto expected = static_cast<Outcome>(fact.expected.get_ui());
      if (found == expected) return std::nullopt;
      return fmt::format("has outcome {}, not {}", name(found), name(expected));
    }
    case KnownFact::Kind::remoteness: {
      const std::optional<Remoteness> found = solver.remoteness(sum);
      if (found && widen(*found) == fact.expected) return std::nullopt;
      return fmt::format("has remoteness {}, not {}", found ? std::to_string(*found) : "unknown", fact.expected.get_str());
    }
  }
  return std::nullopt;
}

void compare_facts(const Game& game, const Budget& budget, Check& check) {
  Solver solver({game.rules}, budget, {.claims = false});
  for (const KnownFact& fact : game.known) {
    const BigPosition position = complete_position(game, fact.position);
    ++check.compared;
    if (const std::optional<std::string> found = contradiction(fact, position, solver)) {
      check.difference = fmt::format("{} {}{}", position_text(game, position), *found,
                                     fact.where.empty() ? "" : fmt::format(" as {} says", fact.where));
      return;
    }
  }
}

Check known_facts(const Subject& subject) {
  Check check{.name = "known facts against the rules", .unit = "facts", .skipped = {}, .difference = {}};
  const bool defaults = std::ranges::none_of(subject.game.parameters, &Parameter::given);
  if (!defaults) check.skipped = "they are stated for the parameters' defaults";
  if (subject.game.known.empty() && subject.game.known_shapes.empty()) check.skipped = "the rule file states none";
  if (!check.skipped.empty()) return check;
  compare_facts(subject.game, subject.budget, check);
  for (const CellShape& shape : subject.game.known_shapes)
    if (!check.difference) compare_facts(*subject.game.on_shape(shape), subject.budget, check);
  return check;
}

// Symmetry ------------------------------------------------------------------------------------------------------------

/// How `position`, which is valid, and its normal form differ.
std::optional<std::string> asymmetry(const Subject& subject, Solver& reference, PositionView position, const Position& normal) {
  const Rules& rules = subject.rules();
  const std::string names = fmt::format("{} (normal form {})", subject.shown(position), subject.shown(normal));
  if (const std::optional<std::string> complaint = rules.domain().complaint(normal))
    return fmt::format("{}: the normal form {}", names, *complaint);
  Position again = normal;
  rules.normalize(again);
  if (again != normal) return fmt::format("{}: the normal form's own is {}", names, subject.shown(again));
  if (!rules.valid(normal)) return fmt::format("{}: the normal form is not valid", names);
  const Value value = value_of(subject, reference, position, !subject.splits);
  const Value normal_value = value_of(subject, reference, normal, !subject.splits);
  if (same(value, normal_value)) return std::nullopt;
  return fmt::format("{}: {} against {}", names, text(value), text(normal_value));
}

/// Of a game of terms.
constexpr const char* kNoPositions = "the rule file names no position to begin at (example, opening, start, known)";

Check symmetry(const Subject& subject) {
  Check check{.name = "positions against their normal forms", .unit = "positions", .skipped = {}, .difference = {}};
  Solver reference({std::make_shared<RulesWithoutClaims>(subject.game.rules)}, subject.budget, {.claims = false});
  check.difference = first_difference(subject, cost::kSymmetry, [&](const Position& position) -> std::optional<std::string> {
    if (!subject.rules().valid(position)) return std::nullopt;  // nobody asks for its normal form
    Position normal = position;
    subject.rules().normalize(normal);
    if (normal == position) return std::nullopt;
    ++check.compared;
    return asymmetry(subject, reference, position, normal);
  });
  if (check.compared == 0) check.skipped = subject.size() == 0 ? kNoPositions : "no position is the same as another";
  name_line(check, subject.rules().where(Rules::Claim::symmetry));
  return check;
}

// Same values ---------------------------------------------------------------------------------------------------------

Check same_values(const Subject& subject) {
  Check check{.name = "positions against those of the same value", .unit = "positions", .skipped = {}, .difference = {}};
  if (!subject.normal_play()) check.skipped = "there are Grundy values under normal play only";
  if (!check.skipped.empty()) return check;
  Solver reference({std::make_shared<RulesWithoutClaims>(subject.game.rules)}, subject.budget, {.claims = false});
  check.difference = first_difference(subject, cost::kSymmetry, [&](const Position& position) -> std::optional<std::string> {
    Position other = position;
    if (!subject.rules().valid(position)) return std::nullopt;
    subject.rules().same_value(other);
    if (other == position) return std::nullopt;
    ++check.compared;
    const std::string names = fmt::format("{} (same value as {})", subject.shown(position), subject.shown(other));
    if (subject.rules().domain().complaint(PositionView(other)) || !subject.rules().valid(other))
      return fmt::format("{}: the latter is not a position", names);
    const std::optional<Nimber> value = reference.grundy({{0, widen(position)}}),
                                other_value = reference.grundy({{0, widen(other)}});
    if (value == other_value) return std::nullopt;
    return fmt::format("{}: Grundy value {} against {}", names, value ? value->text() : "unknown",
                       other_value ? other_value->text() : "unknown");
  });
  if (check.compared == 0)
    check.skipped = subject.size() == 0 ? kNoPositions : "no position has the value of another, as the rule says";
  name_line(check, subject.rules().where(Rules::Claim::same_value));
  return check;
}

// Components ----------------------------------------------------------------------------------------------------------

/// How a position differs from the sum of its components.
std::optional<std::string> dependence(const Subject& subject, Solver& reference, PositionView position) {
  Options parts;
  subject.rules().components(position, parts);
  Sum sum;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!subject.rules().valid(parts[i][0]))
      return fmt::format("{}: its component {} is not valid", subject.shown(position), subject.shown(parts[i][0]));
    sum.push_back({0, widen(parts[i][0])});
  }
  const std::optional<Nimber> whole = reference.grundy({{0, widen(position)}});
  const std::optional<Nimber> apart = reference.grundy(sum);
  if (whole == apart) return std::nullopt;
  return fmt::format("{}: Grundy value {}, of the sum of its components {}", subject.shown(position),
                     whole ? whole->text() : "unknown", apart ? apart->text() : "unknown");
}

Check independence(const Subject& subject) {
  Check check{.name = "positions against sums of their components", .unit = "positions", .skipped = {}, .difference = {}};
  if (subject.rules().play() != Play::normal) check.skipped = "sums are added up under normal play only";
  if (!check.skipped.empty()) return check;
  Solver reference({std::make_shared<RulesWithoutClaims>(subject.game.rules)}, subject.budget, {.claims = false});
  check.difference =
      first_difference(subject, cost::kIndependence, [&](const Position& position) -> std::optional<std::string> {
        if (!subject.rules().valid(position)) return std::nullopt;
        ++check.compared;
        return dependence(subject, reference, position);
      });
  if (subject.size() == 0) check.skipped = kNoPositions;
  name_line(check, subject.rules().where(Rules::Claim::independence));
  if (check.difference || subject.rules().domain().is_terms()) return check;
  try {
    constexpr IndependenceSamples kSamples{
        .seed = 2, .positions = 20'000, .work = 10'000'000, .effort = {.positions = 200'000, .options = 4'000'000}};
    check.compared += check_independence(subject.game.rules, kSamples, subject.budget).positions;
  } catch (const ContradictedClaim& error) {
    check.difference = error.what();
  }
  return check;
}

// Texts ---------------------------------------------------------------------------------------------------------------

/// Whether what is shown can be typed. Only of games that have both ways.
Check texts(const Subject& subject) {
  Check check{.name = "positions against their texts", .unit = "positions", .skipped = {}, .difference = {}};
  check.difference = first_difference(subject, cost::kTexts, [&](const Position& position) -> std::optional<std::string> {
    if (!subject.rules().valid(position)) return std::nullopt;
    ++check.compared;
    const std::string shown = subject.game.show(position);
    try {
      const BigPosition read = parse_position(subject.game, shown);
      if (read == widen(position)) return std::nullopt;
      return fmt::format("{} is shown as '{}', which is read as {}", subject.shown(position), shown,
                         position_text(subject.game, read));
    } catch (const RequestError& error) {
      return fmt::format("{} is shown as '{}', which cannot be read: {}", subject.shown(position), shown, error.what());
    }
  });
  return check;
}

// Programs ------------------------------------------------------------------------------------------------------------

std::string text(const Options::Option& option) {
  std::string all;
  for (std::size_t part = 0; part < option.size(); ++part)
    all += fmt::format("{}{}", part == 0 ? "" : " + ", to_string(option[part]));
  return all;
}

/// How the options differ that two ways name, label by label and in their order.
std::optional<std::string> options_difference(const Options& program, const Options& interpreted) {
  for (std::size_t i = 0; i < std::min(program.size(), interpreted.size()); ++i)
    if (program[i].label() != interpreted[i].label() || text(program[i]) != text(interpreted[i]))
      return fmt::format("option {} is {} by the program, {} by the rule", i + 1, text(program[i]), text(interpreted[i]));
  if (program.size() == interpreted.size()) return std::nullopt;
  return fmt::format("{} options by the program, {} by the rule", program.size(), interpreted.size());
}

Check programs(const Subject& subject) {
  Check check{.name = "the moves as a program against the rule", .unit = "positions", .skipped = {}, .difference = {}};
  const std::shared_ptr<const Rules> unblocked = subject.rules().unblocked();
  const Lifting lifting = (unblocked ? *unblocked : subject.rules()).lifting(subject.box.dimensions());
  if (lifting.moves == nullptr && subject.rules().obliging_moves(subject.box.dimensions()) == nullptr) {
    check.skipped = lifting.refusal.empty() ? "the moves are not known as a program" : lifting.refusal;
    return check;
  }
  const auto account = std::make_shared<MemoryAccount>(subject.budget);
  Options program(account);
  Options interpreted(account);
  check.difference = first_difference(subject, cost::kPrograms, [&](const Position& position) -> std::optional<std::string> {
    if (!subject.rules().valid(position)) return std::nullopt;
    ++check.compared;
    program.clear();
    interpreted.clear();
    subject.rules().options(position, program);
    subject.rules().reference_options(position, interpreted);
    const std::optional<std::string> difference = options_difference(program, interpreted);
    if (!difference) return std::nullopt;
    return fmt::format("{}: {}", to_string(position), *difference);
  });
  return check;
}

// Table ---------------------------------------------------------------------------------------------------------------

std::string cell_text(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return "no value";
  switch (table.kind) {
    case ValueKind::grundy: return table.nimber(index).text();
    case ValueKind::outcome: return std::string(name(table.outcome(index)));
    case ValueKind::remoteness:
    case ValueKind::suspense:
    case ValueKind::longest: break;
  }
  const std::optional<Remoteness> remoteness = table.remoteness(index);
  return remoteness ? std::to_string(*remoteness) : "none";
}

std::string value_text(const Value& value, ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return value.grundy ? value.grundy->text() : "unknown";
    case ValueKind::outcome: return std::string(name(value.outcome));
    case ValueKind::remoteness:
    case ValueKind::suspense:
    case ValueKind::longest: break;
  }
  return value.remoteness ? std::to_string(*value.remoteness) : "none";
}

std::vector<ValueKind> kinds_of_table(const Subject& subject) {
  std::vector<ValueKind> kinds = {ValueKind::outcome};
  if (!subject.splits) kinds.push_back(ValueKind::remoteness);
  if (subject.normal_play()) kinds.push_back(ValueKind::grundy);
  return kinds;
}

constexpr const char* kNoneValid = "no position of the box is valid";

std::vector<Position> first_valid_positions(const Subject& subject, std::uint64_t most) {
  std::vector<Position> positions;
  subject.each_position([&](const Position& position) {
    subject.budget.check_stop();
    if (subject.rules().valid(position)) positions.push_back(position);
    return positions.size() < most;
  });
  return positions;
}

Check table(const Subject& subject) {
  Check check{.name = "table against single positions", .unit = "values", .skipped = {}, .difference = {}};
  if (first_valid_positions(subject, 1).empty()) {
    check.skipped = kNoneValid;
    return check;
  }
  Solver single({std::make_shared<RulesWithoutClaims>(subject.game.rules)}, subject.budget, {.claims = false});
  for (const ValueKind kind : kinds_of_table(subject)) {
    const Table table =
        Solver({subject.game.rules}, subject.budget, {.closed_form = false, .claims = false}).table(subject.box, kind);
    std::uint64_t index = 0;
    check.difference = first_difference(subject, cost::kTable, [&](const Position& position) -> std::optional<std::string> {
      const std::uint64_t cell = index++;
      const bool valid = subject.rules().valid(position);
      const Value value = valid ? value_of(subject, single, position, kind == ValueKind::remoteness) : Value();
      ++check.compared;
      const std::string expected = valid ? value_text(value, kind) : "no value";
      if (expected == cell_text(table, cell)) return std::nullopt;
      return fmt::format("{} has {} {} in the table, {} alone", to_string(position), name(kind), cell_text(table, cell),
                         expected);
    });
    if (check.difference) break;
  }
  return check;
}

// Graph ---------------------------------------------------------------------------------------------------------------

constexpr std::uint64_t kMostNodes = 100'000;
/// Options of rows of coins, which have many more moves than other sums of so few positions.
constexpr std::uint64_t kMostOfRows = 100'000;

/// The positions of a box as nodes of one graph.
struct BoxGraph {
  std::shared_ptr<const Rules> rules;
  std::unique_ptr<GraphValues> values;
  std::vector<MoveGraph::Node> nodes;
};

/// The graph below the first `count` valid positions; nothing if it is too large.
std::optional<BoxGraph> explore(const Subject& subject, std::shared_ptr<const Rules> rules, const SumRules* sums,
                                const std::vector<Position>& positions, std::size_t count, MoveGraph::Status& status) {
  BoxGraph graph{std::move(rules), nullptr, {}};
  graph.values = std::make_unique<GraphValues>(*graph.rules, subject.budget, std::make_shared<MemoryAccount>(subject.budget));
  for (std::size_t i = 0; i < count; ++i) {
    const SumPart part{0, positions[i]};
    graph.nodes.push_back(graph.values->add_start(sums ? sums->position({&part, 1}) : positions[i]));
  }
  MoveGraph::Limits limits{.nodes = kMostNodes};
  if (subject.rules().heads_cancel()) limits.named = kMostOfRows;
  status = graph.values->explore(limits);
  if (status != MoveGraph::Status::complete) return std::nullopt;
  return graph;
}

/// The graph below as many of the first positions as it holds; of sums, if the moves split the game.
std::optional<BoxGraph> largest_graph(const Subject& subject, const std::vector<Position>& positions) {
  std::shared_ptr<const Rules> rules = std::make_shared<RulesWithoutClaims>(subject.game.rules);
  const SumRules* sums = nullptr;
  for (std::size_t count = positions.size(); count > 0;) {
    MoveGraph::Status status = MoveGraph::Status::complete;
    if (std::optional<BoxGraph> graph = explore(subject, rules, sums, positions, count, status)) return graph;
    if (status != MoveGraph::Status::split) {
      count /= 2;
      continue;
    }
    if (subject.rules().play() == Play::by_position) return std::nullopt;
    auto of_sums = std::make_shared<SumRules>(std::vector<std::shared_ptr<const Rules>>{rules}, subject.rules().play(),
                                              std::make_shared<MemoryAccount>(subject.budget));
    sums = of_sums.get();
    rules = std::move(of_sums);
  }
  return std::nullopt;
}

std::optional<std::string> graph_difference(const Subject& subject, BoxGraph& graph, Solver& solver, const Position& position,
                                            MoveGraph::Node node) {
  const OutcomeAndRemoteness found = graph.values->outcome(node).unpack();
  Value on_graph{found.outcome, std::nullopt, found.remoteness};
  if (subject.normal_play()) on_graph.grundy = graph.values->nimber(node);
  const Value value = value_of(subject, solver, position, true);
  if (same(value, on_graph)) return std::nullopt;
  return fmt::format("{}: {} by search, {} on the graph", subject.shown(position), text(value), text(on_graph));
}

/// Where moves oblige there is no graph of values: what the values say is compared with play itself, in which an obligation is
/// part of the position.
Check plain_play(const Subject& subject) {
  constexpr std::uint64_t kMostSums = 1'000'000;
  constexpr Grundy kHeaps = 4;
  Check check{
      .name = "values against play with obligations", .unit = "sums with a heap of nim", .skipped = {}, .difference = {}};
  Solver solver({subject.game.rules}, subject.budget, {.claims = false});
  PlainPlay play(std::make_shared<RulesWithoutClaims>(subject.game.rules), kMostSums, subject.budget);
  subject.begin_round(cost::kGraph);
  std::uint64_t done = 0;
  subject.each_position([&](const Position& position) {
    subject.budget.check_stop();
    subject.reports.report("positions", done++, subject.size());
    if (!subject.rules().valid(position)) return true;
    const Nimber value = *solver.grundy({{0, widen(position)}});
    const Grundy own = value.is_finite() && value.value() < 64 ? static_cast<Grundy>(value.value().get_ui()) : 0;
    for (Grundy heap = 0; heap < kHeaps + 1 && !check.difference; ++heap) {
      const Grundy beside = heap == kHeaps ? own : heap;
      const std::optional<Outcome> found = play.outcome(position, beside);
      if (!found) return false;
      ++check.compared;
      const Outcome expected = (value + Nimber(beside)).outcome();
      if (*found != expected)
        check.difference = fmt::format("{} beside a heap of {}: {} by its value {}, {} by play", subject.shown(position),
                                       beside, name(expected), value.text(), name(*found));
    }
    return !check.difference;
  });
  if (check.compared == 0) check.skipped = "play of the first position alone has too many sums";
  return check;
}

Check graph(const Subject& subject) {
  if (subject.rules().obliges()) return plain_play(subject);
  Check check{.name = "search against the move graph", .unit = "positions", .skipped = {}, .difference = {}};
  subject.begin_round(cost::kGraph);
  // Each of them is a node of its own.
  const std::vector<Position> positions = first_valid_positions(subject, kMostNodes);
  std::optional<BoxGraph> graph = largest_graph(subject, positions);
  if (!graph) {
    check.skipped = positions.empty() ? kNoneValid : "no graph of a moderate size";
    return check;
  }
  Solver solver({subject.game.rules}, subject.budget, {.closed_form = false, .heap = false, .kernels = false, .claims = false});
  if (solver.solve({{0, widen(positions[graph->nodes.size() - 1])}}, 0).solver == "graph") {
    check.skipped = "the play is loopy: only the graph answers";
    return check;
  }
  for (std::size_t i = 0; i < graph->nodes.size() && !check.difference; ++i) {
    subject.budget.check_stop();
    subject.reports.report("positions", i, graph->nodes.size());
    ++check.compared;
    check.difference = graph_difference(subject, *graph, solver, positions[i], graph->nodes[i]);
  }
  return check;
}

// Closed form ---------------------------------------------------------------------------------------------------------

/// The formula of the game beside a solver that has none.
struct CheckedFormula {
  ClosedForm& form;
  Solver& reference;
  Check& check;
  bool grundy;  ///< whether the game has Grundy values
};

std::string text(const std::vector<BigPosition>& positions) {
  std::string all;
  for (const BigPosition& position : positions) all += fmt::format("{}{}", all.empty() ? "" : " ", to_string(position));
  return all.empty() ? "none" : all;
}

/// How the formula's answers about a position differ from the reference's. What the formula does not cover is passed over.
std::optional<std::string> formula_difference(const CheckedFormula& formula, const BigPosition& position) {
  const Result<Outcome> outcome = ask_formula([&] { return formula.form.outcome(position); });
  if (!outcome) return std::nullopt;
  ++formula.check.compared;
  // Formulas tell no remoteness, which may take far longer to find than what they tell.
  const Wanted wanted{.grundy = formula.grundy ? Extent::whole : Extent::none, .remoteness = Extent::none};
  const Answer answer = formula.reference.solve({{0, position}}, std::numeric_limits<std::size_t>::max(), wanted);
  if (*outcome != answer.value.outcome)
    return fmt::format("{} is {} by the formula, {} by search", to_string(position), name(*outcome),
                       name(answer.value.outcome));
  if (formula.grundy)
    if (const Result<Integer> value = ask_formula([&] { return formula.form.grundy(position); });
        value && Nimber(*value) != answer.value.grundy)
      return fmt::format("{} has Grundy value {} by the formula, {} by search", to_string(position), value->get_str(),
                         answer.value.grundy->text());
  const Result<WinningMoves> moves =
      ask_formula([&] { return formula.form.winning_moves(position, std::numeric_limits<std::size_t>::max()); });
  if (!moves) return std::nullopt;
  std::vector<BigPosition> by_formula;
  std::vector<BigPosition> by_search;
  for (const WinningMove& move : moves->moves) by_formula.push_back(move.to);
  for (const Move& move : answer.winning_moves) by_search.push_back(move.to[0]);
  const bool same = moves->complete ? by_formula == by_search : std::ranges::all_of(by_formula, [&](const BigPosition& to) {
    return std::ranges::find(by_search, to) != by_search.end();
  });
  if (same) return std::nullopt;
  return fmt::format("{}: the winning moves are to {} by the formula, to {} by search", to_string(position), text(by_formula),
                     text(by_search));
}

/// P-positions that the formula finds below random positions, and what is one step away from them, in a box of three
/// times the size: where a formula is wrong, it is wrong there.
std::optional<std::string> difference_near_structure(const Subject& subject, const CheckedFormula& formula) {
  constexpr std::uint64_t kSamples = 60;
  constexpr std::size_t kMoves = 3;
  std::mt19937_64 random(1);
  subject.begin_round(cost::kNearStructure);
  for (std::uint64_t sample = 0; sample < kSamples; ++sample) {
    subject.budget.check_stop();
    subject.reports.report("samples", sample, kSamples);
    Position start = subject.box.high();
    for (std::size_t i = 0; i < start.size(); ++i) {
      const Axis& axis = subject.rules().domain().axis(i);
      const Coordinate least = std::max(axis.least, subject.box.low()[i]);
      const Coordinate reach = 3 * (subject.box.high()[i] - least) + 1;
      start[i] = std::min(axis.greatest, least + static_cast<Coordinate>(random() % static_cast<std::uint64_t>(reach)));
    }
    if (!subject.rules().valid(start)) continue;
    std::vector<BigPosition> near = {widen(start)};
    if (const Result<WinningMoves> moves = ask_formula([&] { return formula.form.winning_moves(widen(start), kMoves); }))
      for (const WinningMove& move : moves->moves) near.push_back(move.to);
    for (const BigPosition& position : near) {
      for (std::size_t i = 0; i <= position.size(); ++i) {
        BigPosition neighbour = position;
        if (i < position.size()) neighbour[i] += random() % 2 == 0 ? 1 : -1;
        const std::optional<Position> narrowed = narrow(neighbour);
        if (!narrowed || !subject.rules().domain().contains(*narrowed) || !subject.rules().valid(*narrowed)) continue;
        if (std::optional<std::string> difference = formula_difference(formula, neighbour)) return difference;
      }
    }
  }
  return std::nullopt;
}

// Take-and-break games ------------------------------------------------------------------------------------------------

/// The heaps that each option leaves, in any order; options that come to the same listed once.
std::set<std::multiset<Coordinate>> heaps_left(const Options& options) {
  std::set<std::multiset<Coordinate>> result;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::multiset<Coordinate> heaps;
    for (std::size_t part = 0; part < options[i].size(); ++part)
      if (options[i][part][0] != 0) heaps.insert(options[i][part][0]);
    result.insert(std::move(heaps));
  }
  return result;
}

/// Of games that are take-and-break games.
Check heap_code(const Subject& subject) {
  Check check{.name = "take-and-break code against the rules", .unit = "heaps", .skipped = {}, .difference = {}};
  const Result<TakeAndBreak> code = heap_description(subject.rules(), subject.budget);
  const bool splits = code->most_heaps().value_or(3) > 2;
  const auto account = std::make_shared<MemoryAccount>(subject.budget);
  check.difference = first_difference(subject, cost::kHeapCode, [&](const Position& position) -> std::optional<std::string> {
    if (!subject.rules().valid(position) || (splits && position[0] > 40)) return std::nullopt;
    ++check.compared;
    Options of_rules(account);
    subject.rules().reference_options(position, of_rules);
    Options of_code(account);
    code->options(position[0], of_code);
    if (heaps_left(of_rules) == heaps_left(of_code)) return std::nullopt;
    return fmt::format("{} has other options than the code {} says", to_string(position), code->code());
  });
  if (!subject.rules().heap_code().empty()) name_line(check, subject.rules().where(Rules::Claim::heap_code));
  return check;
}

Check closed_form(const Subject& subject) {
  Check check{.name = "closed form against search", .unit = "positions", .skipped = {}, .difference = {}};
  Formulas formulas({subject.game.rules}, subject.budget);
  const Result<ClosedForm*> form = formulas.form(0);
  if (!form) {
    check.skipped = form.reason();
    return check;
  }
  Solver reference({subject.game.rules}, subject.budget, {.closed_form = false, .heap = false, .claims = false});
  const CheckedFormula formula{**form, reference, check, subject.normal_play()};
  check.difference = first_difference(subject, cost::kClosedForm, [&](const Position& position) -> std::optional<std::string> {
    if (!subject.rules().valid(position)) return std::nullopt;
    return formula_difference(formula, widen(position));
  });
  if (!check.difference) check.difference = difference_near_structure(subject, formula);
  if (check.compared == 0) check.skipped = "the formula covers none of these positions";
  name_line(check, subject.rules().where(Rules::Claim::closed_form));
  return check;
}

/// Claims that nobody looks at here, so that they are not missed without a word.
Check left_out_claims(const Subject& subject) {
  const std::size_t count = subject.game.claims_left_out;
  return {.name = "claims about other rules",
          .unit = "claims",
          .skipped = fmt::format("{} of the game that this is a variant of, or of its own convention of play", count),
          .difference = {}};
}

using Comparison = Check (*)(const Subject&);
constexpr Comparison kChecks[] = {known_facts, symmetry, same_values, independence, texts,          programs,
                                  table,       graph,    heap_code,   closed_form,  left_out_claims};

/// Those that there are for a game.
std::vector<Comparison> checks_for(const Game& game, const Budget& budget) {
  std::vector<Comparison> checks;
  for (const Comparison check : kChecks) {
    if (check == texts && !(game.show && game.read)) continue;
    if (game.rules->domain().is_terms() && (check == programs || check == table || check == closed_form)) continue;
    if (check == left_out_claims && game.claims_left_out == 0) continue;
    if (check == independence && !game.rules->independent()) continue;
    if (check == same_values && game.rules->where(Rules::Claim::same_value).empty()) continue;
    if (check == heap_code && !heap_description(*game.rules, budget)) continue;
    checks.push_back(check);
  }
  return checks;
}

/// Of a position, in all that a comparison does.
std::uint64_t cost_of(Comparison comparison, const Subject& subject) {
  if (comparison == symmetry || comparison == same_values) return cost::kSymmetry;
  if (comparison == independence) return cost::kIndependence;
  if (comparison == texts) return cost::kTexts;
  if (comparison == programs) return cost::kPrograms;
  if (comparison == table) return cost::kTable * kinds_of_table(subject).size();
  if (comparison == graph) return cost::kGraph;
  if (comparison == heap_code) return cost::kHeapCode;
  if (comparison == closed_form) return cost::kClosedForm + cost::kNearStructure;
  return 0;  // the known facts are few
}

/// The positions that a game of terms is looked at.
std::vector<Position> samples_of(const Game& game) {
  constexpr std::size_t kSamples = 300;
  if (!game.rules->domain().is_terms()) return {};
  Random random(1);
  return sample_positions(*game.rules, game.rules->examples(), kSamples, random);
}

/// Of two solvers at a time, the one that is checked and the reference.
Budget budget_of_solvers(const Box& box, const Budget& asked) {
  Budget budget = asked;
  budget.memory = asked.memory / 2;
  if (box.size() > budget.memory / sizeof(std::uint32_t))
    asked.check_memory(~std::size_t{0}, "the comparison of tables of this box");
  budget.progress = {};
  return budget;
}

/// Whether the values of some more positions can be found with what is left of a moderate effort.
class ModerateEffort {
 public:
  ModerateEffort(const Game& game, const Budget& budget)
      : rules_(game.rules),
        account_(std::make_shared<MemoryAccount>(budget)),
        budget_(budget),
        search_(rules_, Search::Quantity::grundy, budget, account_),
        graph_(account_),
        options_of_graph_(runs_natively(game, budget) ? kMostOptions : kMostInterpreted) {}

  /// Of the values of the last valid position of a box, and of all below it.
  bool allows(const Box& box) {
    std::uint64_t index = box.size();
    while (index > 0 && !rules_.valid(box.position(index - 1))) --index;
    return index == 0 || allows(box.position(index - 1));
  }

 private:
  bool allows(const Position& position) {
    try {
      if (!loopy_) {
        const Search::Status status = search_.find(position, {kMostPositions, kMostOptions});
        if (status != Search::Status::loopy) return status == Search::Status::found;
        loopy_ = true;
      }
      graph_.add_start(rules_, position);
      return graph_.explore(rules_, budget_, {kMostPositions, options_of_graph_}) != MoveGraph::Status::too_large;
    } catch (const LimitError&) {
      return false;  // one position alone has too many options, or takes too long
    }
  }

  static bool runs_natively(const Game& game, const Budget& budget) {
    budget.check_stop();
    const std::size_t dimensions = sample_box(game, 1).dimensions();
    return game.rules->lifting(dimensions).moves != nullptr || game.rules->flow(dimensions);
  }

  static constexpr std::uint64_t kMostPositions = 20'000;
  static constexpr std::uint64_t kMostOptions = 400'000;
  /// Of a graph of positions whose moves run in the rule's own language: all comparisons together ask for each some ten times.
  static constexpr std::uint64_t kMostInterpreted = 60'000;

  /// Without what a lifted rule does faster: it is what the others are compared with.
  const RulesWithoutClaims rules_;
  std::shared_ptr<MemoryAccount> account_;
  const Budget& budget_;
  Search search_;
  MoveGraph graph_;
  std::uint64_t options_of_graph_;
  bool loopy_ = false;
};

/// A box of at most a thousand positions, and of fewer where the options of the largest are very many, or what lies below
/// it: they may grow fast with the coordinates.
Box box_of_moderate_effort(const Game& game, const Budget& budget) {
  constexpr std::uint64_t kMostPositions = 1000;
  constexpr std::size_t kMostParts = 6000;
  constexpr std::uint64_t kFirst[] = {1, 2, 4, 8};
  ModerateEffort effort(game, budget);
  Box box = sample_box(game, 1);
  for (const std::uint64_t most : kFirst) {
    Box larger = sample_box(game, most);
    if (!effort.allows(larger)) return box;
    box = std::move(larger);
  }
  for (std::uint64_t most = 10; box.size() < kMostPositions; most += most / 4) {
    Box larger = sample_box(game, std::min(most, kMostPositions));
    if (game.rules->valid(larger.high())) {
      Options options(std::make_shared<MemoryAccount>(budget));
      game.rules->options(larger.high(), options);
      if (options.part_count() > kMostParts) break;
    }
    if (!effort.allows(larger)) break;
    box = std::move(larger);
    if (most >= kMostPositions) break;
  }
  return box;
}

}  // namespace

Box verification_box(const Game& game, const Budget& budget) {
  if (game.rules->domain().is_terms()) return {Position{}, Position{}};
  Box box = box_of_moderate_effort(game, budget);
  if (game.rules->play() != Play::normal && some_move_splits(*game.rules, box, {}, budget)) box = sample_box(game, 24);
  return box;
}

std::size_t count_checks(const Game& game, const Budget& budget) {
  return checks_for(game, budget).size() + game.claims.size();
}

Check verify_one(const Game& game, const Box& box, const Budget& asked, std::size_t number) {
  const Budget budget = budget_of_solvers(box, asked);
  const std::vector<Comparison> checks = checks_for(game, budget);
  const std::vector<Position> samples = samples_of(game);
  if (number >= checks.size()) return check_claim(game, game.claims.at(number - checks.size()), box, budget);
  return checks[number](
      Subject{game, box, samples, budget, budget, some_move_splits(*game.rules, box, samples, budget), [](std::uint64_t) {}});
}

std::vector<Check> verify(const Game& game, const Box& box, const Budget& asked,
                          const std::function<void(const Check&)>& done) {
  const Budget budget = budget_of_solvers(box, asked);
  Budget reports = asked;
  std::uint64_t done_of_position = 0;
  std::optional<ProgressTotal> progress;
  const std::vector<Position> samples = samples_of(game);
  const std::uint64_t size = game.rules->domain().is_terms() ? samples.size() : box.size();
  const bool splits = some_move_splits(*game.rules, box, samples, budget);
  const Subject subject{game, box, samples, reports, budget, splits, [&](std::uint64_t cost) {
                          progress->step(done_of_position * size, (done_of_position + cost) * size);
                          done_of_position += cost;
                        }};
  const std::vector<Comparison> comparisons = checks_for(game, budget);
  std::uint64_t cost = game.claims.size() * cost::kClaim;
  for (const Comparison comparison : comparisons) cost += cost_of(comparison, subject);
  progress.emplace(reports, "steps", cost * size);
  std::vector<Check> checks;
  for (const Comparison comparison : comparisons) {
    const std::uint64_t end = done_of_position + cost_of(comparison, subject);
    checks.push_back(comparison(subject));
    done_of_position = end;  // also where there was nothing to compare
    if (done) done(checks.back());
  }
  for (const GameClaim& claim : game.claims) {
    subject.begin_round(cost::kClaim);
    checks.push_back(check_claim(game, claim, box, budget));
    if (done) done(checks.back());
  }
  progress->finish();
  return checks;
}

}  // namespace bouton
