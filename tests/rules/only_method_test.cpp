// A method that is asked for by name answers itself, and rightly, or refuses: of single positions and of sums, under both
// conventions, of play that ends and of play that need not. The truth is that of the search and the graph alone.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/under_play.h"
#include "engine/play/sum_moves.h"
#include "tests/rules/game_under_test.h"

namespace bouton {
namespace {

struct AskedSum {
  const char* game;
  Play play;
  std::vector<BigPosition> positions;
  std::set<std::string> answering = {};  ///< methods that must not refuse

  Sum sum() const {
    Sum sum;
    for (const BigPosition& position : positions) sum.push_back({0, position});
    return sum;
  }
};

std::vector<AskedSum> asked_sums() {
  std::vector<AskedSum> asked = {
      {"kayles", Play::normal, {{9}, {8}}, {"search", "heap"}},
      {"kayles", Play::normal, {{9}, {9}}, {"search", "heap"}},
      {"kayles", Play::misere, {{9}, {8}}, {"search", "quotient"}},
      {"kayles", Play::misere, {{12}, {9}, {1}}, {"search", "quotient"}},
      {"nim", Play::normal, {{3}, {5}}, {"search", "closed-form", "table", "heap"}},
      {"nim", Play::misere, {{3}, {5}}, {"search", "quotient"}},
      {"nim", Play::misere, {{3}, {3}}, {"search", "quotient"}},
      {"wythoff", Play::normal, {{3, 5}, {2, 2}}, {"search", "table", "table:rays"}},
      {"wythoff", Play::misere, {{3, 5}, {2, 2}}, {"search"}},
      {"pass-nim", Play::normal, {{3, 3}}, {"graph"}},
      {"pass-nim", Play::normal, {{2, 0}}, {"search"}},  // no pass is left, and so no cycle
      {"pass-nim", Play::normal, {{3, 3}, {2, 1}}, {"graph"}},
      {"pass-nim", Play::misere, {{2, 1}}, {"graph"}},
      {"pass-nim", Play::misere, {{2, 1}, {1, 1}}, {"graph"}},
  };
  for (int heap = 1; heap <= 13; ++heap) asked.push_back({"kayles", Play::misere, {{heap}}, {"search"}});
  return asked;
}

std::string moves_text(const Answer& answer) {
  std::set<std::string> moves;
  for (const Move& move : answer.winning_moves) {
    std::string text = fmt::format("{}:", move.component);
    for (const BigPosition& part : move.to) text += " " + to_string(part);
    moves.insert(text);
  }
  return fmt::format("{}", fmt::join(moves, "; "));
}

TEST(OnlyMethod, AnswersItselfOrRefuses) {
  for (const AskedSum& asked : asked_sums()) {
    const auto game = game_under_play(GameUnderTest::load(asked.game), asked.play);
    Solver plain({game->rules}, Budget(), Methods::search_alone());
    const Answer truth = plain.solve(asked.sum());
    std::set<std::string> answering;
    for (const std::string& option : method_options()) {
      SCOPED_TRACE(fmt::format("{} {}{}, {}", asked.game, to_string(asked.positions[0]),
                               asked.play == Play::misere ? " misère" : "", option));
      Methods methods;
      methods.only = parse_method(option);
      try {
        Solver solver({game->rules}, Budget(), methods);
        const Answer found = solver.solve(asked.sum());
        answering.insert(option);
        EXPECT_EQ(found.value.outcome, truth.value.outcome);
        if (found.winning_moves_complete) {
          EXPECT_EQ(moves_text(found), moves_text(truth));
        }
        EXPECT_FALSE(found.methods.empty());
        for (const Method method : found.methods) EXPECT_EQ(option_name(method), option_name(methods.only->method));
        EXPECT_EQ(Solver({game->rules}, Budget(), methods).outcome(asked.sum()), truth.value.outcome);
        for (const MoveValue& move : Solver({game->rules}, Budget(), methods).moves(asked.sum()))
          EXPECT_EQ(move.value.outcome, plain.outcome(after(asked.sum(), move.move)));
      } catch (const RequestError&) {
      } catch (const LimitError&) {}
    }
    for (const std::string& option : asked.answering)
      EXPECT_TRUE(answering.contains(option)) << asked.game << " " << to_string(asked.positions[0]) << " " << option;
  }
}

/// The search by nimbers takes no move that splits the game under misère play for one that does not, wherever it meets it.
TEST(OnlyMethod, NimbersRefuseSplitsUnderMiserePlay) {
  const auto kayles = game_under_play(GameUnderTest::load("kayles"), Play::misere);
  Methods methods;
  methods.only = parse_method("nimbers");
  EXPECT_THROW((void)Solver({kayles->rules}, Budget(), methods).outcome({{0, {9}}}), RequestError);
}

}  // namespace
}  // namespace bouton
