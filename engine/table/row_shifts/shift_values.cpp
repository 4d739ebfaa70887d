#include "engine/table/row_shifts/shift_values.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "engine/table/row_shifts/row_steps.h"

namespace bouton {
namespace {

/// Positions that are handed on at once, about.
constexpr std::uint64_t kBitsAtOnce = std::uint64_t{1} << 14;

std::uint64_t words_of(std::uint64_t bits) { return (bits + 63) / 64; }

/// The bits of all rows side by side, as far as they are kept, and their way to the order of the box.
class RowsSideBySide {
 public:
  /// `kept` positions of each row.
  RowsSideBySide(const Box& box, std::size_t axis, std::uint64_t kept, ValueSink& sink)
      : sink_(sink),
        length_(box.length(axis)),
        behind_(box.stride(axis)),
        words_(words_of(kept)),
        bits_(box.size() / length_ * words_) {}

  std::uint64_t rows() const { return bits_.size() / words_; }
  void clear() { std::ranges::fill(bits_, 0); }
  /// Bits of a row that are kept from the place `at` on, where none have been put.
  void put(std::uint64_t row, std::uint64_t at, std::size_t count, const std::uint64_t* bits) {
    std::uint64_t* const to = bits_.data() + row * words_ + at / 64;
    const auto shift = static_cast<unsigned>(at % 64);
    for (std::size_t w = 0; w < words_of(count); ++w) {
      const std::size_t left = count - 64 * w;
      const std::uint64_t word = left < 64 ? bits[w] & ~(~std::uint64_t{0} << left) : bits[w];
      to[w] |= word << shift;
      if (shift != 0 && word >> (64 - shift) != 0) to[w + 1] |= word >> (64 - shift);
    }
  }
  /// Hands on the next positions of the box, from number `first` on: as many as suit, of some places among the `count` that are
  /// kept, the number `from` along the axis first. Returns how many.
  std::uint64_t hand(std::uint64_t first, std::uint64_t from, std::uint64_t count) {
    const std::uint64_t group = first / behind_ / length_, skipped = first % behind_;
    const std::uint64_t at = first / behind_ % length_ - from;
    count = std::min(count - at, std::max<std::uint64_t>(64, kBitsAtOnce / behind_));
    const std::uint64_t* const rows = bits_.data() + group * behind_ * words_;
    OutcomeBits outcomes{rows, at, count};
    if (behind_ > 1) {
      turn(rows, at, count);
      outcomes = {turned_.data(), skipped, count * behind_ - skipped};
    }
    sink_.take_outcomes(first, outcomes);
    return outcomes.count;
  }

 private:
  /// Position by position what is row by row.
  void turn(const std::uint64_t* rows, std::uint64_t at, std::uint64_t count) {
    turned_.assign(words_of(count * behind_), 0);
    for (std::uint64_t row = 0; row < behind_; ++row, rows += words_)
      for (std::uint64_t w = at / 64; w < words_of(at + count); ++w)
        for (std::uint64_t open = rows[w]; open != 0; open &= open - 1) {
          const std::uint64_t place = 64 * w + static_cast<unsigned>(std::countr_zero(open)) - at;
          if (place >= count) continue;
          const std::uint64_t to = place * behind_ + row;
          turned_[to / 64] |= std::uint64_t{1} << (to % 64);
        }
  }

  ValueSink& sink_;
  const std::uint64_t length_;  ///< of the axis
  const std::uint64_t behind_;  ///< rows that differ behind the axis: neighbours in the order of the box
  const std::uint64_t words_;   ///< of a row
  std::vector<std::uint64_t> bits_, turned_;
};

constexpr auto kGreatestOutcome = static_cast<std::uint32_t>(Outcome::N);

/// Along the first axis.
Result<bool> hand_stretches(const RowShiftProblem& problem, const Budget& budget, ValueSink& sink) {
  RowsSideBySide rows(problem.asked, 0, kStretch, sink);
  bool handed = false;
  const auto take = [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
    if (row == 0) rows.clear();
    rows.put(row, 0, count, bits);
    if (row + 1 < rows.rows()) return;
    if (!handed) sink.begin(kGreatestOutcome);
    handed = true;
    const auto first = static_cast<std::uint64_t>(from - problem.asked.low()[0]);
    for (std::uint64_t at = first * rows.rows(); at < (first + count) * rows.rows();) at += rows.hand(at, first, count);
  };
  const auto report = row_shift_outcomes(problem, budget, take, 0, &sink);
  if (!report) return given_up(sink, handed, report.refusal());
  return true;
}

/// Along another axis.
Result<bool> hand_all(const RowShiftProblem& problem, const Budget& budget, ValueSink& sink) {
  const Box& box = problem.asked;
  const std::size_t axis = problem.shape->axis;
  budget.check_memory(bytes_of_shift_values(box, axis), "the table of outcomes");
  RowsSideBySide rows(box, axis, box.length(axis), sink);
  const auto take = [&](std::uint64_t row, Coordinate from, std::size_t count, const std::uint64_t* bits) {
    rows.put(row, static_cast<std::uint64_t>(from - box.low()[axis]), count, bits);
  };
  const auto report = row_shift_outcomes(problem, budget, take);
  if (!report) return report.refusal();
  sink.begin(kGreatestOutcome);
  for (std::uint64_t at = sink.begun().done; at < box.size();) {
    budget.check_stop();
    at += rows.hand(at, 0, box.length(axis));
    if (at < box.size()) sink.reached(at, [] { return std::string("bits"); });
  }
  return true;
}

}  // namespace

std::size_t bytes_of_shift_values(const Box& asked, std::size_t axis) {
  const std::uint64_t rows = asked.size() / asked.length(axis);
  return static_cast<std::size_t>(rows * words_of(axis == 0 ? 2 * kStretch : asked.length(axis)) * sizeof(std::uint64_t));
}

Result<bool> shift_values(const RowShiftProblem& problem, const Budget& budget, ValueSink& sink) {
  return problem.shape->axis == 0 ? hand_stretches(problem, budget, sink) : hand_all(problem, budget, sink);
}

}  // namespace bouton
