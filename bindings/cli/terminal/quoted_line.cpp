#include "bindings/cli/terminal/quoted_line.h"

#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bindings/cli/terminal/lua_colours.h"
#include "engine/base/plain_text.h"
#include "engine/system/read_file.h"
#include "engine/system/standard_streams.h"

namespace bouton::cli {
namespace {

/// No rule file that people write is longer.
constexpr std::size_t kLongestQuotedFile = std::size_t{1} << 20;
/// A line that is longer is not for people.
constexpr std::size_t kLongestQuotedLine = 300;

struct QuotedPlace {
  std::string_view file;
  std::size_t line = 0;  ///< from 1
};

/// The file and the line that the message begins with.
std::optional<QuotedPlace> quoted_place(std::string_view message) {
  for (const std::string_view end : {".lua:", "typed:"}) {
    const std::size_t found = message.find(end);
    if (found == std::string_view::npos || (end == "typed:" && found != 0)) continue;
    QuotedPlace place{message.substr(0, found + end.size() - 1)};
    const char* const digits = message.data() + place.file.size() + 1;
    const auto [behind, error] = std::from_chars(digits, message.data() + message.size(), place.line);
    if (error == std::errc() && behind != message.data() + message.size() && *behind == ':' && place.line > 0) return place;
  }
  return std::nullopt;
}

/// What is in the file; nothing where it is not a regular file that can be read, or longer than people write.
std::optional<std::string> quoted_text(const std::filesystem::path& file) {
  FileBytes read = read_bytes(file, Budget{}, Pipes::refused, kLongestQuotedFile);  // a pipe was read before
  if (read.result != FileBytes::Result::read) return std::nullopt;
  return std::move(read.bytes);
}

}  // namespace

std::string quoted_line(std::string_view message, bool colours, std::string_view typed) {
  const std::optional<QuotedPlace> place = quoted_place(message);
  if (!place) return {};
  const std::optional<std::string> whole = place->file == "typed" ? std::string(typed) : quoted_text(place->file);
  if (!whole) return {};
  const std::string text = plain_lines(*whole);
  std::size_t start = 0;
  for (std::size_t line = 1; line < place->line; ++line) {
    start = text.find('\n', start);
    if (start++ == std::string::npos) return {};
  }
  std::string line = text.substr(start, text.find('\n', start) - start);
  if (line.ends_with('\r')) line.pop_back();
  if (line.empty() || line.size() > kLongestQuotedLine) return {};
  return fmt::format("{:>5} | {}\n", place->line, colours ? coloured_lua(line, text.substr(0, start)) : line);
}

bool errors_are_read_on_a_terminal() { return is_terminal(Stream::error); }

}  // namespace bouton::cli
