// What Lua's registers stand for, and how control goes from one version to another.
#include <algorithm>

#include "bindings/lua/lift/flow/function_lifter.h"

namespace bouton::lua {
namespace {

/// Homes of registers lie below the second, those of the entries of lists below the first.
constexpr std::uint32_t kFirstTemporary = 1U << 20, kFirstOfLists = 1U << 16;
constexpr std::size_t kMostFlowRegisters = 5000;

/// Versions of one instruction from which on truth values are kept in registers, and from which on indices of lists are.
constexpr int kManyVersions = 8, kManyWithIndices = 16;

}  // namespace

void FunctionLifter::emit(FlowInstruction instruction) {
  instruction.line = line();
  function_.blocks[block_].instructions.push_back(instruction);
}

std::uint32_t FunctionLifter::new_temporary() { return kFirstTemporary + temporaries_++; }

std::uint32_t FunctionLifter::home_of(int number) {
  const std::size_t home = top().base + static_cast<std::size_t>(number);
  if (home >= kMostFlowRegisters) refuse("functions that call each other so deeply");
  return static_cast<std::uint32_t>(home);
}

/// Moves away what stands for a home that is about to be overwritten.
void FunctionLifter::clear_home(std::size_t home) {
  std::optional<std::uint32_t> away;
  const auto move_away = [&] {
    if (!away) {
      away = new_temporary();
      emit({.op = FlowOp::move, .to = *away, .a = FlowOperand::of_register(static_cast<std::uint32_t>(home))});
    }
    return *away;
  };
  for (std::size_t slot = 0; slot < state_.registers.size(); ++slot) {
    FlowValue& value = state_.registers[slot];
    if (!value.is_in_register() || value.data != static_cast<std::int64_t>(home) || slot == home) continue;
    if (is_live(state_, slot)) value.data = move_away();
  }
  for (FlowList& list : state_.lists)
    for (FlowValue& value : list.entries)
      if (value.is_in_register() && value.data == static_cast<std::int64_t>(home)) value.data = move_away();
}

/// A register gets the result of an operation.
void FunctionLifter::define(int number, FlowOp op, FlowOperand a, FlowOperand b, std::uint32_t index, FlowValue::Kind kind) {
  const std::uint32_t home = home_of(number);
  clear_home(home);
  emit({.op = op, .to = home, .a = a, .b = b, .index = index});
  set(number, {kind, home});
}

/// Whether anything may still read what stands in a register. The present instruction reads its operands before all else.
bool FunctionLifter::is_live(const State& state, std::size_t slot) const {
  const auto frame = std::find_if(state.frames.rbegin(), state.frames.rend(), [&](const Frame& f) { return f.base <= slot; });
  if (frame == state.frames.rend()) return true;
  const std::size_t number = slot - frame->base;
  if (number >= static_cast<std::size_t>(frame->prototype->registers)) return false;
  if (frame == state.frames.rbegin())
    return frame->facts->liveness.before(frame->pc).test(number) || frame->facts->liveness.after(frame->pc).test(number);
  return number < static_cast<std::size_t>(frame->first) && frame->facts->liveness.after(frame->pc).test(number);
}

/// At the beginning of the instruction where the state stands.
void FunctionLifter::forget_dead(State& state) const {
  const Frame& inner = state.frames.back();
  for (std::size_t slot = 0; slot < state.registers.size(); ++slot) {
    bool live = false;
    if (slot >= inner.base) {
      live = slot - inner.base < static_cast<std::size_t>(inner.prototype->registers) &&
             inner.facts->liveness.before(inner.pc).test(slot - inner.base);
    } else {
      live = is_live(state, slot);
    }
    if (!live && !(state.top > 0 && slot >= inner.base && slot < inner.base + static_cast<std::size_t>(state.top)))
      state.registers[slot] = {};
  }
  if (state.top == 0) state.registers.resize(inner.base + static_cast<std::size_t>(inner.prototype->registers));
  forget_lists(state);
}

/// Keeps the lists that registers hold, in the order of these, and those that stand in them.
void FunctionLifter::forget_lists(State& state) {
  constexpr std::int64_t kNowhere = -1;
  std::vector<std::int64_t> numbers(state.lists.size(), kNowhere);
  std::vector<FlowList> kept;
  const auto keep = [&](FlowValue& value) {
    if (value.kind != FlowValue::Kind::list) return;
    std::int64_t& number = numbers[static_cast<std::size_t>(value.data)];
    if (number == kNowhere) {
      number = static_cast<std::int64_t>(kept.size());
      kept.push_back(std::move(state.lists[static_cast<std::size_t>(value.data)]));
    }
    value.data = number;
  };
  for (FlowValue& value : state.registers) keep(value);
  for (std::size_t list = 0; list < kept.size(); ++list)
    for (std::size_t n = 0; n < kept[list].entries.size(); ++n) {
      FlowValue entry = kept[list].entries[n];
      keep(entry);
      kept[list].entries[n] = entry;
    }
  state.lists = std::move(kept);
}

/// For so many registers of the innermost function, which are more than it has where an open list of values is long.
void FunctionLifter::make_room(State& state, int count) const {
  constexpr int kMostOpen = 250;
  if (count > kMostOpen) refuse("a call with this many results");
  const std::size_t wanted = state.frames.back().base + static_cast<std::size_t>(count);
  if (state.registers.size() < wanted) state.registers.resize(wanted);
}

/// Whether the value is an index of the lists that the function makes.
bool FunctionLifter::is_index(const State& state, std::size_t slot, FlowValue value) {
  if (state.lists.empty() || value.data < 1 || value.data > static_cast<std::int64_t>(kMostEntries)) return false;
  const auto frame = std::find_if(state.frames.rbegin(), state.frames.rend(), [&](const Frame& f) { return f.base <= slot; });
  if (frame == state.frames.rend() || slot - frame->base >= RegisterSet().size()) return false;
  const Liveness& liveness = frame->facts->liveness;
  const bool is_inner = frame == state.frames.rbegin();
  return (is_inner ? liveness.indices_before(frame->pc) : liveness.indices_after(frame->pc)).test(slot - frame->base);
}

/// Brings the values of a state home, in the present block. `versions`: how many there are of the place that it is at.
void FunctionLifter::go_home(State& state, int versions) {
  const bool widen = versions >= kManyVersions;
  std::vector<std::pair<std::uint32_t, FlowOperand>> moves;
  const auto take = [&](FlowValue& value, std::uint32_t home) {
    if (value.is_in_register() && value.data != static_cast<std::int64_t>(home)) {
      moves.emplace_back(home, FlowOperand::of_register(static_cast<std::uint32_t>(value.data)));
      value.data = home;
    } else if (value.kind == FlowValue::Kind::constant) {
      moves.emplace_back(home, FlowOperand::constant(value.data));
      value = {FlowValue::Kind::integer, home};
    } else if (value.kind == FlowValue::Kind::truth && widen) {
      moves.emplace_back(home, FlowOperand::constant(value.data));
      value = {FlowValue::Kind::boolean, home};
    }
  };
  for (std::size_t slot = 0; slot < state.registers.size(); ++slot) {
    FlowValue& value = state.registers[slot];
    if (value.kind == FlowValue::Kind::constant && versions < kManyWithIndices && is_index(state, slot, value))
      value.kind = FlowValue::Kind::pinned;
    take(value, static_cast<std::uint32_t>(slot));
  }
  for (std::size_t list = 0; list < state.lists.size(); ++list)
    for (std::size_t n = 0; n < state.lists[list].entries.size(); ++n)
      take(state.lists[list].entries[n], kFirstOfLists + static_cast<std::uint32_t>(list * kMostEntries + n));
  move_together(std::move(moves));
}

/// Moves as if all happened at once.
void FunctionLifter::move_together(std::vector<std::pair<std::uint32_t, FlowOperand>> moves) {
  while (!moves.empty()) {
    const auto is_read = [&](std::uint32_t number, const auto& except) {
      return std::ranges::any_of(moves, [&](const auto& move) {
        return &move != &except && !move.second.is_constant && move.second.number() == number;
      });
    };
    const auto free = std::ranges::find_if(moves, [&](const auto& move) { return !is_read(move.first, move); });
    if (free == moves.end()) {
      // A ring: one of its registers is set aside.
      const std::uint32_t aside = new_temporary(), number = moves.front().first;
      emit({.op = FlowOp::move, .to = aside, .a = FlowOperand::of_register(number)});
      for (auto& move : moves)
        if (!move.second.is_constant && move.second.number() == number) move.second = FlowOperand::of_register(aside);
      continue;
    }
    emit({.op = FlowOp::move, .to = free->first, .a = free->second});
    moves.erase(free);
  }
}

/// Ends the present block: control goes on at `pc` of the present frame.
void FunctionLifter::go_to(int pc) {
  State state = state_;
  state.frames.back().pc = pc;
  go_to_state(std::move(state));
}

void FunctionLifter::go_to_state(State state) {
  forget_dead(state);
  go_home(state, versions_at_[place_of(state)]);
  const std::uint32_t to = version_of(std::move(state));
  function_.blocks[block_].end = {.kind = FlowTerminator::Kind::jump, .then = to};
  ended_ = true;
}

/// A block from which control goes on with that state.
std::uint32_t FunctionLifter::edge(State state) {
  const std::uint32_t here = block_;
  const std::uint32_t block = new_block();
  begin(block);
  go_to_state(std::move(state));
  begin(here);
  ended_ = false;
  return block;
}

std::uint32_t FunctionLifter::edge(int pc) {
  State state = state_;
  state.frames.back().pc = pc;
  return edge(std::move(state));
}

void FunctionLifter::branch(FlowCondition condition, FlowOperand a, FlowOperand b, std::uint32_t then,
                            std::uint32_t otherwise) {
  function_.blocks[block_].end = {.kind = FlowTerminator::Kind::branch,
                                  .condition = condition,
                                  .a = a,
                                  .b = b,
                                  .then = then,
                                  .otherwise = otherwise,
                                  .line = line()};
  ended_ = true;
}

}  // namespace bouton::lua
