// Proofs that a word of outcomes never occurs in a row of a rule of row shifts: by local deduction with descent.
//
// The idea. Suppose that the word stands somewhere in the row. What that implies for its neighbours (LocalDeduction) may
// contradict itself; or contain a word that is known never to occur; or contain the same word further left. The last is
// a contradiction, too: the word would stand further left again and again, down to the beginning of the row, where a look at
// the table tells that it does not. Where plain deduction stops, an unknown position is P or N: where one of these ends at
// once, the other holds, and more positions are forced by that, until both cases of one end. All of it holds wherever the
// window that the deduction looks at lies beyond the numbers where the moves of its rows still change; the finitely many places
// before that are looked at in the table.
//
// Example: Nimrod, row 1, the word P N P N P from column a on: (a - 3, 2) must be N, then (a - 2, 1) P and (a - 1, 1) N, so
// P N P N P stands at a - 2, and so on to the left; it does not stand at the beginning of the row, so it never occurs.
//
// Cost: of a deduction, the moves of the window; the search for cases tries each unknown position of it both ways, and again as
// long as some are forced.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/theorem/row_words/local_rows.h"

namespace bouton {

/// How the supposition that a word occurs comes to an end.
struct WordArgument {
  enum class Kind : std::uint8_t {
    contradiction,  ///< a position would be both P and N
    descent,        ///< the word stands `column` < 0 places along the row as well
    known_word,     ///< word number `word` of those that are known never to occur stands at `column`
    cases           ///< position (row, column), unknown so far, is P: cases[0]; or N: cases[1]
  };
  Kind kind = Kind::contradiction;
  std::size_t word = 0, row = 0;
  std::int64_t column = 0;
  std::vector<WordArgument> cases;
};

/// A word of letters P and N that never occurs in the row, with its proof in a window of columns -left to right around it, the
/// first letter in column 0.
struct ImpossibleWord {
  std::string letters;
  std::int64_t left = 0, right = 0;
  WordArgument argument;

  /// Where the first letter stands at this number or a later one along the row, the argument holds.
  Coordinate beyond(const LocalRows& rows) const { return rows.settled + left; }
};

/// How hard a proof is looked for.
struct WordEffort {
  std::int64_t left = 0, right = 0;
  bool forces = false;  ///< whether positions are looked for of which one case ends at once
};

/// Looks for a proof that the word never occurs in rows.rows[row]. `known` are words that never do. Nothing where there is none
/// of this effort. Says nothing of places before beyond(). Throws Interrupted.
std::optional<ImpossibleWord> prove_word(const LocalRows& rows, std::size_t row, std::string_view letters,
                                         const std::vector<ImpossibleWord>& known, const WordEffort& effort,
                                         const Budget& budget);

/// Whether the argument is one: follows it, without a search. Uses the first `known_words` of `known` as words that never
/// occur.
bool follows(const LocalRows& rows, std::size_t row, const ImpossibleWord& word, const std::vector<ImpossibleWord>& known,
             std::size_t known_words);

}  // namespace bouton
