#include "bindings/lua/rules/cell_flow.h"

#include <random>
#include <string_view>

#include <fmt/format.h>

#include "bindings/lua/host/keep_top.h"
#include "bindings/lua/language/words.h"
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

/// Random positions at which a program is compared with the interpreter, and the rounds and options of all together.
constexpr int kSamples = 16;
constexpr std::int64_t kMostWork = std::int64_t{1} << 15;

}  // namespace

const Result<FlowProgram>& CellFlow::program() {
  if (program_) return *program_;
  const State::StepsUncounted uncounted(file_.state);
  Result<FlowProgram> lifted = lift(&push_moves);
  std::optional<Refusal> refusal;
  if (lifted) {
    const CellShape& shape = *file_.spec.domain.shape();
    refusal = flow_difference(file_, *lifted,
                              {.sample = [&](std::mt19937_64& random) { return sample(shape, random); },
                               .exists = [this](PositionView position) { return file_.interpreted_valid(position); },
                               .text = [&](PositionView position) { return shape.text(position); },
                               .samples = kSamples,
                               .most_work = kMostWork});
  }
  return refusal ? program_.emplace(*refusal) : program_.emplace(std::move(lifted));
}

/// Argument of these: a light userdata with the RuleFile. They return a function of a position.
int CellFlow::push_moves(lua_State* L) {
  const auto& file = *static_cast<const RuleFile*>(lua_touserdata(L, 1));
  lua_rawgeti(L, LUA_REGISTRYINDEX, file.spec.moves.reference);
  return 1;
}

/// One that has an option where the position exists. What is neither true nor false is left to the interpreter.
int CellFlow::push_test_of_valid(lua_State* L) {
  static constexpr std::string_view kTest =
      "local valid, move, error = ... return function(b) local is = valid(b) "
      "if is == true then move(b) elseif is then error('neither true nor false') end end";
  const auto& file = *static_cast<const RuleFile*>(lua_touserdata(L, 1));
  if (luaL_loadbufferx(L, kTest.data(), kTest.size(), "=valid", "t") != LUA_OK) return lua_error(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, file.spec.valid->reference);
  push_shared_globals(L);
  lua_getfield(L, -1, "move");
  lua_getfield(L, -2, "error");
  lua_remove(L, -3);
  lua_call(L, 3, 1);
  return 1;
}

Result<FlowProgram> CellFlow::lift(lua_CFunction push) {
  LiftContext context;
  context.shape = file_.spec.domain.shape();
  context.dimensions = context.shape->cells();
  context.classify = recogniser_of_words(file_.state, file_.sink);
  context.label = label_numbers(file_.sink);
  lua_State* const L = file_.state.get();
  const KeepTop keep(L);
  file_.state.protect(push, &file_, 1);
  return lift_flow(L, lua_gettop(L), context);
}

Result<FlowProgram> CellFlow::lift_valid() {
  const State::StepsUncounted uncounted(file_.state);
  Result<FlowProgram> lifted = lift(&push_test_of_valid);
  if (!lifted) return lifted;
  if (const std::optional<Refusal> refusal = difference_of_valid(*lifted)) return *refusal;
  return lifted;
}

/// Where the program and the interpreter say something else of a random position.
std::optional<Refusal> CellFlow::difference_of_valid(const FlowProgram& program) {
  const CellShape& shape = *file_.spec.domain.shape();
  OptionLister lister(program);
  std::mt19937_64 random(shape.cells());
  const PartOfTime part(file_.call_limit);
  try {
    for (int n = 0; n < kSamples; ++n) {
      const Position position = sample(shape, random);
      bool exists = false;
      const bool is_told = succeeds([&] { exists = file_.interpreted_valid(position); });
      const FlowStatus status = lister.list(position, kMostWork);
      if (is_told != (status == FlowStatus::done) || (is_told && exists != !lister.listed().empty()))
        return Refusal{fmt::format("valid: the lifted program differs from the interpreter at {}", shape.text(position))};
    }
  } catch (const LimitError& error) {
    return Refusal{fmt::format("valid: the limits, which the rule exceeds at a random position ({})", error.what())};
  }
  return std::nullopt;
}

std::optional<bool> CellFlow::exists_by_program(PositionView position) {
  constexpr int kAskedLittle = 256;
  constexpr std::int64_t kMostRounds = std::int64_t{1} << 20;
  if (!valid_lister_) {
    if (asked_valid_ <= kAskedLittle && ++asked_valid_ <= kAskedLittle) return std::nullopt;
    if (!valid_) valid_ = lift_valid();
    if (!*valid_) return std::nullopt;
    valid_lister_.emplace(**valid_, machine_code_);
  }
  if (valid_lister_->list(position, kMostRounds) != FlowStatus::done) return std::nullopt;
  file_.state.count_steps(static_cast<std::uint64_t>(valid_lister_->ticks()) + 1);
  return !valid_lister_->listed().empty();
}

bool CellFlow::exists(PositionView position) {
  if (!file_.spec.valid) return true;
  if (const std::optional<bool> exists = exists_by_program(position)) return *exists;
  return file_.interpreted_valid(position);
}

bool CellFlow::options(PositionView position, Options& out) {
  const auto lifted = [this]() -> const FlowProgram* { return program() ? &**program_ : nullptr; };
  return options_.options(position, out, lifted, program_.has_value(), [this](PositionView to) { return exists(to); });
}

}  // namespace bouton::lua
