// What can be shown of a program at all positions of a box: that it raises no error, so that of a position that is known to be
// won no more options need be looked at; that an option lies in the box; that a loop has few rounds.
//
// An abstract interpretation over zones (zone.h), block by block until nothing changes, with widening. Expressions that have
// been computed before are noticed, so that the guard `t * t <= a` bounds `a - t * t`.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/refusal.h"
#include "engine/flow/flow_program.h"
#include "engine/position/box.h"
#include "engine/position/domain.h"

namespace bouton {

/// What is known of a program at all positions of a box, for code that leaves out what is superfluous.
struct FlowFacts {
  /// Whether it is shown that it neither traps nor names an option that is not in the domain. That a loop may never end is not
  /// looked at.
  bool is_safe = false;
  /// By option: its coordinates that are shown to lie in the box, a bit a place.
  std::vector<std::uint32_t> inside = {};
  /// By block of the first function and instruction: the register that holds the result already.
  std::vector<std::vector<std::optional<std::uint32_t>>> held = {};
  /// Likewise: whether an element that it reads is shown to be there.
  std::vector<std::vector<bool>> is_there = {};
  /// Likewise: whether both numbers of a division are shown to be from 0 to 2^31 - 1, and the second to be at least 1.
  std::vector<std::vector<bool>> divides_small = {};
  /// By block of the first function: whether its ticks need not be counted, as its loop has no other in it and few rounds.
  std::vector<bool> uncounted = {};
  /// The most rounds of such a loop; 1 where there is none.
  std::int64_t rounds = 1;
};

/// O(blocks x registers squared), bounded: nothing is known of long programs.
FlowFacts find_facts(const FlowProgram& program, const Domain& domain, const Box& box);

/// What might go wrong at a position of `box`: a trap, or an option that is not in the domain; nothing where it is shown that
/// neither can be. The same cost.
std::optional<Refusal> find_danger(const FlowProgram& program, const Domain& domain, const Box& box);

}  // namespace bouton
