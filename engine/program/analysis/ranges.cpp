#include "engine/program/analysis/ranges.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "engine/program/analysis/affine.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/operands.h"

namespace bouton {
namespace {

/// How many constraints are added to a sum to bound it.
constexpr int kDepth = 2;
/// Conditions that hold at one point, at most: of more, the later ones are not made use of.
constexpr std::size_t kMostConstraints = 64;
/// After so many rounds a slot that a loop keeps changing is given up.
constexpr int kRounds = 3;
/// Trial rounds of all loops together. Loops in loops multiply theirs, so after so many a loop gets none: what it changes may
/// then be anything.
constexpr std::uint64_t kMostTrials = std::uint64_t{1} << 12;

struct State {
  std::vector<Interval> coordinates;
  std::vector<Interval> slots;
  std::vector<Affine> constraints;  ///< each is <= 0
  bool reachable = true;
};

void collect_assigned(const Block& block, std::vector<Slot>& out) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::assign || statement.kind == Statement::Kind::loop) out.push_back(statement.slot);
    collect_assigned(statement.body, out);
    collect_assigned(statement.otherwise, out);
  }
}

Interval order(Interval x, Interval y, bool strict) {
  if (strict ? x.high < y.low : x.high <= y.low && x.high < kUnbounded) return Interval::point(1);
  if (strict ? x.low >= y.high && x.low < kUnbounded : x.low > y.high) return Interval::point(0);
  return {0, 1};
}

Interval quotient(Interval x, Interval y) {
  if (y.low <= 0) return Interval::all();
  const auto divide = [](std::int64_t a, std::int64_t b) { return a <= -kUnbounded || a >= kUnbounded ? a : floor_div(a, b); };
  return {x.low >= 0 ? divide(x.low, y.high) : divide(x.low, y.low),
          x.high >= 0 ? divide(x.high, y.low) : divide(x.high, y.high)};
}

Interval remainder(Interval x, Interval y) {
  if (y.low > 0) {
    if (x.low >= 0 && x.high < y.low) return x;
    return {0, saturating_add(x.low >= 0 ? std::min(y.high, saturating_add(x.high, 1)) : y.high, -1)};
  }
  return {std::min<std::int64_t>(y.low, 0), std::max<std::int64_t>(y.high, 0)};
}

Interval common_bits(Interval x, Interval y) {
  if (x.low >= 0 && y.low >= 0) return {0, std::min(x.high, y.high)};
  if (x.low >= 0) return {0, x.high};
  if (y.low >= 0) return {0, y.high};
  return Interval::all();
}

/// Of x | y and of x ~ y.
Interval united_bits(Interval x, Interval y, bool exclusive) {
  if (x.low < 0 || y.low < 0 || x.high >= kUnbounded || y.high >= kUnbounded) return Interval::all();
  const std::uint64_t all = std::bit_ceil(static_cast<std::uint64_t>(std::max(x.high, y.high)) + 1) - 1;
  return {exclusive ? 0 : std::max(x.low, y.low), static_cast<std::int64_t>(all)};
}

Interval shifted_left(Interval x, Interval by) {
  if (by.low < 0 || by.high > 61) return Interval::all();
  // Bits may be shifted out, so one end without bound leaves the other without one, too.
  const Interval shifted = x * Interval{std::int64_t{1} << by.low, std::int64_t{1} << by.high};
  return shifted.bounded() ? shifted : Interval::all();
}

Interval shifted_right(Interval x, Interval by) {
  if (x.low < 0 || by.low < 0) return Interval::all();
  return {by.high > 63 ? 0 : x.low >> by.high, by.low > 63 ? 0 : x.high >> by.low};
}

/// The range of an operation's value from those of its operands. Operations as in evaluate().
Interval range_of(Op op, Interval a, Interval b) {
  switch (op) {
    case Op::add: return a + b;
    case Op::sub: return a - b;
    case Op::mul: return a * b;
    case Op::floor_div: return quotient(a, b);
    case Op::floor_mod: return remainder(a, b);
    case Op::bit_and: return common_bits(a, b);
    case Op::bit_or: return united_bits(a, b, false);
    case Op::bit_xor: return united_bits(a, b, true);
    case Op::shift_left: return shifted_left(a, b);
    case Op::shift_right: return shifted_right(a, b);
    case Op::min:
    case Op::logical_and: return {std::min(a.low, b.low), std::min(a.high, b.high)};
    case Op::max:
    case Op::logical_or: return {std::max(a.low, b.low), std::max(a.high, b.high)};
    case Op::neg: return -a;
    case Op::bit_not: return Interval::point(-1) - a;
    case Op::abs:
      if (a.low >= 0) return a;
      return a.high <= 0 ? -a : Interval{0, std::max(-a.low, a.high)};
    case Op::equal:
      if (a.is_point() && a == b && a.bounded()) return Interval::point(1);
      return intersection(a, b).empty() ? Interval::point(0) : Interval{0, 1};
    case Op::less: return order(a, b, true);
    case Op::less_equal: return order(a, b, false);
    case Op::unsigned_less: return a.low >= 0 && b.low >= 0 ? order(a, b, true) : Interval{0, 1};
    case Op::logical_not: return Interval::point(1) - a;
    default: return Interval::all();
  }
}

class Analysis {
 public:
  Analysis(const MoveProgram& program, Ranges& out) : program_(program), out_(out), stamps_(program.expressions.size()) {
    memo_.resize(program.expressions.size());
    coordinate_ids_.resize(program.dimensions);
    slot_ids_.resize(program.slot_names.size());
    for (ExpressionId id = 0; id < program.expressions.size(); ++id) {
      const Expression& e = program[id];
      if (e.op == Op::coordinate) coordinate_ids_[static_cast<std::size_t>(e.value)] = id;
      if (e.op == Op::variable) slot_ids_[static_cast<std::size_t>(e.value)] = id;
    }
    assigned_.assign(program.slot_names.size(), Interval::none());
  }

  void run(const Block& block, State& state) {
    for (const Statement& statement : block) {
      if (!state.reachable) return;
      run(statement, state);
    }
  }

 private:
  void run(const Statement& statement, State& state) {
    ++stamp_;
    switch (statement.kind) {
      case Statement::Kind::assign: {
        const Interval value = of(statement.a, state);
        forget(statement.slot, state);
        set(statement.slot, value, state);
        assigned_[statement.slot] = hull(assigned_[statement.slot], value);
        return;
      }
      case Statement::Kind::loop: return run_loop(statement, state);
      case Statement::Kind::branch: return run_branch(statement, state);
      case Statement::Kind::option:
      case Statement::Kind::split:
        if (!quiet_) report(statement, state);
        return;
      case Statement::Kind::finish:
        for (const auto& results : statement.to)
          for (const ExpressionId result : results) of(result, state);
        state.reachable = false;
        return;
      case Statement::Kind::leave: state.reachable = false; return;
    }
  }

  void run_branch(const Statement& statement, State& state) {
    const Interval condition = of(statement.a, state);
    State otherwise = state;
    // What the ranges know of a condition need not be assumed.
    const bool is_known = condition.is_point();
    if (condition == Interval::point(0)) {
      state.reachable = false;
    } else {
      if (!is_known) assume(statement.a, true, state);
      run(statement.body, state);
    }
    if (condition == Interval::point(1)) {
      otherwise.reachable = false;
    } else {
      if (!is_known) assume(statement.a, false, otherwise);
      run(statement.otherwise, otherwise);
    }
    ++stamp_;
    if (!otherwise.reachable) return;
    if (!state.reachable) {
      state = std::move(otherwise);
      return;
    }
    for (std::size_t i = 0; i < state.slots.size(); ++i) state.slots[i] = hull(state.slots[i], otherwise.slots[i]);
    for (std::size_t i = 0; i < state.coordinates.size(); ++i)
      state.coordinates[i] = hull(state.coordinates[i], otherwise.coordinates[i]);
    std::erase_if(state.constraints,
                  [&](const Affine& c) { return std::ranges::find(otherwise.constraints, c) == otherwise.constraints.end(); });
  }

  void run_loop(const Statement& statement, State& state) {
    const Interval first = of(statement.a, state);
    const Interval last = of(statement.b, state);
    const Interval step = of(statement.c, state);

    std::vector<Slot> changed;
    collect_assigned(statement.body, changed);
    State before = state;
    for (const Slot slot : changed) forget(slot, before);
    forget(statement.slot, before);

    Interval values = hull(first, last);
    if (step.low > 0) values = {first.low, last.high};
    if (step.high < 0) values = {last.low, first.high};
    if (!values.empty()) {
      const bool was_quiet = quiet_;
      const std::vector<Interval> outer = assigned_;
      std::vector<Interval> known(assigned_.size(), Interval::none());
      bool settled = false;
      for (int round = 0; !settled && trials_ < kMostTrials; ++round) {
        ++trials_;
        for (const Slot slot : changed) assigned_[slot] = Interval::none();
        quiet_ = true;
        State body = entered(statement, before, values, step, known, changed);
        run(statement.body, body);
        settled = true;
        for (const Slot slot : changed) {
          if (slot == statement.slot || assigned_[slot].within(known[slot])) continue;
          settled = false;
          known[slot] = round + 1 < kRounds ? hull(known[slot], assigned_[slot]) : Interval::all();
        }
      }
      if (!settled)
        for (const Slot slot : changed) known[slot] = Interval::all();
      quiet_ = was_quiet;
      if (!quiet_) {
        State body = entered(statement, before, values, step, known, changed);
        run(statement.body, body);
      }
      for (const Slot slot : changed) {
        assigned_[slot] = hull(outer[slot], known[slot]);
        before.slots[slot] = hull(before.slots[slot], known[slot]);
      }
    }
    state = std::move(before);
    ++stamp_;
  }

  State entered(const Statement& statement, const State& before, Interval values, Interval step,
                const std::vector<Interval>& known, const std::vector<Slot>& changed) {
    State body = before;
    ++stamp_;
    for (const Slot slot : changed) set(slot, hull(body.slots[slot], known[slot]), body);
    set(statement.slot, values, body);
    if (const auto id = slot_ids_[statement.slot]) {
      const std::size_t from = body.constraints.size();
      if (step.low > 0) {
        add_order(program_, statement.a, *id, 0, body.constraints);
        add_order(program_, *id, statement.b, 0, body.constraints);
      } else if (step.high < 0) {
        add_order(program_, statement.b, *id, 0, body.constraints);
        add_order(program_, *id, statement.a, 0, body.constraints);
      }
      // A bound that the body changes says nothing inside it.
      for (const Slot slot : changed) forget_from(slot, from, body);
      tighten(body);
    }
    return body;
  }

  void set(Slot slot, Interval value, State& state) {
    state.slots[slot] = value;
    out_.slots[slot] = hull(out_.slots[slot], value);
    ++stamp_;
  }

  void forget(Slot slot, State& state) { forget_from(slot, 0, state); }
  void forget_from(Slot slot, std::size_t from, State& state) {
    if (!slot_ids_[slot]) return;
    const auto speaks = [&](const Affine& c) {
      return std::ranges::any_of(c.terms, [&](const auto& term) { return depends_on_slot(program_, term.first, slot); });
    };
    state.constraints.erase(
        std::remove_if(state.constraints.begin() + static_cast<std::ptrdiff_t>(from), state.constraints.end(), speaks),
        state.constraints.end());
  }

  void assume(ExpressionId condition, bool wanted, State& state) {
    if (state.constraints.size() >= kMostConstraints) return;
    add_constraints(program_, condition, wanted, state.constraints);
    tighten(state);
  }

  /// Narrows coordinates and slots to what the constraints leave; unreachable if that is nothing.
  void tighten(State& state) {
    for (int round = 0; round < 2; ++round)
      for (const Affine& constraint : state.constraints) {
        ++stamp_;
        const std::int64_t least = range(constraint, state).low;
        if (least > 0) {
          state.reachable = false;
          return;
        }
        for (const auto& [atom, coefficient] : constraint.terms) {
          Interval* interval = nullptr;
          if (program_[atom].op == Op::coordinate)
            interval = &state.coordinates[static_cast<std::size_t>(program_[atom].value)];
          if (program_[atom].op == Op::variable) interval = &state.slots[static_cast<std::size_t>(program_[atom].value)];
          if (interval == nullptr || coefficient <= -kUnbounded || coefficient >= kUnbounded) continue;
          Affine rest = constraint;
          std::erase_if(rest.terms, [&, id = atom](const auto& term) { return term.first == id; });
          const std::int64_t rest_least = range(rest, state).low;
          if (rest_least <= -kUnbounded) continue;
          // coefficient * atom <= -rest_least
          const std::int64_t room = -rest_least;
          if (coefficient > 0) interval->high = std::min(interval->high, floor_div(room, coefficient));
          else interval->low = std::max(interval->low, -floor_div(room, -coefficient));
          if (interval->empty()) {
            state.reachable = false;
            return;
          }
        }
      }
    ++stamp_;
  }

  Interval range(const Affine& form, const State& state) {
    Interval sum = Interval::point(form.constant);
    for (const auto& [atom, coefficient] : form.terms) sum = sum + of(atom, state) * Interval::point(coefficient);
    return sum;
  }

  /// Constraints that hold of an atom whatever the position.
  void add_implied(ExpressionId atom, std::vector<Affine>& out) const {
    const Expression& e = program_[atom];
    const Affine self = {.constant = 0, .terms = {{atom, 1}}};
    switch (e.op) {
      case Op::min:
        out.push_back(add(self, affine(program_, e.a), -1));
        out.push_back(add(self, affine(program_, e.b), -1));
        break;
      case Op::max:
        out.push_back(add(affine(program_, e.a), self, -1));
        out.push_back(add(affine(program_, e.b), self, -1));
        break;
      case Op::floor_div:
        if (program_[e.b].op == Op::constant && program_[e.b].value > 0) {
          const std::int64_t divisor = program_[e.b].value;
          Affine above = add(affine(program_, e.a), self, saturating_mul(-1, divisor));  // a - divisor q <= divisor - 1
          above.constant = saturating_add(above.constant, 1 - divisor);
          out.push_back(std::move(above));
          out.push_back(add(scaled(self, divisor), affine(program_, e.a), -1));
        }
        break;
      default: break;
    }
  }

  /// Whether a multiple of a choice between two numbers is the greater of their multiples.
  static bool is_greatest_of(Op op, std::int64_t coefficient) {
    return (op == Op::max && coefficient > 0) || (op == Op::min && coefficient < 0);
  }
  /// The form with `operand` in place of `atom`.
  Affine with_in_place(const Affine& form, ExpressionId atom, ExpressionId operand) {
    const Affine change = add(affine(program_, operand), {.constant = 0, .terms = {{atom, 1}}}, -1);
    return add(form, change, form.coefficient(atom));
  }

  std::int64_t greatest(const Affine& form, const State& state, int depth) {
    std::int64_t best = range(form, state).high;
    if (depth == 0 || form.is_constant()) return best;
    for (const auto& [atom, coefficient] : form.terms)
      if (is_greatest_of(program_[atom].op, coefficient))
        best = std::min(best, std::max(greatest(with_in_place(form, atom, program_[atom].a), state, depth - 1),
                                       greatest(with_in_place(form, atom, program_[atom].b), state, depth - 1)));
    std::vector<Affine> implied;
    for (const auto& term : form.terms) add_implied(term.first, implied);
    for (const std::vector<Affine>* list : {&state.constraints, static_cast<const std::vector<Affine>*>(&implied)})
      for (const Affine& constraint : *list)
        for (const auto& [atom, coefficient] : constraint.terms) {
          const std::int64_t own = form.coefficient(atom);
          if (own == 0 || own % coefficient != 0 || own / coefficient < 0) continue;
          best = std::min(best, greatest(add(form, constraint, -(own / coefficient)), state, depth - 1));
        }
    return best;
  }

  Interval bounds(const Affine& form, const State& state) {
    return {-greatest(scaled(form, -1), state, kDepth), greatest(form, state, kDepth)};
  }

  void report(const Statement& statement, const State& state) {
    for (std::size_t part = 0; part < statement.to.size(); ++part) {
      OptionRange option{.statement = &statement, .part = part, .to = {}, .change = {}};
      for (std::size_t i = 0; i < statement.to[part].size(); ++i) {
        const ExpressionId to = statement.to[part][i];
        const Affine form = affine(program_, to);
        option.to.push_back(intersection(of(to, state), bounds(form, state)));
        Interval change = option.to.back() - (i < state.coordinates.size() ? state.coordinates[i] : Interval::all());
        if (i < coordinate_ids_.size() && coordinate_ids_[i]) {
          const Affine difference = add(form, {.constant = 0, .terms = {{*coordinate_ids_[i], 1}}}, -1);
          change = intersection(change, bounds(difference, state));
        }
        option.change.push_back(change);
      }
      out_.options.push_back(std::move(option));
    }
  }

  Interval of(ExpressionId id, const State& state) {
    if (stamps_[id] == stamp_) return memo_[id];
    const Interval value = compute(program_[id], state);
    stamps_[id] = stamp_;
    memo_[id] = value;
    out_.expressions[id] = hull(out_.expressions[id], value);
    return value;
  }

  Interval compute(const Expression& e, const State& state) {
    switch (e.op) {
      case Op::constant: return Interval::point(e.value);
      case Op::coordinate: return state.coordinates[static_cast<std::size_t>(e.value)];
      case Op::variable: return state.slots[static_cast<std::size_t>(e.value)];
      case Op::element: {
        of(e.a, state);
        Interval all = Interval::none();
        for (const std::int64_t value : program_.lists[static_cast<std::size_t>(e.value)])
          all = hull(all, Interval::point(value));
        return all;
      }
      case Op::select: {
        const Interval condition = of(e.a, state);
        const Interval yes = of(e.b, state), no = of(e.c, state);
        if (condition == Interval::point(1)) return yes;
        if (condition == Interval::point(0)) return no;
        return hull(yes, no);
      }
      default: break;
    }
    const Interval a = of(e.a, state);
    return range_of(e.op, a, operand_count(e.op) > 1 ? of(e.b, state) : Interval::point(0));
  }

  const MoveProgram& program_;
  Ranges& out_;
  std::vector<std::optional<ExpressionId>> coordinate_ids_, slot_ids_;
  std::vector<Interval> assigned_;  ///< every value assigned so far
  std::uint64_t trials_ = 0;
  bool quiet_ = false;       ///< options are not reported: a trial round of a loop
  std::uint64_t stamp_ = 1;  ///< memo_[id] holds in the present state if stamps_[id] == stamp_
  std::vector<std::uint64_t> stamps_;
  std::vector<Interval> memo_;
};

}  // namespace

Ranges ranges(const MoveProgram& program, const std::vector<Interval>& coordinates) {
  Ranges result;
  result.expressions.assign(program.expressions.size(), Interval::none());
  result.slots.assign(program.slot_names.size(), Interval::none());
  State state;
  state.coordinates = coordinates;
  // A slot is 0 until it is set.
  state.slots.assign(program.slot_names.size(), Interval::point(0));
  Analysis(program, result).run(program.body, state);
  return result;
}

bool may_trap(const MoveProgram& program, ExpressionId id, const Ranges& ranges) {
  const Expression& e = program[id];
  if (!may_trap(program, e) || ranges.expressions[id].empty()) return false;  // empty: never evaluated
  if (e.op != Op::element) return !intersection(ranges.expressions[e.b], Interval::point(0)).empty();
  const auto size = static_cast<std::int64_t>(program.lists[static_cast<std::size_t>(e.value)].size());
  return !ranges.expressions[e.a].within({1, size});
}

}  // namespace bouton
