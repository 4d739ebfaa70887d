#include "engine/flow/analysis/safety.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "engine/base/wide.h"
#include "engine/flow/analysis/rounds.h"
#include "engine/flow/analysis/zone.h"

namespace bouton {
namespace {

constexpr std::size_t kMostRegisters = 40;
constexpr std::size_t kMostBlocks = 400;
constexpr std::size_t kMostVisits = 20'000;
constexpr int kVisitsBeforeWidening = 2;
/// A loop of more rounds counts them.
constexpr std::int64_t kMostUncounted = std::int64_t{1} << 16;

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
        scratch_(function_.registers + 1),
        thresholds_(thresholds(program, function_, box)) {
    for (std::uint32_t i = 0; i < box_.dimensions(); ++i) is_assigned_.push_back(assigns(function_, program_, i));
  }

  /// What may go wrong; `facts` take what is known of single instructions.
  std::optional<Refusal> check(FlowFacts& facts) {
    facts.inside.assign(program_.options.size(), 0U);
    facts.held.resize(function_.blocks.size());
    facts.is_there.resize(function_.blocks.size());
    facts.divides_small.resize(function_.blocks.size());
    for (std::size_t b = 0; b < function_.blocks.size(); ++b) {
      facts.held[b].resize(function_.blocks[b].instructions.size());
      facts.is_there[b].resize(function_.blocks[b].instructions.size());
      facts.divides_small[b].resize(function_.blocks[b].instructions.size());
    }
    if (function_.registers > kMostRegisters || function_.blocks.size() > kMostBlocks) return Refusal{"the program is long"};
    for (std::size_t i = 0; i < box_.dimensions(); ++i)
      if (box_.low()[i] < -(Coordinate{1} << 30) || box_.high()[i] > (Coordinate{1} << 30))
        return Refusal{"coordinates are large"};
    if (!find_states()) return Refusal{"the program takes long to analyse"};
    is_analysed_ = true;
    facts.inside.assign(program_.options.size(), ~0U);
    std::optional<Refusal> danger;
    for (std::size_t b = 0; b < function_.blocks.size(); ++b) {
      if (!states_[b]) continue;
      const FlowBlock& block = function_.blocks[b];
      AbstractState state = state_of(b);
      for (std::size_t n = 0; n < block.instructions.size(); ++n) {
        note(b, n, state, facts);
        std::optional<Refusal> found = execute(block.instructions[n], state);
        if (!danger) danger = std::move(found);
      }
      if (!danger && !state.zone.is_empty() && block.end.kind == FlowTerminator::Kind::trap)
        danger = Refusal{"an error may be raised", block.end.line};
    }
    return danger;
  }
  /// The values that a register may have at the beginning of a block.
  Interval64 at_beginning(std::size_t block, std::uint32_t number) const {
    if (!is_analysed_ || !states_[block]) return {};
    return interval(*states_[block], FlowOperand::of_register(number));
  }

 private:
  /// Numbers at which a bound that grows from round to round may come to rest: those of the box, sums of a few of them, and
  /// those that the program names. A bound that lets squares fit proves itself.
  static std::vector<std::int64_t> thresholds(const FlowProgram& program, const FlowFunction& function, const Box& box) {
    std::vector<std::int64_t> found{-1, 0, std::int64_t{1} << 30};
    const auto add = [&](std::int64_t number) {
      if (number < -Zone::kGreatestBound / 8 || number > Zone::kGreatestBound / 8) return;
      for (const std::int64_t near : {number - 1, number, number + 1})
        for (const std::int64_t sign : {1, -1}) found.push_back(sign * near);
    };
    for (std::size_t i = 0; i < box.dimensions(); ++i)
      for (const std::int64_t factor : {1, 2, 4}) {
        add(factor * box.low()[i]);
        add(factor * box.high()[i]);
      }
    for (const FlowBlock& block : function.blocks) {
      for (const FlowOperand& operand : {block.end.a, block.end.b})
        if (operand.is_constant) add(operand.value);
      for (const FlowInstruction& i : block.instructions)
        if (i.op == FlowOp::element) add(static_cast<std::int64_t>(program.lists[i.index].size()));
    }
    std::ranges::sort(found);
    const auto last = std::ranges::unique(found);
    found.erase(last.begin(), last.end());
    // Each may take a round.
    constexpr std::size_t kMostThresholds = 60;
    return found.size() <= kMostThresholds ? found : std::vector<std::int64_t>{-1, 0, std::int64_t{1} << 30};
  }

  /// What is known before an instruction is executed.
  void note(std::size_t block, std::size_t number, const AbstractState& state, FlowFacts& facts) const {
    const FlowInstruction& i = function_.blocks[block].instructions[number];
    if (i.op == FlowOp::option) facts.inside[i.index] &= places_inside(program_.options[i.index], state);
    if (i.op == FlowOp::floor_div || i.op == FlowOp::floor_mod || i.op == FlowOp::truncating_mod)
      facts.divides_small[block][number] = is_small(interval(state, i.a), 0) && is_small(interval(state, i.b), 1);
    if (i.op == FlowOp::element) facts.is_there[block][number] = is_element(i, state);
    if (!is_computed(i.op)) return;
    if (const Available* const held = held_by(i, state)) facts.held[block][number] = held->held_in;
  }

  static bool is_small(const Interval64& values, std::int64_t least) {
    return values.least >= least && values.greatest < (std::int64_t{1} << 31);
  }

  /// At the beginning of a block that can be reached.
  AbstractState state_of(std::size_t block) const {
    AbstractState state = *states_[block];
    know_parameters(state.zone, false);
    state.zone.close();
    return state;
  }

  std::uint32_t places_inside(const FlowOption& option, const AbstractState& state) const {
    if (state.zone.is_empty()) return ~0U;
    std::uint32_t places = 0;
    for (std::size_t c = 0; c < option.to.size() && c < box_.dimensions(); ++c) {
      const Interval64 to = interval(state, option.to[c]);
      if (to.least >= box_.low()[c] && to.greatest <= box_.high()[c]) places |= 1U << c;
    }
    return places;
  }

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
      AbstractState state = state_of(block);
      for (const FlowInstruction& i : function_.blocks[block].instructions) (void)execute(i, state);
      if (state.zone.is_empty()) continue;
      const FlowTerminator& end = function_.blocks[block].end;
      const auto go = [&](std::uint32_t to, AbstractState&& there) {
        if (there.zone.is_empty()) return;
        // Every cycle has a block that ticks; elsewhere what relates two registers is worth keeping.
        const bool widens = visits[to] > kVisitsBeforeWidening && ticks(function_.blocks[to]);
        if (!merge(to, std::move(there), widens ? &thresholds_ : nullptr)) return;
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

  bool merge(std::uint32_t block, AbstractState&& state, const std::vector<std::int64_t>* widen) {
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

  /// Where a difference is known to be at least a constant: what that says of the two numbers. So loops in steps ask for
  /// another round: `last - t` is at least the step.
  static void know_difference(AbstractState& state, const FlowTerminator& end) {
    if (end.a.is_constant || !end.b.is_constant) return;
    const auto held = std::ranges::find_if(
        state.available, [&](const Available& e) { return e.held_in == end.a.number() && e.op == FlowOp::sub; });
    if (held == state.available.end()) return;
    // Of numbers that are bounded, and so small, the difference does not wrap around.
    if (!interval(state, held->a).is_bounded() || !interval(state, held->b).is_bounded()) return;
    at_most(state, term(held->b), term(held->a), -Wide{end.b.value});
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
          know_difference(state, end);
        }
        break;
    }
  }
  /// The greatest that a - b may be.
  static Wide difference(const AbstractState& state, const Term& a, const Term& b) {
    const std::int64_t bound = state.zone.bound(a.variable, b.variable);
    return bound == Zone::kNoBound ? Wide{Zone::kNoBound} : Wide{bound} + a.offset - b.offset;
  }

  /// Executes the instruction; says what may go wrong in it.
  std::optional<Refusal> execute(const FlowInstruction& i, AbstractState& state) {
    std::optional<Refusal> danger;
    if (state.zone.is_empty()) return danger;
    const auto note = [&](bool is_dangerous, const char* what) {
      if (is_dangerous && !danger) danger = Refusal{what, i.line};
    };
    const Interval64 a = interval(state, i.a), b = interval(state, i.b);
    switch (i.op) {
      case FlowOp::tick: return danger;
      case FlowOp::call: {
        const FlowCall& call = program_.calls[i.index];
        for (const FlowOperand& argument : call.arguments) {
          const Interval64 from = interval(state, argument);
          note(from.least < 0 || from.greatest >= kRememberedOfOne, "a function is called with many different numbers");
        }
        for (const std::uint32_t to : call.results) forget(state, to);
        return danger;
      }
      case FlowOp::option: {
        const FlowOption& option = program_.options[i.index];
        for (std::size_t c = 0; c < option.to.size(); ++c) {
          const Interval64 to = interval(state, option.to[c]);
          note(to.least < domain_.axis(c).least || to.greatest > domain_.axis(c).greatest || !is_inside(to, domain_.axis(c)),
               "an option may not be a position of the game");
        }
        return danger;
      }
      case FlowOp::floor_div:
      case FlowOp::floor_mod:
      case FlowOp::truncating_mod: note(b.least <= 0 && b.greatest >= 0, "a division by 0 may happen"); break;
      case FlowOp::element: note(!is_element(i, state), "an element may not be there"); break;
      default: break;
    }
    assign(i, state, a, b);
    return danger;
  }
  /// An interval without a bound may hold any integer, whatever the axis says of the last ones.
  static bool is_inside(const Interval64& to, const Axis& axis) {
    return (to.least != -Zone::kNoBound || axis.least == kLeastCoordinate) &&
           (to.greatest != Zone::kNoBound || axis.greatest == kGreatestCoordinate);
  }

  bool is_element(const FlowInstruction& i, const AbstractState& state) const {
    const Interval64 at = interval(state, i.a);
    return at.least >= 0 && at.greatest < static_cast<std::int64_t>(program_.lists[i.index].size());
  }
  static const Available* held_by(const FlowInstruction& i, const AbstractState& state) {
    const auto held = std::ranges::find_if(
        state.available, [&](const Available& e) { return e.op == i.op && e.a == i.a && e.b == i.b && e.index == i.index; });
    return held == state.available.end() ? nullptr : &*held;
  }

  /// The register may hold anything.
  static void forget(AbstractState& state, std::uint32_t number) {
    const auto reads = [&](const FlowOperand& operand) { return !operand.is_constant && operand.number() == number; };
    std::erase_if(state.available, [&](const Available& e) { return e.held_in == number || reads(e.a) || reads(e.b); });
    state.zone.forget(number + 1U);
  }

  void assign(const FlowInstruction& i, AbstractState& state, const Interval64& a, const Interval64& b) {
    const Term result{scratch_, 0};
    const Available* const held = held_by(i, state);
    const bool is_known = is_computed(i.op) && held != nullptr;
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
      case FlowOp::shift_left: shifted_left(state, result, x, a, b); return;
      case FlowOp::shift_right:
        // By a negative number it shifts to the left.
        if (b.greatest <= 0 && b.least > -64) shifted_left(state, result, x, a, {-b.greatest, -b.least});
        if (a.least < 0 || b.least < 0) return;
        at_most(state, Term{0, 0}, result, 0);
        at_most(state, result, x, 0);
        return;
      default: return;
    }
  }

  static void shifted_left(AbstractState& state, const Term& result, const Term& x, const Interval64& a, const Interval64& by) {
    if (a.least < 0 || by.least < 0 || by.greatest > 30 || a.greatest > (std::int64_t{1} << 31)) return;
    at_most(state, x, result, by.least > 0 && a.least > 0 ? -1 : 0);
    at_most(state, result, Term{0, 0}, Wide{a.greatest} << by.greatest);
  }

  const FlowProgram& program_;
  const FlowFunction& function_;
  const Domain& domain_;
  const Box& box_;
  std::size_t scratch_;
  std::vector<std::int64_t> thresholds_;
  bool is_analysed_ = false;
  std::vector<bool> is_assigned_;  ///< of the parameters
  std::vector<std::optional<AbstractState>> states_;
};

/// Of the functions that the first one calls.
std::optional<Refusal> danger_of_functions(const FlowProgram& program, const Domain& domain) {
  for (std::size_t f = 1; f < program.functions.size(); ++f) {
    const FlowFunction& function = program.functions[f];
    if (!function.is_remembered) return Refusal{"a function calls itself"};
    Position least, greatest;
    for (std::uint32_t i = 0; i < function.parameters; ++i) {
      least.push_back(0);
      greatest.push_back(kRememberedOfOne - 1);
    }
    FlowFacts unused;
    if (auto danger = Safety(program, f, domain, Box(std::move(least), std::move(greatest))).check(unused)) return danger;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> find_danger(const FlowProgram& program, const Domain& domain, const Box& box) {
  if (auto danger = danger_of_functions(program, domain)) return danger;
  FlowFacts unused;
  return Safety(program, 0, domain, box).check(unused);
}

FlowFacts find_facts(const FlowProgram& program, const Domain& domain, const Box& box) {
  Safety safety(program, 0, domain, box);
  FlowFacts facts;
  facts.is_safe = !safety.check(facts) && !danger_of_functions(program, domain);
  const ShortLoops loops = short_loops(program, kMostUncounted, [&](std::uint32_t block, std::uint32_t number) {
    const Interval64 values = safety.at_beginning(block, number);
    return std::pair{values.least, values.greatest};
  });
  facts.uncounted = loops.heads;
  facts.rounds = loops.rounds;
  return facts;
}

}  // namespace bouton
