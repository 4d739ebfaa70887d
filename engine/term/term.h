// Positions that are any finite value: an integer, a string, or a list of such.
//
// A term is kept as a list of 64-bit integers, its code, which is what positions are everywhere else: so whatever works on
// positions of any length works on terms. Items follow each other, and each begins with a head:
//
//   a list of k items      3 k              and its items
//   a string of k bytes    3 k + 1          and its bytes, each less 64: of ASCII a byte in storage (position_index.h)
//   an integer n           3 z + 2          for |n| < 2^60, z being 2 n, or -2 n - 1 of negative ones
//                          -1, n            for all others
//
// {5, {}, "A"} is 9, 32, 0, 4, 1. Equal terms have equal codes, and no code begins another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bouton::term {

using Code = std::vector<std::int64_t>;
using CodeView = std::span<const std::int64_t>;

/// How deep lists may lie in lists.
inline constexpr int kMostDepth = 100;

enum class Kind : std::uint8_t { list, string, integer };

/// The beginning of an item: its kind, the number of a list's items or of a string's bytes, or the integer, and how many
/// integers of the code were read for it.
struct Head {
  Kind kind;
  std::int64_t number;
  std::size_t width;
};

void append_list(std::size_t items, Code& out);
void append_string(std::string_view text, Code& out);
void append_integer(std::int64_t value, Code& out);

/// The head at the beginning of `code`; nothing where none stands there. O(1).
std::optional<Head> read_head(CodeView code);
/// The byte of a string that stands in the code as `item`.
constexpr char byte_of(std::int64_t item) { return static_cast<char>(item + 64); }

/// Whether `code` is that of one term, no deeper than kMostDepth. O(size).
bool is_code(CodeView code);

/// The term as a literal of Lua: {5,{},"A"}. Bytes of strings that are not printable ASCII are written by their numbers:
/// "\010". `code` is one.
std::string text_of(CodeView code);

/// The code of the term that such a literal means, blanks allowed, strings in either kind of quotes, lists in brackets as well;
/// nothing where it is none. O(size).
std::optional<Code> parse(std::string_view text);

}  // namespace bouton::term
