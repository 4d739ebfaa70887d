// How a diagram becomes a list of local moves.
//
// A rule such as
//     for each square s do if s is empty and its right neighbour t is empty then move(s and t filled)
// looks at s, perhaps at t, and then at the next square, whatever it has seen: every way through the diagram passes the node of
// the next square. Such nodes cut the diagram into segments. What is named within a segment depends on the cells that are
// looked at in that segment alone; so for each way from the segment's beginning to an option, the states on that way are the
// condition of a move. Ways that name the same option and differ in the state of one cell are joined.
//
// A node lies on every way if, the nodes being numbered in an order in which all edges go forwards, no edge jumps over it. Ways
// that would look at a cell twice and see two states do not exist and are left out, so that edges that only such ways reach
// need not be known.
#include "engine/local/decisions.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace bouton::local {
namespace {

using Changes = NamedOption::Changes;
/// The states that cells may have, bits by cell; a cell that is not there may have any.
using Condition = std::map<std::uint32_t, std::uint32_t>;
/// What a move does, and its kind.
using Effect = std::pair<Changes, Label>;

/// Steps along ways, and cells in the conditions of all ways together.
constexpr std::size_t kMostSteps = 200'000, kMostLooks = 1'000'000;
/// On an average. With more, it is quicker to ask the rule than to look which moves can be made.
constexpr std::size_t kMostMovesOfACell = 24;
constexpr const char* kTooManyCells = "a move depends on too many cells";

/// The nodes that can be reached, each before those that come after it; nothing where there is a circle.
std::optional<std::vector<Decisions::Node>> in_order(const Decisions& diagram) {
  enum class Visit : std::uint8_t { none, open, done };
  std::vector<Visit> visited(diagram.nodes(), Visit::none);
  std::vector<std::pair<Decisions::Node, std::uint32_t>> path;
  std::vector<Decisions::Node> order;
  const auto enter = [&](Decisions::Node node) {
    if (node >= Decisions::kUnknown || visited[node] == Visit::done) return true;
    if (visited[node] == Visit::open) return false;
    visited[node] = Visit::open;
    path.emplace_back(node, 0);
    return true;
  };
  enter(diagram.beginning().to);
  while (!path.empty()) {
    auto& [node, state] = path.back();
    if (state == diagram.states()) {
      visited[node] = Visit::done;
      order.push_back(node);
      path.pop_back();
      continue;
    }
    if (!enter(diagram.edge(node, state++).to)) return std::nullopt;
  }
  std::ranges::reverse(order);
  return order;
}

/// Joins conditions that differ in one cell, until none do.
void join(std::vector<Condition>& conditions, std::uint32_t all) {
  for (bool again = true; again;) {
    again = false;
    std::vector<std::uint32_t> cells;
    for (const Condition& condition : conditions)
      for (const auto& [cell, states] : condition) cells.push_back(cell);
    std::ranges::sort(cells);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    for (const std::uint32_t cell : cells) {
      std::map<Condition, std::uint32_t> without;  // the condition on the other cells -> the states of this one
      std::vector<Condition> joined;
      for (Condition& condition : conditions) {
        const auto here = condition.find(cell);
        if (here == condition.end()) {
          joined.push_back(std::move(condition));
          continue;
        }
        const std::uint32_t states = here->second;
        condition.erase(here);
        without[std::move(condition)] |= states;
      }
      const std::size_t before = conditions.size();
      for (const auto& [rest, states] : without) {
        joined.push_back(rest);
        if (states != all) joined.back()[cell] = states;
      }
      std::ranges::sort(joined);
      joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
      again = again || joined.size() < before;
      conditions = std::move(joined);
    }
  }
}

/// Collects the moves of a diagram, segment by segment.
class MoveCollector {
 public:
  MoveCollector(const Decisions& diagram, const std::vector<Decisions::Node>& order)
      : diagram_(diagram), stop_(diagram.nodes(), false) {
    std::vector<std::size_t> number(diagram.nodes(), 0);
    for (std::size_t i = 0; i < order.size(); ++i) number[order[i]] = i;
    std::size_t farthest = 0;  // of all edges from nodes before
    for (std::size_t i = 0; i < order.size(); ++i) {
      stop_[order[i]] = farthest <= i;
      for (std::uint32_t state = 0; state < diagram.states(); ++state) {
        const Decisions::Node to = diagram.edge(order[i], state).to;
        if (to == Decisions::kEnd) farthest = order.size();
        else if (to != Decisions::kUnknown) farthest = std::max(farthest, number[to]);
      }
      if (stop_[order[i]]) segments_.push_back(order[i]);
    }
  }

  /// The ways to edges that are not known, instead of an end at the first.
  std::vector<Changes> unseen_ways(std::size_t most) {
    most_unseen_ = most;
    for (const Decisions::Node begin : segments_) {
      Condition condition;
      walk(begin, condition);
      if (trouble_) break;
    }
    return std::move(unseen_);
  }

  std::optional<Refusal> collect() {
    Condition none;
    if (!take(diagram_.beginning(), none)) return Refusal{*trouble_};
    for (const Decisions::Node begin : segments_) {
      Condition condition;
      walk(begin, condition);
      if (trouble_) return Refusal{*trouble_};
    }
    return std::nullopt;
  }

  LocalMoves moves() {
    LocalMoves result;
    result.cells = diagram_.cells();
    result.states = diagram_.states();
    const std::uint32_t all = (std::uint32_t{1} << diagram_.states()) - 1;
    for (const Effect& effect : order_) {
      std::vector<Condition>& conditions = ways_[effect];
      join(conditions, all);
      for (const Condition& condition : conditions) result.moves.push_back(move_of(condition, effect, all));
    }
    return result;
  }

 private:
  static LocalMove move_of(const Condition& condition, const Effect& effect, std::uint32_t all) {
    std::map<std::uint32_t, LocalMove::Cell> cells;
    for (const auto& [cell, states] : condition) cells[cell] = {cell, states, -1};
    for (const auto& [cell, state] : effect.first) {
      const auto [entry, added] = cells.emplace(cell, LocalMove::Cell{cell, all, state});
      // What leaves the only state that the cell can have is not a change.
      const bool changes = entry->second.allowed != (std::uint32_t{1} << state);
      if (!added && changes) entry->second.becomes = state;
    }
    LocalMove move;
    move.label = effect.second;
    for (const auto& [cell, what] : cells) move.cells.push_back(what);
    return move;
  }

  bool take(const Decisions::Edge& edge, const Condition& condition) {
    if (most_unseen_ > 0) return true;
    for (const NamedOption& option : edge.options) {
      if (option.is_split) {
        trouble_ = "moves split the game; a board splits by itself where its parts can no longer touch";
        return false;
      }
      const Effect effect(option.parts[0], option.label);
      std::vector<Condition>& ways = ways_[effect];
      if (ways.empty()) order_.push_back(effect);
      ways.push_back(condition);
      if ((looks_ += condition.size() + 1) > kMostLooks) trouble_ = kTooManyCells;
    }
    return !trouble_;
  }

  void note_unseen(const Condition& condition) {
    if (unseen_.size() == most_unseen_) {
      trouble_ = "not all ways through it were seen";
      return;
    }
    Changes& way = unseen_.emplace_back();
    for (const auto& [cell, states] : condition) way.emplace_back(cell, std::countr_zero(states));
  }

  void walk(Decisions::Node node, Condition& condition) {
    const std::uint32_t cell = diagram_.cell(node);
    const auto known = condition.find(cell);
    const bool seen = known != condition.end();
    const std::uint32_t before = seen ? known->second : 0;
    for (std::uint32_t state = 0; state < diagram_.states() && !trouble_; ++state) {
      const std::uint32_t bit = std::uint32_t{1} << state;
      if (seen && before != bit) continue;
      condition[cell] = bit;
      const Decisions::Edge& edge = diagram_.edge(node, state);
      if (edge.to == Decisions::kUnknown) note_unseen(condition);
      else if (take(edge, condition) && edge.to != Decisions::kEnd && !stop_[edge.to]) walk(edge.to, condition);
      if (++steps_ > kMostSteps) trouble_ = kTooManyCells;
    }
    if (!seen) condition.erase(cell);
  }

  const Decisions& diagram_;
  std::vector<bool> stop_;  ///< by node: every way passes it
  std::vector<Decisions::Node> segments_;
  std::map<Effect, std::vector<Condition>> ways_;
  std::vector<Effect> order_;  ///< as they were met
  std::size_t looks_ = 0, steps_ = 0;
  std::size_t most_unseen_ = 0;  ///< that are listed; 0 where moves are collected
  std::vector<Changes> unseen_;
  std::optional<std::string> trouble_;
};

}  // namespace

Decisions::Node Decisions::add_node(std::uint32_t cell) {
  looks_at_.push_back(cell);
  edges_.resize(edges_.size() + states_);
  return static_cast<Node>(looks_at_.size() - 1);
}

bool Decisions::options(PositionView position, Options& out) const {
  Position changed;
  const Edge* edge = &beginning_;
  // A way that exists looks at no node twice.
  for (std::size_t steps = 0; steps <= nodes(); ++steps) {
    for (const NamedOption& option : edge->options) {
      for (const NamedOption::Changes& changes : option.parts) {
        changed.assign(position);
        for (const auto& [cell, state] : changes) changed[cell] = state;
        out.add_part(changed);
      }
      out.end_split(option.label);
    }
    if (edge->to == kEnd) return true;
    if (edge->to == kUnknown) break;
    edge = &this->edge(edge->to, static_cast<std::uint32_t>(position[cell(edge->to)]));
  }
  out.clear();
  return false;
}

std::vector<NamedOption::Changes> Decisions::unseen_ways(std::size_t most) const {
  const std::optional<std::vector<Node>> order = in_order(*this);
  if (!order) return {};
  return MoveCollector(*this, *order).unseen_ways(most);
}

Result<LocalMoves> Decisions::local_moves() const {
  const std::optional<std::vector<Node>> order = in_order(*this);
  if (!order) return Refusal{"it comes back to where it was"};
  MoveCollector collector(*this, *order);
  if (const std::optional<Refusal> refusal = collector.collect()) return *refusal;
  LocalMoves moves = collector.moves();
  if (moves.moves.size() > kMostMovesOfACell * cells_)
    return Refusal{"they are many moves, each for other states of the cells"};
  return moves;
}

}  // namespace bouton::local
