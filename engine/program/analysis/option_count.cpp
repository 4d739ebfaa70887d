#include "engine/program/analysis/option_count.h"

#include <algorithm>
#include <vector>

namespace bouton {
namespace {

/// Of a block that is run `around` times; a loop takes `share` of its greatest number of rounds.
double count_options(const Block& block, const Ranges& ranges, double around, double share) {
  double count = 0;
  for (const Statement& statement : block) {
    switch (statement.kind) {
      case Statement::Kind::option: count += around; break;
      case Statement::Kind::loop: {
        const Interval slot = ranges.slots[statement.slot];
        const double rounds = slot.empty() || !slot.bounded() ? 1 : static_cast<double>(slot.high - slot.low + 1);
        count += count_options(statement.body, ranges, around * std::max(1.0, rounds * share), share);
        break;
      }
      case Statement::Kind::branch:
        count +=
            count_options(statement.body, ranges, around, share) + count_options(statement.otherwise, ranges, around, share);
        break;
      default: break;
    }
  }
  return count;
}

}  // namespace

double estimated_options(const MoveProgram& program, const Ranges& ranges) {
  return count_options(program.body, ranges, 1, 0.5);
}

double most_options(const MoveProgram& program, PositionView position) {
  std::vector<Interval> coordinates;
  for (const Coordinate coordinate : position) coordinates.push_back({coordinate, coordinate});
  return count_options(program.body, ranges(program, coordinates), 1, 1);
}

}  // namespace bouton
