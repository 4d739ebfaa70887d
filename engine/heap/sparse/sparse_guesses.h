// The least common values that are not excluded, guessed by the pairs that lead far back and verified by the others: for many
// rare heaps.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/heap/sparse/sparse_space.h"
#include "engine/heap/values/grundy_values.h"
#include "engine/heap/values/position_window.h"

namespace bouton {

/// Cost of a heap: one pair of each long shift for each common value that might be its own, by bits, for a block at once; then
/// a comparison for each of the other shifts, by vectors; where no guess is right, a look at each shift by itself.
class SparseGuesses {
 public:
  SparseGuesses();

  /// Lists what the space's shifts exclude, heaps before window.end() known. The space must not change while this is in
  /// use, but for its rare heaps: list_shifts() takes up new ones.
  void list(const SparseSpace& space, const PositionWindow& window);
  void list_shifts(const SparseSpace& space, std::uint64_t heaps);

  /// Begins to guess the values of the `count` heaps from window.end() on. If `helped`, another thread is going to call help(),
  /// which may come late.
  void begin(std::size_t count, bool helped);
  /// Finds what the covers leave of the greater values, until guess() takes over.
  void help(const SparseSpace& space, const PositionWindow& window);
  /// Guesses the values.
  void guess(const SparseSpace& space, const PositionWindow& window);
  /// Gives help() more work, or less.
  void share(bool more);
  /// As SparseMarks::solve, for heaps whose values have been guessed.
  std::size_t solve(const SparseSpace& space, GrundyValues& values, std::span<Grundy> block, Grundy most);
  std::size_t memory() const;

 private:
  /// Heaps whose values are verified together.
  static constexpr std::size_t kGroup = kShiftHeaps;
  /// For each heap: the least common values that long shifts do not exclude. Nearly always one of them is right.
  static constexpr std::size_t kGuesses = 4;
  /// No value is the sum of this and a value.
  static constexpr std::uint16_t kNothing = 0xffff;

  BlockBits uncovered(const SparseSpace& space, const PositionWindow& window, const BlockBits& heaps, Grundy value) const;
  ShiftHits refuted(const GrundyValues& values, std::size_t group, std::size_t count, std::size_t from) const;
  void add_near(const Shift& shift);
  bool excluded(const GrundyValues& values, std::uint64_t group_first, std::size_t index, Grundy value) const;
  Grundy search(const SparseSpace& space, const GrundyValues& values, std::uint64_t group_first, std::size_t index);

  PairCovers covers_;  ///< what most long shifts exclude
  /// Shifts no longer than a group, among them moves that leave one heap, which add 0: what those by kGroup - i add at [i], or
  /// kNothing.
  std::vector<std::array<std::uint16_t, kGroup>> near_;
  std::vector<std::uint64_t> far_one_;  ///< what the other moves that leave one heap remove
  std::vector<Shift> late_;             ///< as long as the heaps were many: too long to be verified by vectors
  std::vector<std::uint64_t>
      distances_;                     ///< of the other shifts; first, in runs of the same value, those that are not in covers_
  std::vector<std::uint16_t> added_;  ///< by each of them
  std::vector<std::uint32_t> run_ends_;
  std::vector<Grundy> run_values_;
  std::vector<std::uint8_t> run_values_8_;
  std::vector<std::uint16_t> run_values_16_;
  Grundy guess_limit_ = 0;  ///< only values below are guessed

  std::array<std::array<Grundy, kSparseBlock>, kGuesses> guesses_;  ///< ascending; the space's limit for none
  double share_;                                                    ///< the part of the values that is left to help()
  BlockBits block_;                                                 ///< the heaps whose values are to be guessed
  std::size_t count_;                                               ///< how many they are
  Grundy own_;                                                      ///< the values from here on are left to help()
  std::vector<BlockBits> shared_;                                   ///< what it has found
  std::atomic<std::size_t> claimed_;                                ///< how many of those values are taken
  std::atomic<std::size_t> found_;                                  ///< how many are done
  std::array<std::uint16_t, 2 * kGroup> recent_;  ///< the values of the last heaps before the group, then of the group
  std::vector<std::uint8_t> marks_;
};

}  // namespace bouton
