#include "engine/flow/flow_interpreter.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "engine/program/integer_arithmetic.h"

namespace bouton {
namespace {

/// Where control goes on after an option.
enum class After : std::uint8_t { on, decided, waiting };

/// The cell of an option; false where it lies outside of the box.
bool find_cell(const FlowBox& box, const FlowCodeOption& option, const std::int64_t* frame, std::int64_t& index) {
  index = 0;
  for (std::size_t i = 0; i < box.dimensions; ++i) {
    const std::uint64_t offset = static_cast<std::uint64_t>(frame[option.to[i]]) - static_cast<std::uint64_t>(box.low[i]);
    if (offset >= static_cast<std::uint64_t>(box.length[i])) return false;
    index += static_cast<std::int64_t>(offset) * box.stride[i];
  }
  return true;
}

/// What the options of one position have shown so far.
template <FlowSink kSink>
struct Seen {
  FlowRow& row;
  const FlowBox& box;
  bool any = false;
  bool won = false;
  std::uint32_t greatest = 0;  ///< remoteness: of the options' values
  std::uint32_t split = 0;     ///< Grundy: of the parts so far

  After option(const FlowCodeOption& option, const std::int64_t* frame) {
    if constexpr (kSink == FlowSink::list) {
      if (row.out >= row.out_end) return After::waiting;
      *row.out++ = option.head;
      for (const std::uint32_t r : option.to) *row.out++ = frame[r];
    } else {
      std::uint32_t value = 0;
      if (option.part != FlowPart::none) {
        std::int64_t index = 0;
        if (!find_cell(box, option, frame, index)) return After::waiting;
        value = row.cells[index];
        if (value >= kLeastNoValue) return After::waiting;
      }
      if constexpr (kSink == FlowSink::grundy) {
        value ^= split;
        split = option.part == FlowPart::more ? value : 0;
        if (option.part != FlowPart::more) row.stamps[value] = static_cast<std::uint32_t>(row.stamp);
      }
      any = true;
      if constexpr (kSink == FlowSink::outcome) {
        won = won || value == 0;
        if (won && box.ends_early) return After::decided;
      }
      if constexpr (kSink == FlowSink::remoteness) greatest = std::max(greatest, value);
    }
    return After::on;
  }

  void enter_value() {
    std::uint32_t& cell = row.cells[row.index];
    if constexpr (kSink == FlowSink::grundy) {
      std::uint32_t mex = 0;
      while (row.stamps[mex] == static_cast<std::uint32_t>(row.stamp)) ++mex;
      cell = mex;
      row.greatest = std::max<std::uint64_t>(row.greatest, mex);
      ++row.stamp;
    }
    if constexpr (kSink == FlowSink::outcome) cell = !any ? box.terminal : won ? 1 : 0;
    if constexpr (kSink == FlowSink::remoteness)
      cell = !any ? (box.terminal != 0 ? 1 : kLongest) : kLongest - greatest + (greatest >= kLongest / 2 ? 2 : 0);
  }
};

template <FlowSink kSink>
class Machine {
 public:
  Machine(const FlowCode& code, FlowRow& row, Seen<kSink>& seen) : code_(code), row_(row), seen_(seen) {}

  /// Runs a function whose parameters and constants are in `frame`. Its results are in `results_`, registers of that frame.
  FlowStatus run(std::uint32_t number, std::int64_t* frame);
  /// Whether it waits for nothing but ended early.
  bool is_decided() const { return decided_; }

 private:
  FlowStatus call(const FlowCodeCall& call, std::int64_t* frame, std::size_t size);
  FlowStatus element(const FlowStep& i, std::int64_t* frame);
  FlowStatus state(const FlowStep& i, std::int64_t* frame);
  FlowStatus copy_states(const FlowStep& i, std::int64_t* frame);
  FlowStatus set_state(const FlowStep& i, const std::int64_t* frame);
  /// Whether an array, or a part of one, begins at the place.
  bool is_place(std::uint64_t place) const { return place < static_cast<std::uint64_t>(row_.states_used); }

  const FlowCode& code_;
  FlowRow& row_;
  Seen<kSink>& seen_;
  const std::uint32_t* results_ = nullptr;
  bool decided_ = false;
};

/// Where the result of a call is kept; null where it is not.
std::int32_t* place_of_result(const FlowRow& row, int number, const FlowCodeCall& call, const std::int64_t* frame) {
  if (number < 0 || row.remembered[static_cast<std::size_t>(number)] == nullptr) return nullptr;
  std::int32_t* const results = row.remembered[static_cast<std::size_t>(number)];
  const std::int64_t x = frame[call.arguments[0]];
  if (call.arguments.size() == 1) return x >= 0 && x < kRememberedOfOne ? results + x : nullptr;
  const std::int64_t y = frame[call.arguments[1]];
  if (x < 0 || x >= kRememberedOfTwo || y < 0 || y >= kRememberedOfTwo) return nullptr;
  return results + (x * kRememberedRow + y);
}

template <FlowSink kSink>
FlowStatus Machine<kSink>::call(const FlowCodeCall& call, std::int64_t* frame, std::size_t size) {
  const FlowCodeFunction& callee = code_.functions[call.function];
  std::int32_t* const kept = place_of_result(row_, callee.remembered, call, frame);
  if (kept != nullptr && *kept > 0) {
    frame[call.results[0]] = *kept - 1;
    return FlowStatus::done;
  }
  if (row_.depth >= kDeepestFlowCall) return FlowStatus::trapped;
  std::int64_t* const inner = frame + size;
  for (std::size_t i = 0; i < call.arguments.size(); ++i) inner[i] = frame[call.arguments[i]];
  std::copy(callee.constants.begin(), callee.constants.end(), inner + callee.registers);
  ++row_.depth;
  const FlowStatus status = run(call.function, inner);
  --row_.depth;
  if (status == FlowStatus::done)
    for (std::size_t i = 0; i < call.results.size(); ++i) frame[call.results[i]] = inner[results_[i]];
  if (status == FlowStatus::done && kept != nullptr) {
    const std::int64_t result = inner[results_[0]];
    if (result >= 0 && result < std::numeric_limits<std::int32_t>::max()) *kept = static_cast<std::int32_t>(result + 1);
  }
  return status;
}

template <FlowSink kSink>
FlowStatus Machine<kSink>::element(const FlowStep& i, std::int64_t* frame) {
  const std::vector<std::int64_t>& list = code_.lists[i.b];
  const auto at = static_cast<std::uint64_t>(frame[i.a]);
  if (at >= list.size()) return FlowStatus::trapped;
  frame[i.to] = list[at];
  return FlowStatus::done;
}

template <FlowSink kSink>
FlowStatus Machine<kSink>::state(const FlowStep& i, std::int64_t* frame) {
  const std::uint64_t place = static_cast<std::uint64_t>(frame[i.a]) + static_cast<std::uint64_t>(frame[i.b]);
  if (!is_place(place)) return FlowStatus::trapped;
  frame[i.to] = row_.states[place];
  return FlowStatus::done;
}

template <FlowSink kSink>
FlowStatus Machine<kSink>::copy_states(const FlowStep& i, std::int64_t* frame) {
  const auto place = static_cast<std::uint64_t>(frame[i.a]);
  const std::int64_t size = states_of_array(code_.cells), copy = row_.states_used;
  if (!is_place(place)) return FlowStatus::trapped;
  if (copy + size > row_.states_end) return FlowStatus::waiting;
  // Where no array begins the two may overlap.
  std::memmove(row_.states + copy, row_.states + place, static_cast<std::size_t>(size));
  row_.states_used = copy + size;
  frame[i.to] = copy;
  return FlowStatus::done;
}

template <FlowSink kSink>
FlowStatus Machine<kSink>::set_state(const FlowStep& i, const std::int64_t* frame) {
  const auto place = static_cast<std::uint64_t>(frame[i.a]);
  if (!is_place(place)) return FlowStatus::trapped;
  row_.states[place] = static_cast<std::uint8_t>(frame[i.b]);
  return FlowStatus::done;
}

// Each operation ends in a jump of its own where the compiler has those: they are guessed better than one for all.
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#define BOUTON_THREADED 1
#define BOUTON_OP(name) at_##name:
#define BOUTON_NEXT                                 \
  do {                                              \
    i = step++;                                     \
    goto* kPlaces[static_cast<std::size_t>(i->op)]; \
  } while (false)
#else
#define BOUTON_OP(name) case FlowStepOp::name:
#define BOUTON_NEXT break
#endif
#define BOUTON_BINARY(name, expression)                  \
  BOUTON_OP(name) {                                      \
    const std::int64_t a = frame[i->a], b = frame[i->b]; \
    frame[i->to] = (expression);                         \
    BOUTON_NEXT;                                         \
  }
#define BOUTON_DIVISION(name, expression)                \
  BOUTON_OP(name) {                                      \
    const std::int64_t a = frame[i->a], b = frame[i->b]; \
    if (b == 0) return FlowStatus::trapped;              \
    frame[i->to] = (expression);                         \
    BOUTON_NEXT;                                         \
  }
#define BOUTON_UNARY(name, expression)  \
  BOUTON_OP(name) {                     \
    const std::int64_t a = frame[i->a]; \
    frame[i->to] = (expression);        \
    BOUTON_NEXT;                        \
  }
#define BOUTON_IF_DONE(name)                                                                  \
  BOUTON_OP(name) {                                                                           \
    if (const FlowStatus status = name(*i, frame); status != FlowStatus::done) return status; \
    BOUTON_NEXT;                                                                              \
  }
#define BOUTON_BRANCH(name, condition)                   \
  BOUTON_OP(name) {                                      \
    const std::int64_t a = frame[i->a], b = frame[i->b]; \
    if (condition) step = first + i->to;                 \
    BOUTON_NEXT;                                         \
  }

template <FlowSink kSink>
FlowStatus Machine<kSink>::run(std::uint32_t number, std::int64_t* frame) {
  const FlowCodeFunction& function = code_.functions[number];
  const FlowStep* const first = function.steps.data();
  const FlowStep* step = first;
  const FlowStep* i = nullptr;
#ifdef BOUTON_THREADED
  // In the order of FlowStepOp.
  static const void* const kPlaces[] = {&&at_move,      &&at_neg,     &&at_bit_not,       &&at_abs,        &&at_add,
                                        &&at_sub,       &&at_mul,     &&at_floor_div,     &&at_floor_mod,  &&at_truncating_mod,
                                        &&at_bit_and,   &&at_bit_or,  &&at_bit_xor,       &&at_shift_left, &&at_shift_right,
                                        &&at_min,       &&at_max,     &&at_element,       &&at_state,      &&at_copy_states,
                                        &&at_set_state, &&at_call,    &&at_option,        &&at_tick,       &&at_jump,
                                        &&at_if_equal,  &&at_if_less, &&at_if_less_equal, &&at_if_below,   &&at_finish,
                                        &&at_trap};
  BOUTON_NEXT;
#else
  for (;;) {
    i = step++;
    switch (i->op) {
#endif
  BOUTON_UNARY(move, a)
  BOUTON_UNARY(neg, wrapping_neg(a))
  BOUTON_UNARY(bit_not, ~a)
  BOUTON_UNARY(abs, wrapping_abs(a))
  BOUTON_BINARY(add, wrapping_add(a, b))
  BOUTON_BINARY(sub, wrapping_sub(a, b))
  BOUTON_BINARY(mul, wrapping_mul(a, b))
  BOUTON_DIVISION(floor_div, floor_div(a, b))
  BOUTON_DIVISION(floor_mod, floor_mod(a, b))
  BOUTON_DIVISION(truncating_mod, truncating_mod(a, b))
  BOUTON_BINARY(bit_and, a & b)
  BOUTON_BINARY(bit_or, a | b)
  BOUTON_BINARY(bit_xor, a ^ b)
  BOUTON_BINARY(shift_left, shift_left(a, b))
  BOUTON_BINARY(shift_right, shift_right(a, b))
  BOUTON_BINARY(min, std::min(a, b))
  BOUTON_BINARY(max, std::max(a, b))
  BOUTON_IF_DONE(element)
  BOUTON_IF_DONE(state)
  BOUTON_IF_DONE(copy_states)
  BOUTON_IF_DONE(set_state)
  BOUTON_OP(call) {
    const FlowStatus status = call(code_.calls[i->a], frame, function.frame());
    if (status != FlowStatus::done) return status;
    BOUTON_NEXT;
  }
  BOUTON_OP(option) {
    const After after = seen_.option(code_.options[i->a], frame);
    if (after != After::on) {
      decided_ = after == After::decided;
      return FlowStatus::waiting;
    }
    BOUTON_NEXT;
  }
  BOUTON_OP(tick) {
    if (--row_.ticks < 0) return FlowStatus::ticks_out;
    BOUTON_NEXT;
  }
  BOUTON_OP(jump) {
    step = first + i->to;
    BOUTON_NEXT;
  }
  BOUTON_BRANCH(if_equal, a == b)
  BOUTON_BRANCH(if_less, a < b)
  BOUTON_BRANCH(if_less_equal, a <= b)
  BOUTON_BRANCH(if_below, unsigned_less(a, b))
  BOUTON_OP(finish) {
    results_ = function.results.data() + i->a;
    return FlowStatus::done;
  }
  BOUTON_OP(trap) { return FlowStatus::trapped; }
#ifndef BOUTON_THREADED
}
}
#endif
}

#ifdef BOUTON_THREADED
#pragma GCC diagnostic pop
#endif
#undef BOUTON_OP
#undef BOUTON_NEXT
#undef BOUTON_BINARY
#undef BOUTON_DIVISION
#undef BOUTON_UNARY
#undef BOUTON_BRANCH
#undef BOUTON_IF_DONE

template <FlowSink kSink>
FlowStatus run_row(const FlowCode& code, const FlowBox& box, std::int64_t* frame, FlowRow& row) {
  const FlowCodeFunction& main = code.functions[0];
  std::copy(main.constants.begin(), main.constants.end(), frame + main.registers);
  for (;;) {
    if (kSink == FlowSink::list || row.cells[row.index] == kUnsolved) {
      std::copy_n(row.coordinates.begin(), code.dimensions, frame);
      row.depth = 0;
      Seen<kSink> seen{row, box};
      Machine<kSink> machine(code, row, seen);
      const FlowStatus status = machine.run(0, frame);
      if (status != FlowStatus::done && !machine.is_decided()) return status;
      if constexpr (kSink != FlowSink::list) seen.enter_value();
    }
    if (--row.left <= 0) return FlowStatus::done;
    for (std::size_t i = 0; i < code.dimensions; ++i) row.coordinates[i] += row.step[i];
    row.index += row.index_step;
  }
}

}  // namespace

FlowInterpreter::FlowInterpreter(const FlowCode& code, FlowSink sink, const FlowBox& box)
    : code_(code), sink_(sink), box_(box), stack_(code.greatest_frame * (code.calls.empty() ? 1 : kDeepestFlowCall + 2)) {}

FlowStatus FlowInterpreter::run(FlowRow& row) {
  switch (sink_) {
    case FlowSink::list: return run_row<FlowSink::list>(code_, box_, stack_.data(), row);
    case FlowSink::grundy: return run_row<FlowSink::grundy>(code_, box_, stack_.data(), row);
    case FlowSink::outcome: return run_row<FlowSink::outcome>(code_, box_, stack_.data(), row);
    case FlowSink::remoteness: return run_row<FlowSink::remoteness>(code_, box_, stack_.data(), row);
  }
  return FlowStatus::trapped;
}

}  // namespace bouton
