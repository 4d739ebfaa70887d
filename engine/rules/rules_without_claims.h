// Rules without what they claim: for what is to be found from the moves alone.
#pragma once

#include <memory>

#include "engine/rules/rules.h"

namespace bouton {

/// The rules with their options as they are written, and none of what they claim of them (closed form, symmetry, heap code,
/// independence): slow, and right whatever is claimed. No program of the moves is handed out.
class RulesWithoutClaims final : public Rules {
 public:
  explicit RulesWithoutClaims(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {
    if (rules_->blocking() > 0) unblocked_ = std::make_shared<RulesWithoutClaims>(rules_->unblocked());
  }

  const Domain& domain() const override { return rules_->domain(); }
  void options(PositionView position, Options& out) const override { rules_->reference_options(position, out); }
  Play play() const override { return rules_->play(); }
  bool obliges() const override { return rules_->obliges(); }
  std::uint64_t blocking() const override { return rules_->blocking(); }
  std::shared_ptr<const Rules> unblocked() const override { return unblocked_; }
  Outcome terminal_outcome(PositionView position) const override { return rules_->terminal_outcome(position); }
  bool valid(PositionView position) const override { return rules_->valid(position); }
  bool heads_cancel() const override { return rules_->heads_cancel(); }
  std::vector<Position> examples() const override { return rules_->examples(); }
  std::string_view label_name(Label label) const override { return rules_->label_name(label); }

 private:
  std::shared_ptr<const Rules> rules_, unblocked_;
};

}  // namespace bouton
