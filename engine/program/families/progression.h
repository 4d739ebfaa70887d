// Options that lie in a row, or in a grid: what one loop or several name, counted and found again without a list of them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "engine/position/integer.h"

namespace bouton {

/// The options start + the sum of k[i] * steps[i].by over all 0 <= k[i] < steps[i].count; a single one where there are no
/// steps. Where there are two steps, the second goes on for steps[1].count + growth * k[0]. All of them are different, and
/// there is at least one for each k[0]. They are numbered from 0, the last step fastest.
struct Progression {
  struct Step {
    BigPosition by;
    Integer count;
  };

  BigPosition start;
  std::vector<Step> steps = {};
  Integer growth = 0;
  std::size_t family = 0;                ///< whose options they are
  BigPosition names = {};                ///< the values in the name of the first, where names are made of values,
  std::vector<BigPosition> naming = {};  ///< and by how much they change with each step

  Integer count() const;
  /// The k of option `number` < count().
  std::vector<Integer> at(const Integer& number) const;
  Integer number(const std::vector<Integer>& k) const;
  BigPosition option(const std::vector<Integer>& k) const;
  /// The values in its name.
  BigPosition name(const std::vector<Integer>& k) const;
  /// The k of an option; nothing where it is none of these.
  std::optional<std::vector<Integer>> find(const BigPosition& to) const;

  /// The corners: each number of all options lies between its values there.
  std::vector<BigPosition> corners() const;
};

/// Whether the steps lead to different options, however often each is made.
bool are_independent(const std::vector<Progression::Step>& steps);

/// What two progressions have in common, as far as that is seen.
enum class Overlap { none, perhaps };
/// By what their numbers, and the sums and differences of two of them, can be.
Overlap overlap(const Progression& a, const Progression& b);

/// What is left of `later`, in its order, where options of `earlier` are taken out; nothing if that is not a list of
/// progressions.
std::optional<std::vector<Progression>> without(const Progression& later, const Progression& earlier);

}  // namespace bouton
