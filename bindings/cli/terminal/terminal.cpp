#include "bindings/cli/terminal/terminal.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace bouton::cli {
namespace {

/// What the variable COLUMNS says; 0 if it says nothing.
std::size_t columns_set() {
  const char* const columns = std::getenv("COLUMNS");
  if (columns == nullptr) return 0;
  std::size_t width = 0;
  const char* end = columns + std::strlen(columns);
  return std::from_chars(columns, end, width).ptr == end ? width : 0;
}

}  // namespace

std::filesystem::path state_file(std::string_view name) {
  const auto path_in = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return std::filesystem::path(value == nullptr ? "" : value);
  };
  std::filesystem::path folder = path_in("XDG_STATE_HOME");
  if (!folder.is_absolute()) {
    folder = path_in("HOME");
    if (!folder.is_absolute()) return {};
    folder /= ".local/state";
  }
  return folder / "bouton" / name;
}

std::size_t terminal_width() {
  if (isatty(STDOUT_FILENO) != 1) return 0;
  if (const std::size_t width = columns_set(); width > 0) return width;
  winsize size = {};
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t prose_width() {
  constexpr std::size_t kUsual = 80;
  if (const std::size_t width = columns_set(); width > 0) return width;
  const std::size_t width = terminal_width();
  return width > 0 ? width : kUsual;
}

ColourDepth terminal_colours() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value != nullptr ? value : "");
  };
  if (isatty(STDOUT_FILENO) != 1 || !variable("NO_COLOR").empty()) return ColourDepth::none;
  const std::string_view terminal = variable("TERM");
  if (terminal.empty() || terminal == "dumb") return ColourDepth::none;
  if (variable("COLORTERM") == "truecolor" || variable("COLORTERM") == "24bit" || terminal.ends_with("-direct"))
    return ColourDepth::full;
  return terminal.find("256color") != std::string_view::npos ? ColourDepth::palette : ColourDepth::sixteen;
}

bool speaks_utf8() { return std::strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

}  // namespace bouton::cli
