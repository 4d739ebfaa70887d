#include "bindings/output/values/cells.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

std::string cell_text(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return ".";
  switch (table.kind) {
    case ValueKind::grundy:
      return table.cells[index] == Table::kInfinite ? table.nimber(index).text() : std::to_string(table.cells[index]);
    case ValueKind::outcome: return std::string(1, letter(table.outcome(index)));
    case ValueKind::remoteness: {
      const std::optional<Remoteness> remoteness = table.remoteness(index);
      return remoteness ? std::to_string(*remoteness) : "∞";
    }
  }
  return {};
}

void require_numbers(const Table& table, std::string_view format) {
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    const bool infinite = table.kind != ValueKind::outcome && table.cells[i] == Table::kInfinite;
    if (table.valid(i) && !infinite) continue;
    throw RequestError(fmt::format(
        "{} holds only numbers, but position {} {}", format, to_string(table.box.position(i)),
        infinite ? fmt::format("has an infinite {}", table.kind == ValueKind::grundy ? "Grundy value" : "remoteness")
                 : "is not valid"));
  }
}

}  // namespace bouton
