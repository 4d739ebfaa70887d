#include "engine/program/construction/facts.h"

#include <algorithm>
#include <optional>

#include "engine/program/operands.h"

namespace bouton {
namespace {

constexpr ValueRange kAll;
constexpr ValueRange kTruth{0, 1};

/// The range with these ends, or all integers if one of them wrapped around.
ValueRange between(std::optional<std::int64_t> least, std::optional<std::int64_t> greatest) {
  return least && greatest ? ValueRange{*least, *greatest} : kAll;
}

std::optional<std::int64_t> add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}
std::optional<std::int64_t> sub(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  return __builtin_sub_overflow(a, b, &difference) ? std::nullopt : std::optional(difference);
}

ValueRange product(const ValueRange& a, const ValueRange& b) {
  ValueRange result{kAll.greatest, kAll.least};
  for (const std::int64_t x : {a.least, a.greatest}) {
    for (const std::int64_t y : {b.least, b.greatest}) {
      std::int64_t corner = 0;
      if (__builtin_mul_overflow(x, y, &corner)) return kAll;
      result.least = std::min(result.least, corner);
      result.greatest = std::max(result.greatest, corner);
    }
  }
  return result;
}

ValueRange quotient(const ValueRange& a, const ValueRange& b) {
  // By a positive number it moves towards 0, or stays.
  if (b.least < 1) return kAll;
  return {std::min<std::int64_t>(a.least, 0), std::max<std::int64_t>(a.greatest, 0)};
}

ValueRange remainder(const ValueRange& a, const ValueRange& b) {
  if (b.least >= 1) return {0, a.least >= 0 ? std::min(a.greatest, b.greatest - 1) : b.greatest - 1};
  if (b.greatest <= -1) return {b.least == kAll.least ? b.least : b.least + 1, 0};
  return kAll;
}

ValueRange hull(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
}

ValueRange bit_and(const ValueRange& a, const ValueRange& b) {
  if (a.least < 0 && b.least < 0) return kAll;
  return {0, a.least < 0 ? b.greatest : b.least < 0 ? a.greatest : std::min(a.greatest, b.greatest)};
}

ValueRange binary(Op op, const ValueRange& a, const ValueRange& b) {
  switch (op) {
    case Op::add: return between(add(a.least, b.least), add(a.greatest, b.greatest));
    case Op::sub: return between(sub(a.least, b.greatest), sub(a.greatest, b.least));
    case Op::mul: return product(a, b);
    case Op::floor_div: return quotient(a, b);
    case Op::floor_mod: return remainder(a, b);
    case Op::min: return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
    case Op::max: return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
    case Op::bit_and: return bit_and(a, b);
    case Op::equal:
    case Op::less:
    case Op::less_equal:
    case Op::unsigned_less:
    case Op::logical_and:
    case Op::logical_or: return kTruth;
    default: return kAll;
  }
}

}  // namespace

void Facts::set_range(Slot slot, ValueRange range) {
  if (slot_ranges_.size() <= slot) slot_ranges_.resize(slot + 1);
  slot_ranges_[slot] = range;
}

const Facts::Fact& Facts::fact(ExpressionId id) {
  // Operands have smaller numbers.
  while (facts_.size() <= id) facts_.push_back(work_out(program_[static_cast<ExpressionId>(facts_.size())]));
  return facts_[id];
}

Facts::Fact Facts::work_out(const Expression& e) const {
  Fact fact;
  if (e.op == Op::variable) fact.slots = static_cast<Slot>(e.value + 1);
  for_each_operand(e, [&](ExpressionId id) {
    fact.size += std::min(facts_[id].size, ~std::uint32_t{0} / 4 - fact.size / 4);
    fact.slots = std::max(fact.slots, facts_[id].slots);
  });
  switch (operand_count(e.op)) {
    case 0: fact.range = leaf(e); break;
    case 1: fact.range = unary(e, facts_[e.a].range); break;
    case 2: fact.range = binary(e.op, facts_[e.a].range, facts_[e.b].range); break;
    default: fact.range = hull(facts_[e.b].range, facts_[e.c].range); break;  // select
  }
  return fact;
}

ValueRange Facts::leaf(const Expression& e) const {
  const auto number = static_cast<std::size_t>(e.value);
  if (e.op == Op::constant) return {e.value, e.value};
  if (e.op == Op::variable) return number < slot_ranges_.size() ? slot_ranges_[number] : kAll;
  const CoordinateRange range = number < coordinates_.size() ? coordinates_[number] : CoordinateRange{};
  if (range.is_any_size) return kAll;
  return {std::max(range.least, -kGreatestLiftedCoordinate), std::min(range.greatest, kGreatestLiftedCoordinate)};
}

ValueRange Facts::unary(const Expression& e, const ValueRange& a) const {
  switch (e.op) {
    case Op::element: {
      const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
      if (list.empty()) return kAll;
      return {*std::ranges::min_element(list), *std::ranges::max_element(list)};
    }
    case Op::neg: return between(sub(0, a.greatest), sub(0, a.least));
    case Op::bit_not: return {~a.greatest, ~a.least};
    case Op::abs:
      if (a.least == kAll.least) return kAll;
      return {a.least > 0 ? a.least : a.greatest < 0 ? -a.greatest : 0, std::max(a.greatest, -a.least)};
    case Op::logical_not: return kTruth;
    default: return kAll;
  }
}

}  // namespace bouton
