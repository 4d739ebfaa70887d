// Rules of the interface as those of the engine.
#pragma once

#include "bindings/cpp/impl.h"

namespace bouton {
inline namespace v1 {

/// A function of the caller's threw: for the engine an error of the rules, for the caller what it was.
class UserThrew : public core::RuleError {
 public:
  /// Of the exception that is being handled.
  UserThrew();
  const std::exception_ptr& thrown() const { return thrown_; }

 private:
  std::exception_ptr thrown_;
};

/// Asks the caller's rules, and holds them to what they say of themselves: an option outside the domain is an error.
class UserRules final : public core::Rules, public core::StepLimitedRules {
 public:
  /// `name` is that of the game, for messages. Throws core::RequestError where the rules claim what cannot be, and what their
  /// functions throw.
  UserRules(std::shared_ptr<const v1::Rules> rules, std::string name);

  const core::Domain& domain() const override { return domain_; }
  void options(core::PositionView position, core::Options& out) const override;
  core::Play play() const override { return play_; }
  core::Outcome terminal_outcome(core::PositionView position) const override;
  bool valid(core::PositionView position) const override;
  void normalize(core::Position& position) const override;
  bool independent() const override { return independent_; }
  const core::ClosedFormBinding* closed_form() const override { return formula_ ? &*formula_ : nullptr; }
  std::string_view heap_code() const override { return heap_code_; }
  std::string where(Claim) const override { return name_ + ": "; }
  std::string_view label_name(std::uint32_t label) const override;

  /// Counts the options that are added, and what else is asked.
  std::unique_ptr<StepLimit> limit_steps(std::uint64_t steps) const override;

  /// Throws RuleError if no move may lead from `from` to `to`, or has this label. Here, since they are called for every option.
  void check_part(PositionView from, PositionView to) const {
    spend(kStepsOfOption);
    if (!domain_.contains(to) || !rules_->valid(to)) refuse_part(from, to);
  }
  void check_label(PositionView from, v1::Label label) const {
    if (label > labels_.size()) refuse_label(from, label);
  }

 private:
  class StepsLeft;

  /// Steps of some ten nanoseconds.
  static constexpr std::uint64_t kStepsOfCall = 5, kStepsOfOption = 3;

  void spend(std::uint64_t steps) const {
    if (!steps_left_) return;
    if (*steps_left_ < steps) throw core::StepLimitReached("a look at the rules takes too many steps");
    *steps_left_ -= steps;
  }
  [[noreturn]] void refuse_part(PositionView from, PositionView to) const;
  [[noreturn]] void refuse_label(PositionView from, v1::Label label) const;

  std::shared_ptr<const v1::Rules> rules_;
  std::string name_;
  core::Domain domain_;
  core::Play play_;
  bool independent_;
  std::string heap_code_;
  std::optional<core::ClosedFormBinding> formula_;
  std::vector<std::string> labels_;
  mutable std::optional<std::uint64_t> steps_left_;
  mutable std::vector<Coordinate> normal_form_;  ///< kept for its memory
};

/// What `call`, which calls a function of the caller's, returns.
template <class Call>
auto of_user(Call call) {
  try {
    return call();
  } catch (const core::Error&) {  // of the engine, on its way through the function
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (...) {
    throw UserThrew();
  }
}

}  // namespace v1
}  // namespace bouton
