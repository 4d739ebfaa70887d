#include "engine/entailing/entailing_search.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/entailing/plain_play.h"
#include "engine/plan/solver.h"
#include "engine/plan/under_play.h"
#include "engine/play/match.h"
#include "engine/play/session.h"
#include "engine/study/graph.h"
#include "tests/engine/entailing/entailing_play.h"
#include "tests/extent.h"

namespace bouton {
namespace {

using test::ObligingPlay;

constexpr std::size_t kNobody = ObligingPlay::kNobody;

Outcome outcome_of(bool wins) { return wins ? Outcome::N : Outcome::P; }

/// A generated game with two components of it and a heap of nim, as a solver and as play by the definition see them.
struct Match {
  explicit Match(std::size_t most, bool splits)
      : rules(std::make_shared<test::ObligingRules>(test::arbitrary_obliging_graph(most, splits))),
        play(rules->graph()),
        solver({rules, test::nim()}, Budget()) {}

  std::size_t node() const {
    return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, rules->graph().size()));
  }
  static Sum sum(const ObligingPlay::Nodes& nodes, std::size_t heap, std::size_t obliged) {
    Sum sum;
    for (const std::size_t n : nodes) sum.push_back({0, {widen_unsigned(n)}});
    sum.push_back({1, {widen_unsigned(heap)}});
    if (obliged != kNobody) sum[obliged].obliged = true;
    return sum;
  }

  std::shared_ptr<test::ObligingRules> rules;
  ObligingPlay play;
  Solver solver;
};

/// The move of the sum that a solver lists, by the definition: whether it wins.
bool wins_by(Match& match, const ObligingPlay::Nodes& nodes, std::size_t heap, const Move& move) {
  if (move.component == nodes.size()) return !match.play.wins(nodes, move.to[0][0].get_ui(), kNobody);
  test::ObligingMove made{move.kind, {}};
  for (const BigPosition& to : move.to) made.to.push_back(to[0].get_ui());
  return match.play.wins_by(nodes, heap, move.component, made);
}

/// Sums of one or two components of a generated game and a heap of nim.
void agrees_with_plain_recursion(Match& match, std::uint64_t sums) {
  for (std::uint64_t i = 0; i < sums; ++i) {
    ObligingPlay::Nodes nodes = {match.node()};
    if (i % 2 == 0) nodes.push_back(match.node());
    const std::size_t heap = *rc::gen::inRange<std::size_t>(0, 5);
    const std::size_t places = nodes.size() + 1;
    const std::size_t place = *rc::gen::inRange<std::size_t>(0, places);
    const std::size_t obliged = place < nodes.size() ? place : kNobody;
    const Sum sum = Match::sum(nodes, heap, obliged);
    RC_ASSERT(match.solver.outcome(sum) == outcome_of(match.play.wins(nodes, heap, obliged)));
    if (i % 10 != 0) continue;
    const Answer answer = match.solver.solve(sum);
    RC_ASSERT(answer.value.outcome == outcome_of(match.play.wins(nodes, heap, obliged)));
    std::size_t winning = 0;
    for (const MoveValue& move : match.solver.moves(sum)) {
      const bool wins = wins_by(match, nodes, heap, move.move);
      RC_ASSERT((move.for_opponent() == Outcome::P) == wins);
      if (obliged != kNobody) RC_ASSERT(move.move.component == obliged);
      if (wins) ++winning;
    }
    RC_ASSERT(answer.winning_moves.size() == winning);
    for (const Move& move : answer.winning_moves) RC_ASSERT(wins_by(match, nodes, heap, move));
  }
}

/// Ten thousand sums in the usual form, of a hundred games; in the long form a million, of ten thousand games.
RC_GTEST_PROP(GamesWithObligations, AreWhatPlainRecursionSays, ()) {
  for (std::uint64_t i = 0; i < test::cases(1, 100); ++i) {
    Match match(12, true);
    agrees_with_plain_recursion(match, 100);
  }
}

RC_GTEST_PROP(GamesWithObligations, HaveValuesThatSayHowTheySound, ()) {
  Match match(14, true);
  for (std::size_t node = 0; node < match.rules->graph().size(); ++node) {
    const Nimber value = *match.solver.grundy({{0, {widen_unsigned(node)}}});
    for (std::size_t heap = 0; heap < 6; ++heap)
      RC_ASSERT(match.play.wins({node}, heap, kNobody) == (!value.is_finite() || value.value() != widen_unsigned(heap)));
  }
}

RC_GTEST_PROP(GamesWithObligations, HaveTablesOfTheValuesOfTheirPositions, ()) {
  Match match(14, true);
  const auto last = static_cast<Coordinate>(match.rules->graph().size()) - 1;
  const Box box({0}, {last});
  const Table values = match.solver.table(box, ValueKind::grundy), outcomes = match.solver.table(box, ValueKind::outcome);
  for (Coordinate node = 0; node <= last; ++node) {
    const auto index = static_cast<std::uint64_t>(node);
    const Nimber value = *match.solver.grundy({{0, {widen(node)}}});
    RC_ASSERT(values.nimber(index) == value);
    RC_ASSERT(outcomes.outcome(index) == value.outcome());
  }
}

/// Of one component that nothing splits the moves are counted: the winner hastens, the loser delays.
struct Counted {
  bool wins;
  std::uint32_t moves;
};
Counted counted(const test::ObligingGraph& graph, std::size_t node) {
  std::optional<std::uint32_t> win;
  std::uint32_t loss = 0;
  for (const test::ObligingMove& move : graph[node]) {
    const Counted after = counted(graph, move.to[0]);
    const bool wins = move.kind == MoveKind::again ? after.wins : !after.wins;
    if (wins) win = std::min(win.value_or(after.moves + 1), after.moves + 1);
    else loss = std::max(loss, after.moves + 1);
  }
  return win ? Counted{true, *win} : Counted{false, loss};
}

RC_GTEST_PROP(GamesWithObligations, CountTheMovesOfOneComponent, ()) {
  Match match(10, false);
  for (std::size_t node = 0; node < match.rules->graph().size(); ++node) {
    const Counted truth = counted(match.rules->graph(), node);
    const Answer answer = match.solver.solve({{0, {widen_unsigned(node)}}}, 10, Wanted::everything());
    RC_ASSERT(answer.value.outcome == outcome_of(truth.wins));
    RC_ASSERT(answer.value.remoteness == Remoteness{truth.moves});
  }
}

/// The perfect player wins whatever it can, against all that the other may do by chance.
RC_GTEST_PROP(GamesWithObligations, ArePlayedPerfectly, ()) {
  Match match(10, true);
  const ObligingPlay::Nodes nodes = {match.node(), match.node()};
  const std::size_t heap = *rc::gen::inRange<std::size_t>(0, 4);
  const Sum sum = Match::sum(nodes, heap, kNobody);
  auto game = std::make_shared<Game>(), other = std::make_shared<Game>();
  game->name = "generated";
  game->rules = match.rules;
  other->name = "nim";
  other->rules = test::nim();
  const Games games = {game, other};
  const bool first_wins = match.play.wins(nodes, heap, kNobody);
  const auto arena = [&] {
    return Arena{Board(rules_of(games)), {make_player("perfect", games, {}), make_player("random", games, {})}};
  };
  const MatchResult result = play_match(arena, sum, 6, 1, {});
  RC_ASSERT(result.draws == 0U);
  RC_ASSERT((first_wins ? result.sides[0].wins_moving_first : result.sides[0].wins_moving_second) == 3U);
}

RC_GTEST_PROP(GamesWithObligations, HaveGraphsWithTheObligationsInThem, ()) {
  Match match(8, true);
  auto game = std::make_shared<Game>(), other = std::make_shared<Game>();
  game->rules = match.rules;
  other->rules = test::nim();
  const Sum sum = Match::sum({match.node()}, 1, kNobody);
  const PositionGraph graph = position_graph({game, other}, match.solver, sum, 100'000, {});
  std::vector<bool> wins(graph.nodes.size(), false);
  for (const PositionGraph::Edge& edge : graph.edges) {
    const Outcome to = graph.nodes[edge.to].value.outcome;
    if ((edge.kind == MoveKind::again) == (to == Outcome::N)) wins[edge.from] = true;
  }
  for (std::size_t node = 0; node < wins.size(); ++node) RC_ASSERT(graph.nodes[node].value.outcome == outcome_of(wins[node]));
}

RC_GTEST_PROP(PlainPlay, IsTheSameAsPlainRecursion, ()) {
  Match match(9, true);
  const Budget budget;
  PlainPlay play(match.rules, 1'000'000, budget);
  for (std::size_t node = 0; node < match.rules->graph().size(); ++node)
    for (const bool obliged : {false, true})
      RC_ASSERT(play.outcome(Position{static_cast<Coordinate>(node)}, 2, obliged) ==
                outcome_of(match.play.wins({node}, 2, obliged ? 0 : kNobody)));
}

/// From node 2 again to 1, from 1 entailed to 0; from 3 to 2.
std::shared_ptr<test::ObligingRules> a_game() {
  return std::make_shared<test::ObligingRules>(test::ObligingGraph{
      {}, {{MoveKind::entail, {0}}}, {{MoveKind::again, {1}}}, {{MoveKind::ordinary, {2}}, {MoveKind::again, {0}}}});
}

TEST(Obligations, SayWhoIsToMove) {
  const auto rules = a_game();
  Session session({rules}, {{0, {2}}});
  session.play(std::size_t{0});
  EXPECT_EQ(session.to_move(), Session::Player::first);
  session.play(std::size_t{0});
  EXPECT_EQ(session.to_move(), Session::Player::second);
  EXPECT_TRUE(session.position()[0].obliged);
  EXPECT_TRUE(session.over());
  session.undo(2);
  EXPECT_EQ(session.to_move(), Session::Player::first);
  EXPECT_FALSE(session.position()[0].obliged);
}

TEST(Obligations, AreForOneComponentOfASumUnderNormalPlay) {
  const auto rules = a_game();
  Solver solver({rules, test::nim(), test::nim(Play::misere)}, Budget());
  EXPECT_THROW(solver.outcome({{0, {1}, true}, {0, {2}, true}}), RequestError);
  EXPECT_THROW(solver.outcome({{2, {1}, true}}), RequestError);
  EXPECT_THROW(solver.outcome({{0, {1}}, {2, {1}}}), RequestError);
  EXPECT_THROW(under_play(rules, Play::misere), RequestError);
  // A heap in which the player to move must move, beside another: the nim-sum is to become 0 by a move in it.
  EXPECT_EQ(solver.outcome({{1, {5}, true}, {1, {3}}}), Outcome::N);
  EXPECT_EQ(solver.outcome({{1, {3}, true}, {1, {5}}}), Outcome::P);
  EXPECT_EQ(solver.solve({{1, {5}, true}, {1, {3}}}).winning_moves.size(), 1U);
  EXPECT_EQ(solver.grundy({{1, {5}, true}, {1, {3}}}), std::nullopt);
}

TEST(Obligations, HaveNoValuesWherePlayNeedNotEnd) {
  test::GamePointer loops = test::pass_nim();
  Solver solver({a_game(), loops}, Budget());
  EXPECT_THROW(solver.outcome({{0, {1}}, {1, {2, 2}}}), RequestError);
  class Endless final : public Rules {
   public:
    const Domain& domain() const override { return domain_; }
    void options(PositionView position, Options& out) const override {
      out.add(Position{1 - position[0]}, label_of(MoveKind::again, kNoLabel));
    }
    bool obliges() const override { return true; }

   private:
    Domain domain_ = Domain::fixed({{.name = "n", .least = 0, .greatest = 1}});
  };
  Solver endless({std::make_shared<Endless>()}, Budget());
  EXPECT_THROW(endless.outcome({{0, {0}}}), RequestError);
}

/// No fast way that takes moves for ordinary ones is asked.
TEST(Obligations, AreAnsweredByMethodsThatKnowThem) {
  Solver solver({a_game()}, Budget());
  const Sum sum = {{0, {3}}};
  const QuestionPlan plan = solver.plan(Question::about(Question::Of::grundy, sum[0]));
  ASSERT_EQ(plan.steps.size(), 1U);
  EXPECT_EQ(plan.steps[0].proposal.method, Method::search);
  for (const Declined& declined : plan.declined) {
    if (declined.method == Method::heap || declined.method == Method::nimbers) continue;
    EXPECT_NE(declined.reason.find("oblige"), std::string::npos) << declined.reason;
  }
}

}  // namespace
}  // namespace bouton
