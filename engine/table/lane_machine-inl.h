// Runs a LanePlan. Included once for each SIMD target (Highway's foreach_target), so that the plain loops over lanes
// below are compiled for it.

#if defined(BOUTON_LANE_MACHINE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_LANE_MACHINE_INL_H_
#undef BOUTON_LANE_MACHINE_INL_H_
#else
#define BOUTON_LANE_MACHINE_INL_H_
#endif

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/rules/integer_arithmetic.h"
#include "engine/table/lane_plan.h"
#include "engine/table/lane_trap.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

/// At most so many lanes at once.
inline constexpr std::size_t kMostLanes = 256;
/// Bytes that the options of recorded loops may take; later ones are not recorded.
inline constexpr std::size_t kMostRecorded = std::size_t{1} << 24;

/// The lanes that take part: all of them, those with a 1, or none.
template <class T>
struct Mask {
  enum class Who : std::uint8_t { all, some, none } who = Who::all;
  const T* lanes = nullptr;
};

/// One bit a lane: whether it is not 0. Reads whole vectors; lanes from n on are left out.
template <class T>
HWY_INLINE void mask_bits(const T* lanes, std::size_t n, std::uint64_t* bits) {
#if HWY_TARGET != HWY_SCALAR
  // Where a vector's bits fill whole bytes.
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (sizeof(T) == 4 && HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE) {
    const hn::ScalableTag<T> d;
    for (std::size_t w = 0; 64 * w < n; ++w) {
      std::uint8_t bytes[8] = {};
      for (std::size_t i = 0; i < 64 && 64 * w + i < n; i += hn::Lanes(d))
        hn::StoreMaskBits(d, hn::Ne(hn::LoadU(d, lanes + 64 * w + i), hn::Zero(d)), bytes + i / 8);
      std::uint64_t word = 0;
      for (int k = 7; k >= 0; --k) word = word << 8U | bytes[k];
      bits[w] = word;
    }
    if (n % 64 != 0) bits[n / 64] &= ~(~std::uint64_t{0} << (n % 64));
    return;
  }
#endif
  for (std::size_t w = 0; 64 * w < n; ++w) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 64 && 64 * w + i < n; ++i)
      word |= static_cast<std::uint64_t>(lanes[64 * w + i] != 0) << i;
    bits[w] = word;
  }
}

/// The lanes that are chosen from a chunk: all of [from, to), or those with a 1 in `lanes` and in `bits`.
template <class T>
struct Chosen {
  std::size_t from = 0, to = 0;
  const T* lanes = nullptr;  ///< null: all
  std::uint64_t bits[kMostLanes / 64];

  /// Calls f with each chosen lane.
  template <class F>
  HWY_INLINE void for_each(F f) const {
    if (lanes == nullptr) {
      for (std::size_t i = from; i < to; ++i) f(i);
      return;
    }
    for (std::size_t w = from / 64; 64 * w < to; ++w)
      for (std::uint64_t open = bits[w]; open != 0; open &= open - 1)
        f(64 * w + static_cast<std::size_t>(__builtin_ctzll(open)));
  }
};

/// The values of a plan's expressions, and which lanes take part.
template <class T>
class LaneValues {
 public:
  using U = std::make_unsigned_t<T>;

  LaneValues(const LanePlan& plan, LaneMode mode)
      : plan_(plan),
        cell_mode_(mode == LaneMode::cell),
        dimensions_(plan.program.dimensions),
        coordinates_(dimensions_),
        slots_(plan.program.slot_names.size()),
        slot_lanes_(slots_.size()),
        epochs_(dimensions_ + slots_.size(), 1),
        expressions_(plan.program.expressions.size()) {}

  /// Sets a coordinate that is the same in all lanes.
  void set_coordinate(std::size_t axis, std::int64_t value) {
    if (coordinates_[axis] == value && epochs_[axis] > 1) return;
    coordinates_[axis] = value;
    touch(static_cast<LaneSource>(axis));
  }

 protected:
  using MaskT = Mask<T>;
  using Who = typename MaskT::Who;

  struct Cached {
    std::uint64_t tag = 0;  ///< valid if no source was touched since
    std::size_t lanes = 0;  ///< how many lanes were computed
    std::int64_t scalar = 0;
    std::vector<T> values;
    std::vector<T> fixed;  ///< of all lane numbers so far
  };

  /// An operand: lanes, or one number for all of them.
  struct Operand {
    const T* lanes = nullptr;
    std::int64_t scalar = 0;
  };

  void touch(LaneSource source) { epochs_[source] = ++clock_; }

  void start_lanes(std::int64_t first, std::int64_t step, std::size_t offset, std::size_t lanes) {
    lane_first_ = first;
    lane_step_ = step;
    lane_offset_ = offset;
    lanes_ = lanes;
  }

  T* new_mask() {
    if (mask_depth_ == masks_.size()) masks_.emplace_back(kMostLanes);
    return masks_[mask_depth_++].data();
  }

  bool any(const MaskT& mask) const {
    if (mask.who != Who::some) return mask.who == Who::all;
    return any_of(mask.lanes, lanes_);
  }
  static bool any_of(const T* lanes, std::size_t n) {
    U all = 0;
    for (std::size_t i = 0; i < n; ++i) all |= static_cast<U>(lanes[i]);
    return all != 0;
  }

  /// The lanes of `mask` where `condition` is not 0 (or is 0, if not wanted).
  MaskT narrowed(const MaskT& mask, const T* condition, bool wanted) {
    T* out = new_mask();
    if (mask.who == Who::all) {
      for (std::size_t i = 0; i < lanes_; ++i) out[i] = static_cast<T>((condition[i] != 0) == wanted);
    } else {
      for (std::size_t i = 0; i < lanes_; ++i)
        out[i] = static_cast<T>(mask.lanes[i] & static_cast<T>((condition[i] != 0) == wanted));
    }
    if (!any_of(out, lanes_)) return {Who::none, nullptr};
    return {Who::some, out};
  }

  /// The lanes of `a` that are (or are not) in `b`.
  MaskT combined(const MaskT& a, const MaskT& b, bool in_b) {
    if (a.who == Who::none) return a;
    if (b.who == Who::none) return in_b ? b : a;
    if (b.who == Who::all) return in_b ? a : MaskT{Who::none, nullptr};
    return narrowed(a, b.lanes, in_b);
  }
  MaskT united(const MaskT& a, const MaskT& b) {
    if (a.who == Who::none || b.who == Who::all) return b;
    if (b.who == Who::none || a.who == Who::all) return a;
    T* out = new_mask();
    for (std::size_t i = 0; i < lanes_; ++i) out[i] = static_cast<T>(a.lanes[i] | b.lanes[i]);
    return {Who::some, out};
  }

  void set_slot(Slot slot, std::int64_t value) {
    const auto source = static_cast<LaneSource>(dimensions_ + slot);
    if (slots_[slot] == value && epochs_[source] > 1) return;
    slots_[slot] = value;
    touch(source);
  }
  T* slot_values(Slot slot) {
    if (slot_lanes_[slot].empty()) slot_lanes_[slot].resize(kMostLanes);
    return slot_lanes_[slot].data();
  }

  bool truth(ExpressionId id) { return scalar(id) != 0; }

  bool is_fresh(const Cached& cached, const LaneExpression& info) const {
    if (cached.tag == 0) return false;
    for (const LaneSource source : info.sources)
      if (epochs_[source] > cached.tag) return false;
    return true;
  }

  std::int64_t scalar(ExpressionId id) {
    const Expression& e = plan_.program.expressions[id];
    if (e.op == Op::constant) return e.value;
    if (e.op == Op::coordinate) return coordinates_[static_cast<std::size_t>(e.value)];
    if (e.op == Op::variable) return slots_[static_cast<std::size_t>(e.value)];
    Cached& cached = expressions_[id];
    const LaneExpression& info = plan_.expressions[id];
    if (!info.may_trap && is_fresh(cached, info)) return cached.scalar;
    cached.scalar = compute_scalar(e);
    cached.tag = clock_;
    return cached.scalar;
  }

  std::int64_t compute_scalar(const Expression& e) {
    switch (e.op) {
      case Op::constant:
      case Op::coordinate:
      case Op::variable: break;
      case Op::element: {
        const std::int64_t at = scalar(e.a);
        const auto& list = plan_.program.lists[static_cast<std::size_t>(e.value)];
        if (at < 1 || at > static_cast<std::int64_t>(list.size())) throw LaneTrap{0};
        return list[static_cast<std::size_t>(at - 1)];
      }
      case Op::add: return wrapping_add(scalar(e.a), scalar(e.b));
      case Op::sub: return wrapping_sub(scalar(e.a), scalar(e.b));
      case Op::mul: return wrapping_mul(scalar(e.a), scalar(e.b));
      case Op::floor_div: {
        const std::int64_t a = scalar(e.a), b = scalar(e.b);
        if (b == 0) throw LaneTrap{0};
        return floor_div(a, b);
      }
      case Op::floor_mod: {
        const std::int64_t a = scalar(e.a), b = scalar(e.b);
        if (b == 0) throw LaneTrap{0};
        return floor_mod(a, b);
      }
      case Op::bit_and: return scalar(e.a) & scalar(e.b);
      case Op::bit_or: return scalar(e.a) | scalar(e.b);
      case Op::bit_xor: return scalar(e.a) ^ scalar(e.b);
      case Op::shift_left: return bouton::shift_left(scalar(e.a), scalar(e.b));
      case Op::shift_right: return bouton::shift_right(scalar(e.a), scalar(e.b));
      case Op::min: return std::min(scalar(e.a), scalar(e.b));
      case Op::max: return std::max(scalar(e.a), scalar(e.b));
      case Op::neg: return wrapping_neg(scalar(e.a));
      case Op::bit_not: return ~scalar(e.a);
      case Op::abs: return wrapping_abs(scalar(e.a));
      case Op::select: return truth(e.a) ? scalar(e.b) : scalar(e.c);
      case Op::equal: return scalar(e.a) == scalar(e.b);
      case Op::less: return scalar(e.a) < scalar(e.b);
      case Op::less_equal: return scalar(e.a) <= scalar(e.b);
      case Op::unsigned_less: return unsigned_less(scalar(e.a), scalar(e.b));
      case Op::logical_and: return truth(e.a) && truth(e.b);
      case Op::logical_or: return truth(e.a) || truth(e.b);
      case Op::logical_not: return !truth(e.a);
    }
    return 0;
  }

  Operand operand(ExpressionId id, const MaskT& mask) {
    if (plan_.expressions[id].varying) return {lanes_of(id, mask), 0};
    return {nullptr, scalar(id)};
  }

  /// The values of a varying expression in the present lanes. `mask` says which lanes may trap.
  const T* lanes_of(ExpressionId id, const MaskT& mask) {
    const LaneExpression& info = plan_.expressions[id];
    Cached& cached = expressions_[id];
    if (info.fixed) return fixed_lanes(id, cached);
    const Expression& e = plan_.program.expressions[id];
    if (e.op == Op::variable && !(in_lane_loop_ && cell_mode_))
      return slot_values(static_cast<Slot>(e.value));
    if (!info.may_trap && cached.lanes >= lanes_ && is_fresh(cached, info)) return cached.values.data();
    if (cached.values.empty()) cached.values.resize(kMostLanes);
    compute_lanes(e, mask, cached.values.data(), lanes_);
    cached.tag = clock_;
    cached.lanes = lanes_;
    return cached.values.data();
  }

  const T* fixed_lanes(ExpressionId id, Cached& cached) {
    while (cached.fixed.size() < lane_offset_ + lanes_) {
      // Chunks come in order from the first; compute the next whole one.
      const std::size_t have = cached.fixed.size();
      const std::int64_t first = lane_first_;
      const std::size_t offset = lane_offset_, lanes = lanes_;
      lane_first_ = first + (static_cast<std::int64_t>(have) - static_cast<std::int64_t>(offset)) * lane_step_;
      lane_offset_ = have;
      lanes_ = kMostLanes;
      std::vector<T> chunk(kMostLanes);
      compute_lanes(plan_.program.expressions[id], MaskT{}, chunk.data(), kMostLanes);
      cached.fixed.insert(cached.fixed.end(), chunk.begin(), chunk.end());
      lane_first_ = first;
      lane_offset_ = offset;
      lanes_ = lanes;
    }
    return cached.fixed.data() + lane_offset_;
  }

  void copy(const Operand& from, T* out) const {
    if (from.lanes != nullptr)
      std::copy_n(from.lanes, lanes_, out);
    else
      std::fill_n(out, lanes_, static_cast<T>(from.scalar));
  }

  template <class F>
  static void map(T* HWY_RESTRICT out, const Operand& a, std::size_t n, F f) {
    const T* x = a.lanes;
    for (std::size_t i = 0; i < n; ++i) out[i] = f(x[i]);
  }

  template <class F>
  static void zip(T* HWY_RESTRICT out, const Operand& a, const Operand& b, std::size_t n, F f) {
    const T* x = a.lanes;
    const T* y = b.lanes;
    if (x != nullptr && y != nullptr) {
      for (std::size_t i = 0; i < n; ++i) out[i] = f(x[i], y[i]);
    } else if (x != nullptr) {
      const auto s = static_cast<T>(b.scalar);
      for (std::size_t i = 0; i < n; ++i) out[i] = f(x[i], s);
    } else if (y != nullptr) {
      const auto s = static_cast<T>(a.scalar);
      for (std::size_t i = 0; i < n; ++i) out[i] = f(s, y[i]);
    } else {
      std::fill_n(out, n, f(static_cast<T>(a.scalar), static_cast<T>(b.scalar)));
    }
  }

  /// Quotient and remainder of lanes; where b is 0 they are 0.
  static T divide(T a, T b) {
    if constexpr (sizeof(T) == 4) {
      const T divisor = b == 0 ? T{1} : b;
      // Both fit a double exactly, and a quotient that is not whole is further from the next whole number than the
      // rounding error.
      const T quotient = static_cast<T>(static_cast<double>(a) / static_cast<double>(divisor));
      const T remainder = static_cast<T>(static_cast<U>(a) - static_cast<U>(quotient) * static_cast<U>(divisor));
      const T down = static_cast<T>((remainder != 0) & ((remainder ^ divisor) < 0));
      return b == 0 ? T{0} : static_cast<T>(quotient - down);
    } else {
      return b == 0 ? T{0} : floor_div(a, b);
    }
  }
  static T modulo(T a, T b) {
    if constexpr (sizeof(T) == 4) {
      const T divisor = b == 0 ? T{1} : b;
      const T quotient = static_cast<T>(static_cast<double>(a) / static_cast<double>(divisor));
      const T remainder = static_cast<T>(static_cast<U>(a) - static_cast<U>(quotient) * static_cast<U>(divisor));
      const T up = static_cast<T>((remainder != 0) & ((remainder ^ divisor) < 0));
      return b == 0 ? T{0} : static_cast<T>(remainder + (up != 0 ? divisor : T{0}));
    } else {
      return b == 0 ? T{0} : floor_mod(a, b);
    }
  }
  static T left(T a, T by) {
    if constexpr (sizeof(T) == 4)
      return static_cast<U>(by) < 32U ? static_cast<T>(static_cast<U>(a) << (static_cast<U>(by) & 31U)) : T{0};
    else
      return bouton::shift_left(a, by);
  }
  static T right(T a, T by) {
    if constexpr (sizeof(T) == 4)
      return static_cast<U>(by) < 32U ? static_cast<T>(static_cast<U>(a) >> (static_cast<U>(by) & 31U)) : T{0};
    else
      return bouton::shift_right(a, by);
  }

  void check_divisor(const Operand& divisor, const MaskT& mask) const {
    if (mask.who == Who::none) return;
    if (divisor.lanes == nullptr) {
      if (divisor.scalar == 0) throw LaneTrap{0};
      return;
    }
    for (std::size_t i = 0; i < lanes_; ++i)
      if (divisor.lanes[i] == 0 && (mask.who == Who::all || mask.lanes[i] != 0)) throw LaneTrap{0};
  }

  /// An operand that only lanes with the condition evaluate.
  Operand guarded(ExpressionId id, const MaskT& mask, const Operand& condition, bool wanted) {
    if (!plan_.expressions[id].may_trap) return operand(id, mask);
    if (condition.lanes == nullptr) {
      if ((condition.scalar != 0) != wanted) return {nullptr, 0};
      return operand(id, mask);
    }
    const MaskT inner = mask.who == Who::none ? mask : narrowed(mask, condition.lanes, wanted);
    if (inner.who == Who::none) return {nullptr, 0};
    return operand(id, inner);
  }

  void compute_lanes(const Expression& e, const MaskT& mask, T* HWY_RESTRICT out, std::size_t n) {
    const std::size_t depth = mask_depth_;
    const auto wrap = [](U value) { return static_cast<T>(value); };
    switch (e.op) {
      case Op::constant: std::fill_n(out, n, static_cast<T>(e.value)); break;
      case Op::coordinate:
      case Op::variable: {
        const auto first = static_cast<U>(lane_first_), step = static_cast<U>(lane_step_);
        for (std::size_t i = 0; i < n; ++i) out[i] = wrap(first + static_cast<U>(i) * step);
        break;
      }
      case Op::element: {
        const Operand at = operand(e.a, mask);
        const auto& list = plan_.program.lists[static_cast<std::size_t>(e.value)];
        const auto size = static_cast<std::int64_t>(list.size());
        for (std::size_t i = 0; i < n; ++i) {
          const std::int64_t index = at.lanes != nullptr ? at.lanes[i] : at.scalar;
          const bool inside = index >= 1 && index <= size;
          if (!inside && (mask.who == Who::all || (mask.who == Who::some && mask.lanes[i] != 0)) &&
              plan_.expressions[static_cast<std::size_t>(&e - plan_.program.expressions.data())].may_trap)
            throw LaneTrap{0};
          out[i] = inside ? static_cast<T>(list[static_cast<std::size_t>(index - 1)]) : T{0};
        }
        break;
      }
      case Op::add:
        zip(out, operand(e.a, mask), operand(e.b, mask), n,
            [=](T a, T b) { return wrap(static_cast<U>(a) + static_cast<U>(b)); });
        break;
      case Op::sub:
        zip(out, operand(e.a, mask), operand(e.b, mask), n,
            [=](T a, T b) { return wrap(static_cast<U>(a) - static_cast<U>(b)); });
        break;
      case Op::mul:
        zip(out, operand(e.a, mask), operand(e.b, mask), n,
            [=](T a, T b) { return wrap(static_cast<U>(a) * static_cast<U>(b)); });
        break;
      case Op::floor_div:
      case Op::floor_mod: {
        const Operand a = operand(e.a, mask), b = operand(e.b, mask);
        if (plan_.expressions[static_cast<std::size_t>(&e - plan_.program.expressions.data())].may_trap)
          check_divisor(b, mask);
        if (e.op == Op::floor_div)
          zip(out, a, b, n, [](T x, T y) { return divide(x, y); });
        else
          zip(out, a, b, n, [](T x, T y) { return modulo(x, y); });
        break;
      }
      case Op::bit_and:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return static_cast<T>(a & b); });
        break;
      case Op::bit_or:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return static_cast<T>(a | b); });
        break;
      case Op::bit_xor:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return static_cast<T>(a ^ b); });
        break;
      case Op::shift_left:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return left(a, b); });
        break;
      case Op::shift_right:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return right(a, b); });
        break;
      case Op::min:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return a < b ? a : b; });
        break;
      case Op::max:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return a > b ? a : b; });
        break;
      case Op::neg: map(out, operand(e.a, mask), n, [=](T a) { return wrap(U{0} - static_cast<U>(a)); }); break;
      case Op::bit_not: map(out, operand(e.a, mask), n, [](T a) { return static_cast<T>(~a); }); break;
      case Op::abs:
        map(out, operand(e.a, mask), n, [=](T a) { return a < 0 ? wrap(U{0} - static_cast<U>(a)) : a; });
        break;
      case Op::logical_not: map(out, operand(e.a, mask), n, [](T a) { return static_cast<T>(a == 0); }); break;
      case Op::equal:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return static_cast<T>(a == b); });
        break;
      case Op::less:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return static_cast<T>(a < b); });
        break;
      case Op::less_equal:
        zip(out, operand(e.a, mask), operand(e.b, mask), n, [](T a, T b) { return static_cast<T>(a <= b); });
        break;
      case Op::unsigned_less:
        zip(out, operand(e.a, mask), operand(e.b, mask), n,
            [](T a, T b) { return static_cast<T>(static_cast<U>(a) < static_cast<U>(b)); });
        break;
      case Op::logical_and: {
        const Operand a = operand(e.a, mask);
        zip(out, a, guarded(e.b, mask, a, true), n, [](T x, T y) { return static_cast<T>((x != 0) & (y != 0)); });
        break;
      }
      case Op::logical_or: {
        const Operand a = operand(e.a, mask);
        zip(out, a, guarded(e.b, mask, a, false), n, [](T x, T y) { return static_cast<T>((x != 0) | (y != 0)); });
        break;
      }
      case Op::select: {
        const Operand condition = operand(e.a, mask);
        const Operand yes = guarded(e.b, mask, condition, true);
        const Operand no = guarded(e.c, mask, condition, false);
        for (std::size_t i = 0; i < n; ++i) {
          const bool take = (condition.lanes != nullptr ? condition.lanes[i] : static_cast<T>(condition.scalar)) != 0;
          const T a = yes.lanes != nullptr ? yes.lanes[i] : static_cast<T>(yes.scalar);
          const T b = no.lanes != nullptr ? no.lanes[i] : static_cast<T>(no.scalar);
          out[i] = take ? a : b;
        }
        break;
      }
    }
    mask_depth_ = depth;
  }

  const LanePlan& plan_;
  const bool cell_mode_;
  const std::size_t dimensions_;
  std::vector<std::int64_t> coordinates_;
  std::vector<std::int64_t> slots_;  ///< of a lane loop's slot: its step
  std::vector<std::vector<T>> slot_lanes_;
  std::uint64_t clock_ = 1;
  std::vector<std::uint64_t> epochs_;  ///< when each source last changed; 1: never set
  std::vector<Cached> expressions_;

  std::int64_t lane_first_ = 0, lane_step_ = 1;
  std::size_t lane_offset_ = 0, lanes_ = 0;
  bool in_lane_loop_ = false;

  std::vector<std::vector<T>> masks_;
  std::size_t mask_depth_ = 0;
};

/// `Sink` receives what the program names:
///   void linear(std::int64_t index, std::int64_t delta, const Chosen<T>& lanes, int line)
///       each of the lanes leads to cell index + lane * delta
///   void gather(const std::int64_t* indexes, const Chosen<T>& lanes, int line)
///   void listed(std::int64_t index, std::int64_t delta, const std::uint8_t* lanes, std::size_t n, int line)
///       the same for n lanes that are listed (cell programs)
///   void single(std::int64_t index, int line)        the one position of a cell program
///   bool done()                                      nothing more can change what it makes of the position(s)
///   void result(const T* values, std::size_t n, const T* mask)   of finish, 0 or 1 a lane
template <class T, LaneMode kMode, class Sink>
class LaneMachine : public LaneValues<T> {
  using Base = LaneValues<T>;
  using Base::any, Base::any_of, Base::combined, Base::copy, Base::coordinates_, Base::dimensions_, Base::epochs_,
      Base::expressions_, Base::in_lane_loop_, Base::lane_first_, Base::lane_offset_, Base::lane_step_, Base::lanes_,
      Base::lanes_of, Base::mask_depth_, Base::narrowed, Base::new_mask, Base::operand, Base::plan_, Base::scalar,
      Base::set_slot, Base::slot_values, Base::slots_, Base::start_lanes, Base::touch, Base::truth, Base::united;
  using typename Base::MaskT, typename Base::Operand, typename Base::U, typename Base::Who;

 public:
  LaneMachine(const LanePlan& plan, const CellLayout& layout, Sink& sink)
      : Base(plan, kMode), layout_(layout), sink_(sink) {}

  /// Runs a row program for positions `first`, `first` + step, ... along the lane axis; the offset is their place in
  /// the row, from 0. `mask` may be null.
  void run_row(std::int64_t first, std::int64_t step, std::size_t offset, std::size_t lanes, const T* mask) {
    const auto axis = static_cast<LaneSource>(layout_.axes.back().axis);
    if (lane_first_ != first || lane_step_ != step || epochs_[axis] == 1) touch(axis);
    start_lanes(first, step, offset, lanes);
    run(mask);
  }
  /// Runs a cell program for the position that the coordinates say.
  void run_cell() { run(nullptr); }

 private:
  void run(const T* mask) {
    finished_any_ = false;
    mask_depth_ = 0;
    MaskT all;
    if (mask != nullptr) all = {Who::some, mask};
    execute(plan_.body, all);
  }

  // --- control ---

  void execute(const std::vector<LaneNode>& nodes, MaskT& mask) {
    for (const LaneNode& node : nodes) {
      if (mask.who == Who::none) return;
      switch (node.kind) {
        case Statement::Kind::option: name(plan_.targets[node.target], mask); break;
        case Statement::Kind::loop:
          if constexpr (kMode == LaneMode::cell) {
            if (node.recorded != 0) {
              recorded_loop(node);
              break;
            }
            if (node.lane_loop) {
              lane_loop(node, nullptr);
              break;
            }
          }
          loop(node, mask);
          break;
        case Statement::Kind::branch: branch(node, mask); break;
        case Statement::Kind::assign: assign(node, mask); break;
        case Statement::Kind::leave:
          if (in_lane_loop_) {
            std::size_t first = 0;
            if (mask.who == Who::some)
              while (first < lanes_ && mask.lanes[first] == 0) ++first;
            lane_cut_ = std::min(lane_cut_, first);
          }
          mask = {Who::none, nullptr};
          break;
        case Statement::Kind::finish: finish(node, mask); break;
        case Statement::Kind::split: break;
      }
    }
  }

  void branch(const LaneNode& node, MaskT& mask) {
    const std::size_t depth = mask_depth_;
    if (!node.varying) {
      execute(truth(node.a) ? node.body : node.otherwise, mask);
      return;
    }
    const T* condition = lanes_of(node.a, mask);
    // A condition is 0 or 1 itself; nothing inside a lane loop can change it.
    MaskT yes = in_lane_loop_ && mask.who == Who::all && plan_.program[node.a].op >= Op::equal
                    ? MaskT{Who::some, condition}
                    : narrowed(mask, condition, true);
    MaskT no = node.otherwise.empty() && !node.may_exit ? MaskT{Who::none, nullptr} : narrowed(mask, condition, false);
    if (yes.who != Who::none) execute(node.body, yes);
    if (no.who != Who::none) execute(node.otherwise, no);
    if (node.may_exit) {
      mask = united(yes, no);
      if (in_lane_loop_ && lane_cut_ < lanes_ && mask.who != Who::none) {
        T* out = new_mask();
        for (std::size_t i = 0; i < lanes_; ++i)
          out[i] = i < lane_cut_ ? (mask.who == Who::all ? T{1} : mask.lanes[i]) : T{0};
        mask = any_of(out, lanes_) ? MaskT{Who::some, out} : MaskT{Who::none, nullptr};
      }
    } else {
      mask_depth_ = depth;
    }
  }

  /// What a recorded loop names at one place along the innermost axis: stretches of lanes.
  struct Recorded {
    struct Stretch {
      std::uint32_t target = 0;
      std::int64_t first = 0, step = 1;  ///< the loop variable in lane 0, and from lane to lane
      std::vector<std::uint8_t> lanes;
    };
    bool known = false;
    std::vector<Stretch> stretches;
  };

  /// The loop as a list of options: its guards are looked at once for each place along the innermost axis.
  void recorded_loop(const LaneNode& node) {
    const std::size_t axis = layout_.axes.back().axis;
    if (records_.empty()) records_.resize(plan_.recorded);
    std::vector<Recorded>& record = records_[node.recorded - 1];
    if (record.empty()) record.resize(layout_.box.length(axis));
    Recorded& here = record[static_cast<std::size_t>(coordinates_[axis] - layout_.box.low()[axis])];
    if (!here.known) {
      const bool full = recorded_bytes_ > kMostRecorded;
      lane_loop(node, full ? nullptr : &here);
      return;
    }
    for (const typename Recorded::Stretch& stretch : here.stretches) {
      lane_first_ = stretch.first;
      lane_step_ = stretch.step;
      const LaneTarget& target = plan_.targets[stretch.target];
      const auto [index, delta] = place(target, stretch.lanes.front(), stretch.lanes.back());
      sink_.listed(index, delta, stretch.lanes.data(), stretch.lanes.size(), target.line);
      if (sink_.done()) break;
    }
  }

  void record(const LaneTarget& target, const Chosen<T>& chosen) {
    typename Recorded::Stretch stretch{static_cast<std::uint32_t>(&target - plan_.targets.data()), lane_first_, lane_step_, {}};
    chosen.for_each([&](std::size_t lane) { stretch.lanes.push_back(static_cast<std::uint8_t>(lane)); });
    stretch.lanes.shrink_to_fit();
    recorded_bytes_ += sizeof(stretch) + stretch.lanes.size();
    recording_->stretches.push_back(std::move(stretch));
  }

  void lane_loop(const LaneNode& node, Recorded* recording) {
    const std::int64_t first = scalar(node.a);
    const std::int64_t last = scalar(node.b);
    const std::int64_t step = scalar(node.c);
    if (step == 0) throw LaneTrap{node.line};
    const std::uint64_t count = loop_count(first, last, step);
    const std::size_t depth = mask_depth_;
    const auto source = static_cast<LaneSource>(dimensions_ + node.slot);
    in_lane_loop_ = true;
    recording_ = recording;
    for (std::uint64_t done = 0; done < count;) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(count - done, kMostLanes));
      const std::int64_t start = first + static_cast<std::int64_t>(done) * step;
      if (slot_first_(node.slot) != start || slots_[node.slot] != step || epochs_[source] == 1) {
        slot_first_(node.slot) = start;
        slots_[node.slot] = step;
        touch(source);
      }
      start_lanes(start, step, done, n);
      lane_cut_ = n;
      MaskT all;
      execute(node.body, all);
      mask_depth_ = depth;
      if (lane_cut_ < n || (recording == nullptr && sink_.done())) break;
      done += n;
    }
    if (recording != nullptr) recording->known = true;
    recording_ = nullptr;
    in_lane_loop_ = false;
  }

  std::int64_t& slot_first_(Slot slot) {
    if (slot_firsts_.size() <= slot) slot_firsts_.resize(slots_.size());
    return slot_firsts_[slot];
  }

  void loop(const LaneNode& node, MaskT& mask) {
    const std::size_t depth = mask_depth_;
    // The lanes that are still in the loop, and those that iterate now.
    MaskT live = mask;
    const auto iterate = [&](const MaskT& now) {
      if (!node.may_exit) {
        MaskT inside = now;
        execute(node.body, inside);
        return;
      }
      MaskT inside = now;
      execute(node.body, inside);
      const MaskT gone = combined(now, inside, false);
      live = stored(combined(live, gone, false), live_mask(node));
    };
    if (!node.varying) {
      const std::int64_t first = scalar(node.a);
      const std::int64_t step = scalar(node.c);
      const std::int64_t last = scalar(node.b);
      if (step == 0) throw LaneTrap{node.line};
      const std::uint64_t count = loop_count(first, last, step);
      for (std::uint64_t k = 0; k < count && live.who != Who::none; ++k) {
        const std::size_t inner = mask_depth_;
        set_slot(node.slot, wrapping_add(first, wrapping_mul(static_cast<std::int64_t>(k), step)));
        iterate(live);
        mask_depth_ = inner;
        if (sink_.done()) break;
      }
    } else {
      varying_loop(node, live, iterate);
    }
    mask_depth_ = depth;
    if (node.may_exit && finished_any_) mask = without_finished(mask);
  }

  /// A loop whose bounds differ from lane to lane: round k of all lanes that have one.
  template <class Iterate>
  void varying_loop(const LaneNode& node, MaskT& live, const Iterate& iterate) {
    T* count = new_mask();  // rounds of each lane; fits T, as the loop variable does
    T* first = new_mask();
    T* step = new_mask();
    copy(operand(node.a, live), first);
    copy(operand(node.c, live), step);
    const Operand last = operand(node.b, live);
    std::int64_t most = 0;
    for (std::size_t i = 0; i < lanes_; ++i) {
      const bool active = live.who == Who::all || live.lanes[i] != 0;
      if (active && step[i] == 0) throw LaneTrap{node.line};
      const std::int64_t to = last.lanes != nullptr ? last.lanes[i] : last.scalar;
      count[i] = active ? static_cast<T>(loop_count(first[i], to, step[i])) : T{0};
      most = std::max<std::int64_t>(most, count[i]);
    }
    const bool varying_slot = plan_.slot_varying[node.slot];
    for (std::int64_t k = 0; k < most && live.who != Who::none; ++k) {
      const std::size_t inner = mask_depth_;
      if (varying_slot) {
        T* values = slot_values(node.slot);
        const T round = static_cast<T>(k);
        for (std::size_t i = 0; i < lanes_; ++i)
          values[i] = static_cast<T>(static_cast<U>(first[i]) + static_cast<U>(round) * static_cast<U>(step[i]));
        touch(static_cast<LaneSource>(dimensions_ + node.slot));
      } else {
        set_slot(node.slot, static_cast<std::int64_t>(first[0]) + k * static_cast<std::int64_t>(step[0]));
      }
      T* now = new_mask();
      const T round = static_cast<T>(k);
      if (live.who == Who::all) {
        for (std::size_t i = 0; i < lanes_; ++i) now[i] = static_cast<T>(round < count[i]);
      } else {
        for (std::size_t i = 0; i < lanes_; ++i)
          now[i] = static_cast<T>(static_cast<T>(round < count[i]) & live.lanes[i]);
      }
      if (any_of(now, lanes_)) iterate(MaskT{Who::some, now});
      mask_depth_ = inner;
    }
  }

  /// A mask buffer that outlives the rounds of the loop.
  std::vector<T>& live_mask(const LaneNode& node) {
    for (auto& [key, buffer] : live_masks_)
      if (key == &node) return *buffer;
    live_masks_.emplace_back(&node, std::make_unique<std::vector<T>>(kMostLanes));
    return *live_masks_.back().second;
  }
  MaskT stored(const MaskT& mask, std::vector<T>& buffer) {
    if (mask.who != Who::some || mask.lanes == buffer.data()) return mask;
    std::copy_n(mask.lanes, lanes_, buffer.data());
    return {Who::some, buffer.data()};
  }

  void finish(const LaneNode& node, MaskT& mask) {
    if (node.lane_loop) {  // has a result
      if (node.varying) {
        sink_.result(lanes_of(node.a, mask), lanes_, mask.who == Who::all ? nullptr : mask.lanes);
      } else {
        T* same = new_mask();
        std::fill_n(same, lanes_, static_cast<T>(scalar(node.a) != 0));
        sink_.result(same, lanes_, mask.who == Who::all ? nullptr : mask.lanes);
      }
    }
    if (finished_.empty()) finished_.resize(kMostLanes);
    if (!finished_any_) std::fill_n(finished_.data(), kMostLanes, T{0});
    finished_any_ = true;
    for (std::size_t i = 0; i < std::max<std::size_t>(lanes_, 1); ++i)
      if (mask.who == Who::all || mask.lanes[i] != 0) finished_[i] = 1;
    mask = {Who::none, nullptr};
  }
  MaskT without_finished(const MaskT& mask) {
    if (kMode == LaneMode::cell) return finished_[0] != 0 ? MaskT{Who::none, nullptr} : mask;
    return narrowed(mask, finished_.data(), false);
  }

  void assign(const LaneNode& node, const MaskT& mask) {
    const auto source = static_cast<LaneSource>(dimensions_ + node.slot);
    if (!plan_.slot_varying[node.slot]) {
      set_slot(node.slot, scalar(node.a));
      return;
    }
    const Operand value = operand(node.a, mask);
    T* out = slot_values(node.slot);
    for (std::size_t i = 0; i < lanes_; ++i) {
      const T next = value.lanes != nullptr ? value.lanes[i] : static_cast<T>(value.scalar);
      out[i] = mask.who == Who::all || mask.lanes[i] != 0 ? next : out[i];
    }
    touch(source);
  }

  // --- options ---

  std::int64_t rest_of(const Affine& rest) {
    std::int64_t sum = rest.constant;
    for (const auto& [atom, coefficient] : rest.terms)
      sum = wrapping_add(sum, wrapping_mul(coefficient, scalar(atom)));
    return sum;
  }

  bool outside(std::size_t axis, std::int64_t value) const {
    return value < layout_.box.low()[axis] || value > layout_.box.high()[axis];
  }

  void name(const LaneTarget& target, const MaskT& mask) {
    if (kMode == LaneMode::cell && !in_lane_loop_) {
      std::int64_t index = layout_.origin;
      for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
        const LaneTarget::Part& part = target.parts[axis];
        const std::int64_t to = scalar(part.to);
        if (!part.inside && outside(axis, to)) throw LaneTrap{target.line};
        index += to * layout_.strides[axis];
      }
      sink_.single(index, target.line);
      return;
    }
    Chosen<T> chosen;
    chosen.to = lanes_;
    if (mask.who == Who::some) {
      chosen.lanes = mask.lanes;
      mask_bits(mask.lanes, lanes_, chosen.bits);
      std::size_t first = 0, last = (lanes_ + 63) / 64;
      while (first < last && chosen.bits[first] == 0) ++first;
      if (first == last) return;
      while (chosen.bits[last - 1] == 0) --last;
      chosen.from = 64 * first + static_cast<std::size_t>(__builtin_ctzll(chosen.bits[first]));
      chosen.to = 64 * last - static_cast<std::size_t>(__builtin_clzll(chosen.bits[last - 1]));
    }
    if (target.linear)
      name_linear(target, chosen);
    else
      name_gathered(target, mask, chosen);
  }

  void name_linear(const LaneTarget& target, const Chosen<T>& chosen) {
    if (kMode == LaneMode::cell && recording_ != nullptr) record(target, chosen);
    const auto [index, delta] = place(target, chosen.from, chosen.to - 1);
    sink_.linear(index, delta, chosen, target.line);
  }

  /// Where a linear target leads: the cell of lane 0, and how far apart those of neighbouring lanes are. Lanes `from` and
  /// `to` must lead inside.
  std::pair<std::int64_t, std::int64_t> place(const LaneTarget& target, std::size_t from, std::size_t to) {
    std::int64_t index = layout_.origin;
    std::int64_t delta = 0;
    for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
      const LaneTarget::Part& part = target.parts[axis];
      const std::int64_t change = part.coefficient * lane_step_;
      const std::int64_t start = rest_of(part.rest) + part.coefficient * lane_first_;
      if (!part.inside && (outside(axis, start + change * static_cast<std::int64_t>(from)) ||
                           outside(axis, start + change * static_cast<std::int64_t>(to))))
        throw LaneTrap{target.line};
      index += start * layout_.strides[axis];
      delta += change * layout_.strides[axis];
    }
    return {index, delta};
  }

  void name_gathered(const LaneTarget& target, const MaskT& mask, const Chosen<T>& chosen) {
    const T* lanes = chosen.lanes;
    std::int64_t base = layout_.origin;
    if (indexes_.empty()) indexes_.resize(kMostLanes);
    std::fill_n(indexes_.data(), lanes_, std::int64_t{0});
    for (std::size_t axis = 0; axis < target.parts.size(); ++axis) {
      const LaneTarget::Part& part = target.parts[axis];
      const std::int64_t stride = layout_.strides[axis];
      const std::int64_t low = layout_.box.low()[axis];
      const std::int64_t high = layout_.box.high()[axis];
      if (!plan_.expressions[part.to].varying) {
        const std::int64_t to = scalar(part.to);
        if (!part.inside && outside(axis, to)) throw LaneTrap{target.line};
        base += to * stride;
        continue;
      }
      const T* to = lanes_of(part.to, mask);
      if (!part.inside) {
        bool bad = false;
        for (std::size_t i = 0; i < lanes_; ++i)
          bad |= (to[i] < low || to[i] > high) && (lanes == nullptr || lanes[i] != 0);
        if (bad) throw LaneTrap{target.line};
      }
      for (std::size_t i = 0; i < lanes_; ++i) indexes_[i] += static_cast<std::int64_t>(to[i]) * stride;
    }
    // Lanes that do not take part may point anywhere: cell 0 is always there.
    if (lanes == nullptr) {
      for (std::size_t i = 0; i < lanes_; ++i) indexes_[i] += base;
    } else {
      for (std::size_t i = 0; i < lanes_; ++i) indexes_[i] = lanes[i] != 0 ? indexes_[i] + base : 0;
    }
    sink_.gather(indexes_.data(), chosen, target.line);
  }

  const CellLayout& layout_;
  Sink& sink_;
  std::vector<std::int64_t> slot_firsts_;  ///< of lane loops: where the present chunk begins
  std::size_t lane_cut_ = 0;               ///< lanes from this one on have left the loop
  std::vector<std::pair<const LaneNode*, std::unique_ptr<std::vector<T>>>> live_masks_;
  std::vector<T> finished_;
  bool finished_any_ = false;
  std::vector<std::int64_t> indexes_;
  std::vector<std::vector<Recorded>> records_;  ///< by loop, then by place along the innermost axis
  std::size_t recorded_bytes_ = 0;
  Recorded* recording_ = nullptr;
};

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
