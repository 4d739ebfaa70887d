#include "bindings/output/formats/npy.h"

#include <algorithm>

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {

/// The smallest unsigned type that holds the values. Throws RequestError as require_numbers does.
void write_npy(Sink& out, const Values& values) {
  const Table& table = values.table;
  require_numbers(table, "npy");
  const std::uint32_t greatest = *std::ranges::max_element(table.cells);
  const std::size_t bytes = npy_bytes(greatest);
  out.write(npy_header(bytes, table.box));
  write_little_endian(out, std::span<const std::uint32_t>(table.cells), bytes);
}

}  // namespace bouton
