#include "engine/values/mex.h"

#include <algorithm>

namespace bouton {

void MexSet::grow(Grundy value) { stamps_.resize(std::max<std::size_t>(std::size_t{value} + 1, 2 * stamps_.size())); }

void MexSet::forget() {
  std::ranges::fill(stamps_, 0U);
  stamp_ = 1;
}

}  // namespace bouton
