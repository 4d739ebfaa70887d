// Conditions as reduced ordered binary decision diagrams (BDDs): two conditions that are always equal are one node, so that
// what holds on every path to a program point is recognised as holding there.
//
// The variables of the diagrams, called atoms, are truth-valued expressions. Their order is that in which they were first met,
// in which they can also be evaluated.
//
// Source: R. E. Bryant, Graph-based algorithms for Boolean function manipulation, IEEE Trans. Computers C-35 (1986).
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/program/construction/facts.h"
#include "engine/program/move_program.h"

namespace bouton {

/// A condition: the number of a BDD node in its Conditions. Equal numbers, equal conditions.
using Condition = std::uint32_t;
inline constexpr Condition kNever = 0;
inline constexpr Condition kAlways = 1;

class Conditions {
 public:
  static constexpr std::size_t kMostNodes = 50'000;

  /// Both must outlive this object.
  Conditions(MoveProgram& program, Facts& facts, std::size_t most_nodes = kMostNodes);

  /// The condition that a truth value is true. This and whatever combines conditions throws Refused when there are too many
  /// nodes.
  Condition of(ExpressionId truth);
  Condition both(Condition a, Condition b) { return if_then_else(a, b, kNever); }
  Condition either(Condition a, Condition b) { return if_then_else(a, kAlways, b); }
  Condition negation(Condition a) { return if_then_else(a, kNever, kAlways); }
  /// Where `condition` holds `yes`, else `no`.
  Condition if_then_else(Condition condition, Condition yes, Condition no);

  /// A condition, as simple as can be found, that equals `condition` wherever `care` holds: Coudert and Madre's restriction
  /// (Verification of synchronous sequential machines, 1989).
  Condition restricted(Condition condition, Condition care);

  /// The condition as a truth value. Throws Refused when that is a very large expression.
  ExpressionId expression(Condition condition);

 private:
  struct Node {
    std::uint32_t atom;
    Condition high, low;  ///< where the atom is true, where it is false
    friend bool operator==(const Node&, const Node&) = default;
  };
  struct Triple {
    std::uint32_t a, b, c;
    friend bool operator==(const Triple&, const Triple&) = default;
  };
  struct TripleHash {
    std::size_t operator()(const Triple& t) const;
  };

  bool chooses_constants(ExpressionId id);
  std::optional<bool> decided_by_range(ExpressionId truth);
  Condition atom(ExpressionId truth);
  Condition node(std::uint32_t atom, Condition high, Condition low);
  Condition high_of(Condition c, std::uint32_t atom) const { return nodes_[c].atom == atom ? nodes_[c].high : c; }
  Condition low_of(Condition c, std::uint32_t atom) const { return nodes_[c].atom == atom ? nodes_[c].low : c; }
  ExpressionId write(Condition condition);
  ExpressionId smaller(ExpressionId a, ExpressionId b) { return facts_.size(b) < facts_.size(a) ? b : a; }

  MoveProgram& program_;
  Facts& facts_;
  std::size_t most_nodes_;
  std::vector<ExpressionId> atoms_;
  std::unordered_map<ExpressionId, std::uint32_t> atom_of_;
  std::unordered_map<ExpressionId, Condition> of_;
  std::vector<Node> nodes_;
  std::unordered_map<Triple, Condition, TripleHash> node_of_;
  std::unordered_map<Triple, Condition, TripleHash> if_then_else_;
  std::unordered_map<Triple, Condition, TripleHash> restricted_;
  std::unordered_map<Condition, ExpressionId> written_;
};

}  // namespace bouton
