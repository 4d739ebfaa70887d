// What is known of the terminal.
#pragma once

#include <cstddef>

namespace bouton::cli {

/// The columns of the terminal that standard output is: of the variable COLUMNS, else as the terminal says; 0 if it is
/// no terminal or does not say.
std::size_t terminal_width();

}  // namespace bouton::cli
