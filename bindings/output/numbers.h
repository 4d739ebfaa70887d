// Tables as plain numbers, for formats that have nothing else.
#pragma once

#include <string_view>

#include "engine/values/table.h"

namespace bouton {

/// Throws RequestError, naming the first position, if some position is not valid or has an infinite value, which
/// `format` cannot hold. Outcomes are numbers: P 0, N 1, draw 2.
void require_numbers(const Table& table, std::string_view format);

}  // namespace bouton
