// Generated rules of piles whose number changes, run three ways: by Lua, by the interpreter of FlowPrograms and as machine
// code.
#include "tests/bindings/lua/lift/flow/random_piles.h"

#include <random>

#include <gtest/gtest.h>

#include "tests/bindings/lua/lift/flow/flow_run.h"
#include "tests/bindings/lua/lift/flow/random_flow.h"
#include "tests/bindings/lua/rule_files.h"

namespace bouton::lua {
namespace {

struct ComparedPiles {
  int asked = 0, lifted = 0, done = 0, trapped = 0, other_lengths = 0;
  int early = 0;  ///< traps where Lua raises no error
  std::string refusals = {};
};

bool are_positions(const std::vector<std::int64_t>& words, const Domain& domain) {
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t length = coordinates_of_head(words[at]);
    if (part_of_head(words[at]) != FlowPart::none && !domain.contains(PositionView(words.data() + at + 1, length)))
      return false;
    at += 1 + length;
  }
  return true;
}

int count_of_other_lengths(const std::vector<std::int64_t>& words, std::size_t length) {
  int others = 0;
  for (std::size_t at = 0; at < words.size(); at += 1 + coordinates_of_head(words[at]))
    if (coordinates_of_head(words[at]) != length) ++others;
  return others;
}

void compare_piles(std::uint64_t seed, const std::string& text, ComparedPiles& compared) {
  SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
  RuleDirectory directory;
  const auto game = directory.load(text);
  std::mt19937_64 random(seed);
  for (std::size_t piles = 1; piles <= 4; ++piles) {
    ++compared.asked;
    const Result<const FlowProgram*> program = game->rules->flow(piles);
    if (!program) {
      compared.refusals += fmt::format("{}, {} piles: {}\n", seed, piles, program.reason());
      // It may be a trap where Lua goes on, and nothing else.
      continue;
    }
    ++compared.lifted;
    const FlowCode code = lay_out(**program);
    FlowInterpreter interpreter(code, FlowSink::list);
    const Result<NativeRow> native = NativeRow::compile(**program, FlowSink::list);
    for (int n = 0; n < 12; ++n) {
      Position position(std::vector<Coordinate>(piles, 0));
      for (Coordinate& pile : position) pile = static_cast<Coordinate>(random() % 7);
      SCOPED_TRACE(to_string(PositionView(position)));
      const FlowRun interpreted = run_flow(interpreter, position, nullptr, Heads::kept);
      if (native) {
        ASSERT_EQ(run_flow(*native, position, nullptr, Heads::kept), interpreted);
      }
      if (interpreted.status == FlowStatus::ticks_out || interpreted.status == FlowStatus::waiting) continue;
      const Listed listed = listed_by_rules(*game->rules, position, Heads::kept);
      if (interpreted.status == FlowStatus::trapped) {
        ++(listed.failed ? compared.trapped : compared.early);
        continue;
      }
      ASSERT_EQ(listed.failed, !are_positions(interpreted.words, game->rules->domain()));
      if (listed.failed) continue;
      ++compared.done;
      ASSERT_EQ(listed.words, interpreted.words);
      compared.other_lengths += count_of_other_lengths(listed.words, piles);
    }
  }
}

/// In this one nil is put at a place that changes, into each of the piles that it may be.
TEST(RandomPiles, AnErrorAtEachOfManyPlacesIsOneAtThatPlaceAlone) {
  constexpr std::uint64_t kSeed = 8932;
  const std::string text = RandomPiles(kSeed).text();
  ASSERT_NE(text.find("p:with(j, r[2][i])"), std::string::npos) << text;
  ComparedPiles compared;
  compare_piles(kSeed, text, compared);
  EXPECT_GT(compared.lifted, 0) << compared.refusals;
}

TEST(RandomPiles, LuaTheInterpreterAndMachineCodeAgree) {
  const std::uint64_t count = flows_or(200);
  ComparedPiles compared;
  for (std::uint64_t seed = 0; seed < count && !HasFatalFailure(); ++seed)
    compare_piles(seed, RandomPiles(seed, seed % 3 == 0).text(), compared);
  if (HasFatalFailure()) return;
  // The generator writes rules of every kind.
  EXPECT_GT(compared.lifted, compared.asked / 2) << compared.refusals;
  EXPECT_GT(compared.done, 10 * static_cast<int>(count));
  EXPECT_GT(compared.trapped, static_cast<int>(count));
  EXPECT_LT(compared.early, compared.done / 4);
  EXPECT_GT(compared.other_lengths, 5 * static_cast<int>(count));
}

}  // namespace
}  // namespace bouton::lua
