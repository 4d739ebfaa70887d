// Generated linear conditions on a few numbers, drawn by RapidCheck.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/theorem/predicate/predicate.h"
#include "tests/engine/theorem/generated_rules.h"

namespace bouton::test {

/// Half spaces, hyperplanes and residue classes, with unions, intersections and complements of them.
class LinearPredicateGenerator {
 public:
  LinearPredicateGenerator(Draw& draw, std::size_t variables) : draw_(draw), variables_(variables) {}

  Predicate predicate(int depth) {
    switch (depth == 0 ? 0 : draw_.below(4)) {
      case 1: return Predicate::both({predicate(depth - 1), predicate(depth - 1)});
      case 2: return Predicate::either({predicate(depth - 1), predicate(depth - 1)});
      case 3: return Predicate::negation(predicate(depth - 1));
      default: return simple();
    }
  }

 private:
  Predicate simple() {
    if (draw_.one_in(3)) {
      const std::int64_t modulus = 2 + draw_.below(5);
      return Predicate::equal(Term::remainder(sum(), modulus), Term::of(draw_.below(static_cast<int>(modulus))));
    }
    return Predicate::compared(sum(), static_cast<ComparisonSign>(draw_.below(6)), Term::of(draw_.below(9) - 3));
  }
  Term sum() {
    Term sum =
        Term::times(1 + draw_.below(3), Term::variable(static_cast<std::size_t>(draw_.below(static_cast<int>(variables_)))));
    for (std::size_t i = 0; i < variables_; ++i)
      if (const std::int64_t multiple = draw_.below(5) - 2; multiple != 0)
        sum = std::move(sum) + Term::times(multiple, Term::variable(i));
    return sum;
  }

  Draw& draw_;
  std::size_t variables_;
};

}  // namespace bouton::test
