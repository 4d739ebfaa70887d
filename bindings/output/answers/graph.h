// Move graphs as text for other programs, and as pictures.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bindings/output/formats/json.h"
#include "bindings/output/sink/output.h"
#include "engine/image/picture.h"
#include "engine/plan/compound_game.h"
#include "engine/rules/game.h"
#include "engine/study/graph.h"

namespace bouton {

/// The positions below one, each with its value, and the names of what they are of; node 0 is the start.
struct ValuedGraph {
  struct Node {
    std::vector<Json> position;          ///< of each component
    std::optional<std::size_t> obliged;  ///< the one in which the player to move must move
    std::string text;                    ///< the position for people
    Value value;
  };
  std::string name;
  Compound compound = Compound::disjunctive;
  std::vector<Node> nodes;
  std::vector<PositionGraph::Edge> edges;
};

ValuedGraph valued_graph(const std::vector<std::shared_ptr<const Game>>& games, PositionGraph graph);

/// Graphviz; P-positions are filled, draws are dashed.
void write_dot(Sink& out, const ValuedGraph& graph);
/// GraphML, with the attributes position, outcome, grundy, remoteness and label.
void write_graphml(Sink& out, const ValuedGraph& graph);
/// `title` stands in place of the usual one. Throws RequestError as graph_picture does, where the positions are too many.
Picture picture_of(const ValuedGraph& graph, const std::optional<std::string>& title = {});
/// {"game","nodes":[{"id","position":[[..],..],"outcome","grundy","remoteness"},..],"edges":[{"from","to","label"},..]}
Json to_json(const ValuedGraph& graph);

}  // namespace bouton
