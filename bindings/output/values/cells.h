// The cells of a table, as text and as numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/values/table.h"

namespace bouton {

/// A cell for people: a number, ∞(0,2), P, N or D, ∞ for the remoteness of a draw; "." where the position is not valid.
std::string cell_text(const Table& table, std::uint64_t index);

/// The text of a finite value of a valid position.
std::string cell_text(ValueKind kind, std::uint32_t cell);

/// Whether the position of that number is loony, in a table of Grundy values.
bool is_loony(const Table& table, std::uint64_t index);

/// Throws RequestError, naming the first position, if some position is not valid or has an infinite value, which
/// `format` cannot hold. Outcomes are numbers: P 0, N 1, draw 2.
void require_numbers(const Table& table, std::string_view format);

}  // namespace bouton
