// Games of rule files with `blocking`, of every kind of position, beside plain recursion over the options that the rule names.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "engine/plan/under_play.h"
#include "engine/rules/blocking.h"
#include "engine/verify/verify.h"
#include "tests/bindings/lua/rule_files.h"
#include "tests/extent.h"

namespace bouton {
namespace {

template <class T>
T arbitrary(T low, T high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(low, high));
}

/// A rule of some kind, and positions of it.
struct Written {
  std::string text;
  std::vector<std::string> positions;
};

std::string head(const std::string& position) {
  return fmt::format("return game {{ position = {}, blocking = {}, play = \"{}\", ", position, arbitrary(1, 4),
                     arbitrary(0, 2) == 0 ? "normal" : "misere");
}

/// Numbers that may be taken from each of two heaps, or from both.
Written of_coordinates() {
  std::string moves;
  for (const char* const to : {"a - t, b", "a, b - t", "a - t, b - t"}) {
    if (arbitrary(0, 4) == 0) continue;
    moves += fmt::format("for t = {}, math.min(a, b, {}) do move({}) end ", arbitrary(1, 3), arbitrary(1, 9), to);
  }
  Written written{head("{ \"a\", \"b\" }") + (arbitrary(0, 2) == 0 ? "" : "name = \"n\", ") + "moves = function(a, b) " +
                      moves + fmt::format("if a > {} then move(a - 1, b % {}) end end }}", arbitrary(0, 3), arbitrary(1, 5)),
                  {}};
  for (int a = 0; a <= 6; a += 2)
    for (int b = 0; b <= 6; b += 3) written.positions.push_back(fmt::format("{},{}", a, b));
  return written;
}

/// A heap, with a while loop, a table and a helper: what is control flow.
Written of_control_flow() {
  Written written{head("{ \"n\", { \"last\", max = 9 } }") +
                      fmt::format("moves = function(n, last) local t, step = {}, {} while t <= n do "
                                  "if t % {} ~= last % {} then move(n - t, t % 10) end t = t + step "
                                  "if t > {} then break end end if n > 1 then move(n // 2, last) end end }}",
                                  arbitrary(1, 3), arbitrary(1, 4), arbitrary(1, 4), arbitrary(1, 4), arbitrary(3, 9)),
                  {}};
  for (int n = 0; n <= 12; ++n) written.positions.push_back(fmt::format("{},{}", n, n % 4));
  return written;
}

/// A list of piles, perhaps symmetric.
Written of_piles() {
  Written written{head("piles(\"a\")") + (arbitrary(0, 2) == 0 ? "symmetric = true, " : "") +
                      fmt::format("moves = function(a) for i = 1, #a do for t = 1, math.min(a[i], {}) do "
                                  "move(a:with(i, a[i] - t)) end end end }}",
                                  arbitrary(1, 4)),
                  {"0", "1", "3", "1,1", "2,1", "2,3", "1,1,1", "2,2,1", "3,3"}};
  return written;
}

/// A board on which one or two squares are marked.
Written of_boards() {
  Written written{
      head("board(2, 3)") + (arbitrary(0, 2) == 0 ? "symmetric = \"board\", " : "") +
          fmt::format("moves = function(b) for r = 1, b.rows do for c = 1, b.columns do "
                      "if b:at(r, c) == 0 then {} if b:at(r, c + 1) == 0 then move(b:with(r, c, 1, r, c + 1, 1)) end "
                      "end end end end }}",
                      arbitrary(0, 2) == 0 ? "move(b:with(r, c, 1))" : ""),
      {".../...", "X../...", ".X./..X", "XX./X..", "XXX/..X"}};
  return written;
}

/// A heap that may also grow, so that play need not end.
Written of_cycles() {
  Written written{head("{ { \"n\", max = 9 } }") +
                      fmt::format("moves = function(n) for t = 1, math.min(n, {}) do move(n - t) end "
                                  "if n < 9 and n % {} == 0 then move(n + 1) end if n > 4 then move(n) end end }}",
                                  arbitrary(1, 5), arbitrary(1, 4)),
                  {}};
  for (int n = 0; n <= 9; ++n) written.positions.push_back(std::to_string(n));
  return written;
}

/// The distinct options of a position, as the rule gives them.
std::set<Position> options_of(const Rules& rules, const Position& position) {
  Options options;
  rules.reference_options(position, options);
  std::set<Position> distinct;
  for (std::size_t i = 0; i < options.size(); ++i) distinct.insert(Position(options[i][0]));
  return distinct;
}

/// Outcomes of all that can be reached, by rounds until nothing more is decided.
std::map<Position, Outcome> outcomes_below(const Rules& rules, const std::vector<Position>& starts) {
  std::map<Position, std::set<Position>> options;
  std::vector<Position> open = starts;
  while (!open.empty()) {
    const Position position = open.back();
    open.pop_back();
    if (options.contains(position)) continue;
    for (const Position& to : options[position] = options_of(rules, position)) open.push_back(to);
  }
  std::map<Position, Outcome> found;
  for (const auto& [position, to] : options) found[position] = Outcome::draw;
  const bool misere = play_as_written(rules) == Play::misere;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [position, to] : options) {
      if (found[position] != Outcome::draw) continue;
      std::size_t p = 0, n = 0;
      for (const Position& option : to) {
        p += found[option] == Outcome::P ? 1 : 0;
        n += found[option] == Outcome::N ? 1 : 0;
      }
      const bool lost = to.size() - n <= rules.blocking() && (!misere || n > 0);
      const bool won = p > rules.blocking() || (misere && p == to.size());
      if (!lost && !won) continue;
      found[position] = won ? Outcome::N : Outcome::P;
      more = true;
    }
  }
  return found;
}

/// A game of a rule file beside plain recursion, by search, by table and by the same rule without a program.
void check(const Written& written) {
  RuleDirectory directory;
  const auto game = directory.load(written.text);
  std::vector<Position> starts;
  for (const std::string& text : written.positions) starts.push_back(*narrow(parse_position(*game, text)));
  const std::map<Position, Outcome> expected = outcomes_below(*game->rules, starts);
  Solver solver({game->rules}, Budget());
  for (const Position& start : starts) {
    const Answer answer = solver.solve({{0, widen(start)}});
    if (answer.value.outcome != expected.at(start))
      RC_FAIL(fmt::format("{}: {} is {}, by recursion {}", written.text, to_string(start), name(answer.value.outcome),
                          name(expected.at(start))));
    std::set<Position> forbidden;
    for (const Move& move : answer.forbid.value()) forbidden.insert(*narrow(move.to[0]));
    RC_ASSERT(forbidden.size() <= game->rules->blocking());
    for (const Move& move : answer.winning_moves) RC_ASSERT(expected.at(*narrow(move.to[0])) == Outcome::P);
  }
  if (game->rules->domain().is_piles() || game->rules->domain().shape() != nullptr) return;
  Position high = starts.front();
  for (const Position& start : starts)
    for (std::size_t i = 0; i < high.size(); ++i) high[i] = std::max(high[i], start[i]);
  Position low;
  for (std::size_t i = 0; i < high.size(); ++i) low.push_back(0);
  const Table table = Solver({game->rules}, Budget()).table(Box(low, high), ValueKind::outcome);
  for (const Position& start : starts) RC_ASSERT(table.outcome(table.box.index(start)) == expected.at(start));
}

/// Ten thousand games over time: a hundred cases, each of a hundred.
RC_GTEST_PROP(BlockingOfRuleFiles, IsPlainRecursionsOfEveryKindOfPosition, ()) {
  for (std::uint64_t i = 0; i < test::cases(1, 20); ++i) {
    check(of_coordinates());
    check(of_control_flow());
    check(of_piles());
    check(of_boards());
    check(of_cycles());
  }
}

std::string blocking_error_of(const std::string& text) {
  RuleDirectory directory;
  try {
    const auto game = directory.load(text);
    Solver({game->rules}, Budget()).outcome({{0, {5}}});
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

TEST(BlockingOfRuleFiles, RefusesWhatItHasNoMeaningFor) {
  const std::string moves = "position = { \"n\" }, moves = function(n) if n > 0 then move(n - 1) end end ";
  EXPECT_EQ(blocking_error_of("return game { blocking = -1, " + moves + "}"),
            "bad.lua:1: blocking is -1: so many options cannot be forbidden; 0 is none");
  EXPECT_EQ(blocking_error_of("return game { blocking = \"2\", " + moves + "}"),
            "bad.lua:1: blocking is the string '2', expected an integer");
  EXPECT_EQ(blocking_error_of("return game { blocking = 1, play = function(n) return \"normal\" end, " + moves + "}"),
            "bad.lua:1: blocking is for play = \"normal\" and \"misere\": a player with no option left may not be at a last "
            "position");
  EXPECT_EQ(
      blocking_error_of(
          "return game {\n blocking = 1,\n position = { \"n\" }, moves = function(n) if n > 0 then again(n - 1) end end }"),
      "bad.lua:2: blocking: not for moves that oblige (again, entail)");
  EXPECT_EQ(
      blocking_error_of(
          "return game {\n blocking = 1,\n position = { \"n\" }, moves = function(n) if n > 1 then split(1, n - 2) end end }"),
      "bad.lua:2: blocking: a move splits the game (split), and positions of a game with blocking are not added up");
}

TEST(BlockingOfRuleFiles, OfNothingHasTheFormulaAndOfSomethingHasNone) {
  RuleDirectory directory;
  const std::string text =
      "local k = param(\"k\", 1) return game { position = { \"n\" }, blocking = k, closed_form = \"nim\", "
      "moves = function(n) for t = 1, n do move(n - t) end end }";
  const auto blocked = directory.load(text), plain = directory.load(text, {{"k", "0"}});
  EXPECT_EQ(blocked->rules->closed_form(), nullptr);
  EXPECT_NE(plain->rules->closed_form(), nullptr);
  EXPECT_EQ(Solver({plain->rules}, Budget()).grundy({{0, {7}}}), Nimber(Grundy{7}));
  EXPECT_EQ(Solver({blocked->rules}, Budget()).outcome({{0, {1}}}), Outcome::P);
  const auto misere = game_under_play(blocked, Play::misere);
  EXPECT_EQ(misere->rules->blocking(), 1U);
  EXPECT_EQ(play_as_written(*misere->rules), Play::misere);
}

}  // namespace
}  // namespace bouton
