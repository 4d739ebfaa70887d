// Sets of positions in plain words, where there are some.
//
// A statement is found by looking: candidates are compared with the set on a small box. It is proved by automata: that of the
// statement and that of the set are the same, so nothing rests on the box.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/automata/automaton.h"

namespace bouton {

struct PlainStatement {
  std::string sentence;  ///< "S = L", "a[1] and a[2] are even", "n mod 4 is 0 or 1", "none"
  std::string formula;   ///< the same as a condition (engine/theorem/predicate/); empty where that cannot be said by one
};

/// What is looked among, for a sentence that says that nothing was found.
inline constexpr const char* kPlainWords =
    "linear conditions with remainders, Beatty pairs, nim-sums and binary digits, by up to four cases and with up to twelve "
    "exceptions";

/// What the words of one set may take.
inline constexpr std::size_t kMostStatesOfWords = 20'000;
inline constexpr std::uint64_t kMostStepsOfWords = 50'000'000;

/// Finds statements about sets of tuples of the same named numbers.
class PlainWords {
 public:
  explicit PlainWords(std::vector<std::string> names);
  ~PlainWords();
  PlainWords(const PlainWords&) = delete;
  PlainWords& operator=(const PlainWords&) = delete;

  /// The plainest statement found; nothing where none is. Throws AutomatonTooLarge, Interrupted.
  std::optional<PlainStatement> about(const Automaton& set, AutomataWorkspace& workspace);
  /// The values of a function of two numbers or more by up to four cases: of tuples of the numbers, with the value, which has a
  /// name, behind them. Nothing where no such cases were found. Throws AutomatonTooLarge, Interrupted.
  std::optional<PlainStatement> values_by_cases(const Automaton& function, const std::string& value,
                                                AutomataWorkspace& workspace);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The same of a set of tuples of which the last number is the Grundy value of the position that the others are: "G is the
/// nim-sum of a and b", "G is n mod 4", "G for n = 0, 1, ... is ...", "G is (a + b) mod 2
/// where the lesser is even, 3 where a + b is odd, else 2".
std::optional<PlainStatement> plain_function(const Automaton& function, const std::vector<std::string>& names,
                                             AutomataWorkspace& workspace);

}  // namespace bouton
