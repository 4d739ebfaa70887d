#include "engine/heap/recognise.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "engine/rules/move_program_run.h"

namespace bouton {
namespace {

constexpr std::uint64_t kMostMagnitude = 1 << 16;
constexpr std::uint64_t kMostCoefficient = 4;
constexpr std::uint64_t kMostDivisor = 12;
constexpr unsigned kMostDepth = 3;
/// Options that are listed at most.
constexpr std::uint64_t kMostOptions = 4'000'000;

/// What is known of an expression's value: a sum of at most `coefficient` times each variable and of constants up to
/// `magnitude`, divided by at most `divisor`; or a choice between such sums.
struct Measure {
  bool varies = false;  ///< with n; else only with loop variables that take the same values whatever n is
  std::uint64_t coefficient = 0;
  std::uint64_t magnitude = 0;
  std::uint64_t divisor = 1;
};

Measure join(const Measure& a, const Measure& b) {
  return {a.varies || b.varies, std::max(a.coefficient, b.coefficient), std::max(a.magnitude, b.magnitude),
          std::max(a.divisor, b.divisor)};
}

/// Measures a program, or finds what keeps it from being piecewise linear.
class Measuring {
 public:
  explicit Measuring(const MoveProgram& program) : program_(program), slots_(program.slot_names.size()) {}

  std::optional<Refusal> measure() {
    measure(program_.body, 0);
    return refusal_;
  }

  /// Heaps beyond this have moves of the same form.
  std::uint64_t horizon() const {
    return 3 * (depth_ + 1) * std::max(total_.coefficient, total_.divisor) * (total_.magnitude + 4) + 24;
  }

 private:
  void refuse(std::string reason) {
    if (!refusal_) refusal_ = Refusal{std::move(reason), line_};
  }

  void measure(const Block& block, unsigned depth) {
    for (const Statement& statement : block) {
      if (refusal_) return;
      line_ = statement.line;
      switch (statement.kind) {
        case Statement::Kind::assign: {
          if (slots_[statement.slot]) return refuse("a variable is assigned more than once");
          const Measure value = measure(statement.a);
          slots_[statement.slot] = value;
          break;
        }
        case Statement::Kind::loop: measure_loop(statement, depth); break;
        case Statement::Kind::branch:
          measure(statement.a);
          measure(statement.body, depth);
          measure(statement.otherwise, depth);
          break;
        case Statement::Kind::option:
        case Statement::Kind::split:
          for (const std::vector<ExpressionId>& part : statement.to)
            for (const ExpressionId coordinate : part) measure(coordinate);
          break;
        case Statement::Kind::leave:
        case Statement::Kind::finish: break;
      }
    }
  }

  void measure_loop(const Statement& loop, unsigned depth) {
    const Measure first = measure(loop.a);
    const Measure last = measure(loop.b);
    const Measure step = measure(loop.c);
    if (slots_[loop.slot]) return refuse("a variable is assigned more than once");
    Measure variable = join(first, last);
    if (variable.varies) {
      const Expression& by = program_[loop.c];
      if (by.op != Op::constant || (by.value != 1 && by.value != -1)) return refuse("a loop over sizes in steps other than 1");
      if (++depth > kMostDepth) return refuse(fmt::format("more than {} loops over sizes, one in another", kMostDepth));
      depth_ = std::max(depth_, depth);
      variable = {true, 1, 0, 1};
    } else if (step.varies) {
      return refuse("a loop whose step depends on the heap");
    }
    slots_[loop.slot] = variable;
    measure(loop.body, depth);
  }

  Measure measure(ExpressionId id) {
    Measure found = find(program_[id]);
    if (found.magnitude > kMostMagnitude) refuse("the constants are too large");
    if (found.varies && (found.coefficient > kMostCoefficient || found.divisor > kMostDivisor))
      refuse("the sizes are not simple enough");
    if (refusal_) return {};
    total_ = join(total_, found);
    return found;
  }

  Measure find(const Expression& expression) {
    if (refusal_) return {};
    const auto a = [&] { return measure(expression.a); };
    const auto b = [&] { return measure(expression.b); };
    switch (expression.op) {
      case Op::constant: return {false, 0, magnitude(expression.value), 1};
      case Op::coordinate: return {true, 1, 0, 1};
      case Op::variable: {
        const std::optional<Measure>& slot = slots_[static_cast<std::size_t>(expression.value)];
        if (!slot) refuse("a variable is used before it is assigned");
        return slot.value_or(Measure());
      }
      case Op::element: {
        if (a().varies) refuse("which element of a list is taken depends on the heap");
        std::uint64_t greatest = 0;
        for (const std::int64_t value : program_.lists[static_cast<std::size_t>(expression.value)])
          greatest = std::max(greatest, magnitude(value));
        return {false, 0, greatest, 1};
      }
      case Op::add:
      case Op::sub: {
        const Measure left = a();
        const Measure right = b();
        return {left.varies || right.varies, left.coefficient + right.coefficient, left.magnitude + right.magnitude,
                std::max(left.divisor, right.divisor)};
      }
      case Op::mul: return product(a(), b(), expression);
      case Op::floor_div: {
        Measure left = a();
        const Measure right = b();
        if (right.varies) refuse("a division by what depends on the heap");
        if (!left.varies) return join(left, right);
        const Expression& by = program_[expression.b];
        if (by.op != Op::constant || by.value < 1) refuse("a division by what is not a small constant");
        left.divisor *= magnitude(by.value);
        return left;
      }
      case Op::floor_mod:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::shift_right:
      case Op::shift_left:
      case Op::bit_not:
      case Op::unsigned_less: return fixed(expression);
      case Op::min:
      case Op::max:
      case Op::equal:
      case Op::less:
      case Op::less_equal:
      case Op::logical_and:
      case Op::logical_or: return join(a(), b());
      case Op::neg:
      case Op::abs:
      case Op::logical_not: return a();
      case Op::select: {
        const Measure condition = a();
        return join(condition, join(b(), measure(expression.c)));
      }
    }
    return {};
  }

  static std::uint64_t magnitude(std::int64_t value) {
    return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  }

  Measure product(const Measure& left, const Measure& right, const Expression& expression) {
    if (!left.varies && !right.varies) return {false, 0, left.magnitude * right.magnitude, 1};
    const bool left_constant = program_[expression.a].op == Op::constant;
    const bool right_constant = program_[expression.b].op == Op::constant;
    if (!left_constant && !right_constant) refuse("a product of sizes");
    const std::uint64_t factor = left_constant ? left.magnitude : right.magnitude;
    const Measure& other = left_constant ? right : left;
    return {true, factor * other.coefficient, factor * other.magnitude, other.divisor};
  }

  /// Operations that are read only where n has no part in them.
  Measure fixed(const Expression& expression) {
    const Measure left = measure(expression.a);
    const Measure right = expression.op == Op::bit_not ? Measure() : measure(expression.b);
    if (left.varies || right.varies) refuse("an operation on sizes that is not linear");
    // A shift to the left can make more of it than can be told here.
    if (expression.op == Op::shift_left) refuse("a shift to the left");
    return {false, 0, 2 * std::max(left.magnitude, right.magnitude) + 1, 1};
  }

  const MoveProgram& program_;
  std::vector<std::optional<Measure>> slots_;
  Measure total_;
  unsigned depth_ = 0;
  int line_ = 0;
  std::optional<Refusal> refusal_;
};

/// The sizes of the heaps, ascending, that each option leaves; every option once, in order.
using OptionSet = std::vector<std::vector<Coordinate>>;

OptionSet option_set(const Options& options) {
  OptionSet set;
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::vector<Coordinate> sizes;
    for (std::size_t part = 0; part < options[i].size(); ++part)
      if (options[i][part][0] != 0) sizes.push_back(options[i][part][0]);
    std::ranges::sort(sizes);
    set.push_back(std::move(sizes));
  }
  std::ranges::sort(set);
  set.erase(std::ranges::unique(set).begin(), set.end());
  return set;
}

class Recognising {
 public:
  Recognising(const MoveProgram& program, const Axis& axis, std::uint64_t horizon, const Budget& budget)
      : program_(program), axis_(axis), last_(static_cast<Coordinate>(horizon)), budget_(budget) {}

  std::variant<TakeAndBreak, Refusal> recognise() {
    if (std::optional<Refusal> refusal = list_options()) return *std::move(refusal);
    std::vector<HeapCounts> digits = read_digits();
    // From a quarter on all digits are the same, or the moves are no take-and-break moves.
    const std::size_t quarter = digits.size() / 2;
    const bool uniform = std::equal(digits.begin() + static_cast<std::ptrdiff_t>(quarter) + 1, digits.end(),
                                    digits.begin() + static_cast<std::ptrdiff_t>(quarter));
    if (!uniform || digits[0].contains(0) || digits[0].contains(1)) return no_game();
    digits.resize(quarter + 1);
    for (const HeapConstraint constraint :
         {HeapConstraint::none, HeapConstraint::unequal, HeapConstraint::not_all_equal, HeapConstraint::all_equal}) {
      TakeAndBreak game(digits, quarter > 0 ? 1 : 0, constraint);
      if (describes(game)) return game;
    }
    return no_game();
  }

 private:
  static Refusal no_game() { return {"the moves are not all ways to leave so many heaps when so many are taken", 0}; }

  std::optional<Refusal> list_options() {
    const CompiledProgram compiled(program_);
    Options options;
    std::uint64_t listed = 0;
    for (Coordinate heap = 0; heap <= last_; ++heap) {
      budget_.check_stop();
      options.clear();
      if (heap >= axis_.least) {
        const RunLimits limits{.iterations = 4 * kMostOptions, .options = kMostOptions, .stop = budget_.stop};
        if (compiled.options(Position{heap}, options, limits) != RunStatus::done)
          return Refusal{"the moves of small heaps cannot be listed", 0};
        for (std::size_t part = 0; part < options.part_count(); ++part)
          if (options.part(part)[0] < std::max<Coordinate>(axis_.least, 0)) return Refusal{"a move leaves what is no heap", 0};
      }
      listed += options.size();
      if (listed > kMostOptions) return Refusal{"too many moves to be compared", 0};
      sets_.push_back(option_set(options));
    }
    return std::nullopt;
  }

  /// The digits that the moves from the last heap, and those that take a whole heap, show.
  std::vector<HeapCounts> read_digits() const {
    std::vector<HeapCounts> digits(static_cast<std::size_t>(last_ / 2) + 1);
    for (const std::vector<Coordinate>& sizes : sets_.back()) {
      Coordinate left = 0;
      for (const Coordinate size : sizes) left += size;
      const Coordinate removed = last_ - left;
      if (removed >= 0 && removed <= last_ / 2 && sizes.size() <= HeapCounts::kMost)
        digits[static_cast<std::size_t>(removed)].insert(static_cast<unsigned>(sizes.size()));
    }
    for (std::size_t k = 1; k < digits.size(); ++k)
      if (!sets_[k].empty() && sets_[k].front().empty()) digits[k].insert(0);
    return digits;
  }

  bool describes(const TakeAndBreak& game) const {
    Options options;
    for (Coordinate heap = axis_.least; heap <= last_; ++heap) {
      budget_.check_stop();
      options.clear();
      game.options(heap, options);
      if (option_set(options) != sets_[static_cast<std::size_t>(heap)]) return false;
    }
    return true;
  }

  const MoveProgram& program_;
  const Axis& axis_;
  Coordinate last_;
  const Budget& budget_;
  std::vector<OptionSet> sets_;  ///< of heaps 0 .. last_
};

}  // namespace

std::variant<TakeAndBreak, Refusal> recognise(const MoveProgram& program, const Axis& axis, const Budget& budget) {
  if (program.dimensions != 1) return Refusal{"the game has more than one coordinate", 0};
  if (axis.least < 0 || axis.least > 16) return Refusal{"the least heap is not 0 or a little more", 0};
  Measuring measuring(program);
  if (std::optional<Refusal> refusal = measuring.measure()) return *std::move(refusal);
  return Recognising(program, axis, measuring.horizon(), budget).recognise();
}

}  // namespace bouton
