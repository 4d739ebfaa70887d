// Generated conditions on two numbers, drawn by RapidCheck.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "engine/theorem/predicate/predicate.h"
#include "tests/engine/theorem/generated_rules.h"

namespace bouton::test {

/// A condition of every kind but `exists`.
class PredicateGenerator {
 public:
  /// With roots there are multiples of phi and of sqrt(5), and else binary digits.
  PredicateGenerator(Draw& draw, bool roots) : draw_(draw), roots_(roots) {}

  Predicate predicate(int depth) {
    switch (depth == 0 ? 0 : draw_.below(6)) {
      case 1: return Predicate::both({predicate(depth - 1), predicate(depth - 1)});
      case 2: return Predicate::either({predicate(depth - 1), predicate(depth - 1), predicate(depth - 1)});
      case 3: return Predicate::negation(predicate(depth - 1));
      default: return Predicate::compared(term(2), static_cast<ComparisonSign>(draw_.below(6)), term(1));
    }
  }

 private:
  Term term(int depth) {
    switch (depth == 0 ? draw_.below(2) : draw_.below(11)) {
      case 0: return Term::of(draw_.below(12));
      case 1: return Term::variable(static_cast<std::size_t>(draw_.below(2)));
      case 2: return term(depth - 1) + term(depth - 1);
      case 3: return term(depth - 1) - Term::variable(static_cast<std::size_t>(draw_.below(2)));
      case 4: return Term::times(draw_.below(5) + 2, Term::variable(static_cast<std::size_t>(draw_.below(2))));
      case 5: return Term::quotient(term(depth - 1), 1 + draw_.below(4));
      case 6: return Term::remainder(term(depth - 1), 2 + draw_.below(4));
      case 7: return Term::least(term(depth - 1), term(depth - 1));
      case 8: return Term::distance(term(depth - 1) - term(depth - 1));
      default: {
        if (roots_) return draw_.one_in(2) ? Term::floor_phi(term(depth - 1)) : Term::floor_sqrt(5, term(depth - 1));
        constexpr std::array<std::int64_t, 3> kTruths = {8, 14, 6};
        return Term::bits(kTruths[static_cast<std::size_t>(draw_.below(3))], term(depth - 1), term(depth - 1));
      }
    }
  }

  Draw& draw_;
  bool roots_;
};

}  // namespace bouton::test
