// Outcomes by shifted rows.
//
// The idea. Fix all coordinates but one: what is left is a row, and its outcomes are a row of bits, 1 for P. If every move of a
// row takes a fixed amount from the free coordinate, whatever that coordinate is, then the options of the whole row are other
// rows shifted by these amounts, and a position is P where none of the shifted rows has a 1:
//
//   P(row) = NOT ( P(row_1) << shift_1  OR  P(row_2) << shift_2  OR ... )
//
// 64 positions cost one word operation for each move. A shift may be shorter than a word, and rows may read each other, so bits
// are computed in pieces. A stretch of 512 positions is scheduled as follows. The rows that read each other over less than 512
// places form a graph; its strongly connected components are computed one after the other, what is read first. A row that is a
// component by itself takes all 512 bits at once; the rows of a larger component take 256 bits each, then the other 256, each
// half by the same method. A row that reads itself over less than 64 places goes from one P-position of the 64 to the next,
// which marks those that reach it. Larger components that 64 bits do not take apart become slices (row_slice.h): one position a
// round, all rows of the slice in one word. Many rows that are read at one distance each are computed eight side by side
// (row_lanes.h).
//
// Example: subtraction {2,3}, one row that reads itself at 2 and 3. Bits 0 and 1 have no source: 11. Bits 2 and 3 read bits 0
// and 1, which are set: 00. Bit 4 reads bit 1: 0. Bits 5 and 6 read bits 2, 3 and 4, none of which is set: 11. So P is
// 1100011000..., of period 5.
//
// The cap. A move may lead to a row with a greater number, so that rows without end matter, though only few are asked about.
// Then the first rows are kept up to a cap, with two bits a position, "certainly P" and "possibly P". Nothing is certainly P
// above the cap, and everything is possibly P there. Below it
//
//   certainly P = NOT (OR of shifted possibly P),   possibly P = NOT (OR of shifted certainly P).
//
// Invariant: certainly P implies P implies possibly P. So where the two agree the outcome is proved, whatever lies above the
// cap. If they disagree at a position that was asked about, all is done again with a higher cap; what was handed out is proved,
// so only later stretches are handed out then.
//
// Example: from (p, n) to (p, n - 1 - p) and (p + 1, n - 1 - p), where n > p. Kept: row 0 alone. (0, 0) is certainly P: no
// move. (0, 1) leads to (0, 0): not possibly P, an N-position. (0, 2) leads to (0, 1), which is N, and to (1, 1) above the cap:
// possibly P, not certainly. With row 1 as well, (1, 1) has no move and is certainly P, so (0, 2) is N.
//
// In Nimrod, where row p shifts by up to p, 3 times the cube root of the length suffices as the cap, so the first row up to n
// costs O(n^(4/3)) bit operations; next_cap() measures the exponent instead of assuming it.
//
// Source: bits for positions are folklore; none is known for the cap.
#include "engine/table/row_shifts/row_shifts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "engine/base/errors.h"
#include "engine/base/whole_part.h"
#include "engine/table/row_shifts/deliveries.h"
#include "engine/table/row_shifts/find_lanes.h"
#include "engine/table/row_shifts/row_runs.h"
#include "engine/table/row_shifts/row_steps.h"

namespace bouton {
namespace {

constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max() / 4;
/// Moves of one row at most; more are not shifts but rays.
constexpr std::size_t kMostMoves = 4096;
/// Stretches of single rows between two looks at whether to stop.
constexpr std::int64_t kStretchesPerLook = 4096;
/// Rows that are all kept rather than capped, as far as memory and work allow.
constexpr double kMostBits = 4e10;
constexpr std::uint64_t kMostRows = std::uint64_t{1} << 22;
/// Runs that the buffer holds beside the history.
constexpr std::uint32_t kBufferRuns = 2;
/// With so many rows that are not in the buffer for one that is, it holds those that two threads share.
constexpr std::size_t kRowsForMoreRuns = 4;
/// Rows of a band at least: those of a run fit the first level of the cache.
constexpr std::uint32_t kBand = 16;
/// The greatest distance between far rows that read each other.
constexpr std::uint32_t kMostReach = 8;
/// The first cap that is tried, to learn how far a cap reaches.
constexpr std::uint64_t kFirstCap = 64;
/// Rows that a proof needs are about so many times the cube root of the length, where shifts grow with the row.
constexpr double kCapFactor = 3;

/// The box without one axis.
struct RowBox {
  Box box;  ///< of one coordinate 0 where there is no other axis
  bool only = false;

  static RowBox of(const Box& whole, std::size_t axis) {
    Position low, high;
    for (std::size_t i = 0; i < whole.dimensions(); ++i) {
      if (i == axis) continue;
      low.push_back(whole.low()[i]);
      high.push_back(whole.high()[i]);
    }
    if (low.empty()) return {Box({0}, {0}), true};
    return {Box(low, high), false};
  }
  Position row(std::uint64_t index) const { return only ? Position() : box.position(index); }
};

/// Pairs of words of a row that are kept behind the present one, and all that a row takes, where no shift is greater.
std::size_t history_words(std::int64_t deepest) { return static_cast<std::size_t>((deepest + 63) / 64 + 2); }
std::size_t row_words(std::int64_t deepest, std::uint32_t runs) {
  return history_words(deepest) + static_cast<std::size_t>(runs * kRunStretches * kStretchWords) + 1;
}

/// The rows up to a cap, as a machine, and which stretch it has reached.
class Engine {
 public:
  /// Keeps the first `cap` rows along `cap_axis`; without it, all rows.
  static Result<Engine> make(const RowShiftProblem& problem, std::optional<std::size_t> cap_axis, std::uint64_t cap,
                             const Budget& budget) {
    Engine engine(problem, cap_axis, cap, budget.threads);
    if (std::optional<Refusal> refusal = engine.find_moves(problem)) return *std::move(refusal);
    const std::vector<bool> asked = engine.asked_rows(problem);
    if (!find_lanes(engine.machine_, asked, engine.deepest_)) find_deliveries(engine.machine_, asked, engine.deepest_);
    engine.lay_out(budget);
    engine.schedule();
    if (engine.machine_.lanes.empty()) group_collectors(engine.machine_);
    return engine;
  }

  std::uint64_t rows() const { return rows_.box.size(); }
  std::size_t memory() const {
    return machine_.buffer.size() * 8 + machine_.delivered.size() * sizeof(Line) + machine_.lanes.memory() +
           machine_.taps.size() * sizeof(RowTap) + machine_.careful_steps.size() * sizeof(RowStep) +
           machine_.rows.size() * sizeof(RowOfTaps);
  }
  /// The number of a row of the kept ones.
  std::uint64_t row_number(const Position& row) const { return rows_.only ? 0 : rows_.box.index(row); }

  /// From now on computes the first `rows` rows only, or more; of the others nothing is assumed any more. Never more than
  /// before.
  void keep(std::uint64_t rows) {
    const auto kept = static_cast<std::uint32_t>(std::max<std::uint64_t>(rows, least_rows_));
    // Before that the looks at where moves exist go through all rows.
    if (kept >= machine_.live_rows || computed_ < machine_.plain_from) return;
    if (RowLanes& lanes = machine_.lanes; !lanes.empty()) {
      const std::uint32_t groups = (kept - lanes.first_row + kLanes - 1) / kLanes;
      if (groups >= lanes.live_groups) return;
      forget_groups(lanes, groups);
    } else {
      for (std::uint32_t r = kept; r < machine_.live_rows; ++r) forget_row(machine_, r);
    }
    machine_.live_rows = kept;
    find_bands();
  }
  /// Goes on to the next stretch; position() is then its first place.
  void advance() {
    if (computed_ > 0) {
      position_ += kStretch;
      word_ += static_cast<std::size_t>(kStretchWords);
    }
    if (position_ < computed_) return;
    constexpr std::int64_t kRun = kRunStretches * kStretch;
    const std::int64_t wanted = std::min<std::int64_t>(runs_, (last_ - position_) / kRun + 1);
    if (word_ + static_cast<std::size_t>(wanted * kRunStretches * kStretchWords) + 1 > machine_.row_words) slide();
    row_runs_.compute(machine_, word_, position_, static_cast<std::uint32_t>(wanted));
    computed_ = position_ + wanted * kRun;
  }
  std::int64_t position() const { return position_; }

  /// What the stretches to come depend on.
  void save(StateWriter& out) const {
    out.add(word_);
    out.add(position_);
    out.add(computed_);
    out.add(std::span<const std::uint64_t>(machine_.buffer));
    out.add(std::span<const Line>(machine_.delivered));
    save_lanes(machine_.lanes, out);
    for (const SliceState& state : machine_.states) {
      out.add(state.certain);
      out.add(state.possible);
      out.add(static_cast<std::uint8_t>(state.is_exact));
      out.add(state.next);
    }
  }
  void load(StateReader& in) {
    word_ = in.get<std::size_t>();
    position_ = in.get<std::int64_t>();
    computed_ = in.get<std::int64_t>();
    if (word_ < history_ || word_ > machine_.row_words) throw RequestError("a state of other rows");
    in.get(std::span<std::uint64_t>(machine_.buffer));
    in.get(std::span<Line>(machine_.delivered));
    load_lanes(machine_.lanes, in);
    for (SliceState& state : machine_.states) {
      state.certain = in.get<SliceBits>();
      state.possible = in.get<SliceBits>();
      state.is_exact = in.get<std::uint8_t>() != 0;
      state.next = in.get<std::int64_t>();
    }
  }
  /// Word `i` of the present stretch of a row: {certainly P, possibly P}.
  const std::uint64_t* pair(std::uint64_t row, std::int64_t i) const {
    return machine_.buffer.data() + machine_.rows[row].place + 2 * (word_ + static_cast<std::size_t>(i));
  }

 private:
  /// Positions along the axis from the first to the second, both included.
  using Stretch = std::pair<std::int64_t, std::int64_t>;

  Engine(const RowShiftProblem& problem, std::optional<std::size_t> cap_axis, std::uint64_t cap, unsigned threads)
      : axis_(problem.shape->axis), least_(problem.region->box.low()[axis_]), row_runs_(threads) {
    Box whole = problem.region->box;
    if (cap_axis) {
      Position high(whole.high());
      high[*cap_axis] = whole.low()[*cap_axis] + static_cast<Coordinate>(cap) - 1;
      whole = Box(whole.low(), high);
    }
    region_rows_ = RowBox::of(problem.region->box, axis_);
    rows_ = RowBox::of(whole, axis_);
    last_ = problem.asked.high()[axis_] - least_;
  }

  std::optional<Refusal> find_moves(const RowShiftProblem& problem) {
    const std::uint64_t count = rows_.box.size();
    if (count > kMostRows) return Refusal{"there are too many rows"};
    machine_.rows.resize(count);
    machine_.plain_from = 0;
    machine_.plain_to = kEnd;
    for (std::uint64_t r = 0; r < count; ++r) {
      RowOfTaps& row = machine_.rows[r];
      row.first_tap = static_cast<std::uint32_t>(machine_.taps.size());
      const auto moves = row_moves(*problem.shape, rows_.row(r), kMostMoves);
      std::vector<Stretch> covered;
      if (!moves || !std::ranges::all_of(*moves, [&](const RowMove& move) { return add_move(move, row, covered); }))
        return Refusal{"an option may leave the domain, or an expression has no value"};
      row.taps = static_cast<std::uint32_t>(machine_.taps.size()) - row.first_tap;
      if (problem.play == Play::misere && !find_terminal(row, covered))
        return Refusal{"positions without a move lie between others"};
    }
    return std::nullopt;
  }

  /// Adds a move of a row, and notes at which positions it exists. False if it leads out of the region, against what the
  /// region promised.
  bool add_move(const RowMove& move, RowOfTaps& row, std::vector<Stretch>& covered) {
    RowTap tap;
    tap.shift = move.shift;
    tap.from = std::max<std::int64_t>(0, move.where.low - least_);
    tap.to = std::min(kEnd, move.where.high - least_);
    if (tap.from > std::min(tap.to, last_)) return true;
    if (tap.shift < 1 || tap.from - tap.shift < 0) return false;
    if (!region_rows_.only && !region_rows_.box.contains(move.row)) return false;
    covered.emplace_back(tap.from, tap.to);
    tap.natural = tap.from <= tap.shift && tap.to >= last_;
    if (!tap.natural) keep_plain_within(tap.from, tap.to);
    if (!rows_.only && !rows_.box.contains(move.row)) {
      const bool is_first = row.unknown_to < 0;
      row.unknown_from = is_first ? tap.from : std::min(row.unknown_from, tap.from);
      row.unknown_to = std::max(row.unknown_to, tap.to);
      keep_plain_within(row.unknown_from, row.unknown_to);
      return true;
    }
    tap.row = rows_.only ? 0 : static_cast<std::uint32_t>(rows_.box.index(move.row));
    deepest_ = std::max(deepest_, tap.shift);
    machine_.taps.push_back(tap);
    return true;
  }

  void keep_plain_within(std::int64_t from, std::int64_t to) {
    machine_.plain_from = std::max(machine_.plain_from, from);
    if (to < last_) machine_.plain_to = std::min(machine_.plain_to, to);
  }

  /// Misère play: notes the positions without a move, which must be those before the first one that has moves.
  bool find_terminal(RowOfTaps& row, std::vector<Stretch>& covered) {
    std::ranges::sort(covered);
    row.terminal_before = covered.empty() ? kEnd : covered.front().first;
    std::int64_t end = row.terminal_before;
    for (const auto& [from, to] : covered) {
      if (from > end) return false;
      end = std::max(end, to + 1);
    }
    if (!covered.empty() && end <= last_) return false;
    machine_.plain_from = std::max(machine_.plain_from, std::min(row.terminal_before, last_ + 1));
    return true;
  }

  void lay_out(const Budget& budget) {
    history_ = history_words(deepest_);
    // Not by the number of threads: what a run of one has saved, one of two goes on with.
    const auto shown = static_cast<std::size_t>(std::ranges::count_if(machine_.rows, &RowOfTaps::shown));
    if (machine_.rows.size() >= (kRowsForMoreRuns + 1) * shown) runs_ = kMostRuns;
    machine_.row_words = row_words(deepest_, std::max(kBufferRuns, runs_));
    word_ = history_;
    std::size_t words = 0;
    for (RowOfTaps& row : machine_.rows) {
      row.place = words;
      if (row.shown) words += 2 * machine_.row_words;
    }
    const std::size_t lines = machine_.deliveries.size() * lines_of_delivery(machine_);
    const std::size_t of_lanes = 2 * machine_.lanes.ring * machine_.lanes.stride() * sizeof(LaneWords);
    budget.check_memory((words + 32) * sizeof(std::uint64_t) + lines * sizeof(Line) + of_lanes, "the rows of the table");
    machine_.buffer.assign(words + 32, 0);
    machine_.delivered.assign(lines, Line());
    if (!machine_.lanes.empty()) bouton::lay_out(machine_.lanes);
    for (const RowOfTaps& row : machine_.rows)
      if (row.collector != RowOfTaps::kNone) machine_.collectors[row.collector].place = row.place;
    for (RowTap& tap : machine_.taps) {
      tap.source = machine_.rows[tap.row].place;
      tap.whole = static_cast<std::int64_t>(tap.source) - 2 * ((tap.shift + 63) / 64);
      tap.bits = static_cast<std::uint64_t>(-tap.shift & 63);
    }
  }

  /// The last words of each row become the history of the next stretches.
  void slide() {
    for (const RowOfTaps& row : machine_.rows) {
      if (!row.shown) continue;
      std::uint64_t* words = machine_.buffer.data() + row.place;
      std::copy(words + 2 * (word_ - history_), words + 2 * word_, words);
    }
    word_ = history_;
  }

  /// Which of the kept rows are asked for.
  std::vector<bool> asked_rows(const RowShiftProblem& problem) const {
    std::vector<bool> asked(machine_.rows.size(), false);
    const RowBox box = RowBox::of(problem.asked, axis_);
    for (std::uint64_t i = 0; i < box.box.size(); ++i) asked[row_number(box.row(i))] = true;
    return asked;
  }

  // --- the order of steps ---

  void schedule() {
    std::vector<std::uint32_t> all(machine_.rows.size());
    for (std::uint32_t r = 0; r < all.size(); ++r) all[r] = r;
    component_.assign(all.size(), 0);
    machine_.live_rows = static_cast<std::uint32_t>(all.size());
    if (machine_.lanes.empty()) find_far_rows();
    find_bands();
    find_least_rows();
    if (machine_.lanes.empty()) {
      schedule(all, 0, kStretch, &machine_.careful_steps, &machine_.fast_steps);
    } else {
      schedule(all, 0, kStretch, &machine_.careful_steps, nullptr);
      schedule_lanes(all);
    }
    machine_.states.resize(machine_.slices.size());
  }

  /// The rows before those in lanes, and those in lanes that are not far: word by word.
  void schedule_lanes(const std::vector<std::uint32_t>& all) {
    machine_.far_rows = machine_.lanes.first_row;
    const std::vector<std::uint32_t> before(all.begin(), all.begin() + machine_.far_rows);
    for (std::int64_t bit = 0; bit < kStretch; bit += 64) {
      schedule(before, bit, 64, nullptr, &machine_.fast_steps);
      machine_.fast_steps.push_back({kLaneStep, static_cast<std::uint16_t>(bit), 64});
    }
  }

  /// Adds steps for `rows` that compute `size` bits from `bit` on, each step after those it reads from: to those of careful
  /// runs, and of others, where these are not null.
  void schedule(const std::vector<std::uint32_t>& rows, std::int64_t bit, std::int64_t size, std::vector<RowStep>* careful,
                std::vector<RowStep>* fast) {
    for (const std::vector<std::uint32_t>& component : components(rows, size)) {
      if (component.size() == 1 && !reads_itself(component[0], size)) {
        const RowStep step{component[0], static_cast<std::uint16_t>(bit), static_cast<std::uint16_t>(size)};
        if (careful != nullptr) careful->push_back(step);
        if (fast != nullptr && component[0] < machine_.far_rows) fast->push_back(step);
        continue;
      }
      std::vector<RowStep>* halves_fast = fast;
      if (fast != nullptr && size == 64) {
        if (component.size() == 1) {
          fast->push_back({kOwnStep + component[0], static_cast<std::uint16_t>(bit), 64});
          halves_fast = nullptr;
        } else if (const auto slice = slice_of(component)) {
          fast->push_back({kSliceStep + *slice, static_cast<std::uint16_t>(bit), 64});
          halves_fast = nullptr;
        }
      }
      if (careful == nullptr && halves_fast == nullptr) continue;
      schedule(component, bit, size / 2, careful, halves_fast);
      schedule(component, bit + size / 2, size / 2, careful, halves_fast);
    }
  }

  /// The rows at the end that read, and are read by nearer rows, only from a stretch away and more.
  void find_far_rows() {
    const auto count = static_cast<std::uint32_t>(machine_.rows.size());
    std::uint32_t far = count;
    std::uint32_t reach = 0;
    while (far > 0) {
      const std::uint32_t r = far - 1;
      const RowOfTaps& row = machine_.rows[r];
      bool is_far = true;
      std::uint32_t reaches = reach;
      for (std::uint32_t t = row.first_tap; t < row.first_tap + row.taps; ++t) {
        const std::uint32_t source = machine_.taps[t].row;
        is_far = is_far && machine_.taps[t].shift >= kStretch;
        reaches = std::max(reaches, source > r ? source - r : r - source);
      }
      if (!is_far || reaches > kMostReach) break;
      reach = reaches;
      far = r;
    }
    // A nearer row may read only the first far rows, which the first band has computed one stretch before.
    for (std::uint32_t r = 0; r < far; ++r) {
      const RowOfTaps& row = machine_.rows[r];
      for (std::uint32_t t = row.first_tap; t < row.first_tap + row.taps; ++t) {
        const std::uint32_t source = machine_.taps[t].row;
        if (source < far) continue;
        if (machine_.taps[t].shift < kStretch || source - far >= kMostReach) {
          machine_.far_rows = count;
          return;
        }
      }
    }
    machine_.far_rows = far;
    machine_.reach = reach;
  }

  /// Divides the far rows into bands that fit the cache. Each band moves down by `reach` rows from one stretch to the next:
  /// what a row reads was then computed in this band before, or in the band below.
  void find_bands() {
    if (const RowLanes& lanes = machine_.lanes; !lanes.empty()) {
      const auto band_groups = static_cast<std::uint32_t>(kRunStretches);
      machine_.bands = {lanes.far_groups};
      for (std::uint32_t g = lanes.far_groups + band_groups; g < lanes.live_groups; g += band_groups)
        machine_.bands.push_back(g);
      machine_.bands.push_back(lanes.live_groups);
      return;
    }
    const std::uint32_t count = machine_.live_rows;
    const std::uint32_t band_rows = std::max(kBand, static_cast<std::uint32_t>(kRunStretches) * machine_.reach);
    machine_.bands = {machine_.far_rows};
    for (std::uint32_t r = machine_.far_rows + band_rows; r < count; r += band_rows) machine_.bands.push_back(r);
    machine_.bands.push_back(count);
  }

  /// The rows that are always computed: those that are not far, or that other rows than collectors read.
  void find_least_rows() {
    least_rows_ = machine_.live_rows;
    if (const RowLanes& lanes = machine_.lanes; !lanes.empty()) {
      const auto least = lanes.first_row + (lanes.far_groups + 2 * static_cast<std::uint32_t>(kRunStretches)) * kLanes;
      if (rows_.box.dimensions() <= 1) least_rows_ = std::min(least_rows_, least);
      return;
    }
    if (rows_.box.dimensions() > 1 || machine_.far_rows >= least_rows_) return;
    while (least_rows_ > machine_.far_rows + 2 * kBand && !machine_.rows[least_rows_ - 1].shown) --least_rows_;
  }

  /// The slice of a component that blocks of 64 cannot take apart, if it has the form of one.
  std::optional<std::uint32_t> slice_of(std::vector<std::uint32_t> rows) {
    std::ranges::sort(rows);
    for (std::uint32_t i = 0; i < machine_.slices.size(); ++i)
      if (machine_.slices[i].rows == rows) return i;
    if (rows.size() > 64) return std::nullopt;
    RowSlice slice;
    slice.rows = rows;
    std::vector<std::int64_t> distance(rows.size(), 0);
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      const RowOfTaps& row = machine_.rows[rows[i]];
      if (row.unknown_to < 0) slice.certain |= std::uint64_t{1} << i;
      for (std::uint32_t t = row.first_tap; t < row.first_tap + row.taps; ++t) {
        const RowTap& tap = machine_.taps[t];
        const auto found = std::ranges::lower_bound(rows, tap.row);
        const bool inside = found != rows.end() && *found == tap.row;
        if (tap.shift > 64 || (!inside && tap.shift == 64)) {
          slice.outers.push_back({i, t});
          continue;
        }
        // What lies outside and nearer was put before this component, so it is in the buffer already.
        if (!inside) {
          slice.outers.push_back({i, t});
          continue;
        }
        const auto lane = static_cast<std::size_t>(found - rows.begin());
        if (distance[lane] != 0 && distance[lane] != tap.shift) return std::nullopt;
        distance[lane] = tap.shift;
        const int by = static_cast<int>(lane) - static_cast<int>(i);
        auto neighbour = std::ranges::find(slice.neighbours, by, &RowSlice::Neighbour::by);
        if (neighbour == slice.neighbours.end()) {
          slice.neighbours.push_back({by, 0});
          neighbour = slice.neighbours.end() - 1;
        }
        neighbour->rows |= std::uint64_t{1} << i;
      }
    }
    std::ranges::sort(slice.neighbours, {}, &RowSlice::Neighbour::by);
    if (slice.neighbours.size() > kMostNeighbours || slice.outers.size() > 64) return std::nullopt;
    for (std::size_t lane = 0; lane < distance.size(); ++lane) slice.read_at(lane, distance[lane]);
    machine_.slices.push_back(std::move(slice));
    return static_cast<std::uint32_t>(machine_.slices.size() - 1);
  }

  bool reads_itself(std::uint32_t r, std::int64_t size) const {
    const RowOfTaps& row = machine_.rows[r];
    for (std::uint32_t t = row.first_tap; t < row.first_tap + row.taps; ++t)
      if (machine_.taps[t].shift < size && machine_.taps[t].row == r) return true;
    return false;
  }

  /// Strongly connected components of the rows, where a row leads to those that it reads less than `size` places
  /// before; what is read comes first. Tarjan's algorithm, without recursion.
  std::vector<std::vector<std::uint32_t>> components(const std::vector<std::uint32_t>& rows, std::int64_t size) {
    struct Frame {
      std::uint32_t row, tap;
    };
    const std::uint32_t mark = ++last_mark_;
    for (const std::uint32_t r : rows) component_[r] = mark;
    index_.resize(component_.size());
    low_.resize(component_.size());
    for (const std::uint32_t r : rows) index_[r] = 0;
    std::vector<std::vector<std::uint32_t>> result;
    std::vector<std::uint32_t> open;
    std::vector<Frame> frames;
    std::uint32_t next = 0;
    constexpr std::uint32_t kClosed = std::numeric_limits<std::uint32_t>::max();
    for (const std::uint32_t root : rows) {
      if (index_[root] != 0) continue;
      frames.push_back({root, 0});
      while (!frames.empty()) {
        const std::uint32_t r = frames.back().row;
        const RowOfTaps& row = machine_.rows[r];
        if (frames.back().tap == 0 && index_[r] == 0) {
          index_[r] = low_[r] = ++next;
          open.push_back(r);
        }
        bool descended = false;
        while (frames.back().tap < row.taps) {
          const RowTap& tap = machine_.taps[row.first_tap + frames.back().tap];
          ++frames.back().tap;
          if (tap.shift >= size) continue;
          const std::uint32_t source = tap.row;
          if (component_[source] != mark || index_[source] == kClosed) continue;
          if (index_[source] == 0) {
            frames.push_back({source, 0});
            descended = true;
            break;
          }
          low_[r] = std::min(low_[r], index_[source]);
        }
        if (descended) continue;
        if (low_[r] == index_[r]) {
          result.emplace_back();
          std::uint32_t member = 0;
          do {
            member = open.back();
            open.pop_back();
            index_[member] = kClosed;
            result.back().push_back(member);
          } while (member != r);
        }
        frames.pop_back();
        if (!frames.empty()) {
          const std::uint32_t parent = frames.back().row;
          low_[parent] = std::min(low_[parent], low_[r]);
        }
      }
    }
    return result;
  }

  const std::size_t axis_;
  const Coordinate least_;
  std::int64_t last_ = 0;
  RowBox region_rows_, rows_;
  RowMachine machine_;
  std::int64_t deepest_ = 1;
  std::size_t history_ = 0;
  std::size_t word_ = 0;
  std::uint32_t runs_ = 1;  ///< that are computed at once
  RowRuns row_runs_;
  std::uint32_t least_rows_ = 0;
  std::int64_t position_ = 0;
  std::int64_t computed_ = 0;  ///< positions before this one are in the buffer
  std::uint32_t last_mark_ = 0;
  std::vector<std::uint32_t> component_, index_, low_;
};

std::optional<std::size_t> longest_row_axis(const Box& box, std::size_t axis) {
  std::optional<std::size_t> longest;
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (i != axis && (!longest || box.length(i) > box.length(*longest))) longest = i;
  return longest;
}

double region_rows(const Box& box, std::size_t axis) {
  double rows = 1;
  for (std::size_t i = 0; i < box.dimensions(); ++i)
    if (i != axis) rows *= static_cast<double>(box.length(i));
  return rows;
}

bool needs_cap(const RowShiftProblem& problem) {
  const double rows = region_rows(problem.region->box, problem.shape->axis);
  const double length = static_cast<double>(problem.region->box.length(problem.shape->axis));
  const double asked = region_rows(problem.asked, problem.shape->axis);
  if (rows > static_cast<double>(kMostRows)) return true;
  if (rows <= 4 * static_cast<double>(kFirstCap) || rows <= 2 * asked) return false;
  return rows * length > 1e7 || rows * length > kMostBits;
}

/// Solves with one cap after another until what was asked is proved.
class Attempts {
 public:
  Attempts(const RowShiftProblem& problem, const Budget& budget, const RowVisitor& visit, ResumableRun* resumable)
      : problem_(problem),
        budget_(budget),
        visit_(visit),
        resumable_(resumable),
        least_(problem.region->box.low()[problem.shape->axis]),
        asked_(RowBox::of(problem.asked, problem.shape->axis)),
        first_(problem.asked.low()[problem.shape->axis] - least_),
        last_(problem.asked.high()[problem.shape->axis] - least_),
        bits_(static_cast<std::size_t>(kStretchWords)) {}

  Result<RowShiftReport> run(std::uint64_t cap) {
    const Box& region = problem_.region->box;
    const auto cap_axis = longest_row_axis(region, problem_.shape->axis);
    const std::uint64_t all = cap_axis ? region.length(*cap_axis) : 1;
    // A cap below the rows that were asked about would leave them out.
    const std::uint64_t least =
        cap_axis ? static_cast<std::uint64_t>(problem_.asked.high()[*cap_axis] - region.low()[*cap_axis]) + 1 : 1;
    if (const auto estimate = estimate_row_shifts(problem_)) budget_.check_memory(estimate->bytes, "the rows of the table");
    std::uint64_t kept = all;
    if (cap != 0 || needs_cap(problem_)) kept = std::min(all, least + (cap != 0 ? cap : kFirstCap));
    RowShiftReport report;
    const ResumableRun::Begun begun = resumable_ != nullptr ? resumable_->begun() : ResumableRun::Begun{};
    std::optional<StateReader> state;
    if (!begun.state.empty()) {
      state.emplace(begun.state);
      kept = std::min(all, state->get<std::uint64_t>());
      if (const auto rows = state->get<double>(); rows > 0) {
        before_ = {rows, state->get<double>()};
        exponent_ = state->get<double>();
      }
      visited_ = state->get<std::int64_t>();
    }
    for (report.attempts = 1;; ++report.attempts) {
      Result<Engine> engine = Engine::make(problem_, kept < all ? cap_axis : std::nullopt, kept, budget_);
      if (!engine) return engine.refusal();
      report.rows = engine->rows();
      report.capped = kept < all;
      report.memory = engine->memory();
      kept_ = kept;
      std::int64_t from = 0;
      if (state) {
        engine->load(*state);
        state->finish();
        state.reset();
        from = engine->position() + kStretch;
      }
      const std::optional<std::int64_t> undecided = attempt(*engine, report.capped, from);
      if (!undecided) return report;
      const double reached = std::max<double>(static_cast<double>(*undecided), kStretch);
      kept = next_cap(kept, reached, static_cast<double>(last_) + kStretch, all);
    }
  }

 private:
  /// Visits the stretches that have not been visited yet. If the cap is too low, the first stretch that it leaves undecided.
  std::optional<std::int64_t> attempt(Engine& engine, bool capped, std::int64_t from) {
    std::vector<std::uint64_t> rows;
    for (std::uint64_t i = 0; i < asked_.box.size(); ++i) rows.push_back(engine.row_number(asked_.row(i)));
    std::int64_t stretches = 0;
    const std::int64_t stretches_between_polls = 1 + kStretchesPerLook / static_cast<std::int64_t>(engine.rows() + 1);
    for (std::int64_t position = from; position <= last_; position += kStretch) {
      if (stretches++ % stretches_between_polls == 0) {
        budget_.check_stop();
        budget_.report("positions", static_cast<std::uint64_t>(position), static_cast<std::uint64_t>(last_) + 1);
      }
      if (capped && before_) engine.keep(rows_until_end(static_cast<double>(last_ - position) + 1));
      engine.advance();
      if (capped && !is_decided(engine, rows, position)) return position;
      if (position < visited_) continue;
      visited_ = position + kStretch;
      if (visited_ > first_) show(engine, rows, position);
      if (resumable_ != nullptr && visited_ > first_ && visited_ <= last_) tell(engine);
    }
    return std::nullopt;
  }

  void tell(const Engine& engine) {
    const auto done = static_cast<std::uint64_t>(visited_ - first_) * asked_.box.size();
    resumable_->reached(done, [&] {
      StateWriter out;
      out.add(kept_);
      out.add(before_ ? before_->first : -1.0);
      if (before_) {
        out.add(before_->second);
        out.add(exponent_);
      }
      out.add(visited_);
      engine.save(out);
      return out.take();
    });
  }

  /// Whether what is certainly P and what is possibly P agree at all asked positions of the stretch.
  bool is_decided(const Engine& engine, const std::vector<std::uint64_t>& rows, std::int64_t position) const {
    std::uint64_t open = 0;
    for (const std::uint64_t row : rows)
      for (std::int64_t i = 0; i < kStretchWords; ++i) {
        const std::int64_t left = last_ - position - 64 * i + 1;
        if (left <= 0) break;
        const std::uint64_t* pair = engine.pair(row, i);
        const std::uint64_t wanted = left >= 64 ? ~std::uint64_t{0} : ~(~std::uint64_t{0} << static_cast<unsigned>(left));
        open |= (pair[0] ^ pair[1]) & wanted;
      }
    return open == 0;
  }

  /// Hands the asked positions of the stretch to the visitor.
  void show(const Engine& engine, const std::vector<std::uint64_t>& rows, std::int64_t position) {
    const std::int64_t from_word = std::max<std::int64_t>(0, (first_ - position) / 64);
    const std::int64_t count = std::min(kStretch - 64 * from_word, last_ - position - 64 * from_word + 1);
    // Positions of the first word that come before those asked about are cut off.
    const std::int64_t skip = std::max<std::int64_t>(0, first_ - position - 64 * from_word);
    for (std::uint64_t i = 0; i < rows.size(); ++i) {
      for (std::int64_t w = from_word; w < kStretchWords; ++w)
        bits_[static_cast<std::size_t>(w - from_word)] = engine.pair(rows[i], w)[0];
      if (skip > 0)
        for (std::size_t w = 0; w < bits_.size(); ++w)
          bits_[w] = (bits_[w] >> static_cast<unsigned>(skip)) |
                     (w + 1 < bits_.size() ? bits_[w + 1] << static_cast<unsigned>(64 - skip) : 0);
      visit_(i, least_ + position + 64 * from_word + skip, static_cast<std::size_t>(count - skip), bits_.data());
    }
  }

  /// How far a cap reaches grows as a power of it, about the third; two attempts tell which. The second one goes so much
  /// less far than wanted that it costs next to nothing.
  std::uint64_t next_cap(std::uint64_t now, double reached, double goal, std::uint64_t most) {
    constexpr double kCheap = 30;
    const auto rows = static_cast<double>(now);
    double exponent = 1.0 / 3;
    if (before_ && reached > 2 * before_->second)
      exponent = std::clamp(std::log(rows / before_->first) / std::log(reached / before_->second), 0.1, 1.0);
    else if (goal > kCheap * reached) goal /= kCheap;
    before_ = {rows, reached};
    const double grown = rows * std::pow(goal / reached, exponent) * 1.03 + 8;
    exponent_ = exponent;
    return std::min(most, std::max(now + 8, whole_part(grown)));
  }

  /// The rows that the last places need, `left` of them. What is not known above the kept rows takes as long to come down from
  /// there to the rows that were asked for wherever it begins, so they can be fewer towards the end.
  std::uint64_t rows_until_end(double left) const {
    constexpr double kMargin = 1.05;
    const double whole = static_cast<double>(last_) + kStretch;
    return static_cast<std::uint64_t>(static_cast<double>(kept_) * std::min(1.0, std::pow(left / whole, exponent_) * kMargin)) +
           16;
  }

  const RowShiftProblem& problem_;
  const Budget& budget_;
  const RowVisitor& visit_;
  ResumableRun* const resumable_;  ///< may be null
  std::uint64_t kept_ = 0;         ///< rows along the axis that is capped, in the present attempt
  const Coordinate least_;
  const RowBox asked_;
  const std::int64_t first_, last_;                  ///< along the axis, counted from the region's least coordinate
  std::int64_t visited_ = 0;                         ///< the stretches before this position have been visited
  std::vector<std::uint64_t> bits_;                  ///< of one row, for the visitor
  double exponent_ = 1;                              ///< the rows that are needed grow with this power of the length
  std::optional<std::pair<double, double>> before_;  ///< the last cap that was too low, and how far it reached
};

}  // namespace

Result<RowShiftEstimate> estimate_row_shifts(const RowShiftProblem& problem) {
  RowShiftEstimate estimate;
  const Box& box = problem.region->box;
  const std::size_t axis = problem.shape->axis;
  const double rows = region_rows(box, axis);
  const double length = static_cast<double>(problem.asked.high()[axis] - box.low()[axis] + 1);
  estimate.region_rows = whole_part(rows);
  estimate.capped = needs_cap(problem);
  const RowBox rows_box = RowBox::of(problem.asked, axis);
  const auto moves = row_moves(*problem.shape, rows_box.row(rows_box.box.size() - 1), kMostMoves);
  if (!moves) return Refusal{"a row has too many moves"};
  estimate.moves = moves->size();
  const double kept =
      std::min(rows, estimate.capped ? kCapFactor * std::cbrt(length) + region_rows(problem.asked, axis) : rows);
  estimate.kept_rows = kept;
  estimate.word_operations = 2 * kept * length / 64 * static_cast<double>(std::max<std::uint64_t>(1, estimate.moves));
  // The last row that will be kept has about the greatest shift.
  Position high(box.high());
  if (const auto cap_axis = longest_row_axis(box, axis); cap_axis && estimate.capped) {
    const double others = rows / static_cast<double>(box.length(*cap_axis));
    high[*cap_axis] = std::min(high[*cap_axis], box.low()[*cap_axis] + static_cast<Coordinate>(kept / others));
  }
  Position row;
  for (std::size_t i = 0; i < high.size(); ++i)
    if (i != axis) row.push_back(high[i]);
  std::int64_t deepest = 1;
  if (const auto last = row_moves(*problem.shape, row, kMostMoves))
    for (const RowMove& move : *last) deepest = std::max(deepest, move.shift);
  deepest = std::min(deepest, static_cast<std::int64_t>(length));
  estimate.bytes = static_cast<std::size_t>(
      std::min(1e18, kept * 2 * sizeof(std::uint64_t) * static_cast<double>(row_words(deepest, kBufferRuns))));
  return estimate;
}

Result<RowShiftReport> row_shift_outcomes(const RowShiftProblem& problem, const Budget& budget, const RowVisitor& visit,
                                          std::uint64_t cap, ResumableRun* resumable) {
  if (problem.play == Play::by_position) return Refusal{"the terminal position decides who wins"};
  return Attempts(problem, budget, visit, resumable).run(cap);
}

}  // namespace bouton
