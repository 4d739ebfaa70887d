#include "engine/table/marking/turned_moves.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "engine/program/analysis/move_systems.h"

namespace bouton {
namespace {

/// Coordinates beyond this are left to others: sums of them must have room.
constexpr Coordinate kMostCoordinate = Coordinate{1} << 40;
/// More counts inside each other than these would take longer than the options themselves.
constexpr std::size_t kMostCounts = 4;

/// Whether each of the forms is <= 0 wherever the system holds and the forms' variables are replaced by `to`.
bool implies_all(const Inequalities& system, const std::vector<Affine>& forms, const std::vector<Affine>& to) {
  return std::ranges::all_of(forms, [&](const Affine& form) {
    Affine value = Affine::of_constant(form.constant);
    for (std::size_t i = 0; i < to.size(); ++i) value = add(value, to[i], form.coefficient(i));
    return implies(system, value);
  });
}

/// Solves the equations of one move for its position, and puts what is left in the order in which it is counted.
class Turning {
 public:
  Turning(const MoveSystem& move, const Inequalities& sides, std::size_t dimensions)
      : line_(move.line), dimensions_(dimensions), variables_(dimensions + move.variables) {
    for (std::size_t i = 0; i < dimensions; ++i) source_.push_back(Affine::of_variable(dimensions + i));
    for (const Affine& form : sides.forms()) system_.add(shifted(form, dimensions));
    for (const Affine& form : move.at_most) system_.add(shifted(form, dimensions));
    for (const Affine& form : move.zero) zero_.push_back(shifted(form, dimensions));
    for (std::size_t i = 0; i < dimensions; ++i) zero_.push_back(shifted(move.to[i], dimensions) - Affine::of_variable(i));
  }

  Result<TurnedMove> run(const Strides& strides) {
    while (!zero_.empty())
      if (!solve_one()) state_first();
    drop_what_moves_nothing();
    TurnedMove turned{line_, {}, {}, {}};
    if (!count(strides, turned)) return Refusal{"no bound is known of what is counted", line_};
    for (const Affine& form : source_)
      if (!fits(form)) return Refusal{"its numbers are too large", line_};
    turned.source = source_;
    return turned;
  }

 private:
  /// Takes away the first equation that gives a variable in integers, coordinates of the position first.
  bool solve_one() {
    for (auto equation = zero_.begin(); equation != zero_.end(); ++equation) {
      for (std::size_t v = dimensions_; v < variables_; ++v) {
        const std::int64_t factor = equation->coefficient(v);
        if (std::abs(factor) != 1) continue;
        const Affine by = add(Affine::of_variable(v), *equation, -factor);
        zero_.erase(equation);
        for (Affine& form : zero_) form = substituted(form, v, by);
        for (Affine& form : source_) form = substituted(form, v, by);
        system_.substitute(v, by);
        return true;
      }
    }
    return false;
  }

  /// An equation of multiples: its variables are counted, and the bounds around leave the one value that fulfils it, or none.
  void state_first() {
    system_.add_zero(zero_.front());
    zero_.erase(zero_.begin());
  }

  bool moves_something(std::size_t variable) const {
    return std::ranges::any_of(source_, [&](const Affine& form) { return form.coefficient(variable) != 0; });
  }
  bool is_used(std::size_t variable) const {
    return moves_something(variable) ||
           std::ranges::any_of(system_.forms(), [&](const Affine& form) { return form.coefficient(variable) != 0; });
  }

  /// Of a loop whose variable the option does not depend on it matters only whether it has a round.
  void drop_what_moves_nothing() {
    for (std::size_t v = dimensions_; v < variables_; ++v) {
      if (!is_used(v) || moves_something(v) || !system_.projects_exactly(v)) continue;
      if (std::optional<Inequalities> rest = system_.without(v)) system_ = *std::move(rest);
    }
  }

  std::int64_t stride(std::size_t variable, const Strides& strides) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < dimensions_; ++i) sum += source_[i].coefficient(variable) * strides[i];
    return sum;
  }

  /// Innermost first: its bounds, and what is left for those outside of it.
  bool count(const Strides& strides, TurnedMove& turned) {
    std::vector<std::size_t> open;
    for (std::size_t v = dimensions_; v < variables_; ++v)
      if (is_used(v)) open.push_back(v);
    if (open.size() > kMostCounts) return false;
    const auto apart = [&](std::size_t v) { return std::abs(stride(v, strides)); };
    std::ranges::sort(open, [&](std::size_t a, std::size_t b) { return apart(a) > apart(b); });
    std::vector<std::size_t> numbers(variables_, 0);
    for (std::size_t i = 0; i < dimensions_; ++i) numbers[i] = i;
    for (std::size_t i = 0; i < open.size(); ++i) numbers[open[i]] = dimensions_ + i;
    const auto renumbered = [&](const Affine& form) {
      Affine result = Affine::of_constant(form.constant);
      for (const auto& [variable, factor] : form.terms) result = add(result, Affine::of_variable(numbers[variable]), factor);
      return result;
    };
    for (Affine& form : source_) form = renumbered(form);
    Inequalities left;
    for (const Affine& form : system_.forms()) left.add(renumbered(form));
    if (system_.impossible()) left.add(Affine::of_constant(1));
    turned.counts.resize(open.size());
    for (std::size_t i = open.size(); i-- > 0;) {
      for (const Affine& form : left.forms()) add_bound(form, dimensions_ + i, turned.counts[i]);
      if (turned.counts[i].least.empty() || turned.counts[i].greatest.empty()) return false;
      std::optional<Inequalities> outside = left.without(dimensions_ + i);
      if (!outside) return false;
      left = *std::move(outside);
    }
    turned.conditions = left.forms();
    if (left.impossible()) turned.conditions = {Affine::of_constant(1)};
    return true;
  }

  static void add_bound(const Affine& form, std::size_t variable, TurnedMove::Count& count) {
    const std::int64_t factor = form.coefficient(variable);
    if (factor == 0) return;
    const Affine rest = substituted(form, variable, Affine());
    if (factor > 0) count.greatest.push_back({negated(rest), factor});
    else count.least.push_back({rest, -factor});
  }

  int line_;
  std::size_t dimensions_, variables_;
  std::vector<Affine> zero_, source_;
  Inequalities system_;
};

/// What keeps the move from being turned round: an option of it may be an error.
std::optional<Refusal> objection(const MoveSystem& move, const Inequalities& sides, const std::vector<Affine>& valid) {
  Inequalities system = move.inequalities();
  for (const Affine& form : sides.forms()) system.add(form);
  for (const Affine& form : valid) system.add(form);
  if (!implies_all(system, sides.forms(), move.to)) return Refusal{"an option may lie outside of what is solved", move.line};
  if (!implies_all(system, valid, move.to)) return Refusal{"it is not shown that every option is valid", move.line};
  return std::nullopt;
}

}  // namespace

Result<TurnedMoves> turned_moves(const MoveFamilies& families, const Region& region, const MoveProgram* valid,
                                 const Strides& strides) {
  const std::size_t dimensions = region.box.dimensions();
  for (std::size_t i = 0; i < dimensions; ++i)
    if (region.box.low()[i] < -kMostCoordinate || region.box.high()[i] > kMostCoordinate)
      return Refusal{"the coordinates are too large"};
  Result<std::vector<MoveSystem>> moves = move_systems(families);
  if (!moves) return moves.refusal();
  TurnedMoves turned;
  if (valid != nullptr) {
    Result<std::vector<Affine>> found = linear_predicate(*valid);
    if (!found) return found.refusal();
    turned.valid = *std::move(found);
    for (const Affine& form : turned.valid)
      if (!fits(form)) return Refusal{"the numbers in valid are too large"};
  }
  Inequalities sides;
  sides.add_sides(region.box);
  for (const MoveSystem& move : *moves) {
    if (move.to.size() != dimensions) return Refusal{"an option has another number of coordinates", move.line};
    if (std::optional<Refusal> refusal = objection(move, sides, turned.valid)) return *std::move(refusal);
    Result<TurnedMove> one = Turning(move, sides, dimensions).run(strides);
    if (!one) return one.refusal();
    turned.moves.push_back(*std::move(one));
  }
  return turned;
}

}  // namespace bouton
