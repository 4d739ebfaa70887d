#include "bindings/output/numbers.h"

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

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
