#include "engine/method/solvers/position_solver.h"

#include <atomic>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "engine/base/errors.h"
#include "engine/plan/solver.h"
#include "tests/engine/theorem/programs.h"

namespace bouton {
namespace {

/// a + 1 may be said again and again; from b any number may be taken.
MoveProgram program_without_end() {
  test::ProgramBuilder b(2);
  const Slot t = b.slot();
  b.program.body = {b.option({b.add(b.x(0), b.c(1)), b.x(1)}),
                    b.loop(t, b.c(1), b.x(1), b.c(1), {b.option({b.x(0), b.sub(b.x(1), b.t(t))})})};
  return b.program;
}

class PlayWithoutEnd : public Rules {
 public:
  const Domain& domain() const override { return domain_; }
  void options(PositionView position, Options& out) const override { compiled_.options(position, out); }
  Lifting lifting(std::size_t /*dimensions*/) const override {
    Lifting lifting;
    lifting.moves = &program_;
    lifting.normal_forms_permute = true;
    return lifting;
  }

 private:
  Domain domain_ = Domain::fixed({{.name = "a"}, {.name = "b"}});
  MoveProgram program_ = program_without_end();
  CompiledProgram compiled_{program_};
};

TEST(PositionSolver, FillsNoTableOfPlayWithoutEnd) {
  for (const ValueKind kind : {ValueKind::outcome, ValueKind::grundy, ValueKind::remoteness}) {
    std::atomic<std::int64_t> polls = 5'000'000;  // a hundredth of what the memory would do for
    Budget budget;
    budget.polls_left = &polls;
    Solver solver({std::make_shared<PlayWithoutEnd>()}, budget);
    try {
      (void)solver.table(Box(Position{0, 0}, Position{3, 3}), kind);
      FAIL();
    } catch (const LimitError& error) {
      EXPECT_NE(std::string(error.what()).find("play goes up without an end"), std::string::npos) << error.what();
    }
  }
}

TEST(PositionSolver, RefusesNumbersThatNeedMoreThanTheMemory) {
  Budget budget;
  budget.memory = std::size_t{1} << 20;
  Integer number = 10;
  mpz_pow_ui(number.get_mpz_t(), number.get_mpz_t(), 100'000);
  Solver solver({std::make_shared<PlayWithoutEnd>()}, budget);
  try {
    (void)solver.outcome({{0, {3, number}}});
    FAIL();
  } catch (const LimitError& error) {
    EXPECT_STREQ(error.what(), "arithmetic on numbers of 100001 digits needs more than 1 MiB of memory");
    EXPECT_EQ(error.limit(), Limit::memory);
  }
}

}  // namespace
}  // namespace bouton
