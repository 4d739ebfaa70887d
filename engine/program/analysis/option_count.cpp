#include "engine/program/analysis/option_count.h"

#include <algorithm>
#include <vector>

namespace bouton {
namespace {

/// What a loop counts for: a share of its greatest number of rounds, or so many where that is not known.
struct LoopCount {
  double share, unknown;
};
constexpr LoopCount kHalf{.share = 0.5, .unknown = 1}, kWhole{.share = 1, .unknown = 1e18};

/// Of a block that is run `around` times.
double count_options(const Block& block, const Ranges& ranges, double around, const LoopCount& count_as) {
  double count = 0;
  for (const Statement& statement : block) {
    switch (statement.kind) {
      case Statement::Kind::option:
      case Statement::Kind::split: count += around; break;
      case Statement::Kind::loop: {
        const Interval slot = ranges.slots[statement.slot];
        double rounds = 1;
        if (!slot.empty())
          rounds = slot.bounded() ? count_as.share * static_cast<double>(slot.high - slot.low + 1) : count_as.unknown;
        count += count_options(statement.body, ranges, around * std::max(1.0, rounds), count_as);
        break;
      }
      case Statement::Kind::branch:
        count += count_options(statement.body, ranges, around, count_as) +
                 count_options(statement.otherwise, ranges, around, count_as);
        break;
      default: break;
    }
  }
  return count;
}

}  // namespace

double estimated_options(const MoveProgram& program, const Ranges& ranges) {
  return count_options(program.body, ranges, 1, kHalf);
}

double most_options(const MoveProgram& program, PositionView position) {
  std::vector<Interval> coordinates;
  for (const Coordinate coordinate : position) coordinates.push_back({coordinate, coordinate});
  return most_moves(program, coordinates);
}

double most_moves(const MoveProgram& program, const std::vector<Interval>& coordinates) {
  return count_options(program.body, ranges(program, coordinates), 1, kWhole);
}

}  // namespace bouton
