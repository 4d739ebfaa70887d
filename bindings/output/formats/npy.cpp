#include "bindings/output/formats/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace bouton {
namespace {

/// So many bytes of each number, with a loop that compilers make vectors of where the bytes are those of a type.
template <class Stored, class Number>
char* put_as(char* to, std::span<const Number> values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto stored = static_cast<Stored>(values[i]);
    std::memcpy(to + i * sizeof(Stored), &stored, sizeof(Stored));
  }
  return to + values.size_bytes() / sizeof(Number) * sizeof(Stored);
}

template <class Number>
char* put_numbers(char* to, std::span<const Number> values, std::size_t bytes) {
  if constexpr (std::endian::native == std::endian::little) {
    if (bytes == 1) return put_as<std::uint8_t>(to, values);
    if (bytes == 2) return put_as<std::uint16_t>(to, values);
    if (bytes == 4) return put_as<std::uint32_t>(to, values);
  }
  for (const Number value : values)
    for (std::size_t i = 0; i < bytes; ++i) *to++ = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
  return to;
}

/// Block by block, so that what takes the text is not called for every number.
template <class Number>
void write_blocks(Sink& out, std::span<const Number> values, std::size_t bytes) {
  constexpr std::size_t kAtOnce = 4096;
  std::array<char, 8 * kAtOnce> text;
  while (!values.empty()) {
    const std::size_t count = std::min(values.size(), kAtOnce);
    put_numbers(text.data(), values.first(count), bytes);
    out.write({text.data(), count * bytes});
    values = values.subspan(count);
  }
}

template <class Number>
void append_numbers(std::string& to, std::span<const Number> values, std::size_t bytes) {
  const std::size_t before = to.size();
  to.resize(before + values.size() * bytes);
  put_numbers(to.data() + before, values, bytes);
}

}  // namespace

void append_little_endian(std::string& to, std::span<const std::uint16_t> values, std::size_t bytes) {
  append_numbers(to, values, bytes);
}

void append_little_endian(std::string& to, std::span<const std::uint32_t> values, std::size_t bytes) {
  append_numbers(to, values, bytes);
}

void write_little_endian(Sink& out, std::span<const std::uint16_t> values, std::size_t bytes) {
  write_blocks(out, values, bytes);
}

void write_little_endian(Sink& out, std::span<const std::uint32_t> values, std::size_t bytes) {
  write_blocks(out, values, bytes);
}

void write_little_endian(Sink& out, std::span<const std::int64_t> values, std::size_t bytes) {
  write_blocks(out, values, bytes);
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

std::size_t npy_bytes(std::uint32_t greatest) { return greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4; }

std::string npy_header(std::size_t bytes, std::span<const std::uint64_t> shape) {
  return npy_header(bytes == 1 ? "|u1" : bytes == 2 ? "<u2" : "<u4", shape);
}

std::string npy_header(std::size_t bytes, const Box& box) {
  std::vector<std::uint64_t> shape;
  for (std::size_t i = 0; i < box.dimensions(); ++i) shape.push_back(box.length(i));
  return npy_header(bytes, shape);
}

}  // namespace bouton
