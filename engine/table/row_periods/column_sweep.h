// The rows of a table, column by column, and the state of a column: all that decides the values of later columns.
//
// The idea. Row y of a column needs the values that stand on its lines so far, and those of the last columns as far as single
// steps reach. Each line keeps its values as a set of bits, as in ray_grundy.h; a line that leads into a row from a lower one
// brings its set along. Along a row the sets only grow. Let the base m of a column be the greatest number such that from here
// on, in every row, some line along a row holds all values below m. Then no later value is below m, and what is below m in any
// set or value makes no difference any more. So the state is: of each line the sets of the last columns, and of each row
// its last values, all from m on and counted from m. The least value that is missing moves along when everything is moved: a
// state that recurs d columns later with m greater by s proves G(x + d, y) = G(x, y) + s for all rows, and all columns x from
// the first one on. Where a row has no line without end along it, m stays 0: then s is 0.
//
// Example: Wythoff's game, rows 0 and 1. Row 1 is 1 2 0 4 5 3 7 8 6 ...: before column 3 its set is {0, 1, 2}, before column 6
// {0, .., 5}; row 0 has {0, 1, 2} and {0, .., 5}; the diagonal into row 1 holds 2 and 5. All of it is the same but for 3 more.
//
// Source: H. Landman (2002), A simple FSM-based proof of the additive periodicity of the Sprague-Grundy function of Wythoff's
// game; A. Dress, A. Flammenkamp, N. Pink (1999), Additive periodicity of the Sprague-Grundy function of certain Nim games.
// Cost: for each position and line some words, as many as the values of a column lie 64 apart; memory for so many words of
// each row and line, and for each column that moves reach back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/table/row_periods/row_moves.h"
#include "engine/values/nimber.h"

namespace bouton {

class ColumnSweep {
 public:
  /// `moves` must outlive this object. No more than `memory` bytes are taken, which has to be bytes(moves) at least.
  ColumnSweep(const RowMoves& moves, std::size_t memory);

  /// What it takes at the beginning.
  static std::size_t bytes(const RowMoves& moves);

  /// Computes one column more. False where its values do not fit the memory, or 32 bits; then nothing goes on.
  bool advance();
  std::uint64_t columns() const { return static_cast<std::uint64_t>(columns_); }
  /// Of the last column, from the lowest row on.
  std::span<const Grundy> values() const { return column_; }
  /// Words and steps that were looked at so far.
  std::uint64_t work() const { return work_; }

  /// Whether the columns so far are beyond all that is different at the beginning: only then there is a state.
  bool has_state() const { return columns_ >= moves_.settled + depth_; }
  /// The base.
  std::uint64_t base() const;
  /// The state in full: two columns have the same one exactly if the words are the same.
  std::vector<std::uint64_t> state() const;

 private:
  static constexpr std::size_t kWordsAtFirst = 2;

  /// The sets of a line in the last columns.
  struct Sets {
    std::int64_t depth = 0;            ///< columns before the present one
    std::int64_t now = 0;              ///< the place of the present column
    std::vector<bool> kept;            ///< by row: whether something reads the set
    std::vector<std::uint64_t> words;  ///< by column, in a circle, and by row
  };
  /// What a row reads: a move, with the place of what it leads to in a row of columns.
  struct Reading {
    const RowMoves::Move* move;
    std::size_t row;
  };

  /// The place of a column among depth + 1 that are kept in a circle, `now` that of the present one.
  static std::size_t circle_place(std::int64_t now, std::int64_t back, std::int64_t depth) {
    return static_cast<std::size_t>(now >= back ? now - back : now - back + depth + 1);
  }
  /// The set of a line in a row, so many columns before the present one, at most its depth.
  std::size_t place(const Sets& sets, std::int64_t back, std::size_t row) const {
    return (circle_place(sets.now, back, sets.depth) * moves_.rows + row) * words_;
  }
  std::size_t value_place(std::int64_t back, std::size_t row) const {
    return circle_place(values_now_, back, step_depth_) * moves_.rows + row;
  }
  void prepare();
  std::uint64_t value(std::size_t row);
  void join_lines(std::size_t row, std::uint64_t value);
  bool widen(std::size_t words);
  void slide();
  std::size_t first_missing(const Sets& sets, std::int64_t back, std::size_t row) const;
  void add_set(const Sets& sets, std::int64_t back, std::size_t row, std::uint64_t base,
               std::vector<std::uint64_t>& state) const;

  const RowMoves& moves_;
  const std::size_t memory_;
  std::int64_t columns_ = 0, depth_ = 0, step_depth_ = 0;
  std::int64_t values_now_ = 0;        ///< the place of the present column among the last values
  std::size_t words_ = kWordsAtFirst;  ///< of each set
  std::uint64_t origin_ = 0;           ///< the value of the first bit of each set, a multiple of 64; no later value is less
  std::vector<Sets> sets_;             ///< by line
  std::vector<std::vector<Reading>> lines_read_, steps_read_;  ///< by row
  std::vector<const Reading*> full_;       ///< by row: the line along a row by which its values grow; null: there is none
  std::vector<std::uint64_t> last_;        ///< values of the last columns
  std::vector<std::uint64_t> used_;        ///< values of single options, of the row that is computed
  std::vector<const std::uint64_t*> now_;  ///< the sets of the row that is computed
  std::vector<Grundy> column_;
  std::uint64_t work_ = 0;
};

}  // namespace bouton
