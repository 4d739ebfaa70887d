#include "engine/study/report/report.h"

#include <gtest/gtest.h>

#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"

namespace bouton {
namespace {

Report report_on_wythoff(std::uint64_t seed) {
  return report(
      {.games = {test::named_game("wythoff", test::wythoff())}, .position = {{0, {6, 9}}}, .seed = seed, .starts = 60},
      Budget());
}

/// Whether the pair is one of Wythoff's (1907): floor(n phi) and n more.
bool is_wythoff_pair(const BigPosition& position) {
  const BigPosition pairs[] = {{0, 0},   {1, 2},   {3, 5},   {4, 7},   {6, 10},  {8, 13},  {9, 15},  {11, 18},
                               {12, 20}, {14, 23}, {16, 26}, {17, 28}, {19, 31}, {21, 34}, {22, 36}, {24, 39}};
  const BigPosition sorted = {std::min(position[0], position[1]), std::max(position[0], position[1])};
  return std::ranges::find(pairs, sorted) != std::end(pairs);
}

TEST(Report, CountsWhoWinsAtItsStarts) {
  const Report found = report_on_wythoff(1);
  const ReportBalance& balance = found.balance;
  ASSERT_EQ(balance.starts.size(), 60U);
  EXPECT_EQ(balance.wins_first + balance.wins_second + balance.draws, 60U);
  std::uint64_t lost = 0, moves = 0, winning = 0, only_one = 0;
  for (const SolvedStart& start : balance.starts) {
    const BigPosition& position = start.sum[0].position;
    const Integer all = position[0] + position[1] + std::min(position[0], position[1]);  // by the rules
    EXPECT_EQ(all, widen_unsigned(start.moves));
    if (is_wythoff_pair(position)) {
      ++lost;
      continue;
    }
    moves += start.moves;
    winning += start.answer.winning_moves.size();
    only_one += start.answer.winning_moves.size() == 1 ? 1 : 0;
    for (const Move& move : start.answer.winning_moves) EXPECT_TRUE(is_wythoff_pair(move.to[0]));
  }
  EXPECT_EQ(balance.wins_second, lost);
  EXPECT_EQ(balance.choices.only_one, only_one);
  EXPECT_DOUBLE_EQ(balance.choices.moves, static_cast<double>(moves) / static_cast<double>(60 - lost));
  EXPECT_DOUBLE_EQ(balance.choices.winning, static_cast<double>(winning) / static_cast<double>(60 - lost));
}

TEST(Report, HasBeginnersWhoLoseMoreTheLessTheyKnow) {
  const Report found = report_on_wythoff(1);
  ASSERT_EQ(found.beginners.size(), 3U);
  EXPECT_EQ(found.beginners[0].player, "random");
  for (const ReportBeginner& beginner : found.beginners) EXPECT_EQ(beginner.games, 100U);
  EXPECT_LT(found.beginners[0].wins, found.beginners[2].wins);
}

TEST(Report, HasExercisesThatDiffer) {
  const Report found = report_on_wythoff(1);
  ASSERT_EQ(found.exercises.size(), 3U);
  EXPECT_EQ(found.exercises[1].start.answer.value.outcome, Outcome::P);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(found.exercises[i].reason.paragraphs.empty());
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NE(found.exercises[i].start.sum[0].position, found.exercises[j].start.sum[0].position);
  }
}

TEST(Report, HasAMapAndItsLostPositions) {
  const Report found = report_on_wythoff(1);
  ASSERT_TRUE(found.map);
  for (const Position& position : found.map->lost) EXPECT_TRUE(is_wythoff_pair(widen(position)));
  EXPECT_EQ(found.map->lost_box.high(), (Position{40, 40}));
  EXPECT_EQ(found.map->table.box.high(), (Position{20, 20}));
}

TEST(Report, DependsOnTheSeedAlone) {
  const auto starts = [](const Report& found) {
    std::vector<BigPosition> positions;
    for (const SolvedStart& start : found.balance.starts) positions.push_back(start.sum[0].position);
    return positions;
  };
  EXPECT_EQ(starts(report_on_wythoff(1)), starts(report_on_wythoff(1)));
  EXPECT_NE(starts(report_on_wythoff(1)), starts(report_on_wythoff(2)));
}

}  // namespace
}  // namespace bouton
