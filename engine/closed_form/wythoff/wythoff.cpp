#include "engine/closed_form/wythoff/wythoff.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/closed_form/wythoff/wythoff_reason.h"

namespace bouton {
namespace {

/// The lesser number of the P-position with difference d, where it is not floor(d phi).
std::optional<Integer> exceptional_least(const Integer& d, WythoffGoal goal) {
  if (goal == WythoffGoal::normal || d > 1) return std::nullopt;
  return Integer(d == 0 ? 2 : 0);
}

Integer least_of_pair(const GoldenMultiple& d, WythoffGoal goal) {
  if (const std::optional<Integer> least = exceptional_least(d.n, goal)) return *least;
  return d.floor();
}

/// The other number of the pair (a_k, b_k) in which v > 0 is; `one` is phi.
///
/// v is a lower number a_k exactly where floor((v + 1) phi) - floor(v phi) = 2: some k has v < k phi < v + 1 iff some k
/// lies between v/phi and (v + 1)/phi, and x/phi = x phi - x. Then b_k = floor(v phi) + 1.
/// Else v = b_k with k = ceil(v/phi^2) = 2v - floor(v phi), as 1/phi^2 = 2 - phi, and a_k = floor(v phi) - v.
Integer other_of_pair(const GoldenMultiple& v, const GoldenMultiple& one) {
  const Integer here = v.floor();
  const Integer next = (v + one).floor();
  return next - here == 2 ? Integer(here + 1) : Integer(here - v.n);
}

/// The number that stands beside v in a P-position.
Integer partner_of(const GoldenMultiple& v, const GoldenMultiple& one, WythoffGoal goal) {
  if (goal == WythoffGoal::attrition && v.n <= 2) return Integer(v.n == 0 ? 1 : v.n == 1 ? 0 : 2);
  if (v.n == 0) return 0;
  return other_of_pair(v, one);
}

/// Whether the leading digits alone show that lesser != floor(d phi).
bool visibly_differs(const Integer& lesser, const Integer& d) {
  constexpr std::size_t kBits = 64;  // from here on rounding down changes the ratio by less than 2^-63
  if (mpz_sizeinbase(lesser.get_mpz_t(), 2) < kBits || mpz_sizeinbase(d.get_mpz_t(), 2) < kBits) return false;
  long lesser_exponent = 0, d_exponent = 0;
  const double mantissa = mpz_get_d_2exp(&lesser_exponent, lesser.get_mpz_t());
  const double d_mantissa = mpz_get_d_2exp(&d_exponent, d.get_mpz_t());
  if (std::abs(lesser_exponent - d_exponent) > 2) return true;
  const double ratio = std::ldexp(mantissa / d_mantissa, static_cast<int>(lesser_exponent - d_exponent));
  return std::abs(ratio - 1.6180339887498949) > 1e-12;  // each of the four roundings is below 2^-51
}

std::size_t precision_for(const Integer& n) { return mpz_sizeinbase(n.get_mpz_t(), 2) + GoldenRatio::kGuardBits; }

class WythoffForm final : public ClosedForm {
 public:
  WythoffForm(WythoffGoal goal, LineNames names)
      : ClosedForm(Domain::fixed({{.name = "S"}, {.name = "L"}})), goal_(goal), names_(std::move(names)) {}

  Play play() const override { return goal_ == WythoffGoal::normal ? Play::normal : Play::misere; }
  std::string theorem() const override {
    if (goal_ == WythoffGoal::normal)
      return "Wythoff (1907): P iff the heaps are floor(n phi) and floor(n phi) + n for some n >= 0";
    return "misère Wythoff (Verkhovsky 2010): P iff the heaps are 0 and 1, 2 and 2, or floor(n phi) and floor(n phi) + n for "
           "some n >= 2";
  }
  Evidence evidence(const BigPosition& at, const Domain& domain) override {
    WythoffReason reason = wythoff_reason(theory_, at[0], at[1], goal_, domain);
    Evidence evidence{.heaps = {}, .table = {}, .sentences = std::move(reason.sentences), .move = {}};
    if (reason.step)
      evidence.move = WinningMove{names_[static_cast<std::size_t>(reason.step->line)], {reason.step->S, reason.step->L}};
    return evidence;
  }

 private:
  Result<Outcome> find_outcome(const BigPosition& at) override {
    return theory_.is_P(at[0], at[1], goal_) ? Outcome::P : Outcome::N;
  }
  Result<WinningMoves> find_winning_moves(const BigPosition& at, std::size_t at_most) override {
    WinningMoveList list(at_most);
    for (WythoffTheory::Step& step : theory_.steps_to_P(at[0], at[1], goal_))
      list.add(names_[static_cast<std::size_t>(step.line)], {std::move(step.S), std::move(step.L)});
    return list.take();
  }

  WythoffGoal goal_;
  LineNames names_;
  WythoffTheory theory_;
};

}  // namespace

bool WythoffTheory::is_P(const Integer& S, const Integer& L, WythoffGoal goal) {
  const Integer& lesser = std::min(S, L);
  const Integer d = abs(L - S);
  if (visibly_differs(lesser, d)) return false;
  return lesser == least_of_pair(phi_.times(d, precision_for(d)), goal);
}

Integer WythoffTheory::partner(const Integer& number, WythoffGoal goal) {
  const std::size_t precision = precision_for(number);
  const GoldenMultiple one = phi_.times(1, precision);
  return partner_of(phi_.times(number, precision), one, goal);
}

std::vector<WythoffTheory::Step> WythoffTheory::steps_to_P(const Integer& S, const Integer& L, WythoffGoal goal) {
  // Two multiplications serve all three lines: the multiple of |L - S| is the difference of those of L and S.
  const std::size_t precision = precision_for(std::max(S, L));
  const GoldenMultiple one = phi_.times(1, precision);
  const GoldenMultiple of_S = phi_.times(S, precision);
  const GoldenMultiple of_L = phi_.times(L, precision);

  std::vector<Step> steps;
  if (Integer to = partner_of(of_L, one, goal); to < S) steps.push_back({Line::horizontal, std::move(to), L});
  if (Integer to = partner_of(of_S, one, goal); to < L) steps.push_back({Line::vertical, S, std::move(to)});
  const bool in_order = S <= L;
  const GoldenMultiple d = in_order ? of_L - of_S : of_S - of_L;
  Integer least = least_of_pair(d, goal);
  if (least < std::min(S, L)) {
    Integer greatest = least + d.n;
    if (!in_order) std::swap(least, greatest);
    steps.push_back({Line::diagonal, std::move(least), std::move(greatest)});
  }
  return steps;
}

std::pair<Integer, Integer> WythoffTheory::pair_with_difference(const Integer& difference, WythoffGoal goal) {
  Integer least = least_of_pair(phi_.times(difference, precision_for(difference)), goal);
  Integer greatest = least + difference;
  return {std::move(least), std::move(greatest)};
}

std::string_view name(WythoffTheory::Line line) {
  static constexpr std::array<std::string_view, 3> kNames = {"horizontal", "vertical", "diagonal"};
  return kNames[static_cast<std::size_t>(line)];
}

std::unique_ptr<ClosedForm> wythoff_form(WythoffGoal goal, LineNames names) {
  return std::make_unique<WythoffForm>(goal, std::move(names));
}

}  // namespace bouton
