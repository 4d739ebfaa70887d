#include "bindings/lua/rules/lifted.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "bindings/lua/rules/lua_rules.h"
#include "engine/errors.h"

namespace bouton::lua {
namespace {

/// A games of more piles than this is interpreted: its program would be long, and every number of piles needs its own.
constexpr std::size_t kMostPiles = 12;

char words_key;  // registry: value of the sandbox -> number of a Word

struct LibraryWord {
  const char* library;  ///< null: a global
  const char* name;
  Word word;
};

constexpr LibraryWord kLibraryWords[] = {
    {nullptr, "move", Word::move},           {nullptr, "split", Word::split},
    {nullptr, "ipairs", Word::ipairs},       {nullptr, "pairs", Word::pairs},
    {nullptr, "assert", Word::assert_},      {nullptr, "error", Word::error},
    {nullptr, "type", Word::type},           {nullptr, "tonumber", Word::tonumber},
    {"math", "abs", Word::math_abs},         {"math", "ceil", Word::math_ceil},
    {"math", "floor", Word::math_floor},     {"math", "fmod", Word::math_fmod},
    {"math", "max", Word::math_max},         {"math", "min", Word::math_min},
    {"math", "tointeger", Word::math_tointeger}, {"math", "type", Word::math_type},
    {"math", "ult", Word::math_ult},         {"table", "unpack", Word::unpack},
    {"table", "insert", Word::table_insert}, {"table", "remove", Word::table_remove},
};

/// Fills the registry's table of words.
int collect_words(lua_State* L) {
  lua_newtable(L);
  const int words = lua_gettop(L);
  push_shared_globals(L);
  const int globals = lua_gettop(L);
  for (const LibraryWord& entry : kLibraryWords) {
    lua_settop(L, globals);
    if (entry.library != nullptr) lua_getfield(L, globals, entry.library);
    lua_getfield(L, -1, entry.name);
    lua_pushinteger(L, static_cast<lua_Integer>(entry.word));
    lua_rawset(L, words);
  }
  lua_settop(L, words);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &words_key);
  return 0;
}

/// See LiftContext::classify.
Known classify(const MoveSink& sink, lua_State* L, int index) {
  if (const std::optional<LabelledWord> labelled = labelled_word(L, index))
    return {labelled->is_split ? Word::split : Word::move, sink.label_names()[labelled->label]};
  if (lua_isnoneornil(L, index)) return {};
  index = lua_absindex(L, index);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &words_key);
  lua_pushvalue(L, index);
  lua_rawget(L, -2);
  const Known known{static_cast<Word>(lua_tointeger(L, -1)), {}};
  lua_pop(L, 2);
  return known;
}

bool same(const Options& a, const Options& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].label() != b[i].label() || a[i].size() != b[i].size()) return false;
    for (std::size_t part = 0; part < a[i].size(); ++part)
      if (!std::ranges::equal(a[i][part], b[i][part])) return false;
  }
  return true;
}

/// A random small position of the domain, its coordinates now in any order, now ascending, now descending: many games of
/// piles have only such.
Position sample(const Domain& domain, std::size_t dimensions, std::mt19937_64& random) {
  constexpr std::uint64_t kSpread = 12;
  Position position;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain.axis(i);
    const auto offset = static_cast<Coordinate>(random() % kSpread);
    position.push_back(axis.greatest - axis.least < offset && axis.greatest >= axis.least ? axis.greatest : axis.least + offset);
  }
  const std::uint64_t order = domain.is_piles() ? random() % 3 : 0;
  if (order == 1) std::ranges::sort(position);
  if (order == 2) std::ranges::sort(position, std::greater<>());
  return position;
}

}  // namespace

LiftContext Lifter::context(std::size_t dimensions) const {
  const Domain& domain = file_.spec.domain;
  LiftContext context;
  context.dimensions = dimensions;
  context.piles = domain.is_piles();
  for (std::size_t i = 0; i < dimensions; ++i) {
    context.coordinate_names.push_back(domain.coordinate_name(i));
    context.ranges.push_back({std::clamp(domain.axis(i).least, -kGreatestLiftedCoordinate, kGreatestLiftedCoordinate),
                              std::clamp(domain.axis(i).greatest, -kGreatestLiftedCoordinate, kGreatestLiftedCoordinate)});
  }
  context.classify = [&sink = file_.sink](lua_State* L, int index) { return classify(sink, L, index); };
  context.label = [&sink = file_.sink](std::string_view name) { return sink.label(std::string(name).c_str()); };
  return context;
}

const LiftedFunctions& Lifter::functions(std::size_t dimensions) {
  const auto found = by_dimensions_.find(dimensions);
  if (found != by_dimensions_.end()) return found->second;
  return by_dimensions_.emplace(dimensions, lift(dimensions)).first->second;
}

LiftedFunctions Lifter::lift(std::size_t dimensions) {
  LiftedFunctions lifted;
  if (file_.spec.domain.is_piles() && dimensions > kMostPiles) {
    lifted.refusal = fmt::format("{} piles; games of up to {} are lifted", dimensions, kMostPiles);
    return lifted;
  }
  State& state = file_.state;
  lua_State* L = state.get();
  const int top = lua_gettop(L);
  lua_checkstack(L, LUA_MINSTACK);
  if (by_dimensions_.empty()) state.protect(&collect_words, nullptr, 0);
  LiftContext context = this->context(dimensions);
  lua_rawgeti(L, LUA_REGISTRYINDEX, file_.spec.moves.reference);
  std::variant<MoveProgram, Refusal> moves = lift_moves(L, lua_gettop(L), context);
  lua_settop(L, top);
  if (const auto* refusal = std::get_if<Refusal>(&moves)) {
    lifted.refusal = to_string(*refusal);
    return lifted;
  }
  lifted.program = std::get<MoveProgram>(std::move(moves));
  lifted.moves.emplace(*lifted.program);
  if (file_.spec.valid) {
    context.function_name = "valid";
    lua_rawgeti(L, LUA_REGISTRYINDEX, file_.spec.valid->reference);
    const std::variant<MoveProgram, Refusal> valid = lift_function(L, lua_gettop(L), Results::truth, context);
    lua_settop(L, top);
    if (const auto* program = std::get_if<MoveProgram>(&valid)) lifted.valid.emplace(*program);
  }
  compare(lifted, dimensions);
  return lifted;
}

/// Runs both forms of the rule on random positions; a program that differs is dropped. So is one where the interpreter
/// fails: its message is wanted.
void Lifter::compare(LiftedFunctions& lifted, std::size_t dimensions) {
  constexpr int kSamples = 24;
  constexpr int kTries = 200;
  std::mt19937_64 random(dimensions);
  Options native;
  Options interpreted;
  int compared = 0;
  for (int attempt = 0; attempt < kTries && compared < kSamples; ++attempt) {
    const Position position = sample(file_.spec.domain, dimensions, random);
    try {
      const bool valid = file_.interpreted_valid(position);
      if (lifted.valid) {
        const bool fits = lifted.valid->results(position, results_) == RunStatus::done && !results_.empty() &&
                          (results_[0] != 0) == valid;
        if (!fits) lifted.valid.reset();
      }
      if (!valid) continue;
      interpreted.clear();
      file_.interpreted_options(position, interpreted);
    } catch (const Error&) {
      continue;  // the rule is wrong here: asked for this position again, it will say so
    }
    ++compared;
    native.clear();
    if (lifted.moves->options(position, native) == RunStatus::done && same(native, interpreted)) continue;
    lifted = {};
    lifted.refusal = fmt::format("moves: the lifted program differs from the interpreter at {}", bouton::to_string(position));
    return;
  }
}

/// Whether all positions that the options name exist.
bool Lifter::acceptable(const LiftedFunctions& lifted, const Options& options) {
  const Domain& domain = file_.spec.domain;
  for (std::size_t part = 0; part < options.part_count(); ++part) {
    const PositionView position = options.part(part);
    if (!domain.contains(position)) return false;
    if (!file_.spec.valid) continue;
    if (lifted.valid && position.size() == lifted.valid->dimensions()) {
      if (lifted.valid->results(position, results_) != RunStatus::done || results_.empty() || results_[0] == 0) return false;
    } else if (!file_.interpreted_valid(position)) {
      return false;
    }
  }
  return true;
}

bool Lifter::options(PositionView position, Options& out) {
  const auto too_large = [](Coordinate c) { return c > kGreatestLiftedCoordinate || c < -kGreatestLiftedCoordinate; };
  if (std::ranges::any_of(position, too_large)) return false;
  const LiftedFunctions& lifted = functions(position.size());
  if (!lifted.moves) return false;
  RunLimits limits;
  limits.stop = file_.state.stop();
  if (lifted.moves->options(position, out, limits) == RunStatus::done && acceptable(lifted, out)) return true;
  out.clear();
  return false;
}

std::optional<bool> Lifter::valid(PositionView position) {
  const LiftedFunctions& lifted = functions(position.size());
  if (!lifted.valid || lifted.valid->results(position, results_) != RunStatus::done || results_.empty()) return std::nullopt;
  return results_[0] != 0;
}

}  // namespace bouton::lua
