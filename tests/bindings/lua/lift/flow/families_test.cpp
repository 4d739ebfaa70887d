// Families found in control flow, and the same functions run by the interpreter of control flow.
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/flow/families/flow_families.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/program/analysis/move_families.h"
#include "engine/program/move_program_run.h"
#include "tests/bindings/lua/lift/flow/flow_run.h"
#include "tests/bindings/lua/lift/flow/random_flow.h"
#include "tests/bindings/lua/lift/flow/random_loops.h"
#include "tests/bindings/lua/lift/rule_function.h"
#include "tests/extent.h"

namespace bouton::lua {
namespace {

std::vector<CoordinateRange> families_ranges(std::int64_t least, bool is_any_size = false) {
  return {2, CoordinateRange{least, kGreatestLiftedCoordinate, is_any_size}};
}

/// Whether families were found. They name what the interpreter does, at positions where nothing can wrap around; where it never
/// ends, or traps, there are none.
bool agree(const std::string& source, std::int64_t least, bool is_any_size) {
  RuleFunction function(source, {{"a", "b"}});
  EXPECT_EQ(function.problem(), "") << source;
  const LiftContext context = function.context();
  const Result<FlowProgram> flow = lift_flow(function.state(), 1, context);
  if (!flow) return false;
  const Result<MoveProgram> program = flow_families(*flow, families_ranges(least, is_any_size), {"a", "b"});
  if (!program) return false;
  const CompiledProgram compiled(*program);
  OptionLister lister(*flow, false, nullptr, &context.label);
  for (std::int64_t a = least; a < least + 8; ++a)
    for (std::int64_t b = least; b < least + 8; ++b) {
      const Position position = {a, b};
      const FlowStatus expected = lister.list(position, 4000);
      Options options;
      const RunStatus status =
          compiled.options(position, options, {.iterations = 100'000, .options = 10'000, .label = &context.label});
      EXPECT_EQ(status, RunStatus::done) << source << to_string(*program, function.labels());
      EXPECT_EQ(expected, FlowStatus::done) << source << to_string(*program, function.labels()) << to_string(position);
      EXPECT_EQ(words_of(options), words_of(lister.listed()))
          << source << to_string(*program, function.labels()) << to_string(position) << "\n"
          << to_string(*flow);
      if (::testing::Test::HasFailure()) return false;
    }
  return true;
}

std::uint64_t families_count(std::uint64_t usual) {
  const char* const asked = std::getenv("BOUTON_RANDOM_FLOWS");
  return asked == nullptr ? test::cases(usual, usual) : std::strtoull(asked, nullptr, 10);
}

/// Half of a negative number, by a shift, is close to the greatest one: a loop that begins there wraps around.
TEST(FlowFamilies, CountFromNoBitsOfANegativeNumber) {
  const char* const source = R"(
return function(a, b)
  local i = a >> 1
  repeat
    move(b - 1, i >> 1)
    i = i + 1
  until i >= b
end
)";
  for (const bool is_any_size : {true, false}) {
    EXPECT_TRUE(agree(source, 0, is_any_size));
    EXPECT_FALSE(agree(source, -3, is_any_size));
  }
}

TEST(FlowFamilies, OfRandomLoopsNameTheOptionsOfTheLoops) {
  const std::uint64_t count = families_count(1500);
  std::uint64_t found = 0;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    found += agree(RandomLoops(seed).source(), seed % 3 == 0 ? -3 : 0, seed % 5 == 0) ? 1 : 0;
  }
  if (!HasFailure()) {
    EXPECT_GT(found, count / 3);
  }
  RecordProperty("found", static_cast<int>(found));
}

TEST(FlowFamilies, OfRandomControlFlowNameItsOptions) {
  const std::uint64_t count = families_count(300);
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    agree(RandomFlow(seed).source(), 0, false);
  }
}

}  // namespace
}  // namespace bouton::lua
