// About how many sums can come of a heap whose moves split it.
//
// Under misère play a sum is searched as one position, and what a heap of n can become are sums of smaller heaps: about as many
// as there are partitions of n, exp(c sqrt n) of them. So the sums that come of the heaps 0, 1, 2, ... are counted as far as
// that is quickly done, and the logarithm of their number is continued as a linear function of sqrt n through the last heap and
// one of three fifths its size. Worked example: a move divides a heap in two. The counts are the numbers of partitions; from
// p(27) = 3010 and p(46) = 105558 comes 1.6 10^12 for n = 200, and p(200) is 4.0 10^12 (Hardy and Ramanujan, 1918: c = pi
// sqrt(2/3)).
#pragma once

#include <functional>
#include <optional>

#include "engine/base/budget.h"
#include "engine/sum/sum_rules.h"

namespace bouton {

/// An estimate, exact where `last` is small, of how many positions of `rules` can come of the heaps from `least` to `last`;
/// `heap` gives each as a position, or nothing where it is none. Nothing where no growth is seen. Cost: the options of some
/// hundred thousand sums. Throws what the rules throw, and Interrupted.
std::optional<double> estimated_sums(const SumRules& rules, const std::function<std::optional<Position>(Coordinate)>& heap,
                                     Coordinate least, Coordinate last, const Budget& budget);

}  // namespace bouton
