#include "engine/table/rays/ray_outcomes.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/table/rays/ray_rows.h"
#include "engine/table/rays/row_edges.h"

namespace bouton {
namespace {

/// Twice the remoteness, and one more for N. Of a set of options: the least code of those that are P, and the greatest
/// of those that are N; kNone and -1 if there are none.
constexpr std::int32_t kNone = 0x7FFFFFF0;
/// Positions between two looks at whether to stop, in rows that are not longer.
constexpr std::uint64_t kPositionsPerLook = std::uint64_t{1} << 16;

struct Extremes {
  std::int32_t least_p = kNone, greatest_n = -1;
  void add(std::int32_t code) {
    if ((code & 1) != 0) greatest_n = std::max(greatest_n, code);
    else least_p = std::min(least_p, code);
  }
  void add(const Extremes& other) {
    least_p = std::min(least_p, other.least_p);
    greatest_n = std::max(greatest_n, other.greatest_n);
  }
};

class RemotenessRows {
 public:
  /// With `edges`, of a slab, whose families and box are given.
  RemotenessRows(const MoveProgram& program, std::vector<BoxRay> families, const Box& box, Play play, const Budget& budget,
                 RowEdges* edges = nullptr)
      : box_(box),
        play_(play),
        budget_(budget),
        families_(std::move(families)),
        rows_(box, box.dimensions() == 1 ? 1 : 0),
        history_(history_of(families_, box)),
        edges_(edges),
        halo_(edges != nullptr ? edges->slab().halo : 0) {
    const auto columns = static_cast<std::size_t>(rows_.columns);
    budget.check_memory(bytes_of(families_, rows_, box), "the table's rows");
    codes_.assign(history_ + cells_at_once(history_, columns), 0);
    for (const BoxRay& ray : families_) {
      lines_.emplace_back();
      guards_.emplace_back();
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        lines_.back() = RowRing<Extremes>(rows_, *lead, ray.step[*lead], columns, Extremes());
      if (!ray.guards.empty()) guards_.back().emplace(program, ray.guards, box);
    }
    received_.resize(families_.size());
    received_codes_.resize(static_cast<std::size_t>(halo_));
  }

  static std::size_t bytes_of(const std::vector<BoxRay>& families, const Rows& rows, const Box& box) {
    const auto columns = static_cast<std::size_t>(rows.columns);
    const std::size_t history = history_of(families, box);
    std::size_t bytes = (history + cells_at_once(history, columns)) * sizeof(std::uint32_t);
    for (const BoxRay& ray : families)
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        bytes += RowRing<Extremes>::bytes(rows, *lead, ray.step[*lead], columns);
    return bytes;
  }

  bool run(const std::function<void(PositionView, std::span<const std::uint32_t>)>& visit, const ResumableRows& resumable) {
    const std::int64_t columns = rows_.columns;
    const auto width = static_cast<std::size_t>(columns);
    std::size_t place = history_;  // of the present row among the codes
    const std::uint64_t first = resumable.state.empty() ? 0 : load(resumable.state);
    if (first >= rows_.count) return true;
    Position position = box_.position(first * static_cast<std::uint64_t>(columns));
    std::vector<std::uint32_t> cells(width);
    std::vector<Extremes> found(width);
    const std::uint64_t rows_between_polls = 1 + kPositionsPerLook / static_cast<std::uint64_t>(rows_.columns);
    for (std::uint64_t number = first; number < rows_.count; ++number, place += width) {
      if (number % rows_between_polls == 0) {
        budget_.check_stop();
        budget_.report("rows", number, rows_.count);
      }
      if (number > first) pause_before(number, columns, resumable, edges_, [&] { return state(number, place); });
      if (halo_ > 0) hear(number);
      if (place + width > codes_.size()) {
        std::copy(codes_.begin() + static_cast<std::ptrdiff_t>(place - history_),
                  codes_.begin() + static_cast<std::ptrdiff_t>(place), codes_.begin());
        place = history_;
      }
      std::ranges::fill(found, Extremes());
      inner_.clear();
      row_ = codes_.data() + place;
      for (std::size_t f = 0; f < families_.size(); ++f)
        if (!follow(f, number, found)) return false;
      for (std::int64_t c = 0; c < halo_; ++c) {
        row_[c] = received_codes_[static_cast<std::size_t>(c)];
        cells[static_cast<std::size_t>(c)] = row_[c] >> 1U;
      }
      for (std::int64_t c = halo_; c < columns; ++c) {
        Extremes& here = found[static_cast<std::size_t>(c)];
        for (Inner& inner : inner_) look(inner, c, here);
        row_[c] = static_cast<std::uint32_t>(code_of(here));
        cells[static_cast<std::size_t>(c)] = row_[c] >> 1U;
      }
      if (edges_ != nullptr && edges_->has_right()) tell();
      visit(position, cells);
      rows_.next();
      to_next_row(box_, position);
    }
    if (edges_ != nullptr) edges_->send();
    return true;
  }

 private:
  // --- the edges of a slab ---

  bool is_inner(std::size_t f) const { return !families_[f].single && !lead_of(families_[f].offset); }

  /// What the left slab says of this row: the codes of the halo; of each ray what its lines carry there, and of those along the
  /// row what each residue of the whole box's columns has.
  void hear(std::uint64_t number) {
    StateReader& in = edges_->received(number);
    in.get(std::span(received_codes_));
    for (std::size_t f = 0; f < families_.size(); ++f) {
      if (families_[f].single) continue;
      const std::int64_t step = families_[f].step.back();
      received_[f].line.resize(static_cast<std::size_t>(is_inner(f) ? step : halo_));
      if (!is_inner(f)) in.get(std::span(received_[f].line));
      else
        for (std::int64_t i = 0; i < step; ++i) received_[f].line[edges_->residue(i, step)] = in.get<Extremes>();
    }
  }
  void tell() {
    const auto sent = static_cast<std::size_t>(edges_->slab().right_halo);
    const std::size_t first = static_cast<std::size_t>(rows_.columns) - sent;
    StateWriter& out = edges_->tell();
    out.add(std::span<const std::uint32_t>(row_ + first, sent));
    for (std::size_t f = 0; f < families_.size(); ++f) {
      if (families_[f].single) continue;
      if (!is_inner(f)) {
        const Extremes* line = lead_of(families_[f].step) ? lines_[f].row(rows_.at) : received_[f].along.data();
        out.add(std::span<const Extremes>(line + first, sent));
        continue;
      }
      const std::int64_t step = families_[f].step.back();
      const auto inner = std::ranges::find(inner_, &families_[f], &Inner::ray);
      for (std::int64_t i = 0; i < step; ++i)
        out.add(inner == inner_.end() ? Extremes() : inner->lines[edges_->residue(i, step)]);
    }
  }

  /// Cells that options lie back from the first of a row, at most.
  static std::size_t history_of(const std::vector<BoxRay>& families, const Box& box) {
    std::int64_t most = 0;
    for (const BoxRay& ray : families) most = std::max(most, ray.cell_offset);
    return static_cast<std::size_t>(std::min(static_cast<std::uint64_t>(most), box.size()));
  }
  /// So many that moving the history costs little beside them.
  static std::size_t cells_at_once(std::size_t history, std::size_t columns) {
    return std::max(history, 16 * columns) + columns;
  }

  std::string state(std::uint64_t next, std::size_t place) const {
    StateWriter out;
    out.add(next);
    out.add(std::span<const std::uint32_t>(codes_).subspan(place - history_, history_));
    for (const RowRing<Extremes>& line : lines_) out.add(line.data());
    return out.take();
  }
  /// Returns the row that comes next.
  std::uint64_t load(std::string_view state) {
    StateReader in(state);
    const auto next = in.get<std::uint64_t>();
    in.get(std::span<std::uint32_t>(codes_).first(history_));
    for (RowRing<Extremes>& line : lines_) in.get(line.data());
    in.finish();
    rows_.go_to(next);
    return next;
  }

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
      // A ray of a slab leads to positions of the slabs before it, too.
      if (from == to && (ray.single || edges_ == nullptr)) return true;
      inner_.push_back({&ray, guard, from, to, {}});
      if (ray.single) return true;
      if (halo_ > 0) inner_.back().lines = received_[f].line;
      else inner_.back().lines.assign(static_cast<std::size_t>(ray.step[last]), Extremes());
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
      if (halo_ > 0) std::ranges::copy(received_[f].line, line);
    } else {
      along_.assign(static_cast<std::size_t>(rows_.columns), Extremes());
      line = along_.data();
      for (std::int64_t c = from; c < to; ++c) line[c].add(static_cast<std::int32_t>(options[c]));
      if (halo_ > 0) std::ranges::copy(received_[f].line, line);
      for (std::int64_t c = std::max(step, halo_); c < rows_.columns; ++c) line[c].add(line[c - step]);
      if (edges_ != nullptr && edges_->has_right()) received_[f].along = along_;
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
  std::size_t history_;               ///< cells before a row that its options may be among
  std::vector<std::uint32_t> codes_;  ///< of the latest rows
  std::uint32_t* row_ = nullptr;      ///< the present one
  std::vector<RowRing<Extremes>> lines_;
  std::vector<std::optional<GuardRows>> guards_;
  std::vector<Inner> inner_;
  std::vector<Extremes> along_;

  RowEdges* const edges_;  ///< of a slab; else null
  const std::int64_t halo_;
  std::vector<std::uint32_t> received_codes_;
  /// What is received of a family's lines in the present row, and all of those of a row that lead along another one.
  struct ReceivedLines {
    std::vector<Extremes> line, along;
  };
  std::vector<ReceivedLines> received_;
};

}  // namespace

bool ray_remoteness_rows(const Rays& rays, const Box& box, Play play, const Budget& budget,
                         const std::function<void(PositionView, std::span<const std::uint32_t>)>& visit,
                         const ResumableRows& resumable, const SlabPart* part) {
  return run_rows<RemotenessRows>(rays, box, play, budget, visit, resumable, part);
}

std::size_t ray_remoteness_rows_memory(const Rays& rays, const Box& box) {
  return RemotenessRows::bytes_of(written_out(rays, box), Rows(box, box.dimensions() == 1 ? 1 : 0), box);
}

}  // namespace bouton
