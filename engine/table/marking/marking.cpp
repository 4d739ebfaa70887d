#include "engine/table/marking/marking.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "engine/base/costs.h"
#include "engine/program/integer_arithmetic.h"
#include "engine/program/move_program_run.h"
#include "engine/program/trap.h"

namespace bouton {
namespace {

/// Between two reports on how far the marking has come, in P-positions.
constexpr std::uint64_t kReportEvery = std::uint64_t{1} << 12;
/// Positions that are handed on at once.
constexpr std::uint64_t kMarksAtOnce = std::uint64_t{1} << 12;

/// Sets the bits from `first` to `last`, both included.
void set_range(std::vector<std::uint64_t>& bits, std::uint64_t first, std::uint64_t last) {
  const std::uint64_t from = ~std::uint64_t{0} << (first % 64), to = ~std::uint64_t{0} >> (63 - last % 64);
  if (first / 64 == last / 64) {
    bits[first / 64] |= from & to;
    return;
  }
  bits[first / 64] |= from;
  for (std::uint64_t word = first / 64 + 1; word < last / 64; ++word) bits[word] = ~std::uint64_t{0};
  bits[last / 64] |= to;
}

/// Sets `count` bits, each `stride` after the one before.
void set_run(std::vector<std::uint64_t>& bits, std::int64_t first, std::int64_t stride, std::int64_t count) {
  if (count <= 0) return;
  if (stride == 1) return set_range(bits, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(first + count - 1));
  std::uint64_t* const words = bits.data();
  for (auto at = static_cast<std::uint64_t>(first); count > 0; --count, at += static_cast<std::uint64_t>(stride))
    words[at / 64] |= std::uint64_t{1} << (at % 64);
}

/// A sum of the option's coordinates and of what is counted, its coefficients side by side.
struct Sum {
  std::int64_t constant = 0;
  std::vector<std::int64_t> of;

  explicit Sum(const Affine& form) : constant(form.constant) {
    for (std::size_t i = 0; i < form.size(); ++i) of.push_back(form.coefficient(i));
  }
  std::int64_t at(const std::vector<std::int64_t>& values) const {
    std::int64_t sum = constant;
    for (std::size_t i = 0; i < of.size(); ++i) sum += of[i] * values[i];
    return sum;
  }
};

/// A turned move ready to run: where its source lies is a sum as well.
struct Marks {
  struct Bound {
    Sum sum;
    std::int64_t divisor;
  };
  struct Count {
    std::vector<Bound> least, greatest;
    std::int64_t stride;
  };
  std::vector<Sum> conditions;
  std::vector<Count> counts;
  Sum place;  ///< of the source where everything counted is 0
};

Marks prepared(const TurnedMove& move, const CellLayout& layout) {
  const std::size_t dimensions = layout.box.dimensions();
  Affine place = Affine::of_constant(layout.origin);
  for (std::size_t i = 0; i < dimensions; ++i) place = add(place, move.source[i], layout.strides[i]);
  Affine fixed = place;
  for (std::size_t i = 0; i < move.counts.size(); ++i) fixed = substituted(fixed, dimensions + i, Affine());
  Marks marks{{}, {}, Sum(fixed)};
  for (const Affine& form : move.conditions) marks.conditions.emplace_back(form);
  for (std::size_t i = 0; i < move.counts.size(); ++i) {
    Marks::Count count{{}, {}, place.coefficient(dimensions + i)};
    for (const CountBound& bound : move.counts[i].least) count.least.push_back({Sum(bound.sum), bound.divisor});
    for (const CountBound& bound : move.counts[i].greatest) count.greatest.push_back({Sum(bound.sum), bound.divisor});
    marks.counts.push_back(std::move(count));
  }
  return marks;
}

}  // namespace

class Marker {
 public:
  Marker(const MarkingProblem& problem, const Budget& budget)
      : problem_(problem),
        budget_(budget),
        region_(make_layout(problem.region->box, *problem.order), problem.moves->valid.empty()),
        program_(*problem.program) {
    for (const TurnedMove& move : problem.moves->moves) moves_.push_back(prepared(move, region_.layout_));
    if (problem.convention.blocking == 0) return;
    counts_.assign(region_.layout_.box.size(), 0);
    counted_last_.assign(region_.layout_.box.size(), 0);
  }

  Result<MarkedRegion> run() {
    if (!problem_.moves->valid.empty()) leave_out_what_is_not_valid();
    const bool done = problem_.order->kind == SolveOrder::Kind::sum ? by_sums() : by_places();
    if (is_spent()) return Refusal{"the marks take more work than they may"};
    if (!done) return refusal_of(Trap{});
    return std::move(region_);
  }
  const MarkingWork& work() const { return work_; }

 private:
  bool is_spent() const { return work_.runs + work_.marks > problem_.most_work; }

  /// Row by row along the longest axis: what is valid of a row lies between two bounds.
  void leave_out_what_is_not_valid() {
    const CellLayout& layout = region_.layout_;
    std::size_t axis = 0;
    for (std::size_t i = 1; i < layout.box.dimensions(); ++i)
      if (layout.box.length(i) > layout.box.length(axis)) axis = i;
    std::vector<Sum> rest;
    for (const Affine& form : problem_.moves->valid) rest.emplace_back(substituted(form, axis, Affine()));
    const Coordinate low = layout.box.low()[axis], high = layout.box.high()[axis];
    Position last = layout.box.high();
    last[axis] = low;
    const Box rows(layout.box.low(), last);
    Position row(rows.low());
    do {
      budget_.check_stop_at(++steps_);
      values_.assign(row.begin(), row.end());
      Coordinate from = low, to = high;
      for (std::size_t i = 0; i < rest.size(); ++i) {
        const std::int64_t factor = problem_.moves->valid[i].coefficient(axis), sum = rest[i].at(values_);
        if (factor > 0) to = std::min(to, floor_div(-sum, factor));
        else if (factor < 0) from = std::max(from, ceiling(sum, -factor));
        else if (sum > 0) to = low - 1;
      }
      from = std::min(from, high + 1);
      to = std::max(to, low - 1);
      const std::int64_t first = layout.index(row), stride = layout.strides[axis];
      if (from > to) from = to = high + 1;
      set_run(region_.missing_, first, stride, from - low);
      set_run(region_.missing_, first + (to - low + 1) * stride, stride, high - to);
    } while (rows.next(row));
    region_.marks_ = region_.missing_;
  }

  /// The places are in the order of solving.
  bool by_places() {
    const CellLayout& layout = region_.layout_;
    const std::uint64_t places = layout.box.size();
    Position position(layout.box.low());
    for (std::uint64_t word = 0; word < region_.marks_.size(); ++word) {
      budget_.check_stop_at(word);
      // A P-position may mark others of its word.
      for (std::uint64_t passed = 0;;) {
        const std::uint64_t open = ~(region_.marks_[word] | passed);
        if (open == 0) break;
        const auto bit = static_cast<unsigned>(std::countr_zero(open));
        passed |= (std::uint64_t{2} << bit) - 1;
        const std::uint64_t place = 64 * word + bit;
        if (place >= places) break;
        region_.locate(place, position);
        if (!settle(place, position)) return false;
      }
    }
    return true;
  }

  /// One sum of the coordinates after the other.
  bool by_sums() {
    const Box& box = region_.layout_.box;
    const std::size_t last = box.dimensions() - 1;
    Coordinate least = 0, greatest = 0;
    for (std::size_t i = 0; i < box.dimensions(); ++i) {
      least += box.low()[i];
      greatest += box.high()[i];
    }
    Position low = box.low(), high = box.high();
    high[last] = low[last];
    const Box rows(low, high);
    for (Coordinate sum = least; sum <= greatest; ++sum) {
      Position position = rows.low();
      do {
        budget_.check_stop_at(++steps_);
        Coordinate rest = sum;
        for (std::size_t i = 0; i < last; ++i) rest -= position[i];
        if (rest < box.low()[last] || rest > box.high()[last]) continue;
        Position at = position;
        at[last] = rest;
        const std::uint64_t place = region_.index(at);
        if (!MarkedRegion::bit(region_.marks_, place) && !settle(place, at)) return false;
      } while (rows.next(position));
    }
    return true;
  }

  /// Nobody has marked this position. False where the rule traps, and where the work is spent.
  bool settle(std::uint64_t place, const Position& position) {
    if (problem_.convention.play == Play::misere) {
      const std::optional<bool> moves = counts_.empty() ? has_option(position) : has_more_options(position, counts_[place]);
      if (!moves) return false;
      if (!*moves) {
        region_.marks_[place / 64] |= std::uint64_t{1} << (place % 64);
        return true;
      }
    }
    if (++found_ % kNumbers == 0) std::ranges::fill(counted_last_, 0);
    if (found_ % kReportEvery == 0) {
      budget_.check_stop();
      budget_.report("positions", place, region_.layout_.box.size());
    }
    values_.assign(position.begin(), position.end());
    for (const Marks& move : moves_) {
      const auto broken = [&](const Sum& condition) { return condition.at(values_) > 0; };
      if (std::ranges::any_of(move.conditions, broken)) continue;
      mark(move, 0, move.place.at(values_));
      if (is_spent()) return false;
    }
    return true;
  }

  std::optional<bool> has_option(const Position& position) {
    options_.clear();
    const RunStatus status = program_.options(position, options_, {.options = 1});
    if (status == RunStatus::trapped) return std::nullopt;
    return status == RunStatus::limited || !options_.empty();
  }

  /// Whether the position has more options than so many, each counted once.
  std::optional<bool> has_more_options(const Position& position, std::uint64_t number) {
    options_.clear();
    if (program_.options(position, options_) == RunStatus::trapped) return std::nullopt;
    return options_.size() > number && options_.unique().size() > number;
  }

  /// Marks `count` places, each `stride` after the one before, for the P-position that was found last.
  void mark_run(std::int64_t first, std::int64_t stride, std::int64_t count) {
    if (counts_.empty()) return set_run(region_.marks_, first, stride, count);
    const auto number = static_cast<std::uint32_t>(found_ % kNumbers + 1);
    const auto most = static_cast<std::uint8_t>(problem_.convention.blocking);
    auto place = static_cast<std::uint64_t>(first);
    for (; count > 0; --count, place += static_cast<std::uint64_t>(stride)) {
      if (counted_last_[place] == number || counts_[place] > most) continue;
      counted_last_[place] = number;
      if (++counts_[place] > most) region_.marks_[place / 64] |= std::uint64_t{1} << (place % 64);
    }
  }

  /// All sources of a move with these values of what is counted outside.
  void mark(const Marks& move, std::size_t depth, std::int64_t place) {
    if (depth == move.counts.size()) {
      ++work_.runs;
      ++work_.marks;
      mark_run(place, 1, 1);
      return;
    }
    const Marks::Count& count = move.counts[depth];
    std::int64_t least = INT64_MIN, greatest = INT64_MAX;
    for (const Marks::Bound& bound : count.least) least = std::max(least, ceiling(bound.sum.at(values_), bound.divisor));
    for (const Marks::Bound& bound : count.greatest)
      greatest =
          std::min(greatest, bound.divisor == 1 ? bound.sum.at(values_) : floor_div(bound.sum.at(values_), bound.divisor));
    if (least > greatest) {
      ++work_.runs;
      return;
    }
    if (depth + 1 < move.counts.size()) {
      budget_.check_stop_at(++steps_);
      values_.push_back(least);
      for (std::int64_t value = least; value <= greatest && !is_spent(); ++value) {
        values_.back() = value;
        mark(move, depth + 1, place + value * count.stride);
      }
      values_.pop_back();
      return;
    }
    const std::int64_t length = count.stride == 0 ? 1 : greatest - least + 1;
    ++work_.runs;
    work_.marks += static_cast<double>(count.stride == 1 && counts_.empty() ? (length + 63) / 64 : length);
    if (count.stride != 1) work_.apart += static_cast<double>(length);
    mark_run(place + least * count.stride, count.stride, length);
  }

  static std::int64_t ceiling(std::int64_t sum, std::int64_t divisor) { return divisor == 1 ? sum : -floor_div(-sum, divisor); }

  const MarkingProblem& problem_;
  const Budget& budget_;
  MarkedRegion region_;
  CompiledProgram program_;
  std::vector<Marks> moves_;
  std::vector<std::int64_t> values_;  ///< of the option's coordinates, and of what is counted
  Options options_;
  MarkingWork work_;
  std::uint64_t found_ = 0, steps_ = 0;
  // Where options are forbidden; else empty.
  static constexpr std::uint64_t kNumbers = 0xFFFFFFFF;  ///< by which P-positions are told apart, from 1 on
  std::vector<std::uint8_t> counts_;         ///< how many P-positions each position has as options, and no more than decide
  std::vector<std::uint32_t> counted_last_;  ///< the number of the last one of them; 0: none
};

MarkedRegion::MarkedRegion(CellLayout layout, bool all_exist) : layout_(std::move(layout)) {
  const std::uint64_t words = (layout_.box.size() + 63) / 64;
  marks_.assign(words, 0);
  if (!all_exist) missing_.assign(words, 0);
}

std::uint64_t MarkedRegion::neighbours(const Box& box) const {
  for (std::size_t k = 0; k < layout_.axes.size(); ++k)
    if (layout_.axes[k].axis != k || layout_.axes[k].descending) return 1;
  std::uint64_t count = 1;
  for (std::size_t i = box.dimensions(); i-- > 0;) {
    count *= box.length(i);
    if (box.length(i) != layout_.box.length(i)) break;
  }
  return count;
}

void MarkedRegion::locate(std::uint64_t place, Position& position) const {
  for (std::size_t k = layout_.axes.size(); k-- > 0;) {
    const auto& [axis, descending] = layout_.axes[k];
    const std::uint64_t length = layout_.box.length(axis);
    const auto at = static_cast<Coordinate>(place % length);
    position[axis] = descending ? layout_.box.high()[axis] - at : layout_.box.low()[axis] + at;
    place /= length;
  }
}

void MarkedRegion::hand_words(const Box& box, std::uint64_t at, std::uint64_t count, ValueSink& sink) const {
  const std::uint64_t place = index(box.position(at));
  std::array<std::uint64_t, kMarksAtOnce / 64 + 1> p;
  for (std::uint64_t w = 0; w <= (place % 64 + count - 1) / 64; ++w) p[w] = ~marks_[place / 64 + w];
  sink.take_outcomes(at, {p.data(), place % 64, count, missing_.empty() ? nullptr : missing_.data() + place / 64});
}

void MarkedRegion::hand_bits(const Box& box, std::uint64_t at, std::uint64_t count, ValueSink& sink) const {
  std::array<std::uint64_t, kMarksAtOnce / 64> p{}, missing{};
  const std::size_t last = box.dimensions() - 1;
  const std::int64_t stride = layout_.strides[last];
  Position position = box.position(at);
  for (std::uint64_t i = 0; i < count;) {
    const std::uint64_t end = std::min(count, i + static_cast<std::uint64_t>(box.high()[last] - position[last]) + 1);
    for (auto place = static_cast<std::int64_t>(index(position)); i < end; ++i, place += stride) {
      p[i / 64] |= static_cast<std::uint64_t>(!bit(marks_, static_cast<std::uint64_t>(place))) << (i % 64);
      if (!missing_.empty())
        missing[i / 64] |= static_cast<std::uint64_t>(bit(missing_, static_cast<std::uint64_t>(place))) << (i % 64);
    }
    position[last] = box.high()[last];
    box.next(position);
  }
  sink.take_outcomes(at, {p.data(), 0, count, missing_.empty() ? nullptr : missing.data()});
}

void MarkedRegion::hand_out(const Box& box, const Budget& budget, ValueSink& sink) const {
  const std::uint64_t together = neighbours(box);
  sink.begin(static_cast<std::uint32_t>(Outcome::N));
  for (std::uint64_t at = sink.begun().done; at < box.size();) {
    budget.check_stop();
    std::uint64_t count = std::min(kMarksAtOnce, box.size() - at);
    if (together >= 64) {
      count = std::min(count, together - at % together);
      hand_words(box, at, count, sink);
    } else {
      hand_bits(box, at, count, sink);
    }
    at += count;
    if (at < box.size()) sink.reached(at, [] { return std::string("bits"); });
  }
}

std::size_t bytes_of_marks(const Box& region, bool all_exist, std::uint64_t blocking) {
  const std::uint64_t counts = blocking > 0 ? region.size() * (sizeof(std::uint8_t) + sizeof(std::uint32_t)) : 0;
  return (region.size() + 63) / 64 * (all_exist ? 8 : 16) + counts;
}

double seconds_of_marking(const Box& region, const MarkingWork& work) {
  return static_cast<double>(region.size()) * costs::kMarkedPosition + work.marks * costs::kMark +
         work.apart * costs::kMarkApart + work.runs * costs::kMarkRun;
}

Result<MarkedRegion> mark_positions(const MarkingProblem& problem, const Budget& budget, MarkingWork* work) {
  budget.check_memory(bytes_of_marks(problem.region->box, problem.moves->valid.empty(), problem.convention.blocking),
                      "the outcomes");
  Marker marker(problem, budget);
  Result<MarkedRegion> marked = marker.run();
  if (work != nullptr) *work = marker.work();
  return marked;
}

namespace {

/// What is done for a position of a box; nothing where that takes long to find out, since options lead far from the box, be the
/// box ever so small, or a position has very many.
std::optional<MarkingWork> work_of_position(const MoveFamilies& families, const Domain& domain, const MoveProgram* valid,
                                            const Box& box, const Convention& convention) {
  constexpr std::uint64_t kMostPositions = std::uint64_t{1} << 18;
  constexpr double kMostWork = 1 << 22;
  const Result<Region> region = find_region(families.program, domain, box);
  if (!region || region->box.size() > kMostPositions) return std::nullopt;
  const Result<SolveOrder> order = find_order(families.program, *region);
  if (!order) return std::nullopt;
  const Result<TurnedMoves> moves = turned_moves(families, *region, valid, make_layout(region->box, *order).strides);
  if (!moves) return std::nullopt;
  MarkingWork work;
  const MarkingProblem problem{&families.program, &*moves, &*region, &*order, convention, kMostWork};
  // What was done until the work was spent is less than there is to do, and much all the same.
  if (!mark_positions(problem, Budget(), &work) && work.marks + work.runs <= kMostWork) return std::nullopt;
  const auto size = static_cast<double>(region->box.size());
  return MarkingWork{work.marks / size, work.runs / size, work.apart / size};
}

}  // namespace

std::optional<MarkingWork> probe_marking(const MoveFamilies& families, const Domain& domain, const MoveProgram* valid,
                                         const Box& region, const Convention& convention) {
  constexpr double kPositions = 4096;
  const auto size = static_cast<double>(region.size());
  const double part = std::pow(kPositions / size, 1 / static_cast<double>(region.dimensions()));
  if (part > 0.5) return std::nullopt;
  const auto less = work_of_position(families, domain, valid, lower_corner(region, part / 2), convention);
  const auto more = work_of_position(families, domain, valid, lower_corner(region, part), convention);
  if (!less || !more) return std::nullopt;
  const double doublings = std::log2(1 / part);
  const auto whole = [&](double small, double large) {
    const double growth = small > 0 ? std::clamp(large / small, 1.0, 4.0) : 1;
    return size * large * std::pow(growth, doublings);
  };
  return MarkingWork{whole(less->marks, more->marks), whole(less->runs, more->runs), whole(less->apart, more->apart)};
}

}  // namespace bouton
