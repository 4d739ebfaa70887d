#include "engine/table/batch/solved_region.h"

#include <algorithm>
#include <thread>
#include <vector>

#include "engine/system/large_pages.h"

namespace bouton {
namespace {

/// Whether the cells of a region, solved in that order, are the table of the box.
bool are_the_table(const Box& region, const std::vector<SolveOrder::Key>& axes, const Box& box) {
  bool same = region == box;
  for (std::size_t i = 0; i < axes.size(); ++i) same = same && axes[i].axis == i && !axes[i].descending;
  return same;
}

/// Fresh memory is cleared by whoever touches it first, this much by one thread at least.
constexpr std::size_t kFreshBytes = std::size_t{1} << 22;

}  // namespace

std::vector<std::uint32_t> make_cells(std::size_t count, unsigned threads, std::uint32_t value) {
  std::vector<std::uint32_t> cells;
  const std::size_t bytes = room_for_large_pages(count * sizeof(std::uint32_t));
  cells.reserve(bytes / sizeof(std::uint32_t));
  ask_for_large_pages(cells.data(), bytes);
  if (threads > 1 && bytes >= 2 * kFreshBytes) {
    const std::size_t part = std::max(kFreshBytes, bytes / threads / kFreshBytes * kFreshBytes);
    const std::vector<std::jthread> others = touch_fresh_memory(cells.data(), part, bytes, part);
    cells.resize(std::min(count, part / sizeof(std::uint32_t)), value);
  }
  cells.resize(count, value);
  return cells;
}

std::size_t bytes_of_table(const Box& region, const SolveOrder& order, const Box& box) {
  return (region.size() + (are_the_table(region, order.axes, box) ? 0 : box.size())) * sizeof(std::uint32_t);
}

Table make_table(SolvedRegion&& region, const Box& box, ValueKind kind, const Budget& budget) {
  Table table;
  table.box = box;
  table.kind = kind;
  const CellLayout& layout = region.layout;
  if (are_the_table(layout.box, layout.axes, box)) {
    table.cells = std::move(region.cells);
    return table;
  }
  budget.check_memory((region.cells.size() + box.size()) * sizeof(std::uint32_t), "the table");
  table.cells = make_cells(box.size());
  if (box.dimensions() == 0) {
    table.cells = std::move(region.cells);
    return table;
  }
  const std::size_t last = box.dimensions() - 1;
  const std::int64_t stride = layout.strides[last];
  Position row(box.low());
  for (std::uint64_t at = 0; at < box.size(); at += box.length(last)) {
    budget.check_stop();
    const std::int64_t from = layout.index(row);
    for (std::uint64_t i = 0; i < box.length(last); ++i)
      table.cells[at + i] = region.cells[static_cast<std::size_t>(from + static_cast<std::int64_t>(i) * stride)];
    for (std::size_t axis = last; axis-- > 0;) {
      if (row[axis] < box.high()[axis]) {
        ++row[axis];
        break;
      }
      row[axis] = box.low()[axis];
    }
  }
  return table;
}

}  // namespace bouton
