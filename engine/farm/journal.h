// A farm's results in a file, so that a run that was killed goes on where it was.
//
// The file: a line "Bouton journal 1 TITLE", then for each result "ITEM LENGTH CHECKSUM", a line feed, its text and a line
// feed; numbers are decimal, the checksum hexadecimal. What stands behind the last whole result was cut off and is written
// anew.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/farm/farm.h"

namespace bouton {

/// In which order the work is done. Results are by the numbers of the items in any case.
enum class FarmOrder {
  ascending,
  spread  ///< neighbours far apart: where their costs are alike, any part of the work takes its share of the time
};

/// The results of items 0..count - 1. Where `journal` is given, those that the file has are taken from it, and each new one is
/// in it before the next is handed out; `title` names the work, and a file of other work is refused (RequestError). All of a
/// farm's processes call this alike and have the results. Throws what Farm::run throws, OutputError.
std::vector<std::string> farm_results(Farm& farm, std::uint64_t count, const Farm::Work& work,
                                      const std::optional<std::filesystem::path>& journal, std::string_view title,
                                      const Budget& budget, FarmOrder order = FarmOrder::ascending);

}  // namespace bouton
