// The Walsh-Hadamard transform: from how often values occur to how their nim-sums do.
#pragma once

#include <cstddef>
#include <vector>

namespace bouton {

/// In place: number w becomes the sum of (-1)^(number of ones that w and v share) times number v, over all v. Twice is their
/// number times what it was. The length is a power of 2. O(n log n) additions.
template <class Number>
void walsh_hadamard(std::vector<Number>& numbers) {
  for (std::size_t half = 1; half < numbers.size(); half *= 2)
    for (std::size_t begin = 0; begin < numbers.size(); begin += 2 * half)
      for (std::size_t i = begin; i < begin + half; ++i) {
        const Number low = numbers[i], high = numbers[i + half];
        numbers[i] = low + high;
        numbers[i + half] = low - high;
      }
}

}  // namespace bouton
