// Which numeration systems a table of members speaks for.
#pragma once

#include <vector>

#include "engine/automata/numeration.h"
#include "engine/theorem/learning/learner.h"

namespace bouton {

/// The systems to look for an automaton of the samples in, the most promising first; those in which numbers up to the samples'
/// bound have only a few digits are left out.
///
/// What the members say, as far as they are far from 0:
/// - one number: a period, if they have one, is best read in a base of which it is a power;
/// - the nim-sum of most is 0: base 2;
/// - two numbers in a ratio that is near a quadratic irrational of small coefficients: the Ostrowski system of the part of its
///   continued fraction that repeats, by Lagrange's theorem; or the quadratic system of the greater root of x^2 = k x + l with
///   2 <= l <= k, where that is the ratio or, after the others, is of the same field; in a ratio near a fraction: a base;
/// - three in the ratios 1 : t : t^2, the t of a recurrence of three terms (t = 1.839..., t^3 = t^2 + t + 1: the Tribonacci
///   system);
/// - one number alone, or one that comes with a greater other number than any before it, in steps of one ratio: the recurrence
///   of three or four terms whose root is nearest.
///
/// After those come systems that are tried with any table.
/// With `suggested_alone` they do not.
std::vector<Numeration> promising_systems(const std::vector<Sample>& samples, bool suggested_alone = false);

/// The part of the continued fraction of the greater root of a x^2 + b x + c, for a > 0, that repeats, beginning where the
/// repetition begins; empty where the root is rational or not real, or where the part is none that Numeration::ostrowski takes.
/// Coefficients are below 2^15, either way.
std::vector<int> repeating_quotients(std::int64_t a, std::int64_t b, std::int64_t c);

}  // namespace bouton
