// Which methods a solver may take.
#pragma once

#include <filesystem>
#include <optional>

#include "engine/question/proposal.h"

namespace bouton {

/// The reference is all of them off: then there is search, and graph where play is loopy.
struct Methods {
  bool closed_form = true;  ///< formulas and theorems
  bool heap = true;         ///< sequences of Grundy values, of take-and-break games
  bool nimbers = true;      ///< searches by nimbers, of large positions
  bool kernels = true;      ///< tables, of rules that are known as programs
  bool quotients = true;    ///< misère quotients, for sums that are too large to be searched
  bool claims = true;       ///< what the games claim is looked at first (engine/plan/claims.h)
  /// Where the search of a large position keeps what it finds, and goes on from; empty: nowhere.
  std::filesystem::path search_file = {};
  bool search_file_is_written = true;  ///< else it is read, where it is there
  /// This one and no other, for the outcome, the values and the boxes that are asked about. For comparisons.
  std::optional<MethodChoice> only = {};

  /// Search and graph, which know the rule alone: for what shall be told without what is proved of it.
  static Methods search_alone() {
    return {.closed_form = false, .heap = false, .nimbers = false, .kernels = false, .quotients = false};
  }
};

}  // namespace bouton
