#include "engine/method/solvers/kernels.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/table/sinks/blocks.h"
#include "engine/table/sinks/p_positions.h"
#include "engine/table/sinks/stripes.h"
#include "engine/table/sinks/whole_table.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMostRegionCells = std::uint64_t{1} << 28;

/// The positions none of whose coordinates is greater; nothing where they are too many for a table.
std::optional<Box> corner_of(const Domain& domain, PositionView position) {
  Position low;
  double size = 1;
  for (std::size_t i = 0; i < position.size(); ++i) {
    low.push_back(domain.axis(i).least);
    size *= static_cast<double>(position[i]) - static_cast<double>(low[i]) + 1;
  }
  if (size > static_cast<double>(kMostRegionCells)) return std::nullopt;
  return Box(std::move(low), Position(position));
}

}  // namespace

/// With programs that live as long as the rules; refused where the rules are neither kind of program.
Result<TableProblem> Kernels::problem(const Box& box, ValueKind kind) const {
  if (kind == ValueKind::suspense) return Refusal{"no kernel tells suspense numbers"};
  const Lifting lifting = moves_.lifting(box.dimensions());
  if (!lifting.valid_refusal.empty()) return Refusal{lifting.valid_refusal};
  TableProblem problem;
  problem.moves = lifting.moves;
  problem.flow = [&rules = moves_, dimensions = box.dimensions()] { return rules.flow(dimensions); };
  problem.native_code = budget_.native_code;
  problem.valid = lifting.valid;
  problem.domain = &rules_.domain();
  problem.play = moves_.play();
  problem.blocking = rules_.blocking();
  if (moves_.play() == Play::by_position)
    problem.terminal = [this](PositionView position) { return rules_.terminal_outcome(position); };
  problem.box = box;
  problem.kind = kind;
  problem.threads = budget_.threads;
  problem.only = only_;
  return problem;
}

bool Kernels::splits(std::size_t dimensions) const {
  if (const MoveProgram* const moves = moves_.lifting(dimensions).moves) return has_kind(moves->body, Statement::Kind::split);
  const Result<const FlowProgram*> flow = moves_.flow(dimensions);
  return flow && has_splits(**flow);
}

const Kernels::Analysed& Kernels::analyse(const Box& box, ValueKind kind, bool positions_only) {
  if (analysed_ && analysed_->problem.box == box && analysed_->problem.kind == kind &&
      analysed_->problem.positions_only == positions_only)
    return *analysed_;
  Result<TableProblem> found = problem(box, kind);
  if (!found) {
    TableProblem nothing;
    nothing.box = box;
    nothing.kind = kind;
    nothing.positions_only = positions_only;
    return analysed_.emplace(Analysed{std::move(nothing), found.refusal()});
  }
  found->positions_only = positions_only;
  Result<TableAnalysis> analysis = analyse_table(*found);
  // What keeps the rule from the faster ways says more than what kept this one from being taken.
  if (!analysis && found->moves == nullptr && !only_) {
    const std::string& why = moves_.lifting(box.dimensions()).refusal;
    if (!why.empty()) analysis = Refusal{why};
  }
  return analysed_.emplace(Analysed{*std::move(found), std::move(analysis)});
}

Budget Kernels::remaining() const {
  Budget budget = budget_;
  budget.memory = account_->limit() - account_->used();
  return budget;
}

Result<TablePlan> Kernels::plan(const Box& box, ValueKind kind, bool positions_only) {
  const Result<TableAnalysis>& analysis = analyse(box, kind, positions_only).analysis;
  if (!analysis) return analysis.refusal();
  const TablePlan& plan = analysis->plan;
  if (plan.bytes > remaining().memory)
    return Refusal{fmt::format("the table takes {}, more than the {} there are", format_bytes(plan.bytes),
                               format_bytes(remaining().memory))};
  return plan;
}

Result<TablePlan> Kernels::plan_stripes(const Box& box, ValueKind kind, Striping striping) {
  if (striping == Striping::whole) return Refusal{"the whole table is asked for"};
  const Result<TableAnalysis>& analysis = analyse(box, kind, false).analysis;
  if (!analysis) return analysis.refusal();
  TablePlan plan = analysis->plan;
  if (!plan.stripes) return plan.stripes.refusal();
  const std::size_t memory = remaining().memory;
  constexpr std::size_t kShareOfTables = 8;
  if (striping == Striping::to_save_memory && kind != ValueKind::outcome && plan.bytes <= memory / kShareOfTables)
    return Refusal{"a table takes little memory"};
  if (plan.stripes->bytes > memory)
    return Refusal{fmt::format("what later stripes need takes {}, more than the {} there are",
                               format_bytes(plan.stripes->bytes), format_bytes(memory))};
  plan.bytes = plan.stripes->bytes;
  return plan;
}

bool Kernels::stream(const Box& box, ValueKind kind, Striping striping, ValueSink& sink) {
  const bool striped = plan_stripes(box, kind, striping).has_value();
  if (!striped && (striping != Striping::to_save_memory || !plan(box, kind))) return false;
  const Analysed& question = analyse(box, kind, false);
  if (striped) return stream_table(question.problem, *question.analysis, remaining(), sink).has_value();
  return is_filled_by_rows(question.problem, *question.analysis) &&
         fill_table(question.problem, *question.analysis, remaining(), sink).has_value();
}

std::optional<Division> Kernels::division(const Box& box, ValueKind kind) {
  const Analysed& question = analyse(box, kind, false);
  if (!question.analysis || !question.analysis->plan.stripes) return std::nullopt;
  const Division division = division_of(question.problem, *question.analysis);
  // Of slabs each rank finds out for itself whether its own fits.
  if (division == Division::parts && question.analysis->plan.stripes->bytes > remaining().memory) return std::nullopt;
  return division;
}

bool Kernels::solve_block(const Box& box, ValueKind kind, Ranks& ranks, BlockSink& sink) {
  const Analysed& question = analyse(box, kind, false);
  return bouton::solve_block(question.problem, *question.analysis, remaining(), ranks, sink).has_value();
}

std::optional<Table> Kernels::table(const Box& box, ValueKind kind) {
  if (!plan(box, kind)) return std::nullopt;
  return solve(box, kind);
}

/// For a box that has a plan.
std::optional<Table> Kernels::solve(const Box& box, ValueKind kind) {
  const Analysed& question = analyse(box, kind, false);
  Result<Table> solved = solve_table(question.problem, *question.analysis, remaining());
  if (!solved) return std::nullopt;
  return *std::move(solved);
}

std::optional<std::uint64_t> Kernels::positions(const Box& box, const std::function<void(PositionView)>& visit,
                                                ResumableRun* resumable) {
  if (!plan(box, ValueKind::outcome, true)) return std::nullopt;
  const Analysed& question = analyse(box, ValueKind::outcome, true);
  const Result<std::uint64_t> solved = visit_p_positions(question.problem, *question.analysis, remaining(), visit, resumable);
  if (!solved) return std::nullopt;
  return *solved;
}

const std::optional<TablePlan>& Kernels::plan_below(PositionView position, ValueKind kind) {
  if (!below_ || below_->kind != kind || !std::ranges::equal(below_->position, position))
    below_ = {Position(position), kind, refused_ ? std::nullopt : find_plan_below(position, kind)};
  return below_->plan;
}

std::optional<TablePlan> Kernels::find_plan_below(PositionView position, ValueKind kind) {
  const auto none = [this](std::string why) {
    why_none_below_ = std::move(why);
    return std::nullopt;
  };
  Result<TablePlan> below = plan(Box(Position(position), Position(position)), kind);
  if (!below) {
    // Options may go up as well as down, so that no box closes; what they leave the corner by is solved one by one.
    const std::optional<Box> corner = corner_of(rules_.domain(), position);
    Result<TablePlan> of_corner = corner ? plan(*corner, kind) : Result<TablePlan>(below.refusal());
    if (!of_corner) return none(below.reason());
    below = std::move(of_corner);
  }
  const Box& region = below->region;
  if (region.dimensions() != position.size()) return none("what lies below is not a box of such positions");
  if (region.size() > kMostRegionCells) return none(fmt::format("{} positions lie below, too many for a table", region.size()));
  Result<TablePlan> whole = plan(region, kind);
  if (!whole) return none(whole.reason());
  whole->region = region;
  return *std::move(whole);
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
    why_none_below_ = "the kernel refused: the rule may raise an error below";
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
