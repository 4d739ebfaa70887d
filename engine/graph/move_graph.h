// The moves below given positions as an explicit directed graph.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/position/position_index.h"
#include "engine/rules/rising_play.h"
#include "engine/rules/rules.h"

namespace bouton {

/// Nodes are normalized positions, numbered from 0 in the order in which they were met (breadth first from each batch
/// of starts); edges are their options, each once, in the rule's order; of a blocking game one for each option that the rule
/// gives, though the rule says that some of these are the same. 4 bytes an edge, 8 with labels, and some
/// 30 bytes a node. A graph can be grown: new starts, then explore() again; nodes keep their numbers.
///
/// A game whose moves split it is not such a graph; its sums are (see SumRules).
class MoveGraph {
 public:
  using Node = PositionIndex::Number;

  enum class Status {
    complete,
    split,     ///< a move splits the game
    too_large  ///< more nodes, edges or named options than asked for
  };
  struct Limits {
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t edges = std::numeric_limits<std::uint64_t>::max();
    /// Options that the rules name while it explores, every one as often as it is named.
    std::uint64_t named = std::numeric_limits<std::uint64_t>::max();
  };
  enum class Labels { drop, keep };

  explicit MoveGraph(const std::shared_ptr<MemoryAccount>& account, Labels labels = Labels::drop);

  /// The node of a position that the graph is to begin from.
  Node add_start(const Rules& rules, PositionView position);
  /// Follows the options of every node that was not followed yet, of the same rules always. After any other end than
  /// `complete`, an exception among them, the graph can be explored further. Throws what the rules throw, LimitError
  /// (EndlessPlay among them, where play goes up without an end) and Interrupted.
  Status explore(const Rules& rules, const Budget& budget, const Limits& limits);
  Status explore(const Rules& rules, const Budget& budget) { return explore(rules, budget, Limits()); }

  /// How many positions have been met.
  std::size_t size() const { return positions_.size(); }
  /// How many of them, the first ones, have been followed; all, once explore() is complete.
  std::size_t explored() const { return option_ends_.size(); }
  std::uint64_t edges() const { return options_.size(); }

  /// The options of a node that has been followed.
  std::span<const Node> options(Node node) const { return slice(options_, node); }
  /// The name of each of its moves, where they are kept: of the first move that leads there.
  std::span<const Label> labels(Node node) const { return slice(labels_, node); }
  /// The node of a normalized position.
  std::optional<Node> find(PositionView position) const { return positions_.find(position); }
  Position position(Node node) const { return positions_[node]; }

 private:
  template <class T>
  std::span<const T> slice(const ChargedVector<T>& all, Node node) const {
    const std::uint64_t first = node == 0 ? 0 : option_ends_[node - 1];
    return {all.data() + first, static_cast<std::size_t>(option_ends_[node] - first)};
  }
  void add_options(const Rules& rules, Node node);

  Labels kept_;
  PositionIndex positions_;
  ChargedVector<std::uint64_t> option_ends_;
  ChargedVector<Node> options_;
  ChargedVector<Label> labels_;
  /// The last node that has each node among its options, to list an option once; kNobody if there is none.
  ChargedVector<Node> last_parent_;
  static constexpr Node kNobody = 0xFFFFFFFF;

  std::optional<RisingPlay> rising_;  ///< from the starts on; none before there is one
  Options found_;
  Position scratch_;
};

}  // namespace bouton
