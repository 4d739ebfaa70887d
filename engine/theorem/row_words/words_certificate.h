// A proof that words never occur in a row, as a file that can be checked without trust in who wrote it.
//
// The file is text, a field a line, in this order:
//   bouton row words certificate 1   the version of this format
//   game nimrod                      the game as it was named, and its parameters
//   settings 0                       how many; of each a line "parameter NAME" and a line "value VALUE"
//   moves 0123456789abcdef           checksum_of the moves, hexadecimal
//   play 0                           0 normal, 1 misère
//   row 1                            the row
//   first 1                          the rows that are looked at: from this one on,
//   rows 7                           so many
//   words 4                          how many; of each four lines:
//   word PNPNP                       never occurs in the row
//   left 30                          the window begins so many columns to the left of the word
//   right 12                         and ends so many to the right of its beginning
//   argument descent -2              or "contradiction"; "known W C": word number W stands at column C; "cases R C", and then
//   the
//                                    two arguments: position C of the R-th row is P, is N
//   checksum 0123456789abcdef        Checksum of all bytes before this line, hexadecimal
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/theorem/row_words/row_words.h"

namespace bouton {

struct WordsCertificate {
  std::string game;
  std::vector<std::pair<std::string, std::string>> settings;
  std::uint64_t moves = 0;
  Play play = Play::normal;
  RowWordsProof proof;
};

std::string to_text(const WordsCertificate& certificate);
/// Whether a text is one of this kind.
bool is_words_certificate(std::string_view text);
/// Reads what to_text wrote; `name` is for messages. Throws RequestError if the text is damaged or not such a certificate.
WordsCertificate parse_words_certificate(std::string_view text, std::string_view name);

}  // namespace bouton
