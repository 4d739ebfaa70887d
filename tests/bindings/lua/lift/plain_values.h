// The values of positions by the definitions alone, from the options that the interpreted rule names.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engine/base/errors.h"
#include "engine/rules/rules.h"

namespace bouton::lua {

/// All that lies below some positions. Symmetries are not made use of.
class PlainValues {
 public:
  using Node = std::size_t;

  /// Explores up to `most_nodes` positions.
  PlainValues(const Rules& rules, std::size_t most_nodes) : rules_(rules), most_nodes_(most_nodes) {}

  /// False where there are too many positions below.
  bool add(const Position& position) {
    node(position);
    while (explored_ < positions_.size()) {
      if (positions_.size() > most_nodes_) return false;
      explore(explored_++);
    }
    return true;
  }

  /// After everything was added: the values of all positions.
  void solve() {
    failing_.assign(positions_.size(), false);
    for (Node n = 0; n < positions_.size(); ++n) failing_[n] = error_[n];
    spread(failing_);
    find_outcomes();
    loopy_ = !find_grundy_values();
  }

  bool splits() const { return splits_; }
  /// Whether some play never ends.
  bool loopy() const { return loopy_; }
  std::optional<Node> find(const Position& position) const {
    const auto found = nodes_.find(position);
    if (found == nodes_.end()) return std::nullopt;
    return found->second;
  }
  /// Whether the rule raises an error at the position or at one below it.
  bool fails(Node n) const { return failing_[n]; }
  /// The rest are of positions that do not fail; without splits.
  Outcome outcome(Node n) const { return outcome_[n]; }
  Remoteness remoteness(Node n) const { return remoteness_[n]; }  ///< 0 for a draw
  /// Where play ends.
  std::uint32_t grundy(Node n) const { return grundy_[n]; }
  /// Each option is a list of positions.
  const std::vector<std::vector<Node>>& options(Node n) const { return options_[n]; }
  const Position& position(Node n) const { return positions_[n]; }

 private:
  Node node(const Position& position) {
    const auto [found, is_new] = nodes_.try_emplace(position, positions_.size());
    if (is_new) positions_.push_back(position);
    return found->second;
  }

  void explore(Node n) {
    options_.emplace_back();
    error_.push_back(false);
    const Position position = positions_[n];
    try {
      Options options;
      rules_.reference_options(position, options);
      for (std::size_t i = 0; i < options.size(); ++i) {
        std::vector<Node> parts;
        for (std::size_t part = 0; part < options[i].size(); ++part) parts.push_back(node(Position(options[i][part])));
        splits_ = splits_ || parts.size() != 1;
        options_[n].push_back(std::move(parts));
      }
    } catch (const RuleError&) {
      options_[n].clear();
      error_[n] = true;
    }
  }

  /// Adds every position that has one below it.
  void spread(std::vector<bool>& marked) const {
    for (bool changed = true; changed;) {
      changed = false;
      for (Node n = 0; n < positions_.size(); ++n) {
        if (marked[n]) continue;
        for (const std::vector<Node>& option : options_[n])
          for (const Node to : option) marked[n] = marked[n] || marked[to];
        changed = changed || marked[n];
      }
    }
  }

  /// In round r exactly the positions of remoteness r are decided.
  void find_outcomes() {
    const std::size_t count = positions_.size();
    outcome_.assign(count, Outcome::draw);
    remoteness_.assign(count, 0);
    if (splits_) return;
    for (Node n = 0; n < count; ++n)
      if (options_[n].empty() && !error_[n])
        outcome_[n] = rules_.play() == Play::by_position ? rules_.terminal_outcome(positions_[n])
                                                         : bouton::terminal_outcome(rules_.play());
    for (Remoteness round = 1;; ++round) {
      std::vector<std::pair<Node, Outcome>> decided;
      for (Node n = 0; n < count; ++n) {
        if (options_[n].empty() || outcome_[n] != Outcome::draw) continue;
        bool some_p = false, all_n = true;
        for (const std::vector<Node>& option : options_[n]) {
          some_p = some_p || outcome_[option[0]] == Outcome::P;
          all_n = all_n && outcome_[option[0]] == Outcome::N;
        }
        if (some_p || all_n) decided.emplace_back(n, some_p ? Outcome::N : Outcome::P);
      }
      if (decided.empty()) return;
      for (const auto& [n, outcome] : decided) {
        outcome_[n] = outcome;
        remoteness_[n] = round;
      }
    }
  }

  /// Of each position once its options have theirs; false where some never have.
  bool find_grundy_values() {
    grundy_.assign(positions_.size(), 0);
    std::vector<bool> known(positions_.size(), false);
    std::size_t left = positions_.size();
    for (bool changed = true; changed && left > 0;) {
      changed = false;
      for (Node n = positions_.size(); n-- > 0;) {
        if (known[n]) continue;
        std::set<std::uint32_t> seen;
        bool ready = true;
        for (const std::vector<Node>& option : options_[n]) {
          std::uint32_t sum = 0;
          for (const Node to : option) {
            ready = ready && known[to];
            sum ^= grundy_[to];
          }
          seen.insert(sum);
        }
        if (!ready) continue;
        while (seen.contains(grundy_[n])) ++grundy_[n];
        known[n] = changed = true;
        --left;
      }
    }
    return left == 0;
  }

  const Rules& rules_;
  const std::size_t most_nodes_;
  std::map<Position, Node> nodes_;
  std::vector<Position> positions_;
  std::vector<std::vector<std::vector<Node>>> options_;
  std::size_t explored_ = 0;
  std::vector<bool> error_, failing_;
  bool splits_ = false, loopy_ = false;
  std::vector<Outcome> outcome_;
  std::vector<Remoteness> remoteness_;
  std::vector<std::uint32_t> grundy_;
};

/// The outcome of a sum under misère play, by going through all sums that it can become.
class PlainMisereSums {
 public:
  using Sum = std::vector<PlainValues::Node>;
  PlainMisereSums(const PlainValues& values, std::size_t most_sums) : values_(values), most_sums_(most_sums) {}

  /// Nothing where there are too many sums.
  std::optional<Outcome> outcome(Sum sum) {
    std::ranges::sort(sum);
    if (const auto known = known_.find(sum); known != known_.end()) return known->second;
    if (known_.size() > most_sums_) return std::nullopt;
    bool any = false;
    Outcome outcome = Outcome::P;
    for (std::size_t i = 0; i < sum.size(); ++i)
      for (const std::vector<PlainValues::Node>& option : values_.options(sum[i])) {
        any = true;
        Sum next = sum;
        next.erase(next.begin() + static_cast<std::ptrdiff_t>(i));
        next.insert(next.end(), option.begin(), option.end());
        const std::optional<Outcome> found = this->outcome(std::move(next));
        if (!found) return std::nullopt;
        if (*found == Outcome::P) outcome = Outcome::N;
      }
    if (!any) outcome = Outcome::N;
    known_[sum] = outcome;
    return outcome;
  }

 private:
  const PlainValues& values_;
  const std::size_t most_sums_;
  std::map<Sum, Outcome> known_;
};

}  // namespace bouton::lua
