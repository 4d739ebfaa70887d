#include "engine/plan/ways/searched_way.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// Heaps up to this have their remoteness searched for, where moves split them.
constexpr std::int64_t kSearchedSplits = 1000;

constexpr const char* kSearchCost = "the options of every position once; some 30 bytes a position";
constexpr const char* kGraphCost = "the options of every position once; some 60 bytes a position and 8 an option";

ValueKind kind_below(const Question& question) {
  return question.of == Question::Of::grundy ? ValueKind::grundy : ValueKind::remoteness;
}

}  // namespace

SearchedWay::SearchedWay(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, HeapSolver& heaps,
                         const Budget& budget)
    : AnsweringWay(budget), games_(std::move(games)), sums_(sums), heaps_(heaps) {}

/// By a bound on the number of positions with no greater coordinates.
bool SearchedWay::is_worth_searching(const Component& component) {
  const std::optional<Position> found = narrow(component.position);
  if (!found) return false;
  const Position& position = *found;
  const Rules& rules = *games_[component.game];
  std::uint64_t below = 1;
  if (const CellShape* const shape = rules.domain().shape()) {
    for (std::size_t i = 0; i < position.size() && below <= kEffortBeside.positions; ++i) below *= shape->states.size();
    return below <= kEffortBeside.positions;
  }
  for (std::size_t i = 0; i < position.size(); ++i) {
    const auto length = static_cast<std::uint64_t>(position[i]) - static_cast<std::uint64_t>(rules.domain().axis(i).least) + 1;
    if (length == 0 || length > kEffortBeside.positions) return false;
    below *= length;
    if (below > kEffortBeside.positions) return false;
  }
  const bool splits = heaps_.applies(component.game) && heaps_.description(component.game).most_heaps().value_or(2) >= 2;
  return !splits || position[0] <= kSearchedSplits;
}

Result<Offer> SearchedWay::offer(const Question& question) {
  if (question.of == Question::Of::sum) return offer_sum(*question.components);
  if (question.of_box()) {
    const bool graph = sums_.loopy(0);
    Kernels* const kernels = sums_.kernels();
    if (kernels == nullptr || graph) return Offer{graph ? Way::graph : Way::search};
    if (kernels->plan_stripes(*question.box, question.kind, question.striping)) return Offer{Way::table};
    const Result<TablePlan> plan = kernels->plan(*question.box, question.kind, question.of == Question::Of::positions);
    return Offer{plan ? Way::table : Way::search};
  }
  const Component& component = *question.component;
  const Rules& rules = *games_[component.game];
  if (question.of == Question::Of::grundy && rules.play() != Play::normal)
    return Refusal{"Grundy values exist under normal play only"};
  const std::optional<Position> position = narrow(component.position);
  if (!position) return Refusal{"coordinates beyond 64 bits take a formula"};
  const SumPart part{component.game, *position};
  if (question.of == Question::Of::grundy) return Offer{sums_.choose_for_nimber(part)};
  if (sums_.splits(component.game) && rules.play() == Play::by_position)
    return Refusal{"the last position says who has won, and moves split the game"};
  return Offer{sums_.choose({part})};
}

Result<Offer> SearchedWay::offer_sum(const Sum& sum) {
  SumSolver::Parts parts;
  for (const Component& component : sum) {
    const std::optional<Position> position = narrow(component.position);
    if (!position) return Refusal{"coordinates beyond 64 bits take a formula"};
    parts.push_back({component.game, *position});
  }
  return Offer{sums_.choose(parts)};
}

Description SearchedWay::describe(const Question& question) {
  if (question.of_box()) return describe_box(question);
  const Way way = offer(question)->way;
  if (way == Way::table) return describe_table_below(question);
  const bool graph = way == Way::graph;
  Description description{{}, graph ? "the moves have cycles" : "the moves have no cycles", graph ? kGraphCost : kSearchCost};
  const std::size_t game = question.of == Question::Of::sum ? question.components->front().game : question.component->game;
  if (question.of == Question::Of::sum && games_[game]->play() == Play::misere) {
    description.reason = way == Way::misere_quotient
                             ? "a search of the sum as one position is too much; the misère quotient of what it can become"
                             : "under misère play a sum is solved as one position";
    if (way == Way::misere_quotient) description.cost = "for every position of a component one check of the quotient";
    return description;
  }
  if (question.of == Question::Of::sum) {
    description.reason = "Grundy values add up; " + description.reason;
  } else if (question.of == Question::Of::grundy) {
    if (graph) description.reason += ", so there are loopy nimbers";
  } else if (sums_.splits(game)) {
    description.reason += "; positions are sums of what the splits leave";
  }
  return description;
}

/// A table for the sake of one position, which has too many below it to be searched.
Description SearchedWay::describe_table_below(const Question& question) {
  const Position position = *narrow(question.component->position);
  const std::optional<TablePlan>& plan = sums_.kernels(question.component->game)->plan_below(position, kind_below(question));
  Description description{{}, "the moves have no cycles, and a table holds the position", "a look-up"};
  if (!plan) return description;
  description.detail = name(plan->kernel);
  description.reason = fmt::format(
      "the moves have no cycles, and more lie below than can be searched as fast as a table is filled: all up to {} at once",
      to_string(plan->region.high()));
  description.cost = cost_of(*plan);
  return description;
}

Description SearchedWay::describe_box(const Question& question) {
  const Box& box = *question.box;
  Refusal refusal{"tables are turned off", 0};
  if (Kernels* const kernels = sums_.kernels()) {
    if (const Result<TablePlan> plan = kernels->plan_stripes(box, question.kind, question.striping))
      return {.detail = std::string(name(plan->kernel)),
              .reason = plan->method + "; each stripe is handed out when it is done",
              .cost = cost_of(*plan),
              .shape = plan->shape,
              .passed_over = plan->passed_over,
              .in_stripes = true};
    const Result<TablePlan> plan = kernels->plan(box, question.kind, question.of == Question::Of::positions);
    if (plan) return {std::string(name(plan->kernel)), plan->method, cost_of(*plan), plan->shape, plan->passed_over};
    refusal = plan.refusal();
  }
  return {{},
          fmt::format("every position once, what is known is kept; no table at once: {}{}", refusal.reason,
                      refusal.line > 0 ? fmt::format(" (line {})", refusal.line) : ""),
          fmt::format("{} positions, {} or more", box.size(), format_bytes(box.size() * 8))};
}

std::optional<Outcome> SearchedWay::outcome(const Component& component) {
  const SumSolver::Parts parts = {{component.game, *narrow(component.position)}};
  const Outcome outcome = sums_.outcome(parts);
  answered_ = sums_.choose(parts);
  return outcome;
}

std::optional<Nimber> SearchedWay::nimber(const Component& component) {
  const SumPart part{component.game, *narrow(component.position)};
  const Nimber nimber = sums_.nimber(part);
  answered_ = sums_.choose_for_nimber(part);
  return nimber;
}

std::optional<Table> SearchedWay::table(const Box& box, ValueKind kind) {
  answered_ = Way::table;
  if (Kernels* const kernels = sums_.kernels())
    if (std::optional<Table> solved = kernels->table(box, kind)) return solved;
  Table table = sums_.table(box, kind);
  answered_ = sums_.loopy(0) ? Way::graph : Way::search;
  return table;
}

std::optional<bool> SearchedWay::stream(const Question& question, StripeSink& sink) {
  answered_ = Way::table;
  Kernels* const kernels = sums_.kernels();
  return kernels != nullptr && kernels->stream(*question.box, question.kind, question.striping, sink);
}

std::optional<std::uint64_t> SearchedWay::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                    Course* course) {
  answered_ = Way::table;
  if (Kernels* const kernels = sums_.kernels())
    if (const std::optional<std::uint64_t> count = kernels->positions(box, visit, course)) return count;
  return AnsweringWay::positions(box, visit, course);
}

}  // namespace bouton
