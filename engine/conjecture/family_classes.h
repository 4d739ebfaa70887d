// Classes of members of a family by the parameter: what a law may be about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bouton {

struct FamilyClass {
  std::string where;                 ///< "m = 5 mod 8", "the exponent of 2 in m + 1 is even"; empty: all members
  std::vector<std::size_t> members;  ///< by their places among the numbers, ascending
  bool by_exponent = false;          ///< whether the exponent of 2 tells them
};

/// The exponent of 2 in a number other than 0.
int exponent_of_two(std::int64_t number);

/// All classes with at least so many members, the largest first, each set of members once: all members, residue classes to
/// moduli up to 64, and where the exponent of 2 in the number, or one at most 2 from it, is even or odd.
std::vector<FamilyClass> family_classes(const std::string& parameter, const std::vector<std::int64_t>& numbers,
                                        std::size_t fewest);

}  // namespace bouton
