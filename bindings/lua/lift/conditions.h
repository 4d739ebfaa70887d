// Conditions as ordered binary decision diagrams: two that are always equal are one, so that what holds on every way
// to a point of a function is recognised as holding there.
//
// The atoms are truth-valued expressions, in the order in which they were first met; that is also an order in which
// they can be evaluated.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "bindings/lua/lift/facts.h"
#include "engine/program/move_program.h"

namespace bouton::lua {

/// A condition: a number of Conditions. Equal numbers, equal conditions.
using Condition = std::uint32_t;
inline constexpr Condition kNever = 0;
inline constexpr Condition kAlways = 1;

class Conditions {
 public:
  Conditions(MoveProgram& program, Facts& facts);

  /// The condition that a truth value is true.
  Condition of(ExpressionId truth);
  Condition both(Condition a, Condition b) { return choose(a, b, kNever); }
  Condition either(Condition a, Condition b) { return choose(a, kAlways, b); }
  Condition negation(Condition a) { return choose(a, kNever, kAlways); }
  /// Where `condition` holds `yes`, else `no`. Throws Refused when there are too many conditions.
  Condition choose(Condition condition, Condition yes, Condition no);

  /// A condition, as simple as can be found, that equals `condition` wherever `care` holds (Coudert and Madre's
  /// restriction).
  Condition within(Condition condition, Condition care);

  /// The condition as a truth value.
  ExpressionId expression(Condition condition);

 private:
  struct Node {
    std::uint32_t atom;
    Condition yes, no;
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
  std::optional<bool> foreseen(ExpressionId truth);
  Condition atom(ExpressionId truth);
  Condition node(std::uint32_t atom, Condition yes, Condition no);
  Condition yes_of(Condition c, std::uint32_t atom) const { return nodes_[c].atom == atom ? nodes_[c].yes : c; }
  Condition no_of(Condition c, std::uint32_t atom) const { return nodes_[c].atom == atom ? nodes_[c].no : c; }
  ExpressionId write(Condition condition);
  ExpressionId smaller(ExpressionId a, ExpressionId b) { return facts_.size(b) < facts_.size(a) ? b : a; }

  MoveProgram& program_;
  Facts& facts_;
  std::vector<ExpressionId> atoms_;
  std::unordered_map<ExpressionId, std::uint32_t> atom_of_;
  std::unordered_map<ExpressionId, Condition> of_;
  std::vector<Node> nodes_;
  std::unordered_map<Triple, Condition, TripleHash> node_of_;
  std::unordered_map<Triple, Condition, TripleHash> chosen_;
  std::unordered_map<Triple, Condition, TripleHash> within_;
  std::unordered_map<Condition, ExpressionId> written_;
};

}  // namespace bouton::lua
