#include "engine/misere/move_reach.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "engine/linear/linear_form.h"

namespace bouton {
namespace {

/// Constants beyond this are not looked at: no sequence of values is that long.
constexpr std::int64_t kMost = std::int64_t{1} << 20;
/// Loops with constant bounds are run, to this many rounds in all.
constexpr int kMostRounds = 10'000;

/// Of the forms here: n, and the variable of the loop over the parts of a split.
constexpr std::size_t kHeap = 0, kPart = 1;

/// The program is not of the kind that is looked for.
struct Refused {};

class Reader {
 public:
  explicit Reader(const MoveProgram& program) : program_(program) {}

  MoveReach read() {
    walk(program_.body);
    return {static_cast<std::size_t>(beyond_), heaps_};
  }

 private:
  /// From heaps of more than `tokens` on what follows holds.
  void holds_beyond(std::int64_t tokens) {
    if (tokens > kMost) throw Refused();
    beyond_ = std::max(beyond_, tokens);
  }

  static Affine checked(Affine value) {
    if (!value.is_within(kMost, kMost)) throw Refused();
    return value;
  }

  Affine value(ExpressionId id) const {
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::constant: return checked(Affine::of_constant(e.value));
      case Op::coordinate: return Affine::of_variable(kHeap);
      case Op::variable: {
        const auto known = variables_.find(static_cast<Slot>(e.value));
        if (known == variables_.end()) throw Refused();
        return known->second;
      }
      case Op::element: {
        const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
        const Affine place = value(e.a);
        if (!place.is_constant() || place.constant < 1 || place.constant > static_cast<std::int64_t>(list.size()))
          throw Refused();
        return checked(Affine::of_constant(list[static_cast<std::size_t>(place.constant - 1)]));
      }
      case Op::add: return checked(value(e.a) + value(e.b));
      case Op::sub: return checked(value(e.a) - value(e.b));
      case Op::neg: return negated(value(e.a));
      default: throw Refused();
    }
  }

  /// A condition on heaps that are large enough.
  bool truth(ExpressionId id) {
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::constant: return e.value != 0;
      case Op::logical_and: return truth(e.a) && truth(e.b);
      case Op::logical_or: return truth(e.a) || truth(e.b);
      case Op::logical_not: return !truth(e.a);
      case Op::equal:
      case Op::less:
      case Op::less_equal: break;
      default: throw Refused();
    }
    const Affine difference = value(e.b) - value(e.a);
    if (difference.coefficient(kPart) != 0) throw Refused();
    const std::int64_t sign = difference.is_constant() ? difference.constant : difference.coefficient(kHeap);
    // Beyond the point where the difference is 0 it has the sign of its leading term.
    if (!difference.is_constant()) holds_beyond(std::abs(difference.constant));
    if (e.op == Op::equal) return sign == 0;
    return e.op == Op::less ? sign > 0 : sign >= 0;
  }

  void walk(const Block& block) {
    for (const Statement& statement : block) walk(statement);
  }

  void walk(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::assign: variables_[s.slot] = value(s.a); return;
      case Statement::Kind::branch: walk(truth(s.a) ? s.body : s.otherwise); return;
      case Statement::Kind::option:
      case Statement::Kind::split: move(s); return;
      case Statement::Kind::loop: loop(s); return;
      default: throw Refused();
    }
  }

  /// A move to fixed heaps and to one of n - c tokens, or without that one.
  void move(const Statement& s) {
    std::size_t growing = 0;
    for (const std::vector<ExpressionId>& to : s.to) {
      const Affine part = value(to.at(0));
      const std::int64_t heap = part.coefficient(kHeap);
      if (part.coefficient(kPart) != 0 || heap < 0 || heap > 1 || (heap == 0 && part.constant < 0)) throw Refused();
      if (heap == 1 && part.constant > 0) throw Refused();
      growing += static_cast<std::size_t>(heap);
      holds_beyond(std::abs(part.constant));
    }
    if (growing > 1) throw Refused();
    heaps_ = std::max(heaps_, s.to.size());
  }

  void loop(const Statement& s) {
    const Affine step = value(s.c);
    const Affine first = value(s.a);
    if (!step.is_constant() || step.constant != 1 || !first.is_constant()) throw Refused();
    const Expression& last = program_[s.b];
    const bool halves = last.op == Op::floor_div && value(last.b).is_constant() && value(last.b).constant == 2;
    const Affine end = halves ? value(last.a) : value(s.b);
    if (!halves && end.is_constant()) {
      for (std::int64_t round = first.constant; round <= end.constant; ++round) {
        if (++rounds_ > kMostRounds) throw Refused();
        variables_[s.slot] = Affine::of_constant(round);
        walk(s.body);
      }
      variables_.erase(s.slot);
      return;
    }
    parts(s, first.constant, end, halves);
  }

  /// for a = least, (n - d) // 2 or n - d: split(a, n - c - a). All ways to part n - c, if every smaller part is among the a.
  void parts(const Statement& s, std::int64_t least, const Affine& end, bool halves) {
    if (least < 0 || least > 1 || end.terms != Affine::of_variable(kHeap).terms) throw Refused();
    if (s.body.size() != 1 || s.body[0].kind != Statement::Kind::split || s.body[0].to.size() != 2) throw Refused();
    variables_[s.slot] = Affine::of_variable(kPart);
    Affine one = value(s.body[0].to[0].at(0));
    Affine other = value(s.body[0].to[1].at(0));
    variables_.erase(s.slot);
    if (one.coefficient(kPart) == -1) std::swap(one, other);
    if (one != Affine::of_variable(kPart)) throw Refused();
    if (other.terms != (Affine::of_variable(kHeap) - one).terms || other.constant > 0) throw Refused();
    const std::int64_t removed = -other.constant;
    const std::int64_t short_of = -end.constant;
    if (halves ? short_of > removed : short_of < removed + least) throw Refused();
    holds_beyond(removed);
    if (halves && short_of < removed) holds_beyond(2 * removed + 2 * least - short_of);
    if (!halves) holds_beyond(2 * short_of);
    heaps_ = std::max<std::size_t>(heaps_, 2);
  }

  const MoveProgram& program_;
  std::map<Slot, Affine> variables_;
  std::int64_t beyond_ = 0;
  std::size_t heaps_ = 1;
  int rounds_ = 0;
};

}  // namespace

std::optional<MoveReach> move_reach(const Rules& rules) {
  if (rules.domain().is_piles() || rules.domain().dimensions() != 1 || rules.domain().axis(0).least != 0) return std::nullopt;
  if (rules.domain().axis(0).greatest != kGreatestCoordinate) return std::nullopt;
  const Lifting lifting = rules.lifting(1);
  const bool all_valid = lifting.valid == nullptr && lifting.valid_refusal.empty();
  if (lifting.moves == nullptr || !all_valid) return std::nullopt;
  try {
    return Reader(*lifting.moves).read();
  } catch (const Refused&) {
    return std::nullopt;
  }
}

}  // namespace bouton
