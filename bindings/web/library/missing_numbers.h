// More of what the C++ library of the web's compiler lacks, for the files that begin with this header: those that read numbers
// with a point.
#pragma once

#include <charconv>
#include <cstdlib>
#include <string>
#include <system_error>

namespace std {

/// Decimal numbers, without infinity and what is none; the C library there knows no other sign for the point.
inline from_chars_result from_chars(const char* first, const char* last, double& value,
                                    chars_format format = chars_format::general) {
  const auto skip_digits = [last](const char* at) {
    while (at != last && *at >= '0' && *at <= '9') ++at;
    return at;
  };
  const char* const digits = first != last && *first == '-' ? first + 1 : first;
  const char* end = skip_digits(digits);
  bool any = end != digits;
  if (end != last && *end == '.') {
    const char* const fraction = skip_digits(end + 1);
    any = any || fraction != end + 1;
    if (any) end = fraction;
  }
  if (!any) return {first, errc::invalid_argument};
  if (format != chars_format::fixed && end != last && (*end == 'e' || *end == 'E')) {
    const char* exponent = end + 1;
    if (exponent != last && (*exponent == '-' || *exponent == '+')) ++exponent;
    if (const char* const after = skip_digits(exponent); after != exponent) end = after;
  }
  value = strtod(string(first, end).c_str(), nullptr);
  return {end, errc()};
}

}  // namespace std
