// A rule over cells as a diagram of decisions: which cell it looks at next, by what it has seen, and which moves it names on
// the way.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/options.h"
#include "engine/position/position.h"
#include "engine/rules/local_moves.h"

namespace bouton::local {

/// What a rule named: an option, as the changes that make each of its parts out of the position.
struct NamedOption {
  using Changes = std::vector<std::pair<std::uint32_t, std::int32_t>>;  ///< cells, ascending, and their new states

  Label label = kNoLabel;
  bool is_split = false;
  std::vector<Changes> parts;

  friend bool operator==(const NamedOption&, const NamedOption&) = default;
};

/// The diagram. A node is a point at which the rule looks at a cell; it has an edge for each state of the cell, which lists the
/// options that the rule names before it looks again or ends. What comes after a node depends on the node and on the cells
/// alone.
class Decisions {
 public:
  using Node = std::uint32_t;
  static constexpr Node kEnd = ~Node{0};          ///< the rule has returned
  static constexpr Node kUnknown = ~Node{0} - 1;  ///< nobody has been there yet

  struct Edge {
    Node to = kUnknown;
    std::vector<NamedOption> options;
  };

  Decisions(std::uint32_t cells, std::uint32_t states) : cells_(cells), states_(states) {}

  std::uint32_t cells() const { return cells_; }
  std::uint32_t states() const { return states_; }
  std::size_t nodes() const { return looks_at_.size(); }
  Node add_node(std::uint32_t cell);
  std::uint32_t cell(Node node) const { return looks_at_[node]; }
  /// What comes before the first look.
  Edge& beginning() { return beginning_; }
  const Edge& beginning() const { return beginning_; }
  Edge& edge(Node node, std::uint32_t state) { return edges_[std::size_t{node} * states_ + state]; }
  const Edge& edge(Node node, std::uint32_t state) const { return edges_[std::size_t{node} * states_ + state]; }

  /// Adds the options of a position in the rule's order; false, with `out` as it was (empty), where the way leads along an edge
  /// that nobody knows. O(looks + options).
  bool options(PositionView position, Options& out) const;

  /// The rule as a list of moves each of which looks at a few cells. Refuses where a move depends on too many cells, where
  /// moves split the game, or where an edge that can be reached is not known.
  Result<LocalMoves> local_moves() const;

  /// Cells and their states with which every run comes to an edge that is not known, one such list for each of these edges that
  /// is met: at most `most` of them. None where local_moves() has seen all, or refuses for another reason.
  std::vector<NamedOption::Changes> unseen_ways(std::size_t most) const;

 private:
  std::uint32_t cells_, states_;
  std::vector<std::uint32_t> looks_at_;  ///< by node
  std::vector<Edge> edges_;
  Edge beginning_;
};

}  // namespace bouton::local
