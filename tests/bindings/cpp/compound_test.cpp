// Games played at once, beside plain recursion over what the rules of the ways say.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Compound;
using bouton::Outcome;
using bouton::Position;
using bouton::Solver;

using Heaps = std::vector<Coordinate>;

constexpr Compound kWays[] = {Compound::diminished_disjunctive,
                              Compound::conjunctive,
                              Compound::continued_conjunctive,
                              Compound::selective,
                              Compound::shortened_selective,
                              Compound::ordinal,
                              Compound::sequential};

constexpr Coordinate kMost = 2;  // what a move may take of a heap

bool is_among(Compound way, std::initializer_list<Compound> ways) { return std::ranges::find(ways, way) != ways.end(); }

/// All ways to move in the heaps of `set`, one bit each, and in no other.
void move_in(unsigned set, std::size_t i, const Heaps& heaps, std::set<Heaps>& found) {
  if (i == heaps.size()) {
    found.insert(heaps);
    return;
  }
  if ((set >> i & 1) == 0) {
    move_in(set, i + 1, heaps, found);
    return;
  }
  for (Coordinate take = 1; take <= std::min(kMost, heaps[i]); ++take) {
    Heaps after = heaps;
    after[i] -= take;
    move_in(set, i + 1, after, found);
  }
}

std::set<Heaps> moves_of(Compound way, const Heaps& heaps) {
  unsigned left = 0;
  for (std::size_t i = 0; i < heaps.size(); ++i)
    if (heaps[i] > 0) left |= 1U << i;
  const unsigned all = (1U << heaps.size()) - 1;
  const bool ends_with_one =
      is_among(way, {Compound::diminished_disjunctive, Compound::conjunctive, Compound::shortened_selective});
  std::set<Heaps> found;
  if (left == 0 || (ends_with_one && left != all)) return found;
  const unsigned first = left & (~left + 1);
  for (unsigned set = 1; set <= all; ++set) {
    if ((set & ~left) != 0) continue;
    const bool single = (set & (set - 1)) == 0;
    if (is_among(way, {Compound::diminished_disjunctive, Compound::ordinal}) && !single) continue;
    if (is_among(way, {Compound::conjunctive, Compound::continued_conjunctive}) && set != left) continue;
    if (way == Compound::sequential && set != first) continue;
    std::set<Heaps> after;
    move_in(set, 0, heaps, after);
    for (Heaps to : after) {
      while (way == Compound::ordinal && (set >> (to.size() - 1) & 1) == 0) to.pop_back();
      found.insert(std::move(to));
    }
  }
  return found;
}

/// Who wins, and how many moves that takes: with a winner who hastens, and with one who delays.
struct Known {
  Outcome outcome = Outcome::P;
  std::uint64_t remoteness = 0, suspense = 0;
};

Known known_of(Compound way, bouton::Play play, const Heaps& heaps, std::map<Heaps, Known>& memo) {
  if (const auto found = memo.find(heaps); found != memo.end()) return found->second;
  Known known;
  const std::set<Heaps> moves = moves_of(way, heaps);
  if (moves.empty() && play == bouton::Play::misere) known.outcome = Outcome::N;
  std::vector<Known> options;
  for (const Heaps& to : moves) options.push_back(known_of(way, play, to, memo));
  for (const Known& option : options)
    if (option.outcome == Outcome::P) known.outcome = Outcome::N;
  bool first = true;
  for (const Known& option : options) {
    if (known.outcome == Outcome::N && option.outcome != Outcome::P) continue;
    const bool won = known.outcome == Outcome::N;
    const auto better = [&](std::uint64_t a, std::uint64_t b, bool least) { return least ? std::min(a, b) : std::max(a, b); };
    known.remoteness = first ? option.remoteness + 1 : better(known.remoteness, option.remoteness + 1, won);
    known.suspense = first ? option.suspense + 1 : better(known.suspense, option.suspense + 1, !won);
    first = false;
  }
  return memo[heaps] = known;
}

bouton::Sum sum_of(const Heaps& heaps) {
  bouton::Sum sum;
  for (const Coordinate heap : heaps) sum.push_back({0, {heap}});
  return sum;
}

/// What a move leaves, by what it does in the components.
Heaps after(Compound way, Heaps heaps, const std::vector<bouton::MovePart>& parts) {
  for (const bouton::MovePart& part : parts) heaps[part.component] = part.to.narrow()->at(0);
  if (way == Compound::ordinal) heaps.resize(parts.back().component + 1);
  return heaps;
}

TEST(CppCompound, EveryWayIsAnsweredAsItsRuleSays) {
  for (const bouton::Play play : {bouton::Play::normal, bouton::Play::misere}) {
    const bouton::Game heap = subtraction(kMost).under(play);
    for (const Compound way : kWays) {
      std::map<Heaps, Known> memo;
      for (const Heaps& heaps : {Heaps{0, 3}, Heaps{4, 5}, Heaps{3, 3}, Heaps{5, 0}, Heaps{3, 4, 2}, Heaps{6}}) {
        const auto [game, position] = play_together({heap}, sum_of(heaps), way);
        Solver solver(game);
        const Known expected = known_of(way, play, heaps, memo);
        const bouton::Answer answer = solver.solve(position);
        const std::string text = std::to_string(static_cast<int>(way)) + ": " + game.text(position);
        EXPECT_EQ(answer.value.outcome, expected.outcome) << text;
        EXPECT_EQ(solver.outcome(position), expected.outcome) << text;
        EXPECT_EQ(solver.remoteness(position), expected.remoteness) << text;
        EXPECT_EQ(solver.suspense(position), expected.suspense) << text;
        std::set<Heaps> winning, expected_winning;
        for (const bouton::Move& move : answer.winning_moves) winning.insert(after(way, heaps, parts_of(game, position, move)));
        for (const Heaps& to : moves_of(way, heaps))
          if (known_of(way, play, to, memo).outcome == Outcome::P) expected_winning.insert(to);
        EXPECT_EQ(winning, expected_winning) << text;
        EXPECT_EQ(solver.moves(position).size(), moves_of(way, heaps).size()) << text;
        EXPECT_EQ(game.parse(game.text(position)), position);
      }
    }
  }
}

TEST(CppCompound, WhatIsNoCompoundIsRefused) {
  const bouton::Game heap = subtraction(3);
  const bouton::Sum sum = sum_of({2, 3});
  EXPECT_THROW(play_together({heap}, sum, Compound::disjunctive), bouton::RequestError);
  EXPECT_THROW(play_together({heap}, {}, Compound::selective), bouton::RequestError);
  EXPECT_THROW(play_together({heap}, {{1, {2}}}, Compound::selective), bouton::RequestError);
  EXPECT_THROW(play_together({heap}, sum_of({2, -1}), Compound::selective), bouton::RequestError);
  EXPECT_THROW(play_together({heap, heap.under(bouton::Play::misere)}, {{0, {2}}, {1, {3}}}, Compound::selective),
               bouton::RequestError);
  EXPECT_THROW(parts_of(heap, {3}, {}), bouton::RequestError);
  const auto [game, position] = play_together({heap}, sum, Compound::selective);
  EXPECT_THROW(parts_of(game, position, {}), bouton::RequestError);
  EXPECT_EQ(game.play(), bouton::Play::normal);
  EXPECT_EQ(game.under(bouton::Play::normal).text(position), game.text(position));
  EXPECT_THROW(game.under(bouton::Play::misere), bouton::RequestError);
}

}  // namespace
