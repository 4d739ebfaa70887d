// A farm's results in a file, so that a run that was killed goes on where it was.
//
// The file is one of records (engine/kept/record_file.h): a result is a record, with the number of its item counted from 1.
// What stands behind the last whole record was cut off and is written anew.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/farm/farm.h"
#include "engine/kept/work.h"

namespace bouton {

/// In which order the work is done. Results are by the numbers of the items in any case.
enum class FarmOrder {
  ascending,
  spread  ///< neighbours far apart: where their costs are alike, any part of the work takes its share of the time
};

/// The file of a farm's results.
struct FarmJournal {
  std::filesystem::path path;
  Work work;  ///< with all that results depend on: the items, too
  /// Looks at a result that the file has, where more than `work` tells whether it is still right: false if it is to be found
  /// anew. May throw, which ends the run. Empty: all are right.
  std::function<bool(std::uint64_t item, std::string_view result)> holds = {};
};

/// The results of items 0..count - 1. Where `journal` is given, those that the file has are taken from it, and each new one is
/// in it before the next is handed out. All of a farm's processes call this alike and have the results; the one that hands out
/// the work uses the file. Throws what Farm::run, read_records and `holds` throw, OutputError.
std::vector<std::string> farm_results(Farm& farm, std::uint64_t count, const Farm::Work& work,
                                      const std::optional<FarmJournal>& journal, const Budget& budget,
                                      FarmOrder order = FarmOrder::ascending);

}  // namespace bouton
