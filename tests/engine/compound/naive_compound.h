// The ways of playing several games at once, word by word, on the graph of all that a position can become.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "engine/rules/rules.h"
#include "engine/sum/compound.h"
#include "engine/sum/compound_rules.h"
#include "engine/values/outcome.h"
#include "tests/engine/brute_force.h"

namespace bouton::test {

/// A node of each component; of an ordinal sum those that are left.
using Nodes = std::vector<std::size_t>;

/// The position of CompoundRules whose components are these nodes.
inline Position code(const Nodes& nodes) {
  std::vector<Position> components;
  for (const std::size_t node : nodes) components.push_back(Position{static_cast<Coordinate>(node)});
  return CompoundRules::position(components);
}

/// All that the nodes of `from` become by a move in each of the components that `moved` says, and in no other.
inline std::vector<Nodes> moves_in(const std::vector<Graph>& graphs, const Nodes& from, const std::vector<bool>& moved) {
  std::vector<Nodes> found = {{}};
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::vector<Nodes> longer;
    for (const Nodes& begun : found) {
      const std::vector<std::size_t> to = moved[i] ? graphs[i][from[i]] : std::vector<std::size_t>{from[i]};
      for (const std::size_t node : to) {
        longer.push_back(begun);
        longer.back().push_back(node);
      }
    }
    found = std::move(longer);
  }
  return found;
}

/// What a move makes of `from`, by the definition of the compound.
inline std::set<Nodes> naive_moves(Compound compound, const std::vector<Graph>& graphs, const Nodes& from) {
  std::vector<bool> active;
  for (std::size_t i = 0; i < from.size(); ++i) active.push_back(!graphs[i][from[i]].empty());
  const bool one_ended = std::ranges::count(active, false) > 0;
  std::set<Nodes> found;
  const auto add = [&](const std::vector<bool>& moved) {
    for (Nodes& to : moves_in(graphs, from, moved)) found.insert(std::move(to));
  };
  // Every set of components that can be moved in, as the bits of a number.
  for (std::size_t bits = 1; bits < std::size_t{1} << from.size(); ++bits) {
    std::vector<bool> moved;
    for (std::size_t i = 0; i < from.size(); ++i) moved.push_back((bits >> i & 1) != 0);
    bool possible = true;
    for (std::size_t i = 0; i < from.size(); ++i) possible = possible && (!moved[i] || active[i]);
    if (!possible) continue;
    const auto single = static_cast<std::size_t>(std::ranges::find(moved, true) - moved.begin());
    const bool is_single = std::ranges::count(moved, true) == 1;
    switch (compound) {
      case Compound::disjunctive:
        if (is_single) add(moved);
        break;
      case Compound::diminished_disjunctive:
        if (is_single && !one_ended) add(moved);
        break;
      case Compound::conjunctive:
        if (!one_ended && moved == active) add(moved);
        break;
      case Compound::continued_conjunctive:
        if (moved == active) add(moved);
        break;
      case Compound::selective: add(moved); break;
      case Compound::shortened_selective:
        if (!one_ended) add(moved);
        break;
      case Compound::ordinal:
        if (is_single)
          for (Nodes to : moves_in(graphs, from, moved)) {
            to.resize(single + 1);
            found.insert(std::move(to));
          }
        break;
      case Compound::sequential:
        if (is_single && std::ranges::find(active, true) - active.begin() == static_cast<std::ptrdiff_t>(single)) add(moved);
        break;
    }
  }
  return found;
}

/// The graph of all that `start` can become, which is node 0.
struct NaiveCompound {
  NaiveCompound(Compound compound, const std::vector<Graph>& graphs, const Nodes& start) {
    std::map<Nodes, std::size_t> numbers;
    const auto number = [&](const Nodes& of) {
      const auto [known, is_new] = numbers.emplace(of, nodes.size());
      if (is_new) nodes.push_back(of);
      return known->second;
    };
    (void)number(start);
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      std::vector<std::size_t> to;
      for (const Nodes& option : naive_moves(compound, graphs, nodes[node])) to.push_back(number(option));
      graph.push_back(std::move(to));
    }
  }

  std::vector<Nodes> nodes;
  Graph graph;
};

/// The suspense number of node 0 of a graph without cycles, and whether it is lost: the winner delays, the loser hastens.
struct NaiveSuspense {
  bool lost = false;
  Remoteness moves = 0;
};
inline NaiveSuspense naive_suspense(const Graph& graph, Play play, std::size_t node,
                                    std::map<std::size_t, NaiveSuspense>& known) {
  if (const auto found = known.find(node); found != known.end()) return found->second;
  NaiveSuspense result{play == Play::normal, 0};
  std::set<Remoteness> to_lost, to_won;
  for (const std::size_t option : graph[node]) {
    const NaiveSuspense after = naive_suspense(graph, play, option, known);
    (after.lost ? to_lost : to_won).insert(after.moves);
  }
  if (!to_lost.empty()) result = {false, *to_lost.rbegin() + 1};
  else if (!to_won.empty()) result = {true, *to_won.begin() + 1};
  return known[node] = result;
}

inline std::uint32_t naive_grundy(const Graph& graph, std::size_t node, std::map<std::size_t, std::uint32_t>& known) {
  if (const auto found = known.find(node); found != known.end()) return found->second;
  std::set<std::uint32_t> seen;
  for (const std::size_t option : graph[node]) seen.insert(naive_grundy(graph, option, known));
  std::uint32_t value = 0;
  while (seen.contains(value)) ++value;
  return known[node] = value;
}

}  // namespace bouton::test
