#include "engine/table/rays/ray_outcomes.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "engine/table/rays/ray_rows.h"
#include "engine/table/rays/row_edges.h"

namespace bouton {
namespace {

/// Positions between two looks at whether to stop, in rows that are not longer.
constexpr std::uint64_t kBitsPerLook = std::uint64_t{1} << 18;
/// Windows up to this long are followed option by option.
constexpr std::int64_t kLongestWindow = 256;

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

/// Puts the first `count` bits in the place of others.
void put_first_bits(std::uint64_t* to, const std::vector<std::uint64_t>& bits, std::int64_t count) {
  for (std::size_t w = 0; w < bits.size(); ++w) {
    const std::uint64_t here = word_inside(w, 0, count);
    to[w] = (to[w] & ~here) | (bits[w] & here);
  }
}

class RayOutcomeRows {
 public:
  /// With `edges`, of a slab, whose families and box are given.
  RayOutcomeRows(const MoveProgram& program, std::vector<BoxRay> families, const Box& box, Play play, const Budget& budget,
                 RowEdges* edges = nullptr)
      : box_(box),
        play_(play),
        budget_(budget),
        families_(std::move(families)),
        rows_(box, box.dimensions() == 1 ? 1 : 0),
        edges_(edges),
        halo_(edges != nullptr ? edges->slab().halo : 0) {
    words_ = static_cast<std::size_t>((rows_.columns + 63) / 64);
    const std::int64_t deepest = deepest_of(families_);
    budget.check_memory(bytes_of(families_, rows_), "the table's rows");
    p_ = RowRing<std::uint64_t>(rows_, 0, deepest, words_, 0);
    for (const BoxRay& ray : families_) {
      lines_.emplace_back();
      guards_.emplace_back();
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        lines_.back() = RowRing<std::uint64_t>(rows_, *lead, ray.step[*lead], words_, 0);
      if (!ray.guards.empty()) guards_.back().emplace(program, ray.guards, box);
    }
    received_.resize(families_.size());
  }

  /// Of the rows that are kept.
  static std::size_t bytes_of(const std::vector<BoxRay>& families, const Rows& rows) {
    const auto words = static_cast<std::size_t>((rows.columns + 63) / 64);
    std::size_t bytes = RowRing<std::uint64_t>::bytes(rows, 0, deepest_of(families), words);
    for (const BoxRay& ray : families)
      if (const auto lead = lead_of(ray.step); lead && !ray.single)
        bytes += RowRing<std::uint64_t>::bytes(rows, *lead, ray.step[*lead], words);
    return bytes;
  }

  bool run(const std::function<void(PositionView, const std::uint64_t*)>& visit, const ResumableRows& resumable) {
    const std::uint64_t first = resumable.state.empty() ? 0 : load(resumable.state);
    if (first >= rows_.count) return true;
    Position position = box_.position(first * static_cast<std::uint64_t>(rows_.columns));
    std::vector<std::uint64_t> lost(words_), alive(words_), met(words_);
    const std::uint64_t rows_between_polls = 1 + kBitsPerLook / static_cast<std::uint64_t>(rows_.columns);
    for (std::uint64_t number = first; number < rows_.count; ++number) {
      if (number % rows_between_polls == 0) {
        budget_.check_stop();
        budget_.report("rows", number, rows_.count);
      }
      if (number > first) pause_before(number, rows_.columns, resumable, edges_, [&] { return state(number); });
      if (halo_ > 0) hear(number);
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
      if (halo_ > 0) put_first_bits(p, received_p_, halo_);
      if (!inner_.empty()) settle_row(p);
      if (edges_ != nullptr && edges_->has_right()) tell(p);
      visit(position, p);
      rows_.next();
      to_next_row(box_, position);
    }
    if (edges_ != nullptr) edges_->send();
    return true;
  }

 private:
  // --- the edges of a slab ---

  bool is_inner(std::size_t f) const { return !families_[f].single && !lead_of(families_[f].offset); }

  /// What the left slab says of this row: the P-positions of the halo; of each ray that leaves the row where its lines have met
  /// one; of each ray along the row its first P-positions, as columns of the whole box.
  void hear(std::uint64_t number) {
    StateReader& in = edges_->received(number);
    const auto words = static_cast<std::size_t>((halo_ + 63) / 64);
    received_p_.resize(words);
    in.get(std::span(received_p_));
    for (std::size_t f = 0; f < families_.size(); ++f) {
      if (families_[f].single) continue;
      if (!is_inner(f)) {
        received_[f].line.resize(words);
        in.get(std::span(received_[f].line));
        continue;
      }
      received_[f].first_p.assign(static_cast<std::size_t>(families_[f].step.back()), rows_.columns);
      for (std::int64_t i = 0; i < families_[f].step.back(); ++i)
        if (const auto column = in.get<std::int64_t>(); column >= 0)
          received_[f].first_p[edges_->residue(i, families_[f].step.back())] = edges_->own_column(column);
    }
  }

  void tell_bits(const std::uint64_t* bits) {
    const std::int64_t first = rows_.columns - edges_->slab().right_halo;
    for (std::size_t w = 0; w < static_cast<std::size_t>((edges_->slab().right_halo + 63) / 64); ++w)
      edges_->tell().add(moved_word(bits, words_, w, -first));
  }
  void tell(const std::uint64_t* p) {
    tell_bits(p);
    for (std::size_t f = 0; f < families_.size(); ++f) {
      if (families_[f].single) continue;
      if (!is_inner(f)) {
        if (lead_of(families_[f].step)) tell_bits(lines_[f].row(rows_.at));
        else tell_bits(received_[f].along.data());
        continue;
      }
      const auto inner = std::ranges::find(inner_, &families_[f], &Inner::ray);
      for (std::int64_t i = 0; i < families_[f].step.back(); ++i) {
        std::int64_t column = -1;
        if (inner != inner_.end()) {
          const std::int64_t own = inner->first_p[edges_->residue(i, families_[f].step.back())];
          if (own != rows_.columns) column = edges_->whole_column(own);
        }
        edges_->tell().add(column);
      }
    }
  }

  static std::int64_t deepest_of(const std::vector<BoxRay>& families) {
    std::int64_t deepest = 0;
    for (const BoxRay& ray : families) deepest = std::max(deepest, ray.offset[0]);
    return deepest;
  }

  /// What is known before row `next`.
  std::string state(std::uint64_t next) const {
    StateWriter out;
    out.add(next);
    out.add(p_.data());
    for (const RowRing<std::uint64_t>& line : lines_) out.add(line.data());
    return out.take();
  }
  /// Returns the row that comes next.
  std::uint64_t load(std::string_view state) {
    StateReader in(state);
    const auto next = in.get<std::uint64_t>();
    in.get(p_.data());
    for (RowRing<std::uint64_t>& line : lines_) in.get(line.data());
    in.finish();
    rows_.go_to(next);
    return next;
  }

  /// A family whose options lie in the row itself.
  struct Inner {
    const BoxRay* ray;
    const std::uint64_t* guard;         ///< null: always
    std::int64_t from, to;              ///< columns that have the option
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
    if (play_ == Play::misere) add_columns_with_option(ray, guard, alive);
    const std::size_t last = ray.offset.size() - 1;
    if (!lead_of(ray.offset)) {
      // A ray of a slab leads to positions of the slabs before it, too.
      if (from == to && (ray.single || edges_ == nullptr)) return true;
      inner_.push_back({&ray, guard, from, to, {}});
      if (ray.single) return true;
      if (halo_ > 0) inner_.back().first_p = received_[f].first_p;
      else inner_.back().first_p.assign(static_cast<std::size_t>(ray.step[last]), rows_.columns);
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
      if (halo_ > 0) put_first_bits(line, received_[f].line, halo_);
    } else {
      // First to another row, then along it.
      line = met.data();
      std::ranges::fill(met, std::uint64_t{0});
      if (reached != nullptr) or_moved(line, reached, words_, ray.offset[last], from, to);
      if (halo_ > 0) put_first_bits(line, received_[f].line, halo_);
      const std::int64_t step = ray.step[last];
      for (std::int64_t c = std::max(step, halo_); c < rows_.columns; ++c)
        if ((line[(c - step) / 64] >> ((c - step) % 64) & 1U) != 0) line[c / 64] |= std::uint64_t{1} << (c % 64);
      if (edges_ != nullptr && edges_->has_right()) received_[f].along.assign(line, line + words_);
    }
    for (std::size_t w = 0; w < words_; ++w) lost[w] |= guard != nullptr ? line[w] & guard[w] : line[w];
    return true;
  }

  /// Adds the positions of the present row that have any option of the family.
  void add_columns_with_option(const BoxRay& ray, const std::uint64_t* guard, std::vector<std::uint64_t>& alive) const {
    for (const auto& [from, to] : columns_with_any_option(ray, rows_.at, rows_.columns))
      for (auto w = static_cast<std::size_t>(from / 64); w <= static_cast<std::size_t>((to - 1) / 64); ++w)
        alive[w] |= word_inside(w, from, to) & (guard != nullptr ? guard[w] : ~std::uint64_t{0});
  }

  /// Strikes out of `p` the positions that have an option to a P-position of this row, from left to right.
  void settle_row(std::uint64_t* p) {
    const auto begin = static_cast<std::size_t>(halo_ / 64);
    if (std::ranges::any_of(inner_, [&](const Inner& inner) { return loses_all(inner); })) {
      p[begin] &= ~word_inside(begin, halo_, rows_.columns);
      std::fill(p + begin + 1, p + words_, std::uint64_t{0});
      return;
    }
    for (std::size_t w = begin; w < words_; ++w) {
      for (std::uint64_t open = p[w] & word_inside(w, halo_, rows_.columns); open != 0; open &= open - 1) {
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
          rest_is_lost = rest_is_lost || (reaches_all(inner) && inner.from <= column + 1);
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

  /// Whether every position has all positions before it in the row as options, from where it has one.
  bool reaches_all(const Inner& inner) const {
    const std::size_t last = inner.ray->step.size() - 1;
    return !inner.ray->single && inner.guard == nullptr && inner.ray->offset[last] == 1 && inner.ray->step[last] == 1 &&
           inner.to == rows_.columns && inner.ray->high[last] >= rows_.columns - 1;
  }
  /// Whether a position before the slab is such an option of all its positions.
  bool loses_all(const Inner& inner) const {
    return halo_ > 0 && reaches_all(inner) && inner.from <= halo_ && inner.first_p[0] < halo_;
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

  RowEdges* const edges_;  ///< of a slab; else null
  const std::int64_t halo_;
  /// What is received of a family's lines in the present row.
  struct ReceivedLines {
    std::vector<std::uint64_t> line;    ///< the halo's bits
    std::vector<std::int64_t> first_p;  ///< as those of Inner; may be negative
    std::vector<std::uint64_t> along;   ///< all bits of the row
  };
  std::vector<std::uint64_t> received_p_;
  std::vector<ReceivedLines> received_;
};

}  // namespace

std::optional<Refusal> check_ray_outcomes(const Rays& rays, const Box& box) {
  for (const BoxRay& ray : box_rays(rays, box))
    if (ray.windowed && ray.most > kLongestWindow) return Refusal{"a ray's length is bounded by a large number"};
  return std::nullopt;
}

bool ray_outcome_rows(const Rays& rays, const Box& box, Play play, const Budget& budget,
                      const std::function<void(PositionView, const std::uint64_t*)>& visit, const ResumableRows& resumable,
                      const SlabPart* part) {
  return run_rows<RayOutcomeRows>(rays, box, play, budget, visit, resumable, part);
}

std::size_t ray_outcome_rows_memory(const Rays& rays, const Box& box) {
  return RayOutcomeRows::bytes_of(written_out(rays, box), Rows(box, box.dimensions() == 1 ? 1 : 0));
}

}  // namespace bouton
