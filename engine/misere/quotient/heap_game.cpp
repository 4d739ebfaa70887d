#include "engine/misere/quotient/heap_game.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

HeapSum HeapGame::tidy(HeapSum sum) const {
  std::erase_if(sum, [this](Heap heap) { return depths_[heap] == 0; });
  std::ranges::sort(sum);
  return sum;
}

void HeapGame::add(std::vector<HeapSum> options) {
  std::uint32_t depth = 0;
  for (HeapSum& option : options) {
    std::uint32_t moves = 1;
    for (const Heap heap : option) {
      if (heap >= size()) throw RequestError(fmt::format("heap {} has an option with heap {}", size(), heap));
      moves += depths_[heap];
    }
    depth = std::max(depth, moves);
    option = tidy(std::move(option));
  }
  std::ranges::sort(options);
  options.erase(std::unique(options.begin(), options.end()), options.end());
  options_.push_back(std::move(options));
  depths_.push_back(depth);
}

}  // namespace bouton
