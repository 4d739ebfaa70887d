// What is known of the terminal.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "bindings/output/values/page.h"

namespace bouton::cli {

/// The columns of the terminal that standard output is: of the variable COLUMNS, else as the terminal says; 0 if it is
/// no terminal or does not say.
std::size_t terminal_width();

/// The columns that prose is broken at: of the variable COLUMNS, else of the terminal, else 80.
std::size_t prose_width();

/// The colours of the terminal that standard output is, as the variables COLORTERM and TERM say; none if it is not a terminal,
/// or the variable NO_COLOR is set to anything (https://no-color.org).
ColourDepth terminal_colours();

/// Where the command keeps what it remembers from one session to the next: $XDG_STATE_HOME/bouton/NAME, else
/// ~/.local/state/bouton/NAME; empty where there is no home.
std::filesystem::path state_file(std::string_view name);

}  // namespace bouton::cli
