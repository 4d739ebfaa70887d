#include "engine/play/sum_moves.h"

#include <map>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/play/board.h"
#include "engine/play/player.h"
#include "engine/play/session.h"
#include "tests/engine/games.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

Domain two_heaps() { return Domain::fixed({{.name = "a"}, {.name = "b"}}); }

std::shared_ptr<const Rules> wythoff_as_program() {
  return std::make_shared<test::ProgramRules>(two_heaps(), test::wythoff_program());
}

SumMoves moves_of(const std::shared_ptr<const Rules>& rules, const Sum& sum, const Budget& budget = {}) {
  std::vector<LargePositions> large = {LargePositions(rules)};
  return SumMoves::of(sum, large, budget);
}

TEST(SumMoves, AreListedWhereTheyAreFew) {
  const SumMoves moves = moves_of(wythoff_as_program(), {{0, {3, 5}}, {0, {1, 2}}});
  EXPECT_TRUE(moves.is_listed());
  EXPECT_EQ(moves.count(), 3 + 5 + 3 + 1 + 2 + 1);
  for (std::size_t i = 0; i < moves.list().size(); ++i) {
    EXPECT_EQ(moves.move(widen_unsigned(i)).to, moves.list()[i].to);
    EXPECT_EQ(moves.number_of(moves.list()[i].component, moves.list()[i].to), widen_unsigned(i));
  }
}

/// The numbers of ranges are those of the list that the rule makes.
TEST(SumMoves, AreNumberedAlikeAsRanges) {
  const auto rules = wythoff_as_program();
  const Sum sum = {{0, {9000, 7000}}, {0, {2, 2}}};
  const SumMoves moves = moves_of(rules, sum);
  ASSERT_FALSE(moves.is_listed());
  Options options;
  rules->options(Position{9000, 7000}, options);
  ASSERT_EQ(moves.count(), options.size() + 6);
  ASSERT_EQ(moves.list().size(), options.size() + 6) << "a list is made where it is asked for";
  for (std::size_t i = 0; i < options.size(); i += 97) {
    EXPECT_EQ(moves.move(widen_unsigned(i)).to[0], widen(options[i][0]));
    EXPECT_EQ(moves.number_of(0, {widen(options[i][0])}), widen_unsigned(i));
    EXPECT_EQ(moves.list()[i].to[0], widen(options[i][0]));
  }
  EXPECT_EQ(moves.move(moves.count() - 1).component, 1U);
  EXPECT_EQ(moves.number_of(1, {{0, 0}}), moves.count() - 1);
}

TEST(SumMoves, BeyondAllLists) {
  const Integer n("1000000000000000000000000000000");
  const SumMoves moves = moves_of(wythoff_as_program(), {{0, {n, 2 * n}}});
  EXPECT_EQ(moves.count(), 4 * n);
  EXPECT_THROW(moves.list(), RequestError);
  Random random(1);
  Integer below = 0;
  for (int i = 0; i < 1000; ++i) {
    const Integer number = moves.random(random);
    ASSERT_LT(number, moves.count());
    const BigPosition to = moves.move(number).to[0];
    ASSERT_TRUE((to[0] < n && to[1] == 2 * n) || (to[0] == n && to[1] < 2 * n) || (n - to[0] == 2 * n - to[1] && to[0] >= 0));
    below += number < 2 * n ? 1 : 0;
  }
  EXPECT_GT(below, 420);
  EXPECT_LT(below, 580);
}

/// A rule that names options twice, as a row in a grid: each option has the same chance, however many numbers it has.
TEST(SumMoves, AreDrawnUniformlyWhereTheyHaveSeveralNumbers) {
  test::ProgramBuilder b(2);
  const Slot s = b.slot(), t = b.slot(), u = b.slot();
  b.program.body = {
      b.loop(s, b.c(1), b.x(0), b.c(1),
             {b.loop(t, b.c(1), b.x(1), b.c(1), {b.option({b.sub(b.x(0), b.t(s)), b.sub(b.x(1), b.t(t))})})}),
      b.loop(u, b.c(1), b.binary(Op::min, b.x(0), b.x(1)), b.c(1), {b.option({b.sub(b.x(0), b.t(u)), b.sub(b.x(1), b.t(u))})})};
  const Result<MoveFamilies> families = move_families(b.program);
  ASSERT_TRUE(families);
  const Result<OptionRanges> ranges = OptionRanges::of(std::make_shared<MoveFamilies>(*families), {4, 5}, 0);
  ASSERT_TRUE(ranges);
  EXPECT_FALSE(ranges->is_distinct());
  EXPECT_EQ(ranges->count(), 4 * 5 + 4);
  const auto rules = std::make_shared<test::ProgramRules>(two_heaps(), b.program);
  const SumMoves moves = moves_of(rules, {{0, {10000, 20000}}});
  ASSERT_FALSE(moves.is_listed());
  EXPECT_FALSE(moves.is_exact());
  Random random(3);
  int diagonal = 0;
  for (int i = 0; i < 20000; ++i) {
    const BigPosition to = moves.move(moves.random(random)).to[0];
    diagonal += 10000 - to[0] == 20000 - to[1] ? 1 : 0;
  }
  EXPECT_LT(diagonal, 15) << "one option of 20000 is on it, by their numbers it would be two";
}

TEST(Session, PlaysWhereMovesAreTooManyToBeListed) {
  const Integer n("1000000000000000000000000000000");
  Session session({wythoff_as_program()}, {{0, {n, n}}});
  EXPECT_THROW(session.moves(), RequestError);
  const std::optional<Integer> number = session.all_moves().number_of(0, {{Integer(3), n}});
  ASSERT_TRUE(number);
  session.play(*number);
  session.play(*session.all_moves().number_of(0, {{Integer(3), Integer(5)}}));
  EXPECT_EQ(session.moves().size(), 3U + 5 + 3);
  session.undo(2);
  EXPECT_EQ(session.all_moves().count(), 3 * n);
}

/// Programs with splits have no ranges.
TEST(LargePositions, SayWhyMovesAreNoRanges) {
  test::ProgramBuilder b(1);
  const Slot t = b.slot();
  Statement split = b.option({b.t(t)}, 3);
  split.kind = Statement::Kind::split;
  split.to.push_back({b.sub(b.x(0), b.t(t))});
  b.program.body = {b.loop(t, b.c(1), b.x(0), b.c(1), {split}, 3)};
  const auto rules = std::make_shared<test::ProgramRules>(Domain::fixed({{.name = "a"}}), b.program);
  EXPECT_TRUE(moves_of(rules, {{0, {30000}}}).is_listed());
  try {
    moves_of(rules, {{0, {Integer("1000000000000")}}});
    FAIL();
  } catch (const RequestError& error) {
    EXPECT_STREQ(
        error.what(),
        "position 1000000000000 has more moves than can be listed, and they are not known as ranges: a move splits the "
        "position (line 3)");
  }
}

/// Chance from positions of every size: a large board becomes a small one as the game goes on.
TEST(Board, GoesFromRangesToLists) {
  const auto rules = wythoff_as_program();
  auto game = std::make_shared<Game>();
  game->rules = rules;
  const auto player = make_player("random", {game}, Budget{});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Board board({rules});
    const Integer n = Integer(1) << 100;
    board.set_up(Sum{{0, {n, n + 1}}});
    EXPECT_TRUE(board.is_large());
    Session session({rules}, board.sum());
    while (!board.over()) {
      const Integer number = player->choose(board, random);
      ASSERT_EQ(board.move(number).to, session.all_moves().move(number).to);
      board.play(number);
      session.play(number);
    }
    EXPECT_FALSE(board.is_large());
    EXPECT_TRUE(session.over());
    EXPECT_EQ(board.result(), Outcome::P);
  }
}

}  // namespace
}  // namespace bouton
