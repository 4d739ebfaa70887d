// The tuples of a set, row by row: those of given numbers in all tracks but one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/position/position.h"

namespace bouton {

/// Reads rows of one set. Nothing is looked at but the digits of the numbers that are given, and those of the tuples that are
/// found.
class RowReader {
 public:
  /// Rows along `track`; no number that is asked for is greater than `greatest` < 2^56. `set` must outlive it.
  RowReader(const Automaton& set, std::size_t track, Coordinate greatest);

  /// Calls `visit` with each number from `low` >= 0 to `high` that stands in the track beside `numbers`, ascending. `numbers`
  /// has an entry for each track, of which that of the row is not looked at. O(digits * states), and as much as digits for each
  /// number that is found.
  void read(std::span<const Coordinate> numbers, Coordinate low, Coordinate high, const std::function<void(Coordinate)>& visit);

  /// How many transitions read() looks at before it finds the first number.
  std::uint64_t steps_of_row() const;

 private:
  struct Bounds {
    bool low, high;  ///< whether the digits so far are those of the least, of the greatest number
  };

  void find_digits(Coordinate number, std::vector<Digit>& digits) const;
  void walk(std::size_t place, Automaton::State state, Bounds at, Coordinate value,
            const std::function<void(Coordinate)>& visit) const;

  const Automaton& set_;
  std::size_t track_;
  std::vector<std::int64_t> weights_;  ///< of the places, the most significant one first
  std::vector<Letter> letters_;        ///< the digits of the other tracks
  std::vector<Digit> low_, high_, digits_;
  std::vector<char> open_;  ///< by place and state: whether some digits of the row's track lead from there to an accepted word
  Letter unit_ = 1;         ///< what a digit of the track adds to a letter
};

}  // namespace bouton
