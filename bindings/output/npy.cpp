#include "bindings/output/npy.h"

#include <algorithm>
#include <vector>

#include "bindings/output/numbers.h"

namespace bouton {
namespace {

void write_little_endian(Sink& out, std::uint64_t value, std::size_t bytes) {
  char text[8];
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>(value >> (8 * i) & 0xFF);
  out.write({text, bytes});
}

}  // namespace

std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape) {
  std::string tuple;
  for (const std::uint64_t length : shape) tuple += fmt::format("{}{}", tuple.empty() ? "" : ", ", length);
  if (shape.size() == 1) tuple += ",";
  std::string description = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, tuple);
  constexpr std::size_t kBefore = 10;  // magic, version, length
  const std::size_t used = kBefore + description.size() + 1;
  description.append((64 - used % 64) % 64, ' ');
  description += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(description.size() & 0xFF);
  header += static_cast<char>(description.size() >> 8);
  return header + description;
}

void write_npy(Sink& out, const Table& table) {
  require_numbers(table, "npy");
  const std::uint32_t greatest = *std::ranges::max_element(table.cells);
  const std::size_t bytes = greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4;
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < table.box.dimensions(); ++i) shape.push_back(table.box.length(i));
  out.write(npy_header(bytes == 1 ? "|u1" : bytes == 2 ? "<u2" : "<u4", shape));
  for (const std::uint32_t cell : table.cells) write_little_endian(out, cell, bytes);
}

void write_npy(Sink& out, const PositionList& positions) {
  const std::uint64_t shape[] = {positions.count, positions.dimensions};
  out.write(npy_header("<i8", shape));
  for (const Coordinate coordinate : positions.coordinates) write_little_endian(out, static_cast<std::uint64_t>(coordinate), 8);
}

}  // namespace bouton
