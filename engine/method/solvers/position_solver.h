// The positions of one game: by search, or on the move graph once the play has turned out to be loopy.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "engine/base/budget.h"
#include "engine/base/memory_account.h"
#include "engine/graph/graph_values.h"
#include "engine/method/solvers/entailing_solver.h"
#include "engine/method/solvers/kernels.h"
#include "engine/question/proposal.h"
#include "engine/rules/rules.h"
#include "engine/search/search.h"
#include "engine/values/nimber.h"
#include "engine/values/table.h"

namespace bouton {

/// What a bounded look at the positions below one tells.
struct Probe {
  enum class Standing : std::uint8_t {
    known,  ///< the value was found, or was known before
    open,   ///< there are more positions than were looked at
    loopy,  ///< play can come back to where it was: the graph tells
    sums    ///< a move splits the game, and the value takes sums of positions
  };
  Standing standing = Standing::open;
  std::uint64_t positions = 0, options = 0;  ///< that were looked at

  double options_of_one() const { return positions == 0 ? 1 : static_cast<double>(options) / static_cast<double>(positions); }
};

/// Remembers what it found, whether the play is loopy and whether moves split the game, from one question to the next.
/// Positions are of 64-bit coordinates, in the domain and valid. Everything may throw RuleError, LimitError and
/// Interrupted, and leaves the solver fit for further questions.
class PositionSolver {
 public:
  /// `wanted`: what a search for one position finds. `kernels`: whether tables may be taken to be solved at once.
  /// `heaps`: whether heaps of moves that oblige may be counted. `budget` stays.
  PositionSolver(std::shared_ptr<const Rules> rules, Search::Quantity wanted, const Budget& budget,
                 std::shared_ptr<MemoryAccount> account, bool kernels = false, std::optional<TableKernel> only = {},
                 bool heaps = true);

  const Rules& rules() const { return *rules_; }
  /// Whether the play below some position asked about so far can go on for ever.
  bool loopy() const { return loopy_; }
  /// Whether some move met so far splits the game.
  bool splits() const { return splits_ || (entailing_ && entailing_->splits()); }
  /// What answers where moves oblige; null where none does.
  EntailingSolver* entailing() { return entailing_ ? &*entailing_ : nullptr; }
  /// Null where tables may not be solved at once.
  Kernels* kernels() { return kernels_ ? &*kernels_ : nullptr; }

  /// Under the play of the rules. Nothing if a move splits the game, or if the effort was not enough.
  std::optional<PackedOutcome> outcome(PositionView position, const Effort& effort = {});
  /// Under normal play. Nothing if the play is loopy and a move splits the game, or if the effort was not enough.
  std::optional<Nimber> nimber(PositionView position, const Effort& effort = {});

  /// Outcome and suspense number under the play of the rules. Nothing if a move splits the game. Throws RequestError where play
  /// can go on for ever.
  std::optional<PackedOutcome> suspense(PositionView position);
  /// The most moves that both sides can make together; of splits the parts' are added up. Nothing where play need not end.
  std::optional<Remoteness> longest(PositionView position);

  /// The method that outcome() (kind remoteness or outcome) or nimber() (kind grundy) takes: a table that is kept, a search
  /// that ends before a table would be filled, that table if the effort is worth it, a search of any length, or the graph.
  /// Searches for as long as that, within `effort`. Nothing where it takes sums: for outcomes if a move splits the game, for
  /// nimbers if the play is loopy besides.
  std::optional<Method> choose(PositionView position, ValueKind kind, const Effort& effort = {});

  /// Looks at no more than some thousand positions below this one, or so many options. What that finds is known from then on.
  Probe probe(PositionView position, ValueKind kind);
  /// Whether a search finds the value of that kind (outcome or grundy) within `effort`, and within what is left of the memory.
  /// Where it does not, a later one goes on from what it found, which is given back where it takes much memory.
  bool search_within(PositionView position, ValueKind kind, const Effort& effort);
  /// How many positions the searches for single positions have looked at, all together.
  std::uint64_t looked_at() const { return looked_at_; }
  /// Follows the moves below a position, within `effort`, to learn whether they have cycles and splits, which all later
  /// questions know. Keeps nothing else. The status of a search that splits do not end.
  Search::Status look(PositionView position, const Effort& effort);

  /// Sets its second argument to the position of the rules that stands at a position of a box; false if none does.
  using Placement = std::function<bool(PositionView, Position&)>;
  /// Fills the cells of `table`, whose box and kind are set, and whose cells are all kInvalid. `placement` empty: the
  /// valid positions stand for themselves. False, with the table as it was, if that takes sums of positions: for
  /// outcomes, remoteness or suspense when a move splits the game, for nimbers when the play is loopy besides.
  bool fill(Table& table, const Placement& placement = {});

 private:
  Search& search(PositionView first);
  Search::Status find(PositionView position, const Effort& effort);
  Search::Status find_for_table(Search& search, PositionView position) const;
  void check_size(PositionView position, bool upwards = false) const;
  std::optional<Method> choose_for_outcome(PositionView position, const Effort& effort);
  bool tabulates(PositionView position, ValueKind kind, const Effort& effort);
  std::optional<Search::Values> searched(PositionView position, ValueKind kind);
  Search::Status search_before_table(PositionView position, ValueKind kind, const Effort& effort);
  bool needs_sums(ValueKind kind) const { return splits_ && (loopy_ || kind != ValueKind::grundy); }
  std::optional<MoveGraph::Node> explored_node(PositionView position, const Effort& effort = {});
  MoveGraph::Status explore(const Effort& effort);
  GraphValues& complete_graph();
  void note(Search::Status status);

  // Where moves oblige.
  Method entailing_method();
  Probe probe_entailing(PositionView position, const Effort& effort);
  bool find_entailing(PositionView position, ValueKind kind, const Effort& effort);
  void fill_entailing(Table& table, const Placement& placement);

  std::optional<Search::Quantity> quantity_for(ValueKind kind) const;
  Search& search_of_table(Search::Quantity quantity, const Box& box, bool dense);
  bool fill_by_graph(Table& table, const Placement& placement);

  /// The last position whose search ended without an answer, and what it was worth.
  struct GivenUp {
    Position position;
    Effort effort;
  };

  std::shared_ptr<const Rules> rules_;
  Search::Quantity wanted_;
  const Budget& budget_;
  std::shared_ptr<MemoryAccount> account_;
  bool loopy_ = false;
  bool splits_ = false;
  std::optional<EntailingSolver> entailing_;
  std::optional<Kernels> kernels_;
  std::optional<Search> search_;  ///< for one position at a time
  std::optional<GivenUp> given_up_;
  std::uint64_t looked_at_ = 0;
  std::optional<Search> table_search_;     ///< for the last table
  std::optional<Search> suspense_search_;  ///< for one position at a time
  std::optional<Search> longest_search_;   ///< likewise
  std::optional<GraphValues> graph_;
};

}  // namespace bouton
