#include "engine/image/graph/layered_layout.h"

#include <algorithm>
#include <set>
#include <utility>

namespace bouton {
namespace {

/// For each node the others that an edge leads to or comes from, each once.
std::vector<std::set<std::size_t>> neighbours_of(const Successors& successors) {
  std::vector<std::set<std::size_t>> neighbours(successors.size());
  for (std::size_t from = 0; from < successors.size(); ++from)
    for (const std::size_t to : successors[from]) {
      if (to == from) continue;
      neighbours[from].insert(to);
      neighbours[to].insert(from);
    }
  return neighbours;
}

/// The order of nodes within columns, with what is needed to improve it.
class Ordering {
 public:
  Ordering(Columns columns, std::vector<std::set<std::size_t>> neighbours)
      : columns_(std::move(columns)),
        neighbours_(std::move(neighbours)),
        place_(neighbours_.size()),
        column_(neighbours_.size()) {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (const std::size_t node : columns_[c]) column_[node] = c;
    note_places();
  }

  Columns improved() {
    constexpr int kSweeps = 12;
    Columns best = columns_;
    std::size_t fewest = crossings();
    for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
      for (std::size_t i = 1; i < columns_.size(); ++i) {
        const std::size_t at = sweep % 2 == 0 ? i : columns_.size() - 1 - i;
        order_by_means(at, sweep % 2 == 0 ? at - 1 : at + 1);
      }
      const std::size_t now = crossings();
      if (now >= fewest) continue;
      fewest = now;
      best = columns_;
    }
    return best;
  }

 private:
  void note_places() {
    for (const std::vector<std::size_t>& column : columns_)
      for (std::size_t i = 0; i < column.size(); ++i)
        place_[column[i]] = static_cast<double>(i) - (static_cast<double>(column.size()) - 1) / 2;
  }

  void order_by_means(std::size_t at, std::size_t beside) {
    std::vector<std::pair<double, std::size_t>> means;
    for (const std::size_t node : columns_[at]) {
      double sum = 0;
      std::size_t count = 0;
      for (const std::size_t other : neighbours_[node])
        if (column_[other] == beside) sum += place_[other], ++count;
      means.emplace_back(count == 0 ? place_[node] : sum / static_cast<double>(count), node);
    }
    std::ranges::stable_sort(means, {}, &std::pair<double, std::size_t>::first);
    for (std::size_t i = 0; i < means.size(); ++i) columns_[at][i] = means[i].second;
    note_places();
  }

  /// Of lines between neighbouring columns.
  std::size_t crossings() const {
    std::size_t count = 0;
    for (std::size_t c = 0; c + 1 < columns_.size(); ++c) {
      std::vector<std::pair<double, double>> lines;
      for (const std::size_t from : columns_[c])
        for (const std::size_t to : neighbours_[from])
          if (column_[to] == c + 1) lines.emplace_back(place_[from], place_[to]);
      for (std::size_t i = 0; i < lines.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          if ((lines[i].first - lines[j].first) * (lines[i].second - lines[j].second) < 0) ++count;
    }
    return count;
  }

  Columns columns_;
  std::vector<std::set<std::size_t>> neighbours_;
  std::vector<double> place_;  ///< of each node, from the middle of its column
  std::vector<std::size_t> column_;
};

}  // namespace

Columns columns_by_distance(const Successors& successors) {
  Columns columns = {{0}};
  std::vector<bool> reached(successors.size(), false);
  reached[0] = true;
  std::size_t placed = 1;
  while (true) {
    std::vector<std::size_t> next_column;
    for (const std::size_t from : columns.back())
      for (const std::size_t next : successors[from]) {
        if (reached[next]) continue;
        reached[next] = true;
        next_column.push_back(next);
      }
    if (next_column.empty()) break;
    placed += next_column.size();
    columns.push_back(std::move(next_column));
  }
  if (placed < successors.size()) {
    columns.emplace_back();
    for (std::size_t node = 0; node < successors.size(); ++node)
      if (!reached[node]) columns.back().push_back(node);
  }
  return columns;
}

std::optional<Columns> columns_by_longest_way(const Successors& successors) {
  std::vector<std::size_t> incoming(successors.size(), 0), column(successors.size(), 0), ready;
  for (const std::vector<std::size_t>& nodes : successors)
    for (const std::size_t to : nodes) ++incoming[to];
  for (std::size_t node = 0; node < successors.size(); ++node)
    if (incoming[node] == 0) ready.push_back(node);
  Columns columns;
  for (std::size_t done = 0; done < ready.size(); ++done) {
    const std::size_t from = ready[done];
    if (columns.size() <= column[from]) columns.resize(column[from] + 1);
    columns[column[from]].push_back(from);
    for (const std::size_t to : successors[from]) {
      column[to] = std::max(column[to], column[from] + 1);
      if (--incoming[to] == 0) ready.push_back(to);
    }
  }
  if (ready.size() < successors.size()) return std::nullopt;
  return columns;
}

LayeredLayout layered_layout(const Successors& successors, const Columns& columns) {
  const Columns ordered = Ordering(columns, neighbours_of(successors)).improved();
  LayeredLayout layout{std::vector<NodePlace>(successors.size()), ordered.size(), 0};
  for (const std::vector<std::size_t>& column : ordered) layout.rows = std::max(layout.rows, column.size());
  for (std::size_t c = 0; c < ordered.size(); ++c)
    for (std::size_t i = 0; i < ordered[c].size(); ++i)
      layout.places[ordered[c][i]] = {c, static_cast<double>(i) + static_cast<double>(layout.rows - ordered[c].size()) / 2};
  return layout;
}

}  // namespace bouton
