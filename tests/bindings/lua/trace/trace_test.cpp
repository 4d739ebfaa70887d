// Rules of boards and graphs as their traces show them, beside the interpreter.
#include "bindings/lua/trace/trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/base/random.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::string rule(std::string_view position, std::string_view moves, std::string_view more = "") {
  return fmt::format("{}\nreturn game {{ name = 'g', title = 'G', position = {}, moves = {} }}", more, position, moves);
}

Position random_position(const Domain& domain, Random& random) {
  Position position;
  for (std::size_t i = 0; i < domain.dimensions(); ++i)
    position.push_back(static_cast<Coordinate>(random.below(static_cast<std::uint64_t>(domain.axis(i).greatest) + 1)));
  return position;
}

std::vector<std::pair<Position, Label>> listed(const Options& options) {
  std::vector<std::pair<Position, Label>> list;
  for (std::size_t i = 0; i < options.size(); ++i) list.emplace_back(Position(options[i][0]), options[i].label());
  return list;
}

/// The traced rule has the options of the interpreted one, in their order; and the local moves have the same ones.
void expect_same(const Game& game, bool is_local) {
  const Rules& rules = *game.rules;
  const Result<const LocalMoves*> moves = rules.local_moves();
  EXPECT_EQ(moves.has_value(), is_local) << (moves ? "" : moves.reason());
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Position position = random_position(rules.domain(), random);
    Options native, interpreted;
    rules.options(position, native);
    rules.reference_options(position, interpreted);
    ASSERT_EQ(listed(native), listed(interpreted)) << to_string(position);
    if (!moves) continue;
    std::set<Position> by_moves, by_rule;
    for (const LocalMove& move : (*moves)->moves) {
      Position to = position;
      bool possible = true;
      for (const LocalMove::Cell& cell : move.cells) {
        possible = possible && (cell.allowed >> position[cell.cell] & 1) != 0;
        if (cell.becomes >= 0) to[cell.cell] = cell.becomes;
      }
      if (possible) by_moves.insert(to);
    }
    for (std::size_t i = 0; i < interpreted.size(); ++i) by_rule.emplace(interpreted[i][0]);
    ASSERT_EQ(by_moves, by_rule) << to_string(position);
  }
}

TEST(Trace, FindsTheDominoesOfCram) {
  RuleDirectory directory;
  const auto game = directory.load(rule("board(3, 4)", R"(function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 0 and b:at(r, c + 1) == 0 then move.across(b:with(r, c, 1, r, c + 1, 1)) end
      if b:at(r, c) == 0 and b:at(r + 1, c) == 0 then move.down(b:with(r, c, 1, r + 1, c, 1)) end
    end
  end)"),
                                   {}, "game.lua");
  expect_same(*game, true);
  EXPECT_EQ((*game->rules->local_moves())->moves.size(), 17U);
}

TEST(Trace, FollowsLoopsHelpersAndWalks) {
  const std::pair<const char*, std::string> kRules[] = {
      {"with number loops", rule("board(2, 5, '.XO')", R"(function(b)
        for r = 1, b.rows do for c = 1, b.columns do
          if b:at(r, c) == 0 then for v = 1, 2 do move(b:with(r, c, v)) end end
        end end
      end)")},
      {"with what the neighbours allow", rule("board(2, 3, '.XO')", R"(function(b)
        for r, c in b:cells() do
          for v = 1, 2 do if b:at(r, c) == 0 and fits(b, r, c, v) then move(b:with(r, c, v)) end end
        end
      end)",
                                              R"(local function fits(b, r, c, v)
        for r2, c2 in b:neighbours(r, c) do if b:at(r2, c2) == 3 - v then return false end end
        return true
      end)")},
      {"sliding along lines", rule("board(2, 6)", R"(function(b)
        for _, d in ipairs(directions) do
          for r, c in b:cells() do
            local k = 0
            while b:at(r + k * d[1], c + k * d[2]) == 0 do
              k = k + 1
              if k == 3 then move(b:with(r, c, 1)) break end
            end
          end
        end
      end)",
                                   "local directions = { { 0, 1 }, { 1, 0 } }")},
      {"on a graph", rule("graph('random 7 10 3')", R"(function(g)
        for v in g:cells() do
          if g:at(v) == 0 then
            local rest = g:with(v, 1)
            for w in g:neighbours(v) do rest = rest:with(w, 1) end
            move(rest)
          end
        end
      end)")},
      {"on the edges of one", rule("graph('complete 4', { cells = 'edges' })", R"(function(g)
        for v = 1, g.vertices do
          for e in g:edges_at(v) do
            local a, b = g:ends(e)
            if a == v and g:at(e) == 0 then move(g:with(e, 1)) end
          end
        end
      end)")},
  };
  for (const auto& [what, text] : kRules) {
    SCOPED_TRACE(what);
    RuleDirectory directory;
    expect_same(*directory.load(text, {}, "game.lua"), true);
  }
}

TEST(Trace, IsNoListOfLocalMovesWhereAMoveDependsOnAllCells) {
  RuleDirectory directory;
  expect_same(*directory.load(rule("board(5, 5)", R"(function(b)
    local count = 0
    for r, c in b:cells() do count = count + b:at(r, c) end
    if count > 12 then return end
    for r, c in b:cells() do if b:at(r, c) == 0 then move(b:with(r, c, 1)) end end
  end)"),
                              {}, "game.lua"),
              false);
}

TEST(Trace, RefusesWhatItCannotCompareAndLeavesItToTheInterpreter) {
  RuleDirectory directory;
  expect_same(*directory.load(rule("board(2, 3)", R"(function(b)
    local free = {}
    for r, c in b:cells() do if b:at(r, c) == 0 then free[#free + 1] = { r, c } end end
    for _, at in ipairs(free) do move(b:with(at[1], at[2], 1)) end
  end)"),
                              {}, "game.lua"),
              false);
  // The function is another one in each run: what two runs have seen is never the same, and the diagram is a tree.
  for (const auto& [board, is_small] : {std::pair("board(2, 3)", true), std::pair("board(4, 5)", false)})
    expect_same(*directory.load(rule(board, R"(function(b)
    local function try(r, c) if b:at(r, c) == 0 then move(b:with(r, c, 1)) end end
    for r, c in b:cells() do try(r, c) end
  end)"),
                                {}, is_small ? "small.lua" : "large.lua"),
                is_small);
}

TEST(Trace, SaysWhereARuleIsWrong) {
  RuleDirectory directory;
  const auto game =
      directory.load(rule("board(2, 2)", "function(b) if b:at(1, 1) == 1 then error('here') end end"), {}, "game.lua");
  Options options;
  game->rules->options(Position{0, 0, 0, 0}, options);
  EXPECT_TRUE(options.empty());
  EXPECT_THROW(game->rules->options(Position{1, 0, 0, 0}, options), RuleError);
}

/// Random rules of dominoes and single squares with conditions, solved with everything and by plain search.
TEST(Trace, GivesTheAnswersOfThePlainSearch) {
  Random random(7);
  for (int round = 0; round < 12; ++round) {
    std::string body = "for r, c in b:cells() do\n";
    for (int move = 0; move < 2; ++move) {
      const auto dr = random.below(3), dc = random.below(3);
      const char* const condition = random.below(2) == 0 ? "== 0" : random.below(2) == 0 ? "~= 1" : "== 1";
      body += fmt::format("if b:at(r, c) == 0 and b:at(r + {0}, c + {1}) {2} then move(b:with(r, c, {3})) end\n", dr, dc,
                          condition, 1 + random.below(2));
      if (random.below(2) == 0)
        body += fmt::format("if b:at(r, c) ~= 2 and b:at(r, c + 1) == 0 then move(b:with(r, c, 2, r, c + 1, {})) end\n",
                            1 + random.below(2));
    }
    SCOPED_TRACE(body);
    RuleDirectory directory;
    const auto game = directory.load(rule("board(2, 3, '.XO')", "function(b) " + body + "end end"), {}, "game.lua");
    Solver solver({game->rules}, Budget());
    directory.options.lift = false;
    const auto plain = directory.load(rule("board(2, 3, '.XO')", "function(b) " + body + "end end"), {}, "game.lua");
    Solver reference({plain->rules}, Budget());
    for (int i = 0; i < 5; ++i) {
      const Sum sum = {{0, widen(random_position(game->rules->domain(), random))}};
      EXPECT_EQ(solver.grundy(sum), reference.grundy(sum));
    }
  }
}

}  // namespace
}  // namespace bouton
