#include "engine/rules/followers.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/base/wide.h"

namespace bouton {
namespace {

/// base + slope * k, for every k from 0 to `steps`.
struct LinearChange {
  std::int64_t base = 0;
  std::int64_t slope = 0;
  friend bool operator==(const LinearChange&, const LinearChange&) = default;
};
using Value = std::optional<LinearChange>;  ///< nothing: not linear, or not known

/// Walks through a program as it runs at all positions p + k d, k from 0 to `steps`, at once: the first round of each loop,
/// and the branches of which all of them take the same one.
class Walk {
 public:
  Walk(const MoveProgram& program, std::vector<LinearChange> position, std::uint64_t steps)
      : program_(program), position_(std::move(position)), steps_(steps), slots_(program.slot_names.size()) {}

  /// Where the moves that all of them have lead to, part by part.
  std::vector<std::vector<LinearChange>> options() {
    (void)run(program_.body);
    return std::move(options_);
  }

 private:
  enum class End { ran, left, unknown };  ///< how a block ends: `unknown` if that is not the same for all, or not seen

  Wide at(const LinearChange& value, std::uint64_t k) const { return Wide{value.base} + Wide{value.slope} * Wide{k}; }
  static bool fits(Wide value) {
    return value >= std::numeric_limits<std::int64_t>::min() && value <= std::numeric_limits<std::int64_t>::max();
  }
  /// Nothing where it would wrap around at some k.
  Value linear(Wide base, Wide slope) const {
    if (!fits(base) || !fits(slope) || !fits(base + slope * Wide{steps_})) return std::nullopt;
    return LinearChange{static_cast<std::int64_t>(base), static_cast<std::int64_t>(slope)};
  }
  /// Of a - b: -1, 0 or 1 if that is its sign for every k.
  std::optional<int> sign(const LinearChange& a, const LinearChange& b) const {
    const auto sign_at = [&](std::uint64_t k) {
      const Wide difference = at(a, k) - at(b, k);
      return difference < 0 ? -1 : difference > 0 ? 1 : 0;
    };
    const int first = sign_at(0);
    if (first != sign_at(steps_)) return std::nullopt;
    return first;
  }
  /// Whether a <= b, or a < b, for every k or for none.
  std::optional<bool> ordered(const LinearChange& a, const LinearChange& b, bool strictly) const {
    const auto holds = [&](std::uint64_t k) { return strictly ? at(a, k) < at(b, k) : at(a, k) <= at(b, k); };
    if (holds(0) != holds(steps_)) return std::nullopt;
    return holds(0);
  }

  static Value truth(std::optional<bool> value) {
    if (!value) return std::nullopt;
    return LinearChange{*value ? 1 : 0, 0};
  }
  std::optional<bool> truth(ExpressionId id) const {
    const Value found = value(id);
    if (!found || found->slope != 0) return std::nullopt;
    return found->base != 0;
  }

  Value value(ExpressionId id) const;
  Value of_two(Op op, const LinearChange& a, const LinearChange& b) const;
  Value connective(const Expression& e) const;

  std::optional<bool> at_most(const LinearChange& first, ExpressionId last) const;
  std::optional<bool> at_least(const LinearChange& first, ExpressionId last) const;

  End run(const Block& block);
  End run(const Statement& statement);
  End branch(const Statement& statement);
  End loop(const Statement& statement);
  void forget_assigned(const Block& block);

  const MoveProgram& program_;
  std::vector<LinearChange> position_;
  std::uint64_t steps_;
  std::vector<Value> slots_;
  std::vector<std::vector<LinearChange>> options_;
};

Value Walk::value(ExpressionId id) const {
  const Expression& e = program_[id];
  switch (e.op) {
    case Op::constant: return LinearChange{e.value, 0};
    case Op::coordinate: return position_[static_cast<std::size_t>(e.value)];
    case Op::variable: return slots_[static_cast<std::size_t>(e.value)];
    case Op::element: {
      const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
      const Value place = value(e.a);
      if (!place || place->slope != 0 || place->base < 1 || static_cast<std::uint64_t>(place->base) > list.size())
        return std::nullopt;
      return LinearChange{list[static_cast<std::size_t>(place->base - 1)], 0};
    }
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::select: return connective(e);
    case Op::neg:
    case Op::abs:
    case Op::bit_not: {
      const Value a = value(e.a);
      if (!a) return std::nullopt;
      if (e.op == Op::bit_not) return linear(-Wide{a->base} - 1, -Wide{a->slope});
      if (e.op == Op::neg) return linear(-Wide{a->base}, -Wide{a->slope});
      const std::optional<bool> negative = ordered(*a, {}, true);
      if (!negative) return std::nullopt;
      return *negative ? linear(-Wide{a->base}, -Wide{a->slope}) : a;
    }
    default: break;
  }
  const Value a = value(e.a);
  const Value b = value(e.b);
  if (!a || !b) return std::nullopt;
  return of_two(e.op, *a, *b);
}

/// The second operand counts only where the first one does not decide.
Value Walk::connective(const Expression& e) const {
  const std::optional<bool> a = truth(e.a);
  if (!a) return std::nullopt;
  switch (e.op) {
    case Op::logical_not: return truth(std::optional(!*a));
    case Op::logical_and: return *a ? truth(truth(e.b)) : truth(std::optional(false));
    case Op::logical_or: return *a ? truth(std::optional(true)) : truth(truth(e.b));
    default: return value(*a ? e.b : e.c);
  }
}

Value Walk::of_two(Op op, const LinearChange& a, const LinearChange& b) const {
  switch (op) {
    case Op::add: return linear(Wide{a.base} + b.base, Wide{a.slope} + b.slope);
    case Op::sub: return linear(Wide{a.base} - b.base, Wide{a.slope} - b.slope);
    case Op::mul:
      if (a.slope != 0 && b.slope != 0) return std::nullopt;
      return linear(Wide{a.base} * b.base, Wide{a.base} * b.slope + Wide{a.slope} * b.base);
    case Op::min:
    case Op::max: {
      const std::optional<bool> a_is_least = ordered(a, b, false);
      if (!a_is_least) return std::nullopt;
      return *a_is_least == (op == Op::min) ? a : b;
    }
    case Op::less: return truth(ordered(a, b, true));
    case Op::less_equal: return truth(ordered(a, b, false));
    case Op::equal: {
      const std::optional<int> difference = sign(a, b);
      return difference ? truth(std::optional(*difference == 0)) : std::nullopt;
    }
    case Op::floor_div:
    case Op::floor_mod:
      if (a.slope != 0 || b.slope != 0 || b.base <= 0) return std::nullopt;
      return LinearChange{
          op == Op::floor_div ? a.base / b.base - (a.base % b.base < 0 ? 1 : 0) : (a.base % b.base + b.base) % b.base, 0};
    default: return std::nullopt;
  }
}

Walk::End Walk::run(const Block& block) {
  for (const Statement& statement : block)
    if (const End end = run(statement); end != End::ran) return end;
  return End::ran;
}

Walk::End Walk::run(const Statement& statement) {
  switch (statement.kind) {
    case Statement::Kind::assign: slots_[statement.slot] = value(statement.a); return End::ran;
    case Statement::Kind::branch: return branch(statement);
    case Statement::Kind::loop: return loop(statement);
    case Statement::Kind::leave: return End::left;
    case Statement::Kind::finish: return End::unknown;
    case Statement::Kind::option:
    case Statement::Kind::split: break;
  }
  for (const std::vector<ExpressionId>& part : statement.to) {
    std::vector<LinearChange> to;
    for (const ExpressionId coordinate : part)
      if (const Value found = value(coordinate)) to.push_back(*found);
    if (to.size() == part.size()) options_.push_back(std::move(to));
  }
  return End::ran;
}

Walk::End Walk::branch(const Statement& statement) {
  if (const std::optional<bool> taken = truth(statement.a)) return run(*taken ? statement.body : statement.otherwise);
  for (const Block* block : {&statement.body, &statement.otherwise}) {
    forget_assigned(*block);
    if (has_kind(*block, Statement::Kind::finish) || has_kind(*block, Statement::Kind::leave)) return End::unknown;
  }
  return End::ran;
}

Walk::End Walk::loop(const Statement& statement) {
  const Value first = value(statement.a), step = value(statement.c);
  std::optional<bool> entered;
  if (first && step && step->slope == 0 && step->base != 0)
    entered = step->base > 0 ? at_most(*first, statement.b) : at_least(*first, statement.b);
  if (entered == false) return End::ran;
  if (entered == true) {
    slots_[statement.slot] = first;
    if (run(statement.body) == End::unknown) return End::unknown;
  }
  forget_assigned(statement.body);
  return has_kind(statement.body, Statement::Kind::finish) ? End::unknown : End::ran;
}

/// Whether `first` <= the expression, for every k or for none. Of a quotient that need not be linear: a <= b // c is a c <= b.
std::optional<bool> Walk::at_most(const LinearChange& first, ExpressionId last) const {
  if (const Value known = value(last)) return ordered(first, *known, false);
  const Expression& e = program_[last];
  if (e.op != Op::floor_div) return std::nullopt;
  const Value dividend = value(e.a), divisor = value(e.b);
  if (!dividend || !divisor || divisor->slope != 0 || divisor->base <= 0) return std::nullopt;
  const Value multiple = of_two(Op::mul, first, *divisor);
  return multiple ? ordered(*multiple, *dividend, false) : std::nullopt;
}

std::optional<bool> Walk::at_least(const LinearChange& first, ExpressionId last) const {
  const Value known = value(last);
  return known ? ordered(*known, first, false) : std::nullopt;
}

/// What is assigned in a block that is run any number of times.
void Walk::forget_assigned(const Block& block) {
  for (const Statement& statement : block) {
    if (statement.kind == Statement::Kind::assign || statement.kind == Statement::Kind::loop) slots_[statement.slot].reset();
    forget_assigned(statement.body);
    forget_assigned(statement.otherwise);
  }
}

std::vector<LinearChange> line(PositionView position, const std::vector<std::int64_t>& step) {
  std::vector<LinearChange> result;
  for (std::size_t i = 0; i < position.size(); ++i) result.push_back({position[i], step.empty() ? 0 : step[i]});
  return result;
}

/// The steps that the moves from `position` take, each once, if no two positions along them have the same normal form: those
/// that change the sum of the coordinates, which no permutation does.
std::vector<std::vector<std::int64_t>> steps_from(const MoveProgram& program, PositionView position) {
  constexpr std::size_t kMost = 16;
  std::vector<std::vector<std::int64_t>> steps;
  for (const std::vector<LinearChange>& to : Walk(program, line(position, {}), 0).options()) {
    if (to.size() != position.size() || steps.size() == kMost) continue;
    std::vector<std::int64_t> step;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const Wide difference = Wide{to[i].base} - position[i];
      if (difference < -kGreatestCoordinate || difference > kGreatestCoordinate) break;
      step.push_back(static_cast<std::int64_t>(difference));
    }
    if (step.size() != to.size() || std::accumulate(step.begin(), step.end(), Wide{0}) == 0) continue;
    if (std::ranges::find(steps, step) == steps.end()) steps.push_back(std::move(step));
  }
  return steps;
}

/// Whether `step` can be taken so many times from `position`, one time after the other.
bool goes_on(const MoveProgram& program, const Domain& domain, PositionView position, const std::vector<std::int64_t>& step,
             std::uint64_t times) {
  for (std::size_t i = 0; i < position.size(); ++i) {
    const Wide coordinate = Wide{position[i]} + Wide{step[i]} * Wide{times};
    if (coordinate < domain.axis(i).least || coordinate > domain.axis(i).greatest) return false;
  }
  const std::vector<LinearChange> from = line(position, step);
  std::vector<LinearChange> next = from;
  for (std::size_t i = 0; i < next.size(); ++i) next[i].base += step[i];
  const std::vector<std::vector<LinearChange>> options = Walk(program, from, times - 1).options();
  return std::ranges::find(options, next) != options.end();
}

/// The positions that the moves lead to from the first ones of a walk.
class Lines {
 public:
  /// `position` + k `step` for k from 0 to `steps`, which can be reached, is the first line.
  Lines(const MoveProgram& program, const Domain& domain, PositionView position, std::vector<std::int64_t> step,
        std::uint64_t steps)
      : program_(program), domain_(domain), step_(std::move(step)), steps_(steps) {
    add(Position(position));
  }

  /// Whether there are so many lines, no two of which meet.
  bool reach(std::uint64_t wanted) {
    constexpr std::size_t kMostOptions = std::size_t{1} << 14;
    std::size_t looked_at = 0;
    for (std::size_t next = 0; next < firsts_.size() && firsts_.size() < wanted && looked_at < kMostOptions; ++next) {
      const std::vector<std::vector<LinearChange>> options = Walk(program_, line(firsts_[next], step_), steps_).options();
      looked_at += options.size();
      for (const std::vector<LinearChange>& to : options)
        if (has_step(to)) add(firsts_of(to));
    }
    return firsts_.size() >= wanted;
  }

 private:
  bool has_step(const std::vector<LinearChange>& to) const { return std::ranges::equal(to, step_, {}, &LinearChange::slope); }
  static Position firsts_of(const std::vector<LinearChange>& to) {
    Position first;
    for (const LinearChange& coordinate : to) first.push_back(coordinate.base);
    return first;
  }

  /// Where its positions are those of the domain. Lines that meet have the same place where they cross a fixed one.
  void add(const Position& first) {
    std::size_t axis = 0;
    while (step_[axis] == 0) ++axis;
    Wide back = Wide{first[axis]} / step_[axis];
    if (first[axis] - back * step_[axis] < 0) back -= step_[axis] > 0 ? 1 : -1;
    std::vector<Wide> crossing;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const Wide last = Wide{first[i]} + Wide{step_[i]} * Wide{steps_};
      const Wide least = domain_.axis(i).least, greatest = domain_.axis(i).greatest;
      if (std::min<Wide>(first[i], last) < least || std::max<Wide>(first[i], last) > greatest) return;
      crossing.push_back(first[i] - back * step_[i]);
    }
    if (crossings_.insert(std::move(crossing)).second) firsts_.push_back(first);
  }

  const MoveProgram& program_;
  const Domain& domain_;
  std::vector<std::int64_t> step_;
  std::uint64_t steps_;
  std::vector<Position> firsts_;
  std::set<std::vector<Wide>> crossings_;
};

/// Whether lines of so many steps from `position` on hold more than `most` positions with different normal forms: of those of
/// one normal form there are no more than permutations.
bool lines_hold(const MoveProgram& program, const Domain& domain, PositionView position, const std::vector<std::int64_t>& step,
                std::uint64_t most) {
  constexpr std::uint64_t kMostLines = 1024;
  constexpr std::size_t kMostDimensions = 6;
  if (position.size() < 2 || position.size() > kMostDimensions) return false;
  Wide wanted = most;
  for (std::size_t i = 2; i <= position.size(); ++i) wanted *= static_cast<std::int64_t>(i);
  // Half as many steps as can be taken leave room for the moves to other lines.
  auto steps = static_cast<std::uint64_t>(kGreatestCoordinate) / 2;
  while (steps > 0 && !goes_on(program, domain, position, step, 2 * steps)) steps /= 2;
  if (steps == 0 || wanted / steps >= kMostLines) return false;
  return Lines(program, domain, position, step, steps).reach(static_cast<std::uint64_t>(wanted / steps) + 1);
}

}  // namespace

bool more_followers_than(const Rules& rules, PositionView position, std::uint64_t most, bool upwards) {
  if (most >= static_cast<std::uint64_t>(kGreatestCoordinate)) return false;
  const Domain& domain = rules.domain();
  // Some coordinate must have far to go.
  constexpr std::uint64_t kFar = std::uint64_t{1} << 16;
  std::size_t axis = 0;
  const bool far = std::ranges::any_of(position, [&](Coordinate c) {
    return static_cast<std::uint64_t>(c) - static_cast<std::uint64_t>(domain.axis(axis++).least) > std::min(most, kFar);
  });
  if (!far && !upwards) return false;
  const Lifting lifting = rules.lifting(position.size());
  if (lifting.moves == nullptr || !lifting.normal_forms_permute) return false;
  return std::ranges::any_of(steps_from(*lifting.moves, position), [&](const std::vector<std::int64_t>& step) {
    return goes_on(*lifting.moves, domain, position, step, most + 1) ||
           lines_hold(*lifting.moves, domain, position, step, most);
  });
}

std::optional<std::size_t> endlessly_raised(const Rules& rules, PositionView position) {
  constexpr std::uint64_t kTimes = std::uint64_t{1} << 40;
  const Domain& domain = rules.domain();
  if (domain.shape() != nullptr || domain.is_terms()) return std::nullopt;
  const Lifting lifting = rules.lifting(position.size());
  if (lifting.moves == nullptr || !lifting.normal_forms_permute) return std::nullopt;
  for (const std::vector<std::int64_t>& step : steps_from(*lifting.moves, position))
    for (std::size_t i = 0; i < step.size(); ++i)
      if (step[i] > 0 && domain.axis(i).greatest == kGreatestCoordinate &&
          goes_on(*lifting.moves, domain, position, step, kTimes))
        return i;
  return std::nullopt;
}

double most_below(const Rules& rules, PositionView position) {
  double below = 1;
  if (const CellShape* const shape = rules.domain().shape()) {
    for (std::size_t i = 0; i < position.size(); ++i) below *= static_cast<double>(shape->states.size());
    return below;
  }
  if (rules.domain().is_terms()) return std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < position.size(); ++i)
    below *= std::max(1.0, static_cast<double>(position[i]) - static_cast<double>(rules.domain().axis(i).least) + 1);
  return below;
}

}  // namespace bouton
