// A rule of two coordinates as the rows of its table see it: moves along lines, and single steps, to the row itself and to
// lower ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/result.h"
#include "engine/position/domain.h"
#include "engine/program/analysis/interval.h"
#include "engine/program/move_program.h"

namespace bouton {

/// Rows and columns are counted from the least values of the two coordinates. A position in row y and column x.
struct RowMoves {
  /// Where options may be: nothing is known of positions outside, which are not options.
  struct Targets {
    Interval rows, columns;
    friend bool operator==(const Targets&, const Targets&) = default;
  };
  /// Lines of one direction: from a position to the one `rows` below and `columns` to the left, neither negative, and so on to
  /// the edge of the table. On them are the positions inside `targets`.
  struct Line {
    std::int64_t rows = 0, columns = 0;
    Targets targets;
    friend bool operator==(const Line&, const Line&) = default;
  };
  /// An option, or the first of all positions of a line from there on which are options: `rows` below and `columns` to the
  /// left, neither negative, not both 0. Of positions of row y it is an option where their column is in where[y].
  struct Move {
    std::int64_t rows = 0, columns = 0;
    Targets targets = {};  ///< of a single option
    std::size_t line = 0;  ///< of the others: its number
    std::vector<Interval> where;
  };

  std::size_t rows = 0;
  std::vector<Line> lines;
  std::vector<Move> along_lines, steps;
  /// From this column on it does not depend on the column which moves there are, nor whether an option lies inside of targets.
  std::int64_t settled = 0;
};

/// The moves of the rows up to the one where coordinate `axis` is `row`, at most 4095 above its least value, for the other
/// coordinate without end. `program` is right for coordinates of any size (Rules::unbounded_lifting). Refused, with the line,
/// where moves are not rays and steps, where one may lead to a higher row or a greater column, where the other coordinate
/// decides in another way than by a bound which moves there are, and where the program may raise an error.
Result<RowMoves> find_row_moves(const MoveProgram& program, const Domain& domain, std::size_t axis, Coordinate row);

}  // namespace bouton
