#include "bindings/output/formats/npy.h"

namespace bouton {
void write_little_endian(Sink& out, std::uint64_t value, std::size_t bytes) {
  char text[8];
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>(value >> (8 * i) & 0xFF);
  out.write({text, bytes});
}

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

}  // namespace bouton
