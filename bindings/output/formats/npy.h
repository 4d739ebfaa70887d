// NumPy arrays: format version 1.0 of numpy.lib.format, little-endian, C order, data aligned to 64 bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bindings/output/sink/output.h"
#include "engine/position/box.h"

namespace bouton {

/// What stands before the data. `type` is a NumPy type string such as "<u2".
std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape);
/// Bytes of the smallest unsigned type that holds numbers up to this one: 1, 2 or 4.
std::size_t npy_bytes(std::uint32_t greatest);
/// The header of unsigned numbers of so many bytes; as long for any number of them.
std::string npy_header(std::size_t bytes, std::span<const std::uint64_t> shape);
/// The same, shaped as a box.
std::string npy_header(std::size_t bytes, const Box& box);
/// Numbers of the data, each of so many bytes (1 to 8).
void write_little_endian(Sink& out, std::span<const std::uint16_t> values, std::size_t bytes);
void write_little_endian(Sink& out, std::span<const std::uint32_t> values, std::size_t bytes);
void write_little_endian(Sink& out, std::span<const std::int64_t> values, std::size_t bytes);
/// Adds them to bytes.
void append_little_endian(std::string& to, std::span<const std::uint16_t> values, std::size_t bytes);
void append_little_endian(std::string& to, std::span<const std::uint32_t> values, std::size_t bytes);

}  // namespace bouton
