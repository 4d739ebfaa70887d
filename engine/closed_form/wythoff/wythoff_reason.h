// Why two heaps are won or lost in Wythoff's Nim and in Attrition, by the pairs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/closed_form/wythoff/wythoff.h"

namespace bouton {

struct WythoffReason {
  std::vector<std::string> sentences;
  /// The winning move in which they end.
  std::optional<WythoffTheory::Step> step;
};

/// The tests of the direct algorithm in their order (B. Verkhovsky 2010, IJCNS 3:793-800, with the errata of this program: an
/// index 0 is one, and the heaps may be in any order), at S, L >= 0: whether (S, L) is the pair of its difference; else whether
/// that pair is in reach; else in which pair the lesser heap is. `domain` names the heaps.
WythoffReason wythoff_reason(WythoffTheory& theory, const Integer& S, const Integer& L, WythoffGoal goal, const Domain& domain);

}  // namespace bouton
