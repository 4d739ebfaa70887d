// The argument that a word never occurs in a row, conclusion by conclusion, for people to follow.
//
// LocalDeduction says what is implied, not why. Here each outcome that is concluded has its reason: the positions whose
// outcomes it rests on. Of all that is concluded those steps are kept that the end of the argument rests on, in an order in
// which each comes after those that it rests on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/theorem/row_words/word_proof.h"

namespace bouton {

/// A position of a window of rows, as LocalDeduction has them.
struct WindowPlace {
  std::size_t row = 0;
  std::int64_t column = 0;
  friend bool operator==(const WindowPlace&, const WindowPlace&) = default;
};

/// That a position has an outcome, and why.
struct WordStep {
  enum class Reason : std::uint8_t {
    supposed,       ///< it is a letter of the word, or the case that is looked at
    no_option,      ///< the play convention says so where nobody can move
    option_of_p,    ///< N, being an option of `of`, which is P
    has_p_option,   ///< N, having the option `of`, which is P
    all_options_n,  ///< P, all of its options being N
    last_option     ///< P, being an option of `of`, which is N, as all other options of `of` are
  };
  WindowPlace place;
  Outcome outcome = Outcome::P;
  Reason reason = Reason::supposed;
  WindowPlace of;  ///< as the reason says
};

/// A supposition, what follows from it, and how that ends.
struct WordReasoning {
  std::vector<WordStep> steps;
  /// Of a contradiction the last step is about a position that an earlier one, here or in what this is a case of, has with the
  /// other outcome.
  WordArgument::Kind end = WordArgument::Kind::contradiction;
  std::size_t word = 0;              ///< of WordArgument::Kind::known_word
  std::int64_t column = 0;           ///< where a known word, or the word itself, stands; of cases the column of their position
  std::size_t row = 0;               ///< of cases
  std::vector<WordReasoning> cases;  ///< that position is P; is N
};

/// The reasoning of an argument; nothing where follows() refuses it. Uses the first `known_words` of `known`. Cost: that of
/// following the argument, times some ten.
std::optional<WordReasoning> reasoning_of(const LocalRows& rows, std::size_t row, const ImpossibleWord& word,
                                          const std::vector<ImpossibleWord>& known, std::size_t known_words);

}  // namespace bouton
