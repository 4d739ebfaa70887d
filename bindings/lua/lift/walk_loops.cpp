// The walk through loops.
//
// A loop becomes a loop of the program: its body is walked once, with the loop's variable unknown. Whatever else
// changes from one round to the next is found by walking again until nothing new is found; it is carried in slots that
// are assigned before the loop, at the end of each round and where the loop is left. A loop over a known list, or with
// known bounds, is unrolled instead where its body needs to know the values.
#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "bindings/lua/lift/walk.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"

namespace bouton::lua {
namespace {

constexpr std::uint64_t kMostRounds = 300;  ///< of a loop that is unrolled
constexpr int kMostWalks = 30;              ///< through one body, to find what it carries
constexpr Slot kAnySlot = std::numeric_limits<Slot>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kGreatest = std::numeric_limits<std::int64_t>::max();

/// How much is added to the variable, where that is all that happens to it.
std::optional<std::int64_t> step_of(const MoveProgram& program, ExpressionId value, ExpressionId variable) {
  const Expression& e = program[value];
  if ((e.op != Op::add && e.op != Op::sub) || e.a != variable || program[e.b].op != Op::constant) return std::nullopt;
  constexpr std::int64_t kGreatestStep = std::int64_t{1} << 31;
  const std::int64_t amount = program[e.b].value;
  if (amount == 0 || amount > kGreatestStep || amount < -kGreatestStep) return std::nullopt;
  return e.op == Op::add ? amount : -amount;
}

/// Counts one more while it lives.
class Inside {
 public:
  explicit Inside(int& count) : count_(count) { ++count_; }
  ~Inside() { --count_; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  int& count_;
};

/// Puts a value on a stack while it lives, if asked to.
class Pushed {
 public:
  Pushed(std::vector<Slot>& stack, Slot value, bool is_pushed) : stack_(stack), is_pushed_(is_pushed) {
    if (is_pushed) stack.push_back(value);
  }
  ~Pushed() {
    if (is_pushed_) stack_.pop_back();
  }
  Pushed(const Pushed&) = delete;
  Pushed& operator=(const Pushed&) = delete;

 private:
  std::vector<Slot>& stack_;
  bool is_pushed_;
};

}  // namespace

/// A loop of the walked code.
struct Walk::Loop {
  int pc = 0;                          ///< where it begins
  int first = 0, last = 0, head = -1;  ///< the region of its body
  int round_end = 0;                   ///< a way to this pc goes on with the next round
  int after = 0;                       ///< where a way goes on when there is no next round
  bool runs_out = true;                ///< whether that ever happens
  std::size_t visible = 0;             ///< the registers below this, from WalkState's beginning on, live beyond the loop
  Slot mark = 0;                       ///< slots below this do not change in the loop
  Condition assumed = kAlways;         ///< holds in every round
  Slot slot = 0;
  ExpressionId from = 0, to = 0, step = 0;
  std::function<void(WalkState&)> begin_round;  ///< sets the loop's variables
};

/// A value that the loop's body changes: a register, or an entry of a list.
struct Walk::Carried {
  bool in_list = false;
  std::size_t index = 0;  ///< of the register or the list
  std::size_t entry = 0;
  bool between_rounds = false;  ///< else only on ways out of the loop
  bool lost = false;            ///< without a known value on some way
  /// What kinds of value there are: an integer or a truth value (index 0), or a value that is known.
  std::vector<Value> forms = {};
  std::optional<Slot> slot = {};  ///< the integer or truth value
  std::optional<Slot> tag = {};   ///< the number of the form, if there are several

  Value get(const WalkState& state) const { return in_list ? state.lists[index]->entries[entry] : state.registers[index]; }
  void set(WalkState& state, Value value) const {
    if (!in_list) {
      state.registers[index] = value;
      return;
    }
    auto copy = std::make_shared<List>(*state.lists[index]);
    copy->entries[entry] = value;
    state.lists[index] = std::move(copy);
  }
};

/// A walked body.
struct Walk::Body {
  std::unique_ptr<GuardedGraph> graph;
  Ways ways;
  WalkState start;
  std::vector<Carried> carried;
};

// ---- carried values ----

/// The forms of a value: one, or those of a choice.
std::vector<Value> Walk::forms(Value value) const {
  const auto form = [](Value v) {
    return v.kind == Value::Kind::integer || v.kind == Value::Kind::boolean ? Value{v.kind, 0} : v;
  };
  if (value.kind != Value::Kind::choice) return {form(value)};
  std::vector<Value> result;
  for (const auto& [condition, alternative] : choices_[value.index]) result.push_back(form(alternative));
  return result;
}

/// Lets `carried` take the forms of a value. Whether it could not before.
bool Walk::admit(Carried& carried, Value value, const std::string& name) {
  bool changed = false;
  for (const Value& form : forms(value)) {
    if (form.kind == Value::Kind::unknown) {
      changed = changed || !carried.lost;
      carried.lost = true;
    }
    if (carried.lost || std::ranges::find(carried.forms, form) != carried.forms.end()) continue;
    changed = true;
    carried.forms.push_back(form);
    const bool dynamic = form.kind == Value::Kind::integer || form.kind == Value::Kind::boolean;
    if (dynamic && !carried.slot) carried.slot = program_.new_slot(name);
    if (carried.forms.size() == 2) carried.tag = program_.new_slot(name + "_kind");
  }
  return changed;
}

/// The value as the slots hold it.
Value Walk::decode(const Carried& carried) {
  if (carried.lost) return unknown("a variable that a loop sets to values of different kinds");
  const auto value_of = [&](Value form) {
    const bool dynamic = form.kind == Value::Kind::integer || form.kind == Value::Kind::boolean;
    return dynamic ? Value{form.kind, program_.variable(*carried.slot)} : form;
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

/// The assignments that put a value into the slots.
void Walk::encode(const Carried& carried, Value value, std::vector<std::pair<Slot, ExpressionId>>& assignments) {
  if (carried.lost) return;
  Choice alternatives{{kAlways, value}};
  if (value.kind == Value::Kind::choice) alternatives = choices_[value.index];
  std::optional<ExpressionId> content, tag;
  for (std::size_t i = alternatives.size(); i-- > 0;) {
    const auto& [condition, alternative] = alternatives[i];
    const ExpressionId holds = conditions_.expression(condition);
    const bool dynamic = alternative.kind == Value::Kind::integer || alternative.kind == Value::Kind::boolean;
    if (dynamic) content = content ? program_.select(holds, alternative.index, *content) : alternative.index;
    const Value form = dynamic ? Value{alternative.kind, 0} : alternative;
    const auto number = std::ranges::find(carried.forms, form) - carried.forms.begin();
    const ExpressionId number_id = program_.constant(number);
    tag = tag ? program_.select(holds, number_id, *tag) : number_id;
  }
  if (carried.slot && content) assignments.emplace_back(*carried.slot, *content);
  if (carried.tag) assignments.emplace_back(*carried.tag, *tag);
}

void Walk::assign(Block& block, Slot slot, ExpressionId value) {
  if (value == program_.variable(slot)) return;
  Statement statement{.kind = Statement::Kind::assign, .line = line(), .slot = slot, .a = value};
  block.push_back(std::move(statement));
}

/// Assigns all at once: every value is that of before.
void Walk::assign_together(Block& block, std::vector<std::pair<Slot, ExpressionId>> assignments) {
  std::erase_if(assignments, [&](const auto& a) { return a.second == program_.variable(a.first); });
  // An assignment comes when no other one that is left reads its slot; where they all wait for each other, one value
  // is put aside, another one each time.
  while (!assignments.empty()) {
    const auto read_by_another = [&](const std::pair<Slot, ExpressionId>& one) {
      return std::ranges::any_of(assignments,
                                 [&](const auto& other) { return &other != &one && reads(other.second, one.first); });
    };
    const auto free = std::ranges::find_if_not(assignments, read_by_another);
    if (free != assignments.end()) {
      assign(block, free->first, free->second);
      assignments.erase(free);
      continue;
    }
    const Slot aside = program_.new_slot(program_.slot_names[assignments[0].first]);
    assign(block, aside, assignments[0].second);
    assignments[0].second = program_.variable(aside);
    std::ranges::rotate(assignments, assignments.begin() + 1);
  }
}

bool Walk::reads(ExpressionId id, Slot slot) {
  if (facts_.slots(id) <= slot) return false;
  const Expression e = program_[id];
  if (e.op == Op::variable) return static_cast<Slot>(e.value) == slot;
  bool found = false;
  for_each_operand(e, [&](ExpressionId operand) { found = found || reads(operand, slot); });
  return found;
}

// ---- the body ----

/// Walks the body until it is known what it carries.
Walk::Body Walk::settle_body(Frame& frame, const WalkState& entry, const Loop& loop) {
  std::vector<Carried> carried;
  const Where here = where_;
  for (int walks = 0; walks < kMostWalks; ++walks) {
    Body body;
    body.graph = std::make_unique<GuardedGraph>(loop.assumed);
    body.start = entry;
    const Value dead = unknown("a variable of a loop, read after it");
    for (std::size_t r = loop.visible; r < body.start.registers.size(); ++r) body.start.registers[r] = dead;
    for (const Carried& c : carried)
      if (c.between_rounds) c.set(body.start, decode(c));
    loop.begin_round(body.start);
    {
      const Inside inside(loops_);
      Region region{.first = loop.first, .last = loop.last, .head = loop.head, .is_body = true, .round_end = loop.round_end};
      body.ways = walk(frame, *body.graph, std::move(region), {0, loop.assumed, body.start});
    }
    where_ = here;

    bool changed = false;
    const auto note = [&](const Carried& place_of, Value before, Value now, bool between_rounds) {
      if (before == now) return;
      // A list or a function that the round made is not there in the next one.
      for (const Value& form : forms(now))
        if ((form.kind == Value::Kind::list && form.index >= entry.lists.size()) || form.kind == Value::Kind::closure)
          now = unknown("a list or a function that a loop makes and keeps");
      const auto is_it = [&](const Carried& c) {
        return c.in_list == place_of.in_list && c.index == place_of.index && c.entry == place_of.entry;
      };
      auto known = std::ranges::find_if(carried, is_it);
      if (known == carried.end()) known = carried.insert(carried.end(), place_of);
      if (!between_rounds && !known->between_rounds) return;
      const std::size_t in_frame = place_of.index - frame.base;
      std::string name = place_of.in_list || place_of.index < frame.base
                             ? std::string()
                             : frame.prototype->local_name(static_cast<int>(in_frame), loop.pc);
      if (name.empty()) name.assign(1, 'x');
      if (!known->between_rounds) {
        known->between_rounds = true;
        admit(*known, known->get(entry), name);
        changed = true;
      }
      if (admit(*known, now, name)) changed = true;
    };
    for (const auto& [pc, arrivals] : body.ways) {
      const bool between_rounds = pc == loop.round_end;
      for (const Arrival& arrival : arrivals) {
        const WalkState& state = arrival.state;
        for (std::size_t r = 0; r < std::min(loop.visible, state.registers.size()); ++r)
          note({.index = r}, body.start.registers[r], state.registers[r], between_rounds);
        for (std::size_t l = 0; l < entry.lists.size(); ++l) {
          const std::shared_ptr<const List>& before = body.start.lists[l];
          const std::shared_ptr<const List>& now = state.lists[l];
          if (before == now || !before || !now || *before == *now) continue;
          if (before->lost || now->lost || before->entries.size() != now->entries.size()) {
            if (between_rounds) throw NeedsConstant{kAnySlot, refusal("a list that grows in a loop")};
            continue;
          }
          for (std::size_t e = 0; e < now->entries.size(); ++e)
            note({.in_list = true, .index = l, .entry = e}, before->entries[e], now->entries[e], between_rounds);
        }
      }
    }
    if (!changed) {
      std::erase_if(carried, [](const Carried& c) { return !c.between_rounds; });
      body.carried = std::move(carried);
      return body;
    }
  }
  refuse("a loop whose variables change their kinds");
}

/// The same for a loop with a variable. Other variables that count along with it become expressions of it, so that
/// rounds do not depend on each other.
Walk::Body Walk::settle_counting_body(Frame& frame, const WalkState& entry, const Loop& loop) {
  Body body = settle_body(frame, entry, loop);
  const std::optional<std::int64_t> step = known_integer(integer_value(loop.step));
  if (!step || *step == 0 || body.carried.empty()) return body;
  const Ways& ways = body.ways;
  const auto round_end = ways.find(loop.round_end);
  if (round_end == ways.end()) return body;

  struct Along {
    std::size_t index;
    Value value;         ///< in a round
    ExpressionId after;  ///< at the end of a round
  };
  std::vector<Along> along;
  for (const Carried& c : body.carried) {
    const Value first = c.get(entry);
    if (c.in_list || c.lost || c.forms.size() != 1 || first.kind != Value::Kind::integer) continue;
    const auto amount_of = [&](const Arrival& arrival) -> std::int64_t {
      const Value last = c.get(arrival.state);
      if (last.kind != Value::Kind::integer) return 0;
      return step_of(program_, last.index, program_.variable(*c.slot)).value_or(0);
    };
    const std::int64_t amount = amount_of(round_end->second.front());
    const auto differs = [&](const Arrival& arrival) { return amount_of(arrival) != amount; };
    if (amount == 0 || amount % *step != 0 || std::ranges::any_of(round_end->second, differs)) continue;
    // first + (variable - from) * amount / step
    const std::int64_t ratio = amount / *step;
    const ExpressionId factor = program_.constant(ratio);
    const ExpressionId variable = program_.variable(loop.slot);
    ExpressionId value = 0;
    if (const std::optional<std::int64_t> from = known_integer(integer_value(loop.from))) {
      const ExpressionId begin = program_.binary(Op::sub, first.index, program_.constant(wrapping_mul(*from, ratio)));
      value = ratio == -1 ? program_.binary(Op::sub, begin, variable)
                          : program_.binary(Op::add, begin, program_.binary(Op::mul, variable, factor));
    } else {
      const ExpressionId distance = program_.binary(Op::sub, variable, loop.from);
      value = ratio == -1 ? program_.binary(Op::sub, first.index, distance)
                          : program_.binary(Op::add, first.index, program_.binary(Op::mul, distance, factor));
    }
    along.push_back({c.index, integer_value(value), program_.binary(Op::add, value, program_.constant(amount))});
  }
  if (along.empty()) return body;

  Loop counting = loop;
  counting.begin_round = [&](WalkState& state) {
    loop.begin_round(state);
    for (const Along& a : along) state.registers[a.index] = a.value;
  };
  Body again = settle_body(frame, entry, counting);
  // Walked with these values, they must still count as they did.
  const auto rounds = again.ways.find(loop.round_end);
  if (rounds == again.ways.end()) return body;
  for (const Arrival& arrival : rounds->second)
    for (const Along& a : along)
      if (arrival.state.registers[a.index] != integer_value(a.after)) return body;
  return again;
}

/// A value on a way out of the loop as it is to be seen after the loop: where it depends on what changes in the loop,
/// it is put into a slot of its own.
Value Walk::take_out(Value value, Slot mark, std::vector<std::pair<Slot, ExpressionId>>& assignments) {
  const auto is_fixed = [&](const auto& self, Value v) -> bool {
    switch (v.kind) {
      case Value::Kind::integer:
      case Value::Kind::boolean: return facts_.slots(v.index) <= mark;
      case Value::Kind::closure:
        return std::ranges::all_of(closures_[v.index].captures,
                                   [&](const Capture& c) { return c.is_register || self(self, c.value); });
      case Value::Kind::choice:
        return std::ranges::all_of(choices_[v.index], [&](const auto& way) {
          return facts_.slots(conditions_.expression(way.first)) <= mark && self(self, way.second);
        });
      default: return true;
    }
  };
  if (is_fixed(is_fixed, value)) return value;
  Carried out;
  admit(out, value, "x");
  if (value.kind == Value::Kind::integer) facts_.set_range(*out.slot, or_zero(facts_.range(value.index)));
  if (value.kind == Value::Kind::closure) return unknown("a function made in a loop and called after it");
  for (const Value& form : forms(value))
    if (form.kind == Value::Kind::closure && !is_fixed(is_fixed, form))
      return unknown("a function made in a loop and called after it");
  encode(out, value, assignments);
  return decode(out);
}

/// Puts the loop into the program and takes all ways out of it.
void Walk::finish_loop(Frame& frame, Region& region, Place place, Body body, const Loop& loop) {
  GuardedGraph& graph = *body.graph;

  // What the end of a round is to assign.
  std::vector<std::pair<Slot, ExpressionId>> next_round;
  const std::optional<Place> round_end = merge(graph, std::move(body.ways[loop.round_end]));
  if (round_end)
    for (const Carried& c : body.carried) encode(c, c.get(round_end->state), next_round);
  body.ways.erase(loop.round_end);

  // The state when there is no next round.
  WalkState after = place.state;
  const Value dead = unknown("a variable of a loop, read after it");
  for (std::size_t r = loop.visible; r < after.registers.size(); ++r) after.registers[r] = dead;
  for (const Carried& c : body.carried) c.set(after, decode(c));

  // A way out that leads to where the loop runs out to, with what it would leave there, needs no mark of its own.
  const auto is_as_after = [&](const Arrival& arrival) {
    for (std::size_t r = 0; r < loop.visible; ++r) {
      const bool is_carried = std::ranges::any_of(body.carried, [&](const Carried& c) { return !c.in_list && c.index == r; });
      if (!is_carried && arrival.state.registers[r] != after.registers[r]) return false;
    }
    for (std::size_t l = 0; l < after.lists.size(); ++l) {
      if (!after.lists[l] || !arrival.state.lists[l]) return false;
      if (after.lists[l]->entries.size() != arrival.state.lists[l]->entries.size()) return false;
      for (std::size_t e = 0; e < after.lists[l]->entries.size(); ++e) {
        const bool is_carried =
            std::ranges::any_of(body.carried, [&](const Carried& c) { return c.in_list && c.index == l && c.entry == e; });
        if (!is_carried && arrival.state.lists[l]->entries[e] != after.lists[l]->entries[e]) return false;
      }
    }
    return true;
  };
  struct WayOut {
    int pc;
    WalkState state;
    NodeId node;
    int line;
  };
  std::vector<WayOut> ways_out;
  const auto leave = [&](std::vector<Arrival> arrivals, int pc, bool as_after) {
    const int left_at = arrivals.empty() ? 0 : arrivals.front().line;
    std::optional<Place> out = merge(graph, std::move(arrivals));
    if (!out) return;
    std::vector<std::pair<Slot, ExpressionId>> assignments;
    WalkState& state = out->state;
    std::vector<Value> decoded;
    for (const Carried& c : body.carried) {
      const bool there =
          c.in_list ? c.index < state.lists.size() && state.lists[c.index] && c.entry < state.lists[c.index]->entries.size()
                    : c.index < state.registers.size();
      if (there) encode(c, c.get(state), assignments);
    }
    if (!as_after) {
      const auto is_carried = [&](bool in_list, std::size_t index, std::size_t entry) {
        return std::ranges::any_of(body.carried, [&](const Carried& c) {
          return c.in_list == in_list && c.index == index && (!in_list || c.entry == entry);
        });
      };
      for (std::size_t r = 0; r < state.registers.size(); ++r) {
        if (r >= loop.visible) state.registers[r] = dead;
        else if (!is_carried(false, r, 0)) state.registers[r] = take_out(state.registers[r], loop.mark, assignments);
      }
      for (Value& result : state.results) result = take_out(result, loop.mark, assignments);
      for (std::size_t l = 0; l < state.lists.size(); ++l) {
        if (!state.lists[l] || state.lists[l]->lost) continue;
        List list = *state.lists[l];
        for (std::size_t e = 0; e < list.entries.size(); ++e)
          if (!is_carried(true, l, e)) list.entries[e] = take_out(list.entries[e], loop.mark, assignments);
        state.lists[l] = std::make_shared<const List>(std::move(list));
      }
      for (const Carried& c : body.carried) {
        const bool there =
            c.in_list ? c.index < state.lists.size() && state.lists[c.index] && c.entry < state.lists[c.index]->entries.size()
                      : c.index < state.registers.size();
        if (there) c.set(state, decode(c));
      }
    }
    assign_together(graph.statements(out->node), std::move(assignments));
    if (as_after) {
      graph.statements(out->node).push_back({.kind = Statement::Kind::leave, .line = left_at});
      graph.set_ends(out->node);
    } else {
      ways_out.push_back({pc, std::move(state), out->node, left_at});
    }
  };
  bool comes_after = loop.runs_out;
  const int after_pc = loop.runs_out ? frame.flow->through_jumps(loop.after) : -2;
  for (auto& [pc, arrivals] : body.ways) {
    std::vector<Arrival> others;
    for (Arrival& arrival : arrivals) {
      if (pc == after_pc && is_as_after(arrival)) {
        std::vector<Arrival> alone;
        alone.push_back(std::move(arrival));
        leave(std::move(alone), pc, true);
      } else {
        others.push_back(std::move(arrival));
      }
    }
    leave(std::move(others), pc, false);
  }

  // The other ways out say which they are in a slot; the last one need not where the loop does not run out.
  Block& before = place.graph->statements(place.node);
  std::vector<Condition> taken(ways_out.size(), kAlways);
  const std::size_t marked = ways_out.size() - (comes_after || ways_out.empty() ? 0 : 1);
  if (marked > 0) {
    const Slot way = program_.new_slot("left");
    facts_.set_range(way, {0, static_cast<std::int64_t>(marked)});
    assign(before, way, program_.constant(0));
    for (std::size_t i = 0; i < marked; ++i) {
      const ExpressionId number = program_.constant(static_cast<std::int64_t>(i + 1));
      assign(graph.statements(ways_out[i].node), way, number);
      // With one way it is a truth value.
      taken[i] =
          conditions_.of(marked == 1 ? program_.variable(way) : program_.binary(Op::equal, program_.variable(way), number));
    }
  }
  for (const WayOut& out : ways_out) {
    graph.statements(out.node).push_back({.kind = Statement::Kind::leave, .line = out.line});
    graph.set_ends(out.node);
  }

  // It is assigned behind all else in the body, since the guards on all ways read what was carried here. Who is still
  // here has come to the end of the round.
  if (round_end) assign_together(graph.statements(graph.add({0}, graph.reached(round_end->node))), std::move(next_round));

  std::vector<std::pair<Slot, ExpressionId>> entry;
  for (const Carried& c : body.carried) encode(c, c.get(place.state), entry);
  assign_together(before, std::move(entry));
  Statement statement{
      .kind = Statement::Kind::loop, .line = line(), .slot = loop.slot, .a = loop.from, .b = loop.to, .c = loop.step};
  statement.body = std::move(graph).structure(conditions_);
  before.push_back(std::move(statement));

  Condition left = place.graph->reached(place.node);
  for (std::size_t i = 0; i < ways_out.size(); ++i) {
    go(frame, *place.graph, region, ways_out[i].pc,
       {place.node, conditions_.both(left, taken[i]), std::move(ways_out[i].state)});
    left = conditions_.both(left, conditions_.negation(taken[i]));
  }
  if (comes_after) go(frame, *place.graph, region, loop.after, {place.node, left, std::move(after)});
  else if (ways_out.empty()) place.graph->set_ends(place.node);
}

/// Walks the body again and again, each time with known values. `begin_round` sets them for round 0, 1, ... and says
/// whether there is such a round.
void Walk::unroll(Frame& frame, Region& region, Place place, const Loop& loop,
                  const std::function<bool(WalkState&, std::uint64_t)>& begin_round) {
  GuardedGraph& graph = *place.graph;
  const Where here = where_;
  std::vector<Arrival> rounds{arrival(std::move(place))};
  for (std::uint64_t round = 0;; ++round) {
    std::optional<Place> start = merge(graph, std::move(rounds));
    rounds.clear();
    if (!start) return;
    if (!begin_round(start->state, round)) {
      where_ = here;
      go(frame, graph, region, loop.after, arrival(*std::move(start)));
      return;
    }
    Ways ways = walk(frame, graph, {.first = loop.first, .last = loop.last, .head = loop.head}, arrival(*std::move(start)));
    where_ = here;
    for (auto& [pc, arrivals] : ways) {
      if (pc == loop.round_end) {
        rounds = std::move(arrivals);
        continue;
      }
      for (Arrival& arrival : arrivals) go(frame, graph, region, pc, std::move(arrival));
    }
  }
}

// ---- numeric for ----

int Walk::for_loop(Frame& frame, Region& region, Place& place, int pc) {
  const int a = frame.at(pc).a;
  Loop loop;
  loop.pc = pc;
  loop.after = frame.prototype->target(pc);
  loop.round_end = loop.after - 1;
  loop.first = pc + 1;
  loop.last = loop.round_end - 1;
  loop.visible = frame.base + static_cast<std::size_t>(a);
  for (int r = a; r < a + 3; ++r)
    if (at(frame, place.state, r).kind == Value::Kind::number) refuse("a loop over floats (integer division is //)");
  loop.from = integer(at(frame, place.state, a));
  loop.to = integer(at(frame, place.state, a + 1));
  loop.step = integer(at(frame, place.state, a + 2));
  const std::size_t variable = loop.visible + 3;

  const Range from = facts_.range(loop.from), to = facts_.range(loop.to), step = facts_.range(loop.step);
  const bool is_known = from.least == from.greatest && to.least == to.greatest && step.least == step.greatest;
  Range range{std::min(from.least, to.least), std::max(from.greatest, to.greatest)};
  if (step.least > 0) range = {from.least, std::max(from.least, to.greatest)};
  if (step.greatest < 0) range = {std::min(to.least, from.greatest), from.greatest};
  std::uint64_t rounds = 0;
  if (is_known) {
    if (step.least == 0) throw LuaError{};
    rounds = loop_count(from.least, to.least, step.least);
    if (rounds == 0) {
      go(frame, *place.graph, region, loop.after, arrival(std::move(place)));
      return -1;
    }
    const std::int64_t last = wrapping_add(from.least, wrapping_mul(static_cast<std::int64_t>(rounds - 1), step.least));
    range = {std::min(from.least, last), std::max(from.least, last)};
  }

  loop.mark = static_cast<Slot>(program_.slot_names.size());
  std::string name = frame.prototype->local_name(a + 3, pc + 1);
  loop.slot = program_.new_slot(name.empty() ? "i" : name);
  facts_.set_range(loop.slot, range);
  loop.assumed = place.graph->reached(place.node);
  loop.begin_round = [&](WalkState& state) { state.registers[variable] = integer_value(program_.variable(loop.slot)); };
  std::optional<Body> body;
  try {
    const Pushed unrollable(unrollable_, loop.mark, is_known && rounds <= kMostRounds);
    body = settle_counting_body(frame, place.state, loop);
  } catch (const NeedsConstant& needed) {
    if (!is_known || rounds > kMostRounds || needed.slots <= loop.mark) throw;
  }
  where_ = {frame.prototype, frame.name, pc};
  if (body) {
    finish_loop(frame, region, std::move(place), *std::move(body), loop);
    return -1;
  }
  unroll(frame, region, std::move(place), loop, [&](WalkState& state, std::uint64_t round) {
    if (round == rounds) return false;
    const std::int64_t value = wrapping_add(from.least, wrapping_mul(static_cast<std::int64_t>(round), step.least));
    state.registers[variable] = constants_.of_integer(value);
    return true;
  });
  return -1;
}

// ---- for over ipairs ----

int Walk::list_loop(Frame& frame, Region& region, Place& place, int pc) {
  const int a = frame.at(pc).a;
  Loop loop;
  loop.pc = pc;
  loop.round_end = frame.prototype->target(pc);
  loop.after = loop.round_end + 2;
  loop.first = pc + 1;
  loop.last = loop.round_end - 1;
  loop.visible = frame.base + static_cast<std::size_t>(a);
  const int variables = frame.at(loop.round_end).c;
  const Value iterator = at(frame, place.state, a);
  const Value list = at(frame, place.state, a + 1);
  if (iterator.kind == Value::Kind::unknown) refuse_unknown(iterator);
  if (iterator.kind != Value::Kind::word || constants_.word(iterator).word != Word::ipairs)
    refuse("a loop over something other than ipairs of a list");
  const auto set_variables = [&](WalkState& state, Value index, Value value) {
    for (int v = 0; v < variables; ++v)
      at(frame, state, a + 4 + v) = v == 0 ? index : v == 1 ? value : Value{Value::Kind::nil, 0};
  };

  if (list.kind == Value::Kind::list) {
    unroll(frame, region, std::move(place), loop, [&](WalkState& state, std::uint64_t round) {
      const std::vector<Value>& entries = list_of(state, list).entries;
      if (round >= entries.size()) return false;
      const Value value = entries[round];
      set_variables(state, constants_.of_integer(static_cast<std::int64_t>(round + 1)), value);
      return true;
    });
    return -1;
  }

  const std::vector<Value>* known = constants_.entries(list);
  if (known == nullptr) refuse(fmt::format("a loop over {}", constants_.name(list)));
  const std::vector<Value> entries(known->begin(), std::ranges::find(*known, Value::Kind::nil, &Value::kind));
  if (entries.empty()) {
    go(frame, *place.graph, region, loop.after, arrival(std::move(place)));
    return -1;
  }
  loop.mark = static_cast<Slot>(program_.slot_names.size());
  std::optional<Body> body;
  if (const std::optional<std::size_t> integers = constants_.integer_list(list)) {
    std::string name = frame.prototype->local_name(a + 4, pc + 1);
    loop.slot = program_.new_slot(name.empty() || name == "_" ? "i" : name);
    const auto last = static_cast<std::int64_t>(entries.size());
    facts_.set_range(loop.slot, {1, last});
    loop.from = loop.step = program_.constant(1);
    loop.to = program_.constant(last);
    loop.assumed = place.graph->reached(place.node);
    loop.begin_round = [&](WalkState& state) {
      const ExpressionId index = program_.variable(loop.slot);
      set_variables(state, integer_value(index), integer_value(program_.element(*integers, index)));
    };
    try {
      const Pushed unrollable(unrollable_, loop.mark, entries.size() <= kMostRounds);
      body = settle_counting_body(frame, place.state, loop);
    } catch (const NeedsConstant& needed) {
      if (entries.size() > kMostRounds || needed.slots <= loop.mark) throw;
    }
    where_ = {frame.prototype, frame.name, pc};
  }
  if (body) {
    finish_loop(frame, region, std::move(place), *std::move(body), loop);
    return -1;
  }
  if (entries.size() > kMostRounds) refuse(fmt::format("a loop over a list as long as {}", constants_.name(list)));
  unroll(frame, region, std::move(place), loop, [&](WalkState& state, std::uint64_t round) {
    if (round == entries.size()) return false;
    set_variables(state, constants_.of_integer(static_cast<std::int64_t>(round + 1)), entries[round]);
    return true;
  });
  return -1;
}

// ---- while, repeat and goto: loops that count in disguise ----

namespace {

/// How a bound is asked for at the begin of a round: the variable goes on while it is at most, or at least, `bound`.
struct Bound {
  ExpressionId test;   ///< with the variable on one side
  ExpressionId bound;  ///< the last value that passes is `bound`, or the one before it
  bool strict;
  bool variable_is_less;
};

/// The bound that a test sets to a variable, or nothing.
std::optional<Bound> bound_of(const MoveProgram& program, ExpressionId test, ExpressionId variable) {
  const Expression& e = program[test];
  if (e.op != Op::less && e.op != Op::less_equal) return std::nullopt;
  if (e.a == variable) return Bound{test, e.b, e.op == Op::less, true};
  if (e.b == variable) return Bound{test, e.a, e.op == Op::less, false};
  return std::nullopt;
}

}  // namespace

void Walk::while_loop(Frame& frame, Region& region, Place place, int head) {
  const Where here{frame.prototype, frame.name, head};
  where_ = here;
  Loop loop;
  loop.pc = loop.first = loop.head = loop.round_end = head;
  loop.last = frame.flow->last_jump_back(head);
  loop.visible = frame.base + static_cast<std::size_t>(frame.prototype->locals_at(head));
  loop.mark = static_cast<Slot>(program_.slot_names.size());
  loop.assumed = place.graph->reached(place.node);
  loop.begin_round = [](WalkState&) {};
  if (loop.last > region.last) refuse("a jump back (goto)");

  try {
    const Pushed unrollable(unrollable_, loop.mark, true);
    // What changes by a fixed amount from round to round?
    Body first = settle_body(frame, place.state, loop);
    if (first.ways[head].empty()) {
      where_ = here;
      // No way leads to a second round.
      unroll(frame, region, std::move(place), loop, [&](WalkState&, std::uint64_t round) {
        if (round > 0) refuse("a loop that does not count (while, repeat or goto)");
        return true;
      });
      return;
    }
    struct Candidate {
      std::size_t variable;
      std::int64_t step;
    };
    std::vector<Candidate> candidates;
    if (const std::optional<Place> end = merge(*first.graph, first.ways[head])) {
      for (const Carried& c : first.carried) {
        if (c.in_list || c.lost || c.forms.size() != 1 || c.forms[0].kind != Value::Kind::integer) continue;
        const Value last = c.get(end->state);
        if (last.kind != Value::Kind::integer) continue;
        if (const std::optional<std::int64_t> step = step_of(program_, last.index, program_.variable(*c.slot)))
          candidates.push_back({c.index, *step});
      }
    }
    if (candidates.empty()) refuse("a loop that does not count (while, repeat or goto)");

    // A test at the begin of the round that does nothing but leave the loop gives its bound.
    Loop bounded = loop;
    std::optional<Candidate> chosen;
    for (const Candidate& candidate : candidates) {
      const ExpressionId probe = program_.variable(program_.new_slot("i"));
      Loop probing = loop;
      probing.begin_round = [&](WalkState& state) { state.registers[candidate.variable] = integer_value(probe); };
      const Body body = settle_body(frame, place.state, probing);
      for (const auto& [pc, arrivals] : body.ways) {
        for (const Arrival& arrival : arrivals) {
          if (chosen || pc == head || pc == kReturn || !body.graph->is_begin(arrival.node)) continue;
          if (!std::equal(body.start.registers.begin(),
                          body.start.registers.begin() + static_cast<std::ptrdiff_t>(loop.visible),
                          arrival.state.registers.begin()))
            continue;
          const ExpressionId stays =
              conditions_.expression(conditions_.within(conditions_.negation(arrival.reached), loop.assumed));
          const std::optional<Bound> bound = bound_of(program_, stays, probe);
          if (!bound || bound->variable_is_less != (candidate.step > 0) || facts_.slots(bound->bound) > loop.mark) continue;
          const Range range = facts_.range(bound->bound);
          // The variable does not wrap around on its way past the bound.
          if (candidate.step > 0 && range.greatest > kGreatest - candidate.step - 1) continue;
          if (candidate.step < 0 && range.least < kLeast - candidate.step + 1) continue;
          if (bound->strict && (candidate.step > 0 ? range.least == kLeast : range.greatest == kGreatest)) continue;
          const ExpressionId one = program_.constant(1);
          bounded.to =
              !bound->strict ? bound->bound : program_.binary(candidate.step > 0 ? Op::sub : Op::add, bound->bound, one);
          bounded.after = pc;
          chosen = candidate;
          const std::string name = frame.prototype->local_name(static_cast<int>(candidate.variable - frame.base), head);
          bounded.slot = program_.new_slot(name.empty() ? "i" : name);
          const Op op = bound->strict ? Op::less : Op::less_equal;
          const ExpressionId variable = program_.variable(bounded.slot);
          const Range from = facts_.range(integer(place.state.registers[candidate.variable]));
          if (candidate.step > 0)
            facts_.set_range(bounded.slot, {from.least, std::max(from.least, facts_.range(bounded.to).greatest)});
          else facts_.set_range(bounded.slot, {std::min(facts_.range(bounded.to).least, from.greatest), from.greatest});
          const ExpressionId below = bound->variable_is_less ? program_.binary(op, variable, bound->bound)
                                                             : program_.binary(op, bound->bound, variable);
          bounded.assumed = conditions_.both(loop.assumed, conditions_.of(below));
        }
      }
    }
    // Else it counts without a bound, and is left from within.
    if (!chosen) {
      chosen = candidates.front();
      const Range from = facts_.range(integer(place.state.registers[chosen->variable]));
      constexpr std::int64_t kFar = std::int64_t{1} << 62;
      if (from.least < -kFar || from.greatest > kFar) refuse("a loop that could count past the greatest integer");
      bounded.to = program_.constant(chosen->step > 0 ? kGreatest : kLeast);
      bounded.runs_out = false;
      const std::string name = frame.prototype->local_name(static_cast<int>(chosen->variable - frame.base), head);
      bounded.slot = program_.new_slot(name.empty() ? "i" : name);
      facts_.set_range(bounded.slot, chosen->step > 0 ? Range{from.least, kGreatest} : Range{kLeast, from.greatest});
    }
    bounded.from = integer(place.state.registers[chosen->variable]);
    bounded.step = program_.constant(chosen->step);
    const std::size_t variable = chosen->variable;
    const Slot slot = bounded.slot;
    bounded.begin_round = [&](WalkState& state) { state.registers[variable] = integer_value(program_.variable(slot)); };
    Body body = settle_counting_body(frame, place.state, bounded);
    // With the variable known to be below its bound, it must still count as it did.
    for (const Arrival& arrival : body.ways[head]) {
      const Value last = arrival.state.registers[variable];
      if (last.kind != Value::Kind::integer || step_of(program_, last.index, program_.variable(slot)) != chosen->step)
        refuse("a loop that does not count (while, repeat or goto)");
    }
    where_ = here;
    finish_loop(frame, region, std::move(place), std::move(body), bounded);
    return;
  } catch (const NeedsConstant& needed) {
    if (needed.slots <= loop.mark) throw;
    const Refusal why = needed.refusal;
    where_ = here;
    unroll(frame, region, std::move(place), loop, [&](WalkState&, std::uint64_t round) {
      if (round > kMostRounds) throw WalkRefused{why};
      return true;
    });
  }
}

}  // namespace bouton::lua
