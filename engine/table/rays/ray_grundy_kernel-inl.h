// Grundy values by lines.
//
// The idea. Where the options of a position are all positions behind it on some lines (for Wythoff's game its row, its column
// and its diagonal), the values of all its options are the values that stand on these lines so far. Each line keeps them as a
// set of bits, and the value of a position is the least one that none of its lines has: the first 0 in the OR of a few words,
// however many options there are. The new value then joins each of these lines.
//
// Invariant: when a position is computed, each of its lines holds exactly the values of the positions behind it on that line.
// Any order that computes options first keeps this. The words of a line that are full from its beginning are skipped.
//
// Example: Wythoff's game, position (1, 2). Its row 1 holds the values of (1, 0) and (1, 1): 1 and 2. Its column 2 holds that
// of (0, 2): 2. Its diagonal holds that of (0, 1): 1. The least value that is in none of {1, 2}, {2} and {1} is 0, so (1, 2) is
// P. At (2, 2) the row has 2 and 0, the column 2 and 0, the diagonal 0 and 2: the value is 1.
//
// Families that are not whole lines fit in like this. A window (at most m options) counts how often each value is on its line,
// and takes out the value that falls behind. A single option is one value beside the lines. Guards decide position by position
// whether a family is looked at; their bits are computed a plane at a time by the batch interpreter.
//
// Order. A box is seen as planes of rows, the last two axes. A plane is cut into tiles of 64 by 64 whose lines stay in the
// cache. If options lie above a position and to its right, the rows are sheared until no tile reads one to its right. A tile
// needs those above it and to its left, so threads take rows of tiles and each waits for the one above, tile by tile. Rows of
// the box are done one after another, then, and can be handed on while the others are found.
// Within a tile whose families are all plain, eight rows are swept together, each one column behind the row above it, so that
// eight positions that do not depend on each other are in flight (ray_sweep.h). A rule that is the same when the two axes of a
// square change places is computed on one half, and each tile is mirrored while it lies in the cache. So the left part of a row
// has come from the rows above when its own tiles, those to the right of the diagonal, are done.
//
// Cost: some nanoseconds a position; the sets take (number of lines) * (greatest value) / 8 bytes. If a value does not fit the
// words that were given to the lines, all is done again with words for as many values as a position can have options.
//
// Source: computing Wythoff's values by the sets of its lines is folklore; for windows, shears and sweeps none is known.
#include "engine/table/rays/ray_grundy.h"
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

#include "engine/base/budget.h"
#include "engine/system/barrier.h"
#include "engine/table/batch/batch.h"
#include "engine/table/rays/line_sets.h"
#include "engine/table/rays/ray_lines.h"
#include "engine/table/rays/ray_sweep.h"
#include "engine/values/resumable_run.h"

namespace bouton::ray_grundy_kernel {

/// Rows and columns of a tile: its lines' used values stay in the cache of one core.
constexpr std::int64_t kTile = 64;
/// Tiles of planes so small that large ones would leave threads without work.
constexpr std::int64_t kSmallTile = 32;

/// A value does not fit the words that were given to each line.
struct Overflow {};
struct Stopped {};

/// Rows of a plane that are computed at once.
struct Pass {
  std::uint64_t plane = 0;
  std::int64_t from = 0, to = 0;
};

/// `Cell` holds every value below 64 times the words of a line.
template <class Cell>
class RayGrundy {
 public:
  /// With `band` not 0 only so many rows of a plane are computed at once, at most.
  RayGrundy(const Rays& rays, const Box& box, const Budget& budget, std::size_t words, std::int64_t band = 0)
      : RayGrundy(rays, box, box_rays(rays, box), 0, budget, words, band) {}
  /// A slab: with its own families, and `first_column` columns before its own, whose values are always there. Where there are
  /// some, every line that comes from them must be put by read_line.
  RayGrundy(const Rays& rays, const Box& box, std::vector<BoxRay> families, std::int64_t first_column, const Budget& budget,
            std::size_t words, std::int64_t band)
      : rays_(rays), box_(box), budget_(budget), shape_(box), families_(std::move(families)), first_column_(first_column) {
    if (band == 0) find_mirror();
    find_shear();
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const BoxRay& ray = families_[f];
      set_of_.push_back(f);
      maps_.emplace_back();
      sets_.emplace_back();
      if (ray.single) {
        singles_.push_back(f);
        continue;
      }
      lines_.push_back(f);
      if (mirror_ && mirror_of_[f] < f) {
        set_of_[f] = mirror_of_[f];
        maps_[f].emplace(families_[mirror_of_[f]], shape_, true);
        continue;
      }
      maps_[f].emplace(ray, shape_, false, band);
      sets_[f].allocate(static_cast<std::size_t>(maps_[f]->lines()), words, ray.windowed);
    }
    simple_ = singles_.empty() && lines_.size() <= kMostSweepLines &&
              std::ranges::all_of(families_, [](const BoxRay& ray) { return ray.plain && ray.guards.empty(); });
    for (const std::size_t f : lines_)
      if (!maps_[f]->crosses_planes() && step_by_columns(families_[f])) simple_ = false;
    // One column more, and the cells of one sheared column do not depend on each other either.
    if (simple_) ++shear_;
    for (std::size_t f = 0; f < families_.size(); ++f)
      if (!families_[f].guards.empty()) guarded_.push_back(f);
    guard_bits_.resize(families_.size());
    words_ = words;
    tile_ = budget.threads > 1 && std::max(shape_.rows, shape_.columns) < 4 * kTile ? kSmallTile : kTile;
  }

  const PlaneShape& shape() const { return shape_; }

  /// The whole box, into cells for all of it. Now and then `reached` is called, on the thread of the caller: rows of the box,
  /// in its order, before that number are done.
  void solve(Cell* cells, const std::function<void(std::uint64_t rows)>& reached = {}) {
    std::vector<Pass> passes;
    for (std::uint64_t plane = 0; plane < shape_.planes(); ++plane) passes.push_back({plane, 0, shape_.rows});
    reached_ = reached;
    solve(passes, cells, 0);
  }

  /// These passes, each of which follows the one before; all before the first have been solved. `cells` holds the values from
  /// cell number `origin` on, of the latest cells as far as options reach back, and gets those of the passes. With `known` they
  /// are there already, and only enter their lines. `before` is called when the first pass is about to begin: it may put lines.
  void solve(const std::vector<Pass>& passes, Cell* cells, std::int64_t origin, bool known = false,
             const std::function<void()>& before = {}) {
    cells_ = cells;
    origin_ = origin;
    known_ = known;
    std::int64_t most_rows = 0;
    for (const Pass& pass : passes) most_rows = std::max(most_rows, pass.to - pass.from);
    const std::int64_t most_tiles = tiles_of(most_rows);
    const auto threads =
        static_cast<unsigned>(std::clamp<std::int64_t>(budget_.threads, 1, std::max<std::int64_t>(1, most_tiles)));
    progress_ = std::make_unique<Progress_[]>(static_cast<std::size_t>(most_tiles));
    next_ = 0;
    begin_pass(passes[0]);
    if (before) before();
    Barrier passes_done(threads, [&] { next_pass(passes); });
    const auto work = [&](bool is_caller) {
      for (const Pass& pass : passes) {
        if (!stopped_.load(std::memory_order_relaxed)) run_rows(is_caller);
        passes_done.arrive_and_wait();
        if (is_caller) hand_on(pass, pass.to);
      }
    };
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < threads) others.emplace_back(work, false);
    } catch (const std::system_error&) {
      // The machine has no room for more threads: those that there are do the work.
      for (std::size_t i = others.size() + 1; i < threads; ++i) passes_done.arrive_and_drop();
    }
    work(true);
    others.clear();
    if (failure_) std::rethrow_exception(failure_);
  }

  /// What is on the line of a family that is no single option, through a position of the present pass.
  void write_line(std::size_t family, std::int64_t row, std::int64_t column, StateWriter& out) const {
    const LineSet& set = sets_[family];
    set.write(maps_[family]->row(outer_, row, pass_.from)(column), out);
  }
  void read_line(std::size_t family, std::int64_t row, std::int64_t column, StateReader& in) {
    LineSet& set = sets_[family];
    set.read(maps_[family]->row(outer_, row, pass_.from)(column), in);
  }

 private:
  static constexpr std::int64_t kAllColumns = std::numeric_limits<std::int64_t>::max();

  struct alignas(128) Progress_ {
    std::atomic<std::int64_t> columns{0};  ///< tile columns before this one are done in this tile row
  };

  static bool step_by_columns(const BoxRay& ray) {
    const std::size_t n = ray.step.size();
    return ray.step[n - 2] == 0 && ray.step[n - 1] != 1;
  }

  // --- preparation ---

  /// Whether the rule stays the same when the two axes of a square change places.
  void find_mirror() {
    if (box_.dimensions() != 2 || shape_.rows != shape_.columns || shape_.rows < 2) return;
    mirror_of_.assign(families_.size(), families_.size());
    const auto swapped = [](std::vector<std::int64_t> v) {
      std::swap(v[0], v[1]);
      return v;
    };
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const BoxRay& a = families_[f];
      if (!a.plain || !a.guards.empty()) return;
      for (std::size_t g = 0; g < families_.size(); ++g)
        if (families_[g].step == swapped(a.step) && std::ranges::count(mirror_of_, g) == 0) {
          mirror_of_[f] = g;
          break;
        }
      if (mirror_of_[f] == families_.size()) return;
      // The directions that LineMap can mirror: along a row, one row back, or their own mirror images.
      const bool own = a.step[0] == a.step[1];
      const std::int64_t lesser = std::min(a.step[0], a.step[1]);
      if (lesser < 0 || (!own && lesser > 1) || (!own && lesser == 0 && a.step[0] + a.step[1] != 1)) return;
    }
    // Of each pair, the one that leads along a row or one row back comes first and owns the lines.
    for (std::size_t f = 0; f < families_.size(); ++f) {
      const std::size_t g = mirror_of_[f];
      if (g > f && families_[f].step[0] > families_[f].step[1]) std::swap(families_[f], families_[g]);
    }
    mirror_ = true;
  }

  /// How far each row must be moved to the right so that no option lies to the right of its position. (Tiles are cut from
  /// the sheared plane.)
  void find_shear() {
    for (const BoxRay& ray : families_) {
      const std::size_t n = ray.step.size();
      for (const std::vector<std::int64_t>* move : {&ray.offset, &ray.step}) {
        bool in_plane = true;
        for (std::size_t i = 0; i + 2 < n; ++i) in_plane = in_plane && (*move)[i] == 0;
        const std::int64_t by_row = (*move)[n - 2], by_column = (*move)[n - 1];
        if (in_plane && by_row > 0 && by_column < 0) shear_ = std::max(shear_, (-by_column + by_row - 1) / by_row);
      }
    }
  }

  std::uint64_t plane_size() const {
    return static_cast<std::uint64_t>(shape_.rows) * static_cast<std::uint64_t>(shape_.columns);
  }

  std::int64_t tiles_of(std::int64_t length) const { return (length + tile_ - 1) / tile_; }

  void begin_pass(const Pass& pass) {
    pass_ = pass;
    plane_cell_ = pass.plane * plane_size();
    tile_rows_ = tiles_of(pass.to - pass.from);
    outer_.assign(shape_.outer.size(), 0);
    std::uint64_t plane = pass.plane;
    for (std::size_t i = outer_.size(); i-- > 0;) {
      const auto length = static_cast<std::uint64_t>(shape_.outer[i]);
      outer_[i] = static_cast<std::int64_t>(plane % length);
      plane /= length;
    }
    for (std::int64_t i = 0; i < tile_rows_; ++i) progress_[static_cast<std::size_t>(i)].columns.store(0);
    next_row_.store(0);
    tile_rows_done_ = 0;
    for (const std::size_t f : lines_)
      if (set_of_[f] == f && !maps_[f]->crosses_planes() && (pass.from == 0 ? pass.plane > 0 : maps_[f]->is_along_rows()))
        sets_[f].clear_all();
    for (const std::size_t f : guarded_) evaluate_guard(f);
  }

  void next_pass(const std::vector<Pass>& passes) {
    if (++next_ == passes.size() || stopped_.load()) return;
    try {
      begin_pass(passes[next_]);
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void evaluate_guard(std::size_t f) {
    Position low(box_.low()), high(box_.high());
    for (std::size_t i = 0; i < outer_.size(); ++i) low[i] = high[i] = box_.low()[i] + outer_[i];
    if (low.size() >= 2) {
      const std::size_t by_row = low.size() - 2;
      high[by_row] = low[by_row] + pass_.to - 1;
      low[by_row] += pass_.from;
    }
    std::vector<std::uint8_t>& out = guard_bits_[f];
    out.clear();
    const MoveProgram program = guard_program(rays_.program, families_[f].guards);
    const auto columns = static_cast<std::size_t>(shape_.columns);
    const bool done = evaluate_rows(program, Box(low, high), [&](PositionView, const std::uint8_t* values) {
      out.insert(out.end(), values, values + columns);
    });
    if (!done) throw Stopped{};
  }

  // --- tiles ---

  void fail(std::exception_ptr failure) {
    bool expected = false;
    if (failing_.compare_exchange_strong(expected, true)) failure_ = std::move(failure);
    stopped_.store(true);
  }

  void run_rows(bool is_caller) {
    try {
      for (;;) {
        const std::int64_t row = next_row_.fetch_add(1);
        if (row >= tile_rows_) return;
        if (!run_row(row)) return;
        if (!is_caller) continue;
        hand_on(pass_, rows_done());
        const auto of_rows = static_cast<std::uint64_t>(shape_.rows);
        budget_.report("rows", pass_.plane * of_rows + static_cast<std::uint64_t>(std::min(pass_.to, pass_.from + row * tile_)),
                       shape_.planes() * of_rows);
      }
    } catch (...) {
      fail(std::current_exception());
    }
  }

  /// All tiles of a row of tiles; false if the run was stopped.
  bool run_row(std::int64_t row) {
    std::atomic<std::int64_t>& done = progress_[static_cast<std::size_t>(row)].columns;
    const std::int64_t rows = std::min(tile_, pass_.to - pass_.from - row * tile_);
    // Where the sheared rows begin and end. Of a mirrored rule only the half right of the diagonal is computed.
    const std::int64_t first = (mirror_ ? 1 + shear_ : shear_) * row;
    const std::int64_t end = tiles_of(shape_.columns + shear_ * (row * tile_ + rows - 1));
    for (std::int64_t column = first; column < end; ++column) {
      if (row > 0) wait_for(row - 1, column + 1);
      if (stopped_.load(std::memory_order_relaxed)) return false;
      budget_.check_stop();
      tile(row, column);
      done.store(column + 1, std::memory_order_release);
    }
    done.store(kAllColumns, std::memory_order_release);
    return true;
  }

  /// Rows of the plane before this one have their values.
  std::int64_t rows_done() {
    while (tile_rows_done_ < tile_rows_ &&
           progress_[static_cast<std::size_t>(tile_rows_done_)].columns.load(std::memory_order_acquire) == kAllColumns)
      ++tile_rows_done_;
    return std::min(pass_.to, pass_.from + tile_rows_done_ * tile_);
  }

  void hand_on(const Pass& pass, std::int64_t to) {
    if (!reached_ || stopped_.load(std::memory_order_relaxed)) return;
    try {
      reached_(pass.plane * static_cast<std::uint64_t>(shape_.rows) + static_cast<std::uint64_t>(to));
    } catch (...) {
      fail(std::current_exception());
    }
  }

  void wait_for(std::int64_t row, std::int64_t columns) {
    const std::atomic<std::int64_t>& done = progress_[static_cast<std::size_t>(row)].columns;
    for (int spins = 0; done.load(std::memory_order_acquire) < columns; ++spins) {
      if (stopped_.load(std::memory_order_relaxed)) return;
      if (spins > 256) std::this_thread::yield();
    }
  }

  /// The columns of `row` that belong to the tile column.
  std::pair<std::int64_t, std::int64_t> columns_of(std::int64_t row, std::int64_t tile_column) const {
    const std::int64_t left = tile_column * tile_ - shear_ * (row - pass_.from);
    std::int64_t from = std::max(first_column_, left);
    if (mirror_) from = std::max(from, row);
    return {from, std::min(shape_.columns, left + tile_)};
  }

  void tile(std::int64_t tile_row, std::int64_t tile_column) {
    const std::int64_t from = pass_.from + tile_row * tile_, to = std::min(pass_.to, from + tile_);
    clear_entering(from, to, tile_column);
    if (simple_ && !known_) {
      sweep_tile(from, to, tile_column);
      return;
    }
    walk(from, to, tile_column);
    if (mirror_) copy_mirrored(from, to, tile_column, cell(0, 0), shape_.columns);
  }

  /// Empties the lines that enter the box in this tile; lines that have left it may have used their places.
  void clear_entering(std::int64_t from, std::int64_t to, std::int64_t tile_column) {
    for (const std::size_t f : lines_) {
      if (!maps_[f]->recycles()) continue;
      const std::int64_t by_column = maps_[f]->step().back();
      for (std::int64_t row = from; row < to; ++row) {
        const auto [left, right] = columns_of(row, tile_column);
        const RowMap map = maps_[f]->row(outer_, row, pass_.from);
        const bool all = maps_[f]->enters(outer_, row);
        for (std::int64_t column = left; column < right; ++column)
          if (all || (first_column_ == 0 && column < by_column) || column - by_column >= shape_.columns)
            sets_[f].clear(map(column));
      }
    }
  }

  Cell* cell(std::int64_t row, std::int64_t column) const {
    return cells_ + (static_cast<std::int64_t>(plane_cell_) - origin_ + row * shape_.columns + column);
  }

  // --- all lines plain: skewed rows ---

  void sweep_tile(std::int64_t from, std::int64_t to, std::int64_t tile_column) {
    SweepGroup group;
    group.lines = lines_.size();
    group.words = words_;
    for (std::size_t l = 0; l < group.lines; ++l) {
      group.bits[l] = sets_[set_of_[lines_[l]]].bits.data();
      group.first_open[l] = sets_[set_of_[lines_[l]]].first_open.data();
    }
    // The tile by itself, a sheared column at its place: from there it goes to its rows, and turned round to the mirrored ones.
    std::uint32_t values[kTile * kTile];
    const std::int64_t left_of_tile = tile_column * tile_;
    constexpr auto kRows = static_cast<std::int64_t>(kSweepRows);
    for (std::int64_t top = from; top < to; top += kRows) {
      group.rows = static_cast<std::size_t>(std::min(kRows, to - top));
      for (std::size_t i = 0; i < group.rows; ++i) {
        const std::int64_t row = top + static_cast<std::int64_t>(i);
        const auto [left, right] = columns_of(row, tile_column);
        group.behind[i] = shear_ * (row - pass_.from) - left_of_tile;
        group.left[i] = left + group.behind[i];
        group.right[i] = right + group.behind[i];
        group.cells[i] = values + (row - from) * kTile;
        for (std::size_t l = 0; l < group.lines; ++l) group.maps[i][l] = maps_[lines_[l]]->row(outer_, row, pass_.from);
      }
      if (!sweep(group)) throw Overflow{};
      for (std::size_t i = 0; i < group.rows; ++i)
        if (group.left[i] < group.right[i])
          std::copy(group.cells[i] + group.left[i], group.cells[i] + group.right[i],
                    cell(top + static_cast<std::int64_t>(i), group.left[i] - group.behind[i]));
    }
    if (!mirror_) return;
    const std::int64_t origin = -from * kTile - shear_ * pass_.from - left_of_tile;
    copy_mirrored(from, to, tile_column, values, kTile + shear_, origin);
  }

  // --- everything else: cell by cell ---

  bool is_target(const BoxRay& ray, const std::vector<std::int64_t>& at, std::int64_t k) const {
    for (std::size_t i = 0; i < at.size(); ++i) {
      const std::int64_t to = at[i] - ray.offset[i] - k * ray.step[i];
      if (to < ray.low[i] || to > ray.high[i]) return false;
    }
    return true;
  }

  void walk(std::int64_t from, std::int64_t to, std::int64_t tile_column) {
    std::vector<RowMap> maps(families_.size());
    std::vector<std::uint32_t> extra;
    std::vector<std::int64_t> at = outer_;
    at.resize(outer_.size() + 2);
    std::vector<const std::uint64_t*> used;
    for (std::int64_t row = from; row < to; ++row) {
      at[at.size() - 2] = row;
      for (const std::size_t f : lines_) maps[f] = maps_[f]->row(outer_, row, pass_.from);
      const auto [left, right] = columns_of(row, tile_column);
      for (std::int64_t column = left; column < right; ++column) {
        at.back() = column;
        Cell* const here = cell(row, column);
        const auto guarded = [&](std::size_t f) {
          return guard_bits_[f].empty() ||
                 guard_bits_[f][static_cast<std::size_t>((row - pass_.from) * shape_.columns + column)] != 0;
        };
        extra.clear();
        for (const std::size_t f : singles_)
          if (guarded(f) && is_target(families_[f], at, 0)) extra.push_back(*(here - families_[f].cell_offset));
        used.clear();
        std::uint32_t word = 0;
        for (const std::size_t f : lines_) {
          const BoxRay& ray = families_[f];
          LineSet& set = sets_[set_of_[f]];
          const std::size_t line = maps[f](column);
          if (!ray.plain) pull(ray, set, line, at, here);
          if (!guarded(f)) continue;
          used.push_back(set.bits.data() + line * set.words);
          word = std::max(word, set.first_open[line]);
        }
        const std::uint32_t value =
            known_ ? *here : least_unused(used.data(), used.size(), word, words_, extra.data(), extra.size());
        if (value >= words_ * 64) throw Overflow{};
        if (!known_) *here = static_cast<Cell>(value);
        for (const std::size_t f : lines_)
          if (families_[f].plain) sets_[set_of_[f]].insert(maps[f](column), value);
      }
    }
  }

  /// The line gets the option that this position has and the position one step back has not.
  void pull(const BoxRay& ray, LineSet& set, std::size_t line, const std::vector<std::int64_t>& at, const Cell* here) const {
    const bool enters = is_target(ray, at, 0);
    if (!ray.windowed) {
      if (enters) set.insert(line, *(here - ray.cell_offset));
      return;
    }
    if (enters) set.insert_counted(line, *(here - ray.cell_offset));
    if (is_target(ray, at, ray.most)) set.remove_counted(line, *(here - ray.cell_offset - ray.most * ray.cell_step));
  }

  /// The value of (row, column) is in[origin + row * apart + column].
  template <class Value>
  void copy_mirrored(std::int64_t from, std::int64_t to, std::int64_t tile_column, const Value* in, std::int64_t apart,
                     std::int64_t origin = 0) const {
    const std::int64_t left = tile_column * tile_, right = left + tile_;  // sheared
    constexpr std::int64_t kRows = 64 / sizeof(Cell);                     // one cache line of the mirrored cells
    for (std::int64_t top = from; top < to; top += kRows) {
      const std::int64_t bottom = std::min(to, top + kRows);
      const std::int64_t first = std::max(top + 1, left - shear_ * (bottom - 1));
      const std::int64_t last = std::min(shape_.columns, right - shear_ * top);
      for (std::int64_t column = first; column < last; ++column) {
        std::int64_t row = top, end = std::min(bottom, column);
        if (shear_ > 0) {
          row = std::max(row, (left - column + shear_ - 1) / shear_);
          end = std::min(end, (right - column + shear_ - 1) / shear_);
        }
        Cell* const out = cell(column, 0);
        const std::int64_t place = origin + column;
        for (; row < end; ++row) out[row] = static_cast<Cell>(in[place + row * apart]);
      }
    }
  }

  const Rays& rays_;
  const Box& box_;
  const Budget& budget_;
  PlaneShape shape_;
  std::vector<BoxRay> families_;
  std::int64_t first_column_ = 0;
  Cell* cells_ = nullptr;  ///< of cell number origin_ and those behind it
  std::int64_t origin_ = 0;
  bool known_ = false;  ///< whether they hold their values already

  bool mirror_ = false;
  std::vector<std::size_t> mirror_of_;
  std::int64_t shear_ = 0;
  bool simple_ = false;
  std::size_t words_ = 0;

  std::vector<std::size_t> lines_, singles_, guarded_;  ///< families by kind
  std::vector<std::optional<LineMap>> maps_;
  std::vector<std::size_t> set_of_;  ///< whose LineSet a family uses
  std::vector<LineSet> sets_;
  std::vector<std::vector<std::uint8_t>> guard_bits_;  ///< of the present plane, a byte a cell

  std::int64_t tile_ = kTile, tile_rows_ = 0;
  Pass pass_;
  std::size_t next_ = 0;  ///< of the passes, the present one
  std::vector<std::int64_t> outer_;
  std::uint64_t plane_cell_ = 0;
  std::unique_ptr<Progress_[]> progress_;  ///< of each tile row
  std::atomic<std::int64_t> next_row_{0};
  std::int64_t tile_rows_done_ = 0;  ///< as the caller's thread has seen them
  std::function<void(std::uint64_t)> reached_;
  std::atomic<bool> stopped_{false}, failing_{false};
  std::exception_ptr failure_;
};

inline std::size_t words_for(std::uint64_t values) {
  // An odd number of words, so that the same word of neighbouring lines falls on different cache sets.
  return static_cast<std::size_t>(values / 64 + 1) | 1U;
}

/// About how many bytes the lines of a box take, and the bits of guards.
inline std::size_t line_bytes(const std::vector<BoxRay>& families, const PlaneShape& shape, std::size_t words,
                              std::int64_t band = 0) {
  std::size_t bytes = 0;
  for (const BoxRay& ray : families) {
    if (ray.single) continue;
    const auto lines = static_cast<std::size_t>(LineMap(ray, shape, false, band).lines());
    bytes += lines * (words * 8 + 4 + (ray.windowed ? words * 128 : 0));
  }
  const std::int64_t rows = band > 0 ? std::min(band, shape.rows) : shape.rows;
  for (const BoxRay& ray : families)
    if (!ray.guards.empty()) bytes += static_cast<std::size_t>(rows * shape.columns);
  return bytes;
}

}  // namespace bouton::ray_grundy_kernel
