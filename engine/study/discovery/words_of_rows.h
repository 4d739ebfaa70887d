// Words that never occur in the rows of a rule of row shifts, as `discover` looks for them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/budget.h"
#include "engine/rules/rules.h"
#include "engine/theorem/row_words/row_words.h"
#include "engine/theorem/row_words/words_certificate.h"

namespace bouton {

/// What is proved of a row.
struct WordsOfRow {
  std::string where;  ///< "r = 1"
  std::string along;  ///< the coordinate that runs along the row: "p"
  RowWords words;
  std::uint64_t moves = 0;  ///< checksum of the moves
  Play play = Play::normal;
};

/// A sentence without its full stop: the gaps that may occur, the words of them that never do, how dense the P-positions are.
std::string statement(const WordsOfRow& row);
/// "2 3 3".
std::string text_of(const GapWord& gaps);
inline std::string text_of(const Proportion& fraction) {
  return std::to_string(fraction.numerator) + "/" + std::to_string(fraction.denominator);
}

/// Of the first few rows, those of which anything is proved; none where the rules are not row shifts of two coordinates. A row
/// is looked at to a million, or as many times as far as `further` says, where that takes no more than its share of work.
/// Throws RuleError, Interrupted.
std::vector<WordsOfRow> prove_words_of_rows(const std::shared_ptr<const Rules>& rules, const Budget& budget,
                                            std::uint64_t further = 1);

/// The outcomes of the first positions of the row of a proof, as many as a check looks at, found by the rule as it is written.
/// Throws RuleError, LimitError, Interrupted.
Result<std::string> first_outcomes(const std::shared_ptr<const Rules>& rules, const RowWordsProof& proof, const Budget& budget);

/// Checks a certificate, without a search: the arguments are followed by the moves of the rules, and the first outcomes of the
/// row are found by the rule as it is written. Nothing where all holds, else what is wrong. Throws RuleError, LimitError,
/// Interrupted.
std::optional<std::string> disproved(const WordsCertificate& certificate, const std::shared_ptr<const Rules>& rules,
                                     const Budget& budget);

}  // namespace bouton
