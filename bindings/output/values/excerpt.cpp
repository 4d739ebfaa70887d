#include "bindings/output/values/excerpt.h"

#include <algorithm>

#include <fmt/format.h>

namespace bouton {
namespace {

constexpr std::uint64_t kMostOfSequence = 500;
constexpr std::uint64_t kMostOfAxis = 40;
constexpr std::uint64_t kMostOfTable = 4000;

/// The longest axis is cut until few enough cells are left.
Box cut(const Box& box, bool is_sequence) {
  Position high = box.high();
  const auto shorten = [&](std::size_t axis, std::uint64_t length) {
    high[axis] = std::min(high[axis], box.low()[axis] + static_cast<Coordinate>(length) - 1);
  };
  for (std::size_t axis = 0; axis < high.size(); ++axis) shorten(axis, is_sequence ? kMostOfSequence : kMostOfAxis);
  while (Box(box.low(), high).size() > kMostOfTable) {
    const Box left(box.low(), high);
    std::size_t longest = 0;
    for (std::size_t axis = 1; axis < high.size(); ++axis)
      if (left.length(axis) > left.length(longest)) longest = axis;
    shorten(longest, left.length(longest) / 2);
  }
  return Box(box.low(), high);
}

}  // namespace

std::string excerpt(const Values& values) {
  const Table& whole = values.table;
  const Box box = cut(whole.box, values.is_sequence);
  TextSink text;
  if (box == whole.box) {
    write_text(text, values);
    return text.text();
  }
  Table part{.box = box, .kind = whole.kind, .cells = {}, .loopy = {}};
  Position position = box.low();
  do {
    const std::uint64_t index = whole.box.index(position);
    if (const auto loopy = whole.loopy.find(index); loopy != whole.loopy.end())
      part.loopy.emplace(part.cells.size(), loopy->second);
    part.cells.push_back(whole.cells[index]);
  } while (box.next(position));
  write_text(text, {.game = values.game, .table = part, .page = values.page, .is_sequence = values.is_sequence});
  text.print("... of {} values, to {}; save(FILE) writes all\n", whole.box.size(), to_string(whole.box.high()));
  return text.text();
}

}  // namespace bouton
