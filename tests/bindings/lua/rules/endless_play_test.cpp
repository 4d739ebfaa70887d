// Rules whose play goes up without an end: that is said, and no question about them runs on.
#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/plan/explain.h"
#include "engine/plan/solver.h"
#include "engine/rules/rising_play.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// One more or half as many: the positions below have cycles, and no end. The moves are known as a program.
constexpr const char* kMoreOrHalf = R"(return game { position = { "n" }, moves = function(n)
  if n == 0 then return end
  move(n + 1)
  move(n // 2)
end })";
/// One more of either, which are not known as a program: a row of them is endless, and there is no cycle.
constexpr const char* kBoxesAndThings = R"(return game {
  position = { { "a", min = 1 }, { "b", min = 1 } },
  moves = function(a, b)
    local function fits(x, y)
      local ways = 1
      for i = 1, y do
        ways = ways * x
        if ways >= 10 then return false end
        if x == 1 then return true end
      end
      return true
    end
    if fits(a + 1, b) then move.box(a + 1, b) end
    if fits(a, b + 1) then move.thing(a, b + 1) end
  end })";

/// What ends the question; empty where it is answered.
std::string end_of(const std::function<void(Solver&)>& ask, const char* rule, std::size_t memory = kUsualMemory) {
  RuleDirectory directory;
  const auto game = directory.load(rule);
  Budget budget;
  budget.memory = memory;
  Solver solver({game->rules}, budget);
  try {
    ask(solver);
    return "";
  } catch (const EndlessPlay& error) {
    return error.what();
  } catch (const LimitError& error) {
    return std::string("another limit: ") + error.what();
  }
}

TEST(EndlessPlay, EndsEveryQuestionAtACountedPosition) {
  const std::string goes_up = "play goes up without an end in sight: ";
  for (const std::size_t memory : {kUsualMemory, std::size_t{64} << 20}) {
    const auto solved = [](const Position& position) {
      return [position](Solver& solver) { (void)solver.solve({{0, widen(position)}}); };
    };
    EXPECT_EQ(end_of(solved({6}), kMoreOrHalf, memory).find(goes_up), 0U);
    EXPECT_EQ(end_of(solved({1, 4}), kBoxesAndThings, memory).find(goes_up + "b has come to "), 0U);
    const auto tabled = [](const Box& box, ValueKind kind) {
      return [box, kind](Solver& solver) { (void)solver.table(box, kind); };
    };
    EXPECT_EQ(end_of(tabled(Box({0}, {8}), ValueKind::outcome), kMoreOrHalf, memory).find(goes_up), 0U);
    EXPECT_EQ(end_of(tabled(Box({1, 1}, {2, 2}), ValueKind::grundy), kBoxesAndThings, memory).find(goes_up), 0U);
  }
}

/// As many as it likes, or none; all that are fewer, or one more: from a position that is won, whatever lies above.
constexpr const char* kMoreOrNone = R"(return game { position = { "n" }, moves = function(n)
  if n == 0 then return end
  move(n + 1)
  move.none(0)
end })";
constexpr const char* kMoreOrFewer = R"(return game { position = { "n" }, moves = function(n)
  if n == 0 then return end
  for j = 0, n - 1 do move(j) end
  move(n + 1)
end })";
struct Decided {
  const char* rule;
  Position position;
  Position wins;
  bool complete;  ///< whether the outcomes of all options are known
  std::optional<Remoteness> remoteness;
};

TEST(EndlessPlay, IsAnsweredWhereWhatWasMetDecides) {
  const std::vector<Decided> cases = {
      {kMoreOrNone, {5}, {0}, true, 1}, {kMoreOrHalf, {1}, {0}, false, 1}, {kBoxesAndThings, {1, 3}, {2, 3}, false, 1}};
  for (const Decided& expected : cases) {
    RuleDirectory directory;
    Solver solver({directory.load(expected.rule)->rules}, Budget());
    const Sum sum = {{0, widen(expected.position)}};
    const Answer answer = solver.solve(sum);
    const std::string position = to_string(expected.position);
    EXPECT_EQ(answer.value.outcome, Outcome::N) << position;
    EXPECT_EQ(answer.value.remoteness, expected.remoteness) << position;
    ASSERT_EQ(answer.winning_moves.size(), 1U) << position;
    EXPECT_EQ(answer.winning_moves[0].to, (std::vector<BigPosition>{widen(expected.wins)})) << position;
    EXPECT_EQ(answer.winning_moves_complete, expected.complete) << position;
    EXPECT_EQ(answer.winning_moves_given_up, !expected.complete) << position;
    EXPECT_EQ(answer.solver, "graph") << position;
    ASSERT_FALSE(answer.fallbacks.empty()) << position;
    EXPECT_NE(answer.fallbacks.back().why.find(" positions that are met first decide the outcome, whatever the others are"),
              std::string::npos)
        << answer.fallbacks.back().why;
  }
}

/// The values beside it meet a limit, which leaves them out and does not cost the outcome.
TEST(EndlessPlay, LeavesValuesOutOfWhatAnotherMethodAnswers) {
  RuleDirectory directory;
  Solver solver({directory.load(kMoreOrFewer)->rules}, Budget());
  const Answer answer = solver.solve({{0, widen(Position{5})}});
  EXPECT_EQ(answer.value.outcome, Outcome::N);
  ASSERT_EQ(answer.winning_moves.size(), 1U);
  EXPECT_EQ(answer.winning_moves[0].to, (std::vector<BigPosition>{{0}}));
}

/// A chain of 40 moves, whose positions are all near, or a thicket without an end, of which what lies at most 14 moves away is
/// looked at: there might be a win in fewer moves than 41, so that the remoteness is not told.
TEST(EndlessPlay, TellsNoRemotenessThatMightBeLess) {
  RuleDirectory directory;
  Solver solver({directory
                     .load(R"(return game { position = { "a", "s", "b", "c", "d", "e", "f", "g", "h", "i" },
    moves = function(a, s, b, c, d, e, f, g, h, i)
      if s == 0 then
        if a > 0 then move(a - 1, 0, 0, 0, 0, 0, 0, 0, 0, 0) end
        return
      end
      if s == 1 then
        move(a, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        for j = 1, a - 1, 2 do move(j, 0, 0, 0, 0, 0, 0, 0, 0, 0) end
      end
      move(a, 2, b + 1, c, d, e, f, g, h, i)
      move(a, 2, b, c + 1, d, e, f, g, h, i)
      move(a, 2, b, c, d + 1, e, f, g, h, i)
      move(a, 2, b, c, d, e + 1, f, g, h, i)
      move(a, 2, b, c, d, e, f + 1, g, h, i)
      move(a, 2, b, c, d, e, f, g + 1, h, i)
      move(a, 2, b, c, d, e, f, g, h + 1, i)
      move(a, 2, b, c, d, e, f, g, h, i + 1)
    end })")
                     ->rules},
                Budget());
  const Answer answer = solver.solve({{0, widen(Position{40, 1, 0, 0, 0, 0, 0, 0, 0, 0})}});
  EXPECT_EQ(answer.value.outcome, Outcome::N);
  EXPECT_EQ(answer.value.remoteness, std::nullopt);
  ASSERT_EQ(answer.winning_moves.size(), 1U);
  EXPECT_EQ(answer.winning_moves[0].to[0], widen(Position{40, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(answer.winning_moves_complete);
}

/// All options of 2 are won, as 0 is reached from each; of 3 one is not known to be.
TEST(EndlessPlay, IsLostWhereAllOptionsAreWon) {
  RuleDirectory directory;
  Solver solver({directory
                     .load(R"(return game { position = { "n" }, moves = function(n)
    if n == 0 then return end
    if n > 3 then move(n + 1) end
    if n % 2 == 1 then move(0) end
    if n == 2 then move(1) move(5) end
    if n == 4 then move(6) end
  end })")
                     ->rules},
                Budget());
  EXPECT_EQ(solver.solve({{0, widen(Position{2})}}).value.outcome, Outcome::P);
  EXPECT_EQ(solver.solve({{0, widen(Position{2})}}).value.remoteness, Remoteness{2});
}

/// What is asked for besides the outcome, and is not known, is refused with the bound.
TEST(EndlessPlay, TellsNoGrundyValue) {
  EXPECT_EQ(end_of(
                [](Solver& solver) {
                  (void)solver.grundy({{0, widen(Position{5})}});
                },
                kMoreOrNone)
                .find("play goes up without an end in sight: n has come to "),
            0U);
}

TEST(EndlessPlay, IsExplainedWhereTheMovesAreKnown) {
  RuleDirectory directory;
  const auto game = directory.load(kMoreOrHalf);
  const Explanation explanation = explain(*game, Position{6}, {}, Budget());
  ASSERT_FALSE(explanation.answers.empty());
  for (const Explanation::Answer& answer : explanation.answers) {
    ASSERT_FALSE(answer.steps.empty()) << answer.question;
    EXPECT_NE(answer.steps[0].reason.find("a move raises n again and again, so that the positions below have no end"),
              std::string::npos)
        << answer.steps[0].reason;
    EXPECT_EQ(answer.steps[0].work, "no more than 262144 positions are looked at; an outcome that these decide is told");
    EXPECT_EQ(answer.steps[0].cost.seconds, Cost::kUnknown);
  }
}

/// From a position where only small numbers lie below, a move may lead up all the same.
TEST(EndlessPlay, IsNotTakenForFewPositions) {
  RuleDirectory directory;
  const auto game = directory.load(kBoxesAndThings);
  const Explanation explanation = explain(*game, Position{1, 4}, {}, Budget());
  ASSERT_FALSE(explanation.answers.empty());
  EXPECT_EQ(explanation.answers[0].steps.at(0).work.find("some 4 positions"), std::string::npos);
}

/// A method that did not begin has looked at nothing: a position whose options are bounded by 2^60 alone, and has three.
TEST(EndlessPlay, IsNotSaidOfMethodsThatDidNotBegin) {
  RuleDirectory directory;
  const auto game = directory.load(R"(local n = 2 return game {
    position = { { "k", max = (1 << (n + 1)) - 2 } },
    moves = function(k)
      local left, j = n, k
      while true do
        j = j + 1
        local ones, b = 0, j
        while b > 0 do b = b & (b - 1); ones = ones + 1 end
        left = left - ones
        if left < 0 then break end
        move(j)
      end
    end })");
  Solver solver({game->rules}, Budget());
  const Answer answer = solver.solve({{0, widen(Position{0})}});
  EXPECT_EQ(answer.value.outcome, Outcome::N);
  for (const Fallback& fallback : answer.fallbacks)
    EXPECT_EQ(fallback.why, "the position may have more options than are looked at for a start");
}

}  // namespace
}  // namespace bouton
