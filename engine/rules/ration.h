// A bound of work for what nobody has asked for: counted, so that it is the same on every machine.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"

namespace bouton {

/// A look at a game used up the steps that it may take.
class RationSpent : public LimitError {
 public:
  using LimitError::LimitError;
};

/// Rules whose functions can be put on rations. A Rules object may be one of these besides.
class RationedRules {
 public:
  virtual ~RationedRules() = default;
  RationedRules() = default;
  RationedRules(const RationedRules&) = delete;
  RationedRules& operator=(const RationedRules&) = delete;

  /// Ends with the object.
  class Ration {
   public:
    virtual ~Ration() = default;
    Ration() = default;
    Ration(const Ration&) = delete;
    Ration& operator=(const Ration&) = delete;
  };
  /// While the result lives, the functions of the rules may take so many steps of some ten nanoseconds, all calls together;
  /// past that they throw RationSpent. One at a time; not longer than the rules.
  virtual std::unique_ptr<Ration> ration(std::uint64_t steps) const = 0;
};

/// Puts rules on rations; null where they cannot be.
inline std::unique_ptr<RationedRules::Ration> ration_of(const Rules& rules, std::uint64_t steps) {
  const auto* const rationed = dynamic_cast<const RationedRules*>(&rules);
  return rationed != nullptr ? rationed->ration(steps) : nullptr;
}

}  // namespace bouton
