#include "engine/misere/move_reach.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace bouton {
namespace {

/// Constants beyond this are not looked at: no sequence of values is that long.
constexpr std::int64_t kMost = std::int64_t{1} << 20;
/// Loops with constant bounds are run, to this many rounds in all.
constexpr int kMostRounds = 10'000;

/// n * heap + part * a + constant, a the variable of the loop over the parts of a split.
struct Linear {
  std::int64_t heap = 0, part = 0, constant = 0;
  bool is_constant() const { return heap == 0 && part == 0; }
};

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

  static Linear checked(Linear value) {
    for (const std::int64_t number : {value.heap, value.part, value.constant})
      if (number > kMost || number < -kMost) throw Refused();
    return value;
  }

  Linear value(ExpressionId id) const {
    const Expression& e = program_[id];
    switch (e.op) {
      case Op::constant: return checked({0, 0, e.value});
      case Op::coordinate: return {1, 0, 0};
      case Op::variable: {
        const auto known = variables_.find(static_cast<Slot>(e.value));
        if (known == variables_.end()) throw Refused();
        return known->second;
      }
      case Op::element: {
        const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
        const Linear place = value(e.a);
        if (!place.is_constant() || place.constant < 1 || place.constant > static_cast<std::int64_t>(list.size()))
          throw Refused();
        return checked({0, 0, list[static_cast<std::size_t>(place.constant - 1)]});
      }
      case Op::add: {
        const Linear a = value(e.a), b = value(e.b);
        return checked({a.heap + b.heap, a.part + b.part, a.constant + b.constant});
      }
      case Op::sub: {
        const Linear a = value(e.a), b = value(e.b);
        return checked({a.heap - b.heap, a.part - b.part, a.constant - b.constant});
      }
      case Op::neg: {
        const Linear a = value(e.a);
        return {-a.heap, -a.part, -a.constant};
      }
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
    const Linear a = value(e.a), b = value(e.b);
    const Linear difference = {b.heap - a.heap, b.part - a.part, b.constant - a.constant};
    if (difference.part != 0) throw Refused();
    const std::int64_t sign = difference.heap != 0 ? difference.heap : difference.constant;
    // Beyond the point where the difference is 0 it has the sign of its leading term.
    if (difference.heap != 0) holds_beyond(std::abs(difference.constant));
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
      const Linear part = value(to.at(0));
      if (part.part != 0 || part.heap < 0 || part.heap > 1 || (part.heap == 0 && part.constant < 0)) throw Refused();
      if (part.heap == 1 && part.constant > 0) throw Refused();
      growing += static_cast<std::size_t>(part.heap);
      holds_beyond(std::abs(part.constant));
    }
    if (growing > 1) throw Refused();
    heaps_ = std::max(heaps_, s.to.size());
  }

  void loop(const Statement& s) {
    const Linear step = value(s.c);
    const Linear first = value(s.a);
    if (!step.is_constant() || step.constant != 1 || !first.is_constant()) throw Refused();
    const Expression& last = program_[s.b];
    const bool halves = last.op == Op::floor_div && value(last.b).is_constant() && value(last.b).constant == 2;
    const Linear end = halves ? value(last.a) : value(s.b);
    if (!halves && end.is_constant()) {
      for (std::int64_t round = first.constant; round <= end.constant; ++round) {
        if (++rounds_ > kMostRounds) throw Refused();
        variables_[s.slot] = {0, 0, round};
        walk(s.body);
      }
      variables_.erase(s.slot);
      return;
    }
    parts(s, first.constant, end, halves);
  }

  /// for a = least, (n - d) // 2 or n - d: split(a, n - c - a). All ways to part n - c, if every smaller part is among the a.
  void parts(const Statement& s, std::int64_t least, const Linear& end, bool halves) {
    if (least < 0 || least > 1 || end.heap != 1 || end.part != 0) throw Refused();
    if (s.body.size() != 1 || s.body[0].kind != Statement::Kind::split || s.body[0].to.size() != 2) throw Refused();
    variables_[s.slot] = {0, 1, 0};
    Linear one = value(s.body[0].to[0].at(0));
    Linear other = value(s.body[0].to[1].at(0));
    variables_.erase(s.slot);
    if (one.part == -1) std::swap(one, other);
    if (one.part != 1 || one.heap != 0 || one.constant != 0) throw Refused();
    if (other.part != -1 || other.heap != 1 || other.constant > 0) throw Refused();
    const std::int64_t removed = -other.constant;
    const std::int64_t short_of = -end.constant;
    if (halves ? short_of > removed : short_of < removed + least) throw Refused();
    holds_beyond(removed);
    if (halves && short_of < removed) holds_beyond(2 * removed + 2 * least - short_of);
    if (!halves) holds_beyond(2 * short_of);
    heaps_ = std::max<std::size_t>(heaps_, 2);
  }

  const MoveProgram& program_;
  std::map<Slot, Linear> variables_;
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
