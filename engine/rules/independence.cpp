// The moves of a position and those of its components, compared as multisets of components.
//
// Let a position have the components C1..Ck. If its options are exactly the positions whose components are those of an option
// of some Ci together with the other Cj, for the position and for all that follow it, play in it is play in C1 + .. + Ck, by
// induction: so the comparison of one step is all that has to be made, at as many positions as one likes, and no value has to
// be known. On a board "..X." with moves that fill a square, "..X." has the components "..XX" and "XXX."; its option ".XX." has
// ".XXX" and "XXX.", the first of which is an option of "..XX".
#include "engine/rules/independence.h"

#include <algorithm>
#include <set>
#include <vector>

namespace bouton {
namespace {

/// Components in ascending order.
using Parts = std::vector<Position>;

/// What a call of a rule function costs beside its options, in cells for each cell of the position.
constexpr std::uint64_t kCall = 20;

void add_components(const Rules& rules, PositionView position, Parts& parts, MoveWork& work) {
  Options components;
  rules.components(position, components);
  for (std::size_t i = 0; i < components.size(); ++i) parts.emplace_back(components[i][0]);
  work.spent += position.size() * (components.size() + 1);
}

/// What stands beside the components of an option by a move that obliges: no position of so many coordinates.
Position mark_of(MoveKind kind, std::size_t coordinates) {
  Position mark;
  for (std::size_t i = 0; i <= coordinates; ++i) mark.push_back(static_cast<Coordinate>(kind));
  return mark;
}

/// Calls `visit` with the components of each option of a position, unsorted; false once the work is spent.
template <class Visit>
bool each_option(const Rules& rules, PositionView position, MoveWork& work, Visit visit) {
  Options options;
  rules.reference_options(position, options);
  work.spent += kCall * (position.size() + 1);
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (!work.left()) return false;
    Parts parts;
    for (std::size_t part = 0; part < options[i].size(); ++part) add_components(rules, options[i][part], parts, work);
    if (options[i].kind() != MoveKind::ordinary) parts.push_back(mark_of(options[i].kind(), position.size()));
    visit(std::move(parts));
  }
  return work.left();
}

Position random_cells(const CellShape& shape, Random& random) {
  const auto last = static_cast<Coordinate>(shape.states.size() - 1);
  Position position;
  const std::uint64_t in_play = random.below(shape.cells() + 1);
  for (std::uint32_t cell = 0; cell < shape.cells(); ++cell) {
    const bool plays = last > 0 && random.below(shape.cells()) < in_play;
    position.push_back(plays ? static_cast<Coordinate>(random.below(static_cast<std::uint64_t>(last))) : last);
  }
  return position;
}

}  // namespace

Position random_position(const Domain& domain, Random& random) {
  if (domain.shape() != nullptr) return random_cells(*domain.shape(), random);
  constexpr std::uint64_t kLongest = 6;
  constexpr std::uint64_t kMostBits = 6;
  std::size_t length = 0;
  if (domain.is_piles())
    length = std::clamp<std::size_t>(1 + random.below(kLongest), domain.least_length(), domain.greatest_length());
  else length = domain.dimensions();
  Position position;
  for (std::size_t i = 0; i < length; ++i) {
    const Axis& axis = domain.axis(i);
    const std::uint64_t room = static_cast<std::uint64_t>(axis.greatest) - static_cast<std::uint64_t>(axis.least);
    const std::uint64_t above = std::min(room, random.below(std::uint64_t{1} << random.below(kMostBits + 1)));
    position.push_back(axis.least + static_cast<Coordinate>(above));
  }
  return position;
}

bool moves_of_components(const Rules& rules, PositionView position, MoveWork& work) {
  Parts whole;
  add_components(rules, position, whole, work);
  if (whole.size() == 1 && std::ranges::equal(whole[0], position)) return true;
  std::set<Parts> of_position;
  bool all = each_option(rules, position, work, [&](Parts parts) {
    std::ranges::sort(parts);
    of_position.insert(std::move(parts));
  });
  std::set<Parts> of_components;
  for (std::size_t i = 0; i < whole.size() && all; ++i)
    all = each_option(rules, whole[i], work, [&](Parts parts) {
      for (std::size_t other = 0; other < whole.size(); ++other)
        if (other != i) parts.push_back(whole[other]);
      work.spent += position.size() * whole.size();
      std::ranges::sort(parts);
      of_components.insert(std::move(parts));
    });
  return !all || of_position == of_components;
}

}  // namespace bouton
