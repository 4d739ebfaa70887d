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
  const std::size_t bytes = greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4;
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < table.box.dimensions(); ++i) shape.push_back(table.box.length(i));
  out.write(npy_header(bytes == 1 ? "|u1" : bytes == 2 ? "<u2" : "<u4", shape));
  write_little_endian(out, std::span<const std::uint32_t>(table.cells), bytes);
}

}  // namespace bouton
