#include "engine/closed_form/wythoff/wythoff_reason.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/closed_form/wording.h"
#include "engine/closed_form/wythoff/wythoff_states.h"

namespace bouton {
namespace {

using Step = WythoffTheory::Step;
using Line = WythoffTheory::Line;

/// One position, and what the sentences about it share.
class Reasoning {
 public:
  Reasoning(WythoffTheory& theory, const Integer& S, const Integer& L, WythoffGoal goal, const Domain& domain)
      : theory_(theory), S_(S), L_(L), goal_(goal), domain_(domain), lesser_(std::min(S, L)), greater_(std::max(S, L)) {}

  WythoffReason reason() {
    if (greater_ == 0) {
      say(goal_ == WythoffGoal::normal ? "Both heaps are empty: the opponent took the last one and has won."
                                       : "Both heaps are empty: the opponent took the last one and has lost.");
      return std::move(reason_);
    }
    const Integer difference = greater_ - lesser_;
    const auto [least, greatest] = theory_.pair_with_difference(difference, goal_);
    say(fmt::format("The heaps differ by {0}; the pair that differs by {0} is ({1}, {2}).", brief(difference), brief(least),
                    brief(greatest)));
    say_pairs(difference);
    if (lesser_ == least) say_lost(difference);
    else if (lesser_ > least) take_from_both(least);
    else take_from_one(least);
    return std::move(reason_);
  }

 private:
  void say(std::string sentence) { reason_.sentences.push_back(std::move(sentence)); }
  bool is_exception(const Integer& number) const { return goal_ == WythoffGoal::attrition && number <= 2; }

  /// What the pairs are, and which ending it is.
  void say_pairs(const Integer& difference) {
    if (goal_ == WythoffGoal::normal) {
      say("Pair n is (a_n, b_n), with a_n = n phi rounded down, phi = 1.618..., and b_n = a_n + n: (0, 0), (1, 2), (3, 5), (4, "
          "7), "
          "(6, 10), ... Every number above 0 is in exactly one of them, and whoever moves from a pair loses.");
      return;
    }
    say("The pairs are those of Wythoff's Nim, (3, 5), (4, 7), (6, 10), ..., but for the first two: since whoever takes the "
        "last one "
        "loses, they are (2, 2) in place of (0, 0) and (0, 1) in place of (1, 2). Every number is in exactly one, and whoever "
        "moves "
        "from a pair loses.");
    if (difference <= 1)
      say(fmt::format("With a difference of {} the ending differs from that of Wythoff's Nim.", difference.get_str()));
  }

  void say_lost(const Integer& difference) {
    if (is_exception(greater_) && lesser_ == 0) {
      say("This is that pair. Only the last one is left, and whoever takes it loses.");
      return;
    }
    say(fmt::format(
        "This is that pair{}. A move that takes from one heap leaves the other, whose number is in no other pair; one that "
        "takes the same from both leaves the difference, which no other pair has. So every move leads out of the pairs, "
        "and from there the opponent can move to one again.",
        is_exception(greater_) ? "" : fmt::format(" (case A, n = {})", brief(difference))));
  }

  void take_from_both(const Integer& least) {
    const Integer take = lesser_ - least;
    say_case(false);
    say(fmt::format("Both heaps are greater than its numbers, so that pair is in reach: take {} from both, to {}.", brief(take),
                    go(Line::diagonal, S_ - take, L_ - take)));
  }

  /// The pair of the difference is out of reach, so that of the lesser heap is in reach.
  void take_from_one(const Integer& least) {
    const Integer partner = theory_.partner(lesser_, goal_);
    say(fmt::format("{} is below {}, so that pair is out of reach: moves only make heaps smaller.", brief(lesser_),
                    brief(least)));
    say_case(true);
    const bool from_S = S_ > L_;
    const std::string where = from_S ? go(Line::horizontal, partner, L_) : go(Line::vertical, S_, partner);
    say(fmt::format(
        "The heap of {} is in the pair ({}, {}). So the P-position in reach is {}: take {} from {}, the larger heap.",
        brief(lesser_), brief(std::min(lesser_, partner)), brief(std::max(lesser_, partner)), where, brief(greater_ - partner),
        domain_.coordinate_name(from_S ? 0 : 1)));
  }

  /// The case of the paper, and the index that its algorithm finds, if it needs one.
  void say_case(bool needs_index) {
    if (lesser_ == 0 || is_exception(lesser_) || is_exception(greater_)) return;
    const WythoffReading read = read_wythoff(lesser_, greater_);
    const auto text = [](const Integer& number, const WythoffPlace& place) {
      return fmt::format("{} = {}_{}", brief(number), place.lower ? "a" : "b", brief(place.k));
    };
    std::string index;
    if (needs_index)
      index = fmt::format(", with {} = {} = {}/{} rounded up", read.of_S.lower ? "k" : "i", brief(read.of_S.k), brief(lesser_),
                          read.of_S.lower ? "phi" : "phi^2");
    say(fmt::format("{} and {}: case {} of Verkhovsky (2010){}.", text(lesser_, read.of_S), text(greater_, read.of_L),
                    letter(read.state), index));
  }

  /// Notes the move; where it leads, in the order of the heaps.
  std::string go(Line line, Integer to_S, Integer to_L) {
    std::string where = fmt::format("({}, {})", brief(to_S), brief(to_L));
    reason_.step = Step{line, std::move(to_S), std::move(to_L)};
    return where;
  }

  WythoffTheory& theory_;
  const Integer& S_;
  const Integer& L_;
  WythoffGoal goal_;
  const Domain& domain_;
  Integer lesser_, greater_;
  WythoffReason reason_;
};

}  // namespace

WythoffReason wythoff_reason(WythoffTheory& theory, const Integer& S, const Integer& L, WythoffGoal goal,
                             const Domain& domain) {
  return Reasoning(theory, S, L, goal, domain).reason();
}

}  // namespace bouton
