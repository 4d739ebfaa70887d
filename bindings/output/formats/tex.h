// Text within LaTeX.
#pragma once

#include <string>
#include <string_view>

#include "engine/position/domain.h"

namespace bouton {

/// The text with what means something to LaTeX escaped, on one line.
std::string tex_text(std::string_view text);

/// The text behind a % that begins a comment: on one line.
std::string plain_tex_comment(std::string_view text);

/// A formula as mathematics: sums and multiples of names, powers, roots and logarithms.
std::string tex_formula(std::string_view formula);

/// A statement about numbers: floor(..) and ceil(..) with their brackets, sqrt, phi and comparisons as symbols, the rest as
/// text.
std::string tex_statement(std::string_view statement);

/// A value of an axis: its name, or the number.
std::string value_name(const Axis& axis, Coordinate value);

}  // namespace bouton
