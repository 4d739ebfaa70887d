// Tables in slabs: the columns of a box (values of its last coordinate) are divided among several machines.
//
// All machines go through the rows of the box in the same order. What a row of one slab needs of the columns before it, the
// machine on its left tells: the sets or marks of the lines that cross the edge, and the values of the last columns there, as
// far as options reach. So a machine can begin some rows when its left neighbour has done them, and a wave runs through the
// slabs. It holds only the lines of its own columns.
//
// Example: Wythoff's game, columns 0..99 and 100..199. For row 5 the right machine is told which values row 5 has in columns
// 0..99, and which are on the diagonals through (4, 99), (3, 98) and so on, since that one goes on through (5, 100).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/position/box.h"

namespace bouton {

/// Some columns of a box, counted from its least.
struct Slab {
  std::int64_t from = 0, to = 0;  ///< to the one before `to`
  std::int64_t halo = 0;          ///< columns before `from` whose values are told by the slab on the left
  std::int64_t right_halo = 0;    ///< columns before `to` that are the halo of the slab on the right

  /// The slab and its halo as a box of its own.
  Box box(const Box& whole) const;
};

/// Words of a row's bits, and bytes of eight of them, are not shared by two slabs.
inline constexpr std::int64_t kSlabUnit = 64;

/// At most `count` slabs of nearly the same width, never none. Each but the first begins a multiple of `unit` columns from
/// `from` on, and none is narrower than `reach`, so that what crosses one edge does not cross the next; but one slab may be.
std::vector<Slab> divide_columns(std::int64_t columns, std::int64_t from, std::int64_t reach, std::size_t count,
                                 std::int64_t unit = kSlabUnit);

/// What a slab hears from the one on its left and tells the one on its right: one message for each band of rows, in order.
class SlabEdges {
 public:
  SlabEdges() = default;
  virtual ~SlabEdges() = default;
  SlabEdges(const SlabEdges&) = delete;
  SlabEdges& operator=(const SlabEdges&) = delete;

  virtual bool has_left() const = 0;
  virtual bool has_right() const = 0;
  virtual std::string receive() = 0;
  virtual void send(std::string message) = 0;
};

/// What one of several machines does of a box.
struct SlabPart {
  Slab slab;
  SlabEdges& edges;
  std::int64_t band = 1;  ///< rows between two messages
};

}  // namespace bouton
