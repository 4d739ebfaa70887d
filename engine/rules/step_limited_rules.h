// A bound of work for what nobody has asked for: counted, so that it is the same on every machine.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"

namespace bouton {

/// A look at a game used up the steps that it may take.
class StepLimitReached : public LimitError {
 public:
  using LimitError::LimitError;
};

/// Rules whose functions can be given a limit of steps. A Rules object may be one of these besides.
class StepLimitedRules {
 public:
  virtual ~StepLimitedRules() = default;
  StepLimitedRules() = default;
  StepLimitedRules(const StepLimitedRules&) = delete;
  StepLimitedRules& operator=(const StepLimitedRules&) = delete;

  /// Ends with the object.
  class StepLimit {
   public:
    virtual ~StepLimit() = default;
    StepLimit() = default;
    StepLimit(const StepLimit&) = delete;
    StepLimit& operator=(const StepLimit&) = delete;
  };
  /// While the result lives, the functions of the rules may take so many steps of some ten nanoseconds, all calls together;
  /// past that they throw StepLimitReached. One at a time; not longer than the rules.
  virtual std::unique_ptr<StepLimit> limit_steps(std::uint64_t steps) const = 0;
};

/// Gives rules a limit of steps; null where they take none.
inline std::unique_ptr<StepLimitedRules::StepLimit> limit_steps_of(const Rules& rules, std::uint64_t steps) {
  const auto* const limited = dynamic_cast<const StepLimitedRules*>(&rules);
  return limited != nullptr ? limited->limit_steps(steps) : nullptr;
}

}  // namespace bouton
