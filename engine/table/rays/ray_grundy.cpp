#include "engine/table/rays/ray_grundy.h"

#include <algorithm>

#include "engine/base/errors.h"
#include "engine/program/trap.h"
#include "engine/system/large_pages.h"
#include "engine/table/rays/ray_grundy_edges.h"
#include "engine/table/rays/ray_grundy_kernel-inl.h"

namespace bouton {
namespace {

using namespace ray_grundy_kernel;

/// Of a ray's options, less than.
constexpr std::int64_t kMostWindow = 65536;

SolveOrder natural_order(std::size_t dimensions) {
  SolveOrder order;
  for (std::size_t i = 0; i < dimensions; ++i) order.axes.push_back({i, false});
  return order;
}

/// Values that a first attempt makes room for: rays through a position share many values, so that often far fewer are needed
/// than there are options.
std::uint64_t expected_values(const std::vector<BoxRay>& families, const Box& box) {
  const std::uint64_t options = most_options(families);
  return std::min(options - options / 4, greatest_grundy(families, box));
}

/// Solves a box with so many words a line, and hands on the rows behind the first `handed`, which it counts. Throws Overflow:
/// then those that were handed on are right all the same.
template <class Cell>
void fill_by_rows(const Rays& rays, const Box& box, const Budget& budget, std::size_t words, std::uint64_t& handed,
                  const std::function<void(std::uint64_t, std::span<const Cell>)>& visit) {
  const auto size = static_cast<std::size_t>(box.size());
  const std::unique_ptr<Cell[]> cells(new Cell[size]);  // left as it is: every cell will be written
  ask_for_large_pages(cells.get(), size * sizeof(Cell));
  RayGrundy<Cell> kernel(rays, box, budget, words);
  const auto columns = static_cast<std::uint64_t>(kernel.shape().columns);
  kernel.solve(cells.get(), [&](std::uint64_t rows) {
    if (rows <= handed) return;
    const auto first = static_cast<std::size_t>(handed * columns), end = static_cast<std::size_t>(rows * columns);
    visit(handed, std::span<const Cell>(cells.get() + first, end - first));
    handed = rows;
  });
}

/// The values of a box, or of a slab of one, some rows after another, and what of them is kept.
class GrundyStripes {
 public:
  GrundyStripes(const Rays& rays, const Box& box, unsigned threads, std::int64_t rows_at_once)
      : GrundyStripes(rays, box, box, box_rays(rays, box), 0, threads, rows_at_once) {}
  GrundyStripes(const Rays& rays, const Box& whole, const Slab& slab, std::int64_t rows_at_once)
      : GrundyStripes(rays, whole, slab.box(whole), slab_rays(rays, whole, slab), slab.halo, 1, rows_at_once) {
    rows_at_once_ = 1;  // one pass between two messages
  }

  std::size_t bytes() const {
    return line_bytes(families_, shape_, words_, band_) + (history_ + cells_at_once()) * sizeof(std::uint32_t);
  }
  const std::vector<BoxRay>& families() const { return families_; }
  const PlaneShape& shape() const { return shape_; }

  /// With `edges`, of a slab: what it receives and sends.
  void run(const Budget& budget, const std::function<void(std::uint64_t, std::span<const std::uint32_t>)>& visit,
           const ResumableGrundyRows& resumable, GrundyEdges* edges = nullptr) {
    budget.check_memory(bytes(), "the lines of the table");
    RayGrundy<std::uint32_t> kernel(rays_, box_, families_, first_column_, budget, words_, band_);
    std::vector<std::uint32_t> cells(history_ + cells_at_once(), 0);
    const auto columns = static_cast<std::size_t>(shape_.columns);
    const std::uint64_t rows = shape_.planes() * static_cast<std::uint64_t>(shape_.rows);
    for (std::uint64_t row = 0; row < rows;) {
      const bool known = row < resumable.known_rows;
      const std::vector<Pass> passes = passes_from(row, known ? std::min(rows, resumable.known_rows) : rows);
      std::uint64_t next = row;
      for (const Pass& pass : passes) next += static_cast<std::uint64_t>(pass.to - pass.from);
      const std::span<std::uint32_t> now = std::span(cells).subspan(history_, static_cast<std::size_t>(next - row) * columns);
      if (known) resumable.read(row, now);
      if (edges != nullptr) edges->hear(passes[0], now);
      kernel.solve(
          passes, cells.data(), static_cast<std::int64_t>(row * columns) - static_cast<std::int64_t>(history_), known,
          edges == nullptr ? std::function<void()>() : [&] { edges->enter(passes[0], kernel); });
      if (!known) visit(row, now);
      row = next;
      if (!known && resumable.reached && row < rows) resumable.reached(row);
      if (edges != nullptr) edges->tell(passes[0], now, kernel);
      std::copy(now.end() - static_cast<std::ptrdiff_t>(history_), now.end(), cells.begin());
    }
  }

 private:
  static constexpr std::int64_t kCellsAtOnce = std::int64_t{1} << 18;

  GrundyStripes(const Rays& rays, const Box& whole, const Box& box, std::vector<BoxRay> families, std::int64_t first_column,
                unsigned threads, std::int64_t rows_at_once)
      : rays_(rays), box_(box), shape_(box), families_(std::move(families)), first_column_(first_column) {
    // Two tiles a column of tiles at least, and a row of tiles for each thread: then none waits long for its neighbour.
    band_ = std::min<std::int64_t>(shape_.rows, rows_at_once > 0 ? rows_at_once : kTile * std::max(2U, threads));
    rows_at_once_ = band_;
    if (rows_at_once == 0) rows_at_once_ = std::max<std::int64_t>(band_, kCellsAtOnce / shape_.columns);
    words_ = words_for(greatest_grundy(families_, whole));
    std::int64_t back = 0;
    for (const BoxRay& ray : families_) {
      if (ray.plain) continue;
      back = std::max(back, ray.cell_offset + (ray.windowed ? ray.most * std::max<std::int64_t>(0, ray.cell_step) : 0));
    }
    history_ = static_cast<std::size_t>(std::min(static_cast<std::uint64_t>(back), box_.size()));
  }

  /// Room for a pass more than the rows at once.
  std::size_t cells_at_once() const {
    return std::min(static_cast<std::size_t>((rows_at_once_ + band_) * shape_.columns), static_cast<std::size_t>(box_.size()));
  }

  /// Passes from a row of the box on, up to another at most.
  std::vector<Pass> passes_from(std::uint64_t row, std::uint64_t end) const {
    std::vector<Pass> passes;
    const auto of_plane = static_cast<std::uint64_t>(shape_.rows);
    for (std::int64_t count = 0; row < end && count < rows_at_once_;) {
      const std::uint64_t plane = row / of_plane;
      const auto from = static_cast<std::int64_t>(row % of_plane);
      const auto left = static_cast<std::int64_t>(std::min<std::uint64_t>(end - row, of_plane));
      const std::int64_t to = std::min({shape_.rows, from + band_, from + left});
      passes.push_back({plane, from, to});
      row += static_cast<std::uint64_t>(to - from);
      count += to - from;
    }
    return passes;
  }

  const Rays& rays_;
  const Box box_;
  PlaneShape shape_;
  std::vector<BoxRay> families_;
  std::int64_t first_column_ = 0;  ///< that is not of a halo
  std::int64_t band_ = 0;          ///< rows of a plane that are computed at once
  std::int64_t rows_at_once_ = 0;  ///< rows, of several planes where these are small, between two visits
  std::size_t words_ = 0;
  std::size_t history_ = 0;  ///< cells that moves which are not plain rays reach back
};

}  // namespace

std::optional<Refusal> check_ray_grundy(const Rays& rays, const Box& box) {
  for (const BoxRay& ray : box_rays(rays, box))
    if (ray.windowed && ray.most >= kMostWindow) return Refusal{"a ray's length is bounded by a large number"};
  return std::nullopt;
}

std::size_t ray_grundy_memory(const Rays& rays, const Box& box) {
  const std::vector<BoxRay> families = box_rays(rays, box);
  return line_bytes(families, PlaneShape(box), words_for(expected_values(families, box)));
}

Result<SolvedRegion> ray_grundy(const Rays& rays, const Box& box, const Budget& budget) {
  const std::vector<BoxRay> families = box_rays(rays, box);
  SolvedRegion result;
  result.layout = make_layout(box, natural_order(box.dimensions()));
  for (std::uint64_t values = expected_values(families, box);; values = greatest_grundy(families, box)) {
    const std::size_t words = words_for(values);
    budget.check_memory(box.size() * sizeof(std::uint32_t) + line_bytes(families, PlaneShape(box), words), "the table");
    if (result.cells.empty()) result.cells = make_cells(box.size(), budget.threads);
    try {
      RayGrundy<std::uint32_t>(rays, box, budget, words).solve(result.cells.data());
      return result;
    } catch (const Overflow&) {
      // Seldom: more distinct values than expected. There is always room for the greatest.
    } catch (const Stopped&) {
      return refusal_of(Trap{});
    }
  }
}

bool ray_grundy_by_rows(const Rays& rays, const Box& box, const Budget& budget, const GrundyRowVisitor& visitor) {
  const std::vector<BoxRay> families = box_rays(rays, box);
  constexpr std::uint64_t kNarrow = 1U << 16U;
  const bool narrow = 64 * words_for(greatest_grundy(families, box)) <= kNarrow;
  std::uint64_t handed = 0;
  for (std::uint64_t values = expected_values(families, box);; values = greatest_grundy(families, box)) {
    const std::size_t words = words_for(values);
    budget.check_memory(
        box.size() * (narrow ? sizeof(std::uint16_t) : sizeof(std::uint32_t)) + line_bytes(families, PlaneShape(box), words),
        "the table");
    try {
      if (narrow) fill_by_rows<std::uint16_t>(rays, box, budget, words, handed, visitor.narrow);
      else fill_by_rows<std::uint32_t>(rays, box, budget, words, handed, visitor.wide);
      return true;
    } catch (const Overflow&) {
      // As in ray_grundy.
    } catch (const Stopped&) {
      return false;
    }
  }
}

bool ray_grundy_stripes(const Rays& rays, const Box& box, const Budget& budget,
                        const std::function<void(std::uint64_t, std::span<const std::uint32_t>)>& visit,
                        const ResumableGrundyRows& resumable, std::int64_t rows_at_once, const SlabPart* part) {
  try {
    if (part == nullptr) {
      GrundyStripes(rays, box, budget.threads, rows_at_once).run(budget, visit, resumable);
      return true;
    }
    GrundyStripes stripes(rays, box, part->slab, part->band);
    GrundyEdges edges(stripes.families(), stripes.shape(), part->slab, part->edges);
    stripes.run(budget, visit, resumable, &edges);
    return true;
  } catch (const Overflow&) {
    throw RequestError("values of an earlier run are not those of this table");
  } catch (const Stopped&) {
    return false;
  }
}

std::size_t ray_grundy_stripes_memory(const Rays& rays, const Box& box, unsigned threads) {
  return GrundyStripes(rays, box, threads, 0).bytes();
}

}  // namespace bouton
