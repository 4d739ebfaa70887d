#include "engine/system/find_bytes.h"

#include <vector>

namespace bouton {

// By the algorithm of Knuth, Morris and Pratt: `borders[i]` is how long the longest proper border of the first i + 1 bytes is.
std::size_t find_bytes(std::string_view text, std::string_view wanted) {
  if (wanted.empty()) return 0;
  std::vector<std::size_t> borders(wanted.size(), 0);
  const auto matched_with = [&](std::size_t matched, char byte) {
    while (matched > 0 && wanted[matched] != byte) matched = borders[matched - 1];
    return wanted[matched] == byte ? matched + 1 : 0;
  };
  for (std::size_t i = 1; i < wanted.size(); ++i) borders[i] = matched_with(borders[i - 1], wanted[i]);
  std::size_t matched = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    matched = matched_with(matched, text[i]);
    if (matched == wanted.size()) return i + 1 - matched;
  }
  return std::string_view::npos;
}

}  // namespace bouton
