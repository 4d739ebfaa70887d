// Sequences whose values recur, as far as they are known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace bouton {

struct RecurringValues {
  std::uint64_t preperiod = 0, period = 0;
  std::int64_t saltus = 0;
  std::size_t holds_to = 0;  ///< the last index up to which it holds

  /// "have period 3 and saltus 3 from 8 on"
  std::string words() const;
};

/// The period of the first half of the values, and how far it holds in the rest; nothing where that half shows none, or has a
/// place without a value. O(n).
std::optional<RecurringValues> recurrence_of(std::span<const std::uint32_t> values);

}  // namespace bouton
