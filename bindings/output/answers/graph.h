// Move graphs as text for other programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/plan/solver.h"

namespace bouton {

/// The positions below one, each with its value; a node may be a sum, and node 0 is the start.
struct ValuedGraph {
  struct Node {
    std::vector<BigPosition> position;
    std::string text;  ///< the position for people
    Value value;
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;
    std::string label;
  };
  std::string name;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

/// Graphviz; P-positions are filled, draws are dashed.
void write_dot(Sink& out, const ValuedGraph& graph);
/// GraphML, with the attributes position, outcome, grundy, remoteness and label.
void write_graphml(Sink& out, const ValuedGraph& graph);
/// {"game","nodes":[{"id","position":[[..],..],"outcome","grundy","remoteness"},..],"edges":[{"from","to","label"},..]}
Json to_json(const ValuedGraph& graph);

}  // namespace bouton
