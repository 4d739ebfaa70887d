#include "engine/table/rays/ray_values.h"

#include <algorithm>

#include "engine/program/trap.h"
#include "engine/table/rays/ray_grundy.h"
#include "engine/table/rays/ray_outcomes.h"
#include "engine/table/rays/sparse_rows.h"

namespace bouton {
namespace {

/// Hands on what was asked for of the rows of a slab, or of the region as a single one.
class AskedRows {
 public:
  AskedRows(const RayProblem& problem, const Slab& slab, std::uint64_t handed, ValueSink& sink)
      : asked_(problem.asked),
        region_(problem.region),
        sink_(sink),
        last_(asked_.dimensions() - 1),
        all_(asked_ == region_ && slab.from == 0 && slab.to == static_cast<std::int64_t>(region_.length(last_))),
        position_(asked_.low()),
        handed_(handed) {
    const Coordinate least = region_.low()[last_];
    const std::int64_t first = std::max(slab.from, asked_.low()[last_] - least);
    position_[last_] = least + first;
    begin_ = static_cast<std::size_t>(first - slab.from + slab.halo);
    count_ = static_cast<std::size_t>(std::max<std::int64_t>(0, std::min(slab.to, asked_.high()[last_] - least + 1) - first));
    columns_ = static_cast<std::size_t>(slab.to - slab.from + slab.halo);
  }

  void take(PositionView row, std::span<const std::uint32_t> cells) {
    if (const auto first = first_of(row)) hand(*first, cells.subspan(begin_, count_));
  }
  void take_outcomes(PositionView row, const std::uint64_t* bits) {
    const auto first = first_of(row);
    if (!first) return;
    sink_.take_outcomes(*first, {bits, begin_, count_});
    handed_ = *first + count_;
  }
  /// Rows from the one with this number on.
  template <class Cell>
  void take_rows(std::uint64_t row, std::span<const Cell> cells) {
    if (all_) hand(row * columns_, cells);
    else each_row(row, cells, [&](std::uint64_t first, std::span<const Cell> one) { hand(first, one); });
  }
  void read_rows(std::uint64_t row, std::span<std::uint32_t> cells) {
    if (all_) sink_.read(row * columns_, cells);
    else each_row(row, cells, [&](std::uint64_t first, std::span<std::uint32_t> one) { sink_.read(first, one); });
  }
  /// How many of the asked positions have been handed on, in this run and those before it.
  std::uint64_t handed() const { return handed_; }

 private:
  /// The number of the first asked position of a row.
  std::optional<std::uint64_t> first_of(PositionView row) {
    std::copy_n(row.begin(), last_, position_.begin());
    std::uint64_t first = 0;
    if (count_ == 0 || !asked_.locate(position_, first)) return std::nullopt;
    return first;
  }
  template <class Cells, class Visit>
  void each_row(std::uint64_t row, Cells cells, const Visit& visit) {
    for (; !cells.empty(); cells = cells.subspan(columns_), ++row)
      if (const auto first = first_of(region_.position(row * region_.length(last_))))
        visit(*first, cells.subspan(begin_, count_));
  }
  void hand(std::uint64_t first, std::span<const std::uint32_t> cells) {
    sink_.take(first, cells);
    handed_ = first + cells.size();
  }
  void hand(std::uint64_t first, std::span<const std::uint16_t> cells) {
    sink_.take_narrow(first, cells);
    handed_ = first + cells.size();
  }

  const Box& asked_;
  const Box& region_;
  ValueSink& sink_;
  const std::size_t last_;
  const bool all_;                       ///< whether whole rows are asked for, and all of them
  Position position_;                    ///< the first asked one of a row
  std::size_t begin_, count_, columns_;  ///< in a row: where the asked columns begin, how many there are; all
  std::uint64_t handed_;
};

/// All at once, where that is wanted.
Result<bool> grundy_table(const RayProblem& problem, const Budget& budget, ValueSink& sink) {
  Result<SolvedRegion> solved = ray_grundy(problem.rays, problem.region, budget);
  if (!solved) return solved.refusal();
  sink.take_table(make_table(*std::move(solved), problem.asked, problem.kind, budget));
  return true;
}

/// All in memory, and row by row.
bool grundy_by_rows(const RayProblem& problem, const Budget& budget, AskedRows& asked) {
  return ray_grundy_by_rows(problem.rays, problem.region, budget,
                            {[&](std::uint64_t row, std::span<const std::uint16_t> cells) { asked.take_rows(row, cells); },
                             [&](std::uint64_t row, std::span<const std::uint32_t> cells) { asked.take_rows(row, cells); }});
}

bool grundy_rows(const RayProblem& problem, const Budget& budget, AskedRows& asked, std::uint64_t known_rows,
                 const ResumableRows& resumable, const SlabPart* part) {
  ResumableGrundyRows values;
  if (resumable.reached) {
    values.known_rows = known_rows;
    values.read = [&](std::uint64_t row, std::span<std::uint32_t> cells) { asked.read_rows(row, cells); };
    values.reached = [&](std::uint64_t next) { resumable.reached(next, [] { return std::string("values"); }); };
  }
  const auto take = [&](std::uint64_t row, std::span<const std::uint32_t> cells) { asked.take_rows(row, cells); };
  return ray_grundy_stripes(problem.rays, problem.region, budget, take, values, problem.rows_at_once, part);
}

/// P-positions alone, of rays that leave one in a row at most.
void sparse_p_positions(const RayProblem& problem, const std::vector<BoxRay>& rays, const Budget& budget, ValueSink& sink) {
  const Box &region = problem.region, &asked = problem.asked;
  const std::uint64_t done = sink.begun().done;
  const auto first_row = static_cast<std::uint64_t>(asked.low()[0] - region.low()[0]);
  sink.begin(1);
  sparse_rows(
      rays, region, budget,
      [&](std::uint64_t row, std::uint64_t column) {
        const Position position = {region.low()[0] + static_cast<Coordinate>(row),
                                   region.low()[1] + static_cast<Coordinate>(column)};
        std::uint64_t number = 0;
        if (asked.locate(position, number) && number >= done) sink.take_run(number, Outcome::P, 1);
      },
      [&](std::uint64_t row) {
        const std::uint64_t rows = row + 1 < first_row ? 0 : std::min(row + 1 - first_row, asked.length(0));
        if (rows * asked.length(1) > done) sink.reached(rows * asked.length(1), [] { return std::string("rows"); });
      });
}

}  // namespace

Result<std::int64_t> reach_of_slabs(const RayProblem& problem) {
  const Box& region = problem.region;
  return slab_reach(problem.kind == ValueKind::grundy ? box_rays(problem.rays, region) : written_out(problem.rays, region),
                    region);
}

Result<bool> ray_values(const RayProblem& problem, const Budget& budget, ValueSink& sink, const RaySlab* slab) {
  const auto& [rays, region, box, kind, play, greatest, rows_at_once, keeps_cells] = problem;
  if (kind == ValueKind::grundy && sink.wants_table()) return grundy_table(problem, budget, sink);
  if (kind == ValueKind::outcome && slab == nullptr && sink.wants_p_positions()) {
    const std::vector<BoxRay> rows = box_rays(rays, region);
    if (estimate_sparse_rows(rows, region, play)) {
      sparse_p_positions(problem, rows, budget, sink);
      return true;
    }
  }
  const std::uint64_t columns = region.length(region.dimensions() - 1);
  const SlabPart* const part = slab != nullptr ? &slab->part : nullptr;
  const ResumableRun::Begun begun = sink.begun();
  AskedRows asked(problem, part != nullptr ? part->slab : Slab{0, static_cast<std::int64_t>(columns)}, begun.done, sink);
  ResumableRows resumable;
  if (slab != nullptr) resumable = slab->resumable;
  else if (kind != ValueKind::grundy || box == region)
    resumable = {begun.state,
                 [&](std::uint64_t, const std::function<std::string()>& state) { sink.reached(asked.handed(), state); }};
  sink.begin(static_cast<std::uint32_t>(greatest));
  bool done = false;
  switch (kind) {
    case ValueKind::grundy:
      done = keeps_cells ? grundy_by_rows(problem, budget, asked)
                         : grundy_rows(problem, budget, asked, slab != nullptr ? slab->known_rows : begun.done / columns,
                                       resumable, part);
      break;
    case ValueKind::outcome: {
      const auto take = [&](PositionView row, const std::uint64_t* bits) { asked.take_outcomes(row, bits); };
      done = ray_outcome_rows(rays, region, play, budget, take, resumable, part);
      break;
    }
    case ValueKind::remoteness: {
      const auto take = [&](PositionView row, std::span<const std::uint32_t> cells) { asked.take(row, cells); };
      done = ray_remoteness_rows(rays, region, play, budget, take, resumable, part);
      break;
    }
    case ValueKind::suspense:
    case ValueKind::longest: break;  // not asked of kernels
  }
  if (!done) return given_up(sink, asked.handed() > begun.done, refusal_of(Trap{}));
  return true;
}

}  // namespace bouton
