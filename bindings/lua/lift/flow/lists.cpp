// Lists that the function makes for each position, and its piles.
#include <algorithm>

#include "bindings/lua/lift/flow/function_lifter.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kMostLists = 64;
/// Of a list that is not long.
constexpr std::size_t kFewEntries = 8;

FlowValue unpinned(FlowValue value) {
  if (value.kind == FlowValue::Kind::pinned) value.kind = FlowValue::Kind::constant;
  return value;
}

}  // namespace

/// Instructions that make a list or change one.
bool FunctionLifter::change_list(const Instruction& i) {
  const auto constant_or_register = [&] { return i.k ? constant(i.c) : get(i.c); };
  int next = top().pc + 1;
  switch (i.op) {
    case Opcode::NEWTABLE:
      set(i.a, new_list({}));
      ++next;  // past the instruction that may hold its size
      break;
    case Opcode::SETLIST:
      fill_list(i);
      if (i.k) ++next;
      break;
    case Opcode::SETI: set_entry(get(i.a), FlowValue::constant(i.b), constant_or_register()); break;
    case Opcode::SETTABLE: set_entry(get(i.a), get(i.b), constant_or_register()); break;
    default: return false;
  }
  if (!ended_) top().pc = next;
  return true;
}

FlowValue FunctionLifter::new_list(FlowList list) {
  if (list.entries.size() > kMostEntries) refuse("a list of this length");
  // Those that are left are numbered anew, but not in `list`.
  const bool has_lists = std::ranges::any_of(list.entries, [](FlowValue entry) { return entry.kind == FlowValue::Kind::list; });
  if (state_.lists.size() >= kMostLists && !has_lists) forget_lists(state_);
  if (state_.lists.size() >= kMostLists) refuse("as many lists");
  state_.lists.push_back(std::move(list));
  return {FlowValue::Kind::list, static_cast<std::int64_t>(state_.lists.size() - 1)};
}

/// What is put into a list. For nil the program traps: mostly that would never happen, and Lua's lists with nil in them are
/// left to Lua.
FlowValue FunctionLifter::entry_of(FlowValue value) const {
  switch (value.kind) {
    case FlowValue::Kind::undefined: refuse("a variable whose value is not known here");
    case FlowValue::Kind::nil: throw FlowError{};
    case FlowValue::Kind::named_word:
    case FlowValue::Kind::closure: refuse("a list with a function in it");
    case FlowValue::Kind::text: refuse("a list with a string in it that is made for each position");
    default: return unpinned(value);
  }
}

FlowList& FunctionLifter::changeable(FlowValue list) {
  if (list.kind == FlowValue::Kind::undefined) refuse("a variable whose value is not known here");
  if (list.kind != FlowValue::Kind::list) {
    if (list.is(Value::Kind::table)) refuse("a change to a table that was made before");
    if (list.kind == FlowValue::Kind::known && !list.is(Value::Kind::number) && !list.is(Value::Kind::function))
      refuse("an assignment to a field of something that is not a table");
    throw FlowError{};
  }
  return list_of(list);
}

/// SETLIST: the registers behind A are the next entries.
void FunctionLifter::fill_list(const Instruction& i) {
  const int count = i.b != 0 ? i.b : state_.top - i.a - 1;
  state_.top = 0;
  const int before = i.c + (i.k ? top().prototype->code[static_cast<std::size_t>(top().pc + 1)].bx * 256 : 0);
  FlowList& list = changeable(get(i.a));
  if (list.entries.size() != static_cast<std::size_t>(before)) refuse("a list with holes");
  for (int n = 1; n <= count; ++n) list.entries.push_back(entry_of(get(i.a + n)));
  if (list.entries.size() > kMostEntries) refuse("a list of this length");
}

std::vector<FlowValue> FunctionLifter::entries_of(FlowValue list) const {
  if (list.kind == FlowValue::Kind::list) return state_.lists[static_cast<std::size_t>(list.data)].entries;
  const std::vector<Value>* const known = list.is(Value::Kind::table) ? shared_.constants.entries(list.value) : nullptr;
  if (known == nullptr) refuse("something that is not a list, where one is needed");
  std::vector<FlowValue> entries;
  for (const Value& value : *known) entries.push_back(shared_.of(value));
  return entries;
}

/// `to` = list[key].
void FunctionLifter::index_list(int to, FlowValue list, FlowValue key) {
  if (key.is(Value::Kind::string)) {
    const std::string& name = shared_.constants.string(key.value);
    if (!list_of(list).are_piles) return set(to, FlowValue::nil());
    if (name == "with") return set(to, shared_.of(shared_.constants.of_word({Word::with})));
    if (name == "without") return set(to, shared_.of(shared_.constants.of_word({Word::without})));
    if (name == "insert") return set(to, shared_.of(shared_.constants.of_word({Word::insert})));
    refuse("a field of a list of piles");
  }
  const std::vector<FlowValue>& entries = list_of(list).entries;
  if (key.is_known_integer()) {
    const bool is_there = key.data >= 1 && key.data <= static_cast<std::int64_t>(entries.size());
    return set(to, is_there ? entries[static_cast<std::size_t>(key.data - 1)] : FlowValue::nil());
  }
  if (key.kind != FlowValue::Kind::integer) refuse("a list with a key that is not an integer");
  const auto with = [&](FlowValue value) {
    State state = state_;
    state.registers[top().base + static_cast<std::size_t>(to)] = value;
    ++state.frames.back().pc;
    return state;
  };
  const FlowOperand at = operand(key);
  const std::size_t size = entries.size();
  for (std::size_t n = 0; n < size; ++n) {
    const std::uint32_t hit = edge(with(list_of(list).entries[n])), next = new_block();
    branch(FlowCondition::equal, at, FlowOperand::constant(static_cast<std::int64_t>(n + 1)), hit, next);
    begin(next);
    ended_ = false;
  }
  go_to_state(with(FlowValue::nil()));
}

/// list[key] = value, and control goes on behind the instruction.
void FunctionLifter::set_entry(FlowValue list, FlowValue key, FlowValue value) {
  FlowList& changed = changeable(list);
  if (key.kind == FlowValue::Kind::integer) return set_any_entry(list, operand(key), entry_of(value));
  if (!key.is_known_integer()) refuse("an assignment to a field of a table that is made for each position");
  const auto size = static_cast<std::int64_t>(changed.entries.size());
  if (value.kind == FlowValue::Kind::nil && key.data >= 1 && key.data >= size) {
    if (key.data == size) changed.entries.pop_back();
    return;
  }
  if (key.data < 1 || key.data > size + 1) refuse("a list with holes");
  if (key.data == size + 1) changed.entries.emplace_back();
  if (changed.entries.size() > kMostEntries) refuse("a list of this length");
  changed.entries[static_cast<std::size_t>(key.data - 1)] = entry_of(value);
}

/// For a key that changes. The program traps where that is beyond the end of the list, or behind it in a long list that is as
/// long as a position already: most such keys are somewhere in it, and code for a longer one would never run.
void FunctionLifter::set_any_entry(FlowValue list, FlowOperand key, FlowValue value) {
  const std::size_t size = list_of(list).entries.size();
  // What is marked so is mostly cells, and the first of them is not the first entry.
  if (size == 0 && shared_.context.shape != nullptr) refuse("a table that is filled at keys that change");
  const bool may_grow = size < std::max(shared_.context.dimensions, kFewEntries);
  for (std::size_t n = 0; n < size + (may_grow ? 1 : 0); ++n) {
    State state = state_;
    std::vector<FlowValue>& entries = state.lists[static_cast<std::size_t>(list.data)].entries;
    if (n == size) entries.emplace_back();
    entries[n] = value;
    ++state.frames.back().pc;
    const std::uint32_t hit = edge(std::move(state)), next = new_block();
    branch(FlowCondition::equal, key, FlowOperand::constant(static_cast<std::int64_t>(n + 1)), hit, next);
    begin(next);
    ended_ = false;
  }
  trap();
}

/// Translates what `act` does, which is to give the results of the present call, for each place from 1 to `last`. Traps where
/// `place` is another, or `act` ends in an error.
void FunctionLifter::at_each_place(FlowOperand place, std::int64_t last, const std::function<void(std::int64_t)>& act) {
  if (place.is_constant) {
    if (place.value < 1 || place.value > last) throw FlowError{};
    return act(place.value);
  }
  const State here = state_;
  for (std::int64_t at = 1; at <= last; ++at) {
    const std::uint32_t hit = new_block(), next = new_block();
    branch(FlowCondition::equal, place, FlowOperand::constant(at), hit, next);
    begin(hit);
    ended_ = false;
    try {
      act(at);
      if (!ended_) go_to(top().pc);
    } catch (const FlowError&) {
      trap();  // at this place alone
    }
    state_ = here;
    begin(next);
    ended_ = false;
  }
  trap();
}

/// table.insert.
void FunctionLifter::insert_entry(const Instruction& i, const std::vector<FlowValue>& arguments) {
  if (arguments.size() < 2 || arguments.size() > 3) throw FlowError{};
  const std::vector<FlowValue>& entries = changeable(arguments[0]).entries;
  if (entries.size() >= kMostEntries) refuse("a list of this length");
  const FlowValue entry = entry_of(arguments.back());
  const auto last = static_cast<std::int64_t>(entries.size()) + 1;
  at_each_place(arguments.size() == 3 ? operand(arguments[1]) : FlowOperand::constant(last), last, [&](std::int64_t at) {
    std::vector<FlowValue>& changed = list_of(arguments[0]).entries;
    changed.insert(changed.begin() + (at - 1), entry);
    give_results(i, {});
  });
}

/// table.remove: what was removed, or nil.
void FunctionLifter::remove_entry(const Instruction& i, const std::vector<FlowValue>& arguments) {
  if (arguments.empty()) throw FlowError{};
  const auto size = static_cast<std::int64_t>(changeable(arguments[0]).entries.size());
  if (arguments.size() > 2) refuse("a call to table.remove");
  const FlowOperand place = arguments.size() == 2 ? operand(arguments[1]) : FlowOperand::constant(size);
  if (size == 0 && place == FlowOperand::constant(0)) return give_results(i, {FlowValue::nil()});
  if (place.is_constant && (place.value < 1 || place.value > size)) refuse("table.remove at an index that is not in the list");
  at_each_place(place, size, [&](std::int64_t at) {
    std::vector<FlowValue>& changed = list_of(arguments[0]).entries;
    const FlowValue removed = changed[static_cast<std::size_t>(at - 1)];
    changed.erase(changed.begin() + (at - 1));
    give_results(i, {removed});
  });
}

/// table.sort of integers, by exchanges of neighbours: the first round brings the greatest to the end.
void FunctionLifter::sort_list(const std::vector<FlowValue>& arguments) {
  constexpr std::size_t kMostSorted = 12;
  if (arguments.empty()) throw FlowError{};
  FlowList& list = changeable(arguments[0]);
  if (arguments.size() > 1 && arguments[1].kind != FlowValue::Kind::nil) refuse("table.sort by a function");
  if (list.entries.size() < 2) return;
  if (list.entries.size() > kMostSorted) refuse("table.sort of a list of this length");
  for (const FlowValue& entry : list.entries)
    if (!entry.is_integer()) refuse("table.sort of things other than integers");
  const auto computed_of = [&](FlowOp op, FlowValue a, FlowValue b) {
    const FlowValue to{FlowValue::Kind::integer, new_temporary()};
    emit({.op = op, .to = static_cast<std::uint32_t>(to.data), .a = operand(a), .b = operand(b)});
    return to;
  };
  for (std::size_t end = list.entries.size(); end > 1; --end)
    for (std::size_t n = 0; n + 1 < end; ++n) {
      const FlowValue a = list.entries[n], b = list.entries[n + 1];
      list.entries[n] = computed_of(FlowOp::min, a, b);
      list.entries[n + 1] = computed_of(FlowOp::max, a, b);
    }
}

/// a:with(i, v, j, w, ...), a:without(i), a:insert(i, v): changed copies of piles, which are piles themselves.
void FunctionLifter::change_piles(Word word, const Instruction& i, const std::vector<FlowValue>& arguments) {
  if (arguments.size() < (word == Word::without ? 2U : 3U)) throw FlowError{};
  if (arguments[0].kind != FlowValue::Kind::list) refuse("a method of piles, called on something else");
  const FlowList piles{list_of(arguments[0]).entries, true};
  if (word == Word::with) return set_piles(i, arguments, 1, piles);
  const auto size = static_cast<std::int64_t>(piles.entries.size());
  at_each_place(operand(arguments[1]), word == Word::insert ? size + 1 : size, [&](std::int64_t at) {
    FlowList changed = piles;
    const auto entry = changed.entries.begin() + (at - 1);
    if (word == Word::without) changed.entries.erase(entry);
    else changed.entries.insert(entry, entry_of(arguments[2]));
    give_results(i, {new_list(std::move(changed))});
  });
}

/// a:with(...) from the pair at `next` on: one branch for each place where its index is not known.
void FunctionLifter::set_piles(const Instruction& i, const std::vector<FlowValue>& arguments, std::size_t next,
                               const FlowList& piles) {
  if (next >= arguments.size()) return give_results(i, {new_list(FlowList(piles))});
  if (next + 1 == arguments.size()) throw FlowError{};
  at_each_place(operand(arguments[next]), static_cast<std::int64_t>(piles.entries.size()), [&](std::int64_t at) {
    FlowList changed = piles;
    changed.entries[static_cast<std::size_t>(at - 1)] = entry_of(arguments[next + 1]);
    set_piles(i, arguments, next + 2, changed);
  });
}

}  // namespace bouton::lua
