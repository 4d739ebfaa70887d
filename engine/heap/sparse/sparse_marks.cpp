#include "engine/heap/sparse/sparse_marks.h"

#include <algorithm>
#include <bit>

namespace bouton {

void SparseMarks::list(const SparseSpace& space) {
  row_words_ = std::max<std::size_t>(1, space.limit / 64);
  rows_.assign(kGroup * row_words_, 0);
  for (std::size_t parity = 0; parity < 2; ++parity) {
    common_[parity].assign(row_words_, 0);
    for (const Grundy value : space.common[parity]) common_[parity][value / 64] |= std::uint64_t{1} << value % 64;
  }
  near_.clear();
  far_.clear();
  for (const Shift& shift : rare_shifts(space)) (shift.distance < kGroup ? near_ : far_).push_back(shift);
}

void SparseMarks::add_rare(const SparseSpace& space, const Shift& rare) {
  for (const std::uint64_t k : space.moves.two) far_.push_back({rare.distance + k, rare.value});
}

std::size_t SparseMarks::solve(const SparseSpace& space, GrundyValues& values, std::span<Grundy> block, Grundy most) {
  for (std::size_t group = 0; group < block.size(); group += kGroup) {
    const std::size_t count = std::min(kGroup, block.size() - group);
    const std::uint64_t first = values.size();
    std::fill_n(rows_.begin(), count * row_words_, 0);
    mark_known(values, count);
    for (std::size_t index = 0; index < count; ++index) {
      for (const std::uint64_t k : space.moves.one)
        exclude(index, index >= k ? block[group + index - k] : values[first + index - k]);
      const Grundy value = least_unmarked(index, first + index);
      if (value >= space.limit || value > most) {
        values.append(block.subspan(group, index));
        return group + index;
      }
      block[group + index] = value;
      for (const auto& [distance, rare] : near_) {
        if (index + distance >= count) break;
        exclude(index + distance, rare ^ value);
      }
    }
    values.append(block.subspan(group, count));
  }
  return block.size();
}

/// Marks the pairs of a rare heap and a heap before the group.
void SparseMarks::mark_known(const GrundyValues& values, std::size_t count) {
  const std::uint64_t first = values.size();
  values.visit([&](auto list) {
    const auto mark = [&](const Shift& shift, std::size_t begin, std::size_t end) {
      if (begin >= end) return;
      const auto* other = list.data() + (first + begin - shift.distance);
      if (row_words_ == 1) {
        for (std::size_t i = begin; i < end; ++i) rows_[i] |= std::uint64_t{1} << ((*other++ ^ shift.value) & 63);
      } else {
        for (std::size_t i = begin; i < end; ++i) exclude(i, *other++ ^ shift.value);
      }
    };
    for (const Shift& shift : near_) mark(shift, 0, std::min<std::size_t>(shift.distance, count));
    // A pair has two heaps: the other one is not heap 0.
    for (const Shift& shift : far_) mark(shift, shift.distance >= first ? shift.distance - first + 1 : 0, count);
  });
}

/// The space's limit if there is none.
Grundy SparseMarks::least_unmarked(std::size_t index, std::uint64_t parity) const {
  const std::vector<std::uint64_t>& common = common_[parity % 2];
  for (std::size_t word = 0; word < row_words_; ++word)
    if (const std::uint64_t free = common[word] & ~rows_[index * row_words_ + word]; free != 0)
      return static_cast<Grundy>(64 * word + static_cast<unsigned>(std::countr_zero(free)));
  return static_cast<Grundy>(64 * row_words_);
}

}  // namespace bouton
