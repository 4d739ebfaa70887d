// Generated functions, run three ways: by Lua, by the interpreter of FlowPrograms and as machine code.
#include <string>

#include <gtest/gtest.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "engine/flow/listing/option_lister.h"
#include "tests/bindings/lua/lift/flow/flow_run.h"
#include "tests/bindings/lua/lift/flow/random_flow.h"
#include "tests/bindings/lua/lift/rule_function.h"

namespace bouton::lua {
namespace {

const std::vector<Position>& positions() {
  static const std::vector<Position> all = {{0, 0},          {1, 2},          {5, 3},         {17, 4},
                                            {12, 30},        {-3, 8},         {7, -1},        {100, 1},
                                            {INT64_MIN, -1}, {INT64_MAX, 64}, {1, INT64_MIN}, {std::int64_t{1} << 40, 63}};
  return all;
}

/// Whether the function could be lifted; counts the positions without an error.
bool compare(std::uint64_t seed, std::uint64_t* ran) {
  const std::string source = RandomFlow(seed).source();
  RuleFunction function(source, {{"a", "b"}});
  EXPECT_EQ(function.problem(), "") << source;
  if (!function.problem().empty()) return false;
  const LiftContext context = function.context();
  const Result<FlowProgram> program = lift_flow(function.state(), 1, context);
  if (!program) return false;
  const FlowCode code = lay_out(*program);
  FlowInterpreter interpreter(code, FlowSink::list);
  const Result<NativeRow> native = NativeRow::compile(*program, FlowSink::list);
  EXPECT_EQ(native.has_value(), has_native_code()) << source << (native ? "" : native.reason());
  OptionLister lister(*program, false, nullptr, &context.label);
  const Remembered by_interpreter(*program), by_code(*program);
  for (const Position& position : positions()) {
    const FlowRun interpreted = run_flow(interpreter, position);
    if (native) {
      EXPECT_EQ(run_flow(*native, position), interpreted) << source << "\n" << to_string(position);
    }
    // What was remembered at one position is used at the next, and changes nothing but the time.
    const FlowRun remembering = run_flow(interpreter, position, &by_interpreter);
    if (native) {
      EXPECT_EQ(run_flow(*native, position, &by_code), remembering) << source << "\n" << to_string(position);
    }
    if (interpreted.status == FlowStatus::ticks_out) continue;
    EXPECT_EQ(remembering.status, interpreted.status) << source << "\n" << to_string(position);
    EXPECT_EQ(remembering.words, interpreted.words) << source << "\n" << to_string(position);
    const RuleRun lua = function.interpret(position);
    EXPECT_EQ(lua.failed, interpreted.status == FlowStatus::trapped) << source << "\n"
                                                                     << to_string(position) << " " << lua.error << " " << seed;
    if (lua.failed) continue;
    ++*ran;
    EXPECT_EQ(lister.list(position, std::int64_t{1} << 22), FlowStatus::done);
    EXPECT_EQ(words_of(lua.options), words_of(lister.listed())) << source << "\n" << to_string(position) << " " << seed;
  }
  return true;
}

// Takes some 5 s: each of 300 functions is compiled to machine code, which takes far longer than all its runs.
TEST(RandomFlow, LuaTheInterpreterAndMachineCodeAgree) {
  const std::uint64_t count = flows_or(300);
  std::uint64_t lifted = 0, ran = 0;
  for (std::uint64_t seed = 0; seed < count && !HasFailure(); ++seed) lifted += compare(seed, &ran) ? 1 : 0;
  if (HasFailure()) return;
  EXPECT_GT(lifted, count * 9 / 10);
  EXPECT_GT(ran, count * positions().size() / 4);
}

}  // namespace
}  // namespace bouton::lua
