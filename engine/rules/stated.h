// Rules that a text states: by it files of findings are told apart.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/rules/rules.h"

namespace bouton {

/// Rules that are known by a text. A Rules object may be one of these besides.
class StatedRules {
 public:
  virtual ~StatedRules() = default;
  StatedRules() = default;
  StatedRules(const StatedRules&) = delete;
  StatedRules& operator=(const StatedRules&) = delete;

  /// A checksum of all texts that state the rules and of what is set in them; not of the play. Nothing where there is no text
  /// after all.
  virtual std::optional<std::uint64_t> checksum() const = 0;
};

/// Nothing where no text states the rules.
inline std::optional<std::uint64_t> checksum_of(const Rules& rules) {
  const auto* const stated = dynamic_cast<const StatedRules*>(&rules);
  return stated != nullptr ? stated->checksum() : std::nullopt;
}

}  // namespace bouton
