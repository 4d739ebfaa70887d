// Rules of random rays, for RapidCheck.
#pragma once

#include <cstdlib>
#include <vector>

#include <rapidcheck.h>

#include "tests/engine/table/programs.h"

namespace bouton::table_test {

/// An integer from low to high - 1, over the whole range from the first case on.
inline std::int64_t pick(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::int64_t>(low, high));
}

/// A ray of a random kind along direction d: first option, step, greatest number, targets not below a floor, a guard.
inline void random_ray(Builder& b, const std::vector<std::int64_t>& d) {
  const std::size_t n = d.size();
  const std::int64_t first = pick(1, 4);
  const std::int64_t step = pick(1, 4);
  const std::int64_t most = *rc::gen::element<std::int64_t>(0, 0, 1, 3, 12, 20);
  const std::int64_t floor = *rc::gen::element<std::int64_t>(0, 0, 1, 5);
  const std::int64_t guard = pick(0, 4);
  std::optional<ExpressionId> last;
  for (std::size_t i = 0; i < n; ++i) {
    if (d[i] == 0) continue;
    const ExpressionId end = b.op(Op::floor_div, b.sub(b.x(i), b.c(floor)), b.c(d[i]));
    last = last ? b.min(*last, end) : end;
  }
  if (most > 0) last = b.min(*last, b.c(first + (most - 1) * step));
  if (guard == 1) b.branch(b.op(Op::equal, b.op(Op::floor_mod, b.x(n - 1), b.c(2)), b.c(0)));
  if (guard == 2) b.branch(b.op(Op::less, b.x(0), b.add(b.x(n - 1), b.c(10))));
  if (guard == 3) b.branch(b.op(Op::equal, b.op(Op::bit_and, b.x(0), b.x(n - 1)), b.c(0)));
  const bool reversed = step == 1 && most == 0 && *rc::gen::arbitrary<bool>() &&
                        std::ranges::count(d, 0) + 1 == static_cast<std::ptrdiff_t>(n) && std::ranges::count(d, 1) == 1;
  if (reversed) {
    // for s = floor, x - first do move(s): the same options from the other end.
    const auto axis = static_cast<std::size_t>(std::ranges::find(d, 1) - d.begin());
    const ExpressionId s = b.loop(b.c(floor), b.sub(b.x(axis), b.c(first)));
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < n; ++i) to.push_back(i == axis ? s : b.x(i));
    b.move(to);
    b.end();
  } else {
    const ExpressionId t = b.loop(b.c(first), *last, step);
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < n; ++i) to.push_back(b.sub(b.x(i), b.mul(t, b.c(d[i]))));
    b.move(to);
    b.end();
  }
  if (guard != 0) b.end();
}

/// Options position - t * direction, t from 1 on, while all coordinates stay in 0..high.
inline MoveProgram rays_inside(const std::vector<std::vector<std::int64_t>>& directions, PositionView high) {
  const std::size_t n = high.size();
  Builder b(n);
  for (const auto& d : directions) {
    std::optional<ExpressionId> last;
    for (std::size_t i = 0; i < n; ++i) {
      if (d[i] == 0) continue;
      const ExpressionId space = d[i] > 0 ? b.x(i) : b.sub(b.c(high[i]), b.x(i));
      const ExpressionId end = b.op(Op::floor_div, space, b.c(std::abs(d[i])));
      last = last ? b.min(*last, end) : end;
    }
    const ExpressionId t = b.loop(b.c(1), *last);
    std::vector<ExpressionId> to;
    for (std::size_t i = 0; i < n; ++i) to.push_back(b.sub(b.x(i), b.mul(t, b.c(d[i]))));
    b.move(to);
    b.end();
  }
  return b.program;
}

struct RandomRays {
  MoveProgram program;
  Domain domain;
  Box box;
};

/// One to four families of rays in one to four dimensions, and a box that need not begin at 0.
inline RandomRays random_rays() {
  const auto n = static_cast<std::size_t>(pick(1, 5));
  Builder b(n);
  for (std::int64_t i = 0, count = pick(1, 5); i < count; ++i) {
    std::vector<std::int64_t> d;
    for (std::size_t j = 0; j < n; ++j) d.push_back(pick(0, 3));
    d[static_cast<std::size_t>(pick(0, static_cast<std::int64_t>(n)))] = pick(1, 3);
    random_ray(b, d);
  }
  Position low, high;
  for (std::size_t j = 0; j < n; ++j) {
    low.push_back(pick(0, 4));
    high.push_back(low[j] + pick(0, n == 1 ? 400 : n == 2 ? 50 : n == 3 ? 14 : 6));
  }
  return {b.program, plain_domain(n), Box(low, high)};
}

}  // namespace bouton::table_test
