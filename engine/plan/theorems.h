// The search for a theorem about a game, with the game's own tables as the teacher; and theorems for answers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/base/budget.h"
#include "engine/heap/period/period.h"
#include "engine/method/theorem_source.h"
#include "engine/question/proposal.h"
#include "engine/rules/rules.h"
#include "engine/theorem/learning/theorem_search.h"

namespace bouton {

/// What is proved of sums of heaps of every size.
struct HeapTheorem {
  Period period;             ///< proved: of the Grundy values, or of the values in the misère quotient
  std::size_t elements = 0;  ///< of the misère quotient; 0 under normal play
};

/// What a theorem is asked for.
struct TheoremRequest {
  std::size_t dimensions = 0;      ///< of the positions: in a game of piles, so many piles
  std::size_t greatest_value = 0;  ///< about the positions of each Grundy value to this, at most 63, or kAllValues
  TheoremLimits limits = {};
};

/// What to look at where no theorem about all P-positions is found.
enum class Otherwise : std::uint8_t { nothing, layers };

/// Small positions are compared with what is proved, or to be proved, up to these numbers, by how many coordinates have many
/// values: by a search; and by a table that is estimated to take no more seconds than that.
inline constexpr std::array<Coordinate, 4> kFirstComparison = {200, 24, 8, 5}, kFurtherComparison = {20'000, 450, 60, 20};
inline constexpr double kMomentOfTable = 0.5;

/// What was found out about a game.
struct TheoremReport {
  std::size_t up_to_value = 0;  ///< the sets of the Grundy values to this were asked for, or kAllValues
  Result<GameFormula> formula;
  Result<Theorem> theorem;  ///< the formula's refusal where there is none
  TheoremSearch search;
  double seconds = 0;  ///< what the search for it took
  /// Where no theorem by automata is found because moves split.
  std::optional<HeapTheorem> heaps = {};
  /// Where no theorem about all sheets is found: about some, if that was asked for.
  std::optional<LayerTheorem> layers = {};
};

/// Looks for a theorem about what `formula`, which there is, states of the rules, and keeps it for later runs (of the
/// P-positions alone). For kAllValues it is about the Grundy function. Tables to learn from are filled where all of them are
/// estimated to take no more than `table_seconds` together. `rules` are shared with nobody else meanwhile; `search` is what was
/// looked at, also where this throws. Throws RuleError, LimitError, Interrupted.
TheoremReport search_theorem(Result<GameFormula> formula, const Rules& rules, std::size_t greatest_value, const Budget& budget,
                             const TheoremLimits& limits, TheoremSearch& search, double table_seconds = Cost::kUnknown,
                             Otherwise otherwise = Otherwise::nothing);

/// Theorems about the P-positions for answers: those that are kept (engine/theorem/cache/), and the search for others. `budget`
/// must outlive it.
TheoremSource theorem_source(const Budget& budget);

}  // namespace bouton
