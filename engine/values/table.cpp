#include "engine/values/table.h"

#include <algorithm>
#include <limits>

namespace bouton {

std::string_view name(ValueKind kind) {
  switch (kind) {
    case ValueKind::grundy: return "grundy";
    case ValueKind::outcome: return "outcome";
    case ValueKind::remoteness: return "remoteness";
    case ValueKind::suspense: return "suspense";
    case ValueKind::longest: return "longest";
  }
  return "";
}

std::size_t bytes_of_cells(const Box& box) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  return box.size() > kMost / sizeof(std::uint32_t) ? kMost : box.size() * sizeof(std::uint32_t);
}

Table empty_table(const Box& box, ValueKind kind, const Budget& budget) {
  constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 20;  // cells: clearing a few gigabytes takes a second
  Table table{box, kind, {}, {}};
  table.cells.reserve(box.size());
  while (table.cells.size() < box.size()) {
    budget.check_stop();
    table.cells.resize(std::min(box.size(), table.cells.size() + kAtOnce), Table::kInvalid);
  }
  return table;
}

}  // namespace bouton
