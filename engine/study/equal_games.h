// Games of a family that are one another in disguise: the same values everywhere that was looked, or proved to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/study/discovery/disguise.h"
#include "engine/study/survey.h"

namespace bouton {

struct EqualGames {
  struct Class {
    std::vector<std::size_t> members;   ///< by their numbers, ascending
    bool proved = false;                ///< heaps of every size: the values recur in the same way, proved of each
    std::optional<Period> period = {};  ///< then
    std::vector<Disguise> disguises;    ///< other games that these are
  };
  /// Two classes that agree longest, for one of them.
  struct Difference {
    std::size_t a = 0, b = 0;  ///< classes
    Position first;            ///< where they differ first, in the order of the box
    std::string value_a, value_b;
  };
  std::vector<FamilyMember> members;
  std::vector<Class> classes;                               ///< by their first member
  std::vector<Difference> differences;                      ///< one for each class that is comparable with another
  std::vector<std::pair<std::size_t, std::string>> errors;  ///< of members that have no values
  Coordinate last = 0;
};

/// Compares the members: of heaps and starts the values to `last`, of positions of two and three numbers those of a box that is
/// not larger than some ten thousand positions; Grundy values under normal play, else outcomes. Each class is compared with
/// `library` and with short take-and-break codes besides. Throws RequestError as check_family does, Interrupted.
EqualGames equal_games(const std::vector<FamilyMember>& members, const LoadMember& load, Coordinate last, const Budget& budget,
                       const Library& library = {});

}  // namespace bouton
