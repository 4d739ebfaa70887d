#include "engine/image/automaton/automaton_layout.h"

#include <algorithm>
#include <set>

namespace bouton {
namespace {

using Columns = std::vector<std::vector<std::size_t>>;

/// For each state the others that a transition leads to or comes from, each once.
std::vector<std::set<std::size_t>> neighbours_of(const Automaton& automaton) {
  std::vector<std::set<std::size_t>> neighbours(automaton.states());
  for (std::size_t from = 0; from < automaton.states(); ++from)
    for (Letter letter = 0; letter < automaton.letters(); ++letter) {
      const State next = automaton.next(static_cast<State>(from), letter);
      if (next == kNoState || static_cast<std::size_t>(next) == from) continue;
      neighbours[from].insert(static_cast<std::size_t>(next));
      neighbours[static_cast<std::size_t>(next)].insert(from);
    }
  return neighbours;
}

Columns columns_by_distance(const Automaton& automaton) {
  Columns columns = {{0}};
  std::vector<bool> reached(automaton.states(), false);
  reached[0] = true;
  std::size_t placed = 1;
  while (true) {
    std::vector<std::size_t> next_column;
    for (const std::size_t from : columns.back())
      for (Letter letter = 0; letter < automaton.letters(); ++letter) {
        const State next = automaton.next(static_cast<State>(from), letter);
        if (next == kNoState || reached[static_cast<std::size_t>(next)]) continue;
        reached[static_cast<std::size_t>(next)] = true;
        next_column.push_back(static_cast<std::size_t>(next));
      }
    if (next_column.empty()) break;
    placed += next_column.size();
    columns.push_back(std::move(next_column));
  }
  if (placed < automaton.states()) {
    columns.emplace_back();
    for (std::size_t state = 0; state < automaton.states(); ++state)
      if (!reached[state]) columns.back().push_back(state);
  }
  return columns;
}

/// The order of states within columns, with what is needed to improve it.
class Ordering {
 public:
  Ordering(Columns columns, std::vector<std::set<std::size_t>> neighbours)
      : columns_(std::move(columns)),
        neighbours_(std::move(neighbours)),
        place_(neighbours_.size()),
        column_(neighbours_.size()) {
    for (std::size_t c = 0; c < columns_.size(); ++c)
      for (const std::size_t state : columns_[c]) column_[state] = c;
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
    for (const std::size_t state : columns_[at]) {
      double sum = 0;
      std::size_t count = 0;
      for (const std::size_t other : neighbours_[state])
        if (column_[other] == beside) sum += place_[other], ++count;
      means.emplace_back(count == 0 ? place_[state] : sum / static_cast<double>(count), state);
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
  std::vector<double> place_;  ///< of each state, from the middle of its column
  std::vector<std::size_t> column_;
};

}  // namespace

AutomatonLayout automaton_layout(const Automaton& automaton) {
  const Columns columns = Ordering(columns_by_distance(automaton), neighbours_of(automaton)).improved();
  AutomatonLayout layout{std::vector<StatePlace>(automaton.states()), columns.size(), 0};
  for (const std::vector<std::size_t>& column : columns) layout.rows = std::max(layout.rows, column.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t i = 0; i < columns[c].size(); ++i)
      layout.places[columns[c][i]] = {c, static_cast<double>(i) + static_cast<double>(layout.rows - columns[c].size()) / 2};
  return layout;
}

}  // namespace bouton
