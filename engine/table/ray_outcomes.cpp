#include "engine/table/ray_outcomes.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

#include "engine/table/batch.h"
#include "engine/table/ray_lines.h"

namespace bouton {
namespace {

/// Windows up to this long are followed option by option.
constexpr std::int64_t kLongestWindow = 256;
/// Cells whose guards are evaluated at once.
constexpr std::uint64_t kGuardCells = std::uint64_t{1} << 20;

/// Families over a box, windows written out.
std::vector<BoxRay> written_out(const Rays& rays, const Box& box) {
  std::vector<BoxRay> result;
  for (BoxRay& ray : box_rays(rays, box)) {
    if (!ray.windowed) {
      result.push_back(std::move(ray));
      continue;
    }
    BoxRay one = ray;
    one.single = true;
    one.windowed = false;
    for (std::int64_t k = 0; k < ray.most; ++k) {
      result.push_back(one);
      for (std::size_t i = 0; i < one.offset.size(); ++i) one.offset[i] += one.step[i];
      one.cell_offset += one.cell_step;
    }
  }
  return result;
}

/// The rows of a box in order: all axes but the last count up.
class Rows {
 public:
  Rows(const Box& box, std::size_t extra) : lengths_(extra, 1) {
    for (std::size_t i = 0; i < box.dimensions(); ++i) lengths_.push_back(static_cast<std::int64_t>(box.length(i)));
    columns = lengths_.back();
    lengths_.pop_back();
    at.assign(lengths_.size(), 0);
    for (const std::int64_t length : lengths_) count *= static_cast<std::uint64_t>(length);
  }
  void next() {
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < lengths_[i]) return;
      at[i] = 0;
    }
  }
  const std::vector<std::int64_t>& lengths() const { return lengths_; }

  std::vector<std::int64_t> at;  ///< the present row, each axis counted from 0
  std::int64_t columns = 1;
  std::uint64_t count = 1;

 private:
  std::vector<std::int64_t> lengths_;
};

/// Something kept for the latest rows, as far back as a step of `back` on axis `lead` reaches.
template <class T>
class RowRing {
 public:
  RowRing() = default;
  RowRing(const Rows& rows, std::size_t lead, std::int64_t back, std::size_t width, T fill)
      : lead_(lead), slabs_(back + 1), width_(width) {
    rows_in_slab_ = 1;
    for (std::size_t i = lead + 1; i < rows.lengths().size(); ++i) rows_in_slab_ *= rows.lengths()[i];
    lengths_ = rows.lengths();
    data_.assign(static_cast<std::size_t>(slabs_ * rows_in_slab_) * width, fill);
  }
  static std::size_t bytes(const Rows& rows, std::size_t lead, std::int64_t back, std::size_t width) {
    std::int64_t in_slab = 1;
    for (std::size_t i = lead + 1; i < rows.lengths().size(); ++i) in_slab *= rows.lengths()[i];
    return static_cast<std::size_t>((back + 1) * in_slab) * width * sizeof(T);
  }

  /// The place of a row that is still, or now, kept.
  T* row(const std::vector<std::int64_t>& at) { return data_.data() + place(at) * width_; }
  /// The same for the row `step` (its last part is not looked at) before, or null if that is outside the box.
  const T* before(const std::vector<std::int64_t>& at, const std::vector<std::int64_t>& step) {
    before_.resize(at.size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      before_[i] = at[i] - step[i];
      if (before_[i] < 0 || before_[i] >= lengths_[i]) return nullptr;
    }
    return row(before_);
  }

 private:
  std::size_t place(const std::vector<std::int64_t>& at) const {
    std::int64_t place = at.empty() ? 0 : at[lead_] % slabs_;
    for (std::size_t i = lead_ + 1; i < at.size(); ++i) place = place * lengths_[i] + at[i];
    return static_cast<std::size_t>(place);
  }

  std::size_t lead_ = 0;
  std::int64_t slabs_ = 1, rows_in_slab_ = 1;
  std::size_t width_ = 0;
  std::vector<std::int64_t> lengths_, before_;
  std::vector<T> data_;
};

/// The first axis but the last along which the vector moves; nothing if it stays in the row.
std::optional<std::size_t> lead_of(const std::vector<std::int64_t>& vector) {
  for (std::size_t i = 0; i + 1 < vector.size(); ++i)
    if (vector[i] != 0) return i;
  return std::nullopt;
}

/// Which positions of the present row have the family's first option, as columns [from, to).
std::pair<std::int64_t, std::int64_t> columns_with_option(const BoxRay& ray, const std::vector<std::int64_t>& at,
                                                          std::int64_t columns) {
  const std::size_t last = ray.offset.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    const std::int64_t to = at[i] - ray.offset[i];
    if (to < ray.low[i] || to > ray.high[i]) return {0, 0};
  }
  const std::int64_t from = std::max<std::int64_t>(0, ray.low[last] + ray.offset[last]);
  const std::int64_t to = std::min(columns, ray.high[last] + ray.offset[last] + 1);
  return {from, std::max(from, to)};
}

/// Bits of guards, evaluated for many rows at a time.
class GuardRows {
 public:
  GuardRows(const MoveProgram& program, const std::vector<Guard>& guards, const Box& box)
      : program_(guard_program(program, guards)), box_(box) {
    const std::uint64_t columns = box.length(box.dimensions() - 1);
    words_ = (columns + 63) / 64;
    // Whole stretches along the last axis but one.
    rows_at_once_ = box.dimensions() < 2 ? 1
                                         : std::min<std::uint64_t>(box.length(box.dimensions() - 2),
                                                                   std::max<std::uint64_t>(1, kGuardCells / columns));
  }
  std::size_t words() const { return words_; }

  /// Of the row with this number; rows are asked for in order. Null if a guard has no value there.
  const std::uint64_t* row(std::uint64_t number) {
    if (number < first_ || number >= first_ + have_) {
      if (!evaluate(number)) return nullptr;
    }
    return bits_.data() + (number - first_) * words_;
  }

 private:
  bool evaluate(std::uint64_t number) {
    const std::size_t dimensions = box_.dimensions();
    const std::uint64_t columns = box_.length(dimensions - 1);
    Position low = box_.position(number * columns);
    Position high(low);
    high[dimensions - 1] = box_.high()[dimensions - 1];
    if (dimensions >= 2)
      high[dimensions - 2] = std::min<Coordinate>(box_.high()[dimensions - 2],
                                                  low[dimensions - 2] + static_cast<Coordinate>(rows_at_once_) - 1);
    first_ = number;
    have_ = 0;
    bits_.clear();
    return evaluate_rows(program_, Box(low, high), [&](PositionView, const std::uint8_t* values) {
      ++have_;
      bits_.resize(have_ * words_, 0);
      std::uint64_t* out = bits_.data() + (have_ - 1) * words_;
      for (std::uint64_t i = 0; i < columns; ++i) out[i / 64] |= static_cast<std::uint64_t>(values[i]) << (i % 64);
    });
  }

  MoveProgram program_;
  const Box& box_;
  std::size_t words_ = 0;
  std::uint64_t rows_at_once_ = 1, first_ = 0, have_ = 0;
  std::vector<std::uint64_t> bits_;
};

// --- bits ---

std::uint64_t word_inside(std::size_t word, std::int64_t from, std::int64_t to) {
  const std::int64_t begin = std::clamp<std::int64_t>(from - static_cast<std::int64_t>(word) * 64, 0, 64);
  const std::int64_t end = std::clamp<std::int64_t>(to - static_cast<std::int64_t>(word) * 64, 0, 64);
  if (begin >= end) return 0;
  return (~std::uint64_t{0} << static_cast<unsigned>(begin)) &
         (end == 64 ? ~std::uint64_t{0} : ~(~std::uint64_t{0} << static_cast<unsigned>(end)));
}

/// Word `word` of the bits moved up by `by` places (down if negative); `words` words, nothing beyond.
std::uint64_t moved_word(const std::uint64_t* bits, std::size_t words, std::size_t word, std::int64_t by) {
  const std::int64_t at = static_cast<std::int64_t>(word) * 64 - by;
  const std::int64_t index = at >= 0 ? at / 64 : -((63 - at) / 64);
  const auto shift = static_cast<unsigned>(at - index * 64);
  const auto get = [&](std::int64_t i) {
    return i < 0 || i >= static_cast<std::int64_t>(words) ? 0 : bits[static_cast<std::size_t>(i)];
  };
  return shift == 0 ? get(index) : (get(index) >> shift) | (get(index + 1) << (64 - shift));
}

/// out |= the bits moved by `by`, as far as they are in columns [from, to).
void or_moved(std::uint64_t* out, const std::uint64_t* bits, std::size_t words, std::int64_t by, std::int64_t from,
              std::int64_t to) {
  if (from >= to) return;
  const auto first = static_cast<std::size_t>(from / 64), last = static_cast<std::size_t>((to - 1) / 64);
  const auto whole = static_cast<std::size_t>(std::max<std::int64_t>(0, by) / 64);
  for (std::size_t w = first; w <= last; ++w) {
    const bool inner = w > first && w < last;
    if (inner && by >= 0 && w > whole && w - whole < words) {
      const auto shift = static_cast<unsigned>(by % 64);
      const std::uint64_t low = bits[w - whole] << shift;
      out[w] |= shift == 0 ? low : low | (bits[w - whole - 1] >> (64 - shift));
    } else {
      out[w] |= moved_word(bits, words, w, by) & word_inside(w, from, to);
    }
  }
}

class OutcomeRows {
 public:
  OutcomeRows(const Rays& rays, const Box& box, Play play, const Budget& budget)
      : box_(box), play_(play), budget_(budget), families_(written_out(rays, box)), rows_(box, box.dimensions() == 1 ? 1 : 0) {
    words_ = static_cast<std::size_t>((rows_.columns + 63) / 64);
    std::int64_t deepest = 0;
    for (const BoxRay& ray : families_) deepest = std::max(deepest, ray.offset[0]);
    std::size_t bytes = RowRing<std::uint64_t>::bytes(rows_, 0, deepest, words_);
    for (const BoxRay& ray : families_)
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        bytes += RowRing<std::uint64_t>::bytes(rows_, *lead, ray.step[*lead], words_);
    budget.check_memory(bytes, "the table's rows");
    p_ = RowRing<std::uint64_t>(rows_, 0, deepest, words_, 0);
    for (const BoxRay& ray : families_) {
      lines_.emplace_back();
      guards_.emplace_back();
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        lines_.back() = RowRing<std::uint64_t>(rows_, *lead, ray.step[*lead], words_, 0);
      if (!ray.guards.empty()) guards_.back().emplace(rays.program, ray.guards, box);
    }
  }

  bool run(const std::function<void(PositionView, const std::uint64_t*)>& visit) {
    Position position(box_.low());
    const std::size_t last = box_.dimensions() - 1;
    std::vector<std::uint64_t> lost(words_), alive(words_), met(words_);
    for (std::uint64_t number = 0; number < rows_.count; ++number) {
      if (number % 64 == 0) {
        budget_.check_stop();
        if (budget_.progress) budget_.progress({"rows", number, rows_.count});
      }
      std::ranges::fill(lost, std::uint64_t{0});
      std::ranges::fill(alive, std::uint64_t{0});
      inner_.clear();
      for (std::size_t f = 0; f < families_.size(); ++f)
        if (!follow(f, number, lost, alive, met)) return false;
      std::uint64_t* p = p_.row(rows_.at);
      for (std::size_t w = 0; w < words_; ++w) {
        p[w] = ~lost[w] & word_inside(w, 0, rows_.columns);
        if (play_ == Play::misere) p[w] &= alive[w];
      }
      if (!inner_.empty()) settle_row(p);
      visit(position, p);
      rows_.next();
      for (std::size_t i = last; i-- > 0;) {
        if (position[i] < box_.high()[i]) {
          ++position[i];
          break;
        }
        position[i] = box_.low()[i];
      }
    }
    return true;
  }

 private:
  /// A family whose options lie in the row itself.
  struct Inner {
    const BoxRay* ray;
    const std::uint64_t* guard;  ///< null: always
    std::int64_t from, to;       ///< columns that have the option
    std::vector<std::int64_t> first_p;  ///< of rays: for each residue, the first P-position that may be an option
  };

  /// Adds what the family says of the present row: who has an option, and who has one that is P.
  bool follow(std::size_t f, std::uint64_t number, std::vector<std::uint64_t>& lost, std::vector<std::uint64_t>& alive,
              std::vector<std::uint64_t>& met) {
    const BoxRay& ray = families_[f];
    const std::uint64_t* guard = nullptr;
    if (guards_[f]) {
      guard = guards_[f]->row(number);
      if (guard == nullptr) return false;
    }
    const auto [from, to] = columns_with_option(ray, rows_.at, rows_.columns);
    if (play_ == Play::misere)
      for (std::size_t w = static_cast<std::size_t>(from / 64); from < to && w <= static_cast<std::size_t>((to - 1) / 64); ++w)
        alive[w] |= word_inside(w, from, to) & (guard != nullptr ? guard[w] : ~std::uint64_t{0});
    const std::size_t last = ray.offset.size() - 1;
    if (!lead_of(ray.offset)) {
      if (from == to) return true;
      inner_.push_back({&ray, guard, from, to, {}});
      if (!ray.single) inner_.back().first_p.assign(static_cast<std::size_t>(ray.step[last]), rows_.columns);
      return true;
    }
    const std::uint64_t* reached = from < to ? p_.before(rows_.at, ray.offset) : nullptr;
    if (ray.single) {
      if (reached == nullptr) return true;
      if (guard == nullptr) {
        or_moved(lost.data(), reached, words_, ray.offset[last], from, to);
        return true;
      }
      std::ranges::fill(met, std::uint64_t{0});
      or_moved(met.data(), reached, words_, ray.offset[last], from, to);
      for (std::size_t w = 0; w < words_; ++w) lost[w] |= met[w] & guard[w];
      return true;
    }
    std::uint64_t* line = nullptr;
    if (lead_of(ray.step)) {
      line = lines_[f].row(rows_.at);
      const std::uint64_t* earlier = lines_[f].before(rows_.at, ray.step);
      std::fill_n(line, words_, std::uint64_t{0});
      if (earlier != nullptr) or_moved(line, earlier, words_, ray.step[last], 0, rows_.columns);
      if (reached != nullptr) or_moved(line, reached, words_, ray.offset[last], from, to);
    } else {
      // First to another row, then along it.
      line = met.data();
      std::ranges::fill(met, std::uint64_t{0});
      if (reached != nullptr) or_moved(line, reached, words_, ray.offset[last], from, to);
      const std::int64_t step = ray.step[last];
      for (std::int64_t c = step; c < rows_.columns; ++c)
        if ((line[(c - step) / 64] >> ((c - step) % 64) & 1U) != 0) line[c / 64] |= std::uint64_t{1} << (c % 64);
    }
    for (std::size_t w = 0; w < words_; ++w) lost[w] |= guard != nullptr ? line[w] & guard[w] : line[w];
    return true;
  }

  /// Strikes out of `p` the positions that have an option to a P-position of this row, from left to right.
  void settle_row(std::uint64_t* p) {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t open = p[w]; open != 0; open &= open - 1) {
        const auto column = static_cast<std::int64_t>(w * 64) + std::countr_zero(open);
        bool rest_is_lost = false;
        if (is_lost(p, column)) {
          p[w] &= ~(std::uint64_t{1} << (column % 64));
          continue;
        }
        for (Inner& inner : inner_) {
          if (inner.ray->single) continue;
          const std::size_t last = inner.ray->step.size() - 1;
          if (column < inner.ray->low[last] || column > inner.ray->high[last]) continue;
          std::int64_t& first = inner.first_p[static_cast<std::size_t>(column % inner.ray->step[last])];
          first = std::min(first, column);
          rest_is_lost = rest_is_lost || (inner.guard == nullptr && inner.ray->offset[last] == 1 && inner.ray->step[last] == 1 &&
                                          inner.to == rows_.columns && inner.from <= column + 1 &&
                                          inner.ray->high[last] == rows_.columns - 1);
        }
        if (rest_is_lost) {
          // A ray of steps of one: every later position has this option.
          p[w] &= (std::uint64_t{2} << (column % 64)) - 1;
          std::fill(p + w + 1, p + words_, std::uint64_t{0});
          return;
        }
      }
    }
  }

  bool is_lost(const std::uint64_t* p, std::int64_t column) const {
    for (const Inner& inner : inner_) {
      if (inner.guard != nullptr && (inner.guard[column / 64] >> (column % 64) & 1U) == 0) continue;
      const std::size_t last = inner.ray->step.size() - 1;
      const std::int64_t option = column - inner.ray->offset[last];
      if (inner.ray->single) {
        if (column >= inner.from && column < inner.to && (p[option / 64] >> (option % 64) & 1U) != 0) return true;
        continue;
      }
      if (option >= 0 && inner.first_p[static_cast<std::size_t>(option % inner.ray->step[last])] <= option) return true;
    }
    return false;
  }

  const Box& box_;
  const Play play_;
  const Budget& budget_;
  std::vector<BoxRay> families_;
  Rows rows_;
  std::size_t words_ = 0;
  RowRing<std::uint64_t> p_;
  std::vector<RowRing<std::uint64_t>> lines_;  ///< of rays that leave the row: lines that have met a P-position
  std::vector<std::optional<GuardRows>> guards_;
  std::vector<Inner> inner_;
};

// --- remoteness ---

/// Twice the remoteness, and one more for N. Of a set of options: the least code of those that are P, and the greatest
/// of those that are N; kNone and -1 if there are none.
constexpr std::int32_t kNone = 0x7FFFFFF0;

struct Extremes {
  std::int32_t least_p = kNone, greatest_n = -1;
  void add(std::int32_t code) {
    if ((code & 1) != 0)
      greatest_n = std::max(greatest_n, code);
    else
      least_p = std::min(least_p, code);
  }
  void add(const Extremes& other) {
    least_p = std::min(least_p, other.least_p);
    greatest_n = std::max(greatest_n, other.greatest_n);
  }
};

class RemotenessRows {
 public:
  RemotenessRows(const Rays& rays, const Box& box, Play play, const Budget& budget, std::uint32_t* cells)
      : box_(box), play_(play), budget_(budget), families_(written_out(rays, box)), rows_(box, box.dimensions() == 1 ? 1 : 0),
        cells_(cells) {
    const auto columns = static_cast<std::size_t>(rows_.columns);
    std::size_t bytes = box.size() * sizeof(std::uint32_t);
    for (const BoxRay& ray : families_)
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        bytes += RowRing<Extremes>::bytes(rows_, *lead, ray.step[*lead], columns);
    budget.check_memory(bytes, "the table");
    for (const BoxRay& ray : families_) {
      lines_.emplace_back();
      guards_.emplace_back();
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        lines_.back() = RowRing<Extremes>(rows_, *lead, ray.step[*lead], columns, Extremes());
      if (!ray.guards.empty()) guards_.back().emplace(rays.program, ray.guards, box);
    }
  }

  bool run() {
    const std::int64_t columns = rows_.columns;
    std::vector<Extremes> found(static_cast<std::size_t>(columns));
    for (std::uint64_t number = 0; number < rows_.count; ++number) {
      if (number % 64 == 0) {
        budget_.check_stop();
        if (budget_.progress) budget_.progress({"rows", number, rows_.count});
      }
      std::ranges::fill(found, Extremes());
      inner_.clear();
      row_ = cells_ + number * static_cast<std::uint64_t>(columns);
      for (std::size_t f = 0; f < families_.size(); ++f)
        if (!follow(f, number, found)) return false;
      for (std::int64_t c = 0; c < columns; ++c) {
        Extremes& here = found[static_cast<std::size_t>(c)];
        for (Inner& inner : inner_) look(inner, c, here);
        row_[c] = static_cast<std::uint32_t>(code_of(here));
      }
      rows_.next();
    }
    for (std::uint64_t i = 0; i < box_.size(); ++i) cells_[i] >>= 1U;
    return true;
  }

 private:
  struct Inner {
    const BoxRay* ray;
    const std::uint64_t* guard;
    std::int64_t from, to;
    std::vector<Extremes> lines;  ///< of rays, a residue each
  };

  std::int32_t code_of(const Extremes& found) const {
    if (found.least_p != kNone) return found.least_p + 3;
    if (found.greatest_n >= 0) return found.greatest_n + 1;
    return play_ == Play::misere ? 1 : 0;
  }

  static bool holds(const std::uint64_t* guard, std::int64_t column) {
    return guard == nullptr || (guard[column / 64] >> (column % 64) & 1U) != 0;
  }

  bool follow(std::size_t f, std::uint64_t number, std::vector<Extremes>& found) {
    const BoxRay& ray = families_[f];
    const std::uint64_t* guard = nullptr;
    if (guards_[f]) {
      guard = guards_[f]->row(number);
      if (guard == nullptr) return false;
    }
    const auto [from, to] = columns_with_option(ray, rows_.at, rows_.columns);
    const std::size_t last = ray.offset.size() - 1;
    if (!lead_of(ray.offset)) {
      if (from == to) return true;
      inner_.push_back({&ray, guard, from, to, {}});
      if (!ray.single) inner_.back().lines.assign(static_cast<std::size_t>(ray.step[last]), Extremes());
      return true;
    }
    const std::uint32_t* options = row_ - ray.cell_offset;
    if (ray.single) {
      for (std::int64_t c = from; c < to; ++c)
        if (holds(guard, c)) found[static_cast<std::size_t>(c)].add(static_cast<std::int32_t>(options[c]));
      return true;
    }
    const std::int64_t step = ray.step[last];
    Extremes* line = nullptr;
    if (lead_of(ray.step)) {
      line = lines_[f].row(rows_.at);
      const Extremes* earlier = lines_[f].before(rows_.at, ray.step);
      std::fill_n(line, rows_.columns, Extremes());
      if (earlier != nullptr && std::abs(step) < rows_.columns)
        std::copy(earlier + std::max<std::int64_t>(0, -step), earlier + rows_.columns - std::max<std::int64_t>(0, step),
                  line + std::max<std::int64_t>(0, step));
      for (std::int64_t c = from; c < to; ++c) line[c].add(static_cast<std::int32_t>(options[c]));
    } else {
      along_.assign(static_cast<std::size_t>(rows_.columns), Extremes());
      line = along_.data();
      for (std::int64_t c = from; c < to; ++c) line[c].add(static_cast<std::int32_t>(options[c]));
      for (std::int64_t c = step; c < rows_.columns; ++c) line[c].add(line[c - step]);
    }
    if (guard == nullptr) {
      for (std::int64_t c = 0; c < rows_.columns; ++c) found[static_cast<std::size_t>(c)].add(line[c]);
    } else {
      for (std::int64_t c = 0; c < rows_.columns; ++c)
        if (holds(guard, c)) found[static_cast<std::size_t>(c)].add(line[c]);
    }
    return true;
  }

  void look(Inner& inner, std::int64_t c, Extremes& found) const {
    const std::size_t last = inner.ray->step.size() - 1;
    const bool has = c >= inner.from && c < inner.to;
    if (inner.ray->single) {
      if (has && holds(inner.guard, c)) found.add(static_cast<std::int32_t>(row_[c - inner.ray->offset[last]]));
      return;
    }
    Extremes& line = inner.lines[static_cast<std::size_t>(c % inner.ray->step[last])];
    if (has) line.add(static_cast<std::int32_t>(row_[c - inner.ray->offset[last]]));
    if (holds(inner.guard, c)) found.add(line);
  }

  const Box& box_;
  const Play play_;
  const Budget& budget_;
  std::vector<BoxRay> families_;
  Rows rows_;
  std::uint32_t* cells_;
  std::uint32_t* row_ = nullptr;
  std::vector<RowRing<Extremes>> lines_;
  std::vector<std::optional<GuardRows>> guards_;
  std::vector<Inner> inner_;
  std::vector<Extremes> along_;
};

}  // namespace

std::variant<std::monostate, Refusal> check_ray_outcomes(const Rays& rays, const Box& box) {
  for (const BoxRay& ray : box_rays(rays, box))
    if (ray.windowed && ray.most > kLongestWindow) return Refusal{"a ray's length is bounded by a great number", 0};
  return std::monostate{};
}

bool ray_outcome_rows(const Rays& rays, const Box& box, Play play, const Budget& budget,
                      const std::function<void(PositionView, const std::uint64_t*)>& visit) {
  return OutcomeRows(rays, box, play, budget).run(visit);
}

std::variant<SolvedRegion, Refusal> ray_remoteness(const Rays& rays, const Box& box, Play play, const Budget& budget) {
  if (auto checked = check_ray_outcomes(rays, box); std::holds_alternative<Refusal>(checked))
    return std::get<Refusal>(checked);
  budget.check_memory(box.size() * sizeof(std::uint32_t), "the table");
  SolvedRegion result;
  SolveOrder order;
  for (std::size_t i = 0; i < box.dimensions(); ++i) order.axes.push_back({i, false});
  result.layout = make_layout(box, order);
  result.cells = make_cells(box.size());
  if (!RemotenessRows(rays, box, play, budget, result.cells.data()).run())
    return Refusal{"a guard has no value somewhere (division by 0, or no such element)", 0};
  return result;
}

}  // namespace bouton
