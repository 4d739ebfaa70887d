// Games on graphs against what is proved of them, and against searches that know nothing of the rule files.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

using Edges = std::vector<std::pair<int, int>>;

/// "edges 4: 1-2 2-3", with vertices counted from 1.
std::string graph_text(int vertices, const Edges& edges) {
  std::string text = "edges " + std::to_string(vertices) + ":";
  for (const auto& [a, b] : edges) text += " " + std::to_string(a) + "-" + std::to_string(b);
  return text;
}

Edges arbitrary_edges(int vertices, int most, const std::function<bool(int, int)>& may) {
  std::set<std::pair<int, int>> edges = {{1, 2}};
  for (int i = *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, most)); i > 0; --i) {
    const int a = *rc::gen::inRange(1, vertices + 1), b = *rc::gen::inRange(1, vertices + 1);
    if (a != b && may(std::min(a, b), std::max(a, b))) edges.emplace(std::min(a, b), std::max(a, b));
  }
  return {edges.begin(), edges.end()};
}

/// Nimstring by the theory of entailing moves (Winning Ways, chapter 12), from its rules alone: whoever takes a coin moves
/// again, wherever he likes. A position has a nimber, or is loony: it wins with whatever it is added to.
class Nimstring {
 public:
  Nimstring(int vertices, Edges edges) : vertices_(vertices), edges_(std::move(edges)) {}

  /// Of the strings in `left`; nothing for a loony position. A position P(n) beside a heap of n exists for one n at most. An
  /// option that takes a coin leaves the same player to move, so that all of them must have the value n.
  std::optional<unsigned> value(unsigned left) {
    if (const auto known = values_.find(left); known != values_.end()) return known->second;
    std::set<unsigned> ordinary;
    std::optional<unsigned> entailed;
    bool takes = false, loony = false;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      if ((left >> e & 1) == 0) continue;
      const unsigned after = left & ~(1U << e);
      const std::optional<unsigned> option = value(after);
      if (!takes_coin(after, edges_[e])) {
        if (option) ordinary.insert(*option);
        continue;
      }
      if (!option || (takes && option != entailed)) loony = true;
      takes = true;
      entailed = option;
    }
    std::optional<unsigned> result;
    if (!takes) {
      result = 0;
      while (ordinary.contains(*result)) ++*result;
    } else if (!loony && !ordinary.contains(*entailed)) {
      result = entailed;
    }
    return values_[left] = result;
  }
  /// Whether some coin hangs on one string.
  bool can_take(unsigned left) const {
    for (int v = 2; v <= vertices_; ++v)
      if (degree(left, v) == 1) return true;
    return false;
  }

 private:
  int degree(unsigned left, int v) const {
    int count = 0;
    for (std::size_t e = 0; e < edges_.size(); ++e)
      if ((left >> e & 1) != 0 && (edges_[e].first == v || edges_[e].second == v)) ++count;
    return count;
  }
  bool takes_coin(unsigned after, const std::pair<int, int>& cut) const {
    return (cut.first != 1 && degree(after, cut.first) == 0) || degree(after, cut.second) == 0;
  }

  int vertices_;
  Edges edges_;
  std::map<unsigned, std::optional<unsigned>> values_;
};

RC_GTEST_PROP(NimstringRules, AgreeWithTheTheoryAndWithTheFormByOrdinaryMoves, ()) {
  const int vertices = *rc::gen::inRange(3, 7);
  const Edges edges = arbitrary_edges(vertices, 9, [](int, int) { return true; });
  Nimstring truth(vertices, edges);
  GameUnderTest game("nimstring", {{"graph", graph_text(vertices, edges)}});
  GameUnderTest settled(std::string(BOUTON_SOURCE_DIRECTORY) + "/tests/data/nimstring-settled.lua",
                        {{"graph", graph_text(vertices, edges)}});
  for (unsigned left = 0; left < 1U << edges.size(); ++left) {
    Position position;
    for (std::size_t e = 0; e < edges.size(); ++e) position.push_back((left >> e & 1) != 0 ? 0 : 1);
    const std::optional<unsigned> value = truth.value(left);
    RC_ASSERT(game.nimber(position) == (value ? Nimber(Grundy{*value}) : Nimber::loony()));
    RC_ASSERT(settled.game().rules->valid(position) == !truth.can_take(left));
    if (truth.can_take(left)) continue;
    RC_ASSERT(value.has_value());
    RC_ASSERT(settled.grundy(position) == *value);
  }
}

TEST(NimstringRules, AreSearchedByNimbersAsByAllPositions) {
  for (const char* drawing : {"edges 1-2 2-3 3-4 1-4 2-4 1-3", "edges 1-2 1-3 2-3 2-4 3-5 4-5 1-4", "cycle 6", "path 7"}) {
    const std::shared_ptr<const Game> game = GameUnderTest::load("nimstring", {{"graph", drawing}});
    Solver search({game->rules}, {}, Methods::search_alone());
    Solver nimbers({game->rules}, {}, {.only = MethodChoice{Method::nimbers}});
    const std::size_t edges = game->rules->domain().dimensions();
    for (unsigned left = 0; left < 1U << edges; ++left) {
      BigPosition position;
      for (std::size_t e = 0; e < edges; ++e) position.emplace_back((left >> e & 1) != 0 ? 0 : 1);
      const Answer by_search = search.solve({{0, position}}), by_nimbers = nimbers.solve({{0, position}});
      EXPECT_EQ(by_nimbers.value.grundy, by_search.value.grundy) << drawing << " " << left;
      EXPECT_EQ(by_nimbers.winning_moves.size(), by_search.winning_moves.size()) << drawing << " " << left;
      EXPECT_EQ(by_nimbers.solver, "nimbers");
    }
  }
}

TEST(TopEntails, HasTheLoonyStacksOfThePapers) {
  const std::shared_ptr<const Game> game = GameUnderTest::load("top-entails");
  Solver solver({game->rules}, {});
  const Table values = solver.table(Box({0}, {3000}), ValueKind::grundy);
  std::vector<std::uint64_t> loony;
  for (const auto& [heap, value] : values.loopy)
    if (value.is_loony()) loony.push_back(heap);
  EXPECT_EQ(loony, (std::vector<std::uint64_t>{1, 3, 2403, 2505}));
}

/// Fraenkel, Scheinerman and Ullman: in a bipartite graph the token's vertex is lost if and only if it is in an even kernel: a
/// set of vertices no two of which are joined, such that every other vertex is joined to an even number of them.
bool is_in_even_kernel(int vertices, const Edges& edges) {
  for (unsigned set = 1; set < 1U << vertices; set += 2) {
    std::vector<int> joined(static_cast<std::size_t>(vertices) + 1, 0);
    bool independent = true;
    for (const auto& [a, b] : edges) {
      const bool has_a = (set >> (a - 1) & 1) != 0, has_b = (set >> (b - 1) & 1) != 0;
      independent = independent && !(has_a && has_b);
      if (has_a) ++joined[static_cast<std::size_t>(b)];
      if (has_b) ++joined[static_cast<std::size_t>(a)];
    }
    if (independent && std::ranges::all_of(joined, [](int count) { return count % 2 == 0; })) return true;
  }
  return false;
}

RC_GTEST_PROP(EdgeGeography, IsLostInEvenKernelsOfBipartiteGraphs, ()) {
  const int vertices = *rc::gen::inRange(2, 8);
  const Edges edges = arbitrary_edges(vertices, 10, [](int a, int b) { return (a + b) % 2 == 1; });
  GameUnderTest game("edge-geography", {{"graph", graph_text(vertices, edges)}});
  const Position start(std::vector<Coordinate>(edges.size(), 0));
  RC_ASSERT((game.outcome(start) == Outcome::P) == is_in_even_kernel(vertices, edges));
}

TEST(ImpartialColourings, OfPathsAreWonForOddLengths) {
  for (const char* name : {"impartial-col", "impartial-snort"})
    for (int n = 1; n <= 16; ++n) {
      GameUnderTest game(name, {{"graph", "path " + std::to_string(n)}});
      EXPECT_EQ(game.outcome(Position(std::vector<Coordinate>(static_cast<std::size_t>(n), 0))),
                n % 2 == 1 ? Outcome::N : Outcome::P)
          << name << " " << n;
    }
}

/// A strip of n >= 3 squares is won as a heap of n + 2 in the octal game 0.007 is: Grundy's table of it is the game
/// treblecross.
TEST(TreblecrossStrip, IsWonAsTheOctalGameIs) {
  GameUnderTest octal("treblecross");
  for (Coordinate n = 3; n <= 14; ++n) {
    GameUnderTest strip("treblecross-strip", {{"squares", std::to_string(n)}});
    EXPECT_EQ(strip.outcome(Position(std::vector<Coordinate>(static_cast<std::size_t>(n), 0))), octal.outcome({n + 2})) << n;
  }
}

}  // namespace
}  // namespace bouton
