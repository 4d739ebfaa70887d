// Take-away games: after x was taken, at most f(x) may be taken.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/base/budget.h"
#include "engine/closed_form/closed_form.h"

namespace bouton {

/// Schwenk's sequence of a bound f that does not decrease: H_1 = 1, H_(k+1) = H_k + H_m with m the least index that has
/// f(H_m) >= H_k; it ends at H_k if f(H_k) < H_k. (Schwenk 1970, Take-away games, Fibonacci Quarterly 8:225-234.)
///
/// Every n >= 1 is the sum of terms that greedy choice gives: the greatest term <= n, and so on for the rest, where the
/// last term of a sequence that ended may be repeated. The least of them is least_term(n).
///
/// Successive terms of equal difference are kept as one run, so that slow growth costs little: f(x) = x^2 has about
/// sqrt(2) n^(1/4) runs up to n, a constant f has one. A run costs O(log runs) evaluations of f.
class TakeAwaySequence {
 public:
  using Bound = std::function<Integer(const Integer&)>;

  /// A bound below 0 counts as 0. `growth`: what is known of f, between its values.
  TakeAwaySequence(Bound f, Budget budget, IntegerFunction::Growth growth = IntegerFunction::Growth::promised);

  /// max(f(x), 0), for x >= 1.
  Integer bound(const Integer& x) const;

  /// Computes all terms <= n, and checks f between 1 and n - 1, the takes that matter for n: every x up to
  /// kCheckedInFull, and of the greater ones the first, the last and a middle term of every run, a point between two
  /// runs, and beyond the last term of a sequence that ended every doubling. What is not evaluated is proved, or promised. Of
  /// an f of which nothing is known every x is checked, up to kCheckedOfUnknown; a greater n is refused. Returns where f was
  /// seen to decrease, if it was, or that this is not known; then no answer about n is known. Throws LimitError if the runs
  /// pass the budget's memory, Interrupted.
  std::optional<Refusal> prepare(const Integer& n);
  static constexpr unsigned long kCheckedInFull = 4096;
  static constexpr unsigned long kCheckedOfUnknown = 1 << 16;

  // For 1 <= n, after prepare(n) returned nothing, or prepare of a greater number.

  /// The least term of the sum that is n.
  Integer least_term(const Integer& n) const;
  /// Takes from n the terms > `above` of its sum: what is left, and the last one taken, if any was.
  struct Rest {
    Integer rest;
    std::optional<Integer> last_taken;
  };
  Rest without_terms_above(const Integer& n, const Integer& above) const;

  /// The terms <= n, at most `at_most` of them.
  std::vector<Integer> terms(const Integer& n, std::size_t at_most) const;
  /// A term, and how the recurrence made it: of the term before it and an earlier one.
  struct Term {
    Integer value;
    Integer added;          ///< the earlier one; 0 for the first term
    std::size_t index = 0;  ///< the number of the earlier one, from 1
  };
  /// The terms <= n with their history, at most `at_most` of them.
  std::vector<Term> history(const Integer& n, std::size_t at_most) const;
  /// A term of a sum, and how often it is there: more than once only the last of a sequence that ended.
  struct Summand {
    Integer term, times;
  };
  /// The sum that is n, the greatest term first.
  std::vector<Summand> representation(const Integer& n) const;
  /// How many runs are kept.
  std::size_t run_count() const { return runs_.size(); }

 private:
  /// The terms first, first + step, ..., last. step is >= 1.
  struct Run {
    Integer first, step, last;
  };

  std::optional<Refusal> extend(const Integer& n);
  /// The least term that has bound(term) >= value and is not before *source_run_; nothing if no term has.
  std::optional<Integer> least_source(const Integer& value);
  std::optional<Refusal> check_small(const Integer& n);
  std::optional<Refusal> check_runs(const Integer& n);
  std::optional<Refusal> check_beyond(const Integer& n);
  /// Checks f at x against the greatest point probed so far; does nothing for an x up to there, or not below n.
  std::optional<Refusal> probe(const Integer& x, const Integer& n);
  Integer greatest_term_up_to(const Integer& n) const;

  Bound f_;
  Budget budget_;
  IntegerFunction::Growth growth_;
  std::vector<Run> runs_;
  std::size_t bytes_ = 0;
  bool ended_ = false;
  std::size_t source_run_ = 0;  ///< the run that held the last source; sources never go back
  Integer probed_ = 0;          ///< the greatest x at which f was checked, and f there
  Integer bound_at_probed_ = 0;
  std::size_t runs_probed_ = 0;
};

/// The closed form "take-away": a position (n, limit), take 1 to limit; after x was taken the limit is max(f(x), 0).
///
/// Theorem (Schwenk 1970), for an f that does not decrease: (n, limit) is P iff n = 0 or limit < least_term(n). Taking t
/// wins iff t = n or f(t) < least_term(n - t); the least winning take is least_term(n).
/// Where f is seen to decrease below n, or may for all that is known, the position is refused. What was promised and not
/// checked stands in assumption(): for n <= 4097 nothing is.
///
/// Outcome: the terms up to n (see TakeAwaySequence), then a subtraction for each term of the sum. A winning take: one
/// or a few such sums.
std::unique_ptr<ClosedForm> take_away_form(IntegerFunction f, const Budget& budget);

}  // namespace bouton
