// What a rule file may use.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace bouton::lua {

/// Passing a limit is a LimitError that names it and the file.
struct Limits {
  std::chrono::duration<double> load{5};        ///< to run the file
  std::chrono::duration<double> call{5};        ///< one call of a rule's function
  std::size_t memory = std::size_t{512} << 20;  ///< bytes of Lua memory
  /// Bytes that the options of one position may take, besides: part of what the question about it may.
  std::size_t options = std::size_t{512} << 20;
};

/// What the options of one position may take of the memory of a question, which keeps other things besides. Never less than a
/// megabyte, so that they are not the first to meet a small limit.
constexpr std::size_t options_within(std::size_t memory) { return std::max(memory / 4, std::size_t{1} << 20); }

}  // namespace bouton::lua
