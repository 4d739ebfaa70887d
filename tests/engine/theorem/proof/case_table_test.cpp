#include "engine/theorem/proof/case_table.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

/// One heap, 1 or 2 to be taken: two clauses.
MoveProgram one_or_two() {
  test::ProgramBuilder b(1);
  for (const std::int64_t taken : {1, 2})
    b.program.body.push_back(b.branch(b.binary(Op::less, b.c(taken - 1), b.x(0)), {b.option({b.sub(b.x(0), b.c(taken))})}));
  return b.program;
}

/// n = rest + 3 k.
Automaton every_third(std::int64_t rest, const Numeration& system, AutomataWorkspace& workspace) {
  Conjunction set(system, 2);
  set.add({{1, -3}, -rest, Relation::equal});
  return set.projection({0}, workspace);
}

std::size_t case_at(const CaseTable& table, const Word& word) {
  State state = 0;
  for (const Letter letter : word) {
    state = table.next[static_cast<std::size_t>(state)][letter];
    if (state == kNoState) return CaseTable::kNone;
  }
  return table.cases[static_cast<std::size_t>(state)];
}

class CaseTables : public ::testing::TestWithParam<Numeration> {
 protected:
  CaseTable table_of(std::int64_t rest, Play play) {
    const test::ProgramRules rules(Domain::fixed({{.name = "n"}}), one_or_two(), play);
    const Result<GameFormula> formula = GameFormula::of(rules, 1, workspace_);
    EXPECT_TRUE(formula) << formula.reason();
    theorem_ = Theorem{GetParam(), {{every_third(rest, GetParam(), workspace_)}}};
    std::vector<CaseTable> tables = case_tables(theorem_, *formula, workspace_);
    EXPECT_EQ(tables.size(), 1U);
    for (std::size_t i = 0; i < 2; ++i) {
      const std::optional<BigPosition> option = option_in_set(theorem_, formula->clauses()[i], {Integer(i + 1)}, workspace_);
      EXPECT_EQ(option, rest == 0 ? std::optional(BigPosition{Integer(0)}) : std::nullopt);
    }
    return tables[0];
  }
  Word word_of(int n) const { return theorem_.p_positions()[0].word_of({Integer(n)}); }

  Budget budget_;
  AutomataWorkspace workspace_{budget_, 20'000, 20'000'000};
  Theorem theorem_;
};

TEST_P(CaseTables, TellTheMoveOfEachPosition) {
  const CaseTable table = table_of(0, Play::normal);
  for (int n = 0; n < 300; ++n) {
    const std::size_t expected = n % 3 == 0 ? CaseTable::kInSet : static_cast<std::size_t>(n % 3 - 1);
    ASSERT_EQ(case_at(table, word_of(n)), expected) << n;
  }
  for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
    const std::optional<Word> word = shortest_word(table, which);
    ASSERT_TRUE(word);
    EXPECT_EQ(theorem_.p_positions()[0].numbers_of(*word), BigPosition{Integer(which + 1)});
  }
  EXPECT_FALSE(shortest_word(table, CaseTable::kUnexplained));
  EXPECT_FALSE(shortest_word(table, CaseTable::kWonAtEnd));
}

/// Under misère play 1, 4, 7, ... are lost, and at 0 there is no move.
TEST_P(CaseTables, KnowWhereThereIsNoMove) {
  const CaseTable table = table_of(1, Play::misere);
  EXPECT_EQ(case_at(table, word_of(0)), CaseTable::kWonAtEnd);
  for (int n = 1; n < 300; ++n) {
    const std::size_t expected = n % 3 == 1 ? CaseTable::kInSet : n % 3 == 2 ? 0 : 1;
    ASSERT_EQ(case_at(table, word_of(n)), expected) << n;
  }
}

/// Nothing explains why 0 is won, where the set is not that of the P-positions.
TEST_P(CaseTables, SayWhatIsNotExplained) {
  const CaseTable table = table_of(1, Play::normal);
  EXPECT_EQ(case_at(table, word_of(0)), CaseTable::kUnexplained);
  EXPECT_TRUE(shortest_word(table, CaseTable::kUnexplained));
}

INSTANTIATE_TEST_SUITE_P(Systems, CaseTables,
                         ::testing::Values(Numeration::base(2), Numeration::base(3), Numeration::recurrence(1)),
                         [](const auto& info) {
                           std::string name = info.param.key();
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace bouton
