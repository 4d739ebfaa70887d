#include "engine/base/plain_text.h"

#include <algorithm>
#include <cstddef>

namespace bouton {
namespace {

constexpr char32_t kMalformed = 0xFFFFFFFF;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Character {
  char32_t code = kMalformed;
  std::size_t size = 1;  ///< bytes; one of what is malformed
};

/// The first character of a text that is not empty. Forms that are too long, surrogates and codes beyond U+10FFFF are
/// malformed.
Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  char32_t code = lead & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3FU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[size] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, size};
}

bool is_plain(char32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0)) return false;
  if ((code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069)) return false;
  return code != 0xFFFE && code != 0xFFFF && code != kMalformed;
}

std::string plain(std::string_view text, bool keeps_lines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, size] = first_character(text);
    const bool ends_line = code == '\n' || text.starts_with("\r\n") || code == 0x2028 || code == 0x2029;
    if (code == '\r' && ends_line) text.remove_prefix(1);  // the LF stands for both
    if (ends_line) result += keeps_lines ? '\n' : ' ';
    else if (code == '\t') result += keeps_lines ? '\t' : ' ';
    else if (is_plain(code)) result += text.substr(0, size);
    else result += kReplacement;
    text.remove_prefix(size);
  }
  return result;
}

bool goes_on(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80; }

/// The characters of the text that are whole within its first `most` bytes, of which it has more.
std::string_view beginning(std::string_view text, std::size_t most) {
  while (most > 0 && goes_on(text[most])) --most;
  return text.substr(0, most);
}

/// The text, or its first and last bytes where it has more than `most`; whole characters.
std::string without_middle(std::string_view text, std::size_t most, std::size_t at_end) {
  if (text.size() <= most) return std::string(text);
  std::string result(beginning(text, most - at_end));
  std::size_t end = text.size() - at_end;
  while (end < text.size() && goes_on(text[end])) ++end;
  std::string count = std::to_string(end - result.size());
  for (std::size_t at = count.size(); at > 3; at -= 3) count.insert(at - 3, ",");
  result += "[... " + count + " bytes ...]";
  return result += text.substr(end);
}

bool is_printable_ascii(char c) { return c >= 0x20 && c < 0x7F; }

}  // namespace

std::string plain_line(std::string_view text) {
  return std::ranges::all_of(text, is_printable_ascii) ? std::string(text) : plain(text, false);
}

std::string plain_lines(std::string_view text) { return plain(text, true); }

std::string abbreviated(std::string text) {
  constexpr std::size_t kLongestWord = 400, kEndOfWord = 150, kLongest = 4000, kEnd = 1000;
  if (text.size() <= kLongestWord) return text;
  std::string result;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t word = std::min(rest.find_first_of(" \t\n"), rest.size());
    result += without_middle(rest.substr(0, word), kLongestWord, kEndOfWord);
    rest.remove_prefix(word);
    const std::size_t blanks = std::min(rest.find_first_not_of(" \t\n"), rest.size());
    result += rest.substr(0, blanks);
    rest.remove_prefix(blanks);
  }
  return without_middle(result, kLongest, kEnd);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kMost = 80, kShown = 60;
  return text.size() <= kMost ? std::string(text) : std::string(beginning(text, kShown)) + "...";
}

}  // namespace bouton
