#include "engine/flow/steps/position_boxes.h"

#include <algorithm>
#include <utility>

namespace bouton {
namespace {

constexpr std::size_t kMostParts = 12;

}  // namespace

PositionBoxes::PositionBoxes(const Box& box) : dimensions_(box.dimensions()), parts_(1) {
  std::copy(box.low().begin(), box.low().end(), parts_[0].low.begin());
  std::copy(box.high().begin(), box.high().end(), parts_[0].high.begin());
}

PositionBoxes PositionBoxes::take(std::size_t coordinate, std::int64_t low, std::int64_t high) {
  PositionBoxes inside(dimensions_);
  std::vector<Part> outside;
  for (const Part& part : parts_) {
    const std::int64_t from = std::max(part.low[coordinate], low), to = std::min(part.high[coordinate], high);
    if (from > to) {
      outside.push_back(part);
      continue;
    }
    Part piece = part;
    piece.low[coordinate] = from;
    piece.high[coordinate] = to;
    inside.parts_.push_back(piece);
    if (part.low[coordinate] < from) {
      piece.low[coordinate] = part.low[coordinate];
      piece.high[coordinate] = from - 1;
      outside.push_back(piece);
    }
    if (to < part.high[coordinate]) {
      piece.low[coordinate] = to + 1;
      piece.high[coordinate] = part.high[coordinate];
      outside.push_back(piece);
    }
  }
  parts_ = std::move(outside);
  return inside;
}

/// Makes `to` both where that is a box.
bool PositionBoxes::join(const Part& from, Part& to) const {
  std::size_t differs = dimensions_, differing = 0;
  bool holds = true, is_held = true;
  for (std::size_t i = 0; i < dimensions_; ++i) {
    holds = holds && to.low[i] <= from.low[i] && from.high[i] <= to.high[i];
    is_held = is_held && from.low[i] <= to.low[i] && to.high[i] <= from.high[i];
    if (from.low[i] == to.low[i] && from.high[i] == to.high[i]) continue;
    differs = i;
    ++differing;
  }
  if (holds) return true;
  if (is_held) {
    to = from;
    return true;
  }
  if (differing != 1) return false;
  const std::int64_t between_low = std::max(from.low[differs], to.low[differs]),
                     between_high = std::min(from.high[differs], to.high[differs]);
  // Neither is within the other, so the one that begins later does not begin at the least integer.
  if (between_low - 1 > between_high) return false;
  to.low[differs] = std::min(from.low[differs], to.low[differs]);
  to.high[differs] = std::max(from.high[differs], to.high[differs]);
  return true;
}

/// Whether all positions of `part` are in one of `parts` from the one of that number on.
bool PositionBoxes::is_covered(const Part& part, std::size_t first) const {
  for (std::size_t p = first; p < parts_.size(); ++p) {
    Part common = part;
    bool meets = true;
    for (std::size_t i = 0; i < dimensions_ && meets; ++i) {
      common.low[i] = std::max(part.low[i], parts_[p].low[i]);
      common.high[i] = std::min(part.high[i], parts_[p].high[i]);
      meets = common.low[i] <= common.high[i];
    }
    if (!meets) continue;
    Part left = part;  // what of it is still to be divided
    for (std::size_t i = 0; i < dimensions_; ++i) {
      Part piece = left;
      piece.high[i] = common.low[i] - 1;
      if (left.low[i] < common.low[i] && !is_covered(piece, p + 1)) return false;
      piece = left;
      piece.low[i] = common.high[i] + 1;
      if (left.high[i] > common.high[i] && !is_covered(piece, p + 1)) return false;
      left.low[i] = common.low[i];
      left.high[i] = common.high[i];
    }
    return true;
  }
  return false;
}

/// The box around both, where every position of it is in a part; nothing where they do not touch.
std::optional<PositionBoxes::Part> PositionBoxes::grown(const Part& a, const Part& b) const {
  Part around = a;
  for (std::size_t i = 0; i < dimensions_; ++i) {
    const std::int64_t begin = std::max(a.low[i], b.low[i]), end = std::min(a.high[i], b.high[i]);
    if (begin > end && begin - 1 > end) return std::nullopt;
    around.low[i] = std::min(a.low[i], b.low[i]);
    around.high[i] = std::max(a.high[i], b.high[i]);
  }
  if (!is_covered(around, 0)) return std::nullopt;
  return around;
}

/// Two parts become one where that is a box of positions that are all there: the steps of a staircase, taken away one by one,
/// leave two boxes that overlap.
void PositionBoxes::add(Part part) {
  for (std::size_t i = 0; i < parts_.size();) {
    if (!join(parts_[i], part)) {
      ++i;
      continue;
    }
    parts_[i] = parts_.back();
    parts_.pop_back();
    i = 0;
  }
  parts_.push_back(part);
  for (std::size_t i = 0; i + 1 < parts_.size();) {
    const std::optional<Part> around = grown(parts_[i], parts_.back());
    if (!around) {
      ++i;
      continue;
    }
    parts_.pop_back();
    std::erase_if(parts_, [&](Part& other) {
      Part both = *around;
      return join(other, both) && both == *around;
    });
    parts_.push_back(*around);
    i = 0;
  }
  if (parts_.size() <= kMostParts) return;
  for (const Part& other : parts_)
    for (std::size_t i = 0; i < dimensions_; ++i) {
      part.low[i] = std::min(part.low[i], other.low[i]);
      part.high[i] = std::max(part.high[i], other.high[i]);
    }
  parts_ = {part};
}

void PositionBoxes::add(const PositionBoxes& other) {
  for (const Part& part : other.parts_) add(part);
}

}  // namespace bouton
