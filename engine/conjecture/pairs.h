// P-positions of two heaps as pairs (a, b), a < b, in the order of a; and the lines that their numbers lie near.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/conjecture/evidence.h"

namespace bouton {

struct Pair {
  Coordinate a, b;
};

struct Pairs {
  std::vector<Pair> pairs;
  Coordinate last = 0;  ///< all pairs with a up to this are there
};

/// The pairs with a < b of a set that has with (a, b) also (b, a), one for each a; empty where it is not such a set. As far as
/// the other number of each can be among the P-positions of the evidence, by the ratios of those that are. O(P log P).
Pairs pairs_of(const TableEvidence& evidence);

/// The n-th number, n from 1, lies between slope * n + least and slope * n + greatest.
struct FittedStrip {
  double slope = 0, least = 0, greatest = 0;
};

/// Through the first `end` pairs' a or b, by least squares; the strip is one that holds them all, a little wider.
FittedStrip line_through(const std::vector<Pair>& pairs, std::size_t end, Coordinate Pair::*number);

/// Whether the strip is so wide beside a number of it that it says nothing.
bool is_wide(const FittedStrip& line, Coordinate number);

}  // namespace bouton
