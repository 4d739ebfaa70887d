// A proof that a sequence of Grundy values is periodic, as a file that can be checked without trust in who wrote it.
//
// The file is text, a field a line, in this order:
//   bouton period certificate 1      the version of this format
//   game 0.77                        the code, as TakeAndBreak::code() writes it
//   theorem Guy-Smith                the name of the theorem that proves the period
//   preperiod 71                     G(n + period) = G(n) + saltus for all n >= preperiod
//   period 12
//   saltus 0
//   last 167                         the values are those of heaps 0 to 167, all that the theorem asks for
//   values
//   0 1 2 3 1 4 3 2 ...              in decimal, a space between two, 32 to a line
//   checksum 0123456789abcdef        Checksum of all bytes before this line, hexadecimal
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/period/period.h"
#include "engine/heap/values/grundy_values.h"

namespace bouton {

struct Certificate {
  TakeAndBreak game;
  Period period;        ///< proved; checked_to is the last heap of `values`
  GrundyValues values;  ///< of heaps 0, 1, ..., as far as the theorem needs them
};

/// The certificate of a period that these values prove.
Certificate certify(const TakeAndBreak& game, const GrundyValues& values, const Period& period);

std::string to_text(const Certificate& certificate);
/// Reads what to_text wrote; `name` is for messages. Throws RequestError if the text is damaged or not a certificate.
Certificate parse_certificate(std::string_view text, std::string_view name);

/// What is wrong with the certificate; empty if it proves what it says. Computes every value anew, and checks the theorem's
/// condition on them, one by one. Throws Interrupted and LimitError.
std::string check_certificate(const Certificate& certificate, const Budget& budget);

}  // namespace bouton
