#include "engine/method/solvers/position_solver.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/method/solvers/dense_box.h"
#include "engine/rules/followers.h"

namespace bouton {
namespace {

/// Calls `visit` with the number of every position of `box` that something stands at, and with what stands there, until
/// it returns false.
template <class Visit>
void for_each_placed(const Box& box, const PositionSolver::Placement& placement, Visit visit) {
  Position place = box.low();
  Position placed;
  std::uint64_t index = 0;
  do {
    if (placement(place, placed) && !visit(index, placed)) return;
    ++index;
  } while (box.next(place));
}

std::uint32_t cell_of(ValueKind kind, PackedOutcome value) {
  if (kind == ValueKind::outcome) return static_cast<std::uint32_t>(value.outcome());
  return value.outcome() == Outcome::draw ? Table::kInfinite : value.remoteness();
}

std::uint32_t cell_of(ValueKind kind, Search::Quantity quantity, const Search::Values& values) {
  if (quantity != Search::Quantity::grundy) return cell_of(kind, values.outcome);
  if (kind == ValueKind::grundy) return values.grundy;
  return static_cast<std::uint32_t>(values.grundy == 0 ? Outcome::P : Outcome::N);
}

[[noreturn]] void refuse_suspense_of_loops() {
  throw RequestError("suspense numbers are for play that comes to an end, and here it can go on for ever");
}

/// Of the memory that is used, a search that did not come to its end keeps what it found up to the limit over this.
constexpr std::size_t kShareKept = 8;

/// A box that a search keeps without keys from the start: a few milliseconds and megabytes at most.
constexpr std::uint64_t kMostCells = std::uint64_t{1} << 19;

}  // namespace

PositionSolver::PositionSolver(std::shared_ptr<const Rules> rules, Search::Quantity wanted, const Budget& budget,
                               std::shared_ptr<MemoryAccount> account, bool kernels, std::optional<TableKernel> only,
                               bool heaps)
    : rules_(std::move(rules)), wanted_(wanted), budget_(budget), account_(std::move(account)) {
  if (rules_->obliges()) entailing_.emplace(*rules_, budget_, account_, heaps);
  else if (kernels) kernels_.emplace(*rules_, budget_, account_, only);
}

/// Whether the values of all positions below `position` have room at all: a search that cannot end does not begin. Where play
/// goes up without an end, no memory would do.
void PositionSolver::check_size(PositionView position, bool upwards) const {
  if (upwards)
    if (const std::optional<std::size_t> raised = endlessly_raised(*rules_, position))
      throw EndlessPlay(
          fmt::format("play below {} goes up without an end: a move raises {} again and again, a million million times",
                      rules_->domain().text(position), rules_->domain().coordinate_name(*raised)));
  const std::uint64_t most = account_->limit() / sizeof(std::uint32_t);
  if (!more_followers_than(*rules_, position, most, upwards)) return;
  throw LimitError(fmt::format("more than {} positions lie below {}, whose values need more than {} of memory", most,
                               to_string(position), format_bytes(account_->limit())),
                   Limit::memory);
}

/// What an earlier search found of a position.
std::optional<Search::Values> PositionSolver::searched(PositionView position, ValueKind kind) {
  const auto has = [kind](const Search& search) {
    const Search::Quantity found = search.quantity();
    if (found == Search::Quantity::suspense || kind == ValueKind::suspense)
      return found == Search::Quantity::suspense && kind == ValueKind::suspense;
    return found == Search::Quantity::both || (found == Search::Quantity::grundy) == (kind == ValueKind::grundy);
  };
  if (table_search_ && has(*table_search_))
    if (const std::optional<Search::Values> values = table_search_->known(position)) return values;
  if (search_ && has(*search_)) return search_->known(position);
  return std::nullopt;
}

/// Searches no longer than the table below the position would take to fill, if there can be one.
Search::Status PositionSolver::search_before_table(PositionView position, ValueKind kind, const Effort& effort) {
  const Search::Status status = find(position, effort.capped(Kernels::kFirstEffort));
  if (status != Search::Status::too_long || !kernels_) return status;
  const std::optional<TablePlan>& plan = kernels_->plan_below(position, kind);
  return plan ? find(position, effort.capped(Effort::worth(plan->seconds))) : status;
}

/// Whether a table may be filled for the sake of one position.
bool PositionSolver::tabulates(PositionView position, ValueKind kind, const Effort& effort) {
  if (!kernels_) return false;
  const std::optional<TablePlan>& plan = kernels_->plan_below(position, kind);
  return plan && plan->seconds <= effort.seconds();
}

std::optional<Method> PositionSolver::choose(PositionView position, ValueKind kind, const Effort& effort) {
  if (entailing_) return entailing_method();
  if (kind == ValueKind::outcome) kind = ValueKind::remoteness;
  const bool searchable = kind != ValueKind::grundy || wanted_ == Search::Quantity::both;
  while (searchable && !loopy_ && !needs_sums(kind)) {
    if (kernels_ && kernels_->keeps(position, kind)) return Method::table;
    if (searched(position, kind)) return Method::search;
    const Search::Status status = search_before_table(position, kind, effort);
    if (status == Search::Status::found) return Method::search;
    if (status == Search::Status::too_long) return tabulates(position, kind, effort) ? Method::table : Method::search;
    note(status);
  }
  if (needs_sums(kind)) return std::nullopt;
  return Method::graph;
}

Probe PositionSolver::probe(PositionView position, ValueKind kind) {
  if (entailing_) return probe_entailing(position, Kernels::kFirstEffort);
  if (kind == ValueKind::outcome) kind = ValueKind::remoteness;
  while (!loopy_ && !needs_sums(kind)) {
    if (kernels_ && kernels_->keeps(position, kind)) return {Probe::Standing::known, 0, 0};
    if (searched(position, kind)) return {Probe::Standing::known, 0, 0};
    const Search::Status status = find(position, Kernels::kFirstEffort);
    const Effort seen = search_ ? search_->looked_at() : Effort{0, 0};
    if (status == Search::Status::found) return {Probe::Standing::known, seen.positions, seen.options};
    if (status == Search::Status::too_long) return {Probe::Standing::open, seen.positions, seen.options};
    note(status);
  }
  return {needs_sums(kind) ? Probe::Standing::sums : Probe::Standing::loopy, 0, 0};
}

bool PositionSolver::search_within(PositionView position, ValueKind kind, const Effort& effort) {
  if (entailing_) return find_entailing(position, kind, effort);
  if (kind == ValueKind::outcome) kind = ValueKind::remoteness;
  try {
    if (searched(position, kind)) return true;
    const Search::Status status = find(position, effort);
    if (status == Search::Status::found) return true;
    if (status != Search::Status::too_long) note(status);
  } catch (const LimitError& error) {
    if (error.limit() != Limit::memory) throw;
    given_up_ = GivenUp{Position(position), effort};
    search_.reset();
  }
  // A later turn goes on from what was found, unless others may need its room.
  if (account_->used() > account_->limit() / kShareKept) search_.reset();
  return false;
}

std::optional<PackedOutcome> PositionSolver::suspense(PositionView position) {
  if (splits_) return std::nullopt;
  if (!suspense_search_) suspense_search_.emplace(*rules_, Search::Quantity::suspense, budget_, account_);
  const Search::Status status = suspense_search_->find(position);
  if (status == Search::Status::found) return suspense_search_->values().outcome;
  note(status);
  if (status == Search::Status::loopy) refuse_suspense_of_loops();
  return std::nullopt;
}

std::optional<Remoteness> PositionSolver::longest(PositionView position) {
  if (!longest_search_) longest_search_.emplace(*rules_, Search::Quantity::longest, budget_, account_);
  if (longest_search_->find(position) != Search::Status::found) return std::nullopt;
  return longest_search_->values().grundy;
}

Search::Status PositionSolver::look(PositionView position, const Effort& effort) {
  if (entailing_) return find_entailing(position, ValueKind::grundy, effort) ? Search::Status::found : Search::Status::too_long;
  for (const Search::Quantity quantity : {wanted_, Search::Quantity::grundy}) {
    Search search(*rules_, quantity, budget_, account_);
    const Search::Status status = search.find(position, effort);
    if (status == Search::Status::loopy || status == Search::Status::split) note(status);
    if (status != Search::Status::split) return status;
  }
  return Search::Status::found;
}

/// As choose(), but that without kernels there is nothing for which a search would be stopped.
std::optional<Method> PositionSolver::choose_for_outcome(PositionView position, const Effort& effort) {
  if (kernels_ || loopy_) return choose(position, ValueKind::remoteness, effort);
  if (needs_sums(ValueKind::remoteness)) return std::nullopt;
  return Method::search;
}

std::optional<PackedOutcome> PositionSolver::outcome(PositionView position, const Effort& effort) {
  if (entailing_) {
    if (splits() || !find_entailing(position, ValueKind::remoteness, effort)) return std::nullopt;
    return entailing_->search().known_outcome(position);
  }
  while (const std::optional<Method> way = choose_for_outcome(position, effort)) {
    if (way == Method::graph) {
      const std::optional<MoveGraph::Node> node = explored_node(position, effort);
      if (!node) return std::nullopt;
      return graph_->outcome(*node);
    }
    if (way == Method::table)
      if (const std::optional<PackedOutcome> outcome = kernels_->outcome(position)) return outcome;
    if (const std::optional<Search::Values> values = searched(position, ValueKind::remoteness)) return values->outcome;
    if (effort.unlimited()) check_size(position);
    const Search::Status status = find(position, effort);
    if (status == Search::Status::found) return search_->values().outcome;
    if (status == Search::Status::too_long) return std::nullopt;
    note(status);
  }
  return std::nullopt;
}

std::optional<Nimber> PositionSolver::nimber(PositionView position, const Effort& effort) {
  if (entailing_) return entailing_->value(position, effort);
  while (const std::optional<Method> way = choose(position, ValueKind::grundy, effort)) {
    if (way == Method::graph) {
      const std::optional<MoveGraph::Node> node = explored_node(position, effort);
      if (!node) return std::nullopt;
      return graph_->nimber(*node);
    }
    if (way == Method::table)
      if (const std::optional<Grundy> value = kernels_->grundy(position)) return Nimber(*value);
    if (const std::optional<Search::Values> values = searched(position, ValueKind::grundy)) return Nimber(values->grundy);
    if (effort.unlimited()) check_size(position);
    const Search::Status status = find(position, effort);
    if (status == Search::Status::found) return Nimber(search_->values().grundy);
    if (status == Search::Status::too_long) return std::nullopt;
    note(status);
  }
  return std::nullopt;
}

/// As Search::find, but that what was given up is not begun again for no more effort.
Search::Status PositionSolver::find(PositionView position, const Effort& effort) {
  if (given_up_ && std::ranges::equal(given_up_->position, position) && given_up_->effort.covers(effort))
    return Search::Status::too_long;
  const Search::Status status = search(position).find(position, effort);
  looked_at_ += search_->looked_at().positions;
  if (status == Search::Status::too_long) given_up_ = GivenUp{Position(position), effort};
  return status;
}

Search& PositionSolver::search(PositionView first) {
  const std::uint64_t affordable = std::min<std::uint64_t>(kMostCells, (account_->limit() - account_->used()) / 64);
  if (!search_)
    search_.emplace(*rules_, splits_ ? Search::Quantity::grundy : wanted_, budget_, account_,
                    dense_box(rules_->domain(), Box(Position(first), Position(first)), affordable));
  return *search_;
}

/// The node of `position` in a graph that is complete; nothing if a move splits the game or the effort is not enough.
std::optional<MoveGraph::Node> PositionSolver::explored_node(PositionView position, const Effort& effort) {
  if (splits_) return std::nullopt;
  const MoveGraph::Node node = complete_graph().add_start(position);
  if (explore(effort) != MoveGraph::Status::complete) return std::nullopt;
  return node;
}

MoveGraph::Status PositionSolver::explore(const Effort& effort) {
  const MoveGraph::Status status = graph_->explore({effort.positions, effort.options});
  if (status == MoveGraph::Status::split) splits_ = true;
  return status;
}

/// What an earlier question left incomplete is dropped: this one may have an answer without it.
GraphValues& PositionSolver::complete_graph() {
  if (!graph_ || !graph_->complete()) graph_.emplace(*rules_, budget_, account_);
  return *graph_;
}

/// A search that ended with `status` is of no more use.
void PositionSolver::note(Search::Status status) {
  if (status == Search::Status::loopy) loopy_ = true;
  if (status == Search::Status::split) splits_ = true;
  search_.reset();
  table_search_.reset();
  suspense_search_.reset();
  given_up_.reset();
}

/// Searches without limit, but looks at how much there is before that takes long.
Search::Status PositionSolver::find_for_table(Search& search, PositionView position) const {
  constexpr Effort kMoment{.positions = 100'000, .options = 1'000'000};
  const Search::Status status = search.find(position, kMoment);
  if (status != Search::Status::too_long) return status;
  check_size(position, true);
  return search.find(position);
}

bool PositionSolver::fill(Table& table, const Placement& placement) {
  const bool dense = !placement;
  const Placement at = dense ? [this](PositionView place, Position& placed) {
    placed.assign(place);
    return rules_->valid(placed);
  } : placement;
  if (entailing_) {
    fill_entailing(table, at);
    return true;
  }
  while (!loopy_) {
    const std::optional<Search::Quantity> quantity = quantity_for(table.kind);
    if (!quantity) return false;
    Search& search = search_of_table(*quantity, table.box, dense);
    search.expect(table.box.size());
    Search::Status status = Search::Status::found;
    for_each_placed(table.box, at, [&](std::uint64_t index, const Position& placed) {
      status = find_for_table(search, placed);
      if (status != Search::Status::found) return false;
      table.cells[index] = cell_of(table.kind, *quantity, search.values());
      search.reached(index + 1);
      return true;
    });
    search.expect(0);
    if (status == Search::Status::found) return true;
    std::ranges::fill(table.cells, Table::kInvalid);
    note(status);
  }
  return fill_by_graph(table, at);
}

std::optional<Search::Quantity> PositionSolver::quantity_for(ValueKind kind) const {
  if (kind == ValueKind::grundy) return Search::Quantity::grundy;
  if (!splits_) return kind == ValueKind::suspense ? Search::Quantity::suspense : Search::Quantity::outcome;
  if (kind == ValueKind::outcome && rules_->play() == Play::normal) return Search::Quantity::grundy;
  return std::nullopt;
}

Search& PositionSolver::search_of_table(Search::Quantity quantity, const Box& box, bool dense) {
  if (table_search_ && table_search_->quantity() == quantity) {
    const std::optional<Box>& kept = table_search_->box();
    if (!dense || (kept && kept->contains(box.low()) && kept->contains(box.high()))) return *table_search_;
  }
  table_search_.reset();
  const std::size_t free_bytes = account_->limit() - account_->used();
  std::optional<Box> region;
  if (dense) region = dense_box(rules_->domain(), box, free_bytes / sizeof(std::uint32_t));
  table_search_.emplace(*rules_, quantity, budget_, account_, std::move(region));
  return *table_search_;
}

bool PositionSolver::fill_by_graph(Table& table, const Placement& placement) {
  if (table.kind == ValueKind::suspense) refuse_suspense_of_loops();
  if (splits_) return false;
  GraphValues& graph = complete_graph();
  // Until the graph is complete, a cell holds the node of its position; there are fewer nodes than kInfinite.
  for_each_placed(table.box, placement, [&](std::uint64_t index, const Position& placed) {
    budget_.check_stop();
    table.cells[index] = graph.add_start(placed);
    return true;
  });
  if (explore({}) != MoveGraph::Status::complete) {
    std::ranges::fill(table.cells, Table::kInvalid);
    return false;
  }
  for (std::uint64_t index = 0; index < table.cells.size(); ++index) {
    budget_.check_stop();
    if (!table.valid(index)) continue;
    const MoveGraph::Node node = table.cells[index];
    if (table.kind != ValueKind::grundy) {
      table.cells[index] = cell_of(table.kind, graph.outcome(node));
    } else {
      table.cells[index] = graph.finite_nimber(node);
      if (table.cells[index] == Table::kInfinite) table.loopy.emplace(index, graph.nimber(node));
    }
  }
  return true;
}

// Where moves oblige ------------------------------------------------------------------------------------------------------

Method PositionSolver::entailing_method() { return entailing_->heaps() ? Method::heap : Method::search; }

Probe PositionSolver::probe_entailing(PositionView position, const Effort& effort) {
  const bool known = entailing_->value(position, effort).has_value();
  const Effort seen = entailing_->search().looked_at();
  return {known ? Probe::Standing::known : Probe::Standing::open, seen.positions, seen.options};
}

bool PositionSolver::find_entailing(PositionView position, ValueKind kind, const Effort& effort) {
  if (kind != ValueKind::remoteness) return entailing_->value(position, effort).has_value();
  return entailing_->search().find(position, effort) == EntailingSearch::Status::found;
}

void PositionSolver::fill_entailing(Table& table, const Placement& placement) {
  for_each_placed(table.box, placement, [&](std::uint64_t index, const Position& placed) {
    budget_.check_stop();
    if (table.kind == ValueKind::remoteness) {
      const std::optional<PackedOutcome> outcome = this->outcome(placed);
      if (!outcome)
        throw RequestError(fmt::format("the remoteness of {} is not known: a move splits the game, and moves oblige",
                                       rules_->domain().text(placed)));
      table.cells[index] = outcome->remoteness();
      return true;
    }
    const Nimber value = *entailing_->value(placed);
    if (table.kind == ValueKind::outcome) {
      table.cells[index] = static_cast<std::uint32_t>(value.outcome());
    } else if (value.is_finite()) {
      table.cells[index] = static_cast<std::uint32_t>(value.value().get_ui());
    } else {
      table.cells[index] = Table::kInfinite;
      table.loopy.emplace(index, value);
    }
    return true;
  });
}

}  // namespace bouton
