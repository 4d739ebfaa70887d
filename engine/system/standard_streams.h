// Standard input, output and error of the process, and the terminal that they may be.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace bouton {

/// By their numbers as file descriptors.
enum class Stream { input = 0, output = 1, error = 2 };

/// To be called when a program begins: opens what is closed, so that no file gets its number. Bytes are bytes from then on, and
/// a console of Windows shows them as UTF-8 until the process ends.
void prepare_streams();

bool is_terminal(Stream stream);
/// The columns of the terminal; 0 if the stream is none, or it does not say.
std::size_t terminal_columns(Stream stream);
/// What the terminal is, as the variable TERM says; a console of Windows that draws is "xterm-direct". Empty, or "dumb", where
/// lines cannot be erased.
std::string terminal_kind();
/// Whether texts that are not ASCII are shown and typed as UTF-8.
bool speaks_utf8();

/// As the system's calls: how many bytes there were, 0 for the end of input; -1, with errno, where that fails, also at a signal
/// (EINTR).
std::ptrdiff_t read_input(std::span<char> bytes);
std::ptrdiff_t write_stream(Stream stream, std::string_view bytes);

}  // namespace bouton
