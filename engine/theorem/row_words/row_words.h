// Which words of gaps between P-positions never occur in a row of a rule of row shifts: searched in a table, and proved.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/base/result.h"
#include "engine/theorem/row_words/gap_density.h"
#include "engine/theorem/row_words/word_proof.h"

namespace bouton {

/// What is proved of a row, and how: all words stand for outcomes along it, from any position on.
struct RowWordsProof {
  Coordinate row = 0;
  Coordinate first = 0;  ///< the rows that the proofs look at: from this one on, so many
  std::size_t rows = 0;
  std::vector<ImpossibleWord> words;  ///< each may use those before it as known
};

struct RowWords {
  RowWordsProof proof;
  std::vector<std::uint32_t> gaps;  ///< all that are not proved never to occur between P-positions
  std::vector<GapWord> impossible;  ///< words of them that are proved never to occur, the shortest first
  std::vector<GapWord> absent;      ///< words of them that the table does not have, though all within them; not proved
  std::optional<GapDensity> density;
  std::uint64_t looked_to = 0;  ///< how many positions of the row were looked at
};

/// The words of a row whose outcomes from its first position on are `outcomes`, letters P and N, some thousand at least. Proves
/// that there is no longer run of N than the table has, then that gaps and words of gaps do not occur that it does not have,
/// the shortest first, up to a length. Refused where no bound of the gaps is proved. Throws Interrupted.
Result<RowWords> find_row_words(const RowShiftRules& rules, Coordinate row, std::string_view outcomes, const Budget& budget);

/// How many outcomes of the row, from its first position on, a check of the proof looks at.
Result<std::uint64_t> outcomes_needed(const RowShiftRules& rules, const RowWordsProof& proof);
/// What is wrong with the proof; nothing where all of its words never occur. Follows each argument, without a search, and looks
/// for the words among the first `outcomes` of the row, which are as many as are needed.
std::optional<std::string> disproved(const RowShiftRules& rules, const RowWordsProof& proof, std::string_view outcomes);

/// What the words say of gaps: those that may occur, and the words of them that do not. Nothing where gaps have no bound.
struct ImpliedGaps {
  std::vector<std::uint32_t> gaps;
  std::vector<GapWord> impossible;
};
std::optional<ImpliedGaps> implied_gaps(const std::vector<ImpossibleWord>& words);

/// P, and so many N and a P for each gap.
std::string letters_of(const GapWord& gaps);

}  // namespace bouton
