#include "bindings/output/answers/graph.h"

#include <string_view>

#include "bindings/output/formats/pictures/xml_text.h"
#include "bindings/output/formats/words.h"
#include "engine/base/plain_text.h"
#include "engine/image/graph/graph_picture.h"

namespace bouton {
namespace {

/// A string as DOT quotes it.
std::string dot_string(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : plain_lines(text)) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (c == '\n') quoted += "\\n";
    else quoted += c;
  }
  return quoted + '"';
}

/// "P, Grundy value 0, remoteness 4"
std::string value_text(const Value& value) {
  std::string text(outcome_name(value.outcome));
  if (value.grundy) text += ", Grundy value " + value.grundy->text();
  if (value.remoteness) text += fmt::format(", remoteness {}", *value.remoteness);
  return text;
}

std::string_view dot_style(Outcome outcome) {
  switch (outcome) {
    case Outcome::P: return ", style=filled, fillcolor=\"#e03e1a\", fontcolor=white";
    case Outcome::N: return "";
    case Outcome::draw: return ", style=dashed";
  }
  return "";
}

}  // namespace

ValuedGraph valued_graph(const std::vector<std::shared_ptr<const Game>>& games, PositionGraph graph) {
  ValuedGraph valued;
  valued.name = game_names(games);
  for (PositionGraph::Node& found : graph.nodes) {
    ValuedGraph::Node node;
    if (const NamedPositions named = named_positions(games, found.position); named.compound != Compound::disjunctive) {
      valued.compound = named.compound;
      node.text = line_of(*games[0], found.position[0].position);
      for (const Component& component : named.sum)
        node.position.push_back(position_json(*named.games[component.game], component.position));
      node.value = std::move(found.value);
      valued.nodes.push_back(std::move(node));
      continue;
    }
    for (Component& component : found.position) {
      node.text += (node.text.empty() ? "" : " + ") + line_of(*games[component.game], component.position);
      if (component.obliged) {
        node.text += "!";
        node.obliged = node.position.size();
      }
      node.position.push_back(position_json(*games[component.game], component.position));
    }
    if (node.position.empty()) node.text = "nothing";
    node.value = std::move(found.value);
    valued.nodes.push_back(std::move(node));
  }
  valued.edges = std::move(graph.edges);
  return valued;
}

void write_dot(Sink& out, const ValuedGraph& graph) {
  out.print("digraph {} {{\n  node [shape=box, fontname=\"sans-serif\"];\n", dot_string(graph.name));
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ValuedGraph::Node& node = graph.nodes[i];
    out.print("  n{} [label={}{}];\n", i, dot_string(node.text + "\n" + value_text(node.value)), dot_style(node.value.outcome));
  }
  for (const PositionGraph::Edge& edge : graph.edges) {
    out.print("  n{} -> n{}", edge.from, edge.to);
    const bool wins = graph.nodes[edge.from].value.outcome == Outcome::N &&
                      graph.nodes[edge.to].value.outcome == (edge.kind == MoveKind::again ? Outcome::N : Outcome::P);
    if (!edge.label.empty()) out.print(" [label={}{}]", dot_string(edge.label), wins ? ", style=bold" : "");
    else if (wins) out.write(" [style=bold]");
    out.write(";\n");
  }
  out.write("}\n");
}

void write_graphml(Sink& out, const ValuedGraph& graph) {
  out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  for (const std::string_view key : {"position", "outcome", "grundy", "remoteness"})
    out.print("  <key id=\"{0}\" for=\"node\" attr.name=\"{0}\" attr.type=\"{1}\"/>\n", key,
              key == "remoteness" ? "long" : "string");
  out.write("  <key id=\"label\" for=\"edge\" attr.name=\"label\" attr.type=\"string\"/>\n");
  out.print("  <graph id=\"{}\" edgedefault=\"directed\">\n", xml_text(graph.name));
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const ValuedGraph::Node& node = graph.nodes[i];
    out.print("    <node id=\"n{}\"><data key=\"position\">{}</data><data key=\"outcome\">{}</data>", i, xml_text(node.text),
              outcome_name(node.value.outcome));
    if (node.value.grundy) out.print("<data key=\"grundy\">{}</data>", node.value.grundy->text());
    if (node.value.remoteness) out.print("<data key=\"remoteness\">{}</data>", *node.value.remoteness);
    out.write("</node>\n");
  }
  for (const PositionGraph::Edge& edge : graph.edges) {
    out.print("    <edge source=\"n{}\" target=\"n{}\">", edge.from, edge.to);
    if (!edge.label.empty()) out.print("<data key=\"label\">{}</data>", xml_text(edge.label));
    out.write("</edge>\n");
  }
  out.write("  </graph>\n</graphml>\n");
}

Picture picture_of(const ValuedGraph& graph, const std::optional<std::string>& title) {
  DrawnGraph drawn;
  if (!graph.nodes.empty()) drawn.title = title.value_or(fmt::format("{}: moves from {}", graph.name, graph.nodes[0].text));
  for (const ValuedGraph::Node& node : graph.nodes)
    drawn.nodes.push_back({node.text,
                           node.value.grundy ? node.value.grundy->text() : std::string(outcome_name(node.value.outcome)),
                           node.value.outcome});
  for (const PositionGraph::Edge& edge : graph.edges) drawn.edges.push_back({edge.from, edge.to, edge.label});
  return graph_picture(drawn);
}

Json to_json(const ValuedGraph& graph) {
  Json json;
  json["game"] = graph.name;
  if (graph.compound != Compound::disjunctive) json["sum"] = name(graph.compound);
  json["nodes"] = Json::array();
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    Json node;
    node["id"] = i;
    node["position"] = graph.nodes[i].position;
    if (graph.nodes[i].obliged) node["obliged"] = *graph.nodes[i].obliged;
    add_value(node, graph.nodes[i].value);
    json["nodes"].push_back(std::move(node));
  }
  json["edges"] = Json::array();
  for (const PositionGraph::Edge& edge : graph.edges) {
    json["edges"].push_back({{"from", edge.from}, {"to", edge.to}, {"label", edge.label.empty() ? Json() : Json(edge.label)}});
    if (edge.kind != MoveKind::ordinary) json["edges"].back()["kind"] = name(edge.kind);
  }
  return json;
}

}  // namespace bouton
