#include "engine/table/rays/ray_grundy_edges.h"

#include "engine/values/resumable_run.h"

namespace bouton {

using ray_grundy_kernel::Pass;
using ray_grundy_kernel::RayGrundy;

GrundyEdges::GrundyEdges(const std::vector<BoxRay>& families, const PlaneShape& shape, const Slab& slab, SlabEdges& edges)
    : families_(families), shape_(shape), slab_(slab), edges_(edges) {
  for (std::size_t f = 0; f < families.size(); ++f)
    if (!families[f].single && families[f].step.back() > 0) crossing_.push_back(f);
}

std::optional<std::uint64_t> GrundyEdges::row_after(std::uint64_t number, const BoxRay& ray) const {
  // From the last axis but one to the first.
  std::vector<std::int64_t> lengths = shape_.outer;
  lengths.push_back(shape_.rows);
  std::uint64_t after = 0, stride = 1;
  for (std::size_t i = lengths.size(); i-- > 0;) {
    const auto length = static_cast<std::uint64_t>(lengths[i]);
    const std::int64_t at = static_cast<std::int64_t>(number % length) + ray.step[i];
    if (at < 0 || at >= lengths[i]) return std::nullopt;
    after += static_cast<std::uint64_t>(at) * stride;
    stride *= length;
    number /= length;
  }
  return after;
}

void GrundyEdges::hear(const Pass& pass, std::span<std::uint32_t> cells) {
  if (!edges_.has_left()) return;
  const std::string message = edges_.receive();
  StateReader in(message);
  const auto columns = static_cast<std::size_t>(shape_.columns);
  for (std::int64_t row = pass.from; row < pass.to; ++row) {
    const std::size_t first = static_cast<std::size_t>(row - pass.from) * columns;
    in.get(cells.subspan(first, static_cast<std::size_t>(slab_.halo)));
    for (const std::size_t f : crossing_) {
      const std::optional<std::uint64_t> after = row_after(number_of(pass, row), families_[f]);
      if (!after) continue;
      std::string lines(in.get<std::uint64_t>(), '\0');
      in.get(std::span<char>(lines));
      entering_[{*after, f}] = std::move(lines);
    }
  }
  in.finish();
}

void GrundyEdges::enter(const Pass& pass, RayGrundy<std::uint32_t>& kernel) {
  const auto begin = entering_.lower_bound({number_of(pass, pass.from), 0});
  const auto end = entering_.lower_bound({number_of(pass, pass.to), 0});
  for (auto at = begin; at != end; ++at) {
    const auto& [number, f] = at->first;
    const auto row = static_cast<std::int64_t>(number % static_cast<std::uint64_t>(shape_.rows));
    StateReader in(at->second);
    for (std::int64_t i = 0; i < families_[f].step.back(); ++i) kernel.read_line(f, row, slab_.halo + i, in);
    in.finish();
  }
  entering_.erase(begin, end);
}

void GrundyEdges::tell(const Pass& pass, std::span<const std::uint32_t> cells, const RayGrundy<std::uint32_t>& kernel) {
  if (!edges_.has_right()) return;
  StateWriter out;
  const auto columns = static_cast<std::size_t>(shape_.columns), sent = static_cast<std::size_t>(slab_.right_halo);
  for (std::int64_t row = pass.from; row < pass.to; ++row) {
    const std::size_t end = static_cast<std::size_t>(row - pass.from + 1) * columns;
    out.add(cells.subspan(end - sent, sent));
    for (const std::size_t f : crossing_) {
      if (!row_after(number_of(pass, row), families_[f])) continue;
      const std::int64_t step = families_[f].step.back();
      StateWriter lines;
      for (std::int64_t i = 0; i < step; ++i) kernel.write_line(f, row, shape_.columns - step + i, lines);
      const std::string bytes = lines.take();
      out.add(static_cast<std::uint64_t>(bytes.size()));
      out.add(std::span<const char>(bytes));
    }
  }
  edges_.send(out.take());
}

}  // namespace bouton
