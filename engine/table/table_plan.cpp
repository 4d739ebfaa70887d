#include "engine/table/table_plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/costs.h"
#include "engine/base/memory_account.h"
#include "engine/program/analysis/affine.h"
#include "engine/program/analysis/move_families.h"
#include "engine/program/analysis/option_count.h"
#include "engine/program/analysis/plain_loops.h"
#include "engine/program/analysis/traps.h"
#include "engine/table/batch/batch_probe.h"
#include "engine/table/batch/solved_region.h"
#include "engine/table/components/component_values.h"
#include "engine/table/find_steps.h"
#include "engine/table/marking/marking.h"
#include "engine/table/native/native_table.h"
#include "engine/table/native/position_order.h"
#include "engine/table/rays/ray_grundy.h"
#include "engine/table/rays/ray_lines.h"
#include "engine/table/rays/ray_outcomes.h"
#include "engine/table/rays/sparse_rows.h"
#include "engine/table/row_shifts/row_shifts.h"
#include "engine/table/row_shifts/shift_values.h"
#include "engine/table/steps/step_values.h"
#include "engine/table/thresholds/threshold_table.h"

namespace bouton {
namespace {

/// Moves of a row are taken to be so many, where nobody has counted them.
constexpr double kThresholdMoves = 24;
/// What making machine code takes, more or less, and how many positions are not worth it.
constexpr double kWorthCompiling = 1e-3;
/// How much less than another kernel's the estimate of the native one is to be.
constexpr double kClearly = 0.9;
/// Estimates of the batch interpreter up to it are left as they are.
constexpr double kWorthProbing = 2e-3;
constexpr std::uint64_t kFewPositions = 256, kFewOfComponents = std::uint64_t{1} << 13;
constexpr std::uint64_t kMostBesideStripes = std::uint64_t{1} << 24;

std::string listed(const std::vector<std::int64_t>& numbers) { return fmt::format("({})", fmt::join(numbers, ", ")); }

std::string describe(const RayFamily& ray) {
  std::string text = listed(ray.is_single() ? ray.offset : ray.step);
  if (ray.is_single()) return text + " once";
  if (ray.offset != ray.step) text += " from " + listed(ray.offset);
  if (ray.most) text += fmt::format(", at most {}", *ray.most);
  if (!ray.guards.empty()) text += ", guarded";
  return text;
}

std::string describe(const Rays& rays) {
  std::vector<std::string> parts;
  for (const RayFamily& ray : rays.families) {
    if (parts.size() == 8) {
      parts.push_back("...");
      break;
    }
    parts.push_back(describe(ray));
  }
  return fmt::format("rays {}", fmt::join(parts, "; "));
}

std::string describe(const StepSet& set) {
  constexpr std::size_t kNamed = 8;
  std::vector<std::string> parts;
  for (const Position& step : set.steps) {
    if (parts.size() == kNamed) {
      parts.push_back(fmt::format("... ({} in all)", set.steps.size()));
      break;
    }
    parts.push_back(fmt::format("({})", fmt::join(step, ", ")));
  }
  return fmt::format("steps {}", fmt::join(parts, ", "));
}

/// Whether a guard, evaluated at every position of the box, might divide by 0 or look for an element that is not there.
bool may_trap(const MoveProgram& program, const std::vector<Guard>& guards, const Box& box) {
  if (guards.empty()) return false;
  const MoveProgram predicate = guard_program(program, guards);
  const Ranges known = ranges(predicate, intervals(box));
  for (ExpressionId id = 0; id < predicate.expressions.size(); ++id)
    if (may_trap(predicate, id, known)) return true;
  return false;
}

/// Whether something is divided by something that is not a constant.
bool divides(const MoveProgram& program) {
  return std::ranges::any_of(program.expressions, [&](const Expression& e) {
    return (e.op == Op::floor_div || e.op == Op::floor_mod) && program[e.b].op != Op::constant;
  });
}

/// Whether a ray is one step within a row.
bool steps_in_row(const BoxRay& ray) {
  return ray.single && std::all_of(ray.offset.begin(), ray.offset.end() - 1, [](Coordinate step) { return step == 0; });
}

/// Whether the options of neighbouring positions of a row are not neighbours themselves, for some move of the block: (b, a -
/// t).
bool leads_apart(const MoveProgram& program, const Block& block, const Position& step) {
  return std::ranges::any_of(block, [&](const Statement& statement) {
    if (statement.kind == Statement::Kind::option && statement.to[0].size() != step.size()) return true;
    if (statement.kind == Statement::Kind::option)
      for (std::size_t i = 0; i < step.size(); ++i) {
        std::int64_t change = 0;
        for (const auto& [atom, factor] : affine(program, statement.to[0][i]).terms) {
          if (program[atom].op == Op::coordinate) change += factor * step[static_cast<std::size_t>(program[atom].value)];
          else if (program[atom].op != Op::variable) return true;
        }
        if (change != step[i]) return true;
      }
    return leads_apart(program, statement.body, step) || leads_apart(program, statement.otherwise, step);
  });
}

class Planner {
 public:
  explicit Planner(const TableProblem& problem) : problem_(problem) {}

  Result<TableAnalysis> run(KernelChoice choice) {
    if (problem_.blocking > 0) {
      if (auto refusal = plan_blocking(choice)) return *std::move(refusal);
      return std::move(analysis_);
    }
    std::optional<Refusal> no_program = plan_program(choice);
    if (choice == KernelChoice::any && wants(TableKernel::components)) {
      if (auto refusal = try_components(no_program.has_value())) {
        if (wants_only(TableKernel::components)) return *std::move(refusal);
      } else {
        no_program.reset();
        if (is_by_values()) return std::move(analysis_);
      }
    }
    if (choice == KernelChoice::any && wants(TableKernel::steps)) {
      if (auto refusal = try_steps(no_program.has_value())) {
        if (is_without_shape(no_program.has_value())) pass("steps", *refusal);
      } else {
        no_program.reset();
      }
      if (wants_only(TableKernel::steps) && !analysis_.steps) return kernel_refusal();
    }
    if (may_be_native(choice, no_program.has_value())) {
      const Result<TableAnalysis>& native = native_plan(no_program.has_value());
      if (native && (no_program || problem_.only || native->plan.seconds < kClearly * analysis_.plan.seconds)) return native;
      if (!native && wants_only(TableKernel::native)) return native;
      if (!native) pass("native", native.refusal());
    }
    if (no_program) return *no_program;
    return std::move(analysis_);
  }

 private:
  /// Whether what was planned, if anything, is for rules of no particular shape, so that it is of use to say what would be
  /// faster.
  bool is_without_shape(bool no_program) const {
    return no_program || analysis_.plan.kernel == TableKernel::batch || analysis_.plan.kernel == TableKernel::marking;
  }

  /// The plan for a kernel that needs the moves as a program; refused where there is none.
  std::optional<Refusal> plan_program(KernelChoice choice) {
    if (problem_.moves == nullptr) return Refusal{"the moves are not known as a program"};
    if (problem_.moves->dimensions == 0) return Refusal{"positions have no coordinates"};
    if (has_kind(problem_.moves->body, Statement::Kind::split)) return Refusal{"a move splits the position"};
    if (problem_.kind == ValueKind::grundy && problem_.play != Play::normal)
      return Refusal{"Grundy values are those of normal play"};

    auto region = find_region(*problem_.moves, *problem_.domain, problem_.box);
    std::optional<Refusal> no_region;
    if (region) {
      analysis_.region = *std::move(region);
      analysis_.plan.region = analysis_.region->box;
    } else {
      no_region = region.refusal();
    }
    if (auto refusal = check_valid()) return *refusal;
    if (choice == KernelChoice::any && try_shapes()) return std::nullopt;
    if (wants_only(TableKernel::steps) || wants_only(TableKernel::components)) return Refusal{};
    if (!wants(TableKernel::batch)) return kernel_refusal();
    if (no_region) return *no_region;
    if (!order()) return order().refusal();
    if (problem_.play == Play::by_position && (!problem_.terminal || problem_.kind == ValueKind::remoteness))
      return Refusal{"the terminal position decides who wins"};
    analysis_.order = *order();
    plan_batch();
    return std::nullopt;
  }

  /// Where options are forbidden, P-positions are counted by what reaches them; other kernels take every option for one that
  /// can be taken.
  std::optional<Refusal> plan_blocking(KernelChoice choice) {
    if (choice != KernelChoice::any || !wants(TableKernel::marking)) return Refusal{"only marking counts P-positions"};
    if (problem_.kind != ValueKind::outcome) return Refusal{"marking tells outcomes only"};
    if (problem_.moves == nullptr) return Refusal{"the moves are not known as a program"};
    if (problem_.moves->dimensions == 0) return Refusal{"positions have no coordinates"};
    if (problem_.blocking > kMostCounted) return Refusal{fmt::format("marking counts to {}", kMostCounted)};
    if (has_kind(problem_.moves->body, Statement::Kind::split)) return Refusal{"a move splits the position"};
    auto region = find_region(*problem_.moves, *problem_.domain, problem_.box);
    if (!region) return region.refusal();
    analysis_.region = *std::move(region);
    if (auto refusal = check_valid()) return refusal;
    auto families = move_families(*problem_.moves);
    if (!families) return families.refusal();
    families_ = *std::move(families);
    count_up(*families_);
    if (try_marking(false)) return std::nullopt;
    return kernel_refusal();
  }

  bool try_shapes() {
    auto families = move_families(*problem_.moves);
    if (!families) {
      pass("rays, thresholds, row shifts and marking", families.refusal());
      return false;
    }
    families_ = *std::move(families);
    count_up(*families_);
    if ((wants(TableKernel::rays) && try_rays()) || (wants(TableKernel::thresholds) && try_thresholds())) return true;
    const bool shifts = wants(TableKernel::row_shifts) && try_row_shifts();
    return (wants(TableKernel::marking) && try_marking(shifts)) || (shifts && !is_for_batch());
  }

  /// Whether the native kernel is worth a look: the batch interpreter, marks and guarded rays may take longer; but code for a
  /// table of a few milliseconds takes as long to make.
  bool may_be_native(KernelChoice choice, bool no_program) const {
    if (choice != KernelChoice::any || !wants(TableKernel::native) || !problem_.flow) return false;
    if (no_program || problem_.only) return true;
    if (analysis_.plan.seconds <= kWorthCompiling || analysis_.components) return false;
    if (analysis_.plan.kernel == TableKernel::batch) return true;
    // Side by side nothing is as fast; along one axis options may have to be entered one by one.
    if (analysis_.plan.kernel == TableKernel::steps) return analysis_.steps->one_axis();
    // These have stripes where memory is short.
    if (analysis_.plan.region.size() > kMostBesideStripes) return false;
    if (analysis_.plan.kernel == TableKernel::marking) return true;
    return analysis_.plan.kernel == TableKernel::rays && has_guarded_rays();
  }
  bool has_guarded_rays() const {
    return std::ranges::any_of(analysis_.rays->families, [](const RayFamily& ray) { return !ray.guards.empty(); });
  }

  bool wants(TableKernel kernel) const { return !problem_.only || wants_only(kernel); }
  bool wants_only(TableKernel kernel) const { return problem_.only == kernel; }

  /// Why the one kernel that is asked for does not fit.
  Refusal kernel_refusal() const {
    if (analysis_.plan.passed_over.empty()) return Refusal{"the kernel that is asked for does not tell such values"};
    return analysis_.plan.passed_over.back();
  }

  void pass(std::string_view kernel, const Refusal& why) {
    analysis_.plan.passed_over.push_back({fmt::format("{}: {}", kernel, why.reason), why.line});
  }

  /// `valid` is evaluated by the same means as the moves, so it must not wrap around either.
  std::optional<Refusal> check_valid() const {
    if (problem_.valid == nullptr || !analysis_.region) return std::nullopt;
    return may_wrap(*problem_.valid, ranges(*problem_.valid, intervals(analysis_.region->box)));
  }

  /// For a table of what is found as bits.
  double seconds_of_cells() const {
    return problem_.positions_only ? 0 : costs::kTableCell * static_cast<double>(problem_.box.size());
  }

  double region_positions() const { return static_cast<double>(analysis_.region->box.size()); }

  bool try_rays() {
    if (!analysis_.region) return false;
    auto found = find_rays(*families_, *analysis_.region);
    if (!found) {
      pass("rays", found.refusal());
      return false;
    }
    Rays& rays = *found;
    const Box& box = analysis_.region->box;
    if (problem_.valid != nullptr) {
      pass("rays", {"not every position is valid"});
      return false;
    }
    if (problem_.play == Play::by_position) {
      pass("rays", {"the terminal position decides who wins"});
      return false;
    }
    for (const RayFamily& ray : rays.families)
      if (may_trap(rays.program, ray.guards, box)) {
        pass("rays", {"a guard may have no value (division by 0, or no such element)", ray.line});
        return false;
      }
    if (const auto refusal = problem_.kind == ValueKind::grundy ? check_ray_grundy(rays, box) : check_ray_outcomes(rays, box)) {
      pass("rays", *refusal);
      return false;
    }
    TablePlan& plan = analysis_.plan;
    plan.kernel = TableKernel::rays;
    plan.shape = describe(rays);
    const std::vector<BoxRay> families = box_rays(rays, box);
    const std::size_t lines = families.size();
    const double cells = region_positions();
    switch (problem_.kind) {
      case ValueKind::grundy:
        plan.method = "each line keeps the set of values on it; a value is the first that no line through the position has";
        plan.cost = fmt::format("{} positions x {} lines", box.size(), lines);
        plan.seconds = cells * (costs::kRayGrundyCell + costs::kRayGrundyLine * static_cast<double>(lines));
        plan.bytes = box.size() * 4 + ray_grundy_memory(rays, box);
        plan.stripes = StripePlan{ray_grundy_stripes_memory(rays, box, problem_.threads), greatest_grundy(families, box)};
        break;
      case ValueKind::outcome:
        plan.method = "a bit a line: whether it has met a P-position yet; rows of 64 positions a word";
        plan.cost = fmt::format("{} positions / 64 x {} lines", box.size(), lines);
        plan.seconds = cells / 64 * costs::kRayOutcomeWord * static_cast<double>(lines) + seconds_of_cells();
        if (std::ranges::any_of(families, steps_in_row)) plan.seconds += cells * costs::kRayOutcomeStep;
        plan.bytes = problem_.positions_only ? box.size() / std::max<std::uint64_t>(1, box.length(0)) / 8 * (2 * lines + 1)
                                             : problem_.box.size() * 4;
        plan.stripes = StripePlan{ray_outcome_rows_memory(rays, box), 1};
        if (const auto sparse = estimate_sparse_rows(families, box, problem_.play); sparse && problem_.positions_only) {
          plan.method = "a bit a line: whether it has met a P-position yet; each row is sought for its only one";
          plan.cost = fmt::format("{} rows x {} lines", box.length(0), lines);
          plan.seconds = sparse->seconds;
          plan.bytes = sparse->bytes;
          plan.stripes = StripePlan{sparse->bytes, 1};
        }
        break;
      case ValueKind::remoteness:
        plan.method = "each line carries its least remoteness of a P-position and its greatest of an N-position";
        plan.cost = fmt::format("{} positions x {} lines", box.size(), lines);
        plan.seconds = cells * costs::kRayRemotenessLine * static_cast<double>(lines);
        plan.stripes = StripePlan{ray_remoteness_rows_memory(rays, box), longest_play(families, box)};
        plan.bytes = problem_.box.size() * 4 + plan.stripes->bytes;
        break;
      case ValueKind::suspense:
      case ValueKind::longest: break;  // not asked of kernels
    }
    const auto guarded = std::ranges::count_if(rays.families, [](const RayFamily& ray) { return !ray.guards.empty(); });
    if (guarded > 0) plan.seconds += cells * costs::kRayGuards * static_cast<double>(lines);
    analysis_.rays = std::move(rays);
    return true;
  }

  bool try_row_shifts() {
    if (!analysis_.region) return false;
    if (problem_.kind != ValueKind::outcome) return false;
    auto found = find_row_shifts(*families_, *analysis_.region);
    if (!found) {
      pass("row shifts", found.refusal());
      return false;
    }
    if (problem_.valid != nullptr || problem_.play == Play::by_position) {
      pass("row shifts", {"not every position is valid, or the terminal position decides who wins"});
      return false;
    }
    RowShifts& shifts = *found;
    const RowShiftProblem request{&shifts, &*analysis_.region, problem_.box, problem_.play};
    const auto estimate = estimate_row_shifts(request);
    if (!estimate) {
      pass("row shifts", estimate.refusal());
      return false;
    }
    const RowShiftEstimate& cost = *estimate;
    TablePlan& plan = analysis_.plan;
    plan.kernel = TableKernel::row_shifts;
    plan.shape = fmt::format("row shifts along {}, {} of a row", problem_.domain->coordinate_name(shifts.axis), cost.moves);
    const std::uint64_t length = problem_.box.length(shifts.axis);
    if (cost.capped) {
      plan.method = "certainly P and possibly P, as bits, of the rows up to a cap that is raised until both agree";
      plan.cost = fmt::format("{} positions / 64 x {} moves x 2 x about 3 x cube root of {} rows", length, cost.moves, length);
    } else {
      plan.method = "a row is the NOR of shifted rows, 64 positions a word";
      plan.cost = fmt::format("{} rows x {} positions / 64 x {} moves", cost.region_rows, length, cost.moves);
    }
    plan.stripes = StripePlan{cost.bytes + bytes_of_shift_values(problem_.box, shifts.axis), 1};
    plan.bytes = plan.stripes->bytes + (problem_.positions_only ? 0 : problem_.box.size() * 4);
    const double of_row = costs::kShiftRow + static_cast<double>(cost.moves) * costs::kShiftMove;
    plan.seconds = cost.word_operations * costs::kShiftWord + cost.kept_rows * of_row + seconds_of_cells();
    analysis_.shifts = std::move(shifts);
    return true;
  }

  /// Whether the rows that shifts were found for are so short that looking for them takes longer than all options one by one.
  bool is_for_batch() {
    constexpr double kMuchLess = 0.5, kQuick = 1;
    if (problem_.only || problem_.play == Play::by_position) return false;
    const double batch = batch_seconds();
    if (batch > kMuchLess * analysis_.plan.seconds || batch > kQuick) return false;
    if (!order()) return false;
    pass("row shifts", {"the rows are too short to be worth their analysis"});
    TablePlan plan;
    plan.region = analysis_.region->box;
    plan.passed_over = std::move(analysis_.plan.passed_over);
    analysis_.plan = std::move(plan);
    analysis_.shifts.reset();
    return true;
  }

  /// By counting what is done in a corner, where the table takes longer than that.
  double batch_seconds() {
    if (!batch_seconds_) {
      batch_seconds_ = rough_batch_seconds();
      if (*batch_seconds_ > kWorthProbing && order()) {
        const BatchProblem batch{problem_.moves,    &*analysis_.region, &*order(),    problem_.play,
                                 problem_.terminal, problem_.valid,     problem_.kind};
        if (const auto work = probe_batch(batch, *problem_.domain))
          batch_seconds_ = seconds_of_batch(region_positions(), *work);
      }
    }
    return *batch_seconds_;
  }

  /// By the bounds of the loops, as if their guards held.
  double rough_batch_seconds() {
    double option = divides(*problem_.moves) ? costs::kBatchLongOption : costs::kBatchOption;
    if (order() && leads_apart(*problem_.moves, problem_.moves->body, row_step(*order(), problem_.box.dimensions())))
      option = costs::kBatchOptionApart;
    if (problem_.kind == ValueKind::remoteness) option *= costs::kBatchRemoteness;
    if (problem_.kind == ValueKind::grundy) option *= costs::kBatchGrundy;
    // Where rows are short, fewer positions are looked at at once.
    constexpr double kLanes = 8;
    const Box& box = analysis_.region->box;
    const double lanes = std::min(kLanes, static_cast<double>(box.length(box.dimensions() - 1)));
    return region_positions() * (costs::kBatchCell + option * options() * kLanes / lanes);
  }

  /// About how many options a position of the region has.
  double options() {
    if (!options_) options_ = estimated_options(*problem_.moves, analysis_.region->ranges);
    return *options_;
  }

  /// In which the positions of the region can be solved.
  const Result<SolveOrder>& order() {
    if (!order_) order_ = find_order(*problem_.moves, *analysis_.region);
    return *order_;
  }

  /// Where it costs less than the row shifts that were found, if any.
  bool try_marking(bool shifts) {
    if (!analysis_.region || problem_.kind != ValueKind::outcome) return false;
    if (problem_.play == Play::by_position) {
      pass("marking", {"the terminal position decides who wins"});
      return false;
    }
    if (!order()) {
      pass("marking", order().refusal());
      return false;
    }
    const Box& box = analysis_.region->box;
    auto turned = turned_moves(*families_, *analysis_.region, problem_.valid, make_layout(box, *order()).strides);
    if (!turned) {
      pass("marking", turned.refusal());
      return false;
    }
    TablePlan plan;
    // Of small regions nothing is known, and little is to be gained: two marks a position, in as many runs as it has moves.
    const auto size = static_cast<double>(box.size());
    const double runs = std::min(1.0, static_cast<double>(turned->moves.size()) / std::max(1.0, options()));
    const Convention convention{problem_.play, problem_.blocking};
    const MarkingWork work = probe_marking(*families_, *problem_.domain, problem_.valid, box, convention)
                                 .value_or(MarkingWork{2 * size, 2 * size * runs});
    plan.seconds = seconds_of_marking(box, work) + seconds_of_cells();
    if (shifts && analysis_.plan.seconds <= plan.seconds) return false;
    const bool is_long = plan.seconds > kWorthProbing;
    if (!problem_.only && problem_.blocking == 0 && (is_long ? batch_seconds() : rough_batch_seconds()) <= plan.seconds) {
      pass("marking", {"positions have few options"});
      return false;
    }
    const std::size_t bytes = bytes_of_marks(box, turned->valid.empty(), problem_.blocking);
    plan.kernel = TableKernel::marking;
    plan.shape = fmt::format("{} moves that can be turned round", turned->moves.size());
    plan.method = problem_.blocking > 0
                      ? fmt::format("each P-position counts at all positions that have it as an option; P is what counts to {}",
                                    problem_.blocking)
                      : "each P-position marks all positions that have it as an option";
    plan.cost = fmt::format("{} positions x about {:.1f} marks", box.size(), work.marks / size);
    plan.bytes = bytes + (problem_.positions_only ? 0 : problem_.box.size() * 4);
    if (problem_.valid == nullptr) plan.stripes = StripePlan{bytes, 1};
    plan.region = box;
    plan.passed_over = std::move(analysis_.plan.passed_over);
    analysis_.plan = std::move(plan);
    analysis_.shifts.reset();
    analysis_.turned = *std::move(turned);
    analysis_.order = *order();
    return true;
  }

  /// Whether the sum of the coordinates' Grundy values is all that is asked, so that nothing takes less.
  bool is_by_values() const { return problem_.play == Play::normal && problem_.kind != ValueKind::remoteness; }

  /// In place of what was planned, where it takes less; `alone` if nothing was. Says why not.
  std::optional<Refusal> try_components(bool alone) {
    constexpr double kPartOfTable = 0.3, kMostSeconds = 0.5;
    const std::size_t dimensions = problem_.box.dimensions();
    if (dimensions < 2) return Refusal{"positions have one coordinate"};
    if (!problem_.flow) return Refusal{"the moves are not known as control flow"};
    if (problem_.valid != nullptr) return Refusal{"not every position is valid"};
    if (problem_.play == Play::by_position) return Refusal{"the terminal position decides who wins"};
    if (problem_.kind == ValueKind::grundy && problem_.play != Play::normal)
      return Refusal{"Grundy values are those of normal play"};
    if (!problem_.only && problem_.box.size() < kFewOfComponents) return Refusal{"few positions are asked for"};
    if (!problem_.only && !alone && analysis_.plan.kernel == TableKernel::rays && !has_guarded_rays())
      return Refusal{"rays without conditions take as little"};
    const double without = seconds_without_steps(alone);
    if (!problem_.only && without <= kWorthCompiling) return Refusal{"another kernel takes little"};
    const Result<const FlowProgram*> flow = problem_.flow();
    if (!flow) return flow.refusal();
    if ((*flow)->dimensions != dimensions) return Refusal{"the program is for positions of another length"};
    const double most = problem_.only ? kMostSeconds : std::min(kMostSeconds, kPartOfTable * without);
    auto games = find_axis_games(**flow, *problem_.domain, problem_.box, most, problem_.native_code);
    if (!games) return games.refusal();
    auto refusal = take_components(*std::move(games), without);
    if (!refusal) analysis_.is_listed = true;
    return refusal;
  }

  /// Plans for the games of the coordinates, where that takes less than what else would.
  std::optional<Refusal> take_components(std::vector<AxisGame> games, double without) {
    constexpr double kMostPositions = 1e15;
    double positions = 1;
    for (const AxisGame& game : games) positions *= static_cast<double>(game.size());
    if (positions > kMostPositions) return Refusal{"options lead to very many positions"};
    const ComponentEstimate estimate = estimate_components({&games, problem_.box, problem_.kind, problem_.play});
    const double seconds = estimate.seconds + costs::kTableCell * static_cast<double>(problem_.box.size());
    if (!problem_.only && seconds >= without) return Refusal{"another kernel takes less"};
    TableAnalysis analysis;
    TablePlan& plan = analysis.plan;
    plan.kernel = TableKernel::components;
    plan.shape = "a sum of its coordinates";
    plan.method = is_by_values() ? "the Grundy values of each coordinate alone, and their nim-sum for each position"
                                 : "the options of each coordinate alone, looked at for many positions at once";
    std::size_t options = 0;
    Position low;
    for (const AxisGame& game : games) {
      options += game.options.size();
      low.push_back(game.low);
    }
    plan.region = Box(std::move(low), problem_.box.high());
    plan.cost = fmt::format("{} options of coordinates, and {} positions", options, plan.region.size());
    plan.seconds = seconds;
    plan.stripes = StripePlan{estimate.bytes, estimate.greatest};
    plan.bytes = estimate.bytes + (problem_.positions_only ? 0 : bytes_of_cells(problem_.box));
    plan.passed_over = std::move(analysis_.plan.passed_over);
    analysis.region = std::move(analysis_.region);
    analysis.components = std::move(games);
    analysis_ = std::move(analysis);
    return std::nullopt;
  }

  /// In place of what was planned, where it takes less; `alone` if nothing was. Says why not.
  std::optional<Refusal> try_steps(bool alone) {
    if (problem_.kind == ValueKind::grundy && problem_.play != Play::normal)
      return Refusal{"Grundy values are those of normal play"};
    // Rays of which every step is a move take a place of their own, whatever the phrase in which they were found.
    if (!alone && !problem_.only && analysis_.plan.kernel == TableKernel::rays && !has_guarded_rays())
      return Refusal{"the moves are rays"};
    constexpr double kWherePlanned = 1;  // a table of which no kernel but this one may be taken
    const double without_steps = wants_only(TableKernel::steps) ? kWherePlanned : seconds_without_steps(alone);
    auto found = step_set_of(problem_, analysis_.region, families_, without_steps);
    if (!found) return found.refusal();
    auto layout = lay_out_steps(found->set, found->region);
    if (!layout) return layout.refusal();
    if (alone && !problem_.only && layout->region.size() < kFewPositions) return Refusal{"few positions are asked for"};
    const StepEstimate estimate = estimate_steps({&*layout, problem_.box, problem_.kind, problem_.play});
    const double seconds = estimate.seconds + costs::kTableCell * static_cast<double>(problem_.box.size());
    if (!problem_.only && problem_.box.size() >= kFewOfComponents && found->region.high() == problem_.box.high()) {
      auto games = games_of_steps(found->set, found->region);
      const double without = alone ? seconds : std::min(seconds, analysis_.plan.seconds);
      if (games && !take_components(*std::move(games), without)) return std::nullopt;
    }
    if (!alone && seconds >= analysis_.plan.seconds) return Refusal{"another kernel takes less"};
    TableAnalysis analysis;
    TablePlan& plan = analysis.plan;
    plan.kernel = TableKernel::steps;
    plan.shape = describe(found->set);
    plan.method = layout->one_axis() ? "the set of the options' values, many positions at once where steps are long"
                                     : "positions that do not depend on each other side by side, each step a shift of them all";
    plan.cost = fmt::format("{} positions / 32 x {} steps", layout->region.size(), layout->shifts.size());
    plan.seconds = seconds;
    plan.stripes = StripePlan{estimate.bytes, estimate.greatest};
    plan.bytes = estimate.bytes + (problem_.positions_only ? 0 : bytes_of_cells(problem_.box));
    plan.region = layout->region;
    plan.passed_over = std::move(analysis_.plan.passed_over);
    analysis.region = std::move(analysis_.region);
    analysis.steps = *std::move(layout);
    analysis_ = std::move(analysis);
    return std::nullopt;
  }

  bool try_thresholds() {
    if (problem_.kind != ValueKind::outcome) return false;
    auto found = find_thresholds(*families_, problem_.moves->dimensions);
    if (!found) {
      pass("thresholds", found.refusal());
      return false;
    }
    if (problem_.valid != nullptr || problem_.play != Play::normal) {
      pass("thresholds", {"play is not normal, or not every position is valid"});
      return false;
    }
    if (!analysis_.region && !never_traps(*problem_.moves)) {
      pass("thresholds", {"something may have no value (division by 0, no such element, a step of 0)"});
      return false;
    }
    Thresholds& thresholds = *found;
    auto region = find_region_without(*problem_.moves, *problem_.domain, problem_.box, thresholds.axis);
    if (!region) {
      pass("thresholds", region.refusal());
      return false;
    }
    if (auto objection = objection_to_thresholds(thresholds, *region, *problem_.domain)) {
      pass("thresholds", *std::move(objection));
      return false;
    }
    analysis_.threshold_region = *std::move(region);
    TablePlan& plan = analysis_.plan;
    const std::uint64_t rest = analysis_.threshold_region->box.size() / analysis_.threshold_region->box.length(thresholds.axis);
    plan.kernel = TableKernel::thresholds;
    plan.shape = fmt::format("thresholds of {}, which only bounds a loop", problem_.domain->coordinate_name(thresholds.axis));
    plan.method = "for each value of the other coordinates, the least one that wins";
    plan.cost = fmt::format("{} thresholds x moves up to the first that wins", rest);
    plan.bytes = bytes_of(rest + (problem_.positions_only ? 0 : problem_.box.size()), 4);
    plan.stripes = StripePlan{bytes_of(rest, 4), 1};
    plan.seconds = static_cast<double>(rest) * costs::kThresholdMove * kThresholdMoves + seconds_of_cells();
    plan.region = analysis_.threshold_region->box;
    analysis_.thresholds = std::move(thresholds);
    return true;
  }

  /// Of what has been planned, or of the native kernel where that is `alone`.
  double seconds_without_steps(bool alone) {
    if (!alone) return analysis_.plan.seconds;
    constexpr double kUnknown = 1e-3;
    if (!may_be_native(KernelChoice::any, true)) return kUnknown;
    const Result<TableAnalysis>& native = native_plan(true);
    return native ? native->plan.seconds : kUnknown;
  }

  const Result<TableAnalysis>& native_plan(bool alone) {
    if (!native_) native_ = plan_native(alone);
    return *native_;
  }

  Result<TableAnalysis> plan_native(bool alone) const {
    Result<NativeProblem> native = native_problem(problem_);
    if (!native) return native.refusal();
    if (analysis_.region) native->region = analysis_.region->box;
    const Result<NativeProbe> probe = probe_native(*native);
    if (!probe) return probe.refusal();
    const Box& region = probe->region;
    if (alone && !problem_.only && region.size() < kFewPositions) return Refusal{"few positions are asked for"};
    TableAnalysis analysis;
    analysis.region = analysis_.region;
    analysis.probe = *probe;
    TablePlan& plan = analysis.plan;
    plan.kernel = TableKernel::native;
    plan.shape = "no special shape";
    plan.method = probe->is_native
                      ? "machine code that goes through the options of one position after another"
                      : "an interpreter of the moves' control flow, through the options of one position after another";
    plan.cost = fmt::format("{} positions x about {:.0f} options", region.size(), probe->options);
    plan.seconds = seconds_of_native(*native, *probe, problem_.threads);
    plan.bytes = (region.size() + (region == problem_.box ? 0 : problem_.box.size())) * sizeof(std::uint32_t);
    for (const FlowFunction& function : native->program->functions)
      if (function.is_remembered) plan.bytes += remembered_results(function) * sizeof(std::int32_t);
    plan.region = region;
    if (analysis_.plan.kernel != TableKernel::rays) plan.passed_over = analysis_.plan.passed_over;
    return analysis;
  }

  void plan_batch() {
    TablePlan& plan = analysis_.plan;
    plan.kernel = TableKernel::batch;
    plan.shape = "no special shape";
    plan.method = "the batch interpreter: rows of positions and runs of options at once";
    plan.cost = fmt::format("{} positions x about {:.0f} options", analysis_.region->box.size(), options());
    plan.seconds = batch_seconds();
    plan.bytes = bytes_of_table(analysis_.region->box, *analysis_.order, problem_.box);
  }

  const TableProblem& problem_;
  std::optional<MoveFamilies> families_;
  std::optional<double> options_, batch_seconds_;
  std::optional<Result<SolveOrder>> order_;
  std::optional<Result<TableAnalysis>> native_;
  TableAnalysis analysis_;
};

}  // namespace

Result<NativeProblem> native_problem(const TableProblem& problem) {
  if (!problem.flow) return Refusal{"the moves are not known as control flow"};
  const Result<const FlowProgram*> flow = problem.flow();
  if (!flow) return flow.refusal();
  NativeProblem native;
  native.program = *flow;
  native.domain = problem.domain;
  native.valid = problem.valid;
  native.play = problem.play;
  native.box = problem.box;
  native.kind = problem.kind;
  native.interpreted = !problem.native_code;
  return native;
}

Result<TableAnalysis> analyse_table(const TableProblem& problem, KernelChoice choice) { return Planner(problem).run(choice); }

Result<TablePlan> plan_table(const TableProblem& problem) {
  auto analysis = analyse_table(problem);
  if (!analysis) return analysis.refusal();
  return analysis->plan;
}

}  // namespace bouton
