#include "engine/entailing/nimber_set.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace bouton {

bool NimberSet::contains(const Integer& number) const {
  if (number > widen_unsigned(std::numeric_limits<Grundy>::max())) return cofinite_;
  return contains(static_cast<Grundy>(number.get_ui()));
}

std::optional<Grundy> NimberSet::mex() const {
  if (cofinite_) return listed_.empty() ? std::nullopt : std::optional(listed_.front());
  Grundy number = 0;
  while (number < listed_.size() && listed_[number] == number) ++number;
  return number;
}

void NimberUnion::add_all_but(Grundy number) { keep_lacking({&number, 1}); }

void NimberUnion::add_complement(const NimberSet& set) {
  if (set.is_cofinite()) members_.insert(members_.end(), set.listed().begin(), set.listed().end());
  else keep_lacking(set.listed());
}

/// Adds all numbers but those that are listed, ascending.
void NimberUnion::keep_lacking(std::span<const Grundy> listed) {
  if (!cofinite_) {
    cofinite_ = true;
    lacking_.assign(listed.begin(), listed.end());
    return;
  }
  std::erase_if(lacking_, [&](Grundy number) { return !std::ranges::binary_search(listed, number); });
}

NimberSet NimberUnion::take() {
  std::ranges::sort(members_);
  members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
  const bool cofinite = std::exchange(cofinite_, false);
  if (!cofinite) return {std::exchange(members_, {}), false};
  std::vector<Grundy> lacking;
  std::set_difference(lacking_.begin(), lacking_.end(), members_.begin(), members_.end(), std::back_inserter(lacking));
  members_.clear();
  lacking_.clear();
  return {std::move(lacking), true};
}

}  // namespace bouton
