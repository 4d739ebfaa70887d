#include "engine/table/box_rows.h"

#include "engine/table/rays/ray_outcomes.h"

namespace bouton {

Position row_position(const Box& box, std::size_t axis, std::uint64_t row) {
  Position position(box.low());
  for (std::size_t i = box.dimensions(); i-- > 0;) {
    if (i == axis) continue;
    position[i] += static_cast<Coordinate>(row % box.length(i));
    row /= box.length(i);
  }
  return position;
}

bool visit_ray_rows(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                    const std::function<void(PositionView row, std::uint64_t first, const std::uint64_t* bits)>& visit,
                    const RowCourse& course) {
  const Box& asked = problem.box;
  const std::size_t last = asked.dimensions() - 1;
  const Coordinate least = analysis.region->box.low()[last];
  return ray_outcome_rows(
      *analysis.rays, analysis.region->box, problem.play, budget,
      [&](PositionView row, const std::uint64_t* bits) {
        for (std::size_t i = 0; i < last; ++i)
          if (row[i] < asked.low()[i] || row[i] > asked.high()[i]) return;
        visit(row, static_cast<std::uint64_t>(asked.low()[last] - least), bits);
      },
      course);
}

Result<RowShiftReport> visit_stretches(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget,
                                       Course* course, const std::function<void(const Stretch&)>& visit) {
  const std::uint64_t rows = problem.box.size() / problem.box.length(analysis.shifts->axis);
  const RowShiftProblem request{&*analysis.shifts, &*analysis.region, problem.box, problem.play};
  Stretch stretch{0, 0, std::vector<std::vector<std::uint64_t>>(rows)};
  return row_shift_outcomes(
      request, budget,
      [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
        stretch.rows[row].assign(bits, bits + (count + 63) / 64);
        if (count % 64 != 0) stretch.rows[row].back() &= ~(~std::uint64_t{0} << (count % 64));
        if (row + 1 != rows) return;
        stretch.from = from;
        stretch.count = count;
        visit(stretch);
      },
      0, course);
}

std::uint64_t bytes_of_shift_bits(const Box& box, std::size_t axis) {
  return box.size() / box.length(axis) * ((box.length(axis) + 63) / 64) * sizeof(std::uint64_t);
}

Result<ShiftBits> find_shift_bits(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  const Box& box = problem.box;
  ShiftBits found{analysis.shifts->axis, (box.length(analysis.shifts->axis) + 63) / 64, {}};
  budget.check_memory(bytes_of_shift_bits(box, found.axis), "the table of outcomes");
  found.bits.assign(bytes_of_shift_bits(box, found.axis) / sizeof(std::uint64_t), 0);
  const RowShiftProblem request{&*analysis.shifts, &*analysis.region, box, problem.play};
  const auto report = row_shift_outcomes(
      request, budget, [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
        for (std::size_t i = 0; i < count; ++i) {
          const auto at = static_cast<std::uint64_t>(from - box.low()[found.axis]) + i;
          found.bits[row * found.words + at / 64] |= (bits[i / 64] >> (i % 64) & 1U) << (at % 64);
        }
      });
  if (!report) return report.refusal();
  return found;
}

Result<MarkedRegion> marked_region(const TableProblem& problem, const TableAnalysis& analysis, const Budget& budget) {
  return mark_positions({.program = problem.moves,
                         .moves = &*analysis.turned,
                         .region = &*analysis.region,
                         .order = &*analysis.order,
                         .play = problem.play},
                        budget);
}

}  // namespace bouton
