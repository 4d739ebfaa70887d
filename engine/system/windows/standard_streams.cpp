#include "engine/system/standard_streams.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "engine/system/environment.h"
#include "engine/system/windows/input_reader.h"

namespace bouton {
namespace {

HANDLE handle_of(Stream stream) {
  constexpr std::array kNames = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
  return GetStdHandle(kNames[static_cast<std::size_t>(stream)]);
}

UINT page_before = 0;  // of the console, which other programs have after this one

/// Whether the console draws what escape sequences say.
bool draws(Stream stream) {
  const HANDLE handle = handle_of(stream);
  DWORD mode = 0;
  if (GetConsoleMode(handle, &mode) == 0) return false;
  return (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0 ||
         SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

}  // namespace

void prepare_streams() {
  for (const int stream : {0, 1, 2}) {
    if (_get_osfhandle(stream) < 0) {
      const int opened = _open("NUL", stream == 2 ? _O_WRONLY : _O_RDONLY);
      if (opened >= 0 && opened != stream) _dup2(opened, stream), _close(opened);
    }
    _setmode(stream, _O_BINARY);
  }
  if (!is_terminal(Stream::output) && !is_terminal(Stream::error)) return;
  page_before = GetConsoleOutputCP();
  if (page_before == CP_UTF8 || SetConsoleOutputCP(CP_UTF8) == 0) return;
  std::atexit([] { SetConsoleOutputCP(page_before); });
}

bool is_terminal(Stream stream) {
  DWORD mode = 0;
  return GetConsoleMode(handle_of(stream), &mode) != 0;
}

std::size_t terminal_columns(Stream stream) {
  CONSOLE_SCREEN_BUFFER_INFO info = {};
  if (GetConsoleScreenBufferInfo(handle_of(stream), &info) == 0) return 0;
  return static_cast<std::size_t>(info.srWindow.Right - info.srWindow.Left + 1);
}

std::string terminal_kind() {
  if (auto said = environment_variable("TERM")) return *said;
  return draws(Stream::output) || draws(Stream::error) ? "xterm-direct" : "";
}

bool speaks_utf8() { return true; }

std::ptrdiff_t read_input(std::span<char> bytes) { return take_input(bytes); }

std::ptrdiff_t write_stream(Stream stream, std::string_view bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 15;  // consoles have a bound
  DWORD written = 0;
  if (WriteFile(handle_of(stream), bytes.data(), static_cast<DWORD>(std::min(bytes.size(), kMost)), &written, nullptr) != 0)
    return static_cast<std::ptrdiff_t>(written);
  switch (GetLastError()) {
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: errno = EPIPE; break;
    case ERROR_DISK_FULL: errno = ENOSPC; break;
    case ERROR_INVALID_HANDLE:
    case ERROR_ACCESS_DENIED: errno = EBADF; break;
    default: errno = EIO;
  }
  return -1;
}

}  // namespace bouton
