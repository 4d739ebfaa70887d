#include "engine/closed_form/heaps/subtraction.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

Evidence sentence(std::string text) { return {.heaps = {}, .table = {}, .sentences = {std::move(text)}, .move = {}}; }

class SubtractionForm final : public ClosedForm {
 public:
  explicit SubtractionForm(Integer m) : ClosedForm(Domain::fixed({{.name = "n"}})), modulus_(std::move(m) + 1) {}

  std::string theorem() const override {
    return "the Grundy value of n is n mod (m + 1) where 1 to m may be taken (Winning Ways, ch. 4)";
  }
  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    const Integer rest = at[0] % modulus_;
    const std::string n = domain.coordinate_name(0), m = brief(modulus_ - 1), divisor = brief(modulus_);
    const std::string answer = fmt::format("a take of t, from 1 to {}, is answered by taking {} - t", m, divisor);
    if (at[0] == 0) return sentence("Nothing is left to take.");
    if (rest == 0)
      return sentence(fmt::format("{} = {} is a multiple of {}, and stays one: {}.", n, brief(at[0]), divisor, answer));
    Evidence evidence =
        sentence(fmt::format("{0} = {1} is {2} more than a multiple of {3}. So take {2}: from then on {4}, and the "
                             "last one is taken by whoever answers.",
                             n, brief(at[0]), brief(rest), divisor, answer));
    evidence.move = WinningMove{"", {at[0] - rest}};
    return evidence;
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
  std::string theorem() const override {
    return "as in subtraction games (Winning Ways, ch. 4), P iff most + 1 divides goal - 1 - said";
  }
  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    if (at[0] == goal_) return sentence(fmt::format("The opponent has said {} and lost.", brief(goal_)));
    const Integer last = goal_ - 1, step = winning_step(at[0]);
    std::vector<std::string> targets;  // the least ones are as good as any for seeing how they go
    for (Integer target = last % modulus_; target <= last && targets.size() < 12; target += modulus_)
      targets.push_back(brief(target));
    const bool all = last % modulus_ + modulus_ * widen_unsigned(targets.size()) > last;
    const std::string list = all ? joined(targets) : fmt::format("{}, ..., {}", fmt::join(targets, ", "), brief(last));
    Evidence evidence = sentence(fmt::format(
        "Whoever has to go on from {} must say {} and loses. An opponent who says t numbers is answered by {} - t of them, so "
        "{} lost for whoever has to go on from there: {}.",
        brief(last), brief(goal_), brief(modulus_), targets.size() == 1 && all ? "this one number is" : "these numbers are",
        list));
    if (step == 0) {
      evidence.sentences.push_back(fmt::format("{} = {} is one of them.", domain.coordinate_name(0), brief(at[0])));
      return evidence;
    }
    evidence.sentences.push_back(fmt::format("The next of them after {} is {}: say {}.", brief(at[0]), brief(at[0] + step),
                                             step == 1 ? "the next number" : fmt::format("the next {} numbers", brief(step))));
    evidence.move = WinningMove{"", {at[0] + step}};
    return evidence;
  }

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
    if (sorted[i] != widen_unsigned(i + 1))
      return Refusal{
          fmt::format("the formula is for the sets {{1, ..., m}}; this one has {} but not {}", sorted[i].get_str(), i + 1)};
  return std::unique_ptr<ClosedForm>(std::make_unique<SubtractionForm>(widen_unsigned(sorted.size())));
}

Result<std::unique_ptr<ClosedForm>> twenty_one_form(const Integer& goal, const Integer& most) {
  if (goal < 1) return Refusal{fmt::format("goal must be at least 1, not {}", goal.get_str())};
  if (most < 1) return Refusal{fmt::format("most must be at least 1, not {}", most.get_str())};
  return std::unique_ptr<ClosedForm>(std::make_unique<TwentyOneForm>(goal, most));
}

}  // namespace bouton
