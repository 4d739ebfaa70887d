#include "engine/plan/solver.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>

#include "engine/base/errors.h"
#include "tests/engine/brute_force.h"
#include "tests/engine/games.h"
#include "tests/engine/reports.h"

namespace bouton {
namespace {

using test::GamePointer;

Sum sum_of(std::initializer_list<BigPosition> positions, std::size_t game = 0) {
  Sum sum;
  for (const BigPosition& position : positions) sum.push_back({game, position});
  return sum;
}

Solver solver(GamePointer game) { return Solver({std::move(game)}, Budget()); }

/// The winning moves as text: "0: 3,5 | 2" for a move in component 0 to a split into 3,5 and 2.
std::vector<std::string> texts(const std::vector<Move>& moves) {
  std::vector<std::string> result;
  for (const Move& move : moves) {
    std::string text = std::to_string(move.component) + ":";
    for (std::size_t i = 0; i < move.to.size(); ++i) text += (i == 0 ? " " : " | ") + to_string(move.to[i]);
    result.push_back(text);
  }
  return result;
}

using Texts = std::vector<std::string>;

TEST(Solver, KnowsEverythingOfASinglePosition) {
  Solver wythoff = solver(test::wythoff());
  const Answer answer = wythoff.solve(sum_of({{5, 7}}));
  EXPECT_EQ(answer.value.outcome, Outcome::N);
  EXPECT_EQ(answer.value.grundy, Nimber(Grundy{1}));
  EXPECT_EQ(answer.value.remoteness, Remoteness{5});
  EXPECT_EQ(texts(answer.winning_moves), (Texts{"0: 4,7", "0: 5,3", "0: 3,5"}));
  EXPECT_TRUE(answer.winning_moves_complete);
  EXPECT_EQ(answer.solver, "search");
}

TEST(Solver, ShowsOptionsAsTheRuleGaveThem) {
  Solver wythoff = solver(test::wythoff());
  EXPECT_EQ(texts(wythoff.solve(sum_of({{7, 5}})).winning_moves), (Texts{"0: 3,5", "0: 7,4", "0: 5,3"}));
  EXPECT_EQ(wythoff.moves(sum_of({{1, 1}})).size(), 3U);
}

TEST(Solver, ListsNoMoreWinningMovesThanAskedFor) {
  Solver wythoff = solver(test::wythoff());
  EXPECT_FALSE(wythoff.solve(sum_of({{5, 7}}), 2).winning_moves_given_up);
  const Answer answer = wythoff.solve(sum_of({{5, 7}}), 2);
  EXPECT_EQ(answer.winning_moves.size(), 2U);
  EXPECT_FALSE(answer.winning_moves_complete);
  EXPECT_TRUE(wythoff.solve(sum_of({{5, 7}}), 3).winning_moves_complete);
}

TEST(Solver, LooksForWhatIsWantedOnly) {
  for (const BigPosition& position : {BigPosition{5, 7}, BigPosition{3, 5}, BigPosition{40, 90}}) {
    SCOPED_TRACE(to_string(position));
    const Sum sum = sum_of({position});
    const Answer all = solver(test::wythoff()).solve(sum, 1000, Wanted::everything());
    const Answer outcome = solver(test::wythoff()).solve(sum, 1000, Wanted::only(ValueKind::outcome));
    const Answer grundy = solver(test::wythoff()).solve(sum, 1000, Wanted::only(ValueKind::grundy));
    const Answer remoteness = solver(test::wythoff()).solve(sum, 1000, Wanted::only(ValueKind::remoteness));
    for (const Answer* one : {&outcome, &grundy, &remoteness}) {
      EXPECT_EQ(one->value.outcome, all.value.outcome);
      EXPECT_EQ(texts(one->winning_moves), texts(all.winning_moves));
      EXPECT_TRUE(one->left_out.empty());
    }
    EXPECT_EQ(outcome.value.grundy, std::nullopt);
    EXPECT_EQ(outcome.value.remoteness, std::nullopt);
    EXPECT_EQ(grundy.value.grundy, all.value.grundy);
    EXPECT_EQ(grundy.value.remoteness, std::nullopt);
    EXPECT_EQ(remoteness.value.grundy, std::nullopt);
    EXPECT_EQ(remoteness.value.remoteness, all.value.remoteness);
  }
}

TEST(Solver, FindsTheRemotenessOfASumOnlyWhereTheWholeOfItIsWanted) {
  // Kayles in many rows: the values add up at once, the game of sums has more positions than are searched beside that.
  Sum rows;
  for (Coordinate row = 9; row < 15; ++row) rows.push_back({0, {widen(row)}});
  const Answer answer = solver(test::kayles()).solve(rows);
  ASSERT_EQ(answer.left_out, std::vector{ValueKind::remoteness});
  const Sum few = sum_of({{7}, {8}});
  const Answer whole = solver(test::kayles()).solve(few, 1000, Wanted::everything());
  EXPECT_EQ(whole.value.remoteness, solver(test::kayles()).solve(few).value.remoteness);
  EXPECT_TRUE(whole.left_out.empty());
}

TEST(Solver, AddsNimHeaps) {
  Solver nim = solver(test::nim());
  const Answer answer = nim.solve(sum_of({{3}, {4}, {5}}));
  EXPECT_EQ(answer.value.grundy, Nimber(Grundy{2}));
  EXPECT_EQ(texts(answer.winning_moves), Texts{"0: 1"});
  EXPECT_EQ(nim.outcome(sum_of({{3}, {5}, {6}})), Outcome::P);
  EXPECT_EQ(nim.remoteness(sum_of({{3}, {5}, {6}})), Remoteness{14});
}

TEST(Solver, AddsPositionsOfDifferentGames) {
  Solver both({test::wythoff(), test::kayles()}, Budget());
  const Sum sum{{0, {3, 5}}, {1, {12}}, {1, {4}}};
  const Answer answer = both.solve(sum);
  EXPECT_EQ(answer.value.grundy, Nimber(Grundy{5}));  // 0, 4 and 1
  for (const MoveValue& option : both.moves(sum)) {
    EXPECT_EQ(option.value.outcome, option.value.grundy->outcome());
    ASSERT_TRUE(option.value.remoteness.has_value());
    EXPECT_EQ(*option.value.remoteness % 2, option.value.outcome == Outcome::N ? 1U : 0U);
  }
}

TEST(Solver, SolvesSplitsByTheirSum) {
  Solver kayles = solver(test::kayles());
  const Answer answer = kayles.solve(sum_of({{5}}));
  EXPECT_EQ(answer.value.grundy, Nimber(Grundy{4}));
  EXPECT_EQ(answer.value.remoteness, Remoteness{5});
  EXPECT_EQ(texts(answer.winning_moves), Texts{"0: 2 | 2"});
  const Answer one = kayles.solve(sum_of({{1}}));
  EXPECT_EQ(texts(one.winning_moves), Texts{"0:"});
}

TEST(Solver, TheEmptySumIsLostUnderNormalPlayAndWonUnderMisere) {
  Solver normal = solver(test::nim());
  EXPECT_EQ(normal.outcome({}), Outcome::P);
  EXPECT_EQ(normal.grundy({}), Nimber());
  EXPECT_EQ(normal.remoteness({}), Remoteness{0});
  Solver misere = solver(test::nim(Play::misere));
  EXPECT_EQ(misere.outcome({}), Outcome::N);
  EXPECT_TRUE(misere.solve({}).winning_moves.empty());
}

TEST(Solver, MisereSumsFollowBouton) {
  Solver misere = solver(test::nim(Play::misere));
  for (long a = 0; a < 6; ++a)
    for (long b = 0; b < 6; ++b)
      for (long c = 0; c < 6; ++c) {
        const bool ones = std::max({a, b, c}) <= 1;
        const bool lost = ones ? (a + b + c) % 2 == 1 : (a ^ b ^ c) == 0;
        EXPECT_EQ(misere.outcome(sum_of({{a}, {b}, {c}})), lost ? Outcome::P : Outcome::N) << a << b << c;
      }
  EXPECT_THROW(misere.grundy(sum_of({{3}})), RequestError);
  EXPECT_EQ(misere.solve(sum_of({{3}, {3}})).value.grundy, std::nullopt);
  EXPECT_EQ(texts(misere.solve(sum_of({{1}, {2}})).winning_moves), Texts{"1: 0"});
}

TEST(Solver, MisereKaylesIsSearchedAsSums) {
  // The P-positions among single rows of misère kayles: 1, 4, 9, 12, 20 (Winning Ways, chapter 13).
  Solver misere = solver(test::kayles(Play::misere));
  std::vector<long> lost;
  for (long n = 0; n <= 21; ++n)
    if (misere.outcome(sum_of({{n}})) == Outcome::P) lost.push_back(n);
  EXPECT_EQ(lost, (std::vector<long>{1, 4, 9, 12, 20}));
  EXPECT_EQ(misere.solve(sum_of({{5}})).solver, "search");
}

TEST(Solver, DrawsInAGameThatEnds) {
  Solver drawing = solver(test::drawing_game());
  EXPECT_EQ(drawing.outcome(sum_of({{0}})), Outcome::P);
  EXPECT_EQ(drawing.outcome(sum_of({{1}})), Outcome::draw);
  EXPECT_EQ(drawing.outcome(sum_of({{2}})), Outcome::draw);
  EXPECT_EQ(drawing.remoteness(sum_of({{2}})), std::nullopt);
  EXPECT_EQ(drawing.remoteness(sum_of({{3}})), Remoteness{1});
  EXPECT_THROW(drawing.outcome(sum_of({{3}, {3}})), RequestError);
  EXPECT_THROW(drawing.outcome({}), RequestError);
  EXPECT_THROW(drawing.grundy(sum_of({{3}})), RequestError);
}

TEST(Solver, RefusesASplitUnderARuleOfItsOwn) {
  Solver kayles = solver(test::kayles(Play::by_position));
  EXPECT_THROW(kayles.outcome(sum_of({{5}})), RequestError);
  EXPECT_THROW(kayles.remoteness(sum_of({{5}})), RequestError);
  EXPECT_THROW(kayles.solve(sum_of({{5}})), RequestError);
  EXPECT_THROW(kayles.table(Box(Position{0}, Position{5}), ValueKind::outcome), RequestError);
}

TEST(Solver, RefusesMixedConventions) {
  Solver mixed({test::nim(), test::nim(Play::misere)}, Budget());
  EXPECT_THROW(mixed.solve({{0, {1}}, {1, {1}}}), RequestError);
  EXPECT_EQ(mixed.outcome({{0, {1}}}), Outcome::N);
  EXPECT_EQ(mixed.outcome({{1, {1}}}), Outcome::P);
}

TEST(Solver, RefusesCoordinatesThatOnlyAFormulaCouldAnswer) {
  Solver nim = solver(test::nim());
  EXPECT_THROW(nim.solve(sum_of({{Integer("123456789012345678901234567890")}})), RequestError);
}

TEST(Solver, SolvesLoopyPositionsOnTheGraph) {
  Solver pass = solver(test::pass_nim());
  const Answer answer = pass.solve(sum_of({{1, 1}}));
  EXPECT_EQ(answer.solver, "graph");
  EXPECT_EQ(answer.value.outcome, Outcome::draw);
  EXPECT_EQ(answer.value.remoteness, std::nullopt);
  EXPECT_TRUE(answer.winning_moves.empty());
  EXPECT_EQ(pass.solve(sum_of({{3, 0}})).value.remoteness, Remoteness{1});
}

RC_GTEST_PROP(Solver, SolvesSumsOfLoopyGames, ()) {
  const test::Graph a = *test::arbitrary_graph(8, false);
  const test::Graph b = *test::arbitrary_graph(8, false);
  Solver solver({test::graph_game(a), test::graph_game(b)}, Budget());
  const test::Graph sum = test::product(a, b);
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(sum, Play::normal);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Sum position{{0, {static_cast<long>(i)}}, {1, {static_cast<long>(j)}}};
      const Answer answer = solver.solve(position);
      RC_ASSERT(answer.value.outcome == expected[i * b.size() + j].outcome);
      RC_ASSERT(answer.value.remoteness == expected[i * b.size() + j].remoteness);
      for (const MoveValue& option : solver.moves(position)) {
        const auto to = static_cast<std::size_t>(option.move.to[0][0].get_si());
        const std::size_t node = option.move.component == 0 ? to * b.size() + j : i * b.size() + to;
        RC_ASSERT(option.value.outcome == expected[node].outcome);
        RC_ASSERT(option.value.remoteness == expected[node].remoteness);
      }
    }
}

RC_GTEST_PROP(Solver, SolvesLoopyMisereSums, ()) {
  const test::Graph a = *test::arbitrary_graph(8, false);
  const test::Graph b = *test::arbitrary_graph(8, false);
  Solver solver({test::graph_game(a, Play::misere), test::graph_game(b, Play::misere)}, Budget());
  const std::vector<OutcomeAndRemoteness> expected = test::decide_by_rounds(test::product(a, b), Play::misere);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Sum position{{0, {static_cast<long>(i)}}, {1, {static_cast<long>(j)}}};
      RC_ASSERT(solver.outcome(position) == expected[i * b.size() + j].outcome);
      RC_ASSERT(solver.remoteness(position) == expected[i * b.size() + j].remoteness);
    }
}

/// Split a heap in two, take one, or pass while there are two and more.
GamePointer passing_splits(Play play = Play::normal) {
  return test::make_game(
      test::one_heap(),
      [](PositionView p, Options& out) {
        for (Coordinate left = 1; left <= p[0] / 2; ++left) {
          out.add_part(Position{left});
          out.add_part(Position{p[0] - left});
          out.end_split();
        }
        if (p[0] > 0) out.add(Position{p[0] - 1});
        if (p[0] >= 4) out.add(p);
      },
      play);
}

TEST(Solver, SolvesLoopySplitsOnTheGraphOfTheirSums) {
  Solver loopy = solver(passing_splits());
  const Answer answer = loopy.solve(sum_of({{5}}));
  EXPECT_EQ(answer.solver, "graph");
  EXPECT_EQ(answer.value.grundy->is_finite(), false);
  EXPECT_EQ(answer.value.outcome, answer.value.grundy->outcome());
  EXPECT_EQ(loopy.outcome(sum_of({{5}, {6}})), Outcome::draw);
  const Table table = loopy.table(Box(Position{0}, Position{7}), ValueKind::grundy);
  for (std::uint64_t n = 0; n < 8; ++n) EXPECT_EQ(table.nimber(n), *loopy.grundy(sum_of({{static_cast<long>(n)}})));
  Solver misere = solver(passing_splits(Play::misere));
  EXPECT_EQ(misere.solve(sum_of({{6}})).solver, "graph");
}

TEST(Solver, LeavesTheRemotenessOfALargeSumOpenSlow) {
  Solver nim = solver(test::nim());
  const Sum large = sum_of({{60}, {61}, {62}, {63}, {64}, {65}});
  EXPECT_EQ(nim.remoteness(large), std::nullopt);
  const Answer answer = nim.solve(large);
  EXPECT_EQ(answer.value.outcome, Outcome::N);
  EXPECT_EQ(texts(answer.winning_moves), (Texts{"1: 60", "3: 62", "5: 64"}));
  for (const MoveValue& option : nim.moves(large)) EXPECT_EQ(option.value.remoteness, std::nullopt);
}

TEST(Solver, AsksTheRulesOnceForEachPosition) {
  const GamePointer game = test::wythoff();
  Solver wythoff({game}, Budget());
  wythoff.grundy(sum_of({{20, 20}}));
  const std::size_t asked = game->asked;
  EXPECT_EQ(asked, 231U);
  wythoff.outcome(sum_of({{20, 20}}));
  wythoff.remoteness(sum_of({{19, 20}}));
  wythoff.grundy(sum_of({{3, 4}, {5, 6}}));
  EXPECT_EQ(game->asked, asked);
}

TEST(Solver, EndsInALimitWhereThePlayHasNoEnd) {
  Budget budget;
  budget.memory = std::size_t{2} << 20;
  Solver solver({test::endless(), test::nim()}, budget);
  EXPECT_THROW(solver.outcome({{0, {0}}}), LimitError);
  EXPECT_EQ(solver.outcome({{1, {5}}}), Outcome::N);
  EXPECT_THROW(solver.outcome({{0, {0}}}), LimitError);
  EXPECT_EQ(solver.grundy({{1, {50}}}), Nimber(Grundy{50}));
}

TEST(Solver, ForgetsEarlierQuestionsBeforeItGivesUp) {
  Budget budget;
  budget.memory = std::size_t{1} << 20;
  const GamePointer game = test::make_game(test::two_heaps(), [](PositionView p, Options& out) {
    if (p[1] > 0) out.add(Position{p[0], p[1] - 1});
  });
  Solver solver({game}, budget);
  for (long i = 0; i < 20; ++i) EXPECT_EQ(solver.outcome(sum_of({{i, 5000}})), Outcome::P);
}

TEST(Solver, StopsWhenAsked) {
  std::atomic<bool> stop = true;
  Budget budget;
  budget.stop = &stop;
  Solver solver({test::wythoff()}, budget);
  EXPECT_THROW(solver.solve(sum_of({{5, 7}})), Interrupted);
  EXPECT_THROW(solver.table(Box(Position{0, 0}, Position{9, 9}), ValueKind::grundy), Interrupted);
  stop = false;
  EXPECT_EQ(solver.outcome(sum_of({{4, 7}})), Outcome::P);
}

/// Moves to sums of very many positions, each of which takes more in an answer than among the options.
TEST(Solver, MovesInAnAnswerAreCharged) {
  const GamePointer game = test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    if (p[0] == 0) return;
    for (int option = 0; option < 4; ++option) {
      for (int part = 0; part < 5000 + option; ++part) out.add_part(Position{0});
      out.end_split();
    }
  });
  Budget budget;
  budget.memory = 2'000'000;
  Solver solver({game}, budget);
  EXPECT_EQ(solver.grundy(sum_of({{1}})), Nimber(Grundy{1}));
  EXPECT_THROW(solver.moves(sum_of({{1}})), LimitError);
}

/// The list of winning moves goes as far as memory has room for it; the answer is given all the same, and says so. Even heaps
/// are won by every move, since odd ones, and nothing, have no move.
TEST(Solver, ListsAsManyWinningMovesAsMemoryHasRoomFor) {
  constexpr std::size_t kHeap = 20'000;
  const GamePointer game = test::make_game(test::one_heap(), [](PositionView p, Options& out) {
    for (Coordinate t = 1; p[0] % 2 == 0 && t <= p[0]; t += 2) out.add(Position{p[0] - t});
  });
  Solver enough({game}, Budget());
  const Answer all = enough.solve(sum_of({{kHeap}}), kHeap);
  EXPECT_EQ(all.winning_moves.size(), kHeap / 2);
  EXPECT_TRUE(all.winning_moves_complete);
  EXPECT_FALSE(all.winning_moves_lack_memory);
  Budget budget;
  budget.memory = 4'000'000;
  Solver scarce({game}, budget);
  for (int i = 0; i < 2; ++i) {  // what is remembered takes nothing from the second list
    const Answer some = scarce.solve(sum_of({{kHeap}}), kHeap);
    EXPECT_EQ(some.value.outcome, Outcome::N);
    EXPECT_FALSE(some.winning_moves_complete);
    EXPECT_TRUE(some.winning_moves_lack_memory);
    ASSERT_GT(some.winning_moves.size(), 1000U);
    ASSERT_LT(some.winning_moves.size(), kHeap / 2);
    for (std::size_t move = 0; move < some.winning_moves.size(); ++move)
      ASSERT_EQ(some.winning_moves[move].to, all.winning_moves[move].to);
  }
  const Answer few = scarce.solve(sum_of({{kHeap}}), 3);
  EXPECT_EQ(few.winning_moves.size(), 3U);
  EXPECT_FALSE(few.winning_moves_complete);
  EXPECT_FALSE(few.winning_moves_lack_memory);
}

/// A position with more options than memory has room for.
TEST(Solver, OptionsAreCharged) {
  std::size_t listed = 0;
  const GamePointer game = test::make_game(test::one_heap(), [&](PositionView p, Options& out) {
    for (Coordinate t = 1; t <= p[0]; ++t) {
      out.add(Position{0});
      ++listed;
    }
  });
  Budget budget;
  budget.memory = 1'000'000;
  Solver solver({game}, budget);
  EXPECT_THROW(solver.outcome(sum_of({{1'000'000'000'000}})), LimitError);
  EXPECT_LT(listed, 200'000U);
  EXPECT_EQ(solver.outcome(sum_of({{100}})), Outcome::N);
}

TEST(Solver, ATableStopsBetweenOnePositionAndTheNext) {
  const Box box({0, 0}, {20, 20});
  test::expect_stops(
      [&](const Budget& budget) {
        Solver solver({test::wythoff()}, budget);
        solver.table(box, ValueKind::grundy);
      },
      200);
}

TEST(Solver, ATableReportsOneTotal) {
  test::Reports reports;
  Budget budget;
  budget.progress = reports.listener();
  const Box box({0, 0}, {30, 30});
  Solver({test::pass_nim()}, budget).table(box, ValueKind::outcome);  // a search that finds cycles, and then a graph
  reports.expect_one_total("positions", box.size());
}

TEST(UnderPlay, ChangesOnlyTheEnd) {
  Solver misere({under_play(test::wythoff(), Play::misere)}, Budget());
  EXPECT_EQ(misere.outcome(sum_of({{0, 0}})), Outcome::N);
  EXPECT_EQ(misere.outcome(sum_of({{2, 2}})), Outcome::P);
  EXPECT_EQ(misere.outcome(sum_of({{2, 1}})), Outcome::N);
  const std::shared_ptr<const Rules> nim = test::nim();
  EXPECT_EQ(under_play(nim, Play::normal), nim);
  Solver normal({under_play(test::drawing_game(), Play::normal)}, Budget());
  EXPECT_EQ(normal.outcome(sum_of({{2}})), Outcome::N);
}

}  // namespace
}  // namespace bouton
