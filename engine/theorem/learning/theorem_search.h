// Theorems about all positions of a game, found from a table and proved.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/position/box.h"
#include "engine/theorem/proof/theorem.h"
#include "engine/theorem/statement/formula.h"

namespace bouton {

/// Stands for the Grundy values of all positions, where a greatest value is asked for.
inline constexpr std::size_t kAllValues = std::numeric_limits<std::size_t>::max();

/// What was looked at on the way.
struct TheoremSearch {
  Coordinate learnt_to = 0;            ///< the table had numbers from 0 to this
  std::vector<std::string> looked_at;  ///< one a system and value: what kept it from being a theorem
  std::uint64_t steps = 0;             ///< elementary steps on automata
  std::optional<Refusal> ended = {};   ///< why there are fewer values than were asked for, if there are
};

/// The positions of a box that have the Grundy value v (P-positions for v = 0, under any play), in any order: what is known of
/// a game's table. May throw LimitError, RuleError and Interrupted; TableTooDear where the box is larger than a box has to be,
/// and would take long.
using ValueTable = std::function<void(const Box& box, std::size_t value, const std::function<void(PositionView)>& visit)>;

/// Thrown by a ValueTable: smaller tables may do.
struct TableTooDear {};

struct TheoremLimits {
  static constexpr std::uint64_t kUsualSteps = 4'000'000'000;

  std::size_t most_states = 500;             ///< of an automaton that is proved
  std::uint64_t most_steps = kUsualSteps;    ///< of all work on automata
  std::size_t most_states_of_any = 400'000;  ///< of automata on the way, where there are no more steps than usual
  Coordinate most_learnt = 200'000;          ///< tables have no greater numbers

  /// Who gives it k times the usual steps gives it k times the states on the way, and the steps for each proof.
  std::uint64_t times_usual() const { return std::max<std::uint64_t>(1, most_steps / kUsualSteps); }
  std::size_t states_on_the_way() const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(most_states_of_any * times_usual(), 1U << 31));
  }
};

/// Looks for a theorem about the values 0 to `greatest_value` of the game, beginning with small tables and automata. What
/// is returned has been proved; it may be about fewer values, of which 0 is one. A refusal says how far it looked; `search`
/// says more. Where limits of states, steps or memory are met is such a refusal. Throws Interrupted, and what `table` throws.
Result<Theorem> find_theorem(const Rules& rules, const GameFormula& formula, std::size_t greatest_value,
                             const ValueTable& table, const TheoremLimits& limits, const Budget& budget, TheoremSearch& search);

/// What is proved of some sheets alone, where not all have one theorem: in a game with a pass, of the positions without passes.
struct LayerTheorem {
  GameFormula formula;                ///< of these sheets, which no move leaves
  Theorem theorem;                    ///< about their P-positions
  std::vector<std::string> left_out;  ///< the names of the other sheets, of which nothing is known
};
/// Looks for the P-positions layer by layer. A layer is the sheets from each of which moves may lead to each other; it is
/// looked at where those of all sheets that moves lead to from there are proved, in their numeration system. Nothing where
/// there is one layer, or none is proved. Each layer gets the steps of `limits`; the least layer of a game with a pass is
/// learnt as a game of its own. Throws Interrupted, and what `table` throws.
std::optional<LayerTheorem> find_layers(const Rules& rules, const GameFormula& formula, const ValueTable& table,
                                        const TheoremLimits& limits, const Budget& budget, TheoremSearch& search);

}  // namespace bouton
