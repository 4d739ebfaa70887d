#include "engine/plan/ways/kernels.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {
namespace {

/// What a table for the sake of one position may cost.
constexpr double kMostSeconds = 60;
constexpr std::uint64_t kMostRegionCells = std::uint64_t{1} << 28;

}  // namespace

std::variant<TableProblem, Refusal> table_problem(const Rules& rules, const Box& box, ValueKind kind) {
  const Lifting lifting = rules.lifting(box.dimensions());
  if (lifting.moves == nullptr)
    return Refusal{lifting.refusal.empty() ? "the moves are not known as a program" : lifting.refusal};
  if (!lifting.valid_refusal.empty()) return Refusal{lifting.valid_refusal};
  TableProblem problem;
  problem.moves = lifting.moves;
  problem.valid = lifting.valid;
  problem.domain = &rules.domain();
  problem.play = rules.play();
  if (rules.play() == Play::by_position)
    problem.terminal = [&rules](PositionView position) { return rules.terminal_outcome(position); };
  problem.box = box;
  problem.kind = kind;
  return problem;
}

Budget Kernels::remaining() const {
  Budget budget = budget_;
  budget.memory = account_->limit() - account_->used();
  return budget;
}

std::variant<TablePlan, Refusal> Kernels::plan(const Box& box, ValueKind kind, bool positions_only) const {
  auto problem = table_problem(rules_, box, kind);
  if (auto* refusal = std::get_if<Refusal>(&problem)) return std::move(*refusal);
  std::get<TableProblem>(problem).positions_only = positions_only;
  auto plan = plan_table(std::get<TableProblem>(problem));
  if (const auto* found = std::get_if<TablePlan>(&plan); found != nullptr && found->bytes > remaining().memory)
    return Refusal{fmt::format("the table takes {}, more than the {} there are", format_bytes(found->bytes),
                               format_bytes(remaining().memory))};
  return plan;
}

std::optional<Table> Kernels::table(const Box& box, ValueKind kind) const {
  if (std::holds_alternative<Refusal>(plan(box, kind))) return std::nullopt;
  return solve(box, kind);
}

/// For a box that has a plan.
std::optional<Table> Kernels::solve(const Box& box, ValueKind kind) const {
  auto solved = solve_table(std::get<TableProblem>(table_problem(rules_, box, kind)), remaining());
  if (std::holds_alternative<Refusal>(solved)) return std::nullopt;
  return std::get<Table>(std::move(solved));
}

std::optional<std::uint64_t> Kernels::positions(const Box& box, const std::function<void(PositionView)>& visit) const {
  if (std::holds_alternative<Refusal>(plan(box, ValueKind::outcome, true))) return std::nullopt;
  const auto solved =
      visit_p_positions(std::get<TableProblem>(table_problem(rules_, box, ValueKind::outcome)), remaining(), visit);
  if (std::holds_alternative<Refusal>(solved)) return std::nullopt;
  return std::get<std::uint64_t>(solved);
}

const std::optional<TablePlan>& Kernels::plan_below(PositionView position, ValueKind kind) {
  if (!below_ || below_->kind != kind || !std::ranges::equal(below_->position, position))
    below_ = {Position(position), kind, refused_ ? std::nullopt : find_plan_below(position, kind)};
  return below_->plan;
}

std::optional<TablePlan> Kernels::find_plan_below(PositionView position, ValueKind kind) const {
  const auto below = plan(Box(Position(position), Position(position)), kind);
  if (std::holds_alternative<Refusal>(below)) return std::nullopt;
  const Box& region = std::get<TablePlan>(below).region;
  if (region.dimensions() != position.size() || region.size() > kMostRegionCells) return std::nullopt;
  auto whole = plan(region, kind);
  if (std::holds_alternative<Refusal>(whole) || std::get<TablePlan>(whole).seconds > kMostSeconds) return std::nullopt;
  std::get<TablePlan>(whole).region = region;
  return std::get<TablePlan>(std::move(whole));
}

const Table* Kernels::table_below(PositionView position, ValueKind kind) {
  std::unique_ptr<Kept>& kept = kind == ValueKind::grundy ? grundy_ : remoteness_;
  if (keeps(position, kind)) return &kept->table;
  const std::optional<TablePlan>& below = plan_below(position, kind);
  if (!below) return nullptr;
  kept.reset();
  std::optional<Table> solved = solve(below->region, kind);
  if (!solved) {
    refused_ = true;
    below_.reset();
    return nullptr;
  }
  const std::size_t bytes = solved->cells.size() * sizeof(std::uint32_t);
  kept.reset(new Kept{*std::move(solved), Reservation(account_, bytes)});
  return &kept->table;
}

std::optional<PackedOutcome> Kernels::outcome(PositionView position) {
  const Table* const table = table_below(position, ValueKind::remoteness);
  if (table == nullptr) return std::nullopt;
  const std::uint64_t index = table->box.index(position);
  if (!table->valid(index)) return std::nullopt;
  const std::optional<Remoteness> remoteness = table->remoteness(index);
  if (!remoteness) return std::nullopt;
  // The player who wins makes the last move under normal play, and does not under misère play.
  const bool next_player_wins = (*remoteness % 2 == 1) == (rules_.play() == Play::normal);
  return PackedOutcome(next_player_wins ? Outcome::N : Outcome::P, *remoteness);
}

std::optional<Grundy> Kernels::grundy(PositionView position) {
  const Table* const table = table_below(position, ValueKind::grundy);
  if (table == nullptr) return std::nullopt;
  const std::uint64_t index = table->box.index(position);
  if (!table->valid(index) || table->cells[index] == Table::kInfinite) return std::nullopt;
  return Grundy{table->cells[index]};
}

}  // namespace bouton
