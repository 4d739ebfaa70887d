#include "engine/table/batch/solved_region.h"

#include <algorithm>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bouton {
namespace {

/// Whether the cells of a region, solved in that order, are the table of the box.
bool are_the_table(const Box& region, const std::vector<SolveOrder::Key>& axes, const Box& box) {
  bool same = region == box;
  for (std::size_t i = 0; i < axes.size(); ++i) same = same && axes[i].axis == i && !axes[i].descending;
  return same;
}

#ifdef __linux__
constexpr std::uintptr_t kPage = std::uintptr_t{1} << 21;

struct Addresses {
  std::uintptr_t begin, end;
};
/// Of the whole large pages among some bytes.
Addresses large_pages(void* bytes, std::size_t count) {
  const auto first = reinterpret_cast<std::uintptr_t>(bytes);
  return {(first + kPage - 1) & ~(kPage - 1), (first + count) & ~(kPage - 1)};
}
#endif

}  // namespace

void ask_for_large_pages([[maybe_unused]] void* bytes, [[maybe_unused]] std::size_t count) {
#ifdef __linux__
  const Addresses pages = large_pages(bytes, count);
  if (pages.begin < pages.end) madvise(reinterpret_cast<void*>(pages.begin), pages.end - pages.begin, MADV_HUGEPAGE);
#endif
}

std::vector<std::uint32_t> make_cells(std::size_t count, unsigned threads, std::uint32_t value) {
  std::vector<std::uint32_t> cells;
  cells.reserve(count);
  ask_for_large_pages(cells.data(), count * sizeof(std::uint32_t));
#ifdef __linux__
  const auto [begin, end] = large_pages(cells.data(), count * sizeof(std::uint32_t));
  if (threads > 1 && end > begin && end - begin >= 4 * kPage) {
    // Fresh pages are cleared by whoever touches them first.
    std::vector<std::jthread> others;
    const std::uintptr_t part = ((end - begin) / threads + kPage - 1) & ~(kPage - 1);
    try {
      for (std::uintptr_t from = begin; from < end; from += part)
        others.emplace_back([from, to = std::min(end, from + part)] {
          for (std::uintptr_t at = from; at < to; at += 4096) *reinterpret_cast<volatile char*>(at) = 0;
        });
    } catch (const std::system_error&) {
      // The machine has no room for more threads; who fills the cells will clear the rest.
    }
  }
#else
  (void)threads;
#endif
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
