#include "engine/search/implied.h"

#include <deque>
#include <map>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/position/options.h"
#include "engine/rules/obligations.h"

namespace bouton {
namespace {

class Deduction {
 public:
  Deduction(const Rules& rules, const Box& box, const Budget& budget) : rules_(rules), box_(box), budget_(budget) {
    Options options;
    Position position = box.low();
    do {
      budget.check_stop();
      if (!rules.valid(position)) continue;
      const std::size_t from = node_of(position);
      nodes_[from].moves_known = true;
      options.clear();
      rules.options(position, options);
      for (std::size_t i = 0; i < options.size(); ++i) add_option(from, options[i]);
      pending_.push_back(from);
    } while (box.next(position));
  }

  /// False where that contradicts what is known.
  bool set(PositionView position, Outcome outcome) { return set(node_of(position), outcome); }

  bool close() {
    while (!pending_.empty() && !contradiction_) {
      budget_.check_stop();
      const std::size_t node = pending_.front();
      pending_.pop_front();
      if (nodes_[node].moves_known) conclude(node);
    }
    return !contradiction_;
  }

  Implied result() const {
    Implied implied{empty_table(box_, ValueKind::outcome, budget_), 0, contradiction_};
    if (contradiction_) return implied;
    for (const auto& [position, node] : numbers_) {
      if (!nodes_[node].outcome || !box_.contains(position)) continue;
      implied.outcomes.cells[box_.index(position)] = static_cast<std::uint32_t>(*nodes_[node].outcome);
      ++implied.known;
    }
    return implied;
  }

 private:
  struct Node {
    std::optional<Outcome> outcome;
    bool moves_known = false;
    bool splits = false;  ///< an option is a sum, of which nothing is known
    std::vector<std::size_t> options, predecessors;
  };

  std::size_t node_of(PositionView position) {
    const auto [entry, added] = numbers_.emplace(Position(position), nodes_.size());
    if (added) nodes_.emplace_back();
    return entry->second;
  }

  void add_option(std::size_t from, const Options::Option& option) {
    if (option.is_split()) {
      nodes_[from].splits = true;
      return;
    }
    Position to(option[0]);
    rules_.normalize(to);
    const std::size_t node = node_of(box_.contains(option[0]) ? option[0] : PositionView(to));
    nodes_[from].options.push_back(node);
    nodes_[node].predecessors.push_back(from);
  }

  bool set(std::size_t node, Outcome outcome) {
    std::optional<Outcome>& known = nodes_[node].outcome;
    if (known == outcome) return true;
    if (known) {
      for (const auto& [position, number] : numbers_)
        if (number == node) contradiction_ = position;
      return false;
    }
    known = outcome;
    pending_.push_back(node);
    pending_.insert(pending_.end(), nodes_[node].predecessors.begin(), nodes_[node].predecessors.end());
    return true;
  }

  /// What the options of a position, and its own outcome, tell of each other.
  void conclude(std::size_t number) {
    const Node& node = nodes_[number];
    bool some_P = false, some_unknown = node.splits;
    std::optional<std::size_t> open;  // an option that is not known to be N
    std::size_t open_count = node.splits ? 2 : 0;
    for (const std::size_t option : node.options) {
      const std::optional<Outcome>& outcome = nodes_[option].outcome;
      some_P |= outcome == Outcome::P;
      some_unknown |= !outcome;
      if (outcome != Outcome::N && open != option) {
        open = option;
        ++open_count;
      }
    }
    if (node.options.empty() && !node.splits) {
      if (rules_.play() != Play::by_position) set(number, terminal_outcome(rules_.play()));
      return;
    }
    if (some_P) set(number, Outcome::N);
    else if (!some_unknown) set(number, Outcome::P);
    if (node.outcome == Outcome::P)
      for (const std::size_t option : node.options) set(option, Outcome::N);
    if (node.outcome == Outcome::N && open_count == 1) set(*open, Outcome::P);
  }

  const Rules& rules_;
  const Box& box_;
  const Budget& budget_;
  std::map<Position, std::size_t> numbers_;
  std::vector<Node> nodes_;
  std::deque<std::size_t> pending_;
  std::optional<Position> contradiction_;
};

}  // namespace

Implied implied_outcomes(const Rules& rules, const Box& box, const std::vector<std::pair<Position, Outcome>>& given,
                         const Budget& budget) {
  refuse_obligations(rules, "implied outcomes");
  constexpr std::size_t kBytesOfPosition = 400;  // of one with a few options
  if (box.size() > budget.memory / kBytesOfPosition) budget.check_memory(~std::size_t{0}, "the moves of this box");
  Deduction deduction(rules, box, budget);
  bool consistent = true;
  for (const auto& [position, outcome] : given) {
    if (!box.contains(position)) throw RequestError(fmt::format("{} lies outside of the box", to_string(position)));
    if (!rules.valid(position)) throw RequestError(fmt::format("{} is not a valid position", to_string(position)));
    if (outcome == Outcome::draw) throw RequestError("only P and N have consequences");
    consistent = consistent && deduction.set(position, outcome);
  }
  if (consistent) deduction.close();
  return deduction.result();
}

}  // namespace bouton
