#include "engine/local/board_bits.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace bouton::local {
namespace {

using Cells = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< lines and columns

template <class Bits>
Bits bits_of(const Cells& cells, std::uint32_t stride) {
  Bits x{};
  for (const auto& [line, column] : cells) x |= single_bit<Bits>(static_cast<int>(line * stride + column));
  return x;
}

/// Every reflection beside the same done cell by cell.
template <class Bits>
void reflect() {
  const auto rows = *rc::gen::inRange(1U, kCellsOf<Bits> + 1U), columns = *rc::gen::inRange(1U, kCellsOf<Bits> / rows + 1U);
  const BoardBits<Bits> board(rows, columns);
  Cells cells;
  Bits x{};
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (!cells.empty() && *rc::gen::inRange(0, 3) == 0) continue;
      cells.push_back(board.turned() ? std::pair(c, r) : std::pair(r, c));
      x |= single_bit<Bits>(static_cast<int>(board.bit(r, c)));
    }
  RC_ASSERT(x == bits_of<Bits>(cells, board.stride()));
  std::uint32_t top = kCellsOf<Bits>, left = top, lines = 0, across = 0;
  for (const auto& [line, column] : cells) {
    top = std::min(top, line);
    left = std::min(left, column);
  }
  for (auto& [line, column] : cells) {
    lines = std::max(lines, (line -= top) + 1);
    across = std::max(across, (column -= left) + 1);
  }
  BitBox box;
  x = x >> static_cast<int>(board.distance_to_corner(x, box));
  RC_ASSERT(x == bits_of<Bits>(cells, board.stride()));
  RC_ASSERT(box.lines == lines);
  RC_ASSERT(box.columns == across);
  Cells mirrored, turned, transposed;
  for (const auto& [line, column] : cells) {
    mirrored.emplace_back(line, across - 1 - column);
    turned.emplace_back(lines - 1 - line, across - 1 - column);
    transposed.emplace_back(column, line);
  }
  RC_ASSERT(board.mirrored(x, box) == bits_of<Bits>(mirrored, board.stride()));
  RC_ASSERT(board.half_turned(x, box) == bits_of<Bits>(turned, board.stride()));
  if (std::max(lines, across) > std::min(rows, columns)) return;
  RC_ASSERT(board.transposed(x) == bits_of<Bits>(transposed, board.stride()));
}

RC_GTEST_PROP(BoardBits, ReflectsAsCellsAreReflected, ()) { reflect<std::uint64_t>(); }
RC_GTEST_PROP(BoardBits, ReflectsAsCellsAreReflectedInTwoWords, ()) { reflect<CellSet<2>>(); }
RC_GTEST_PROP(BoardBits, ReflectsAsCellsAreReflectedInFourWords, ()) { reflect<CellSet<4>>(); }

/// Words of more than 64 bits do what the sets do that they are.
template <int W>
void compare_with_sets() {
  constexpr int kCells = 64 * W;
  using Set = std::set<int>;
  const auto set_of = [](const CellSet<W>& x) {
    Set set;
    for (CellSet<W> rest = x; !is_empty(rest); rest = without_first(rest)) set.insert(first_bit(rest));
    return set;
  };
  CellSet<W> x;
  for (std::uint64_t& word : x.words) word = *rc::gen::element(std::uint64_t{0}, *rc::gen::arbitrary<std::uint64_t>());
  const int distance = *rc::gen::inRange(0, kCells);
  Set up, down, others, itself;
  for (int bit = 0; bit < kCells; ++bit) {
    if (!has_bit(x, bit)) {
      others.insert(bit);
      continue;
    }
    itself.insert(bit);
    if (bit + distance < kCells) up.insert(bit + distance);
    if (bit >= distance) down.insert(bit - distance);
  }
  RC_ASSERT(set_of(x) == itself);
  RC_ASSERT(set_of(x << distance) == up);
  RC_ASSERT(set_of(x >> distance) == down);
  RC_ASSERT(set_of(~x) == others);
  RC_ASSERT(count_bits(x) == itself.size());
  RC_ASSERT(is_empty(x) == itself.empty());
  if (!itself.empty()) RC_ASSERT(last_bit(x) == *itself.rbegin());
  const auto from = static_cast<std::uint32_t>(distance);
  RC_ASSERT(word_from(x, from) == low_word(x >> distance));
  CellSet<W> more = x;
  const auto word = *rc::gen::arbitrary<std::uint64_t>();
  insert_word(more, word, from);
  RC_ASSERT(more == (x | widened<CellSet<W>>(word) << distance));
}

RC_GTEST_PROP(WordBits, AreSetsOfCells, ()) { compare_with_sets<2>(); }
RC_GTEST_PROP(WordBits, OfFourWordsAreSetsOfCells, ()) { compare_with_sets<4>(); }

}  // namespace
}  // namespace bouton::local
