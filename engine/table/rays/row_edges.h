// What the rows of a slab are told by the slab on the left, and tell the one on the right.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/table/rays/ray_rows.h"
#include "engine/table/slabs/slab.h"
#include "engine/values/resumable_run.h"

namespace bouton {

/// The rows of a slab by bands, a message for each. Rows are gone through in order, from one on whose number is a multiple of
/// the band.
class RowEdges {
 public:
  /// `part` must outlive this object.
  explicit RowEdges(const SlabPart& part)
      : slab_(part.slab), edges_(part.edges), band_(static_cast<std::uint64_t>(part.band)) {}

  const Slab& slab() const { return slab_; }
  bool has_left() const { return edges_.has_left(); }
  bool has_right() const { return edges_.has_right(); }
  bool begins_band(std::uint64_t row) const { return row % band_ == 0; }

  /// What is told of this row, to be read in order. Only where there is a slab on the left.
  StateReader& received(std::uint64_t row) {
    if (begins_band(row)) {
      in_.reset();
      message_ = edges_.receive();
      in_.emplace(message_);
    }
    return *in_;
  }
  /// Takes what there is to tell of a row.
  StateWriter& tell() { return out_; }
  /// When the last row of a band is done.
  void send() {
    if (has_right()) edges_.send(out_.take());
  }

  /// The place among the residues of a step of the column that is the i-th in the order that all slabs count them in, from 0
  /// on.
  std::size_t residue(std::int64_t i, std::int64_t step) const {
    const std::int64_t place = (i - (slab_.from - slab_.halo)) % step;
    return static_cast<std::size_t>(place < 0 ? place + step : place);
  }
  /// A column of the slab's box as one of the whole box, and back.
  std::int64_t whole_column(std::int64_t column) const { return column + slab_.from - slab_.halo; }
  std::int64_t own_column(std::int64_t column) const { return column - (slab_.from - slab_.halo); }

 private:
  const Slab& slab_;
  SlabEdges& edges_;
  std::uint64_t band_;
  std::string message_;
  std::optional<StateReader> in_;
  StateWriter out_;
};

/// Runs `Kernel`, made of a program, families, a box, the play, a budget and edges or null, over the rows of a box or of a
/// part.
template <class Kernel, class Visit>
bool run_rows(const Rays& rays, const Box& box, Play play, const Budget& budget, const Visit& visit,
              const ResumableRows& resumable, const SlabPart* part) {
  if (part == nullptr) return Kernel(rays.program, written_out(rays, box), box, play, budget, nullptr).run(visit, resumable);
  RowEdges edges(*part);
  const Box own = part->slab.box(box);
  return Kernel(rays.program, written_out(rays, box, part->slab), own, play, budget, &edges).run(visit, resumable);
}

/// Between two rows of a run, before the one with this number: tells its resumable, and in a slab (`edges` not null) the one on
/// the right of the rows since the last message.
inline void pause_before(std::uint64_t number, std::int64_t columns, const ResumableRows& resumable, RowEdges* edges,
                         const std::function<std::string()>& state) {
  if (edges == nullptr) {
    if (resumable.stops_before(number, columns)) resumable.reached(number, state);
  } else if (edges->begins_band(number)) {
    if (resumable.reached) resumable.reached(number, state);
    edges->send();
  }
}

}  // namespace bouton
