#include "bindings/output/values/cells.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

std::string cell_text(const Table& table, std::uint64_t index) {
  if (!table.valid(index)) return ".";
  if (table.kind == ValueKind::outcome || table.cells[index] != Table::kInfinite)
    return cell_text(table.kind, table.cells[index]);
  return table.kind == ValueKind::grundy ? table.nimber(index).text() : "∞";
}

bool is_loony(const Table& table, std::uint64_t index) {
  if (table.kind != ValueKind::grundy || table.cells[index] != Table::kInfinite) return false;
  const auto found = table.loopy.find(index);
  return found != table.loopy.end() && found->second.is_loony();
}

std::string cell_text(ValueKind kind, std::uint32_t cell) {
  return kind == ValueKind::outcome ? std::string(1, letter(static_cast<Outcome>(cell))) : std::to_string(cell);
}

void require_numbers(const Table& table, std::string_view format) {
  for (std::uint64_t i = 0; i < table.box.size(); ++i) {
    const bool infinite = table.kind != ValueKind::outcome && table.cells[i] == Table::kInfinite;
    if (table.valid(i) && !infinite) continue;
    if (infinite && is_loony(table, i))
      throw RequestError(
          fmt::format("{} holds only numbers, but position {} is loony", format, to_string(table.box.position(i))));
    throw RequestError(fmt::format(
        "{} holds only numbers, but position {} {}", format, to_string(table.box.position(i)),
        infinite ? fmt::format("has an infinite {}", table.kind == ValueKind::grundy ? "Grundy value" : "remoteness")
                 : "is not valid"));
  }
}

}  // namespace bouton
