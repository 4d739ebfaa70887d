#include "engine/rules/blocking.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/plan/under_play.h"
#include "engine/play/match.h"
#include "engine/play/perfect.h"
#include "engine/play/session.h"
#include "engine/study/graph.h"
#include "engine/verify/verify.h"
#include "engine/why/reason.h"
#include "tests/engine/games.h"
#include "tests/engine/rules/blocking_play.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::BlockingPlay;

template <class T>
T arbitrary(T low, T high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(low, high));
}

/// Up to `most` nodes with a few options each, some named twice; without cycles options are smaller.
test::Graph arbitrary_moves(std::size_t most, bool cycles) {
  test::Graph graph(arbitrary<std::size_t>(1, most + 1));
  for (std::size_t node = 0; node < graph.size(); ++node) {
    const std::size_t reach = cycles ? graph.size() : node;
    if (reach == 0) continue;
    for (std::size_t i = arbitrary<std::size_t>(0, 6); i-- > 0;) graph[node].push_back(arbitrary<std::size_t>(0, reach));
  }
  return graph;
}

std::shared_ptr<Game> game_of(std::shared_ptr<const Rules> rules) {
  auto game = std::make_shared<Game>();
  game->name = "blocked";
  game->rules = std::move(rules);
  return game;
}

Sum at(std::size_t node) { return {{0, {widen_unsigned(node)}}}; }

std::set<std::size_t> nodes_of(const std::vector<Move>& moves) {
  std::set<std::size_t> nodes;
  for (const Move& move : moves) nodes.insert(move.to[0][0].get_ui());
  return nodes;
}

/// What a solver says of a node beside play by the definition.
void check_node(const BlockingPlay& play, Solver& solver, std::size_t node, std::uint64_t most) {
  const OutcomeAndRemoteness expected = play.values()[node];
  const Answer answer = solver.solve(at(node), 1000, Wanted::only(ValueKind::remoteness));
  RC_ASSERT(answer.value.outcome == expected.outcome);
  RC_ASSERT(answer.value.remoteness == expected.remoteness);
  RC_ASSERT(!answer.value.grundy);
  RC_ASSERT(answer.forbid.has_value());
  RC_ASSERT(answer.forbid->size() <= most);
  const std::set<std::size_t> winning = nodes_of(answer.winning_moves), forbidden = nodes_of(*answer.forbid);
  if (expected.outcome == Outcome::N) {
    RC_ASSERT(forbidden.empty());
    for (const std::size_t option : play.options(node))
      RC_ASSERT(winning.contains(option) == (play.values()[option].outcome == Outcome::P));
  } else {
    RC_ASSERT(winning.empty());
    // What is to be forbidden does it, and nothing less.
    RC_ASSERT(play.after_forbidding(node, forbidden) == expected.outcome);
    for (const std::size_t option : forbidden) {
      std::set<std::size_t> less = forbidden;
      less.erase(option);
      RC_ASSERT(play.after_forbidding(node, less) != expected.outcome);
    }
  }
}

/// Ten thousand generated games over time: a hundred cases, each of a hundred games.
void check_games(bool cycles) {
  for (std::uint64_t i = 0; i < test::cases(10, 100); ++i) {
    const test::Graph graph = arbitrary_moves(cycles ? 9 : 14, cycles);
    const auto most = arbitrary<std::uint64_t>(1, 4);
    const Play convention = arbitrary(0, 2) == 0 ? Play::normal : Play::misere;
    const BlockingPlay play(graph, most, convention);
    const auto rules = with_blocking(test::graph_game(graph, convention), most);
    RC_ASSERT(rules->blocking() == most);
    RC_ASSERT(play_as_written(*rules) == convention);
    Solver solver({rules}, Budget());
    for (std::size_t node = graph.size(); node-- > 0;) check_node(play, solver, node, most);
    const Box box({0}, {static_cast<Coordinate>(graph.size()) - 1});
    Solver fresh({rules}, Budget());
    const Table outcomes = fresh.table(box, ValueKind::outcome), moves = fresh.table(box, ValueKind::remoteness);
    for (std::size_t node = 0; node < graph.size(); ++node) {
      RC_ASSERT(outcomes.outcome(node) == play.values()[node].outcome);
      RC_ASSERT(moves.remoteness(node) == play.values()[node].remoteness);
    }
  }
}

RC_GTEST_PROP(Blocking, IsWhatPlayWithTheForbiddenSetAsPartOfTheStateSays, ()) { check_games(false); }

RC_GTEST_PROP(Blocking, IsThatAlsoWherePlayNeedNotEnd, ()) { check_games(true); }

/// The largest set of options that is forbidden by best_to_forbid, beside what it should do.
RC_GTEST_PROP(Blocking, IsDoneBestByWhoSeesAll, ()) {
  for (std::uint64_t i = 0; i < test::cases(10, 100); ++i) {
    const test::Graph graph = arbitrary_moves(9, arbitrary(0, 2) == 0);
    const auto most = arbitrary<std::uint64_t>(1, 4);
    const Play convention = arbitrary(0, 2) == 0 ? Play::normal : Play::misere;
    const BlockingPlay play(graph, most, convention);
    Solver solver({with_blocking(test::graph_game(graph, convention), most)}, Budget());
    for (std::size_t node = 0; node < graph.size(); ++node) {
      const std::vector<MoveValue> moves = solver.moves(at(node));
      const std::vector<std::size_t> numbers = best_to_forbid(moves, most, convention);
      RC_ASSERT(numbers.size() <= most);
      std::set<std::size_t> forbidden;
      std::vector<MoveValue> left = moves;
      for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
        forbidden.insert(moves[*number].move.to[0][0].get_ui());
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(*number));
      }
      RC_ASSERT(forbidden.size() == numbers.size());
      const OutcomeAndRemoteness expected = play.values()[node];
      RC_ASSERT(play.after_forbidding(node, forbidden) == expected.outcome);
      if (expected.outcome == Outcome::draw || left.empty()) continue;
      // The move that sees all then lasts for as long as best play does.
      const MoveValue& chosen = left[perfect_move(left)];
      RC_ASSERT(chosen.value.remoteness.has_value());
      RC_ASSERT(*chosen.value.remoteness + 1 == *expected.remoteness);
    }
  }
}

TEST(Blocking, OfNothingIsTheGameItself) {
  const auto rules = test::wythoff();
  EXPECT_EQ(with_blocking(rules, 0), rules);
}

TEST(Blocking, CountsOptionsAsTheRuleGivesThem) {
  // From (1, 1) there are (0, 1), (1, 0) and (0, 0): the first two are the same under the symmetry, and count as two.
  for (const bool symmetric : {false, true}) {
    Solver solver({with_blocking(test::wythoff(Play::normal, symmetric), 2)}, Budget());
    EXPECT_EQ(solver.outcome({{0, {0, 1}}}), Outcome::P);
    EXPECT_EQ(solver.outcome({{0, {1, 1}}}), Outcome::N);
    EXPECT_EQ(solver.table(Box({0, 0}, {30, 30}), ValueKind::outcome).cells,
              Solver({with_blocking(test::wythoff(Play::normal, false), 2)}, Budget(), {.kernels = false})
                  .table(Box({0, 0}, {30, 30}), ValueKind::outcome)
                  .cells);
  }
}

TEST(Blocking, OfOnePileLeavesTheFirstHeapsLost) {
  for (const std::uint64_t most : {1U, 2U, 5U}) {
    Solver solver({with_blocking(test::nim(), most)}, Budget());
    for (Coordinate n = 0; n < 20; ++n)
      EXPECT_EQ(solver.outcome({{0, {widen(n)}}}), n <= static_cast<Coordinate>(most) ? Outcome::P : Outcome::N) << n;
  }
}

TEST(Blocking, OfTwoOnWythoffHasLinearPositions) {
  // U. Larsson (2011): (n, 2n + 1) and (n, 2n + 2), and (0, 0).
  Solver solver({with_blocking(test::wythoff(), 2)}, Budget());
  const Table table = solver.table(Box({0, 0}, {40, 90}), ValueKind::outcome);
  for (Coordinate a = 0; a <= 40; ++a)
    for (Coordinate b = a; b <= 90; ++b) {
      const bool lost = (a == 0 && b == 0) || b == 2 * a + 1 || b == 2 * a + 2;
      EXPECT_EQ(table.outcome(table.box.index(Position{a, b})), lost ? Outcome::P : Outcome::N) << a << "," << b;
    }
}

TEST(Blocking, HasNeitherSumsNorGrundyValues) {
  const auto rules = with_blocking(test::nim(), 1);
  Solver solver({rules, test::nim()}, Budget());
  EXPECT_THROW(solver.grundy({{0, {3}}}), RequestError);
  EXPECT_THROW(solver.outcome({{0, {3}}, {0, {4}}}), RequestError);
  EXPECT_THROW(solver.solve({{0, {3}}, {1, {4}}}), RequestError);
  EXPECT_THROW(solver.table(Box({0}, {9}), ValueKind::grundy), RequestError);
  EXPECT_THROW(solver.outcome({{0, {3}, true}}), RequestError);
  EXPECT_EQ(solver.outcome({{1, {3}}, {1, {3}}}), Outcome::P);
}

TEST(Blocking, RefusesWhatItHasNoMeaningFor) {
  EXPECT_THROW(with_blocking(test::drawing_game(), 1), RequestError);
  Solver solver({with_blocking(test::kayles(), 1)}, Budget());
  EXPECT_THROW(solver.outcome({{0, {5}}}), RuleError);
}

TEST(Blocking, GoesWithBothConventions) {
  const auto normal = with_blocking(test::nim(), 1);
  const auto misere = under_play(normal, Play::misere);
  EXPECT_EQ(misere->blocking(), 1U);
  EXPECT_EQ(play_as_written(*misere), Play::misere);
  EXPECT_EQ(under_play(misere, Play::misere), misere);
  Solver solver({misere}, Budget());
  // Nothing left wins. Of 1 the only option is forbidden or won by the other; of 2 that to 1, which is N, is left.
  EXPECT_EQ(solver.outcome({{0, {0}}}), Outcome::N);
  EXPECT_EQ(solver.outcome({{0, {1}}}), Outcome::P);
  EXPECT_EQ(solver.outcome({{0, {2}}}), Outcome::P);
  EXPECT_EQ(solver.outcome({{0, {3}}}), Outcome::N);
}

TEST(Blocking, IsPlayedInTwoSteps) {
  Session session({with_blocking(test::nim(), 1)}, {{0, {3}}});
  EXPECT_EQ(session.may_forbid(), 1U);
  EXPECT_EQ(session.moves().size(), 3U);
  EXPECT_THROW(session.forbid({0, 1}), RequestError);
  EXPECT_THROW(session.forbid({3}), RequestError);
  session.forbid({1});  // to 1
  EXPECT_EQ(session.may_forbid(), 0U);
  EXPECT_THROW(session.forbid({0}), RequestError);
  ASSERT_EQ(session.moves().size(), 2U);
  EXPECT_EQ(session.forbidden(0).at(0).to, std::vector<BigPosition>{{1}});
  session.play(0);  // to 2
  EXPECT_EQ(session.position()[0].position, BigPosition{2});
  session.forbid({1});  // to 0
  session.play(0);      // to 1
  EXPECT_FALSE(session.over());
  session.forbid({0});
  EXPECT_TRUE(session.over());
  EXPECT_EQ(session.result(), Outcome::P);
  session.undo(2);
  EXPECT_EQ(session.may_forbid(), 0U);
  EXPECT_EQ(session.moves().size(), 2U);
  session.redo(1);
  EXPECT_EQ(session.moves().size(), 1U);
  session.play(0);
  EXPECT_EQ(session.may_forbid(), 1U);
}

/// Whoever can win does, as the one who moves and as the one who forbids.
RC_GTEST_PROP(Blocking, IsWonByWhoSeesAll, ()) {
  for (std::uint64_t i = 0; i < test::cases(5, 100); ++i) {
    const test::Graph graph = arbitrary_moves(14, false);
    const auto most = arbitrary<std::uint64_t>(1, 4);
    const Play convention = arbitrary(0, 2) == 0 ? Play::normal : Play::misere;
    const auto game = game_of(with_blocking(test::graph_game(graph, convention), most));
    const std::size_t start = graph.size() - 1;
    Solver solver({game->rules}, Budget());
    const bool first_wins = solver.outcome(at(start)) == Outcome::N;
    Board board({game->rules});
    const auto perfect = make_player("perfect", {game}, Budget()), random = make_player("random", {game}, Budget());
    for (std::uint64_t number = 0; number < 6; ++number) {
      // The winner is whoever sees all, on the side that can win.
      const std::array<Player*, 2> sides = {first_wins == (number % 2 == 0) ? perfect.get() : random.get(),
                                            first_wins == (number % 2 == 0) ? random.get() : perfect.get()};
      const MatchResult result = play_game(board, at(start), sides, 7, number, Budget());
      const std::size_t winner = sides[0] == perfect.get() ? 0 : 1;
      RC_ASSERT(result.sides[winner].wins() == 1);
    }
  }
}

TEST(Blocking, HasAReasonAndAGraph) {
  for (const Play convention : {Play::normal, Play::misere}) {
    const Games games = {game_of(with_blocking(test::wythoff(convention), 2))};
    Solver solver({games[0]->rules}, Budget());
    for (Coordinate a = 0; a < 7; ++a)
      for (Coordinate b = 0; b < 7; ++b) {
        const Sum sum = {{0, {widen(a), widen(b)}}};
        const Reason reason = why(games, sum, solver, Budget());
        EXPECT_GE(reason.paragraphs.size(), 3U);
        EXPECT_EQ(reason.move.has_value(), solver.outcome(sum) == Outcome::N && !solver.moves(sum).empty());
      }
    const PositionGraph graph = position_graph(games, solver, {{0, {3, 3}}}, 1000, Budget());
    for (const PositionGraph::Node& node : graph.nodes) {
      EXPECT_EQ(node.value.outcome, solver.outcome(node.position));
      EXPECT_FALSE(node.value.grundy);
    }
  }
}

TEST(Blocking, IsVerified) {
  const auto game = game_of(with_blocking(test::wythoff(), 1));
  const Box box({0, 0}, {12, 12});
  for (const Check& check : verify(*game, box, Budget(), {}))
    EXPECT_FALSE(check.difference) << check.name << ": " << *check.difference;
}

}  // namespace
}  // namespace bouton
