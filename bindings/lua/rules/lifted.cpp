#include "bindings/lua/rules/lifted.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "bindings/lua/lift/flow/lift_flow.h"
#include "bindings/lua/rules/comparison.h"
#include "bindings/lua/rules/known_words.h"
#include "bindings/lua/rules/rule_file.h"
#include "engine/base/errors.h"
#include "engine/flow/families/flow_families.h"
#include "engine/flow/native/native_row.h"
#include "engine/program/analysis/monotone.h"
#include "engine/program/analysis/move_families.h"
#include "engine/program/construction/simplify.h"

namespace bouton::lua {
namespace {

/// A game of more piles than this is interpreted: its program would be long, and every number of piles needs its own.
constexpr std::size_t kMostPiles = 12;

/// See Results::outcome.
std::optional<Outcome> lifted_outcome(std::int64_t result) {
  switch (result) {
    case 0: return Outcome::P;
    case 1: return Outcome::N;
    case 2: return Outcome::draw;
    default: return std::nullopt;
  }
}

/// See LiftedFunction::option_bytes.
std::size_t largest_option(const Block& block) {
  constexpr std::size_t kWhileGrowing = 3;
  std::size_t largest = 1;
  for (const Statement& statement : block) {
    std::size_t words = 2;
    for (const std::vector<ExpressionId>& position : statement.to) words += position.size() + 1;
    largest = std::max({largest, kWhileGrowing * words * sizeof(Coordinate), largest_option(statement.body),
                        largest_option(statement.otherwise)});
  }
  return largest;
}

/// Whether the moves are families of options that are computed without bits, and without one value or another as it depends:
/// where control flow parts, each part has families of its own.
bool has_plain_families(const MoveProgram& program) {
  return move_families(program) && std::ranges::none_of(program.expressions, [](const Expression& e) {
           return e.op == Op::select || e.op == Op::shift_left || e.op == Op::shift_right || e.op == Op::bit_and;
         });
}

using LabelNumbers = std::function<std::optional<Label>(std::string_view)>;

/// Gives options whose names are made of values one name each, "take_<t>". Whether there are any.
bool fix_labels(const MoveProgram& program, Block& block, const LabelNumbers& label) {
  bool any = false;
  for (Statement& statement : block) {
    any = fix_labels(program, statement.body, label) || any;
    any = fix_labels(program, statement.otherwise, label) || any;
    if (statement.label_arguments.empty()) continue;
    any = true;
    statement.label = label ? label(computed_label(program, statement)).value_or(kNoLabel) : kNoLabel;
    statement.label_arguments.clear();
  }
  return any;
}

bool too_large(PositionView position) {
  return std::ranges::any_of(position,
                             [](Coordinate c) { return c > kGreatestLiftedCoordinate || c < -kGreatestLiftedCoordinate; });
}

/// A random small position of the domain, its coordinates now in any order, now ascending, now descending: many games of
/// piles have only such.
Position sample(const Domain& domain, std::size_t dimensions, std::mt19937_64& random) {
  constexpr std::uint64_t kSpread = 12;
  Position position;
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Axis& axis = domain.axis(i);
    const std::uint64_t room = static_cast<std::uint64_t>(axis.greatest) - static_cast<std::uint64_t>(axis.least);
    position.push_back(axis.least + static_cast<Coordinate>(std::min(room, random() % kSpread)));
  }
  const std::uint64_t order = domain.is_piles() ? random() % 3 : 0;
  if (order == 1) std::ranges::sort(position);
  if (order == 2) std::ranges::sort(position, std::greater<>());
  return position;
}

}  // namespace

LiftedFunction::LiftedFunction(MoveProgram lifted, const LabelNumbers& label)
    : compiled(lifted), program(std::move(lifted)), option_bytes(largest_option(program.body)) {
  if (!fix_labels(program, program.body, label)) return;
  program = simplify(std::move(program));
}

Lifter::Lifter(RuleFile& file, bool machine_code)
    : file_(file), machine_code_(machine_code && has_native_code()), label_(label_numbers(file.sink)) {}

LiftContext Lifter::context(std::size_t dimensions, Reach reach, bool is_check) const {
  const Domain& domain = file_.spec.domain;
  LiftContext context;
  context.dimensions = dimensions;
  context.piles = domain.is_piles();
  for (std::size_t i = 0; i < dimensions; ++i) {
    context.coordinate_names.push_back(domain.coordinate_name(i));
    context.ranges.push_back({std::clamp(domain.axis(i).least, -kGreatestLiftedCoordinate, kGreatestLiftedCoordinate),
                              std::clamp(domain.axis(i).greatest, -kGreatestLiftedCoordinate, kGreatestLiftedCoordinate),
                              reach == Reach::any_size && domain.axis(i).greatest > kGreatestLiftedCoordinate});
  }
  context.classify = recogniser_of_words(file_.state, file_.sink, is_check);
  context.is_check = is_check;
  context.label = label_;
  return context;
}

const LiftedFunctions& Lifter::functions(std::size_t dimensions, Reach reach) {
  const auto found = by_dimensions_.find({dimensions, reach});
  if (found != by_dimensions_.end()) return found->second;
  const State::StepsUncounted uncounted(file_.state);
  return by_dimensions_.emplace(std::pair(dimensions, reach), lift(dimensions, reach)).first->second;
}

/// The program of one function; where it is refused, says why.
std::optional<LiftedFunction> Lifter::lift_one(const Function& function, Results results, LiftContext context,
                                               std::string& refusal) {
  lua_State* L = file_.state.get();
  const int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, function.reference);
  Result<MoveProgram> lifted = lift_function(L, top + 1, results, context);
  lua_settop(L, top);
  if (lifted) return LiftedFunction(*std::move(lifted), label_);
  refusal = lifted.reason();
  return std::nullopt;
}

bool Lifter::is_never_decreasing(const Function& function) {
  LiftContext context = this->context(0, Reach::any_size);
  context.dimensions = 1;
  context.piles = false;
  context.coordinate_names = {"x"};
  context.ranges = {CoordinateRange{.is_any_size = true}};
  context.function_name = "f";
  std::string refusal;
  const std::optional<LiftedFunction> lifted = lift_one(function, Results::integers, context, refusal);
  return lifted && never_decreases(lifted->program);
}

LiftedFunctions Lifter::lift(std::size_t dimensions, Reach reach) {
  LiftedFunctions lifted;
  const RuleSpec& spec = file_.spec;
  if (spec.domain.is_piles() && dimensions > kMostPiles) {
    lifted.refusal = fmt::format("{} piles; games of up to {} are lifted", dimensions, kMostPiles);
    if (spec.valid) lifted.valid_refusal = lifted.refusal;
    return lifted;
  }
  LiftContext context = this->context(dimensions, reach);
  lifted.moves = lift_one(spec.moves, Results::none, context, lifted.refusal);
  find_families(lifted, context);
  const auto lift_named = [&](const std::optional<Function>& function, const char* name, Results results,
                              std::string& refusal) {
    if (!function) return std::optional<LiftedFunction>();
    context.function_name = name;
    return lift_one(*function, results, context, refusal);
  };
  std::string ignored;
  lifted.valid = lift_named(spec.valid, "valid", Results::truth, lifted.valid_refusal);
  lifted.normalize = lift_named(spec.normalize, "normalize", Results::integers, ignored);
  lifted.play = lift_named(spec.terminal_play, "play", Results::outcome, ignored);
  compare(lifted, dimensions);
  return lifted;
}

/// What a comparison has cost and shown.
struct Lifter::Comparison {
  int compared = 0;         ///< positions
  int too_long = 0;         ///< positions that were left out
  std::uint64_t steps = 0;  ///< rounds of the programs' loops
};

/// Runs both forms of the rule's functions on random positions; a program that differs is dropped. The programs run first: a
/// position where they count too many steps is left out, so that the effort is bounded whatever the rule does. Where the
/// interpreter raises an error, the program must have none of the values that it would be believed.
void Lifter::compare(LiftedFunctions& lifted, std::size_t dimensions) {
  constexpr int kSamples = 24;
  constexpr int kTries = 200;
  constexpr int kMostTooLong = 12;
  constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 22;
  if (!lifted.moves) lifted.play.reset();  // the interpreter is asked at each position anyway
  std::mt19937_64 random(dimensions);
  Comparison done;
  const PartOfTime part(file_.call_limit);
  try {
    for (int attempt = 0;
         attempt < kTries && done.compared < kSamples && done.too_long < kMostTooLong && done.steps < kMostSteps; ++attempt)
      compare(lifted, sample(file_.spec.domain, dimensions, random), done);
  } catch (const LimitError& error) {
    drop(lifted, fmt::format("the limits, which the rule exceeds at a small position ({})", error.what()));
    return;
  }
  if (done.compared == 0 && done.too_long > 0)
    drop(lifted, "the steps that it takes at small positions: too many for a comparison");
}

/// Without programs, for that reason.
void Lifter::drop(LiftedFunctions& lifted, const std::string& reason) {
  if (lifted.moves) lifted.refusal = "moves: " + reason;
  if (lifted.valid) lifted.valid_refusal = "valid: " + reason;
  lifted.moves.reset();
  lifted.valid.reset();
  lifted.normalize.reset();
  lifted.play.reset();
}

/// At one position of the domain.
void Lifter::compare(LiftedFunctions& lifted, const Position& position, Comparison& done) {
  const RunLimits limits = few_steps(done);
  const std::string differs = fmt::format("the lifted program differs from the interpreter at {}", bouton::to_string(position));
  RunStatus status = RunStatus::done;
  if (lifted.valid) status = lifted.valid->compiled.results(position, results_, limits);
  if (status == RunStatus::limited) {
    ++done.too_long;
    return;
  }
  const bool has_result = status == RunStatus::done && !results_.empty();
  bool valid = false;
  const bool interpreted = succeeds([&] { valid = file_.interpreted_valid(position); });
  if (lifted.valid && (has_result != interpreted || (interpreted && (results_[0] != 0) != valid))) {
    lifted.valid.reset();
    lifted.valid_refusal = "valid: " + differs;
  }
  if (!valid) return;
  if (lifted.normalize) {
    Position normal = position;
    const bool is_normal = succeeds([&] { file_.interpreted_normalize(normal); });
    if (!run(lifted.normalize, position, limits) || (is_normal && !std::ranges::equal(results_, normal)))
      lifted.normalize.reset();
  }
  if (lifted.moves) compare_moves(lifted, position, done, differs);
  else ++done.compared;
}

/// At a valid position.
void Lifter::compare_moves(LiftedFunctions& lifted, const Position& position, Comparison& done, const std::string& differs) {
  const RunLimits limits = few_steps(done);
  Options native, interpreted;
  const RunStatus status = lifted.moves->compiled.options(position, native, limits);
  if (status == RunStatus::limited) {
    ++done.too_long;
    return;
  }
  ++done.compared;
  const bool has_options = succeeds([&] { file_.interpreted_options(position, interpreted); });
  bool believed = status == RunStatus::done;
  if (believed && !has_options && !succeeds([&] { believed = acceptable(lifted, native); })) believed = false;
  if (believed != has_options || (has_options && !same(native, interpreted))) {
    lifted.moves.reset();
    lifted.refusal = "moves: " + differs;
  }
  if (!lifted.play || !has_options || !interpreted.empty()) return;
  std::optional<Outcome> outcome;
  succeeds([&] { outcome = file_.interpreted_terminal_outcome(position); });
  const std::optional<Outcome> lifted_one =
      run(lifted.play, position, limits) ? lifted_outcome(results_[0]) : std::optional<Outcome>();
  if (lifted_one != outcome) lifted.play.reset();
}

const Result<FlowProgram>& Lifter::flow(std::size_t dimensions) {
  ControlFlow& flow = flows_[dimensions];
  if (flow.compared) return *flow.compared;
  const State::StepsUncounted uncounted(file_.state);
  const Result<FlowProgram>& lifted = lift_flow(dimensions);
  std::optional<Refusal> refusal;
  if (lifted) refusal = difference(*lifted);
  return refusal ? flow.compared.emplace(*refusal) : flow.compared.emplace(lifted);
}

/// Lifts at the first call.
const Result<FlowProgram>& Lifter::lift_flow(std::size_t dimensions) {
  std::optional<Result<FlowProgram>>& lifted = flows_[dimensions].lifted;
  if (lifted) return *lifted;
  if (file_.spec.domain.is_piles() && (dimensions == 0 || dimensions > kMostFlowDimensions))
    return lifted.emplace(Refusal{fmt::format("moves: {} piles", dimensions)});
  lua_State* L = file_.state.get();
  const int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, file_.spec.moves.reference);
  lifted.emplace(lua::lift_flow(L, top + 1, context(dimensions, Reach::lifted)));
  lua_settop(L, top);
  return *lifted;
}

Result<FlowProgram> Lifter::check(const Function& check, std::size_t dimensions) {
  const State::StepsUncounted uncounted(file_.state);
  LiftContext check_context = context(dimensions, Reach::any_size, true);
  check_context.function_name = "check";
  lua_State* L = file_.state.get();
  const int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, check.reference);
  Result<FlowProgram> program = lua::lift_flow(L, top + 1, check_context);
  lua_settop(L, top);
  return program;
}

/// Moves that are not a program, or one from which families are not read, or not plain ones, may have such in their control
/// flow.
void Lifter::find_families(LiftedFunctions& lifted, const LiftContext& context) {
  if (lifted.moves && has_plain_families(lifted.moves->program)) return;
  const Result<FlowProgram>& flow = lift_flow(context.dimensions);
  if (!flow) return;
  Result<MoveProgram> program = flow_families(*flow, context.ranges, context.coordinate_names);
  if (!program) return;
  const bool is_better = lifted.moves && move_families(lifted.moves->program)
                             ? has_plain_families(*program)
                             : move_families(*program) || (!lifted.moves && has_kind(program->body, Statement::Kind::split));
  if (!is_better) return;
  lifted.moves.emplace(*std::move(program), label_);
  lifted.refusal.clear();
}

std::optional<Refusal> Lifter::difference(const FlowProgram& program) {
  constexpr int kSamples = 24;
  constexpr std::int64_t kMostWork = std::int64_t{1} << 24;
  if (program.dimensions > kMostFlowDimensions) return Refusal{"moves: positions have many coordinates"};
  const Domain& domain = file_.spec.domain;
  return flow_difference(
      file_, program,
      {.sample = [&](std::mt19937_64& random) { return sample(domain, program.dimensions, random); },
       .exists = [&](PositionView position) { return domain.contains(position) && file_.interpreted_valid(position); },
       .text = [](PositionView position) { return bouton::to_string(position); },
       .samples = kSamples,
       .most_work = kMostWork});
}

/// What one run of a program may use in a comparison.
RunLimits Lifter::few_steps(Comparison& done) const {
  constexpr std::uint64_t kMostIterations = std::uint64_t{1} << 21;
  constexpr std::size_t kMostOptions = std::size_t{1} << 16;
  return {.iterations = kMostIterations,
          .options = kMostOptions,
          .label = &label_,
          .stop = file_.state.stop(),
          .used = &done.steps};
}

/// What one run may use otherwise: options as far as the interpreter's limit of memory allows.
RunLimits Lifter::limits(std::size_t dimensions) const {
  constexpr std::size_t kBytesOfOption = 24, kGrowth = 3;
  RunLimits limits{.label = &label_, .stop = file_.state.stop()};
  limits.options = std::min(limits.options, file_.state.memory_limit() / kGrowth / (kBytesOfOption + 8 * dimensions));
  return limits;
}

/// Sets results_ to what a program with results, of which there is at least one, returns; false if there is no such
/// program or it failed.
bool Lifter::run(const std::optional<LiftedFunction>& function, PositionView position, const RunLimits& limits) {
  if (!function || too_large(position)) return false;
  return function->compiled.results(position, results_, limits) == RunStatus::done && !results_.empty();
}
bool Lifter::run(const std::optional<LiftedFunction>& function, PositionView position) {
  return run(function, position, limits(position.size()));
}

/// Whether all positions that the options name exist.
bool Lifter::acceptable(const LiftedFunctions& lifted, const Options& options) {
  for (std::size_t part = 0; part < options.part_count(); ++part)
    if (!exists(lifted, options.part(part))) return false;
  return true;
}
bool Lifter::exists(const LiftedFunctions& lifted, PositionView position) {
  if (!file_.spec.domain.contains(position)) return false;
  if (!file_.spec.valid) return true;
  const bool is_lifted = lifted.valid && lifted.valid->program.dimensions == position.size();
  if (is_lifted && run(lifted.valid, position)) return results_[0] != 0;
  return file_.interpreted_valid(position);
}

bool Lifter::options(PositionView position, Options& out) {
  if (too_large(position)) return false;
  if (!listing_ || listing_->dimensions != position.size())
    listing_ = Listing{position.size(), &functions(position.size()), &flows_[position.size()]};
  const LiftedFunctions& lifted = *listing_->lifted;
  ControlFlow& flow = *listing_->flow;
  if (!lifted.moves) return options_by_flow(lifted, flow, position, out);
  // Machine code takes a fraction of the time once it is made, which pays after so many rounds and options.
  constexpr std::uint64_t kWorthLifting = std::uint64_t{1} << 16;
  if (machine_code_ && flow.listed > kWorthLifting && options_by_flow(lifted, flow, position, out)) return true;
  return options_by_program(lifted, flow, position, out);
}

bool Lifter::options_by_program(const LiftedFunctions& lifted, ControlFlow& flow, PositionView position, Options& out) {
  RunLimits limits = this->limits(position.size());
  limits.options = std::min(limits.options, file_.options_limit.bytes / lifted.moves->option_bytes);
  // Where steps are limited, the interpreter, which is asked past a limit, says that it has been reached.
  const std::uint64_t left = file_.state.steps_left();
  std::uint64_t rounds = 0;
  limits.iterations = std::min(limits.iterations, left);
  limits.options = static_cast<std::size_t>(std::min<std::uint64_t>(limits.options, left));
  limits.used = &rounds;
  const RunStatus status = lifted.moves->compiled.options(position, out, limits);
  flow.listed += rounds + out.part_count();
  if (status == RunStatus::done) file_.state.count_steps(rounds + out.part_count());
  if (status == RunStatus::done && acceptable(lifted, out)) return true;
  if (status == RunStatus::limited) out.release();  // it may hold much
  out.clear();
  return false;
}

bool Lifter::options_by_flow(const LiftedFunctions& lifted, ControlFlow& flow, PositionView position, Options& out) {
  if (!flow.options) flow.options.emplace(file_, machine_code_);
  const auto program = [&]() -> const FlowProgram* {
    const Result<FlowProgram>& found = this->flow(position.size());
    return found && found->dimensions == position.size() ? &*found : nullptr;
  };
  return flow.options->options(position, out, program, flow.compared.has_value(),
                               [&](PositionView to) { return exists(lifted, to); });
}

std::optional<bool> Lifter::valid(PositionView position) {
  if (!run(functions(position.size()).valid, position)) return std::nullopt;
  return results_[0] != 0;
}

std::optional<Outcome> Lifter::terminal_outcome(PositionView position) {
  if (!run(functions(position.size()).play, position)) return std::nullopt;
  return lifted_outcome(results_[0]);
}

bool Lifter::normalize(Position& position) {
  if (!run(functions(position.size()).normalize, position)) return false;
  Position normal;
  for (const std::int64_t coordinate : results_) normal.push_back(coordinate);
  if (file_.spec.domain.complaint(PositionView(normal))) return false;
  position = std::move(normal);
  return true;
}

}  // namespace bouton::lua
