// Results as NumPy arrays: format version 1.0 of numpy.lib.format, little-endian, C order, data aligned to 64 bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "bindings/output/output.h"
#include "bindings/output/position_list.h"
#include "engine/values/table.h"

namespace bouton {

/// What stands before the data. `type` is a NumPy type string such as "<u2".
std::string npy_header(std::string_view type, std::span<const std::uint64_t> shape);

/// The smallest unsigned type that holds the values. Throws RequestError as require_numbers does.
void write_npy(Sink& out, const Table& table);
/// An array of 64-bit integers: a row for each position.
void write_npy(Sink& out, const PositionList& positions);

}  // namespace bouton
