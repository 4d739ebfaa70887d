#include <algorithm>
#include <set>

#include "engine/study/report/report_parts.h"

namespace bouton {
namespace {

constexpr std::int64_t kPolls = 100'000;

/// The coordinates that a map shows: the first two that have no greatest value, else the first two of several values.
std::vector<std::size_t> shown_axes(const Domain& domain, std::size_t dimensions) {
  std::vector<std::size_t> axes;
  for (const bool sizes : {true, false})
    for (std::size_t i = 0; i < dimensions && axes.size() < 2; ++i) {
      const Axis& axis = domain.axis(i);
      const bool fits = sizes ? axis.has_no_greatest() : axis.value_names.empty() && axis.least < axis.greatest;
      if (fits && std::ranges::find(axes, i) == axes.end()) axes.push_back(i);
    }
  std::ranges::sort(axes);
  return axes;
}

/// The box up to `last` of the coordinates that are shown, where the others are as in `like`.
Box box_to(const Domain& domain, const Position& like, const std::vector<std::size_t>& axes, Coordinate last) {
  Position low = like, high = like;
  for (const std::size_t i : axes) {
    const Axis& axis = domain.axis(i);
    low[i] = axis.least;
    high[i] = std::min(axis.greatest, std::max(axis.least, Coordinate{0}) + last);
  }
  return Box(low, high);
}

/// The P-positions of the box, of those that are the same under a symmetry one.
void list_lost(const Game& game, Solver& solver, const Box& box, ReportMap& map) {
  std::vector<Position> all;
  std::set<Position> seen;  // normal forms
  map.lost_box = box;
  map.lost_count = solver.positions(box, [&](PositionView position) {
    Position normal(position);
    game.rules->normalize(normal);
    if (seen.insert(std::move(normal)).second) all.emplace_back(position);
  });
  const auto sum = [](const Position& position) {
    Coordinate total = 0;
    for (const Coordinate number : position) total += number;
    return total;
  };
  std::ranges::stable_sort(all, {}, sum);
  map.all_are_listed = all.size() <= ReportMap::kMostListed;
  if (!map.all_are_listed) all.resize(ReportMap::kMostListed);
  map.lost = std::move(all);
}

}  // namespace

std::optional<ReportMap> report_map(const Game& game, const BigPosition& like, ReportShares& shares) {
  const Domain& domain = game.rules->domain();
  const std::optional<Position> fixed = narrow(like);
  if (domain.shape() != nullptr || domain.is_terms() || !fixed || fixed->empty()) return std::nullopt;
  constexpr Coordinate kLastHeap = 100, kLast[] = {20, 12, 6};
  const std::vector<std::size_t> axes = shown_axes(domain, fixed->size());
  if (axes.empty()) return std::nullopt;
  const ValueKind kind = game.rules->play() == Play::normal ? ValueKind::grundy : ValueKind::outcome;
  const auto box_of = [&](Coordinate last) { return box_to(domain, *fixed, axes, last); };
  std::optional<ReportMap> map;
  for (const Coordinate last : kLast) {
    const bool is_least = last == kLast[std::size(kLast) - 1];
    // A box that takes too much is followed by a smaller one.
    const bool found = shares.run(is_least ? "A map" : "", kPolls, [&] {
      Solver solver({game.rules}, shares.budget());
      const Box box = box_of(axes.size() == 1 && last == kLast[0] ? kLastHeap : last);
      map = ReportMap{.table = solver.table(box, kind),
                      .is_sequence = domain.dimensions() == 1 && !domain.is_piles(),
                      .lost = {},
                      .lost_box = {}};
    });
    if (!found) continue;
    for (const Box& box : {box_of(axes.size() == 1 ? kLastHeap : 2 * last), map->table.box}) {
      const bool listed = shares.run("", kPolls, [&] {
        Solver solver({game.rules}, shares.budget());
        list_lost(game, solver, box, *map);
      });
      if (listed) break;
    }
    return map;
  }
  return std::nullopt;
}

}  // namespace bouton
