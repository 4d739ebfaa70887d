#include "engine/rules/under_play.h"

#include "engine/base/errors.h"
#include "engine/rules/blocking.h"
#include "engine/rules/stated.h"
#include "engine/rules/step_limited_rules.h"

namespace bouton {
namespace {

/// A game but for who has won in the end.
class UnderPlay final : public Rules, public StepLimitedRules, public StatedRules {
 public:
  UnderPlay(std::shared_ptr<const Rules> rules, Play play) : rules_(std::move(rules)), play_(play) {}

  const Domain& domain() const override { return rules_->domain(); }
  void options(PositionView position, Options& out) const override { rules_->options(position, out); }
  Play play() const override { return play_; }
  bool obliges() const override { return rules_->obliges(); }
  Outcome terminal_outcome(PositionView position) const override {
    return play_ == Play::by_position ? rules_->terminal_outcome(position) : bouton::terminal_outcome(play_);
  }
  bool valid(PositionView position) const override { return rules_->valid(position); }
  void normalize(Position& position) const override { rules_->normalize(position); }
  void same_value(Position& position) const override {
    if (play_ == Play::normal && rules_->play() == Play::normal) rules_->same_value(position);
  }
  void reference_options(PositionView position, Options& out) const override { rules_->reference_options(position, out); }
  Lifting lifting(std::size_t dimensions) const override { return rules_->lifting(dimensions); }
  Lifting unbounded_lifting(std::size_t dimensions) const override { return rules_->unbounded_lifting(dimensions); }
  Result<const FlowProgram*> flow(std::size_t dimensions) const override { return rules_->flow(dimensions); }
  Result<const LocalMoves*> local_moves() const override { return rules_->local_moves(); }
  const ClosedFormBinding* closed_form() const override { return rules_->closed_form(); }
  std::string_view heap_code() const override { return rules_->heap_code(); }
  bool independent() const override { return rules_->independent(); }
  void components(PositionView position, Options& out) const override { rules_->components(position, out); }
  std::optional<double> size_of_options(PositionView position) const override { return rules_->size_of_options(position); }
  bool heads_cancel() const override { return rules_->heads_cancel(); }
  std::vector<Position> examples() const override { return rules_->examples(); }
  std::string where(Claim claim) const override { return rules_->where(claim); }
  std::optional<std::uint64_t> checksum() const override { return checksum_of(*rules_); }
  std::shared_ptr<const Rules> as_written() const override {
    std::shared_ptr<const Rules> of = rules_->as_written();
    return of ? of : rules_;
  }
  std::string_view label_name(Label label) const override { return rules_->label_name(label); }
  std::unique_ptr<StepLimit> limit_steps(std::uint64_t steps) const override { return limit_steps_of(*rules_, steps); }

 private:
  std::shared_ptr<const Rules> rules_;
  Play play_;
};

}  // namespace

std::shared_ptr<const Rules> under_play(std::shared_ptr<const Rules> rules, Play play) {
  if (play_as_written(*rules) == play) return rules;
  if (rules->blocking() > 0) return with_blocking(under_play(rules->unblocked(), play), rules->blocking());
  if (rules->obliges())
    throw RequestError("moves that oblige (again, entail) are for normal play, where whoever cannot move loses");
  return std::make_shared<UnderPlay>(std::move(rules), play);
}

}  // namespace bouton
