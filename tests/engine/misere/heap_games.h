// Heap games for the tests of misère theory, and their outcomes word by word.
#pragma once

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "engine/misere/quotient/heap_game.h"
#include "engine/misere/quotient/quotient.h"

namespace bouton::test {

/// The first heaps of an octal game "0.77" or "4.07".
inline HeapGame octal_game(std::string_view code, Heap last) {
  HeapGame game;
  for (Heap n = 0; n <= last; ++n) {
    std::vector<HeapSum> options;
    for (std::size_t place = 0; place < code.size(); ++place) {
      if (place == 1) continue;
      const Heap removed = place == 0 ? 0 : static_cast<Heap>(place) - 1;
      const int digit = code[place] - '0';
      if (n < removed) continue;
      const Heap rest = n - removed;
      if ((digit & 1) != 0 && rest == 0) options.push_back({});
      if ((digit & 2) != 0 && rest > 0) options.push_back({rest});
      if ((digit & 4) != 0)
        for (Heap part = 1; part <= rest / 2; ++part) options.push_back({part, rest - part});
    }
    game.add(std::move(options));
  }
  return game;
}

/// The misère quotient of all its heaps.
inline MisereQuotient quotient_of(const HeapGame& game, MisereQuotient::Limits limits = {}) {
  MisereQuotient quotient(limits);
  quotient.grow(game, game.size(), {});
  return quotient;
}

/// The misère outcome of sums, by the definition.
class MisereReference {
 public:
  explicit MisereReference(const HeapGame& game) : game_(game) {}

  bool is_p(HeapSum sum) {
    sum = game_.tidy(std::move(sum));
    if (sum.empty()) return false;
    if (const auto known = known_.find(sum); known != known_.end()) return known->second;
    bool p = true;
    for (std::size_t moved = 0; moved < sum.size() && p; ++moved)
      for (const HeapSum& option : game_.options(sum[moved])) {
        HeapSum next = sum;
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(moved));
        next.insert(next.end(), option.begin(), option.end());
        if (is_p(std::move(next))) {
          p = false;
          break;
        }
      }
    return known_[sum] = p;
  }

 private:
  const HeapGame& game_;
  std::map<HeapSum, bool> known_;
};

}  // namespace bouton::test
