// One game of a family beside the others: what is found out about each alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/plan/sequence/heap_run.h"
#include "engine/plan/theorems.h"
#include "engine/rules/game.h"

namespace bouton {

/// Of a game of one heap, and of one whose starts are heaps with a period that its formula proves, the values of heaps 0..last,
/// their period and so on; of any other a theorem about its P-positions.
struct SurveyEntry {
  std::optional<HeapRun> heaps;
  std::optional<Grundy> largest;      ///< of these heaps' values, if they are Grundy values
  std::optional<std::uint64_t> rare;  ///< rare heaps among them, the empty one too; where the game has the sparse way
  std::optional<TheoremReport> theorem;
};

/// Looks at a game. Throws RequestError where there is nothing to be looked at (a piles game without a number of piles), and
/// what run_heaps and find_theorem throw.
SurveyEntry survey(const Game& game, Coordinate last, const Budget& budget);

/// The codes of a family such as "0.ddd": each d is any digit from 0 to 7, in ascending order. Throws RequestError where the
/// pattern is no code with some digits left open, or has more than a million codes.
std::vector<std::string> codes_of(std::string_view pattern);

}  // namespace bouton
