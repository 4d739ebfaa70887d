#include "engine/system/standard_streams.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/system/environment.h"

namespace bouton {

void prepare_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // Standard output for reading only: writing to it is then still the error that it should be.
    const int opened = open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != stream) close(opened);
  }
}

bool is_terminal(Stream stream) { return isatty(static_cast<int>(stream)) == 1; }

std::size_t terminal_columns(Stream stream) {
  winsize size = {};
  return ioctl(static_cast<int>(stream), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::string terminal_kind() { return environment_variable("TERM").value_or(""); }

bool speaks_utf8() { return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

std::ptrdiff_t read_input(std::span<char> bytes) { return read(STDIN_FILENO, bytes.data(), bytes.size()); }

std::ptrdiff_t write_stream(Stream stream, std::string_view bytes) {
  return write(static_cast<int>(stream), bytes.data(), bytes.size());
}

}  // namespace bouton
