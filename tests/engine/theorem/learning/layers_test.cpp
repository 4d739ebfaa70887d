// Theorems layer by layer: games with passes, which no move gives back.

#include <gtest/gtest.h>

#include "engine/theorem/forms/known_moves.h"
#include "engine/theorem/forms/theorem_sets.h"
#include "engine/theorem/learning/theorem_search.h"
#include "tests/engine/theorem/plain_positions.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

using test::PlainPositions;
using test::ProgramBuilder;
using test::ProgramRules;

/// Two heaps with so many passes, which may be used where something is left; with diagonals of Wythoff's game or without.
ProgramRules with_passes(Coordinate most, bool diagonals) {
  ProgramBuilder b(3);
  const Slot i = b.slot(), j = b.slot(), k = b.slot();
  const ExpressionId pass = b.x(2);
  b.program.body = {
      b.loop(i, b.c(1), b.x(0), b.c(1), {b.option({b.sub(b.x(0), b.t(i)), b.x(1), pass})}),
      b.loop(j, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(j)), pass})}),
      b.branch(b.binary(Op::logical_and, b.binary(Op::less, b.c(0), pass), b.binary(Op::less, b.c(0), b.add(b.x(0), b.x(1)))),
               {b.option({b.x(0), b.x(1), b.sub(pass, b.c(1))})}),
  };
  if (diagonals)
    b.program.body.push_back(b.loop(k, b.c(1), b.binary(Op::min, b.x(0), b.x(1)), b.c(1),
                                    {b.option({b.sub(b.x(0), b.t(k)), b.sub(b.x(1), b.t(k)), pass})}));
  return {Domain::fixed({{.name = "a"}, {.name = "b"}, {.name = "pass", .greatest = most}}), b.program};
}

class Layers : public ::testing::Test {
 protected:
  GameFormula formula_of(const Rules& rules) { return *GameFormula::of(rules, 3, workspace_); }
  std::optional<LayerTheorem> layers_of(const Rules& rules, Coordinate passes, Coordinate learnt = 700) {
    const ValueTable table = [&](const Box& box, std::size_t value, const std::function<void(PositionView)>& visit) {
      PlainPositions(rules, Position{box.high()[0], box.high()[1], passes}).table()(box, value, visit);
    };
    TheoremLimits limits;
    limits.most_learnt = learnt;
    limits.most_states_of_any = 30'000;
    limits.most_steps = 100'000'000;
    TheoremSearch search;
    return find_layers(rules, formula_of(rules), table, limits, budget_, search);
  }
  /// With plain recursion, on the sheets that are proved; how many positions that were.
  int compared(const LayerTheorem& layers, const Rules& rules, Coordinate passes) {
    const PlainPositions plain(rules, Position{40, 40, passes});
    Position position = plain.box().low();
    int compared = 0, wrong = 0;
    do {
      const std::optional<GameFormula::Place> place = layers.formula.place_of(widen(position));
      if (!place) continue;
      ++compared;
      const bool in = layers.theorem.p_positions()[place->sheet].contains(place->numbers);
      if (in != (plain.value(position) == 0) && wrong++ == 0) ADD_FAILURE() << to_string(PositionView(position));
    } while (plain.box().next(position));
    return compared;
  }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 200'000, 4'000'000'000};
};

/// Without passes it is Wythoff's game; with one the automaton is too large for so few steps.
TEST_F(Layers, OfWythoffsGameWithAPass) {
  const ProgramRules rules = with_passes(1, true);
  const std::optional<LayerTheorem> layers = layers_of(rules, 1);
  ASSERT_TRUE(layers);
  EXPECT_EQ(layers->left_out, std::vector<std::string>{"pass = 1"});
  EXPECT_EQ(layers->formula.sheets(), 1U);
  EXPECT_EQ(layers->theorem.system, Numeration::recurrence(1));
  EXPECT_EQ(compared(*layers, rules, 1), 41 * 41);
  EXPECT_FALSE(disproved(layers->theorem, layers->formula, workspace_));
  const std::vector<TheoremSet> sets = theorem_sets(layers->theorem, layers->formula, {"a", "b"}, budget_, true);
  ASSERT_EQ(sets.size(), 1U);
  EXPECT_EQ(sets[0].name, "P-positions with pass = 0");
  EXPECT_EQ(sets[0].where, "pass == 0");
  EXPECT_EQ(sets[0].words, "a and b are, in some order, floor(n phi) and floor(n phi) + n for some n >= 0");
  EXPECT_EQ(sets[0].game,
            "Wythoff's game. Wythoff (1907): P iff the heaps are floor(n phi) and floor(n phi) + n for some n >= 0");
}

/// Each layer is learnt from rows, given those below it.
TEST_F(Layers, OfNimWithThreePasses) {
  const ProgramRules rules = with_passes(3, false);
  const std::optional<LayerTheorem> layers = layers_of(rules, 3);
  ASSERT_TRUE(layers);
  EXPECT_EQ(layers->left_out, std::vector<std::string>{});
  EXPECT_EQ(layers->formula.sheets(), 4U);
  EXPECT_EQ(compared(*layers, rules, 3), 4 * 41 * 41);
  EXPECT_FALSE(disproved(layers->theorem, layers->formula, workspace_));
}

TEST_F(Layers, AreThereWhereMovesLeadOneWayAlone) {
  const ProgramRules one_sheet(Domain::fixed({{.name = "a"}, {.name = "b"}}), test::wythoff_program());
  TheoremSearch search;
  const ValueTable no_table = [](const Box&, std::size_t, const std::function<void(PositionView)>&) { FAIL(); };
  const Result<GameFormula> formula = GameFormula::of(one_sheet, 2, workspace_);
  EXPECT_FALSE(find_layers(one_sheet, *formula, no_table, {}, budget_, search));
}

TEST_F(Layers, AreKnownGamesByTheirMoves) {
  const GameFormula wythoff = formula_of(with_passes(2, true)), nim = formula_of(with_passes(2, false));
  for (std::size_t sheet = 0; sheet < 3; ++sheet) {
    const bool is_last = wythoff.sheet_name(sheet) == "pass = 0";
    const std::optional<KnownGame> of_wythoff = known_game(wythoff, sheet, workspace_),
                                   of_nim = known_game(nim, sheet, workspace_);
    EXPECT_EQ(of_wythoff.has_value(), is_last);
    EXPECT_EQ(of_nim.has_value(), is_last);
    if (!is_last) continue;
    EXPECT_EQ(of_wythoff->name, "Wythoff's game");
    EXPECT_EQ(of_nim->name, "Nim with 2 heaps");
  }
  // From both heaps only odd numbers.
  const ProgramRules odd(Domain::fixed({{.name = "a"}, {.name = "b"}}), test::wythoff_program(1, 2));
  EXPECT_FALSE(known_game(*GameFormula::of(odd, 2, workspace_), 0, workspace_));
  const ProgramRules misere(Domain::fixed({{.name = "a"}, {.name = "b"}}), test::wythoff_program(), Play::misere);
  EXPECT_FALSE(known_game(*GameFormula::of(misere, 2, workspace_), 0, workspace_));
}

TEST_F(Layers, ArePartsOfTheStatement) {
  const GameFormula whole = formula_of(with_passes(2, true));
  const GameFormula part = whole.part({0, 1});
  EXPECT_EQ(part.sheets(), 2U);
  for (const Clause& clause : part.clauses()) {
    EXPECT_LT(clause.from, 2U);
    EXPECT_LT(clause.to, 2U);
  }
  EXPECT_EQ(whole.part({0, 1, 2}).text(), whole.text());
  EXPECT_FALSE(part.place_of({Integer(3), Integer(4), Integer(2)}));
  EXPECT_EQ(part.position_of({1, {Integer(3), Integer(4)}}), (BigPosition{3, 4, 1}));
}

}  // namespace
}  // namespace bouton
