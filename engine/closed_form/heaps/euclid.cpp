#include "engine/closed_form/heaps/euclid.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"
#include "engine/closed_form/wythoff/golden_ratio.h"

namespace bouton {
namespace {

/// x >= y.
bool is_P(const Integer& x, const Integer& y) { return y == 0 || (x != y && x * (x - y) < y * y); }

class EuclidForm final : public ClosedForm {
 public:
  EuclidForm() : ClosedForm(Domain::fixed({{.name = "a"}, {.name = "b"}})) {}

  std::string theorem() const override {
    return "Cole and Davie (1969): P iff a number is 0, or they differ and the larger is less than phi times the smaller";
  }

  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    Evidence evidence;
    const bool a_is_larger = at[0] >= at[1];
    const Integer& x = a_is_larger ? at[0] : at[1];
    const Integer& y = a_is_larger ? at[1] : at[0];
    const std::string larger = domain.coordinate_name(a_is_larger ? 0 : 1);
    if (y == 0) {
      evidence.sentences.push_back(
          fmt::format("{} is 0: the opponent made it 0 and has won.", domain.coordinate_name(a_is_larger ? 1 : 0)));
      return evidence;
    }
    evidence.sentences.emplace_back(
        "phi is the golden ratio, 1.618...: phi times the smaller number says how much larger the other may be.");
    WinningMoves winning = *find_winning_moves(at, 1);
    if (winning.moves.empty()) {
      evidence.sentences.push_back(fmt::format(
          "{0}, so {1} goes into {2} only once and there is one move: take {1} from {3}. It leaves {1} and {4} to the "
          "opponent, who wins: {5}.",
          compared(x, y), brief(y), brief(x), larger, brief(x - y), compared(y, x - y)));
      return evidence;
    }
    evidence.move = std::move(winning.moves.front());
    const Integer left = winning_rest(x, y), rest = x % y, times = (x - left) / y;
    const std::string take = fmt::format("take {}{} from {}", times == 1 ? "" : brief(times) + " times ", brief(y), larger);
    if (left == 0) {
      evidence.sentences.back() = fmt::format("{} divides {}. So {}, which makes it 0.", brief(y), brief(x), take);
      return evidence;
    }
    evidence.sentences.push_back(compared(x, y) + ".");
    evidence.sentences.push_back(
        left == rest
            ? fmt::format(
                  "{0} goes into {1} with the remainder {2}, and {3}. So {4}: that leaves {0} and {2}, which is lost for "
                  "the opponent.",
                  brief(y), brief(x), brief(rest), compared(y, rest), take)
            : fmt::format("{0} goes into {1} with the remainder {2}, and {0} and {2} would be won for the opponent: {3}. But "
                          "{4} can be "
                          "left, from where every move leads to those: {5}. So {6}.",
                          brief(y), brief(x), brief(rest), compared(y, rest), brief(left), compared(left, y), take));
    return evidence;
  }

 private:
  /// "43 is more than phi times 26, which is between 42 and 43"
  static std::string compared(const Integer& x, const Integer& y) {
    const Integer floor = golden_floor(y);
    return fmt::format("{} is {} than phi times {}, which is between {} and {}", brief(x), x > floor ? "more" : "less",
                       brief(y), brief(floor), brief(floor + 1));
  }

  Result<Outcome> find_outcome(const BigPosition& at) override {
    return is_P(std::max(at[0], at[1]), std::min(at[0], at[1])) ? Outcome::P : Outcome::N;
  }

  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    WinningMoveList list(at_most);
    const Integer& a = at[0];
    const Integer& b = at[1];
    if (*find_outcome(at) == Outcome::P) return list.take();
    if (a >= b) list.add("a", {winning_rest(a, b), b});
    if (b >= a) list.add("b", {a, winning_rest(b, a)});
    return list.take();
  }

  /// What is left of x in the winning move from an N-position x >= y > 0. With r = x mod y, an option j y + r, y with
  /// j >= 2 is N; r, y is P or, by the golden section, else y + r, y is; and 0, y is P where r = 0.
  static Integer winning_rest(const Integer& x, const Integer& y) {
    const Integer r = x % y;
    return is_P(y, r) ? r : Integer(y + r);
  }
};

}  // namespace

std::unique_ptr<ClosedForm> euclid_form() { return std::make_unique<EuclidForm>(); }

}  // namespace bouton
