// Several conditions on numbers at once, and what becomes of them when some of the numbers are left out of sight.
//
// The product of the conditions is built state by state as it is reached, and no transition of it carries a letter of more
// tracks than are seen: it is a nondeterministic automaton over those, which is then made deterministic by subsets. So many
// hidden numbers cost time, not memory. A hidden number that only some of the conditions speak of, and these of few others, is
// left out of those first: what is left of them is an automaton that takes their place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/automata/automaton.h"
#include "engine/automata/linear.h"

namespace bouton {

/// Conditions on `variables` numbers >= 0, all to hold.
class Conjunction {
 public:
  explicit Conjunction(Numeration system, std::size_t variables) : system_(system), variables_(variables) {}

  std::size_t variables() const { return variables_; }
  /// The relation, with a coefficient for each variable.
  void add(LinearRelation relation) { relations_.push_back(std::move(relation)); }
  /// The tuple of these variables is in the set. The automaton must outlive this object.
  void add(const Automaton& set, std::vector<std::size_t> variables) { sets_.push_back({&set, std::move(variables)}); }

  /// The same for a set that nobody else keeps.
  void add(Automaton&& set, std::vector<std::size_t> variables) {
    owned_.push_back(std::make_shared<Automaton>(std::move(set)));
    add(*owned_.back(), std::move(variables));
  }

  /// The tuples of the variables `seen` for which there are values of the others so that all conditions hold. Minimised.
  /// Throws AutomatonTooLarge.
  Automaton projection(const std::vector<std::size_t>& seen, AutomataWorkspace& workspace) const;
  /// Values of all variables so that all conditions hold, with words as short as can be; nothing if there are none.
  std::optional<BigPosition> witness(AutomataWorkspace& workspace) const;
  struct Solutions {
    std::vector<BigPosition> values;  ///< of all variables
    bool complete = true;             ///< whether these are all
  };
  /// Values of the variables, at most so many of them, where the first have the values `given` and no word is longer than those
  /// of the values given by more than `more_digits`, rounded up to periods. In no particular order.
  Solutions solutions(const BigPosition& given, std::size_t more_digits, std::size_t at_most,
                      AutomataWorkspace& workspace) const;

 private:
  class Product;
  /// The variables of the conditions that speak of this one, itself among them.
  std::vector<std::size_t> scope_of(std::size_t variable) const;
  /// A variable that is not seen and whose scope is smallest; nothing if none has a smaller one than all variables.
  std::optional<std::size_t> variable_to_leave_out(const std::vector<std::size_t>& seen) const;
  /// The same conditions without a variable: those that speak of it become a set. Greater numbers of variables are one less.
  Conjunction without(std::size_t variable, AutomataWorkspace& workspace) const;
  struct Membership {
    const Automaton* set;
    std::vector<std::size_t> variables;
  };

  Numeration system_;
  std::size_t variables_;
  std::vector<LinearRelation> relations_;
  std::vector<Membership> sets_;
  std::vector<std::shared_ptr<const Automaton>> owned_;  ///< the sets that nobody else keeps
};

}  // namespace bouton
