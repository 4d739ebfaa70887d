// Periods of sequences of Grundy values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace bouton {

/// values[n + period] = values[n] + saltus for all n >= preperiod (n counted from the sequence's first heap), up to the
/// end of what was computed, or for ever where a theorem proves it.
struct Period {
  std::uint64_t preperiod = 0;
  std::uint64_t period = 0;
  std::int64_t saltus = 0;
  bool proved = false;
  std::string theorem;            ///< empty unless proved
  std::uint64_t checked_to = 0;   ///< the last index of the values that were looked at
};

/// The least period that the values show over at least their second half, and for at least three times its length; nothing
/// if there is none. Never proved. O(n) time and memory.
std::optional<Period> observe_period(std::span<const std::uint32_t> values);

}  // namespace bouton
