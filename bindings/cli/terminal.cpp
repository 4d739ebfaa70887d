#include "bindings/cli/terminal.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

namespace bouton::cli {

std::size_t terminal_width() {
  if (isatty(STDOUT_FILENO) != 1) return 0;
  if (const char* columns = std::getenv("COLUMNS")) {
    std::size_t width = 0;
    const char* end = columns + std::strlen(columns);
    if (std::from_chars(columns, end, width).ptr == end && width > 0) return width;
  }
  winsize size = {};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace bouton::cli
