// Sequences looked up in the file of all sequences that the OEIS hands out (https://oeis.org/stripped.gz).
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "engine/base/budget.h"

namespace bouton::cli {

/// A sequence of the OEIS that values agree with.
struct OeisMatch {
  std::string number;           ///< "A002186"
  std::size_t skipped = 0;      ///< values before the first one that is compared
  std::size_t its_skipped = 0;  ///< terms of the sequence before the first one that is compared
  std::size_t terms = 0;        ///< how many agree: all that both have from there
};

/// The sequences with which the values agree as far as both go, from one of the first few of each, in at least so many terms as
/// tell them from others: 8, not all the same. Those with more terms come first; at most 20. `file` is the compressed file or
/// what is in it: lines "A000001 ,0,1,1,". Throws RequestError, naming the file, where it cannot be read or holds nothing like
/// that; Interrupted.
std::vector<OeisMatch> oeis_matches(const std::filesystem::path& file, std::span<const std::uint32_t> values,
                                    const Budget& budget);

}  // namespace bouton::cli
