#include "engine/heap/code/take_and_break.h"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "engine/base/errors.h"

namespace bouton {

HeapCounts HeapCounts::of_bits(std::uint64_t bits) {
  HeapCounts counts;
  counts.listed_ = bits;
  return counts;
}

void HeapCounts::insert(unsigned count) {
  if (count >= from_) return;
  listed_ |= std::uint64_t{1} << count;
  if (!bounded()) insert_from(from_);
}

void HeapCounts::insert_from(unsigned count) {
  from_ = std::min(from_, count);
  while (from_ > 0 && (listed_ >> (from_ - 1) & 1) != 0) --from_;
  listed_ &= (std::uint64_t{1} << from_) - 1;
}

std::optional<unsigned> HeapCounts::greatest() const {
  if (!bounded() || listed_ == 0) return std::nullopt;
  return static_cast<unsigned>(std::bit_width(listed_)) - 1;
}

TakeAndBreak::TakeAndBreak(std::vector<HeapCounts> digits, std::size_t repeat, HeapConstraint constraint)
    : digits_(std::move(digits)), repeat_(repeat), constraint_(constraint) {
  if (digits_.empty()) digits_.emplace_back();
  if (digits_[0].contains(0) || digits_[0].contains(1))
    throw RequestError("the digit before the point must leave two heaps or more: a move that removes nothing has to split");
  if (digits_.size() > kMostRemoved + 1)
    throw RequestError(fmt::format("a take-and-break game of more than {} digits", kMostRemoved));
  if (repeat_ >= digits_.size()) throw RequestError("only digits after the point can repeat");
  normalize();
}

/// One form for each game: the shortest group that repeats, as early as it can; no zeros at the end; no constraint that
/// says nothing.
void TakeAndBreak::normalize() {
  if (repeat_ > 0) {
    const auto group = digits_.end() - static_cast<std::ptrdiff_t>(repeat_);
    for (std::size_t length = 1; length < repeat_; ++length) {
      if (repeat_ % length != 0 || !std::equal(group + static_cast<std::ptrdiff_t>(length), digits_.end(), group)) continue;
      digits_.resize(digits_.size() - repeat_ + length);
      repeat_ = length;
      break;
    }
    while (digits_.size() > repeat_ + 1 && digits_[digits_.size() - 1 - repeat_] == digits_.back()) digits_.pop_back();
    if (repeat_ == 1 && digits_.back().empty()) repeat_ = 0;
  }
  if (repeat_ == 0)
    while (!digits_.empty() && digits_.back().empty()) digits_.pop_back();
  const unsigned most = most_heaps().value_or(HeapCounts::kMost);
  if (most < 2) constraint_ = HeapConstraint::none;
  if (most == 2 && constraint_ == HeapConstraint::not_all_equal) constraint_ = HeapConstraint::unequal;
}

HeapCounts TakeAndBreak::digit(std::uint64_t removed) const {
  if (removed < digits_.size()) return digits_[removed];
  if (repeat_ == 0) return {};
  const std::size_t first = digits_.size() - repeat_;
  return digits_[first + (removed - first) % repeat_];
}

std::optional<std::uint64_t> TakeAndBreak::most_removed() const {
  if (repeat_ > 0) return std::nullopt;
  return digits_.empty() ? 0 : digits_.size() - 1;
}

std::optional<unsigned> TakeAndBreak::most_heaps() const {
  unsigned most = 0;
  for (const HeapCounts& counts : digits_) {
    if (!counts.bounded()) return std::nullopt;
    most = std::max(most, counts.greatest().value_or(0));
  }
  return most;
}

namespace {

/// Lists the partitions of a number into parts in ascending order.
class Partitions {
 public:
  Partitions(HeapConstraint constraint, Options& out) : constraint_(constraint), out_(out) {}

  /// Adds all partitions of `total` into `count` >= 1 parts.
  void list(Coordinate total, std::uint64_t count) {
    if (static_cast<std::uint64_t>(total) >= count) extend(total, count, 1);
  }

 private:
  void extend(Coordinate rest, std::uint64_t count, Coordinate least) {
    if (count == 1) {
      parts_.push_back(rest);
      if (allowed()) emit();
      parts_.pop_back();
      return;
    }
    const Coordinate next = constraint_ == HeapConstraint::unequal ? 1 : 0;
    for (Coordinate part = least; part <= rest / static_cast<Coordinate>(count); ++part) {
      parts_.push_back(part);
      extend(rest - part, count - 1, part + next);
      parts_.pop_back();
    }
  }

  bool allowed() const {
    if (parts_.size() < 2) return true;
    switch (constraint_) {
      case HeapConstraint::none: return true;
      case HeapConstraint::unequal: return std::adjacent_find(parts_.begin(), parts_.end()) == parts_.end();
      case HeapConstraint::not_all_equal: return parts_.front() != parts_.back();
      case HeapConstraint::all_equal: return parts_.front() == parts_.back();
    }
    return true;
  }

  void emit() {
    for (const Coordinate part : parts_) out_.add_part(PositionView(&part, 1));
    out_.end_split();
  }

  HeapConstraint constraint_;
  Options& out_;
  std::vector<Coordinate> parts_;
};

}  // namespace

void TakeAndBreak::options(Coordinate heap, Options& out) const {
  Partitions partitions(constraint_, out);
  const Coordinate last = repeat_ > 0 ? heap : std::min<Coordinate>(heap, static_cast<Coordinate>(digits_.size()) - 1);
  for (Coordinate removed = 0; removed <= last; ++removed) {
    const HeapCounts counts = digit(static_cast<std::uint64_t>(removed));
    const Coordinate rest = heap - removed;
    if (rest == 0) {
      if (counts.contains(0)) out.add(Position{0});
      continue;
    }
    const auto most = counts.bounded() ? std::min<Coordinate>(rest, counts.greatest().value_or(0)) : rest;
    for (std::uint64_t count = 1; count <= static_cast<std::uint64_t>(most); ++count)
      if (counts.contains(count)) partitions.list(rest, count);
  }
}

}  // namespace bouton
