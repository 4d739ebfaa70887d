#include "bindings/lua/lift/facts.h"

#include <algorithm>
#include <optional>

namespace bouton::lua {
namespace {

constexpr Range kAll;
constexpr Range kTruth{0, 1};

/// The range with these ends, or all integers if one of them wrapped around.
Range between(std::optional<std::int64_t> least, std::optional<std::int64_t> greatest) {
  return least && greatest ? Range{*least, *greatest} : kAll;
}

std::optional<std::int64_t> add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::nullopt : std::optional(sum);
}
std::optional<std::int64_t> sub(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  return __builtin_sub_overflow(a, b, &difference) ? std::nullopt : std::optional(difference);
}

Range product(const Range& a, const Range& b) {
  Range result{kAll.greatest, kAll.least};
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

Range quotient(const Range& a, const Range& b) {
  // By a positive number it moves towards 0, or stays.
  if (b.least < 1) return kAll;
  return {std::min<std::int64_t>(a.least, 0), std::max<std::int64_t>(a.greatest, 0)};
}

Range remainder(const Range& a, const Range& b) {
  if (b.least >= 1) return {0, a.least >= 0 ? std::min(a.greatest, b.greatest - 1) : b.greatest - 1};
  if (b.greatest <= -1) return {b.least == kAll.least ? b.least : b.least + 1, 0};
  return kAll;
}

}  // namespace

void Facts::set_range(Slot slot, Range range) {
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
  const auto operand = [&](ExpressionId id) -> const Range& {
    fact.size += std::min(facts_[id].size, ~std::uint32_t{0} / 4 - fact.size / 4);
    fact.slots = std::max(fact.slots, facts_[id].slots);
    return facts_[id].range;
  };
  switch (e.op) {
    case Op::constant: fact.range = {e.value, e.value}; break;
    case Op::coordinate: {
      const auto i = static_cast<std::size_t>(e.value);
      const CoordinateRange range = i < coordinates_.size() ? coordinates_[i] : CoordinateRange{};
      if (range.is_any_size) break;
      fact.range = {std::max(range.least, -kGreatestLiftedCoordinate), std::min(range.greatest, kGreatestLiftedCoordinate)};
      break;
    }
    case Op::variable: {
      const auto slot = static_cast<std::size_t>(e.value);
      fact.slots = static_cast<Slot>(slot + 1);
      if (slot < slot_ranges_.size()) fact.range = slot_ranges_[slot];
      break;
    }
    case Op::element: {
      operand(e.a);
      const std::vector<std::int64_t>& list = program_.lists[static_cast<std::size_t>(e.value)];
      if (!list.empty()) fact.range = {*std::ranges::min_element(list), *std::ranges::max_element(list)};
      break;
    }
    case Op::neg: {
      const Range& a = operand(e.a);
      fact.range = between(sub(0, a.greatest), sub(0, a.least));
      break;
    }
    case Op::bit_not: {
      const Range& a = operand(e.a);
      fact.range = {~a.greatest, ~a.least};
      break;
    }
    case Op::abs: {
      const Range& a = operand(e.a);
      if (a.least == kAll.least) break;
      const std::int64_t most = std::max(a.greatest, -a.least);
      fact.range = {a.least > 0 ? a.least : a.greatest < 0 ? -a.greatest : 0, most};
      break;
    }
    case Op::logical_not:
      operand(e.a);
      fact.range = kTruth;
      break;
    case Op::select: {
      operand(e.a);
      const Range& b = operand(e.b);
      const Range& c = operand(e.c);
      fact.range = {std::min(b.least, c.least), std::max(b.greatest, c.greatest)};
      break;
    }
    default: {
      const Range& a = operand(e.a);
      const Range& b = operand(e.b);
      switch (e.op) {
        case Op::add: fact.range = between(add(a.least, b.least), add(a.greatest, b.greatest)); break;
        case Op::sub: fact.range = between(sub(a.least, b.greatest), sub(a.greatest, b.least)); break;
        case Op::mul: fact.range = product(a, b); break;
        case Op::floor_div: fact.range = quotient(a, b); break;
        case Op::floor_mod: fact.range = remainder(a, b); break;
        case Op::min: fact.range = {std::min(a.least, b.least), std::min(a.greatest, b.greatest)}; break;
        case Op::max: fact.range = {std::max(a.least, b.least), std::max(a.greatest, b.greatest)}; break;
        case Op::bit_and:
          if (a.least >= 0 || b.least >= 0)
            fact.range = {0, a.least < 0 ? b.greatest : b.least < 0 ? a.greatest : std::min(a.greatest, b.greatest)};
          break;
        case Op::equal:
        case Op::less:
        case Op::less_equal:
        case Op::unsigned_less:
        case Op::logical_and:
        case Op::logical_or: fact.range = kTruth; break;
        default: break;
      }
      break;
    }
  }
  return fact;
}

}  // namespace bouton::lua
