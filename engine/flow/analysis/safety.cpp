#include "engine/flow/analysis/safety.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "engine/flow/analysis/zone.h"

namespace bouton {
namespace {

__extension__ using Wide = __int128;

constexpr std::size_t kMostRegisters = 40;
constexpr std::size_t kMostBlocks = 400;
constexpr std::size_t kMostVisits = 20'000;
constexpr int kVisitsBeforeWidening = 2;

/// A value is variable + offset; of a constant the variable is 0.
struct Term {
  std::size_t variable = 0;
  std::int64_t offset = 0;
};

struct Interval64 {
  std::int64_t least = -Zone::kNoBound, greatest = Zone::kNoBound;
  bool is_bounded() const { return least != -Zone::kNoBound && greatest != Zone::kNoBound; }
};

/// An expression, and the register that holds its value.
struct Available {
  FlowOp op;
  FlowOperand a, b;
  std::uint32_t index, held_in;
  friend bool operator==(const Available&, const Available&) = default;
};

struct AbstractState {
  explicit AbstractState(std::size_t variables) : zone(variables) {}
  Zone zone;
  std::vector<Available> available;
};

bool is_computed(FlowOp op) { return op < FlowOp::call && op != FlowOp::move; }

class Safety {
 public:
  /// Of the function whose parameters lie in the box.
  Safety(const FlowProgram& program, std::size_t function, const Domain& domain, const Box& box)
      : program_(program),
        function_(program.functions[function]),
        domain_(domain),
        box_(box),
        scratch_(function_.registers + 1) {
    for (std::uint32_t i = 0; i < box_.dimensions(); ++i) is_assigned_.push_back(assigns(function_, program_, i));
  }

  std::optional<Refusal> check() {
    if (function_.registers > kMostRegisters || function_.blocks.size() > kMostBlocks) return Refusal{"the program is long"};
    for (std::size_t i = 0; i < box_.dimensions(); ++i)
      if (box_.low()[i] < -(Coordinate{1} << 30) || box_.high()[i] > (Coordinate{1} << 30))
        return Refusal{"coordinates are large"};
    if (!find_states()) return Refusal{"the program takes long to analyse"};
    for (std::size_t b = 0; b < function_.blocks.size(); ++b) {
      if (!states_[b]) continue;
      AbstractState state = *states_[b];
      know_parameters(state.zone, false);
      state.zone.close();
      if (auto danger = execute(function_.blocks[b], state)) return danger;
      if (!state.zone.is_empty() && function_.blocks[b].end.kind == FlowTerminator::Kind::trap)
        return Refusal{"an error may be raised", function_.blocks[b].end.line};
    }
    return std::nullopt;
  }

 private:
  /// What is known at the beginning of each block that can be reached; false where that takes long.
  bool find_states() {
    states_.assign(function_.blocks.size(), std::nullopt);
    std::vector<int> visits(function_.blocks.size(), 0);
    AbstractState first(function_.registers + 1U);
    know_parameters(first.zone, true);
    states_[0] = first;
    std::vector<std::uint32_t> open{0};
    std::size_t steps = 0;
    while (!open.empty()) {
      if (++steps > kMostVisits) return false;
      const auto next = std::ranges::min_element(open);
      const std::uint32_t block = *next;
      open.erase(next);
      AbstractState state = *states_[block];
      know_parameters(state.zone, false);
      state.zone.close();
      (void)execute(function_.blocks[block], state);
      if (state.zone.is_empty()) continue;
      const FlowTerminator& end = function_.blocks[block].end;
      const auto go = [&](std::uint32_t to, AbstractState&& there) {
        if (there.zone.is_empty()) return;
        if (!merge(to, std::move(there), visits[to] > kVisitsBeforeWidening)) return;
        ++visits[to];
        if (std::ranges::find(open, to) == open.end()) open.push_back(to);
      };
      if (end.kind == FlowTerminator::Kind::jump) go(end.then, std::move(state));
      if (end.kind != FlowTerminator::Kind::branch) continue;
      AbstractState otherwise = state;
      assume(state, end, true);
      assume(otherwise, end, false);
      go(end.then, std::move(state));
      go(end.otherwise, std::move(otherwise));
    }
    return true;
  }

  /// The parameters lie in the box at the beginning, and those that are never assigned always: whatever widening forgot.
  void know_parameters(Zone& zone, bool at_beginning) const {
    for (std::uint32_t i = 0; i < box_.dimensions(); ++i) {
      if (!at_beginning && is_assigned_[i]) continue;
      zone.constrain(i + 1, 0, box_.high()[i]);
      zone.constrain(0, i + 1, -box_.low()[i]);
    }
  }

  bool merge(std::uint32_t block, AbstractState&& state, bool widen) {
    std::optional<AbstractState>& at = states_[block];
    if (!at) {
      at = std::move(state);
      return true;
    }
    bool changed = at->zone.join(state.zone, widen);
    const std::size_t before = at->available.size();
    std::erase_if(at->available,
                  [&](const Available& e) { return std::ranges::find(state.available, e) == state.available.end(); });
    changed = changed || at->available.size() != before;
    return changed;
  }

  static Term term(const FlowOperand& operand) {
    return operand.is_constant ? Term{0, operand.value} : Term{operand.number() + 1U, 0};
  }
  static Interval64 interval(const AbstractState& state, const FlowOperand& operand) {
    if (operand.is_constant) return {operand.value, operand.value};
    return {state.zone.least(operand.number() + 1U), state.zone.greatest(operand.number() + 1U)};
  }

  /// a - b <= c
  static void at_most(AbstractState& state, const Term& a, const Term& b, Wide c) {
    c = c - a.offset + b.offset;
    if (c > Zone::kGreatestBound) return;
    const auto bound = static_cast<std::int64_t>(std::max<Wide>(c, -Zone::kGreatestBound));
    state.zone.constrain(a.variable, b.variable, bound);
  }

  static void assume(AbstractState& state, const FlowTerminator& end, bool holds) {
    const Term a = term(end.a), b = term(end.b);
    switch (end.condition) {
      case FlowCondition::less:
        if (holds) at_most(state, a, b, -1);
        else at_most(state, b, a, 0);
        break;
      case FlowCondition::less_equal:
        if (holds) at_most(state, a, b, 0);
        else at_most(state, b, a, -1);
        break;
      case FlowCondition::equal: {
        if (holds) {
          at_most(state, a, b, 0);
          at_most(state, b, a, 0);
          break;
        }
        // Two values that are ordered and differ, differ by 1.
        if (a.variable != b.variable) {
          if (difference(state, a, b) == 0) at_most(state, a, b, -1);
          else if (difference(state, b, a) == 0) at_most(state, b, a, -1);
        } else if (a.offset == b.offset) {
          state.zone.constrain(0, 0, -1);
        }
        break;
      }
      case FlowCondition::unsigned_less:
        if (holds && interval(state, end.b).least >= 0) {
          at_most(state, Term{0, 0}, a, 0);
          at_most(state, a, b, -1);
        } else if (!holds && interval(state, end.a).least >= 0 && interval(state, end.b).least >= 0) {
          at_most(state, b, a, 0);
        }
        break;
    }
  }
  /// The greatest that a - b may be.
  static Wide difference(const AbstractState& state, const Term& a, const Term& b) {
    const std::int64_t bound = state.zone.bound(a.variable, b.variable);
    return bound == Zone::kNoBound ? Wide{Zone::kNoBound} : Wide{bound} + a.offset - b.offset;
  }

  /// Executes the instructions; says what may go wrong in them.
  std::optional<Refusal> execute(const FlowBlock& block, AbstractState& state) {
    std::optional<Refusal> danger;
    const auto note = [&](bool is_dangerous, const char* what, int line) {
      if (is_dangerous && !danger && !state.zone.is_empty()) danger = Refusal{what, line};
    };
    for (const FlowInstruction& i : block.instructions) {
      if (state.zone.is_empty()) return danger;
      const Interval64 a = interval(state, i.a), b = interval(state, i.b);
      switch (i.op) {
        case FlowOp::tick: continue;
        case FlowOp::call: {
          const FlowCall& call = program_.calls[i.index];
          for (const FlowOperand& argument : call.arguments) {
            const Interval64 from = interval(state, argument);
            note(from.least < 0 || from.greatest >= kRememberedOfOne, "a function is called for many numbers", i.line);
          }
          for (const std::uint32_t to : call.results) forget(state, to);
          continue;
        }
        case FlowOp::option: {
          const FlowOption& option = program_.options[i.index];
          for (std::size_t c = 0; c < option.to.size(); ++c) {
            const Interval64 to = interval(state, option.to[c]);
            note(to.least < domain_.axis(c).least || to.greatest > domain_.axis(c).greatest || !is_inside(to, domain_.axis(c)),
                 "an option may be no position of the game", i.line);
          }
          continue;
        }
        case FlowOp::floor_div:
        case FlowOp::floor_mod:
        case FlowOp::truncating_mod: note(b.least <= 0 && b.greatest >= 0, "a division by 0 may happen", i.line); break;
        case FlowOp::element:
          note(a.least < 0 || a.greatest >= static_cast<std::int64_t>(program_.lists[i.index].size()),
               "an element may not be there", i.line);
          break;
        default: break;
      }
      assign(i, state, a, b);
    }
    return danger;
  }
  /// An interval without a bound may hold any integer, whatever the axis says of the last ones.
  static bool is_inside(const Interval64& to, const Axis& axis) {
    return (to.least != -Zone::kNoBound || axis.least == kLeastCoordinate) &&
           (to.greatest != Zone::kNoBound || axis.greatest == kGreatestCoordinate);
  }

  /// The register may hold anything.
  static void forget(AbstractState& state, std::uint32_t number) {
    const auto reads = [&](const FlowOperand& operand) { return !operand.is_constant && operand.number() == number; };
    std::erase_if(state.available, [&](const Available& e) { return e.held_in == number || reads(e.a) || reads(e.b); });
    state.zone.forget(number + 1U);
  }

  void assign(const FlowInstruction& i, AbstractState& state, const Interval64& a, const Interval64& b) {
    const Term result{scratch_, 0};
    const auto held = std::ranges::find_if(
        state.available, [&](const Available& e) { return e.op == i.op && e.a == i.a && e.b == i.b && e.index == i.index; });
    const bool is_known = is_computed(i.op) && held != state.available.end();
    if (is_known) equal(state, result, Term{held->held_in + 1U, 0});
    else if (i.op == FlowOp::move) equal(state, result, term(i.a));
    else compute(i, state, result, a, b);
    const std::uint32_t to = i.to;
    const auto reads = [&](const FlowOperand& operand) { return !operand.is_constant && operand.number() == to; };
    std::erase_if(state.available, [&](const Available& e) { return e.held_in == to || reads(e.a) || reads(e.b); });
    if (is_computed(i.op) && !is_known && !reads(i.a) && !reads(i.b)) state.available.push_back({i.op, i.a, i.b, i.index, to});
    state.zone.rename(scratch_, to + 1U);
  }

  static void equal(AbstractState& state, const Term& a, const Term& b) {
    at_most(state, a, b, 0);
    at_most(state, b, a, 0);
  }
  /// The result lies between two numbers, if these are as small as not to wrap around.
  static bool between(AbstractState& state, const Term& result, Wide least, Wide greatest) {
    if (least < -Zone::kGreatestBound || greatest > Zone::kGreatestBound) return false;
    at_most(state, Term{0, 0}, result, -least);
    at_most(state, result, Term{0, 0}, greatest);
    return true;
  }

  void compute(const FlowInstruction& i, AbstractState& state, const Term& result, const Interval64& a, const Interval64& b) {
    const Term x = term(i.a), y = term(i.b);
    const bool bounded = a.is_bounded() && b.is_bounded();
    const Wide al = a.least, ah = a.greatest, bl = b.least, bh = b.greatest;
    switch (i.op) {
      case FlowOp::add:
        if (!bounded || !between(state, result, al + bl, ah + bh)) return;
        at_most(state, result, x, bh);
        at_most(state, x, result, -bl);
        at_most(state, result, y, ah);
        at_most(state, y, result, -al);
        return;
      case FlowOp::sub: {
        if (!bounded) return;
        // Where it is known which is the greater, also by how much.
        const Wide greatest = std::min(ah - bl, difference(state, x, y)), least = std::max(al - bh, -difference(state, y, x));
        if (al - bh < -Zone::kGreatestBound || ah - bl > Zone::kGreatestBound) return;
        between(state, result, least, greatest);
        at_most(state, result, x, -bl);
        at_most(state, x, result, bh);
        return;
      }
      case FlowOp::mul: compute_product(state, result, x, y, a, b); return;
      case FlowOp::neg:
        if (a.is_bounded()) between(state, result, -ah, -al);
        return;
      case FlowOp::bit_not:
        if (a.is_bounded()) between(state, result, -ah - 1, -al - 1);
        return;
      case FlowOp::abs:
        if (a.is_bounded()) between(state, result, 0, std::max(-al, ah));
        return;
      case FlowOp::floor_div:
        if (bl < 1 || al < 0) return;
        at_most(state, Term{0, 0}, result, 0);
        at_most(state, result, x, bl >= 2 && al >= 1 ? -1 : 0);
        if (a.greatest != Zone::kNoBound) at_most(state, result, Term{0, 0}, ah / bl);
        return;
      case FlowOp::floor_mod:
        if (bl < 1) return;
        at_most(state, Term{0, 0}, result, 0);
        at_most(state, result, y, -1);
        if (al >= 0) at_most(state, result, x, 0);
        return;
      case FlowOp::min:
        at_most(state, result, x, 0);
        at_most(state, result, y, 0);
        if (a.least != -Zone::kNoBound && b.least != -Zone::kNoBound) at_most(state, Term{0, 0}, result, -std::min(al, bl));
        return;
      case FlowOp::max:
        at_most(state, x, result, 0);
        at_most(state, y, result, 0);
        if (a.greatest != Zone::kNoBound && b.greatest != Zone::kNoBound) at_most(state, result, Term{0, 0}, std::max(ah, bh));
        return;
      case FlowOp::element: {
        const std::vector<std::int64_t>& list = program_.lists[i.index];
        between(state, result, *std::ranges::min_element(list), *std::ranges::max_element(list));
        return;
      }
      default: compute_bits(i.op, state, result, x, y, a, b); return;
    }
  }

  static void compute_product(AbstractState& state, const Term& result, const Term& x, const Term& y, const Interval64& a,
                              const Interval64& b) {
    constexpr std::int64_t kFits = std::int64_t{1} << 31;
    for (const Interval64& one : {a, b})
      if (!one.is_bounded() || one.least < -kFits || one.greatest > kFits) return;
    const Wide products[] = {Wide{a.least} * b.least, Wide{a.least} * b.greatest, Wide{a.greatest} * b.least,
                             Wide{a.greatest} * b.greatest};
    const Wide least = *std::ranges::min_element(products), greatest = *std::ranges::max_element(products);
    // It does not wrap around, so it is no less than either factor where both are at least 1.
    if (greatest <= Zone::kGreatestBound) at_most(state, result, Term{0, 0}, greatest);
    if (least >= -Zone::kGreatestBound) at_most(state, Term{0, 0}, result, -least);
    if (b.least >= 1 && a.least >= 0) at_most(state, x, result, 0);
    if (a.least >= 1 && b.least >= 0) at_most(state, y, result, 0);
  }

  static void compute_bits(FlowOp op, AbstractState& state, const Term& result, const Term& x, const Term& y,
                           const Interval64& a, const Interval64& b) {
    switch (op) {
      case FlowOp::bit_and:
        if (a.least < 0 && b.least < 0) return;
        at_most(state, Term{0, 0}, result, 0);
        if (a.least >= 0) at_most(state, result, x, 0);
        if (b.least >= 0) at_most(state, result, y, 0);
        return;
      case FlowOp::bit_or:
      case FlowOp::bit_xor: {
        if (a.least < 0 || b.least < 0) return;
        at_most(state, Term{0, 0}, result, 0);
        if (op == FlowOp::bit_or) {
          at_most(state, x, result, 0);
          at_most(state, y, result, 0);
        }
        const std::int64_t greatest = std::max(a.greatest, b.greatest);
        if (greatest <= Zone::kGreatestBound / 2)
          at_most(state, result, Term{0, 0}, (Wide{1} << std::bit_width(static_cast<std::uint64_t>(greatest))) - 1);
        return;
      }
      case FlowOp::shift_left:
        if (a.least < 0 || b.least < 0 || b.greatest > 30 || a.greatest > (std::int64_t{1} << 31)) return;
        at_most(state, x, result, 0);
        at_most(state, result, Term{0, 0}, Wide{a.greatest} << b.greatest);
        return;
      case FlowOp::shift_right:
        if (a.least < 0 || b.least < 0) return;
        at_most(state, Term{0, 0}, result, 0);
        at_most(state, result, x, 0);
        return;
      default: return;
    }
  }

  const FlowProgram& program_;
  const FlowFunction& function_;
  const Domain& domain_;
  const Box& box_;
  std::size_t scratch_;
  std::vector<bool> is_assigned_;  ///< of the parameters
  std::vector<std::optional<AbstractState>> states_;
};

}  // namespace

std::optional<Refusal> find_danger(const FlowProgram& program, const Domain& domain, const Box& box) {
  for (std::size_t f = 1; f < program.functions.size(); ++f) {
    const FlowFunction& function = program.functions[f];
    if (!function.is_remembered) return Refusal{"a function calls itself"};
    Position least, greatest;
    for (std::uint32_t i = 0; i < function.parameters; ++i) {
      least.push_back(0);
      greatest.push_back(kRememberedOfOne - 1);
    }
    if (auto danger = Safety(program, f, domain, Box(std::move(least), std::move(greatest))).check()) return danger;
  }
  return Safety(program, 0, domain, box).check();
}

}  // namespace bouton
