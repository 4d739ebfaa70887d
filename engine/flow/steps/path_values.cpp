#include "engine/flow/steps/path_values.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/flow/flow_arithmetic.h"

namespace bouton {
namespace {

constexpr std::int64_t kLeastInteger = std::numeric_limits<std::int64_t>::min(),
                       kGreatestInteger = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kMostSeveral = 8;

PathValue::Kind opposite(PathValue::Kind kind) {
  if (kind == PathValue::Kind::least) return PathValue::Kind::greatest;
  if (kind == PathValue::Kind::greatest) return PathValue::Kind::least;
  return kind;
}

/// The value where the coordinate is that; nothing where it leaves 64 bits.
std::optional<std::int64_t> linear_at(const PathSum& value, std::int64_t coordinate) {
  std::int64_t product = 0, result = 0;
  if (__builtin_mul_overflow(value.coefficient, coordinate, &product)) return std::nullopt;
  if (__builtin_add_overflow(product, value.constant, &result)) return std::nullopt;
  return result;
}

}  // namespace

bool PathValues::fits(const PathSum& value) const {
  return value.is_constant() ||
         (linear_at(value, region_.low()[value.coordinate]) && linear_at(value, region_.high()[value.coordinate]));
}

/// a + factor * b, factor 1 or -1.
std::optional<PathSum> PathValues::sum(const PathSum& a, const PathSum& b, std::int64_t factor) const {
  if (!a.is_constant() && !b.is_constant() && a.coordinate != b.coordinate) return std::nullopt;
  PathSum result{a.is_constant() ? b.coordinate : a.coordinate};
  const auto add = [&](std::int64_t x, std::int64_t y, std::int64_t* to) {
    return factor > 0 ? __builtin_add_overflow(x, y, to) : __builtin_sub_overflow(x, y, to);
  };
  if (add(a.coefficient, b.coefficient, &result.coefficient) || add(a.constant, b.constant, &result.constant))
    return std::nullopt;
  if (result.is_constant()) result.coordinate = 0;
  if (!fits(result)) return std::nullopt;
  return result;
}

PathValues::Several PathValues::several(const PathValue& value) const {
  return value.is_linear() ? Several{value.linear} : lists_[value.several];
}

PathValue PathValues::numbered(PathValue::Kind kind, Several several) {
  std::ranges::sort(several);
  several.erase(std::ranges::unique(several).begin(), several.end());
  if (several.size() == 1) return PathValue::of(several[0]);
  const auto at = std::ranges::find(lists_, several);
  const auto number = static_cast<std::uint32_t>(at - lists_.begin());
  if (at == lists_.end()) lists_.push_back(std::move(several));
  return {kind, {}, number};
}

std::optional<PathValue> PathValues::sum(const PathValue& a, const PathValue& b, std::int64_t factor) {
  if (a.is_linear() && b.is_linear()) {
    const std::optional<PathSum> one = sum(a.linear, b.linear, factor);
    if (!one) return std::nullopt;
    return PathValue::of(*one);
  }
  if (!a.is_linear() && !b.is_linear()) return std::nullopt;
  const PathValue::Kind kind = !a.is_linear() ? a.kind : factor > 0 ? b.kind : opposite(b.kind);
  Several sums;
  for (const PathSum& x : several(a))
    for (const PathSum& y : several(b)) {
      const std::optional<PathSum> one = sum(x, y, factor);
      if (!one) return std::nullopt;
      sums.push_back(*one);
    }
  return numbered(kind, std::move(sums));
}

std::optional<PathValue> PathValues::scaled(const PathValue& a, std::int64_t factor) {
  if (factor == 0) return PathValue::constant(0);
  Several products;
  for (PathSum x : several(a)) {
    if (__builtin_mul_overflow(x.coefficient, factor, &x.coefficient)) return std::nullopt;
    if (__builtin_mul_overflow(x.constant, factor, &x.constant)) return std::nullopt;
    if (!fits(x)) return std::nullopt;
    products.push_back(x);
  }
  return numbered(factor > 0 ? a.kind : opposite(a.kind), std::move(products));
}

/// What is no less than another anywhere in the region is left out of the least, and so on.
std::optional<PathValue> PathValues::extreme(PathValue::Kind kind, const PathValue& a, const PathValue& b) {
  Several kept;
  for (const PathValue* from : {&a, &b}) {
    if (!from->is_linear() && from->kind != kind) return std::nullopt;
    for (const PathSum& x : several(*from)) kept.push_back(x);
  }
  const auto is_past = [&](const PathSum& x, const PathSum& y) {  // x is never needed beside y
    const std::optional<PathSum> more = kind == PathValue::Kind::least ? sum(x, y, -1) : sum(y, x, -1);
    if (!more) return false;
    return linear_at(*more, region_.low()[more->coordinate]).value_or(-1) >= 0 &&
           linear_at(*more, region_.high()[more->coordinate]).value_or(-1) >= 0;
  };
  for (std::size_t i = 0; i < kept.size();) {
    bool is_needed = true;
    for (std::size_t j = 0; j < kept.size(); ++j) is_needed = is_needed && (i == j || !is_past(kept[i], kept[j]));
    if (is_needed) ++i;
    else kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (kept.size() > kMostSeveral) return std::nullopt;
  return numbered(kind, std::move(kept));
}

std::optional<PathValue> PathValues::operation(FlowOp op, const PathValue& a, const PathValue& b) {
  const bool has_two = op >= FlowOp::add && op <= FlowOp::max;
  if (a.kind == PathValue::Kind::unknown || (has_two && b.kind == PathValue::Kind::unknown)) return std::nullopt;
  if (op == FlowOp::move) return a;
  if (a.is_constant() && (!has_two || b.is_constant())) {
    const std::optional<std::int64_t> known = computed(op, a.linear.constant, b.linear.constant);
    if (!known) return std::nullopt;
    return PathValue::constant(*known);
  }
  switch (op) {
    case FlowOp::neg: return scaled(a, -1);
    case FlowOp::add: return sum(a, b, 1);
    case FlowOp::sub: return sum(a, b, -1);
    case FlowOp::mul:
      if (b.is_constant()) return scaled(a, b.linear.constant);
      if (a.is_constant()) return scaled(b, a.linear.constant);
      return std::nullopt;
    case FlowOp::shift_left:
      if (!b.is_constant() || b.linear.constant < 0 || b.linear.constant > 62) return std::nullopt;
      return scaled(a, std::int64_t{1} << b.linear.constant);
    case FlowOp::min: return extreme(PathValue::Kind::least, a, b);
    case FlowOp::max: return extreme(PathValue::Kind::greatest, a, b);
    default: return std::nullopt;
  }
}

bool PathValues::add_part(const PathSum& first, const PathSum& second, std::int64_t more, bool is_equal,
                          PathCondition& condition) const {
  const std::optional<PathSum> difference = sum(first, second, -1);
  std::int64_t constant = 0;  // what coefficient * coordinate is to be at most
  if (!difference || difference->constant == kLeastInteger) return false;
  if (__builtin_sub_overflow(-difference->constant, more, &constant)) return false;
  const std::int64_t k = difference->coefficient;
  if (constant == kLeastInteger || k == kLeastInteger) return false;
  PathCondition::Part part{difference->coordinate, kLeastInteger, kGreatestInteger};
  if (k == 0) {
    if (is_equal ? constant != 0 : constant < 0) part = {0, 1, 0};
  } else if (is_equal) {
    if (constant % k != 0) part = {0, 1, 0};
    else part.low = part.high = constant / k;
  } else if (k > 0) {
    part.high = floor_div(constant, k);
  } else {
    part.low = -floor_div(constant, -k);
  }
  condition.parts.push_back(part);
  return true;
}

std::optional<PathCondition> PathValues::compare(FlowCondition condition, const PathValue& a, const PathValue& b) const {
  if (a.kind == PathValue::Kind::unknown || b.kind == PathValue::Kind::unknown) return std::nullopt;
  if (a.is_constant() && b.is_constant())
    return holds(condition, a.linear.constant, b.linear.constant) ? PathCondition::always() : PathCondition::never();
  if (condition == FlowCondition::unsigned_less) {
    if (!a.is_linear() || !b.is_constant() || b.linear.constant < 0) return std::nullopt;
    PathCondition both;
    if (!add_part({}, a.linear, 0, false, both) || !add_part(a.linear, b.linear, 1, false, both)) return std::nullopt;
    return both;
  }
  const bool is_equal = condition == FlowCondition::equal;
  if ((is_equal || !a.is_linear()) && !b.is_linear()) return std::nullopt;
  if (is_equal && !a.is_linear()) return std::nullopt;
  // The least of several is at most b where one of them is; the greatest of them, where all are.
  PathCondition result;
  if (a.is_linear() && b.is_linear()) {
    if (!add_part(a.linear, b.linear, condition == FlowCondition::less ? 1 : 0, is_equal, result)) return std::nullopt;
    return result;
  }
  result.any = a.kind == PathValue::Kind::least || b.kind == PathValue::Kind::greatest;
  for (const PathSum& x : several(a))
    for (const PathSum& y : several(b))
      if (!add_part(x, y, condition == FlowCondition::less ? 1 : 0, is_equal, result)) return std::nullopt;
  return result;
}

}  // namespace bouton
