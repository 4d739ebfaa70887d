// What fills a table at once.
#pragma once

#include <cstdint>

namespace bouton {

enum class TableKernel : std::uint8_t {
  rays,        ///< lines of used values, or of outcomes
  thresholds,  ///< one number for each value of the other coordinates
  row_shifts,  ///< bit rows, perhaps with a certified cap
  steps,       ///< slots of positions side by side, shifted by constant steps
  marking,     ///< each P-position marks what reaches it
  batch,       ///< the batch interpreter
  native,      ///< option by option: machine code, or an interpreter of the same form
  components   ///< a sum of coordinates, the options of each listed once
};

}  // namespace bouton
