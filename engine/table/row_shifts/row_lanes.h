// Neighbouring rows side by side: one word of each of eight rows is a vector.
//
// Where each row reads the rows at the same offsets, and is read at one distance, as in games where what was taken is part of
// the position, the bits that all rows read for the same 64 positions lie next to each other. What a row computes is shifted
// once, by its own distance, and put where its readers will look: so eight rows cost one OR for each offset, one shift and one
// store, and what they read is three loads beside each other.
//
// Of the two bits of a position, certainly P and possibly P, the second is kept only where it differs. A group of eight rows is
// *exact* as long as the two agree in all that it has computed; then only certainly P is computed, from groups that are exact
// as well. What is not known comes down from the cap, a group at a time, and where rows are given up from there on in the same
// measure, most groups are exact to the end.
//
// Example: rows r that read r - 1, r and r + 1 at the distance of the row that is read, 65 places and more. Column c of the
// slot of word t holds, for row c, its bits 64 t - distance, ... Rows 8 g to 8 g + 7 at word t are the NOR of three vectors of
// slot t, those that begin at columns 8 g - 1, 8 g and 8 g + 1.
//
// What is overwritten: a word that is put ahead takes the slot that was read a ring before. The ring is three stretches longer
// than the greatest distance, and rows that read a group are never more than two stretches behind it.
//
// Cost: an exact group takes one vector operation of 64 bytes for each offset and word, three more, and one store.
//
// Where it wins: rows without an end. `bouton positions nimrod 1:30000000 1:1 --count --threads 1` takes 0.6 s; with
// find_lanes() refusing, so that rows collect (deliveries.h), 1.1 s. To 10,000,000 it is 0.30 and 0.35 s, and 0.57 s with
// neither.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/values/resumable_run.h"

namespace bouton {

/// Rows of a group.
inline constexpr std::uint32_t kLanes = 8;
/// Rows that are read by one.
inline constexpr std::size_t kMostLaneOffsets = 8;

/// A word of each row of a group.
struct alignas(64) LaneWords {
  std::uint64_t words[kLanes] = {};
};

/// How far ahead the bits of a row are put.
struct LaneDistance {
  std::uint32_t whole = 0;  ///< words
  std::uint32_t bits = 0;   ///< and bits
};

/// Rows of a group whose bits are put the same number of words ahead: `rows` is all ones for them.
struct LanePart {
  LaneWords rows;
  std::uint32_t whole = 0;
};

/// A group in which rows lack a move, or have one that leads above the cap.
struct RaggedGroup {
  std::vector<LaneWords> rows;  ///< all ones for those that have the move; one for each offset
  LaneWords open;               ///< all ones for those with a move that leads above the cap
};

struct LaneGroup {
  static constexpr std::uint32_t kNone = UINT32_MAX;

  LaneWords bits;                           ///< of the distances
  std::uint32_t first_part = 0, parts = 0;  ///< at least one
  std::uint32_t ragged = kNone;             ///< its number, if it is one
  std::uint32_t words = 1;                  ///< 1, 2, 4 or 8, that are computed at once: nothing nearer is read or reads
  std::uint32_t shown = 0;                  ///< bit i: row i is in the buffer as well
};

/// All rows from one on, and what they read of the rows before.
struct RowLanes {
  /// Offsets reach no further than the next group.
  static constexpr std::uint32_t kBefore = kLanes;

  std::uint32_t first_row = 0;    ///< row 0 of group 0
  std::uint32_t live_groups = 0;  ///< those after them are not computed by plain runs
  std::uint32_t far_groups = 0;   ///< groups from this one on are computed by whole stretches, in bands
  std::vector<int> offsets;       ///< of the rows that a row reads
  std::vector<LaneWords> own;     ///< for each offset, all ones for the rows of a group that it leads to rows of the group
  std::vector<LaneGroup> groups;
  std::vector<LanePart> parts;
  std::vector<RaggedGroup> ragged;
  std::vector<LaneDistance> distances;  ///< of each column
  /// Slots of a ring, one a word of the rows; in each, a group before the first, the groups, and one after the last.
  std::uint32_t ring = 0;
  std::vector<LaneWords> certain, possible;
  /// The last word of each row, as it is.
  std::vector<LaneWords> last_certain, last_possible;
  /// Of the group before the first, and so on: whether `possible` and `last_possible` hold it; else it equals `certain`.
  std::vector<std::uint8_t> is_open;
  bool all_open = false;  ///< since rows were computed one by one

  bool empty() const { return groups.empty(); }
  /// Groups of a slot. Odd, so that slots do not fall into the same sets of a cache.
  std::size_t stride() const { return (groups.size() + 2) | 1U; }
  /// Where a row is in a slot; also of rows not more than kBefore before the first.
  std::size_t column(std::uint32_t row) const { return row + kBefore - first_row; }
  std::size_t memory() const;
};

/// Makes room for what the rows put ahead, all of it 0.
void lay_out(RowLanes& lanes);

/// From now on nothing is known of the groups from `group` on, and they are not computed any more.
void forget_groups(RowLanes& lanes, std::uint32_t group);

/// Before rows are computed one by one, with both bits: makes `possible` hold all groups.
void open_all(RowLanes& lanes);
/// Before groups are computed: finds those that are exact, if open_all came since. Of no effect on what is found.
void close_exact(RowLanes& lanes);

/// What the words to come depend on. Throws RequestError where the state is of other lanes.
void save_lanes(const RowLanes& lanes, StateWriter& out);
void load_lanes(RowLanes& lanes, StateReader& in);

}  // namespace bouton
