#include <algorithm>

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"
#include "engine/base/errors.h"

namespace bouton {
namespace {

/// The two coordinates that a table is one of. Throws RequestError if it is not.
std::pair<std::size_t, std::size_t> axes_of(const Values& values) {
  const Box& box = values.table.box;
  std::vector<std::size_t> varying;
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (box.length(i) > 1) varying.push_back(i);
  if (values.is_sequence || varying.size() != 2)
    throw RequestError("antidiagonals need a table of two coordinates; fix the others by ranges of one value");
  return {varying[0], varying[1]};
}

}  // namespace

/// As the OEIS takes arrays: the antidiagonals that are whole, a line each, from the first row downwards; all numbers are
/// joined by commas. Throws RequestError as require_numbers does.
void write_antidiagonals(Sink& out, const Values& values) {
  const Table& table = values.table;
  const auto [rows, columns] = axes_of(values);
  require_numbers(table, "antidiagonals");
  const std::uint64_t count = std::min(table.box.length(rows), table.box.length(columns));
  for (std::uint64_t line = 0; line < count; ++line) {
    for (std::uint64_t row = 0; row <= line; ++row) {
      const std::uint64_t cell = row * table.box.stride(rows) + (line - row) * table.box.stride(columns);
      out.print("{}{}", row > 0 ? ", " : "", table.cells[cell]);
    }
    out.write(line + 1 < count ? ",\n" : "\n");
  }
}

}  // namespace bouton
