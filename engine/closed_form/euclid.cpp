#include "engine/closed_form/euclid.h"

#include <algorithm>

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

 private:
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
