#include "bindings/cli/terminal/terminal.h"

#include <charconv>
#include <optional>
#include <string>

#include "engine/system/environment.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

/// What the variable COLUMNS says; 0 if it says nothing.
std::size_t columns_set() {
  const std::optional<std::string> columns = environment_variable("COLUMNS");
  if (!columns) return 0;
  std::size_t width = 0;
  const char* const end = columns->data() + columns->size();
  return std::from_chars(columns->data(), end, width).ptr == end ? width : 0;
}

}  // namespace

std::filesystem::path state_file(std::string_view name) {
  const std::filesystem::path folder = user_state_folder();
  return folder.empty() ? folder : folder / "bouton" / name;
}

std::size_t terminal_width() {
  if (!is_terminal(Stream::output)) return 0;
  if (const std::size_t width = columns_set(); width > 0) return width;
  return terminal_columns(Stream::output);
}

std::size_t prose_width() {
  constexpr std::size_t kUsual = 80;
  if (const std::size_t width = columns_set(); width > 0) return width;
  const std::size_t width = terminal_width();
  return width > 0 ? width : kUsual;
}

ColourDepth terminal_colours() {
  const auto variable = [](const char* name) { return environment_variable(name).value_or(""); };
  if (!is_terminal(Stream::output) || !variable("NO_COLOR").empty()) return ColourDepth::none;
  const std::string terminal = terminal_kind();
  if (terminal.empty() || terminal == "dumb") return ColourDepth::none;
  if (variable("COLORTERM") == "truecolor" || variable("COLORTERM") == "24bit" || terminal.ends_with("-direct"))
    return ColourDepth::full;
  return terminal.find("256color") != std::string_view::npos ? ColourDepth::palette : ColourDepth::sixteen;
}

}  // namespace bouton::cli
