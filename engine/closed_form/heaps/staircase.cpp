#include "engine/closed_form/heaps/staircase.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"

namespace bouton {
namespace {

/// a_i - a_(i-1) for i = 0, 1, ...; before the first pile stands 0.
Integer rise(const BigPosition& piles, std::size_t i) { return i == 0 ? piles[0] : Integer(piles[i] - piles[i - 1]); }

class StaircaseForm final : public ClosedForm {
 public:
  StaircaseForm() : ClosedForm(Domain::piles({.name = "a"})) {}

  std::string theorem() const override {
    return "staircase Nim, by the theorem of Bouton (1901): the Grundy value is the nim-sum of every other difference of "
           "neighbours, "
           "from "
           "the last on";
  }
  Evidence evidence(const BigPosition& piles, const Domain& domain) override {
    Evidence evidence;
    for (std::size_t i = piles.size(); i-- > 0;) {
      if (!counts(piles, i)) continue;
      evidence.heaps.push_back({name_of_rise(i, domain), rise(piles, i)});
    }
    evidence.sentences.emplace_back(
        "Taking from a pile makes the difference before it smaller and the one behind it greater by as much. Every other "
        "difference counts as a heap of Nim, from the last on, since exactly one of these changes in a move.");
    const Integer sum = sum_of_rises(piles);
    if (sum == 0) {
      evidence.sentences.emplace_back(
          "The nim-sum is 0. A difference that is made smaller is answered as in Nim; one that is made greater, by taking as "
          "much "
          "from the next pile.");
      return evidence;
    }
    evidence.move = find_winning_moves(piles, 1)->moves.front();
    const auto i = static_cast<std::size_t>(std::ranges::mismatch(piles, evidence.move->to).in1 - piles.begin());
    const std::size_t changed = counts(piles, i) ? i : i + 1;
    evidence.sentences.push_back(
        fmt::format("The difference {} = {} must become {}, its nim-sum with {}: then the nim-sum of all is 0. So {}, {}.",
                    name_of_rise(changed, domain), brief(rise(piles, changed)), brief(rise(piles, changed) ^ sum), brief(sum),
                    taken(piles, evidence.move->to, domain),
                    changed == i ? "which takes them from this difference" : "which adds them to this difference"));
    return evidence;
  }

 private:
  static std::string name_of_rise(std::size_t i, const Domain& domain) {
    return i == 0 ? domain.coordinate_name(0)
                  : fmt::format("{} - {}", domain.coordinate_name(i), domain.coordinate_name(i - 1));
  }

  static bool counts(const BigPosition& piles, std::size_t i) { return (piles.size() - 1 - i) % 2 == 0; }

  static Integer sum_of_rises(const BigPosition& piles) {
    Integer sum = 0;
    for (std::size_t i = 0; i < piles.size(); ++i)
      if (counts(piles, i)) sum ^= rise(piles, i);
    return sum;
  }

  std::optional<std::string> invalid(const BigPosition& piles) const override {
    for (std::size_t i = 1; i < piles.size(); ++i)
      if (piles[i] < piles[i - 1])
        return fmt::format("is not in order: {} < {}", domain().coordinate_name(i), domain().coordinate_name(i - 1));
    return std::nullopt;
  }

  Result<Outcome> find_outcome(const BigPosition& piles) override { return sum_of_rises(piles) == 0 ? Outcome::P : Outcome::N; }

  Result<Integer> find_grundy(const BigPosition& piles) override { return sum_of_rises(piles); }

  Result<WinningMoves> find_winning_moves(const BigPosition& piles, std::size_t at_most) override {
    const Integer sum = sum_of_rises(piles);
    WinningMoveList list(at_most);
    if (sum == 0) return list.take();
    for (std::size_t i = 0; i < piles.size() && list.open(); ++i) {
      // A rise that counts must shrink to its nim-sum with `sum`; the one after a rise that does not must grow to that.
      const Integer changed = rise(piles, counts(piles, i) ? i : i + 1);
      const Integer wanted = changed ^ sum;
      const Integer take = counts(piles, i) ? Integer(changed - wanted) : Integer(wanted - changed);
      if (take < 1 || take > rise(piles, i)) continue;
      BigPosition position = piles;
      position[i] -= take;
      list.add("", std::move(position));
    }
    return list.take();
  }
};

}  // namespace

std::unique_ptr<ClosedForm> staircase_form() { return std::make_unique<StaircaseForm>(); }

}  // namespace bouton
