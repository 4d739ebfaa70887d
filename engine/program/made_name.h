// Names of moves that are made of values: move["take_" .. t].
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace bouton {

/// The name with the values between the texts of the pattern, of which there is one more. `value(i)` is the text of value i.
template <class Value>
std::string made_name(const std::vector<std::string>& pattern, const Value& value) {
  std::string name = pattern[0];
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) name += value(i) + pattern[i + 1];
  return name;
}

}  // namespace bouton
