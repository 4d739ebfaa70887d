// Whether a game's claim to be a sum of its components holds, as far as its moves show it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/position/domain.h"
#include "engine/position/position.h"
#include "engine/rules/rules.h"

namespace bouton {

/// A position by chance, from nearly none to all of it in play: of a board or a graph any number of cells that are not in the
/// last state, so that there are components; of a list up to six numbers of up to six bits, as far as the domain allows. Not
/// checked for validity. O(coordinates).
Position random_position(const Domain& domain, Random& random);

/// Counts what looking at moves costs, in cells that are read; roughly a tenth of a microsecond each.
struct MoveWork {
  std::uint64_t spent = 0;
  std::uint64_t most = 0;
  bool left() const { return spent < most; }
};

/// Whether the moves of a valid position are those of its components (components_of): each of its options leaves all
/// components but one as they are and makes of that one what an option of it makes, and every option of a component is there
/// so. A game for which that is true everywhere is a sum of its components. Where it is false at a position, values may still
/// be those of a sum. Counts what it costs in `work`; true if that is spent before the end. Throws what rules throw.
bool moves_of_components(const Rules& rules, PositionView position, MoveWork& work);

/// Whether the claim of independence holds for all lists of so many numbers, as the program of the moves shows it: every move
/// looks at one number and changes that one alone, and does with it what it does with a list of this number. False where that
/// is not seen. O(size of the program).
bool independence_is_proved(const Rules& rules, std::size_t dimensions);

/// Which numbers of a position have the same moves, where each has moves of its own: equal numbers of `kind`, by coordinate, if
/// every move looks at one coordinate and changes that one alone, and those of both are the same but for their place; 0 for a
/// coordinate that no move changes. Nothing where that is not seen, or a position may be no valid one. O(size of the program).
std::optional<std::vector<std::size_t>> kinds_of_coordinates(const Rules& rules, std::size_t dimensions);

/// Whether every move of so many numbers is seen to make each number smaller that it changes, of numbers that are not negative,
/// and to change one: then play ends. Cost as above.
bool moves_make_smaller(const Rules& rules, std::size_t dimensions);

/// What an answer rests on that takes positions for sums of their components: "independent (mine.lua:5)"; empty where the rules
/// do not claim that, or it is proved. Cost as above.
std::string independence_claim(const Rules& rules, std::size_t dimensions);

}  // namespace bouton
