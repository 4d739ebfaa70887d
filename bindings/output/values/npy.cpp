#include "bindings/output/formats/npy.h"

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {

/// The smallest unsigned type that holds the values. Throws RequestError as require_numbers does.
void write_npy(Sink& out, const Values& values) {
  const Table& table = values.table;
  // The highest bit of the greatest number decides how many bytes they take. Cells that are no numbers have nearly all bits.
  std::uint32_t bits = 0;
  for (const std::uint32_t cell : table.cells) bits |= cell;
  if (bits >= Table::kInfinite) require_numbers(table, "npy");
  const std::size_t bytes = npy_bytes(bits);
  out.write(npy_header(bytes, table.box));
  write_little_endian(out, std::span<const std::uint32_t>(table.cells), bytes);
}

}  // namespace bouton
