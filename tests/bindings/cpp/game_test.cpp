#include <gtest/gtest.h>

#include "games.h"

namespace {

using namespace cpp_test;  // NOLINT: its games
using bouton::Game;
using bouton::Outcome;
using bouton::Position;
using bouton::RequestError;
using bouton::RuleError;
using bouton::Solver;

/// What `work` says when it throws an E.
template <class E, class Work>
std::string message_of(Work work) {
  try {
    work();
  } catch (const E& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(CppGame, ListsTheOptionsOfAPosition) {
  using Options_ = std::vector<bouton::Option>;
  EXPECT_EQ(wythoff().options({1, 1}), (Options_{{"horizontal", {{0, 1}}}, {"vertical", {{1, 0}}}, {"diagonal", {{0, 0}}}}));
  EXPECT_EQ(kayles().options({2}), (Options_{{"", {{0}, {1}}}, {"", {{1}, {0}}}, {"", {{0}, {0}}}}));
  EXPECT_THROW(wythoff().options({1}), RequestError);
}

TEST(CppGame, ReadsAndWritesPositions) {
  const Game named =
      game(Domain::fixed({{.name = "n"}, {.name = "goal", .greatest = 1, .value_names = {"normal", "attrition"}}}),
           [](PositionView, Options&) {});
  EXPECT_EQ(named.parse("14,attrition"), (Position{14, 1}));
  EXPECT_EQ(named.show({14, 1}), "14,attrition");
  EXPECT_EQ(message_of<RequestError>([&] { named.check({14, 2}); }), "position 14,2 has goal = 2, the greatest value is 1");
  EXPECT_EQ(message_of<RequestError>([&] { static_cast<void>(named.parse("14")); }),
            "position 14 has 1 coordinate, this game has 2 (n, goal)");
}

TEST(CppGame, ValidPositionsAreThoseThatTheRulesSay) {
  const Game ordered = game(Domain::fixed({{.name = "S"}, {.name = "L"}}), wythoff_options,
                            [](Declared& rules) {
                              rules.given_labels = {"", "", ""};
                              rules.given_valid = [](PositionView p) { return p[0] <= p[1]; };
                            },
                            {.name = "ordered"});
  EXPECT_THROW(ordered.check({5, 3}), RequestError);
  EXPECT_EQ(message_of<RuleError>([&] { Solver(ordered).outcome({3, 3}); }), "ordered: the option 3,2 of 3,3 is not valid");
}

TEST(CppGame, OptionsOutsideTheDomainAreErrorsOfTheRules) {
  const Game wrong = game(
      one_heap(), [](PositionView p, Options& out) { out.add({p[0] - 1}); }, [](Declared&) {}, {.name = "wrong"});
  EXPECT_EQ(message_of<RuleError>([&] { Solver(wrong).outcome({2}); }),
            "wrong: the option -1 of 0 has n = -1, the least value is 0");
  const Game unnamed = game(one_heap(), [](PositionView, Options& out) { out.add({0}, 1); });
  EXPECT_EQ(message_of<RuleError>([&] { Solver(unnamed).outcome({2}); }),
            "game: an option of 2 has label 1; there are 0 labels");
  const Game open = game(one_heap(), [](PositionView p, Options& out) { out.add_part(p); });
  EXPECT_EQ(message_of<RuleError>([&] { Solver(open).outcome({2}); }), "the options of 2: add_part has no end_split after it");
  const Game bent = game(
      one_heap(), [](PositionView, Options&) {},
      [](Declared& rules) { rules.given_normalize = [](std::vector<Coordinate>& p) { p[0] = -1; }; });
  EXPECT_EQ(message_of<RuleError>([&] { Solver(bent).outcome({2}); }),
            "game: the normal form -1 of 2 has n = -1, the least value is 0");
}

TEST(CppGame, WhatRulesThrowReachesWhoAsked) {
  struct Own : std::logic_error {
    using std::logic_error::logic_error;
  };
  const Game throws = game(one_heap(), [](PositionView p, Options& out) {
    if (p[0] == 3) throw Own("there is no 3");
    if (p[0] > 0) out.add({p[0] - 1});
  });
  Solver solver(throws);
  EXPECT_EQ(message_of<Own>([&] { solver.outcome({5}); }), "there is no 3");
  EXPECT_EQ(solver.outcome({2}), Outcome::P);  // it can be asked on
  EXPECT_EQ(message_of<Own>([&] { static_cast<void>(throws.options({3})); }), "there is no 3");

  const Game refuses = game(one_heap(), [](PositionView, Options&) { throw RuleError("no such luck"); });
  EXPECT_EQ(message_of<RuleError>([&] { Solver(refuses).outcome({5}); }), "no such luck");
  const Game numbers = game(one_heap(), [](PositionView, Options&) { throw 7; });
  EXPECT_THROW(Solver(numbers).outcome({5}), int);
}

TEST(CppGame, DeclarationsThatCannotBeAreRefused) {
  EXPECT_THROW(Domain::fixed({{.name = "n", .least = 2, .greatest = 1}}), RequestError);
  EXPECT_THROW(Domain::piles({.name = "a"}, 3, 2), RequestError);
  EXPECT_THROW(Domain::board(0, 3), RequestError);
  EXPECT_THROW(Domain::board(3, 3, ".."), RequestError);
  EXPECT_THROW(Domain::graph("donut 5"), RequestError);
  EXPECT_THROW(kayles("0.9x"), RequestError);
  EXPECT_THROW(nim([](Declared& rules) { rules.given_code = "0.77"; }), RequestError);
  EXPECT_THROW(nim([](Declared& rules) { rules.given_formula = bouton::Formula{.name = "nimm"}; }), RequestError);
  EXPECT_THROW(Game(nullptr), RequestError);
}

TEST(CppGame, IsPlayedUnderAnotherConvention) {
  const Game normal = subtraction(3);
  const Game misere = normal.under(bouton::Play::misere);
  EXPECT_EQ(misere.play(), bouton::Play::misere);
  EXPECT_EQ(misere.under(bouton::Play::by_position).play(), bouton::Play::normal);
  Solver solver(misere), other(subtraction(3, bouton::Play::misere));
  for (Coordinate n = 0; n < 40; ++n) {  // who takes the last one loses: leave 1, 5, 9, ...
    const Outcome expected = n % 4 == 1 ? Outcome::P : Outcome::N;
    EXPECT_EQ(solver.outcome({n}), expected) << n;
    EXPECT_EQ(other.outcome({n}), expected) << n;
  }
  EXPECT_THROW(solver.grundy({3}), RequestError);
}

/// Take one to three from a heap; in the end the player with an even number of tokens wins. Coordinates: the heap, and whether
/// the player to move and the other have an odd number.
TEST(CppGame, TheLastPositionSaysWhoHasWon) {
  const Game even = game(
      Domain::fixed({{.name = "n"}, {.name = "mine", .greatest = 1}, {.name = "theirs", .greatest = 1}}),
      [](PositionView p, Options& out) {
        for (Coordinate t = 1; t <= std::min<Coordinate>(3, p[0]); ++t) out.add({p[0] - t, p[2], (p[1] + t) % 2});
      },
      [](Declared& rules) {
        rules.given_play = bouton::Play::by_position;
        rules.given_terminal = [](PositionView p) {
          return p[1] == p[2] ? Outcome::draw : p[1] == 0 ? Outcome::N : Outcome::P;
        };
      });
  Solver solver(even);
  // Of an odd heap one player ends even and the other odd, so that it is not a draw: the player to move loses where the heap is
  // 1 more than a multiple of 8 or 1 less.
  const std::function<bool(Coordinate, Coordinate, Coordinate)> wins = [&](Coordinate n, Coordinate mine, Coordinate theirs) {
    if (n == 0) return mine == 0;
    for (Coordinate t = 1; t <= std::min<Coordinate>(3, n); ++t)
      if (!wins(n - t, theirs, (mine + t) % 2)) return true;
    return false;
  };
  for (Coordinate n = 1; n < 16; n += 2) EXPECT_EQ(solver.outcome({n, 0, 0}), wins(n, 0, 0) ? Outcome::N : Outcome::P) << n;
  EXPECT_EQ(solver.outcome({0, 0, 0}), Outcome::draw);
  const Game silent = game(
      one_heap(), [](PositionView, Options&) {}, [](Declared& rules) { rules.given_play = bouton::Play::by_position; });
  EXPECT_THROW(Solver(silent).outcome({0}), RuleError);
}

/// Cram: dominoes on a board; the player who cannot place one loses. An even by even board is P by symmetry, an even by odd one
/// N (Gardner, 1974).
TEST(CppGame, HasBoards) {
  const auto cram = [](std::uint32_t rows, std::uint32_t columns) {
    return game(
        Domain::board(rows, columns),
        [=](PositionView p, Options& out) {
          std::vector<Coordinate> to(p.begin(), p.end());
          const auto place = [&](std::size_t a, std::size_t b) {
            if (p[a] != 0 || p[b] != 0) return;
            to[a] = to[b] = 1;
            out.add(to);
            to[a] = to[b] = 0;
          };
          for (std::size_t cell = 0; cell < p.size(); ++cell) {
            if (cell % columns + 1 < columns) place(cell, cell + 1);
            if (cell + columns < p.size()) place(cell, cell + columns);
          }
        },
        [](Declared& rules) { rules.given_independent = true; });
  };
  for (const auto& [rows, columns, expected] : {std::tuple(2U, 2U, Outcome::P),
                                                {2U, 3U, Outcome::N},
                                                {2U, 4U, Outcome::P},
                                                {4U, 3U, Outcome::N},
                                                {4U, 4U, Outcome::P}}) {
    const Game board = cram(rows, columns);
    EXPECT_EQ(Solver(board).outcome(Position(std::vector<bouton::Integer>(rows * columns, 0))), expected)
        << rows << "x" << columns;
  }
  EXPECT_EQ(cram(2, 2).parse("../XX"), (Position{0, 0, 1, 1}));
  EXPECT_EQ(cram(2, 2).text({0, 0, 1, 1}), "../XX");
}

/// Node Kayles on paths is Dawson's Kayles, 0.137 (Winning Ways, ch. 4).
TEST(CppGame, HasGraphs) {
  const std::vector<int> published = {0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2};
  for (std::size_t n = 1; n < published.size(); ++n) {
    const Game path = game(Domain::graph("path " + std::to_string(n)), [](PositionView p, Options& out) {
      for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] != 0) continue;
        std::vector<Coordinate> to(p.begin(), p.end());
        for (std::size_t j = i == 0 ? 0 : i - 1; j < std::min(p.size(), i + 2); ++j) to[j] = 1;
        out.add(to);
      }
    });
    EXPECT_EQ(Solver(path).grundy(Position(std::vector<bouton::Integer>(n, 0))), bouton::Nimber(published[n])) << n;
  }
}

}  // namespace
