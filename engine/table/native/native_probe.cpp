#include "engine/table/native/native_probe.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/base/costs.h"
#include "engine/base/whole_part.h"
#include "engine/flow/analysis/natural_loops.h"
#include "engine/flow/flow_code.h"
#include "engine/flow/listing/option_lister.h"
#include "engine/flow/native/native_row.h"
#include "engine/program/trap.h"
#include "engine/table/native/existence.h"
#include "engine/table/native/position_order.h"

namespace bouton {
namespace {

/// Strides and differences of coordinates stay far from the ends of 64 bits.
constexpr Coordinate kGreatestFlowCoordinate = Coordinate{1} << 60;
/// A region whose table nobody can keep.
constexpr double kMostCells = 1e12;

constexpr std::int64_t kTicksOfProbe = std::int64_t{1} << 16;

bool program_remembers(const FlowProgram& program) {
  return std::ranges::any_of(program.functions, &FlowFunction::is_remembered);
}

/// Whether rounds of loops divide by what is not a constant, or look for what is remembered.
bool has_long_rounds(const FlowProgram& program) {
  const auto is_long = [](const FlowInstruction& instruction) {
    const bool divides =
        instruction.op == FlowOp::floor_div || instruction.op == FlowOp::floor_mod || instruction.op == FlowOp::truncating_mod;
    return divides && !instruction.b.is_constant;
  };
  const auto has_long = [&](const FlowBlock& block) { return std::ranges::any_of(block.instructions, is_long); };
  return program_remembers(program) || std::ranges::any_of(program.functions, [&](const FlowFunction& function) {
           return std::ranges::any_of(function.blocks, has_long);
         });
}

/// Whether it takes more than a shift to divide by it.
bool divides_at_length(const FlowInstruction& instruction) {
  if (instruction.op != FlowOp::floor_div && instruction.op != FlowOp::floor_mod && instruction.op != FlowOp::truncating_mod)
    return false;
  const auto by = static_cast<std::uint64_t>(instruction.b.value);
  return instruction.b.is_constant && !std::has_single_bit(by);
}

/// What a round of a loop takes: of all loops alike, with the divisions that an innermost one has on average.
double seconds_of_round(const FlowProgram& program) {
  if (has_long_rounds(program)) return costs::kNativeLongTick;
  double loops = 0, divisions = 0;
  for (const FlowFunction& function : program.functions) {
    const std::vector<NaturalLoop> all = find_loops(function);
    for (const NaturalLoop& loop : all) {
      const bool is_innermost =
          std::ranges::none_of(all, [&](const NaturalLoop& other) { return other.head != loop.head && loop.body[other.head]; });
      if (!is_innermost) continue;
      ++loops;
      for (std::size_t block = 0; block < function.blocks.size(); ++block)
        if (loop.body[block])
          divisions += static_cast<double>(std::ranges::count_if(function.blocks[block].instructions, divides_at_length));
    }
  }
  return costs::kNativeTick + costs::kNativeDivision * divisions / std::max(loops, 1.0);
}

/// The i-th of positions that are spread evenly over the box, however many there will be: by the golden ratio.
Position spread(const Box& box, std::uint64_t i) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  const double part = static_cast<double>(i * 0x9E3779B97F4A7C15U) / kTwoTo64;
  const auto index = whole_part(part * static_cast<double>(box.size()));
  return box.position(std::min(index, box.size() - 1));
}

/// Positions that have the farthest options, as a rule: corners, the one with the fewest options first, and some others.
std::vector<Position> outposts(const Box& box) {
  constexpr std::uint64_t kInside = 12;
  std::vector<Position> all{box.low(), box.high()};
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    all.push_back(box.high());
    all.back()[i] = box.low()[i];
    all.push_back(box.low());
    all.back()[i] = box.high()[i];
  }
  for (std::uint64_t n = 1; n <= kInside; ++n) all.push_back(spread(box, n));
  return all;
}

/// The least and the greatest of each coordinate; other than a box it may hold more positions than can be numbered.
struct Bounds {
  Position low, high;

  explicit Bounds(const Box& box) : low(box.low()), high(box.high()) {}
  void take_in(PositionView position) {
    for (std::size_t i = 0; i < low.size(); ++i) {
      low[i] = std::min(low[i], position[i]);
      high[i] = std::max(high[i], position[i]);
    }
  }
  /// Whether a table of it may be thought of.
  bool fit_a_table() const {
    double size = 1;
    for (std::size_t i = 0; i < low.size(); ++i) {
      if (low[i] < -kGreatestFlowCoordinate || high[i] > kGreatestFlowCoordinate) return false;
      size *= static_cast<double>(high[i] - low[i]) + 1;
    }
    return size <= kMostCells;
  }
};

/// The box with room for the options of its outposts. `work` is counted down.
Bounds one_move_on(OptionLister& lister, const Domain& domain, const Box& box, std::int64_t& work) {
  Bounds bounds(box);
  for (const Position& position : outposts(box)) {
    if (work <= 0) break;
    lister.list(position, kTicksOfProbe);
    const Options& options = lister.listed();
    work -= lister.ticks() + static_cast<std::int64_t>(options.part_count());
    for (std::size_t i = 0; i < options.part_count(); ++i)
      if (domain.contains(options.part(i))) bounds.take_in(options.part(i));
  }
  return bounds;
}

/// A box around `box` whose options seem to stay in it; `box` itself where none is found. Where options go down a little at
/// each round, or a round takes so much that it is not gone through, they are taken to go down to the end.
Box guess_region(OptionLister& lister, const Domain& domain, const Box& box) {
  constexpr int kRounds = 12, kRoundsBeforeLeap = 3;
  constexpr std::int64_t kWork = std::int64_t{1} << 17, kWorkOfRound = std::int64_t{1} << 15;
  std::int64_t work = kWork;
  Box region = box;
  for (int round = 0; round < kRounds && work > 0; ++round) {
    std::int64_t of_round = std::min(work, kWorkOfRound);
    work -= of_round;
    Bounds further = one_move_on(lister, domain, region, of_round);
    work += std::max(of_round, std::int64_t{0});
    if (further.low == region.low() && further.high == region.high()) return region;
    const bool leaps = round >= kRoundsBeforeLeap || of_round <= 0;
    for (std::size_t i = 0; i < further.low.size() && leaps; ++i) {
      if (further.low[i] < region.low()[i]) further.low[i] = domain.axis(i).least;
      if (further.high[i] > region.high()[i] && domain.axis(i).greatest < kGreatestFlowCoordinate)
        further.high[i] = domain.axis(i).greatest;
    }
    if (!further.fit_a_table()) return box;
    region = Box(std::move(further.low), std::move(further.high));
  }
  return box;
}

}  // namespace

std::optional<Refusal> objection_to_native(const NativeProblem& problem) {
  const std::size_t dimensions = problem.box.dimensions();
  if (dimensions == 0) return Refusal{"positions have no coordinates"};
  if (dimensions > kMostFlowDimensions) return Refusal{"positions have many coordinates"};
  if (problem.program->cells > 0) return Refusal{"positions are boards or graphs"};
  if (!keeps_length(*problem.program)) return Refusal{"moves lead to another number of piles"};
  if (problem.program->dimensions != dimensions) return Refusal{"the program is for positions of another length"};
  if (problem.play == Play::by_position) return Refusal{"the terminal position decides who wins"};
  if (problem.kind == ValueKind::grundy && problem.play != Play::normal)
    return Refusal{"Grundy values are those of normal play"};
  if (has_splits(*problem.program) && (problem.kind == ValueKind::remoteness || problem.play != Play::normal))
    return Refusal{"a move splits the position, and only Grundy values add up"};
  if (!Bounds(problem.box).fit_a_table()) return Refusal{"the box, or a coordinate in it, is very large"};
  return std::nullopt;
}

Result<NativeProbe> probe_native(const NativeProblem& problem) {
  constexpr std::uint64_t kPositions = 48, kFewPositions = 8, kTries = 300;
  constexpr std::int64_t kEnoughWork = std::int64_t{1} << 14;
  if (auto refusal = objection_to_native(problem)) return *refusal;
  OptionLister lister(*problem.program);
  NativeProbe probe;
  probe.region = problem.region ? *problem.region : guess_region(lister, *problem.domain, problem.box);
  OrderGuess guess(problem.program->dimensions);
  const std::uint64_t size = probe.region.size();
  std::int64_t ticks = 0, options = 0;
  double seen = 0, tried = 0;
  const bool calls = program_remembers(*problem.program);
  const Existence exists(problem.valid);
  const auto is_enough = [&] { return seen >= kPositions || (seen >= kFewPositions && ticks + options >= kEnoughWork); };
  for (std::uint64_t n = 0; n < std::min(size, kTries) && !is_enough(); ++n) {
    const Position position = size <= kTries ? probe.region.position(n) : spread(probe.region, n + 1);
    ++tried;
    if (exists(position) != Existence::Answer::yes) continue;
    if (lister.list(position, kTicksOfProbe) == FlowStatus::trapped && problem.box.contains(position))
      return refusal_of(Trap{Trap::Cause::no_value});
    // What is remembered is found out once for many positions, so it does not count.
    if (lister.ticks() > 0 && calls) lister.list(position, kTicksOfProbe);
    const Options& listed = lister.listed();
    for (std::size_t i = 0; i < listed.part_count(); ++i) {
      if (std::ranges::equal(listed.part(i), position) && problem.box.contains(position)) return Refusal{"play has cycles"};
      guess.see(position, listed.part(i));
    }
    ++seen;
    options += static_cast<std::int64_t>(listed.part_count());
    ticks += lister.ticks();
  }
  probe.order = guess.best();
  const double existing = tried > 0 ? seen / tried : 1;
  seen = std::max(seen, 1.0);
  probe.options = static_cast<double>(options) / seen;
  probe.ticks = static_cast<double>(ticks) / seen;
  probe.is_native = has_native_code() && !problem.interpreted;
  const double tick = seconds_of_round(*problem.program);
  const double looked_at = problem.kind == ValueKind::outcome ? costs::kNativeOutcome : 1;
  const double work =
      costs::kNativePosition + existing * looked_at * (costs::kNativeOption * probe.options + tick * probe.ticks);
  probe.seconds = costs::kNativeCode + static_cast<double>(size) * work * (probe.is_native ? 1 : costs::kFlowInterpreter);
  return probe;
}

}  // namespace bouton
