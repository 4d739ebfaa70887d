// Sets of Grundy values as bits, closed under adding a nimber.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/values/mex.h"

namespace bouton {

/// A set of Grundy values that grows as it needs to.
class ValueSet {
 public:
  void insert(Grundy value) {
    if (value / 64 >= words_.size()) words_.resize(value / 64 + 1);
    words_[value / 64] |= std::uint64_t{1} << value % 64;
  }
  bool contains(Grundy value) const { return value / 64 < words_.size() && (words_[value / 64] >> value % 64 & 1) != 0; }
  void insert(std::span<const std::uint64_t> words) {
    if (words.size() > words_.size()) words_.resize(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) words_[i] |= words[i];
  }
  void insert(const ValueSet& other) { insert(std::span(other.words_)); }
  void clear() {
    words_.assign(words_.size(), 0);
    full_ = 0;
  }
  std::span<const std::uint64_t> words() const { return words_; }
  /// How many of the first words are full. O(1) amortised while the set grows.
  std::size_t full_words() {
    while (full_ < words_.size() && words_[full_] == ~std::uint64_t{0}) ++full_;
    return full_;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t full_ = 0;  ///< so many of the first words are known to be full
};

/// The bits of { v xor offset : v in word }, for offset < 64.
constexpr std::uint64_t add_nimber(std::uint64_t word, unsigned offset) {
  if (offset & 1) word = (word & 0x5555555555555555) << 1 | (word >> 1 & 0x5555555555555555);
  if (offset & 2) word = (word & 0x3333333333333333) << 2 | (word >> 2 & 0x3333333333333333);
  if (offset & 4) word = (word & 0x0F0F0F0F0F0F0F0F) << 4 | (word >> 4 & 0x0F0F0F0F0F0F0F0F);
  if (offset & 8) word = (word & 0x00FF00FF00FF00FF) << 8 | (word >> 8 & 0x00FF00FF00FF00FF);
  if (offset & 16) word = (word & 0x0000FFFF0000FFFF) << 16 | (word >> 16 & 0x0000FFFF0000FFFF);
  if (offset & 32) word = std::rotl(word, 32);
  return word;
}

}  // namespace bouton
