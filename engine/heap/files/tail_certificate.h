// A proof of a period by a state that recurs (tail_rules.h), as a file that can be checked without trust in who wrote it.
//
// The file is text, a field a line, in this order:
//   bouton finite state certificate 1    the version of this format
//   game 0.104                           the code, as TakeAndBreak::code() writes it
//   preperiod 197769598                  G(n + period) = G(n) for all n >= preperiod
//   period 11770282
//   mask 23                              of the classes of common and rare values
//   parity odd                           whether the parity of the heap counts as a bit of the value, and with it the number of
//                                        tokens that is removed, "even" or "odd"; else "none"
//   reach 32768
//   repeated 197802369                   the window before this heap and that `period` heaps later are the same
//   windows 14                           how many follow, at ascending heaps, among them the repeated one
//   window 524288                        the heap, and in hexadecimal, two digits each, 64 to a line, the values before it
//   ...
//   checksum 0123456789abcdef            Checksum of all bytes before this line, hexadecimal
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/budget.h"
#include "engine/heap/code/take_and_break.h"
#include "engine/heap/period/period.h"
#include "engine/heap/tail/tail_rules.h"
#include "engine/heap/tail/tail_search.h"

namespace bouton {

struct TailCertificate {
  TakeAndBreak game;
  ValueClasses classes;
  std::uint64_t reach = 0;
  Recurrence recurrence;
};

/// The period that it proves.
Period period_of(const Recurrence& recurrence);

std::string to_text(const TailCertificate& certificate);
/// Whether a text is one of this kind.
bool is_tail_certificate(std::string_view text);
/// Reads what to_text wrote; `name` is for messages. Throws RequestError if the text is damaged or not such a certificate.
TailCertificate parse_tail_certificate(std::string_view text, std::string_view name);

/// What is wrong with the certificate; empty if it proves what it says. Computes the values before the first window anew, then
/// runs from each window to the next, several at a time where there are threads, and from the last one to the recurrence.
/// Cost: preperiod + period steps in all. Throws Interrupted and LimitError.
std::string check_certificate(const TailCertificate& certificate, const Budget& budget);

}  // namespace bouton
