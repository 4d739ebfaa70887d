// Comma-separated values (RFC 4180, lines ended by a line feed).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bindings/output/sink/output.h"

namespace bouton {

/// A field, in quotes if it needs them.
std::string csv_field(std::string_view text);
/// One line.
void write_csv_row(Sink& out, const std::vector<std::string>& fields);

}  // namespace bouton
