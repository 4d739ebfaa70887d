// The ways of playing several games at once. Source: Conway (1976), On Numbers and Games, chapter 14; of ordinal sums chapter
// 15; of sequential compounds Stromquist and Ullman (1993), Sequential compounds of combinatorial games.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bouton {

/// How several games are played at once. A component has ended when no move is left in it.
enum class Compound : std::uint8_t {
  disjunctive,             ///< a move in one component; it ends when all have ended
  diminished_disjunctive,  ///< a move in one component; it ends as soon as one has ended
  conjunctive,             ///< a move in every component; it ends as soon as one has ended
  continued_conjunctive,   ///< a move in every component that has not ended; it ends when all have ended
  selective,               ///< a move in one component or in several; it ends when all have ended
  shortened_selective,     ///< a move in one component or in several; it ends as soon as one has ended
  ordinal,                 ///< a move in one component, which does away with those behind it; it ends when all have ended
  sequential               ///< a move in the first component that has not ended; it ends when all have ended
};

/// As it is asked for: "diminished-disjunctive".
std::string_view name(Compound compound);
/// The names of all.
std::vector<std::string> compound_names();
/// The compound of a name. Throws RequestError, with the names that there are.
Compound parse_compound(std::string_view text);

/// Whether it is over as soon as one component has ended.
constexpr bool ends_with_one(Compound compound) {
  return compound == Compound::diminished_disjunctive || compound == Compound::conjunctive ||
         compound == Compound::shortened_selective;
}
/// Whether a move is made in every component in which there is one.
constexpr bool moves_in_all(Compound compound) {
  return compound == Compound::conjunctive || compound == Compound::continued_conjunctive;
}
/// Whether a move may be made in several components.
constexpr bool moves_in_some(Compound compound) {
  return compound == Compound::selective || compound == Compound::shortened_selective;
}
/// Whether the order of the components matters.
constexpr bool is_in_order(Compound compound) { return compound == Compound::ordinal || compound == Compound::sequential; }

/// How it is played, as a sentence.
std::string_view rule_of(Compound compound);

}  // namespace bouton
