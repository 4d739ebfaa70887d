#include "engine/heap/code/linear_moves.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace bouton {
namespace {

constexpr std::int64_t kMostMagnitude = 1 << 16;
constexpr std::int64_t kMostCoefficient = 8;
constexpr std::int64_t kMostDivisor = 1 << 16;
/// Pieces of an expression, choices of pieces for the parts of an option, and thresholds, at most.
constexpr std::size_t kMostPieces = 16;
constexpr std::size_t kMostChoices = 64;
constexpr std::size_t kMostThresholds = 4096;

/// The linear functions that an expression is pieced together from, no two with the same coefficients.
using Pieces = std::vector<LinearPiece>;

LinearPiece constant_form(std::int64_t low, std::int64_t high) { return {Affine::of_constant(low), high - low}; }

LinearPiece scaled(const LinearPiece& form, std::int64_t factor) {
  const Affine& end = factor < 0 ? plus_constant(form.least, form.spread) : form.least;
  return {scaled(end, factor), form.spread * std::abs(factor), form.divisor};
}

LinearPiece reduced(LinearPiece form) {
  std::int64_t common = form.divisor;
  for (const auto& [variable, coefficient] : form.least.terms) common = std::gcd(common, coefficient);
  if (common <= 1 || form.low() % common != 0 || form.spread % common != 0) return form;
  for (auto& [variable, coefficient] : form.least.terms) coefficient /= common;
  form.least.constant /= common;
  return {form.least, form.spread / common, form.divisor / common};
}

LinearPiece sum(const LinearPiece& a, const LinearPiece& b) {
  const std::int64_t divisor = std::lcm(a.divisor, b.divisor);
  const LinearPiece one = scaled(a, divisor / a.divisor), other = scaled(b, divisor / b.divisor);
  return reduced({one.least + other.least, one.spread + other.spread, divisor});
}

LinearPiece difference(const LinearPiece& a, const LinearPiece& b) { return sum(a, scaled(b, -1)); }

bool all_constant(const Pieces& pieces) { return std::ranges::all_of(pieces, &LinearPiece::is_constant); }

/// The greatest magnitude of pieces that are constants.
std::int64_t magnitude(const Pieces& constants) {
  std::int64_t most = 0;
  for (const LinearPiece& form : constants)
    most = std::max({most, (std::abs(form.low()) + form.divisor - 1) / form.divisor,
                     (std::abs(form.high()) + form.divisor - 1) / form.divisor});
  return most;
}

bool never_negative(const Pieces& constants) {
  return std::ranges::all_of(constants, [](const LinearPiece& form) { return form.low() >= 0; });
}

/// Reads a program, or finds what keeps it from being piecewise linear.
class LinearReading {
 public:
  explicit LinearReading(const MoveProgram& program)
      : program_(program), slots_(program.slot_names.size()), known_(program.expressions.size()) {
    moves_.moduli.push_back(1);
  }

  Result<LinearMoves> read() {
    read_block(program_.body);
    if (refusal_) return *std::move(refusal_);
    return std::move(moves_);
  }

 private:
  struct SlotState {
    enum class Stage { fresh, usable, out_of_reach } stage = Stage::fresh;
    Pieces pieces;
  };

  void refuse(std::string reason) {
    if (!refusal_) refusal_ = Refusal{std::move(reason), line_};
  }

  // Statements

  /// What a block assigns means nothing behind it: it may not have been run.
  void read_block(const Block& block) {
    std::vector<Slot> assigned;
    const std::size_t read_before = read_.size();
    for (const Statement& statement : block) {
      if (refusal_) return;
      line_ = statement.line;
      read_statement(statement, assigned);
    }
    for (const Slot slot : assigned) slots_[slot].stage = SlotState::Stage::out_of_reach;
    for (std::size_t i = read_before; i < read_.size(); ++i) known_[read_[i]].clear();
    read_.resize(read_before);
  }

  void read_statement(const Statement& statement, std::vector<Slot>& assigned) {
    switch (statement.kind) {
      case Statement::Kind::assign:
        assign(statement.slot, pieces(statement.a));
        assigned.push_back(statement.slot);
        break;
      case Statement::Kind::loop: read_loop(statement); break;
      case Statement::Kind::branch:
        add_thresholds(pieces(statement.a));
        read_block(statement.body);
        read_block(statement.otherwise);
        break;
      case Statement::Kind::option:
      case Statement::Kind::split: read_option(statement); break;
      case Statement::Kind::leave:
        if (leaves_sizes_) refuse("a loop over sizes that may end early");
        break;
      case Statement::Kind::finish:
        if (!loops_.empty()) refuse("a loop over sizes that may end early");
        break;
    }
  }

  void assign(Slot slot, Pieces value) {
    if (slots_[slot].stage != SlotState::Stage::fresh) return refuse("a variable is assigned more than once");
    slots_[slot] = {SlotState::Stage::usable, std::move(value)};
  }

  void read_loop(const Statement& loop) {
    const Pieces first = pieces(loop.a);
    const Pieces last = pieces(loop.b);
    const Pieces step = pieces(loop.c);
    if (refusal_) return;
    const bool left_sizes = std::exchange(leaves_sizes_, false);
    if (all_constant(first) && all_constant(last)) {
      if (!all_constant(step)) return refuse("a loop whose step depends on the heap");
      const std::int64_t most = std::max(magnitude(first), magnitude(last));
      assign(loop.slot, {constant_form(never_negative(first) && never_negative(last) ? 0 : -most, most)});
      read_block(loop.body);
    } else {
      leaves_sizes_ = true;
      read_size_loop(loop, first, last);
    }
    slots_[loop.slot].stage = SlotState::Stage::out_of_reach;
    leaves_sizes_ = left_sizes;
  }

  void read_size_loop(const Statement& loop, const Pieces& first, const Pieces& last) {
    const Expression& by = program_[loop.c];
    if (by.op != Op::constant || (by.value != 1 && by.value != -1)) return refuse("a loop over sizes in steps other than 1");
    if (loops_.size() == kMostSizeLoops)
      return refuse(fmt::format("more than {} loops over sizes, one in another", kMostSizeLoops));
    loops_.push_back(static_cast<std::uint32_t>(moves_.moduli.size() - 1));
    moves_.moduli.push_back(1);
    const LinearPiece variable{Affine::of_variable(loops_.size())};
    for (const Pieces& bounds : {first, last})
      for (const LinearPiece& bound : bounds) add_threshold(difference(variable, bound));
    assign(loop.slot, {variable});
    read_block(loop.body);
    loops_.pop_back();
  }

  void read_option(const Statement& statement) {
    std::vector<std::vector<LinearPiece>> choices(1);
    for (const std::vector<ExpressionId>& part : statement.to) {
      const Pieces of_part = pieces(part[0]);
      std::vector<std::vector<LinearPiece>> longer;
      for (const std::vector<LinearPiece>& choice : choices)
        for (const LinearPiece& form : of_part) {
          longer.push_back(choice);
          longer.back().push_back(form);
        }
      choices = std::move(longer);
      if (choices.size() > kMostChoices) return refuse("too many cases");
    }
    if (refusal_) return;
    for (std::vector<LinearPiece>& choice : choices) moves_.options.push_back({loops_, std::move(choice)});
    if (moves_.options.size() > kMostThresholds) refuse("too many cases");
  }

  // Thresholds

  void add_threshold(const LinearPiece& form) {
    if (form.is_constant()) return;
    const std::size_t used = form.least.size() - 1;
    moves_.thresholds.push_back({SizeLoops(loops_.begin(), loops_.begin() + static_cast<std::ptrdiff_t>(used)), form});
    if (moves_.thresholds.size() > kMostThresholds) refuse("too many cases");
  }

  void add_thresholds(const Pieces& forms) {
    for (const LinearPiece& form : forms) add_threshold(form);
  }

  /// Which of the two is greater decides.
  void compare(const Pieces& a, const Pieces& b) {
    for (const LinearPiece& left : a)
      for (const LinearPiece& right : b) add_threshold(difference(left, right));
  }

  // Expressions

  const Pieces& pieces(ExpressionId id) {
    static const Pieces kNothing = {constant_form(0, 0)};
    if (refusal_) return kNothing;
    if (const Op op = program_[id].op; op == Op::variable) return pieces_of_slot(static_cast<std::size_t>(program_[id].value));
    if (!known_[id].empty()) return known_[id];
    Pieces found = merged(find(program_[id]));
    check(found);
    if (refusal_) return kNothing;
    read_.push_back(id);
    return known_[id] = std::move(found);
  }

  const Pieces& pieces_of_slot(std::size_t slot) {
    static const Pieces kNothing = {constant_form(0, 0)};
    if (slots_[slot].stage == SlotState::Stage::usable) return slots_[slot].pieces;
    refuse("a variable is used where it need not be assigned");
    return kNothing;
  }

  static Pieces merged(const Pieces& forms) {
    Pieces result;
    for (const LinearPiece& form : forms) {
      const auto same = std::ranges::find_if(result, [&](const LinearPiece& other) {
        return other.least.terms == form.least.terms && other.divisor == form.divisor;
      });
      if (same == result.end()) {
        result.push_back(form);
      } else {
        const std::int64_t high = std::max(same->high(), form.high());
        same->least.constant = std::min(same->low(), form.low());
        same->spread = high - same->low();
      }
    }
    return result;
  }

  void check(const Pieces& forms) {
    if (forms.size() > kMostPieces) refuse("too many cases");
    for (const LinearPiece& form : forms) {
      if (form.divisor > kMostDivisor) refuse("the sizes are not simple enough");
      const std::int64_t most = std::max(std::abs(form.low()), std::abs(form.high()));
      if (most > kMostMagnitude * form.divisor) refuse("the constants are too large");
      moves_.greatest_constant = std::max(moves_.greatest_constant, most / form.divisor);
      if (!form.least.is_within(most, kMostCoefficient * form.divisor)) refuse("the sizes are not simple enough");
    }
  }

  Pieces find(const Expression& expression) {
    switch (expression.op) {
      case Op::constant: {
        const std::int64_t value = expression.value;
        if (value <= kMostMagnitude && value >= -kMostMagnitude) return {constant_form(value, value)};
        refuse("the constants are too large");
        return truth();
      }
      case Op::coordinate: return {LinearPiece{Affine::of_variable(0)}};
      case Op::variable: break;
      case Op::element: return elements(expression);
      case Op::add: return sums(pieces(expression.a), pieces(expression.b), 1);
      case Op::sub: return sums(pieces(expression.a), pieces(expression.b), -1);
      case Op::mul: return product(expression);
      case Op::floor_div: return quotient(expression);
      case Op::floor_mod:
      case Op::bit_and:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::shift_right:
      case Op::shift_left:
      case Op::bit_not:
      case Op::unsigned_less: return of_constants(expression);
      case Op::min:
      case Op::max: {
        const Pieces a = pieces(expression.a);
        const Pieces b = pieces(expression.b);
        compare(a, b);
        return joined(a, b);
      }
      case Op::neg: return scaled_pieces(pieces(expression.a), -1);
      case Op::abs: {
        const Pieces a = pieces(expression.a);
        add_thresholds(a);
        return joined(a, scaled_pieces(a, -1));
      }
      case Op::select: {
        add_thresholds(pieces(expression.a));
        const Pieces yes = pieces(expression.b);
        return joined(yes, pieces(expression.c));
      }
      case Op::equal:
      case Op::less:
      case Op::less_equal: compare(pieces(expression.a), pieces(expression.b)); return truth();
      case Op::logical_and:
      case Op::logical_or: add_thresholds(pieces(expression.b)); [[fallthrough]];
      case Op::logical_not: add_thresholds(pieces(expression.a)); return truth();
    }
    return truth();
  }

  static Pieces truth() { return {constant_form(0, 1)}; }

  static Pieces joined(Pieces a, const Pieces& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }

  static Pieces scaled_pieces(Pieces forms, std::int64_t factor) {
    for (LinearPiece& form : forms) form = scaled(form, factor);
    return forms;
  }

  static Pieces sums(const Pieces& a, const Pieces& b, std::int64_t sign) {
    Pieces result;
    for (const LinearPiece& left : a)
      for (const LinearPiece& right : b) result.push_back(sum(left, scaled(right, sign)));
    return result;
  }

  Pieces elements(const Expression& expression) {
    if (!all_constant(pieces(expression.a))) refuse("which element of a list is taken depends on the heap");
    std::int64_t low = 0, high = 0;
    for (const std::int64_t value : program_.lists[static_cast<std::size_t>(expression.value)]) {
      if (value > kMostMagnitude || value < -kMostMagnitude) {
        refuse("the constants are too large");
        return truth();
      }
      low = std::min(low, value);
      high = std::max(high, value);
    }
    return {constant_form(low, high)};
  }

  Pieces product(const Expression& expression) {
    const Pieces a = pieces(expression.a);
    const Pieces b = pieces(expression.b);
    if (refusal_) return truth();
    if (all_constant(a) && all_constant(b)) {
      const std::int64_t most = magnitude(a) * magnitude(b);
      return {constant_form(never_negative(a) && never_negative(b) ? 0 : -most, most)};
    }
    for (const auto& [factor, other] : {std::pair(expression.a, &b), std::pair(expression.b, &a)}) {
      if (program_[factor].op != Op::constant) continue;
      Pieces result = scaled_pieces(*other, program_[factor].value);
      for (LinearPiece& form : result) form = reduced(form);
      return result;
    }
    refuse("a product of sizes");
    return truth();
  }

  Pieces quotient(const Expression& expression) {
    const Pieces a = pieces(expression.a);
    const Pieces b = pieces(expression.b);
    if (!all_constant(b)) refuse("a division by what depends on the heap");
    if (all_constant(a)) {
      const std::int64_t most = magnitude(a) + 1;
      return {constant_form(-most, most)};
    }
    const Expression& by = program_[expression.b];
    if (by.op != Op::constant || by.value < 1 || by.value > kMostMagnitude)
      refuse("a division by what is not a small constant");
    if (refusal_) return truth();
    Pieces result;
    for (const LinearPiece& form : a) {
      const std::int64_t divisor = form.divisor * by.value;
      for (const auto& [depth, coefficient] : form.least.terms) need_remainder(depth, divisor / std::gcd(divisor, coefficient));
      // What is rounded down: up to by - 1 of the value, so divisor - form.divisor above the line.
      const std::int64_t rounded = divisor - form.divisor;
      result.push_back(reduced({plus_constant(form.least, -rounded), form.spread + rounded, divisor}));
      if (divisor > kMostDivisor) refuse("the sizes are not simple enough");
    }
    return result;
  }

  /// What the program does depends on the remainder of n (depth 0) or of a loop variable by `modulus`.
  void need_remainder(std::size_t depth, std::int64_t modulus) {
    std::int64_t& now = moves_.moduli[depth == 0 ? 0 : 1 + loops_[depth - 1]];
    now = std::lcm(now, modulus);
    if (now > kMostDivisor) {
      now = 1;
      refuse("the sizes are not simple enough");
    }
  }

  /// Operations that are read only where n has no part in them.
  Pieces of_constants(const Expression& expression) {
    const Pieces a = pieces(expression.a);
    const Pieces b = expression.op == Op::bit_not ? truth() : pieces(expression.b);
    if (!all_constant(a) || !all_constant(b)) refuse("an operation on sizes that is not linear");
    // A shift to the left can make more of it than can be told here; so can one to the right of a negative number.
    if (expression.op == Op::shift_left) refuse("a shift to the left");
    if (expression.op == Op::shift_right && !(never_negative(a) && never_negative(b))) refuse("a shift to the left");
    const std::int64_t most = 2 * std::max(magnitude(a), magnitude(b)) + 1;
    const bool plain = expression.op != Op::bit_not && never_negative(a) && never_negative(b);
    return {constant_form(plain ? 0 : -most, most)};
  }

  const MoveProgram& program_;
  std::vector<SlotState> slots_;
  std::vector<Pieces> known_;       ///< of each expression that was read in this block or one around it; else empty
  std::vector<ExpressionId> read_;  ///< those that are not empty
  SizeLoops loops_;                 ///< around the present place
  bool leaves_sizes_ = false;       ///< whether the innermost loop is one over sizes
  LinearMoves moves_;
  int line_ = 0;
  std::optional<Refusal> refusal_;
};

}  // namespace

Result<LinearMoves> linear_moves(const MoveProgram& program) { return LinearReading(program).read(); }

}  // namespace bouton
