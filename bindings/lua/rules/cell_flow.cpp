#include "bindings/lua/rules/cell_flow.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "bindings/lua/rules/comparison.h"
#include "bindings/lua/rules/known_words.h"
#include "engine/base/errors.h"

namespace bouton::lua {
namespace {

/// A random position, mostly of cells in one state, or with all states alike.
Position sample(const CellShape& shape, std::mt19937_64& random) {
  const std::uint64_t states = shape.states.size(), common = random() % states, rare = 1 + random() % 4;
  Position position = shape.empty();
  for (Coordinate& state : position) {
    const bool is_rare = random() % 4 < rare;
    state = static_cast<Coordinate>(is_rare ? random() % states : common);
  }
  return position;
}

}  // namespace

const Result<FlowProgram>& CellFlow::program() {
  if (program_) return *program_;
  const State::Unrationed unrationed(file_.state);
  Result<FlowProgram> lifted = lift();
  std::optional<Refusal> refusal;
  if (lifted) refusal = difference(*lifted);
  return refusal ? program_.emplace(*refusal) : program_.emplace(std::move(lifted));
}

Result<FlowProgram> CellFlow::lift() {
  find_words(file_.state);
  LiftContext context;
  context.shape = file_.spec.domain.shape();
  context.dimensions = context.shape->cells();
  context.classify = [&sink = file_.sink](lua_State* L, int index) { return known_word(sink, L, index); };
  context.label = label_numbers(file_.sink);
  lua_State* const L = file_.state.get();
  const int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, file_.spec.moves.reference);
  Result<FlowProgram> program = lift_flow(L, top + 1, context);
  lua_settop(L, top);
  return program;
}

bool CellFlow::exists(PositionView position) { return !file_.spec.valid || file_.interpreted_valid(position); }

/// Where the program and the interpreter of rules differ, at random positions where the program takes few steps.
std::optional<Refusal> CellFlow::difference(const FlowProgram& program) {
  constexpr int kSamples = 16, kTries = 100;
  constexpr std::int64_t kRounds = std::int64_t{1} << 17, kMostWork = std::int64_t{1} << 15;
  constexpr std::size_t kBytes = std::size_t{1} << 22;
  OptionLister lister(program);
  std::mt19937_64 random(program.cells);
  std::int64_t work = 0;
  const PartOfTime part(file_.call_limit);
  try {
    for (int attempt = 0, compared = 0; attempt < kTries && compared < kSamples && work < kMostWork; ++attempt) {
      const Position position = sample(*file_.spec.domain.shape(), random);
      bool is_position = false;
      if (!succeeds([&] { is_position = exists(position); }) || !is_position) continue;
      ++compared;
      const FlowStatus status = lister.list(position, kRounds, kBytes);
      work += lister.ticks() + static_cast<std::int64_t>(lister.count());
      if (status == FlowStatus::waiting || status == FlowStatus::ticks_out) continue;
      Options lifted, interpreted;
      bool is_lifted = status == FlowStatus::done;
      for (std::size_t i = 0; is_lifted && i < lister.count(); ++i) {
        lister.add_to(lifted, i);
        is_lifted = succeeds([&] { is_position = exists(lifted.part(i)); }) && is_position;
      }
      const bool has_options = succeeds([&] { file_.interpreted_options(position, interpreted); });
      if (is_lifted != has_options || (is_lifted && !same(lifted, interpreted)))
        return Refusal{fmt::format("moves: the lifted program differs from the interpreter at {}",
                                   file_.spec.domain.shape()->text(position))};
    }
  } catch (const LimitError& error) {
    return Refusal{fmt::format("moves: the limits, which the rule passes at a random position ({})", error.what())};
  }
  return std::nullopt;
}

bool CellFlow::options(PositionView position, Options& out) {
  // As in Lifter: what is asked little is not worth lifting, and many rounds are counted by the interpreter.
  constexpr int kAskedLittle = 64;
  constexpr std::uint64_t kMostRounds = std::uint64_t{1} << 24;
  if (!lister_) {
    if (asked_ > kAskedLittle || ++asked_ <= kAskedLittle) return false;
    if (!program()) return false;
    lister_.emplace(**program_, machine_code_);
  }
  const std::uint64_t left = file_.state.steps_left();
  const auto rounds = static_cast<std::int64_t>(std::min(kMostRounds, left));
  if (lister_->list(position, rounds, file_.options_limit.bytes) != FlowStatus::done || lister_->count() > left) return false;
  for (std::size_t i = 0; i < lister_->count(); ++i) {
    lister_->add_to(out, i);
    if (exists(out.part(i))) continue;
    out.clear();
    return false;
  }
  file_.state.count_steps(static_cast<std::uint64_t>(lister_->ticks()) + lister_->count());
  return true;
}

}  // namespace bouton::lua
