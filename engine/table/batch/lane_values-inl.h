// The values of a LanePlan's expressions in many lanes, and which lanes take part. Included once for each SIMD target
// (Highway's foreach_target), so that the plain loops over lanes below are compiled for it.

#if defined(BOUTON_LANE_VALUES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BOUTON_LANE_VALUES_INL_H_
#undef BOUTON_LANE_VALUES_INL_H_
#else
#define BOUTON_LANE_VALUES_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/program/evaluate.h"
#include "engine/program/trap.h"
#include "engine/table/batch/lane_plan.h"

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace bouton {
namespace HWY_NAMESPACE {

/// Numbers of a line, at most, that are tabulated.
inline constexpr std::size_t kMostTabulated = std::size_t{1} << 16;
/// What is counted of the work, in units of a vector's share of one lane: an operation of a lane, one whose divisor is a
/// constant, one whose divisor differs or whose operand is looked for, and what is done for a cell by itself.
inline constexpr std::uint64_t kLaneTicks = 4, kDivisionTicks = 10, kLongTicks = 32, kCellTicks = 48;
/// Dividends and divisors below it either way are divided as `float`.
inline constexpr std::int32_t kSmall = std::int32_t{1} << 21;

/// The lanes that take part: all of them, those with a 1, or none.
template <class T>
struct Mask {
  enum class Who : std::uint8_t { all, some, none } who = Who::all;
  const T* lanes = nullptr;
};

/// One bit a lane: whether it is not 0.
template <class T>
HWY_INLINE void mask_bits(const T* lanes, std::size_t n, std::uint64_t* bits) {
#if HWY_TARGET != HWY_SCALAR
  // Where a vector's bits fill whole bytes.
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (sizeof(T) == 4 && HWY_MAX_BYTES >= 32 && !HWY_HAVE_SCALABLE) {
    const hn::ScalableTag<T> d;
    for (std::size_t w = 0; 64 * w < n; ++w) {
      const std::size_t most = std::min<std::size_t>(64, n - 64 * w);
      std::uint8_t bytes[8] = {};
      std::size_t i = 0;
      for (; i + hn::Lanes(d) <= most; i += hn::Lanes(d))
        hn::StoreMaskBits(d, hn::Ne(hn::LoadU(d, lanes + 64 * w + i), hn::Zero(d)), bytes + i / 8);
      std::uint64_t word = 0;
      for (int k = 7; k >= 0; --k) word = word << 8U | bytes[k];
      for (; i < most; ++i) word |= static_cast<std::uint64_t>(lanes[64 * w + i] != 0) << i;
      bits[w] = word;
    }
    return;
  }
#endif
  for (std::size_t w = 0; 64 * w < n; ++w) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 64 && 64 * w + i < n; ++i) word |= static_cast<std::uint64_t>(lanes[64 * w + i] != 0) << i;
    bits[w] = word;
  }
}

/// The lanes that are chosen from a chunk: all of [from, to), or those with a 1 in `lanes` and in `bits`.
template <class T>
struct Chosen {
  std::size_t from = 0, to = 0;
  const T* lanes = nullptr;  ///< null: all
  std::uint64_t bits[kMostLanes / 64];

  std::uint64_t count() const {
    if (lanes == nullptr) return to - from;
    std::uint64_t all = 0;
    for (std::size_t w = from / 64; 64 * w < to; ++w) all += static_cast<std::uint64_t>(__builtin_popcountll(bits[w]));
    return all;
  }
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
        mode_(mode),
        dimensions_(plan.program.dimensions),
        coordinates_(dimensions_),
        slots_(plan.program.slot_names.size()),
        slot_lanes_(slots_.size()),
        epochs_(dimensions_ + slots_.size(), 1),
        expressions_(plan.program.expressions.size()),
        pushed_(slots_.size()) {}

  /// What has been done: in lanes, and how often something was done for all lanes at once.
  std::uint64_t ticks() const { return ticks_; }
  std::uint64_t runs() const { return runs_; }

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
    std::vector<T> fixed;         ///< a table along its line, as far as it was needed
    std::uint64_t fixed_tag = 0;  ///< when the table was begun
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

  /// Whether the expression is 0 or 1 wherever it is computed.
  bool is_bit(ExpressionId id) const { return plan_.program.expressions[id].op >= Op::equal; }

  /// The lanes of `mask` where the condition, one of the plan's expressions, is not 0 (or is 0, if not wanted).
  MaskT narrowed(const MaskT& mask, ExpressionId condition, const T* HWY_RESTRICT values, bool wanted) {
    if (is_bit(condition)) return narrowed(mask, values, wanted);
    T* HWY_RESTRICT bits = new_mask();
    for (std::size_t i = 0; i < lanes_; ++i) bits[i] = static_cast<T>(values[i] != 0);
    return narrowed(mask, bits, wanted);
  }

  /// The lanes of `mask` where `condition`, 0 or 1, is 1 (or is 0, if not wanted).
  MaskT narrowed(const MaskT& mask, const T* HWY_RESTRICT condition, bool wanted) {
    T* HWY_RESTRICT out = new_mask();
    const T* HWY_RESTRICT in = mask.lanes;
    const T flip = wanted ? T{0} : T{1};
    T some = 0;
    ticks_ += kLaneTicks * lanes_;
    if (mask.who == Who::all) {
      for (std::size_t i = 0; i < lanes_; ++i) {
        out[i] = condition[i] ^ flip;
        some |= out[i];
      }
    } else {
      for (std::size_t i = 0; i < lanes_; ++i) {
        out[i] = in[i] & (condition[i] ^ flip);
        some |= out[i];
      }
    }
    if (some == 0) return {Who::none, nullptr};
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

  /// Apart from scalar(), which is mostly asked for what it knows.
  HWY_NOINLINE std::int64_t compute_scalar(const Expression& e) {
    ++runs_;
    const auto value = evaluate(plan_.program, e, [this](ExpressionId operand) { return scalar(operand); });
    if (!value) throw Trap{};
    return *value;
  }

  Operand operand(ExpressionId id, const MaskT& mask) {
    if (plan_.expressions[id].varying) return {lanes_of(id, mask), 0};
    return {nullptr, scalar(id)};
  }

  /// The values of a varying expression in the present lanes. `mask` says which lanes may trap.
  const T* lanes_of(ExpressionId id, const MaskT& mask) {
    const LaneExpression& info = plan_.expressions[id];
    Cached& cached = expressions_[id];
    if (info.fixed) {
      const std::size_t offset = info.by_distance ? distance_ - 1 : lane_offset_;
      if (offset + lanes_ <= kMostTabulated) return fixed_lanes(id, info, cached, offset);
    }
    const Expression& e = plan_.program.expressions[id];
    if (e.op == Op::variable && !is_line(static_cast<Slot>(e.value))) return slot_values(static_cast<Slot>(e.value));
    if (!info.may_trap && cached.lanes >= lanes_ && is_fresh(cached, info)) return cached.values.data();
    if (cached.values.empty()) cached.values.resize(kMostLanes);
    compute_lanes(e, mask, cached.values.data(), lanes_);
    cached.tag = clock_;
    cached.lanes = lanes_;
    return cached.values.data();
  }

  /// Whether the slot's values are those of a line of lanes, not assigned.
  bool is_line(Slot slot) const { return mode_ == LaneMode::cell ? in_lane_loop_ : mode_ == LaneMode::push && pushed_[slot]; }

  const T* fixed_lanes(ExpressionId id, const LaneExpression& info, Cached& cached, std::size_t offset) {
    for (const LaneSource source : info.steady)
      if (epochs_[source] > cached.fixed_tag) cached.fixed.clear();
    if (cached.fixed.empty()) cached.fixed_tag = clock_;
    const std::size_t needed = offset + lanes_;
    if (cached.fixed.size() >= needed) return cached.fixed.data() + offset;
    const std::int64_t first = lane_first_;
    const std::size_t lane_offset = lane_offset_, distance = distance_, lanes = lanes_;
    while (cached.fixed.size() < needed) {
      const std::size_t have = cached.fixed.size();
      if (info.by_distance) {
        distance_ = have + 1;
      } else {
        lane_first_ = first + (static_cast<std::int64_t>(have) - static_cast<std::int64_t>(lane_offset)) * lane_step_;
        lane_offset_ = have;
      }
      lanes_ = std::min(needed - have, kMostLanes);
      cached.fixed.resize(have + lanes_);
      compute_lanes(plan_.program.expressions[id], MaskT{}, cached.fixed.data() + have, lanes_);
      lane_first_ = first;
      lane_offset_ = lane_offset;
      distance_ = distance;
    }
    lanes_ = lanes;
    return cached.fixed.data() + offset;
  }

  void copy(const Operand& from, T* out) const {
    if (from.lanes != nullptr) std::copy_n(from.lanes, lanes_, out);
    else std::fill_n(out, lanes_, static_cast<T>(from.scalar));
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
  /// The same by one divisor, from 2 on, for all lanes: a product with its reciprocal. Half more than a number is no nearer to
  /// a multiple of the divisor than half, so that what rounding does to the quotient, less than 0.5 / divisor for |a| < 2^22
  /// and `float`, or 2^31 and `double`, does not take it past a whole number.
  template <class Float>
  static void divide_all(T* HWY_RESTRICT out, const T* HWY_RESTRICT a, T divisor, std::size_t n, bool quotient) {
    std::size_t i = 0;
    const auto by = static_cast<Float>(divisor);
    const Float reciprocal = Float{1} / by;
#if HWY_TARGET != HWY_SCALAR
    // Not every machine has lanes of doubles.
    if constexpr (sizeof(Float) == sizeof(float) || HWY_HAVE_FLOAT64 != 0) {
      namespace hn = hwy::HWY_NAMESPACE;
      const hn::ScalableTag<Float> d;
      const hn::Rebind<std::int32_t, hn::ScalableTag<Float>> di;
      const auto half = hn::Set(d, Float{0.5}), times = hn::Set(d, reciprocal), back = hn::Set(d, by);
      for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
        const auto x = from_integers(d, hn::LoadU(di, a + i));
        const auto q = hn::Floor(hn::Mul(hn::Add(x, half), times));
        hn::StoreU(to_integers(di, quotient ? q : hn::Sub(x, hn::Mul(q, back))), di, out + i);
      }
    }
#endif
    for (; i < n; ++i) {
      const auto x = static_cast<Float>(a[i]);
      const Float q = std::floor((x + Float{0.5}) * reciprocal);
      out[i] = static_cast<T>(quotient ? q : x - q * by);
    }
  }
#if HWY_TARGET != HWY_SCALAR
  template <class D, class V>
  static HWY_INLINE auto from_integers(D d, V v) {
    if constexpr (sizeof(hwy::HWY_NAMESPACE::TFromD<D>) == 4) return hwy::HWY_NAMESPACE::ConvertTo(d, v);
    else return hwy::HWY_NAMESPACE::PromoteTo(d, v);
  }
  template <class D, class V>
  static HWY_INLINE auto to_integers(D d, V v) {
    if constexpr (sizeof(hwy::HWY_NAMESPACE::TFromV<V>) == 4) return hwy::HWY_NAMESPACE::ConvertTo(d, v);
    else return hwy::HWY_NAMESPACE::DemoteTo(d, v);
  }
#endif

  /// `x % divisor == number`, or <, <=, or not, in one go. False if the expression is of another kind.
  bool compare_remainders(const Expression& e, bool negated, const MaskT& mask, T* HWY_RESTRICT out, std::size_t n) {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (sizeof(T) == 4) {
      if ((e.op != Op::equal && e.op != Op::less && e.op != Op::less_equal) || plan_.expressions[e.b].varying) return false;
      const LaneExpression& remainder = plan_.expressions[e.a];
      const Expression& division = plan_.program.expressions[e.a];
      if (!remainder.varying || remainder.fixed || remainder.may_trap || division.op != Op::floor_mod) return false;
      const LaneExpression& dividend = plan_.expressions[division.a];
      const Expression& divisor = plan_.program.expressions[division.b];
      if (!dividend.varying || !dividend.small || divisor.op != Op::constant || divisor.value < 2 || divisor.value >= kSmall ||
          (divisor.value & (divisor.value - 1)) == 0)
        return false;
      // Numbers that no remainder reaches all compare alike.
      const auto number = static_cast<float>(std::clamp<std::int64_t>(scalar(e.b), -1, divisor.value));
      const T* x = lanes_of(division.a, mask);
      const auto by = static_cast<float>(divisor.value);
      namespace hn = hwy::HWY_NAMESPACE;
      const hn::ScalableTag<float> d;
      const auto with = hn::Set(d, number);
      if (e.op == Op::equal) compare_all(x, by, out, n, negated, [=](auto r) HWY_ATTR { return hn::Eq(r, with); });
      else if (e.op == Op::less) compare_all(x, by, out, n, negated, [=](auto r) HWY_ATTR { return hn::Lt(r, with); });
      else compare_all(x, by, out, n, negated, [=](auto r) HWY_ATTR { return hn::Le(r, with); });
      return true;
    }
#endif
    (void)e, (void)negated, (void)mask, (void)out, (void)n;
    return false;
  }
#if HWY_TARGET != HWY_SCALAR
  template <class Compare>
  static HWY_INLINE void compare_all(const T* HWY_RESTRICT a, float by, T* HWY_RESTRICT out, std::size_t n, bool negated,
                                     Compare compare) {
    namespace hn = hwy::HWY_NAMESPACE;
    const hn::ScalableTag<float> d;
    const hn::Rebind<std::int32_t, decltype(d)> di;
    const auto half = hn::Set(d, 0.5F), times = hn::Set(d, 1.0F / by), back = hn::Set(d, by);
    const auto yes = hn::Set(di, negated ? 0 : 1), no = hn::Set(di, negated ? 1 : 0);
    const auto step = [&](auto in) HWY_ATTR {
      const auto x = hn::ConvertTo(d, in);
      const auto r = hn::Sub(x, hn::Mul(hn::Floor(hn::Mul(hn::Add(x, half), times)), back));
      return hn::IfThenElse(hn::RebindMask(di, compare(r)), yes, no);
    };
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) hn::StoreU(step(hn::LoadU(di, a + i)), di, out + i);
    if (i == n) return;
    HWY_ALIGN std::int32_t rest[hn::MaxLanes(d)] = {};
    std::copy(a + i, a + n, rest);
    hn::Store(step(hn::Load(di, rest)), di, rest);
    std::copy_n(rest, n - i, out + i);
  }
#endif

  void compute_division(const Expression& e, const MaskT& mask, T* HWY_RESTRICT out, std::size_t n) {
    const Operand a = operand(e.a, mask), b = operand(e.b, mask);
    if (may_trap(e)) check_divisor(b, mask);
    const bool quotient = e.op == Op::floor_div;
    if constexpr (sizeof(T) == 4) {
      if (a.lanes != nullptr && b.lanes == nullptr && b.scalar >= 2) {
        const auto divisor = static_cast<T>(b.scalar);
        const LaneExpression& dividend = plan_.expressions[e.a];
        if ((divisor & (divisor - 1)) == 0) {
          const int bits = __builtin_ctz(static_cast<U>(divisor));
          if (quotient) map(out, a, n, [=](T x) { return static_cast<T>(x >> bits); });
          else map(out, a, n, [=](T x) { return static_cast<T>(x & (divisor - 1)); });
        } else if (dividend.small && divisor < kSmall) {
          divide_all<float>(out, a.lanes, divisor, n, quotient);
        } else {
          divide_all<double>(out, a.lanes, divisor, n, quotient);
        }
        return;
      }
    }
    if (quotient) zip(out, a, b, n, [](T x, T y) { return divide(x, y); });
    else zip(out, a, b, n, [](T x, T y) { return modulo(x, y); });
  }

  static T left(T a, T by) {
    if constexpr (sizeof(T) == 4)
      return static_cast<U>(by) < 32U ? static_cast<T>(static_cast<U>(a) << (static_cast<U>(by) & 31U)) : T{0};
    else return bouton::shift_left(a, by);
  }
  static T right(T a, T by) {
    if constexpr (sizeof(T) == 4)
      return static_cast<U>(by) < 32U ? static_cast<T>(static_cast<U>(a) >> (static_cast<U>(by) & 31U)) : T{0};
    else return bouton::shift_right(a, by);
  }

  void check_divisor(const Operand& divisor, const MaskT& mask) const {
    if (mask.who == Who::none) return;
    if (divisor.lanes == nullptr) {
      if (divisor.scalar == 0) throw Trap{};
      return;
    }
    for (std::size_t i = 0; i < lanes_; ++i)
      if (divisor.lanes[i] == 0 && (mask.who == Who::all || mask.lanes[i] != 0)) throw Trap{};
  }

  /// An operand that only lanes with the condition, whose expression is `of`, evaluate.
  Operand guarded(ExpressionId id, const MaskT& mask, ExpressionId of, const Operand& condition, bool wanted) {
    if (!plan_.expressions[id].may_trap) return operand(id, mask);
    if (condition.lanes == nullptr) {
      if ((condition.scalar != 0) != wanted) return {nullptr, 0};
      return operand(id, mask);
    }
    const MaskT inner = mask.who == Who::none ? mask : narrowed(mask, of, condition.lanes, wanted);
    if (inner.who == Who::none) return {nullptr, 0};
    return operand(id, inner);
  }

  bool may_trap(const Expression& e) const {
    return plan_.expressions[static_cast<std::size_t>(&e - plan_.program.expressions.data())].may_trap;
  }

  std::uint64_t ticks_of(const Expression& e) const {
    if (e.op == Op::element) return kLongTicks;
    if (e.op != Op::floor_div && e.op != Op::floor_mod) return kLaneTicks;
    return plan_.expressions[e.b].varying ? kLongTicks : kDivisionTicks;
  }

  void compute_lanes(const Expression& e, const MaskT& mask, T* HWY_RESTRICT out, std::size_t n) {
    const std::size_t depth = mask_depth_;
    ++runs_;
    ticks_ += n * ticks_of(e);
    switch (e.op) {
      case Op::constant: std::fill_n(out, n, static_cast<T>(e.value)); break;
      case Op::coordinate:
      case Op::variable: {
        const bool by_distance = mode_ == LaneMode::push && e.op == Op::variable;
        const auto first = by_distance
                               ? static_cast<U>(distance_) + static_cast<U>(plan_.slot_shift[static_cast<Slot>(e.value)])
                               : static_cast<U>(lane_first_);
        const auto step = by_distance ? U{1} : static_cast<U>(lane_step_);
        for (std::size_t i = 0; i < n; ++i) out[i] = static_cast<T>(first + static_cast<U>(i) * step);
        break;
      }
      case Op::element: compute_elements(e, mask, out, n); break;
      case Op::floor_div:
      case Op::floor_mod: compute_division(e, mask, out, n); break;
      case Op::logical_and: {
        const Operand a = operand(e.a, mask);
        const Operand b = guarded(e.b, mask, e.a, a, true);
        if (is_bit(e.a) && is_bit(e.b)) zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x & y); });
        else zip(out, a, b, n, [](T x, T y) { return static_cast<T>((x != 0) & (y != 0)); });
        break;
      }
      case Op::logical_or: {
        const Operand a = operand(e.a, mask);
        const Operand b = guarded(e.b, mask, e.a, a, false);
        if (is_bit(e.a) && is_bit(e.b)) zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x | y); });
        else zip(out, a, b, n, [](T x, T y) { return static_cast<T>((x != 0) | (y != 0)); });
        break;
      }
      case Op::select: compute_choices(e, mask, out, n); break;
      case Op::neg:
      case Op::bit_not:
      case Op::abs: compute_lanes(e.op, operand(e.a, mask), out, n); break;
      case Op::logical_not:
        if (!compare_remainders(plan_.program.expressions[e.a], true, mask, out, n))
          compute_lanes(e.op, operand(e.a, mask), out, n);
        break;
      default:
        if (!compare_remainders(e, false, mask, out, n)) compute_lanes(e.op, operand(e.a, mask), operand(e.b, mask), out, n);
    }
    mask_depth_ = depth;
  }

  void compute_elements(const Expression& e, const MaskT& mask, T* HWY_RESTRICT out, std::size_t n) {
    const Operand at = operand(e.a, mask);
    const auto& list = plan_.program.lists[static_cast<std::size_t>(e.value)];
    const auto size = static_cast<std::int64_t>(list.size());
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t index = at.lanes != nullptr ? at.lanes[i] : at.scalar;
      const bool inside = index >= 1 && index <= size;
      if (!inside && (mask.who == Who::all || (mask.who == Who::some && mask.lanes[i] != 0)) && may_trap(e)) throw Trap{};
      out[i] = inside ? static_cast<T>(list[static_cast<std::size_t>(index - 1)]) : T{0};
    }
  }

  void compute_choices(const Expression& e, const MaskT& mask, T* HWY_RESTRICT out, std::size_t n) {
    const Operand condition = operand(e.a, mask);
    const Operand yes = guarded(e.b, mask, e.a, condition, true);
    const Operand no = guarded(e.c, mask, e.a, condition, false);
    for (std::size_t i = 0; i < n; ++i) {
      const bool take = (condition.lanes != nullptr ? condition.lanes[i] : static_cast<T>(condition.scalar)) != 0;
      const T a = yes.lanes != nullptr ? yes.lanes[i] : static_cast<T>(yes.scalar);
      const T b = no.lanes != nullptr ? no.lanes[i] : static_cast<T>(no.scalar);
      out[i] = take ? a : b;
    }
  }

  static void compute_lanes(Op op, const Operand& a, T* HWY_RESTRICT out, std::size_t n) {
    switch (op) {
      case Op::neg: map(out, a, n, [](T x) { return static_cast<T>(U{0} - static_cast<U>(x)); }); break;
      case Op::bit_not: map(out, a, n, [](T x) { return static_cast<T>(~x); }); break;
      case Op::abs: map(out, a, n, [](T x) { return x < 0 ? static_cast<T>(U{0} - static_cast<U>(x)) : x; }); break;
      case Op::logical_not: map(out, a, n, [](T x) { return static_cast<T>(x == 0); }); break;
      default: break;
    }
  }

  /// For operations that do not trap and evaluate both operands.
  static void compute_lanes(Op op, const Operand& a, const Operand& b, T* HWY_RESTRICT out, std::size_t n) {
    switch (op) {
      case Op::add: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(static_cast<U>(x) + static_cast<U>(y)); }); break;
      case Op::sub: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(static_cast<U>(x) - static_cast<U>(y)); }); break;
      case Op::mul: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(static_cast<U>(x) * static_cast<U>(y)); }); break;
      case Op::bit_and: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x & y); }); break;
      case Op::bit_or: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x | y); }); break;
      case Op::bit_xor: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x ^ y); }); break;
      case Op::shift_left: zip(out, a, b, n, [](T x, T y) { return left(x, y); }); break;
      case Op::shift_right: zip(out, a, b, n, [](T x, T y) { return right(x, y); }); break;
      case Op::min: zip(out, a, b, n, [](T x, T y) { return x < y ? x : y; }); break;
      case Op::max: zip(out, a, b, n, [](T x, T y) { return x > y ? x : y; }); break;
      case Op::equal: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x == y); }); break;
      case Op::less: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x < y); }); break;
      case Op::less_equal: zip(out, a, b, n, [](T x, T y) { return static_cast<T>(x <= y); }); break;
      case Op::unsigned_less:
        zip(out, a, b, n, [](T x, T y) { return static_cast<T>(static_cast<U>(x) < static_cast<U>(y)); });
        break;
      default: break;
    }
  }

  const LanePlan& plan_;
  const LaneMode mode_;
  const std::size_t dimensions_;
  std::vector<std::int64_t> coordinates_;
  std::vector<std::int64_t> slots_;  ///< of a lane loop's slot: its step
  std::vector<std::vector<T>> slot_lanes_;
  std::uint64_t clock_ = 1;
  std::vector<std::uint64_t> epochs_;  ///< when each source last changed; 1: never set
  std::vector<Cached> expressions_;

  std::int64_t lane_first_ = 0, lane_step_ = 1;
  std::size_t lane_offset_ = 0, lanes_ = 0;
  std::size_t distance_ = 0;  ///< of a push program: from the solved position to lane 0, at least 1
  std::vector<bool> pushed_;  ///< by slot: the variable of a pushed loop
  bool in_lane_loop_ = false;

  std::vector<std::vector<T>> masks_;
  std::size_t mask_depth_ = 0;
  std::uint64_t ticks_ = 0, runs_ = 0;
};

}  // namespace HWY_NAMESPACE
}  // namespace bouton
HWY_AFTER_NAMESPACE();

#endif
