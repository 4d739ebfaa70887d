#include "engine/study/match.h"

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/farm/farm.h"
#include "tests/engine/games.h"
#include "tests/engine/study/studies.h"

namespace bouton {
namespace {

MatchRequest asked(Integer a, Integer b, std::uint64_t rounds) {
  return {.games = {test::named_game("wythoff", test::wythoff())},
          .start = {{0, {std::move(a), std::move(b)}}},
          .players = {"Perfect", "random"},
          .rounds = rounds,
          .seed = 3};
}

/// (5, 7) is won by whoever moves first, (4, 7) by whoever moves second (Wythoff, 1907).
TEST(MatchStudy, IsWonByThePerfectPlayerWhereItCanBe) {
  const MatchReport first = match(asked(5, 7, 40), Budget());
  EXPECT_EQ(first.players, (std::array<std::string, 2>{"perfect", "random"}));
  EXPECT_EQ(first.result.games, 40U);
  EXPECT_EQ(first.result.sides[0].wins_moving_first, 20U);
  EXPECT_EQ(match(asked(4, 7, 40), Budget()).result.sides[0].wins_moving_second, 20U);
}

TEST(MatchStudy, IsTheSameInThreadsAndOnAFarm) {
  MatchRequest request = asked(9, 14, 250);
  request.players = {"level:5", "random"};
  const MatchReport alone = match(request, Budget());
  request.load_again = [&] { return Games{test::named_game("wythoff", test::wythoff())}; };
  Budget threads;
  threads.threads = 3;
  const std::unique_ptr<Farm> farm = process_farm(1);
  for (const MatchReport& other : {match(request, threads), match(request, Budget(), farm.get())}) {
    EXPECT_EQ(other.result.moves, alone.result.moves);
    EXPECT_EQ(other.result.sides[0].wins(), alone.result.sides[0].wins());
  }
}

TEST(MatchStudy, RefusesWhatIsNoMatch) {
  EXPECT_THROW(match(asked(5, 7, 0), Budget()), RequestError);
  MatchRequest nobody = asked(5, 7, 2);
  nobody.players[1] = "nobody";
  EXPECT_THROW(match(nobody, Budget()), RequestError);
  MatchRequest sum = asked(5, 7, 2);
  sum.start.push_back(sum.start[0]);
  EXPECT_NO_THROW(match(sum, Budget()));
  sum.drawn = MatchRequest::Drawn{"random", {}};
  EXPECT_THROW(match(sum, Budget()), RequestError);
}

TEST(MatchStudy, BeginsWithinTheRangesThatAreAskedFor) {
  MatchRequest request = asked(5, 7, 20);
  request.players = {"perfect", "perfect"};
  request.drawn = MatchRequest::Drawn{"4,7", StartRanges{{4, 4}, {7, 7}}};
  const MatchReport report = match(request, Budget());
  EXPECT_EQ(report.drawn, "4,7");
  EXPECT_EQ(report.result.sides[0].wins_moving_second + report.result.sides[1].wins_moving_second, 20U);
}

}  // namespace
}  // namespace bouton
