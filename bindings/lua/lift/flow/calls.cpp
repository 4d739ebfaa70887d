// Calls, returns and words.
#include <algorithm>

#include <fmt/format.h>

#include "bindings/lua/lift/flow/function_lifter.h"

namespace bouton::lua {
namespace {

constexpr std::size_t kDeepestInlining = 24;

}  // namespace

void FunctionLifter::call(const Instruction& i) {
  const int end = i.b != 0 ? i.a + i.b : state_.top;
  std::vector<FlowValue> arguments;
  for (int r = i.a + 1; r < end; ++r) arguments.push_back(get(r));
  state_.top = 0;
  const FlowValue callee = get(i.a);
  if (callee.kind == FlowValue::Kind::undefined) refuse("a call to something that is not known");
  if (callee.is(Value::Kind::word)) {
    const KnownWord word = shared_.constants.word(callee.value);
    call_word(word, i, arguments);
    return;
  }
  if (callee.kind == FlowValue::Kind::named_word) {
    const auto& [word, text] = shared_.named_words[static_cast<std::size_t>(callee.data)];
    name_option(word, shared_.texts[text], arguments);
    give_results(i, {});
    return;
  }
  if (callee.kind == FlowValue::Kind::closure || callee.is(Value::Kind::function)) {
    enter(callee, i, std::move(arguments));
    return;
  }
  if (callee.kind != FlowValue::Kind::known || callee.is(Value::Kind::number) || callee.is(Value::Kind::string))
    throw FlowError{};
  const std::string& name = shared_.constants.name(callee.value);
  refuse(name.empty() ? "a call to something that is not known" : fmt::format("a call to {}", name));
}

/// Translates a Lua function where it is called, or calls it where it calls itself.
void FunctionLifter::enter(FlowValue callee, const Instruction& i, std::vector<FlowValue> arguments) {
  Frame frame;
  frame.callee = callee;
  if (callee.kind == FlowValue::Kind::closure) {
    const FlowClosure& closure = shared_.closures[static_cast<std::size_t>(callee.data)];
    frame.prototype = closure.prototype;
    frame.name = closure.name;
  } else {
    frame.prototype = shared_.constants.prototype(callee.value);
    frame.name = shared_.constants.name(callee.value);
  }
  if (frame.name.empty()) frame.name = top().name;
  if (frame.prototype == nullptr) refuse(fmt::format("a call to {}, whose code cannot be read", frame.name));
  if (frame.prototype->is_vararg)
    refuse(fmt::format("a call to {}, which takes a variable number of arguments (...)", frame.name));
  const bool is_tail = i.op == Opcode::TAILCALL;
  const std::size_t frames = state_.frames.size() - (is_tail ? 1 : 0);
  const bool recursive = std::any_of(state_.frames.begin(), state_.frames.begin() + static_cast<std::ptrdiff_t>(frames),
                                     [&](const Frame& f) { return f.prototype == frame.prototype; });
  if (recursive || state_.frames.size() >= kDeepestInlining) {
    call_out(callee, i, std::move(arguments), frame.name);
    return;
  }
  if (is_worth_remembering(callee, *frame.prototype, arguments) && call_remembered(callee, i, arguments, frame.name)) return;
  frame.facts = &shared_.facts(*frame.prototype);
  arguments.resize(static_cast<std::size_t>(frame.prototype->parameters), FlowValue::nil());
  for (FlowValue& argument : arguments)
    if (argument.kind == FlowValue::Kind::pinned) argument.kind = FlowValue::Kind::constant;
  State state = state_;
  if (is_tail) {
    Frame& ends = state.frames.back();
    if (ends.prototype != frame.prototype || ends.callee != frame.callee)
      for (FlowValue& value : arguments)
        if (value.kind == FlowValue::Kind::closure) refuse("a function that outlives the variables it captured");
    frame.base = ends.base;
    frame.first = ends.first;
    frame.wanted = ends.wanted;
    if (callee.kind == FlowValue::Kind::closure && shared_.closures[static_cast<std::size_t>(callee.data)].base >= frame.base &&
        shared_.closures[static_cast<std::size_t>(callee.data)].function == number_)
      refuse("a function that outlives the variables it captured");
    state.frames.pop_back();
  } else {
    Frame& waits = state.frames.back();
    frame.base = waits.base + static_cast<std::size_t>(i.a) + 1;
    waits.first = i.a;
    waits.wanted = i.c - 1;
  }
  // Two functions that are called for different things at one place must not be taken for one: the frame says which.
  state.registers.resize(frame.base);
  state.registers.resize(frame.base + static_cast<std::size_t>(frame.prototype->registers));
  std::copy(arguments.begin(), arguments.end(), state.registers.begin() + static_cast<std::ptrdiff_t>(frame.base));
  if (state.registers.size() > 4000) refuse("functions that call each other so deeply");
  if (!is_tail) state.registers[frame.base - 1] = {};
  state.frames.push_back(std::move(frame));
  go_to_state(std::move(state));
}

/// At how many places a function that was made before names itself.
int FunctionLifter::names_itself(FlowValue callee, const FunctionPrototype& prototype) {
  int places = 0;
  for (const Instruction& i : prototype.code) {
    if (i.op != Opcode::GETUPVAL) continue;
    const std::string& name = prototype.upvalues[static_cast<std::size_t>(i.b)].name;
    if (shared_.of(shared_.constants.upvalue(callee.value, i.b, name)) == callee) ++places;
  }
  return places;
}

/// Whether a function does much for one or two numbers: it has a loop, or calls itself at more than one place.
bool FunctionLifter::is_worth_remembering(FlowValue callee, const FunctionPrototype& prototype,
                                          const std::vector<FlowValue>& arguments) {
  const auto parameters = static_cast<std::size_t>(prototype.parameters);
  if (!callee.is(Value::Kind::function) || parameters < 1 || parameters > 2 || arguments.size() != parameters) return false;
  if (!std::ranges::all_of(arguments, &FlowValue::is_integer)) return false;
  for (std::size_t pc = 0; pc < prototype.code.size(); ++pc) {
    const Opcode op = prototype.code[pc].op;
    if (op == Opcode::FORLOOP || op == Opcode::TFORLOOP || op == Opcode::TAILCALL) return true;
    if (op == Opcode::JMP && prototype.target(static_cast<int>(pc)) <= static_cast<int>(pc)) return true;
  }
  return names_itself(callee, prototype) > 1;
}

/// Calls a function whose result is kept; false where it cannot be.
bool FunctionLifter::call_remembered(FlowValue callee, const Instruction& i, const std::vector<FlowValue>& arguments,
                                     const std::string& name) {
  Signature signature{callee, {}};
  FlowCall out;
  for (const FlowValue& argument : arguments) {
    signature.parameters.push_back({FlowValue::Kind::integer, static_cast<std::int64_t>(signature.parameters.size())});
    out.arguments.push_back(operand(argument));
  }
  const std::optional<LiftedSignature> lifted = shared_.call_remembered(signature, name);
  if (!lifted || !shared_.program.functions[lifted->number].is_remembered) return false;
  emit_call(*lifted, std::move(out), i);
  return true;
}

/// Calls a function of the program.
void FunctionLifter::call_out(FlowValue callee, const Instruction& i, std::vector<FlowValue> arguments,
                              const std::string& name) {
  const FunctionPrototype* prototype = nullptr;
  if (callee.kind == FlowValue::Kind::closure) {
    const FlowClosure& closure = shared_.closures[static_cast<std::size_t>(callee.data)];
    prototype = closure.prototype;
    if (closure.function == number_ && state_.registers[closure.base + static_cast<std::size_t>(closure.own)] != callee)
      refuse("a function that calls itself and is not the value of its variable");
  } else {
    prototype = shared_.constants.prototype(callee.value);
  }
  arguments.resize(static_cast<std::size_t>(prototype->parameters), FlowValue::nil());
  Signature signature{callee, {}};
  FlowCall out;
  for (const FlowValue& argument : arguments) {
    FlowValue parameter = argument;
    if (argument.is_in_register() || argument.is_known_integer()) {
      const auto number = static_cast<std::int64_t>(out.arguments.size());
      parameter = {argument.is_known_integer() ? FlowValue::Kind::integer : argument.kind, number};
      out.arguments.push_back(argument.is_in_register() ? FlowOperand::of_register(static_cast<std::uint32_t>(argument.data))
                                                        : FlowOperand::constant(argument.data));
    } else if (argument.kind == FlowValue::Kind::list) {
      refuse("a function that calls itself with a list that is made for each position");
    } else if (argument.kind == FlowValue::Kind::closure || argument.kind == FlowValue::Kind::undefined ||
               argument.kind == FlowValue::Kind::named_word) {
      refuse("a function that calls itself with functions");
    } else if (argument.kind == FlowValue::Kind::text) {
      refuse("a function that calls itself with a string that is made for each position");
    }
    signature.parameters.push_back(parameter);
  }
  emit_call(shared_.call(signature, name), std::move(out), i);
}

void FunctionLifter::emit_call(const LiftedSignature& lifted, FlowCall out, const Instruction& i) {
  out.function = lifted.number;
  std::vector<FlowValue> results;
  for (FlowValue result : lifted.results) {
    if (result.is_in_register()) {
      const std::uint32_t to = new_temporary();
      out.results.push_back(to);
      result.data = to;
    }
    results.push_back(result);
  }
  shared_.program.calls.push_back(std::move(out));
  emit({.op = FlowOp::call, .index = static_cast<std::uint32_t>(shared_.program.calls.size() - 1)});
  give_results(i, std::move(results));
}

/// Ends a call: its results go where the instruction says, and control goes on behind it.
void FunctionLifter::give_results(const Instruction& i, std::vector<FlowValue> values) {
  if (i.op == Opcode::TAILCALL) {
    give_back(std::move(values));
    return;
  }
  const int wanted = i.c - 1;
  const int count = wanted < 0 ? static_cast<int>(values.size()) : wanted;
  make_room(state_, i.a + count);
  for (int r = 0; r < count; ++r)
    set(i.a + r, static_cast<std::size_t>(r) < values.size() ? values[static_cast<std::size_t>(r)] : FlowValue::nil());
  if (wanted < 0) state_.top = i.a + count;
  ++top().pc;
}

void FunctionLifter::return_values(const Instruction& i) {
  const int all = i.b != 0 ? i.b - 1 : state_.top - i.a;
  const int count = i.op == Opcode::RETURN0 ? 0 : i.op == Opcode::RETURN1 ? 1 : all;
  std::vector<FlowValue> values;
  for (int r = i.a; r < i.a + count; ++r) values.push_back(get(r));
  give_back(std::move(values));
}

/// The present frame returns.
void FunctionLifter::give_back(std::vector<FlowValue> values) {
  state_.top = 0;
  for (FlowValue& value : values) {
    if (value.kind == FlowValue::Kind::pinned) value.kind = FlowValue::Kind::constant;
    if (value.kind != FlowValue::Kind::closure) continue;
    const FlowClosure& closure = shared_.closures[static_cast<std::size_t>(value.data)];
    if (closure.function != number_ || closure.base >= top().base) value = {};
  }
  if (state_.frames.size() == 1) {
    finish(values);
    return;
  }
  State state = state_;
  state.frames.pop_back();
  Frame& caller = state.frames.back();
  state.registers.resize(caller.base);
  state.registers.resize(caller.base + static_cast<std::size_t>(caller.prototype->registers));
  for (std::size_t slot = caller.base; slot < caller.base + static_cast<std::size_t>(caller.first); ++slot)
    state.registers[slot] = state_.registers[slot];
  const int count = caller.wanted < 0 ? static_cast<int>(values.size()) : caller.wanted;
  make_room(state, caller.first + count);
  for (int r = 0; r < count; ++r)
    state.registers[caller.base + static_cast<std::size_t>(caller.first + r)] =
        static_cast<std::size_t>(r) < values.size() ? values[static_cast<std::size_t>(r)] : FlowValue::nil();
  if (caller.wanted < 0) state.top = caller.first + count;
  ++caller.pc;
  caller.first = caller.wanted = 0;
  state_ = std::move(state);
}

/// The function of the program ends.
void FunctionLifter::finish(const std::vector<FlowValue>& values) {
  FlowTerminator end{.kind = FlowTerminator::Kind::finish, .line = line()};
  if (number_ == 0 && shared_.context.is_check) {
    if (values.empty() || (values[0].kind != FlowValue::Kind::truth && values[0].kind != FlowValue::Kind::boolean))
      throw FlowError{};
    end.results.push_back(values[0].is_in_register() ? FlowOperand::of_register(static_cast<std::uint32_t>(values[0].data))
                                                     : FlowOperand::constant(values[0].data));
    results_ = {{FlowValue::Kind::boolean, 0}};
  } else if (number_ == 0) {
    if (!values.empty() && (values[0].kind == FlowValue::Kind::undefined || values[0].kind == FlowValue::Kind::closure ||
                            values[0].kind == FlowValue::Kind::list ||
                            (values[0].kind == FlowValue::Kind::known && values[0].value.kind != Value::Kind::string)))
      refuse("moves returns something that may be a table");
  } else {
    std::vector<FlowValue> kinds;
    for (const FlowValue& value : values) {
      FlowValue kind = value;
      switch (value.kind) {
        case FlowValue::Kind::constant:
        case FlowValue::Kind::integer: kind = {FlowValue::Kind::integer, 0}; break;
        case FlowValue::Kind::truth:
        case FlowValue::Kind::boolean: kind = {FlowValue::Kind::boolean, 0}; break;
        case FlowValue::Kind::cells: kind = {FlowValue::Kind::cells, 0}; break;
        case FlowValue::Kind::nil: break;
        default: refuse("a function that calls itself and returns something other than integers, truth values and positions");
      }
      kinds.push_back(kind);
      if (kind.is_in_register())
        end.results.push_back(value.is_in_register() ? FlowOperand::of_register(static_cast<std::uint32_t>(value.data))
                                                     : FlowOperand::constant(value.data));
    }
    if (returns_ && kinds != results_) other_results_ = kinds;
    if (other_results_) refuse("a function that calls itself and returns values of several kinds");
    returns_ = true;
    results_ = kinds;
  }
  function_.blocks[block_].end = std::move(end);
  ended_ = true;
}

FlowValue FunctionLifter::type_name(FlowValue value) {
  switch (value.kind) {
    case FlowValue::Kind::nil: return shared_.of(shared_.constants.of_string("nil"));
    case FlowValue::Kind::truth:
    case FlowValue::Kind::boolean: return shared_.of(shared_.constants.of_string("boolean"));
    case FlowValue::Kind::constant:
    case FlowValue::Kind::pinned:
    case FlowValue::Kind::integer: return shared_.of(shared_.constants.of_string("number"));
    case FlowValue::Kind::list: return shared_.of(shared_.constants.of_string("table"));
    default: refuse("the type of something that is not an integer, a truth value or nil");
  }
}

void FunctionLifter::call_word(const KnownWord& word, const Instruction& i, const std::vector<FlowValue>& arguments) {
  const auto first = [&] {
    if (arguments.empty()) throw FlowError{};
    return arguments[0];
  };
  switch (word.word) {
    case Word::move:
    case Word::split:
      name_option(word, arguments);
      give_results(i, {});
      return;
    case Word::error: throw FlowError{};
    case Word::assert_: {
      const FlowValue value = first();
      const std::optional<bool> known = known_truth(value);
      if (known && !*known) throw FlowError{};
      if (!known) {
        const std::uint32_t holds = new_block(), fails = new_block();
        branch(FlowCondition::equal, FlowOperand::of_register(static_cast<std::uint32_t>(value.data)), FlowOperand::constant(1),
               holds, fails);
        begin(fails);
        trap();
        begin(holds);
        ended_ = false;
      }
      give_results(i, arguments);
      return;
    }
    case Word::type: give_results(i, {type_name(first())}); return;
    case Word::tonumber:
      if (arguments.size() != 1 || !first().is_integer()) refuse("a call to tonumber");
      give_results(i, {first()});
      return;
    case Word::ipairs: {
      const bool is_made_here = first().kind == FlowValue::Kind::list;
      if (!is_made_here && !first().is(Value::Kind::table)) refuse("ipairs of something that is not a list");
      const bool unrolled = is_made_here || is_unrolled(list_entries(first()));
      give_results(i, {shared_.of(shared_.constants.of_word({Word::ipairs})), first(),
                       unrolled ? FlowValue::pinned(0) : FlowValue::constant(0)});
      return;
    }
    case Word::unpack: {
      if (arguments.size() != 1) refuse("table.unpack of a part of a list");
      give_results(i, entries_of(first()));
      return;
    }
    case Word::math_abs:
    case Word::math_ceil:
    case Word::math_floor:
    case Word::math_fmod:
    case Word::math_max:
    case Word::math_min:
    case Word::math_tointeger:
    case Word::math_type:
    case Word::math_ult: call_math(word.word, i, arguments); return;
    case Word::with:
    case Word::without:
    case Word::insert: change_piles(word.word, i, arguments); return;
    case Word::cell_at:
    case Word::cell_with:
    case Word::all_cells:
    case Word::cell_neighbours:
    case Word::edges_at:
    case Word::ends: call_cells(word.word, i, arguments); return;
    case Word::table_insert: insert_entry(i, arguments); return;
    case Word::table_remove: remove_entry(i, arguments); return;
    case Word::table_sort: sort_list(arguments); break;
    case Word::outcome:
    case Word::grundy: ask_value(word.word, i, arguments); return;
    case Word::pairs: refuse("a call to pairs (go through a list with ipairs)");
    default: refuse("a call to something that is not known");
  }
  give_results(i, {});
}

void FunctionLifter::call_math(Word word, const Instruction& i, const std::vector<FlowValue>& arguments) {
  const std::size_t wanted = word == Word::math_fmod || word == Word::math_ult ? 2 : 1;
  if (arguments.size() < wanted) throw FlowError{};
  std::vector<FlowOperand> operands;
  for (const FlowValue& argument : arguments) {
    if (!argument.is_integer() && (word == Word::math_tointeger || word == Word::math_type))
      refuse("math.tointeger or math.type of something that is not an integer");
    if (argument.is(Value::Kind::string) || argument.kind == FlowValue::Kind::text) refuse("arithmetic with a string");
    operands.push_back(operand(argument));
    const bool is_fold = word == Word::math_max || word == Word::math_min;
    if (!is_fold && operands.size() == wanted) break;
  }
  // What the call stands in is free for its result.
  const auto reduce = [&](FlowOp op) {
    FlowValue result = arguments[0];
    if (op == FlowOp::abs) unary(i.a, op, result);
    for (std::size_t n = 1; n < operands.size(); ++n) {
      binary(i.a, op, result, arguments[n]);
      result = get(i.a);
    }
    if (op != FlowOp::abs && operands.size() == 1) set(i.a, result);
    give_results(i, {get(i.a)});
  };
  switch (word) {
    case Word::math_abs: reduce(FlowOp::abs); return;
    case Word::math_max: reduce(FlowOp::max); return;
    case Word::math_min: reduce(FlowOp::min); return;
    case Word::math_fmod: reduce(FlowOp::truncating_mod); return;
    case Word::math_type: give_results(i, {shared_.of(shared_.constants.of_string("integer"))}); return;
    case Word::math_ult:
      give_either(i, FlowCondition::unsigned_less, operands[0], operands[1], {FlowValue::truth(true), FlowValue::truth(false)});
      return;
    default: give_results(i, {arguments[0]}); return;
  }
}

/// A call's result is the first value where the condition holds, else the second.
void FunctionLifter::give_either(const Instruction& i, FlowCondition condition, FlowOperand a, FlowOperand b,
                                 const std::array<FlowValue, 2>& values) {
  const State here = state_;
  const std::uint32_t block = block_;
  std::array<std::uint32_t, 2> to{};
  for (const std::size_t which : {1, 0}) {
    state_ = here;
    to[which] = new_block();
    begin(to[which]);
    ended_ = false;
    give_results(i, {values[which]});
    if (!ended_) go_to(top().pc);
  }
  begin(block);
  branch(condition, a, b, to[0], to[1]);
}

/// The coordinates that a position is made of: those of one list in a game of piles, else the arguments.
std::vector<FlowOperand> FunctionLifter::coordinates_of(const std::vector<FlowValue>& arguments, const char* word) const {
  const LiftContext& context = shared_.context;
  const auto is_list = [](FlowValue value) { return value.kind == FlowValue::Kind::list || value.is(Value::Kind::table); };
  std::vector<FlowValue> coordinates = arguments;
  if (context.piles) {
    if (arguments.size() != 1 || !is_list(arguments[0])) throw FlowError{};
    coordinates = entries_of(arguments[0]);
  } else {
    if (std::ranges::any_of(arguments, is_list))
      refuse(fmt::format("{} with a list, in a game that is not a game of piles", word));
    if (coordinates.size() != context.dimensions) throw FlowError{};
  }
  std::vector<FlowOperand> operands;
  for (const FlowValue& coordinate : coordinates) operands.push_back(operand(coordinate));
  return operands;
}

/// The outcome or the Grundy value of a position, which the program does not know.
void FunctionLifter::ask_value(Word word, const Instruction& i, const std::vector<FlowValue>& arguments) {
  FlowCall asked{.function = 1, .arguments = coordinates_of(arguments, word == Word::grundy ? "grundy" : "outcome")};
  if (asked.arguments.size() != shared_.context.dimensions) refuse("the value of a position of other piles");
  const std::uint32_t value = new_temporary();
  asked.results = {value};
  shared_.program.calls.push_back(std::move(asked));
  emit({.op = FlowOp::call, .index = static_cast<std::uint32_t>(shared_.program.calls.size() - 1)});
  if (word == Word::grundy) return give_results(i, {{FlowValue::Kind::integer, value}});
  give_either(i, FlowCondition::equal, FlowOperand::of_register(value), FlowOperand::constant(0),
              {shared_.of(shared_.constants.of_string("P")), shared_.of(shared_.constants.of_string("N"))});
}

/// The coordinates of a part of a split: a list, or an integer where there is one coordinate.
std::vector<FlowOperand> FunctionLifter::part_of(FlowValue argument) const {
  const LiftContext& context = shared_.context;
  const bool is_list = argument.kind == FlowValue::Kind::list || argument.is(Value::Kind::table);
  if (context.piles || (!is_list && context.dimensions == 1)) return coordinates_of({argument}, "split");
  if (!is_list) throw FlowError{};
  const std::vector<FlowValue> entries = entries_of(argument);
  if (entries.size() != context.dimensions) throw FlowError{};
  std::vector<FlowOperand> operands;
  for (const FlowValue& entry : entries) operands.push_back(operand(entry));
  return operands;
}

/// What an option leads to: one, or the parts of a split.
std::vector<FlowOption> FunctionLifter::named_by(Word word, const std::vector<FlowValue>& arguments) const {
  const LiftContext& context = shared_.context;
  std::vector<FlowOption> parts;
  if (word == Word::split) {
    if (context.shape != nullptr) refuse("a move that splits the position");
    for (const FlowValue& argument : arguments) parts.push_back({.to = part_of(argument), .part = FlowPart::more});
    if (parts.empty()) parts.push_back({.part = FlowPart::none});
    else parts.back().part = parts.size() == 1 ? FlowPart::whole : FlowPart::last;
  } else if (context.shape != nullptr) {
    if (arguments.size() != 1) throw FlowError{};
    parts.push_back({.to = {cells_operand(arguments[0])}});
  } else {
    parts.push_back({.to = coordinates_of(arguments, "move")});
  }
  return parts;
}

void FunctionLifter::name_option(const KnownWord& word, const std::vector<FlowValue>& arguments) {
  const LiftContext& context = shared_.context;
  std::vector<FlowOption> parts = named_by(word.word, arguments);
  if (!word.label.empty() && context.label) {
    const std::optional<Label> number = context.label(word.label);
    if (!number) refuse("a name that no move can have");
    for (FlowOption& part : parts) part.label = *number;
  }
  add_option(std::move(parts));
}

void FunctionLifter::add_option(std::vector<FlowOption> parts) {
  for (FlowOption& part : parts) {
    shared_.program.options.push_back(std::move(part));
    emit({.op = FlowOp::option, .index = static_cast<std::uint32_t>(shared_.program.options.size() - 1)});
  }
}

}  // namespace bouton::lua
