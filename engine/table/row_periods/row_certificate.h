// A proof that a row of a table is periodic, as a file that can be checked without trust in who wrote it.
//
// The file is text, a field a line, in this order:
//   bouton row period certificate 1   the version of this format
//   game wythoff                      the game as it was named, and its parameters
//   settings 0                        how many; of each a line "parameter NAME" and a line "value VALUE"
//   coordinate 0                      the number of the one that is fixed
//   row 3                             its value
//   moves 0123456789abcdef            checksum_of the moves, hexadecimal
//   preperiod 8                       G(n + period) = G(n) + saltus for all n >= preperiod, n counted from the row's first
//   value period 6 saltus 6 recurs 16                         the state before this column recurs after 6 so many columns
//   later, the values by so much greater growth 6 checksum 0123456789abcdef         Checksum of all bytes before this line,
//   hexadecimal
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/position/position.h"
#include "engine/table/row_periods/row_period.h"

namespace bouton {

/// What is proved of a row of some rules.
struct RowProof {
  std::size_t axis = 0;     ///< the coordinate that is fixed
  Coordinate row = 0;       ///< its value
  std::uint64_t moves = 0;  ///< checksum_of the moves
  ColumnRecurrence recurrence;
  RowPeriod period;
  std::uint64_t work = 0;  ///< that a check takes, as check_recurrence counts it; not in the file
};

struct RowCertificate {
  std::string game;
  std::vector<std::pair<std::string, std::string>> settings;
  RowProof proof;
};

std::string to_text(const RowCertificate& certificate);
/// Whether a text is one of this kind.
bool is_row_certificate(std::string_view text);
/// Reads what to_text wrote; `name` is for messages. Throws RequestError if the text is damaged or not such a certificate.
RowCertificate parse_row_certificate(std::string_view text, std::string_view name);

}  // namespace bouton
