// What can be asked about positions of given games and their sums.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position/box.h"
#include "engine/position/integer.h"
#include "engine/values/outcome.h"
#include "engine/values/table.h"

namespace bouton {

/// One position of a disjunctive sum: of game number `game` among those that the solver was made for.
struct Component {
  std::size_t game = 0;
  BigPosition position;
  bool obliged = false;  ///< whether the player to move must move here: of one component of a sum at most
};

/// A disjunctive sum. The empty sum is the position without options.
using Sum = std::vector<Component>;

/// The number of the component in which the player to move must move; nothing where there is none.
std::optional<std::size_t> obliged_component(const Sum& sum);
/// The same sum without an obligation.
Sum without_obligation(Sum sum);

/// How far a value beside the outcome is looked for.
enum class Extent : std::uint8_t {
  none,    ///< not at all
  beside,  ///< if it is known with the outcome, or costs a second or so
  whole    ///< whatever it takes
};

/// What is wanted of a sum besides its outcome and its winning moves.
struct Wanted {
  Extent grundy = Extent::beside;
  Extent remoteness = Extent::beside;

  static Wanted only(ValueKind kind) {
    return {kind == ValueKind::grundy ? Extent::whole : Extent::none,
            kind == ValueKind::remoteness ? Extent::whole : Extent::none};
  }
  static Wanted everything() { return {Extent::whole, Extent::whole}; }
};

/// How the values of a box are wanted.
enum class Striping : std::uint8_t {
  whole,           ///< as a table
  to_save_memory,  ///< in stripes where that takes less memory to speak of, and else as a table, which may be handed on as it
                   ///< is filled
  always           ///< in stripes, so that a run can go on with another
};

/// A question that some way has to answer by itself. Refers to what it is about, which must outlive it.
struct Question {
  enum class Of : std::uint8_t {
    outcome,        ///< of the component
    winning_moves,  ///< of the component, and its outcome
    grundy,         ///< of the component, under normal play
    remoteness,     ///< of the component
    sum,            ///< the outcome of several components, not under normal play, where their values add up
    table,          ///< the values of all positions of the box in the first game
    positions,      ///< the P-positions of the box
    suspense,       ///< the suspense number of the component
    longest         ///< the longest play of the component
  };
  Of of;
  const Component* component = nullptr;
  const Sum* components = nullptr;  ///< of sum
  const Box* box = nullptr;
  ValueKind kind = ValueKind::outcome;  ///< of table
  Striping striping = Striping::whole;  ///< of table
  std::optional<Outcome> outcome = {};  ///< of the component, where that is known already

  static Question about(Of of, const Component& component, std::optional<Outcome> outcome = {}) {
    return {.of = of, .component = &component, .outcome = outcome};
  }
  static Question about(const Sum& sum) { return {.of = Of::sum, .components = &sum}; }
  static Question table_of(const Box& box, ValueKind kind, Striping striping = Striping::whole) {
    return {.of = Of::table, .box = &box, .kind = kind, .striping = striping};
  }
  static Question positions_of(const Box& box) { return {.of = Of::positions, .box = &box}; }

  bool of_box() const { return box != nullptr; }
  bool of_suspense() const { return of == Of::suspense || (of == Of::table && kind == ValueKind::suspense); }
  bool of_longest() const { return of == Of::longest || (of == Of::table && kind == ValueKind::longest); }
};

}  // namespace bouton
