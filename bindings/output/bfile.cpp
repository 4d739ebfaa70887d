#include "bindings/output/bfile.h"

#include "bindings/output/numbers.h"

namespace bouton {

void write_bfile(Sink& out, const Table& table) {
  require_numbers(table, "bfile");
  Coordinate index = table.box.dimensions() == 1 ? table.box.low()[0] : 0;
  for (const std::uint32_t cell : table.cells) out.print("{} {}\n", index++, cell);
}

}  // namespace bouton
