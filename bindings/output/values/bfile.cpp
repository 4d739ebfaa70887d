#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {

std::string bfile_head(Coordinate first, std::uint64_t count, std::string_view provenance) {
  if (provenance.empty()) return {};
  return fmt::format("# Table of n, a(n) for n = {}..{}\n# {}\n", first, first + static_cast<Coordinate>(count) - 1,
                     provenance);
}

/// An OEIS b-file: lines of an index and a value, below comments. One dimension: the index is the coordinate. More: positions
/// are counted from 0 in row-major order. Throws RequestError as require_numbers does.
void write_bfile(Sink& out, const Values& values) {
  const Table& table = values.table;
  require_numbers(table, "bfile");
  Coordinate index = table.box.dimensions() == 1 ? table.box.low()[0] : 0;
  out.write(bfile_head(index, table.cells.size(), values.provenance));
  for (const std::uint32_t cell : table.cells) out.print("{} {}\n", index++, cell);
}

}  // namespace bouton
