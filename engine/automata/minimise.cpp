// Minimisation. States that no word reaches, or from which none is accepted, are dropped; the rest is divided into blocks that
// are told apart by acceptance, and then again and again by into which block a letter leads. Each block is used to divide
// others once, and of the two parts of a block that was used already only the smaller one is used again (Hopcroft 1971).
#include <algorithm>
#include <limits>

#include "engine/automata/transitions.h"

namespace bouton {
namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

struct Edge {
  Letter letter;
  std::size_t from;
};

/// The states that lie between the start and an accepting one, with the edges that enter each.
struct Trimmed {
  std::vector<State> states;
  std::vector<std::size_t> place;  ///< of each state of the automaton; kNowhere where it was dropped
  std::vector<std::vector<Edge>> entering;
};

Trimmed trimmed(const Transitions& automaton, AutomataWorkspace& workspace) {
  const std::size_t size = automaton.states();
  std::vector<std::vector<Edge>> entering(size);
  std::vector<bool> reached(size, false), live(size, false);
  std::vector<std::size_t> open = {0};
  reached[0] = true;
  while (!open.empty()) {
    const std::size_t from = open.back();
    open.pop_back();
    workspace.spend(automaton.letters);
    for (Letter letter = 0; letter < automaton.letters; ++letter) {
      const State next = automaton.next(static_cast<State>(from), letter);
      if (next == kNoState) continue;
      const auto to = static_cast<std::size_t>(next);
      entering[to].push_back({letter, from});
      if (reached[to]) continue;
      reached[to] = true;
      open.push_back(to);
    }
  }
  for (std::size_t state = 0; state < size; ++state)
    if (reached[state] && automaton.accepts_at(static_cast<State>(state))) {
      live[state] = true;
      open.push_back(state);
    }
  while (!open.empty()) {
    const std::size_t to = open.back();
    open.pop_back();
    for (const Edge& edge : entering[to])
      if (!live[edge.from]) {
        live[edge.from] = true;
        open.push_back(edge.from);
      }
  }
  Trimmed result;
  result.place.assign(size, kNowhere);
  for (std::size_t state = 0; state < size; ++state)
    if (live[state]) {
      result.place[state] = result.states.size();
      result.states.push_back(static_cast<State>(state));
    }
  result.entering.resize(result.states.size());
  for (std::size_t at = 0; at < result.states.size(); ++at)
    for (const Edge& edge : entering[static_cast<std::size_t>(result.states[at])])
      if (live[edge.from]) result.entering[at].push_back({edge.letter, result.place[edge.from]});
  return result;
}

/// The elements 0, 1, ... divided into blocks, each of which stands in a row of `order`.
class Partition {
 public:
  explicit Partition(std::size_t size) : order_(size), place_(size), block_(size, 0), blocks_{{0, size, 0}} {
    for (std::size_t i = 0; i < size; ++i) order_[i] = place_[i] = i;
  }

  std::size_t blocks() const { return blocks_.size(); }
  std::size_t block_of(std::size_t element) const { return block_[element]; }
  std::size_t size(std::size_t block) const { return blocks_[block].end - blocks_[block].begin; }
  std::vector<std::size_t> elements(std::size_t block) const {
    return {order_.begin() + static_cast<std::ptrdiff_t>(blocks_[block].begin),
            order_.begin() + static_cast<std::ptrdiff_t>(blocks_[block].end)};
  }

  /// Moves the element to the marked front of its block; each at most once before divide().
  void mark(std::size_t element) {
    Block& block = blocks_[block_[element]];
    if (block.marked == 0) touched_.push_back(block_[element]);
    const std::size_t to = block.begin + block.marked++;
    std::swap(order_[place_[element]], order_[to]);
    std::swap(place_[order_[place_[element]]], place_[element]);
  }
  /// Parts the marked elements of each block from the others; `visit(old, new)` hears of every block that was divided.
  template <class Visit>
  void divide(Visit visit) {
    for (const std::size_t at : touched_) {
      Block& block = blocks_[at];
      const std::size_t marked = std::exchange(block.marked, 0);
      if (marked == block.end - block.begin) continue;
      const Block part{block.begin, block.begin + marked, 0};
      block.begin += marked;
      for (std::size_t i = part.begin; i < part.end; ++i) block_[order_[i]] = blocks_.size();
      blocks_.push_back(part);
      visit(at, blocks_.size() - 1);
    }
    touched_.clear();
  }

 private:
  struct Block {
    std::size_t begin, end, marked;
  };
  std::vector<std::size_t> order_, place_, block_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> touched_;
};

void refine(Partition& partition, const Trimmed& trimmed, AutomataWorkspace& workspace) {
  std::vector<std::size_t> open;
  std::vector<bool> is_open(partition.blocks(), true);
  for (std::size_t block = 0; block < partition.blocks(); ++block) open.push_back(block);
  std::vector<Edge> edges;
  while (!open.empty()) {
    const std::size_t splitter = open.back();
    open.pop_back();
    is_open[splitter] = false;
    edges.clear();
    for (const std::size_t element : partition.elements(splitter))
      edges.insert(edges.end(), trimmed.entering[element].begin(), trimmed.entering[element].end());
    workspace.spend(edges.size() + 1);
    std::ranges::sort(edges, {}, &Edge::letter);
    for (auto edge = edges.begin(); edge != edges.end();) {
      const Letter letter = edge->letter;
      // Deterministic: no state has two edges with this letter, so none is marked twice.
      for (; edge != edges.end() && edge->letter == letter; ++edge) partition.mark(edge->from);
      partition.divide([&](std::size_t old, std::size_t part) {
        is_open.push_back(false);
        const std::size_t next = is_open[old] || partition.size(part) <= partition.size(old) ? part : old;
        is_open[next] = true;
        open.push_back(next);
      });
    }
  }
}

}  // namespace

Transitions minimised(const Transitions& automaton, AutomataWorkspace& workspace) {
  Transitions result(automaton.letters, workspace.account());
  constexpr std::size_t kBytesOfState = 160;  // lists of edges, blocks and marks
  const auto edges = static_cast<std::size_t>(std::ranges::count_if(automaton.to, [](State to) { return to != kNoState; }));
  const Reservation memory(workspace.account(), automaton.states() * kBytesOfState + 3 * edges * sizeof(Edge));
  result.add_state(automaton.accepts_at(0));
  const Trimmed states = trimmed(automaton, workspace);
  if (states.place[0] == kNowhere) return result;
  Partition partition(states.states.size());
  for (std::size_t i = 0; i < states.states.size(); ++i)
    if (automaton.accepts_at(states.states[i])) partition.mark(i);
  partition.divide([](std::size_t, std::size_t) {});
  refine(partition, states, workspace);

  // Numbered anew, breadth first.
  std::vector<State> number(partition.blocks(), kNoState);
  std::vector<State> representative = {0};
  number[partition.block_of(states.place[0])] = 0;
  for (std::size_t at = 0; at < representative.size(); ++at)
    for (Letter letter = 0; letter < automaton.letters; ++letter) {
      const State to = automaton.next(representative[at], letter);
      if (to == kNoState || states.place[static_cast<std::size_t>(to)] == kNowhere) continue;
      State& numbered = number[partition.block_of(states.place[static_cast<std::size_t>(to)])];
      if (numbered == kNoState) {
        numbered = result.add_state(automaton.accepts_at(to));
        representative.push_back(to);
      }
      result.set_next(static_cast<State>(at), letter, numbered);
    }
  return result;
}

}  // namespace bouton
