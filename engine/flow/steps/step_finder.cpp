#include "engine/flow/steps/step_finder.h"

#include <algorithm>

#include "engine/base/refusal.h"
#include "engine/flow/flow_arithmetic.h"
#include "engine/flow/steps/block_places.h"

namespace bouton {

StepFinder::StepFinder(const FlowProgram& flow, const Box& region, std::uint64_t most_work, bool may_compile)
    : flow_(flow),
      function_(flow.functions[0]),
      region_(region),
      work_(most_work),
      calls_(flow, work_, may_compile),
      values_(region),
      nest_(flow, function_),
      place_(places_by_loop(function_, nest_)),
      block_at_(function_.blocks.size()),
      live_(function_.blocks.size()),
      registers_(function_.registers),
      links_(1) {
  for (const std::uint32_t block : nest_.order()) {
    block_at_[place_[block]] = block;
    for (std::uint32_t r = 0; r < function_.registers; ++r)
      if (nest_.live(block)[r]) live_[block].push_back(r);
  }
}

void StepFinder::refuse(const char* reason) const { throw Refusal{reason, line_}; }

StepSet StepFinder::find() {
  for (std::uint32_t i = 0; i < flow_.dimensions; ++i) registers_[i] = PathValue::of({i, 1, 0});
  arrive(0, {PositionBoxes(region_)});
  const auto end = static_cast<std::uint32_t>(function_.blocks.size());
  for (;;) {
    auto first = waiting_.extract(waiting_.begin());
    if (first.key().first == end) {
      StepSet found;
      for (Link link = first.mapped().steps; link != kNoSteps; link = links_[link].before)
        found.steps.push_back(steps_[links_[link].step]);
      std::ranges::sort(found.steps);
      return found;
    }
    const std::uint32_t block = block_at_[first.key().first];
    work_.take(registers_.size());
    std::ranges::fill(registers_, PathValue{});
    for (std::size_t i = 0; i < live_[block].size(); ++i) registers_[live_[block][i]] = first.key().second[i];
    execute(block, std::move(first.mapped()));
  }
}

PathValue StepFinder::value(const FlowOperand& operand) const {
  return operand.is_constant ? PathValue::constant(operand.value) : registers_[operand.number()];
}

/// Follows the path, block after block, until it comes to where another one may meet it.
void StepFinder::execute(std::uint32_t block, Path path) {
  for (std::optional<std::uint32_t> at = block; at;) {
    const FlowBlock& now = function_.blocks[*at];
    work_.take(now.instructions.size() + 1);
    for (const FlowInstruction& i : now.instructions) {
      if (i.line > 0) line_ = i.line;
      execute(i, path);
    }
    if (now.end.line > 0) line_ = now.end.line;
    at = follow_end(now.end, path);
  }
}

void StepFinder::execute(const FlowInstruction& i, Path& path) {
  switch (i.op) {
    case FlowOp::tick: break;
    case FlowOp::call: call(flow_.calls[i.index]); break;
    case FlowOp::option: name_option(flow_.options[i.index], path); break;
    case FlowOp::element: {
      const PathValue at = value(i.a);
      const std::vector<std::int64_t>& list = flow_.lists[i.index];
      if (!at.is_constant()) refuse("an element of a list whose number depends on the position");
      const auto number = static_cast<std::uint64_t>(at.linear.constant);
      if (number >= list.size()) refuse("an error that may be raised");
      registers_[i.to] = PathValue::constant(list[number]);
      break;
    }
    default: {
      const PathValue first = value(i.a), second = value(i.b);
      const bool divides = i.op == FlowOp::floor_div || i.op == FlowOp::floor_mod || i.op == FlowOp::truncating_mod;
      if (divides && (!second.is_constant() || second.linear.constant == 0)) refuse("an error that may be raised");
      // What is not known is refused where it is asked for.
      registers_[i.to] = values_.operation(i.op, first, second).value_or(PathValue{});
    }
  }
}

void StepFinder::call(const FlowCall& call) {
  HelperCalls::Integers arguments;
  for (const FlowOperand& argument : call.arguments) {
    const PathValue given = value(argument);
    if (!given.is_constant()) refuse("a function is asked about the position");
    arguments.push_back(given.linear.constant);
  }
  const HelperCalls::Integers results = calls_.results(call.function, arguments);
  for (std::size_t r = 0; r < results.size(); ++r) registers_[call.results[r]] = PathValue::constant(results[r]);
}

/// The positions where the condition holds, and the others.
std::pair<PositionBoxes, PositionBoxes> StepFinder::divided(const PathCondition& condition, PositionBoxes where) const {
  PositionBoxes found(flow_.dimensions);
  if (condition.any) {
    for (const PathCondition::Part& part : condition.parts) found.add(where.take(part.coordinate, part.low, part.high));
    return {std::move(found), std::move(where)};
  }
  for (const PathCondition::Part& part : condition.parts) {
    PositionBoxes inside = where.take(part.coordinate, part.low, part.high);
    found.add(where);
    where = std::move(inside);
  }
  return {std::move(where), std::move(found)};
}

/// Whether all paths that wait do so behind the block: none of them comes to it before this one leaves it.
bool StepFinder::is_next(std::uint32_t block) const {
  return waiting_.empty() || place_[block] < waiting_.begin()->first.first;
}

std::optional<std::uint32_t> StepFinder::go_to(std::uint32_t block, Path& path) {
  if (path.where.empty()) return std::nullopt;
  if (is_next(block)) return block;
  arrive(block, std::move(path));
  return std::nullopt;
}

std::optional<std::uint32_t> StepFinder::follow_end(const FlowTerminator& end, Path& path) {
  switch (end.kind) {
    case FlowTerminator::Kind::jump: return go_to(end.then, path);
    case FlowTerminator::Kind::branch: {
      const PathValue a = value(end.a), b = value(end.b);
      if (a.is_constant() && b.is_constant())
        return go_to(holds(end.condition, a.linear.constant, b.linear.constant) ? end.then : end.otherwise, path);
      const std::optional<PathCondition> condition = values_.compare(end.condition, a, b);
      if (!condition) refuse("what the moves ask for is not the size of a coordinate");
      auto [yes, no] = divided(*condition, std::move(path.where));
      const bool is_then_first = place_[end.then] < place_[end.otherwise];
      arrive(is_then_first ? end.otherwise : end.then, {is_then_first ? std::move(no) : std::move(yes), path.steps});
      path.where = is_then_first ? std::move(yes) : std::move(no);
      return go_to(is_then_first ? end.then : end.otherwise, path);
    }
    case FlowTerminator::Kind::finish: arrive(static_cast<std::uint32_t>(function_.blocks.size()), std::move(path)); break;
    case FlowTerminator::Kind::trap: refuse("an error that may be raised");
  }
  return std::nullopt;
}

/// What an option subtracts from a coordinate, at all positions of the path.
std::int64_t StepFinder::step_along(std::size_t coordinate, const PathValue& to, const PositionBoxes& where) const {
  if (!to.is_linear()) refuse("an option that is not a coordinate less a number");
  std::int64_t step = 0;
  if (to.linear.is_constant()) {
    const std::int64_t only = where.parts()[0].low[coordinate];
    for (const PositionBoxes::Part& part : where.parts())
      if (part.low[coordinate] != only || part.high[coordinate] != only)
        refuse("an option that does not depend on a coordinate");
    if (__builtin_sub_overflow(only, to.linear.constant, &step)) refuse("numbers that may wrap around");
    return step;
  }
  if (to.linear.coordinate != coordinate || to.linear.coefficient != 1)
    refuse("an option that is not a coordinate less a number");
  if (__builtin_sub_overflow(std::int64_t{0}, to.linear.constant, &step)) refuse("numbers that may wrap around");
  return step;
}

void StepFinder::name_option(const FlowOption& option, Path& path) {
  if (option.part != FlowPart::whole) refuse("a move that splits the position");
  Position step;
  bool is_somewhere = false;
  for (std::size_t i = 0; i < option.to.size(); ++i) {
    const std::int64_t along = step_along(i, value(option.to[i]), path.where);
    is_somewhere = is_somewhere || along != 0;
    step.push_back(along);
    for (const PositionBoxes::Part& part : path.where.parts()) {
      std::int64_t least = 0, greatest = 0;
      if (__builtin_sub_overflow(part.low[i], along, &least) || __builtin_sub_overflow(part.high[i], along, &greatest) ||
          least < region_.low()[i] || greatest > region_.high()[i])
        refuse("an option outside of the region");
    }
  }
  if (!is_somewhere) refuse("a position that is its own option");
  const auto [at, is_new] = numbers_.try_emplace(step, static_cast<std::uint32_t>(steps_.size()));
  if (is_new) steps_.push_back(std::move(step));
  if (is_new || !has(path.steps, at->second)) path.steps = with(path.steps, at->second);
}

bool StepFinder::has(Link chain, std::uint32_t step) {
  for (; chain != kNoSteps; chain = links_[chain].before) {
    work_.take(1);
    if (links_[chain].step == step) return true;
  }
  return false;
}

StepFinder::Link StepFinder::with(Link chain, std::uint32_t step) {
  links_.push_back({chain, links_[chain].length + 1, step});
  return static_cast<Link>(links_.size() - 1);
}

/// The path goes on with the block, together with one that is there already and has the same in its registers.
void StepFinder::arrive(std::uint32_t block, Path path) {
  if (path.where.empty()) return;
  const bool is_end = block == function_.blocks.size();
  Meeting meeting{is_end ? block : place_[block], {}};
  if (!is_end) {
    meeting.second.reserve(live_[block].size());
    for (const std::uint32_t r : live_[block]) meeting.second.push_back(registers_[r]);
  }
  work_.take(1 + meeting.second.size());
  const auto [at, is_first] = waiting_.try_emplace(std::move(meeting), path);
  if (is_first) return;
  Path& there = at->second;
  there.steps = joined(there, path);
  there.where.add(path.where);
}

/// The steps of both paths, where they can become one.
StepFinder::Link StepFinder::joined(const Path& a, const Path& b) {
  if (a.steps == b.steps) return a.steps;
  // The links of each behind the one that they have in common.
  std::vector<std::uint32_t> of_a, of_b;
  const auto back = [&](Link& link, std::vector<std::uint32_t>& steps) {
    work_.take(1);
    steps.push_back(links_[link].step);
    link = links_[link].before;
  };
  Link in_a = a.steps, in_b = b.steps;
  while (in_a != in_b) {
    if (links_[in_a].length >= links_[in_b].length) back(in_a, of_a);
    else back(in_b, of_b);
  }
  const bool a_is_longer = of_a.size() >= of_b.size();
  Link result = a_is_longer ? a.steps : b.steps;
  std::ranges::sort(of_a);
  std::ranges::sort(of_b);
  std::vector<std::uint32_t> alone;
  std::set_difference(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(), std::back_inserter(alone));
  for (const std::uint32_t step : alone) {
    check_outside(step, b.where);
    if (!a_is_longer) result = with(result, step);
  }
  alone.clear();
  std::set_difference(of_b.begin(), of_b.end(), of_a.begin(), of_a.end(), std::back_inserter(alone));
  for (const std::uint32_t step : alone) {
    check_outside(step, a.where);
    if (a_is_longer) result = with(result, step);
  }
  return result;
}

/// That the step leads out of the region from all of these positions.
void StepFinder::check_outside(std::uint32_t step, const PositionBoxes& where) {
  const Position& by = steps_[step];
  work_.take(where.parts().size());
  for (const PositionBoxes::Part& part : where.parts()) {
    bool is_outside = false;
    for (std::size_t i = 0; i < by.size() && !is_outside; ++i) {
      std::int64_t greatest = 0;
      // Beyond 64 bits it may be on either side.
      is_outside = !__builtin_sub_overflow(part.high[i], by[i], &greatest) && greatest < region_.low()[i];
    }
    if (!is_outside) refuse("an option that only some of the positions from which it leads to a position have");
  }
}

}  // namespace bouton
