// Generated rules of boards and graphs, run three ways: by Lua, by the interpreter of FlowPrograms and as machine code.
#include "tests/bindings/lua/lift/flow/random_boards.h"

#include <random>

#include <gtest/gtest.h>

#include "tests/bindings/lua/lift/flow/flow_run.h"
#include "tests/bindings/lua/lift/flow/random_flow.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton::lua {
namespace {

struct Compared {
  int lifted = 0, done = 0, trapped = 0, words = 0;
  std::string refusals = {};
};

void compare(std::uint64_t seed, Compared& compared) {
  const std::string text = RandomBoard(seed).text();
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
  RuleDirectory directory;
  const auto game = directory.load(text);
  const CellShape& shape = *game->rules->domain().shape();
  const Result<const FlowProgram*> program = game->rules->flow(shape.cells());
  if (!program) {
    ASSERT_EQ(program.reason().find("differs"), std::string::npos) << program.reason();
    compared.refusals += fmt::format("{}: {}\n", seed, program.reason());
    return;
  }
  ++compared.lifted;
  const FlowCode code = lay_out(**program);
  FlowInterpreter interpreter(code, FlowSink::list);
  const Result<NativeRow> native = NativeRow::compile(**program, FlowSink::list);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 30; ++n) {
    Position position = shape.empty();
    for (Coordinate& state : position) state = static_cast<Coordinate>(random() % shape.states.size());
    SCOPED_TRACE(shape.text(position));
    const FlowRun interpreted = run_cells(interpreter, **program, position);
    if (native) {
      ASSERT_EQ(run_cells(*native, **program, position), interpreted);
    }
    if (interpreted.status == FlowStatus::ticks_out || interpreted.status == FlowStatus::waiting) continue;
    const Listed listed = listed_by_rules(*game->rules, position, Heads::labels);
    ASSERT_EQ(listed.failed, interpreted.status == FlowStatus::trapped);
    ++(listed.failed ? compared.trapped : compared.done);
    if (listed.failed) continue;
    ASSERT_EQ(listed.words, interpreted.words);
    compared.words += static_cast<int>(listed.words.size());
  }
}

TEST(RandomBoards, LuaTheInterpreterAndMachineCodeAgree) {
  const std::uint64_t count = flows_or(200);
  Compared compared;
  for (std::uint64_t seed = 0; seed < count && !HasFatalFailure(); ++seed) compare(seed, compared);
  if (HasFatalFailure()) return;
  // The generator writes rules of every kind.
  // Those that look at a few cells are none of control flow.
  EXPECT_GT(compared.lifted, static_cast<int>(count) * 4 / 5) << compared.refusals;
  EXPECT_GT(compared.done, 10 * static_cast<int>(count));
  EXPECT_GT(compared.trapped, static_cast<int>(count));
  EXPECT_GT(compared.words, 300 * static_cast<int>(count));
}

}  // namespace
}  // namespace bouton::lua
