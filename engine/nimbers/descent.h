// How deep a search is.
#pragma once

#include <cstdint>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton::nimbers {

/// One more move deep while it lives.
class Descent {
 public:
  /// Throws LimitError where `depth` is `most`.
  Descent(std::uint32_t& depth, std::uint32_t most) : depth_(depth) {
    if (depth_ == most) throw LimitError(fmt::format("play may last for more than {} moves", most));
    ++depth_;
  }
  ~Descent() { --depth_; }
  Descent(const Descent&) = delete;
  Descent& operator=(const Descent&) = delete;

 private:
  std::uint32_t& depth_;
};

}  // namespace bouton::nimbers
