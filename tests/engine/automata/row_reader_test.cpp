#include "engine/automata/row_reader.h"

#include <array>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "engine/automata/conjunction.h"

namespace bouton {
namespace {

/// The pairs (x, y) with 2 x <= y + 3, and the triples with x + y = 3 z + 1.
std::vector<Automaton> sets_of(const Numeration& system) {
  static const Budget budget;
  AutomataWorkspace workspace(budget, 100'000, 100'000'000);
  Conjunction pairs(system, 2), triples(system, 3);
  pairs.add({.coefficients = {2, -1}, .constant = -3, .relation = Relation::at_most});
  triples.add({.coefficients = {1, 1, -3}, .constant = -1, .relation = Relation::equal});
  std::vector<Automaton> sets;
  sets.push_back(pairs.projection({0, 1}, workspace));
  sets.push_back(triples.projection({0, 1, 2}, workspace));
  return sets;
}

/// As the automaton says of each tuple alone.
TEST(RowReader, FindsTheTuplesOfARow) {
  std::mt19937_64 random(5);
  for (const Numeration& system :
       {Numeration::base(2), Numeration::base(3), Numeration::recurrence(1), Numeration::recurrence(2),
        Numeration::ostrowski(std::array{1, 1, 3}), Numeration::tribonacci(), *Numeration::recurrence(std::array{1, 0, 1})}) {
    for (const Automaton& set : sets_of(system)) {
      for (std::size_t track = 0; track < set.tracks(); ++track) {
        const auto greatest = static_cast<Coordinate>(20 + random() % 200);
        RowReader reader(set, track, greatest);
        for (int round = 0; round < 30; ++round) {
          std::vector<Coordinate> numbers(set.tracks());
          for (Coordinate& number : numbers)
            number = static_cast<Coordinate>(random() % static_cast<std::uint64_t>(greatest + 1));
          const auto low = static_cast<Coordinate>(random() % static_cast<std::uint64_t>(greatest + 1));
          std::vector<Coordinate> found, expected;
          reader.read(numbers, low, greatest, [&](Coordinate number) { found.push_back(number); });
          for (Coordinate number = low; number <= greatest; ++number) {
            numbers[track] = number;
            if (set.contains(widen(PositionView(numbers)))) expected.push_back(number);
          }
          ASSERT_EQ(found, expected) << system.key() << ", track " << track;
        }
      }
    }
  }
}

}  // namespace
}  // namespace bouton
