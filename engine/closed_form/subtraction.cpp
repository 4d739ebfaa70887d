#include "engine/closed_form/subtraction.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

class SubtractionForm final : public ClosedForm {
 public:
  explicit SubtractionForm(Integer m) : ClosedForm(Domain::fixed({{.name = "n"}})), modulus_(std::move(m) + 1) {}

  std::string theorem() const override {
    return "the Grundy value of n is n mod (m + 1) where 1 to m may be taken (Winning Ways, ch. 4)";
  }

 private:
  Result<Outcome> find_outcome(const BigPosition& at) override { return at[0] % modulus_ == 0 ? Outcome::P : Outcome::N; }
  Result<Integer> find_grundy(const BigPosition& at) override { return Integer(at[0] % modulus_); }
  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    WinningMoveList list(at_most);
    if (const Integer take = at[0] % modulus_; take != 0) list.add("", {at[0] - take});
    return list.take();
  }

  Result<WinningMoves> find_moves_to_value(const BigPosition& at, const Integer& value, std::size_t at_most) override {
    WinningMoveList list(at_most);
    if (value >= modulus_) return list.take();
    const Integer take = ((at[0] - value) % modulus_ + modulus_) % modulus_;
    if (take != 0 && take <= at[0]) list.add("", {at[0] - take});
    return list.take();
  }

  Integer modulus_;
};

class TwentyOneForm final : public ClosedForm {
 public:
  TwentyOneForm(Integer goal, Integer most)
      : ClosedForm(Domain::fixed({{.name = "said"}})), goal_(std::move(goal)), modulus_(std::move(most) + 1) {}

  Play play() const override { return Play::misere; }
  std::string theorem() const override { return "P iff most + 1 divides goal - 1 - said"; }

 private:
  std::optional<std::string> invalid(const BigPosition& at) const override {
    if (at[0] <= goal_) return std::nullopt;
    return fmt::format("has said = {}, the greatest value is {}", at[0].get_str(), goal_.get_str());
  }
  /// How many numbers to say so as to leave a P-position; 0 where that cannot be done.
  Integer winning_step(const Integer& said) const {
    return said == goal_ ? Integer(0) : Integer((goal_ - 1 - said) % modulus_);
  }

  Result<Outcome> find_outcome(const BigPosition& at) override {
    return at[0] != goal_ && winning_step(at[0]) == 0 ? Outcome::P : Outcome::N;
  }
  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    WinningMoveList list(at_most);
    if (const Integer step = winning_step(at[0]); step != 0) list.add("", {at[0] + step});
    return list.take();
  }

  Integer goal_;
  Integer modulus_;
};

}  // namespace

Result<std::unique_ptr<ClosedForm>> subtraction_form(const std::vector<Integer>& set) {
  std::vector<Integer> sorted = set;
  std::ranges::sort(sorted);
  sorted.erase(std::ranges::unique(sorted).begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i] != i + 1)
      return Refusal{
          fmt::format("the formula is for the sets {{1, ..., m}}; this one has {} but not {}", sorted[i].get_str(), i + 1)};
  return std::unique_ptr<ClosedForm>(std::make_unique<SubtractionForm>(Integer(sorted.size())));
}

Result<std::unique_ptr<ClosedForm>> twenty_one_form(const Integer& goal, const Integer& most) {
  if (goal < 1) return Refusal{fmt::format("goal must be at least 1, not {}", goal.get_str())};
  if (most < 1) return Refusal{fmt::format("most must be at least 1, not {}", most.get_str())};
  return std::unique_ptr<ClosedForm>(std::make_unique<TwentyOneForm>(goal, most));
}

}  // namespace bouton
