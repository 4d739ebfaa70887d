// The theory's definitions, word by word, for graphs of a few nodes.
#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/values/outcome.h"
#include "tests/engine/games.h"

namespace bouton::test {

/// Outcome and remoteness by rounds: in round r exactly the nodes of remoteness r are decided. At a node without edges
/// `terminal` says who wins.
std::vector<OutcomeAndRemoteness> decide_by_rounds(const Graph& graph, const std::function<Outcome(std::size_t)>& terminal);

std::vector<OutcomeAndRemoteness> decide_by_rounds(const Graph& graph, Play play);

/// Grundy values of a graph whose edges all lead to smaller numbers.
std::vector<std::uint32_t> grundy_values(const Graph& graph);

/// The graph of the sum of a position of `a` and one of `b`: node i * b.size() + j.
Graph product(const Graph& a, const Graph& b);

/// A graph of 1 to `most` nodes, with few edges from each.
rc::Gen<Graph> arbitrary_graph(std::size_t most, bool acyclic);

}  // namespace bouton::test
