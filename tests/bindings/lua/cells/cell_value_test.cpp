// Boards and graphs in rule files.
#include "bindings/lua/cells/cell_value.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

std::string with_position(std::string_view position, std::string_view moves = "function(b) end", std::string_view more = "") {
  return fmt::format("return game {{ name = 'g', title = 'G', position = {}, moves = {}, {} }}", position, moves, more);
}

std::string refusal_of(const std::string& text) {
  RuleDirectory directory;
  try {
    const auto game = directory.load(text, {}, "game.lua");
    Options options;
    game->rules->options(narrow(game->start({})).value(), options);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

TEST(Cells, ArePositionsThatAreTypedAndShownAsTexts) {
  RuleDirectory directory;
  const auto game = directory.load(with_position("board(2, 3, '.XO')"), {}, "game.lua");
  const BigPosition position = parse_position(*game, ".XO/X..");
  EXPECT_EQ(narrow(position), (Position{0, 1, 2, 1, 0, 0}));
  EXPECT_EQ(show_position(*game, position), ".XO/X..");
  EXPECT_EQ(parse_position(*game, "0,1,2,1,0,0"), position);
  EXPECT_THROW(parse_position(*game, ".XO/X."), RequestError);
  EXPECT_EQ(complete_position(*game, {}), BigPosition(6, 0));
}

TEST(Cells, AreThoseOfTheBoardThatThePositionIsOn) {
  RuleDirectory directory;
  const auto game = directory.load(with_position("board('any', 'any')", "function(b) end", R"(example = '.X/..',
    known = { grundy = { { '..', 0 }, { '.X/..', 0 }, { './.', 0 }, { 'XX', 0 } } })"),
                                   {}, "game.lua");
  EXPECT_EQ(game->example, (BigPosition{0, 1, 0, 0}));
  EXPECT_EQ(game_of_position(game, "XX/.."), game);
  const auto row = game_of_position(game, "..X.");
  EXPECT_EQ(row->rules->domain().shape()->columns, 4U);
  EXPECT_EQ(narrow(parse_position(*row, "..X.")), (Position{0, 0, 1, 0}));
  EXPECT_EQ(game_of_position(game, "X..X"), row) << "one game for each board";
  EXPECT_EQ(game_of_position(row, "XX/.."), game);
  // Each fact is one of its own board.
  ASSERT_EQ(game->known.size(), 1U);
  ASSERT_EQ(game->known_shapes.size(), 2U);
  EXPECT_EQ(game->on_shape(game->known_shapes[0])->known.size(), 2U);
  for (const char* text : {"../.", "", "..O", "../", "//"}) {
    EXPECT_EQ(game_of_position(game, text), game) << text;
    if (*text != '\0') {
      EXPECT_THROW(parse_position(*game, text), RequestError) << text;
    }
  }
  EXPECT_EQ(game_of_position(game, std::string(1025, '.')), game);
  // One side may be fixed.
  const auto two_rows =
      directory.load(with_position("board(2, 'any')", "function(b) end", "example = '../..'"), {}, "game.lua");
  EXPECT_EQ(game_of_position(two_rows, ".../...")->rules->domain().dimensions(), 6U);
  EXPECT_EQ(game_of_position(two_rows, "..."), two_rows);
}

TEST(Cells, AreThoseOfTheGraphThatThePositionNames) {
  RuleDirectory directory;
  const auto game = directory.load(with_position("graph('any')", "function(b) end", "example = 'path  3'"), {}, "game.lua");
  EXPECT_EQ(show_position(*game, game->example.value()), "path 3 = ...");
  EXPECT_EQ(parse_position(*game, ".X."), parse_position(*game, "path 3 = .X."));
  const auto cycle = game_of_position(game, "cycle 4 = X..X");
  EXPECT_EQ(narrow(parse_position(*cycle, "cycle 4 = X..X")), (Position{1, 0, 0, 1}));
  EXPECT_EQ(parse_position(*cycle, "cycle 4"), BigPosition(4, 0));
  EXPECT_EQ(cycle->rules->domain().shape()->edges.size(), 4U);
  EXPECT_EQ(game_of_position(game, "path 3 = X.."), game);
  EXPECT_THROW(parse_position(*cycle, "path 4 = ...."), RequestError);
  EXPECT_THROW(game_of_position(game, "wheel 4"), RequestError);
}

TEST(Cells, TellTheirSizeAndTheirStates) {
  EXPECT_EQ(refusal_of(with_position("board(2, 3)", R"(function(b)
    assert(b.rows == 2 and b.columns == 3 and b.size == 6)
    assert(b:at(1, 1) == 0 and b:at(0, 1) == nil and b:at(1, 4) == nil)
    local n = 0
    for r, c in b:cells() do n = n + 10 * r + c end
    assert(n == 11 + 12 + 13 + 21 + 22 + 23)
    local near = {}
    for r, c in b:neighbours(1, 2) do near[#near + 1] = 10 * r + c end
    assert(table.concat(near, " ") == "11 13 22")
    local changed = b:with(1, 2, 1, 2, 3, 1)
    assert(changed:at(1, 2) == 1 and changed:at(2, 3) == 1 and b:at(1, 2) == 0)
  end)")),
            "");
  EXPECT_EQ(refusal_of(with_position("graph('tree 1 1 2', { cells = 'edges' })", R"(function(g)
    assert(g.vertices == 4 and g.edges == 3 and g.size == 3)
    local v, w = g:ends(3)
    assert(v == 2 and w == 4)
    local at, near = {}, {}
    for e in g:edges_at(2) do at[#at + 1] = e end
    for e in g:neighbours(3) do near[#near + 1] = e end
    assert(table.concat(at, " ") == "1 3" and table.concat(near, " ") == "1")
  end)")),
            "");
}

TEST(Cells, RefuseWhatIsWrongInWords) {
  const std::pair<std::string, const char*> kCases[] = {
      {with_position("board(0, 3)"), "board: rows is 0, it must be from 1 to 1024"},
      {with_position("board(40, 40)"), "it has 1 to 1024 squares"},
      {with_position("board(2, 3, 'X')"), "but must have 2 to 16"},
      {with_position("board(2, 3, 'XX')"), "two states have the character X"},
      {with_position("board(2, 3, './')"), "a state's character"},
      {with_position("board({}, 3)"), "board takes its rows"},
      {with_position("board('two', 3)"), "board: rows is the string 'two', expected an integer"},
      {with_position("board('any', 3)"), "the game needs an example"},
      {with_position("board('any', 3)", "function(b) end", "example = '....'"), "is not a position of a board"},
      {with_position("graph('any')", "function(b) end", "example = 'wheel 5'"), "it begins with one of"},
      {with_position("graph('any')", "function(b) end", "example = '.....'"), "is not a position of a graph"},
      {with_position("graph('path 5', { states = '.=' })"), "a state's character"},
      {with_position("graph('wheel 5')"), "it begins with one of"},
      {with_position("graph('path 5', { cells = 'loops' })"), "\"vertices\" or \"edges\""},
      {with_position("graph('path 1', { cells = 'edges' })"), "the graph has no edges"},
      {with_position("board(2, 2)", "function(b) move(b:with(3, 1, 1)) end"), "with: there is no such cell"},
      {with_position("board(2, 2)", "function(b) move(b:with(1, 1, 2)) end"), "there is no state 2"},
      {with_position("board(2, 2)", "function(b) move(1) end"), "move takes a position"},
      {with_position("board(2, 2)", "function(b) move(b, b) end"), "move takes one position"},
      {with_position("board(2, 2)", "function(b) b.rows = 1 end"), "a position cannot be changed"},
      {with_position("board(2, 2)", "function(b) end", "symmetric = true"), "expected \"board\""},
      {with_position("board(2, 2, '.XO')", "function(b) end", "symmetric = { graph = true }"),
       "symmetric has no field 'graph'"},
      {with_position("board(2, 2, '.XO')", "function(b) end", "symmetric = { states = 'XY' }"), "the states are .XO"},
      {with_position("board(2, 2, '.XO')", "function(b) end", "symmetric = { states = 'X' }"), "names 1 states; give 2 to 6"},
      {with_position("board(2, 2)", "function(b) end", "known = { grundy = { { '..?.', 0 } } }"), "is not a position"},
  };
  for (const auto& [text, message] : kCases)
    EXPECT_NE(refusal_of(text).find(message), std::string::npos) << text << refusal_of(text);
}

TEST(Cells, AreNormalizedByTheSymmetriesOfTheBoardAndOfTheGraph) {
  RuleDirectory directory;
  const auto board = directory.load(with_position("board(2, 3)", "function(b) end", "symmetric = 'board'"), {}, "game.lua");
  Position position{0, 0, 1, 1, 0, 0};
  board->rules->normalize(position);
  EXPECT_EQ(position, (Position{0, 0, 1, 1, 0, 0}));
  Position corner{1, 0, 0, 0, 0, 0};
  board->rules->normalize(corner);
  EXPECT_EQ(corner, (Position{0, 0, 0, 0, 0, 1}));
  const auto graph =
      directory.load(with_position("graph('cycle 5')", "function(g) end", "symmetric = 'graph'"), {}, "game2.lua");
  Position ring{1, 0, 1, 0, 0};
  graph->rules->normalize(ring);
  EXPECT_EQ(ring, (Position{0, 0, 1, 0, 1}));
}

/// Each exchange of states goes with each symmetry of the board.
TEST(Cells, AreNormalizedByExchangesOfStates) {
  RuleDirectory directory;
  const auto game = directory.load(
      with_position("board(1, 3, '.XO')", "function(b) end", "symmetric = { board = true, states = 'XO' }"), {}, "game.lua");
  const auto normal = [](const Game& game, Position position) {
    game.rules->normalize(position);
    return position;
  };
  for (const Position& same : {Position{1, 2, 0}, Position{2, 1, 0}, Position{0, 2, 1}, Position{0, 1, 2}})
    EXPECT_EQ(normal(*game, same), (Position{0, 1, 2}));
  EXPECT_EQ(normal(*game, {1, 0, 1}), normal(*game, {2, 0, 2}));
  EXPECT_NE(normal(*game, {1, 0, 1}), normal(*game, {1, 0, 2}));
  const auto states =
      directory.load(with_position("board(1, 3, '.XO')", "function(b) end", "symmetric = { states = 'OX' }"), {}, "game2.lua");
  EXPECT_EQ(normal(*states, {2, 1, 0}), (Position{1, 2, 0}));
}

/// A claim that is wrong is found where the moves tell the states apart.
TEST(Cells, ExchangesOfStatesAreCompared) {
  RuleDirectory directory;
  const auto complaint = [&](const std::string& moves) -> std::string {
    const auto game = directory.load(with_position("board(1, 3, '.XO')", moves, "symmetric = { board = true, states = 'XO' }"),
                                     {}, "game.lua");
    Solver solver({game->rules}, Budget());
    try {
      (void)solver.solve({{0, BigPosition(3, 0)}});
    } catch (const RuleError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(
      complaint("function(b) for r, c in b:cells() do if b:at(r, c) == 0 then for s = 1, 2 do move(b:with(r, c, s)) end end "
                "end end"),
      "");
  EXPECT_NE(
      complaint("function(b) for r, c in b:cells() do if b:at(r, c) == 1 then move(b:with(r, c, 0)) elseif b:at(r, c) == 0 "
                "then move(b:with(r, c, 2)) end end end"),
      "");
}

TEST(Cells, SplitIntoSums) {
  RuleDirectory directory;
  const auto game = directory.load(with_position("board(1, 3)", R"(function(b)
    if b:at(1, 1) == 0 then split(b:with(1, 1, 1), b:with(1, 1, 1, 1, 2, 1)) end
  end)"),
                                   {}, "game.lua");
  Options options;
  game->rules->options(Position{0, 0, 0}, options);
  ASSERT_EQ(options.size(), 1U);
  EXPECT_EQ(options[0].size(), 2U);
}

/// The whole way from a rule file to a large position.
TEST(Cells, OfALargeBoardAreAnsweredByASearchByNimbers) {
  RuleDirectory directory;
  const auto game = directory.load(with_position("board(6, 6)", R"(function(b)
    for r, c in b:cells() do
      if b:at(r, c) == 0 then
        if b:at(r, c + 1) == 0 then move(b:with(r, c, 1, r, c + 1, 1)) end
        if b:at(r + 1, c) == 0 then move(b:with(r, c, 1, r + 1, c, 1)) end
      end
    end
  end)"),
                                   {}, "game.lua");
  Solver solver({game->rules}, Budget());
  const Answer answer = solver.solve({{0, BigPosition(36, 0)}});
  EXPECT_EQ(answer.value.outcome, Outcome::P);
  EXPECT_EQ(answer.solver, "cells");
  EXPECT_EQ(answer.value.grundy, Nimber(0));
}

}  // namespace
}  // namespace bouton
