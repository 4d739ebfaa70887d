#include <algorithm>

#include "bindings/output/formats/npy.h"

#include "bindings/output/values/cells.h"
#include "bindings/output/values/values.h"

namespace bouton {

namespace {

/// Loony positions have the greatest number of the type, which is the smallest that holds the values and one number more.
/// Throws RequestError as require_numbers does for all else that is not a number.
void write_with_loony(Sink& out, const Table& table) {
  Table numbers = table;
  std::uint32_t greatest = 0;
  for (std::uint64_t i = 0; i < table.cells.size(); ++i) {
    if (is_loony(table, i)) numbers.cells[i] = 0;
    else greatest = std::max(greatest, table.cells[i]);
  }
  if (greatest >= Table::kInfinite) require_numbers(numbers, "npy");
  const std::size_t bytes = npy_bytes(greatest + 1);
  const std::uint32_t loony = bytes == 4 ? 0xFFFFFFFF : (std::uint32_t{1} << (8 * bytes)) - 1;
  for (std::uint64_t i = 0; i < table.cells.size(); ++i)
    if (is_loony(table, i)) numbers.cells[i] = loony;
  out.write(npy_header(bytes, table.box));
  write_little_endian(out, std::span<const std::uint32_t>(numbers.cells), bytes);
}

}  // namespace

/// The smallest unsigned type that holds the values. Throws RequestError as require_numbers does.
void write_npy(Sink& out, const Values& values) {
  const Table& table = values.table;
  // The highest bit of the greatest number decides how many bytes they take. Cells that are not numbers have nearly all bits.
  std::uint32_t bits = 0;
  for (const std::uint32_t cell : table.cells) bits |= cell;
  if (bits >= Table::kInfinite && !table.loopy.empty()) {
    write_with_loony(out, table);
    return;
  }
  if (bits >= Table::kInfinite) require_numbers(table, "npy");
  const std::size_t bytes = npy_bytes(bits);
  out.write(npy_header(bytes, table.box));
  write_little_endian(out, std::span<const std::uint32_t>(table.cells), bytes);
}

}  // namespace bouton
