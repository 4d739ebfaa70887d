// The period of the pretending function of a take-and-break game.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "engine/misere/quotient/cayley_graph.h"

namespace bouton {

/// How far the moves of a take-and-break game reach: any heap from which no more than `removed` tokens are taken, and
/// what is left of it divided, in any sizes, into no more than `heaps` heaps. Only for games in which part of an option may
/// be made larger or smaller along with the heap: codes without constraints on the sizes.
struct MoveReach {
  std::size_t removed = 0;
  std::size_t heaps = 2;
};

struct PretendingPeriod {
  std::size_t preperiod = 0;
  std::size_t period = 0;
  /// The heaps, from 0 on, whose values the proof rests on.
  std::size_t checked = 0;
};

/// The least period, with the least preperiod, of the values of heaps 0, 1, ... that is proved for all heaps: then the
/// quotient of the heaps so far is that of the whole game. With at most h heaps left and at most k tokens removed, it
/// takes the values v(n + p) = v(n) for n0 <= n < h n0 + (h - 1) p + k, with n0 >= 1 in the bound: from there on each heap's
/// options have the same values as those of the heap p before, and two heaps whose options have the same values have the same
/// value. Source: T. E. Plambeck, A. N. Siegel (2008), Misère quotients for impartial games, where h = 2. Nothing if no period
/// is proved.
std::optional<PretendingPeriod> pretending_period(std::span<const Element> values, const MoveReach& reach);

}  // namespace bouton
