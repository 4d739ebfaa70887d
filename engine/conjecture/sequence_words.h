// A sequence of numbers in words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bouton {

/// What the values f(first), f(first + 1), ... are, where the argument has this name: "n", "3", "n mod 4", "2 n + 1",
/// "floor(n / 3)"; of other sequences the first values, with the period that is seen, if one is.
std::string sequence_words(std::span<const std::uint32_t> values, std::int64_t first, std::string_view name);

/// The sentence's name of n plus something: "n", "n + 3", "n - 1".
std::string shifted_name(std::string_view name, std::int64_t by);

}  // namespace bouton
