#include "engine/position/cell_shape.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/plain_text.h"
#include "engine/base/random.h"

namespace bouton {
namespace {

using Numbers = std::vector<std::uint32_t>;
constexpr std::uint32_t kMostOfGraph = CellShape::kMostCells;

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t first = text.find_first_not_of(" ,");
    if (first == std::string_view::npos) return words;
    text.remove_prefix(first);
    const std::size_t length = std::min(text.find_first_of(" ,"), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

std::optional<std::uint32_t> whole_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > kMostOfGraph) return std::nullopt;
  return number;
}

/// Adds edges, each once.
class GraphBuilder {
 public:
  explicit GraphBuilder(std::string_view text) : text_(text) {
    graph_.kind = CellShape::Kind::vertices;
    for (const std::string_view word : words_of(text)) graph_.graph += (graph_.graph.empty() ? "" : " ") + std::string(word);
  }

  [[noreturn]] void fail(std::string_view what) const {
    throw RequestError(fmt::format("graph '{}': {}", excerpt(text_), what));
  }
  void vertices(std::uint32_t count) {
    if (count < 1 || count > kMostOfGraph) fail(fmt::format("it has {} vertices, but must have 1 to {}", count, kMostOfGraph));
    graph_.vertices = count;
  }
  /// Vertices are counted from 0.
  void edge(std::uint32_t a, std::uint32_t b) {
    if (a >= graph_.vertices || b >= graph_.vertices) fail(fmt::format("there is no vertex {}", std::max(a, b) + 1));
    if (a == b) fail(fmt::format("an edge joins vertex {} to itself", a + 1));
    const auto edge = std::minmax(a, b);
    if (!seen_.insert(edge).second) return;
    graph_.edges.emplace_back(edge);
  }
  std::size_t edges() const { return graph_.edges.size(); }
  CellShape take() {
    if (graph_.edges.size() > kMostOfGraph)
      fail(fmt::format("it has {} edges, but may have at most {}", graph_.edges.size(), kMostOfGraph));
    return std::move(graph_);
  }

 private:
  std::string_view text_;
  CellShape graph_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen_;
};

void add_path(GraphBuilder& graph, const Numbers& n) {
  graph.vertices(n[0]);
  for (std::uint32_t v = 1; v < n[0]; ++v) graph.edge(v - 1, v);
}

void add_cycle(GraphBuilder& graph, const Numbers& n) {
  if (n[0] < 3) graph.fail("a cycle has at least 3 vertices");
  add_path(graph, n);
  graph.edge(0, n[0] - 1);
}

void add_grid(GraphBuilder& graph, const Numbers& n) {
  graph.vertices(n[0] * n[1]);
  for (std::uint32_t v = 0; v < n[0] * n[1]; ++v) {
    if (v % n[1] + 1 < n[1]) graph.edge(v, v + 1);
    if (v + n[1] < n[0] * n[1]) graph.edge(v, v + n[1]);
  }
}

void add_complete(GraphBuilder& graph, const Numbers& n) {
  graph.vertices(n[0]);
  for (std::uint32_t a = 0; a < n[0]; ++a)
    for (std::uint32_t b = a + 1; b < n[0]; ++b) graph.edge(a, b);
}

void add_bipartite(GraphBuilder& graph, const Numbers& n) {
  graph.vertices(n[0] + n[1]);
  for (std::uint32_t a = 0; a < n[0]; ++a)
    for (std::uint32_t b = 0; b < n[1]; ++b) graph.edge(a, n[0] + b);
}

void add_star(GraphBuilder& graph, const Numbers& n) { add_bipartite(graph, {1, n[0]}); }

void add_random(GraphBuilder& graph, const Numbers& n) {
  graph.vertices(n[0]);
  if (n[1] > n[0] * (n[0] - 1) / 2) graph.fail("it has more edges than pairs of vertices");
  Random random(n[2]);
  while (graph.edges() < n[1]) {
    const auto a = static_cast<std::uint32_t>(random.below(n[0])), b = static_cast<std::uint32_t>(random.below(n[0]));
    if (a != b) graph.edge(a, b);
  }
}

void add_tree(GraphBuilder& graph, const Numbers& parents) {
  graph.vertices(static_cast<std::uint32_t>(parents.size()) + 1);
  for (std::uint32_t i = 0; i < parents.size(); ++i) {
    if (parents[i] < 1 || parents[i] > i + 1) graph.fail(fmt::format("the parent of vertex {} is not one before it", i + 2));
    graph.edge(parents[i] - 1, i + 1);
  }
}

/// Words such as "1-2", perhaps after "4:". Two edges between the same vertices are another graph, which cannot be said.
void add_edges(GraphBuilder& graph, std::vector<std::string_view> words) {
  std::optional<std::uint32_t> count;
  if (!words.empty() && words[0].ends_with(':')) {
    count = whole_number(words[0].substr(0, words[0].size() - 1));
    if (!count) graph.fail(fmt::format("'{}' is not a number of vertices", words[0]));
    words.erase(words.begin());
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  std::uint32_t greatest = 1;
  for (const std::string_view word : words) {
    const std::size_t dash = word.find('-');
    const auto a = whole_number(word.substr(0, dash));
    const auto b = dash == std::string_view::npos ? std::nullopt : whole_number(word.substr(dash + 1));
    if (!a || !b || *a < 1 || *b < 1) graph.fail(fmt::format("'{}' is not an edge such as 1-2", word));
    edges.emplace_back(*a - 1, *b - 1);
    greatest = std::max({greatest, *a, *b});
  }
  graph.vertices(count.value_or(greatest));
  for (const auto& [a, b] : edges) {
    const std::size_t before = graph.edges();
    graph.edge(a, b);
    if (graph.edges() == before)
      graph.fail(fmt::format("the edge {}-{} is there twice, and two vertices have at most one", a + 1, b + 1));
  }
}

struct GraphFamily {
  std::size_t numbers;
  void (*add)(GraphBuilder& graph, const Numbers& numbers);
};

const std::map<std::string_view, GraphFamily>& families() {
  static const std::map<std::string_view, GraphFamily> kFamilies = {
      {"path", {1, &add_path}},         {"cycle", {1, &add_cycle}},         {"grid", {2, &add_grid}},
      {"complete", {1, &add_complete}}, {"bipartite", {2, &add_bipartite}}, {"star", {1, &add_star}},
      {"random", {3, &add_random}},
  };
  return kFamilies;
}

/// A position whose graph is part of it: "cycle 5 = ..X..", "cycle 5" or "..X..".
struct GraphText {
  std::string graph;  ///< with one blank between its words; empty where there is none
  std::string_view states;

  explicit GraphText(std::string_view text) {
    const std::size_t equals = text.find('=');
    const bool only_states = equals == std::string_view::npos && text.find(' ') == std::string_view::npos;
    for (const std::string_view word : words_of(only_states ? "" : text.substr(0, equals))) {
      if (!graph.empty()) graph += ' ';
      graph += word;
    }
    states = only_states ? text : equals == std::string_view::npos ? "" : text.substr(equals + 1);
    states.remove_prefix(std::min(states.find_first_not_of(' '), states.size()));
  }
};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

std::uint32_t CellShape::cells() const {
  switch (kind) {
    case Kind::board: return rows * columns;
    case Kind::vertices: return vertices;
    default: return static_cast<std::uint32_t>(edges.size());
  }
}

std::string CellShape::cell_name(std::uint32_t cell) const {
  if (kind == Kind::edges) return fmt::format("{}-{}", edges[cell].first + 1, edges[cell].second + 1);
  if (kind == Kind::vertices) return std::to_string(cell + 1);
  std::string letters;
  for (std::uint32_t column = cell % columns + 1; column > 0; column = (column - 1) / 26)
    letters.insert(letters.begin(), static_cast<char>('a' + (column - 1) % 26));
  return letters + std::to_string(cell / columns + 1);
}

std::optional<std::uint32_t> CellShape::cell_named(std::string_view name) const {
  std::string lower(name);
  for (char& c : lower)
    if (is_letter(c)) c = static_cast<char>(c | 0x20);
  for (std::uint32_t cell = 0; cell < cells(); ++cell)
    if (cell_name(cell) == lower) return cell;
  return std::nullopt;
}

std::string CellShape::text(PositionView position) const {
  std::string text;
  spell([&](std::uint32_t i) { return position[i]; }, [&](std::string_view piece) { text += piece; });
  return text;
}

namespace {

/// Rows and columns where `text` is the size of a board, "5x8", and not made of states.
std::optional<std::pair<std::uint32_t, std::uint32_t>> size_in(std::string_view text, std::string_view states) {
  const std::size_t sign = text.find('x');
  if (sign == std::string_view::npos || text.find_first_not_of(states) == std::string_view::npos) return std::nullopt;
  const auto rows = whole_number(text.substr(0, sign)), columns = whole_number(text.substr(sign + 1));
  if (!rows || !columns) return std::nullopt;
  return std::pair(*rows, *columns);
}

}  // namespace

std::optional<Position> CellShape::position(std::string_view text) const {
  if (is_board() && size_in(text, states) == std::pair(rows, columns)) return empty();
  if (!is_board()) {
    const GraphText parts(text);
    if (!parts.graph.empty() && parts.graph != graph) return std::nullopt;
    if (parts.states.empty()) return parts.graph.empty() ? std::nullopt : std::optional(empty());
    text = parts.states;
  }
  Position position;
  std::uint32_t in_row = 0;
  for (const char c : text) {
    if (c == '/' && is_board()) {
      if (in_row != columns) return std::nullopt;
      in_row = 0;
      continue;
    }
    const std::size_t state = states.find(c);
    if (state == std::string::npos) return std::nullopt;
    position.push_back(static_cast<Coordinate>(state));
    ++in_row;
  }
  const bool without_rows = text.find('/') == std::string_view::npos && !is_part_of_position();
  const bool whole = position.size() == cells() && (!is_board() || in_row == columns || without_rows);
  return whole ? std::optional(position) : std::nullopt;
}

std::optional<CellShape> CellShape::shape_of(std::string_view text) const {
  CellShape shape = *this;
  if (any_graph) {
    const GraphText parts(text);
    if (parts.graph.empty()) return std::nullopt;
    CellShape named = graph_named(parts.graph);
    shape.vertices = named.vertices;
    shape.edges = std::move(named.edges);
    shape.graph = std::move(named.graph);
  } else if (is_board() && is_part_of_position()) {
    const auto ends = static_cast<std::uint32_t>(std::ranges::count(text, '/'));
    const auto first_row = static_cast<std::uint32_t>(std::min(text.find('/'), text.size()));
    const auto size = size_in(text, states).value_or(std::pair(ends + 1, first_row));
    if (any_rows) shape.rows = size.first;
    if (any_columns) shape.columns = size.second;
    if (shape.columns == 0 || shape.rows > kMostCells || shape.columns > kMostCells) return std::nullopt;
  }
  if (shape.cells() == 0 || shape.cells() > kMostCells) return std::nullopt;
  return shape.position(text) ? std::optional(std::move(shape)) : std::nullopt;
}

CellShape graph_named(std::string_view text) {
  GraphBuilder graph(text);
  std::vector<std::string_view> words = words_of(text);
  const std::string_view name = words.empty() ? "" : words[0];
  if (!words.empty()) words.erase(words.begin());
  if (name == "edges") {
    add_edges(graph, words);
    return graph.take();
  }
  const auto family = families().find(name);
  const bool is_tree = name == "tree";
  if (!is_tree && family == families().end()) {
    std::string known;
    for (const auto& [one, unused] : families()) known += fmt::format("{}, ", one);
    graph.fail(fmt::format("it begins with one of {}tree, edges", known));
  }
  Numbers numbers;
  for (const std::string_view word : words) {
    const std::optional<std::uint32_t> number = whole_number(word);
    if (!number) graph.fail(fmt::format("'{}' is not a number from 0 to {}", word, kMostOfGraph));
    numbers.push_back(*number);
  }
  if (is_tree) add_tree(graph, numbers);
  else if (numbers.size() != family->second.numbers)
    graph.fail(fmt::format("{} takes {} numbers", name, family->second.numbers));
  else family->second.add(graph, numbers);
  return graph.take();
}

}  // namespace bouton
