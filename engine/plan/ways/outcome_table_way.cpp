#include "engine/plan/ways/outcome_table_way.h"

#include <algorithm>

namespace bouton {
namespace {

/// The least box that has all these positions.
Box hull(const Options& options) {
  Position low(options[0][0]);
  Position high = low;
  for (std::size_t i = 1; i < options.size(); ++i)
    for (std::size_t axis = 0; axis < low.size(); ++axis) {
      low[axis] = std::min(low[axis], options[i][0][axis]);
      high[axis] = std::max(high[axis], options[i][0][axis]);
    }
  return Box(low, high);
}

}  // namespace

OutcomeTableWay::OutcomeTableWay(std::vector<std::shared_ptr<const Rules>> games, SumSolver& sums, const Budget& budget,
                                 std::shared_ptr<MemoryAccount> account)
    : AnsweringWay(budget), games_(std::move(games)), sums_(sums), account_(std::move(account)) {}

Result<Offer> OutcomeTableWay::offer(const Question& question) {
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves)
    return Refusal{"such a table is filled for the outcome of a position only"};
  const Component& component = *question.component;
  const std::optional<Position> position = narrow(component.position);
  Kernels* const kernels = sums_.kernels(component.game);
  if (!position || kernels == nullptr || games_[component.game]->play() == Play::by_position)
    return Refusal{"no kernel tells the outcomes below the position"};
  const SumPart part{component.game, *position};
  const bool known = long_ && long_->game == part.game && long_->position == part.position;
  if (!known && !sums_.takes_long(part, kEffortBeside))
    return Refusal{"a search, or a table of more than outcomes, takes a second at most"};
  long_ = part;
  const Result<TablePlan> plan = kernels->plan(Box(*position, *position), ValueKind::outcome);
  if (!plan || plan->seconds > Kernels::kMostSeconds) return Refusal{"no kernel tells the outcomes below the position in time"};
  return Offer{Way::table};
}

Description OutcomeTableWay::describe(const Question& question) {
  Kernels& kernels = *sums_.kernels(question.component->game);
  const Position position = *narrow(question.component->position);
  const Result<TablePlan> plan = kernels.plan(Box(position, position), ValueKind::outcome);
  Description description{{}, "all below would take too long to search; a table holds their outcomes only", "a look-up"};
  if (!plan) return description;
  description.detail = name(plan->kernel);
  description.cost = cost_of(*plan);
  return description;
}

std::optional<Outcome> OutcomeTableWay::outcome(const Component& component) {
  const Position position = *narrow(component.position);
  const std::optional<Table> table = sums_.kernels(component.game)->table(Box(position, position), ValueKind::outcome);
  if (!table || !table->valid(0)) return std::nullopt;
  return table->outcome(0);
}

std::optional<MovesToValue> OutcomeTableWay::moves_to_value(const Component& component, const Integer& value,
                                                            std::size_t at_most) {
  if (value != 0) return std::nullopt;
  Options all(account_);
  games_[component.game]->options(*narrow(component.position), all);
  const Options options = all.unique();
  const std::optional<std::vector<Outcome>> outcome = outcomes(component.game, options);
  MovesToValue found;
  found.complete = outcome.has_value();
  for (std::size_t i = 0; outcome && i < options.size(); ++i) {
    if ((*outcome)[i] != Outcome::P) continue;
    found.complete = found.moves.size() < at_most;
    if (!found.complete) break;
    found.moves.push_back({std::string(games_[component.game]->label_name(options[i].label())), {widen(options[i][0])}});
  }
  return found;
}

std::optional<std::vector<Outcome>> OutcomeTableWay::outcomes(std::size_t game, const Options& options) {
  std::vector<Outcome> found;
  if (options.size() == 0) return found;
  const std::optional<Table> table = sums_.kernels(game)->table(hull(options), ValueKind::outcome);
  if (!table) return std::nullopt;
  for (std::size_t i = 0; i < options.size(); ++i) {
    budget().check_stop();
    found.push_back(table->outcome(table->box.index(options[i][0])));
  }
  return found;
}

}  // namespace bouton
