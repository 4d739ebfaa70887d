// The kinds of conjecture, each in a file of its own.
#pragma once

#include <vector>

#include "engine/conjecture/conjecture.h"

namespace bouton {

/// Finds what the evidence suggests of its kind; leaves Conjecture::kind to the table.
using ConjectureFinder = std::vector<Conjecture> (*)(const TableEvidence& evidence);

/// The value is the nim-sum of functions of one coordinate each.
std::vector<Conjecture> nim_sum_of_functions(const TableEvidence& evidence);
/// The value depends on one number alone: the sum of the coordinates, their nim-sum, difference, minimum or maximum.
std::vector<Conjecture> function_of_one_number(const TableEvidence& evidence);
/// The value depends on remainders alone, from some number on.
std::vector<Conjecture> function_of_remainders(const TableEvidence& evidence);
/// The values of one heap after the other recur, perhaps each time by as much more.
std::vector<Conjecture> periodic_line(const TableEvidence& evidence);
/// The same in every row, or every column, of the first few.
std::vector<Conjecture> periodic_rows(const TableEvidence& evidence);
/// The P-positions of two heaps are pairs (a(n), b(n)) like those of Beatty: a difference that grows by as much each time,
/// numbers near multiples of slopes.
std::vector<Conjecture> beatty_pairs(const TableEvidence& evidence);
/// The heaps that are P-positions obey a linear recurrence.
std::vector<Conjecture> linear_recurrence(const TableEvidence& evidence);
/// How many P-positions there are below a bound.
std::vector<Conjecture> density_of_p(const TableEvidence& evidence);

}  // namespace bouton
