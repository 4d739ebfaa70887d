// Games in which options are forbidden, beside the definition.
#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Outcome;
using bouton::Position;
using bouton::Solver;

/// Take 1 to `most` of a heap, up to `forbidden` options of which the other player forbids.
bouton::Game blocked(Coordinate most, std::uint64_t forbidden, bouton::Play play = bouton::Play::normal) {
  return game(
      one_heap(),
      [most](PositionView p, Options& out) {
        for (Coordinate t = 1; t <= std::min(most, p[0]); ++t) out.add({p[0] - t});
      },
      [&](Declared& rules) {
        rules.given_blocking = forbidden;
        rules.given_play = play;
      });
}

/// By the definition: P iff at most so many options are P, and under misere play some other one is there.
std::vector<Outcome> outcomes(Coordinate most, std::uint64_t forbidden, bouton::Play play, Coordinate end) {
  std::vector<Outcome> found;
  for (Coordinate n = 0; n < end; ++n) {
    std::uint64_t lost = 0, won = 0;
    for (Coordinate t = 1; t <= std::min(most, n); ++t) ++(found[static_cast<std::size_t>(n - t)] == Outcome::P ? lost : won);
    const bool has_more = play == bouton::Play::normal || won > 0;
    found.push_back(lost <= forbidden && has_more ? Outcome::P : Outcome::N);
  }
  return found;
}

TEST(CppBlocking, OutcomesAreThoseOfTheDefinition) {
  constexpr Coordinate kEnd = 40;
  for (const bouton::Play play : {bouton::Play::normal, bouton::Play::misere})
    for (const std::uint64_t forbidden : {1U, 2U}) {
      const bouton::Game game = blocked(5, forbidden, play);
      EXPECT_EQ(game.blocking(), forbidden);
      EXPECT_EQ(game.play(), play);
      Solver solver(game);
      const std::vector<Outcome> expected = outcomes(5, forbidden, play, kEnd);
      for (Coordinate n = 0; n < kEnd; ++n) {
        const bouton::Answer answer = solver.solve({n});
        ASSERT_EQ(answer.value.outcome, expected[static_cast<std::size_t>(n)]) << n;
        ASSERT_TRUE(answer.forbid);
        if (answer.value.outcome != Outcome::P) continue;
        std::vector<Position> lost, named;
        for (Coordinate t = 1; t <= std::min<Coordinate>(5, n); ++t)
          if (expected[static_cast<std::size_t>(n - t)] == Outcome::P) lost.push_back({n - t});
        for (const bouton::Move& move : *answer.forbid) named.push_back(move.to.at(0));
        ASSERT_EQ(named, lost) << n;
      }
      EXPECT_THROW(solver.grundy({5}), bouton::RequestError);
      EXPECT_THROW(solver.outcome({{0, {2}}, {0, {3}}}), bouton::RequestError);
    }
}

TEST(CppBlocking, WithoutItThereIsNothingToForbid) {
  Solver solver(blocked(3, 0));
  EXPECT_EQ(solver.games()[0].blocking(), 0U);
  EXPECT_EQ(solver.solve({6}).forbid, std::nullopt);
  EXPECT_TRUE(player_forbids(solver, Position{6}, "perfect").empty());
  bouton::Session session(solver, Position{6});
  EXPECT_EQ(session.may_forbid(), 0U);
  EXPECT_THROW(session.forbid({0}), bouton::RequestError);
}

TEST(CppBlocking, ATurnHasTwoSteps) {
  Solver solver(blocked(3, 1));
  bouton::Session session(solver, Position{6});
  EXPECT_EQ(session.may_forbid(), 1U);
  ASSERT_EQ(session.moves().size(), 3U);
  const bouton::Move second = session.moves()[1];
  EXPECT_THROW(session.forbid({3}), bouton::RequestError);
  EXPECT_THROW(session.forbid({0, 1}), bouton::RequestError);
  session.forbid({1});
  EXPECT_EQ(session.forbidden(), std::vector<bouton::Move>{second});
  EXPECT_EQ(session.may_forbid(), 0U);
  EXPECT_EQ(session.moves().size(), 2U);
  EXPECT_EQ(std::ranges::count(session.moves(), second), 0);
  session.play(0);
  EXPECT_EQ(session.may_forbid(), 1U);
  EXPECT_TRUE(session.forbidden().empty());
  session.forbid({});
  EXPECT_EQ(session.may_forbid(), 0U);
  session.undo();
  EXPECT_EQ(session.forbidden(), std::vector<bouton::Move>{second});
}

/// Whoever wins by the definition does so against all that the other one may do.
bool wins(Solver& solver, Coordinate n, Coordinate most) {
  if (solver.outcome({n}) == Outcome::P) {
    const std::vector<bouton::Move> forbidden = player_forbids(solver, Position{n}, "perfect");
    for (Coordinate t = 1; t <= std::min(most, n); ++t) {
      const auto leads_there = [&](const bouton::Move& move) { return move.to.at(0) == Position{n - t}; };
      if (std::ranges::none_of(forbidden, leads_there) && solver.outcome({n - t}) == Outcome::P) return false;
    }
    return true;
  }
  for (Coordinate t = 1; t <= std::min(most, n); ++t) {
    const std::optional<bouton::Move> answer = player_move_but(solver, Position{n}, {{.to = {{n - t}}}}, "perfect");
    if (!answer || answer->to.at(0) == Position{n - t}) return false;
    if (solver.outcome(answer->to.at(0)) != Outcome::P) return false;
  }
  return true;
}

TEST(CppBlocking, PerfectPlayersForbidAndMoveAsTheyMust) {
  Solver solver(blocked(4, 1));
  for (Coordinate n = 0; n < 25; ++n) EXPECT_TRUE(wins(solver, n, 4)) << n;
  EXPECT_EQ(player_move_but(solver, Position{1}, {{.to = {{0}}}}, "random"), std::nullopt);
}

TEST(CppBlocking, WhatItDoesNotGoWithIsRefused) {
  EXPECT_THROW(game(
                   one_heap(), [](PositionView, Options&) {},
                   [](Declared& rules) {
                     rules.given_blocking = 1;
                     rules.given_play = bouton::Play::by_position;
                   }),
               bouton::RequestError);
  Solver solver(game(
      one_heap(),
      [](PositionView p, Options& out) {
        if (p[0] > 1) out.split({{1}, {p[0] - 1}});
      },
      [](Declared& rules) { rules.given_blocking = 1; }));
  EXPECT_THROW(solver.outcome({5}), bouton::RuleError);
  const bouton::Game blocking = blocked(3, 1);
  EXPECT_THROW(play_together({blocking}, {{0, {2}}, {0, {3}}}, bouton::Compound::selective), bouton::RequestError);
}

}  // namespace
