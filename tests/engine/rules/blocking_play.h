// Blocking by its definition: what is forbidden is an explicit step of the play, and part of its state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "engine/rules/rules.h"
#include "engine/values/outcome.h"
#include "tests/engine/games.h"

namespace bouton::test {

/// Play on a graph of a few nodes with a few options each, perhaps with cycles; an option may be named twice.
class BlockingPlay {
 public:
  BlockingPlay(const Graph& graph, std::uint64_t most, Play play) : play_(play), most_(most) {
    for (const std::vector<std::size_t>& named : graph) {
      const std::set<std::size_t> distinct(named.begin(), named.end());
      options_.emplace_back(distinct.begin(), distinct.end());
    }
    decide();
  }

  const std::vector<OutcomeAndRemoteness>& values() const { return values_; }
  const std::vector<std::size_t>& options(std::size_t node) const { return options_[node]; }

  /// The outcome for the player to move at a node of which the options in the set are forbidden.
  Outcome after_forbidding(std::size_t node, const std::set<std::size_t>& forbidden) const {
    bool some_left = false, some_p = false, some_draw = false;
    for (const std::size_t option : options_[node]) {
      if (forbidden.contains(option)) continue;
      some_left = true;
      some_p = some_p || values_[option].outcome == Outcome::P;
      some_draw = some_draw || values_[option].outcome == Outcome::draw;
    }
    if (!some_left) return terminal_outcome(play_);
    return some_p ? Outcome::N : some_draw ? Outcome::draw : Outcome::P;
  }

 private:
  /// All sets of options that may be forbidden, as bits.
  std::vector<std::uint64_t> sets(std::size_t node) const {
    std::vector<std::uint64_t> sets;
    for (std::uint64_t set = 0; set < std::uint64_t{1} << options_[node].size(); ++set) {
      std::uint64_t size = 0;
      for (std::uint64_t rest = set; rest != 0; rest &= rest - 1) ++size;
      if (size <= most_) sets.push_back(set);
    }
    return sets;
  }

  /// Whether the player to move wins (`outcome` N) or loses (P) with this set forbidden, as far as `known` says.
  bool ends(std::size_t node, std::uint64_t set, Outcome outcome, const std::vector<OutcomeAndRemoteness>& known) const {
    bool some_left = false, some_p = false, all_n = true;
    for (std::size_t i = 0; i < options_[node].size(); ++i) {
      if ((set >> i & 1U) != 0) continue;
      some_left = true;
      some_p = some_p || known[options_[node][i]].outcome == Outcome::P;
      all_n = all_n && known[options_[node][i]].outcome == Outcome::N;
    }
    if (!some_left) return terminal_outcome(play_) == outcome;
    return outcome == Outcome::N ? some_p : all_n;
  }
  bool leaves_none(std::size_t node, std::uint64_t set) const { return set == (std::uint64_t{1} << options_[node].size()) - 1; }

  /// In round r exactly the nodes are decided where play lasts for r moves, the winner hastening and the loser delaying. A set
  /// that leaves no option ends play at once.
  void decide() {
    values_.assign(options_.size(), {Outcome::draw, {}});
    const std::size_t rounds = 2 * options_.size() + 1;
    for (Remoteness round = 0; round <= rounds; ++round) {
      const std::vector<OutcomeAndRemoteness> known = values_;
      for (std::size_t node = 0; node < options_.size(); ++node) {
        if (known[node].outcome != Outcome::draw) continue;
        bool lost = false, won = true;
        for (const std::uint64_t set : sets(node)) {
          const bool now = leaves_none(node, set);
          if (round == 0 && !now) {
            won = false;
            continue;
          }
          lost = lost || ends(node, set, Outcome::P, known);
          won = won && ends(node, set, Outcome::N, known);
        }
        if (won) values_[node] = {Outcome::N, round};
        if (lost) values_[node] = {Outcome::P, round};
      }
    }
  }

  Play play_;
  std::uint64_t most_;
  std::vector<std::vector<std::size_t>> options_;
  std::vector<OutcomeAndRemoteness> values_;
};

}  // namespace bouton::test
