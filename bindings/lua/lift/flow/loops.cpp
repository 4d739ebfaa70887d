// Numeric loops, and those over ipairs.
#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/lift/flow/function_lifter.h"

namespace bouton::lua {
namespace {

/// Lists up to this length are gone through without a loop, so that what stands in them is known.
constexpr std::size_t kMostUnrolled = 8;
constexpr std::size_t kMostKnown = 200;

/// Whether a numeric loop between small numbers has no more rounds than that.
bool are_few(std::int64_t first, std::int64_t last, std::int64_t step) {
  constexpr std::int64_t kSmall = 1'000'000;
  for (const std::int64_t value : {first, last, step})
    if (value < -kSmall || value > kSmall) return false;
  const std::int64_t length = step > 0 ? last - first : first - last;
  return step != 0 && length >= 0 && length / (step > 0 ? step : -step) < static_cast<std::int64_t>(kMostUnrolled);
}

}  // namespace

bool FunctionLifter::loop(const Instruction& i) {
  switch (i.op) {
    case Opcode::FORPREP: prepare_for(i); return true;
    case Opcode::FORLOOP: repeat_for(i); return true;
    case Opcode::TFORPREP: go_to(top().prototype->target(top().pc)); return true;
    case Opcode::TFORCALL: call_ipairs(i); return true;
    default: return false;
  }
}

/// The registers A, A + 1, A + 2 hold the first value, the last and the step; A + 3 becomes the loop's variable. If that is
/// left alone it counts the rounds itself, else A does.
void FunctionLifter::prepare_for(const Instruction& i) {
  const FlowOperand first = operand(get(i.a)), last = operand(get(i.a + 1)), step = operand(get(i.a + 2));
  const int after = top().prototype->target(top().pc);
  if (step.is_constant && step.value == 0) throw FlowError{};
  set(i.a + 3, get(i.a));
  State body = state_;
  ++body.frames.back().pc;
  constexpr int kMostCopies = 16;
  // Loops over the rows and columns of a board stay loops: nothing is known of what stands in it.
  const bool gains = shared_.context.shape == nullptr ||
                     top().facts->liveness.indices_before(top().pc + 1).test(static_cast<std::size_t>(i.a + 3));
  if (gains && first.is_constant && last.is_constant && step.is_constant && are_few(first.value, last.value, step.value) &&
      versions_at_[place_of(body)] < kMostCopies) {
    // Its rounds are translated one by one, with the variable known.
    set(i.a, FlowValue::pinned(first.value));
    const bool shared = top().facts->liveness.counts_by_variable(top().pc);
    set(i.a + 3, shared ? FlowValue::pinned(first.value) : FlowValue::constant(first.value));
  }
  // Nothing assigns to these two.
  if (step.is_constant) set(i.a + 2, FlowValue::pinned(step.value));
  if (last.is_constant) set(i.a + 1, FlowValue::pinned(last.value));
  const auto enter_if = [&](FlowOperand low, FlowOperand high) {
    if (low.is_constant && high.is_constant) {
      go_to(low.value <= high.value ? top().pc + 1 : after);
      return;
    }
    const std::uint32_t body = edge(top().pc + 1), skip = edge(after);
    branch(FlowCondition::less_equal, low, high, body, skip);
  };
  if (step.is_constant) {
    if (step.value > 0) enter_if(first, last);
    else enter_if(last, first);
    return;
  }
  // The direction is known only when it runs.
  const std::uint32_t not_zero = new_block(), zero = new_block(), up = new_block(), down = new_block();
  branch(FlowCondition::equal, step, FlowOperand::constant(0), zero, not_zero);
  begin(zero);
  trap();
  begin(not_zero);
  branch(FlowCondition::less, step, FlowOperand::constant(0), down, up);
  begin(up);
  ended_ = false;
  enter_if(first, last);
  begin(down);
  ended_ = false;
  enter_if(last, first);
}

/// There is another round where the step leads no further than the last value; the difference is unsigned, so it is right for
/// all integers.
void FunctionLifter::repeat_for(const Instruction& i) {
  const bool shared = top().facts->liveness.counts_by_variable(top().pc);
  const int counter = shared ? i.a + 3 : i.a;
  const FlowOperand last = operand(get(i.a + 1)), step = operand(get(i.a + 2));
  const int body = top().prototype->target(top().pc), after = top().pc + 1;
  if (get(counter).kind == FlowValue::Kind::pinned && last.is_constant && step.is_constant) {
    const std::int64_t now = get(counter).data;
    if (step.value > 0 ? last.value - now < step.value : now - last.value < -step.value) {
      go_to(after);
      return;
    }
    set(i.a, FlowValue::pinned(now + step.value));
    set(i.a + 3, shared ? FlowValue::pinned(now + step.value) : FlowValue::constant(now + step.value));
    go_to(body);
    return;
  }
  const std::uint32_t out = edge(after);
  const auto go_on = [&] {
    ended_ = false;
    binary(counter, FlowOp::add, get(counter), get(i.a + 2));
    set(i.a + 3, get(counter));
    go_to(body);
  };
  const State before = state_;
  const auto round = [&](bool is_up) {
    state_ = before;
    const FlowOperand now = operand(get(counter));
    const std::uint32_t next = new_block();
    if (step == FlowOperand::constant(1)) {
      branch(FlowCondition::less, now, last, next, out);
    } else if (step == FlowOperand::constant(-1)) {
      branch(FlowCondition::less, last, now, next, out);
    } else {
      const FlowOperand left = FlowOperand::of_register(new_temporary());
      emit({.op = FlowOp::sub, .to = left.number(), .a = is_up ? last : now, .b = is_up ? now : last});
      FlowOperand length = step;
      if (!is_up) {
        length = FlowOperand::of_register(new_temporary());
        emit({.op = FlowOp::neg, .to = length.number(), .a = step});
      }
      branch(FlowCondition::unsigned_less, left, length, out, next);
    }
    begin(next);
    go_on();
  };
  if (step.is_constant) {
    round(step.value > 0);
    return;
  }
  const std::uint32_t up = new_block(), down = new_block();
  branch(FlowCondition::less, step, FlowOperand::constant(0), down, up);
  begin(up);
  round(true);
  begin(down);
  round(false);
}

/// What ipairs of a list goes through.
const std::vector<FlowValue>& FunctionLifter::list_entries(FlowValue list) {
  const auto found = entries_.find(list.value.index);
  if (found != entries_.end()) return found->second;
  const std::vector<Value>* const known = shared_.constants.entries(list.value);
  if (known == nullptr) refuse(fmt::format("a loop over {}", shared_.constants.described(list.value)));
  std::vector<FlowValue> entries;
  for (const Value& value : *known) {
    if (value.kind == Value::Kind::nil) break;
    entries.push_back(shared_.of(value));
  }
  // Where its length is not where it ends, ipairs may go on.
  const std::optional<Value> next = shared_.constants.entry(list.value, static_cast<std::int64_t>(entries.size()) + 1);
  if (!next || next->kind != Value::Kind::nil) refuse("a loop over a list with holes");
  return entries_.emplace(list.value.index, std::move(entries)).first->second;
}

bool FunctionLifter::is_unrolled(const std::vector<FlowValue>& entries) {
  return entries.size() <= kMostUnrolled ||
         !std::ranges::all_of(entries, [](FlowValue value) { return value.kind == FlowValue::Kind::constant; });
}

/// TFORCALL and the TFORLOOP behind it: the registers A + 4 and A + 5 become the next index and what stands there.
void FunctionLifter::call_ipairs(const Instruction& i) {
  const FlowValue iterator = get(i.a), list = get(i.a + 1), index = get(i.a + 2);
  if (list.kind == FlowValue::Kind::cells && iterator.is(Value::Kind::word))
    return call_walk(shared_.constants.word(iterator.value).word, i);
  if (!iterator.is(Value::Kind::word) || shared_.constants.word(iterator.value).word != Word::ipairs ||
      (!list.is(Value::Kind::table) && list.kind != FlowValue::Kind::list))
    refuse("a loop over something other than ipairs of a list");
  const std::vector<FlowValue>& entries = list.kind == FlowValue::Kind::list ? list_of(list).entries : list_entries(list);
  const int loop = top().pc + 1, body = top().prototype->target(loop), after = loop + 1;
  for (int extra = 3; extra <= i.c; ++extra) set(i.a + 3 + extra, FlowValue::nil());
  if (index.kind == FlowValue::Kind::pinned) {
    if (index.data >= static_cast<std::int64_t>(entries.size())) {
      go_to(after);
      return;
    }
    if (entries.size() > kMostKnown) refuse("a loop over a list of this length");
    FlowValue value = entries[static_cast<std::size_t>(index.data)];
    if (value.kind == FlowValue::Kind::constant && list.kind != FlowValue::Kind::list) value.kind = FlowValue::Kind::pinned;
    set(i.a + 2, FlowValue::pinned(index.data + 1));
    set(i.a + 4, FlowValue::pinned(index.data + 1));
    if (i.c >= 2) set(i.a + 5, value);
    go_to(body);
    return;
  }
  if (list.kind == FlowValue::Kind::list || is_unrolled(entries)) refuse("a loop over a list from a place that is not known");
  const FlowOperand at = operand(index);
  const std::uint32_t out = edge(after), next = new_block();
  branch(FlowCondition::less, at, FlowOperand::constant(static_cast<std::int64_t>(entries.size())), next, out);
  begin(next);
  ended_ = false;
  std::vector<std::int64_t> numbers;
  for (const FlowValue& value : entries) numbers.push_back(value.data);
  if (i.c >= 2 && !numbers.empty()) define(i.a + 5, FlowOp::element, operand(get(i.a + 2)), {}, shared_.list(numbers));
  binary(i.a + 2, FlowOp::add, get(i.a + 2), FlowValue::constant(1));
  set(i.a + 4, get(i.a + 2));
  go_to(body);
}

}  // namespace bouton::lua
