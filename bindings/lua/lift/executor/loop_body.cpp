// What a loop carries from round to round; see loops.cpp.
#include <algorithm>
#include <limits>
#include <utility>

#include "bindings/lua/lift/executor/loops.h"
#include "engine/program/integer_arithmetic.h"

namespace bouton::lua {
namespace {

constexpr int kMostPasses = 30;  ///< over one body, to find what it carries
constexpr Slot kAnySlot = std::numeric_limits<Slot>::max();

/// Whether a slot holds such a value; any other is known while the function is lifted.
bool is_dynamic(Value value) { return value.kind == Value::Kind::integer || value.kind == Value::Kind::boolean; }

Value form_of(Value value) { return is_dynamic(value) ? Value{value.kind, 0} : value; }

}  // namespace

std::optional<std::int64_t> increment_of(const MoveProgram& program, ExpressionId value, Slot slot) {
  const Expression& e = program[value];
  if ((e.op != Op::add && e.op != Op::sub) || program[e.b].op != Op::constant) return std::nullopt;
  if (program[e.a].op != Op::variable || program[e.a].value != std::int64_t{slot}) return std::nullopt;
  constexpr std::int64_t kGreatestStep = std::int64_t{1} << 31;
  const std::int64_t amount = program[e.b].value;
  if (amount == 0 || amount > kGreatestStep || amount < -kGreatestStep) return std::nullopt;
  return e.op == Op::add ? amount : -amount;
}

/// The forms of a value: one, or those of a choice.
std::vector<Value> SymbolicExecutor::forms(Value value) const {
  if (value.kind != Value::Kind::choice) return {form_of(value)};
  std::vector<Value> result;
  for (const auto& [condition, alternative] : choices_[value.index]) result.push_back(form_of(alternative));
  return result;
}

/// Lets `carried` take the forms of a value. Whether it could not before.
bool SymbolicExecutor::widen(LoopCarried& carried, Value value, const std::string& name) {
  bool changed = false;
  for (const Value& form : forms(value)) {
    if (form.kind == Value::Kind::unknown) {
      changed = changed || !carried.lost;
      carried.lost = true;
    }
    if (carried.lost || std::ranges::find(carried.forms, form) != carried.forms.end()) continue;
    changed = true;
    carried.forms.push_back(form);
    if (is_dynamic(form) && !carried.slot) carried.slot = program_.new_slot(name);
    if (carried.forms.size() == 2) carried.tag = program_.new_slot(name + "_kind");
  }
  return changed;
}

/// The value as the slots hold it.
Value SymbolicExecutor::decode(const LoopCarried& carried) {
  if (carried.lost) return unknown("a variable that a loop sets to values of different kinds");
  const auto value_of = [&](Value form) {
    return is_dynamic(form) ? Value{form.kind, program_.variable(*carried.slot)} : form;
  };
  if (carried.forms.size() == 1) return value_of(carried.forms[0]);
  Choice choice;
  for (std::size_t i = 0; i < carried.forms.size(); ++i) {
    const ExpressionId number = program_.constant(static_cast<std::int64_t>(i));
    const ExpressionId is_it = program_.binary(Op::equal, program_.variable(*carried.tag), number);
    choice.emplace_back(i + 1 < carried.forms.size() ? conditions_.of(is_it) : kAlways, value_of(carried.forms[i]));
  }
  return of_choice(std::move(choice));
}

/// Appends the assignments that put a value into the slots.
void SymbolicExecutor::encode(const LoopCarried& carried, Value value, Assignments& assignments) {
  if (carried.lost) return;
  Choice alternatives{{kAlways, value}};
  if (value.kind == Value::Kind::choice) alternatives = choices_[value.index];
  std::optional<ExpressionId> content, tag;
  for (std::size_t i = alternatives.size(); i-- > 0;) {
    const auto& [condition, alternative] = alternatives[i];
    const ExpressionId holds = conditions_.expression(condition);
    if (is_dynamic(alternative)) content = content ? program_.select(holds, alternative.index, *content) : alternative.index;
    const auto number = std::ranges::find(carried.forms, form_of(alternative)) - carried.forms.begin();
    const ExpressionId number_id = program_.constant(number);
    tag = tag ? program_.select(holds, number_id, *tag) : number_id;
  }
  if (carried.slot && content) assignments.emplace_back(*carried.slot, *content);
  if (carried.tag) assignments.emplace_back(*carried.tag, *tag);
}

/// Executes the body until it is known what it carries.
SymbolicExecutor::LoopBody SymbolicExecutor::body_at_fixpoint(Frame& frame, const SymbolicState& entry, const Loop& loop) {
  std::vector<LoopCarried> carried;
  const Location here = location_;
  for (int passes = 0; passes < kMostPasses; ++passes) {
    LoopBody body;
    body.graph = std::make_unique<PredicatedGraph>(loop.assumed);
    body.start = entry;
    forget_inner_registers(body.start, loop);
    for (const LoopCarried& c : carried)
      if (c.between_rounds) c.variable.set(body.start, decode(c));
    loop.begin_round(body.start);
    {
      const Restored restored(loops_);
      ++loops_;
      Region region{.first = loop.first, .last = loop.last, .head = loop.head, .is_body = true, .round_end = loop.round_end};
      body.exits = execute_region(frame, *body.graph, std::move(region), {0, loop.assumed, body.start});
    }
    location_ = here;

    bool changed = false;
    for (const auto& [pc, edges] : body.exits)
      for (const Edge& edge : edges)
        changed = note_changes(frame, entry, loop, body.start, edge.state, pc == loop.round_end, carried) || changed;
    if (!changed) {
      std::erase_if(carried, [](const LoopCarried& c) { return !c.between_rounds; });
      body.carried = std::move(carried);
      return body;
    }
  }
  refuse("a loop whose variables change their kinds");
}

/// What is not seen beyond the loop is unknown there.
void SymbolicExecutor::forget_inner_registers(SymbolicState& state, const Loop& loop) {
  const Value dead = unknown("a variable of a loop, read after it");
  for (std::size_t r = loop.visible; r < state.registers.size(); ++r) state.registers[r] = dead;
}

/// Adds to `carried` what differs between `start` and the state `end` of an edge out of the body. Whether that is anything new.
bool SymbolicExecutor::note_changes(const Frame& frame, const SymbolicState& entry, const Loop& loop,
                                    const SymbolicState& start, const SymbolicState& end, bool between_rounds,
                                    std::vector<LoopCarried>& carried) {
  bool changed = false;
  const auto compare = [&](const StateVariable& variable) {
    if (variable.get(start) == variable.get(end)) return;
    changed = note_change(frame, entry, loop, variable, variable.get(end), between_rounds, carried) || changed;
  };
  for (std::size_t r = 0; r < std::min(loop.visible, end.registers.size()); ++r) compare({.index = r});
  for (std::size_t l = 0; l < entry.lists.size(); ++l) {
    const std::shared_ptr<const List>& before = start.lists[l];
    const std::shared_ptr<const List>& now = end.lists[l];
    if (before == now || !before || !now || *before == *now) continue;
    if (before->lost || now->lost || before->entries.size() != now->entries.size()) {
      if (between_rounds) throw NeedsConstant{kAnySlot, refusal("a list that grows in a loop")};
      continue;
    }
    for (std::size_t e = 0; e < now->entries.size(); ++e) compare({.in_list = true, .index = l, .entry = e});
  }
  return changed;
}

/// A variable has the value `now` at the end of a round, or on an exit. Whether its slots could not hold that before.
bool SymbolicExecutor::note_change(const Frame& frame, const SymbolicState& entry, const Loop& loop,
                                   const StateVariable& variable, Value now, bool between_rounds,
                                   std::vector<LoopCarried>& carried) {
  // A list or a function that the round made is not there in the next one.
  for (const Value& form : forms(now))
    if ((form.kind == Value::Kind::list && form.index >= entry.lists.size()) || form.kind == Value::Kind::closure)
      now = unknown("a list or a function that a loop makes and keeps");
    else if ((form.kind == Value::Kind::text || form.kind == Value::Kind::named_word) && !is_invariant(form, loop.first_slot))
      now = unknown("a text that a loop makes and keeps");
  auto known = std::ranges::find(carried, variable, &LoopCarried::variable);
  if (known == carried.end()) known = carried.insert(carried.end(), {.variable = variable});
  if (!between_rounds && !known->between_rounds) return false;
  std::string name;
  if (!variable.in_list && variable.index >= frame.base)
    name = frame.prototype->local_name(static_cast<int>(variable.index - frame.base), loop.pc);
  if (name.empty()) name.assign(1, 'x');
  const bool is_new = !known->between_rounds;
  if (is_new) {
    known->between_rounds = true;
    widen(*known, variable.get(entry), name);
  }
  return widen(*known, now, name) || is_new;
}

/// The same for a loop with a basic induction variable. Other induction variables become expressions of it, so that rounds do
/// not depend on each other.
SymbolicExecutor::LoopBody SymbolicExecutor::counted_body(Frame& frame, const SymbolicState& entry, const Loop& loop) {
  LoopBody body = body_at_fixpoint(frame, entry, loop);
  const std::optional<std::int64_t> step = known_integer(integer_value(loop.step));
  const auto round_end = body.exits.find(loop.round_end);
  if (!step || *step == 0 || round_end == body.exits.end()) return body;

  struct DerivedVariable {
    std::size_t index;
    Value value;         ///< in a round
    ExpressionId after;  ///< at the end of a round
  };
  std::vector<DerivedVariable> derived;
  for (const LoopCarried& c : body.carried) {
    const std::int64_t amount = increment_in(c, entry, round_end->second);
    if (amount == 0 || amount % *step != 0) continue;
    const ExpressionId value = derived_value(c.variable.get(entry).index, loop, amount / *step);
    const ExpressionId after = program_.binary(Op::add, value, program_.constant(amount));
    derived.push_back({c.variable.index, integer_value(value), after});
  }
  if (derived.empty()) return body;

  Loop counting = loop;
  counting.begin_round = [&](SymbolicState& state) {
    loop.begin_round(state);
    for (const DerivedVariable& d : derived) state.registers[d.index] = d.value;
  };
  LoopBody again = body_at_fixpoint(frame, entry, counting);
  // Executed with these values, they must still count as they did.
  const auto rounds = again.exits.find(loop.round_end);
  if (rounds == again.exits.end()) return body;
  for (const Edge& edge : rounds->second)
    for (const DerivedVariable& d : derived)
      if (edge.state.registers[d.index] != integer_value(d.after)) return body;
  return again;
}

/// How much each round adds to a carried integer, by all edges to the next round; 0 where it is not an induction variable.
std::int64_t SymbolicExecutor::increment_in(const LoopCarried& carried, const SymbolicState& entry,
                                            const std::vector<Edge>& round_ends) const {
  if (carried.variable.in_list || carried.lost || carried.forms.size() != 1 ||
      carried.variable.get(entry).kind != Value::Kind::integer)
    return 0;
  std::optional<std::int64_t> common;
  for (const Edge& edge : round_ends) {
    const Value last = carried.variable.get(edge.state);
    if (last.kind != Value::Kind::integer) return 0;
    const std::int64_t amount = increment_of(program_, last.index, *carried.slot).value_or(0);
    if (common.value_or(amount) != amount) return 0;
    common = amount;
  }
  return common.value_or(0);
}

/// first + (variable - from) * ratio: an induction variable that was `first` before the loop, by the basic one.
ExpressionId SymbolicExecutor::derived_value(ExpressionId first, const Loop& loop, std::int64_t ratio) {
  const ExpressionId variable = program_.variable(loop.slot);
  ExpressionId begin = first, counted = 0;
  if (const std::optional<std::int64_t> from = known_integer(integer_value(loop.from))) {
    begin = program_.binary(Op::sub, first, program_.constant(wrapping_mul(*from, ratio)));
    counted = variable;
  } else {
    counted = program_.binary(Op::sub, variable, loop.from);
  }
  if (ratio == -1) return program_.binary(Op::sub, begin, counted);
  return program_.binary(Op::add, begin, program_.binary(Op::mul, counted, program_.constant(ratio)));
}

}  // namespace bouton::lua
