#include "engine/table/rays/ray_rows.h"

#include <algorithm>
#include <cstdlib>

#include "engine/program/integer_arithmetic.h"
#include "engine/table/batch/batch.h"

namespace bouton {
namespace {

/// Cells whose guards are evaluated at once.
constexpr std::uint64_t kGuardCells = std::uint64_t{1} << 20;

std::vector<BoxRay> write_out(std::vector<BoxRay> rays) {
  std::vector<BoxRay> result;
  for (BoxRay& ray : rays) {
    if (!ray.windowed) {
      result.push_back(std::move(ray));
      continue;
    }
    BoxRay one = ray;
    one.single = true;
    one.windowed = false;
    for (std::int64_t k = 0; k < ray.most; ++k) {
      result.push_back(one);
      for (std::size_t i = 0; i < one.offset.size(); ++i) one.offset[i] += one.step[i];
      one.cell_offset += one.cell_step;
    }
  }
  return result;
}

/// The k for which first + k * step is inside.
Interval steps_that_reach(std::int64_t first, std::int64_t step, Interval inside) {
  if (inside.empty()) return Interval::none();
  if (step == 0) return intersection(inside, Interval::point(first)).empty() ? Interval::none() : Interval::all();
  if (step < 0) return steps_that_reach(-first, -step, {-inside.high, -inside.low});
  return {-floor_div(first - inside.low, step), floor_div(inside.high - first, step)};
}

}  // namespace

std::vector<BoxRay> written_out(const Rays& rays, const Box& box) { return write_out(box_rays(rays, box)); }

std::vector<BoxRay> written_out(const Rays& rays, const Box& box, const Slab& slab) {
  return write_out(slab_rays(rays, box, slab));
}
void to_next_row(const Box& box, Position& position) {
  for (std::size_t i = box.dimensions() - 1; i-- > 0;) {
    if (position[i] < box.high()[i]) {
      ++position[i];
      return;
    }
    position[i] = box.low()[i];
  }
}

std::optional<std::size_t> lead_of(const std::vector<std::int64_t>& vector) {
  for (std::size_t i = 0; i + 1 < vector.size(); ++i)
    if (vector[i] != 0) return i;
  return std::nullopt;
}

std::pair<std::int64_t, std::int64_t> columns_with_option(const BoxRay& ray, const std::vector<std::int64_t>& at,
                                                          std::int64_t columns) {
  const std::size_t last = ray.offset.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    const std::int64_t to = at[i] - ray.offset[i];
    if (to < ray.low[i] || to > ray.high[i]) return {0, 0};
  }
  const std::int64_t from = std::max<std::int64_t>(0, ray.low[last] + ray.offset[last]);
  const std::int64_t to = std::min(columns, ray.high[last] + ray.offset[last] + 1);
  return {from, std::max(from, to)};
}

std::vector<std::pair<std::int64_t, std::int64_t>> columns_with_any_option(const BoxRay& ray,
                                                                           const std::vector<std::int64_t>& at,
                                                                           std::int64_t columns) {
  const std::size_t last = ray.offset.size() - 1;
  // Option k is the position at - offset - k * step. These k are among the targets on all axes but the last.
  Interval options{0, ray.single ? 0 : ray.most - 1};
  for (std::size_t i = 0; i < last; ++i) {
    const std::int64_t first = at[i] - ray.offset[i];
    options = intersection(options, steps_that_reach(first, ray.single ? 0 : -ray.step[i], {ray.low[i], ray.high[i]}));
  }
  const std::int64_t step = ray.single ? 0 : ray.step[last];
  const Interval of_first{ray.low[last] + ray.offset[last], ray.high[last] + ray.offset[last]};
  if (of_first.empty() || options.empty()) return {};
  std::vector<std::pair<std::int64_t, std::int64_t>> stretches;
  const auto add = [&](std::int64_t from, std::int64_t to) {
    from = std::max<std::int64_t>(0, from);
    to = std::min(columns, to + 1);
    if (from < to) stretches.emplace_back(from, to);
  };
  const std::int64_t one_end = options.low * step, other_end = options.high * step;
  if (std::abs(step) <= of_first.high - of_first.low + 1) {
    add(of_first.low + std::min(one_end, other_end), of_first.high + std::max(one_end, other_end));
    return stretches;
  }
  // The columns of each option lie apart; only those inside the row count.
  options = intersection(options, steps_that_reach(of_first.low, step, {of_first.low - of_first.high, columns - 1}));
  for (std::int64_t k = options.low; k <= options.high; ++k) add(of_first.low + k * step, of_first.high + k * step);
  return stretches;
}

GuardRows::GuardRows(const MoveProgram& program, const std::vector<Guard>& guards, const Box& box)
    : program_(guard_program(program, guards)), box_(box) {
  const std::uint64_t columns = box.length(box.dimensions() - 1);
  words_ = (columns + 63) / 64;
  // Whole stretches along the last axis but one.
  rows_at_once_ = box.dimensions() < 2 ? 1
                                       : std::min<std::uint64_t>(box.length(box.dimensions() - 2),
                                                                 std::max<std::uint64_t>(1, kGuardCells / columns));
}

bool GuardRows::evaluate(std::uint64_t number) {
  const std::size_t dimensions = box_.dimensions();
  const std::uint64_t columns = box_.length(dimensions - 1);
  Position low = box_.position(number * columns);
  Position high(low);
  high[dimensions - 1] = box_.high()[dimensions - 1];
  if (dimensions >= 2)
    high[dimensions - 2] =
        std::min<Coordinate>(box_.high()[dimensions - 2], low[dimensions - 2] + static_cast<Coordinate>(rows_at_once_) - 1);
  first_ = number;
  have_ = 0;
  bits_.clear();
  return evaluate_rows(program_, Box(low, high), [&](PositionView, const std::uint8_t* values) {
    ++have_;
    bits_.resize(have_ * words_, 0);
    std::uint64_t* out = bits_.data() + (have_ - 1) * words_;
    for (std::uint64_t i = 0; i < columns; ++i) out[i / 64] |= static_cast<std::uint64_t>(values[i]) << (i % 64);
  });
}

}  // namespace bouton
