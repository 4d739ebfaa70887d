// The words again, again_split and entail in rule files.
#include <gtest/gtest.h>

#include "bindings/lua/lift/bytecode/dump_format.h"
#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton {
namespace {

/// The error that the text as a rule file ends in, at the position where one is named.
std::string complaint_about(const std::string& text, const std::string& position = "") {
  RuleDirectory directory;
  try {
    const auto game = directory.load(text);
    if (!position.empty()) option_texts(*game, position);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// The kinds of the options of a position, "again", "entail", "".
std::vector<std::string> kinds(const Game& game, const std::string& text) {
  Options options;
  game.rules->options(*narrow(parse_position(game, text)), options);
  std::vector<std::string> kinds;
  for (std::size_t i = 0; i < options.size(); ++i) kinds.emplace_back(name(options[i].kind()));
  return kinds;
}

constexpr const char* kAllWords = R"(return game {
  position = { "n" },
  moves = function(n)
    if n > 0 then
      move.one(n - 1)
      again.one(n - 1)
      entail.one(n - 1)
      again(n - 1)
      entail(n - 1)
    end
    for a = 1, n // 2 do again_split.both(a, n - a) end
    for a = 1, n // 2 do again_split(a, n - a) end
  end,
})";

TEST(WordsThatOblige, AreKindsOfMovesLiftedOrNot) {
  RuleDirectory directory;
  const std::vector<std::string> names = {"one(1)", "one(1)", "one(1)", "(1)", "(1)", "both(1)(1)", "(1)(1)"};
  const std::vector<std::string> expected = {"", "again", "entail", "again", "entail", "again", "again"};
  for (const bool lift : {true, false}) {
    directory.options.lift = lift;
    const auto game = directory.load(kAllWords);
    EXPECT_TRUE(game->rules->obliges());
    EXPECT_EQ(option_texts(*game, "2"), names);
    EXPECT_EQ(kinds(*game, "2"), expected);
    EXPECT_EQ(game->rules->lifting(1).moves, nullptr);
    EXPECT_FALSE(game->rules->flow(1));
    EXPECT_EQ(game->rules->obliging_moves(1) != nullptr, lift) << game->rules->lifting(1).refusal;
  }
}

TEST(WordsThatOblige, AreSeenHoweverAFunctionComesByThem) {
  RuleDirectory directory;
  directory.write("shared.lua", "return { take = function(n) again.take(n - 1) end }");
  for (const char* moves : {
           "local a = again return game { position = { 'n' }, moves = function(n) if n > 0 then a(n - 1) end end }",
           "local a = entail.x return game { position = { 'n' }, moves = function(n) if n > 0 then a(n - 1) end end }",
           "local function f(n) entail(n - 1) end "
           "return game { position = { 'n' }, moves = function(n) if n > 0 then f(n) end end }",
           "local s = include('shared') return game { position = { 'n' }, moves = function(n) if n > 0 then s.take(n) end end "
           "}",
       }) {
    const auto game = directory.load(moves);
    EXPECT_TRUE(game->rules->obliges()) << moves;
    EXPECT_EQ(kinds(*game, "1").size(), 1U);
    EXPECT_NE(kinds(*game, "1")[0], "");
  }
  const auto named = directory.load(
      "return game { position = { 'n' }, moves = function(n) for i = 1, n do again['take_' .. i](n - i) end end }");
  EXPECT_EQ(option_texts(*named, "2"), (std::vector<std::string>{"take_1(1)", "take_2(0)"}));
  EXPECT_EQ(kinds(*named, "2"), (std::vector<std::string>{"again", "again"}));
  // A name of a move, a field or a variable of its own is none of the words.
  for (const char* other :
       {"return game { position = { 'n' }, moves = function(n) if n > 0 then move.again(n - 1) end end }",
        "local again = 1 return game { position = { 'n' }, moves = function(n) if n > 0 then move(n - again) end end }"})
    EXPECT_FALSE(directory.load(other)->rules->obliges()) << other;
}

TEST(WordsThatOblige, AreSeenInTheTextWhereNoCodeCanBeRead) {
  const lua::PretendUnknownDumpFormat pretend;
  RuleDirectory directory;
  EXPECT_TRUE(directory.load(kAllWords)->rules->obliges());
  EXPECT_FALSE(
      directory.load("return game { position = { 'n' }, moves = function(n) if n > 0 then move.again(n - 1) end end }")
          ->rules->obliges());
}

TEST(WordsThatOblige, ComplainOfWhatIsWrongWithFileAndLine) {
  const auto rule = [](const std::string& statement, const std::string& fields = "") {
    return "return game {\n  position = { 'n' },\n  moves = function(n)\n    if n > 0 then " + statement + " end\n  end,\n" +
           fields + "}";
  };
  EXPECT_EQ(complaint_about(rule("again(n - 1, 2)"), "3"),
            "bad.lua:4: again(2,2) has 2 coordinates, this game has 1 (n), in moves(3)");
  EXPECT_EQ(complaint_about(rule("entail(n - 1, 2)"), "3"),
            "bad.lua:4: entail(2,2) has 2 coordinates, this game has 1 (n), in moves(3)");
  EXPECT_EQ(complaint_about(rule("entail()"), "3"), "bad.lua:4: entail() has 0 coordinates, this game has 1 (n), in moves(3)");
  EXPECT_EQ(complaint_about(rule("again(n / 2)"), "3"),
            "bad.lua:4: again: number 1 is the float 1.5, coordinates are integers (// divides integers), in moves(3)");
  EXPECT_EQ(complaint_about(rule("again_split(n - 1, 'x')"), "3"),
            "bad.lua:4: again_split: number 2 is the string 'x', coordinates are integers, in moves(3)");
  EXPECT_EQ(complaint_about(rule("again(n - 5)"), "3").substr(0, 22), "bad.lua:4: again(-2) h");
  EXPECT_EQ(complaint_about("again(1)\nreturn game { position = { 'n' }, moves = function(n) end }"),
            "bad.lua:1: again is called outside of moves");
  EXPECT_EQ(complaint_about(rule("again(n - 1)", "  play = 'misere',\n")),
            "bad.lua:6: play: moves that oblige (again, entail) are for normal play, where whoever cannot move loses");
  EXPECT_EQ(complaint_about(rule("again(n - 1)", "  play = function(n) return 'draw' end,\n")),
            "bad.lua:6: play: moves that oblige (again, entail) are for normal play, where whoever cannot move loses");
  EXPECT_EQ(complaint_about(rule("entail(n - 1)", "  closed_form = 'nim',\n")),
            "bad.lua:6: closed_form: no formula or theorem knows moves that oblige (again, entail)");
  EXPECT_EQ(complaint_about(rule("entail(n - 1)", "  heap = { code = '0.3' },\n")),
            "bad.lua:6: heap: a take-and-break code has no moves that oblige (again, entail)");
  EXPECT_EQ(complaint_about(rule("local e = _ENV['ag' .. 'ain'] e(n - 1)"), "3"),
            "bad.lua:4: again is reached in a way that is not seen when the file is loaded; call it by its name, again(...), "
            "in moves(3)");
  EXPECT_EQ(complaint_about(rule("Again(n - 1)"), "3").find("Lua tells capitals from small letters: write again") ==
                std::string::npos,
            false);
}

TEST(WordsThatOblige, MakeBoardsAndGraphsOblige) {
  RuleDirectory directory;
  for (const bool lift : {true, false}) {
    directory.options.lift = lift;
    const auto game = directory.load(R"(return game {
      position = graph("path 4", { cells = "edges", states = "|." }),
      moves = function(g)
        for e in g:cells() do
          if g:at(e) == 0 then
            if e == 1 then again(g:with(e, 1)) else move.cut(g:with(e, 1)) end
          end
        end
      end,
    })");
    EXPECT_TRUE(game->rules->obliges());
    EXPECT_FALSE(game->rules->local_moves());
    EXPECT_EQ(kinds(*game, "|||"), (std::vector<std::string>{"again", "", ""}));
    Solver solver({game->rules}, Budget());
    // Whoever takes the first edge moves again, so that the other two decide: one cut leaves one.
    EXPECT_EQ(solver.outcome({{0, parse_position(*game, "|..")}}), Outcome::P);
    EXPECT_EQ(solver.outcome({{0, parse_position(*game, "||.")}}), Outcome::N);
  }
}

TEST(WordsThatOblige, ComeThroughVariants) {
  RuleDirectory directory;
  const auto game = directory.load("return variant('top-entails', { title = 'Mine' })");
  EXPECT_TRUE(game->rules->obliges());
  EXPECT_THROW(directory.load("return variant('top-entails', { play = 'misere' })"), RuleError);
}

/// Heaps counted kind by kind against the search, for rules whose moves are take-and-break games.
TEST(HeapsOfMovesThatOblige, AreAsTheSearchFindsThem) {
  RuleDirectory directory;
  for (const char* moves : {
           "for a = 1, n // 2 do split(a, n - a) end if n > 0 then entail(n - 1) end",
           "for a = 1, (n - 1) // 2 do split(a, n - a) end for t = 1, math.min(n, 3) do entail(n - t) end",
           "if n > 0 then again(n - 1) end for t = 2, math.min(n, 4) do move(n - t) end",
           "for t = 1, n do entail(n - t) end if n > 2 then move(n - 3) end",
           "for a = 0, (n - 1) // 2 do again_split(a, n - 1 - a) end for t = 1, math.min(n, 2) do move(n - t) end",
           "if n > 1 then entail(n - 2) end if n > 0 then move(n - 1) end if n > 4 then again(n - 5) end",
       }) {
    const auto game = directory.load(std::string("return game { position = { 'n' }, moves = function(n) ") + moves + " end }");
    Solver heaps({game->rules}, Budget()), search({game->rules}, Budget(), Methods::search_alone());
    const Box box({0}, {70});
    const Table counted = heaps.table(box, ValueKind::grundy);
    EXPECT_EQ(heaps.answered(), Method::heap) << moves;
    const Table searched = search.table(box, ValueKind::grundy);
    EXPECT_EQ(search.answered(), Method::search);
    EXPECT_EQ(counted.cells, searched.cells) << moves;
    EXPECT_EQ(counted.loopy, searched.loopy) << moves;
    for (Coordinate n = 0; n < 30; ++n)
      for (Coordinate other = 0; other < 8; ++other) {
        const Sum sum = {{0, {widen(n)}, true}, {0, {widen(other)}}};
        EXPECT_EQ(heaps.outcome(sum), search.outcome(sum)) << moves << " " << n << "! " << other;
      }
  }
}

}  // namespace
}  // namespace bouton
