// The periods of the first rows and columns of a table, as `discover` proves them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/rules/rules.h"
#include "engine/study/sequence/row_proof.h"

namespace bouton {

/// The first rows of a table, in which coordinate `axis` is the same, all of them proved to be periodic.
struct PeriodicRows {
  std::size_t axis = 0;
  bool both_ways = false;  ///< whether all of it is so with the two coordinates exchanged
  std::vector<RowProof> rows;
  std::string statement;  ///< a sentence without its full stop
};

/// Rows, and columns where they are not the same as the rows. Empty for what is not proved by a little work. Throws
/// Interrupted.
std::vector<PeriodicRows> prove_rows_of_table(const Rules& rules, const Budget& budget);

}  // namespace bouton
