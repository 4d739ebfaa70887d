#include "bindings/lua/rules/cell_flow.h"

#include <random>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "bindings/lua/rules/known_words.h"

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
  if (lifted) {
    constexpr int kSamples = 16;
    constexpr std::int64_t kMostWork = std::int64_t{1} << 15;
    const CellShape& shape = *file_.spec.domain.shape();
    refusal = flow_difference(file_, *lifted,
                              {.sample = [&](std::mt19937_64& random) { return sample(shape, random); },
                               .exists = [this](PositionView position) { return exists(position); },
                               .text = [&](PositionView position) { return shape.text(position); },
                               .samples = kSamples,
                               .most_work = kMostWork});
  }
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

bool CellFlow::options(PositionView position, Options& out) {
  const auto lifted = [this]() -> const FlowProgram* { return program() ? &**program_ : nullptr; };
  return options_.options(position, out, lifted, [this](PositionView to) { return exists(to); });
}

}  // namespace bouton::lua
