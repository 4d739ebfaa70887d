// Rule files whose functions run natively, beside the same files interpreted.
#include "bindings/lua/rules/lifted.h"

#include <atomic>
#include <chrono>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/extent.h"

namespace bouton {
namespace {

struct TwoForms {
  explicit TwoForms(RuleDirectory& directory, const std::string& text, const lua::Settings& settings = {}) {
    directory.options.lift = true;
    lifted = directory.load(text, settings, "game.lua");
    directory.options.lift = false;
    interpreted = directory.load(text, settings, "game.lua");
  }
  std::shared_ptr<const Game> lifted, interpreted;
};

/// The same outcomes, remotenesses and Grundy values in the box, and one form natively, the other not.
void expect_same_tables(const TwoForms& game, const Box& box) {
  ASSERT_NE(game.lifted->rules->lifting(box.dimensions()).moves, nullptr)
      << game.lifted->rules->lifting(box.dimensions()).refusal;
  EXPECT_EQ(game.interpreted->rules->lifting(box.dimensions()).moves, nullptr);
  Solver native({game.lifted->rules}, Budget());
  Solver reference({game.interpreted->rules}, Budget(), {.closed_form = false});
  for (const ValueKind kind : {ValueKind::outcome, ValueKind::remoteness, ValueKind::grundy}) {
    if (kind == ValueKind::grundy && game.lifted->rules->play() != Play::normal) continue;
    EXPECT_EQ(native.table(box, kind).cells, reference.table(box, kind).cells) << name(kind);
  }
  std::vector<std::string> by_native, by_reference;
  native.positions(box, [&](PositionView p) { by_native.push_back(to_string(p)); });
  reference.positions(box, [&](PositionView p) { by_reference.push_back(to_string(p)); });
  EXPECT_EQ(by_native, by_reference);
}

TEST(Lifted, FunctionsOfEveryKindRunNatively) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game {
    name = "g", title = "G", position = { "x", "y" },
    valid = function(x, y) return x + y < 30 and x ~= 7 end,
    normalize = function(x, y) if x > y then return y, x end return x, y end,
    moves = function(x, y)
      for t = 1, x do if x - t ~= 7 then move(x - t, y) end end
      for t = 1, y do if x ~= 7 and y - t >= 0 then move(x, y - t) end end
    end,
    play = function(x, y) if (x + y) % 2 == 0 then return "normal" end return "misere" end,
  })");
  ASSERT_NE(game.lifted->rules->lifting(2).valid, nullptr);
  Position native{9, 4}, interpreted{9, 4};
  game.lifted->rules->normalize(native);
  game.interpreted->rules->normalize(interpreted);
  EXPECT_EQ(native, interpreted);
  for (Coordinate x = 0; x < 20; ++x)
    for (Coordinate y = 0; y < 20; ++y) {
      EXPECT_EQ(game.lifted->rules->valid(Position{x, y}), game.interpreted->rules->valid(Position{x, y}));
      EXPECT_EQ(game.lifted->rules->terminal_outcome(Position{x, y}),
                game.interpreted->rules->terminal_outcome(Position{x, y}));
    }
}

TEST(Lifted, NamesOfMovesMayBeMadeOfValues) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game {
    position = { "x", "y" },
    moves = function(x, y)
      for t = 1, x do move["left_" .. t](x - t, y) end
      for t = 1, math.min(x, y) do move[t .. " of " .. x + y](x - t, y - t) end
      if y > 1 then split["cut_" .. y // 2]({ 0, y // 2 }, { x, y - y // 2 - 1 }) end
    end })");
  for (const char* position : {"0,0", "3,2", "1,9"})
    EXPECT_EQ(option_texts(*game.lifted, position), option_texts(*game.interpreted, position));
  EXPECT_EQ(option_texts(*game.lifted, "1,3"), (std::vector<std::string>{"left_1(0,3)", "1 of 4(0,2)", "cut_1(0,1)(1,1)"}));
  expect_same_tables(game, Box({0, 0}, {14, 14}));
}

TEST(Lifted, AnErrorInTheNameOfAMoveIsOneInATableToo) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game {
    position = { "x" },
    moves = function(x) if x > 0 then move["part_" .. 12 // (x - 5)](x - 1) end end })");
  ASSERT_NE(game.lifted->rules->lifting(1).moves, nullptr);
  EXPECT_EQ(Solver({game.lifted->rules}, Budget()).table(Box({0}, {4}), ValueKind::grundy).cells,
            Solver({game.interpreted->rules}, Budget()).table(Box({0}, {4}), ValueKind::grundy).cells);
  for (const auto& form : {game.lifted, game.interpreted})
    EXPECT_THROW(Solver({form->rules}, Budget()).table(Box({0}, {9}), ValueKind::grundy), RuleError);
}

TEST(Lifted, PositionsThatAreNotValidHaveNoValue) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game {
    name = "g", title = "G", position = { "x", "y" },
    valid = function(x, y) return x ~= 3 and y ~= 4 end,
    moves = function(x, y)
      for t = 1, x do if x - t ~= 3 then move(x - t, y) end end
      for t = 1, y do if y - t ~= 4 then move(x, y - t) end end
    end,
  })");
  expect_same_tables(game, Box({0, 0}, {20, 15}));
}

TEST(Lifted, ParametersAndCapturedFunctionsAreConstants) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(
    local set = param("set", { 1, 3, 4 }, "what may be taken")
    local f = param("f", function(x) return 2 * x end, "the limit")
    local function most(n, x) return math.min(n, f(x)) end
    return game { name = "g", title = "G", position = { "n", { "x", min = 1 } },
      moves = function(n, x)
        for _, k in ipairs(set) do if k <= n then move.set(n - k, x) end end
        for k = 1, most(n, x) do move.take(n - k, k) end
      end })",
                      {{"set", "2,5"}, {"f", "3*x"}});
  expect_same_tables(game, Box({0, 1}, {60, 9}));
}

TEST(Lifted, PilesAreLiftedForEachNumberOfPiles) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game { name = "g", title = "G", position = piles("a"), symmetric = true,
    moves = function(a)
      for i = 1, #a do for t = 1, a[i] do move(a:with(i, a[i] - t)) end end
    end })");
  expect_same_tables(game, Box({0}, {9}));
  expect_same_tables(game, Box({0, 0, 0}, {5, 6, 7}));
}

TEST(Lifted, SeveralPilesAreChangedAtOnce) {
  RuleDirectory directory;
  const TwoForms any(directory, R"(return game { name = "g", title = "G", position = piles("a"), symmetric = true,
    moves = function(a)
      for i = 1, #a do for j = 1, #a do
        if i ~= j then for t = 1, math.min(a[i], 3) do move(a:with(i, a[i] - t, j, a[j] // 2)) end end
      end end
    end })");
  expect_same_tables(any, Box({0, 0, 0}, {5, 6, 7}));
  const TwoForms flow(directory, R"(return game { name = "h", title = "H", position = piles("a"),
    moves = function(a)
      local i = 1
      while i <= #a do
        local j = a[i] % #a + 1
        if a[i] > 0 then move(a:with(j, a[j] // 2, i, a[i] - 1)) end
        i = i + 1
      end
    end })");
  expect_same_tables(flow, Box({0, 0, 0}, {5, 6, 7}));
}

/// With loops as long as the coordinate: both forms are compared at small positions, not at the greatest integers.
TEST(Lifted, CoordinatesBelowZeroWithoutAGreatestAreSampledSmall) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game { name = "g", title = "G", position = { { "n", min = -1 } },
    moves = function(n) for t = 1, n // 2 do move(n - t) end end })");
  expect_same_tables(game, Box({-1}, {30}));
}

TEST(Lifted, ARefusalNamesConstructFunctionAndLine) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game { name = "g", title = "G", position = { "n" },
    moves = function(n)
      local s = string.rep("x", n)
      for t = 1, #s do move(n - t) end
    end })");
  const Lifting lifting = game.lifted->rules->lifting(1);
  EXPECT_EQ(lifting.moves, nullptr);
  EXPECT_NE(lifting.refusal.find("moves, line 3"), std::string::npos) << lifting.refusal;
  Solver solver({game.lifted->rules}, Budget());
  EXPECT_EQ(solver.grundy({{0, {Integer(12)}}}), Nimber(Grundy{12}));
}

/// What is wrong with an option is said alike, whether the rule runs natively or not.
TEST(Lifted, ErrorsAreTheInterpreters) {
  for (const char* wrong : {"move(x - 1, y - 20)", "move(x, y // (x - 3))", "move(7, 7)", "move(-1, y)"}) {
    RuleDirectory directory;
    const TwoForms game(directory, fmt::format(R"(return game {{ name = "g", title = "G", position = {{ "x", "y" }},
      valid = function(x, y) return x ~= 7 and x >= 0 end,
      moves = function(x, y)
        for t = 1, x do if x - t ~= 7 then move(x - t, y) end end
        if x == 3 then {} end
      end }})",
                                               wrong));
    std::vector<std::string> messages;
    for (const auto& form : {game.lifted, game.interpreted}) {
      Solver solver({form->rules}, Budget(), {.closed_form = false});
      try {
        solver.table(Box({0, 0}, {6, 6}), ValueKind::grundy);
        messages.push_back("none");
      } catch (const RuleError& error) {
        messages.push_back(error.what());
      }
    }
    EXPECT_EQ(messages[0], messages[1]) << wrong;
    EXPECT_NE(messages[0], "none") << wrong;
    EXPECT_NE(messages[0].find("game.lua:5"), std::string::npos) << messages[0];
  }
}

/// What evaluating the positions of a box ends with: the message of an error, or "none".
std::string message_of(const Game& game, const Box& box, std::optional<ValueKind> kind) {
  Solver solver({game.rules}, Budget(), {.closed_form = false});
  try {
    if (kind) solver.table(box, *kind);
    else solver.positions(box, [](PositionView) {});
  } catch (const RuleError& error) {
    return error.what();
  }
  return "none";
}

/// An error in code without effect on the moves stops a table all the same, whichever kernel fits the moves.
TEST(Lifted, ErrorsInCodeWithoutEffectAreTheInterpreters) {
  constexpr const char* kMoves[] = {
      "for t = 1, x do move(x - t, y) end",                                   // rays
      "for t = 1, 3 do if x >= t and y > 0 then move(x - t, y - 1) end end",  // row shifts
      "for t = 1, math.min(x, y) do move(x - t, 2 * t) end",                  // thresholds
      "if x > 0 then move((x * x + y) % x, y) end",                           // no shape
  };
  constexpr const char* kErrors[] = {
      "for i = 1, 0, 0 do end",
      "for i = y, 1, x % 3 - 1 do local z = i end",
      "local z = y // x",
      "local z = (y % (x - 2)) // 3",
      "if not (x == x // x) then return end",
      "local z = math.fmod(y, x - 5)",
      "if y == 4 then error('here', 2) end",
      "if x == 1 and y == 2 then local z = nil + 1 end",
      "if x == 6 then move(0) end",
      "if y == 6 then move(x, -1) end",
      "for i = 1, x do if i == 5 then move(1, 2, 3) end end",
  };
  for (const char* moves : kMoves)
    for (const char* error : kErrors)
      for (const bool first : {false, true}) {
        RuleDirectory directory;
        const std::string text = fmt::format(
            "return game {{ name = 'g', title = 'G', position = {{ 'x', 'y' }},\n moves = function(x, y) {}\n {}\n end }}",
            first ? error : moves, first ? moves : error);
        SCOPED_TRACE(text);
        const TwoForms game(directory, text);
        const Box box({0, 0}, {7, 7});
        for (const std::optional<ValueKind> kind : {std::optional(ValueKind::grundy), std::optional(ValueKind::outcome),
                                                    std::optional(ValueKind::remoteness), std::optional<ValueKind>()})
          EXPECT_EQ(message_of(*game.lifted, box, kind), message_of(*game.interpreted, box, kind));
        EXPECT_NE(message_of(*game.lifted, box, ValueKind::grundy), "none");
      }
}

/// A rule that names an option of too few coordinates, and nothing else, is refused as the interpreter refuses it.
TEST(Lifted, ARuleAllOfWhoseMovesAreErrorsHasNoTable) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game { name = "g", title = "G", position = { "a", "b" },
    moves = function(a, b) if a > 0 then move(a - 1) end end })");
  const Box box({0, 0}, {5, 5});
  EXPECT_NE(message_of(*game.lifted, box, ValueKind::grundy).find("game.lua:2: move(0) has 1 coordinate"), std::string::npos);
  for (const ValueKind kind : {ValueKind::grundy, ValueKind::outcome, ValueKind::remoteness})
    EXPECT_EQ(message_of(*game.lifted, box, kind), message_of(*game.interpreted, box, kind));
  EXPECT_EQ(message_of(*game.lifted, Box({0, 0}, {0, 5}), ValueKind::grundy), "none");
}

/// The interpreter's limit is the rule's, too, where loops have no effect: a program does not run past it in no time.
TEST(Lifted, ALoopThatNeverEndsPassesTheLimitOfACall) {
  RuleDirectory directory;
  directory.options.limits.call = std::chrono::milliseconds(20);
  const TwoForms game(directory, R"(return game { name = "g", title = "G", position = { "n" },
    moves = function(n)
      for i = 1, math.maxinteger do end
      if n > 0 then move(n - 1) end
    end })");
  for (const auto& form : {game.lifted, game.interpreted}) {
    Solver solver({form->rules}, Budget());
    try {
      solver.table(Box({0}, {3}), ValueKind::grundy);
      ADD_FAILURE() << "no limit";
    } catch (const LimitError& error) {
      EXPECT_EQ(error.limit(), Limit::call_time) << error.what();
    }
  }
  EXPECT_EQ(game.lifted->rules->lifting(1).moves, nullptr);
  EXPECT_NE(game.lifted->rules->lifting(1).refusal.find("too many for a comparison"), std::string::npos)
      << game.lifted->rules->lifting(1).refusal;
}

/// What compares a program with the interpreter hears that the run was stopped.
TEST(Lifted, AnInterruptEndsTheLifting) {
  if (test::kKeepsSignalsBack) GTEST_SKIP() << test::kSignalsAreKeptBack;
  RuleDirectory directory;
  std::atomic<bool> stop = false;
  directory.options.stop = &stop;
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = { "n" },
    valid = function(n) local s = "" while true do s = s .. "" end end,
    moves = function(n) end })");
  stop = true;
  EXPECT_THROW(game->rules->lifting(1), Interrupted);
}

/// A limit that the interpreter passes in a comparison ends the comparing, once, and the interpreter answers.
TEST(Lifted, ALimitInAComparisonIsAReasonNotToLift) {
  RuleDirectory directory;
  directory.options.limits.call = std::chrono::milliseconds(20);
  const auto game = directory.load(R"(return game { name = "g", title = "G", position = { "n" },
    valid = function(n)
      if n < 2 then return true end
      local s = ""
      while #s < 10 do s = s .. "" end
      return true
    end,
    moves = function(n) if n == 1 then move(0) end end })");
  const Lifting lifting = game->rules->lifting(1);
  EXPECT_EQ(lifting.moves, nullptr);
  EXPECT_NE(lifting.refusal.find("exceeds at a small position"), std::string::npos) << lifting.refusal;
  Solver solver({game->rules}, Budget());
  EXPECT_EQ(solver.grundy({{0, {Integer(1)}}}), Nimber(Grundy{1}));
}

/// A rule of many moves in a row is lifted in time that grows with their number; its program names them all.
TEST(Lifted, ThousandsOfMovesInARow) {
  constexpr int kMoves = 4000;
  std::string text = "return game { name = 'g', title = 'G', position = { 'a', 'b' }, moves = function(a, b)\n";
  for (int i = 1; i <= kMoves; ++i) text += fmt::format("  if a >= {} then move(a - {}, b) end\n", i, i);
  RuleDirectory directory;
  const TwoForms game(directory, text + "end }");
  const MoveProgram* const program = game.lifted->rules->lifting(2).moves;
  ASSERT_NE(program, nullptr) << game.lifted->rules->lifting(2).refusal;
  EXPECT_EQ(program->body.size(), std::size_t{kMoves});
  expect_same_tables(game, Box({0, 0}, {7, 3}));
}

/// A single position far up is answered from a table of what lies below it, with the values that search finds.
TEST(Lifted, LargePositionsAreAnsweredFromATable) {
  RuleDirectory directory;
  const TwoForms game(directory, R"(return game { name = "g", title = "G", position = { "x", "y" },
    moves = function(x, y)
      for t = 1, x do move(x - t, y) end
      for t = 1, math.min(y, 3) do move(x, y - t) end
      if x > 0 and y > 0 then move(x - 1, y - 1) end
    end })");
  const Sum sum = {{0, {Integer(180), Integer(190)}}};
  Solver native({game.lifted->rules}, Budget());
  const Answer by_table = native.solve(sum);
  EXPECT_EQ(by_table.solver, "table");
  Solver search({game.lifted->rules}, Budget(), {.closed_form = false, .kernels = false});
  const Answer by_search = search.solve(sum);
  EXPECT_EQ(by_search.solver, "search");
  EXPECT_EQ(by_table.value.outcome, by_search.value.outcome);
  EXPECT_EQ(by_table.value.grundy, by_search.value.grundy);
  EXPECT_EQ(by_table.value.remoteness, by_search.value.remoteness);
  ASSERT_EQ(by_table.winning_moves.size(), by_search.winning_moves.size());
  for (std::size_t i = 0; i < by_table.winning_moves.size(); ++i)
    EXPECT_EQ(by_table.winning_moves[i].to, by_search.winning_moves[i].to);
}

}  // namespace
}  // namespace bouton
