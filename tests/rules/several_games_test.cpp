// Games of rules/ that are played at once: All the King's Horses, knights that are moved towards the corner of a board.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/base/errors.h"
#include "engine/plan/compound_game.h"
#include "engine/plan/solver.h"
#include "engine/why/reason.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

using Square = std::pair<int, int>;

std::vector<Square> knight_moves(const Square& from) {
  std::vector<Square> moves;
  for (const Square& step : {Square{-2, 1}, Square{-2, -1}, Square{1, -2}, Square{-1, -2}})
    if (from.first + step.first >= 0 && from.second + step.second >= 0)
      moves.emplace_back(from.first + step.first, from.second + step.second);
  return moves;
}

/// A remoteness, or a suspense number, of one knight: who wins is told by whether it is even.
int length_of(const Square& from, bool hurried, Play play) {
  static std::map<std::tuple<Square, bool, Play>, int> known;
  const std::tuple key(from, hurried, play);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  std::set<int> lost, won;
  for (const Square& to : knight_moves(from)) {
    const int length = length_of(to, hurried, play);
    ((length % 2 == 0) == (play == Play::normal) ? lost : won).insert(length);
  }
  int length = 0;
  if (!lost.empty()) length = 1 + (hurried ? *lost.begin() : *lost.rbegin());
  else if (!won.empty()) length = 1 + (hurried ? *won.rbegin() : *won.begin());
  return known[key] = length;
}

TEST(WhiteKnight, HasTheRemotenessAndSuspenseOfAPlainProgram) {
  const auto game = GameUnderTest::load("white-knight");
  for (const Play play : {Play::normal, Play::misere}) {
    Solver solver({under_play(game->rules, play)}, Budget());
    const Box board({0, 0}, {11, 11});
    const Table remoteness = solver.table(board, ValueKind::remoteness);
    const Table suspense = solver.table(board, ValueKind::suspense);
    Position square = board.low();
    for (std::uint64_t index = 0; index < board.size(); ++index, board.next(square)) {
      const Square at(static_cast<int>(square[0]), static_cast<int>(square[1]));
      EXPECT_EQ(remoteness.cells[index], static_cast<std::uint32_t>(length_of(at, true, play))) << to_string(square);
      EXPECT_EQ(suspense.cells[index], static_cast<std::uint32_t>(length_of(at, false, play))) << to_string(square);
      EXPECT_EQ(solver.suspense({{0, widen(square)}}), suspense.cells[index]) << to_string(square);
    }
  }
}

/// Three knights that are all moved at each turn: the first that is home ends the play, or the last.
TEST(AllTheKingsHorses, AreWonByTheLeastRemotenessOrTheGreatestSuspense) {
  const auto game = GameUnderTest::load("white-knight");
  const std::array<Square, 3> horses = {Square{6, 7}, Square{5, 5}, Square{3, 6}};
  for (const Compound compound : {Compound::conjunctive, Compound::continued_conjunctive}) {
    const bool hurried = compound == Compound::conjunctive;
    Games games = {game};
    Sum sum;
    std::vector<int> lengths;
    for (const Square& horse : horses) {
      sum.push_back({0, {horse.first, horse.second}});
      lengths.push_back(length_of(horse, hurried, Play::normal));
    }
    play_as(compound, games, sum, Budget());
    ASSERT_EQ(sum.size(), 1U);
    Solver solver(rules_of(games), Budget());
    const int decides = hurried ? *std::ranges::min_element(lengths) : *std::ranges::max_element(lengths);
    const Answer answer = solver.solve(sum);
    EXPECT_EQ(answer.value.outcome, decides % 2 == 0 ? Outcome::P : Outcome::N);
    EXPECT_EQ(answer.methods, std::vector{Method::compound});
    for (const Move& move : answer.winning_moves) {
      const std::vector<MovePart> parts = parts_of(games, sum, move);
      ASSERT_EQ(parts.size(), horses.size());
      std::vector<int> after;
      for (const MovePart& part : parts)
        after.push_back(length_of({part.to[0].get_si(), part.to[1].get_si()}, hurried, Play::normal));
      EXPECT_EQ((hurried ? *std::ranges::min_element(after) : *std::ranges::max_element(after)) % 2, 0);
    }
  }
}

TEST(AllTheKingsHorses, AreExplainedByWhatDecides) {
  Games games = {GameUnderTest::load("white-knight")};
  Sum sum = {{0, {6, 7}}, {0, {4, 5}}};
  play_as(Compound::continued_conjunctive, games, sum, Budget());
  Solver solver(rules_of(games), Budget());
  const Reason reason = why(games, sum, solver, Budget());
  ASSERT_TRUE(reason.move);
  std::string text;
  for (const Reason::Paragraph& paragraph : reason.paragraphs) {
    text += paragraph.prose + "\n";
    for (const std::vector<std::string>& row : paragraph.table)
      for (const std::string& cell : row) text += cell + "\n";
  }
  EXPECT_NE(text.find("The greatest suspense number is 7, which is odd: the player to move wins."), std::string::npos) << text;
  EXPECT_NE(text.find("suspense 4"), std::string::npos) << text;
  EXPECT_NE(text.find("which is even: the player to move loses."), std::string::npos) << text;
}

TEST(CompoundGames, AreNamedTypedAndShownByTheirComponents) {
  Games games = {GameUnderTest::load("wythoff"), GameUnderTest::load("nim")};
  const Games before = games;
  const Sum given = {{0, {7, 9}}, {1, {5}}};
  Sum sum = given;
  play_as(Compound::disjunctive, games, sum, Budget());
  EXPECT_EQ(games, before);
  play_as(Compound::selective, games, sum, Budget());
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0]->name, "wythoff + nim");
  EXPECT_EQ(line_of(games, sum), "wythoff 7,9 + nim 5, selective");
  EXPECT_EQ(show_position(*games[0], sum[0].position), "7,9 | 5");
  EXPECT_EQ(parse_position(*games[0], "7,9 | 5"), sum[0].position);
  EXPECT_EQ(parse_position(*games[0], " 7,9 5 "), sum[0].position);
  EXPECT_THROW(parse_position(*games[0], "7,9"), RequestError);
  EXPECT_THROW(parse_position(*games[0], "7,9 5 6"), RequestError);
  const NamedPositions named = named_positions(games, sum);
  EXPECT_EQ(named.compound, Compound::selective);
  EXPECT_EQ(named.games, before);
  ASSERT_EQ(named.sum.size(), 2U);
  EXPECT_EQ(named.sum[1].position, given[1].position);
}

TEST(CompoundGames, RefuseWhatTheyDoNotTake) {
  const auto nim = GameUnderTest::load("nim");
  const auto refused = [&](Games games, Sum sum) {
    EXPECT_THROW(play_as(Compound::conjunctive, games, sum, Budget()), RequestError);
  };
  refused({nim}, {});
  refused({nim}, {{0, {Integer("100000000000000000000")}}});
  refused({nim}, {{0, {5}, true}, {0, {3}}});
  refused({nim, GameUnderTest::load("misere-nim")}, {{0, {5}}, {1, {1, 2}}});
  refused({GameUnderTest::load("top-entails")}, {{0, {5}}});
}

}  // namespace
}  // namespace bouton
