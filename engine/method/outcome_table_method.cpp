// Answers about one position from a table of the outcomes of all below it, where neither a search nor a table of more than
// outcomes would end in time.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/costs.h"
#include "engine/base/errors.h"
#include "engine/base/memory_account.h"
#include "engine/method/method.h"
#include "engine/method/method_parts.h"
#include "engine/method/solvers/listed_options.h"
#include "engine/method/solvers/sum_solver.h"
#include "engine/rules/blocking.h"
#include "engine/rules/rules.h"

namespace bouton {
namespace {

class OutcomeTableMethod final : public AnsweringMethod {
 public:
  explicit OutcomeTableMethod(const MethodParts& parts)
      : AnsweringMethod(parts, Method::outcome_table, Preparation::outcomes), sums_(parts.sums) {}

  bool knows_blocking() const override { return true; }
  Result<Proposal> propose(const Question& question, const ProposedSoFar& known) override;
  bool run(const Question& question, const Effort& allowance) override;
  Outcome outcome(const Component& component) override;
  /// Not told.
  Nimber nimber(const Component&) override { return {}; }
  std::optional<Nimber> nimber_beside(const Component&) override { return std::nullopt; }
  std::optional<std::vector<Outcome>> outcomes(std::size_t game, const Options& options) override;
  /// The moves that win; none are listed, and that is said, where no kernel tells the outcomes of all options at once. Nothing
  /// for other values.
  std::optional<MovesToValue> moves_to_value(const Component& component, const Integer& value, std::size_t at_most) override;

 private:
  /// The last table, for what play goes on to.
  struct Kept {
    std::size_t game;
    Table table;
    Reservation cells;
  };

  bool keeps(const SumPart& part) const;
  const Table* table_with(std::size_t game, const Box& box);

  SumSolver& sums_;
  std::unique_ptr<Kept> kept_;
};

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

std::uint64_t cells_of(PositionView low, PositionView high) {
  double cells = 1;
  for (std::size_t axis = 0; axis < low.size(); ++axis)
    cells *= static_cast<double>(high[axis]) - static_cast<double>(low[axis]) + 1;
  return cells < 1e18 ? static_cast<std::uint64_t>(cells) : std::uint64_t{1} << 60;
}

/// What a table around a position has at most.
constexpr std::uint64_t kMostCellsAround = std::uint64_t{1} << 24;

/// A box around this one that has most of what play goes on to: everything below it, or as much along its longest side as is
/// kept, and somewhat more along the others.
Box widened(const Box& box, const Domain& domain) {
  constexpr Coordinate kMargin = 8;
  Position low = box.low(), high = box.high();
  std::size_t longest = 0;
  for (std::size_t axis = 0; axis < low.size(); ++axis) {
    if (domain.axis(axis).least != kLeastCoordinate) low[axis] = domain.axis(axis).least;
    if (high[axis] - low[axis] > high[longest] - low[longest]) longest = axis;
  }
  for (std::size_t axis = 0; axis < low.size(); ++axis)
    if (axis != longest) high[axis] += std::min(kMargin, domain.axis(axis).greatest - high[axis]);
  if (cells_of(low, high) > kMostCellsAround) {
    const std::uint64_t of_one = cells_of(low, high) / (static_cast<std::uint64_t>(high[longest] - low[longest]) + 1);
    const auto length =
        static_cast<Coordinate>(kMostCellsAround / std::max<std::uint64_t>(1, std::min(of_one, kMostCellsAround)));
    low[longest] = std::max(low[longest], std::min(box.low()[longest], high[longest] - length + 1));
  }
  return cells_of(low, high) > kMostCellsAround ? box : Box(low, high);
}

/// What a table is filled for, for the sake of a position: a wider box, unless little of that lies below the position. Where
/// moves make the one coordinate greater, all that they lead to.
Box filled_for(Kernels& kernels, const Position& position, const Domain& domain) {
  constexpr std::uint64_t kTimes = 8, kFew = std::uint64_t{1} << 12;
  const Box alone(position, position);
  const Box wide = widened(alone, domain);
  const bool is_small = wide.size() <= kFew;
  if (is_small && position.size() > 1) return wide;
  const std::optional<TablePlan>& below = kernels.plan_below(position, ValueKind::remoteness);
  const bool rises = below && position.size() == 1 && below->region.high()[0] > wide.high()[0];
  if (rises && below->region.size() <= kMostCellsAround) return below->region;
  if (is_small) return wide;
  return below && wide.size() > kTimes * below->region.size() + kFew ? alone : wide;
}

/// Methods that tell more come first where they take so many seconds; what a table of what play goes on to may take.
constexpr double kLongForOutcomes = 0.003, kMostSecondsAround = 60;

}  // namespace

Result<Proposal> OutcomeTableMethod::propose(const Question& question, const ProposedSoFar& known) {
  if (question.of != Question::Of::outcome && question.of != Question::Of::winning_moves)
    return Refusal{"such a table is filled for the outcome of a position only"};
  const Component& component = *question.component;
  const std::optional<Position> position = narrow(component.position);
  Kernels* const kernels = sums_.kernels(component.game);
  if (!position || kernels == nullptr || play_as_written(rules(component.game)) == Play::by_position)
    return Refusal{"no kernel tells the outcomes below the position"};
  if (sums_.loopy(component.game)) return Refusal{"the moves have cycles"};
  if (kernels->splits(position->size())) return Refusal{"the moves split positions, whose Grundy values a table tells"};
  const bool kept = keeps({component.game, *position});
  const double moves = seconds_of_winning_moves(question, rules(component.game));
  if (!kept && known.least() < kLongForOutcomes + moves) return Refusal{"methods that tell more take a second at most"};
  const Box alone(*position, *position);
  const Box filled = filled_for(*kernels, *position, rules(component.game).domain());
  Result<TablePlan> plan = kernels->plan(filled, ValueKind::outcome);
  if (!plan) plan = kernels->plan(alone, ValueKind::outcome);
  if (!plan) return plan.refusal();
  return Proposal{.method = Method::outcome_table,
                  .kernel = plan->kernel,
                  .reason = kept ? "a table of outcomes that was filled before holds the position"
                                 : "a table of the outcomes only, since all else below takes long",
                  .work = plan->cost,
                  .cost = {.seconds = moves + (kept ? costs::kTableLookUp : plan->seconds), .bytes = plan->bytes},
                  .shape = plan->shape,
                  .passed_over = plan->passed_over};
}

bool OutcomeTableMethod::run(const Question& question, const Effort&) {
  const Position position = *narrow(question.component->position);
  const Table* const table = table_with(question.component->game, Box(position, position));
  return table != nullptr && table->valid(table->box.index(position));
}

Outcome OutcomeTableMethod::outcome(const Component& component) {
  const Position position = *narrow(component.position);
  const Table* const table = table_with(component.game, Box(position, position));
  return table->outcome(table->box.index(position));
}

/// Whether the table that is kept has a position, and more lies below that than is searched for its remoteness at every step of
/// a play.
bool OutcomeTableMethod::keeps(const SumPart& part) const {
  if (!kept_ || kept_->game != part.game || !kept_->table.box.contains(part.position)) return false;
  Position least;
  for (std::size_t axis = 0; axis < part.position.size(); ++axis) least.push_back(rules(part.game).domain().axis(axis).least);
  return cells_of(least, part.position) > Kernels::kFirstEffort.positions;
}

/// A table that has the outcomes of a box: the one that is kept, or else one that is kept from now on.
const Table* OutcomeTableMethod::table_with(std::size_t game, const Box& box) {
  const auto has = [&](const Table& table) { return table.box.contains(box.low()) && table.box.contains(box.high()); };
  if (kept_ && kept_->game == game && has(kept_->table)) return &kept_->table;
  kept_.reset();
  Kernels& kernels = *sums_.kernels(game);
  const Domain& domain = rules(game).domain();
  for (const Box& tried : {box.size() == 1 ? filled_for(kernels, box.low(), domain) : widened(box, domain), box}) {
    if (bytes_of_cells(tried) > (account()->limit() - account()->used()) / 4 && tried != box) continue;
    const Result<TablePlan> plan = kernels.plan(tried, ValueKind::outcome);
    if (!plan || (tried != box && plan->seconds > kMostSecondsAround)) continue;
    std::optional<Table> table;
    try {
      table = kernels.table(tried, ValueKind::outcome);
    } catch (const RuleError&) {
      if (tried == box) throw;  // what is wrong elsewhere is no matter of this question
    }
    if (!table) continue;
    kept_.reset(new Kept{game, *std::move(table), Reservation(account(), bytes_of_cells(tried))});
    return &kept_->table;
  }
  return nullptr;
}

std::optional<MovesToValue> OutcomeTableMethod::moves_to_value(const Component& component, const Integer& value,
                                                               std::size_t at_most) {
  if (value != 0) return std::nullopt;
  Options all(account());
  rules(component.game).options(*narrow(component.position), all);
  const Options options = all.unique();
  const std::optional<std::vector<Outcome>> outcome = outcomes(component.game, options);
  MovesToValue found;
  found.complete = outcome.has_value();
  for (std::size_t i = 0; outcome && i < options.size(); ++i) {
    if ((*outcome)[i] != Outcome::P) continue;
    found.complete = found.moves.size() < at_most;
    if (!found.complete) break;
    found.moves.push_back({std::string(rules(component.game).label_name(options[i].label())), {widen(options[i][0])}});
  }
  return found;
}

std::optional<std::vector<Outcome>> OutcomeTableMethod::outcomes(std::size_t game, const Options& options) {
  std::vector<Outcome> found;
  if (options.size() == 0) return found;
  const Table* const table = table_with(game, hull(options));
  if (table == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < options.size(); ++i) {
    budget().check_stop();
    found.push_back(table->outcome(table->box.index(options[i][0])));
  }
  return found;
}

void add_outcome_table(const MethodParts& parts, MethodList& methods) {
  if (parts.allowed.kernels) methods.push_back(std::make_unique<OutcomeTableMethod>(parts));
}

}  // namespace bouton
