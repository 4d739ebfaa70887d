// What the positions of some rows of a rule of row shifts lead to, far from the beginning of the rows, and what a few outcomes
// imply for their neighbours.
//
// Along one coordinate every move is a shift (RowShifts), so from some number on the moves of a row are the same everywhere.
// Then what is concluded about neighbouring positions from their moves alone holds wherever the row is at least as far from its
// beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/rules/rules.h"
#include "engine/table/shape/shapes.h"

namespace bouton {

/// Rules of row shifts of two coordinates, for numbers of any size.
struct RowShiftRules {
  RowShifts shifts;
  Coordinate least_along = 0;          ///< of the coordinate that moves shift
  Coordinate least = 0, greatest = 0;  ///< of the other one, which numbers the rows
  Play play = Play::normal;            ///< normal or misère
  std::uint64_t checksum = 0;          ///< of the moves
};

/// Refused, with the line, where the rules are no such ones, may raise an error, or where not every position is valid.
Result<RowShiftRules> row_shift_rules(const Rules& rules);

/// Neighbouring rows as their moves see each other from some number on.
struct LocalRows {
  struct Option {
    std::size_t row = 0;     ///< as a place in `rows`
    std::int64_t shift = 0;  ///< at least 1
  };
  struct Row {
    std::vector<Option> options;
    bool complete = true;      ///< whether these are all: none leads to a row that is not here
    bool has_options = false;  ///< whether there is one, here or elsewhere
  };
  Coordinate first = 0;  ///< the row that is rows[0]
  std::vector<Row> rows;
  Coordinate settled = 0;  ///< from this number on along the rows the moves of all of them are these
  Play play = Play::normal;
};

/// The rows first, first + 1, ... as far as there are so many. Refused where one has too many moves, or some that never become
/// the same, or may leave the domain.
Result<LocalRows> local_rows(const RowShiftRules& rules, Coordinate first, std::size_t count);

/// Outcomes of the positions of a window of rows, columns -left to right, as far as what was assumed implies them: with an
/// option that is P a position is N; with all options N it is P; all options of a P-position are N; the last option of an
/// N-position that is not known to be N is P. A value: copies are cases.
class LocalDeduction {
 public:
  /// `rows` must outlive this object.
  LocalDeduction(const LocalRows& rows, std::int64_t left, std::int64_t right);

  /// Assumes an outcome, P or N, and all that follows. False where that contradicts what is known; then nothing else is asked
  /// of this object. Cost: the moves of the positions that become known.
  bool assume(std::size_t row, std::int64_t column, Outcome outcome);
  std::optional<Outcome> at(std::size_t row, std::int64_t column) const;
  bool contains(std::int64_t column) const { return column >= -left_ && column <= right_; }
  /// How many outcomes are known.
  std::size_t known() const { return known_; }

 private:
  enum class Cell : std::uint8_t { unknown, p, n };
  struct Place {
    std::size_t row;
    std::int64_t column;
  };
  Cell& cell(const Place& place) { return cells_[place.row * width_ + static_cast<std::size_t>(place.column + left_)]; }
  Cell cell(const Place& place) const { return cells_[place.row * width_ + static_cast<std::size_t>(place.column + left_)]; }
  bool set(const Place& place, Cell outcome);
  bool conclude(const Place& place);
  bool close();

  const LocalRows* rows_;
  std::int64_t left_, right_;
  std::size_t width_, known_ = 0;
  std::vector<Cell> cells_;
  std::vector<Place> pending_;
};

}  // namespace bouton
