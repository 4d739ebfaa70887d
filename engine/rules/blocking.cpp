#include "engine/rules/blocking.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "engine/base/errors.h"
#include "engine/rules/stated.h"
#include "engine/rules/step_limited_rules.h"

namespace bouton {
namespace {

/// Why programs of the moves are not handed out.
constexpr const char* kBlocking = "options are forbidden before each move (blocking)";

/// The same game, with blocking.
class BlockingRules final : public Rules, public StepLimitedRules, public StatedRules {
 public:
  BlockingRules(std::shared_ptr<const Rules> rules, std::uint64_t most, std::string where)
      : rules_(std::move(rules)), most_(most), where_(std::move(where)) {}

  const Domain& domain() const override { return rules_->domain(); }
  void options(PositionView position, Options& out) const override {
    rules_->options(position, out);
    check(out);
  }
  void reference_options(PositionView position, Options& out) const override {
    rules_->reference_options(position, out);
    check(out);
  }
  Play play() const override { return Play::by_position; }
  Outcome terminal_outcome(PositionView) const override { return bouton::terminal_outcome(rules_->play()); }
  bool valid(PositionView position) const override { return rules_->valid(position); }
  void normalize(Position& position) const override { rules_->normalize(position); }
  std::vector<Position> examples() const override { return rules_->examples(); }
  Lifting lifting(std::size_t dimensions) const override { return hidden(rules_->lifting(dimensions)); }
  Lifting unbounded_lifting(std::size_t dimensions) const override { return hidden(rules_->unbounded_lifting(dimensions)); }
  Result<const FlowProgram*> flow(std::size_t) const override { return Refusal{kBlocking}; }
  Result<const LocalMoves*> local_moves() const override { return Refusal{kBlocking}; }
  std::string where(Claim claim) const override { return rules_->where(claim); }
  std::optional<std::uint64_t> checksum() const override;
  std::string_view label_name(Label label) const override { return rules_->label_name(label); }
  std::unique_ptr<StepLimit> limit_steps(std::uint64_t steps) const override { return limit_steps_of(*rules_, steps); }
  std::uint64_t blocking() const override { return most_; }
  std::shared_ptr<const Rules> unblocked() const override { return rules_; }

 private:
  static Lifting hidden(Lifting lifting) {
    lifting.moves = nullptr;
    lifting.refusal = kBlocking;
    return lifting;
  }
  void check(const Options& options) const {
    if (options.has_split())
      throw RuleError(where_ +
                      "blocking: a move splits the game (split), and positions of a game with blocking are not added up");
  }

  std::shared_ptr<const Rules> rules_;
  std::uint64_t most_;
  std::string where_;
};

/// The same text with other numbers set has another checksum, but blocking may be what a program adds to it.
std::optional<std::uint64_t> BlockingRules::checksum() const {
  std::optional<std::uint64_t> checksum = checksum_of(*rules_);
  constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15;
  if (checksum) *checksum ^= kFactor * most_;
  return checksum;
}

/// Number `nth` of the list, from 0, when it is sorted.
template <class Order>
Remoteness nth(std::vector<Remoteness>& list, std::uint64_t nth, Order order) {
  const auto at = list.begin() + static_cast<std::ptrdiff_t>(nth);
  std::nth_element(list.begin(), at, list.end(), order);
  return *at;
}

}  // namespace

std::shared_ptr<const Rules> with_blocking(std::shared_ptr<const Rules> rules, std::uint64_t most, std::string where) {
  if (most == 0) return rules;
  if (rules->play() == Play::by_position)
    throw RequestError(where +
                       "blocking is for normal and misère play: a player with no option left may not be at a last position");
  if (rules->obliges()) throw RequestError(where + "blocking is not for moves that oblige (again, entail)");
  return std::make_shared<BlockingRules>(std::move(rules), most, std::move(where));
}

void require_grundy_values(const Rules& rules) {
  if (rules.blocking() > 0) throw RequestError("a game with blocking has no Grundy values");
  if (rules.play() != Play::normal) throw RequestError("Grundy values exist under normal play only");
}

void BlockedOutcome::clear() {
  p_.clear();
  n_.clear();
  draws_ = 0;
}

void BlockedOutcome::add(PackedOutcome option) {
  switch (option.outcome()) {
    case Outcome::P: p_.push_back(option.remoteness()); break;
    case Outcome::N: n_.push_back(option.remoteness()); break;
    case Outcome::draw: ++draws_; break;
  }
}

PackedOutcome BlockedOutcome::result() {
  // The nearest P-positions are forbidden, for the sake of delay.
  if (p_.size() > most_) return PackedOutcome(Outcome::N, nth(p_, most_, std::less<>()) + 1);
  if (misere_ && n_.empty() && draws_ == 0) {
    // No option may be left, or all that are left win.
    if (p_.empty()) return PackedOutcome(Outcome::N);
    return PackedOutcome(Outcome::N, nth(p_, p_.size() - 1, std::less<>()) + 1);
  }
  const std::uint64_t not_lost = p_.size() + draws_;
  if (not_lost > most_ || (misere_ && n_.empty())) return PackedOutcome(Outcome::draw);
  // All that do not lose are forbidden, and of the others the farthest, as many as may be.
  std::uint64_t spare = most_ - not_lost;
  if (spare >= n_.size()) {
    if (!misere_) return PackedOutcome(Outcome::P);
    spare = n_.size() - 1;
  }
  return PackedOutcome(Outcome::P, nth(n_, spare, std::greater<>()) + 1);
}

}  // namespace bouton
