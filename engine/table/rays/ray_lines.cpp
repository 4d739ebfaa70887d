#include "engine/table/rays/ray_lines.h"

#include <algorithm>
#include <limits>

namespace bouton {
namespace {

/// Windows up to this long are followed option by option.
constexpr std::int64_t kShortWindow = 8;

/// How often one can go `step` back inside the box.
std::int64_t room(const std::vector<std::int64_t>& step, const std::vector<std::int64_t>& lengths) {
  std::int64_t room = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < step.size(); ++i)
    if (step[i] != 0) room = std::min(room, (lengths[i] - 1) / (step[i] < 0 ? -step[i] : step[i]));
  return room;
}

}  // namespace

PlaneShape::PlaneShape(const Box& box) {
  const std::size_t dimensions = box.dimensions();
  for (std::size_t i = 0; i + 2 < dimensions; ++i) outer.push_back(static_cast<std::int64_t>(box.length(i)));
  if (dimensions >= 2) rows = static_cast<std::int64_t>(box.length(dimensions - 2));
  if (dimensions >= 1) columns = static_cast<std::int64_t>(box.length(dimensions - 1));
}

std::uint64_t PlaneShape::planes() const {
  std::uint64_t planes = 1;
  for (const std::int64_t length : outer) planes *= static_cast<std::uint64_t>(length);
  return planes;
}

std::vector<BoxRay> box_rays(const Rays& rays, const Box& box) {
  const std::size_t extra = box.dimensions() == 1 ? 1 : 0;
  std::vector<std::int64_t> lengths(extra, 1), strides(extra, static_cast<std::int64_t>(box.size()));
  for (std::size_t i = 0; i < box.dimensions(); ++i) {
    lengths.push_back(static_cast<std::int64_t>(box.length(i)));
    strides.push_back(static_cast<std::int64_t>(box.stride(i)));
  }
  std::vector<BoxRay> result;
  for (const RayFamily& family : rays.families) {
    BoxRay ray;
    ray.offset.assign(extra, 0);
    ray.step.assign(extra, 0);
    ray.low.assign(extra, 0);
    ray.high.assign(extra, 0);
    ray.offset.insert(ray.offset.end(), family.offset.begin(), family.offset.end());
    ray.step.insert(ray.step.end(), family.step.begin(), family.step.end());
    for (std::size_t i = 0; i < family.targets.size(); ++i) {
      const std::int64_t length = static_cast<std::int64_t>(box.length(i));
      ray.low.push_back(std::max<std::int64_t>(0, family.targets[i].low - box.low()[i]));
      ray.high.push_back(std::min<std::int64_t>(length - 1, family.targets[i].high - box.low()[i]));
    }
    ray.guards = family.guards;
    ray.single = family.is_single();
    const std::int64_t fits = ray.single ? 1 : room(ray.step, lengths) + 1;
    ray.most = std::min(family.most.value_or(fits), fits);
    ray.windowed = !ray.single && ray.most < fits;
    bool anywhere = true;
    for (std::size_t i = 0; i < lengths.size(); ++i) anywhere = anywhere && ray.low[i] == 0 && ray.high[i] == lengths[i] - 1;
    ray.plain = !ray.single && !ray.windowed && anywhere && ray.offset == ray.step;
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      ray.cell_offset += ray.offset[i] * strides[i];
      ray.cell_step += ray.step[i] * strides[i];
    }
    if (ray.windowed && ray.most <= kShortWindow) {
      BoxRay one = ray;
      one.single = true;
      one.windowed = false;
      one.most = 1;
      for (std::int64_t k = 0; k < ray.most; ++k) {
        result.push_back(one);
        for (std::size_t i = 0; i < lengths.size(); ++i) one.offset[i] += one.step[i];
        one.cell_offset += one.cell_step;
      }
      continue;
    }
    result.push_back(std::move(ray));
  }
  return result;
}

std::vector<BoxRay> slab_rays(const Rays& rays, const Box& box, const Slab& slab) {
  const Box part = slab.box(box);
  const std::int64_t shift = slab.from - slab.halo;
  std::vector<BoxRay> result = box_rays(rays, box);
  for (BoxRay& ray : result) {
    ray.low.back() -= shift;
    ray.high.back() -= shift;
    ray.cell_offset = 0;
    ray.cell_step = 0;
    for (std::size_t i = 0; i < part.dimensions(); ++i) {
      ray.cell_offset += ray.offset[i] * static_cast<std::int64_t>(part.stride(i));
      ray.cell_step += ray.step[i] * static_cast<std::int64_t>(part.stride(i));
    }
  }
  return result;
}

Result<std::int64_t> slab_reach(const std::vector<BoxRay>& rays, const Box& box) {
  if (box.size() == box.length(box.dimensions() - 1)) return Refusal{"the box is a single row"};
  std::int64_t reach = 0;
  for (const BoxRay& ray : rays) {
    const std::int64_t offset = ray.offset.back(), step = ray.single ? 0 : ray.step.back();
    if (offset < 0 || step < 0) return Refusal{"an option lies to the right of a position, with a greater last coordinate"};
    reach = std::max({reach, step, offset + (ray.windowed ? ray.most * step : 0)});
  }
  return reach;
}

std::uint64_t most_options(const std::vector<BoxRay>& rays) {
  std::uint64_t most = 0;
  for (const BoxRay& ray : rays) most += static_cast<std::uint64_t>(ray.most);
  return most;
}

std::uint64_t longest_play(const std::vector<BoxRay>& rays, const Box& box) {
  const auto sum = [](const std::vector<std::int64_t>& vector) {
    std::int64_t sum = 0;
    for (const std::int64_t part : vector) sum += part;
    return sum;
  };
  std::int64_t least = std::numeric_limits<std::int64_t>::max();  // that a move takes from the sum of the coordinates
  for (const BoxRay& ray : rays) least = std::min({least, sum(ray.offset), sum(ray.offset) + (ray.most - 1) * sum(ray.step)});
  if (least < 1 || rays.empty()) return box.size() - 1;
  std::uint64_t whole = 0;
  for (std::size_t i = 0; i < box.dimensions(); ++i) whole += box.length(i) - 1;
  return whole / static_cast<std::uint64_t>(least);
}

std::uint64_t greatest_grundy(const std::vector<BoxRay>& rays, const Box& box) {
  return std::min(most_options(rays), longest_play(rays, box));
}

MoveProgram guard_program(const MoveProgram& program, const std::vector<Guard>& guards) {
  MoveProgram result = program;
  result.body.clear();
  ExpressionId all = result.constant(1);
  for (const Guard& guard : guards) {
    if (!guard.exact) {
      all =
          result.binary(Op::logical_and, all, guard.wanted ? guard.condition : result.unary(Op::logical_not, guard.condition));
      continue;
    }
    for (const Affine& constraint : guard.constraints) {
      ExpressionId sum = result.constant(constraint.constant);
      for (const auto& [atom, coefficient] : constraint.terms)
        sum = result.binary(Op::add, sum, result.binary(Op::mul, atom, result.constant(coefficient)));
      all = result.binary(Op::logical_and, all, result.binary(Op::less_equal, sum, result.constant(0)));
    }
  }
  Statement finish;
  finish.kind = Statement::Kind::finish;
  finish.to = {{all}};
  result.body.push_back(std::move(finish));
  return result;
}

}  // namespace bouton
